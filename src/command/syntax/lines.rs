//! From lines to statements: texts, semicolons, and brackets left open at the end of a line.

use std::cell::OnceCell;

use crate::core::language::{Outline, Token, TokenKind, begins_anew, statements, tokens};

/// A text, and its tokens where something asks for them.
#[derive(Debug, Clone, Default)]
pub struct Scan {
    text: String,
    tokens: OnceCell<Vec<Token>>,
}

impl Scan {
    /// Scans a text.
    pub fn of(text: impl Into<String>) -> Scan {
        Scan { text: text.into(), tokens: OnceCell::new() }
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The tokens, comments and semicolons among them.
    pub fn tokens(&self) -> &[Token] {
        self.tokens.get_or_init(|| tokens(&self.text))
    }

    /// The tokens of each statement, comments among them.
    pub fn tokens_by_statement(&self) -> impl Iterator<Item = &[Token]> {
        let mut rest = self.tokens();
        statements(&self.text, 0).map(move |(_, outline)| {
            let is_before = |token: &Token| (token.span.start as usize) < outline.end;
            let (tokens, after) = rest.split_at(rest.partition_point(is_before));
            rest = after.get(1..).unwrap_or_default();
            tokens
        })
    }

    /// The tokens of the last statement.
    pub fn last_tokens(&self) -> &[Token] {
        self.tokens_by_statement().last().unwrap_or_default()
    }

    /// The statements between semicolons; empty ones are left out.
    pub fn statements(&self) -> impl Iterator<Item = TokenStream<'_>> {
        self.statements_from(0)
    }

    /// The statements from the byte `from` on, where one of them starts.
    pub fn statements_from(&self, from: usize) -> impl Iterator<Item = TokenStream<'_>> {
        let all = statements(&self.text, from).filter(|(_, outline)| !outline.code.is_empty());
        all.map(|(start, outline)| TokenStream {
            text: self.text.get(start..outline.end).unwrap_or_default(),
            start,
            scan: self,
        })
    }

    /// The text as one statement.
    pub fn whole(&self) -> TokenStream<'_> {
        TokenStream { text: &self.text, start: 0, scan: self }
    }

    /// Adds a line.
    fn append(&mut self, line: &Scan) {
        self.text.push('\n');
        self.text.push_str(&line.text);
        self.tokens.take();
    }
}

/// The text of one statement, and its tokens where something asks for them.
#[derive(Debug, Clone, Copy)]
pub struct TokenStream<'scan> {
    /// The text, comments included.
    pub text: &'scan str,
    /// The byte at which it starts in the text that was scanned; errors are moved by so much.
    pub start: usize,
    scan: &'scan Scan,
}

impl<'scan> TokenStream<'scan> {
    /// The tokens, their spans in the text that was scanned.
    fn all_tokens(&self) -> &'scan [Token] {
        let all = self.scan.tokens();
        let before = |place: usize| all.partition_point(|it| (it.span.start as usize) < place);
        all.get(before(self.start)..before(self.start + self.text.len())).unwrap_or_default()
    }

    /// The tokens but for comments, their spans in the text of the statement.
    pub fn tokens(&self) -> impl Iterator<Item = Token> + Clone + use<'scan> {
        let start = u32::try_from(self.start).unwrap_or(u32::MAX);
        let code = self.all_tokens().iter().filter(|token| token.is_code());
        code.map(move |token| token.back(start))
    }

    /// The code, without blanks and comments around it.
    pub fn code(&self) -> &'scan str {
        self.text.get(Outline::of(self.text, 0, 0).code).unwrap_or_default()
    }
}

/// The effect of a further line on the statements gathered so far.
#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    /// A parenthesis is open: the next line belongs to it.
    Open,
    /// The gathered text is complete.
    Complete,
    /// The gathered text must end with its parenthesis open: this line cannot continue it and
    /// has to be given again, on its own.
    CutShort(String),
}

/// Gathers lines until no parenthesis is open.
#[derive(Debug, Default)]
pub struct Lines {
    gathered: Scan,
    depth: usize,
}

impl Lines {
    /// Takes a line, without its line end.
    pub fn push(&mut self, line: String) -> Line {
        let line = Scan::of(line);
        if !self.is_open() {
            self.start_over(line);
        } else if !self.continues_with(&line) {
            return Line::CutShort(line.text);
        } else {
            self.depth = Outline::of(&line.text, 0, self.depth).open;
            self.gathered.append(&line);
        }
        if self.is_open() { Line::Open } else { Line::Complete }
    }

