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

/// Why a row is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Why {
    /// It was named.
    Named,
    /// The condition is not true there.
    Untrue,
    /// The condition is nan there.
    Undecided,
    /// A column has no number there.
    Gap,
}

/// The rows that are left out: for each row why it is, if it is.
#[derive(Debug)]
pub struct LeftOut(Vec<Option<Why>>);

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
        let mut why: Vec<Option<Why>> = vec![None; count];
        let columns = used_by_row(session, y, other);
        for row in columns.iter().filter_map(Value::as_column).flat_map(Column::gaps) {
            why[row] = Some(Why::Gap);
        }
        if arguments.words("CONDITION").next().is_some() {
            let tells = condition_of(session, arguments, (y_text, count))?;
            for (why, is_meant) in why.iter_mut().zip(tells) {
                match is_meant {
                    0.0 => *why = Some(Why::Untrue),
                    it if it.is_nan() => *why = why.or(Some(Why::Undecided)),
                    _ => {}
                }
            }
        }
        leave_out_named(arguments, y_text, &mut why)?;
        let is_chosen = arguments.has("where") || arguments.has("without");
        if is_chosen && why.iter().all(Option::is_some) {
            let message = format!("no row of {} is left", quoted(y_text));
            return Err(Error::new(arguments.end, message)
                .hint("a condition is true where it is not 0; rows with a gap do not count"));
        }
        Ok(LeftOut(why))
    }

    /// Leaves these rows, from 0, out as well.
    pub(crate) fn leave_out(&mut self, rows: &[usize]) {
        for row in rows {
            if let Some(why) = self.0.get_mut(*row) {
                *why = why.or(Some(Why::Named));
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
        matches!(self.0.get(row), Some(Some(Why::Gap)))
    }

    /// Returns the number of all rows.
    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// Returns the note on rows that have been left out though nobody said so.
    pub(crate) fn notes(&self) -> impl Iterator<Item = String> {
        let unasked: Vec<String> =
            [Why::Gap, Why::Undecided].into_iter().filter_map(|why| self.listed(why)).collect();
        (!unasked.is_empty()).then(|| format!("rows left out: {}", unasked.join("; "))).into_iter()
    }

    /// Returns all rows that are left out by their reasons: `2 and 5 (gap); 7 (without)`.
    pub(crate) fn list(&self) -> Option<String> {
        let all = [Why::Gap, Why::Undecided, Why::Untrue, Why::Named];
        let all: Vec<String> = all.into_iter().filter_map(|why| self.listed(why)).collect();
        (!all.is_empty()).then(|| all.join("; "))
    }

    /// Returns the rows that are left out for one reason.
    fn listed(&self, wanted: Why) -> Option<String> {
        let rows = self.0.iter().enumerate().filter(|(_, why)| **why == Some(wanted));
        let rows: Vec<String> = rows.map(|(row, _)| (row + 1).to_string()).collect();
        let reason = match wanted {
            Why::Gap => "gap",
            Why::Undecided => "the condition is nan",
            Why::Untrue => "where",
            Why::Named => "without",
        };
        (!rows.is_empty()).then(|| format!("{} ({reason})", and(rows, MOST_LISTED)))
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

/// Marks the rows that words name.
fn leave_out_named(arguments: &Arguments<'_>, y: &str, why: &mut [Option<Why>]) -> Result<()> {
    for word in arguments.words("ROW") {
        let [first, last] = ends(word).map(|it| arguments.count_of("ROW", it, MOST_ROWS));
        let Some(named) = why.get_mut(first? as usize - 1..last? as usize) else {
            let rows = counted(why.len() as u64, "row");
            let message = format!("{} has {rows}, found {}", quoted(y), quoted(word.text));
            return Err(Error::new(word.span, message).hint("rows are counted from 1 upwards"));
        };
        named.fill(Some(Why::Named));
    }
    Ok(())
}

/// The first and the last row of `1:3` or `1-3`, or twice the same.
fn ends(word: Word<'_>) -> [Word<'_>; 2] {
    let tree = setting(word.text);
    let steps = tree.as_ref().map_or(&[][..], |tree| &tree.steps);
    let at = |step: &Step| Word::at(step.span, word.text, word.span.start as usize);
    let is_range = |it: &Step| matches!(it.kind, Kind::Range(_)) || it.span.of(word.text) == "-";
    match steps {
        [first, last, mark] if is_range(mark) => [at(first), at(last)],
        _ => [word; 2],
    }
}

/// Makes sure that no argument says which rows.
///
/// # Errors
///
/// One does, where there are no rows.
pub fn must_not_be_given(arguments: &Arguments<'_>) -> Result<()> {
    let given = ["where", "CONDITION", "without", "ROW"].map(|it| arguments.words(it).next());
    let Some(word) = given.into_iter().flatten().next() else {
        return Ok(());
    };
    let message = format!("{} chooses rows, and none are drawn here", word.text);
    Err(Error::new(word.span, message).hint("rows of y are drawn by :plot y x, and :plot y = F"))
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
        let message = format!("{condition} does not have the {rows} of {y}");
        return Err(
            Error::new(word.span, message).hint("a condition is about the same rows: where x < 10")
        );
    };
    must_be_numbers(value, (word.text, word.span))?;
    session.all_rows(value)
}
