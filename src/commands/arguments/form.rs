//! The form of arguments, which their text alone tells.

use super::{ArgumentKind, Arguments};
use crate::graph::ANSWER;
use crate::language::{Column, Error, Result, Tree, Word, is_plain_name, is_reference, quoted};

impl Arguments<'_> {
    /// Makes sure that each word has the form that its argument asks for, as far as the text alone
    /// tells.
    ///
    /// # Errors
    ///
    /// The first one that has not.
    pub fn must_be_well_formed(&self) -> Result<()> {
        let given = self.words.iter().filter_map(|(place, word)| {
            self.command.arguments.get(*place).map(|argument| (argument, word))
        });
        for (argument, word) in given {
            match argument.kind {
                ArgumentKind::Equation => drop(word.equation()?),
                ArgumentKind::NodeOrEquation if word.is_equation() => drop(word.equation()?),
                ArgumentKind::Node | ArgumentKind::NodeOrEquation | ArgumentKind::Number => {
                    if word.row().is_none() {
                        word.expression()?;
                    }
                }
                ArgumentKind::Condition => drop(condition(*word)?),
                ArgumentKind::Uncertain if word.quoted => {}
                ArgumentKind::Uncertain => match Column::of(word.text) {
                    Some(column) => drop(column.map_err(|it| it.moved(word.span.start as usize))?),
                    None => drop(word.value_or_uncertainty()?),
                },
                ArgumentKind::Percentage => drop(word.percentage()?),
                // A list of counts may end with another word, which its command looks at.
                ArgumentKind::Count { .. } if !argument.repeats => {
                    self.count_of(argument.name, *word, u64::MAX)?;
                }
                ArgumentKind::Choice(choices) if choices.names().all(|it| it != word.text) => {
                    return Err(self.no_such_choice(argument.name, *word));
                }
                ArgumentKind::Count { .. }
                | ArgumentKind::Choice(_)
                | ArgumentKind::Leaf
                | ArgumentKind::Named
                | ArgumentKind::Name
                | ArgumentKind::NewName
                | ArgumentKind::File
                | ArgumentKind::FileOrName
                | ArgumentKind::Topic
                | ArgumentKind::Keyword
                | ArgumentKind::Statement => {}
            }
        }
        Ok(())
    }
}

/// Makes sure that a word can be given to something as its name.
pub fn must_be_plain(word: Word<'_>) -> Result<()> {
    let shown = quoted(word.text);
    let wrong = |message: String| Err(Error::new(word.span, message));
    match word.text {
        name if is_plain_name(name) => Ok(()),
        ANSWER => wrong(format!("{shown} is the last answer")),
        name if is_reference(name) => {
            wrong(format!("{shown} names an inner node or an earlier binding"))
        }
        _ => wrong(format!("found {shown} where a name was expected")),
    }
    .map_err(|error| error.hint("choose a plain name, such as c"))
}

/// Reads a condition on rows.
///
/// # Errors
///
/// It is no expression.
pub fn condition<'text>(word: Word<'text>) -> Result<Tree<'text>> {
    word.expression().map_err(|error| {
        if word.is_equation() {
            error.hint("one = gives a name a number; to compare, write ==")
        } else {
            error
        }
    })
}
