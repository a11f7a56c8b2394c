//! The rule of ARCHITECTURE.md: a room uses only rooms above it in the table.

// What does not go as expected ends the test.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use crate::support::sources::{Source, sources, table};
use std::collections::{BTreeMap, BTreeSet};

const PAGE: &str = "ARCHITECTURE.md";

/// The rooms, in the order of the table.
fn rooms() -> Vec<String> {
    let rows = table(PAGE, "room | what it holds");
    let rooms: Vec<String> = rows.into_iter().map(|row| row[0].clone()).collect();
    assert!(rooms.len() > 20, "the table of rooms is not found");
    rooms
}

/// The room of a file: its first folder, in `core` and `parts` with the second. What lies beside the
/// folders is the room `src`.
fn room_of(path: &str) -> String {
    let parts: Vec<&str> = path.split('/').skip(1).collect();
    match parts.as_slice() {
        ["core" | "parts", room, _, ..] => format!("{}/{room}", parts[0]),
        ["core" | "parts", _] | [_] => "src".to_owned(),
        [room, ..] => (*room).to_owned(),
        [] => unreachable!("a path has a name"),
    }
}

/// The rooms that a path in the code names after `crate::`, such as `parts::fit` or those in
/// `parts::{fit, solve}`.
fn named_after_crate(rest: &str) -> Vec<String> {
    let name = |text: &str| -> String {
        text.trim().chars().take_while(|it| it.is_alphanumeric() || *it == '_').collect()
    };
    let first = name(rest);
    if !["core", "parts"].contains(&first.as_str()) {
        return vec![first];
    }
    let after = rest[first.len()..].strip_prefix("::").unwrap_or_default();
    let Some(inside) = after.strip_prefix('{') else {
        return vec![format!("{first}/{}", name(after))];
    };
    let mut depth = 0;
    let mut names = vec![String::new()];
    for c in inside.chars() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => names.push(String::new()),
            _ if depth == 0 => names.last_mut().expect("one at least").push(c),
            _ => {}
        }
    }
    let names = names.iter().map(|text| name(text)).filter(|text| !text.is_empty());
    names.map(|text| format!("{first}/{text}")).collect()
}

/// The rooms that a file uses.
fn uses(source: &Source) -> BTreeSet<String> {
    let code: Vec<&str> = source.code().into_iter().map(|(_, line)| line).collect();
    let code = code.join("\n");
    code.split("crate::").skip(1).flat_map(named_after_crate).collect()
}

/// What breaks the first rule: files, each with the rooms below its own that it uses.
fn exceptions() -> BTreeMap<String, BTreeSet<String>> {
    let rooms = rooms();
    let place = |room: &String| rooms.iter().position(|other| other == room);
    let mut found = BTreeMap::new();
    for source in sources(&["src"]) {
        let own = room_of(&source.path);
        assert!(place(&own).is_some(), "{} is in no room of {PAGE}", source.path);
        let below = |other: &String| place(other) > place(&own);
        let below: BTreeSet<String> = uses(&source).into_iter().filter(below).collect();
        if !below.is_empty() && own != "src" {
            found.insert(source.path, below);
        }
    }
    found
}

#[test]
fn rooms_use_only_rooms_above_them() {
    let found = exceptions();
    assert!(found.is_empty(), "these files use rooms below their own: {found:#?}");
}

#[test]
fn the_path_of_a_line_names_functions_that_exist() {
    let path = table(PAGE, "step | function | file");
    assert!(path.len() >= 10, "the table of functions is not found");
    let files = sources(&["src"]);
    for row in path {
        let [_, function, file] = row.as_slice() else { panic!("{row:?} has not three cells") };
        let source = files.iter().find(|source| source.path == *file).expect("a file of src/");
        let begins = [format!("fn {function}("), format!("fn {function}<")];
        let has_function = begins.iter().any(|start| source.text.contains(start));
        assert!(has_function, "{file} has no {function}");
    }
}
