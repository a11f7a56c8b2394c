//! Which leaves a command moves: those that are named, or all that are not frozen.

use std::collections::HashSet;

use super::arguments::must_not_be_newer;
use crate::command::syntax::Word;
use crate::core::graph::Value;
use crate::core::language::{Error, Result, Span, quoted};
use crate::core::session::Session;

/// What the leaves that are to move are those of.
pub struct Moved<'call> {
    /// The root, or the sides of equations.
    pub roots: &'call [Value],
    /// What this is called.
    pub name: &'call str,
    /// Where it stands.
    pub place: Span,
}

impl Moved<'_> {
    /// Returns the leaves that are `named`, each once; `hint` is that of the error for one that nothing of
    /// this depends on.
    ///
    /// # Errors
    ///
    /// A word is the name of none that can move, or of one that nothing depends on.
    pub fn leaves<'text>(
        &self,
        session: &mut Session,
        words: impl Iterator<Item = Word<'text>>,
        named: impl Fn(&mut Session, Word<'text>) -> Result<Vec<Value>>,
        hint: &str,
    ) -> Result<Vec<Value>> {
        let mut found = Vec::new();
        let mut has_names = false;
        for word in words {
            has_names = true;
            let leaves = named(session, word)?;
            if leaves.iter().any(Value::is_per_row) {
                return Err(is_data(word));
            }
            let mut used = Vec::new();
            for root in self.roots {
                let order = session.order_of(root);
                used.extend(leaves.iter().filter(|leaf| order.contains(leaf)).cloned());
            }
            if let (Some(first), true) = (leaves.first(), used.is_empty()) {
                for root in self.roots {
                    must_not_be_newer(session, root, first, word)?;
                }
                let message = format!("{} does not depend on {}", self.name, quoted(word.text));
                return Err(Error::new(word.span, message).hint(hint));
            }
            used.retain(|leaf| !leaf.is_frozen());
            if used.is_empty() {
                let name = quoted(word.text);
                return Err(Error::new(word.span, format!("{name} is frozen"))
                    .hint(format!(":thaw {name} lets it move")));
            }
            found.extend(used);
        }
        if !has_names {
            let mut moving = |root| session.order_of(root).unfrozen_leaves();
            found = self.roots.iter().flat_map(&mut moving).collect();
        }
        if found.is_empty() {
            let message = format!("nothing can move: {} has no free leaf", self.name);
            return Err(Error::new(self.place, message)
                .hint("m = 1 makes a leaf, and :thaw NAME frees a frozen one"));
        }
        let mut met = HashSet::new();
        found.retain(|leaf| met.insert(leaf.clone()));
        Ok(found)
    }
}

/// Returns the error for a column that is to move.
pub fn is_data(word: Word<'_>) -> Error {
    Error::new(word.span, format!("{} is a column", quoted(word.text)))
        .hint("columns are data: no step moves them")
}
