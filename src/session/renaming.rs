//! Giving a node, a column, a network or a function another name; functions that use it follow.

use std::rc::Rc;

use super::lookup::unknown;
use super::saved::followed;
use super::undone::Undone;
use super::{Change, Session};
use crate::graph::{ANSWER, Function, Label, Order, undifferentiated};
use crate::language::{Error, Kind, Result, Span, Step, quoted};

/// What a renaming has changed, for undo.
#[derive(Debug)]
pub struct Renamed {
    from: Box<str>,
    to: Box<str>,
    /// True if it was the name of a node, else of a function.
    is_node: bool,
    /// The functions that have changed, as they were, with their places.
    functions: Vec<(usize, Rc<Function>)>,
}

impl Renamed {
    /// The approximate number of nodes that the earlier functions take as much room as.
    pub(super) fn weight(&self) -> usize {
        1 + self.functions.len()
    }
}

/// Gives what is called `from` the plain name `to`, undoably. Of a node and a function with the same
/// name it is the node.
///
/// # Errors
///
/// `from` is no name of its own, `to` is in use or cannot be its name, or a function would mean something
/// else.
pub fn rename(
    session: &mut Session,
    (from, at): (&str, Span),
    (to, span): (&str, Span),
) -> Result<()> {
    let is_node = session.names().get(from).is_some();
    must_have_own_name(session, from, at)?;
    may_be_renamed(session, from, to, span)?;
    let uses = |step: &Step, word: &str| reworded(session, is_node, step, word, from, to);
    let mut changed: Vec<(usize, Function)> = Vec::new();
    for (place, function) in session.state.functions.values().enumerate() {
        let is_it = !is_node && *function.name == *from;
        let name = if is_it { to } else { &*function.name };
        let Some(new) = function.reworded(name, uses, &session.budget) else {
            continue;
        };
        if is_node && new.parameters.iter().any(|parameter| **parameter == *to) {
            let (shown, own) = (quoted(from), quoted(to));
            let message = format!("{} uses {shown}, and {own} is a parameter", new.written());
            return Err(Error::new(span, message).hint("choose another name"));
        }
        if is_it {
            session.must_not_call_itself(&new, span)?;
        }
        changed.push((place, new));
    }
    let mut functions = Vec::with_capacity(changed.len());
    for (place, function) in changed {
        functions.extend(put_function(session, place, Rc::new(function)).map(|old| (place, old)));
    }
    if is_node {
        session.names_mut().rename(from, to);
    }
    let (from, to) = (from.into(), to.into());
    session.record(Change::Renamed(Renamed { from, to, is_node, functions }));
    Ok(())
}

/// Makes sure that what is to be renamed has a name that was given to it.
fn must_have_own_name(session: &Session, name: &str, span: Span) -> Result<()> {
    let is_answer = name == ANSWER || name == "ans";
    if session.has_name(name) && name != ANSWER {
        return Ok(());
    }
    if !(session.is_known(name) || is_answer && session.is_known(ANSWER)) {
        return Err(unknown::to_be_changed(session, name, span));
    }
    let shown = quoted(name);
    Err(Error::new(span, format!("{shown} has no name of its own"))
        .hint(format!("to give it one, write NAME = {shown}")))
}

/// Makes sure that what is called `from` can be called `to`.
fn may_be_renamed(session: &Session, from: &str, to: &str, span: Span) -> Result<()> {
    let shown = quoted(to);
    if from == to {
        return Err(Error::new(span, format!("{shown} is its name already")));
    }
    session.must_be_free(to, span)?;
    if session.network(from).is_some() {
        session.may_be_network(to, span)?;
    } else if session.names().get(from).is_none() {
        session.may_be_function(to, span)?;
    }
    let names = session.names();
    let practice = session.practice().map(|practice| practice.context().root_node());
    let named = || names.iter().map(|(_, value)| value).chain(session.root()).chain(practice);
    let mut live = Order::until(&session.stop, named());
    let followed = followed(session, &live);
    if !followed.is_empty() {
        live = Order::until(&session.stop, named().chain(&followed));
    }
    let is_older = |label: Label| names.text(label.name) == to;
    match live.nodes().iter().find(|node| is_older(node.label())) {
        None => Ok(()),
        Some(older) => {
            let message = format!("{}, an older {shown}, is still in use", names.call(older));
            Err(Error::new(span, message).hint("choose another name"))
        }
    }
}

/// The word in a function's body in place of one that means what is called `from`.
fn reworded(
    session: &Session,
    is_node: bool,
    step: &Step,
    word: &str,
    from: &str,
    to: &str,
) -> Option<String> {
    let name = match step.kind {
        Kind::Name if is_node => word.split(['@', '.']).next().unwrap_or_default(),
        Kind::Call(_) => match session.called(word) {
            Some(_) => word,
            None => undifferentiated(word).0,
        },
        _ => return None,
    };
    // A function goes before a network of the same name.
    let is_other =
        matches!(step.kind, Kind::Call(_)) && is_node == session.state.functions.contains_key(from);
    let rest = word.get(name.len()..).unwrap_or_default();
    (name == from && !is_other).then(|| format!("{to}{rest}"))
}

/// Puts a function at the place of another, and returns that.
fn put_function(
    session: &mut Session,
    place: usize,
    function: Rc<Function>,
) -> Option<Rc<Function>> {
    session.state.called.extend(function.calls().map(Box::from));
    let _ = session.state.functions.replace_index(place, function.name.clone());
    let (_, own) = session.state.functions.get_index_mut(place)?;
    Some(std::mem::replace(own, function))
}

/// Takes a renaming back, and returns the change that takes that back.
pub(super) fn undo_renaming(
    session: &mut Session,
    renamed: Renamed,
    undone: &mut Undone,
) -> Change {
    let Renamed { from, to, is_node, functions } = renamed;
    let put = |(place, function)| Some((place, put_function(session, place, function)?));
    let functions = functions.into_iter().filter_map(put).collect();
    if is_node {
        undone.rename(&to, &from, || session.names().get(&to).cloned());
        session.names_mut().rename(&to, &from);
    } else {
        undone.rename_function(&to, &from);
    }
    Change::Renamed(Renamed { from: to, to: from, is_node, functions })
}
