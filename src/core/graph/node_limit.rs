//! The limit on what a session holds, in nodes; everything else is converted to nodes.

use std::cell::Cell;
use std::fmt;
use std::rc::Rc;

use super::stop::Stop;
use crate::core::language::{Error, Result, Span};

/// The limit on what a session holds, and the count; clones share both.
#[derive(Clone, Default)]
pub struct Budget(Rc<Account>);

struct Account {
    nodes: Counted,
    /// A number of nodes that fits for sure; less than the maximum until the memory is measured.
    sure: Cell<usize>,
    /// The number of nodes that the memory has room for, or how to measure it.
    room: Cell<Option<usize>>,
    measure: Cell<fn() -> usize>,
    /// The bytes in use by names, functions and columns.
    bytes: Cell<usize>,
    refused: Cell<bool>,
    refusals: Cell<usize>,
}

impl Account {
    fn refuse(&self) {
        self.refused.set(true);
        self.refusals.set(self.refusals.get().wrapping_add(1));
    }
}

/// A token that each node of a session clones; the number of clones is the number of nodes.
#[derive(Debug, Clone, Default)]
pub(super) struct Counted(Rc<()>);

/// The bytes of memory reserved per node: its own 104, and what a command on all nodes may need.
pub const BYTES_PER_NODE: usize = 512;

/// The part of these bytes that a text on all nodes may take.
const BYTES_OF_TEXT: usize = BYTES_PER_NODE / 2;

/// The number of bytes of names and functions that count as one node.
const BYTES_AS_A_NODE: usize = 128;

/// The room assumed at least.
pub const LEAST_ROOM: usize = 1000;

/// The limit if the memory is unknown: 8 GB.
pub const USUAL_MOST: usize = (8 << 30) / BYTES_PER_NODE;

impl Default for Account {
    fn default() -> Account {
        Account {
            nodes: Counted::default(),
            sure: Cell::new(LEAST_ROOM),
            room: Cell::new(None),
            measure: Cell::new(|| USUAL_MOST),
            bytes: Cell::new(0),
            refused: Cell::new(false),
            refusals: Cell::new(0),
        }
    }
}

impl fmt::Debug for Budget {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Budget(room {:?})", self.0.room.get())
    }
}

impl Budget {
    /// Returns the number of nodes that the memory has room for, measured when first asked.
    pub fn most(&self) -> usize {
        if let Some(room) = self.0.room.get() {
            return room;
        }
        let room = self.0.measure.get()();
        self.set_room(room);
        room
    }

    pub fn set_room(&self, nodes: usize) {
        self.0.room.set(Some(nodes));
        self.0.sure.set(nodes);
    }

    /// Sets the function that measures the room when it is first needed.
    pub fn measure_room_by(&self, measure: fn() -> usize) {
        self.0.measure.set(measure);
        self.0.room.set(None);
        self.0.sure.set(LEAST_ROOM);
    }

    /// Returns true if this many nodes are within the limit.
    pub fn allows(&self, count: usize) -> bool {
        count <= self.0.sure.get() || count <= self.most()
    }

    /// Returns the number of nodes in use, everything else included.
    #[inline]
    pub fn held(&self) -> usize {
        Rc::strong_count(&self.0.nodes.0) - 1 + self.0.bytes.get() / BYTES_AS_A_NODE
    }

    /// Returns a token for a node to hold.
    pub(super) fn counted(&self) -> Counted {
        self.0.nodes.clone()
    }

    /// Returns true if there is no room for one more node.
    #[inline]
    pub fn is_full(&self) -> bool {
        let held = self.held();
        held >= self.0.sure.get() && held >= self.most()
    }

    pub fn has_refused(&self) -> bool {
        self.0.refused.take()
    }

    /// The number of times that something was refused.
    pub fn refusals(&self) -> usize {
        self.0.refusals.get()
    }

