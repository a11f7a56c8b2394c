//! The statements that ran at the prompt, kept as text for when a signal ends the program.

use super::{Origin, Runner};
use crate::command::syntax::is_command;
use crate::core::graph::Value;
use crate::core::language::Span;

/// The statements since the text was last taken.
#[derive(Debug, Default)]
pub(in crate::repl) struct Ran {
    pub text: String,
    /// True if something ran that is not in the text: the session has to be written as a whole.
    pub is_more: bool,
}

/// What tells whether a statement has changed the session.
#[derive(PartialEq, Eq)]
pub(super) struct Before {
    standing: u64,
    travels: u64,
    /// The root, if the user chose it.
    root: Option<Value>,
    is_asking: bool,
}

impl Runner {
    /// Returns the state before a statement at the prompt; elsewhere nothing is kept.
    pub(super) fn before(&self) -> Option<Before> {
        let session = &self.session;
        self.at_prompt.then(|| Before {
            standing: session.journal().standing(),
            travels: session.journal().travels(),
            root: session.root().filter(|_| session.root_is_chosen()).cloned(),
            is_asking: session.is_asking(),
        })
    }

    /// Notes that a statement was run. A typed one that succeeded and is no command runs the same in a script.
    pub(super) fn note_run(
        &mut self,
        origin: &Origin<'_>,
        span: Span,
        before: Option<Before>,
        is_done: bool,
    ) {
        let Some(before) = before else { return };
        let statement = span.of(origin.text);
        let is_typed = origin.name.is_empty() && !is_command(statement);
        if is_typed && is_done && !before.is_asking {
            self.ran.text.push_str(statement);
            self.ran.text.push('\n');
        } else if Some(before) != self.before() {
            self.ran.is_more = true;
        }
    }
}
