//! The bound on what a session holds: the nodes that exist, with everything else converted to
//! nodes.

use std::cell::Cell;
use std::fmt;
use std::rc::Rc;

use super::stop::Stop;
use crate::language::{Error, Result, Span};

/// The bound on what a session holds, and the count; clones share both.
#[derive(Clone, Default)]
pub struct Budget(Rc<Account>);

struct Account {
    nodes: Counted,
    /// The number of nodes there may be.
    most: Cell<usize>,
    /// The number of bytes that are not nodes.
    bytes: Cell<usize>,
    /// Set when something was refused since the last time it was read.
    refused: Cell<bool>,
}

/// A token of which every node of a session holds a clone, so that the clones are the number of
/// nodes: a node is counted from when it is made until it is freed, whoever made or frees it.
#[derive(Debug, Clone, Default)]
pub(super) struct Counted(Rc<()>);

/// The bytes of memory a node is given: its own 104, and those that a command on all nodes may
/// take for each of them, of which formulas and exports take the most.
pub const BYTES_PER_NODE: usize = 512;

/// The bytes among these that a text made of all nodes may have.
const BYTES_OF_TEXT: usize = BYTES_PER_NODE / 2;

/// The bytes of names and functions that count as much as a node.
const BYTES_AS_A_NODE: usize = 128;

/// The bound where the memory is not known: that of 8 GB.
pub const USUAL_MOST: usize = (8 << 30) / BYTES_PER_NODE;

impl Default for Account {
    fn default() -> Account {
        let (most, bytes) = (Cell::new(USUAL_MOST), Cell::new(0));
        Account { nodes: Counted::default(), most, bytes, refused: Cell::new(false) }
    }
}

/// Leaves the count out, which is no part of whatever counts against the budget.
impl fmt::Debug for Budget {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Budget(most {})", self.most())
    }
}

impl Budget {
    /// The number of nodes there may be.
    pub fn most(&self) -> usize {
        self.0.most.get()
    }

    /// Changes the number of nodes there may be; nodes that exist already stay.
    pub fn set_most(&self, most: usize) {
        self.0.most.set(most);
    }

    /// The number of nodes that exist, with everything else converted to nodes.
    #[inline]
    pub fn held(&self) -> usize {
        Rc::strong_count(&self.0.nodes.0) - 1 + self.0.bytes.get() / BYTES_AS_A_NODE
    }

    /// The token that a node holds to be counted.
    pub(super) fn counted(&self) -> Counted {
        self.0.nodes.clone()
    }

    /// Tells whether there is no room for one more node.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.held() >= self.most()
    }

    /// Tells whether something was refused since the last time this was asked.
    pub fn has_refused(&self) -> bool {
        self.0.refused.take()
    }

    /// The error at `span` of what there is no room for.
    #[cold]
    pub fn refusal(&self, span: Span) -> Error {
        self.0.refused.set(true);
        let message = format!("this needs more than the {} nodes there is room for", self.most());
        Error::new(span, message)
            .hint("delete or reset what is no longer needed; :help limit says how much fits")
    }
}

/// Bytes of something other than nodes, counted as long as it is there.
#[derive(Debug, Default)]
pub struct Charge {
    budget: Budget,
    bytes: usize,
}

impl Charge {
    /// So many bytes.
    pub fn new(budget: &Budget, bytes: usize) -> Charge {
        let mut charge = Charge { budget: budget.clone(), bytes: 0 };
        charge.add(bytes);
        charge
    }

    /// The number of bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Counts more bytes.
    pub fn add(&mut self, bytes: usize) {
        self.bytes = self.bytes.saturating_add(bytes);
        let all = &self.budget.0.bytes;
        all.set(all.get().saturating_add(bytes));
    }

    /// Counts fewer.
    pub fn remove(&mut self, bytes: usize) {
        let bytes = bytes.min(self.bytes);
        self.bytes -= bytes;
        let all = &self.budget.0.bytes;
        all.set(all.get().saturating_sub(bytes));
    }
}

/// A copy counts as well.
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

/// The two things that long work checks to see whether it may go on: the stop flag, and the room
/// left.
#[derive(Debug, Clone, Default)]
pub struct Guard {
    stop: Stop,
    budget: Budget,
}

impl Guard {
    /// The guard of both.
    pub fn new(stop: &Stop, budget: &Budget) -> Guard {
        Guard { stop: stop.clone(), budget: budget.clone() }
    }

    /// Checks that work may go on. It costs about a nanosecond, so loops ask at every step, however
    /// long their steps are.
    ///
    /// # Errors
    ///
    /// At `span`, when work is to stop.
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

    /// Checks that there is room for a text of so many bytes.
    ///
    /// # Errors
    ///
    /// At `span`, when there is none.
    pub fn text(&self, bytes: usize, span: Span) -> Result<()> {
        let most = self.budget.most().saturating_mul(BYTES_OF_TEXT);
        if bytes <= most {
            return Ok(());
        }
        self.budget.0.refused.set(true);
        let message = format!("this makes a text of more than the {most} bytes there is room for");
        Err(Error::new(span, message).hint("see :help limit"))
    }

    /// The wish to stop.
    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    /// The room there is.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }
}

/// The error of work that was stopped.
#[cold]
pub fn interrupted(span: Span) -> Error {
    Error::new(span, "interrupted")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Label, Operand, Value};

    #[test]
    fn nodes_are_counted_from_when_they_are_made_until_they_are_freed() {
        let budget = Budget::default();
        let add = crate::ops::infix("+").unwrap();
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