    /// Returns the error at `span` for something that does not fit.
    #[cold]
    pub fn refusal(&self, span: Span) -> Error {
        self.0.refuse();
        let message = format!("this needs more than {} nodes, the limit", self.most());
        Error::new(span, message).hint("free nodes with :del or :reset")
    }
}

/// A number of bytes that counts against the budget until dropped.
#[derive(Debug, Default)]
pub struct Charge {
    budget: Budget,
    bytes: usize,
}

impl Charge {
    pub fn new(budget: &Budget, bytes: usize) -> Charge {
        let mut charge = Charge { budget: budget.clone(), bytes: 0 };
        charge.add(bytes);
        charge
    }

    pub fn bytes(&self) -> usize {
        self.bytes
    }

    pub fn add(&mut self, bytes: usize) {
        self.bytes = self.bytes.saturating_add(bytes);
        let all = &self.budget.0.bytes;
        all.set(all.get().saturating_add(bytes));
    }

    pub fn remove(&mut self, bytes: usize) {
        let bytes = bytes.min(self.bytes);
        self.bytes -= bytes;
        let all = &self.budget.0.bytes;
        all.set(all.get().saturating_sub(bytes));
    }
}

impl Clone for Charge {
    fn clone(&self) -> Charge {
        Charge::new(&self.budget, self.bytes)
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        self.remove(self.bytes);
    }
}

/// The interrupt flag and the room left, which long work checks.
#[derive(Debug, Clone, Default)]
pub struct Guard {
    stop: Stop,
    budget: Budget,
}

impl Guard {
    pub fn new(stop: &Stop, budget: &Budget) -> Guard {
        Guard { stop: stop.clone(), budget: budget.clone() }
    }

    /// Checks for an interrupt; about a nanosecond, so loops check at every step.
    ///
    /// # Errors
    ///
    /// At `span`, when an interrupt is pending.
    #[inline]
    pub fn go_on(&self, span: Span) -> Result<()> {
        if self.stop.is_set() { Err(interrupted(span)) } else { Ok(()) }
    }

    /// Checks that there is room for one more node.
    ///
    /// # Errors
    ///
    /// At `span`, when there is none.
    #[inline]
    pub fn room(&self, span: Span) -> Result<()> {
        if self.budget.is_full() { Err(self.budget.refusal(span)) } else { Ok(()) }
    }

    /// Checks that there is room for a text of this many bytes.
    ///
    /// # Errors
    ///
    /// At `span`, when there is none.
    pub fn text(&self, bytes: usize, span: Span) -> Result<()> {
        let most = self.budget.most().saturating_mul(BYTES_OF_TEXT);
        if bytes <= most {
            return Ok(());
        }
        self.budget.0.refuse();
        let message = format!("this makes a text of more than {most} bytes, the limit");
        Err(Error::new(span, message))
    }

    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    pub fn budget(&self) -> &Budget {
        &self.budget
    }
}

/// Returns the error of interrupted work.
#[cold]
pub fn interrupted(span: Span) -> Error {
    Error::new(span, "interrupted")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::graph::{Label, Operand, Value};

    #[test]
    fn nodes_are_counted_from_when_they_are_made_until_they_are_freed() {
        let budget = Budget::default();
        let add = crate::core::ops::infix("+").unwrap();
        let leaf = Value::counted_leaf(1.0, Label::default(), &budget);
        let mut chain = leaf.clone();
        for _ in 0..100 {
            let operands = [Operand::Constant(1.0), Operand::Value(chain)];
            chain = Value::computed(add, operands, Label::default());
        }
        assert_eq!(budget.held(), 101);
        drop(chain);
        assert_eq!(budget.held(), 1);
        drop(leaf);
        assert_eq!(budget.held(), 0);
    }

    #[test]
    fn other_things_weigh_as_many_nodes_as_they_have_bytes() {
        let budget = Budget::default();
        let mut charge = Charge::new(&budget, 10 * BYTES_AS_A_NODE);
        charge.add(90 * BYTES_AS_A_NODE);
        assert_eq!(budget.held(), 100);
        drop(charge);
        assert_eq!(budget.held(), 0);
    }
}
