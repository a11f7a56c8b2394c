//! Texts, wherever they come from, control no terminal and spoil no picture.

// What does not go as expected ends the test.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::Path;

use gradcalc::internals::export::exports;

use crate::support::run::run;

/// Control characters, some of which set the clipboard or the title of a terminal.
const CONTROLS: [char; 10] = [
    '\u{1b}', '\u{7}', '\u{1}', '\u{b}', '\u{c}', '\u{7f}', '\u{80}', '\u{85}', '\u{9b}', '\u{9d}',
];

/// What prints the texts of a column g, or names one that it lacks.
const COMMANDS: [&str; 18] = [
    "g",
    ":vars",
    "a = 2; L = sum(a*x*(g == \"b\"))",
    ":grad L",
    ":draw L",
    ":explain L",
    "g == \"z\"",
    "L == \"?]52;c;aGk=?\"",
    "z = ['?', \"b\"]",
    ":fit y = m*x where g == \"b?\"",
    ":fit y = m*x",
    ":set g[1] \"?\"",
    ":set x[1] \"?\"",
    ":set x [\"?\", 2]",
    ":fit y = m*x ± [\"?\"]",
    ":plot y x \"?\"",
    ":plot! x y by g z.svg",
    ":plot x y by g",
];

/// A script that prints texts with such a character in every way and format.
fn script(column: &str, it: char) -> String {
    let commands = COMMANDS.map(|command| command.replace('?', &it.to_string()));
    let exports = exports().map(|export| format!(":export {} L", export.name));
    let formats = ["text", "json", "tsv", "csv", "markdown"];
    let formats = formats.map(|format| format!(":format {format}\ng\n:vars\n:draw L"));
    let lines = [column.to_owned()].into_iter().chain(commands).chain(exports).chain(formats);
    lines.collect::<Vec<_>>().join("\n")
}

#[track_caller]
fn assert_clean(text: &str) {
    let bad = |it: char| it.is_control() && !matches!(it, '\n' | '\t');
    assert!(!text.contains(bad), "{:?}", text.lines().find(|it| it.contains(bad)));
}

fn assert_well_formed(file: &Path) {
    let text = fs::read_to_string(file).unwrap();
    assert_clean(&text);
    roxmltree::Document::parse(&text).unwrap();
}

#[test]
fn a_typed_text_has_no_control_characters() {
    for it in CONTROLS {
        let cell = format!("{it}]52;c;aGk=\u{7}{it}");
        let column = format!("x = [1, 2, 3]; y = [2, 4, 7]\ng = [\"{cell}\", \"b\", \"b\"]");
        let script = script(&column, it);
        let folder = tempfile::tempdir().unwrap();
        let found = format!("a text cannot contain the control character U+{:04X}", it as u32);
        fs::write(folder.path().join("s.grad"), &script).unwrap();
        for color in ["always", "never"] {
            let outcome = run(folder.path(), &["--color", color, "s.grad"], b"");
            let plain = |text: &str| text.replace("\u{1b}[", "");
            assert_clean(&plain(&outcome.stdout));
            assert_clean(&plain(&outcome.stderr));
            assert!(outcome.stderr.contains(&found), "{}", outcome.stderr);
        }
        let lesson =
            format!("```gradcalc\n{script}\n```\n\n```ask\nHow?\n= sum(g == \"{cell}\")\n```\n");
        fs::write(folder.path().join("l.md"), &lesson).unwrap();
        let played =
            run(folder.path(), &["lesson", "play", "l.md"], format!("\n{cell}\n").as_bytes());
        assert_clean(&played.stdout);
        assert_clean(&played.stderr);
        let filled = run(folder.path(), &["lesson", "fill", "-"], lesson.as_bytes()).stdout;
        assert_clean(filled.rsplit_once("```output").unwrap().1.split("```ask").next().unwrap());
    }
}

#[test]
fn a_text_that_was_read_has_no_control_characters() {
    for it in CONTROLS {
        let folder = tempfile::tempdir().unwrap();
        let table = format!("x,y,g\n1,2,\"{it}]52;c;aGk={it}\"\n2,4,b\n3,7,b\n");
        fs::write(folder.path().join("t.csv"), &table).unwrap();
        let outcome = run(folder.path(), &[], script(":read t.csv", it).as_bytes());
        assert_clean(&outcome.stdout);
        assert_clean(&outcome.stderr);
        assert_well_formed(&folder.path().join("z.svg"));
    }
}

#[test]
fn marks_of_writing_to_the_left_stay_in_a_text() {
    let folder = tempfile::tempdir().unwrap();
    let script =
        "x = [1, 2]; g = [\"\u{5d0}\u{200f}\", \"b\"]\n:plot! x x by g z.svg\n:save s.grad\n";
    let outcome = run(folder.path(), &[], script.as_bytes());
    assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""));
    assert_well_formed(&folder.path().join("z.svg"));
    let saved = run(folder.path(), &["s.grad", "-e", "g == \"\u{5d0}\u{200f}\""], b"");
    assert_eq!(saved.stdout, "[1, 0]  2 rows\n");
}

#[test]
fn an_argument_has_no_control_characters_when_it_is_told() {
    let places: [&[&str]; 15] = [
        &["--x?"],
        &["-?"],
        &["--format=?"],
        &["--color", "?"],
        &["--echo=?"],
        &["--e?ho"],
        &["?"],
        &["?.md"],
        &["1+?"],
        &["-e", "?"],
        &["lesson", "?"],
        &["lesson", "play", "?"],
        &["lesson", "play", "--seed", "?", "l.md"],
        &["lesson", "fill", "?"],
        &["lesson", "grade", "l.md", "?"],
    ];
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("l.md"), "# Lesson\n\n```ask\nHow?\n= 1\n```\n").unwrap();
    for it in CONTROLS {
        for place in places {
            let hostile = format!("{it}]52;c;aGk={it}[31m");
            let arguments: Vec<String> =
                place.iter().map(|part| part.replace('?', &hostile)).collect();
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            let outcome = run(folder.path(), &arguments, b"1\n");
            assert_clean(&outcome.stdout);
            assert_clean(&outcome.stderr);
            assert!(!outcome.stderr.is_empty(), "{arguments:?}");
        }
    }
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_not_utf8_and_the_name_of_the_program_are_told_cleanly() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    use crate::support::program::{PROGRAM, clean};

    let bytes = |bytes: &'static [u8]| OsStr::from_bytes(bytes);
    let lesson = OsStr::new("lesson");
    for arguments in [
        vec![bytes(b"\xff\x1b[31m.grad")],
        vec![bytes(b"--\xff\x1b[31m")],
        vec![bytes(b"--format"), bytes(b"\xff\x1b]52;c;aGk=\x07")],
        vec![lesson, OsStr::new("play"), bytes(b"\xff\x1b[31m.md")],
        vec![lesson, OsStr::new("fill"), bytes(b"\xff\x9b31m")],
        vec![bytes(b"--help")],
        vec![bytes(b"--nope")],
    ] {
        let mut command = clean(Command::new(PROGRAM));
        let output = command.arg0("\u{1b}[31mx").args(&arguments).output().unwrap();
        let shown = [output.stdout, output.stderr].concat();
        assert_clean(&String::from_utf8(shown).unwrap());
        assert_eq!(output.status.success(), arguments == [OsStr::new("--help")]);
    }
}
