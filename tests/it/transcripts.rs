//! Runs every transcript in the README, docs, lessons, the rooms' tests and the help: sessions and shell
//! commands with their exact output.
//!
//! A block of `text` whose first line starts with `> ` is a session, run as `gradcalc --echo` runs it from a
//! pipe; answers to a quiz stand after `? `. A block of `console` holds lines `$ command`
//! for the shell, each with what it prints; a status other than 0 stands after it in brackets. Such blocks use
//! tools and messages of Linux and run only there.
//! Answers and complaints stand in the order they come. Every block has a folder and a session of
//! its own; pages to type along with are run a second time, all their blocks in one session.

// What does not go as expected ends the test.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use crate::support::golden;
use crate::support::program;
use std::fs::File;
use std::io::{Read, Seek, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

#[test]
fn transcripts_are_what_the_program_prints() {
    let mut pages = golden::beside_sources("md");
    pages.push(golden::project().join("README.md"));
    // Every page that shows a session; the others have none.
    pages.extend(golden::files("docs", "md"));
    pages.extend(golden::files("lessons", "md"));
    assert!(golden::all_agree(pages, |_, text| with_output(text)), "some differ; see above");
}

#[test]
fn the_notebook_of_the_lecture_is_read_whole() {
    let notebook = golden::project().join("src/parts/hints/tests/notebook.py");
    let cells = std::fs::read_to_string(&notebook).expect("the notebook can be read");
    let folder = tempfile::tempdir().expect("a folder");
    let run = |argument: Option<&Path>, input: &str| {
        let mut command = Command::new(program::PROGRAM);
        command.arg("--echo").args(argument);
        output(command, folder.path(), input).0
    };
    let piped = run(None, &cells);
    assert!(golden::agrees(&notebook.with_extension("out"), &piped));
    let read = run(Some(&notebook), "").replace(&*notebook.to_string_lossy(), "stdin");
    assert_eq!(read, piped);
}

/// What a page says whose sessions can be typed one after the other.
const IN_ONE_SESSION: [&str; 2] = ["type along", "paste them all"];

#[test]
fn pages_to_type_along_with_are_one_session_each() {
    let mut pages = golden::files("docs", "md");
    pages.extend(golden::files("lessons", "md"));
    pages.push(golden::project().join("README.md"));
    let mut found = Vec::new();
    for page in pages {
        let text = std::fs::read_to_string(&page).expect("the page can be read");
        if !IN_ONE_SESSION.iter().any(|said| text.contains(said)) {
            continue;
        }
        let lines = sessions(&text);
        let printed = session(&lines);
        let differs = printed.lines().zip(&lines).find(|(now, said)| now != *said);
        assert_eq!(differs, None, "{} in one session", page.display());
        assert_eq!(printed.lines().count(), lines.len(), "{}", page.display());
        found.extend(page.file_name().map(|name| name.to_string_lossy().into_owned()));
    }
    assert_eq!(found, ["lecture.md", "README.md"]);
}

/// The lines of all sessions of a page.
fn sessions(page: &str) -> Vec<&str> {
    let mut lines = page.lines();
    let mut found = Vec::new();
    while let Some(line) = lines.next() {
        if line.starts_with("```") {
            let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            if line == "```gradcalc" || is_session(line, &block) {
                found.extend(block);
            }
        }
    }
    found
}

/// Tells whether a block is a session.
fn is_session(opening: &str, block: &[&str]) -> bool {
    opening == "```text" && block.first().is_some_and(|line| line.starts_with("> "))
}

/// The page with every transcript as the program prints it today.
fn with_output(page: &str) -> String {
    let mut found = String::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        found.push_str(line);
        found.push('\n');
        let Some(kind) = line.strip_prefix("```").filter(|kind| !kind.is_empty()) else {
            continue;
        };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        if is_session(line, &block) {
            found.push_str(&session(&block));
        } else if cfg!(target_os = "linux")
            && kind == "console"
            && block.first().is_some_and(|it| it.starts_with("$ "))
        {
            found.push_str(&console(&block));
        } else {
            block.iter().for_each(|line| found.extend([line, "\n"]));
        }
        found.push_str("```\n");
    }
    found
}

/// Types what stands after the prompts, and gives all that is printed.
fn session(block: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(program::PROGRAM);
    command.arg("--echo");
    let typed = gradcalc::internals::lessons::typed(&block.join("\n"));
    let (printed, status) = output(command, folder.path(), &typed);
    assert!(status.is_some(), "killed after\n{typed}");
    printed
}

/// Puts a copy of the examples where a reader in the repository has them.
fn copy_examples(folder: &Path) {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    std::fs::create_dir(folder.join("examples")).expect("a folder");
    let examples = examples.read_dir().expect("the examples").map(|it| it.expect("an example"));
    for example in examples.filter(|it| it.path().is_file()) {
        let copy = folder.join("examples").join(example.file_name());
        std::fs::copy(example.path(), copy).expect("a copy");
    }
}

/// Runs the lines after `$ ` and gives them with all that they print.
fn console(block: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    if block.iter().any(|line| line.contains("examples/")) {
        copy_examples(folder.path());
    }
    let mut found = String::new();
    for line in block.iter().filter(|line| line.starts_with("$ ")) {
        let mut command = Command::new("sh");
        command.args(["-c", line.strip_prefix("$ ").expect("a prompt")]);
        let (printed, status) = output(command, folder.path(), "");
        found.push_str(line);
        found.push('\n');
        found.push_str(&printed);
        match status {
            Some(0) => {}
            Some(status) => found.push_str(&format!("[{status}]\n")),
            None => found.push_str("[killed]\n"),
        }
    }
    found
}

/// What takes longer hangs.
const PATIENCE: Duration = Duration::from_secs(60);

/// Runs a command; its stdout and stderr in the order they were written, and its status.
fn output(command: Command, folder: &Path, input: &str) -> (String, Option<i32>) {
    let mut both = tempfile::tempfile().expect("a file");
    let handle = |file: &File| Stdio::from(file.try_clone().expect("a second handle"));
    let here = Path::new(program::PROGRAM).parent().expect("a folder").to_owned();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let paths = std::iter::once(here).chain(std::env::split_paths(&path));
    let mut command = program::clean(command);
    command.env("PATH", std::env::join_paths(paths).expect("a path")).current_dir(folder);
    command.stdin(Stdio::piped()).stdout(handle(&both)).stderr(handle(&both));
    let mut child = command.spawn().expect("the command starts");
    // One that does not read its input closes it.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    let started = Instant::now();
    let status = loop {
        match child.try_wait().expect("the command can be waited for") {
            Some(status) => break status,
            None if started.elapsed() > PATIENCE => {
                child.kill().expect("it can be killed");
                break child.wait().expect("it ends");
            }
            None => std::thread::sleep(Duration::from_millis(1)),
        }
    };
    let mut bytes = Vec::new();
    both.rewind().and_then(|()| both.read_to_end(&mut bytes)).expect("what was printed");
    let mut printed = String::from_utf8(bytes).expect("what is printed is UTF-8");
    if !printed.is_empty() && !printed.ends_with('\n') {
        printed.push('\n');
    }
    (printed, status.code())
}
