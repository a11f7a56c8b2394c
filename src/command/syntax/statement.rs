//! Tokens to a statement: which kind it is, its parts, and the trees in it.

use super::lines::TokenStream;
use super::words::Word;
use crate::core::language::{
    Error, Joined, Result, Shape, Span, Token, TokenKind, Tree, infix_marks, quoted, shape,
};
use crate::core::ops;
use crate::parts::rows::TypedColumn;
use crate::parts::uncertainty::{PlusMinus, column_with, value_with};

/// A statement that has been read.
#[derive(Debug)]
pub enum Statement<'text> {
    /// Nothing: blanks or a comment.
    Empty,
    /// `name = tree`, or `name += tree` with the joining already in the tree.
    Assign {
        /// The name, as typed.
        target: &'text str,
        /// Its place.
        span: Span,
        /// The right side.
        tree: Tree<'text>,
        /// The uncertainty after it.
        plus_minus: Option<PlusMinus<'text>>,
        /// The column that it is, if no function has this name: `linspace(0, 1, 11)`.
        column: Option<(&'text str, TypedColumn<'text>)>,
    },
    /// `name, name, name = tree`: the members of a group, one by one.
    Unpack {
        /// The names and their places, as typed.
        targets: Vec<(&'text str, Span)>,
        /// The right side.
        tree: Tree<'text>,
    },
    /// `name = [numbers]`, which may have a `±` after it.
    Column {
        /// The name, as typed.
        target: &'text str,
        /// Its place.
        span: Span,
        /// The numbers.
        column: TypedColumn<'text>,
        /// The uncertainty after them.
        plus_minus: Option<PlusMinus<'text>>,
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
    /// `:name arguments`.
    Command(TypedCommand<'text>),
}

impl<'text> Statement<'text> {
    /// The expression of an assignment or a bare expression.
    pub fn into_tree(self) -> Option<Tree<'text>> {
        match self {
            Statement::Assign { tree, .. }
            | Statement::Unpack { tree, .. }
            | Statement::Evaluate(tree) => Some(tree),
            _ => None,
        }
    }
}

/// A command as typed.
#[derive(Debug)]
pub struct TypedCommand<'text> {
    /// The name without its colon.
    pub name: &'text str,
    /// The place of the name.
    pub span: Span,
    /// The words after it.
    pub words: Vec<Word<'text>>,
    /// The text after the name, for commands that take a statement.
    pub rest: &'text str,
    /// The byte at which that text starts.
    pub offset: usize,
}

/// Reads one statement.
///
/// # Errors
///
/// The first token that cannot stand where it does, a parenthesis that has no partner, or a number
/// that is too large.
pub fn parse<'text>(stream: TokenStream<'text>) -> Result<Statement<'text>> {
    let text = stream.text;
    if u32::try_from(text.len()).is_err() {
        return Err(Error::new(Span::new(0, 1), "this statement is longer than 4 GB"));
    }
    let mut rest = stream.tokens();
    match shape(rest.clone()) {
        Shape::Empty => Ok(Statement::Empty),
        Shape::Command => Ok(Statement::Command(command(stream)?)),
        Shape::Expression => {
            refuse_arrow(text, rest.clone())?;
            refuse_reserved(text, rest.clone())?;
            Ok(Statement::Evaluate(Tree::build_statement(text, rest)?))
        }
        Shape::Assignment => {
            let target = rest.next().map(|token| token.span).unwrap_or_default();
            let mark = rest.find(|token| token.kind == TokenKind::Equals).map(|equals| equals.span);
            let becomes = Span { start: target.end, end: mark.unwrap_or_default().start };
            let joined = compound(text, becomes)?;
            let joined = joined.map(|(operation, mark)| Joined { target, operation, mark });
            assignment((text, target), joined, &rest.collect::<Vec<Token>>())
        }
        Shape::Unpacking => {
            let targets = names_before_equals(text, &mut rest);
            Ok(Statement::Unpack { targets, tree: Tree::build(text, rest)? })
        }
        Shape::Definition => {
            let name = rest.next().map(|token| token.span).unwrap_or_default();
            let parameters = names_before_equals(text, &mut rest);
            let tree = Tree::build(text, rest)?;
            Ok(Statement::Define { name: name.of(text), span: name, parameters, tree })
        }
    }
}

