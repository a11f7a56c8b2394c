//! Lessons: what is filled in stays as it is when it is filled in again, and no text does harm.

// What does not go as expected ends the test.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

mod filling;
mod grading;
mod hand_ins;
mod isolation;
mod pieces;
mod shelf;

use std::path::Path;
use std::time::{Duration, Instant};

use gradcalc::internals::lessons::filled;
use gradcalc::internals::repl::Options;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use crate::support::fixed_seed::config;
use crate::support::golden;
use crate::support::run::run;

/// The text with its answers, and what was complained of; the text itself where a block is never closed.
fn filled_in(text: &str, file: &str) -> (String, Vec<String>) {
    let options = Options { no_files: true, ..Options::default() };
    match filled(text, Path::new(file), None, &options) {
        Ok(filled) => (filled.text, filled.complaints),
        Err(refusal) => {
            assert!(refusal.contains("this block is never closed"), "{refusal}");
            (text.to_owned(), vec![refusal])
        }
    }
}

fn fill(text: &str) -> String {
    filled_in(text, "-").0
}

/// Lines that mean something in Markdown, in a block or in a transcript.
const LINES: [&str; 56] = [
    "```gradcalc",
    "```",
    "~~~~ gradcalc x",
    "~~~~",
    "```output",
    "````",
    "  ```gradcalc",
    "> ```gradcalc",
    "> ```",
    "1. ```gradcalc",
    "   ```",
    "- - ```gradcalc",
    "    a",
    "",
    "# A",
    "session: new",
    "text",
    "a = 2",
    "> a = 2",
    "b = a^2",
    "> b = a^2",
    "> > b",
    ">",
    "> ",
    "? 3",
    "> ? 3",
    "> :quiz b",
    ":quiz b",
    "> (1 +",
    "  2)",
    "> :read x y",
    "| 1 2",
    "> 3 4",
    ":read x",
    "1",
    ":help lecture",
    "> :echo > a",
    "> :echo ```",
    ":echo ```gradcalc",
    "> :grad b",
    "> zz",
    ":load x",
    "> :quit",
    "\ta = 3",
    "> a\t+ 1",
    "> :set a 3",
    "> a\u{1}",
    "\u{1}a",
    ">b*4",
    "   > b*5",
    "\t> b*6",
    " > b*7",
    "b*8",
    "# why",
    "?3",
    "> (2",
];

/// Statements with a mark that is typed as people do.
const TYPED: [&str; 4] = [">zq = 1", "> zq + 2", ">  zq + 3", "> # mine"];

/// What may stand before a statement.
const MARKS: [char; 4] = ['>', ' ', '|', '?'];

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn filling_in_twice_changes_nothing(lines in vec(select(&LINES[..]), 0..14), end in select(&["\n", "\r\n"][..])) {
        let text = lines.join(end) + end;
        let once = fill(&text);
        prop_assert_eq!(fill(&once), once.clone(), "from\n{}", text);
    }

    #[test]
    fn no_statement_with_a_mark_is_lost(lines in vec(prop_oneof![select(&LINES[17..]), select(&TYPED[..])], 0..9)) {
        let text = format!("```gradcalc\n> b = 1\n{}\n```\n", lines.join("\n"));
        let is_own = |line: &&str| TYPED.iter().any(|own| own.trim_matches(MARKS) == line.trim_matches(MARKS));
        let own = |text: &str| -> Vec<String> {
            text.lines().filter(is_own).map(|it| it.trim_matches(MARKS).to_owned()).collect()
        };
        // An error may show a statement once more.
        let mut left = own(&fill(&text));
        for statement in own(&text) {
            let place = left.iter().position(|it| *it == statement);
            prop_assert!(place.map(|at| left.remove(at)).is_some(), "{} of\n{}", statement, text);
        }
    }

    #[test]
    fn any_text_is_filled_in(text in any::<String>(), marks in vec(select(&["```gradcalc\n", "\n```\n", "> "][..]), 0..4)) {
        let text = text.chars().map(String::from).collect::<Vec<_>>().join(&marks.concat());
        fill(&text);
    }
}

#[test]
fn marks_before_a_vertical_tab_close_no_block() {
    let once = fill("```gradcalc\na = 2\na^2\n```\u{b}");
    assert_eq!(fill(&once), once);
}

#[test]
fn a_block_below_a_carriage_return_alone_is_filled_in_as_any() {
    let once = fill("\0\r  ```gradcalc\n   a = 0\n   :quiz a\n   1\n}~~~ b\n```\n");
    assert_eq!(fill(&once), once);
}

#[test]
fn further_lines_of_a_statement_stay() {
    let text = "```gradcalc\n> b = [1,\n2,\n3]\n> sum(b)\n4\n```\n";
    let filled = "```gradcalc\n> b = [1,\n  2,\n  3]\n> sum(b)\n6\n```\n";
    assert_eq!((fill(text), fill(filled)), (filled.to_owned(), filled.to_owned()));
}

