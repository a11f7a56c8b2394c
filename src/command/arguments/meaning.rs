//! The nodes and numbers that the words of arguments mean.

use crate::command::syntax::Word;
use crate::core::graph::Value;
use crate::core::language::{Error, Result, Tree, quoted};
use crate::core::session::Session;

/// Returns the node that a word means; an expression becomes the answer first, unless it is the
/// formula of a node without a name that the root uses, and `x[7]` brings
/// row 7 into view.
///
/// # Errors
///
/// There is no such node, or the expression is wrong.
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

/// Returns the nodes that a word means, which `root` depends on: one, the leaves of a network, or
/// those of a group.
///
/// # Errors
///
/// As [`node`], or `root` does not depend on them.
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

/// Makes sure that `root` does not use an older binding of the name that a word means instead of
/// the node it means now.
///
/// # Errors
///
/// It does.
pub fn must_not_be_newer(
    session: &mut Session,
    root: &Value,
    wanted: &Value,
    word: Word<'_>,
) -> Result<()> {
    session.uses_older(root, wanted, (word.text, word.span)).map_or(Ok(()), Err)
}

/// Returns the leaf that a word means.
///
/// # Errors
///
/// There is no such leaf.
pub fn leaf(session: &mut Session, word: Word<'_>) -> Result<Value> {
    session.find_leaf(word.name(), word.span)
}

/// Returns the leaves that a word means: one, or all of a network or a group.
///
/// # Errors
///
/// There is no such leaf.
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

/// Returns the number that a word comes to.
///
/// # Errors
///
/// The expression is wrong.
pub fn number(session: &mut Session, word: Word<'_>) -> Result<f64> {
    let place = word.span.start as usize;
    let tree = word.expression()?;
    session.number(&tree).map_err(|error| error.moved(place))
}

/// Reads a condition on rows.
///
/// # Errors
///
/// It is no expression.
pub fn condition(word: Word<'_>) -> Result<Tree<'_>> {
    word.expression().map_err(|error: Error| match word.sides() {
        Some(_) => error.hint("= assigns; to compare, write =="),
        None => error,
    })
}
