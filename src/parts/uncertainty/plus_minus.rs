//! `±`: the value of a leaf before it, and after it the standard uncertainty and words: `dof 9`, `k=2`,
//! `rectangular`.

use crate::core::language::{Error, Kind, Result, Span, Step, Tree, exact, last_operand};

/// The right side of `±`.
#[derive(Debug)]
pub struct PlusMinus<'text> {
    /// The uncertainty, or the number before a `%`.
    pub given: Tree<'text>,
    /// True for a percentage of the value: `10%`.
    is_percentage: bool,
    /// The words after the uncertainty: `dof 9`, `rectangular`.
    pub evaluation: Evaluation,
}

impl<'text> PlusMinus<'text> {
    /// Returns true if a tree ends with a `±` and an uncertainty.
    pub fn ends(tree: &Tree<'_>) -> bool {
        let last = tree.steps.last();
        last.is_some_and(|it| matches!(it.kind, Kind::PlusMinus { .. } | Kind::Evaluation(_)))
    }

    /// Splits a tree at its `±` into the value, `None` for the present value, and the uncertainty, if
    /// one follows.
    ///
    /// # Errors
    ///
    /// The words contradict each other.
    pub fn split(mut tree: Tree<'text>) -> Result<(Option<Tree<'text>>, Option<PlusMinus<'text>>)> {
        let is_mark = |step: &Step| matches!(step.kind, Kind::PlusMinus { .. });
        let at = tree.steps.iter().rposition(is_mark).filter(|_| PlusMinus::ends(&tree));
        let Some(at) = at else { return Ok((Some(tree), None)) };
        let words = tree.steps.split_off(at + 1);
        let mark = tree.steps.pop().map(|step| step.kind);
        let given = tree.steps.split_off(last_operand(&tree.steps));
        let plus_minus = PlusMinus {
            given: Tree { text: tree.text, steps: given },
            is_percentage: matches!(mark, Some(Kind::PlusMinus { percent: true })),
            evaluation: Evaluation::of(tree.text, &words)?,
        };
        let is_present = matches!(tree.steps.as_slice(), [Step { kind: Kind::Present, .. }]);
        Ok(((!is_present).then_some(tree), Some(plus_minus)))
    }

    /// The span of the uncertainty, without the `±`.
    pub fn span(&self) -> Span {
        self.given.span()
    }

    /// The expression; of what can stand after a single number.
    pub fn number(&self) -> Result<&Tree<'text>> {
        if !self.given.is_column() {
            return Ok(&self.given);
        }
        Err(Error::new(self.span(), "found a column after ± where one number was expected")
            .hint("only a column has an uncertainty for each row: x = [1, 2] ± [0.1, 0.2]"))
    }

    /// The standard uncertainty of a leaf with this data, if the typed uncertainty evaluates to `number`.
    pub fn of(&self, data: f64, number: f64) -> Result<f64> {
        let given = if self.is_percentage { data.abs() * number / 100.0 } else { number };
        checked(self.evaluation.standard(given), given, self.span())
    }

    /// The standard uncertainties of a column's rows, one given for each row; a gap needs none.
    pub fn of_rows(&self, name: &str, rows: impl Iterator<Item = (f64, f64)>) -> Result<Vec<f64>> {
        let u = |(row, (data, number)): (usize, (f64, f64))| match (data.is_nan(), number.is_nan())
        {
            (true, missing) if missing || self.is_percentage => Ok(0.0),
            (false, true) => {
                let data = exact(data);
                let message = format!("row {row} of {name} has the number {data} but no ±");
                Err(Error::new(self.span(), message)
                    .hint("give it a ±, 0 if it is exact, or set the number to nan"))
            }
            _ => self.of(data, number),
        };
        (1..).zip(rows).map(u).collect()
    }
}

/// The standard uncertainty typed at a place.
pub(super) fn checked(u: f64, given: f64, span: Span) -> Result<f64> {
    if u.is_finite() && u >= 0.0 {
        return Ok(u);
    }
    let given = exact(given);
    let message = format!("the uncertainty after ± must be 0 or more, and finite, found {given}");
    Err(Error::new(span, message))
}

/// The distribution of an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Distribution {
    /// The default.
    #[default]
    Normal,
    /// All numbers up to the half-width are equally likely: a digital reading, a tolerance.
    Rectangular,
    /// The sum of two equal rectangular errors.
    Triangular,
}

impl Distribution {
    /// The distribution of that name.
    fn called(name: &str) -> Option<Distribution> {
        let name = if name == "uniform" { "rectangular" } else { name };
        let all = [Distribution::Normal, Distribution::Rectangular, Distribution::Triangular];
        all.into_iter().find(|it| it.name() == name)
    }

    /// The name that is printed.
    pub fn name(self) -> &'static str {
        self.row().0
    }

    /// The ratio of the number after `±` to the standard deviation. The number is a half-width, except for normal
    /// errors (JCGM 101:2008, table 1).
    fn half_width(self) -> f64 {
        self.row().1
    }

    fn row(self) -> (&'static str, f64) {
        match self {
            Distribution::Normal => ("normal", 1.0),
            Distribution::Rectangular => ("rectangular", 3.0_f64.sqrt()),
            Distribution::Triangular => ("triangular", 6.0_f64.sqrt()),
        }
    }

    /// The number after `±` that gives this standard uncertainty, to the last bit.
    pub fn given(self, u: f64) -> f64 {
        let given = u * self.half_width();
        let near = [given, given.next_up(), given.next_down()];
        near.into_iter().find(|near| near / self.half_width() == u).unwrap_or(given)
    }
}

/// How an uncertainty was evaluated.
#[derive(Debug, Clone, Copy, Default)]
pub struct Evaluation {
    /// The degrees of freedom of the estimate: `dof 9`.
    pub freedom: Option<f64>,
    /// The distribution of the error. For a bounded one, the half-width is typed.
    pub distribution: Distribution,
    /// The coverage factor included in the typed uncertainty: `k=2`.
    coverage: Option<f64>,
}

impl Evaluation {
    /// Returns true if no word stands after the uncertainty.
    pub fn is_plain(&self) -> bool {
        self.freedom.or(self.coverage).is_none() && self.distribution == Distribution::Normal
    }

    /// The standard uncertainty for a typed number.
    fn standard(&self, given: f64) -> f64 {
        given / self.coverage.unwrap_or(self.distribution.half_width())
    }

    /// Reads words and their numbers.
    ///
    /// # Errors
    ///
    /// A number is not above 0, or two words contradict each other.
    fn of(text: &str, words: &[Step]) -> Result<Evaluation> {
        let (mut evaluation, mut number) = (Evaluation::default(), f64::NAN);
        for Step { kind, span } in words {
            match (kind, span.of(text)) {
                (Kind::Number(given), _) => {
                    number = *given;
                    continue;
                }
                (_, "dof") => evaluation.freedom = Some(above_zero(number, *span, text)?),
                (_, "k") => evaluation.coverage = Some(above_zero(number, *span, text)?),
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
    let message = format!("{} must be a number above 0", word.of(text));
    Err(Error::new(word, message).hint("such as ± 0.1 dof 9, or ± 0.2 k=2"))
}
