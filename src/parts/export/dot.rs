//! The graph for Graphviz, drawn as micrograd's `draw_dot` does.

use super::diagram::{Diagram, NodeBox};
use super::{Export, Writer};
use crate::render::Style;
use crate::report::Pass;

pub const DOT: Export = Export {
    name: "dot",
    endings: &["dot", "gv"],
    help: "for Graphviz, in the style of the lecture's draw_dot",
    write: Writer::Pass(write),
};

/// Writes a record for each node, an ellipse for each operation, and an edge for each use.
fn write(pass: &Pass, style: &Style) -> String {
    let node = |_: &NodeBox, cells: [String; 3]| {
        let cells = cells.map(|text| escaped(&text, RECORD)).join(" | ");
        format!(" [label=\"{{ {cells} }}\" shape=record]")
    };
    let operation = |label: &str| format!(" [label=\"{}\"]", escaped(label, PLAIN));
    let head = "digraph {\n\tgraph [rankdir=LR]\n".to_owned();
    Diagram::in_lines(head, (pass, style), node, operation, "->") + "}\n"
}

/// Characters to escape inside quotes.
const PLAIN: &[char] = &['"', '\\'];
/// Characters to escape inside a record.
const RECORD: &[char] = &['"', '\\', '{', '}', '|', '<', '>'];

fn escaped(text: &str, special: &[char]) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if special.contains(&character) {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}
