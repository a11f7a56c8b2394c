//! The rows of a fit or a picture: `where CONDITION`, `without ROW…`, and none with a gap.

use std::collections::HashSet;

use crate::command::syntax::Word;
use crate::command::{Argument, ArgumentKind, Arguments, condition};
use crate::core::graph::{Operand, Order, Value};
use crate::core::language::{Error, Kind, Result, Span, Step, quoted, setting};
use crate::core::session::{self, Session};
use crate::parts::rows::{Column, no_numbers};
use crate::report::{and, counted};

const MOST_ROWS: u64 = 1 << 32;

/// The most rows that are listed for one reason.
const MOST_LISTED: usize = 10;

/// The keyword before the condition.
pub const WHERE: Argument = Argument::keyword("where");
/// The condition of selected rows.
pub const CONDITION: Argument = Argument::new("CONDITION", ArgumentKind::Condition).following();
/// The keyword before omitted rows.
pub const WITHOUT: Argument = Argument::keyword("without");
/// An omitted row, from 1.
pub const ROW: Argument = Argument::count("ROW", 1, MOST_ROWS).following().repeated();

/// The reason for omitting a row, as in notes.
type Reason = &'static str;

const GAP: Reason = "gap";
const UNDECIDED: Reason = "the condition is nan";
const UNTRUE: Reason = "where";
const NAMED: Reason = "without";

/// The reason for each omitted row.
#[derive(Debug)]
pub struct LeftOut(Vec<Option<Reason>>);

impl LeftOut {
    /// Returns the rows of `y` that the arguments omit, and those with a gap in a column of `y` or
    /// `other`.
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

    /// Also omits these rows, from 0.
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

    /// Returns the note on rows omitted without a request.
    pub(crate) fn notes(&self) -> impl Iterator<Item = String> {
        self.listed(&[GAP, UNDECIDED]).map(|rows| format!("rows left out: {rows}")).into_iter()
    }

    /// Returns the omitted rows by reason: `2 and 5 (gap); 7 (without)`.
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

/// The columns that two nodes use row by row, not folded.
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

/// Makes sure that a node has numbers, not texts.
pub fn must_be_numbers(node: &Value, (text, span): (&str, Span)) -> Result<()> {
    if node.is_text() { Err(no_numbers(&quoted(text), span)) } else { Ok(()) }
}

/// Returns the numbers of the condition, row by row.
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
