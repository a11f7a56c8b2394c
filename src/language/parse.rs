//! Text to tokens in order: the only room that knows pest.

use pest::Parser;
use pest::error::{Error as PestError, ErrorVariant, InputLocation};
use pest::iterators::Pair;

use super::error::{Error, Result, Span, quoted};
use super::tree::{Mark, Token, Tree};
use crate::ops;

// The derive writes public items without comments.
#[allow(missing_docs)]
mod generated {
    #[derive(pest_derive::Parser)]
    #[grammar = "grammar/gradcalc.pest"]
    pub struct Gradcalc;
}
use generated::{Gradcalc, Rule};

/// What one statement says.
#[derive(Debug)]
pub enum Statement<'text> {
    /// Nothing: blanks or a comment.
    Empty,
    /// `name = tree`, or `name += tree` with the joining already in the tree.
    Assign {
        /// The name, as typed.
        target: &'text str,
        /// Where it stands.
        span: Span,
        /// The right side.
        tree: Tree<'text>,
    },
    /// `name(parameters) = tree`.
    Define {
        /// The name, as typed.
        name: &'text str,
        /// Where it stands.
        span: Span,
        /// The parameters and their places, as typed.
        parameters: Vec<(&'text str, Span)>,
        /// The body.
        tree: Tree<'text>,
    },
    /// A bare expression.
    Evaluate(Tree<'text>),
    /// `:name arguments`.
    Command(Command<'text>),
}

/// A command as typed.
#[derive(Debug, Clone, Copy)]
pub struct Command<'text> {
    /// The name without its colon.
    pub name: &'text str,
    /// Where the name stands.
    pub span: Span,
    /// All that follows it.
    pub arguments: &'text str,
    /// Where that starts, in bytes.
    pub offset: usize,
}

/// Reads one statement.
pub fn parse(text: &str) -> Result<Statement<'_>> {
    if u32::try_from(text.len()).is_err() {
        return Err(Error::new(Span::new(0, 1), "this statement is longer than 4 GB"));
    }
    let mut pairs = Gradcalc::parse(Rule::statement, text)
        .map_err(|error| explain(text, &error))?
        .filter(|pair| pair.as_rule() != Rule::EOI)
        .peekable();
    let Some(first) = pairs.peek() else {
        return Ok(Statement::Empty);
    };
    let span = span_of(first);
    let name = span.of(text);
    match first.as_rule() {
        Rule::command_name => {
            let rest = pairs.nth(1).map(|pair| span_of(&pair)).unwrap_or_default();
            let (arguments, offset) = (rest.of(text).trim_end(), rest.start as usize);
            Ok(Statement::Command(Command { name, span, arguments, offset }))
        }
        Rule::target => {
            let mark = pairs.nth(1).map(|pair| span_of(&pair)).unwrap_or_default();
            let joined = joining(text, mark)?;
            let mut tree = Tree::build(text, tokens(pairs))?;
            if let Some(operation) = joined {
                tree = tree.joined(span, operation, mark);
            }
            Ok(Statement::Assign { target: name, span, tree })
        }
        Rule::defined => {
            let parameters = pairs.nth(1).map(|pair| pair.into_inner());
            let parameters = parameters.into_iter().flatten().map(|pair| {
                let span = span_of(&pair);
                (span.of(text), span)
            });
            let parameters = parameters.collect();
            pairs.next();
            let tree = Tree::build(text, tokens(pairs))?;
            Ok(Statement::Define { name, span, parameters, tree })
        }
        _ => Ok(Statement::Evaluate(Tree::build(text, tokens(pairs))?)),
    }
}

/// Reads an expression, and nothing else.
pub fn parse_expression(text: &str) -> Result<Tree<'_>> {
    match parse(text)? {
        Statement::Evaluate(tree) => Ok(tree),
        Statement::Empty => Err(Error::new(Span::new(0, text.len()), "an expression is missing")),
        Statement::Assign { span, .. } | Statement::Define { span, .. } => {
            Err(Error::new(span, "found an assignment where an expression was expected"))
        }
        Statement::Command(command) => {
            Err(Error::new(command.span, "found a command where an expression was expected"))
        }
    }
}

