//! The nodes and numbers that the words of arguments mean.

use crate::command::syntax::Word;
use crate::core::graph::Value;
use crate::core::language::{Error, Result, Tree, quoted};
use crate::core::session::Session;

/// Returns the node of a word. An expression becomes the answer first, unless the root uses its
/// node; `x[7]` makes row 7 the current row.
pub fn node(session: &mut Session, word: Word<'_>) -> Result<Value> {
    let place = word.span.start as usize;
    if let Some((name, row)) = word.row() {
        let value = session.find(name, word.span)?;
        let row = session.row_of(&value, (name, row), word.span)?;
        session.look_at_row(value.rows().unwrap_or(0), row);
        return session.find(name, word.span);
    }
    let tree = word.expression()?;
    match tree.as_name() {
        Some(name) => session.find(name, word.span),
        None if let Some(value) = session.nameless(word.text) => Ok(value),
        None => Ok(session.evaluate(&tree).map_err(|error| error.moved(place))?.value),
    }
}

/// Returns the nodes of a word below `root`: one, the leaves of a network, or the members of a
/// group.
pub fn operands_of(session: &mut Session, root: &Value, word: Word<'_>) -> Result<Vec<Value>> {
    let is_network = session.network(word.text).is_some();
    let of_group = session.nodes_of_group(word.text);
    let is_group = of_group.is_some();
    let mut wanted = match of_group {
        Some(nodes) => nodes,
        None if is_network => leaves(session, word)?,
        None => vec![node(session, word)?],
    };
    session.guard().go_on(word.span)?;
    if is_group && wanted.iter().any(|it| session.order_of(root).contains(it)) {
        wanted.retain(|it| session.order_of(root).contains(it));
    }
    let Some(stray) = wanted.first().filter(|it| !session.order_of(root).contains(it)) else {
        return Ok(wanted);
    };
    must_not_be_newer(session, root, stray, word)?;
    let message =
        format!("{} does not depend on {}", session.names().call(root), quoted(word.text));
    let so = if is_network || is_group { "its grads are 0" } else { "its grad is 0" };
    Err(Error::new(word.span, message).hint(so))
}

/// Makes sure that `root` uses the node that a word means now, and not an older binding.
pub fn must_not_be_newer(
    session: &mut Session,
    root: &Value,
    wanted: &Value,
    word: Word<'_>,
) -> Result<()> {
    session.uses_older(root, wanted, (word.text, word.span)).map_or(Ok(()), Err)
}

pub fn leaf(session: &mut Session, word: Word<'_>) -> Result<Value> {
    session.find_leaf(word.name(), word.span)
}

/// Returns the leaves of a word: one, or all of a network or a group.
pub fn leaves(session: &mut Session, word: Word<'_>) -> Result<Vec<Value>> {
    if let Some(leaves) = session.leaves_of_network(word.text) {
        return Ok(leaves);
    }
    let Some(members) = session.names().get(word.text).and_then(Value::members) else {
        return Ok(vec![leaf(session, word)?]);
    };
    let leaves = members.iter().map(|it| it.value().filter(|it| it.is_leaf()).cloned());
    leaves.collect::<Option<_>>().ok_or_else(|| {
        let message = format!("{} has members that are not leaves", quoted(word.text));
        Error::new(word.span, message)
    })
}

pub fn number(session: &mut Session, word: Word<'_>) -> Result<f64> {
    let place = word.span.start as usize;
    let tree = word.expression()?;
    session.number(&tree).map_err(|error| error.moved(place))
}

/// Reads a condition on rows.
pub fn condition(word: Word<'_>) -> Result<Tree<'_>> {
    word.expression().map_err(|error: Error| match word.sides() {
        Some(_) => error.hint("= assigns; to compare, write =="),
        None => error,
    })
}
