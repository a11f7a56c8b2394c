//! A lesson on the page.

use std::convert::Infallible;
use std::mem;

use serde::Serialize;

use super::markup::Markup;
use super::run::Entry;
use super::{Page, Reply};
use crate::command::{Files, RunOptions};
use crate::core::session::Session;
use crate::parts::lessons::{HandIn, Player, Reading, Stage, Step, html};
use crate::render::Canvas;
use crate::report::{LessonStep, LessonWish, Role};

/// The size limit of a lesson, in bytes.
const MOST_BYTES: usize = 1 << 20;

/// The progress of a lesson.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Progress {
    title: String,
    /// The parts shown, and all.
    shown: usize,
    parts: usize,
    /// The goal of the current task.
    goal: Option<String>,
    /// True while a question waits for an answer.
    asks: bool,
}

/// Opens a lesson with a seed, or returns the error.
fn opened(text: &str, seed: Option<String>) -> Result<Player, String> {
    if text.len() > MOST_BYTES {
        return Err("it is larger than 1 MB".to_owned());
    }
    let number =
        |seed: String| seed.parse().map_err(|_| format!("the seed {seed:?} is not a whole number"));
    let seed = seed.map(number).transpose()?;
    Player::open(text, HandIn { seed, ..HandIn::default() })
}

/// The prose of a lesson as an entry.
fn read(prose: &str) -> Option<Entry> {
    let prose = Some(html(prose, "", Reading::Page)).filter(|prose| !prose.trim().is_empty());
    prose.map(|prose| Entry { prose: Some(prose), ..Entry::default() })
}

struct OnPage<'page> {
    page: &'page mut Page,
    entries: Vec<Entry>,
}

impl Stage for OnPage<'_> {
    type Error = Infallible;

    fn session(&mut self) -> &mut Session {
        &mut self.page.session
    }

    fn clear(&mut self) {
        self.page.clear();
    }

    fn show(&mut self, step: Step<'_>) -> Result<(), Infallible> {
        self.entries.extend(match step {
            Step::Prose(prose) => read(prose),
            Step::Said(said) => read(&said),
            Step::Wrong(message) => {
                let mut markup = Markup::default();
                let _ = markup.put(Role::Wrong, &format!("{message}\n"));
                Some(Entry::answer(markup.finish()))
            }
            Step::Reply(report) => Some(Entry::answer(self.page.as_html("", Ok(report)))),
            Step::Shown(..) | Step::Waits => None,
        });
        Ok(())
    }

    fn run_block(&mut self, script: &str) -> Result<(), Infallible> {
        let options = RunOptions { watched: true, files: Files::Absent, ..RunOptions::default() };
        self.entries.extend(self.page.run_lines(script, options));
        Ok(())
    }

    fn quietly<T>(&mut self, act: impl FnOnce(&mut Self) -> T) -> T {
        let shown = mem::take(&mut self.entries);
        let done = act(self);
        self.entries = shown;
        done
    }
}

impl Page {
    /// Runs `act` on the current lesson, and returns its output.
    fn play(
        &mut self,
        act: impl FnOnce(&mut Player, &mut OnPage<'_>) -> Result<(), Infallible>,
    ) -> Vec<Entry> {
        let Some(mut player) = self.course.take() else { return Vec::new() };
        let mut stage = OnPage { page: self, entries: Vec::new() };
        let Ok(()) = act(&mut player, &mut stage);
        let entries = stage.entries;
        self.course = Some(player);
        entries
    }

    /// Begins a lesson.
    pub(super) fn open_lesson(&mut self, text: &str, seed: Option<String>) -> Reply {
        match opened(text, seed) {
            Ok(player) => self.course = Some(player),
            Err(doubt) => return Reply { doubt: Some(doubt), ..Reply::default() },
        }
        self.is_example = false;
        self.clear();
        self.turn(None)
    }

    /// Takes a step in the lesson, by default to the next part.
    pub(super) fn turn(&mut self, step: Option<LessonStep>) -> Reply {
        self.let_go();
        let mut is_left = false;
        let entries = self.play(|player, stage| match step {
            None => player.go_on(stage),
            Some(step) => player.take(stage, step).map(|goes_on| is_left = !goes_on),
        });
        if is_left {
            self.course = None;
        }
        self.with_answers(entries)
    }

    /// Carries out `:lesson`.
    pub(super) fn wish(&mut self, wish: LessonWish, reply: &mut Reply) {
        let step = match wish {
            LessonWish::Open(name) => {
                reply.wanted = Some(name.to_owned());
                return;
            }
            LessonWish::Step(step) => step,
        };
        if self.course.is_none() {
            reply.entries.push(Entry::noted("no lesson is running"));
        }
        let turned = self.turn(Some(step));
        reply.entries.extend(turned.entries);
        reply.handed = turned.handed;
    }

    /// Handles typed text in a lesson; `None` if no lesson is running.
    pub(super) fn type_in_lesson(&mut self, text: &str) -> Option<Reply> {
        self.course.as_ref()?;
        if text.trim().is_empty() && !self.session.is_asking() {
            return Some(self.turn(None));
        }
        let entries = self.play(|player, stage| {
            if player.takes(stage, text)? {
                stage.entries.insert(0, Entry::told(text.to_owned()));
                return Ok(());
            }
            stage.entries.extend(stage.page.run(text));
            if stage.page.wished.is_some() { Ok(()) } else { player.after(stage, text) }
        });
        Some(self.with_answers(entries))
    }

    /// Counts a slider's statement for the task.
    pub(super) fn note_done(&mut self, text: &str) -> Vec<Entry> {
        self.play(|player, stage| player.after(stage, text))
    }

    /// A reply with these entries, and with the answers so far.
    fn with_answers(&self, entries: Vec<Entry>) -> Reply {
        let as_json = |it: &Player| serde_json::to_string_pretty(&it.answers).ok();
        Reply { entries, handed: self.course.as_ref().and_then(as_json), ..Reply::default() }
    }

    /// The submission of a learner.
    pub(super) fn hand_in(&mut self, name: String) -> Reply {
        if let Some(player) = &mut self.course {
            player.answers.name = Some(name.trim().to_owned()).filter(|name| !name.is_empty());
        }
        self.with_answers(Vec::new())
    }

    /// True if the picture hides grads because the lesson will ask for them.
    pub(super) fn asks_grads(&self) -> bool {
        self.course.as_ref().is_some_and(Player::asks_grads)
    }

    pub(super) fn progress(&self) -> Option<Progress> {
        let player = self.course.as_ref()?;
        let (shown, parts) = player.progress();
        let goal = player.goal().map(str::to_owned);
        Some(Progress { title: player.title(), shown, parts, goal, asks: self.session.is_asking() })
    }
}
