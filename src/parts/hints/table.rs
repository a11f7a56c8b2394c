//! The table of hints, and the matcher of its patterns.
//!
//! A row has a pattern, a hint and an example, between tabs. A pattern is the tokens of a statement with a blank
//! between them, of which some are placeholders: `NAME`, `NUMBER`, `ANY`, which is one token or more, `REST`, which may
//! be none, each with a digit if there are several, and `a|b`, one of some words, which is `WORD` in the hint. After
//! `error:` the tokens of the message follow. A row with `else:` gives way to the hint that an error has. In a hint
//! `{ANY}` gets parentheses unless it is a name or a number, and what to type stands between backticks, which are not
//! printed.

use crate::core::language::{Error, Span, Token, TokenKind, tokens, visible_text};

const ROWS: &str = include_str!("hints.tsv");

/// The start of the hint for a skipped line.
const SKIPPED: &str = "skipped: ";

/// The size limit of a statement with a hint.
const LONGEST: usize = 400;

/// A row of the table.
#[derive(Debug, Clone, Copy)]
pub struct Row<'table> {
    pattern: &'table str,
    hint: &'table str,
    #[cfg(test)]
    example: &'table str,
}

/// The texts of placeholders.
type Captures<'text> = Vec<(&'text str, &'text str)>;

/// A token, or a part of a name: `a`, `.` and `data`.
#[derive(Debug, Clone, Copy)]
struct Piece {
    kind: TokenKind,
    span: Span,
}

fn rows() -> impl Iterator<Item = Row<'static>> {
    let rows = ROWS.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    rows.filter_map(|line| {
        let mut cells = line.split('\t');
        Some(Row {
            pattern: cells.next()?,
            hint: cells.next()?,
            #[cfg(test)]
            example: cells.next()?,
        })
    })
}

/// Returns the note on a skipped line of another language.
pub fn skipped(text: &str) -> Option<String> {
    first_filled(|row| row.hint.starts_with(SKIPPED), text, None)
}

/// Returns the hint of the table for the error of a statement.
pub fn hint(text: &str, error: &Error) -> Option<String> {
    first_filled(|row| !row.hint.starts_with(SKIPPED), text, Some(error))
}

/// Returns the hint of the first row that matches a statement and its error.
fn first_filled(
    is_wanted: impl Fn(&Row<'_>) -> bool,
    text: &str,
    error: Option<&Error>,
) -> Option<String> {
    if text.len() > LONGEST {
        return None;
    }
    let line = Line::of(text, error);
    rows().filter(is_wanted).find_map(|row| row.filled(&line)).map(|hint| without_backticks(&hint))
}

/// A statement and the message of its error, with their pieces.
struct Line<'text> {
    texts: [(&'text str, Vec<Piece>); 2],
    /// True if the error has a hint.
    has_hint: bool,
}

impl<'text> Line<'text> {
    fn of(text: &'text str, error: Option<&'text Error>) -> Line<'text> {
        let texts = [text, error.map_or("", Error::message)].map(|text| (text, pieces(text)));
        Line { texts, has_hint: error.is_some_and(|error| error.advice().is_some()) }
    }
}

fn without_backticks(hint: &str) -> String {
    visible_text(&hint.replace('`', ""))
}

impl Row<'_> {
    /// Returns the hint with its placeholders filled; `None` if the row does not match.
    fn filled(&self, line: &Line<'_>) -> Option<String> {
        let is_last = self.pattern.strip_prefix("else: ");
        if is_last.is_some() && line.has_hint {
            return None;
        }
        let pattern = is_last.unwrap_or(self.pattern);
        let (statement, message) = pattern.split_once("error: ").unwrap_or((pattern, ""));
        let mut captures = Captures::new();
        for (pattern, (text, pieces)) in [statement, message].into_iter().zip(&line.texts) {
            if !pattern.is_empty() {
                let words: Vec<&str> = pattern.split_whitespace().collect();
                captures.extend(captured(text, &words, pieces)?);
            }
        }
        captures.sort_unstable();
        let is_same = |pair: &[(&str, &str)]| {
            let [(name, own), (other, others)] = pair else { return true };
            name != other || own == others || *name == "WORD"
        };
        captures.windows(2).all(is_same).then(|| {
            // NAME2 before NAME.
            let fill = |hint: String, (name, own): &(&str, &str)| {
                hint.replace(&format!("{{{name}}}"), &as_operand(own)).replace(name, own)
            };
            captures.iter().rev().fold(self.hint.to_owned(), fill)
        })
    }
}

/// Returns a text as one operand: in parentheses unless it is a name or a number.
fn as_operand(text: &str) -> String {
    let is_atom = text.chars().all(|it| it.is_alphanumeric() || "_.".contains(it));
    if is_atom { text.to_owned() } else { format!("({text})") }
}

