//! References to nodes that do not keep them alive.

use std::hash::{Hash, Hasher};
use std::rc::Weak;

use super::{Node, Value};

/// A reference to a node that does not keep it alive.
#[derive(Clone, Debug)]
pub struct WeakValue(pub(super) Weak<Node>);

impl WeakValue {
    pub fn upgrade(&self) -> Option<Value> {
        self.0.upgrade().map(Value)
    }

    /// Returns true if the node is still alive.
    pub fn is_alive(&self) -> bool {
        self.0.strong_count() > 0
    }
}

/// Weak references are equal if they refer to the same node, even after it was freed.
impl PartialEq for WeakValue {
    fn eq(&self, other: &WeakValue) -> bool {
        self.0.ptr_eq(&other.0)
    }
}

impl Eq for WeakValue {}

impl Hash for WeakValue {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.as_ptr().hash(state);
    }
}
