//! The line editor's helper: completion, preview and colors while a line is typed.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::sync::atomic::Ordering;

use rustyline::completion::{Completer, Pair};
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hint, Hinter, HistoryHinter};
use rustyline::validate::Validator;
use rustyline::{CompletionType, Context, Helper};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::complete::{complete, listed};
use super::ending::Watch;
use super::highlight::inks;
use super::keys::KeyState;
use super::preview::{LONGEST, fitting, preview};
use crate::core::language::harmless;
use crate::core::session::Session;
use crate::render::in_ascii;
use crate::repl::color::{Ink, inked};

/// The state needed while a line is typed.
#[derive(Default)]
pub struct Typing {
    /// The session, moved here while a line is read.
    pub session: RefCell<Session>,
    /// The earlier lines of an open statement, with their newlines.
    pub pending: String,
    /// True if only ASCII can be shown.
    pub ascii: bool,
    /// True if there are colors.
    pub is_colored: bool,
    /// True if files may be listed.
    pub files: bool,
    /// The columns and the rows of a list of candidates.
    pub size: (usize, usize),
    /// True while the rows of a table are typed.
    pub takes_rows: bool,
    /// The state shared with key handlers.
    pub keys: KeyState,
    /// What ends the program by a signal.
    pub watch: Option<Watch>,
    /// True if the line is blank.
    pub blank: Cell<bool>,
    /// True when the finished line is redrawn for the last time.
    leaving: Cell<bool>,
}

/// Gray text after the line.
pub struct Gray {
    shown: String,
    /// The rest of an earlier line, which the right arrow inserts; `None` for a preview.
    rest: Option<String>,
}

impl Hint for Gray {
    fn display(&self) -> &str {
        &self.shown
    }

    fn completion(&self) -> Option<&str> {
        self.rest.as_deref()
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

    /// Ends the program if a signal asks for it: it wakes the line editor, which then draws the line.
    fn heed_signal(&self) {
        if let (Some(watch), Ok(mut session)) = (&self.watch, self.session.try_borrow_mut()) {
            watch.heed(&mut session);
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
        for (lexeme, ink) in inks(&self.session.borrow(), &whole, cursor.map(|at| before + at)) {
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
        /// The prompt and the mark.
        const AROUND: usize = 6;
        const NARROWEST: usize = 12;
        let room = self.size.0.saturating_sub(line.width() + AROUND).max(NARROWEST);
        let text = fitting(preview(&mut self.session.borrow_mut(), &self.whole(line))?, room)?;
        let marked = format!("  → {text}");
        Some(if self.ascii { in_ascii(&marked) } else { marked })
    }

    /// The rest of the latest earlier line with this start.
    fn continuation(&self, line: &str, at: usize, context: &Context<'_>) -> Option<Gray> {
        let rest = HistoryHinter::new().hint(line, at, context)?;
        let is_asking = self.session.borrow().is_asking();
        let is_shown = !is_asking && self.pending.is_empty() && !rest.contains('\n');
        let rest = is_shown.then(|| harmless(&rest).into_owned())?;
        Some(Gray { shown: self.fitting_after(line, &rest), rest: Some(rest) })
    }

    /// As much of a text as fits behind the line, in its last row on the screen. More rows of gray could scroll the line
    /// itself off the screen.
    fn fitting_after(&self, line: &str, text: &str) -> String {
        const PROMPT: usize = 2;
        let columns = self.size.0 + 1;
        let room = self.size.0.saturating_sub((PROMPT + line.width()) % columns);
        if text.width() <= room {
            return text.to_owned();
        }
        // The mark of what is left out takes a column.
        let mut width = 1;
        let fits = |c: &char| {
            width += c.width().unwrap_or(0);
            width <= room
        };
        let mut shown: String = text.chars().take_while(fits).collect();
        shown.push_str(if room == 0 { "" } else { "…" });
        if self.ascii { in_ascii(&shown) } else { shown }
    }
}

impl Hinter for Typing {
    type Hint = Gray;

    fn hint(&self, line: &str, at: usize, context: &Context<'_>) -> Option<Gray> {
        self.blank.set(line.trim().is_empty());
        let is_recalled = context.history_index() < context.history().len();
        self.keys.is_recalled.store(is_recalled, Ordering::Relaxed);
        // In a multi-line edit the cursor may not be on the last line.
        if self.blank.get() || self.takes_rows || line.contains('\n') {
            return None;
        }
        self.preview(line)
            .map(|shown| Gray { shown, rest: None })
            .or_else(|| self.continuation(line, at, context))
    }
}

/// Also used without colors, to show pasted text without control characters.
impl Highlighter for Typing {
    fn highlight<'l>(&self, line: &'l str, cursor: usize) -> Cow<'l, str> {
        self.heed_signal();
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
        let (start, found) = complete(&self.session.borrow(), self.files, &self.whole(line));
        let lines = listed(&found, self.size);
        let pair = |(candidate, display): (super::complete::Candidate, String)| Pair {
            display: if self.ascii { in_ascii(&display) } else { display },
            replacement: candidate.text,
        };
        let start = start.saturating_sub(self.pending.len());
        Ok((start, found.into_iter().zip(lines).map(pair).collect()))
    }
}
