//! A local derivative as a person would write it, and the nodes it is about.

use crate::graph::{Atom, Names, Value, local_formula};
use crate::language::exact;
use crate::report::{self, text_of};

/// A local derivative as a formula.
#[derive(Debug, Clone, PartialEq)]
pub struct Formula {
    /// Its text.
    pub text: String,
    /// The number, when it is one and nothing else.
    pub number: Option<f64>,
    /// The nodes it names, with what they are called.
    pub nodes: Vec<(String, f64)>,
}

impl Formula {
    /// Whether it needs no parentheses in a product.
    pub fn is_atom(&self) -> bool {
        !self.text.contains([' ', '/']) && !self.text.starts_with('-')
    }
}

/// The local derivative of `node` with respect to operand `index`.
pub fn formula(names: &Names, node: &Value, index: usize) -> Formula {
    let Some(local) = local_formula(node, index) else {
        // A leaf has no operands; the rows of operations are tested to be readable.
        return Formula { text: exact(0.0), number: Some(0.0), nodes: Vec::new() };
    };
    let number = match local.atoms.as_slice() {
        [Atom::Number(number)] => Some(*number),
        _ => None,
    };
    let mut nodes: Vec<(String, f64)> = Vec::new();
    for atom in &local.atoms {
        if let Atom::Node(value) = atom {
            let name = names.call(value);
            if !nodes.iter().any(|(known, _)| *known == name) {
                nodes.push((name, value.data()));
            }
        }
    }
    let text = text_of(&report::Formula::terms(&local, names), exact);
    Formula { text, number, nodes }
}
