//! What is wrong with arguments that were read, as far as their text tells.

use super::{ArgumentKind, Arguments, Declared};
use crate::command::syntax::Word;
use crate::core::language::{Error, Result, Tree, visible};

impl Arguments<'_> {
    /// Makes sure that an expression or a file is one. What else it may be its command reads.
    ///
    /// # Errors
    ///
    /// It is none, or is a file though the options forbid files.
    pub(super) fn check(&self, (_, argument): Declared, word: Word<'_>) -> Result<()> {
        use ArgumentKind::*;
        match argument.kind {
            Node | Number if word.row().is_some() => Ok(()),
            NodeOrEquation if word.sides().is_some() => word.equation().map(drop),
            Node | Number | Formula | NodeOrEquation => word.expression().map(drop),
            Condition => condition(word).map(drop),
            Uncertain if !word.quoted => word.value_or_uncertainty().map(drop),
            File | FileOrName => self.check_file(argument.kind, word),
            _ => Ok(()),
        }
    }

    /// Makes sure that the name of a file can be shown, and that the file may be used.
    fn check_file(&self, kind: ArgumentKind, word: Word<'_>) -> Result<()> {
        // A listing of the folder would send them to the terminal.
        if let Some(hidden) = word.text.chars().find(|it| visible(*it) != *it) {
            let hidden = hidden as u32;
            let message =
                format!("the name of a file cannot hold U+{hidden:04X}, a control character");
            return Err(Error::new(word.span, message).hint("remove it"));
        }
        match self.options.files.why_not_for(self.command) {
            Some(why) if matches!(kind, ArgumentKind::File) => {
                Err(Error::new(word.span, why)
                    .hint("leave out the file to print the result instead"))
            }
            _ => Ok(()),
        }
    }

    /// Makes sure that equations, counts and choices are what their commands take.
    ///
    /// # Errors
    ///
    /// The first one that is not.
    pub fn must_be_well_formed(&self) -> Result<()> {
        self.words.iter().try_for_each(|((_, it), word)| match it.kind {
            ArgumentKind::Equation => word.equation().map(drop),
            // A list may hold ranges, which its command looks at.
            ArgumentKind::Count { .. } if !it.repeats => {
                self.count_of(it.name, *word, u64::MAX).map(drop)
            }
            ArgumentKind::Choice(_) if !it.kind.has_choice(word.text) => {
                Err(self.no_such_choice(it.name, *word))
            }
            _ => Ok(()),
        })
    }
}

/// Reads a condition on rows.
///
/// # Errors
///
/// It is no expression.
pub fn condition(word: Word<'_>) -> Result<Tree<'_>> {
    word.expression().map_err(|error: Error| match word.sides() {
        Some(_) => error.hint("one = gives a name a number; to compare, write =="),
        None => error,
    })
}
