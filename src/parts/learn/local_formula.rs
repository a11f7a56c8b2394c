//! A local derivative as a formula, and common misreadings of it.

use crate::core::graph::Value;
use crate::core::session::Names;
use crate::parts::formula::{self, Atom, Reading, local_formula, read_formula, text_of};
use crate::report::{number_among, numbers};

/// A local derivative as a formula.
#[derive(Debug, Clone, PartialEq)]
pub struct Formula {
    /// Its text.
    pub text: String,
    /// Its number, if the formula is just a number.
    pub number: Option<f64>,
    /// The names and data of its nodes.
    pub nodes: Vec<(String, f64)>,
}

impl Formula {
    /// Returns true if it needs no parentheses in a product.
    pub fn is_atom(&self) -> bool {
        !self.text.contains([' ', '/']) && !self.text.starts_with('-')
    }
}

/// The local derivative of `node` with respect to operand `index`.
pub fn formula(names: &Names, node: &Value, index: usize) -> Formula {
    let Some(local) = local_formula(node, index) else {
        // Not reached: a leaf has no operands, and tests parse the formulas of all operations.
        return Formula { text: "0".to_owned(), number: Some(0.0), nodes: Vec::new() };
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
    Formula { text: text(names, &local), number, nodes }
}

fn text(names: &Names, formula: &formula::Formula) -> String {
    let answer = |number| numbers::answer(number, None);
    let number = |number| number_among(names, number, answer);
    text_of(&formula.atoms, |node| names.call(node), number)
}

/// A local derivative that was misread.
#[derive(Debug, Clone)]
pub struct Misread {
    /// The misread formula.
    pub text: String,
    /// Its number.
    pub local: f64,
}

/// The local derivative of `node` with respect to operand `index`, read in this way.
pub fn misread(names: &Names, node: &Value, index: usize, reading: Reading) -> Option<Misread> {
    let (formula, local) = read_formula(node, index, reading)?;
    Some(Misread { text: text(names, &formula), local })
}
