//! From lines to statements: comments, semicolons, and parentheses left open at the end of a line.

use std::borrow::Cow;
use std::ops::Range;

/// What a further line did to the statements gathered so far.
#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    /// A parenthesis is open: the next line belongs to it.
    Open,
    /// The gathered text is complete.
    Complete,
    /// The gathered text must end with its parenthesis open: this line cannot go on with it and
    /// has to be given again, on its own.
    CutShort(String),
}

/// Gathers lines until no parenthesis is open.
#[derive(Debug, Default)]
pub struct Lines {
    text: String,
    depth: usize,
    /// The last character but for blanks and comments.
    tail: Option<char>,
}

impl Lines {
    /// Takes a line, without its line end.
    pub fn push(&mut self, line: String) -> Line {
        let is_open = self.is_open();
        if is_open && (starts_anew(&line) || self.is_answered_by(&line)) {
            return Line::CutShort(line);
        }
        let (depth, tail) = after(&line, self.depth);
        self.depth = depth;
        self.tail = tail.or(self.tail);
        if is_open {
            self.text.push('\n');
            self.text.push_str(&line);
        } else {
            self.text = line;
        }
        if self.depth > 0 { Line::Open } else { Line::Complete }
    }

    /// Whether the gathered text ends with a value and `line` begins with one: no operation between
    /// them, so the line cannot go on with the text.
    fn is_answered_by(&self, line: &str) -> bool {
        let is_word = |c: char| c.is_alphanumeric() || "_'′″".contains(c);
        let ends = self.tail.is_some_and(|c| is_word(c) || c == ')' || c == '.');
        ends && line.trim_start().starts_with(is_word)
    }

    /// Whether a parenthesis is open.
    pub fn is_open(&self) -> bool {
        self.depth > 0
    }

    /// How many bytes are gathered.
    pub fn len(&self) -> usize {
        self.text.len()
    }

    /// Whether nothing is gathered.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// The gathered text with its line end, for who reads on; empty when nothing is open.
    pub fn pending(&self) -> String {
        match self.is_open() {
            true => format!("{}\n", self.text),
            false => String::new(),
        }
    }

    /// Goes on with `text`, gathered before and still open.
    pub fn start_over(&mut self, text: String) {
        (self.depth, self.tail) = after(&text, 0);
        self.text = text;
    }

    /// The gathered text; what follows starts anew.
    pub fn take(&mut self) -> String {
        self.depth = 0;
        self.tail = None;
        std::mem::take(&mut self.text)
    }
}

/// How many parentheses are open after `line`, when `depth` were before it, and its last character
/// but for blanks and comments.
fn after(line: &str, depth: usize) -> (usize, Option<char>) {
    let mut depth = depth;
    let mut end = line.len();
    for piece in pieces(line, 0) {
        match piece {
            Piece::Open => depth = depth.saturating_add(1),
            Piece::Close => depth = depth.saturating_sub(1),
            Piece::Semicolon(_) => depth = 0,
            Piece::Comment(range) => end = range.start,
        }
    }
    (depth, line.get(..end).unwrap_or_default().trim_end().chars().next_back())
}

/// Whether a line can only be a statement of its own: a command, `name =` or `name(…) =`.
fn starts_anew(line: &str) -> bool {
    let line = line.trim_start();
    if line.starts_with(':') {
        return true;
    }
    let is_name = |c: char| c.is_alphanumeric() || "_'′″@.".contains(c) || ('₀'..='ₜ').contains(&c);
    let after = line.trim_start_matches(is_name);
    if after.len() == line.len() || line.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return false;
    }
    let mut rest = after.trim_start();
    if let Some(inside) = rest.strip_prefix('(') {
        match inside.split_once(')') {
            Some((parameters, after))
                if parameters.chars().all(|c| is_name(c) || c == ',' || c.is_whitespace()) =>
            {
                rest = after.trim_start();
            }
            _ => return false,
        }
    }
    let rest = rest.trim_start_matches(['+', '-', '*', '/', '^', '−', '·', '×']);
    rest.starts_with('=') && !rest.starts_with("==")
}

