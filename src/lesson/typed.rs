//! The lines of a transcript that are typed, told from its answers.

use crate::language::{Line, Lines, visible};

/// A line that was printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Printed {
    /// The line.
    pub text: String,
    /// True for what was typed, with the prompt before it.
    pub is_typed: bool,
}

/// The prompts before a statement, an answer to a question, and a row of a table.
const PROMPTS: [&str; 3] = ["> ", "? ", "| "];
const ROW: &str = "| ";

/// Returns true if a block of statements has prompts before them, and answers between them.
pub fn is_transcript(content: &str) -> bool {
    let first = content.lines().find(|line| !line.trim().is_empty());
    first.is_some_and(|line| line.starts_with("> ") || line == ">")
}

/// The prompt that a line of a transcript begins with, if something is typed on it.
pub fn prompt_of(line: &str) -> Option<&'static str> {
    after_prompt(line).map(|(prompt, _)| prompt)
}

/// The prompt of a line, and what stands after it.
fn after_prompt(line: &str) -> Option<(&'static str, &str)> {
    PROMPTS.into_iter().find_map(|prompt| match line.strip_prefix(prompt) {
        Some(rest) => Some((prompt, rest)),
        None => (line == prompt.trim_end()).then_some((prompt, "")),
    })
}

/// Returns what was printed as the content of a transcript: no answer looks as if it was typed.
pub fn transcript(printed: &[Printed]) -> String {
    let mut content = String::new();
    for line in printed {
        if !line.is_typed && after_prompt(&line.text).is_some() {
            content.push(' ');
        }
        content.push_str(&line.text);
        content.push('\n');
    }
    content
}

/// Returns statements as a transcript of them has them typed.
pub fn as_typed(statements: &str) -> String {
    let lines = statements.lines().flat_map(|line| ["> ", line, "\n"]);
    typed(&lines.collect::<String>())
}

/// What stands after further prompts, of ours or of Python: a script that begins with one is a transcript.
fn without_prompts(mut typed: &str) -> &str {
    while let Some(rest) = typed.strip_prefix("> ").or_else(|| typed.strip_prefix(">>> ")) {
        typed = rest;
    }
    typed
}

/// Returns statements as a transcript shows them.
pub fn as_echoed(statements: &str) -> String {
    let shown = |it| match it {
        '\n' => it,
        '\t' => ' ',
        _ => visible(it),
    };
    statements.chars().map(shown).collect()
}

/// Returns what is typed in a transcript: what stands after a prompt, and, under an open parenthesis,
/// what is indented.
pub fn typed(transcript: &str) -> String {
    let mut script = String::new();
    let mut open = Lines::default();
    // True while rows of a table may follow, and where the last line was one.
    let (mut may_be_rows, mut is_row) = (false, false);
    for line in transcript.lines() {
        let further = line.strip_prefix("  ").filter(|_| open.is_open());
        let found = after_prompt(line).filter(|(prompt, _)| *prompt != ROW || may_be_rows);
        let found = found.or_else(|| further.map(|rest| ("> ", rest)));
        let Some((prompt, typed)) = found else {
            open.take();
            continue;
        };
        let typed = as_echoed(without_prompts(typed));
        if typed.trim().is_empty() {
            // Only rows end by an empty line.
            script.push_str(if may_be_rows { "\n" } else { "" });
            (may_be_rows, is_row) = (false, false);
            continue;
        }
        if prompt == ROW {
            (may_be_rows, is_row) = (true, true);
        } else {
            // The empty line after rows is not printed.
            script.push_str(if is_row { "\n" } else { "" });
            let is_command = typed.trim_start().starts_with(':');
            let begins_table = typed.trim_start().starts_with(":read");
            may_be_rows = begins_table || may_be_rows && !is_row && !is_command;
            is_row = false;
            let mut gathered = open.push(typed.clone());
            if let Line::CutShort(again) = gathered {
                open.take();
                gathered = open.push(again);
            }
            if gathered != Line::Open {
                open.take();
            }
        }
        script.push_str(&typed);
        script.push('\n');
    }
    script
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_is_told_from_answers() {
        assert_eq!(typed("> > b\n"), "b\n");
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
