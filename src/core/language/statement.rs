//! Statements and expressions, from text to trees, by the grammar.

use gradcalc_grammar::pest::error::{ErrorVariant, InputLocation};
use gradcalc_grammar::pest::iterators::{Pair, Pairs};
use gradcalc_grammar::{Gradcalc, Parser, Rule};

use super::build::{Builder, Joined, take};
use super::error::{Error, Result, Span, quoted};
use super::outline::Outline;
use super::tokens::{is_reference, tokens};
use super::tree::Tree;
use super::unexpected::{unexpected, unseen};
use crate::core::ops;

/// A parsed statement; `C` is the type of a known command.
#[derive(Debug)]
pub enum Statement<'text, C = ()> {
    /// Nothing: blanks or a comment.
    Empty,
    /// `name = tree`, or `name += tree` with the joining already in the tree.
    Assign {
        /// The name, as typed.
        target: &'text str,
        /// Its place.
        span: Span,
        tree: Tree<'text>,
    },
    /// `name, name, name = tree`: the members of a group, one by one.
    Unpack {
        /// The names and their places, as typed.
        targets: Vec<(&'text str, Span)>,
        /// The right side.
        tree: Tree<'text>,
    },
    /// `name(parameters) = tree`.
    Define {
        /// The name, as typed.
        name: &'text str,
        /// Its place.
        span: Span,
        /// The parameters and their places, as typed.
        parameters: Vec<(&'text str, Span)>,
        /// The body.
        tree: Tree<'text>,
    },
    /// A bare expression.
    Evaluate(Tree<'text>),
    /// Several expressions, and the place of the first comma: `x, y`.
    SideBySide(Vec<(&'text str, Tree<'text>)>, Span),
    /// `:name arguments`
    Command(C),
}

/// Reads a statement; `command` reads one that is a command.
///
/// # Errors
/// The first place that the grammar rejects, an ambiguity, a number that is too large, or nesting that is too
/// deep.
pub fn statement<'text, C>(
    text: &'text str,
    command: impl FnOnce() -> Result<C>,
) -> Result<Statement<'text, C>> {
    let outline = Outline::of(text, 0, 0);
    let code = outline.code(text);
    if code.trim_start().starts_with(':') {
        return command().map(Statement::Command);
    }
    let pairs = pairs(Rule::statement, &code, &outline)?;
    let builder = Builder::new(text, outline.code.start);
    match pairs.peek() {
        Some(first) if first.as_rule() == Rule::binding => bind(builder, first.into_inner()),
        Some(first) if first.as_rule() == Rule::expression => {
            if let Some(comma) = pairs.clone().find(|pair| pair.as_rule() == Rule::comma) {
                let comma = builder.span(&comma);
                return side_by_side(&builder, pairs).map(|all| Statement::SideBySide(all, comma));
            }
            let tree = builder.tree_of(pairs)?;
            refuse_arrow(&tree)?;
            Ok(Statement::Evaluate(tree))
        }
        _ => Ok(Statement::Empty),
    }
}

/// Builds expressions with commas between them.
fn side_by_side<'text>(
    builder: &Builder<'text>,
    pairs: Pairs<'_, Rule>,
) -> Result<Vec<(&'text str, Tree<'text>)>> {
    let expressions = pairs.filter(|pair| pair.as_rule() == Rule::expression);
    let built = expressions.map(|pair| {
        let (text, place) = (builder.text, builder.span(&pair));
        Ok((place.of(text), Builder::new(text, builder.offset).tree_of(Pairs::single(pair))?))
    });
    built.collect()
}

/// Refuses `x <- 5`, which assigns in R and would compare `x` with -5 here.
fn refuse_arrow(tree: &Tree<'_>) -> Result<()> {
    let Some((name, rest)) = tree.text.split_once("<-") else { return Ok(()) };
    if !is_reference(name.trim()) {
        return Ok(());
    }
    let place = Span::new(name.len(), name.len() + 2);
    let [name, rest] = [name, rest].map(|text| quoted(text.trim()));
    Err(Error::new(place, "<- is ambiguous")
        .hint(format!("write {name} = {rest} to assign, {name} < -{rest} to compare")))
}