enum Piece {
    Open,
    Close,
    Semicolon(usize),
    Comment(Range<usize>),
}

/// The characters of `text` from `from` on that shape statements, outside comments and, in a command, quotes.
fn pieces(text: &str, from: usize) -> impl Iterator<Item = Piece> {
    let bytes = text.as_bytes();
    let mut at = from;
    let mut command = text.get(from..).unwrap_or_default().trim_start().starts_with(':');
    let mut fresh = false;
    std::iter::from_fn(move || {
        while let Some(&byte) = bytes.get(at) {
            let here = at;
            at += 1;
            if fresh && !byte.is_ascii_whitespace() {
                command = byte == b':';
                fresh = false;
            }
            match byte {
                b'(' => return Some(Piece::Open),
                b')' => return Some(Piece::Close),
                b';' => {
                    fresh = true;
                    return Some(Piece::Semicolon(here));
                }
                b'#' => {
                    let rest = bytes.get(here..).unwrap_or_default();
                    at = here + rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
                    return Some(Piece::Comment(here..at));
                }
                b'"' if command => {
                    let rest = bytes.get(at..).unwrap_or_default();
                    at += rest.iter().position(|byte| *byte == b'"').map_or(0, |quote| quote + 1);
                }
                _ => {}
            }
        }
        None
    })
}

/// The statements of a gathered text: the place of each, and its text with comments blanked out.
///
/// Blanks stand for comments so that places in the one are places in the other.
pub fn statements(text: &str) -> impl Iterator<Item = (usize, Cow<'_, str>)> {
    statements_from(text, 0)
}

/// The statements of a gathered text from `from` on, where one of them starts.
pub fn statements_from(text: &str, from: usize) -> impl Iterator<Item = (usize, Cow<'_, str>)> {
    let mut pieces = pieces(text, from);
    let mut start = from;
    let one = move || {
        let mut comments: Vec<Range<usize>> = Vec::new();
        let end = loop {
            match pieces.next() {
                Some(Piece::Semicolon(at)) => break at,
                Some(Piece::Comment(range)) => comments.push(range),
                Some(Piece::Open | Piece::Close) => {}
                None => break text.len(),
            }
        };
        let statement = text.get(start..end)?;
        let found = (start, blank_out(statement, start, &comments));
        start = end + 1;
        Some(found)
    };
    std::iter::from_fn(one).filter(|(_, statement)| !statement.trim().is_empty())
}

fn blank_out<'text>(
    statement: &'text str,
    start: usize,
    comments: &[Range<usize>],
) -> Cow<'text, str> {
    if comments.is_empty() {
        return Cow::Borrowed(statement);
    }
    let mut blanked = String::with_capacity(statement.len());
    let mut at = 0;
    for comment in comments {
        let (from, to) = (comment.start - start, comment.end - start);
        blanked.push_str(statement.get(at..from).unwrap_or_default());
        blanked.extend(std::iter::repeat_n(' ', to - from));
        at = to;
    }
    blanked.push_str(statement.get(at..).unwrap_or_default());
    Cow::Owned(blanked)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[(usize, &str)]) {
        let found: Vec<_> = statements(text).collect();
        let found: Vec<_> = found.iter().map(|(at, text)| (*at, text.as_ref())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn semicolons_and_comments_end_statements() {
        check("a = 1; b = 2", &[(0, "a = 1"), (6, " b = 2")]);
        check("a = 1 # x; y", &[(0, "a = 1       ")]);
        check("# only a comment", &[]);
        check(";;", &[]);
        check(":save \"a;b\"; c", &[(0, ":save \"a;b\""), (12, " c")]);
    }

    #[test]
    fn an_open_parenthesis_takes_the_next_line() {
        let mut lines = Lines::default();
        assert_eq!(lines.push("L = (a + # ((".to_owned()), Line::Open);
        assert_eq!(lines.push("b)".to_owned()), Line::Complete);
        assert_eq!(lines.take(), "L = (a + # ((\nb)");
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
