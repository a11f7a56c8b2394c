//! Pasted transcripts: what was typed in them stands after a prompt, the other lines are answers.

/// Tells the statements of a text from its answers, line by line.
#[derive(Debug, Default)]
pub struct Transcript {
    kind: Kind,
    skipped: usize,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Nothing but blank lines so far.
    #[default]
    Unknown,
    /// Statements, as they are.
    Plain,
    /// Statements after this prompt.
    Prompted(&'static str),
}

/// The prompts of gradcalc and of Python, each with those before further lines of a statement.
const PROMPTS: [(&str, [&str; 2]); 2] = [("> ", ["| ", "  "]), (">>> ", ["... ", "... "])];

impl Transcript {
    /// Returns the statement, or the part of the open one, on a line; none for an answer.
    pub fn statement<'line>(&mut self, line: &'line str, is_open: bool) -> Option<&'line str> {
        if self.kind == Kind::Unknown && !line.trim().is_empty() {
            let prompt = PROMPTS.iter().find(|(prompt, _)| after(line, prompt).is_some());
            self.kind = prompt.map_or(Kind::Plain, |(prompt, _)| Kind::Prompted(prompt));
        }
        let Kind::Prompted(prompt) = self.kind else {
            return Some(line);
        };
        let further = PROMPTS.iter().filter(|(first, _)| is_open && *first == prompt);
        let mut further = further.flat_map(|(_, further)| further);
        let found =
            after(line, prompt).or_else(|| further.find_map(|mark| line.strip_prefix(mark)));
        self.skipped += usize::from(found.is_none() && !line.trim().is_empty());
        found
    }

    /// Returns a statement as its line was.
    pub fn line_of(&self, statement: String) -> String {
        match self.kind {
            Kind::Prompted(prompt) => format!("{prompt}{statement}"),
            _ => statement,
        }
    }

    /// Returns true if statements stand after a prompt.
    pub fn is_prompted(&self) -> bool {
        matches!(self.kind, Kind::Prompted(_))
    }

    /// Returns a note if lines were skipped.
    pub fn note(&self) -> Option<String> {
        let Kind::Prompted(prompt) = self.kind else {
            return None;
        };
        let lines = match self.skipped {
            0 => return None,
            1 => "the line without it is".to_owned(),
            several => format!("the {several} lines without it are"),
        };
        Some(format!("what stands after {} is run, and {lines} skipped", prompt.trim_end()))
    }
}

/// What stands after a prompt, which may end the line.
fn after<'line>(line: &'line str, prompt: &str) -> Option<&'line str> {
    line.strip_prefix(prompt).or_else(|| (line == prompt.trim_end()).then_some(""))
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
        check(&["", "a = 2", "> b"], &["", "a = 2", "> b"]);
    }
}
