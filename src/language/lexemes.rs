//! Tokens of a text that is still being typed, whether or not it is a statement yet.

use super::error::Span;
use super::parse::number_or_name;

/// A token of a text that is being typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lexeme {
    /// What it is.
    pub kind: LexemeKind,
    /// Where it stands.
    pub span: Span,
}

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LexemeKind {
    /// A number.
    Number,
    /// A name, or the name of a node: `c`, `c@1`, `L.2`.
    Name,
    /// `(`
    Open,
    /// `)`
    Close,
    /// From `#` to the end of the line.
    Comment,
    /// A text in quotes, in a command.
    Quotation,
    /// `:` and the name after it, at the start of a statement.
    Command,
    /// `;`
    Semicolon,
    /// Anything else: marks, and what means nothing.
    Other,
}

/// The tokens of `text`, blanks left out.
pub fn lexemes(text: &str) -> Vec<Lexeme> {
    let mut found = Vec::new();
    let mut at = 0;
    let mut fresh = true;
    let mut command = false;
    while let Some(rest) = text.get(at..)
        && let Some(first) = rest.chars().next()
    {
        let (kind, length) = match first {
            _ if first.is_whitespace() => {
                at += first.len_utf8();
                continue;
            }
            '#' => (LexemeKind::Comment, rest.find('\n').unwrap_or(rest.len())),
            ';' => (LexemeKind::Semicolon, 1),
            '(' => (LexemeKind::Open, 1),
            ')' => (LexemeKind::Close, 1),
            '"' if command => {
                let end = rest.get(1..).and_then(|inside| inside.find('"'));
                (LexemeKind::Quotation, end.map_or(rest.len(), |end| end + 2))
            }
            ':' if fresh => {
                let ends = |c: char| c.is_whitespace() || matches!(c, ';' | '#');
                (LexemeKind::Command, rest.find(ends).unwrap_or(rest.len()))
            }
            _ => number_or_name(rest)
                .map(|(is_number, length)| {
                    let kind = if is_number { LexemeKind::Number } else { LexemeKind::Name };
                    (kind, length)
                })
                .unwrap_or((LexemeKind::Other, first.len_utf8())),
        };
        match kind {
            LexemeKind::Semicolon => (fresh, command) = (true, false),
            LexemeKind::Comment => {}
            LexemeKind::Command => (fresh, command) = (false, true),
            _ => fresh = false,
        }
        found.push(Lexeme { kind, span: Span::new(at, at + length) });
        at += length.max(1);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use LexemeKind::*;

    #[track_caller]
    fn check(text: &str, expected: &[(LexemeKind, &str)]) {
        let found = lexemes(text);
        let found: Vec<_> = found.iter().map(|it| (it.kind, it.span.of(text))).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn any_text_has_tokens() {
        check("3x^", &[(Number, "3"), (Name, "x"), (Other, "^")]);
        check("L.1 + c@2", &[(Name, "L.1"), (Other, "+"), (Name, "c@2")]);
        check("L.", &[(Name, "L.")]);
        check("1e5 1e", &[(Number, "1e5"), (Number, "1"), (Name, "e")]);
        check("(α₁ # ) \"", &[(Open, "("), (Name, "α₁"), (Comment, "# ) \"")]);
        check(
            ":save \"a # b\"; \"",
            &[(Command, ":save"), (Quotation, "\"a # b\""), (Semicolon, ";"), (Other, "\"")],
        );
        check("\u{1b}\0", &[(Other, "\u{1b}"), (Other, "\0")]);
    }
}