/// Reads the right side of an assignment.
fn assignment<'text>(
    (text, span): (&'text str, Span),
    joined: Option<Joined>,
    tokens: &[Token],
) -> Result<Statement<'text>> {
    let target = span.of(text);
    let is_column = tokens.first().is_some_and(|first| first.kind == TokenKind::OpenBracket);
    if joined.is_none() && is_column {
        let (column, plus_minus) = column_with(text, tokens)?;
        return Ok(Statement::Column { target, span, column, plus_minus });
    }
    let (value, plus_minus) = PlusMinus::split(text, tokens)?;
    let counted = if joined.is_none() { TypedColumn::counted(text, value) } else { None };
    let column = match counted.transpose()? {
        Some((column, None)) => {
            return Ok(Statement::Column { target, span, column, plus_minus });
        }
        Some((column, Some(name))) => Some((name, column)),
        None => None,
    };
    let (tree, plus_minus) = value_with(text, joined, value, plus_minus)?;
    Ok(Statement::Assign { target, span, tree, plus_minus, column })
}

/// Takes the tokens up to `=`, and returns the names among them with their places.
fn names_before_equals<'text>(
    text: &'text str,
    tokens: &mut impl Iterator<Item = Token>,
) -> Vec<(&'text str, Span)> {
    let head = tokens.take_while(|token| token.kind != TokenKind::Equals);
    let names = head.filter(|token| token.kind == TokenKind::Name);
    names.map(|token| (token.span.of(text), token.span)).collect()
}

/// Refuses `x <- 5`, which assigns in R and would compare `x` with -5 here.
fn refuse_arrow(text: &str, mut tokens: impl Iterator<Item = Token>) -> Result<()> {
    let (Some(name), Some(less), Some(minus)) = (tokens.next(), tokens.next(), tokens.next())
    else {
        return Ok(());
    };
    let marks = [less, minus].map(|mark| mark.span.of(text));
    if name.kind != TokenKind::Name || marks != ["<", "-"] || !less.touches(&minus) {
        return Ok(());
    }
    let rest = text.get(minus.span.end as usize..).unwrap_or_default();
    let (name, rest) = (quoted(name.span.of(text)), quoted(rest.trim()));
    Err(Error::new(less.span.to(minus.span), "<- can be read in two ways")
        .hint(format!("write {name} = {rest} to assign, {name} < -{rest} to compare")))
}

/// `if = 3`
fn refuse_reserved(text: &str, mut tokens: impl Iterator<Item = Token>) -> Result<()> {
    let (Some(word), Some(equals)) = (tokens.next(), tokens.next()) else { return Ok(()) };
    let name = word.span.of(text);
    if !ops::is_reserved(name) || equals.kind != TokenKind::Equals {
        return Ok(());
    }
    Err(Error::new(word.span, format!("{name} is a reserved word, which cannot be a name"))
        .hint(format!("choose another name, such as {name}1")))
}

/// Returns a statement that begins with an operation as one that begins with `answer`: `* 2` as
/// `_ * 2`. A sign begins an expression of its own.
pub fn continued(statement: &TokenStream<'_>, answer: &str) -> Option<String> {
    let first = statement.tokens().next()?;
    let mark = first.span.of(statement.text);
    let is_sign = mark == "+" || ops::prefix(mark).is_some();
    // A transcript has > for its prompt.
    let is_prompt = mark == ">";
    let continues =
        first.kind == TokenKind::Mark && !is_sign && !is_prompt && ops::infix(mark).is_some();
    continues.then(|| format!("{answer}{}", statement.text))
}

fn command(stream: TokenStream<'_>) -> Result<TypedCommand<'_>> {
    let text = stream.text;
    let mut tokens = stream.tokens();
    let typed = tokens.next().map(|token| token.span).unwrap_or_default();
    let name = typed.of(text).trim_start_matches(':').trim_start();
    let end = typed.end as usize;
    let span = Span::new(end - name.len(), end);
    let offset = tokens.next().map_or(end, |first| first.span.start as usize);
    let last = stream.tokens().last().map_or(end, |last| last.span.end as usize);
    let rest = text.get(offset..last).unwrap_or_default();
    Ok(TypedCommand { name, span, words: stream.words()?, rest, offset })
}

/// The operation of `+=` and its like, and its mark; none for a plain `=`.
fn compound(text: &str, becomes: Span) -> Result<Option<(&'static ops::Operation, Span)>> {
    let typed = becomes.of(text);
    let mark = typed.trim();
    if mark.is_empty() {
        return Ok(None);
    }
    let start = becomes.start as usize + (typed.len() - typed.trim_start().len());
    let span = Span::new(start, start + mark.len() + 1);
    match ops::infix(mark).filter(|operation| !operation.branching.is_some()) {
        Some(operation) => Ok(Some((operation, span))),
        None => {
            let message = format!("there is no operation {} to assign with", quoted(mark));
            Err(Error::new(span, message).hint(format!("there are {}", infix_marks("="))))
        }
    }
}
