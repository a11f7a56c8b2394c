//! The graph as a mermaid flowchart.

use std::io;

use super::{Export, Writer};
use crate::render::{Canvas, Style, cells, class, operation};
use crate::report::{Pass, Role};

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
    most: None,
    can_be_blank: true,
    write: Writer::Pass(write),
};

/// Writes a box for each node, a circle for each operation, and an edge for each use.
fn write(pass: &Pass, style: &Style, canvas: &mut dyn Canvas) -> io::Result<()> {
    canvas.put(Role::Plain, "flowchart LR\n")?;
    canvas.put(Role::Plain, CLASSES)?;
    for (number, node) in pass.order.nodes().iter().enumerate() {
        let label = cells(pass, node, style).map(|text| escaped(&text)).join("<br>");
        let class = class(pass, node);
        let mut line = format!("\tn{number}[\"{label}\"]:::{class}\n");
        if !node.is_leaf() {
            let label = escaped(&operation(node, None));
            line.push_str(&format!("\tn{number}_op((\"{label}\"))\n"));
            line.push_str(&format!("\tn{number}_op --> n{number}\n"));
        }
        canvas.put(Role::Plain, &line)?;
    }
    for (operand, user) in pass.order.edges() {
        canvas.put(Role::Plain, &format!("\tn{operand} --> n{user}_op\n"))?;
    }
    Ok(())
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