/// Builds the right side of an assignment.
fn bind<'text, C>(
    builder: Builder<'text>,
    mut pairs: Pairs<'_, Rule>,
) -> Result<Statement<'text, C>> {
    let text = builder.text;
    let named = |name: Pair<'_, Rule>| (builder.span(&name).of(text), builder.span(&name));
    let (target, span) = pairs.next().map(named).unwrap_or_default();
    let Some(rest) = pairs.next() else { return Ok(Statement::Empty) };
    let (rule, mut pairs) = (rest.as_rule(), rest.into_inner());
    let mut names = Vec::new();
    while let Some(name) = take(&mut pairs, Rule::name) {
        names.push(named(name));
    }
    match rule {
        Rule::definition => {
            let tree = builder.tree_of(pairs)?;
            Ok(Statement::Define { name: target, span, parameters: names, tree })
        }
        Rule::unpacking => {
            names.insert(0, (target, span));
            Ok(Statement::Unpack { targets: names, tree: builder.tree_of(pairs)? })
        }
        _ => {
            let joined = take(&mut pairs, Rule::compound).and_then(|mark| {
                let place = builder.span(&mark);
                let mark = Span { end: place.end + 1, ..place };
                let operation = ops::infix(place.of(text))?;
                Some(Joined { target: span, operation, mark })
            });
            let tree = builder.tree_of_right_side(pairs, joined, false)?;
            Ok(Statement::Assign { target, span, tree })
        }
    }
}

/// Reads a value of `:set`: `2`, `2 ± 0.1 dof 9`, `± 0.1`, `[1, 2]`.
///
/// # Errors
///
/// As [`statement`].
pub fn setting(text: &str) -> Result<Tree<'_>> {
    let outline = Outline::of(text, 0, 0);
    let code = outline.code(text);
    let pairs = pairs(Rule::setting, &code, &outline)?;
    Builder::new(text, outline.code.start).tree_of_right_side(pairs, None, true)
}

/// Reads an expression, and nothing else.
///
/// # Errors
///
/// As [`statement`], and where the text is another kind of statement.
pub fn parse_expression(text: &str) -> Result<Tree<'_>> {
    let outline = Outline::of(text, 0, 0);
    let code = outline.code(text);
    if code.is_empty() {
        return Err(Error::new(Span::new(0, text.len()), "an expression is missing"));
    }
    let builder = Builder::new(text, outline.code.start);
    let pairs =
        pairs(Rule::formula, &code, &outline).map_err(|error| match tokens(&code).first() {
            Some(first) if begins_anew(&code) => {
                let message = "found a statement where an expression was expected";
                Error::new(first.span.moved(outline.code.start), message)
            }
            _ => error,
        })?;
    builder.tree_of(pairs)
}

/// Returns true if a text begins a statement that is no expression: `a = …`, `f(x) = …`, `:grad`.
pub fn begins_anew(text: &str) -> bool {
    Gradcalc::parse(Rule::binding_or_command, text).is_ok()
}

/// Parses code by a rule of the grammar.
fn pairs<'code>(rule: Rule, code: &'code str, outline: &Outline) -> Result<Pairs<'code, Rule>> {
    outline.check_depth()?;
    if let Some(error) = unseen(code) {
        return Err(error.moved(outline.code.start));
    }
    let pairs = Gradcalc::parse(rule, code).map_err(|error| {
        let (InputLocation::Pos(at) | InputLocation::Span((at, _))) = error.location;
        let expected = match error.variant {
            ErrorVariant::ParsingError { positives, .. } => positives,
            ErrorVariant::CustomError { .. } => Vec::new(),
        };
        unexpected(code, at, &expected).moved(outline.code.start)
    })?;
    Ok(pairs.peek().map_or(pairs, Pair::into_inner))
}
