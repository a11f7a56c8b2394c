//! What the commands that take equations have in common: their sides, and the leaves that move.

use std::collections::HashSet;

use super::Arguments;
use super::arguments::leaves;
use super::free_leaves::Moved;
use crate::core::graph::{Operand, Value, undifferentiated};
use crate::core::language::{Error, ErrorKind, Result, Span, Tree, quoted};
use crate::core::session::{Session, is_free};
use crate::report::{Next, Paragraph, Report, and};

/// Returns the names in expressions at these places that are to become leaves, as they have no value, in the order of
/// their appearance, each once with its first place. If leaves to move are NAMEd, they are among them.
///
/// # Errors
///
/// Something else may be meant by one: a function, or a leaf whose name is one letter from it; or leaves are NAMEd and it is not, or what is NAMEd is none.
pub fn names_to_make<'trees, 'text: 'trees>(
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
    Err(unknown(*span, name)
        .hint(format!("give {name} a number first, {name} = 1, or let it move as well")))
}

fn unknown(place: Span, name: &str) -> Error {
    Error::new(place, format!("unknown name {}", quoted(name))).kind(ErrorKind::UnknownName)
}

/// The most names in a message.
pub const MOST_CALLED: usize = 6;

/// The most leaves that move: their matrix is factored whole.
const MOST_MOVED: usize = 500;

/// The number of a leaf that is made to be found.
const FIRST: f64 = 1.0;

/// Makes leaves of these names, begun at 1, if there are some, and works with them. That is one step to
/// undo, and leaves no trace unless what was looked for is found.
pub fn with_new_leaves(
    session: &mut Session,
    names: &[(String, Span)],
    work: impl FnOnce(&mut Session, Vec<Value>) -> Result<Report>,
) -> Result<Report> {
    let moment = session.moment();
    let made: Result<Vec<Value>> =
        names.iter().map(|(name, span)| session.make_leaf(name, FIRST, *span)).collect();
    let mut report = made.and_then(|made| work(session, made));
    if matches!(report, Ok(Report { next: Next::GoOn, .. })) {
        return report;
    }
    session.take_back_since(moment);
    // What was computed with leaves that have moved is stale.
    session.clock = session.clock.wrapping_add(1);
    if let (Ok(report), Some((first, _))) = (&mut report, names.first()) {
        let called = and(names.iter().map(|(name, _)| name.clone()).collect(), MOST_CALLED);
        let is = if names.len() == 1 { "is" } else { "are" };
        let text = format!("  {called} {is} not kept; begin elsewhere with a number: {first} = 2");
        report.blocks.push(Paragraph::new(text).wrapped(4));
    }
    report
}

/// Returns the leaves that are to move: those given as NAME, each once, or every unfrozen leaf of the
/// sides, which are typed as `text`.
pub fn leaves_to_move(
    session: &mut Session,
    sides: &[Operand],
    arguments: &Arguments<'_>,
    (place, text): (Span, &str),
) -> Result<Vec<Value>> {
    let roots: Vec<Value> = sides.iter().filter_map(Operand::value).cloned().collect();
    let shown = quoted(text);
    let moved = Moved { roots: &roots, name: &shown, place };
    let hint = "no value of it is better than another";
    let mut found = moved.leaves(session, arguments.words("NAME"), leaves, hint)?;
    if !arguments.has("for") {
        found.sort_unstable_by_key(Value::label);
    }
    must_be_few(found.len(), place)?;
    Ok(found)
}

/// Makes sure that so many leaves can move.
///
/// # Errors
///
/// They are too many.
pub fn must_be_few(moved: usize, place: Span) -> Result<()> {
    if moved <= MOST_MOVED {
        return Ok(());
    }
    Err(Error::new(place, format!("{moved} leaves would move, and {MOST_MOVED} can"))
        .hint("freeze some, or :minimize the sum of squares, which has no limit"))
}

/// Tells whether a name without a value may become that of a leaf, and not only be an error.
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
        return Err(unknown(span, name).hint(format!(
            "did you mean {factor}*{column}? or give {name} a number first: {name} = 1"
        )));
    }
    Ok(true)
}
