//! Statements that give a name a meaning or take it away.

use super::{Change, Session};
use crate::graph::{ANSWER, Label, NonFinite, Operand, Value, build, split};
use crate::language::{Error, Result, Span, Tree, quoted};

/// What an assignment or a bare expression came to.
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
        let label = self.state.names.next_label(name);
        let assigned = self.bind(label, tree, true)?;
        Ok(assigned)
    }

    /// Binds the answer to what `tree` builds.
    pub fn evaluate(&mut self, tree: &Tree<'_>) -> Result<Assigned> {
        let label = self.state.names.next_label(ANSWER);
        self.bind(label, tree, false)
    }

    fn bind(&mut self, label: Label, tree: &Tree<'_>, undoable: bool) -> Result<Assigned> {
        let built = build(tree, label, self.clock, self)?;
        let value = match built.result {
            Operand::Value(value) => value,
            Operand::Constant(number) => {
                let leaf = Value::leaf(number, label);
                leaf.set_computed_at(self.clock);
                leaf
            }
        };
        self.meter_nodes(built.count as usize);
        let root = self.state.root.clone();
        if built.count > 0 && !root.chosen && value.label() == label {
            self.state.root.value = Some(value.clone());
        }
        let bound = self.state.names.bind(label, value.clone(), built.count);
        let left_behind = bound.previous().filter(|old| old.is_leaf() && !old.is(&value)).cloned();
        if undoable {
            self.history.record(Change::Bound(bound), &root);
        }
        Ok(Assigned { value, non_finite: built.non_finite, left_behind })
    }

    /// The label of the node that is to be called exactly `reference`: a certain binding of a name,
    /// or an inner node of one that is still to come.
    pub fn label_of(&mut self, reference: &str, span: Span) -> Result<Label> {
        let Some((name, binding, part)) = split(reference).filter(|(name, ..)| !name.is_empty())
        else {
            return Err(Error::new(
                span,
                format!("{} is not the name of a node", quoted(reference)),
            ));
        };
        let mut label = self.state.names.next_label(name);
        label.binding = match binding {
            Some(binding) if binding >= label.binding => binding,
            None => label.binding,
            Some(_) => {
                let message = format!("{} has been made already", quoted(reference));
                return Err(Error::new(span, message));
            }
        };
        label.part = part;
        Ok(label)
    }

    /// Makes the node of that label, as a saved script asks for.
    pub fn place(&mut self, label: Label, tree: &Tree<'_>) -> Result<Assigned> {
        if label.part == 0 {
            return self.bind(label, tree, true);
        }
        let built = build(tree, label, self.clock, self)?;
        let value = match built.result {
            Operand::Value(value) if value.label() == label && built.count == 1 => value,
            Operand::Constant(number) => Value::leaf(number, label),
            Operand::Value(_) => {
                return Err(Error::new(tree.span(), "an inner node is one operation or a number"));
            }
        };
        value.set_computed_at(self.clock);
        self.state.names.keep_part(label, value.clone());
        Ok(Assigned { value, non_finite: None, left_behind: None })
    }

    /// Takes the meaning of a name away; the nodes built from it keep it.
    pub fn delete(&mut self, name: &str, span: Span) -> Result<()> {
        if let Some(bound) = self.state.names.unbind(name) {
            self.record(Change::Bound(bound));
            return Ok(());
        }
        match self.state.functions.shift_remove(name) {
            Some(function) => {
                self.record(Change::Function(name.into(), Some(function)));
                Ok(())
            }
            None => Err(self.unknown_name(name, span)),
        }
    }

    /// Makes sure that `name` is a name or a function.
    pub fn must_exist(&self, name: &str, span: Span) -> Result<()> {
        match self.state.names.get(name).is_some() || self.state.functions.contains_key(name) {
            true => Ok(()),
            false => Err(self.unknown_name(name, span)),
        }
    }
}
