//! Pasted transcripts: statements follow a prompt; other lines are answers.

use crate::report::counted;

/// The prompt of a transcript, without its blank and number, and the marks of continuation lines.
type Prompt = (&'static str, [&'static str; 2]);

/// The prompts of gradcalc, of Python and of IPython.
static PROMPTS: [Prompt; 3] =
    [(">", ["| ", "  "]), (">>>", ["... ", "... "]), ("In []:", ["...: ", "...: "])];

/// Distinguishes the statements of a text from its answers, line by line.
#[derive(Debug, Default)]
pub struct Transcript {
    /// The prompt, known from the first line that is not blank, a banner or a fence.
    prompt: Option<Option<&'static Prompt>>,
    /// The blanks before the prompt.
    indent: String,
    /// True after a fence of Markdown above the first statement.
    is_fenced: bool,
    skipped: usize,
}

/// Begins a fence of Markdown.
const FENCE: &str = "```";

/// Returns true for the line that the prompt begins with, `gradcalc 0.2.0; type :help or :help all`, and those of
/// Python.
fn is_banner(line: &str) -> bool {
    let has_version = |name: &str| {
        let rest = line.trim_start().strip_prefix(name).and_then(|it| it.strip_prefix(' '));
        rest.is_some_and(|it| it.starts_with(|it: char| it.is_ascii_digit()) && it.contains('.'))
    };
    has_version("gradcalc") && line.contains("; type :help")
        || has_version("Python")
        || line.starts_with("Type \"help\", \"copyright\"")
        || line.starts_with("Type 'copyright'")
        || has_version("IPython")
}

/// The text after a prompt; the blank after it is optional.
fn after<'line>((prompt, _): &Prompt, line: &'line str) -> Option<&'line str> {
    let (start, end) = prompt.split_at(prompt.find(']').unwrap_or(prompt.len()));
    let rest = line.strip_prefix(start)?;
    let number = if end.is_empty() { "" } else { "0123456789" };
    let rest = rest.trim_start_matches(|it| number.contains(it)).strip_prefix(end)?;
    // A longer mark or a comparison is no prompt.
    let is_mark = !rest.starts_with(['>', '=']);
    is_mark.then(|| rest.strip_prefix(' ').unwrap_or(rest))
}

/// The text after a mark for further lines, which IPython aligns.
fn after_further<'line>((_, further): &Prompt, line: &'line str) -> Option<&'line str> {
    let aligned = if further[0].ends_with(": ") { line.trim_start() } else { line };
    further.iter().find_map(|mark| aligned.strip_prefix(mark))
}

impl Transcript {
    /// Returns the statement, or the part of the open statement, on a line; `None` for an answer.
    pub fn statement<'line>(&mut self, line: &'line str, is_open: bool) -> Option<&'line str> {
        let says_nothing = line.trim().is_empty() || line.trim_start().starts_with('#');
        let is_fence = line.trim_start().starts_with(FENCE);
        if self.prompt.is_none() && (is_fence || is_banner(line)) {
            self.is_fenced |= is_fence;
            self.skipped += 1;
            return None;
        }
        if self.prompt.is_none() && !says_nothing {
            let code = line.trim_start();
            self.prompt = Some(PROMPTS.iter().find(|prompt| after(prompt, code).is_some()));
            self.indent = line.strip_suffix(code).unwrap_or_default().to_owned();
        }
        let Some(prompt) = self.prompt.flatten() else {
            return Some(line).filter(|_| !(is_fence && self.is_fenced));
        };
        let line = line.strip_prefix(&self.indent).unwrap_or(line);
        let found = after(prompt, line).or_else(|| after_further(prompt, line).filter(|_| is_open));
        self.skipped += usize::from(found.is_none() && !line.trim().is_empty());
        found
    }

    /// Returns true if statements stand after a prompt.
    pub fn is_prompted(&self) -> bool {
        self.prompt.flatten().is_some()
    }

    /// Returns a note if lines were skipped.
    pub fn note(&self) -> Option<String> {
        let (mark, _) = self.prompt.flatten().filter(|_| self.skipped > 0)?;
        let (mark, lines) = (mark.replace("[]", "[1]"), counted(self.skipped as u64, "line"));
        Some(format!("ran the lines that begin with {mark}; {lines} skipped"))
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
        let banner = "gradcalc 0.2.0; type :help or :help all";
        check(&[banner, "> b = 7", "b = 7", "> 2*b", "14"], &["b = 7", "2*b"]);
        check(&["```text", "> a = 2", "> a^2", "4", "```"], &["a = 2", "a^2"]);
        check(&["```", "a = 2", "a^2", "```"], &["a = 2", "a^2"]);
        check(&["  > c = 5", "  c = 5", "  > (", "  | 2)"], &["c = 5", "(", "2)"]);
        check(&["  > (", "    2)", "> d"], &["(", "2)", "d"]);
        check(&["\t> c", "\t> d"], &["c", "d"]);
        check(&[banner, "", "```", "  > c"], &["", "c"]);
        check(&["    >>> a", "    2.0", "    ... b"], &["a"]);
        check(&["Python 3.11.2 (main, Nov 30 2024)", ">>> a = 2", "2"], &["a = 2"]);
        check(&["gradcalc = 2", "```"], &["gradcalc = 2", "```"]);
        check(&["", "a = 2", "> b"], &["", "a = 2", "> b"]);
    }
}
