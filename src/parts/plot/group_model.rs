//! A model for some of its rows: those with the same texts.

use crate::core::graph::{Label, Operand, Order, Value};
use crate::core::session::Session;
use crate::parts::formula::Copies;

/// Returns a model in which columns stay at these numbers, row by row; what is folded is that of all rows.
pub fn held(session: &Session, model: &Value, columns: &[(Value, f64)]) -> Value {
    let order = Order::until(session.stop(), [model]);
    let leaf = |(column, number): &(Value, f64)| {
        (column.clone(), Operand::Value(Value::leaf(*number, Label::default())))
    };
    let mut copies: Copies = columns.iter().map(leaf).collect();
    copies.follow(&order, Value::is_per_row);
    copies.node(model)
}
