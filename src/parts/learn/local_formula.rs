//! A local derivative as a formula.

use crate::core::graph::Value;
use crate::core::session::Names;
use crate::parts::formula::{self, Atom, local_formula, text_of};
use crate::report::{number_among, numbers};

/// A local derivative as a formula: its text and its atoms.
#[derive(Debug, Clone, Default)]
pub struct Formula {
    pub text: String,
    pub atoms: Vec<Atom>,
}

impl Formula {
    /// Returns true if it is a number alone.
    pub fn is_number(&self) -> bool {
        matches!(self.atoms.as_slice(), [Atom::Number(_)])
    }

    /// Returns true if it needs no parentheses in a product.
    pub fn is_atom(&self) -> bool {
        !self.text.contains([' ', '/']) && !self.text.starts_with('-')
    }
}

/// The local derivative of `node` with respect to operand `index`; of a leaf, which has no operands, an empty one.
pub fn formula(names: &Names, node: &Value, index: usize) -> Formula {
    let Some(local) = local_formula(node, index) else { return Formula::default() };
    Formula { text: text(names, &local), atoms: local.atoms }
}

/// A formula of nodes by their names.
pub fn text(names: &Names, formula: &formula::Formula) -> String {
    let number = |number| number_among(names, number, |it| numbers::answer(it, None));
    text_of(&formula.atoms, |node| names.call(node), number)
}
