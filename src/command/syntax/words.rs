//! The words of a command: its tokens as far as no blank outside parentheses separates them.

use std::borrow::Cow;

use crate::core::language::{
    Error, ErrorKind, Result, Span, Token, TokenKind, Tree, doubled_once, expression_of,
    outside_parentheses, quoted, setting,
};
use crate::core::ops;
use crate::parts::uncertainty::plus_minus::{self, PlusMinus};

/// One word as typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word<'scan> {
    /// The text, without its quotation marks.
    pub text: &'scan str,
    /// Its place in the statement.
    pub span: Span,
    /// True if it stood in quotation marks.
    pub quoted: bool,
    /// The tokens, their spans in the text that was scanned.
    tokens: &'scan [Token],
}

impl<'scan> Word<'scan> {
    /// A name that was not typed, but is meant where this word stands.
    pub fn renamed<'name>(&self, name: &'name str) -> Word<'name> {
        Word { text: name, span: self.span, quoted: false, tokens: &[] }
    }

    /// The text that it stands for: in quotation marks two of them are one.
    pub fn said(&self) -> Cow<'scan, str> {
        if self.quoted { doubled_once(self.text) } else { Cow::Borrowed(self.text) }
    }

    /// Reads the word as an expression.
    ///
    /// # Errors
    ///
    /// Any error in the expression, at its place in the statement.
    pub fn expression(&self) -> Result<Tree<'scan>> {
        let tree = expression_of(self.text, &self.own_tokens());
        tree.map_err(|error| error.moved(self.span.start as usize))
    }

    /// Returns the name and the row of `x[7]`; none for a word of another form.
    pub fn row(&self) -> Option<(&'scan str, &'scan str)> {
        let [name, open, row, close] = self.tokens else {
            return None;
        };
        let kinds = [name, open, row, close].map(|token| token.kind);
        let expected =
            [TokenKind::Name, TokenKind::OpenBracket, TokenKind::Number, TokenKind::CloseBracket];
        let text = |token: &Token| token.back(name.span.start).span.of(self.text);
        (kinds == expected).then(|| (text(name), text(row)))
    }

    /// Reads the word as a value, its uncertainty, or both: `2`, `± 0.1`, `[1, 2] ± 0.1`.
    ///
    /// # Errors
    ///
    /// Any error in the expressions, at its place in the statement.
    pub fn value_or_uncertainty(&self) -> Result<(Option<Tree<'scan>>, Option<PlusMinus<'scan>>)> {
        let read = setting(self.text).and_then(PlusMinus::split);
        read.map_err(|error| error.moved(self.span.start as usize))
    }

    /// Takes a name and the uncertainty after it apart: `a ± 0.1` is `a` and `± 0.1`.
    pub fn split_at_plus_minus(self) -> impl Iterator<Item = Word<'scan>> {
        let at = plus_minus::position(self.own_tokens().into_iter()).filter(|at| *at > 0);
        let (name, rest) = self.tokens.split_at(at.unwrap_or(self.tokens.len()));
        [name, rest].into_iter().filter_map(move |tokens| self.part(tokens))
    }

    /// The tokens, their spans in the word.
    fn own_tokens(&self) -> Vec<Token> {
        let first = self.tokens.first().map_or(0, |first| first.span.start);
        self.tokens.iter().map(|token| token.back(first)).collect()
    }

    /// The word of some of its tokens.
    fn part(self, tokens: &'scan [Token]) -> Option<Word<'scan>> {
        if self.quoted {
            return Some(self);
        }
        let start = self.tokens.first()?.span.start;
        let (first, last) = (tokens.first()?.back(start), tokens.last()?.back(start));
        let span = Span { start: first.span.start, end: last.span.end };
        let text = span.of(self.text);
        Some(Word { text, span: span.moved(self.span.start as usize), tokens, ..self })
    }

    /// Returns true if the word ends with an operation or `=`, whose last operand is still to come.
    pub fn is_unfinished(&self) -> bool {
        let joins = |last: &Token| matches!(last.kind, TokenKind::PlusMinus | TokenKind::Equals);
        self.tokens.last().is_some_and(joins) || self.mark_at_end().is_some()
    }

    /// The mark of the operation that the word ends with, unless that is a percentage.
    fn mark_at_end(&self) -> Option<&'scan str> {
        let (last, rest) = self.tokens.split_last()?;
        let touches = rest.last().is_some_and(|number| number.touches(last));
        let is_percentage = || plus_minus::is_percentage(self.text, &self.own_tokens());
        self.mark(last).filter(|_| !(touches && is_percentage()))
    }

    /// The mark of the operation that the word starts with, unless it may be a sign.
    fn mark_at_start(&self) -> Option<&'scan str> {
        self.mark(self.tokens.first()?).filter(|mark| ops::prefix(mark).is_none() && *mark != "+")
    }

    /// The mark of an infix operation that a token is.
    fn mark(&self, token: &Token) -> Option<&'scan str> {
        let start = self.tokens.first().map_or(0, |first| first.span.start);
        let mark = token.back(start).span.of(self.text);
        (token.kind == TokenKind::Mark && ops::infix(mark).is_some()).then_some(mark)
    }

    /// Takes the word apart at `=` and `,` outside parentheses: `a=3,` is `a` and `3`. The `=` of a
    /// coverage factor stays.
    pub fn separated(self) -> impl Iterator<Item = Word<'scan>> {
        let mut is_after_mark = false;
        self.split(move |kind| {
            is_after_mark =
                kind == TokenKind::PlusMinus || is_after_mark && kind != TokenKind::Comma;
            kind == TokenKind::Comma || kind == TokenKind::Equals && !is_after_mark
        })
    }

    /// Takes a list of numbers apart, with brackets around it or without: `[2, 3 1]`, `2,3`.
    pub fn counted(self) -> impl Iterator<Item = Word<'scan>> {
        use TokenKind::{Close, CloseBracket, Comma, Number, Open, OpenBracket};
        let inside = match self.tokens {
            [first, inside @ .., last]
                if matches!(
                    (first.kind, last.kind),
                    (Open, Close) | (OpenBracket, CloseBracket)
                ) && inside.iter().all(|token| matches!(token.kind, Number | Comma)) =>
            {
                inside
            }
            _ => &[],
        };
        let numbers = inside.iter().filter(|token| token.kind == Number);
        let numbers = numbers.filter_map(move |token| self.part(std::slice::from_ref(token)));
        let whole = inside.is_empty().then_some(self);
        numbers.chain(whole.into_iter().flat_map(Word::listed))
    }

    /// Takes the word apart at `,` outside parentheses: `a=3,b` is `a=3` and `b`.
    pub fn listed(self) -> impl Iterator<Item = Word<'scan>> {
        self.split(|kind| kind == TokenKind::Comma)
    }

    /// Takes the word apart at `,` outside parentheses, but between numbers without a blank: `0,5` may be
    /// meant as one.
    pub fn enumerated(self) -> impl Iterator<Item = Word<'scan>> {
        let mut is_comma = outside_parentheses(|kind| kind == TokenKind::Comma);
        let mut at = 0_usize;
        let is_number =
            |token: Option<&Token>| token.is_some_and(|token| token.kind == TokenKind::Number);
        let parts = self.tokens.split(move |token| {
            at += 1;
            let before = at.checked_sub(2).and_then(|before| self.tokens.get(before));
            let after = self.tokens.get(at);
            let touches = before.is_some_and(|before| before.touches(token))
                && after.is_some_and(|after| token.touches(after));
            let is_decimal = touches && is_number(before) && is_number(after);
            is_comma(token) && !is_decimal
        });
        parts.filter_map(move |tokens| self.part(tokens))
    }

    fn split(self, ends: impl FnMut(TokenKind) -> bool) -> impl Iterator<Item = Word<'scan>> {
        let parts = self.tokens.split(outside_parentheses(ends));
        parts.filter_map(move |tokens| self.part(tokens))
    }

    /// Tells whether there is an `=` outside parentheses: `y = m*x`. After a `±` there is that of its
    /// coverage factor only.
    pub fn is_equation(&self) -> bool {
        let mut before = self.tokens.iter().take_while(|it| it.kind != TokenKind::PlusMinus);
        before.any(outside_parentheses(|kind| kind == TokenKind::Equals))
    }

    /// Reads both sides of an equation: `y = m*x`.
    ///
    /// # Errors
    ///
    /// It has no `=`, several, or a side that is wrong.
    pub fn equation(&self) -> Result<[Tree<'scan>; 2]> {
        let mut is_mark = outside_parentheses(|kind| kind == TokenKind::Equals);
        let all = self.own_tokens();
        let marks: Vec<usize> = (0..all.len()).filter(|at| is_mark(&all[*at])).collect();
        let at = match marks.as_slice() {
            [at] => *at,
            [] if let Some(mark) = all.iter().find(|token| token.span.of(self.text) == "==") => {
                let error = Error::new(mark.span, "an equation has one =, and == compares");
                let error = error.moved(self.span.start as usize);
                return Err(error.hint("write one =").kind(ErrorKind::DoubledEquals));
            }
            [] => {
                let message = format!("{} has no =", quoted(self.text));
                let hint = format!("an equation has two sides: {} = 0", quoted(self.text));
                return Err(Error::new(self.span, message).hint(hint));
            }
            [_, second, ..] => {
                let place = all.get(*second).map(|mark| mark.span).unwrap_or_default();
                let error = Error::new(place, "found a second =").moved(self.span.start as usize);
                return Err(error.hint("a comma ends an equation"));
            }
        };
        let side = |tokens: &[Token], missing: &str| {
            if tokens.is_empty() {
                let place = all.get(at).map(|mark| mark.span).unwrap_or_default();
                return Err(Error::new(place, format!("there is nothing {missing} this =")));
            }
            expression_of(self.text, tokens)
        };
        let (left, right) = (all.get(..at), all.get(at + 1..));
        let sides = || {
            Ok([
                side(left.unwrap_or_default(), "before")?,
                side(right.unwrap_or_default(), "after")?,
            ])
        };
        sides().map_err(|error: Error| error.moved(self.span.start as usize))
    }
}

