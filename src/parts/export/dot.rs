//! The graph for Graphviz, drawn as micrograd's `draw_dot` does.

use std::io;

use super::{Export, Writer};
use crate::render::{Canvas, Style, cells, operation};
use crate::report::{Pass, Role};

/// Graphviz.
pub const DOT: Export = Export {
    name: "dot",
    endings: &["dot", "gv"],
    help: "for Graphviz, in the shape of the lecture's draw_dot",
    most: None,
    can_be_blank: true,
    write: Writer::Pass(write),
};

/// Writes a record for each node, an ellipse for each operation, and an edge for each use.
fn write(pass: &Pass, style: &Style, canvas: &mut dyn Canvas) -> io::Result<()> {
    canvas.put(Role::Plain, "digraph {\n\tgraph [rankdir=LR]\n")?;
    for (number, node) in pass.order.nodes().iter().enumerate() {
        let [name, data, grad] = cells(pass, node, style).map(|text| escaped(&text, RECORD));
        let mut line =
            format!("\tn{number} [label=\"{{ {name} | {data} | {grad} }}\" shape=record]\n");
        if !node.is_leaf() {
            let label = escaped(&operation(node, None), PLAIN);
            line.push_str(&format!("\tn{number}_op [label=\"{label}\"]\n"));
            line.push_str(&format!("\tn{number}_op -> n{number}\n"));
        }
        canvas.put(Role::Plain, &line)?;
    }
    for (operand, user) in pass.order.edges() {
        canvas.put(Role::Plain, &format!("\tn{operand} -> n{user}_op\n"))?;
    }
    canvas.put(Role::Plain, "}\n")
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