/// Whether a number or a name starts `text`, and how long it is.
pub(super) fn number_or_name(text: &str) -> Option<(bool, usize)> {
    let pair = Gradcalc::parse(Rule::lexeme, text).ok()?.next()?;
    Some((pair.as_rule() == Rule::number, pair.as_str().len()))
}

fn span_of(pair: &Pair<'_, Rule>) -> Span {
    let span = pair.as_span();
    Span::new(span.start(), span.end())
}

/// The operation of `+=` and its like; none for a plain `=`.
fn joining(text: &str, becomes: Span) -> Result<Option<&'static ops::Operation>> {
    match becomes.of(text).strip_suffix('=') {
        None | Some("") => Ok(None),
        Some(mark) => match ops::infix(mark) {
            Some(operation) => Ok(Some(operation)),
            None => {
                let message = format!("there is no operation {mark} to assign with");
                Err(Error::new(becomes, message).hint(format!("there are {}", infix_marks("="))))
            }
        },
    }
}

/// The infix marks, for messages.
pub(super) fn infix_marks(after: &str) -> String {
    let infix = |row: &&ops::Operation| matches!(row.notation, ops::Notation::Infix { .. });
    let marks = ops::operations().filter(infix).map(|row| format!("{}{after}", row.name));
    marks.collect::<Vec<_>>().join(" ")
}

fn tokens<'pairs>(
    pairs: impl Iterator<Item = Pair<'pairs, Rule>> + 'pairs,
) -> impl Iterator<Item = Token> + 'pairs {
    pairs.map(|pair| {
        let mark = match pair.as_rule() {
            Rule::open => Mark::Open,
            Rule::close => Mark::Close,
            Rule::comma => Mark::Comma,
            Rule::call => Mark::Call,
            Rule::scale => Mark::Scale,
            Rule::number => Mark::Number,
            Rule::sign => Mark::Sign,
            Rule::infix => Mark::Infix,
            _ => Mark::Value,
        };
        let mut span = span_of(&pair);
        if mark == Mark::Call {
            // The pair covers the parenthesis too; the name is what messages point at.
            span = pair.into_inner().next().map_or(span, |callee| span_of(&callee));
        }
        Token { mark, span }
    })
}

/// Says what pest found in the words of the person who typed it.
fn explain(text: &str, error: &PestError<Rule>) -> Error {
    let at = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    };
    let rest = text.get(at..).unwrap_or_default();
    let expects = |rule: Rule| match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => positives.contains(&rule),
        ErrorVariant::CustomError { .. } => false,
    };
    let after_value = expects(Rule::infix) || expects(Rule::comma) || expects(Rule::close);
    let Some(next) = rest.chars().next() else {
        let end = text.trim_end().len();
        let message = "the statement ends where a value was expected";
        return Error::new(Span::new(end, end + 1), message);
    };
    let word: String =
        rest.chars().take_while(|c| c.is_alphanumeric() || "_.@'".contains(*c)).collect();
    let shown = if word.is_empty() { next.to_string() } else { word };
    let span = Span::new(at, at + shown.len());
    let shown = quoted(&shown);
    if next.is_control() {
        let message = format!("found the control character U+{:04X}", next as u32);
        return Error::new(span, message).hint("remove it");
    }
    if !after_value {
        let message = format!("found {shown} where a value was expected");
        return Error::new(span, message);
    }
    match next {
        '=' if rest.starts_with("==") => {
            Error::new(Span::new(at, at + 2), "there is no comparison ==")
        }
        '=' => Error::new(span, "found = after something that cannot be assigned to")
            .hint("write a name or a name with parameters before it: c = 2, f(x) = x^2"),
        '"' => Error::new(span, "found a quotation mark")
            .hint("expressions hold numbers and names only"),
        ':' => {
            Error::new(span, "found : inside a statement").hint("a command starts its statement")
        }
        _ if next.is_alphanumeric() || next == '_' || next == '(' || next == '.' => {
            let message = format!("found {shown} where an operation was expected");
            Error::new(span, message).hint("to multiply, write *")
        }
        _ => Error::new(span, format!("found {shown} where an operation was expected"))
            .hint(format!("the operations are {}", infix_marks(""))),
    }
}
