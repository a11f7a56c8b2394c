//! Under a limit of the system on its memory, the program refuses what does not fit and never aborts.

// What does not go as expected ends the test.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]
// macOS has no limit on the memory of a process, and Windows no `ulimit`.
#![cfg(target_os = "linux")]

use std::process::{Command, Stdio};

use crate::support::doubling::doubling;
use crate::support::program::{PROGRAM, clean};

/// Runs a script with so many MB of address space, and after it one more statement, which
/// shows that the session goes on; gives what was complained of.
#[track_caller]
fn run(megabytes: usize, script: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("script.grad"), script).unwrap();
    let end = "echo the end of the script\n:format table; :reset; 0.5*8485\n";
    std::fs::write(folder.path().join("end.grad"), end.replace("echo", "#")).unwrap();
    let mut command = clean(Command::new("sh"));
    let limited = format!("ulimit -v {}; exec \"$0\" script.grad end.grad", megabytes * 1024);
    command.args(["-c", &limited, PROGRAM]).current_dir(folder.path()).stdin(Stdio::null());
    let output = command.output().expect("sh runs");
    let complaints = String::from_utf8_lossy(&output.stderr).into_owned();
    let start: String = script.chars().take(200).collect();
    assert!(output.status.code().is_some(), "killed: {start}\n{complaints}");
    assert!(output.stdout.ends_with(b"4242.5\n"), "{start}\n{complaints}");
    complaints
}

/// Runs what cannot fit, and says so.
#[track_caller]
fn refused(megabytes: usize, script: &str) {
    let complaints = run(megabytes, script);
    assert!(
        complaints.contains(", the limit") || complaints.contains("; the limit is"),
        "{complaints}"
    );
}

/// The limit of these tests: what a program built for tests takes for itself, and room for some
/// 40,000 nodes.
const LITTLE: usize = 34;

#[test]
fn derivatives_that_swell() {
    let mut script = "x = 1.1\nf0 = x*sin(x)*exp(x)\n".to_owned();
    for n in 1..40 {
        script += &format!("f{n} = diff(f{}, x)\n", n - 1);
    }
    refused(LITTLE, &script);
}

#[test]
fn functions_that_double() {
    let lines: String = (0..10).map(|n| format!("L{n} = f12(a)\n")).collect();
    refused(LITTLE, &format!("{}a = 1.5\n{lines}", doubling(40)));
    refused(LITTLE, &format!("{}a = 1.5\n:diff f30(a) a\n", doubling(40)));
}

#[test]
fn statements_of_any_length() {
    statements(LITTLE, 100_000);
}

#[test]
#[ignore = "large"]
fn statements_of_a_million_levels() {
    statements(500, 1_000_000);
}

fn statements(megabytes: usize, levels: usize) {
    let many = |text: &str| text.repeat(levels);
    refused(megabytes, &format!("a = {}1{}\n", many("("), many(")")));
    refused(megabytes, &format!("a = 1\nb = a{}\n", many(" + a").repeat(2)));
    refused(megabytes, &("1".to_owned() + &many("+1").repeat(25) + "\n"));
    refused(megabytes, &format!("a = (1\n{}", many("+ 1\n")));
    for line in ["(", ")", "1+", "-", "f(", "a,", "1 ", "a=", ";", "\r", "\"", ":set a "] {
        run(megabytes, &format!("a = 1\nb = {}\n", line.repeat(levels / 2 / line.len())));
    }
}

#[test]
fn names_and_functions_without_end() {
    let lines = |line: &dyn Fn(usize) -> String, count| (0..count).map(line).collect::<String>();
    refused(LITTLE, &lines(&|n| format!("w{n} = {n}\n"), 30_000));
    refused(LITTLE, &lines(&|n| format!("f{n}(x) = x{}\n", " + x".repeat(99)), 1100));
}

#[test]
#[ignore = "large"]
fn bindings_that_are_replaced_without_end() {
    let lines = |line: &dyn Fn(usize) -> String, count| (0..count).map(line).collect::<String>();
    assert_eq!(run(LITTLE, &lines(&|n| format!("c = {n}\n"), 50_000)), "");
    let ten: String = "abcdefghij".chars().map(|name| format!("{name} = 1; ")).collect();
    assert_eq!(run(LITTLE, &lines(&|_| format!("{ten}:reset\n"), 5_000)), "");
}

/// Every command on a graph that fills most of the room there is.
#[test]
fn commands_on_large_graphs() {
    let script = format!("{}a = 1.5\nL = f13(a)\n", doubling(13));
    for command in [
        ":grad L",
        ":draw L; :draw L all",
        ":save s.grad",
        ":check L; :check L a scan",
        ":levels L; :explain a L",
        ":format json; :explain a L",
        ":step 1e-9 3; :minimize",
        ":export dot L d.dot; :export mermaid L d.mmd",
        ":format json; :grad L",
        ":export tsv L",
        ":plot L a 0 1",
        ":quiz L fade\n:quit",
        ":back L; :next 1000000; :draw L",
        ":bug overwrite L; :bug nozero L; :bug nozero L 1e-9 10",
        ":bug bfs L; :bug bfs-visited L; :bug order L",
        ":diff L a; diff(L, a)",
        ":undo; :undo",
        "M = L + 1; :vars",
    ] {
        run(LITTLE, &format!("{script}{command}\n"));
    }
}
