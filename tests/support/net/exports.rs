//! The exports that people look at call each node by the name that `:grad ROOT all` gives it.

use std::collections::HashSet;

use gradcalc::Session;
use gradcalc::internals::commands::{self, RunOptions};
use gradcalc::internals::views::Style;

use super::formats::written;

/// Holds the labels of every drawing of the current root, and the derivatives that a page states, to
/// the names in the table of all nodes. Returns their number.
pub fn labels_are_names(session: &mut Session) -> usize {
    let mut said = |statement: &str, format: &str| -> Option<String> {
        let report = commands::run(session, statement, RunOptions::default()).ok()?;
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
        // h1.2, of the network n n.h1.2.
        let place_of = label.rsplit_once('h').filter(|(of, _)| of.is_empty() || of.ends_with('.'));
        let place_of = place_of.and_then(|(_, place)| place.split_once('.'));
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let is_neuron = place_of.is_some_and(|(layer, at)| is_number(layer) && is_number(at));
        let is_network = label.ends_with(" leaves") || label.ends_with(" leaf");
        let is_drawn_whole = place == "svg" && (is_neuron || is_network);
        assert!(names.contains(label) || is_drawn_whole, "{label} of {place} is not in\n{table}");
    };
    let count = table.lines().count();
    let mut labels_of = |format: &str, begin: &str, end: &str| {
        let text = said(&format!(":export {format}"), "table").unwrap_or_default();
        let labels: Vec<String> = between(&text, begin, end).map(plain).collect();
        // Neurons of two calls are called alike.
        let mut named = labels.iter().filter(|label| names.contains(label.as_str()));
        let mut seen = HashSet::new();
        assert!(named.all(|label| seen.insert(label)), "two nodes of one name in\n{text}");
        labels.iter().for_each(|label| must_be_named(label, format));
        labels.len()
    };
    let drawn = labels_of("dot", "[label=\"{ ", " | data");
    assert_eq!(labels_of("mermaid", "[\"", "<br>data"), drawn);
    // A network of many nodes is drawn by its neurons, and too large a graph not at all.
    assert!(labels_of("svg", "<text class=\"name\"", "</text>") <= drawn.min(count));
    let page = said(":export html", "table").unwrap_or_default();
    for heading in between(&page, "<h2>", "</h2>") {
        // What the picture calls otherwise has both names.
        let label = plain(heading.split(" = ").next().unwrap_or_default());
        must_be_named(label.rsplit(": ").next().unwrap_or_default(), "html");
    }
    // The first of several names stands in formulas.
    let first: HashSet<&str> =
        names.iter().flat_map(|name| [*name, name.split(',').next().unwrap_or_default()]).collect();
    for line in between(&page, "<p>", "</p>").filter(|line| line.contains('/')) {
        for fraction in line.split('∂').skip(1).chain(line.split("× d").skip(1)) {
            let Some((_, below)) = fraction.split_once("/∂").or(fraction.split_once("/d")) else {
                continue;
            };
            let name = below.split(" = ").next().unwrap_or_default();
            let name = plain(name.split(" × ").next().unwrap_or_default().trim());
            assert!(first.contains(name.as_str()), "d/d{name} of {line} is not in\n{table}");
        }
    }
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
