//! Pasted transcripts: what was typed in them stands after a prompt, the other lines are answers.

use crate::report::counted;

/// Tells the statements of a text from its answers, line by line.
#[derive(Debug, Default)]
pub struct Transcript {
    kind: TranscriptKind,
    skipped: usize,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum TranscriptKind {
    /// Nothing but blank lines and comments so far.
    #[default]
    Unknown,
    /// Statements, as they are.
    Plain,
    /// Statements after this prompt.
    Prompted(&'static Prompt),
}

/// What stands before the statements of a transcript.
#[derive(Debug, PartialEq, Eq)]
struct Prompt {
    /// The prompt, without its blank and its number.
    first: &'static str,
    /// Those before further lines of a statement.
    further: [&'static str; 2],
}

/// The prompts of gradcalc, of Python and of IPython.
static PROMPTS: [Prompt; 3] = [
    Prompt { first: ">", further: ["| ", "  "] },
    Prompt { first: ">>>", further: ["... ", "... "] },
    Prompt { first: "In []:", further: ["...: ", "...: "] },
];

impl Prompt {
    /// What stands after it, which may end the line; hasty typing leaves out its blank.
    fn after<'line>(&self, line: &'line str) -> Option<&'line str> {
        let (start, end) = self.first.split_at(self.first.find(']').unwrap_or(self.first.len()));
        let rest = line.strip_prefix(start)?;
        let number = if end.is_empty() { "" } else { "0123456789" };
        let rest = rest.trim_start_matches(|it| number.contains(it)).strip_prefix(end)?;
        // Longer marks, and a comparison, are something else.
        let is_mark = !rest.starts_with(['>', '=']);
        is_mark.then(|| rest.strip_prefix(' ').unwrap_or(rest))
    }

    /// What stands after a prompt for further lines, which IPython aligns.
    fn after_further<'line>(&self, line: &'line str) -> Option<&'line str> {
        let aligned = if self.further[0].ends_with(": ") { line.trim_start() } else { line };
        self.further.iter().find_map(|mark| aligned.strip_prefix(mark))
    }
}

impl Transcript {
    /// Returns the statement, or the part of the open one, on a line; none for an answer.
    pub fn statement<'line>(&mut self, line: &'line str, is_open: bool) -> Option<&'line str> {
        let says_nothing = line.trim().is_empty() || line.trim_start().starts_with('#');
        if self.kind == TranscriptKind::Unknown && !says_nothing {
            let prompt = PROMPTS.iter().find(|prompt| prompt.after(line).is_some());
            self.kind = prompt.map_or(TranscriptKind::Plain, TranscriptKind::Prompted);
        }
        let TranscriptKind::Prompted(prompt) = self.kind else {
            return Some(line);
        };
        let further = || prompt.after_further(line).filter(|_| is_open);
        let found = prompt.after(line).or_else(further);
        self.skipped += usize::from(found.is_none() && !line.trim().is_empty());
        found
    }

    /// Returns true if statements stand after a prompt.
    pub fn is_prompted(&self) -> bool {
        matches!(self.kind, TranscriptKind::Prompted(_))
    }

    /// Returns a note if lines were skipped.
    pub fn note(&self) -> Option<String> {
        let TranscriptKind::Prompted(prompt) = self.kind else {
            return None;
        };
        let mark = prompt.first.replace("[]", "[1]");
        let lines = counted(self.skipped as u64, "line");
        (self.skipped > 0)
            .then(|| format!("only what follows {mark} is run; {lines} without it skipped"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_stand_after_the_prompt_of_the_first_line() {
        let check = |lines: &[&str], expected: &[&str]| {
            let mut transcript = Transcript::default();
            let mut is_open = false;
            let mut found = Vec::new();
            for line in lines {
                if let Some(statement) = transcript.statement(line, is_open) {
                    is_open = statement.ends_with('(');
                    found.push(statement);
                }
            }
            assert_eq!(found, expected, "{lines:?}");
        };
        check(&["> a = 2", "> a^2", "4", ">"], &["a = 2", "a^2", ""]);
        check(&[">>> a = 2", "> b", "2.0", ">>> (", "... 2)"], &["a = 2", "(", "2)"]);
        check(&["> (", "| 2)", "| 3", "> (", "  2)"], &["(", "2)", "(", "2)"]);
        check(
            &["In [1]: a = 2", "", "In [12]: (", "    ...: 2)", "Out[12]: 2"],
            &["a = 2", "(", "2)"],
        );
        check(&["In [1]", "Inn = 2"], &["In [1]", "Inn = 2"]);
        check(&[">a = 2", "> a", "2", ">a^2", "4"], &["a = 2", "a", "a^2"]);
        check(&[">>>a = 2", "2", ">>> b"], &["a = 2", "b"]);
        check(&["> a", ">= 2"], &["a"]);
        check(&["# a", "> b", "c"], &["# a", "b"]);
        check(&["", "a = 2", "> b"], &["", "a = 2", "> b"]);
    }
}
