//! What is typed between the parts of a lesson is nothing to the next part, for which the lesson does not run
//! again.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::program::{PROGRAM, clean};
use crate::support::run::run;

/// A lesson that reads a file, and what is typed: up to a line, and then the rest, once the file is gone.
fn played(folder: &Path, typed: [&str; 2], until: &str) -> String {
    let text = "```gradcalc\n:read own.csv\nf = mean(y)*3\nf\n```\n\nOne.\n\n```gradcalc\n> _ + 0\n> :table\n> y\n> :grad\n```\n\n# End\n";
    fs::write(folder.join("l.md"), text).unwrap();
    fs::write(folder.join("own.csv"), "y\n1\n3\n").unwrap();
    let mut command = clean(Command::new(PROGRAM));
    command.args(["--play", "l.md"]).current_dir(folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    stdin.write_all(typed[0].as_bytes()).unwrap();
    let mut all = String::new();
    for line in lines.by_ref() {
        let line = line.unwrap();
        all += &line;
        all.push('\n');
        if line == until {
            break;
        }
    }
    fs::remove_file(folder.join("own.csv")).unwrap();
    stdin.write_all(typed[1].as_bytes()).unwrap();
    drop(stdin);
    for line in lines {
        all += &line.unwrap();
        all.push('\n');
    }
    child.wait().unwrap();
    all
}

#[test]
fn the_lesson_does_not_run_again() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let plain = played(folder, [":echo here\n", ":lesson where\n\n\n"], "here");
    let rest = |said: &str| said.split_once("One.").unwrap().1.to_owned();
    for (typed, is_told) in [
        ("1 + 2\n:echo here\n", false),
        (":row 2\n:back f\n:grad y\n:echo here\n", false),
        ("g = y^2; sum(g)\n:table g\n:echo here\n", true),
        (":del y; f = 3; y = [1, 2, 3]; :undo\n:reset\n:echo here\n", true),
        ("zz\n:quiz new\n1\n:quit\n:echo here\n", true),
        ("k(x) = x; :rename f h\n:echo here\n", true),
    ] {
        let tried = played(folder, [typed, "\n\n\n"], "here");
        let wanted = rest(&plain);
        assert!(rest(&tried).contains(&wanted), "{typed}: {tried}\nand not\n{wanted}");
        assert_eq!(tried.contains("What you have tried is dropped."), is_told, "{tried}");
        assert!(!wanted.contains("error:") && wanted.contains("y"), "{wanted}");
    }
    // What has come before cannot be undone: then it has to run again, and all is as it was.
    fs::write(folder.join("own.csv"), "y\n1\n3\n").unwrap();
    let undone = run(folder, &["--play", "l.md"], b":undo\n:undo\na = 1\n\n\n").stdout;
    assert!(rest(&undone).contains(&rest(&plain)), "{undone}");
}
