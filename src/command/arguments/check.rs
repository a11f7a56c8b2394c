//! What is wrong with arguments that were read, as far as their text tells.

use super::{Argument, ArgumentKind, Arguments};
use crate::command::syntax::Word;
use crate::core::language::{Error, Result, Tree};

impl Arguments<'_> {
    /// Makes sure that each argument has the form that it is to have.
    ///
    /// # Errors
    ///
    /// The first one that has not.
    pub fn must_be_well_formed(&self) -> Result<()> {
        for ((_, argument), word) in &self.words {
            match argument.kind {
                ArgumentKind::Equation => drop(word.equation()?),
                ArgumentKind::NodeOrEquation if word.sides().is_some() => drop(word.equation()?),
                ArgumentKind::Formula | ArgumentKind::NodeOrEquation => drop(word.expression()?),
                ArgumentKind::Condition => drop(condition(*word)?),
                // A list may hold ranges, which its command looks at.
                ArgumentKind::Count { .. } if !argument.repeats => {
                    self.count_of(argument.name, *word, u64::MAX)?;
                }
                ArgumentKind::Choice(_) if !argument.kind.has_choice(word.text) => {
                    return Err(self.no_such_choice(argument.name, *word));
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// Makes sure that an argument that ends at a blank is a formula, if it is to be one.
pub(super) fn check_formula(argument: &Argument, word: Word<'_>) -> Result<()> {
    match argument.kind {
        ArgumentKind::Node | ArgumentKind::Number if word.row().is_none() => {
            word.expression().map(drop)
        }
        ArgumentKind::Uncertain if !word.quoted => word.value_or_uncertainty().map(drop),
        _ => Ok(()),
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
