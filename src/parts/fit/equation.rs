//! Equations of commands: their sides, names in them that become leaves, and the leaves that move.

use std::collections::HashSet;

use crate::command::syntax::Word;
use crate::command::{Arguments, free_leaves};
use crate::core::graph::{Operand, Value, undifferentiated};
use crate::core::language::{Error, Kind, Result, Span, Step, Tree, quoted};
use crate::core::session::{self, Session, is_free};
use crate::report::{Next, Report, and};

/// One side of an equation.
#[derive(Debug)]
pub struct Side<'text> {
    /// The text, and its place in the statement.
    pub word: Word<'text>,
    /// The expression.
    pub tree: Tree<'text>,
}

impl Side<'_> {
    /// Returns the place of the expression in the statement, without parentheses around it.
    pub fn place(&self) -> Span {
        self.tree.span().moved(self.word.span.start as usize)
    }

    /// The side as a number, or as a node without a name.
    pub fn operand(&self, session: &mut Session) -> Result<Operand> {
        let built = session::unbound(session, &self.tree);
        built.map_err(|error| error.moved(self.word.span.start as usize))
    }
}

/// Reads both sides of an equation: `y = m*x`.
///
/// # Errors
///
/// It has no `=`, several, or a side that is wrong.
pub fn equation<'text>(word: &Word<'text>) -> Result<[Side<'text>; 2]> {
    if let [_, second, ..] = word.equals().as_slice() {
        let place = second.moved(word.span.start as usize);
        return Err(Error::new(place, "found a second =").hint("a comma ends an equation"));
    }
    if let Some([left, right]) = word.sides() {
        let side = |word: Word<'text>| Ok(Side { word, tree: word.expression()? });
        return Ok([side(left)?, side(right)?]);
    }
    // A side that is wrong says more.
    let tree = word.expression()?;
    let compares = |it: &&Step| matches!(it.kind, Kind::Operation(mark) if mark.compares());
    let text = quoted(word.text);
    Err(Error::new(word.span, format!("{text} has no =")).hint(
        match tree.steps.iter().find(compares) {
            Some(it) => format!("{} compares; an equation has one =", it.span.of(word.text)),
            None => format!("an equation has two sides: {text} = 0"),
        },
    ))
}

/// The most names in a message.
pub const MOST_CALLED: usize = 6;

/// The most leaves that move: their matrix is factored whole.
const MOST_MOVED: usize = 500;

/// The number of a new leaf.
const FIRST: f64 = 1.0;

/// Works with expressions at these places, after their names without a value have become leaves of the number 1.
/// That is one step to undo, and leaves no trace unless the work succeeds.
///
/// # Errors
///
/// A name may mean something else, or does not stand among the NAMEs after for; and those of the work.
pub fn with_new_leaves<'trees, 'text: 'trees>(
    session: &mut Session,
    arguments: &Arguments<'_>,
    trees: impl IntoIterator<Item = (&'trees Tree<'text>, Span)>,
    work: impl FnOnce(&mut Session, Vec<Value>) -> Result<Report>,
) -> Result<Report> {
    let names = new_names(session, arguments, trees)?;
    let Some((_, place)) = names.first() else { return work(session, Vec::new()) };
    must_be_few(names.len(), *place)?;
    let moment = session.moment();
    let made: Result<Vec<Value>> =
        names.iter().map(|(name, span)| session.make_leaf(name, FIRST, *span)).collect();
    let report = made.and_then(|made| work(session, made));
    if matches!(report, Ok(Report { next: Next::GoOn, .. })) {
        return report;
    }
    session.take_back_since(moment);
    // Results computed from these leaves are stale.
    session.data_time = session.data_time.wrapping_add(1);
    report
}

