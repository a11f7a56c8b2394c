//! The graph as a mermaid flowchart.

use super::diagram::{Diagram, NodeBox};
use super::{Export, Writer};
use crate::render::Style;
use crate::report::Pass;

/// The classes of nodes by the sign of their grad, in colors readable on light and dark.
const CLASSES: &str = "\
\tclassDef positive stroke:#2a78d6,stroke-width:2px\n\
\tclassDef negative stroke:#d9730d,stroke-width:2px\n\
\tclassDef zero stroke:#8b8b86,stroke-dasharray:4\n\
\tclassDef wild stroke:#c2255c,stroke-width:3px\n";

pub const MERMAID: Export = Export {
    name: "mermaid",
    endings: &["mmd", "mermaid"],
    help: "a flowchart for Markdown",
    write: Writer::Pass(write),
};

/// Writes a box for each node, a circle for each operation, and an edge for each use.
fn write(pass: &Pass, style: &Style) -> String {
    let node = |own: &NodeBox, cells: [String; 3]| {
        let cells = cells.map(|text| escaped(&text)).join("<br>");
        format!("[\"{cells}\"]:::{}", own.class)
    };
    let operation = |label: &str| format!("((\"{}\"))", escaped(label));
    let head = format!("flowchart LR\n{CLASSES}");
    Diagram::in_lines(head, (pass, style), node, operation, "-->")
}

/// Escapes punctuation by its code, since mermaid parses labels as Markdown: a lone `*` is a list.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            ' ' | '.' | ',' => escaped.push(character),
            _ if character.is_alphanumeric() || !character.is_ascii() => escaped.push(character),
            _ => escaped.push_str(&format!("#{};", u32::from(character))),
        }
    }
    escaped
}
