//! Products written without a mark, where it is known which names are values: `2rx`, `b f`,
//! `(-3)(-2)`.

use crate::core::language::{Token, TokenKind, tokens};
use crate::core::ops::{self, Operation};
use crate::core::session::Session;

/// What a name means where products need no mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Known {
    /// A value, or the numerator or denominator of a known derivative.
    Value,
    /// Something that is called.
    Function,
    /// Nothing.
    Nothing,
}

/// Returns the text with a `*` in every product written without a mark; none if there is none, or if
/// it could be read in two ways.
///
/// `is_derivative` tells whether `above/below` is one. A name that means nothing is taken apart
/// if the names of values make it up in one way only.
pub fn with_marks(
    text: &str,
    meaning: impl Fn(&str) -> Known,
    is_derivative: impl Fn(&str, &str) -> bool,
) -> Option<String> {
    let tokens: Vec<Token> = tokens(text).into_iter().filter(Token::is_code).collect();
    let derivatives = derivatives(text, &tokens, is_derivative);
    let at = |index: usize| tokens.get(index).map(|token| token.span.of(text));
    let mut marked = String::with_capacity(text.len() + 8);
    let (mut written, mut is_new) = (0, false);
    // For each open parenthesis, true after a division sign, whose end a product would leave open.
    let mut divides = vec![false];
    // Whether the tokens so far end with a value, and with the name of a function.
    let (mut is_whole, mut is_called) = (false, false);
    for (index, token) in tokens.iter().enumerate() {
        let own = token.span.of(text);
        let is_fraction = |by: usize| derivatives.contains(&by);
        let in_derivative =
            is_fraction(index) || is_fraction(index + 1) || index > 0 && is_fraction(index - 1);
        let mut parts = vec![own];
        let known = match token.kind {
            TokenKind::Name if in_derivative => Known::Value,
            TokenKind::Name => meaning(own),
            _ => Known::Nothing,
        };
        if token.kind == TokenKind::Name && known == Known::Nothing {
            let beside = [index.checked_sub(1).and_then(at), at(index + 1)];
            parts = only_split(own, |part| meaning(part) == Known::Value)?;
            if beside.contains(&Some("/")) || differential(own, &meaning) {
                return None;
            }
        }
        let begins = match token.kind {
            TokenKind::Name | TokenKind::Open => true,
            TokenKind::Number => is_whole,
            _ => false,
        };
        let last = index.checked_sub(1).and_then(|last| tokens.get(last));
        let after = |kind| last.is_some_and(|last| last.kind == kind);
        if begins && is_whole && !is_called {
            let is_read = after(TokenKind::Number) && last.is_some_and(|it| it.touches(token));
            let is_open = divides.last().copied().unwrap_or(true);
            if is_open || (token.kind == TokenKind::Number && !after(TokenKind::Close)) {
                return None;
            }
            if !is_read {
                marked.push_str(text.get(written..token.span.start as usize)?);
                marked.push('*');
                (written, is_new) = (token.span.start as usize, true);
            }
        }
        if parts.len() > 1 {
            marked.push_str(text.get(written..token.span.start as usize)?);
            marked.push_str(&parts.join("*"));
            (written, is_new) = (token.span.end as usize, true);
        }
        match token.kind {
            TokenKind::Open => divides.push(false),
            TokenKind::Close if divides.len() > 1 => {
                divides.pop();
            }
            TokenKind::Mark if !is_fraction(index) && own != "^" && own != "**" => {
                *divides.last_mut()? = ops::infix(own).is_some_and(Operation::divides);
            }
            _ => {}
        }
        is_called = known == Known::Function;
        is_whole = token.kind.ends_a_value();
    }
    marked.push_str(text.get(written..)?);
    is_new.then_some(marked)
}

/// The indices of the division signs of derivatives.
fn derivatives(
    text: &str,
    tokens: &[Token],
    is_derivative: impl Fn(&str, &str) -> bool,
) -> Vec<usize> {
    let fraction = |at: &usize| {
        let [above, bar, below] = [at - 1, *at, at + 1].map(|index| tokens.get(index).copied());
        let (Some(above), Some(bar), Some(below)) = (above, bar, below) else {
            return false;
        };
        let names = above.kind == TokenKind::Name && below.kind == TokenKind::Name;
        names && bar.span.of(text) == "/" && is_derivative(above.span.of(text), below.span.of(text))
    };
    (1..tokens.len()).filter(fraction).collect()
}

/// True for `da` where `a` is a value: more likely a differential than a product.
fn differential(name: &str, meaning: impl Fn(&str) -> Known) -> bool {
    name.strip_prefix('d').is_some_and(|rest| meaning(rest) == Known::Value)
}

/// The parts of a name that are all values, if there is one way only to take it apart.
fn only_split(name: &str, is_value: impl Fn(&str) -> bool) -> Option<Vec<&str>> {
    const LONGEST: usize = 24;
    if name.len() > LONGEST {
        return None;
    }
    // From the end: by byte, the number of ways to take the rest apart, and the end of its first part.
    let mut ways = vec![(0_u64, 0); name.len() + 1];
    *ways.last_mut()? = (1, name.len());
    for start in (0..name.len()).rev() {
        for end in start + 1..=name.len() {
            let count = ways.get(end)?.0;
            if count > 0 && name.get(start..end).is_some_and(&is_value) {
                let way = ways.get_mut(start)?;
                *way = (way.0.saturating_add(count), end);
            }
        }
    }
    let mut parts = Vec::new();
    let mut start = 0;
    if ways.first()?.0 != 1 {
        return None;
    }
    while start < name.len() {
        let end = ways.get(start)?.1;
        parts.push(name.get(start..end)?);
        start = end;
    }
    Some(parts)
}

impl Session {
    /// What a name means in a product written without marks.
    pub fn known(&self, name: &str) -> Known {
        if self.names().resolve(name).is_some() || ops::constant(name).is_some() {
            return Known::Value;
        }
        let is_called = self.called(name).is_some() || self.is_call(name);
        if is_called { Known::Function } else { Known::Nothing }
    }
}
