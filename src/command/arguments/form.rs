//! The form of arguments, which their text alone tells.

use super::{ArgumentKind, Arguments};
use crate::command::syntax::Word;
use crate::core::language::{Error, Result, Tree, is_plain_name, is_reference, quoted};
use crate::core::ops::{constant, infix};

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
        self.must_be_equations()?;
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
                ArgumentKind::Uncertain => drop(word.value_or_uncertainty()?),
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
                | ArgumentKind::File
                | ArgumentKind::FileOrName
                | ArgumentKind::Topic
                | ArgumentKind::Keyword
                | ArgumentKind::Statement => {}
            }
        }
        Ok(())
    }

    /// Makes sure that no name stands after an equation without `for`.
    ///
    /// # Errors
    ///
    /// One does.
    pub fn must_be_equations(&self) -> Result<()> {
        let argument = |place: usize| self.command.arguments.get(place);
        let is_equation = |place: usize| {
            argument(place).is_some_and(|it| matches!(it.kind, ArgumentKind::Equation))
        };
        let words = self.words.iter().filter(|(place, _)| is_equation(*place));
        let words: Vec<Word<'_>> = words.map(|(_, word)| *word).collect();
        let ends = |two: &[Word<'_>]| matches!(two, [one, other] if one.is_equation() && !other.is_equation());
        let Some(at) = words.windows(2).position(ends) else { return Ok(()) };
        let Some(equation) = words.get(at) else { return Ok(()) };
        let [_, right] = equation.equation()?;
        // Parentheses around a side are not in its tree.
        let before = equation.text.get(..right.span().start as usize).unwrap_or_default();
        let mark = before.rfind('=').unwrap_or_default();
        let right = equation.text.get(mark + 1..).unwrap_or_default();
        let names = words.iter().copied().skip(at + 1).take_while(|word| !word.is_equation());
        let has_for =
            self.words.iter().any(|(at, _)| argument(*at).is_some_and(|it| it.name == "for"));
        Err(names_without_for(right.trim(), &names.collect::<Vec<_>>(), has_for))
    }
}

/// Returns the error for words after a formula: its factors, or names of leaves that move unless these stand
/// after `for`.
pub fn names_without_for(formula: &str, words: &[Word<'_>], has_for: bool) -> Error {
    let texts: Vec<&str> = words.iter().map(|word| word.text).collect();
    let place = words.first().map(|word| word.span).unwrap_or_default();
    let may_move = |text: &&str| {
        !has_for && (is_plain_name(text) || is_reference(text)) && constant(text).is_none()
    };
    let formula = quoted(formula);
    let names = texts.join(" ");
    let (names, first) = (quoted(&names), quoted(texts.first().copied().unwrap_or_default()));
    let (message, hint) = if !texts.iter().all(may_move) {
        let is_mark = |mark: &&str| infix(mark).is_some() && *mark != first;
        let hint = match first.get(..1).filter(is_mark) {
            Some(mark) => {
                let rest = quoted(first.trim_start_matches(mark));
                let joined = format!("{formula} {mark} {rest}");
                format!("put blanks on both sides of an operation, or on neither: {joined}")
            }
            None => "a blank ends a formula".to_owned(),
        };
        (format!("unexpected {first} after a formula"), hint)
    } else if words.len() == 1 {
        let hint = format!("write {formula}*{first}, or {formula} for {first}");
        (format!("{formula} {first} can be read in two ways"), hint)
    } else {
        let hint = format!("names that move stand after for: {formula} for {names}");
        (format!("unexpected {names} after a formula"), hint)
    };
    Error::new(place, message).hint(hint)
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
