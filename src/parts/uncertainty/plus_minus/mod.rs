//! `±`: the value of a leaf, and its standard uncertainty after it.

mod distribution;
mod evaluation;

use crate::core::language::{
    Concise, Error, Joined, Result, Span, Token, TokenKind, Tree, exact, expression_of,
    joined_expression, outside_parentheses,
};
use crate::parts::rows::TypedColumn;
pub use distribution::Distribution;
pub use evaluation::{Evaluation, begins, takes_number};

/// The right side of `±`.
#[derive(Debug)]
pub struct PlusMinus<'text> {
    /// The uncertainty, or, of a percentage, what stands before its `%`.
    pub given: Given<'text>,
    /// True for `10%`, which is a part of the value.
    is_percentage: bool,
    /// The words after it: `dof 9`, `rectangular`.
    pub evaluation: Evaluation,
}

/// What stands after `±`.
#[derive(Debug)]
pub enum Given<'text> {
    /// An expression.
    Tree(Tree<'text>),
    /// A number for each row, in brackets.
    Column(TypedColumn<'text>),
}

/// The place among tokens of the first `±` outside parentheses.
pub fn position(mut tokens: impl Iterator<Item = Token>) -> Option<usize> {
    let mut is_mark = outside_parentheses(|kind| kind == TokenKind::PlusMinus);
    tokens.position(|token| is_mark(&token))
}

/// Returns true for tokens that end with a `%`.
pub fn is_percentage(text: &str, tokens: &[Token]) -> bool {
    let is_percent = |it: &Token| it.kind == TokenKind::Mark && it.span.of(text) == "%";
    tokens.last().is_some_and(is_percent)
}

impl<'text> PlusMinus<'text> {
    /// An uncertainty that is not written after a `±`.
    fn of_given(given: Given<'text>) -> Self {
        PlusMinus { given, is_percentage: false, evaluation: Evaluation::default() }
    }

    /// Its place, without the `±`.
    pub fn span(&self) -> Span {
        match &self.given {
            Given::Tree(tree) => tree.span(),
            Given::Column(column) => column.span,
        }
    }

    /// The expression; of what can stand after a single number.
    ///
    /// # Errors
    ///
    /// It is a column.
    pub fn tree(&self) -> Result<&Tree<'text>> {
        match &self.given {
            Given::Tree(tree) => Ok(tree),
            Given::Column(column) => {
                let message = "found a column after ±, where one number is wanted";
                Err(Error::new(column.span, message)
                    .hint("only a column has an uncertainty for each row: x = [1, 2] ± [0.1, 0.2]"))
            }
        }
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

    /// Splits tokens at their `±`, and reads what follows that, if there is one.
    ///
    /// # Errors
    ///
    /// Nothing follows, another `±` does, or the expression is wrong.
    pub fn split<'tokens>(
        text: &'text str,
        tokens: &'tokens [Token],
    ) -> Result<(&'tokens [Token], Option<PlusMinus<'text>>)> {
        let at = position(tokens.iter().copied()).unwrap_or(tokens.len());
        let (value, rest) = tokens.split_at(at);
        let Some((mark, rest)) = rest.split_first() else { return Ok((value, None)) };
        Ok((value, Some(PlusMinus::read(text, mark.span, rest)?)))
    }

    fn read(text: &'text str, mark: Span, tokens: &[Token]) -> Result<PlusMinus<'text>> {
        if let Some(again) = position(tokens.iter().copied()).and_then(|at| tokens.get(at)) {
            return Err(Error::new(again.span, "found a second ±")
                .hint("a leaf has one uncertainty; what has several is a sum of leaves"));
        }
        let (number, evaluation) = Evaluation::take(text, tokens)?;
        let is_percentage = is_percentage(text, number);
        let number = &number[..number.len() - usize::from(is_percentage)];
        let given = match number.first() {
            None => return Err(Error::new(mark, "the uncertainty after ± is missing")),
            Some(first) if first.kind == TokenKind::OpenBracket => {
                let column = TypedColumn::read(text, number)?;
                if column.us.is_some() {
                    return Err(Error::new(column.span, "found an uncertainty after ±")
                        .hint("the rows after ± are plain numbers: [4, 5] ± [0.3, 0.1]"));
                }
                Given::Column(column)
            }
            Some(_) => Given::Tree(expression_of(text, number)?),
        };
        Ok(PlusMinus { given, is_percentage, evaluation })
    }
}

/// The error for degrees of freedom of a column's uncertainties.
pub fn dof_of_rows(span: Span, freedom: f64) -> Error {
    let freedom = exact(freedom);
    Error::new(span, format!("dof {freedom} is for one number, and this is for rows"))
        .hint("the ± of rows are taken as known; :fit without them finds them out, and its dof")
}

/// Reads a value that may be written with its uncertainty in parentheses, if it has none after a `±`.
///
/// # Errors
///
/// There is no value, or the expression is wrong.
pub fn value_with<'text>(
    text: &'text str,
    joined: Option<Joined>,
    tokens: &[Token],
    u: Option<PlusMinus<'text>>,
) -> Result<(Tree<'text>, Option<PlusMinus<'text>>)> {
    match &u {
        Some(u) if tokens.is_empty() => Err(Error::new(u.span(), "the value before ± is missing")),
        None if joined.is_none()
            && let Some(concise) = Concise::read(text, tokens)? =>
        {
            let (value, u) = trees_of(concise, text);
            Ok((value, Some(u)))
        }
        _ => Ok((joined_expression(text, joined, tokens)?, u)),
    }
}

/// A number with its uncertainty in parentheses as trees.
pub fn trees_of(concise: Concise, text: &str) -> (Tree<'_>, PlusMinus<'_>) {
    let tree = |number| Tree::of_number(text, concise.span, number);
    (tree(concise.value), PlusMinus::of_given(Given::Tree(tree(concise.u))))
}

/// Reads a column that may have a `±` after it.
///
/// # Errors
///
/// As [`TypedColumn::read`], and where what stands after `±` is wrong.
pub fn column_with<'text>(
    text: &'text str,
    tokens: &[Token],
) -> Result<(TypedColumn<'text>, Option<PlusMinus<'text>>)> {
    let (column, u) = PlusMinus::split(text, tokens)?;
    let mut column = TypedColumn::read(text, column)?;
    let us = column.take_uncertainties();
    if let (Some(_), Some(u)) = (&us, &u) {
        return Err(Error::new(u.span(), "found ± after numbers that have an uncertainty")
            .hint("give it once: [1.235(34), 2.5(1)] or [1.235, 2.5] ± [0.034, 0.1]"));
    }
    Ok((column, us.map(|us| PlusMinus::of_given(Given::Column(us))).or(u)))
}
