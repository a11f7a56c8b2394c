//! House rules that a reader would otherwise have to check: every file says what it is for, rooms use
//! only the rooms they may, and only the shell prints.

// What does not go as expected ends the test.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// The table of ARCHITECTURE.md whose first column has this heading, row by row, without backticks.
fn table(heading: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("ARCHITECTURE.md");
    let text = std::fs::read_to_string(path).expect("the map can be read");
    let start = format!("| {heading} |");
    let lines = text.lines().skip_while(|line| !line.starts_with(&start)).skip(2);
    let cells = |line: &str| line.split('|').map(|cell| cell.trim().replace('`', "")).collect();
    let rows: Vec<Vec<String>> =
        lines.take_while(|line| line.starts_with('|')).map(cells).collect();
    assert!(rows.len() > 5, "the map has no table of each {heading}");
    // A bar opens and closes a row.
    rows.into_iter().map(|row| row[1..row.len() - 1].to_vec()).collect()
}

/// Rooms and what each may use; `crate::x` in any other is a road that goes back.
fn rooms() -> Vec<(String, Vec<String>)> {
    let uses =
        |cell: &str| cell.split(", ").filter(|name| !name.is_empty()).map(str::to_owned).collect();
    table("room").into_iter().map(|row| (row[0].clone(), uses(&row[2]))).collect()
}

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

/// The room that a file belongs to, or the crate that it is the root of.
fn room_of(source: &Source) -> &str {
    let inside = source.path.trim_start_matches("src/").trim_start_matches("engine/");
    inside.split('/').next().unwrap_or_default().trim_end_matches(".rs")
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
    let rooms = rooms();
    let find = |name: &str| rooms.iter().find(|(room, _)| room == name);
    let mut wrong = Vec::new();
    let mut uses: HashSet<(String, String)> = HashSet::new();
    for source in sources(&["src"]) {
        let own = room_of(&source);
        let Some((_, may)) = find(own) else {
            assert!(["lib", "main"].contains(&own), "{} is in no room", source.path);
            continue;
        };
        for (number, line) in code(&source) {
            for used in named_after(line, "crate::").into_iter().filter(|name| find(name).is_some())
            {
                if used != own && !may.iter().any(|room| room == used) {
                    wrong.push(format!("{}:{number} uses {used}", source.path));
                }
                uses.insert((own.to_owned(), used.to_owned()));
            }
        }
    }
    // A row that allows what nobody does says too much.
    for (room, may) in &rooms {
        for other in may.iter().filter(|other| !uses.contains(&(room.clone(), other.to_string()))) {
            wrong.push(format!("ARCHITECTURE.md: {room} uses {other} no more"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn crates_are_known_to_one_place() {
    for row in table("crate") {
        let (name, place) = (&row[0], &row[1]);
        let mut seen = false;
        for source in sources(&["src"]) {
            let here = source.path.starts_with(place);
            for (number, line) in code(&source) {
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
        for (number, line) in code(&source) {
            let place = format!("{}:{number}", source.path);
            assert!(!line.contains("unsafe"), "{place} is unsafe");
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
        let is_for_tests = ["tests", "samples"].iter().any(|name| source.path.contains(name));
        let knows = source.path.starts_with("src/engine/ops") || is_for_tests;
        for (number, line) in code(&source).into_iter().filter(|_| !knows) {
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
                ["src/", "tests/", "benches/", "grammar/", "page/", "fuzz/", "docs/"]
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
    for source in sources(&["src/views"]) {
        for (number, line) in code(&source) {
            let named = line.split('"').skip(1).step_by(2).find(|text| begins_command(text));
            assert_eq!(named, None, "{}:{number} names a command", source.path);
        }
    }
}
