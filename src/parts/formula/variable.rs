//! What a word means to `:diff` and `:plot`, which follow it as one name changes.

use indexmap::IndexSet;

use crate::command::only_leaf;
use crate::core::graph::Value;
use crate::core::language::{Error, Result, Word, parse_expression, quoted};
use crate::core::session::{self, Session};

/// What a word means, and by what it is followed.
#[derive(Debug)]
pub enum Subject {
    /// A function: the user's, a network, or an operation.
    Function {
        /// Its parameters.
        parameters: Vec<String>,
        /// The one that changes, where one is given or there is one only.
        by: Option<String>,
    },
    /// An expression over names that have no value.
    Formula {
        /// The name that changes.
        by: String,
        /// The names without a value.
        free: IndexSet<String>,
    },
    /// A node, an expression that becomes one, or a mistake.
    Node,
}

impl Subject {
    /// Returns what `word` means as `by` changes, or what is found where that is left out.
    ///
    /// # Errors
    ///
    /// The word is no expression.
    pub fn of(session: &Session, word: Word<'_>, by: Option<Word<'_>>) -> Result<Subject> {
        if is_name(word) {
            return Ok(Subject::of_name(session, word.text, by));
        }
        let tree = word.expression()?;
        let mut free = session::mentioned(session, &tree);
        let is_mentioned = by.is_some_and(|by| free.contains(by.text));
        free.retain(|name| session::is_free(session, name));
        let only = free.first().filter(|_| free.len() == 1).cloned();
        let by = match by {
            Some(by) => Some(by.text.to_owned()).filter(|_| is_mentioned && !free.is_empty()),
            None => only,
        };
        Ok(by.map_or(Subject::Node, |by| Subject::Formula { by, free }))
    }

    fn of_name(session: &Session, name: &str, by: Option<Word<'_>>) -> Subject {
        let parameters = session::parameters_of(session, name);
        // What bears the name of a function and is more than that.
        let node = session.names().get(name);
        let is_node = node.is_some_and(|node| node.as_network().is_none());
        let by = match (by, parameters.as_slice()) {
            (Some(by), all) if !is_node && all.iter().any(|it| *it == by.text) => {
                Some(by.text.to_owned())
            }
            (None, [only]) => Some(only.clone()),
            (None, [_, ..]) if !is_node => None,
            _ => return Subject::Node,
        };
        Subject::Function { parameters, by }
    }
}

/// Returns true for a name, of a node, a function or nothing.
pub fn is_name(word: Word<'_>) -> bool {
    parse_expression(word.text).is_ok_and(|tree| tree.as_name().is_some())
}

/// Returns the node of a word, without binding anything.
pub fn node_of(session: &mut Session, word: Word<'_>) -> Result<Value> {
    let place = word.span.start as usize;
    let tree = parse_expression(word.text).map_err(|error| error.moved(place))?;
    let found = session::unbound(session, &tree).map_err(|error| error.moved(place))?;
    found.value().cloned().ok_or_else(|| {
        let message = format!("{} is the constant {}", quoted(word.text), found.data());
        Error::new(word.span, message)
    })
}

/// Returns the node of a word, and its only leaf.
///
/// # Errors
///
/// There are several, one of which `command` hints at.
pub fn with_only_leaf(
    session: &mut Session,
    word: Word<'_>,
    command: &str,
) -> Result<(Value, Value)> {
    let root = node_of(session, word)?;
    let say = |leaf: &str| format!(":{command} {} {leaf}", quoted(word.text));
    let leaf = only_leaf(session, &root, word, say)?;
    Ok((root, leaf))
}
