//! Binding names to nodes, and deleting them.

use std::rc::Rc;

use super::lookup::unknown;
use super::names::{ANSWER, MOST_BINDINGS};
use super::{Answer, Change, Root, Session, Statement};
use crate::core::graph::{Built, Label, Operand, Order, Value, build, build_with_groups};
use crate::core::language::{Error, Result, Span, Tree, quoted};
use crate::core::ops;

/// The outcome of an assignment or a bare expression.
#[derive(Debug)]
pub struct Assigned {
    /// The node.
    pub value: Value,
    /// The leaf that the name meant before.
    pub left_behind: Option<Value>,
    pub built: Built,
}

#[doc(hidden)]
impl Session {
    /// Builds `tree` and binds `name` to the result; `text` is the whole statement.
    pub fn assign(&mut self, (name, text): (&str, &str), tree: &Tree<'_>) -> Result<Assigned> {
        let (label, mut built) = self.build_for(name, tree)?;
        let text = self.text_to_save((Some(name), text), tree, (label, &built))?;
        for (node, label) in self.adopt_answers(label, &mut built) {
            self.record(Change::Label(node, label));
        }
        Ok(self.bind_built(label, built, text))
    }

    /// Builds `tree` for a name that the caller will bind to the result.
    pub fn build_for(&mut self, name: &str, tree: &Tree<'_>) -> Result<(Label, Built)> {
        // The table of names grows as well.
        self.need_room(tree.span())?;
        let label = self.next_label(name, tree.span())?;
        Ok((label, self.build_group(tree, label)?))
    }

    /// Gives nodes of bare expressions inside a new node its label, as if they had been typed in its place.
    /// Returns their earlier labels.
    fn adopt_answers(&self, label: Label, built: &mut Built) -> Vec<(Value, Label)> {
        let names = &self.state.names;
        let Some(value) = built.result.value().filter(|_| names.count(ANSWER) > 0) else {
            return Vec::new();
        };
        let is_answers = |node: &Value| names.is_answers(node);
        let is_own = |node: &Value| node.label().shares_binding(label);
        let order = Order::walk(self.stop(), [value], |node| is_own(node) || is_answers(node));
        if !order.nodes().iter().any(is_answers) {
            return Vec::new();
        }
        let group = value.members().map(|_| value);
        let nodes = order.nodes().iter().chain(group);
        let before = nodes.map(|node| (node.clone(), node.label())).collect();
        for (node, part) in order.nodes().iter().zip(1..) {
            let part = if node.is(value) { 0 } else { part };
            node.set_label(Label { part, ..label });
        }
        if let Some(group) = group {
            group.set_label(label);
            for (number, member) in group.members().unwrap_or_default().iter().enumerate() {
                let own = member.value().filter(|node| order.contains(node));
                own.into_iter().for_each(|node| node.set_label(label.of_member(number)));
            }
        }
        built.count = u32::try_from(order.nodes().len()).unwrap_or(u32::MAX);
        before
    }

    /// Builds `tree` and binds the answer `_` to the node.
    pub fn evaluate(&mut self, tree: &Tree<'_>) -> Result<Assigned> {
        let label = self.next_label(ANSWER, tree.span())?;
        let built = self.build(tree, label)?;
        self.bind_answer(label, built, tree)
    }

    /// As [`Session::evaluate`], but the result may be a group.
    pub fn evaluate_any(&mut self, tree: &Tree<'_>) -> Result<Assigned> {
        let label = self.next_label(ANSWER, tree.span())?;
        let built = self.build_group(tree, label)?;
        self.bind_answer(label, built, tree)
    }

    fn bind_answer(&mut self, label: Label, built: Built, tree: &Tree<'_>) -> Result<Assigned> {
        let text = self.text_to_save((None, tree.text), tree, (label, &built))?;
        Ok(self.bind_built(label, built, text))
    }

    pub(crate) fn next_label(&mut self, name: &str, span: Span) -> Result<Label> {
        self.check_name(name, span)?;
        self.names_mut().next_label(name).ok_or_else(|| {
            Error::new(span, format!("{} cannot be bound again", quoted(name)))
                .hint(format!("a name has at most {MOST_BINDINGS} bindings; use another name"))
        })
    }

    /// Binds the name of `label` to a result, a leaf if it is a number; `text` is the statement that rebuilds
    /// it.
    pub(crate) fn bind_built(
        &mut self,
        label: Label,
        built: Built,
        text: Option<String>,
    ) -> Assigned {
        let value = match built.result.value() {
            Some(value) => value.clone(),
            None => self.new_leaf(built.result.data(), label),
        };
        self.bind_value(label, value, built, text)
    }

    /// The same for a node made from the result.
    pub(crate) fn bind_value(
        &mut self,
        label: Label,
        value: Value,
        built: Built,
        text: Option<String>,
    ) -> Assigned {
        let statement = Statement::new(self, text, &[label.name], (&value, &built));
        self.bind_as(label, value, built, Rc::new(statement))
    }

