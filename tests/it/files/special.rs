//! Links, pipes, devices and permissions, as Unix has them.

#![cfg(unix)]

use std::fs::Permissions;
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};

use super::{SAVED, done, refused};
use crate::support::program;
use crate::support::run::run;

fn mode(path: &Path) -> u32 {
    path.metadata().unwrap().permissions().mode() & 0o7777
}

fn pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

/// A device that a broken program may replace without harm: one of our own, or, where only root
/// makes them and we are not, a link to one of root's.
fn device(path: &Path) {
    let made = Command::new("mknod").arg(path).args(["c", "1", "3"]).stderr(Stdio::null()).status();
    if !made.is_ok_and(|status| status.success()) {
        symlink("/dev/null", path).unwrap();
    }
}

/// The names in a folder, sorted.
fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn only_files_are_ever_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    pipe(&folder.join("pipe.svg"));
    let _socket = std::os::unix::net::UnixListener::bind(folder.join("socket.svg")).unwrap();
    std::fs::create_dir(folder.join("folder.svg")).unwrap();
    device(&folder.join("null.svg"));
    symlink("null.svg", folder.join("link.svg")).unwrap();
    symlink("round.svg", folder.join("round.svg")).unwrap();
    for (file, what) in [
        ("pipe.svg", "it is a device or a pipe, not a file"),
        ("socket.svg", "it is a device or a pipe, not a file"),
        ("folder.svg", "it is a folder"),
        ("null.svg", "it is a device or a pipe, not a file"),
        ("link.svg", "it is a device or a pipe, not a file"),
    ] {
        for command in
            ["save", "save!", "export svg", "export! svg", "plot tanh -5 5", "plot! tanh -5 5"]
        {
            let statement = format!(":{command} \"{file}\"");
            refused(folder, &statement, &format!("cannot write {file}: {what}"));
        }
    }
    refused(folder, ":save! round.svg", "Too many levels of symbolic links");
    assert!(folder.join("null.svg").metadata().unwrap().file_type().is_char_device());
    assert!(folder.join("pipe.svg").metadata().unwrap().file_type().is_fifo());
    assert!(folder.join("link.svg").symlink_metadata().unwrap().is_symlink());
    let kept = ["folder", "link", "null", "pipe", "round", "socket"];
    assert_eq!(names(folder), kept.map(|name| format!("{name}.svg")));
}

#[test]
fn a_link_stays_and_its_target_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::create_dir(folder.join("deep")).unwrap();
    symlink("deep/second", folder.join("first")).unwrap();
    symlink("../target.grad", folder.join("deep/second")).unwrap();
    refused(folder, ":save first", "cannot write first: No such file or directory");
    std::fs::write(folder.join("target.grad"), SAVED).unwrap();
    done(folder, ":save first");
    assert!(std::fs::read_to_string(folder.join("target.grad")).unwrap().contains("a = 2"));
    std::fs::write(folder.join("picture"), "").unwrap();
    symlink("picture", folder.join("picture.svg")).unwrap();
    refused(folder, ":export picture.svg", "picture.svg already exists");
    done(folder, ":export! picture.svg");
    std::fs::write(folder.join("note"), "mine").unwrap();
    symlink("note", folder.join("to_note")).unwrap();
    refused(folder, ":save to_note", "to_note exists, and is not a saved session");
    assert_eq!(std::fs::read_to_string(folder.join("note")).unwrap(), "mine");
    for link in ["first", "deep/second", "picture.svg", "to_note"] {
        assert!(folder.join(link).symlink_metadata().unwrap().is_symlink(), "{link}");
    }
}

#[test]
fn a_new_file_obeys_the_umask_and_an_old_one_keeps_its_permissions() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for (umask, wanted) in [("077", 0o600), ("022", 0o644), ("002", 0o664)] {
        let name = format!("new{umask}");
        let script = format!("umask {umask}; '{}' -e 'a = 2; :save {name}'", program::PROGRAM);
        let mut shell = program::clean(Command::new("sh"));
        assert!(shell.args(["-c", &script]).current_dir(folder).status().unwrap().success());
        assert_eq!(mode(&folder.join(name)), wanted, "umask {umask}");
    }
    let old = folder.join("old");
    for before in [0o600, 0o666, 0o755] {
        std::fs::write(&old, SAVED).unwrap();
        std::fs::set_permissions(&old, Permissions::from_mode(before)).unwrap();
        let there = old.metadata().unwrap();
        done(folder, ":save old");
        let here = old.metadata().unwrap();
        assert_eq!(mode(&old), before, "{before:o}");
        assert_eq!((here.uid(), here.gid()), (there.uid(), there.gid()));
    }
}

#[test]
fn no_pipe_or_device_is_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    pipe(&folder.join("pipe"));
    refused(folder, ":load pipe", "cannot read pipe: it is a device or a pipe, not a file");
    refused(
        folder,
        ":load /dev/zero",
        "cannot read /dev/zero: it is a device or a pipe, not a file",
    );
    let outcome = run(folder, &["/dev/zero"], b"");
    // How much that is depends on the memory there is.
    let expected = "gradcalc: cannot read /dev/zero: a statement has more than ";
    assert!(outcome.stderr.starts_with(expected), "{}", outcome.stderr);
}

#[test]
fn a_pipe_may_be_run_from_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pipe");
    pipe(&path);
    let writer = std::thread::spawn(move || std::fs::write(path, "a = 2\na*3\n").unwrap());
    let outcome = run(folder.path(), &["pipe"], b"");
    writer.join().unwrap();
    assert_eq!((outcome.stdout.as_str(), outcome.stderr.as_str()), ("6\n", ""));
}
