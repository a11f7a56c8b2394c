//! Sentences for what is typed in another language's way. Only statements that have failed are
//! compared with the table of rows.

mod captured;
mod parts;
mod rows;

use super::error::{Error, Span};
use super::lines::{Scan, TokenStream};
use super::tokens::{TokenKind, tokens};
use captured::filled;
use parts::Typed;
use rows::rows;

/// One habit of another language.
#[derive(Debug)]
struct Row {
    /// The place where the parts may begin.
    place: Place,
    /// The parts, one after the other.
    parts: &'static [Part],
    /// What was found; empty if the error already says so. `{1}` is the first text captured.
    message: &'static str,
    /// What to write instead; code in backquotes, which are not shown.
    hint: &'static str,
    /// True if the code can be nothing else, so that it is run; without code nothing is to be done.
    runs: bool,
    /// A statement that is answered by this row, by which it is known.
    typed: &'static str,
}

impl Row {
    /// Returns true if it is about a command's arguments.
    fn is_of_command(&self) -> bool {
        matches!(self.parts, [Part::Is([first, ..]), ..] if first.starts_with(':'))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// The first token of the statement.
    Start,
    /// Any token.
    Anywhere,
}

/// A part of a pattern. All but a single word capture the text that they match.
#[derive(Debug, Clone, Copy)]
enum Part {
    /// One of these texts.
    Is(&'static [&'static str]),
    /// A name.
    Name,
    /// The name of a node.
    Node,
    /// A name that means nothing.
    Unknown,
    /// A text in quotation marks.
    Quotation,
    /// An equation in quotation marks: captures it without those.
    QuotedEquation,
    /// A function of one argument with a prime: captures it without that.
    Derivative,
    /// A name that begins with a `d`, of which the rest is captured.
    Differential,
    /// The same where the rest is a function of one argument.
    DifferentialOfFunction,
    /// The name of a function of one's own.
    Function,
    /// The name of an operation.
    Operation,
    /// The name of an operation whose inverse has it after an `a`.
    Invertible,
    /// The name of an operation after a point.
    Method,
    /// No blank between the tokens before and after.
    Touching,
    /// Another language's name for an operation or a constant; captures ours as well.
    OtherName,
    /// An operation and a number written as one name: captures both.
    OperationAndNumber,
    /// An operation and a name that means something, written as one name: captures both.
    OperationAndName,
    /// Two names of one letter that mean something, written as one: captures both.
    TwoNames,
    /// A number.
    Number,
    /// A number with a point.
    Decimal,
    /// Three digits.
    Thousands,
    /// Three digits and a fraction.
    ThousandsAndFraction,
    /// A name that begins where a zero ends and spells a number in another base: captures it.
    OtherBase,
    /// A number or a name.
    Value,
    /// All up to a closing parenthesis or such a mark, which is matched as well.
    UpTo(&'static str),
    /// The same, or all that is left for an empty mark, where it is numbers that a column can hold.
    Numbers(&'static str),
    /// The same up to a closing parenthesis, where commas become semicolons.
    Arguments,
    /// A statement in LaTeX: captures it as it is written here.
    Latex,
    /// A statement with a point before an operation, `.*`: captures it without.
    Elementwise,
    /// All that is left, where that is an expression of which all functions are known.
    Expression,
    /// All that is left, but something.
    Rest,
    /// The end of the statement.
    End,
}

/// A token, or a part of a name with points: `L` and `.backward`.
#[derive(Debug, Clone, Copy)]
struct Piece<'text> {
    text: &'text str,
    kind: TokenKind,
    span: Span,
}

/// What a name means in the session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// A node.
    Node,
    /// A function of several arguments, and no node.
    OfSeveral,
    /// A function of one argument, and no node.
    Function,
}

/// Returns a more helpful error, if a row of the table knows what was meant where the error is.
///
/// A name that has a `meaning` in the session is never taken for another language's.
pub fn foreign(
    statement: &TokenStream<'_>,
    error: Error,
    meaning: &dyn Fn(&str) -> Option<Meaning>,
) -> Error {
    let pieces = pieces(statement);
    let Some((row, captured, span)) = row_of(statement, &pieces, error.span(), meaning) else {
        return error;
    };
    let hint = filled(row.hint, &captured).replace('`', "");
    let error = if row.message.is_empty() {
        error
    } else {
        Error::new(span, filled(row.message, &captured))
    };
    error.hint(hint)
}

/// What a statement that fails means elsewhere, where that can be nothing else.
#[derive(Debug)]
pub struct Meant {
    /// The statement as it is written here; none if there is nothing to do.
    pub statement: Option<String>,
    /// What is said about that, and the row that says it.
    pub said: String,
    /// The row.
    pub row: &'static str,
}

