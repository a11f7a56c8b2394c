//! What `:set` is given: numbers and uncertainties of leaves, rows of columns, and networks.

use crate::command::arguments::{leaf, leaves, node, number, value_or_uncertainty};
use crate::command::syntax::Word;
use crate::core::graph::{NonFinite, Value};
use crate::core::language::{Error, Result, quoted};
use crate::core::session::{Session, with_row};
use crate::parts::rows::{self, Categories, which_category};
use crate::parts::uncertainty::{self, FoundError, LeafError};
use crate::report::{Paragraph, counted, numbers};

/// What `:set` changes.
#[derive(Default)]
pub(super) struct Changes {
    /// The leaves and their numbers; those that are summarized come first.
    pub(super) leaves: Vec<(Value, f64)>,
    /// Columns, their rows from 1, and the numbers there.
    pub(super) rows: Vec<(Value, usize, f64)>,
    uncertainties: Vec<(Value, Option<LeafError>)>,
    /// Errors that come from common sources.
    errors: Vec<FoundError>,
    /// Sentences on networks, and on columns whose rows all get another uncertainty.
    pub(super) summaries: Vec<Paragraph>,
    pub(super) summarized: usize,
    /// True if numbers are given, and not only uncertainties.
    pub(super) has_numbers: bool,
    /// Notes on names whose older leaves the root uses.
    pub(super) older: Vec<String>,
}

impl Changes {
    /// Takes one name and what it is given.
    pub(super) fn take(
        &mut self,
        session: &mut Session,
        name: Word<'_>,
        value: Word<'_>,
    ) -> Result<()> {
        if let Some(place) = name.row() {
            return self.take_row(session, (name, place), value);
        }
        if session.network(name.text).is_some() {
            return self.take_network(session, name, value);
        }
        let leaf = leaf(session, name)?;
        self.older.extend(older_use(session, &leaf, (name.text, None), value));
        if leaf.as_column().is_some() {
            return self.take_column(session, leaf, name, value);
        }
        let (number, plus_minus) = value_or_uncertainty(session, value)?;
        self.has_numbers |= number.is_some();
        let number = number.unwrap_or(leaf.data());
        if let Some(plus_minus) = plus_minus {
            if session.is_literal(&leaf) {
                let text = quoted(name.text);
                return Err(Error::new(name.span, format!("{text} is a number, which has no ±"))
                    .hint(format!("give it a name first: x = {text}")));
            }
            let moved = |error: Error| error.moved(value.span.start as usize);
            if let Some(parts) = rows::typed_numbers(session, &plus_minus.given).map_err(moved)? {
                let freedom = plus_minus.evaluation.freedom;
                self.errors.push(FoundError { leaf: leaf.clone(), parts, freedom });
            } else {
                let u = session.standard_uncertainty(number, &plus_minus).map_err(moved)?;
                self.uncertainties.push((leaf.clone(), u));
            }
        }
        self.leaves.push((leaf, number));
        Ok(())
    }

