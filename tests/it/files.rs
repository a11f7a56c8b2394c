//! What is done to the files of the user: which are written, which are read, and what is left.

// What does not go as expected ends the test.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

mod special;

use crate::support::program;
use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::run::run;

const SAVED: &str = "# A session saved by gradcalc.\n";

/// Runs a statement, which must fail with `complaint` at its first line.
#[track_caller]
fn refused(folder: &Path, statement: &str, complaint: &str) {
    let outcome = run(folder, &["-e", "a = 2; L = a^2", "-e", statement], b"");
    let first = outcome.stderr.lines().next().unwrap_or_default();
    assert!(first.ends_with(complaint), "{statement}: {first:?}, not {complaint:?}");
    assert_eq!(outcome.status, 1);
    assert_eq!(outcome.stdout, "");
}

#[track_caller]
fn done(folder: &Path, statement: &str) {
    let outcome = run(folder, &["-e", "a = 2; L = a^2", "-e", statement], b"");
    assert_eq!((outcome.stderr.as_str(), outcome.status), ("", 0), "{statement}");
}

#[test]
fn other_hard_links_keep_the_old_text() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::write(folder.join("one"), SAVED).unwrap();
    std::fs::hard_link(folder.join("one"), folder.join("other")).unwrap();
    done(folder, ":save one");
    assert_ne!(std::fs::read_to_string(folder.join("one")).unwrap(), SAVED);
    assert_eq!(std::fs::read_to_string(folder.join("other")).unwrap(), SAVED);
}

#[test]
fn only_files_of_text_are_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::create_dir(folder.join("folder")).unwrap();
    std::fs::write(folder.join("program"), b"\x7fELF\0\0").unwrap();
    File::create(folder.join("huge")).unwrap().set_len(300 << 20).unwrap();
    refused(folder, ":load folder", "cannot read folder: it is a folder");
    refused(folder, ":load program", "cannot read program: it is not text");
    refused(
        folder,
        ":load huge",
        "cannot read huge: it has 300 MB; the limit for a script is 256 MB",
    );
    let outcome = run(folder, &["program", "folder", "-e", "1"], b"");
    let expected = "gradcalc: cannot read program: it is not text\n\
        gradcalc: cannot read folder: it is a folder\n";
    assert_eq!((outcome.stderr.as_str(), outcome.stdout.as_str()), (expected, "1\n"));
}

#[test]
fn a_line_of_many_loads_is_read_once() {
    reads_a_line_of_loads(1_000, 1_000);
}

#[test]
#[ignore = "large"]
fn a_long_line_of_many_loads_is_read_once() {
    // As many loads as a run may have, and a line as long as 20,000 would make it.
    reads_a_line_of_loads(1_000, 20_000);
}

fn reads_a_line_of_loads(loads: usize, length: usize) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("one"), "a = 1; # (\n").unwrap();
    let others = "b = 12345;".repeat(length - loads);
    let line = ":load one;".repeat(loads) + &others + "0.5*8485\n";
    let outcome = run(folder.path(), &[], line.as_bytes());
    assert_eq!((outcome.stdout.as_str(), outcome.stderr.as_str()), ("4242.5\n", ""));
}

#[test]
fn a_line_of_many_errors_is_counted_once() {
    counts_a_line_of_errors(2_000);
}

#[test]
#[ignore = "large"]
fn a_line_of_twenty_thousand_errors_is_counted_once() {
    counts_a_line_of_errors(20_000);
}

fn counts_a_line_of_errors(errors: usize) {
    let folder = tempfile::tempdir().unwrap();
    let line = "é\n".to_owned() + &"zz;".repeat(errors) + "0.5*8485\n";
    let outcome = run(folder.path(), &[], line.as_bytes());
    assert_eq!(outcome.stdout, "4242.5\n");
    let last = format!("stdin:2:{}: error: unknown name zz", 3 * errors - 2);
    assert!(outcome.stderr.contains(&last));
}

#[test]
fn answers_are_there_before_the_next_line_is_waited_for() {
    let mut command = program::clean(Command::new(program::PROGRAM));
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"1 + 1\n").unwrap();
    let mut answer = [0; 2];
    child.stdout.take().unwrap().read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"2\n");
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_table_that_is_written_is_read_to_the_last_bit() {
    let folder = tempfile::tempdir().unwrap();
    let numbers =
        "0.1, -0.0, 1e-320, 1.7976931348623157e308, inf, -inf, nan, 2/3, 123456789.123456789";
    let columns = format!(
        "x = [{numbers}]; y = [1, 2, 3, 4, 5, 6, 7, 8, 9] ± [0.1, 0, 1/3, 1, 2, 3, 4, 5, 6]"
    );
    for name in ["all.csv", "all.tsv"] {
        let written = format!("{columns}; z = 1/(3 + y); :write {name} x y z sqrt(y)");
        let shown = ["--format", "json", "-e"];
        let columns = "x; y; z";
        let first =
            run(folder.path(), &[&shown[..], &[&format!("{written}; {columns}")]].concat(), b"");
        let read = format!(":read {name} x y z; {columns}");
        let again = run(folder.path(), &[&shown[..], &[&read]].concat(), b"");
        assert_eq!((first.status, again.status), (0, 0), "{}{}", first.stderr, again.stderr);
        let answers = |text: &str| -> Vec<String> {
            text.lines().filter(|line| line.contains("value")).map(str::to_owned).collect()
        };
        assert_eq!(answers(&first.stdout), answers(&again.stdout));
        assert_eq!(answers(&first.stdout).len(), 3);
    }
}
