//! A lesson on the page: a part at a time is shown and run, its questions asked and its tasks set.

mod parts;
mod typing;

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::markup::Markup;
use super::run::Entry;
use super::{Page, Reply};
use crate::core::graph::Order;
use crate::core::language::visible_text;
use crate::core::session::Session;
use crate::parts::lessons::{Asking, Attempt, HandIn, Lesson, SHELF, asked_ahead};
use crate::render::Canvas;
use crate::report::{LessonStep, LessonWish, Role};

/// The most bytes of a lesson that a page takes.
const MOST_BYTES: usize = 1 << 20;

/// A lesson that is played, part by part.
#[derive(Debug)]
pub struct Course {
    text: String,
    lesson: Lesson,
    /// The parts that are shown at a time.
    units: Vec<Range<usize>>,
    /// How many of them have been shown.
    shown: usize,
    /// What was answered.
    answers: HandIn,
    stage: Stage,
    /// The changes that stood when the learner began to try things out, and true once something was typed.
    changes: u64,
    has_typed: bool,
}

/// What the learner is at.
#[derive(Debug)]
enum Stage {
    /// Reading, or at the end.
    Reading,
    /// Answering the quiz of the block of this number.
    Quiz(usize),
    /// Answering the question of the block of this number.
    Question(usize, Box<Asking>),
    /// Working on the task of the block of this number; true once it was said that going on leaves it.
    Task(usize, Attempt, bool),
}

/// A step in a lesson.
#[derive(Debug, Clone, Copy, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Turn {
    /// To the next part.
    Next,
    /// To the part before.
    Back,
    /// To the beginning of the part.
    Again,
    /// Out of the lesson.
    Stop,
}

/// How far a lesson is.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Progress {
    title: String,
    /// The parts shown, and all.
    shown: usize,
    parts: usize,
    /// The goal of the task that is worked on.
    goal: Option<String>,
    /// True while a question waits for an answer.
    asks: bool,
}

/// A lesson that comes with the calculator.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OnShelf {
    name: String,
    about: String,
}

/// The lessons that come with the calculator.
pub(super) fn shelf() -> Vec<OnShelf> {
    SHELF
        .iter()
        .map(|(name, about)| OnShelf { name: (*name).into(), about: (*about).into() })
        .collect()
}

impl Course {
    /// Opens a lesson.
    fn new(text: String) -> Course {
        let lesson = Lesson::read(&text);
        let units = lesson.units(&text);
        let answers = HandIn { title: lesson.title.clone(), ..HandIn::default() };
        let (shown, stage, changes, has_typed) = (0, Stage::Reading, 0, false);
        Course { text, lesson, units, shown, answers, stage, changes, has_typed }
    }

    /// Begins again after so many units.
    fn begin_again(&mut self, shown: usize) {
        let start = self.units.get(shown).map_or(self.lesson.parts.len(), |unit| unit.start);
        self.answers.begin_again(self.lesson.first_block_from(start));
        self.shown = shown;
    }

    /// Notes that from here on the learner tries things out.
    fn begin_reading(&mut self, session: &Session) {
        (self.stage, self.has_typed) = (Stage::Reading, false);
        self.changes = session.journal().standing();
    }

    /// Where the parts end that have been shown.
    fn end(&self, shown: usize) -> usize {
        shown.checked_sub(1).and_then(|last| self.units.get(last)).map_or(0, |it| it.end)
    }
}

impl Page {
    /// Begins a lesson.
    pub(super) fn open_lesson(&mut self, text: String) -> Reply {
        if text.len() > MOST_BYTES {
            let doubt = Some("it has more than a megabyte".to_owned());
            return Reply { doubt, ..Reply::default() };
        }
        self.course = Some(Course::new(text));
        self.is_example = false;
        self.restore(0);
        let entries = self.next_part();
        self.with_answers(entries)
    }

    /// Takes a step in the lesson.
    pub(super) fn turn(&mut self, turn: Turn) -> Reply {
        let Some(course) = &mut self.course else { return Reply::default() };
        let shown = course.shown;
        let from = match turn {
            Turn::Next => {
                let entries = self.next_part();
                return self.with_answers(entries);
            }
            Turn::Stop => {
                self.course = None;
                Attempt::leave(&mut self.session);
                self.session.leave_practice();
                return Reply {
                    entries: vec![Entry::noted("The lesson is left; what it has made stays.")],
                    ..Reply::default()
                };
            }
            Turn::Again => shown.saturating_sub(1),
            Turn::Back => shown.saturating_sub(2),
        };
        course.begin_again(from);
        self.restore(from);
        let entries = self.next_part();
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
            reply.entries.push(Entry::noted("no lesson is played"));
        }
        let turned = match step {
            LessonStep::Back => self.turn(Turn::Back),
            LessonStep::Again => self.turn(Turn::Again),
            LessonStep::Stop => self.turn(Turn::Stop),
        };
        reply.entries.extend(turned.entries);
        reply.handed = turned.handed;
    }

    /// A reply with these entries, and with the answers so far.
    fn with_answers(&self, entries: Vec<Entry>) -> Reply {
        let answers = self.course.as_ref().map(|course| &course.answers);
        let handed = answers.and_then(|it| serde_json::to_string_pretty(it).ok());
        Reply { entries, handed, ..Reply::default() }
    }

    /// The answers of a learner, to hand in.
    pub(super) fn hand_in(&mut self, name: String) -> Reply {
        if let Some(course) = &mut self.course {
            course.answers.name = Some(name.trim().to_owned()).filter(|name| !name.is_empty());
        }
        self.with_answers(Vec::new())
    }

    /// True if the next line answers a question.
    pub(super) fn is_asked(&self) -> bool {
        let stage = self.course.as_ref().map(|course| &course.stage);
        matches!(stage, Some(Stage::Question(..))) || self.session.is_asking()
    }

    /// By number, true for the nodes whose grads the lesson is about to ask for; empty if it asks for none.
    pub(super) fn asked_next(&self, order: &Order) -> Vec<bool> {
        let Some(course) = &self.course else { return Vec::new() };
        let waits = match course.stage {
            Stage::Question(block, _) => Some(block),
            _ => None,
        };
        let mut parts = course.lesson.parts.iter();
        let waiting = waits.and_then(|block| parts.position(|part| part.block == Some(block)));
        let from = waiting.unwrap_or_else(|| course.end(course.shown));
        asked_ahead(&self.session, course.lesson.parts.get(from..).unwrap_or_default(), order)
    }

    /// How far the lesson is.
    pub(super) fn progress(&self) -> Option<Progress> {
        let course = self.course.as_ref()?;
        let goal = match &course.stage {
            Stage::Task(_, attempt, _) => Some(attempt.task().goal.0.clone()),
            _ => None,
        };
        let title = match course.answers.title.as_str() {
            "" => "a lesson".to_owned(),
            title => visible_text(title),
        };
        Some(Progress {
            title,
            shown: course.shown,
            parts: course.units.len(),
            goal,
            asks: self.is_asked(),
        })
    }
}

/// A sentence of the page's own in a role.
fn said(role: Role, text: &str) -> Entry {
    let mut markup = Markup::default();
    // What is written to a string is written.
    let _ = markup.put(role, text);
    Entry::replied("", String::new(), markup.finish())
}
