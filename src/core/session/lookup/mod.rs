//! Resolving names and calls in a session, and the errors for unknown ones.

pub mod unknown;

use std::any::Any;
use std::rc::Rc;

use super::Session;
use super::names::ANSWER;
use crate::core::graph::{
    Function, Guard, Label, Operand, Order, Parts, Scope, Value, build, not_one,
};
use crate::core::language::{Error, Result, Span, Tree, is_reference, quoted};
use crate::core::ops::{self, arrived};
use crate::core::session::names::reference::{at_most, split};

/// The latest names that an unknown name is compared with; bounds the time in a large session.
const MOST_COMPARED: usize = 1000;

#[doc(hidden)]
impl Session {
    /// Returns the node of a reference.
    ///
    /// # Errors
    ///
    /// When the reference is unknown, or is a constant.
    pub fn find(&mut self, reference: &str, span: Span) -> Result<Value> {
        let found = self.look_up(reference, span)?;
        if let Some(many) = found.value().filter(|value| value.is_many()) {
            return Err(not_one(many, span, self));
        }
        let constant = || Error::new(span, format!("{reference} is a constant, not a node"));
        found.value().cloned().ok_or_else(constant)
    }

    /// Returns the leaf of a reference.
    ///
    /// # Errors
    ///
    /// When the reference is unknown, a constant, or a computed node.
    pub fn find_leaf(&mut self, reference: &str, span: Span) -> Result<Value> {
        let value = self.find(reference, span)?;
        if value.is_leaf() {
            return Ok(value);
        }
        Err(Error::new(span, format!("{reference} is computed, not a leaf"))
            .hint("change the leaves it is computed from, or assign to the name again with ="))
    }

    /// Evaluates `tree` without binding anything.
    ///
    /// # Errors
    ///
    /// When a name or a function is unknown, or the work is interrupted.
    pub fn number(&mut self, tree: &Tree<'_>) -> Result<f64> {
        let data_time = self.data_time;
        let built = self.with_room(|session| build(tree, Label::default(), data_time, session))?;
        if built.result.rows().is_some() {
            return Err(Error::new(tree.span(), "found a column where one number was expected")
                .hint("sum, mean, min and max fold rows to one number"));
        }
        Ok(built.result.data())
    }

    /// Returns the reference of the latest earlier node of `name`, if `root` uses it and not `value`.
    pub fn older_use(&mut self, root: &Value, value: &Value, name: &str) -> Option<String> {
        if self.order_of(root).contains(value) {
            return None;
        }
        let order = self.shared_pass().0;
        let earlier = self.state.names.earlier_bindings(name);
        // Calls of a network have its leaves as operands.
        let uses = |node: &&Value| match node.each() {
            Some(leaves) => leaves.iter().any(|leaf| order.contains(leaf)),
            None => order.contains(node),
        };
        let older = earlier.iter().rev().find(uses)?;
        Some(self.state.names.reference(older))
    }

    /// Returns the error for a node above `root`, or for an older binding that `root` uses.
    pub fn uses_older(
        &mut self,
        root: &Value,
        wanted: &Value,
        (name, span): (&str, Span),
    ) -> Option<Error> {
        // The order of the root is cached for the pass.
        let is_above =
            !self.order_of(root).contains(wanted) && self.order_of(wanted).contains(root);
        let older = self.older_use(root, wanted, name);
        let (root, name) = (self.name_of(root).unwrap_or_else(|| "this".to_owned()), quoted(name));
        if is_above {
            let hint = format!("{name} depends on {root}: write them in the other order");
            return Some(Error::new(span, format!("{root} does not depend on {name}")).hint(hint));
        }
        let older = older?;
        let message = format!("{root} uses the older {name}, {older}");
        Some(Error::new(span, message).hint(format!("write {older} to mean that one")))
    }

    /// Resolves a name to a node with current data, or to a constant.
    pub(super) fn look_up(&mut self, reference: &str, span: Span) -> Result<Operand> {
        let unnamed = || self.labeled(reference).or_else(|| self.nameless(reference));
        let found = self.meant(reference, || !self.stop().is_set());
        let found = found.or_else(|| unnamed().map(Operand::Value));
        let found = found.ok_or_else(|| unknown::name(self, self.answered(reference), span))?;
        if let Some(value) = found.value() {
            self.refresh(value);
        }
        Ok(found)
    }

    /// The node, network or constant of a reference; `None` if it means nothing or `go_on` returns false.
    pub(crate) fn meant(&self, reference: &str, go_on: impl FnMut() -> bool) -> Option<Operand> {
        let names = &self.state.names;
        let reference = self.answered(reference);
        let assigned = self.state.assigned.clone().filter(|_| reference == ANSWER);
        match assigned.or_else(|| names.resolve_while(reference, go_on)) {
            Some(value) => Some(Operand::Value(value)),
            None => ops::constant(reference).map(|constant| Operand::Constant(constant.value)),
        }
    }

    /// The grad of `a.grad`, by the root.
    fn grad_called(&mut self, reference: &str, span: Span) -> Option<f64> {
        let name = reference.strip_suffix(".grad")?;
        let node = self.find(name, span).ok().filter(|node| !node.is_per_row())?;
        let root = self.root()?.clone();
        let order = Order::until(self.stop(), [&root]);
        Some(order.number_of(&node).map_or(0.0, |number| arrived(order.grads()[number])))
    }

