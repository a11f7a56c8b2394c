//! The meaning of a word in `:diff` and `:plot`, as one name changes.

use indexmap::IndexSet;

use crate::command::syntax::Word;
use crate::core::graph::{Order, Scope, Value, undifferentiated};
use crate::core::language::{Error, Kind, Result, Span, Step, Tree, quoted};
use crate::core::ops;
use crate::core::session::{Session, is_free};
use crate::parts::rows::node_of;
use crate::report::and;

/// The meaning of a word, and its variable.
#[derive(Debug)]
pub enum Subject {
    /// A function: the user's, a network, or an operation.
    Function {
        parameters: Vec<String>,
        /// The variable, if it is given or the only one.
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
    /// Returns the meaning of `word` with the variable `by`, or the only variable.
    pub fn of(session: &Session, word: Word<'_>, by: Option<Word<'_>>) -> Result<Subject> {
        if is_name(word) {
            return Ok(Subject::of_name(session, word.text, by));
        }
        let tree = word.expression()?;
        let mut free = mentioned(session, &tree);
        let is_mentioned = by.is_some_and(|by| free.contains(by.text));
        free.retain(|name| is_free(session, name));
        let only = free.first().filter(|_| free.len() == 1).cloned();
        let by = match by {
            Some(by) => Some(by.text.to_owned()).filter(|_| is_mentioned && !free.is_empty()),
            None => only,
        };
        Ok(by.map_or(Subject::Node, |by| Subject::Formula { by, free }))
    }

    fn of_name(session: &Session, name: &str, by: Option<Word<'_>>) -> Subject {
        let parameters = parameters_of(session, name);
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

/// Returns true for a name.
pub fn is_name(word: Word<'_>) -> bool {
    word.expression().is_ok_and(|tree| tree.as_name().is_some())
}

/// Returns the node of a word, and its only leaf.
pub fn with_only_leaf(
    session: &mut Session,
    word: Word<'_>,
    command: &str,
) -> Result<(Value, Value)> {
    let root = node_of(session, word)?;
    let order = Order::until(session.stop(), [&root]);
    let mut leaves: Vec<&Value> = order.leaves().collect();
    if let [leaf] = leaves.as_slice() {
        return Ok((root.clone(), (*leaf).clone()));
    }
    // Leaves of networks come last.
    leaves.sort_by_key(|leaf| leaf.network_of_leaf().is_some());
    let names = leaves.iter().map(|leaf| session.names().call(leaf)).collect();
    Err(of_several(word, names, command))
}

/// The error if no variable is chosen among several.
pub(super) fn of_several(word: Word<'_>, names: Vec<String>, command: &str) -> Error {
    const MOST: usize = 5;
    let (text, first) = (quoted(word.text), names.first().cloned().unwrap_or_default());
    Error::new(word.span, format!("{text} depends on {}", and(names, MOST)))
        .hint(format!("choose one: :{command} {text} {first}"))
}

/// Returns the names in an expression and in the functions that it calls.
pub fn mentioned(session: &Session, tree: &Tree<'_>) -> IndexSet<String> {
    let mut names = IndexSet::new();
    let mut called: IndexSet<String> = IndexSet::new();
    let mut gather = |text: &str, steps: &[Step]| {
        let mut callees = Vec::new();
        for step in steps {
            let word = step.span.of(text);
            match step.kind {
                Kind::Name => drop(names.insert(word.to_owned())),
                Kind::Call(_) if called.insert(word.to_owned()) => {
                    let own = session.function(word);
                    let base = session.function(undifferentiated(word).0);
                    callees.extend(own.or(base));
                }
                _ => {}
            }
        }
        callees
    };
    let mut work = gather(tree.text, &tree.steps);
    while let Some(function) = work.pop() {
        work.extend(gather(&function.text, &function.steps));
    }
    names
}

/// Runs `work` while these names are leaves without a value; then restores names, root and answer.
pub fn supposing<T>(
    session: &mut Session,
    names: impl IntoIterator<Item = String>,
    work: impl FnOnce(&mut Session) -> Result<T>,
) -> Result<T> {
    session.tentatively(|session| {
        for name in names {
            session.make_leaf(&name, f64::NAN, Span::new(0, name.len()))?;
        }
        work(session)
    })
}

/// Returns the parameters of a function, with or without primes; an operation has `x` and `y`.
pub fn parameters_of(session: &Session, name: &str) -> Vec<String> {
    let base = undifferentiated(name).0;
    match session.called(name).or_else(|| session.called(base)) {
        Some(function) => function.parameters.iter().map(ToString::to_string).collect(),
        None => {
            let arity = ops::call(base).map_or(0, |row| row.arity());
            ["x", "y"].into_iter().take(arity).map(str::to_owned).collect()
        }
    }
}