/// Gathers the tokens of a command's arguments to words.
///
/// `text` is the statement and `start` where it starts in the text that was scanned. An operation
/// with a blank on either side holds its operands together, so `:set a 2 * 3` has two words after
/// the command and `:plot f -5 5` three; `=` and `±` do however they stand.
///
/// # Errors
///
/// A quotation mark that is never closed.
pub fn words<'scan>(
    text: &'scan str,
    start: usize,
    tokens: &'scan [Token],
) -> Result<Vec<Word<'scan>>> {
    let start = u32::try_from(start).unwrap_or(u32::MAX);
    let text_of = |token: &Token| token.back(start).span.of(text);
    let mut found: Vec<Word<'scan>> = Vec::new();
    let mut first = 0;
    let mut depth = 0;
    let mut has_plus_minus = false;
    for (at, token) in tokens.iter().enumerate() {
        if at == first && text_of(token) == "\"" {
            let span = token.back(start).span;
            return Err(Error::new(span, "this quotation mark is never closed"));
        }
        depth = token.depth_after(depth);
        let neighbors = Neighbors::of(tokens, at, text_of);
        let is_last = at + 1 == tokens.len();
        has_plus_minus |= depth == 0 && token.kind == TokenKind::PlusMinus;
        // `± 0.1 dof 9`, where the word and its number go with what stands before them.
        let text_at = |at: usize| tokens.get(at).map_or("", &text_of);
        let is_next = plus_minus::begins([1, 2].map(|by| text_at(at + by)));
        let is_after_mark =
            at > 0 && tokens.get(at - 1).is_some_and(|it| it.kind == TokenKind::PlusMinus);
        let has_number = at > first && plus_minus::takes_number(text_at(at)) && !is_after_mark;
        let goes_on =
            has_plus_minus && token.kind != TokenKind::PlusMinus && (is_next || has_number);
        if is_last || (depth == 0 && !goes_on && !neighbors.are_one_word()) {
            has_plus_minus = false;
            found.extend(word(text, start, tokens.get(first..=at).unwrap_or_default()));
            first = at + 1;
        }
    }
    Ok(found)
}