/// Adds the note that new leaves are taken back, and how to start elsewhere, if that `helps`, to a report without
/// success.
pub fn with_undefined(
    session: &Session,
    mut report: Report,
    made: &[Value],
    helps: bool,
) -> Report {
    let names: Vec<String> = made.iter().map(|leaf| session.names().call(leaf)).collect();
    let Some(first) = names.first().cloned() else { return report };
    let stay = if names.len() == 1 { "stays" } else { "stay" };
    let mut text = format!("{} {stay} undefined", and(names, MOST_CALLED));
    if helps {
        text.push_str(&format!("; to try another start, type {first} = 2"));
    }
    report.notes.push(text);
    report
}

/// Returns the names that are to become leaves, in the order of their first places.
fn new_names<'trees, 'text: 'trees>(
    session: &Session,
    arguments: &Arguments<'_>,
    trees: impl IntoIterator<Item = (&'trees Tree<'text>, Span)>,
) -> Result<Vec<(String, Span)>> {
    let mut names: Vec<(String, Span)> = Vec::new();
    let mut met = HashSet::new();
    for (tree, place) in trees {
        for (name, span) in tree.names() {
            let span = span.moved(place.start as usize);
            if met.insert(name) && is_free(session, name) && may_be_made(session, name, span)? {
                names.push((name.to_owned(), span));
            }
        }
    }
    let is_named = |name: &str| arguments.words("NAME").any(|word| word.text == name);
    let stays = names.iter().find(|(name, _)| arguments.has("for") && !is_named(name));
    let Some((name, span)) = stays else { return Ok(names) };
    Err(Error::unknown_name(*span, name)
        .hint(format!("give {name} a number first, {name} = 1, or add it after for")))
}

/// Returns true if an undefined name may become a leaf.
fn may_be_made(session: &Session, name: &str, span: Span) -> Result<bool> {
    if session.is_operation(name)
        || session.has_function(name)
        || undifferentiated(name).1 > 0
        || quoted(name) != name
    {
        return Ok(false);
    }
    // `mx` beside a column x.
    let is_product = |(column, node): &(&str, &Value)| {
        let factor = name.strip_suffix(column).filter(|factor| factor.chars().count() == 1);
        factor.is_some() && node.is_leaf() && node.is_per_row()
    };
    if let Some((column, _)) = session.names().iter().find(is_product) {
        let factor = name.strip_suffix(column).unwrap_or_default();
        return Err(Error::unknown_name(span, name).hint(format!(
            "did you mean {factor}*{column}? or give {name} a number first: {name} = 1"
        )));
    }
    Ok(true)
}

/// Returns a hint to give the first of these leaves another number; those just made have not kept theirs.
pub fn another_start(session: &Session, leaves: &[Value], made: &[Value]) -> String {
    let Some(leaf) = leaves.first() else { return "try another start".to_owned() };
    let name = session.names().call(leaf);
    let other = if leaf.data() == 0.5 { "2" } else { "0.5" };
    match made.contains(leaf) {
        true => format!("try another start: {name} = {other}"),
        false => format!("try another start: :set {name} {other}"),
    }
}

/// Returns the leaves that are to move: those given as NAME, or every unfrozen leaf of the sides, which are typed as
/// `text`.
pub fn leaves_to_move(
    session: &mut Session,
    sides: &[Operand],
    arguments: &Arguments<'_>,
    (place, text): (Span, &str),
) -> Result<Vec<Value>> {
    let roots: Vec<Value> = sides.iter().filter_map(Operand::value).cloned().collect();
    let hint = "only leaves it depends on can move";
    let mut found = free_leaves(session, &roots, (&quoted(text), place), arguments, hint)?;
    if !arguments.has("for") {
        found.sort_unstable_by_key(Value::label);
    }
    must_be_few(found.len(), place)?;
    Ok(found)
}

fn must_be_few(moved: usize, place: Span) -> Result<()> {
    if moved <= MOST_MOVED {
        return Ok(());
    }
    Err(Error::new(place, format!("{moved} leaves to move; at most {MOST_MOVED} can"))
        .hint("freeze some, or :minimize the sum of squares, which has no limit"))
}
