//! What the commands that take equations have in common: their sides, and the leaves that move.

use std::collections::HashSet;

use super::Arguments;
use super::arguments::{leaves, must_not_be_newer};
use super::descent::is_data;
use crate::graph::{Operand, Value};
use crate::language::{Error, ErrorKind, Result, Span, Tree, Word, quoted};
use crate::session::Session;

/// The most leaves that move: their matrix is factored whole.
const MOST_MOVED: usize = 500;

/// Returns one side of an equation: a number, or a node. An expression becomes the answer.
pub(super) fn side(session: &mut Session, tree: &Tree<'_>, word: Word<'_>) -> Result<Operand> {
    let found = match tree.as_name() {
        Some(_) => session.unbound(tree),
        // A number stays one; an answer that is a leaf could move.
        None => session.unbound(tree).and_then(|found| match found {
            Operand::Value(_) => Ok(Operand::Value(session.evaluate(tree)?.value)),
            number => Ok(number),
        }),
    };
    found.map_err(|error| {
        let is_unknown = error.advice().is_none() && error.is(ErrorKind::UnknownName);
        let hint = "a leaf to be found needs a value to start from: a = 1";
        let error = if is_unknown { error.hint(hint) } else { error };
        error.moved(word.span.start as usize)
    })
}

/// Returns a side as typed.
pub(super) fn text_of<'text>(tree: &Tree<'text>) -> &'text str {
    tree.span().of(tree.text)
}

/// Returns the leaves that are to move: those given as NAME, each once, or every unfrozen leaf of the
/// sides, which are typed as `text`.
pub(super) fn leaves_to_move(
    session: &mut Session,
    sides: &[Operand],
    arguments: &Arguments<'_>,
    (place, text): (Span, &str),
) -> Result<Vec<Value>> {
    let roots: Vec<&Value> = sides.iter().filter_map(Operand::value).collect();
    let (mut found, mut met): (Vec<Value>, HashSet<Value>) = Default::default();
    for word in arguments.words("NAME") {
        if word.text.starts_with(['-', '+']) {
            let joined = format!("{text} {} {}", &word.text[..1], &word.text[1..]);
            return Err(Error::new(
                word.span,
                format!("found {} where a name was expected", quoted(word.text)),
            )
            .hint(format!(
                "put blanks on both sides of an operation, or on neither: {}",
                quoted(&joined)
            )));
        }
        let named =
            leaves(session, word).map_err(|error| match word.text.contains([' ', '*', '/']) {
                true => error.hint(format!(
                    "to multiply, write {}",
                    quoted(&format!("{text}*{}", word.text))
                )),
                false => error,
            })?;
        if named.iter().any(Value::is_per_row) {
            return Err(is_data(word));
        }
        let moving: Vec<Value> = named.iter().filter(|leaf| !leaf.is_frozen()).cloned().collect();
        let Some(first) = moving.first() else {
            return Err(Error::new(word.span, format!("{} is frozen", quoted(word.text)))
                .hint(format!(":thaw {} lets it move", quoted(word.text))));
        };
        if !roots.iter().any(|root| session.order_of(root).contains(first)) {
            for root in &roots {
                must_not_be_newer(session, root, first, word)?;
            }
            let message = format!("{} does not depend on {}", quoted(text), quoted(word.text));
            return Err(
                Error::new(word.span, message).hint("no value of it is better than another")
            );
        }
        found.extend(moving.into_iter().filter(|leaf| met.insert(leaf.clone())));
    }
    if !arguments.has("NAME") {
        for root in &roots {
            found.extend(session.order_of(root).unfrozen_leaves());
        }
        found.sort_unstable_by_key(Value::label);
        found.dedup();
    }
    if found.is_empty() {
        let message = format!("nothing can move: {} has no unfrozen leaf", quoted(text));
        return Err(Error::new(place, message)
            .hint("only leaves with a number move: m = 1; :thaw NAME frees a frozen one"));
    }
    if found.len() > MOST_MOVED {
        let message = format!("{} leaves would move, and {MOST_MOVED} can", found.len());
        return Err(Error::new(place, message)
            .hint("freeze some, or :minimize the sum of squares, which has no limit"));
    }
    Ok(found)
}
