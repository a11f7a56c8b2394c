//! A value of the graph: its data, its grad, and the operation and operands it came from.

mod contents;
mod freeing;
mod marks;
pub mod operand;
mod weak;

use std::any::Any;
use std::cell::Cell;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use super::node_limit::{Budget, Counted};
use crate::core::ops::{Branching, Operation};
pub use contents::{LeafContents, text_among};
pub use marks::MOST_ROWS;
use marks::Marks;
pub use operand::Operand;
pub use weak::WeakValue;

/// A node of the graph, shared by everything that uses it.
/// Operands are always older than the node, so there are no cycles. Cloning shares the node; values are equal
/// if they are the same node.
#[derive(Clone)]
pub struct Value(Rc<Node>);

/// The origin of a node: the binding whose statement built it, and its number in that statement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label {
    /// The name the statement bound, by its number in the table of names.
    pub name: u32,
    /// The binding of that name, counted from 1.
    pub binding: u32,
    /// 0 for the bound node itself; the inner nodes count from 1 in evaluation order, and the members
    /// of a group from [`Label::MEMBERS`] on.
    pub part: u32,
}

impl Label {
    /// The part of the first member of a group.
    pub const MEMBERS: u32 = 1 << 31;

    /// Returns true if the statement of one binding has built both nodes.
    pub fn shares_binding(self, other: Label) -> bool {
        (self.name, self.binding) == (other.name, other.binding)
    }

    /// The label of a member of the group with this label; `number` counts from 0.
    pub fn of_member(self, number: usize) -> Label {
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        Label { part: Label::MEMBERS.saturating_add(number), ..self }
    }

    /// The number of a group's member, from 0.
    pub fn member(self) -> Option<u32> {
        self.part.checked_sub(Label::MEMBERS)
    }
}

/// A node takes 104 bytes with the counts of its `Rc`.
#[repr(C)]
struct Node {
    // The fields that a walk reads come first, next to the counts, to save a cache miss.
    origin: Origin,
    /// The number of the node in the order that numbered it last.
    number: Cell<u32>,
    /// The time of the last computation of the data, on the session's `data_time`.
    computed_at: Cell<u32>,
    data: Cell<f64>,
    grad: Cell<f64>,
    /// The token by which the session counts the node.
    counted: Option<Counted>,
    label: Cell<Label>,
    marks: Cell<Marks>,
}

enum Origin {
    /// An operation on operands; a unary one ignores the second.
    Computed(&'static Operation, [Operand; 2]),
    /// The contents besides the number, if there are any.
    Leaf(Option<Rc<dyn LeafContents>>),
}

impl Value {
    /// Returns the number that the node holds. A column, and what is computed from one, has one for each row: this is
    /// the number in the current row, at first row 1, which `:row` chooses. `evaluate` gives that of any row: `x[2]`.
    #[inline]
    pub fn data(&self) -> f64 {
        self.0.data.get()
    }

    /// Returns the derivative of a root with respect to this node, as the last pass that reached it left it. A pass from
    /// a root that does not depend on this node, or a moved leaf, changes nothing here. The grad of a column is that
    /// of the current row.
    #[inline]
    pub fn grad(&self) -> f64 {
        self.0.grad.get()
    }

    /// Returns true if the node is a leaf: a number that was typed, not computed.
    pub fn is_leaf(&self) -> bool {
        self.operation().is_none() && self.members().is_none()
    }
}

#[doc(hidden)]
impl Value {
    /// Creates a leaf that no session counts.
    pub fn leaf(data: f64, label: Label) -> Value {
        Value::new(data, Origin::Leaf(None), label, None)
    }

    /// Creates a leaf that counts against `budget`.
    pub fn counted_leaf(data: f64, label: Label, budget: &Budget) -> Value {
        Value::new(data, Origin::Leaf(None), label, Some(budget.counted()))
    }

    /// Creates a leaf with these contents that counts against `budget`.
    pub fn holding(contents: Rc<dyn LeafContents>, label: Label, budget: &Budget) -> Value {
        let (data, rows) = (contents.data(), contents.rows());
        let value = Value::new(data, Origin::Leaf(Some(contents)), label, Some(budget.counted()));
        if let Some(rows) = rows {
            value.0.marks.set(Marks::of(Marks::PER_ROW, rows));
        }
        value
    }

