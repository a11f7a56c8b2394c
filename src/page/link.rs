//! A session in a link, and what a link may do without consent.

use super::{Page, Reply};
use crate::command::syntax::{Statement, is_command, parse, statements};
use crate::command::{Files, RunOptions, Texts, find};
use crate::core::language::{Span, Token, tokens, visible_text};
use crate::parts::learn::Practice;

/// The longest link: mail programs and others cut longer ones.
const LONGEST: usize = 8_000;

/// The limits of a script without consent: its bytes and its nodes. The page limits its time.
const MOST_BYTES: usize = 100_000;
const MOST_NODES: usize = 20_000;

impl Page {
    /// Writes the session as a script and as a link.
    pub(super) fn save(&mut self) -> Reply {
        let script = self.session.script();
        let shared = self.exercise().map_or_else(|| script.clone(), |it| format!("{script}{it}\n"));
        let link = Some(compact(&shared)).filter(|link| link.len() <= LONGEST);
        Reply { script: Some(script), shared: Some(shared), link, ..Reply::default() }
    }

    /// The statement that begins the exercise in progress: the receiver gets the exercise, not its
    /// answers.
    fn exercise(&self) -> Option<String> {
        let practice = self.session.practice().filter(|practice| !practice.is_over())?;
        let root = self.session.names().reference(practice.context().root_node());
        Some(match practice {
            Practice::ByHand(_) => format!(":back {root}"),
            Practice::Quiz(quiz) => format!(":quiz {root}{}", quiz.arguments()),
        })
    }

    /// Runs the script of a link in a new session.
    pub(super) fn open(&mut self, script: &str, trusted: bool) -> Reply {
        let options = RunOptions { files: Files::Absent, ..RunOptions::default() };
        if trusted {
            return Reply { entries: self.run_lines(script, options), ..Reply::default() };
        }
        if let Some(doubt) = doubt(script) {
            return Reply { doubt: Some(doubt), ..Reply::default() };
        }
        let budget = self.session.budget();
        let (room, refusals) = (budget.most(), budget.refusals());
        budget.set_room(MOST_NODES);
        let entries = self.run_lines(script, options);
        let budget = self.session.budget();
        budget.set_room(room);
        if budget.refusals() > refusals {
            self.session.reset();
            self.session.forget_history();
            let doubt = Some(format!("needs more than {MOST_NODES} nodes"));
            return Reply { doubt, ..Reply::default() };
        }
        Reply { entries, ..Reply::default() }
    }
}

/// Returns why a script needs consent.
fn doubt(script: &str) -> Option<String> {
    if script.len() > MOST_BYTES {
        return Some(format!("is {} bytes long", script.len()));
    }
    let builds = |statement: &str| match parse(statement) {
        Ok(Statement::Command(typed)) => {
            let command = find(typed.name, Span::default(), false);
            command.map_or(true, |command| command.in_links)
        }
        _ => true,
    };
    let texts = Texts::of(script);
    let mut all = texts.iter().flat_map(|text| statements(&text.typed, 0));
    let (_, other) = all.find(|(_, it)| !builds(it))?;
    let start: String = other.trim().chars().take(80).collect();
    Some(format!("runs {}", visible_text(&start)))
}

/// Returns a script with a line for each statement.
pub(super) fn listed(script: &str) -> String {
    let texts = Texts::of(script);
    let lines = texts.iter().flat_map(|text| statements(&text.typed, 0).map(|(_, it)| it.trim()));
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns a script on one line, without comments and redundant blanks.
fn compact(script: &str) -> String {
    let texts = Texts::of(script);
    texts.iter().map(|text| compact_statement(&text.typed)).collect::<Vec<_>>().join(";")
}

fn compact_statement(written: &str) -> String {
    /// Marks without blanks beside them, except in a command.
    const MARKS: &str = "=+-*/^()[],;";
    let is_command = is_command(written);
    let mut text = String::new();
    let mut last = 0;
    for token in tokens(written).into_iter().filter(Token::is_code) {
        let found = token.span.of(written);
        let is_free = |it: Option<char>| it.is_none_or(|it| MARKS.contains(it)) && !is_command;
        let start = token.span.start as usize;
        if start > last && !is_free(text.chars().last()) && !is_free(found.chars().next()) {
            text.push(' ');
        }
        text.push_str(found);
        last = token.span.end as usize;
    }
    text.trim_start().to_owned()
}
