//! Giving a node, a column, a network or a function another name; functions that use it follow.

use std::rc::Rc;

use super::undone::Undone;
use super::{Change, Session};
use crate::graph::{ANSWER, Function, Label, Order, undifferentiated};
use crate::language::{Error, Kind, Meaning, Result, Span, Step, is_reference, quoted};

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

#[doc(hidden)]
impl Session {
    /// Gives what is called `from` the name `to`, undoably. Of a node and a function with the same
    /// name it is the node.
    ///
    /// # Errors
    ///
    /// `from` is no name of its own, `to` cannot be or is one already, or a function would mean
    /// something else.
    pub fn rename(&mut self, (from, at): (&str, Span), (to, span): (&str, Span)) -> Result<()> {
        let is_node = self.names().get(from).is_some();
        self.must_have_own_name(from, at)?;
        self.may_be_renamed(from, to, span)?;
        let uses = |step: &Step, word: &str| self.reworded(is_node, step, word, from, to);
        let mut changed: Vec<(usize, Function)> = Vec::new();
        for (place, function) in self.state.functions.values().enumerate() {
            let is_it = !is_node && *function.name == *from;
            let name = if is_it { to } else { &*function.name };
            let Some(new) = function.reworded(name, uses, &self.budget) else {
                continue;
            };
            if is_node && new.parameters.iter().any(|parameter| **parameter == *to) {
                let (shown, own) = (quoted(from), quoted(to));
                let message = format!("{} uses {shown}, and {own} is a parameter", new.written());
                return Err(Error::new(span, message).hint("choose another name"));
            }
            if is_it {
                self.must_not_call_itself(&new, span)?;
            }
            changed.push((place, new));
        }
        let mut functions = Vec::with_capacity(changed.len());
        for (place, function) in changed {
            functions.extend(self.put_function(place, Rc::new(function)).map(|old| (place, old)));
        }
        if is_node {
            self.names_mut().rename(from, to);
        }
        let (from, to) = (from.into(), to.into());
        self.record(Change::Renamed(Renamed { from, to, is_node, functions }));
        Ok(())
    }

    /// Makes sure that what is to be renamed has a name that was given to it.
    fn must_have_own_name(&self, name: &str, span: Span) -> Result<()> {
        let is_answer = name == ANSWER || name == "ans";
        if self.has_name(name) && name != ANSWER {
            return Ok(());
        }
        if !(self.is_known(name) || is_answer && self.is_known(ANSWER)) {
            return Err(self.nothing_called(name, span));
        }
        let shown = quoted(name);
        Err(Error::new(span, format!("{shown} has no name of its own"))
            .hint(format!("to give it one, write NAME = {shown}")))
    }

    /// Makes sure that what is called `from` can be called `to`.
    fn may_be_renamed(&self, from: &str, to: &str, span: Span) -> Result<()> {
        let shown = quoted(to);
        if !is_reference(to) {
            return Err(Error::new(span, format!("found {shown} where a name was expected")));
        }
        if from == to {
            return Err(Error::new(span, format!("{shown} is its name already")));
        }
        if to == ANSWER {
            return Err(
                Error::new(span, format!("{shown} is the last answer")).hint("choose another name")
            );
        }
        self.must_be_free(to, span)?;
        if self.network(from).is_some() {
            self.may_be_network(to, span)?;
        } else if self.meaning_of(from) != Some(Meaning::Node) {
            self.may_be_function(to, span)?;
        }
        let names = self.names();
        let lesson = self.lesson().map(|lesson| lesson.context().root_node());
        let named = || names.iter().map(|(_, value)| value).chain(self.root()).chain(lesson);
        let mut live = Order::until(&self.stop, named());
        let followed = self.followed(&live);
        if !followed.is_empty() {
            live = Order::until(&self.stop, named().chain(&followed));
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
        &self,
        is_node: bool,
        step: &Step,
        word: &str,
        from: &str,
        to: &str,
    ) -> Option<String> {
        let name = match step.kind {
            Kind::Name if is_node => word.split(['@', '.']).next().unwrap_or_default(),
            Kind::Call(_) => match self.called(word) {
                Some(_) => word,
                None => undifferentiated(word).0,
            },
            _ => return None,
        };
        // A function goes before a network of the same name.
        let is_other = matches!(step.kind, Kind::Call(_))
            && is_node == self.state.functions.contains_key(from);
        let rest = word.get(name.len()..).unwrap_or_default();
        (name == from && !is_other).then(|| format!("{to}{rest}"))
    }

    /// Puts a function at the place of another, and returns that.
    fn put_function(&mut self, place: usize, function: Rc<Function>) -> Option<Rc<Function>> {
        self.state.called.extend(function.calls().map(Box::from));
        let _ = self.state.functions.replace_index(place, function.name.clone());
        let (_, own) = self.state.functions.get_index_mut(place)?;
        Some(std::mem::replace(own, function))
    }

    /// Takes a renaming back, and returns the change that takes that back.
    pub(super) fn undo_renaming(&mut self, renamed: Renamed, undone: &mut Undone) -> Change {
        let Renamed { from, to, is_node, functions } = renamed;
        let put = |(place, function)| Some((place, self.put_function(place, function)?));
        let functions = functions.into_iter().filter_map(put).collect();
        if is_node {
            undone.rename(&to, &from, || self.names().get(&to).cloned());
            self.names_mut().rename(&to, &from);
        } else {
            undone.rename_function(&to, &from);
        }
        Change::Renamed(Renamed { from: to, to: from, is_node, functions })
    }
}
