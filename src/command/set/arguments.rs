//! What `:set` is given: numbers and uncertainties of leaves, columns, their rows, and networks.

use std::collections::HashSet;

use crate::command::arguments::{leaf, leaves, node, value_or_uncertainty};
use crate::command::notes::rebinding::older_in_use;
use crate::command::syntax::Word;
use crate::core::graph::{NonFinite, Value};
use crate::core::language::{Error, Result, Span, in_marks, quoted, visible_text};
use crate::core::session::{Session, with_row};
use crate::parts::rows::{self, which_category};
use crate::parts::uncertainty::{self, Distribution, FoundError, LeafError, dof_of_rows};
use crate::report::{Paragraph, and, counted, numbers};

/// What `:set` changes.
#[derive(Default)]
pub(super) struct Changes {
    leaves: Vec<(Value, f64)>,
    uncertainties: Vec<(Value, Option<LeafError>)>,
    /// Columns, their rows from 1, and the numbers there.
    rows: Vec<(Value, usize, f64)>,
    /// The same with uncertainties, each at the place where it was given.
    row_uncertainties: Vec<(Value, usize, f64, Span)>,
    /// Errors that come from common sources.
    errors: Vec<FoundError>,
    /// Sentences on the networks whose leaves all change, and on the columns whose rows all get another
    /// uncertainty; the number of these leaves, which come first.
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
        if self.leaves.iter().any(|(changed, _)| *changed == leaf) {
            return Err(given_twice(name));
        }
        self.older.extend(older_use(session, &leaf, (name.text, None), value));
        if leaf.as_column().is_some() {
            return self.take_column(session, leaf, name, value);
        }
        let (number, plus_minus) = value_or_uncertainty(session, value)?;
        self.has_numbers |= number.is_some();
        let number = number.unwrap_or(leaf.data());
        if plus_minus.is_some() && session.is_literal(&leaf) {
            let text = quoted(name.text);
            return Err(Error::new(name.span, format!("{text} is a number, which has no ±"))
                .hint(format!("give it a name first: x = {text}")));
        }
        if let Some(plus_minus) = plus_minus {
            let moved = |error: Error| error.moved(value.span.start as usize);
            let parts = rows::typed_numbers(session, &plus_minus.given).map_err(moved)?;
            if let Some(parts) = parts {
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

    /// `x[3] 2.5`, `x[3] 2.5 ± 0.1`, `kind[3] "a"`.
    fn take_row(
        &mut self,
        session: &mut Session,
        (name, (column, row)): (Word<'_>, (&str, &str)),
        value: Word<'_>,
    ) -> Result<()> {
        let leaf = session.find_leaf(column, name.span)?;
        let row = session.row_of(&leaf, (column, row), name.span)?;
        self.older.extend(older_use(session, &leaf, (column, Some(row)), value));
        if self.rows.iter().any(|(changed, other, _)| *changed == leaf && *other == row) {
            return Err(given_twice(name));
        }
        if let Some(code) = code_of(&leaf, column, value)? {
            self.has_numbers = true;
            self.rows.push((leaf, row, code));
            return Ok(());
        }
        let (number, plus_minus) = value_or_uncertainty(session, value)?;
        self.has_numbers |= number.is_some();
        let present = leaf.as_column().and_then(|column| column.number(row - 1));
        let number = number.or(present).unwrap_or(f64::NAN);
        if let Some(plus_minus) = plus_minus {
            let u = session.standard_uncertainty(number, &plus_minus);
            let u = u.map_err(|error| error.moved(value.span.start as usize))?;
            if let Some(freedom) = plus_minus.evaluation.freedom {
                return Err(dof_of_rows(value.span, freedom));
            }
            let [of_row, of_all] =
                [plus_minus.evaluation.distribution, session.distribution_of(&leaf)];
            if of_row != of_all {
                let [of_row, of_all] = [of_row, of_all].map(Distribution::name);
                let message = format!("a {of_row} error in a column of {of_all} ones");
                return Err(Error::new(value.span, message).hint("all rows have the same"));
            }
            let u = u.and_then(|error| error.u()).unwrap_or(0.0);
            self.row_uncertainties.push((leaf.clone(), row, u, value.span));
        }
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
        let (leaves, numbers) = network_numbers(session, name, value)?;
        let known: HashSet<&Value> = self.leaves.iter().map(|(leaf, _)| leaf).collect();
        if leaves.iter().any(|leaf| known.contains(leaf)) {
            return Err(given_twice(name));
        }
        let count = counted(leaves.len() as u64, "number");
        self.summaries.push(Paragraph::new(format!("  {}: {count}", name.text)));
        self.summarized += leaves.len();
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
        if leaf.is_text() {
            return Err(Error::new(name.span, format!("{text} is a column of text")).hint(
                format!("change one row, :set {text}[3] \"a\", or bind the name anew with ="),
            ));
        }
        let (None, Some(plus_minus)) = value.value_or_uncertainty()? else {
            return Err(Error::new(name.span, format!("{text} is a column")).hint(format!(
                "change one row, :set {text}[3] 2.5, or bind the name anew with =; :set \
                 {text} ± 0.1 changes the uncertainty of all rows"
            )));
        };
        let present = leaf.as_column().map(|column| column.numbers()).unwrap_or_default();
        let u = uncertainty::row_uncertainties(session, (&text, &present), &plus_minus, true);
        let u = u.map_err(|error| error.moved(value.span.start as usize))?;
        let rows = counted(present.len() as u64, "row");
        let summary = match u.as_ref().and_then(LeafError::range) {
            None => format!("  {}: {rows}, exact", name.text),
            Some(range) => {
                let digits = session.settings().digits;
                let [low, high] = range.map(|u| numbers::uncertainty(u, digits));
                let us = if low == high { low } else { format!("from {low} to {high}") };
                format!("  {}: {rows}, ± {us}", name.text)
            }
        };
        self.summaries.push(Paragraph::new(summary));
        self.summarized += 1;
        self.uncertainties.push((leaf.clone(), u));
        let data = leaf.data();
        self.leaves.insert(0, (leaf, data));
        Ok(())
    }

    /// The leaves that are given numbers, but for those in `rows`.
    pub(super) fn leaves(&self) -> Vec<Value> {
        self.leaves.iter().map(|(leaf, _)| leaf.clone()).collect()
    }

    /// The columns that change, with the row, from 1.
    pub(super) fn rows(&self) -> Vec<(Value, usize)> {
        self.rows.iter().map(|(leaf, row, _)| (leaf.clone(), *row)).collect()
    }

    pub(super) fn is_about_uncertainty(&self) -> bool {
        !self.uncertainties.is_empty()
            || !self.row_uncertainties.is_empty()
            || !self.errors.is_empty()
    }

    /// Makes the changes.
    pub(super) fn make(&self, session: &mut Session) -> Result<Option<NonFinite>> {
        let mut found = None;
        if !self.rows.is_empty() {
            found = session.set_rows(&self.rows);
        }
        let numbers = self.leaves.iter().filter(|(leaf, _)| !leaf.is_per_row()).cloned();
        let numbers: Vec<(Value, f64)> = numbers.collect();
        if !numbers.is_empty() {
            found = session.set(&numbers);
        }
        if !self.uncertainties.is_empty() {
            session.set_uncertainties(self.uncertainties.clone());
        }
        if !self.errors.is_empty() {
            session.set_errors(&self.errors, true);
        }
        for (leaf, _, _, span) in &self.row_uncertainties {
            let own = self.row_uncertainties.iter().filter(|(other, ..)| other == leaf);
            let changes: Vec<(usize, f64)> = own.map(|(_, row, u, _)| (*row, *u)).collect();
            let us = uncertainty::with_row_uncertainties(session, leaf, &changes, *span)?;
            session.set_uncertainties(vec![(leaf.clone(), us)]);
        }
        Ok(found)
    }
}

/// Returns the leaves of a network, and the numbers that they are to have.
fn network_numbers(
    session: &mut Session,
    name: Word<'_>,
    value: Word<'_>,
) -> Result<(Vec<Value>, Vec<f64>)> {
    let leaves = leaves(session, name)?;
    let numbers = column(session, name, value)?;
    let (text, count) = (quoted(name.text), leaves.len());
    let message = match numbers {
        Some(numbers) if numbers.len() == count => return Ok((leaves, numbers)),
        Some(numbers) => {
            format!(
                "{text} has {count} leaves, and this has {}",
                counted(numbers.len() as u64, "row")
            )
        }
        None => format!("{text} is a network of {count} leaves, and this is one number"),
    };
    Err(Error::new(value.span, message)
        .hint(format!("a column of {count} numbers sets them all, and :set {text}.b1.1 0 one")))
}

/// Returns the numbers of a column for the network `name`, typed or computed; none for one number.
fn column(session: &mut Session, name: Word<'_>, word: Word<'_>) -> Result<Option<Vec<f64>>> {
    let moved = |error: Error| error.moved(word.span.start as usize);
    let (value, plus_minus) = word.value_or_uncertainty()?;
    if let Some(value) = &value
        && let Some(numbers) = rows::typed_numbers(session, value).map_err(moved)?
    {
        if plus_minus.is_none() {
            return Ok(Some(numbers));
        }
        let hint = format!("one by one they do: :set {}.b1.1 ± 0.1", quoted(name.text));
        let message = "the leaves of a network get no uncertainty at once";
        return Err(moved(Error::new(value.span(), message).hint(hint)));
    }
    let node = node(session, word)?;
    if node.is_per_row() { session.all_rows(&node).map(Some) } else { Ok(None) }
}

/// Returns the code that a row of a column of text is to have; none for a column of numbers.
///
/// # Errors
///
/// The word is none of the categories, or is a text for a column of numbers.
fn code_of(leaf: &Value, name: &str, word: Word<'_>) -> Result<Option<f64>> {
    let said = word.said();
    let (name, text) = (quoted(name), in_marks(&visible_text(&said)));
    let Some(categories) = leaf.categories() else {
        return if word.quoted {
            Err(Error::new(word.span, format!("{text} is text, and {name} has numbers")))
        } else {
            Ok(None)
        };
    };
    if !word.quoted && word.text == "nan" {
        return Ok(Some(f64::NAN));
    }
    let code = categories.code(&said).filter(|_| word.quoted);
    code.map(Some).ok_or_else(|| {
        let message = if word.quoted {
            format!("{name} has no category {text}")
        } else {
            format!("{name} is a column of text, and {} is none", quoted(word.text))
        };
        Error::new(word.span, message).hint(which_category(categories))
    })
}

/// Returns a note if the root, or whatever uses a leaf of that name, uses an older one instead.
fn older_use(
    session: &mut Session,
    leaf: &Value,
    (name, row): (&str, Option<usize>),
    value: Word<'_>,
) -> Option<String> {
    let (older, mut users) = older_in_use(session, leaf, name)?;
    let root = session.root().map(|root| session.names().call(root));
    let name = quoted(name);
    let change =
        format!("to change that one, :set {} {}", with_row(older.clone(), row), quoted(value.text));
    if root.as_ref() == Some(&older) {
        return Some(format!("the root is the older {name}, {older}; {change}"));
    }
    if users.is_empty() {
        users.extend(root);
    }
    let verb = if users.len() == 1 { "uses" } else { "use" };
    let users = and(users, MOST_USERS);
    Some(format!("{users} {verb} the older {name}, {older}; {change}"))
}

/// The most names of nodes that use an older leaf.
const MOST_USERS: usize = 3;

fn given_twice(name: Word<'_>) -> Error {
    Error::new(name.span, format!("{} is given twice", name.text))
}