#[test]
fn a_transcript_that_would_lose_statements_stays_as_it_is() {
    let text = "```gradcalc\n> x = 3\n> :quit\n> x^2\n9\n```\n";
    assert_eq!(fill(text), text);
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("l.md"), text).unwrap();
    let outcome = run(folder.path(), &["lesson", "fill", "l.md"], b"");
    assert_eq!(outcome.status, 1);
    assert!(outcome.stderr.contains("line 1: left unchanged"), "{}", outcome.stderr);
}

#[test]
fn what_is_large_or_deep_is_filled_in_soon() {
    let begun = Instant::now();
    let texts = [
        "- ".repeat(20_000),
        "> ".repeat(20_000),
        "[".repeat(100_000),
        "*a **b ".repeat(20_000),
        "<div>\n".repeat(20_000),
        "```gradcalc\n".to_owned() + &"(".repeat(100_000),
        "```gradcalc\na = 1\n```\n".repeat(2_000),
        "x".repeat(1 << 20),
        "```gradcalc\n```\n".repeat(5_000) + &"x".repeat(1 << 19),
    ];
    for text in texts {
        fill(&text);
    }
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
}

#[test]
fn a_file_is_filled_in_where_it_stands_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let (folder, file) = (folder.path(), folder.path().join("notes.md"));
    std::fs::write(&file, "```gradcalc\n1 + 1\n```\n").unwrap();
    let checked = run(folder, &["lesson", "fill", "--check", "notes.md"], b"");
    assert_eq!(checked.status, 1);
    assert!(checked.stdout.contains("+```output\n+2\n"), "{}", checked.stdout);
    assert_eq!(run(folder, &["lesson", "fill", "notes.md"], b"").status, 0);
    let text = std::fs::read_to_string(&file).unwrap();
    assert_eq!(text, "```gradcalc\n1 + 1\n```\n\n```output\n2\n```\n");
    let checked = run(folder, &["lesson", "fill", "--check", "notes.md"], b"");
    assert_eq!((checked.status, checked.stdout.as_str()), (0, ""));
    // A status for errors, which stand in the text.
    std::fs::write(&file, "```gradcalc\n> zz\n```\n").unwrap();
    let outcome = run(folder, &["lesson", "fill", "notes.md"], b"");
    assert_eq!((outcome.status, outcome.stdout.as_str(), outcome.stderr.as_str()), (1, "", ""));
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("notes.md:2:1: error: unknown name zz"), "{text}");
}

#[test]
fn a_lesson_reads_its_own_folder_and_writes_nothing() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("in");
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(home.path().join("out.csv"), "x\n1\n").unwrap();
    std::fs::write(folder.join("own.csv"), "y\n1\n").unwrap();
    // On Windows users may not make links.
    #[cfg(unix)]
    std::os::unix::fs::symlink("../out.csv", folder.join("link.csv")).unwrap();
    let text = "```gradcalc\n:read own.csv\n:read ../out.csv\n:read link.csv\n:save kept.grad\n:plot y kept.svg\n```\n";
    std::fs::write(folder.join("l.md"), text).unwrap();
    run(home.path(), &["lesson", "fill", "in/l.md"], b"");
    let filled = std::fs::read_to_string(folder.join("l.md")).unwrap();
    assert_eq!(filled.matches("error:").count(), 4, "{filled}");
    assert!(!folder.join("kept.grad").exists() && !folder.join("kept.svg").exists());
}

#[test]
fn lessons_and_scripts_do_not_mix() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("notes.md"), "a").unwrap();
    for arguments in [
        &["notes.md"][..],
        &["notes.md", "a.grad"],
        &["notes.md", "-e", "1"],
        &["lesson"],
        &["lesson", "fill"],
        &["lesson", "fill", "--name", "Ann", "notes.md"],
        &["lesson", "play", "notes.md", "notes.md"],
        &["lesson", "key", "--seed", "-3", "notes.md"],
        &["lesson", "grade", "notes.md"],
    ] {
        let outcome = run(folder.path(), arguments, b"");
        assert_eq!((outcome.status, outcome.stdout.as_str()), (2, ""), "{arguments:?}");
    }
    let loaded = run(folder.path(), &["-e", ":load notes.md"], b"");
    assert!(loaded.stderr.contains("notes.md is a lesson"), "{}", loaded.stderr);
}

/// Pages of the documentation that are lessons, and examples of lessons, have today's answers.
#[test]
fn pages_that_are_lessons_are_true() {
    let examples = golden::files("examples/lessons", "md");
    let mut pages = golden::files("docs", "md");
    pages.extend(golden::files("lessons", "md"));
    pages.extend(examples);
    let filled_in = |page: &Path, text: &str| {
        if !text.contains("```gradcalc\n") {
            return text.to_owned();
        }
        // As a file, since notes say which one they are about.
        let options = Options { no_files: true, ..Options::default() };
        filled(text, page, None, &options).expect("there is room").text
    };
    assert!(golden::all_agree(pages, filled_in), "some pages differ; see above");
}
