//! `±`: the value of a leaf, and its standard uncertainty after it.

mod distribution;
mod evaluation;

use crate::core::language::{
    Concise, Error, Joined, Result, Span, Token, TokenKind, Tree, exact, outside_parentheses,
};
use crate::parts::rows::{TypedColumn, may_be_column};
pub use distribution::Distribution;
pub use evaluation::{Evaluation, begins, takes_number};

/// The right side of `±`.
#[derive(Debug)]
pub struct PlusMinus<'text> {
    /// The uncertainty, or, of a percentage, what stands before its `%`.
    pub given: Given<'text>,
    /// True for `10%`, which is a part of the value.
    is_percentage: bool,
    /// What is said of it: `dof 9`, `rectangular`.
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

    /// The numbers in brackets, if it is these.
    pub fn column(&self) -> Option<&TypedColumn<'text>> {
        match &self.given {
            Given::Column(column) => Some(column),
            Given::Tree(_) => None,
        }
    }

    /// The standard uncertainty of a leaf of this data, where what is given comes to `number`.
    ///
    /// # Errors
    ///
    /// It is negative or not finite.
    pub fn of(&self, data: f64, number: f64) -> Result<f64> {
        self.checked(data, number, String::new)
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
            _ => self.checked(data, number, || format!(" in row {row}")),
        };
        (1..).zip(rows).map(u).collect()
    }

    fn checked(&self, data: f64, number: f64, place: impl FnOnce() -> String) -> Result<f64> {
        let given = if self.is_percentage { data.abs() * number / 100.0 } else { number };
        let u = self.evaluation.standard(given);
        if u.is_finite() && u >= 0.0 {
            return Ok(u);
        }
        let (found, place) = (exact(given), place());
        let message =
            format!("the uncertainty after ± must be 0 or more, and finite, found {found}{place}");
        Err(Error::new(self.span(), message))
    }

    /// Reads what follows the `±` at `mark`.
    ///
    /// # Errors
    ///
    /// Nothing follows, another `±` does, or the expression is wrong.
    pub fn read(text: &'text str, mark: Span, tokens: &[Token]) -> Result<PlusMinus<'text>> {
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
            Some(_) => Given::Tree(Tree::build(text, number.iter().copied())?),
        };
        Ok(PlusMinus { given, is_percentage, evaluation })
    }

    /// Reads the `±` at the front of tokens, if there are any, and what follows.
    fn read_if_any(text: &'text str, tokens: &[Token]) -> Result<Option<PlusMinus<'text>>> {
        let rest = tokens.split_first();
        rest.map(|(mark, rest)| PlusMinus::read(text, mark.span, rest)).transpose()
    }
}

/// Takes the `±` and what follows off tokens.
fn split(tokens: &[Token]) -> (&[Token], &[Token]) {
    tokens.split_at(position(tokens.iter().copied()).unwrap_or(tokens.len()))
}

/// The error for degrees of freedom of a column's uncertainties.
pub fn dof_of_rows(span: Span, freedom: f64) -> Error {
    let freedom = exact(freedom);
    Error::new(span, format!("dof {freedom} is for one number, and this is for rows"))
        .hint("the ± of rows are taken as known; :fit without them finds them out, and its dof")
}

/// The most tokens of a number with its uncertainty in parentheses.
const LONGEST_CONCISE: usize = 5;

/// Reads a value that may have a `±` after it, or be written with its uncertainty in parentheses.
///
/// # Errors
///
/// There is no value, or one of the expressions is wrong.
pub fn value_with<'text>(
    text: &'text str,
    joined: Option<Joined>,
    tokens: impl Iterator<Item = Token> + Clone,
) -> Result<(Tree<'text>, Option<PlusMinus<'text>>)> {
    let first: Vec<Token> = tokens.clone().take(LONGEST_CONCISE + 1).collect();
    let concise = if joined.is_none() { Concise::read(text, &first)? } else { None };
    if let Some(concise) = concise {
        let (value, u) = trees_of(concise, text);
        return Ok((value, Some(u)));
    }
    if position(tokens.clone()).is_none() {
        return Ok((Tree::build_joined(text, joined, tokens)?, None));
    }
    let tokens: Vec<Token> = tokens.collect();
    let (value, rest) = split(&tokens);
    if let ([], [mark, ..]) = (value, rest) {
        return Err(Error::new(mark.span, "the value before ± is missing"));
    }
    let value = Tree::build_joined(text, joined, value.iter().copied())?;
    Ok((value, PlusMinus::read_if_any(text, rest)?))
}

/// A number with its uncertainty in parentheses as trees.
pub fn trees_of(concise: Concise, text: &str) -> (Tree<'_>, PlusMinus<'_>) {
    let tree = |number| Tree::of_number(text, concise.span, number);
    (tree(concise.value), PlusMinus::of_given(Given::Tree(tree(concise.u))))
}

/// A column, and the name of the function that a user may have defined instead.
type Counted<'text> = (TypedColumn<'text>, Option<&'text str>);

/// Reads a column that counts without brackets, and the `±` after it. Returns `None` for another expression.
///
/// # Errors
///
/// As [`TypedColumn::read`], and where what stands after `±` is wrong.
pub fn counted_with<'text>(
    text: &'text str,
    tokens: impl Iterator<Item = Token> + Clone,
) -> Result<(Option<Counted<'text>>, Option<PlusMinus<'text>>)> {
    if !may_be_column(text, tokens.clone()) {
        return Ok((None, None));
    }
    let tokens: Vec<Token> = tokens.collect();
    let (column, rest) = split(&tokens);
    let Some(column) = TypedColumn::counted(text, column).transpose()? else {
        return Ok((None, None));
    };
    Ok((Some(column), PlusMinus::read_if_any(text, rest)?))
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
    let (column, rest) = split(tokens);
    let mut column = TypedColumn::read(text, column)?;
    let us = column.take_uncertainties();
    if let (Some(_), [mark, ..]) = (&us, rest) {
        return Err(Error::new(mark.span, "found ± after numbers that have an uncertainty")
            .hint("give it once: [1.235(34), 2.5(1)] or [1.235, 2.5] ± [0.034, 0.1]"));
    }
    let us = us.map(|us| PlusMinus::of_given(Given::Column(us)));
    Ok((column, us.or(PlusMinus::read_if_any(text, rest)?)))
}
