//! Statements and expressions, from text to trees, by the grammar.

use gradcalc_grammar::pest::error::{ErrorVariant, InputLocation};
use gradcalc_grammar::pest::iterators::{Pair, Pairs};
use gradcalc_grammar::{Gradcalc, Parser, Rule};

use super::build::{Builder, Joined, too_deep};
use super::error::{Error, Result, Span, quoted};
use super::outline::Outline;
use super::tokens::{Token, tokens};
use super::tree::{Kind, Step, Tree};
use super::unexpected::{comma_outside, unexpected, unseen};
use crate::core::ops;

/// A statement as the grammar reads it.
#[derive(Debug)]
pub enum Statement<'text> {
    /// Nothing: blanks or a comment.
    Empty,
    /// `name = tree`, or `name += tree` with the joining already in the tree; the tree is `None` if
    /// the right side is a column or may have an uncertainty.
    Assign(Span, Option<Tree<'text>>),
    /// `name, name, name = tree`
    Unpack(Vec<Span>, Tree<'text>),
    /// `name(parameters) = tree`
    Define(Span, Vec<Span>, Tree<'text>),
    /// A bare expression.
    Evaluate(Tree<'text>),
    /// `:name arguments`
    Command,
}

/// Reads a statement.
///
/// # Errors
///
/// The first place that the grammar does not read, what can be read in two ways, a number that is too
/// large, or what is nested too deeply.
pub fn statement(text: &str) -> Result<Statement<'_>> {
    let outline = Outline::of(text, 0, 0);
    let code = outline.code(text);
    if code.starts_with(':') {
        return Ok(Statement::Command);
    }
    let builder = Builder::new(text, outline.code.start);
    let pairs = pairs(Rule::statement, &code, &outline)?;
    let Some(pairs) = pairs.peek().map(Pair::into_inner) else {
        return Ok(Statement::Empty);
    };
    match pairs.peek() {
        Some(first) if first.as_rule() == Rule::binding => bind(builder, first.into_inner()),
        Some(first) if first.as_rule() == Rule::expression => {
            if let Some(comma) = pairs.clone().find(|pair| pair.as_rule() == Rule::comma) {
                let place = Span { end: builder.span(&comma).start + 1, ..builder.span(&comma) };
                return Err(comma_outside(place));
            }
            let tree = builder.uncertain_tree(pairs)?;
            refuse_arrow(&tree)?;
            Ok(Statement::Evaluate(tree))
        }
        _ => Ok(Statement::Empty),
    }
}

/// Refuses `x <- 5`, which assigns in R and would compare `x` with -5 here.
fn refuse_arrow(tree: &Tree<'_>) -> Result<()> {
    let [Step { kind: Kind::Name, span: name }, _, ..] = tree.steps.as_slice() else {
        return Ok(());
    };
    let after = tree.text.get(name.end as usize..).unwrap_or_default();
    let Some(rest) = after.trim_start().strip_prefix("<-") else { return Ok(()) };
    let arrow = tree.text.len() - rest.len();
    let (name, rest) = (quoted(name.of(tree.text)), quoted(rest.trim()));
    Err(Error::new(Span::new(arrow - 2, arrow), "<- can be read in two ways")
        .hint(format!("write {name} = {rest} to assign, {name} < -{rest} to compare")))
}

/// Builds what follows a name that gets something.
fn bind<'text>(builder: Builder<'text>, mut pairs: Pairs<'_, Rule>) -> Result<Statement<'text>> {
    let target = pairs.next().map(|name| builder.span(&name)).unwrap_or_default();
    let Some(rest) = pairs.next() else { return Ok(Statement::Empty) };
    let (rule, mut names) = (rest.as_rule(), Vec::new());
    let (mut joined, mut tree, mut is_plain) = (None, None, true);
    for pair in rest.into_inner() {
        match pair.as_rule() {
            Rule::name => names.push(builder.span(&pair)),
            Rule::parameters => names.extend(pair.into_inner().map(|name| builder.span(&name))),
            Rule::compound => {
                let span = builder.span(&pair);
                joined = ops::infix(pair.as_str()).map(|operation| Joined {
                    target,
                    operation,
                    mark: Span { end: span.end + 1, ..span },
                });
            }
            Rule::expression if tree.is_none() && is_plain => {
                let is_value = rule == Rule::assignment && joined.is_none();
                is_plain = !(is_value && may_be_uncertain(&pair));
                tree = Some(pair);
            }
            _ => is_plain = false,
        }
    }
    let Some(expression) = tree.filter(|_| is_plain) else {
        return Ok(Statement::Assign(target, None));
    };
    let tree = builder.tree(expression, joined)?;
    Ok(match rule {
        Rule::definition => Statement::Define(target, names, tree),
        Rule::unpacking => {
            names.insert(0, target);
            Statement::Unpack(names, tree)
        }
        _ => Statement::Assign(target, Some(tree)),
    })
}

/// Returns true if a value is a number and digits in parentheses, which may be its uncertainty: `1.235(34)`.
fn may_be_uncertain(value: &Pair<'_, Rule>) -> bool {
    value.as_str().contains('(') && {
        let mut parts = value.clone().into_inner().filter(|part| part.as_rule() != Rule::sign);
        parts.next().is_some_and(|first| first.as_rule() == Rule::number)
            && parts.next().is_none_or(|next| next.as_rule() == Rule::implied)
    }
}

/// Reads an expression, and nothing else.
///
/// # Errors
///
/// As [`statement`], and where the text is another kind of statement.
pub fn parse_expression(text: &str) -> Result<Tree<'_>> {
    expression_at(text, Span::new(0, text.len()), None)
}

/// Reads the tokens of an expression in `text`.
pub fn expression_of<'text>(text: &'text str, tokens: &[Token]) -> Result<Tree<'text>> {
    joined_expression(text, None, tokens)
}

