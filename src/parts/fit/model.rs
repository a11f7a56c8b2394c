//! What the names `fit` and `residual` mean: the model of the last fit, and its data without it.

use crate::core::graph::{Label, Operand, Value};
use crate::core::language::{Result, Span};
use crate::core::ops::SUBTRACT;
use crate::core::session::{ANSWER, Change, Session};

/// The names that the last fit's model, and its data without that, have where nothing else is called so.
pub const FITTED: [&str; 2] = ["fit", "residual"];

/// The last fit.
#[derive(Debug, Clone)]
pub struct Fitted {
    /// The data without the model: a difference.
    pub residual: Value,
    /// The rows, from 0 and in order, that it left out.
    pub left_out: Vec<usize>,
    /// Its data and its model, as typed; none of a fit that was saved.
    pub typed: Option<[String; 2]>,
}

/// The data without the model.
pub fn residual(y: &Value, model: &Operand, label: Label) -> Value {
    Value::computed(SUBTRACT, [Operand::Value(y.clone()), model.clone()], label)
}

/// Lets `fit` mean the model of a fit that left these rows out, and `residual` the data without it, undoably.
///
/// # Errors
///
/// At `span`, when there is no room.
pub fn set_fitted(
    session: &mut Session,
    (y, model): (&Value, &Operand),
    (left_out, typed): (Vec<usize>, [String; 2]),
    span: Span,
) -> Result<()> {
    session.need_room(span)?;
    // A node without a name, as that of a bare expression; the answer stays what it was.
    let answer = session.names().get(ANSWER).cloned();
    let label = session.next_label(ANSWER, span)?;
    let residual = residual(y, model, label);
    session.names_mut().bind(label, residual.clone(), 1);
    match answer {
        Some(answer) => {
            let label = session.next_label(ANSWER, span)?;
            session.names_mut().bind(label, answer, 0);
        }
        None => drop(session.names_mut().unbind(ANSWER)),
    }
    put_fitted(session, Some(Fitted { residual, left_out, typed: Some(typed) }));
    Ok(())
}

/// Lets `residual` mean this node and `fit` what is subtracted in it, undoably; nothing if it is no
/// difference.
pub fn put_fitted(session: &mut Session, fitted: Option<Fitted>) {
    let is_difference =
        |it: &Fitted| it.residual.operation().is_some_and(|operation| operation.is(SUBTRACT));
    let fitted = fitted.filter(is_difference);
    let before = std::mem::replace(&mut session.state.fitted, fitted);
    session.record(Change::Fitted(before));
}

/// Returns those of the names of the last fit that mean it here.
pub fn fitted_names(session: &Session) -> impl Iterator<Item = (&'static str, Value)> {
    fitted_nodes(session).filter(|(name, _)| session.names().get(name).is_none())
}

/// What `fit` and `residual` mean where they are no names of the user's.
pub fn fitted_nodes(session: &Session) -> impl Iterator<Item = (&'static str, Value)> {
    let meant = |name: &'static str| Some((name, fitted_called(session, name)?.value()?.clone()));
    FITTED.into_iter().filter_map(meant)
}

/// The last fit, if something has been fitted.
pub fn last_fit(session: &Session) -> Option<&Fitted> {
    session.state.fitted.as_ref()
}

/// What the last fit has left.
pub fn last_residual(session: &Session) -> Option<&Value> {
    last_fit(session).map(|fitted| &fitted.residual)
}

/// The model of the last fit, if it is a node.
pub fn last_model(session: &Session) -> Option<&Value> {
    last_residual(session)?.operands().get(1)?.value()
}

/// What `fit` or `residual`, also `residuals`, means; none for another name, or if nothing has been fitted.
pub fn fitted_called(session: &Session, name: &str) -> Option<Operand> {
    let [fit, residual] = FITTED;
    let node = &session.state.fitted.as_ref()?.residual;
    match name {
        _ if name.strip_suffix('s').unwrap_or(name) == residual => {
            Some(Operand::Value(node.clone()))
        }
        _ if name == fit => node.operands().get(1).cloned(),
        _ => None,
    }
}
