//! `±`: the value of a leaf, and its standard uncertainty after it.

mod distribution;
mod evaluation;

use crate::core::language::{Error, Kind, Result, Span, Step, Tree, exact, last_operand};
pub use distribution::Distribution;
pub use evaluation::Evaluation;

/// The right side of `±`.
#[derive(Debug)]
pub struct PlusMinus<'text> {
    /// The uncertainty, or, of a percentage, what stands before its `%`.
    pub given: Tree<'text>,
    /// True for `10%`, which is a part of the value.
    is_percentage: bool,
    /// The words after it: `dof 9`, `rectangular`.
    pub evaluation: Evaluation,
}

impl<'text> PlusMinus<'text> {
    /// Tells whether a tree ends with a `±` and what follows it.
    pub fn ends(tree: &Tree<'_>) -> bool {
        let last = tree.steps.last();
        last.is_some_and(|it| matches!(it.kind, Kind::PlusMinus { .. } | Kind::Evaluation(_)))
    }

    /// Takes a tree apart into the value before its `±`, none where that is the present one, and what follows
    /// it, if there is one.
    ///
    /// # Errors
    ///
    /// The words after it contradict each other.
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

    /// Its place, without the `±`.
    pub fn span(&self) -> Span {
        self.given.span()
    }

    /// The expression; of what can stand after a single number.
    ///
    /// # Errors
    ///
    /// It is a column.
    pub fn number(&self) -> Result<&Tree<'text>> {
        if !self.given.is_column() {
            return Ok(&self.given);
        }
        Err(Error::new(self.span(), "found a column after ±, where one number is wanted")
            .hint("only a column has an uncertainty for each row: x = [1, 2] ± [0.1, 0.2]"))
    }

    /// The standard uncertainty of a leaf of this data, where what is given comes to `number`.
    ///
    /// # Errors
    ///
    /// It is negative or not finite.
    pub fn of(&self, data: f64, number: f64) -> Result<f64> {
        let given = if self.is_percentage { data.abs() * number / 100.0 } else { number };
        let u = self.evaluation.standard(given);
        if u.is_finite() && u >= 0.0 {
            return Ok(u);
        }
        let message = format!(
            "the uncertainty after ± must be 0 or more, and finite, found {}",
            exact(given)
        );
        Err(Error::new(self.span(), message))
    }

    /// The standard uncertainties of a column's rows, for each of which something is given; a gap needs none.
    ///
    /// # Errors
    ///
    /// One of them is negative or not finite.
    pub fn of_rows(&self, name: &str, rows: impl Iterator<Item = (f64, f64)>) -> Result<Vec<f64>> {
        let u = |(row, (data, number)): (usize, (f64, f64))| match (data.is_nan(), number.is_nan())
        {
            (true, missing) if missing || self.is_percentage => Ok(0.0),
            (false, true) => {
                let data = exact(data);
                let message = format!("row {row} of {name} has a number, {data}, and no ±");
                Err(Error::new(self.span(), message)
                    .hint("give it one, 0 if it is exact, or nan in place of the number"))
            }
            _ => self.of(data, number),
        };
        (1..).zip(rows).map(u).collect()
    }
}

/// The error for degrees of freedom of a column's uncertainties.
pub fn dof_of_rows(span: Span, freedom: f64) -> Error {
    let freedom = exact(freedom);
    Error::new(span, format!("dof {freedom} is for one number, and this is for rows"))
        .hint("the ± of rows are taken as known; :fit without them finds them out, and its dof")
}
