//! Splits lines into statements: semicolons, and brackets left open at the end of a line.

use crate::command::PythonBlock;
use crate::core::language::{self, Token, TokenKind, begins_anew, tokens};
use crate::parts::HOOKS;

/// The statements of a text from byte `from` on, without empty ones, each with its start.
pub fn statements(text: &str, from: usize) -> impl Iterator<Item = (usize, &str)> {
    let all = language::statements(text, from).filter(|(_, outline)| !outline.code.is_empty());
    all.map(|(start, outline)| (start, text.get(start..outline.end).unwrap_or_default()))
}

/// The last statement of a text, perhaps empty, and its start.
pub fn last_statement(text: &str) -> (usize, &str) {
    let start = language::statements(text, 0).last().map_or(0, |(start, _)| start);
    (start, text.get(start..).unwrap_or_default())
}

/// Gathers lines until no parenthesis is open.
#[derive(Debug, Default)]
pub struct Lines {
    gathered: String,
    /// The parentheses and brackets that are open.
    open: Vec<TokenKind>,
    /// True if a value ends what was gathered, and something is open.
    ends: bool,
    /// The block of Python around the next line.
    block: PythonBlock,
}

impl Lines {
    /// Takes a line, and returns the texts that are complete then.
    pub fn push(&mut self, line: &str) -> Vec<String> {
        let mut complete = Vec::new();
        let hints = HOOKS.hints.as_ref();
        let line = hints.map_or(Some(line), |it| (it.outside_block)(&mut self.block, line));
        let Some(line) = line else { return complete };
        if self.is_open() && !self.continues_with(line) {
            complete.push(self.take());
        }
        if self.is_open() {
            self.follow(line);
            self.gathered.extend(["\n", line]);
        } else {
            self.start_over(line.to_owned());
        }
        if !self.is_open() {
            complete.push(self.take());
        }
        complete
    }

    /// Returns true if a line that is not empty would continue the gathered text.
    pub fn would_take(&self, line: &str) -> bool {
        !line.trim().is_empty() && self.continues_with(line)
    }

    /// Returns true if a line can continue the gathered text: it begins no statement, and no value
    /// follows another, except in brackets, in which lines are rows.
    fn continues_with(&self, line: &str) -> bool {
        use TokenKind::{Name, Number};
        let is_beside_value = || {
            let first = tokens(line).into_iter().find(Token::is_code);
            let begins = first.is_some_and(|it| matches!(it.kind, Number | Name));
            self.ends && begins && self.open.last() != Some(&TokenKind::OpenBracket)
        };
        !begins_anew(line) && !is_beside_value()
    }

    fn follow(&mut self, line: &str) {
        for token in tokens(line).into_iter().filter(Token::is_code) {
            match token.kind {
                TokenKind::Open | TokenKind::OpenBracket => self.open.push(token.kind),
                TokenKind::Close | TokenKind::CloseBracket => drop(self.open.pop()),
                _ => {}
            }
            self.ends = token.kind.ends_a_value();
        }
    }

    /// Returns true if a parenthesis is open.
    pub fn is_open(&self) -> bool {
        !self.open.is_empty()
    }

    /// The number of bytes gathered.
    pub(crate) fn len(&self) -> usize {
        self.gathered.len()
    }

    /// The gathered text with its line end; empty if no parenthesis is open.
    pub fn pending(&self) -> String {
        if self.is_open() { format!("{}\n", self.gathered) } else { String::new() }
    }

    pub fn start_over(&mut self, text: String) {
        self.open.clear();
        if let Some((_, outline)) = language::statements(&text, 0).last() {
            match outline.check_depth() {
                Ok(()) if outline.open > 0 => self.follow(&text),
                Ok(()) => {}
                // No tokens are needed of what will be refused: they take much more memory than the text.
                Err(_) => self.open.resize(outline.open, TokenKind::Open),
            }
        }
        self.gathered = text;
    }

    pub fn take(&mut self) -> String {
        self.open.clear();
        std::mem::take(&mut self.gathered)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[(usize, &str)]) {
        assert_eq!(statements(text, 0).collect::<Vec<_>>(), expected);
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

    #[track_caller]
    fn check_lines(lines: &[&str], expected: &[&str]) {
        let mut gathered = Lines::default();
        let mut found: Vec<String> = lines.iter().flat_map(|line| gathered.push(line)).collect();
        found.extend(gathered.is_open().then(|| gathered.take()));
        assert_eq!(found, expected);
    }

    #[test]
    fn an_open_parenthesis_takes_the_next_line() {
        check_lines(&["L = (a + # ((", "b)", "c"], &["L = (a + # ((\nb)", "c"]);
    }

    #[test]
    fn what_is_nested_too_deeply_takes_the_next_line_all_the_same() {
        let deep = "(".repeat(300);
        check_lines(&[&deep, "1))"], &[&format!("{deep}\n1))")]);
        check_lines(&[&deep, "b = 2"], &[&deep, "b = 2"]);
    }

    #[test]
    fn what_can_only_start_anew_is_not_swallowed() {
        for line in [":grad L", "b = 2", " x' += 1", "f(x, y) = x", "w₁ = 3"] {
            check_lines(&["L = (a +", line], &["L = (a +", line]);
        }
        check_lines(&["L = (a + b # no + here", "f(2)"], &["L = (a + b # no + here", "f(2)"]);
        for line in ["b)", "f(x) * 2)", "b == 2", "2 = 3", ""] {
            check_lines(&["L = (a +", line], &[&format!("L = (a +\n{line}")]);
        }
    }
}
