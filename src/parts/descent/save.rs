//! What leaves remember of steps, in a saved script.

use std::fmt::Write;

use super::optimizer::KINDS;
use super::optimizer_state::{Trained, trained};
use crate::core::graph::Order;
use crate::core::session::Writer;

impl Writer<'_> {
    /// Writes what leaves remember, a line for each kind of steps. One that has been moved since has
    /// nothing to go on with.
    pub(crate) fn remembered(&mut self, live: &Order) {
        for kind in &KINDS {
            let mut text = String::new();
            for leaf in live.leaves() {
                if !self.may_write(text.len()) {
                    return;
                }
                let of_kind =
                    |it: &&Trained| std::ptr::eq(it.method.kind, kind) && it.is_there(leaf);
                let Some(trained) = trained(self.session, leaf).filter(of_kind) else { continue };
                let steps = trained.remembered.steps;
                let [one, other] = trained.remembered.averages.map(|it| self.number(it));
                let _ = write!(text, " {} {steps} {one} {other}", self.reference(leaf));
            }
            if !text.is_empty() {
                let _ = writeln!(self.text, ":remember {}{text}", kind.word);
            }
        }
    }
}
