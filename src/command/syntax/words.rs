//! One argument of a command, as typed.

use std::borrow::Cow;

use crate::core::language::{
    Error, Result, Rule, Span, Tree, doubled_once, is_whole, pairs_at, parse_expression, setting,
};

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

    /// Returns the whole of a text as a word.
    pub fn of(text: &'text str) -> Word<'text> {
        Word::at(Span::new(text.len() - text.trim_start().len(), text.len()), text, 0)
    }

    /// Returns the word with another name in its place.
    pub fn renamed<'name>(&self, name: &'name str) -> Word<'name> {
        Word { text: name, span: self.span, quoted: false }
    }

    /// The text of the word; two quotation marks within quotation marks are one.
    pub fn said(&self) -> Cow<'text, str> {
        if self.quoted { doubled_once(self.text) } else { Cow::Borrowed(self.text) }
    }

    /// Reads the word as an expression.
    pub fn expression(&self) -> Result<Tree<'text>> {
        self.check_marks()?;
        parse_expression(self.text).map_err(|error| error.moved(self.span.start as usize))
    }

    /// Returns the name, without parentheses that distinguish it from a keyword.
    pub fn name(&self) -> &'text str {
        if let [name] = self.place().as_slice() { name } else { self.text }
    }

    /// Returns the name and the row of `x[7]`; `None` for a word of another form.
    pub fn row(&self) -> Option<(&'text str, &'text str)> {
        if let [name, row] = *self.place() { Some((name, row)) } else { None }
    }

    /// Returns the name and its row; empty for a word of another form.
    fn place(&self) -> Vec<&'text str> {
        let mut pairs =
            pairs_at(Rule::place, self.text, 0).into_iter().map(|(_, it)| it.of(self.text));
        if pairs.next() == Some(self.text) { pairs.collect() } else { Vec::new() }
    }

    /// Makes sure that a formula is not in quotation marks.
    fn check_marks(&self) -> Result<()> {
        let error = || {
            Error::new(self.span, "found a string where a formula was expected")
                .hint("write it without quotation marks")
        };
        if self.quoted { Err(error()) } else { Ok(()) }
    }

    /// Reads the word as a right side: a value, its uncertainty, or both, such as `2`, `± 0.1`, `[1, 2] ± 0.1`.
    pub fn right_side(&self) -> Result<Tree<'text>> {
        self.check_marks()?;
        setting(self.text).map_err(|error| error.moved(self.offset()))
    }

    /// Returns the byte of the statement at which the text starts.
    pub fn offset(&self) -> usize {
        self.span.start as usize
    }

    /// Returns the places of the `=` outside brackets.
    pub fn equals(&self) -> Vec<Span> {
        let pairs = pairs_at(Rule::equation, self.text, 0).into_iter();
        pairs.filter(|(rule, _)| *rule == Rule::equals).map(|(_, span)| span).collect()
    }

    /// Returns both sides of an equation, `y = m*x`, as words; `None` if it has no `=`.
    pub fn sides(&self) -> Option<[Word<'text>; 2]> {
        let mark = *self.equals().first().filter(|_| !self.quoted)?;
        let right = self.text.get(mark.end as usize..)?.trim_start();
        let side = |start, end| Word::at(Span::new(start, end), self.text, self.offset());
        let length = self.text.len();
        Some([side(0, mark.start as usize), side(length - right.len(), length)])
    }
}
