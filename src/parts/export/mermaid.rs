//! The graph as a mermaid flowchart.

use std::fmt::Write;

use super::{Export, Writer};
use crate::render::{Diagram, Style};
use crate::report::Pass;

/// The classes of nodes by the sign of their grad, in colors readable on light and dark.
const CLASSES: &str = "\
\tclassDef positive stroke:#2a78d6,stroke-width:2px\n\
\tclassDef negative stroke:#d9730d,stroke-width:2px\n\
\tclassDef zero stroke:#8b8b86,stroke-dasharray:4\n\
\tclassDef wild stroke:#c2255c,stroke-width:3px\n";

/// Mermaid.
pub const MERMAID: Export = Export {
    name: "mermaid",
    endings: &["mmd", "mermaid"],
    help: "a flowchart for Markdown that renders mermaid",
    write: Writer::Pass(write),
};

/// Writes a box for each node, a circle for each operation, and an edge for each use.
fn write(pass: &Pass, style: &Style) -> String {
    let mut text = format!("flowchart LR\n{CLASSES}");
    for (number, node) in Diagram::boxes(pass, style).enumerate() {
        let label = node.cells().map(|text| escaped(&text)).join("<br>");
        let _ = writeln!(text, "\tn{number}[\"{label}\"]:::{}", node.class);
        if !node.operation.is_empty() {
            let label = escaped(&node.operation);
            let _ = writeln!(text, "\tn{number}_op((\"{label}\"))");
            let _ = writeln!(text, "\tn{number}_op --> n{number}");
        }
    }
    for edge in Diagram::edges(pass) {
        let _ = writeln!(text, "\tn{} --> n{}_op", edge.operand, edge.user);
    }
    text
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