    /// Binds the name of `label` to a node.
    pub(crate) fn bind_as(
        &mut self,
        label: Label,
        value: Value,
        built: Built,
        statement: Rc<Statement>,
    ) -> Assigned {
        self.journal.is_new |= value.label() == label;
        let is_answer = self.state.names.text(label.name) == ANSWER;
        self.follow(label, &value, is_answer, built.is_computed);
        let before = self.names_mut().bind(label, value.clone(), statement);
        let left_behind = before.node.clone().filter(|old| old.is_leaf() && !old.is(&value));
        let change = if is_answer {
            let assigned = self.state.assigned.take();
            Change::Answer(Box::new(Answer { binding: before, assigned }))
        } else {
            Change::Name(label.name, before)
        };
        self.record(change);
        Assigned { value, left_behind, built }
    }

    /// Updates the root and the answer after a binding.
    ///
    /// Unless the user has chosen a root, it is the last computed node that was given a name; the
    /// answer is the root only while there is no such node.
    fn follow(&mut self, label: Label, value: &Value, is_answer: bool, is_computed: bool) {
        let Root { value: root, chosen } = &self.state.root;
        let has_name = root.as_ref().is_some_and(|root| !self.names().is_answers(root));
        // A second name of a node does not make it the root.
        let is_root = if is_answer { !has_name } else { value.label() == label && is_node(value) };
        if !chosen && is_root {
            let value = Some(value.clone()).filter(is_node);
            self.put_root(Root { value, chosen: false });
        }
        if !is_answer && (is_computed || !value.is_leaf()) {
            let binding = self.names().binding_of(ANSWER);
            self.names_mut().unbind(ANSWER);
            let assigned = self.state.assigned.replace(value.clone());
            self.record(Change::Answer(Box::new(Answer { binding, assigned })));
        }
    }

    pub(crate) fn new_leaf(&mut self, data: f64, label: Label) -> Value {
        let leaf = Value::counted_leaf(data, label, self.budget());
        leaf.set_computed_at(self.data_time);
        leaf
    }

    /// Builds one node or number, labeling its new nodes after `label`.
    pub(crate) fn build(&mut self, tree: &Tree<'_>, label: Label) -> Result<Built> {
        self.build_by(tree, |session| build(tree, label, session.data_time, session))
    }

    /// As [`Session::build`], but the result may be a group.
    pub(crate) fn build_group(&mut self, tree: &Tree<'_>, label: Label) -> Result<Built> {
        self.build_by(tree, |session| build_with_groups(tree, label, session.data_time, session))
    }

    fn build_by(
        &mut self,
        tree: &Tree<'_>,
        build: impl Fn(&mut Session) -> Result<Built>,
    ) -> Result<Built> {
        self.with_room(|session| {
            let mut built = build(session)?;
            let made = std::mem::take(&mut built.recorded.made);
            if !made.is_empty() {
                session.each_part(|part, session| part.keep_made(session, &made));
            }
            // A constant result still becomes a leaf, which needs room.
            session.guard().room(tree.span())?;
            Ok(built)
        })
    }

    /// Binds a name to a new leaf, undoably.
    ///
    /// # Errors
    ///
    /// The name cannot be bound, or there is no room.
    pub fn make_leaf(&mut self, name: &str, number: f64, span: Span) -> Result<Value> {
        self.need_room(span)?;
        let label = self.next_label(name, span)?;
        Ok(self.bind_built(label, Built::number(number), None).value)
    }

    /// Deletes a name or a function; nodes built from it are unaffected.
    pub fn delete(&mut self, name: &str, span: Span) -> Result<()> {
        if let Some((number, before)) = self.names_mut().unbind(name) {
            self.record(Change::Name(number, before));
            return Ok(());
        }
        if !self.state.functions.contains_key(name) {
            return Err(unknown::own_name(self, name, span));
        }
        self.put_function(name, None);
        Ok(())
    }

    /// Returns true if `name` is bound to a node or is the user's function.
    pub fn has_name(&self, name: &str) -> bool {
        self.state.names.get(name).is_some() || self.state.functions.contains_key(name)
    }
}

/// Returns true for a computed node that is not a group.
fn is_node(value: &Value) -> bool {
    !value.is_leaf() && value.members().is_none()
}

/// Builds `tree` without binding the result; a name gives its own node, a constant its number.
///
/// # Errors
///
/// When a name or a function is unknown, or the work is interrupted.
pub fn unbound(session: &mut Session, tree: &Tree<'_>) -> Result<Operand> {
    let is_node =
        |name: &&str| ops::constant(name).is_none() || session.names().get(name).is_some();
    match tree.as_name().filter(is_node) {
        Some(name) => session.find(name, tree.span()).map(Operand::Value),
        None => Ok(session.build(tree, Label::default())?.result),
    }
}