    /// Creates the node of `operation` on `operands`, which counts against their budget. A unary operation uses
    /// the first operand only; the data of a fold is nan until a sweep.
    pub fn computed(operation: &'static Operation, operands: [Operand; 2], label: Label) -> Value {
        let [x, y] = &operands;
        let is_fold = operation.as_fold().is_some();
        let data = if is_fold { f64::NAN } else { operation.forward(x.data(), y.data()) };
        let rows = || x.rows().or(y.rows()).filter(|_| !is_fold);
        let marks = rows().map_or(Marks::default(), |rows| Marks::of(Marks::PER_ROW, rows));
        let counted = x.value().or(y.value()).and_then(|operand| operand.0.counted.clone());
        let value = Value::new(data, Origin::Computed(operation, operands), label, counted);
        value.0.marks.set(marks);
        value
    }

    fn new(data: f64, origin: Origin, label: Label, counted: Option<Counted>) -> Value {
        Value(Rc::new(Node {
            data: Cell::new(data),
            grad: Cell::new(0.0),
            origin,
            label: Cell::new(label),
            computed_at: Cell::new(0),
            number: Cell::new(0),
            counted,
            marks: Cell::default(),
        }))
    }

    /// Changes the number the node holds, without recomputing nodes that use it.
    #[inline]
    pub fn set_data(&self, data: f64) {
        self.0.data.set(data);
    }

    /// Changes the number the node holds, and returns the one before.
    pub fn replace_data(&self, data: f64) -> f64 {
        self.0.data.replace(data)
    }

    #[inline]
    pub fn set_grad(&self, grad: f64) {
        self.0.grad.set(grad);
    }

    #[inline]
    pub fn operation(&self) -> Option<&'static Operation> {
        match self.0.origin {
            Origin::Computed(operation, _) => Some(operation),
            Origin::Leaf(_) => None,
        }
    }

    #[inline]
    pub fn branching(&self) -> Branching {
        self.operation().map_or(Branching::None, |operation| operation.branching)
    }

    /// The operands; empty for a leaf.
    #[inline]
    pub fn operands(&self) -> &[Operand] {
        match &self.0.origin {
            Origin::Computed(operation, operands) => {
                operands.get(..operation.arity()).unwrap_or_default()
            }
            Origin::Leaf(_) => &[],
        }
    }

    /// Both operands, of which a unary operation ignores the second; zeros for a leaf.
    #[inline]
    pub fn both_operands(&self) -> &[Operand; 2] {
        match &self.0.origin {
            Origin::Computed(_, operands) => operands,
            Origin::Leaf(_) => &[Operand::Constant(0.0), Operand::Constant(0.0)],
        }
    }

    /// The contents of a leaf, if they have this type.
    #[inline]
    pub fn holds<C: LeafContents>(&self) -> Option<&C> {
        let contents: &dyn Any = self.contents()?;
        contents.downcast_ref()
    }

    #[inline]
    pub fn contents(&self) -> Option<&dyn LeafContents> {
        match &self.0.origin {
            Origin::Leaf(contents) => contents.as_deref(),
            Origin::Computed(..) => None,
        }
    }

    /// Returns true if descent and minimization do not move the node. Columns are always frozen.
    pub fn is_frozen(&self) -> bool {
        let marks = self.0.marks.get();
        marks.has(Marks::FROZEN) || marks.has(Marks::PER_ROW) && self.operation().is_none()
    }

    pub fn set_frozen(&self, frozen: bool) {
        self.0.marks.set(self.0.marks.get().with(Marks::FROZEN, frozen));
    }

    /// The number of rows; `None` for a node with one number.
    #[inline]
    pub fn rows(&self) -> Option<usize> {
        let marks = self.0.marks.get();
        marks.has(Marks::PER_ROW).then(|| marks.rows())
    }

    #[inline]
    pub fn is_per_row(&self) -> bool {
        self.0.marks.get().has(Marks::PER_ROW)
    }

    /// Returns true for a fold, one number from all rows of its operand.
    #[inline]
    pub fn is_fold(&self) -> bool {
        self.operation().is_some_and(|operation| operation.as_fold().is_some())
    }

