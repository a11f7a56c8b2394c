//! A formula that is the same and does not fail, if the table of rewrites knows one.

use super::super::Context;
use crate::graph::{Atom, Formula, Found, Operand, Order, Value, number_among, text_of};
use crate::ops::{Rewrite, UNLESS, WHEN};
use crate::report::{Cell, Record, Wording, numbers};

/// What was found, and the graph with it in place.
pub struct Cure {
    found: Found,
    order: Order,
}

/// The most atoms of a formula that is shown whole.
const LONGEST: usize = 16;

impl Cure {
    /// Finds a rewrite with the node of this number in it, after which the root is better.
    pub fn find(order: &Order, number: usize, is_better: impl Fn(&Order) -> bool) -> Option<Cure> {
        let found = order.rewrites(number).into_iter().filter(Found::holds);
        let mut cures = found.filter_map(|found| {
            let order = found.applied(order)?;
            Some(Cure { found, order })
        });
        cures.find(|cure| is_better(&cure.order))
    }

    /// `sqrt(x)^2 is x, as long as x is not negative: …`
    pub fn sentence(&self, wording: Wording<'_>) -> String {
        let (from, to) = (self.text(wording, |it| it.from), self.text(wording, |it| it.to));
        let domain = match self.found.rewrite.domain {
            "" => String::new(),
            _ => format!(", as long as {} is not negative", self.text(wording, |it| it.domain)),
        };
        format!("{from} is {to}{domain}: {}", self.found.rewrite.because)
    }

    /// `y = x has the value 0, and dy/dx = 1`, of the root with it in place.
    pub fn outcome(&self, wording: Wording<'_>, leaf: Option<&Value>) -> Option<String> {
        let root = wording.order.root()?;
        let name = wording.names.call(root);
        let value = self.order.root()?;
        let old = |node: &Value| wording.order.contains(node) && !wording.is_inner(node);
        let formula = Formula::of(&Operand::Value(value.clone()), |it| !old(it), LONGEST);
        let is_gate =
            |atom: &Atom| matches!(atom, Atom::Operation(it) if it.is(WHEN) || it.is(UNLESS));
        let is_short = !formula.is_cut && formula.atoms.len() <= LONGEST;
        let is_short = is_short && !formula.atoms.iter().any(is_gate);
        let write = |number| number_among(wording.names, number, |it| numbers::answer(it, None));
        let written = if is_short {
            let text = text_of(&formula.atoms, |it| wording.names.call(it), write);
            format!("{name} = {}", text.strip_prefix("--").unwrap_or(&text))
        } else {
            format!("{name} with it")
        };
        let grad = leaf
            .and_then(|leaf| Some((leaf, *self.order.grads().get(self.order.number_of(leaf)?)?)));
        let grad = grad.filter(|(_, grad)| grad.is_finite()).map(|(leaf, grad)| {
            let leaf = wording.names.call(leaf);
            format!(" and d{name}/d{leaf} = {}", numbers::answer(grad, None))
        });
        let data = if value.is_per_row() {
            String::new()
        } else {
            format!(" has the value {}", numbers::answer(value.data(), None))
        };
        Some(format!("{written}{data}{}", grad.unwrap_or_default()))
    }

    /// What it says as named values.
    pub fn facts(&self, wording: Wording<'_>) -> Record {
        vec![
            ("from", Cell::text(self.text(wording, |it| it.from))),
            ("to", Cell::text(self.text(wording, |it| it.to))),
        ]
    }

    fn text(&self, wording: Wording<'_>, of: impl Fn(&Rewrite) -> &'static str) -> String {
        let write = |number| number_among(wording.names, number, |it| numbers::answer(it, None));
        let is_inner = |it: &Value| wording.is_inner(it);
        self.found.text(of, is_inner, |it| wording.names.call(it), write)
    }
}

/// Tells whether the root of an order is finite.
pub fn is_finite(order: &Order) -> bool {
    order.root().is_some_and(|root| root.data().is_finite())
}

/// Tells whether the grad of a node is finite in a pass of an order.
pub fn has_grad(order: &Order, node: &Value) -> bool {
    let number = order.number_of(node);
    number.is_none_or(|number| order.grads().get(number).is_some_and(|grad| grad.is_finite()))
}

/// The context's wording.
pub fn wording(context: &Context) -> Wording<'_> {
    Wording { order: &context.pass.order, names: &context.pass.names }
}
