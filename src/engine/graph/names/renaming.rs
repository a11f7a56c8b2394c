//! Giving a name another text: whatever is called by it follows.

use super::{BYTES_OF_A_NAME, Names};

impl Names {
    /// Gives the name `from` the text `to`, its earlier bindings and inner nodes with it. If there
    /// is a name of that text, it has the other one from then on, so that the way back is the same.
    pub fn rename(&mut self, from: &str, to: &str) {
        self.last_is_new = false;
        let Some(own) = self.table.get_index_of(from) else {
            return;
        };
        let other = self.table.get_index_of(to);
        if let Some(other) = other {
            // No name is empty.
            let _ = self.table.replace_index(other, Box::default());
        }
        let _ = self.table.replace_index(own, to.into());
        match other {
            Some(other) => drop(self.table.replace_index(other, from.into())),
            None => {
                self.charge.remove(BYTES_OF_A_NAME + from.len());
                self.charge.add(BYTES_OF_A_NAME + to.len());
            }
        }
    }
}
