//! The examples in the table of commands, run by the program.

// What does not go as expected ends the test.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use gradcalc::internals::command;

use crate::support::program;

/// Every example of a command works in a session that has what examples name.
#[test]
fn every_example_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("points.csv"), "t,u\n1,2\n").expect("it is written");
    let setup = "a = 2 ± 0.1; b = -3 ± 0.1; c = 10; f = -2; x = 3; x1 = 1; x2 = 2; data = [0, 1, 2]; \
                 t = [0, 1, 2]; y = [1.1, 2.9, 5.2]; m = 1; \
                 f(x) = 3x^2 - 4x + 5; twice = a + a; \
                 e = a*b; d = e + c; loss = x^2; L = d*f*x1*x2; :grad L; :save lesson.grad";
    // Some go on with a pass that another has begun.
    let begun = command::find("back", Default::default(), false).map_or("", |_| ":back L; :next");
    for example in command::commands().flat_map(|command| command.examples) {
        let mut child = program::clean(std::process::Command::new(program::PROGRAM));
        child.args(["-e", setup, "-e", begun, "-e", example]).current_dir(folder.path());
        let output = child.stdin(std::process::Stdio::null()).output().expect("it runs");
        let complaints = String::from_utf8_lossy(&output.stderr);
        assert!(!complaints.contains("error"), "{example}: {complaints}");
    }
}

/// The page of a command fits on a screen of 24 rows.
#[test]
fn every_page_of_a_command_has_at_most_24_lines() {
    for command in command::commands() {
        let page = format!(":help :{}", command.name);
        let mut child = program::clean(std::process::Command::new(program::PROGRAM));
        let output = child.args(["-e", &page]).output().expect("it runs");
        let lines = String::from_utf8_lossy(&output.stdout).lines().count();
        assert!((3..=24).contains(&lines), "{page} has {lines} lines");
    }
}
