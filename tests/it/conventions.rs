//! Conventions that a reader would otherwise have to check: every file says what it is for, a crate is
//! known to one place, only the prompt's room touches the terminal, and operations are named in tables.

// What does not go as expected ends the test.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use crate::support::sources::{Source, sources};
use std::path::Path;

#[test]
fn every_file_opens_with_a_sentence() {
    for Source { path, text } in sources(&["src", "tests", "benches"]) {
        let first = text.lines().next().unwrap_or_default();
        assert!(first.starts_with("//! "), "{path} does not say what it is for");
        let intro: Vec<&str> =
            text.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim).collect();
        assert!(intro.join(" ").contains('.'), "{path} opens without a whole sentence");
    }
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let grammar = std::fs::read_to_string(project.join("grammar/gradcalc.pest")).expect("there");
    assert!(grammar.starts_with("//! "), "the grammar does not say what it is for");
}

/// Crates and the only folder, or file, that uses each.
const PLACES: [(&str, &str); 11] = [
    ("clap", "src/repl/"),
    ("colored", "src/repl/color.rs"),
    ("dirs", "src/repl/prompt/folders.rs"),
    ("gradcalc_grammar", "src/core/language/"),
    ("pulldown_cmark", "src/parts/lessons/html.rs"),
    ("rand_distr", "src/parts/networks/random.rs"),
    ("rand_xoshiro", "src/parts/networks/random.rs"),
    ("rustix", "src/repl/prompt/ending.rs"),
    ("rustyline", "src/repl/prompt/"),
    ("signal_hook", "src/repl/"),
    ("terminal_size", "src/repl/screen.rs"),
];

#[test]
fn crates_are_known_to_few_places() {
    for (name, place) in PLACES {
        let mut seen = false;
        for source in sources(&["src"]) {
            let here = source.path.starts_with(place);
            for (number, line) in source.code() {
                let says = line.contains(&format!("{name}::"))
                    && !line.contains(&format!("_{name}::"))
                    && !line.contains(&format!("::{name}::"));
                assert!(!says || here, "{}:{number} uses {name}", source.path);
                seen |= says;
            }
        }
        assert!(seen, "{place} does not use {name} any more");
    }
}

#[test]
fn only_the_shell_prints_and_nothing_is_unsafe() {
    for source in sources(&["src"]) {
        for (number, line) in source.code() {
            let place = format!("{}:{number}", source.path);
            assert!(!line.contains("unsafe"), "{place} is unsafe");
            let prints = ["print!(", "println!(", "eprint!(", "eprintln!(", "dbg!("];
            let macros = prints.iter().any(|print| line.contains(print));
            // They panic when they cannot write; the shell writes through handles too.
            assert!(!macros, "{place} prints through a macro");
            let streams = ["io::stdout", "io::stderr", "io::stdin"];
            if streams.iter().any(|stream| line.contains(stream)) {
                assert!(source.path.starts_with("src/repl/"), "{place} touches a stream");
            }
        }
    }
}

#[test]
fn only_parse_means_the_grammar_and_only_tables_name_operations() {
    for source in sources(&["src"]) {
        let tables = [
            "src/core/ops",
            "src/parts/rows/folds.rs",
            "src/parts/learn/quiz/diagnosis/wrong_rules.rs",
            "src/parts/learn/why/advice.rs",
        ];
        let knows = tables.iter().any(|table| source.path.starts_with(table));
        for (number, line) in source.code().into_iter().filter(|_| !knows) {
            // A name of an operation of its own in quotes is a second place for a fact.
            for name in ["tanh", "relu", "sqrt", "sigmoid", "exp"] {
                let quoted = format!("\"{name}\"");
                assert!(!line.contains(&quoted), "{}:{number} names {name}", source.path);
            }
        }
    }
}

/// What looks like a path of the project in backticks, in the pages for those who change it.
#[test]
fn the_pages_for_developers_name_files_that_there_are() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut seen = 0;
    for page in ["ARCHITECTURE.md", "CONTRIBUTING.md", "docs/TESTING.md", "docs/PERFORMANCE.md"] {
        let text = std::fs::read_to_string(project.join(page)).expect("a page can be read");
        for name in text.split('`').skip(1).step_by(2) {
            let is_of_project =
                ["src/", "tests/", "benches/", "grammar/", "lessons/", "page/", "fuzz/", "docs/"]
                    .iter()
                    .any(|folder| name.starts_with(folder));
            let is_path = name.chars().all(|it| it.is_ascii_alphanumeric() || "/._-".contains(it));
            let is_made = ["fuzz/artifacts", "fuzz/corpus", "src/NAME.rs"];
            if is_of_project && is_path && !is_made.iter().any(|made| name.starts_with(made)) {
                assert!(project.join(name).exists(), "{page} names {name}, which is not there");
                seen += 1;
            }
        }
    }
    assert!(seen > 40, "{seen} paths were found");
}

/// A view lays out; what to type next is a sentence, which a report has.
#[test]
fn no_view_names_a_command() {
    let begins_command = |text: &str| {
        let starts = text.match_indices(':').map(|(at, _)| text.split_at(at));
        starts.into_iter().any(|(before, after)| {
            let is_open = before.is_empty() || before.ends_with([' ', '`']);
            is_open && after[1..].starts_with(|c: char| c.is_ascii_lowercase() || c == '{')
        })
    };
    for source in sources(&["src/render"]) {
        for (number, line) in source.code() {
            let named = line.split('"').skip(1).step_by(2).find(|text| begins_command(text));
            assert_eq!(named, None, "{}:{number} names a command", source.path);
        }
    }
}
