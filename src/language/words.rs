//! The arguments of a command, as words: what blanks separate outside parentheses and quotes.

use super::error::{Error, Result, Span};

/// One argument as typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word<'text> {
    /// The text, without its quotes.
    pub text: &'text str,
    /// Where it stands in the statement.
    pub span: Span,
    /// Whether it stood in quotes.
    pub quoted: bool,
}

impl<'text> Word<'text> {
    /// The word taken apart at `=` and `,` outside parentheses: `a=3,` is `a` and `3`.
    pub fn separated(self) -> Vec<Word<'text>> {
        let mut depth = 0_usize;
        let separates = |character: char| {
            match character {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0 && matches!(character, '=' | ',')
        };
        let mut at = self.span.start as usize;
        let mut found = Vec::new();
        for piece in self.text.split(separates) {
            let trimmed = piece.trim();
            let blank = piece.len() - piece.trim_start().len();
            if !trimmed.is_empty() {
                let span = Span::new(at + blank, at + blank + trimmed.len());
                found.push(Word { text: trimmed, span, ..self });
            }
            at += piece.len() + 1;
        }
        found
    }
}

/// Splits `text`, which starts `offset` bytes into its statement.
///
/// An operation with blanks on both sides holds its operands together, so `:set a 2 * 3` has two
/// words after the command and `:plot f -5 5` three.
pub fn words(text: &str, offset: usize) -> Result<Vec<Word<'_>>> {
    let mut found: Vec<Word<'_>> = Vec::new();
    let mut joins = false;
    let mut at = 0;
    while let Some(rest) = text.get(at..) {
        let skipped = rest.len() - rest.trim_start().len();
        let start = at + skipped;
        let Some(first) = rest.trim_start().chars().next() else {
            break;
        };
        if first == '"' {
            let inside = text.get(start + 1..).unwrap_or_default();
            let Some(length) = inside.find('"') else {
                let span = Span::new(start, start + 1).moved(offset);
                return Err(Error::new(span, "this quotation mark is never closed"));
            };
            let word = inside.get(..length).unwrap_or_default();
            let span = Span::new(start, start + length + 2).moved(offset);
            found.push(Word { text: word, span, quoted: true });
            joins = false;
            at = start + length + 2;
            continue;
        }
        let end = start + word_length(text.get(start..).unwrap_or_default());
        let word = text.get(start..end).unwrap_or_default();
        let is_mark = word.chars().all(|c| MARKS.contains(c));
        let goes_on = is_mark || word.starts_with(TIGHT);
        match found.last_mut() {
            Some(last) if !last.quoted && (joins || goes_on) => {
                let from = last.span.start as usize - offset;
                last.text = text.get(from..end).unwrap_or_default();
                last.span = Span::new(from, end).moved(offset);
            }
            _ => found.push(Word {
                text: word,
                span: Span::new(start, end).moved(offset),
                quoted: false,
            }),
        }
        joins = word.ends_with(|c| MARKS.contains(c));
        at = end;
    }
    Ok(found)
}

/// Marks that hold two words together when they stand alone or end a word.
const MARKS: &str = "+-*/^−·×";
/// Marks that cannot begin an expression, nor a path, and so go on with the word before.
const TIGHT: [char; 4] = ['*', '^', '·', '×'];

/// The length of the word at the start of `text`: to a blank outside parentheses.
fn word_length(text: &str) -> usize {
    let mut depth = 0_usize;
    for (at, character) in text.char_indices() {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 && character.is_whitespace() => return at,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let found = words(text, 0).unwrap();
        assert_eq!(found.iter().map(|word| word.text).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn blanks_outside_parentheses_and_quotes_separate() {
        check("L a  b", &["L", "a", "b"]);
        check("tanh(x + 1) x -5 5", &["tanh(x + 1)", "x", "-5", "5"]);
        check("\"my file.grad\" x", &["my file.grad", "x"]);
        check("", &[]);
        assert!(words("\"open", 0).is_err());
    }

    #[test]
    fn an_operation_between_blanks_joins() {
        check("a 2 * 3 b -1", &["a", "2 * 3", "b", "-1"]);
        check("a 2* 3 b 4 *5", &["a", "2* 3", "b", "4 *5"]);
        check("a 1 - 2", &["a", "1 - 2"]);
        check("0.1 -20", &["0.1", "-20"]);
    }
}
