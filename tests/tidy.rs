//! House rules that a reader would otherwise have to check: every file says what it is for, rooms use
//! only the rooms they may, and only the shell prints.

// What does not go as expected ends the test.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use std::path::{Path, PathBuf};

/// Rooms and what each may use; `crate::x` in any other is a road that goes back.
const ROOMS: &[(&str, &[&str])] = &[
    ("ops", &[]),
    // Precedence, arity and names of operations are facts of their table.
    ("language", &["ops"]),
    ("graph", &["ops", "language"]),
    // It keeps the pass by hand and the quiz that a learner is in the middle of.
    ("session", &["graph", "language", "ops", "teach"]),
    ("report", &["graph", "language", "ops"]),
    ("teach", &["graph", "ops", "session", "report", "language"]),
    // Of the views the tables of formats and exports, whose names are arguments, and what draws a
    // file that a command was asked to write.
    ("commands", &["session", "teach", "report", "graph", "language", "ops", "views"]),
    ("views", &["graph", "report", "language", "ops"]),
    ("shell", &["commands", "views", "report", "session", "graph", "language", "ops", "teach"]),
];

/// Crates that one place alone may know.
const KNOWN_TO: &[(&str, &str)] = &[
    ("pest", "src/language/parse.rs"),
    ("pest_derive", "src/language/parse.rs"),
    ("rustyline", "src/shell/"),
    ("colored", "src/shell/paint.rs"),
    ("clap", "src/main.rs"),
];

struct Source {
    /// The path in the project, with `/`.
    path: String,
    text: String,
}

fn sources(folders: &[&str]) -> Vec<Source> {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut work: Vec<PathBuf> = folders.iter().map(|folder| project.join(folder)).collect();
    let mut found = Vec::new();
    while let Some(path) = work.pop() {
        if path.is_dir() {
            let entries = std::fs::read_dir(&path).expect("a folder can be read");
            work.extend(entries.map(|entry| entry.expect("an entry").path()));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(&path).expect("a file can be read");
            let path = path.strip_prefix(project).expect("inside").to_string_lossy();
            found.push(Source { path: path.replace('\\', "/"), text });
        }
    }
    assert!(!found.is_empty());
    found
}

/// The source without comments and without its tests.
fn code(source: &Source) -> Vec<(usize, &str)> {
    if source.path.ends_with("/tests.rs") {
        return Vec::new();
    }
    let text = source.text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = text.lines().enumerate().map(|(number, line)| (number + 1, line));
    lines.filter(|(_, line)| !line.trim_start().starts_with("//")).collect()
}

/// The names that follow `prefix::` in a line, those in braces too.
fn named_after<'line>(line: &'line str, prefix: &str) -> Vec<&'line str> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut names = Vec::new();
    for (at, found) in line.match_indices(prefix) {
        if line[..at].ends_with(is_name) {
            continue;
        }
        let rest = &line[at + found.len()..];
        match rest.strip_prefix('{') {
            Some(inside) => {
                names.extend(inside.split('}').next().unwrap_or_default().split(',').map(|part| {
                    part.trim().split(|c: char| !is_name(c)).next().unwrap_or_default()
                }))
            }
            None => names.push(rest.split(|c: char| !is_name(c)).next().unwrap_or_default()),
        }
    }
    names
}

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

#[test]
fn rooms_use_only_the_rooms_they_may() {
    let rooms: Vec<&str> = ROOMS.iter().map(|(room, _)| *room).collect();
    let mut wrong = Vec::new();
    let mut seen = 0;
    for source in sources(&["src"]) {
        let inside = source.path.trim_start_matches("src/").trim_end_matches(".rs");
        let own = inside.split('/').next().unwrap_or_default();
        let Some((_, may)) = ROOMS.iter().find(|(room, _)| *room == own) else {
            assert!(["lib", "main"].contains(&own), "{} is in no room", source.path);
            continue;
        };
        for (number, line) in code(&source) {
            for used in named_after(line, "crate::") {
                seen += 1;
                if rooms.contains(&used) && used != own && !may.contains(&used) {
                    wrong.push(format!("{}:{number} uses {used}", source.path));
                }
            }
        }
    }
    assert!(seen > 50, "imports are not found any more");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn crates_are_known_to_one_room() {
    for source in sources(&["src"]) {
        for (number, line) in code(&source) {
            for (name, place) in KNOWN_TO {
                let says = line.contains(&format!("{name}::"))
                    && !line.contains(&format!("_{name}::"))
                    && !line.contains(&format!("::{name}::"));
                assert!(!says || source.path.starts_with(place), "{}:{number}", source.path);
            }
        }
    }
}

#[test]
fn only_the_shell_prints_and_nothing_is_unsafe() {
    for source in sources(&["src"]) {
        for (number, line) in code(&source) {
            let place = format!("{}:{number}", source.path);
            assert!(!line.contains("unsafe "), "{place} is unsafe");
            let prints = ["print!(", "println!(", "eprint!(", "eprintln!(", "dbg!("];
            let macros = prints.iter().any(|print| line.contains(print));
            // They panic when they cannot write; the shell writes through handles too.
            assert!(!macros, "{place} prints through a macro");
            let streams = ["io::stdout", "io::stderr", "io::stdin"];
            if streams.iter().any(|stream| line.contains(stream)) {
                assert!(source.path.starts_with("src/shell"), "{place} touches a stream");
            }
        }
    }
}

#[test]
fn only_parse_means_the_grammar_and_only_tables_name_operations() {
    for source in sources(&["src"]) {
        // How an operation is typeset is a matter of the typesetting.
        let typesets = source.path == "src/views/export/latex.rs";
        let knows = source.path.starts_with("src/ops") || source.path.contains("tests") || typesets;
        for (number, line) in code(&source).into_iter().filter(|_| !knows) {
            // A name of an operation of its own in quotes is a second place for a fact.
            for name in ["tanh", "relu", "sqrt", "sigmoid", "exp"] {
                let quoted = format!("\"{name}\"");
                assert!(!line.contains(&quoted), "{}:{number} names {name}", source.path);
            }
        }
    }
}