/// Returns the error for an expression torn into two words, if there is one: `2* 3` or `2 *3`.
pub fn torn(words: &[Word<'_>]) -> Option<Error> {
    words.windows(2).find_map(|two| {
        let [first, second] = two else {
            return None;
        };
        let (word, mark) = match (first.mark_at_end(), second.mark_at_start()) {
            (Some(mark), _) => (first, mark),
            (None, Some(mark)) => (second, mark),
            (None, None) => return None,
        };
        let (left, right) =
            (first.text.trim_end_matches(mark), second.text.trim_start_matches(mark));
        let joined = quoted(&format!("{left}{mark}{right}"));
        let apart = quoted(&format!("{left} {mark} {right}"));
        let missing = if word.span == first.span { "after" } else { "before" };
        let message = format!("{} has nothing {missing} its {mark}", quoted(word.text));
        Some(Error::new(word.span, message).hint(format!(
            "put blanks on both sides of an operation, or on neither: {joined} or {apart}"
        )))
    })
}

/// A token and the next one, and what shows whether they belong to one word.
struct Neighbors<'scan> {
    kinds: [TokenKind; 2],
    touch: bool,
    /// The texts of those of them that are set off by blanks on both sides.
    set_off: [Option<&'scan str>; 2],
    /// True if one of them is the `of` after a percentage.
    is_part: bool,
    /// True if one of them is a text that the other compares, or joins with what is compared.
    has_compared_text: bool,
}

impl<'scan> Neighbors<'scan> {
    fn of(tokens: &[Token], at: usize, text_of: impl Fn(&Token) -> &'scan str) -> Self {
        let token = |at: usize| tokens.get(at);
        let touch = |at: usize| {
            token(at).zip(token(at + 1)).is_some_and(|(first, second)| first.touches(second))
        };
        let set_off = |at: usize| {
            let touches_before = at.checked_sub(1).is_none_or(touch);
            token(at).filter(|_| !touches_before && !touch(at)).map(&text_of)
        };
        let kind = |at: usize| token(at).map_or(TokenKind::Semicolon, |token| token.kind);
        let is_of = |at: usize| {
            let [mark, word] = [at.checked_sub(1).and_then(token), token(at)];
            [mark, word].map(|it| it.map(&text_of)) == [Some("%"), Some(ops::OF)]
        };
        Neighbors {
            kinds: [kind(at), kind(at + 1)],
            touch: touch(at),
            set_off: [set_off(at), set_off(at + 1)],
            is_part: is_of(at) || is_of(at + 1),
            has_compared_text: has_compared_text(tokens, at, text_of),
        }
    }

    fn are_one_word(&self) -> bool {
        let is_infix =
            |text: &str| ops::infix(text).is_some() || [ops::IF, ops::ELSE].contains(&text);
        // A prefix that is a word takes what follows it.
        let is_word = |text: &str| ops::is_reserved(text) && ops::prefix(text).is_some();
        if self.kinds.contains(&TokenKind::Quotation) {
            return self.has_compared_text;
        }
        self.touch
            || self.is_part
            || self.kinds.contains(&TokenKind::PlusMinus)
            || self.kinds.contains(&TokenKind::Equals)
            || self.set_off.into_iter().flatten().any(is_infix)
            || self.set_off[0].is_some_and(is_word)
    }
}

/// Tells whether a token or the next one is a text that belongs to a comparison: `g == "b" and x > 1`.
fn has_compared_text<'scan>(
    tokens: &[Token],
    at: usize,
    text_of: impl Fn(&Token) -> &'scan str,
) -> bool {
    let token = |at: Option<usize>| tokens.get(at?);
    let compares = |at: Option<usize>| {
        let mark = token(at).map_or("", &text_of);
        ops::infix(mark).is_some_and(ops::Operation::compares)
    };
    let goes_on = |at: usize| token(Some(at)).is_some_and(|it| ops::is_reserved(text_of(it)));
    let is_compared = |at: usize| {
        let is_text = token(Some(at)).is_some_and(|it| it.kind == TokenKind::Quotation);
        is_text && (compares(at.checked_sub(1)) || compares(Some(at + 1)))
    };
    let joins = |other: usize| compares(Some(other)) || goes_on(other);
    is_compared(at) && joins(at + 1) || is_compared(at + 1) && joins(at)
}

