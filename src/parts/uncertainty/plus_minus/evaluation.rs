//! What is said of an uncertainty after its number: `dof 9`, `k=2`, `rectangular`.

use super::distribution::Distribution;
use crate::core::language::{Error, Result, Span, Token, TokenKind, exact, number_of};

/// How an uncertainty was come by.
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
        given / self.coverage.or(self.distribution.half_width()).unwrap_or(1.0)
    }

    /// Takes what is said off the end of what follows a `±`.
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
            let name = word.span.of(text);
            let value = match after {
                [equals, value, ..] if equals.kind == TokenKind::Equals => above_zero(text, *value),
                [value, ..] => above_zero(text, *value),
                [] => None,
            };
            let taken = match name {
                FREEDOM => {
                    evaluation.freedom = Some(value.ok_or_else(|| no_freedom(word.span))?);
                    1
                }
                COVERAGE => {
                    evaluation.coverage = Some(value.ok_or_else(|| no_coverage(word.span))?);
                    2
                }
                name => {
                    let is_first = evaluation.distribution == Distribution::Normal;
                    let found = Distribution::called(name).filter(|_| is_first);
                    evaluation.distribution = found.ok_or_else(|| unexpected(word.span, name))?;
                    0
                }
            };
            evaluation.must_agree(word.span)?;
            rest = after.get(taken..).unwrap_or_default();
        }
        Ok((number, evaluation))
    }

    fn must_agree(&self, span: Span) -> Result<()> {
        let Evaluation { freedom, distribution, coverage } = *self;
        let name = distribution.name();
        if let (Some(freedom), true) = (freedom, distribution != Distribution::Normal) {
            let message =
                format!("dof {} is for a normal error, and this one is {name}", exact(freedom));
            return Err(Error::new(span, message)
                .hint("degrees of freedom come from readings, whose mean is as good as normal"));
        }
        if let (Some(k), Some(_)) = (coverage, distribution.half_width()) {
            let message = format!("k={} is for a normal error, and this one is {name}", exact(k));
            return Err(Error::new(span, message)
                .hint("± then gives the half-width, to which no k belongs"));
        }
        Ok(())
    }
}

fn above_zero(text: &str, token: Token) -> Option<f64> {
    if token.kind != TokenKind::Number {
        return None;
    }
    number_of(token.span.of(text), token.span).ok().filter(|number| *number > 0.0)
}

fn no_freedom(span: Span) -> Error {
    Error::new(span, "dof takes the degrees of freedom, one number above 0")
        .hint("of the mean of ten readings there are nine: a = 2.05 ± 0.1 dof 9")
}

fn no_coverage(span: Span) -> Error {
    Error::new(span, "k takes the coverage factor, one number above 0")
        .hint("a certificate that gives U with k = 2: a = 2.05 ± 0.2 k=2")
}

fn unexpected(span: Span, found: &str) -> Error {
    let names: Vec<&str> = Distribution::names().collect();
    Error::new(span, format!("found {found} after an uncertainty"))
        .hint(format!("there may follow dof 9, k=2, or one of {}", names.join(", ")))
}