/// Returns what a statement means that fails with this error, if a row of the table knows it for
/// sure.
pub fn meant(
    statement: &TokenStream<'_>,
    error: &Error,
    meaning: &dyn Fn(&str) -> Option<Meaning>,
) -> Option<Meant> {
    let pieces = pieces(statement);
    let (row, captured, _) = row_of(statement, &pieces, error.span(), meaning)?;
    if !row.runs {
        return None;
    }
    let hint = filled(row.hint, &captured);
    let code = hint.split('`').nth(1).map(str::to_owned);
    let scan = code.map(Scan::of);
    // Several statements are for the user to type, but for what is only shown: `print(a, b)`.
    let is_shown = row.parts.iter().any(|part| matches!(part, Part::Arguments));
    if !is_shown && scan.as_ref().is_some_and(|scan| scan.statements().nth(1).is_some()) {
        return None;
    }
    let message = filled(row.message, &captured);
    let said = match &scan {
        Some(scan) => format!("{message}: this is {}", scan.text()),
        None => format!("{message}: {}", hint),
    };
    Some(Meant { statement: scan.map(|scan| scan.text().to_owned()), said, row: row.typed })
}

/// Returns the row that knows what was meant at `at`, what it has captured, and the place of that.
fn row_of(
    statement: &TokenStream<'_>,
    pieces: &[Piece<'_>],
    at: Span,
    meaning: &dyn Fn(&str) -> Option<Meaning>,
) -> Option<(&'static Row, Vec<String>, Span)> {
    let is_command = pieces.first()?.kind == TokenKind::Command;
    let typed = Typed { text: statement.text, pieces, meaning };
    rows().filter(|row| row.is_of_command() == is_command).find_map(|row| {
        let starts = match row.place {
            Place::Start => 0..1,
            Place::Anywhere => 0..pieces.len(),
        };
        let matched = |start: usize| {
            let (captured, end) = typed.matches(row.parts, start)?;
            let (first, last) = (pieces.get(start)?, pieces.get(end.checked_sub(1)?)?);
            let span = Span { start: first.span.start, end: last.span.end };
            let is_at_end = end == pieces.len();
            // What begins with another language's word is nothing else, wherever the error is.
            let is_word = row.place == Place::Start
                && matches!(row.parts.first(), Some(Part::Is(_)))
                && matches!(first.kind, TokenKind::Name | TokenKind::Command);
            let is_here =
                is_word || at.start < span.end + u32::from(is_at_end) && span.start < at.end;
            is_here.then_some((row, captured, span))
        };
        starts.into_iter().find_map(matched)
    })
}

/// The most pieces that are compared: nobody types a longer one by habit.
const MOST: usize = 200;

fn pieces<'text>(statement: &TokenStream<'text>) -> Vec<Piece<'text>> {
    let text = statement.text;
    let mut pieces: Vec<Piece<'text>> = Vec::new();
    for token in statement.tokens().take(MOST) {
        let whole = token.span.of(text);
        // `:diff(x^2)` is a name and what stands in parentheses.
        if let Some(name) = whole.find('(').filter(|_| token.kind == TokenKind::Command) {
            let start = token.span.start as usize;
            let span = Span::new(start, start + name);
            pieces.push(Piece { text: span.of(text), kind: token.kind, span });
            for inner in tokens(whole.get(name..).unwrap_or_default()) {
                let span = inner.span.moved(start + name);
                pieces.push(Piece { text: span.of(text), kind: inner.kind, span });
            }
            continue;
        }
        let piece = |start: usize, end: usize| {
            let span = Span::new(start, end).moved(token.span.start as usize);
            Piece { text: span.of(text), kind: token.kind, span }
        };
        let after_point = whole.rfind('.').filter(|at| {
            let rest = whole.get(at + 1..).unwrap_or_default();
            let begins = |it: char| it.is_alphabetic() || it == '_';
            token.kind == TokenKind::Name && rest.starts_with(begins)
        });
        match (after_point, pieces.last_mut()) {
            (Some(at), _) => pieces.extend([piece(0, at), piece(at, whole.len())]),
            // A method of something in parentheses.
            (None, Some(point))
                if token.kind == TokenKind::Name
                    && point.text == "."
                    && point.span.end == token.span.start =>
            {
                point.span.end = token.span.end;
                point.text = point.span.of(text);
                point.kind = TokenKind::Name;
            }
            _ => pieces.push(piece(0, whole.len())),
        }
    }
    pieces
}

#[cfg(feature = "samples")]
mod samples;
#[cfg(test)]
mod tests;
#[cfg(feature = "samples")]
pub use samples::{hints, random_rows, rows_that_run, typed_rows};
