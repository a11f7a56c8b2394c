//! Commands that change, freeze and thaw leaves.

mod changed;

use std::collections::HashSet;

use super::arguments::{leaf, leaves, node, value_or_uncertainty};
use super::moving::is_data;
use super::passes::{coverage, pass};
use super::{Argument, Arguments, Command, Group, notes};
use crate::graph::{CellKind, NonFinite, Value, which_category, with_row};
use crate::language::{
    self, Distribution, Error, Instant, Result, Span, Word, dof_of_rows, in_marks, quoted,
};
use crate::report::{Cell, Column, Coverage, Part, Report, Sentence, Shape, and, counted};
use crate::session::{self, Session, Uncertain};
use changed::Before;

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "set",
        aliases: &[],
        group: Group::Leaves,
        arguments: &[
            Argument::leaf("NAME").repeated(),
            Argument::uncertain("VALUE").following(),
            Argument::keyword("all"),
        ],
        summary: "change leaves in place and see what follows",
        details: "\
Gives leaves new numbers: :set a 3 b -1 or :set a = 3, b = -1. VALUE may be an expression, of \
which the leaf keeps only the number; :set x[3] 2.5 changes one row of a column. :set a 3 ± 0.1 \
changes the uncertainty as well, :set a ± 0.1 only that, and ± 0 removes it. All rows of a column \
get one with :set x ± 0.1, each its own with :set x ± sx, a column, and one row with :set x[3] \
2.5 ± 0.1. All nodes built from the leaves follow: every named result that moves is listed, and the \
table is that of the current root if it uses what was set, else of the last result that does. An \
assignment, in contrast, makes a new node, and nodes built from the old one keep it. On a terminal a large graph shows only the root and the \
leaves that :step moves; all shows every row.",
        example: ":set a 3",
        run: set,
    },
    Command {
        name: "freeze",
        aliases: &["f"],
        group: Group::Leaves,
        arguments: &[Argument::leaf("NAME").repeated()],
        summary: "keep leaves from being moved: for inputs, which are not to be fitted",
        details: "\
A frozen leaf still has a grad; only :step, :minimize, :fit and :solve leave it alone.",
        example: ":freeze x1 x2",
        run: freeze,
    },
    Command {
        name: "thaw",
        aliases: &[],
        group: Group::Leaves,
        arguments: &[Argument::leaf("NAME").repeated()],
        summary: "let frozen leaves move again",
        details: "",
        example: ":thaw x1",
        run: thaw,
    },
];

/// What `:set` changes.
#[derive(Default)]
struct Changes {
    leaves: Vec<(Value, f64)>,
    uncertainties: Vec<(Value, Option<Uncertain>)>,
    /// Columns, their rows from 1, and the numbers there.
    rows: Vec<(Value, usize, f64)>,
    /// The same with uncertainties, each at the place where it was given.
    row_uncertainties: Vec<(Value, usize, f64, Span)>,
    /// Sentences on the networks whose leaves all change, and the number of these leaves, which
    /// come first.
    networks: Vec<Part>,
    in_networks: usize,
    /// Notes on names whose older leaves the root uses.
    older: Vec<Part>,
}

