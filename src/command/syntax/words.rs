//! One argument of a command, as typed.

use std::borrow::Cow;

use crate::core::language::{
    Error, ErrorKind, Result, Rule, Span, Tree, doubled_once, expression_within, is_whole,
    pairs_at, parse_expression, quoted, setting,
};
use crate::parts::uncertainty::plus_minus::PlusMinus;

/// One argument as typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word<'text> {
    /// The text, without its quotation marks.
    pub text: &'text str,
    /// Its place in the statement.
    pub span: Span,
    /// True if it stood in quotation marks.
    pub quoted: bool,
}

impl<'text> Word<'text> {
    /// Returns the word at a place of a text that starts at the byte `offset` of the statement.
    pub fn at(place: Span, text: &'text str, offset: usize) -> Word<'text> {
        let typed = place.of(text).trim_end();
        let span = Span::new(place.start as usize, place.start as usize + typed.len());
        let quoted = typed.starts_with('"') && is_whole(Rule::text, typed);
        let text = if quoted { typed.get(1..typed.len() - 1).unwrap_or_default() } else { typed };
        Word { text, span: span.moved(offset), quoted }
    }

    /// A name that was not typed, but is meant where this word stands.
    pub fn renamed<'name>(&self, name: &'name str) -> Word<'name> {
        Word { text: name, span: self.span, quoted: false }
    }

    /// The text that it stands for: in quotation marks two of them are one.
    pub fn said(&self) -> Cow<'text, str> {
        if self.quoted { doubled_once(self.text) } else { Cow::Borrowed(self.text) }
    }

    /// Reads the word as an expression.
    ///
    /// # Errors
    ///
    /// Any error in the expression, at its place in the statement.
    pub fn expression(&self) -> Result<Tree<'text>> {
        parse_expression(self.text).map_err(|error| error.moved(self.span.start as usize))
    }

    /// Returns the name that the word is, without the parentheses that tell it from a keyword.
    pub fn name(&self) -> &'text str {
        match pairs_at(Rule::place, self.text, 0).as_slice() {
            [_, (Rule::name, name)] => name.of(self.text),
            _ => self.text,
        }
    }

    /// Returns the name and the row of `x[7]`; `None` for a word of another form.
    pub fn row(&self) -> Option<(&'text str, &'text str)> {
        match pairs_at(Rule::place, self.text, 0).as_slice() {
            [_, (Rule::name, name), (Rule::whole, row)] => {
                Some((name.of(self.text), row.of(self.text)))
            }
            _ => None,
        }
    }

    /// Reads the word as a value, its uncertainty, or both: `2`, `± 0.1`, `[1, 2] ± 0.1`.
    ///
    /// # Errors
    ///
    /// Any error in the expressions, at its place in the statement.
    pub fn value_or_uncertainty(&self) -> Result<(Option<Tree<'text>>, Option<PlusMinus<'text>>)> {
        let read = setting(self.text).and_then(PlusMinus::split);
        read.map_err(|error| error.moved(self.span.start as usize))
    }

    /// Returns the places of the `=` outside brackets.
    fn equals(&self) -> Vec<Span> {
        let pairs = pairs_at(Rule::equation, self.text, 0).into_iter();
        pairs.filter(|(rule, _)| *rule == Rule::equals).map(|(_, span)| span).collect()
    }

    /// Returns both sides of an equation, `y = m*x`, as words; `None` if it has no `=`.
    pub fn sides(&self) -> Option<[Word<'text>; 2]> {
        let mark = *self.equals().first()?;
        let side = |start: usize, end: usize| {
            let typed = self.text.get(start..end).unwrap_or_default();
            let start = start + typed.len() - typed.trim_start().len();
            Word::at(Span::new(start, end), self.text, self.span.start as usize)
        };
        Some([side(0, mark.start as usize), side(mark.end as usize, self.text.len())])
    }

    /// Reads both sides of an equation: `y = m*x`.
    ///
    /// # Errors
    ///
    /// It has no `=`, several, or a side that is wrong.
    pub fn equation(&self) -> Result<[Tree<'text>; 2]> {
        let read = || match self.equals().as_slice() {
            [mark] => {
                let side = |start: usize, end: usize, missing: &str| {
                    if self.text.get(start..end).is_none_or(|side| side.trim().is_empty()) {
                        return Err(Error::new(
                            *mark,
                            format!("there is nothing {missing} this ="),
                        ));
                    }
                    expression_within(self.text, Span::new(start, end))
                };
                let left = side(0, mark.start as usize, "before")?;
                Ok([left, side(mark.end as usize, self.text.len(), "after")?])
            }
            [] if let Some(at) = self.text.find("==") => {
                let place = Span::new(at, at + 2);
                let error = Error::new(place, "an equation has one =, and == compares");
                Err(error.hint("write one =").kind(ErrorKind::DoubledEquals))
            }
            [] => {
                // A side that is wrong says more.
                parse_expression(self.text)?;
                let message = format!("{} has no =", quoted(self.text));
                let hint = format!("an equation has two sides: {} = 0", quoted(self.text));
                Err(Error::new(Span::new(0, self.text.len()), message).hint(hint))
            }
            [_, second, ..] => {
                Err(Error::new(*second, "found a second =").hint("a comma ends an equation"))
            }
        };
        read().map_err(|error: Error| error.moved(self.span.start as usize))
    }
}
