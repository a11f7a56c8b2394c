//! The line editor's helper: completion, preview and colors while a line is typed.

use std::borrow::Cow;
use std::cell::Cell;

use rustyline::completion::{Completer, Pair};
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hint, Hinter};
use rustyline::validate::Validator;
use rustyline::{CompletionType, Context, Helper};

use super::complete::{complete, listed};
use super::highlight::inks;
use super::preview::{LONGEST, preview};
use crate::language::harmless;
use crate::session::Session;
use crate::shell::paint::{Ink, inked};
use crate::shell::screen::in_ascii;

/// The state needed while a line is typed.
#[derive(Default)]
pub struct Typing {
    /// The session, moved here while a line is read.
    pub session: Session,
    /// The earlier lines of an open statement, with their newlines.
    pub pending: String,
    /// True if only ASCII can be shown.
    pub ascii: bool,
    /// True if there are colors.
    pub is_colored: bool,
    /// True if files may be listed.
    pub files: bool,
    /// The width of a list of candidates.
    pub columns: usize,
    /// True if the line is blank.
    pub blank: Cell<bool>,
    /// True when the finished line is redrawn for the last time.
    leaving: Cell<bool>,
}

/// A preview: shown after the line, never inserted.
pub struct Preview(String);

impl Hint for Preview {
    fn display(&self) -> &str {
        &self.0
    }

    fn completion(&self) -> Option<&str> {
        None
    }
}

impl Helper for Typing {}

impl Validator for Typing {}

impl Typing {
    /// The statement so far: the pending lines and `line`.
    fn whole<'line>(&self, line: &'line str) -> Cow<'line, str> {
        if self.pending.is_empty() {
            Cow::Borrowed(line)
        } else {
            Cow::Owned(format!("{}{line}", self.pending))
        }
    }

    /// The line with its colors.
    pub fn colored<'line>(&self, line: &'line str, cursor: Option<usize>) -> Cow<'line, str> {
        if line.len() > LONGEST && line.chars().nth(LONGEST).is_some() {
            return Cow::Borrowed(line);
        }
        let before = self.pending.len();
        let whole = self.whole(line);
        let mut colored = String::with_capacity(4 * line.len());
        let mut at = before;
        for (lexeme, ink) in inks(&self.session, &whole, cursor.map(|at| before + at)) {
            let (start, end) = (lexeme.span.start as usize, lexeme.span.end as usize);
            if start < before {
                continue;
            }
            colored.push_str(whole.get(at..start).unwrap_or_default());
            colored.push_str(&inked(ink, whole.get(start..end).unwrap_or_default()).to_string());
            at = end;
        }
        colored.push_str(whole.get(at..).unwrap_or_default());
        Cow::Owned(colored)
    }

    /// The preview of the statement so far, with its mark.
    pub fn preview(&self, line: &str) -> Option<String> {
        const WIDEST: usize = 70;
        let text: String =
            preview(&self.session, &self.whole(line))?.chars().take(WIDEST).collect();
        let marked = format!("  → {text}");
        Some(if self.ascii { in_ascii(&marked) } else { marked })
    }
}

impl Hinter for Typing {
    type Hint = Preview;

    fn hint(&self, line: &str, _: usize, _: &Context<'_>) -> Option<Preview> {
        self.blank.set(line.trim().is_empty());
        // In a multi-line edit the cursor may not be on the last line.
        if self.blank.get() || line.contains('\n') { None } else { self.preview(line).map(Preview) }
    }
}

/// Used even without colors, to show pasted text without its control characters. The line is run
/// with them, and refused as from a pipe.
impl Highlighter for Typing {
    fn highlight<'l>(&self, line: &'l str, cursor: usize) -> Cow<'l, str> {
        let cursor = (!self.leaving.get()).then_some(cursor);
        match harmless(line) {
            shown if !self.is_colored => shown,
            Cow::Borrowed(line) => self.colored(line, cursor),
            Cow::Owned(shown) => Cow::Owned(self.colored(&shown, None).into_owned()),
        }
    }

    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _: bool) -> Cow<'b, str> {
        // During a search, the prompt contains the search text.
        harmless(prompt)
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        if self.is_colored {
            Cow::Owned(inked(Ink::Preview, hint).to_string())
        } else {
            Cow::Borrowed(hint)
        }
    }

    fn highlight_candidate<'c>(&self, candidate: &'c str, _: CompletionType) -> Cow<'c, str> {
        match candidate.find("  ").or_else(|| candidate.find(" = ")) {
            Some(at) if self.is_colored => {
                let (name, about) = candidate.split_at(at);
                Cow::Owned(format!("{name}{}", inked(Ink::Preview, about)))
            }
            _ => Cow::Borrowed(candidate),
        }
    }

    fn highlight_char(&self, line: &str, _: usize, kind: CmdKind) -> bool {
        self.leaving.set(kind == CmdKind::ForcedRefresh);
        self.is_colored && !self.leaving.get() && line.len() <= 4 * LONGEST
    }
}

impl Completer for Typing {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        cursor: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let line = line.get(..cursor).unwrap_or(line);
        let (start, found) = complete(&self.session, self.files, &self.whole(line));
        let lines = listed(&found, self.columns);
        let pair = |(candidate, display): (super::complete::Candidate, String)| Pair {
            display: if self.ascii { in_ascii(&display) } else { display },
            replacement: candidate.text,
        };
        let start = start.saturating_sub(self.pending.len());
        Ok((start, found.into_iter().zip(lines).map(pair).collect()))
    }
}