impl Changes {
    /// Takes one name and what it is given.
    fn take(&mut self, session: &mut Session, name: Word<'_>, value: Word<'_>) -> Result<()> {
        let place = value.span.start as usize;
        let twice = || Err(Error::new(name.span, format!("{} is given twice", name.text)));
        if let Some((column, row)) = name.row() {
            let leaf = session.find_leaf(column, name.span)?;
            let row = session.row_of(&leaf, (column, row), name.span)?;
            self.older.extend(older_use(session, &leaf, (column, Some(row)), value));
            if self.rows.iter().any(|(changed, other, _)| *changed == leaf && *other == row) {
                return twice();
            }
            if let Some(code) = code_of(&leaf, column, value)? {
                self.rows.push((leaf, row, code));
                return Ok(());
            }
            let (number, plus_minus) = value_or_uncertainty(session, value)?;
            let present = leaf.as_column().and_then(|column| column.number(row - 1));
            let number = number.or(present).unwrap_or(f64::NAN);
            if let Some(plus_minus) = plus_minus {
                let u = session.standard_uncertainty(number, &plus_minus);
                let u = u.map_err(|error| error.moved(place))?;
                if let Some(freedom) = plus_minus.evaluation.freedom {
                    return Err(dof_of_rows(value.span, freedom));
                }
                let [of_row, of_all] =
                    [plus_minus.evaluation.distribution, session.distribution_of(&leaf)];
                if of_row != of_all {
                    let [of_row, of_all] = [of_row, of_all].map(Distribution::name);
                    let message = format!(
                        "the errors of this column are {of_all}, and this one would be {of_row}"
                    );
                    let column = quoted(column);
                    return Err(Error::new(value.span, message)
                        .hint(format!(":set {column} ± 0.1 {of_row} makes all of them so")));
                }
                let u = u.map_or(0.0, |own| own.u(&leaf));
                self.row_uncertainties.push((leaf.clone(), row, u, value.span));
            }
            self.rows.push((leaf, row, number));
            return Ok(());
        }
        if session.network(name.text).is_some() {
            let (leaves, numbers) = network_numbers(session, name, value)?;
            let known: HashSet<&Value> = self.leaves.iter().map(|(leaf, _)| leaf).collect();
            if leaves.iter().any(|leaf| known.contains(leaf)) {
                return twice();
            }
            let count = counted(leaves.len() as u64, "number");
            self.networks.push(Sentence::new(format!("  {}: {count}", name.text)).line());
            self.in_networks += leaves.len();
            self.leaves.splice(0..0, leaves.into_iter().zip(numbers));
            return Ok(());
        }
        let leaf = leaf(session, name)?;
        if self.leaves.iter().any(|(changed, _)| *changed == leaf) {
            return twice();
        }
        self.older.extend(older_use(session, &leaf, (name.text, None), value));
        if let Some(column) = leaf.as_column() {
            if leaf.is_text() {
                let text = quoted(name.text);
                return Err(Error::new(name.span, format!("{text} is a column of text")).hint(
                    format!("change one row, :set {text}[3] \"a\", or bind the name anew with ="),
                ));
            }
            let (number, plus_minus) = value.value_or_uncertainty()?;
            let (None, Some(plus_minus)) = (number, plus_minus) else {
                let text = quoted(name.text);
                return Err(Error::new(name.span, format!("{text} is a column")).hint(format!(
                    "change one row, :set {text}[3] 2.5, or bind the name anew with =; :set \
                     {text} ± 0.1 changes the uncertainty of all rows"
                )));
            };
            let (called, numbers) = (quoted(name.text), column.numbers());
            let u = session::row_uncertainties(session, (&called, &numbers), &plus_minus, true);
            let u = u.map_err(|error| error.moved(place))?;
            self.uncertainties.push((leaf.clone(), u));
            self.leaves.push((leaf.clone(), leaf.data()));
            return Ok(());
        }
        let (number, plus_minus) = value_or_uncertainty(session, value)?;
        let number = number.unwrap_or(leaf.data());
        if let Some(plus_minus) = plus_minus {
            let u = session.standard_uncertainty(number, &plus_minus);
            let u = u.map_err(|error| error.moved(place))?;
            self.uncertainties.push((leaf.clone(), u));
        }
        self.leaves.push((leaf, number));
        Ok(())
    }

    /// The leaves that are given numbers, but for those in `rows`.
    fn leaves(&self) -> Vec<Value> {
        self.leaves.iter().map(|(leaf, _)| leaf.clone()).collect()
    }

    /// The columns that change, with the row, from 1.
    fn rows(&self) -> Vec<(Value, usize)> {
        self.rows.iter().map(|(leaf, row, _)| (leaf.clone(), *row)).collect()
    }

    fn is_about_uncertainty(&self) -> bool {
        !self.uncertainties.is_empty() || !self.row_uncertainties.is_empty()
    }

    /// Makes the changes.
    fn make(&self, session: &mut Session) -> Result<Option<NonFinite>> {
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
            session.set_uncertainties(&self.uncertainties);
        }
        for (leaf, _, _, span) in &self.row_uncertainties {
            let own = self.row_uncertainties.iter().filter(|(other, ..)| other == leaf);
            let changes: Vec<(usize, f64)> = own.map(|(_, row, u, _)| (*row, *u)).collect();
            let us = session::with_row_uncertainties(session, leaf, &changes, *span)?;
            session.set_uncertainties(&[(leaf.clone(), us)]);
        }
        Ok(found)
    }
}