    /// `x[3] 2.5`, `kind[3] "a"`.
    fn take_row(
        &mut self,
        session: &mut Session,
        (name, (column, row)): (Word<'_>, (&str, &str)),
        value: Word<'_>,
    ) -> Result<()> {
        let leaf = session.find_leaf(column, name.span)?;
        let row = session.row_of(&leaf, (column, row), name.span)?;
        self.older.extend(older_use(session, &leaf, (column, Some(row)), value));
        let number = match leaf.categories() {
            Some(categories) => code(categories, column, value)?,
            None if value.quoted => {
                let message = format!("{} has numbers, and this is text", quoted(column));
                return Err(Error::new(value.span, message));
            }
            None if value.value_or_uncertainty()?.1.is_some() => {
                let hint = format!(":set {} ± [0.1, 0.2, …] gives each its own", quoted(column));
                return Err(Error::new(value.span, "a row gets no ± alone").hint(hint));
            }
            None => number(session, value)?,
        };
        self.has_numbers = true;
        self.rows.push((leaf, row, number));
        Ok(())
    }

    /// The numbers of all leaves of a network.
    fn take_network(
        &mut self,
        session: &mut Session,
        name: Word<'_>,
        value: Word<'_>,
    ) -> Result<()> {
        let leaves = leaves(session, name)?;
        let numbers = column(session, value)?;
        let (text, count) = (quoted(name.text), leaves.len());
        if numbers.len() != count {
            let found = counted(numbers.len() as u64, "number");
            let message = format!("{text} has {count} leaves, and this is {found}");
            return Err(
                Error::new(value.span, message).hint(format!(":set {text}.b1.1 0 sets one leaf"))
            );
        }
        let numbered = counted(count as u64, "number");
        self.summaries.push(Paragraph::new(format!("  {}: {numbered}", name.text)));
        self.summarized += count;
        self.has_numbers = true;
        self.leaves.splice(0..0, leaves.into_iter().zip(numbers));
        Ok(())
    }

    /// `x ± 0.1`: the uncertainty of all rows; a column has no one number.
    fn take_column(
        &mut self,
        session: &mut Session,
        leaf: Value,
        name: Word<'_>,
        value: Word<'_>,
    ) -> Result<()> {
        let text = quoted(name.text);
        let (None, Some(plus_minus)) = value.value_or_uncertainty()? else {
            let hint =
                format!("change one row, :set {text}[3] VALUE, or bind the name anew with =");
            return Err(Error::new(name.span, format!("{text} is a column")).hint(hint));
        };
        let present = leaf.as_column().map(|column| column.numbers()).unwrap_or_default();
        let u = uncertainty::row_uncertainties(session, (&text, &present), &plus_minus, true);
        let u = u.map_err(|error| error.moved(value.span.start as usize))?;
        let us = match u.as_ref().and_then(LeafError::range) {
            None => "exact".to_owned(),
            Some(range) => {
                let digits = session.settings().digits;
                let [low, high] = range.map(|u| numbers::uncertainty(u, digits));
                if low == high { format!("± {low}") } else { format!("± from {low} to {high}") }
            }
        };
        let rows = counted(present.len() as u64, "row");
        self.summaries.push(Paragraph::new(format!("  {}: {rows}, {us}", name.text)));
        self.summarized += 1;
        self.uncertainties.push((leaf.clone(), u));
        let data = leaf.data();
        self.leaves.insert(0, (leaf, data));
        Ok(())
    }

    pub(super) fn is_about_uncertainty(&self) -> bool {
        !self.uncertainties.is_empty() || !self.errors.is_empty()
    }

    /// Makes the changes.
    pub(super) fn make(&self, session: &mut Session) -> Option<NonFinite> {
        let mut found = None;
        if !self.rows.is_empty() {
            found = session.set_rows(&self.rows);
        }
        let mut numbers = self.leaves.clone();
        numbers.retain(|(leaf, _)| !leaf.is_per_row());
        if !numbers.is_empty() {
            found = session.set(&numbers);
        }
        if !self.uncertainties.is_empty() {
            session.set_uncertainties(self.uncertainties.clone());
        }
        if !self.errors.is_empty() {
            session.set_errors(&self.errors, true);
        }
        found
    }
}

/// Returns the numbers of a column, typed or computed, or one number.
fn column(session: &mut Session, word: Word<'_>) -> Result<Vec<f64>> {
    let moved = |error: Error| error.moved(word.span.start as usize);
    if let (Some(tree), None) = word.value_or_uncertainty()?
        && let Some(numbers) = rows::typed_numbers(session, &tree).map_err(moved)?
    {
        return Ok(numbers);
    }
    let node = node(session, word)?;
    if node.is_per_row() { session.all_rows(&node) } else { Ok(vec![node.data()]) }
}

/// Returns the code of a text in a column of text.
fn code(categories: &Categories, name: &str, word: Word<'_>) -> Result<f64> {
    if !word.quoted && word.text == "nan" {
        return Ok(f64::NAN);
    }
    let code = categories.code(&word.said()).filter(|_| word.quoted);
    code.ok_or_else(|| {
        let message = format!("{} has no category {}", quoted(name), quoted(word.text));
        Error::new(word.span, message).hint(which_category(categories))
    })
}

/// Returns a note if the root uses an older leaf of that name instead.
fn older_use(
    session: &mut Session,
    leaf: &Value,
    (name, row): (&str, Option<usize>),
    value: Word<'_>,
) -> Option<String> {
    let root = session.root().cloned()?;
    let older = session.older_use(&root, leaf, name)?;
    let root = session.names().call(&root);
    let root = if root == older { "the root is".to_owned() } else { format!("{root} uses") };
    let name = quoted(name);
    let place = with_row(older.clone(), row);
    let value = quoted(value.text);
    Some(format!("{root} the older {name}, {older}; to change that one, :set {place} {value}"))
}
