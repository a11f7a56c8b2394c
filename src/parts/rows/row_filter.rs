//! Which rows a fit or a picture takes: `where CONDITION`, `without ROW…`, and none with a gap.

use std::collections::HashSet;

use crate::command::syntax::Word;
use crate::command::{Argument, ArgumentKind, Arguments, condition};
use crate::core::graph::{Operand, Order, Value};
use crate::core::language::{Error, Kind, Result, Span, Step, quoted, setting};
use crate::core::session::{self, Session};
use crate::parts::rows::{Column, no_numbers};
use crate::report::{and, counted};

/// The most rows that a number may count.
const MOST_ROWS: u64 = 1 << 32;

/// The most rows that are listed for one reason.
const MOST_LISTED: usize = 10;

/// The keyword before the condition.
pub const WHERE: Argument = Argument::keyword("where");
/// What is true, or not 0, in the rows that are taken.
pub const CONDITION: Argument = Argument::new("CONDITION", ArgumentKind::Condition).following();
/// The keyword before the rows that are left out.
pub const WITHOUT: Argument = Argument::keyword("without");
/// A row that is left out, counted from 1.
pub const ROW: Argument = Argument::count("ROW", 1, MOST_ROWS).following().repeated();

/// Why a row is left out: words of a note.
type Reason = &'static str;

/// A column has no number there.
const GAP: Reason = "gap";
/// The condition is nan there.
const UNDECIDED: Reason = "the condition is nan";
/// The condition is not true there.
const UNTRUE: Reason = "where";
/// The row was named.
const NAMED: Reason = "without";

/// The rows that are left out: for each row why it is, if it is.
#[derive(Debug)]
pub struct LeftOut(Vec<Option<Reason>>);

impl LeftOut {
    /// Returns the rows that the arguments leave out of those of `y`, and those with a gap in a column that
    /// `y` or `other` uses.
    ///
    /// # Errors
    ///
    /// There is no such row, the condition is not one number a row of `y`, or no row is left.
    pub(crate) fn of(
        session: &mut Session,
        arguments: &Arguments<'_>,
        (y, y_text): (&Value, &str),
        other: &Operand,
    ) -> Result<LeftOut> {
        let count = y.rows().unwrap_or(0);
        let mut reasons: Vec<Option<Reason>> = vec![None; count];
        let columns = used_by_row(session, y, other);
        for row in columns.iter().filter_map(Value::as_column).flat_map(Column::gaps) {
            reasons[row] = Some(GAP);
        }
        if arguments.has("where") {
            let condition = condition_of(session, arguments, (y_text, count))?;
            for (reason, is_meant) in reasons.iter_mut().zip(condition) {
                match is_meant {
                    0.0 => *reason = Some(UNTRUE),
                    it if it.is_nan() => *reason = reason.or(Some(UNDECIDED)),
                    _ => {}
                }
            }
        }
        for word in arguments.words("ROW") {
            let [first, last] = ends(word).map(|it| arguments.count_of("ROW", it, count as u64));
            let (first, last) = (first? as usize, last? as usize);
            let rows = reasons.iter_mut().take(first.max(last)).skip(first.min(last) - 1);
            rows.for_each(|reason| *reason = Some(NAMED));
        }
        let is_chosen = arguments.has("where") || arguments.has("without");
        if is_chosen && reasons.iter().all(Option::is_some) {
            let message = format!("all rows of {} are left out", quoted(y_text));
            return Err(Error::new(arguments.end, message)
                .hint("a condition is true if it is not 0; rows with a gap do not count"));
        }
        Ok(LeftOut(reasons))
    }

    /// Leaves these rows, from 0, out as well.
    pub(crate) fn leave_out(&mut self, rows: &[usize]) {
        for row in rows {
            if let Some(reason) = self.0.get_mut(*row) {
                *reason = reason.or(Some(NAMED));
            }
        }
    }

