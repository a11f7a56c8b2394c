//! The reason for a standard uncertainty that is inf or nan, and what to type.

use crate::core::graph::{Label, Operand, Order, Value};
use crate::core::language::exact;
use crate::core::ops::ROW_OF;
use crate::core::session::Session;
use crate::parts::learn::Wording;

impl Session {
    /// The note on a node's standard uncertainty `u` if it is inf or nan: the cause, and what to type. With
    /// `to_budget`, that may be `:budget`.
    pub(crate) fn why_not_finite(
        &mut self,
        value: &Value,
        u: Option<f64>,
        to_budget: bool,
    ) -> Option<String> {
        let u = u.filter(|u| !u.is_finite())?;
        let name = self.own_name(value).filter(|_| to_budget);
        Some(self.cause_of(value, u, name))
    }

    /// The note on the first row of a node whose standard uncertainty is inf or nan although its number is finite.
    pub(crate) fn why_rows_not_finite(&mut self, value: &Value, us: &[f64]) -> Option<String> {
        if us.iter().all(|u| u.is_finite()) {
            return None;
        }
        let rows = self.all_rows(value).ok()?;
        let is_lost = |(u, number): (&f64, &f64)| !u.is_finite() && number.is_finite();
        let row = us.iter().zip(&rows).position(is_lost)?;
        let taken = [Operand::Value(value.clone()), Operand::Constant(row as f64 + 1.0)];
        let taken = Value::computed(ROW_OF, taken, Label::default());
        let name = self.own_name(value).map(|name| format!("{name}[{}]", row + 1));
        Some(self.cause_of(&taken, us[row], name))
    }

    /// The name by which a node can be typed; `None` for one without a statement of its own.
    fn own_name(&self, value: &Value) -> Option<String> {
        let name = self.names().reference(value);
        (self.names().get(&name) == Some(value)).then_some(name)
    }

    /// The note on the uncertainty `u` of a node, which is inf or nan; `:budget` may be typed with this name.
    fn cause_of(&mut self, root: &Value, u: f64, name: Option<String>) -> String {
        self.refresh(root);
        let order = Order::until(self.stop(), [root]);
        let is_uncertain = |number: &usize| {
            let node = order.node(*number);
            node.is_leaf() && self.error_of(node).is_some()
        };
        let uncertain: Vec<usize> = (0..order.count()).filter(is_uncertain).collect();
        let wording = Wording { order: &order, names: self.names() };
        let lost = order.lost_grads_of(&uncertain);
        let cause = lost.as_ref().map(|lost| wording.of_lost(lost));
        let cause =
            cause.unwrap_or_else(|| "a slope times a ± is too large for a double".to_owned());
        let is_too_large = lost.is_none();
        let remedy = lost.and_then(|lost| wording.remedy(&lost, &uncertain));
        let to_type = match (remedy, name) {
            (Some(remedy), _) => format!("; write {}", remedy.choice),
            // Trials would be too large, too.
            (None, Some(name)) if !is_too_large => {
                format!("; :budget {name} draws it by random trials")
            }
            (None, _) => String::new(),
        };
        format!("the ± is {}: {cause}{to_type}", exact(u))
    }
}
