//! The only scanner: pest's pairs as tokens.

use std::borrow::Cow;

use gradcalc_grammar::pest::iterators::{Pair, Pairs};
use gradcalc_grammar::{Gradcalc, Parser, Rule};

use super::arguments::is_whole;
use super::error::{Error, Result, Span};

/// One token of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    pub kind: TokenKind,
    /// Its position.
    pub span: Span,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// A number, without a sign, which may have the uncertainty of its last digits: `1.235(34)`.
    Number,
    /// A name, or the name of a node: `c`, `c@1`, `L.2`.
    Name,
    /// `(`
    Open,
    /// `)`
    Close,
    /// `[`
    OpenBracket,
    /// `]`
    CloseBracket,
    /// `,`
    Comma,
    /// `=`
    Equals,
    /// `±`, or `+/-`
    PlusMinus,
    /// `;`
    Semicolon,
    /// From `#` to the end of the line.
    Comment,
    /// A text in quotation marks, with them.
    Quotation,
    /// `:` and the name after it, at the start of a statement.
    Command,
    /// A name or a mark that contains an invisible character.
    Unseen,
    /// A power in superscript digits: `²`, `⁻¹`.
    Superscript,
    /// Any other character, or several that the table of operations spells as one, such as `**`.
    Mark,
}

impl TokenKind {
    /// Returns true if an operation may follow such a token.
    pub fn ends_a_value(self) -> bool {
        use TokenKind::{Close, Name, Number, Quotation, Superscript};
        matches!(self, Number | Name | Close | Superscript | Quotation)
    }
}

impl Token {
    /// Returns true if it is not a comment.
    pub fn is_code(&self) -> bool {
        self.kind != TokenKind::Comment
    }
}

/// Returns the tokens of `text` in order; blanks are left out.
pub fn tokens(text: &str) -> Vec<Token> {
    // The grammar accepts any text.
    let pairs = Gradcalc::parse(Rule::tokens, text).map(Pairs::flatten);
    let token = |pair: Pair<'_, Rule>| {
        let span = pair.as_span();
        Some(Token { kind: kind(&pair)?, span: Span::new(span.start(), span.end()) })
    };
    pairs.into_iter().flatten().filter_map(token).collect()
}

/// The kind of the token that a pair is.
fn kind(pair: &Pair<'_, Rule>) -> Option<TokenKind> {
    let text = pair.as_str();
    Some(match (pair.as_rule(), text) {
        (Rule::tokens | Rule::EOI, _) => return None,
        (Rule::number, _) => TokenKind::Number,
        (Rule::name | Rule::mark, _) if has_unseen(text) => TokenKind::Unseen,
        (Rule::name, _) => TokenKind::Name,
        (Rule::comment, _) => TokenKind::Comment,
        (Rule::text, _) => TokenKind::Quotation,
        (Rule::command_name, _) => TokenKind::Command,
        (Rule::superscript, _) => TokenKind::Superscript,
        (Rule::plus_minus, _) => TokenKind::PlusMinus,
        (Rule::separator, _) => TokenKind::Semicolon,
        (_, "(") => TokenKind::Open,
        (_, ")") => TokenKind::Close,
        (_, "[") => TokenKind::OpenBracket,
        (_, "]") => TokenKind::CloseBracket,
        (_, ",") => TokenKind::Comma,
        (_, "=") => TokenKind::Equals,
        _ => TokenKind::Mark,
    })
}

/// Returns true if the whole text is a name or a reference to a node: `c`, `c@1`, `L.2`.
pub fn is_reference(text: &str) -> bool {
    is_whole(Rule::name, text) && !has_unseen(text)
}

/// Returns true if the whole text is a name that can be given to something: `c`, and not `_`.
pub fn is_plain_name(text: &str) -> bool {
    text != "_" && !text.contains(['.', '@']) && is_reference(text)
}

/// A text in quotation marks, which are doubled inside.
pub fn in_marks(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

/// The text inside quotation marks, or a text without them as it is.
pub fn without_marks(text: &str) -> Cow<'_, str> {
    let inside = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    inside.map_or(Cow::Borrowed(text), doubled_once)
}

