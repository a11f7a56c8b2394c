//! The words after an uncertainty: `dof 9`, `k=2`, `rectangular`.

use super::distribution::Distribution;
use crate::core::language::{Error, Result, Span, Token, TokenKind, number_of};

/// How an uncertainty was evaluated.
#[derive(Debug, Clone, Copy, Default)]
pub struct Evaluation {
    /// The degrees of freedom with which it was estimated: `dof 9`.
    pub freedom: Option<f64>,
    /// The distribution of the error. Of those with ends the half-width is given.
    pub distribution: Distribution,
    /// The coverage factor that it is multiplied by already: `k=2`.
    coverage: Option<f64>,
}

/// The word before the degrees of freedom of an uncertainty, and the name of the coverage factor.
const FREEDOM: &str = "dof";
const COVERAGE: &str = "k";

/// Tells whether a word about an uncertainty begins with the first of these tokens; before `=` it is the
/// coverage factor.
pub fn begins(text: [&str; 2]) -> bool {
    let [word, next] = text;
    word == FREEDOM || word == COVERAGE && next == "=" || Distribution::called(word).is_some()
}

/// Tells whether a number goes with a word.
pub fn takes_number(word: &str) -> bool {
    word == FREEDOM
}

impl Evaluation {
    /// The standard uncertainty of what is given so.
    pub fn standard(&self, given: f64) -> f64 {
        given / self.coverage.unwrap_or(self.distribution.half_width())
    }

    /// Takes these words off the end of what follows a `±`.
    ///
    /// # Errors
    ///
    /// A word has no number, or two of them contradict each other.
    pub fn take<'tokens>(
        text: &str,
        tokens: &'tokens [Token],
    ) -> Result<(&'tokens [Token], Evaluation)> {
        let word_at = |at: usize| tokens.get(at).map_or("", |token| token.span.of(text));
        // Where a word stands first, it is a name.
        let begins_at = |at: &usize| begins([word_at(*at), word_at(at + 1)]);
        let at = (1..tokens.len()).find(begins_at).unwrap_or(tokens.len());
        let (number, mut rest) = tokens.split_at(at);
        let mut evaluation = Evaluation::default();
        while let Some((word, after)) = rest.split_first() {
            let number_at = |at: usize| above_zero(text, word.span, after.get(at));
            let is_normal = evaluation.distribution == Distribution::Normal;
            let taken = match word.span.of(text) {
                FREEDOM => {
                    evaluation.freedom = Some(number_at(0)?);
                    1
                }
                COVERAGE => {
                    evaluation.coverage = Some(number_at(1)?);
                    2
                }
                name => {
                    let found = Distribution::called(name).filter(|_| is_normal);
                    evaluation.distribution = found.ok_or_else(|| unexpected(word.span, name))?;
                    0
                }
            };
            let Evaluation { freedom, distribution, coverage } = evaluation;
            if distribution != Distribution::Normal && freedom.or(coverage).is_some() {
                let message = format!("a {} error has no dof and no k", distribution.name());
                return Err(Error::new(word.span, message)
                    .hint("its ± is a half-width; dof and k are for normal errors"));
            }
            rest = after.get(taken..).unwrap_or_default();
        }
        Ok((number, evaluation))
    }
}

/// The number of a word.
fn above_zero(text: &str, word: Span, token: Option<&Token>) -> Result<f64> {
    let token = token.filter(|token| token.kind == TokenKind::Number);
    let number = token.and_then(|token| number_of(token.span.of(text), token.span).ok());
    number.filter(|number| *number > 0.0).ok_or_else(|| {
        let message = format!("{} takes one number above 0", word.of(text));
        Error::new(word, message).hint("such as ± 0.1 dof 9, or ± 0.2 k=2")
    })
}

fn unexpected(span: Span, found: &str) -> Error {
    Error::new(span, format!("found {found} after an uncertainty"))
        .hint("dof 9, k=2, rectangular or triangular may follow")
}
