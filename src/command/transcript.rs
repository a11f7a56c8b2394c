//! Pasted transcripts: what was typed in them stands after a prompt, the other lines are answers.

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
    /// The prompt, the first one where they are numbered.
    first: &'static str,
    /// Those before further lines of a statement, without what aligns them.
    further: [&'static str; 2],
}

/// The prompts of gradcalc, of Python and of IPython.
static PROMPTS: [Prompt; 3] = [
    Prompt { first: "> ", further: ["| ", "  "] },
    Prompt { first: ">>> ", further: ["... ", "... "] },
    Prompt { first: "In [1]: ", further: ["...: ", "...: "] },
];

impl Prompt {
    /// What stands after it, which may end the line; hasty typing leaves out its blank.
    fn after<'line>(&self, line: &'line str) -> Option<&'line str> {
        let (start, end) = self.first.split_once('1').unwrap_or((self.first.trim_end(), ""));
        let mut rest = line.strip_prefix(start)?;
        if !end.is_empty() {
            let number = rest.trim_start_matches(|it: char| it.is_ascii_digit());
            rest = number.strip_prefix(end.trim_end())?;
        }
        // Longer marks, and a comparison, are something else.
        let is_mark = !rest.starts_with(['>', '=']);
        is_mark.then(|| rest.strip_prefix(' ').unwrap_or(rest))
    }

    /// What stands after a prompt for further lines.
    fn after_further<'line>(&self, line: &'line str) -> Option<&'line str> {
        self.further.iter().find_map(|mark| {
            // Those of IPython are aligned.
            let is_aligned = mark.ends_with(": ");
            let line = if is_aligned { line.trim_start() } else { line };
            line.strip_prefix(mark)
        })
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
        let lines = match self.skipped {
            0 => return None,
            1 => "the line without it is".to_owned(),
            several => format!("the {several} lines without it are"),
        };
        Some(format!("what follows {} is run, and {lines} skipped", prompt.first.trim_end()))
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
