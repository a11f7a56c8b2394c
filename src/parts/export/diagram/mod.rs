//! A pass as a diagram: a box for each node, an ellipse for each operation, an edge for each use.

mod layout;
mod shapes;
mod svg;

use crate::core::graph::Use;
use crate::render::line_writer::{WIDEST, clipped_inside};
use crate::render::{ELLIPSIS, Style, operation};
use crate::report::{Pass, Role, numbers};
pub use layout::{Frame, Layout, Point, is_tangled, levels};
pub use shapes::{FORMS, Form};
pub use svg::{Drawing, picture};

/// The boxes and edges of a pass with their numbers: what SVG, dot, mermaid and the page draw.
#[derive(Debug, Default)]
pub struct Diagram {
    /// The boxes, by node number.
    pub boxes: Vec<NodeBox>,
    /// One edge for each use.
    pub edges: Vec<Edge>,
}

/// The box of a node, behind the ellipse of its operation.
#[derive(Debug, Default)]
pub struct NodeBox {
    pub name: String,
    pub data: String,
    /// The grad; blank if it is unknown.
    pub grad: String,
    /// The characters that wider numbers may take.
    pub room: usize,
    /// The class of the grad's sign; that of 0 for an unknown grad.
    pub class: &'static str,
    /// The operation with its constant operands; empty for a leaf.
    pub operation: String,
    /// True if a branch does not use it.
    pub is_left_out: bool,
    pub shape: Shape,
    /// True if a small circle has no room for the name.
    pub is_minor: bool,
}

/// How a node is drawn.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// A box with its name, data and grad.
    #[default]
    Box,
    /// The circle of a neuron.
    Neuron,
    /// The circle of an input of neurons.
    Input,
}

/// The edge of a use.
#[derive(Debug)]
pub struct Edge {
    /// The node that is used.
    pub operand: usize,
    /// The node that uses it.
    pub user: usize,
    /// The index of the operand, or of the edge among all that lead to a neuron.
    pub index: usize,
    /// True if it is the line of a weight.
    pub is_weight: bool,
    /// True if a branch does not use it.
    pub is_left_out: bool,
}

/// The blank for a grad to fill in.
const BLANK: &str = "        ";
/// The significant digits of a constant beside an operation.
const DIGITS: usize = 5;

impl Diagram {
    /// The diagram of all nodes of a pass.
    pub fn of(pass: &Pass, style: &Style) -> Diagram {
        let boxes = Diagram::boxes(pass, style).collect();
        Diagram { boxes, edges: Diagram::edges(pass).collect() }
    }

    fn boxes(pass: &Pass, style: &Style) -> impl Iterator<Item = NodeBox> {
        let digits = style.digits;
        let number = move |number: f64| numbers::table(number, digits);
        pass.order.nodes().iter().map(move |node| NodeBox {
            name: clipped_inside(pass.all_names(node), WIDEST, ELLIPSIS),
            data: node.text().unwrap_or_else(|| number(node.data())),
            grad: pass.grad(node).map_or_else(|| BLANK.to_owned(), number),
            class: Role::of(pass.grad(node).unwrap_or(0.0)).class(),
            operation: operation(node, |number| numbers::significant(number, DIGITS)),
            is_left_out: pass.is_left_out(node),
            ..NodeBox::default()
        })
    }

    fn edges(pass: &Pass) -> impl Iterator<Item = Edge> {
        pass.order.links().map(|(operand, edge)| Edge {
            operand,
            user: edge.user,
            index: edge.index,
            is_weight: false,
            is_left_out: pass.is_use_left_out(edge),
        })
    }

    /// Writes a pass as text: a line for each node, operation and edge.
    pub fn in_lines(
        mut text: String,
        (pass, style): (&Pass, &Style),
        node: impl Fn(&NodeBox, [String; 3]) -> String,
        operation: impl Fn(&str) -> String,
        arrow: &str,
    ) -> String {
        for (number, own) in Diagram::boxes(pass, style).enumerate() {
            let cells =
                [own.name.clone(), format!("data {}", own.data), format!("grad {}", own.grad)];
            text += &format!("\tn{number}{}\n", node(&own, cells));
            if !own.operation.is_empty() {
                text += &format!("\tn{number}_op{}\n", operation(&own.operation));
                text += &format!("\tn{number}_op {arrow} n{number}\n");
            }
        }
        for Edge { operand, user, .. } in Diagram::edges(pass) {
            text += &format!("\tn{operand} {arrow} n{user}_op\n");
        }
        text
    }
}

impl Edge {
    /// The id; the edge from an operation to its node `n3` is `r3`.
    pub fn id(&self) -> String {
        let kind = if self.is_weight { "w" } else { "u" };
        format!("{kind}{}-{}", self.user, self.index)
    }
}

/// The id of the edge of a use.
pub fn edge_id(edge: Use) -> String {
    format!("u{}-{}", edge.user, edge.index)
}
