//! Freeing nodes.

use std::rc::Rc;

use super::{Node, Operand, Origin, Value};

impl Drop for Node {
    /// Frees a chain of any length in a loop; the default would recurse for each node.
    fn drop(&mut self) {
        let mut orphans: Vec<Rc<Node>> = Vec::new();
        take_operands(self, &mut orphans);
        while let Some(orphan) = orphans.pop() {
            if let Some(mut node) = Rc::into_inner(orphan) {
                take_operands(&mut node, &mut orphans);
            }
        }
    }
}

fn take_operands(node: &mut Node, orphans: &mut Vec<Rc<Node>>) {
    let Origin::Computed(_, operands) = &mut node.origin else { return };
    for place in operands {
        if let Operand::Value(Value(operand)) = std::mem::replace(place, Operand::Constant(0.0))
            && Rc::strong_count(&operand) == 1
        {
            orphans.push(operand);
        }
    }
}
