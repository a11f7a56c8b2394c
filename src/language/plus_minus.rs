//! `±`: the value of a leaf, and its standard uncertainty after it.

use super::error::{Error, Result, Span};
use super::print::exact;
use super::tokens::{Token, TokenKind};
use super::tree::Tree;

/// The right side of `±`.
#[derive(Debug)]
pub struct PlusMinus<'text> {
    /// The uncertainty, or, of a percentage, the number before its `%`.
    pub tree: Tree<'text>,
    /// True for `10%`, which is a part of the value.
    is_percentage: bool,
}

/// The place among tokens of the first `±` outside parentheses.
pub(super) fn position(tokens: impl Iterator<Item = Token>) -> Option<usize> {
    let mut depth = 0;
    let mut tokens = tokens;
    tokens.position(|token| {
        depth = token.depth_after(depth);
        depth == 0 && token.kind == TokenKind::PlusMinus
    })
}

/// Tells whether tokens end with a `%` that touches what it is a part of.
pub(super) fn is_percentage(text: &str, tokens: &[Token]) -> bool {
    matches!(tokens, [.., number, percent] if is_percent(text, percent) && number.touches(percent))
}

fn is_percent(text: &str, token: &Token) -> bool {
    token.kind == TokenKind::Mark && token.span.of(text) == "%"
}

impl<'text> PlusMinus<'text> {
    /// The standard uncertainty of a leaf of this data, where the tree comes to `number`.
    ///
    /// # Errors
    ///
    /// It is negative or not finite.
    pub fn of(&self, data: f64, number: f64) -> Result<f64> {
        let u = if self.is_percentage { data.abs() * number / 100.0 } else { number };
        if u.is_finite() && u >= 0.0 {
            return Ok(u);
        }
        let message =
            format!("the uncertainty after ± must be 0 or more, and finite, found {}", exact(u));
        Err(Error::new(self.tree.span(), message))
    }

    /// Reads what follows the `±` at `mark`.
    ///
    /// # Errors
    ///
    /// Nothing follows, another `±` does, or the expression is wrong.
    pub(super) fn read(
        text: &'text str,
        mark: Span,
        tokens: impl Iterator<Item = Token>,
    ) -> Result<PlusMinus<'text>> {
        let tokens: Vec<Token> = tokens.collect();
        if let Some(again) = position(tokens.iter().copied()).and_then(|at| tokens.get(at)) {
            return Err(Error::new(again.span, "found ± for the second time")
                .hint("a leaf has one uncertainty; what has several is a sum of leaves"));
        }
        let is_percentage = is_percentage(text, &tokens);
        let number = match tokens.split_last() {
            Some((_, number)) if is_percentage => number,
            _ => &tokens,
        };
        match tokens.last() {
            None => Err(Error::new(mark, "the uncertainty after ± is missing")),
            Some(percent) if is_percent(text, percent) && !is_percentage => {
                Err(Error::new(percent.span, "found % where a percentage was expected")
                    .hint("its number touches it: ± 10%"))
            }
            Some(_) => {
                let tree = Tree::build(text, number.iter().copied())?;
                Ok(PlusMinus { tree, is_percentage })
            }
        }
    }
}

/// Reads a value that may have a `±` after it.
///
/// # Errors
///
/// There is no value, or one of the expressions is wrong.
pub(super) fn value_with<'text>(
    text: &'text str,
    mut tokens: impl Iterator<Item = Token> + Clone,
) -> Result<(Tree<'text>, Option<PlusMinus<'text>>)> {
    let Some(at) = position(tokens.clone()) else {
        return Ok((Tree::build(text, tokens)?, None));
    };
    let value = tokens.clone().take(at);
    let mark = tokens.nth(at).map(|mark| mark.span).unwrap_or_default();
    if at == 0 {
        return Err(Error::new(mark, "the value before ± is missing"));
    }
    let value = Tree::build(text, value)?;
    Ok((value, Some(PlusMinus::read(text, mark, tokens)?)))
}
