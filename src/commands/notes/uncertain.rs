//! Notes on `±` that may be another one than was meant.

use crate::graph::{Order, Value};
use crate::language::{Kind, Step, Tree};
use crate::ops::SQRT;
use crate::report::Part;
use crate::session::{self, Assumed, Session};

/// Returns the note that `±` before a square root makes an uncertainty, and not two values.
pub fn both_roots(tree: &Tree<'_>) -> Option<Part> {
    let is_root = |step: &Step| match step.kind {
        Kind::Operation(operation) => operation.is(SQRT),
        Kind::Call(_) => step.span.of(tree.text) == SQRT.name,
        _ => false,
    };
    let is_meant = tree.steps.windows(2).any(|two| match two {
        [root, mark] => matches!(mark.kind, Kind::PlusMinus) && is_root(root),
        _ => false,
    });
    let text = "± makes an uncertain number of this; for both values write one with + and one with -, \
                or :solve the equation";
    is_meant.then(|| Part::Note(text.to_owned()))
}

/// A change by less than this part of an uncertainty may be rounding.
const NEGLIGIBLE: f64 = 1e-9;

/// Returns the note on a ± that is 0 since all slopes by what is uncertain are.
pub fn flat(session: &mut Session, value: &Value) -> Option<Part> {
    if value.is_leaf() || session.uncertainty(value) != Some(0.0) {
        return None;
    }
    let propagation = session::propagate(session, value, Assumed::Own).ok()?;
    let order = Order::until(session.stop(), [value]);
    // What cancels stays where it is, however far a leaf goes.
    let moves = propagation.inputs().iter().any(|input| {
        let at = order.number_of(&input.leaf).filter(|_| !input.leaf.is_per_row());
        let there = |at| order.perturb(at).root_at(input.leaf.data() + input.u);
        at.map(there).is_some_and(|there| (there - value.data()).abs() > NEGLIGIBLE * input.u)
    });
    let is_flat = moves && propagation.inputs().iter().all(|input| input.contribution() == 0.0);
    let name = session.names().reference(value);
    let text = format!(
        "± is 0 to first order, as the slope is 0 here; :budget {name} shows what random trials say"
    );
    is_flat.then_some(Part::Note(text))
}