fn set(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let mut changes = Changes::default();
    for (name, value) in arguments.words("NAME").zip(arguments.words("VALUE")) {
        changes.take(session, name, value)?;
    }
    let before = Before::of(session, &changes.leaves(), &changes.rows(), changes.in_networks);
    session.open_group();
    let found = changes.make(session);
    session.close_group();
    let (found, has_other_u) = (found?, changes.is_about_uncertainty());
    let (root, changed) = before.report(session, has_other_u);
    let found = found.or_else(|| session.non_finite_of(root.as_ref()?));
    let note = found.map(|found| notes::non_finite(session, &found));
    let mut parts = changes.networks;
    parts.extend(changed);
    parts.extend(root.map(|root| {
        let pass = pass(session, &root, Shape::Ledger);
        Part::Pass(Box::new(pass.covering(coverage(arguments, Coverage::Moving))))
    }));
    parts.extend(note.into_iter().chain(changes.older));
    Ok(Report { kind: "set", parts, ..Report::default() })
}

/// Returns the columns of `± 0.1` after a number.
pub(super) fn uncertainty_columns() -> [Column; 2] {
    [Column::text("").gap(1), Column::number("u").gap(1)]
}

/// Returns the cells of a leaf in these columns.
pub(super) fn uncertainty(session: &Session, node: &Value) -> [Cell; 2] {
    uncertainty_cells(session.uncertainty_of_leaf(node))
}

fn uncertainty_cells(u: Option<f64>) -> [Cell; 2] {
    match u {
        Some(u) => [Cell::text("±"), Cell::data(u)],
        None => [Cell::Empty, Cell::Empty],
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
    let place = word.span.start as usize;
    if let Some(column) = language::Column::of(word.text) {
        let numbers = column.and_then(|(column, plus_minus)| match plus_minus {
            None => session::numbers_of(session, &column),
            Some(_) => {
                Err(Error::new(column.span, "the leaves of a network get no uncertainty at once")
                    .hint(format!("one by one they do: :set {}.b1.1 ± 0.1", quoted(name.text))))
            }
        });
        return numbers.map(Some).map_err(|error| error.moved(place));
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
    let kind = leaf.cell_kind();
    let said = word.said();
    let (name, text) = (quoted(name), in_marks(&said));
    if let (CellKind::Days(first), true) = (&kind, word.quoted) {
        let message = || format!("{name} has dates, and {text} is none");
        return Ok(Some(Instant::expected(word.text, word.span, message)?.days_since(*first)));
    }
    let Some(categories) = kind.categories() else {
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
        Error::new(word.span, message).hint(which_category(categories, &said))
    })
}

/// Returns a note if the root, or whatever uses a leaf of that name, uses an older one instead.
fn older_use(
    session: &mut Session,
    leaf: &Value,
    (name, row): (&str, Option<usize>),
    value: Word<'_>,
) -> Option<Part> {
    let (older, mut users) = session.older_in_use(leaf, name)?;
    let root = session.root().map(|root| session.names().call(root));
    let name = quoted(name);
    let change =
        format!("to change that one, :set {} {}", with_row(older.clone(), row), quoted(value.text));
    if root.as_ref() == Some(&older) {
        return Some(Part::Note(format!("the root is the older {name}, {older}; {change}")));
    }
    if users.is_empty() {
        users.extend(root);
    }
    let verb = if users.len() == 1 { "uses" } else { "use" };
    let users = and(users, MOST_USERS);
    Some(Part::Note(format!("{users} {verb} the older {name}, {older}; {change}")))
}

/// The most names of nodes that use an older leaf.
const MOST_USERS: usize = 3;

fn freeze(session: &mut Session, given: &Arguments<'_>) -> Result<Report> {
    freeze_or_thaw(session, given, true)
}

fn thaw(session: &mut Session, given: &Arguments<'_>) -> Result<Report> {
    freeze_or_thaw(session, given, false)
}

fn freeze_or_thaw(
    session: &mut Session,
    arguments: &Arguments<'_>,
    frozen: bool,
) -> Result<Report> {
    let mut all = Vec::new();
    for word in arguments.words("NAME") {
        let meant = leaves(session, word)?;
        if !frozen && meant.iter().any(Value::is_per_row) {
            return Err(is_data(word));
        }
        all.extend(meant);
    }
    session.freeze(&all, frozen);
    Ok(Report::default())
}