/// The tokens of a text, with names split at points.
fn pieces(text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for Token { kind, span } in tokens(text).into_iter().filter(Token::is_code) {
        let mut start = span.start as usize;
        let parts = span.of(text).split_inclusive('.').filter(|_| kind == TokenKind::Name);
        for part in parts {
            let name = part.trim_end_matches('.');
            let (middle, end) = (start + name.len(), start + part.len());
            for (kind, from, to) in [(kind, start, middle), (TokenKind::Mark, middle, end)] {
                if from < to {
                    pieces.push(Piece { kind, span: Span::new(from, to) });
                }
            }
            start = end;
        }
        if kind != TokenKind::Name {
            pieces.push(Piece { kind, span });
        }
    }
    pieces
}

/// Returns the texts of the placeholders if a pattern matches.
fn captured<'text>(
    text: &'text str,
    pattern: &[&'text str],
    pieces: &[Piece],
) -> Option<Captures<'text>> {
    let Some((word, pattern)) = pattern.split_first() else {
        return pieces.is_empty().then(Vec::new);
    };
    let kind = word.trim_end_matches(|it: char| it.is_ascii_digit());
    let (least, most) = match kind {
        "ANY" => (1, pieces.len()),
        "REST" => (0, pieces.len()),
        "NUMBER" => (1, 2.min(pieces.len())),
        _ => (1, 1),
    };
    (least..=most).find_map(|length| {
        let (own, rest) = pieces.split_at_checked(length)?;
        let own_text = match own {
            [] => "",
            [first, .., last] => first.span.to(last.span).of(text),
            [piece] => piece.span.of(text),
        };
        let is_choice = word.len() > 2 && word.contains('|');
        let fits = match kind {
            "REST" => true,
            "ANY" => is_balanced(text, own),
            "NAME" => own[0].kind == TokenKind::Name,
            "NUMBER" => {
                let [.., last] = own else { return None };
                last.kind == TokenKind::Number && (length == 1 || own[0].span.of(text) == "-")
            }
            _ if is_choice => word.split('|').any(|it| it == own_text),
            _ => *word == own_text,
        };
        let mut captures = fits.then(|| captured(text, pattern, rest)).flatten()?;
        if is_choice || ["ANY", "REST", "NAME", "NUMBER"].contains(&kind) {
            captures.push((if is_choice { "WORD" } else { *word }, own_text));
        }
        Some(captures)
    })
}

/// Returns true if every bracket that opens among some pieces closes there.
fn is_balanced(text: &str, pieces: &[Piece]) -> bool {
    let mut depth = 0_usize;
    pieces.iter().all(|piece| {
        match piece.span.of(text) {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => match depth.checked_sub(1) {
                Some(less) => depth = less,
                None => return false,
            },
            _ => {}
        }
        true
    }) && depth == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::{Outcome, RunOptions, Running};
    use crate::core::session::Session;

    /// What the examples are about.
    const SETUP: &str = "a = 2; b = -3; x = [1, 2, 3]; y = [2, 4, 6.1]; p = [5, 6, 7]; g = [1, 2, 1]; :net n 1 2 1; L = a*b + 10";

    /// Runs the statements of a line, and returns its notes, or its error.
    fn run(session: &mut Session, line: &str) -> Result<Vec<String>, Error> {
        let (mut running, mut notes) = (Running::of(line, 0), Vec::new());
        while let Some((outcome, _)) = running.run_next(session, RunOptions::default()) {
            match outcome {
                Outcome::Report(report) => notes.extend(report.notes),
                Outcome::Failed(error) | Outcome::Unreadable(error) => return Err(error),
            }
        }
        Ok(notes)
    }

    fn session() -> Session {
        let mut session = Session::new();
        run(&mut session, SETUP).unwrap();
        session
    }

    #[test]
    fn each_row_is_the_hint_of_its_example() {
        let mut wrong = Vec::new();
        for row in rows() {
            let found = run(&mut session(), row.example);
            let (found, error) = match &found {
                Ok(notes) => (notes.first().map(String::as_str), None),
                Err(error) => (error.advice(), Some(error)),
            };
            let bare = error.map(|error| Error::new(error.span(), error.message()));
            let hint = row
                .filled(&Line::of(row.example, bare.as_ref()))
                .map(|hint| without_backticks(&hint));
            let is_skipped = row.hint.starts_with(SKIPPED);
            if hint.is_none() || found != hint.as_deref() || is_skipped == error.is_some() {
                wrong.push(format!("{}: {found:?}, not {hint:?}", row.example));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn what_hints_say_to_type_runs() {
        let mut wrong = Vec::new();
        for row in rows() {
            let found = run(&mut session(), row.example).err();
            let hint = row.filled(&Line::of(row.example, found.as_ref())).unwrap_or_default();
            for typed in hint.split('`').skip(1).step_by(2) {
                if !typed.starts_with(":read ")
                    && let Err(error) = run(&mut session(), typed)
                {
                    wrong.push(format!("{}: {typed}: {}", row.example, error.message()));
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn the_table_is_short() {
        assert!(rows().count() <= 120, "{} rows", rows().count());
    }
}