/// Reads the tokens of an expression in `text`, or of all that `joined` joins to it.
pub fn joined_expression<'text>(
    text: &'text str,
    joined: Option<Joined>,
    tokens: &[Token],
) -> Result<Tree<'text>> {
    let ends = tokens.first().zip(tokens.last());
    let place = ends.map_or(Span::default(), |(first, last)| first.span.to(last.span));
    expression_at(text, place, joined)
}

fn expression_at(text: &str, place: Span, joined: Option<Joined>) -> Result<Tree<'_>> {
    let part = text.get(..place.end as usize).unwrap_or_default();
    let outline = Outline::of(part, place.start as usize, 0);
    let code = outline.code(part);
    if code.is_empty() {
        return Err(Error::new(Span::new(0, text.len()), "an expression is missing"));
    }
    let builder = Builder::new(text, outline.code.start);
    let pairs = pairs(Rule::formula, &code, &outline).map_err(|error| {
        let first = tokens(&code).first().map_or(Span::default(), |first| first.span);
        let first = first.moved(outline.code.start);
        let name = Span { start: first.start + 1, ..first };
        match begins_anew(&code) {
            true if code.starts_with(':') => {
                Error::new(name, "found a command where an expression was expected")
            }
            true => Error::new(first, "found an assignment where an expression was expected"),
            false => error,
        }
    })?;
    match pairs.flatten().find(|pair| pair.as_rule() == Rule::expression) {
        Some(expression) => builder.tree(expression, joined),
        None => Err(Error::new(place, "an expression is missing")),
    }
}

/// Returns true if a text begins a statement that is no expression: `a = …`, `f(x) = …`, `:grad`.
pub fn begins_anew(text: &str) -> bool {
    Gradcalc::parse(Rule::beginning, text).is_ok()
}

/// Reads code by a rule of the grammar.
fn pairs<'code>(rule: Rule, code: &'code str, outline: &Outline) -> Result<Pairs<'code, Rule>> {
    if let Some(at) = outline.too_deep {
        return Err(too_deep(Span::new(at, at + 1)));
    }
    if let Some(error) = unseen(code) {
        return Err(error.moved(outline.code.start));
    }
    Gradcalc::parse(rule, code).map_err(|error| {
        let (InputLocation::Pos(at) | InputLocation::Span((at, _))) = error.location;
        let expected = match error.variant {
            ErrorVariant::ParsingError { positives, .. } => positives,
            ErrorVariant::CustomError { .. } => Vec::new(),
        };
        unexpected(code, at, &expected).moved(outline.code.start)
    })
}
