//! What leaves remember of steps, in a saved script.

use std::fmt::Write;

use super::Writer;
use crate::graph::Order;
use crate::methods::{BatchPlace, KINDS};
use crate::session::{Trained, batch_place, trained};

impl Writer<'_> {
    /// Writes what leaves remember, a line for each kind of steps. One that has been moved since has
    /// nothing to go on with.
    pub(super) fn remembered(&mut self, live: &Order) {
        if let Some(BatchPlace { size, rows, seed, epoch, taken }) = batch_place(self.session) {
            let seed = seed.map_or_else(String::new, |seed| format!(" seed {seed}"));
            let _ = writeln!(self.text, ":remember batch {size} {rows} {epoch} {taken}{seed}");
        }
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
