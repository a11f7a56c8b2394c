//! Text to tokens in order: the only room that knows pest.

use pest::Parser;
use pest::error::{Error as PestError, ErrorVariant, InputLocation};
use pest::iterators::{Pair, Pairs};

use super::error::{Error, Result, Span, quoted};
use super::tree::Tree;
use super::yard::{Mark, Token, unclosed};
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
    let mut pairs =
        Gradcalc::parse(Rule::statement, text).map_err(|error| explain(text, &error))?;
    let whole = pairs.next().and_then(|statement| statement.into_inner().next());
    let Some(whole) = whole.filter(|pair| pair.as_rule() != Rule::EOI) else {
        return Ok(Statement::Empty);
    };
    let rule = whole.as_rule();
    let mut parts = whole.into_inner();
    match rule {
        Rule::command => {
            let (name, rest) = (next_place(&mut parts), next_place(&mut parts));
            let (arguments, offset) = (rest.of(text).trim_end(), rest.start as usize);
            Ok(Statement::Command(Command { name: name.of(text), span: name, arguments, offset }))
        }
        Rule::assignment => {
            let (target, becomes) = (next_place(&mut parts), next_place(&mut parts));
            let joined = joining(text, becomes)?;
            let mut tree = Tree::build(text, tokens(next_parts(&mut parts)))?;
            if let Some(operation) = joined {
                tree = tree.joined(target, operation, becomes);
            }
            Ok(Statement::Assign { target: target.of(text), span: target, tree })
        }
        Rule::definition => {
            let name = next_place(&mut parts);
            let parameters = next_parts(&mut parts).map(|pair| span_of(&pair));
            let parameters = parameters.map(|span| (span.of(text), span)).collect();
            let tree = Tree::build(text, tokens(next_parts(&mut parts)))?;
            Ok(Statement::Define { name: name.of(text), span: name, parameters, tree })
        }
        _ => Ok(Statement::Evaluate(Tree::build(text, tokens(parts))?)),
    }
}

fn next_place(parts: &mut Pairs<'_, Rule>) -> Span {
    parts.next().map(|pair| span_of(&pair)).unwrap_or_default()
}

fn next_parts<'text>(
    parts: &mut Pairs<'text, Rule>,
) -> impl Iterator<Item = Pair<'text, Rule>> + use<'text> {
    parts.next().into_iter().flat_map(Pair::into_inner)
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

/// Whether the whole text is one name, or the name of a node: `c`, `c@1`, `L.2`.
pub fn is_reference(text: &str) -> bool {
    number_or_name(text) == Some((false, text.len()))
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

fn tokens<'text>(pairs: impl Iterator<Item = Pair<'text, Rule>>) -> impl Iterator<Item = Token> {
    pairs.map(|pair| {
        let mark = match pair.as_rule() {
            Rule::open => Mark::Open,
            Rule::applied => Mark::Applied,
            Rule::close => Mark::Close,
            Rule::comma => Mark::Comma,
            Rule::number => Mark::Number,
            Rule::sign => Mark::Sign,
            Rule::infix => Mark::Infix,
            _ => Mark::Value,
        };
        Token { mark, span: span_of(&pair) }
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
    let after_value = expects(Rule::infix) || expects(Rule::comma);
    let Some(next) = rest.chars().next() else {
        if let Some(open) = last_open(text) {
            return unclosed(Span::new(open, open + 1));
        }
        let end = text.trim_end().len();
        if let Some(unknown) =
            text.trim_end().chars().next_back().filter(|last| is_unknown_mark(*last))
        {
            return no_operation(Span::new(end - unknown.len_utf8(), end), &unknown.to_string());
        }
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
    if Gradcalc::parse(Rule::unseen, rest).is_ok() {
        let span = Span::new(at, at + next.len_utf8());
        let message = format!("found U+{:04X}, which cannot be seen", next as u32);
        return Error::new(span, message).hint("remove it");
    }
    let is_second = text.get(..at).is_some_and(|before| before.ends_with('='));
    if next == '=' && (is_second || rest.starts_with("==")) {
        let first = at - usize::from(is_second);
        return Error::new(Span::new(first, first + 2), "there is no comparison ==");
    }
    let before = text.get(..at).unwrap_or_default().trim_end();
    if next == ')' && before.ends_with('(') {
        let callee = last_word(before.trim_end_matches('('));
        if !callee.is_empty() {
            let span = Span::new(at, at + 1);
            return Error::new(span, format!("{}() has no argument", quoted(callee)));
        }
    }
    if !after_value {
        let message = format!("found {shown} where a value was expected");
        return Error::new(span, message);
    }
    match next {
        '=' => Error::new(span, "found = after something that cannot be assigned to")
            .hint("write a name or a name with parameters before it: c = 2, f(x) = x^2"),
        '"' => Error::new(span, "found a quotation mark")
            .hint("expressions hold numbers and names only"),
        ':' => {
            Error::new(span, "found : inside a statement").hint("a command starts its statement")
        }
        _ if next.is_alphanumeric() || next == '_' || next == '(' || next == '.' => {
            let message = format!("found {shown} where an operation was expected");
            let callee = last_word(before);
            match ops::call_names().any(|name| name == callee) {
                true => Error::new(span, message).hint(format!("to call it, write {callee}(…)")),
                false => Error::new(span, message).hint("to multiply, write *"),
            }
        }
        _ => Error::new(span, format!("found {shown} where an operation was expected"))
            .hint(format!("the operations are {}", infix_marks(""))),
    }
}

/// The innermost parenthesis that is open at the end of `text`.
fn last_open(text: &str) -> Option<usize> {
    let mut closed = 0_usize;
    text.bytes().enumerate().rev().find_map(|(at, byte)| match byte {
        b')' => {
            closed += 1;
            None
        }
        b'(' if closed == 0 => Some(at),
        b'(' => {
            closed -= 1;
            None
        }
        _ => None,
    })
}

/// The name that `text` ends with.
fn last_word(text: &str) -> &str {
    let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
    let start = text.trim_end_matches(is_name).len();
    text.get(start..).unwrap_or_default()
}

/// Whether a mark is no operation at all.
fn is_unknown_mark(mark: char) -> bool {
    let text = mark.to_string();
    let means = |c: char| c.is_alphanumeric() || "_'.,()=\"".contains(c) || c.is_control();
    !means(mark) && ops::infix(&text).is_none() && ops::prefix(&text).is_none()
}

/// What to say of a mark that is no operation.
pub(super) fn no_operation(span: Span, mark: &str) -> Error {
    Error::new(span, format!("there is no operation {}", quoted(mark)))
        .hint(format!("there are {}, and functions: :help operations", infix_marks("")))
}
