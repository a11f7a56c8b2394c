//! Which curve `:plot` draws: of a formula, a function, or a node as a leaf or a column moves.

use super::command::Plotter;
use crate::command::must_not_be_newer;
use crate::command::syntax::Word;
use crate::core::graph::{Label, Order, Value};
use crate::core::language::{Error, Result, is_reference, parse_expression, quoted};
use crate::core::ops::arrived;
use crate::core::session::{Session, unbound, with_row};
use crate::parts::formula::{Subject, node_of, supposing, with_only_leaf};
use crate::report::{Observed, Tangent};

/// What is drawn.
pub(super) enum Shown {
    Curve(Box<Curve>),
    /// No curve: rows over those of a column.
    Rows(Value),
}

/// A curve before its values are known: the nodes to sample, and what they are called.
#[derive(Debug, Clone)]
pub(super) struct Curve {
    pub(super) root: Value,
    pub(super) leaf: Value,
    pub(super) follows: String,
    pub(super) moves: String,
    /// The present point.
    pub(super) present: Option<Tangent>,
    /// The rows beside it.
    pub(super) observed: Option<Observed>,
}

impl Curve {
    fn new(root: Value, leaf: Value, (follows, moves): (String, String)) -> Curve {
        Curve { root, leaf, follows, moves, present: None, observed: None }
    }
}

/// Returns the curve of a node as a leaf moves, with the present point.
fn of_root(session: &mut Session, word: Word<'_>, root: &Value, leaf: &Value) -> Result<Curve> {
    let moves = session.name_in_view(leaf);
    let order = Order::until(session.stop(), [root]);
    let Some(number) = order.number_of(leaf) else {
        let message = format!("{} does not depend on {moves}", quoted(word.text));
        return Err(Error::new(word.span, message).hint("its curve would be flat"));
    };
    // The grads of the last pass stay.
    let slope = arrived(order.grads()[number]);
    let (at, value) = (leaf.data(), root.data());
    let present = Some(Tangent { at, value, slope });
    let follows = match root.rows() {
        Some(_) if !is_reference(word.text) => format!("({})", word.text),
        _ => word.text.to_owned(),
    };
    let follows = with_row(follows, session.row_in_view_of(root));
    Ok(Curve { present, ..Curve::new(root.clone(), leaf.clone(), (follows, moves)) })
}

/// Returns the curve of a function of one argument.
fn of_function(session: &mut Session, word: Word<'_>, parameters: &[String]) -> Result<Curve> {
    let name = word.text;
    let [parameter] = parameters else {
        let message = format!("{name} takes {} arguments, not one", parameters.len());
        return Err(Error::new(word.span, message)
            .hint(format!("bind the others and plot a node: :plot {name}(x, 2) x -5 5")));
    };
    let call = format!("{name}({parameter})");
    let tree = parse_expression(&call)?;
    let (leaf, applied) = supposing(session, [parameter.clone()], |session| {
        Ok((session.find(parameter, word.span)?, unbound(session, &tree)?))
    })
    .map_err(|error| error.at(word.span))?;
    let root = match applied.value() {
        Some(root) => root.clone(),
        // A function that ignores its argument; sampling needs a node.
        None => Value::leaf(applied.data(), Label::default()),
    };
    Ok(Curve::new(root, leaf, (call, parameter.clone())))
}

/// The only column of numbers that a node depends on; texts tell which curve it is.
///
/// # Errors
///
/// What it depends on.
pub(super) fn only_column(root: &Value) -> std::result::Result<Value, &'static str> {
    let order = Order::of([root]);
    let mut columns = order.leaves().filter(|leaf| leaf.is_per_row() && !leaf.is_text());
    let column = columns.next().ok_or("no column")?;
    if columns.next().is_some() { Err("several columns") } else { Ok(column.clone()) }
}

impl Plotter<'_, '_> {
    /// Returns what is drawn of F: a curve, or its rows.
    pub(super) fn shown(&mut self, word: Word<'_>) -> Result<Shown> {
        let by = self.arguments.words("NAME").next();
        let curve = match (Subject::of(self.session, word, by)?, by) {
            (Subject::Formula { by, free }, _) if free.contains(&by) => {
                supposing(self.session, [by.clone()], |session| {
                    let (root, leaf) = (node_of(session, word)?, session.find(&by, word.span)?);
                    Ok(Curve::new(root, leaf, (word.text.to_owned(), by)))
                })?
            }
            (Subject::Function { parameters, .. }, _) => {
                of_function(self.session, word, &parameters)?
            }
            (_, None) => {
                let (root, leaf) = with_only_leaf(self.session, word, "plot")?;
                of_root(self.session, word, &root, &leaf)?
            }
            (_, Some(by)) => {
                let root = node_of(self.session, word)?;
                let leaf = self.arguments.named(self.session, "NAME")?;
                must_not_be_newer(self.session, &root, &leaf, by)?;
                let has_rows = leaf.is_per_row() && root.is_per_row();
                if has_rows && !(self.arguments.has("LO") && Order::of([&root]).contains(&leaf)) {
                    return Ok(Shown::Rows(leaf));
                }
                let mut curve = of_root(self.session, word, &root, &leaf)?;
                if has_rows {
                    curve.observed =
                        self.series_of_rows(word, &leaf)?.pop().and_then(|series| series.observed);
                }
                curve
            }
        };
        Ok(Shown::Curve(Box::new(curve)))
    }

    /// Returns the curve of a model as the column after it moves, or the only one that it depends on.
    pub(super) fn curve_of_model(&mut self, word: Word<'_>) -> Result<Curve> {
        let root = node_of(self.session, word)?;
        let column = match self.arguments.words("NAME").next() {
            Some(by) => {
                let column = self.arguments.named(self.session, "NAME")?;
                must_not_be_newer(self.session, &root, &column, by)?;
                column
            }
            None => only_column(&root).map_err(|found| {
                let message = format!("{} depends on {found}", quoted(word.text));
                Error::new(word.span, message)
                    .hint(format!("name the column that moves: :plot y = {} x 0 9", word.text))
            })?,
        };
        of_root(self.session, word, &root, &column)
    }
}
