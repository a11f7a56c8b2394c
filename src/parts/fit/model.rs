//! The last fit: the names `fit` and `residual`, and its numbers, such as `fit.s`.

use std::rc::Rc;

use super::estimate::Response;
use super::report::FitReport;
use crate::core::graph::{Label, Operand, Order, Value};
use crate::core::language::{Error, Result, Span, parse_expression};
use crate::core::ops::SUBTRACT;
use crate::core::session::{PartState, Session};
use crate::parts::implicit::{System, record_fitted, stale_leaves};

/// The last fit.
#[derive(Debug, Clone)]
pub struct Fitted {
    /// The data without the model.
    pub residual: Value,
    /// The model.
    pub model: Value,
    /// The rows, from 0 and in order, that it left out.
    pub left_out: Vec<usize>,
    /// The data and the model, as typed.
    pub typed: [String; 2],
    /// The command that makes the same fit.
    command: String,
    statistics: Statistics,
    /// The numbers of all its leaves when it was made.
    system: Rc<System>,
}

impl Fitted {
    /// Returns true for the data of the fit. Computed data, such as log(y), are another node each time they are typed.
    pub fn is_of(&self, y: &Value) -> bool {
        let own = self.residual.operands().first().and_then(Operand::value);
        let is_computed = |own: &Value| !own.is_leaf() && !y.is_leaf() && own.rows() == y.rows();
        own.is_some_and(|own| own == y || is_computed(own))
    }

    /// The standard deviation of the residuals.
    pub fn deviation(&self) -> Option<f64> {
        let Statistics { chi2, dof, .. } = self.statistics;
        (dof > 0).then(|| (chi2 / dof as f64).sqrt())
    }
}

/// The numbers of a fit that expressions can use.
#[derive(Debug, Clone, Copy)]
struct Statistics {
    /// The sum of squares of the residuals, in units of their uncertainties if they have any.
    chi2: f64,
    /// The degrees of freedom: how many more rows than parameters there are.
    dof: usize,
    /// The number of rows.
    n: usize,
    /// The probability of a larger χ², if the rows have uncertainties.
    p: Option<f64>,
}

/// The last fit of a session.
#[derive(Debug, Default)]
struct LastFit(Option<Fitted>);

impl PartState for LastFit {}

/// The data without the model.
pub fn residual(y: &Value, model: &Operand, label: Label) -> Value {
    Value::computed(SUBTRACT, [Operand::Value(y.clone()), model.clone()], label)
}

/// Binds `fit` to the model and `residual` to the data minus the model, and records the fit, undoably. A named root
/// stays the root, unless it belongs to an earlier fit.
///
/// # Errors
///
/// There is no room, or one of the names is a network's.
pub fn bind_fit(
    session: &mut Session,
    fit: &FitReport,
    leaves: &[Value],
    response: &Response,
    (typed, command): ([&str; 2], String),
) -> Result<()> {
    let [y, model] = typed;
    let is_name = parse_expression(y)?.as_name().is_some();
    let difference = if is_name { format!("{y} - fit") } else { format!("({y}) - fit") };
    let stays = session.root().is_some_and(|root| {
        let is_own = is_fitted(session, &session.names().reference(root));
        !session.names().is_nameless(root) && (session.root_is_chosen() || !is_own)
    });
    let [model, residual] = session.keeping_root(stays, |session| {
        let mut bind = |name: &str, text: &str| {
            let tree = parse_expression(text)?;
            Ok(session.assign((name, &format!("{name} = {text}")), &tree)?.value)
        };
        Ok([bind("fit", model)?, bind("residual", &difference)?])
    })?;
    let (chi2, dof) = (fit.norm * fit.norm, fit.freedom);
    let statistics = Statistics { chi2, dof, n: fit.rows, p: fit.probability };
    let typed = typed.map(str::to_owned);
    let left_out = response.left_out.clone();
    let rows = (&*response.columns(session), left_out.clone());
    let system = record_fitted(session, &residual, leaves, rows, "fit");
    let fitted = Fitted { residual, model, left_out, typed, command, statistics, system };
    session.put_part(LastFit(Some(fitted)));
    Ok(())
}

/// Returns the notes on what is stale: solved and fitted leaves, or, if all leaves of the last fit have moved, `fit`.
/// The function selects them, given what is stale and the leaf that has moved.
pub fn stale_notes(session: &Session, is_meant: &dyn Fn(&Value, &Value) -> bool) -> Vec<String> {
    let mut notes = stale_leaves(session, is_meant);
    let Some(fit) = last_fit(session).filter(|_| is_fitted(session, "fit")) else { return notes };
    let Some((first, was)) = fit.system.first_moved(session) else { return notes };
    if [&fit.model, &fit.residual].into_iter().any(|node| is_meant(node, &first)) {
        let model = Order::until(session.stop(), [&fit.model]);
        let is_said = !stale_leaves(session, &|leaf, _| model.contains(leaf)).is_empty();
        let note = || format!("fit is stale: it was fitted with {was}; :fit again");
        notes.extend((!is_said).then(note));
    }
    notes
}

/// The last fit, if something has been fitted.
pub fn last_fit(session: &Session) -> Option<&Fitted> {
    session.part::<LastFit>()?.0.as_ref()
}

/// Returns true for a name that still has its value from a fit.
pub fn is_fitted(session: &Session, name: &str) -> bool {
    let node = session.names().get(name);
    let own = last_fit(session).map(|fit| [("fit", &fit.model), ("residual", &fit.residual)]);
    own.into_iter().flatten().any(|(own, bound)| own == name && node == Some(bound))
}

/// Returns the number of the last fit of this name: `fit.s`, the standard deviation of the residuals,
/// `fit.chi2`, their sum of squares, `fit.dof`, `fit.p` and `fit.n`. Returns `None` for another name.
///
/// # Errors
///
/// At `span`, if nothing has been fitted, the data or the parameters have moved since, or the fit has no such number.
pub fn statistic(session: &Session, name: &str, span: Span) -> Result<Option<f64>> {
    let Some(name) = name.strip_prefix("fit.").filter(|name| STATISTICS.contains(name)) else {
        return Ok(None);
    };
    let Some(fit) = last_fit(session) else {
        return Err(Error::new(span, "no fit yet").hint(":fit y = m*x + c makes one"));
    };
    let it = &fit.statistics;
    if let Some((_, was)) = fit.system.first_moved(session).filter(|_| !COUNTS.contains(&name)) {
        return Err(Error::new(span, format!("fit.{name} is stale: the fit was made with {was}"))
            .hint(format!("{} makes it new", fit.command)));
    }
    let number = match name {
        "chi2" => Some(it.chi2),
        "dof" => Some(it.dof as f64),
        "n" => Some(it.n as f64),
        "p" => it.p,
        _ => fit.deviation(),
    };
    number.map(Some).ok_or_else(|| match name {
        "p" => Error::new(span, "the last fit has no fit.p: the data have no ±")
            .hint("give y uncertainties, :set y ± 0.1, and fit again"),
        _ => Error::new(span, "the last fit has no fit.s: it has no degrees of freedom"),
    })
}

/// Those of them that do not change with the rows.
const COUNTS: [&str; 2] = ["dof", "n"];

/// The numbers of a fit that stand after `fit.`
pub const STATISTICS: [&str; 5] = ["s", "chi2", "dof", "p", "n"];
