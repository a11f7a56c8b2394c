//! The graph for Graphviz, drawn as micrograd's `draw_dot` does.

use std::fmt::Write;

use super::{Export, Writer};
use crate::render::{Diagram, Style};
use crate::report::Pass;

/// Graphviz.
pub const DOT: Export = Export {
    name: "dot",
    endings: &["dot", "gv"],
    help: "for Graphviz, in the shape of the lecture's draw_dot",
    write: Writer::Pass(write),
};

/// Writes a record for each node, an ellipse for each operation, and an edge for each use.
fn write(pass: &Pass, style: &Style) -> String {
    let mut text = "digraph {\n\tgraph [rankdir=LR]\n".to_owned();
    for (number, node) in Diagram::boxes(pass, style).enumerate() {
        let [name, data, grad] = node.cells().map(|text| escaped(&text, RECORD));
        let label = format!("{{ {name} | {data} | {grad} }}");
        let _ = writeln!(text, "\tn{number} [label=\"{label}\" shape=record]");
        if !node.operation.is_empty() {
            let label = escaped(&node.operation, PLAIN);
            let _ = writeln!(text, "\tn{number}_op [label=\"{label}\"]");
            let _ = writeln!(text, "\tn{number}_op -> n{number}");
        }
    }
    for edge in Diagram::edges(pass) {
        let _ = writeln!(text, "\tn{} -> n{}_op", edge.operand, edge.user);
    }
    text + "}\n"
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