/// The word of these tokens; none without any but comments.
fn word<'scan>(text: &'scan str, start: u32, tokens: &'scan [Token]) -> Option<Word<'scan>> {
    let last = tokens.iter().rposition(Token::is_code)?;
    let tokens = tokens.get(tokens.iter().position(Token::is_code)?..=last)?;
    let (first, last) = (tokens.first()?.back(start), tokens.last()?.back(start));
    let span = Span { start: first.span.start, end: last.span.end };
    let whole = span.of(text);
    let is_quoted = first.kind == TokenKind::Quotation && tokens.len() == 1;
    let inside = whole.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    let text = inside.filter(|_| is_quoted).unwrap_or(whole);
    Some(Word { text, span, quoted: is_quoted, tokens })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::language::tokens;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let tokens = tokens(text);
        let found = words(text, 0, &tokens).unwrap();
        assert_eq!(found.iter().map(|word| word.text).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn blanks_outside_parentheses_and_quotation_marks_separate() {
        check("L a  b", &["L", "a", "b"]);
        check("tanh(x + 1) x -5 5", &["tanh(x + 1)", "x", "-5", "5"]);
        check("\"my file.grad\" x", &["my file.grad", "x"]);
        check("../a-b.csv /tmp/x", &["../a-b.csv", "/tmp/x"]);
        check("", &[]);
        assert!(words("\"open", 0, &tokens("\"open")).is_err());
    }

    #[test]
    fn an_operation_between_blanks_joins() {
        check("a 2 * 3 b -1", &["a", "2 * 3", "b", "-1"]);
        check("a 2*3 b (4 *5)", &["a", "2*3", "b", "(4 *5)"]);
        check("a 1 - 2", &["a", "1 - 2"]);
        check("a 2 *", &["a", "2 *"]);
        check("a 2 * -3 ** 4", &["a", "2 * -3 ** 4"]);
        check("a 15% of 40 b 19% c of", &["a", "15% of 40", "b", "19%", "c", "of"]);
        check("0.1 -20", &["0.1", "-20"]);
    }

    #[test]
    fn plus_or_minus_joins_however_it_stands() {
        check("a 2 ± 0.1 b -1", &["a", "2 ± 0.1", "b", "-1"]);
        check("a 2 ±0.1 b", &["a", "2 ±0.1", "b"]);
        check("a 2± -0.1 b", &["a", "2± -0.1", "b"]);
        check("a +/- 10% b 4", &["a +/- 10%", "b", "4"]);
        check("a 2 ± 0.1 dof 9 b 4", &["a", "2 ± 0.1 dof 9", "b", "4"]);
        check("a ± dof b 4", &["a ± dof", "b", "4"]);
        check("a 2 dof 4", &["a", "2", "dof", "4"]);
        let tokens = tokens("a ± 0.1");
        let word = words("a ± 0.1", 0, &tokens).unwrap().remove(0);
        let parts: Vec<_> = word.split_at_plus_minus().map(|part| part.text).collect();
        assert_eq!(parts, ["a", "± 0.1"]);
    }

    #[test]
    fn equals_joins_however_it_stands() {
        check("y = m*x + c m", &["y = m*x + c", "m"]);
        check("y =m x=1, y = 2 x", &["y =m", "x=1,", "y = 2", "x"]);
        check("log(y) = a + b * x a", &["log(y) = a + b * x", "a"]);
        let text = "a = max(1, 2), b = 3";
        let tokens = tokens(text);
        let found = words(text, 0, &tokens).unwrap();
        let parts: Vec<_> = found.into_iter().flat_map(Word::listed).map(|it| it.text).collect();
        assert_eq!(parts, ["a = max(1, 2)", "b = 3"]);
    }

    #[test]
    fn equals_and_commas_separate_settings() {
        let text = "a=3,b=max(1,2)";
        let tokens = tokens(text);
        let word = words(text, 0, &tokens).unwrap().remove(0);
        let parts: Vec<_> = word.separated().collect();
        let found: Vec<_> = parts.iter().map(|part| part.text).collect();
        assert_eq!(found, ["a", "3", "b", "max(1,2)"]);
        assert_eq!(parts.last().unwrap().span, Span::new(6, 14));
    }
}
