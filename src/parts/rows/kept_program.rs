//! The program of the last descent, reused while its root and leaves are the same.

use super::Program;
use crate::core::graph::Value;
use crate::core::session::{PartState, Session};

#[derive(Debug, Default)]
struct KeptProgram(Option<Program>);

impl PartState for KeptProgram {}

#[doc(hidden)]
impl Session {
    /// Returns the current root's program for `leaves`, or for every unfrozen leaf that is finite, after a forward
    /// and a backward pass. A kept program of the same root and leaves is reused.
    ///
    /// Give the program back with [`Session::commit_run`] or [`Session::discard_run`].
    pub fn take_program(&mut self, leaves: Option<Vec<Value>>) -> Option<Program> {
        let root = self.root()?.clone();
        self.refresh(&root);
        let kept = self.cache_mut::<KeptProgram>().0.take();
        let order = self.order_of(&root);
        let leaves = leaves.unwrap_or_else(|| {
            let mut leaves = order.unfrozen_leaves();
            leaves.retain(|leaf| leaf.data().is_finite());
            leaves
        });
        let mut program = match kept.filter(|kept| kept.root().is(&root) && kept.inputs() == leaves)
        {
            Some(kept) => kept,
            None => Program::compile(order, &leaves)?,
        };
        program.load();
        program.pass();
        Some(program)
    }

    /// Keeps the program for reuse.
    pub fn discard_run(&mut self, program: Program) {
        self.cache_mut::<KeptProgram>().0 = Some(program);
    }

    /// Stores the program's leaves in the graph, undoably even if none has moved, and runs one ordinary pass.
    pub fn commit_run(&mut self, program: Program) {
        let before = program.inputs().iter().map(|leaf| (leaf.clone(), leaf.data())).collect();
        // The interrupt must not end this pass.
        self.work_mut().acknowledge_stop();
        self.order_of(program.root());
        self.keep_grads();
        program.store();
        self.record_moves(before);
        self.data_time = self.data_time.wrapping_add(1);
        let data_time = self.data_time;
        self.order_of(program.root()).pass(data_time);
        self.discard_run(program);
    }
}
