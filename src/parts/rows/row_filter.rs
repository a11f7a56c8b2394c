//! Which rows a fit or a picture takes: `where CONDITION`, `without ROW…`, and none with a gap.

use crate::command::syntax::Word;
use crate::command::{Argument, Arguments, condition};
use crate::core::graph::{Operand, Value};
use crate::core::language::{Error, Result, Span, quoted};
use crate::core::session::{self, Session};
use crate::parts::fit;
use crate::parts::rows::no_numbers;
use crate::report::{and, counted};

/// The most rows that a number may count.
const MOST_ROWS: u64 = 1 << 32;

/// The most rows that are listed for one reason.
const MOST_LISTED: usize = 10;

/// The keyword before the condition.
pub const WHERE: Argument = Argument::keyword("where");
/// What is true, or not 0, in the rows that are taken.
pub const CONDITION: Argument = Argument::condition("CONDITION").following();
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
    NotMeant,
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
        let gaps = fit::rows_with_gaps(session, y, other);
        let gap = |row: usize| gaps.binary_search(&row).is_ok().then_some(Why::Gap);
        let mut why: Vec<Option<Why>> = (0..count).map(gap).collect();
        let is_chosen = ["where", "without"].map(|it| arguments.has(it)).contains(&true);
        let condition = arguments.words("CONDITION").next();
        if let Some(word) = condition {
            let tells = condition_of(session, arguments, (y_text, count))?;
            for (why, is_meant) in why.iter_mut().zip(tells) {
                match is_meant {
                    0.0 => *why = Some(Why::NotMeant),
                    it if it.is_nan() && why.is_none() => *why = Some(Why::Undecided),
                    _ => {}
                }
            }
            if why.iter().all(|why| matches!(why, Some(Why::NotMeant | Why::Undecided))) {
                let message = format!("{} is true in no row", quoted(word.text));
                return Err(Error::new(word.span, message)
                    .hint("a condition is true where it is not 0, as x < 10 is where x is less"));
            }
        }
        leave_out_named(arguments, arguments.words("ROW"), y_text, &mut why)?;
        if why.iter().all(Option::is_some) && is_chosen {
            let message = format!("no row of {} is left", quoted(y_text));
            return Err(Error::new(arguments.end(), message)
                .hint("leave fewer out; rows with a gap do not count either"));
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
        let all = [Why::Gap, Why::Undecided, Why::NotMeant, Why::Named];
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
            Why::NotMeant => "where",
            Why::Named => "without",
        };
        (!rows.is_empty()).then(|| format!("{} ({reason})", and(rows, MOST_LISTED)))
    }
}

/// Marks the rows that some words name.
fn leave_out_named<'text>(
    arguments: &Arguments<'text>,
    rows: impl IntoIterator<Item = Word<'text>>,
    y_text: &str,
    why: &mut [Option<Why>],
) -> Result<()> {
    let count = why.len();
    for word in rows {
        let (first, last) = match range_of(word) {
            Some(range) => range,
            None => {
                let row = arguments.count_of("ROW", word, MOST_ROWS)?;
                (row, row)
            }
        };
        let places = first.checked_sub(1).zip(usize::try_from(last).ok());
        let places = places.and_then(|(first, last)| Some(usize::try_from(first).ok()?..last));
        let Some(named) = places.and_then(|places| why.get_mut(places)) else {
            let rows = counted(count as u64, "row");
            let row = if first == 0 || first > count as u64 { first } else { last };
            let message = format!("{} has {rows}, and no row {row}", quoted(y_text));
            return Err(Error::new(word.span, message).hint("rows are counted from 1"));
        };
        named.fill(Some(Why::Named));
    }
    Ok(())
}

/// The first and the last row of `1:3` or `1-3`.
fn range_of(word: Word<'_>) -> Option<(u64, u64)> {
    let (first, last) = word.text.split_once([':', '-'])?;
    let [first, last] = [first, last].map(|it| it.trim().parse::<u64>().ok());
    first.zip(last).filter(|(first, last)| first <= last)
}

/// Makes sure that no argument says which rows.
///
/// # Errors
///
/// One does, where there are no rows.
pub fn must_not_be_given(arguments: &Arguments<'_>) -> Result<()> {
    let given = ["where", "CONDITION", "without", "ROW"].map(|it| arguments.words(it).next());
    match given.into_iter().flatten().next() {
        None => Ok(()),
        Some(word) => {
            let message = format!("{} chooses rows, and none are drawn here", word.text);
            Err(Error::new(word.span, message)
                .hint("rows of y are drawn by :plot y x, and :plot y = F"))
        }
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
    let error = |message: String| Error::new(word.span, message);
    let Some(value) = found.value().filter(|value| value.is_per_row()) else {
        let message = format!("{} is one number, and rows are told by one each", quoted(word.text));
        return Err(error(message).hint("a condition compares a column: where x < 10"));
    };
    must_be_numbers(value, (word.text, word.span))?;
    let theirs = value.rows().unwrap_or(0);
    if theirs != rows {
        let rows = counted(rows as u64, "row");
        return Err(error(format!("{} has {rows}, {} has {theirs}", quoted(y), quoted(word.text)))
            .hint("the condition is about the same rows"));
    }
    session.all_rows(value)
}
