//! What the names `fit` and `residual` mean: the model of the last fit, and its data without it.

use std::hash::{DefaultHasher, Hasher};
use std::rc::Rc;

use super::{Change, Session};
use crate::graph::{ANSWER, Label, Operand, Order, Value};
use crate::language::{Result, Span};
use crate::ops::SUBTRACT;
use crate::report::FitReport;

/// The names that the last fit's model, and its data without that, have where nothing else is called so.
pub const FITTED: [&str; 2] = ["fit", "residual"];

/// The last fit.
#[derive(Debug, Clone)]
pub struct Fitted {
    /// The data without the model: a difference.
    pub residual: Value,
    /// The rows, from 0 and in order, that it left out.
    pub left_out: Vec<usize>,
    /// What it has found; none of a fit that was saved.
    pub found: Option<Rc<Found>>,
}

/// What a fit has found, and what it was of.
#[derive(Debug)]
pub struct Found {
    /// The parameters and all figures.
    pub report: FitReport,
    /// The equations.
    pub equations: Vec<FittedEquation>,
    /// What was said of it.
    pub said: Vec<String>,
    /// The leaves of the equations, each with a digest of what it was then.
    pub leaves: Vec<(Value, u64)>,
}

/// An equation of a fit.
#[derive(Debug)]
pub struct FittedEquation {
    /// The data and the model, as typed.
    pub text: [String; 2],
    /// The data.
    pub y: Value,
    /// The model.
    pub model: Operand,
    /// The rows, from 0 and in order, that were left out.
    pub left_out: Vec<usize>,
    /// What chose the rows, as typed, with a blank before it: ` where x < 10`.
    pub clause: String,
    /// The columns by which they were chosen.
    pub chosen_by: Vec<Value>,
}

/// These leaves, each with a digest of what it is now.
pub fn digests(session: &Session, leaves: impl IntoIterator<Item = Value>) -> Vec<(Value, u64)> {
    let with_digest = |leaf: Value| {
        let digest = digest(session, &leaf);
        (leaf, digest)
    };
    leaves.into_iter().map(with_digest).collect()
}

/// A digest of a leaf's name, its data, of all rows, and their uncertainties.
pub fn digest(session: &Session, leaf: &Value) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(session.names().reference(leaf).as_bytes());
    let mut add = |number: f64| hasher.write_u64(number.to_bits());
    match leaf.as_column() {
        Some(column) => {
            let us = session.uncertainties_of_column(leaf).map(|us| us.all(column.rows()));
            column
                .numbers()
                .iter()
                .chain(us.iter().flat_map(|us| us.iter()))
                .for_each(|it| add(*it));
        }
        None => [leaf.data()].into_iter().chain(session.uncertainty_of_leaf(leaf)).for_each(add),
    }
    hasher.finish()
}

impl FittedEquation {
    /// The equation as typed, with what chose its rows.
    pub fn typed(&self) -> String {
        format!("{} = {}{}", self.text[0], self.text[1], self.clause)
    }

    /// The nodes of both sides.
    pub fn order(&self) -> Order {
        Order::of(std::iter::once(&self.y).chain(self.model.value()))
    }
}

/// The data without the model.
pub fn residual(y: &Value, model: &Operand, label: Label) -> Value {
    Value::computed(SUBTRACT, [Operand::Value(y.clone()), model.clone()], label)
}

/// Keeps what the fit has found that `fit` and `residual` mean now.
pub fn keep_found(session: &mut Session, found: Found) {
    if let Some(fitted) = &mut session.state.fitted {
        fitted.found = Some(Rc::new(found));
    }
}

/// Lets `fit` mean the model of a fit that left these rows out, and `residual` the data without it, undoably.
///
/// # Errors
///
/// At `span`, when there is no room.
pub fn set_fitted(
    session: &mut Session,
    (y, model): (&Value, &Operand),
    left_out: Vec<usize>,
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
    put_fitted(session, Some(Fitted { residual, left_out, found: None }));
    Ok(())
}

/// Runs `work` while `fit` and `residual` mean those of another equation; afterwards they mean what they did.
pub fn as_if_fitted<T>(
    session: &mut Session,
    equation: &FittedEquation,
    work: impl FnOnce(&mut Session) -> T,
) -> T {
    let residual = residual(&equation.y, &equation.model, Label::default());
    let fitted = Fitted { residual, left_out: equation.left_out.clone(), found: None };
    let before = session.state.fitted.replace(fitted);
    let result = work(session);
    session.state.fitted = before;
    result
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
pub(super) fn last_residual(session: &Session) -> Option<&Value> {
    last_fit(session).map(|fitted| &fitted.residual)
}

/// The model of the last fit, if it is a node.
pub(super) fn last_model(session: &Session) -> Option<&Value> {
    last_residual(session)?.operands().get(1)?.value()
}

/// What `fit` or `residual`, also `residuals`, means; none for another name, or if nothing has been fitted.
pub(super) fn fitted_called(session: &Session, name: &str) -> Option<Operand> {
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