    /// Returns true if a row is left out.
    pub(crate) fn has(&self, row: usize) -> bool {
        matches!(self.0.get(row), Some(Some(_)))
    }

    /// Returns all rows that are left out, from 0, in order.
    pub(crate) fn rows(&self) -> Vec<usize> {
        (0..self.0.len()).filter(|row| self.has(*row)).collect()
    }

    /// Returns true if a row is left out for a gap.
    pub(crate) fn is_gap(&self, row: usize) -> bool {
        self.0.get(row) == Some(&Some(GAP))
    }

    /// Returns the number of all rows.
    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// Returns the note on rows that have been left out though nobody said so.
    pub(crate) fn notes(&self) -> impl Iterator<Item = String> {
        self.listed(&[GAP, UNDECIDED]).map(|rows| format!("rows left out: {rows}")).into_iter()
    }

    /// Returns all rows that are left out by their reasons: `2 and 5 (gap); 7 (without)`.
    pub(crate) fn list(&self) -> Option<String> {
        self.listed(&[GAP, UNDECIDED, UNTRUE, NAMED])
    }

    fn listed(&self, reasons: &[Reason]) -> Option<String> {
        let of_reason = |reason: &Reason| {
            let rows = self.0.iter().zip(1..).filter(|(own, _)| **own == Some(*reason));
            let rows: Vec<String> = rows.map(|(_, row)| row.to_string()).collect();
            (!rows.is_empty()).then(|| format!("{} ({reason})", and(rows, MOST_LISTED)))
        };
        let all: Vec<String> = reasons.iter().filter_map(of_reason).collect();
        (!all.is_empty()).then(|| all.join("; "))
    }
}

/// The columns that two nodes use row by row. What is folded is one number of all rows.
fn used_by_row(session: &Session, y: &Value, other: &Operand) -> HashSet<Value> {
    let roots = || std::iter::once(y).chain(other.value());
    let order = Order::until(session.stop(), roots());
    let by_row = order.nodes().iter().filter(|node| node.is_per_row());
    let operands = by_row.flat_map(|node| node.operands().iter().filter_map(Operand::value));
    operands.chain(roots()).filter(|it| it.rows() == y.rows()).cloned().collect()
}

/// The first and the last row of `1:3`, or twice the same.
fn ends(word: Word<'_>) -> [Word<'_>; 2] {
    let at = |step: &Step| Word::at(step.span, word.text, word.span.start as usize);
    match setting(word.text).as_ref().map(|tree| tree.steps.as_slice()) {
        Ok([first, last, Step { kind: Kind::Range(_), .. }]) => [at(first), at(last)],
        _ => [word; 2],
    }
}

/// Makes sure that a node has numbers, and no texts.
///
/// # Errors
///
/// It is a column of text, called so at that place.
pub fn must_be_numbers(node: &Value, (text, span): (&str, Span)) -> Result<()> {
    if node.is_text() { Err(no_numbers(&quoted(text), span)) } else { Ok(()) }
}

/// Returns the numbers of the condition, row by row, for what has so many rows.
fn condition_of(
    session: &mut Session,
    arguments: &Arguments<'_>,
    (y, rows): (&str, usize),
) -> Result<Vec<f64>> {
    let word = arguments.word("CONDITION")?;
    let tree = condition(word)?;
    let found = session::unbound(session, &tree);
    let found = found.map_err(|error| error.moved(word.span.start as usize))?;
    let Some(value) = found.value().filter(|value| value.rows() == Some(rows)) else {
        let rows = counted(rows as u64, "row");
        let (y, condition) = (quoted(y), quoted(word.text));
        let message = format!("the condition {condition} must have the {rows} of {y}");
        return Err(
            Error::new(word.span, message).hint("use a column of the same data: where x < 10")
        );
    };
    must_be_numbers(value, (word.text, word.span))?;
    session.all_rows(value)
}
