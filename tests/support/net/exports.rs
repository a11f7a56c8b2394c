//! The exports that people look at call each node by the name that `:grad ROOT all` gives it.

use std::collections::HashSet;

use gradcalc::Session;
use gradcalc::internals::command;
use gradcalc::internals::command::RunOptions;
use gradcalc::internals::render::Style;

use super::formats::written;

/// Holds the labels of every drawing of the current root to the names in the table of
/// all nodes. Returns their number.
pub fn labels_are_names(session: &mut Session) -> usize {
    let mut said = |statement: &str, format: &str| -> Option<String> {
        let report = command::run(session, statement, RunOptions::default()).ok()?;
        Some(written(format, &report, &Style::plain(None)))
    };
    let Some(table) = said(":grad all", "table") else {
        return 0;
    };
    let names: HashSet<&str> =
        table.lines().flat_map(|line| line.split("  ")).map(str::trim).collect();
    let mut seen = 0;
    let mut must_be_named = |label: &str, place: &str| {
        seen += 1;
        assert!(names.contains(label), "{label} of {place} is not in\n{table}");
    };
    let mut labels_of = |format: &str, begin: &str, end: &str| {
        let text = said(&format!(":export {format}"), "table").unwrap_or_default();
        let labels: Vec<String> = between(&text, begin, end).map(plain).collect();
        let mut seen = HashSet::new();
        let are_different = labels.iter().all(|label| seen.insert(label));
        assert!(are_different, "two nodes of one name in\n{text}");
        labels.iter().for_each(|label| must_be_named(label, format));
        labels.len()
    };
    let drawn = labels_of("dot", "[label=\"{ ", " | data");
    assert_eq!(labels_of("mermaid", "[\"", "<br>data"), drawn);
    // Too large a graph is no picture.
    assert!([0, drawn].contains(&labels_of("svg", "<text class=\"name\"", "</text>")));
    seen
}

/// The texts between two marks.
fn between<'text>(
    text: &'text str,
    begin: &'text str,
    end: &'text str,
) -> impl Iterator<Item = &'text str> {
    text.split(begin).skip(1).filter_map(move |rest| rest.split(end).next())
}

/// A label without the marks of its format.
fn plain(label: &str) -> String {
    // What stands before the text of an element of a picture are its attributes.
    let label = label.rsplit_once('>').map_or(label, |(_, text)| text);
    let mut plain = label.replace('\\', "").replace("&gt;", ">").replace("&lt;", "<");
    plain = plain.replace("&quot;", "\"").replace("&amp;", "&");
    while let Some((before, (code, after))) =
        plain.split_once('#').and_then(|(before, rest)| Some((before, rest.split_once(';')?)))
    {
        let character =
            code.parse().ok().and_then(char::from_u32).expect("the code of a character");
        plain = format!("{before}{character}{after}");
    }
    plain
}