    fn number_called(&mut self, reference: &str, span: Span) -> Result<Option<f64>> {
        let mut found = self.parts.iter().map(|part| part.number(self, reference, span));
        found.find(|it| !matches!(it, Ok(None))).unwrap_or(Ok(None))
    }

    /// `_` for `ans`, unless the user has bound `ans`.
    pub(crate) fn answered<'name>(&self, reference: &'name str) -> &'name str {
        let is_answer = reference == "ans" && self.state.names.get(reference).is_none();
        if is_answer { ANSWER } else { reference }
    }

    /// The node of a reference whose name was rebound or deleted, while other nodes use it.
    fn labeled(&self, reference: &str) -> Option<Value> {
        let names = &self.state.names;
        let (name, binding, part) = split(reference)?;
        // A name that was never bound labels no nodes.
        if names.count(name) == 0 || binding.is_none() && part.is_empty() {
            return None;
        }
        let named = names.iter().map(|(_, value)| value);
        let live = Order::until(self.stop(), named.chain(self.root()));
        let binding = binding.unwrap_or_else(|| names.count(name));
        let is_it = |node: &&Value| {
            let label = node.label();
            let is_part = || names.short_name(node).split_once('.').map_or("", |it| it.1) == part;
            label.binding == binding && names.text(label.name) == name && is_part()
        };
        live.nodes().iter().find(is_it).cloned()
    }

    /// The node without a name below the root that has this formula: tables show it as `(x^2)`.
    pub fn nameless(&self, formula: &str) -> Option<Value> {
        let root = self.root().filter(|_| !is_reference(formula))?;
        let packed = |text: &str| text.replace(' ', "");
        let typed = packed(formula);
        let inside = typed.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
        let names = &self.state.names;
        let order = Order::until(self.stop(), [root]);
        let is_it = |node: &&Value| {
            let is_inner = |inner: &Value| names.is_nameless(inner);
            let formula = || packed(&names.formula(node, is_inner));
            is_inner(node)
                && !node.is_leaf()
                && [Some(typed.as_str()), inside].contains(&Some(&formula()))
        };
        // The root comes last.
        order.nodes().iter().rev().take(MOST_COMPARED).find(is_it).cloned()
    }

    /// True for the number of a bare expression, not a named leaf.
    pub fn is_literal(&self, value: &Value) -> bool {
        let is_nameless_number =
            value.is_leaf() && !value.is_per_row() && self.state.names.is_nameless(value);
        is_nameless_number && self.parts.iter().all(|part| part.typed_after(self, value).is_empty())
    }
}

impl Scope for Session {
    fn value(&mut self, reference: &str, span: Span) -> Result<Operand> {
        let found = match self.look_up(reference, span) {
            Err(error) => match self.grad_called(reference, span) {
                Some(grad) => Operand::Constant(grad),
                None => Operand::Constant(self.number_called(reference, span)?.ok_or(error)?),
            },
            Ok(found) => found,
        };
        let is_answer = split(self.answered(reference)).is_some_and(|(name, ..)| name == ANSWER);
        let Some(answer) = found.value().filter(|it| is_answer && self.names().is_nameless(it))
        else {
            return Ok(found);
        };
        if self.is_literal(answer) {
            return Ok(Operand::Constant(answer.data()));
        }
        // A saved session would lose a node that only the root or undo keeps.
        let present = self.meant(ANSWER, || true);
        let order = Order::until(self.stop(), present.as_ref().and_then(Operand::value));
        let is_present = present.is_some_and(|it| it.is(&found)) || order.contains(answer);
        if is_present { Ok(found) } else { Err(unknown::name(self, reference, span)) }
    }

    fn function(&self, name: &str) -> Option<Rc<Function>> {
        self.called(name)
    }

    fn owner(&self) -> &dyn Any {
        self
    }

    fn owner_mut(&mut self) -> &mut dyn Any {
        self
    }

    fn parts(&self) -> Parts {
        self.parts
    }

    fn guard(&self) -> Guard {
        Session::guard(self)
    }

    fn name_of(&self, node: &Value) -> Option<String> {
        let names = &self.state.names;
        let name = names.reference(node);
        names.resolve_while(&name, at_most(MOST_COMPARED)).filter(|it| it.is(node)).map(|_| name)
    }

    fn older_use(&mut self, root: &Value, by: &Value, span: Span) -> Option<Error> {
        let name = self.state.names.call(by);
        self.uses_older(root, by, (&name, span))
    }

    fn no_such_call(&self, name: &str, span: Span) -> Error {
        unknown::call(self, name, span)
    }
}

/// Returns true if a plain name means nothing yet. `e` is never free: learners expect Euler's number.
pub fn is_free(session: &Session, name: &str) -> bool {
    let means_something = session.state.names.get(name).is_some()
        || ops::constant(name).is_some()
        || [ANSWER, "ans", "e"].contains(&name);
    !means_something && !name.contains(['@', '.'])
}
