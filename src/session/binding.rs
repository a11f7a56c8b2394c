//! Statements that give a name a meaning or take it away.

use super::{Change, Session};
use crate::graph::{ANSWER, Built, Label, MOST_BINDINGS, NonFinite, Operand, Value, build, split};
use crate::language::{Error, Result, Span, Tree, is_reference, quoted};

/// The outcome of an assignment or a bare expression.
#[derive(Debug)]
pub struct Assigned {
    /// The node.
    pub value: Value,
    /// The first operation that made a non-finite number out of finite ones.
    pub non_finite: Option<NonFinite>,
    /// The leaf that had the name before, when other nodes still use it.
    pub left_behind: Option<Value>,
}

impl Session {
    /// Binds `name` to what `tree` builds.
    pub fn assign(&mut self, name: &str, tree: &Tree<'_>) -> Result<Assigned> {
        // The name itself takes room, too.
        self.need_room(tree.span())?;
        let label = self.next_label(name, tree.span())?;
        self.bind(label, tree, true)
    }

    /// Binds the answer to what `tree` builds.
    pub fn evaluate(&mut self, tree: &Tree<'_>) -> Result<Assigned> {
        let label = self.next_label(ANSWER, tree.span())?;
        self.bind(label, tree, false)
    }

    fn next_label(&mut self, name: &str, span: Span) -> Result<Label> {
        self.names_mut().next_label(name).ok_or_else(|| {
            Error::new(span, format!("{} cannot be bound once more", quoted(name))).hint(format!(
                "the bindings of a name are numbered up to {MOST_BINDINGS}; take another name"
            ))
        })
    }

    fn bind(&mut self, label: Label, tree: &Tree<'_>, undoable: bool) -> Result<Assigned> {
        let built = self.build_for(label, tree)?;
        let value = match built.result {
            Operand::Value(value) => value,
            Operand::Constant(number) => {
                let leaf = Value::counted_leaf(number, label, &self.budget);
                leaf.set_computed_at(self.clock);
                leaf
            }
        };
        self.meter_nodes(built.count as usize);
        let before = undoable.then(|| self.state.aside());
        if !value.is_leaf() && !self.state.root.chosen && value.label() == label {
            self.state.root.value = Some(value.clone());
        }
        let bound = self.names_mut().bind(label, value.clone(), built.count);
        let left_behind = bound.previous().filter(|old| old.is_leaf() && !old.is(&value)).cloned();
        if let Some(before) = before {
            self.record_after(before, Change::Bound(bound));
        }
        Ok(Assigned { value, non_finite: built.non_finite, left_behind })
    }

    /// Builds what is to be bound; a name that only would have been bound is forgotten.
    fn build_for(&mut self, label: Label, tree: &Tree<'_>) -> Result<Built> {
        let built = self.build(tree, label);
        if built.is_err() {
            self.names_mut().forget_new();
        }
        built
    }

    /// Builds what may be bound to the name of `label`.
    pub(super) fn build(&mut self, tree: &Tree<'_>, label: Label) -> Result<Built> {
        let clock = self.clock;
        self.with_room(|session| {
            let built = build(tree, label, clock, session)?;
            // A number becomes a leaf.
            session.guard().room(tree.span())?;
            Ok(built)
        })
    }

    /// The label of the node that is to be called exactly `reference`: a certain binding of a name,
    /// or an inner node of one that is still to come.
    pub fn label_of(&mut self, reference: &str, span: Span) -> Result<Label> {
        let parts = split(reference).filter(|_| is_reference(reference));
        let Some((name, binding, part)) = parts else {
            let message = format!("{} is not the name of a node", quoted(reference));
            return Err(Error::new(span, message));
        };
        let next = self.state.names.count(name).saturating_add(1);
        let binding = binding.unwrap_or(next);
        if binding.max(part) > MOST_BINDINGS {
            let message = format!("{} has too large a number in it", quoted(reference));
            return Err(Error::new(span, message)
                .hint(format!("bindings and inner nodes are numbered up to {MOST_BINDINGS}")));
        }
        let is_taken = part > 0 && self.state.names.resolve(reference).is_some();
        if binding < next || is_taken {
            let message = format!("{} has been made already", quoted(reference));
            return Err(Error::new(span, message));
        }
        self.need_room(span)?;
        Ok(Label { name: self.names_mut().number_to_bind(name), binding, part })
    }

    /// Makes the node of that label, as a saved script asks for.
    pub fn place(&mut self, label: Label, tree: &Tree<'_>) -> Result<Assigned> {
        if label.part == 0 {
            return self.bind(label, tree, true);
        }
        let built = self.build_for(label, tree)?;
        let value = match built.result {
            Operand::Value(value) if value.label() == label && built.count == 1 => value,
            Operand::Constant(number) => Value::counted_leaf(number, label, &self.budget),
            Operand::Value(_) => {
                self.names_mut().forget_new();
                return Err(Error::new(tree.span(), "an inner node is one operation or a number"));
            }
        };
        value.set_computed_at(self.clock);
        let placed = self.names_mut().place(label, value.clone());
        self.record(Change::Placed(placed));
        Ok(Assigned { value, non_finite: None, left_behind: None })
    }

    /// Takes the meaning of a name away; the nodes built from it keep it.
    pub fn delete(&mut self, name: &str, span: Span) -> Result<()> {
        if let Some(bound) = self.names_mut().unbind(name) {
            self.record(Change::Bound(bound));
            return Ok(());
        }
        match self.state.functions.shift_remove_full(name) {
            Some((place, name, function)) => {
                self.record(Change::Function(name, Some((place, function))));
                Ok(())
            }
            None => Err(self.unknown_name(name, span)),
        }
    }

    /// Makes sure that `name` is a name or a function.
    pub fn must_exist(&self, name: &str, span: Span) -> Result<()> {
        if self.state.names.get(name).is_some() || self.state.functions.contains_key(name) {
            Ok(())
        } else {
            Err(self.unknown_name(name, span))
        }
    }
}
