//! The words after an uncertainty: `dof 9`, `k=2`, `rectangular`.

use super::distribution::Distribution;
use crate::core::language::{Error, Kind, Result, Span, Step};

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

impl Evaluation {
    /// The standard uncertainty of what is given so.
    pub fn standard(&self, given: f64) -> f64 {
        given / self.coverage.unwrap_or(self.distribution.half_width())
    }

    /// Returns what words say, with their numbers before them.
    ///
    /// # Errors
    ///
    /// A number is not above 0, or two words contradict each other.
    pub fn of(text: &str, words: &[Step]) -> Result<Evaluation> {
        let (mut evaluation, mut number) = (Evaluation::default(), f64::NAN);
        for Step { kind, span } in words {
            match (kind, span.of(text)) {
                (Kind::Number(given), _) => {
                    number = *given;
                    continue;
                }
                (_, FREEDOM) => evaluation.freedom = Some(above_zero(number, *span, text)?),
                (_, COVERAGE) => evaluation.coverage = Some(above_zero(number, *span, text)?),
                (_, name) => {
                    let is_first = evaluation.distribution == Distribution::Normal;
                    let found = Distribution::called(name).filter(|_| is_first);
                    evaluation.distribution = found.ok_or_else(|| {
                        Error::new(*span, format!("found {name} after an uncertainty"))
                            .hint("dof 9, k=2, rectangular or triangular may follow")
                    })?;
                }
            }
            let Evaluation { freedom, distribution, coverage } = evaluation;
            if distribution != Distribution::Normal && freedom.or(coverage).is_some() {
                let message = format!("a {} error has no dof and no k", distribution.name());
                return Err(Error::new(*span, message)
                    .hint("its ± is a half-width; dof and k are for normal errors"));
            }
        }
        Ok(evaluation)
    }
}

/// The number of the word at a place.
fn above_zero(number: f64, word: Span, text: &str) -> Result<f64> {
    if number > 0.0 {
        return Ok(number);
    }
    let message = format!("{} takes one number above 0", word.of(text));
    Err(Error::new(word, message).hint("such as ± 0.1 dof 9, or ± 0.2 k=2"))
}