    /// The number of rows of a fold's operand; 0 for another node.
    pub fn folded_rows(&self) -> usize {
        match self.operands() {
            [operand, ..] if self.is_fold() => operand.rows().unwrap_or(0),
            _ => 0,
        }
    }

    /// The row, from 0, that `x[2]` takes.
    pub fn row_taken(&self) -> Option<usize> {
        match self.both_operands() {
            [_, Operand::Constant(row)] if self.branching() == Branching::Row => {
                Some((*row as usize).saturating_sub(1))
            }
            _ => None,
        }
    }

    /// The members of a group; `None` for a node of the graph.
    #[inline]
    pub fn members(&self) -> Option<&[Operand]> {
        self.contents()?.members()
    }

    /// The nodes of a network, if an operation applies to each of them.
    pub fn each(&self) -> Option<&[Value]> {
        self.contents()?.each()
    }

    /// Returns true if it stands for many nodes at once.
    #[inline]
    pub fn is_many(&self) -> bool {
        self.members().is_some() || self.each().is_some()
    }

    /// The node itself, or the nodes among the members of a group.
    pub fn nodes(&self) -> impl Iterator<Item = &Value> {
        let members = self.members();
        let own = members.is_none().then_some(self);
        own.into_iter().chain(members.unwrap_or_default().iter().filter_map(Operand::value))
    }

    /// The number of rows among which the slope of a fold is shared.
    pub(crate) fn sharing_rows(&self) -> usize {
        self.0.marks.get().rows()
    }

    pub(crate) fn set_sharing_rows(&self, rows: usize) {
        self.0.marks.set(Marks::of(0, rows));
    }

    /// The origin of the node.
    pub fn label(&self) -> Label {
        self.0.label.get()
    }

    pub fn set_label(&self, label: Label) {
        self.0.label.set(label);
    }

    /// The time of the last computation of the data, on the session's `data_time`.
    pub fn computed_at(&self) -> u32 {
        self.0.computed_at.get()
    }

    pub fn set_computed_at(&self, data_time: u32) {
        self.0.computed_at.set(data_time);
    }

    /// The number in the order that numbered the node last, which need not be the caller's.
    #[inline]
    pub(super) fn number(&self) -> u32 {
        self.0.number.get()
    }

    /// Numbers the node in an order.
    #[inline]
    pub(super) fn set_number(&self, number: u32) {
        self.0.number.set(number);
    }

    /// Returns true if both are the same node, not merely equal numbers.
    pub fn is(&self, other: &Value) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }

    /// A number unique to the node while it lives.
    pub fn address(&self) -> usize {
        Rc::as_ptr(&self.0).addr()
    }

    /// The number of references that keep the node alive.
    pub fn holders(&self) -> usize {
        Rc::strong_count(&self.0)
    }

    pub fn downgrade(&self) -> WeakValue {
        WeakValue(Rc::downgrade(&self.0))
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        self.is(other)
    }
}

impl Eq for Value {}

impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Rc::as_ptr(&self.0).hash(state);
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Operands would recurse.
        let operation = self.operation().map_or("leaf", |operation| operation.name);
        write!(formatter, "Value({operation}, data {}, grad {})", self.data(), self.grad())
    }
}

/// Gives nodes these numbers, one each, without recomputing nodes that use them.
pub fn set_each(nodes: &[Value], numbers: &[f64]) {
    nodes.iter().zip(numbers).for_each(|(node, number)| node.set_data(*number));
}

impl fmt::Debug for Node {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Node")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_stays_small() {
        // With the two counts of its Rc, 104 bytes.
        assert_eq!(size_of::<Node>(), 88);
    }

    #[test]
    fn a_chain_of_a_million_nodes_is_freed_without_recursion() {
        let add = crate::core::ops::infix("+").unwrap();
        let mut chain = Value::leaf(0.0, Label::default());
        for _ in 0..1_000_000 {
            let operands = [Operand::Value(chain), Operand::Constant(1.0)];
            chain = Value::computed(add, operands, Label::default());
        }
        assert_eq!(chain.data(), 1_000_000.0);
    }
}
