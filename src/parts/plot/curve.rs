//! Which curve `:plot` draws: of a formula, a function, or a node as a leaf or a column moves.

use super::groups;
use super::sampling::slope;
use crate::command::syntax::Word;
use crate::command::{Arguments, must_not_be_newer};
use crate::core::graph::{Label, Order, Value};
use crate::core::language::{Error, Result, is_reference, parse_expression, quoted};
use crate::core::session::{Session, unbound, with_row};
use crate::parts::formula::{Subject, node_of, supposing, with_only_leaf};
use crate::report::{Chart, Tangent};

/// What is drawn.
pub(super) enum Shown {
    Curve(Box<Curve>),
    /// No curve: rows over those of a column.
    Rows(Value),
}

/// A curve before its values are known, though with the rows beside it, and the nodes to sample.
pub(super) struct Curve {
    pub(super) chart: Chart,
    pub(super) root: Value,
    pub(super) leaf: Value,
}

impl Curve {
    fn new(root: Value, leaf: Value, (follows, moves): (String, String)) -> Curve {
        let mut chart = Chart::default();
        (chart.x.name, chart.y.name) = (moves, follows);
        Curve { chart, root, leaf }
    }
}

/// Returns what is drawn of F: a curve, or its rows.
pub(super) fn shown(
    session: &mut Session,
    arguments: &Arguments<'_>,
    first: Word<'_>,
    (observed, range): (Option<Word<'_>>, Option<(f64, f64)>),
) -> Result<Shown> {
    let by = arguments.words("NAME").next();
    let curve = match (Subject::of(session, first, by)?, by) {
        (_, None) if observed.is_some() => of_only_column(session, first)?,
        (Subject::Formula { by, free }, _) if free.contains(&by) => {
            supposing(session, [by.clone()], |session| {
                let (root, leaf) = (node_of(session, first)?, session.find(&by, first.span)?);
                Ok(Curve::new(root, leaf, (first.text.to_owned(), by)))
            })?
        }
        (Subject::Function { parameters, .. }, _) => of_function(session, first, &parameters)?,
        (_, None) => {
            let (root, leaf) = with_only_leaf(session, first, "plot")?;
            of_root(session, first, &root, &leaf)?
        }
        (_, Some(by)) => {
            let root = node_of(session, first)?;
            let leaf = arguments.named(session, "NAME")?;
            must_not_be_newer(session, &root, &leaf, by)?;
            let has_rows = leaf.is_per_row() && root.is_per_row();
            let depends = Order::of([&root]).contains(&leaf);
            if has_rows && observed.is_some() && !depends {
                let place = by.span;
                let [name, by] = [first, by].map(|word| quoted(word.text));
                let message = format!("{name} does not depend on {by}: there is no curve");
                return Err(Error::new(place, message)
                    .hint("after = there is a model: :plot y = m*x + c x"));
            }
            if has_rows && observed.is_none() && (range.is_none() || !depends) {
                return Ok(Shown::Rows(leaf));
            }
            let mut curve = of_root(session, first, &root, &leaf)?;
            if has_rows {
                curve.chart.series = groups::of_rows(session, arguments, first, &leaf)?.0;
            }
            curve
        }
    };
    Ok(Shown::Curve(Box::new(curve)))
}

/// Returns the curve of a node as a leaf moves, with the present point.
fn of_root(session: &mut Session, word: Word<'_>, root: &Value, leaf: &Value) -> Result<Curve> {
    let moves = session.name_in_view(leaf);
    if !Order::of([root]).contains(leaf) {
        let message = format!("{} does not depend on {moves}", quoted(word.text));
        return Err(Error::new(word.span, message).hint("its curve would be flat"));
    }
    let slope = slope(session, root, leaf);
    let (at, value) = (leaf.data(), root.data());
    let present = Some(Tangent { at, value, slope });
    let follows = match root.rows() {
        Some(_) if !is_reference(word.text) => format!("({})", word.text),
        _ => word.text.to_owned(),
    };
    let follows = with_row(follows, session.row_in_view_of(root));
    let mut curve = Curve::new(root.clone(), leaf.clone(), (follows, moves));
    curve.chart.present = present;
    Ok(curve)
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

/// Returns the curve of a node that depends on one column only.
fn of_only_column(session: &mut Session, word: Word<'_>) -> Result<Curve> {
    let root = node_of(session, word)?;
    let order = Order::of([&root]);
    // Texts tell which curve it is.
    let has_numbers = |leaf: &&Value| leaf.is_per_row() && !leaf.is_text();
    let columns: Vec<Value> = order.leaves().filter(has_numbers).cloned().collect();
    match columns.as_slice() {
        [column] => of_root(session, word, &root, column),
        several => {
            let none = if several.is_empty() { "no column" } else { "several columns" };
            let message = format!("{} depends on {none}", quoted(word.text));
            Err(Error::new(word.span, message)
                .hint(format!("name the column that moves: :plot y = {} x 0 9", word.text)))
        }
    }
}
