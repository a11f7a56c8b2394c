//! The user's functions.

use std::collections::HashSet;
use std::rc::Rc;

use super::{ANSWER, Change, Session, split};
use crate::core::graph::{Function, LeafContents, Value};
use crate::core::language::{Error, Result, Span, Tree, names, quoted};
use crate::core::ops;

#[doc(hidden)]
impl Session {
    /// Returns true for the name of an operation or form that a user's function cannot replace.
    pub fn is_operation(&self, name: &str) -> bool {
        !self.gives_way(name) && self.is_call(name)
    }

    /// Returns true for an operation or form that a user's function replaces.
    pub fn gives_way(&self, name: &str) -> bool {
        let forms = self.parts.iter().flat_map(|part| part.forms());
        let operations = self.parts.iter().flat_map(|part| part.operations());
        ops::gives_way(name)
            || forms.filter(|row| row.gives_way).any(|row| row.name == name)
            || operations.filter(|row| row.gives_way).any(|row| row.name == name)
    }

    /// Returns true for the name of an operation or a form.
    pub fn is_call(&self, name: &str) -> bool {
        self.call_names().any(|taken| taken == name)
    }

    /// The names of all operations and forms.
    pub fn call_names(&self) -> impl Iterator<Item = &'static str> {
        let operations = self.parts.iter().flat_map(|part| part.operations()).map(|row| row.name);
        let forms = self.parts.iter().flat_map(|part| part.forms()).map(|form| form.name);
        ops::call_names().chain(operations).chain(forms)
    }

    /// Checks that no part uses a name that is about to be bound.
    pub(super) fn check_name(&self, name: &str, span: Span) -> Result<()> {
        self.parts.iter().try_for_each(|part| part.check_name(self, name, span))
    }

    /// The user's function or network of a name.
    pub fn called(&self, name: &str) -> Option<Rc<Function>> {
        let own = self.state.functions.get(name).cloned();
        own.or_else(|| {
            let is_called = |leaf: &&Value| leaf.contents().is_some_and(LeafContents::is_called);
            let leaf = self.names().get(name).filter(is_called)?;
            Some(Rc::new(Function::of_leaf(name, leaf)))
        })
    }

    /// Defines a user's function.
    ///
    /// # Errors
    ///
    /// When the name is an operation's, a parameter is repeated, the body uses an answer, or the function
    /// would call itself.
    pub fn define(
        &mut self,
        name: &str,
        span: Span,
        parameters: &[(&str, Span)],
        body: &Tree<'_>,
    ) -> Result<()> {
        self.may_be_function(name, span)?;
        let mut seen = HashSet::new();
        for (parameter, place) in parameters {
            if !seen.insert(parameter) {
                let message = format!("the parameter {} is repeated", quoted(parameter));
                return Err(Error::new(*place, message));
            }
        }
        self.need_room(body.span())?;
        let mut function =
            Function::new(name, parameters.iter().map(|(name, _)| *name), body, self.budget());
        self.must_not_use_answers(&function)?;
        self.must_not_call_itself(&function, span)?;
        function.when = self.names_mut().tick();
        self.state.called.extend(function.calls().map(Box::from));
        let place = self.state.functions.get_index_of(name).unwrap_or(usize::MAX);
        self.put_function(name, Some((place, Rc::new(function))));
        Ok(())
    }

    /// Defines a function at its place, or deletes it, undoably.
    pub(super) fn put_function(&mut self, name: &str, function: Option<(usize, Rc<Function>)>) {
        let mut change = Change::Function(name.into(), function);
        change.swap(self);
        self.record(change);
    }

    /// Checks that a function may have this name.
    fn may_be_function(&self, name: &str, span: Span) -> Result<()> {
        if self.is_operation(name) {
            let message = format!("{name} is an operation and cannot be redefined");
            return Err(Error::new(span, message).hint(
                "choose another name for your function; :solve finds where two sides are equal",
            ));
        }
        if ops::constant(name).is_some() {
            let message = format!("{name} is a constant, not a function");
            return Err(Error::new(span, message).hint("choose another name for your function"));
        }
        self.check_name(name, span)
    }

    /// Checks that a body uses no answer such as `_`, which changes between calls.
    fn must_not_use_answers(&self, function: &Function) -> Result<()> {
        for (word, span) in names(&function.text, &function.steps) {
            if split(word).is_some_and(|(name, ..)| self.answered(name) == ANSWER) {
                let message = format!("a function cannot use the answer {}", quoted(word));
                let hint = format!("make it a parameter, or name it: y = {word}");
                return Err(Error::new(span, message).hint(hint));
            }
        }
        Ok(())
    }

    /// Checks that a call would end.
    fn must_not_call_itself(&self, function: &Function, span: Span) -> Result<()> {
        let Some(through) = self.calls_itself(function) else {
            return Ok(());
        };
        let name = &function.name;
        let message = if through == **name {
            format!("{name} calls itself")
        } else {
            format!("{name} calls itself through {through}")
        };
        Err(Error::new(span, message).hint("a call would never end"))
    }

    /// Returns the first function on the way if `function` would call itself.
    fn calls_itself(&self, function: &Function) -> Option<String> {
        let mut seen: HashSet<Box<str>> = HashSet::new();
        let mut work: Vec<(Box<str>, Box<str>)> = Vec::new();
        // If no other function calls this name, only a direct call matters.
        if !self.state.called.contains(&function.name) {
            let is_own = function.calls().any(|called| called == &*function.name);
            return is_own.then(|| function.name.to_string());
        }
        work.extend(function.calls().map(|name| (name.into(), name.into())));
        while let Some((name, through)) = work.pop() {
            if name == function.name {
                return Some(through.into());
            }
            if !seen.insert(name.clone()) {
                continue;
            }
            if let Some(callee) = self.state.functions.get(&name) {
                work.extend(callee.calls().map(|next| (next.into(), through.clone())));
            }
        }
        None
    }
}