    /// Returns true if a line that is not empty would continue the gathered text.
    pub fn would_take(&self, line: &str) -> bool {
        !line.trim().is_empty() && self.continues_with(&Scan::of(line))
    }

    /// Returns true if a line can continue the gathered text: it does not begin a command, an
    /// assignment or a definition, and no value would stand beside another.
    fn continues_with(&self, line: &Scan) -> bool {
        let is_value = |token: &&Token| {
            matches!(token.kind, TokenKind::Number | TokenKind::Concise | TokenKind::Name)
        };
        let last = self.gathered.tokens().iter().rfind(|token| token.is_code());
        let ends = last.is_some_and(|last| last.kind.ends_a_value());
        let begins = line
            .tokens()
            .iter()
            .find(|token| token.is_code())
            .is_some_and(|first| is_value(&first));
        !begins_anew(&line.text) && (!(ends && begins) || self.is_in_brackets())
    }

    /// Returns true if a bracket is open last, in which lines are rows.
    fn is_in_brackets(&self) -> bool {
        let mut open = Vec::new();
        for token in self.gathered.tokens() {
            match token.kind {
                TokenKind::Open | TokenKind::OpenBracket => open.push(token.kind),
                TokenKind::Close | TokenKind::CloseBracket => drop(open.pop()),
                _ => {}
            }
        }
        open.last() == Some(&TokenKind::OpenBracket)
    }

    /// Returns true if a parenthesis is open.
    pub fn is_open(&self) -> bool {
        self.depth > 0
    }

    /// The number of bytes gathered.
    pub(crate) fn len(&self) -> usize {
        self.gathered.text.len()
    }

    /// The gathered text with its line end, when a parenthesis is open; else empty.
    pub fn pending(&self) -> String {
        if self.is_open() { format!("{}\n", self.gathered.text) } else { String::new() }
    }

    /// Drops what was gathered and continues `text` instead.
    pub fn start_over(&mut self, text: Scan) {
        self.depth = statements(&text.text, 0).last().map_or(0, |(_, outline)| outline.open);
        self.gathered = text;
    }

    /// Takes the gathered text out.
    pub fn take(&mut self) -> Scan {
        self.depth = 0;
        std::mem::take(&mut self.gathered)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[(usize, &str)]) {
        let scan = Scan::of(text);
        let found: Vec<_> = scan.statements().map(|stream| (stream.start, stream.text)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn semicolons_end_statements() {
        check("a = 1; b = 2", &[(0, "a = 1"), (6, " b = 2")]);
        check("a = 1 # x; y", &[(0, "a = 1 # x; y")]);
        check("# only a comment", &[]);
        check(";;", &[]);
        check("; a # x\n; b", &[(1, " a # x\n"), (9, " b")]);
        check("sum(1;2;3); [1;2]; x", &[(0, "sum(1;2;3)"), (11, " [1;2]"), (18, " x")]);
        check("(1; 2", &[(0, "(1; 2")]);
        check(":save \"a;b\"; c", &[(0, ":save \"a;b\""), (12, " c")]);
    }

    #[test]
    fn an_open_parenthesis_takes_the_next_line() {
        let mut lines = Lines::default();
        assert_eq!(lines.push("L = (a + # ((".to_owned()), Line::Open);
        assert_eq!(lines.push("b)".to_owned()), Line::Complete);
        let whole = lines.take();
        assert_eq!(whole.text(), "L = (a + # ((\nb)");
        let b = whole.tokens().iter().rev().nth(1).copied().unwrap();
        assert_eq!(b.span.of(whole.text()), "b");
    }

    #[test]
    fn what_can_only_start_anew_is_not_swallowed() {
        for line in [":grad L", "b = 2", " x' += 1", "f(x, y) = x", "w₁ = 3"] {
            let mut lines = Lines::default();
            lines.push("L = (a +".to_owned());
            assert_eq!(lines.push(line.to_owned()), Line::CutShort(line.to_owned()));
        }
        let mut lines = Lines::default();
        lines.push("L = (a + b # no + here".to_owned());
        assert_eq!(lines.push("f(2)".to_owned()), Line::CutShort("f(2)".to_owned()));
        for line in ["b)", "f(x) * 2)", "b == 2", "2 = 3", ""] {
            let mut lines = Lines::default();
            lines.push("L = (a +".to_owned());
            assert_ne!(lines.push(line.to_owned()), Line::CutShort(line.to_owned()));
        }
    }
}
