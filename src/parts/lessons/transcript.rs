//! The lines of a transcript that are typed, told from its answers.

use crate::command::syntax::{Lines, Statement, last_statement, parse};

/// A line that was printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Printed {
    /// The line.
    pub text: String,
    /// True for a typed line, with its prompt.
    pub is_typed: bool,
}

/// The marks before a statement, an answer to a question, and a row of a table.
const MARKS: [char; 3] = ['>', '?', '|'];
const STATEMENT: char = '>';
const ROW: char = '|';

/// Returns true if a block of statements has prompts before them, and answers between them.
pub fn is_transcript(content: &str) -> bool {
    let first = content.lines().find(|line| !line.trim().is_empty());
    let mark = first.and_then(marked).map(|(mark, _)| mark);
    // Python's own prompts are for whoever reads scripts.
    mark == Some(STATEMENT) && !first.is_some_and(|line| line.trim_start().starts_with(">>"))
}

/// The mark of a line, and the text after it; the blank between them is optional.
pub(super) fn marked(line: &str) -> Option<(char, &str)> {
    let mark = line.chars().next().filter(|mark| MARKS.contains(mark))?;
    let rest = line.strip_prefix(mark)?;
    Some((mark, rest.strip_prefix(' ').unwrap_or(rest)))
}

/// The printed lines as a transcript, in which no answer looks typed.
pub fn transcript(printed: &[Printed]) -> String {
    let mut content = String::new();
    for line in printed {
        if !line.is_typed && marked(&line.text).is_some() {
            content.push(' ');
        }
        content.push_str(&line.text);
        content.push('\n');
    }
    content
}

/// The typed text of a transcript: the text after a mark, and indented lines under an open parenthesis.
pub fn typed(transcript: &str) -> String {
    let mut script = String::new();
    let mut lines = TypedLines::default();
    for line in transcript.lines() {
        script.push_str(&lines.take(line).unwrap_or_default());
    }
    script
}

/// True for an error or note about a statement; a command may print the same.
fn is_complaint(line: &str) -> bool {
    !line.starts_with(':') && [": error: ", ": note: "].iter().any(|says| line.contains(says))
}

/// Distinguishes typed lines from answers in a transcript, line by line.
#[derive(Debug, Default)]
struct TypedLines {
    open: Lines,
    /// True if rows of a table may follow, and if the last line was one.
    may_be_rows: bool,
    is_row: bool,
}

impl TypedLines {
    /// The part of a line that belongs to the script, with its line end; `None` for an answer.
    fn take(&mut self, line: &str) -> Option<String> {
        let is_open = self.open.is_open();
        let further = line.strip_prefix("  ").filter(|_| is_open);
        let found = marked(line).filter(|(mark, _)| *mark != ROW || self.may_be_rows || is_open);
        let (mark, typed) = match (further, found) {
            // Under an open parenthesis `>` may compare.
            (Some(rest), _) => (STATEMENT, rest),
            (None, Some((ROW, rest))) if is_open => (STATEMENT, rest),
            (None, Some(found)) => found,
            // An error ends an open statement; another answer does not.
            (None, None) if is_complaint(line) => {
                self.open.take();
                return None;
            }
            (None, None) if is_open && self.open.would_take(line) => (STATEMENT, line),
            (None, None) => return None,
        };
        let mut script = String::new();
        if typed.trim().is_empty() {
            // Only rows end by an empty line.
            script.push_str(if self.may_be_rows { "\n" } else { "" });
            (self.may_be_rows, self.is_row) = (false, false);
            return Some(script);
        }
        if mark == ROW {
            (self.may_be_rows, self.is_row) = (true, true);
        } else {
            // The empty line after rows is not printed.
            script.push_str(if self.is_row { "\n" } else { "" });
            let command = match parse(last_statement(typed).1) {
                Ok(Statement::Command(command)) => Some(command.name),
                _ => None,
            };
            let are_rows_over = self.is_row || command.is_some();
            self.may_be_rows = command == Some("read") || self.may_be_rows && !are_rows_over;
            self.is_row = false;
            self.open.push(typed);
        }
        script.push_str(typed);
        script.push('\n');
        Some(script)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_is_told_from_answers() {
        assert_eq!(typed("> a = [1,\n2,\n3]\n[1, 2, 3]\n> a\n"), "a = [1,\n2,\n3]\na\n");
        assert_eq!(typed("> a = (1\nl.md:1:5: error: open\n  a\n> b\n"), "a = (1\nb\n");
        let page = "> a = (1 +\n  2)\n  no\n3\n> b = (1 +\n> c = 2\n>\n? 3\n  ?\n\n> \n";
        assert_eq!(typed(page), "a = (1 +\n2)\nb = (1 +\nc = 2\n3\n");
        assert!(is_transcript(page) && is_transcript("\n>\n") && !is_transcript("a > 2\n"));
    }

    #[test]
    fn rows_end_where_something_else_is_typed() {
        assert_eq!(typed("> :read x\n| 1\n| 2\nx: 2 rows\n> x\n"), ":read x\n1\n2\n\nx\n");
        assert_eq!(typed("> :read x\n> 1\n>\n> x\n"), ":read x\n1\n\nx\n");
    }
}
