//! Which curve `:plot` draws: of a formula, a function, or a node as a leaf or a column moves.

use super::command::Plotter;
use crate::command::must_not_be_newer;
use crate::command::syntax::Word;
use crate::core::graph::{Label, Order, Value};
use crate::core::language::{Error, Result, Span, is_reference, parse_expression, quoted};
use crate::core::ops::arrived;
use crate::core::session::{Session, unbound, with_row};
use crate::parts::formula::{Subject, node_of, supposing, with_only_leaf};
use crate::report::{Observed, Tangent};

/// The drawing of F.
pub(super) enum Shown {
    Curve(Box<Curve>),
    /// No curve: rows over those of a column.
    Rows(Value),
    /// No curve: the rows of a column over their numbers, which are a column too.
    Numbered(Value),
}

/// A curve before sampling: its nodes and names.
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
    let follows = with_row(follows, session.current_row_of(root));
    Ok(Curve { present, ..Curve::new(root.clone(), leaf.clone(), (follows, moves)) })
}

/// Returns the curve of a formula as a name without a value moves.
fn of_formula(session: &mut Session, (text, span): (&str, Span), name: &str) -> Result<Curve> {
    let tree = parse_expression(text)?;
    let (leaf, applied) = supposing(session, [name.to_owned()], |session| {
        Ok((session.find(name, span)?, unbound(session, &tree)?))
    })
    .map_err(|error| error.at(span))?;
    // A function may ignore its argument; sampling needs a node.
    let constant = || Value::leaf(applied.data(), Label::default());
    let root = applied.value().cloned().unwrap_or_else(constant);
    Ok(Curve::new(root, leaf, (text.to_owned(), name.to_owned())))
}

/// The only column of numbers that a node depends on row by row; texts tell which curve it is.
pub(super) fn only_column(root: &Value) -> std::result::Result<Value, &'static str> {
    let order = Order::of([root]);
    let is_own = |rows: usize| root.rows().is_none_or(|it| it == rows);
    let is_column = |leaf: &&Value| !leaf.is_text() && leaf.rows().is_some_and(is_own);
    let mut columns = order.leaves().filter(is_column);
    let column = columns.next().ok_or("no column")?;
    if columns.next().is_some() { Err("several columns") } else { Ok(column.clone()) }
}

impl Plotter<'_, '_> {
    /// The curve or the rows of F.
    pub(super) fn shown(&mut self, word: Word<'_>) -> Result<Shown> {
        let by = self.arguments.words("NAME").next();
        let curve = match (Subject::of(self.session, word, by)?, by) {
            (Subject::Formula { by, free }, _) if free.contains(&by) => {
                of_formula(self.session, (word.text, word.span), &by)?
            }
            (Subject::Function { parameters, .. }, _) => {
                let [parameter] = parameters.as_slice() else {
                    let (name, count) = (word.text, parameters.len());
                    let message = format!("{name} takes {count} arguments, not one");
                    return Err(Error::new(word.span, message)
                        .hint(format!("fix the others: :plot {name}(x, 2) x -5 5")));
                };
                let call = format!("{}({parameter})", word.text);
                of_formula(self.session, (&call, word.span), parameter)?
            }
            (_, None) if let Some(rows) = self.rows_of_column(word) => {
                let numbers: Vec<f64> = (1..=rows).map(|row| row as f64).collect();
                return Ok(Shown::Numbered(self.session.column_leaf(Label::default(), numbers)));
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

    /// Returns the number of rows if a word is the name of a column.
    fn rows_of_column(&self, word: Word<'_>) -> Option<usize> {
        let column = self.session.names().resolve(word.text)?;
        column.rows().filter(|_| column.is_leaf() && column.is_per_row())
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
                    .hint(format!("name the column on the x axis: :plot y = {} x 0 9", word.text))
            })?,
        };
        of_root(self.session, word, &root, &column)
    }
}