/// Returns the text of a quotation in a statement. It may be printed, where a control character other than a tab
/// could steer a terminal or spoil a picture.
///
/// # Errors
///
/// It holds one.
pub fn quotation(text: &str, span: Span) -> Result<Cow<'_, str>> {
    let typed = span.of(text);
    let control = typed.char_indices().find(|(_, it)| it.is_control() && *it != '\t');
    let Some((at, control)) = control else { return Ok(without_marks(typed)) };
    let place = Span::new(at, at + control.len_utf8()).moved(span.start as usize);
    let message = format!("a text cannot contain the control character U+{:04X}", control as u32);
    Err(Error::new(place, message).hint("remove it"))
}

/// A quoted text with doubled marks made single.
pub fn doubled_once(inside: &str) -> Cow<'_, str> {
    if inside.contains('"') { inside.replace("\"\"", "\"").into() } else { inside.into() }
}

/// Returns true if a character is invisible, even if it is a letter: Unicode's
/// Default_Ignorable_Code_Point.
pub fn is_unseen(character: char) -> bool {
    matches!(
        character,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}'..='\u{1160}' | '\u{17B4}'..='\u{17B5}'
            | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}'
            | '\u{FFA0}' | '\u{FFF0}'..='\u{FFF8}' | '\u{1BCA0}'..='\u{1BCA3}'
            | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}'
    )
}

/// Returns true if a text has an invisible character.
pub(super) fn has_unseen(text: &str) -> bool {
    !text.is_ascii() && text.contains(is_unseen)
}

#[cfg(test)]
mod tests {
    use super::*;
    use TokenKind::*;

    #[track_caller]
    fn check(text: &str, expected: &[(TokenKind, &str)]) {
        let found = tokens(text);
        let found: Vec<_> = found.iter().map(|it| (it.kind, it.span.of(text))).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn any_text_has_tokens() {
        check("3x^", &[(Number, "3"), (Name, "x"), (Mark, "^")]);
        check("1.2(3) .5(1.5)e-2", &[(Number, "1.2(3)"), (Number, ".5(1.5)e-2")]);
        check("4(3)", &[(Number, "4"), (Open, "("), (Number, "3"), (Close, ")")]);
        check("L.1 + c@2", &[(Name, "L.1"), (Mark, "+"), (Name, "c@2")]);
        check("L.", &[(Name, "L.")]);
        check("1e5 1e", &[(Number, "1e5"), (Number, "1"), (Name, "e")]);
        check("(α₁ # ) \"", &[(Open, "("), (Name, "α₁"), (Comment, "# ) \"")]);
        check(
            ":save \"a # b\"; \"",
            &[(Command, ":save"), (Quotation, "\"a # b\""), (Semicolon, ";"), (Mark, "\"")],
        );
        check("x² x⁻¹⁰", &[(Name, "x"), (Superscript, "²"), (Name, "x"), (Superscript, "⁻¹⁰")]);
        check("\u{1b}\0", &[(Mark, "\u{1b}"), (Mark, "\0")]);
        check(" : grad L:", &[(Command, ": grad"), (Name, "L"), (Mark, ":")]);
        check("", &[]);
    }

    #[test]
    fn plus_or_minus_is_one_token() {
        check("2±1", &[(Number, "2"), (PlusMinus, "±"), (Number, "1")]);
        check("2 +/- 1", &[(Number, "2"), (PlusMinus, "+/-"), (Number, "1")]);
        check("2 +- 1", &[(Number, "2"), (Mark, "+"), (Mark, "-"), (Number, "1")]);
    }

    #[test]
    fn comparisons_and_their_words_are_marks() {
        check("a<=b", &[(Name, "a"), (Mark, "<="), (Name, "b")]);
        check("a == b", &[(Name, "a"), (Mark, "=="), (Name, "b")]);
        check("a ≥ b", &[(Name, "a"), (Mark, "≥"), (Name, "b")]);
        check("a!=b", &[(Name, "a"), (Mark, "!="), (Name, "b")]);
        check("a < = b", &[(Name, "a"), (Mark, "<"), (Equals, "="), (Name, "b")]);
        check("a and notb", &[(Name, "a"), (Mark, "and"), (Name, "notb")]);
    }

    #[test]
    fn an_operation_of_two_marks_is_one_token() {
        check("a**b", &[(Name, "a"), (Mark, "**"), (Name, "b")]);
        check("a* *-b", &[(Name, "a"), (Mark, "*"), (Mark, "*"), (Mark, "-"), (Name, "b")]);
        check("a**=2", &[(Name, "a"), (Mark, "**"), (Equals, "="), (Number, "2")]);
    }
}
