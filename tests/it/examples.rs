//! Every script in examples/ prints what stands beside it in tests/examples, and the
//! tables of docs/ say what the code's tables say.

// What does not go as expected ends the test.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use crate::support::golden;
use crate::support::run;
use std::fmt::Write;

use gradcalc::internals::command;
use gradcalc::internals::ops;
use gradcalc::internals::ops::{Notation, Operation};
use gradcalc::internals::render;

#[test]
fn every_example_prints_what_it_should() {
    let mut agree = true;
    for script in golden::files("examples", "grad") {
        let name = script.file_name().expect("a name").to_str().expect("UTF-8");
        let folder = script.parent().expect("a folder");
        let outcome = run::run(folder, &["--echo", name], b"");
        assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""), "{name}");
        let golden = golden::project().join("tests/examples").join(name).with_extension("txt");
        agree &= golden::agrees(&golden, &outcome.stdout);
    }
    assert!(agree, "some examples print something else; see above");
}

#[test]
fn the_tables_of_the_docs_are_those_of_the_code() {
    let pages = [("operations", operations()), ("commands", commands()), ("running", formats())];
    for (page, table) in pages {
        let with_table = |text: &str| {
            let at = text.find("<!-- table -->\n").expect("a place for it") + 15;
            let end = at + text[at..].find("<!-- end -->").expect("the table's end");
            [&text[..at], &table, &text[end..]].concat()
        };
        let path = golden::project().join(format!("docs/{page}.md"));
        assert!(golden::page_agrees(&path, with_table), "{page}: the table differs; see above");
    }
}

/// A bar would end a cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

fn operations() -> String {
    let mut table = "| written | what it is | derivative |\n|---|---|---|\n".to_owned();
    for row in ops::operations() {
        let written = match row.notation {
            Notation::Infix { call: "", .. } => format!("`x {} y`", row.name),
            Notation::Infix { call, .. } => format!("`x {} y`, `{call}(x, y)`", row.name),
            Notation::Prefix { .. } => format!("`{}`", row.before("x")),
            Notation::Call if row.arity() == 1 => format!("`{}(x)`", row.name),
            Notation::Row => "`x[2]`".to_owned(),
            Notation::Call => format!("`{}(x, y)`", row.name),
        };
        let marks =
            row.aliases.iter().chain((!row.before_atom.is_empty()).then_some(&row.before_atom));
        let also: String = marks.map(|name| format!(", `{name}`")).collect();
        let partials: Vec<String> = (0..row.arity())
            .map(|index| format!("`{}`", Operation::partial_text(row, index)))
            .collect();
        let (what, partials) = (cell(row.help), cell(&partials.join(", ")));
        writeln!(table, "| {written}{also} | {what} | {partials} |").expect("memory");
    }
    table
}

fn commands() -> String {
    let mut table = String::new();
    for group in command::Group::ALL {
        writeln!(table, "| {} | |\n|---|---|", group.title()).expect("memory");
        for command in command::commands().filter(|row| row.group == group) {
            let (usage, summary) = (cell(&command.usage()), cell(&command.summary()));
            writeln!(table, "| `{usage}` | {summary} |").expect("memory");
        }
        table.push('\n');
    }
    table
}

fn formats() -> String {
    let names: Vec<String> =
        render::FORMATS.iter().map(|row| format!("- `{}`: {}", row.name, row.help)).collect();
    names.join("\n") + "\n"
}
