//! The calculator in a browser: a [`Request`] in, a [`Reply`] out, both in JSON.
//!
//! `page/` contains the page itself.

mod circuit;
mod example;
mod lesson;
mod link;
mod markup;
mod neurons;
mod plots;
mod progress;
mod run;
mod sliders;
mod snapshot;
#[cfg(test)]
mod tests;

use std::time::Duration;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use crate::core::graph::{BYTES_PER_NODE, Value};
use crate::core::session::Session;
use crate::parts::learn::end_outdated;
use crate::parts::lessons::{Player, SHELF};
use crate::report::{LESSON_STEPS, LessonWish};
use circuit::{Drawn, Screen};
use plots::Pace;
use progress::{Tell, seldom};
use run::Entry;
use snapshot::State;

/// The memory limit of a session: a browser gives a page at most 4 GB.
const MEMORY: usize = 1 << 30;

/// The calculator behind one cell of a page.
#[derive(Debug)]
pub struct Page {
    session: Session,
    /// The clock, and the callback for progress.
    clock: fn() -> Duration,
    tell: Tell,
    /// The characters that fit on a line of the page.
    columns: usize,
    /// The picture that the page has.
    drawn: Drawn,
    /// True if its grads are up to date.
    is_passed: bool,
    /// The leaves that sliders are moving: one change to undo, until the last slider is released.
    dragged: IndexMap<String, sliders::Dragged>,
    /// The current training run, one change to undo.
    training: Option<sliders::Training>,
    /// The plot beside the picture, and its size; 0 if it was not shown.
    watched: plots::Watched,
    plot_room: (u32, u32),
    /// True if networks are drawn operation by operation.
    shows_operations: bool,
    /// True while the session is the example.
    is_example: bool,
    /// The leaf that is nudged.
    nudged: Option<Value>,
    /// True if line widths show grads, not weights.
    shows_grads: bool,
    course: Option<Player>,
    /// The request of `:lesson`.
    wished: Option<LessonWish>,
}

/// A request of the page.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "do", rename_all = "lowercase")]
enum Request {
    /// Run typed or pasted text.
    Type { text: String },
    /// Start with an example, which ends when the user starts a session.
    Example { text: String },
    /// Run the script of a link. Without `trusted` it may only build, within limits.
    Open { script: String, trusted: bool },
    /// Show the script of a link before it is run.
    Show { script: String },
    /// Move a leaf to a number; `last` ends a drag.
    Drag { name: String, number: f64, last: bool },
    /// Choose the current row; `last` ends a drag.
    Row { row: usize, last: bool },
    /// Show the effect of nudging a leaf; without one, stop.
    Nudge { name: Option<String> },
    /// Draw networks by operations or neurons, with line widths by grads or weights.
    Networks { operations: bool, grads: bool },
    /// Take steps of a training run, or end it; with no steps, pause it.
    Train {
        rate: String,
        #[serde(default)]
        kind: String,
        steps: u64,
        last: bool,
    },
    /// Start a lesson with a seed.
    Lesson { text: String, seed: Option<String> },
    /// Take a step in a lesson: `back`, `again`, `stop`, or `next`.
    Turn { to: String },
    /// Write the submission of a learner.
    Answers { name: String },
    /// End an exercise.
    Leave,
    /// Close the plot.
    Close,
    /// Write the session as a script and as a link.
    Save,
    /// Draw for a page of this size, with a plot in this room.
    Look { columns: usize, high: bool, small: bool, most: (u32, u32), plot: (u32, u32) },
}

impl Request {
    fn pace(&self) -> Pace {
        match self {
            Request::Drag { last: false, .. }
            | Request::Row { last: false, .. }
            | Request::Train { last: false, steps: 1, .. } => Pace::Stepped,
            Request::Train { last: false, steps: 2.., .. } => Pace::Trained,
            _ => Pace::Still,
        }
    }
}

/// A reply to the page.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Reply {
    /// Typed texts and their answers.
    entries: Vec<Entry>,
    /// True if the example ended.
    anew: Option<bool>,
    /// The state to show.
    state: Option<State>,
    /// The kinds of training steps, each with a description; after a look.
    kinds: Option<Vec<(String, String)>>,
    /// The built-in lessons, each with a description; after a look.
    lessons: Option<&'static [(&'static str, &'static str)]>,
    /// The submission.
    handed: Option<String>,
    /// The requested lesson.
    wanted: Option<String>,
    /// The outcome of steps.
    steps: Option<sliders::Steps>,
    /// The session as a script.
    script: Option<String>,
    /// The script with the exercise in progress, for sharing.
    shared: Option<String>,
    /// The shared script as a link; `None` if it is too long.
    link: Option<String>,
    /// The statements of a link, one a line, with invisible characters made visible.
    shown: Option<String>,
    /// The equivalent statement.
    statement: Option<String>,
    /// The reason why a link needs consent.
    doubt: Option<String>,
}

impl Reply {
    /// Reports a statement that was not typed.
    fn tell(&mut self, statement: String) {
        self.entries.push(Entry::told(statement.clone()));
        self.statement = Some(statement);
    }
}

fn new_session(clock: fn() -> Duration, tell: Tell) -> Session {
    let mut session = Session::new();
    session.budget().set_room(MEMORY / BYTES_PER_NODE);
    session.work_mut().tell_time_by(clock);
    session.work_mut().report_progress(seldom(clock, tell));
    session
}

impl Page {
    /// An empty session, with a clock and a callback for progress.
    pub fn new(clock: fn() -> Duration, tell: Tell) -> Page {
        Page {
            session: new_session(clock, tell),
            clock,
            tell,
            columns: 80,
            drawn: Drawn::default(),
            is_passed: false,
            dragged: IndexMap::default(),
            training: None,
            watched: plots::Watched::default(),
            plot_room: (0, 0),
            shows_operations: false,
            is_example: false,
            nudged: None,
            shows_grads: false,
            course: None,
            wished: None,
        }
    }

    /// Replies to a request, both in JSON.
    pub fn reply(&mut self, request: &str) -> String {
        let reply = match serde_json::from_str(request) {
            Ok(request) => self.act(request),
            Err(error) => Reply { doubt: Some(error.to_string()), ..Reply::default() },
        };
        serde_json::to_string(&reply).unwrap_or_default()
    }

    /// Completes a reply after numbers moved: ends the exercise, and counts the statement for a
    /// task.
    fn counted(&mut self, mut reply: Reply) -> Reply {
        let note = end_outdated(&mut self.session);
        reply.entries.extend(note.map(|note| Entry::noted(&note)));
        if let Some(statement) = &reply.statement {
            reply.entries.extend(self.note_done(statement));
        }
        reply
    }

    fn act(&mut self, request: Request) -> Reply {
        self.is_passed = false;
        let pace = request.pace();
        let mut reply = match request {
            Request::Save => return self.save(),
            Request::Show { script } => {
                let shown = Some(run::shown(&link::listed(&script)));
                return Reply { shown, ..Reply::default() };
            }
            Request::Type { text } => self.type_in(&text),
            Request::Example { text } => {
                self.clear();
                let entries = self.run(&text);
                self.is_example = true;
                Reply { entries, ..Reply::default() }
            }
            Request::Open { script, trusted } => self.open(&script, trusted),
            Request::Drag { name, number, last } => self.drag(&name, number, last),
            Request::Lesson { text, seed } => self.open_lesson(&text, seed),
            Request::Turn { to } => {
                let step = LESSON_STEPS.iter().find(|(word, _)| *word == to);
                self.turn(step.map(|(_, step)| *step))
            }
            Request::Answers { name } => self.hand_in(name),
            Request::Row { row, last } => self.look_at_row(row, last),
            Request::Nudge { name } => {
                let named = |name: String| self.session.names().resolve(&name);
                self.nudged = name.and_then(named);
                Reply::default()
            }
            Request::Networks { operations, grads } => {
                (self.shows_operations, self.shows_grads) = (operations, grads);
                Reply::default()
            }
            Request::Train { rate, kind, steps, last } => self.train(&rate, &kind, steps, last),
            Request::Leave => {
                self.session.leave_practice();
                Reply::default()
            }
            Request::Close => {
                self.watched = plots::Watched::default();
                Reply::default()
            }
            Request::Look { columns, high, small, most, plot } => {
                self.columns = columns.clamp(run::NARROWEST, run::WIDEST);
                self.plot_room = plot;
                self.drawn.put_on(Screen { is_high: high, is_small: small, most });
                Reply { kinds: Some(sliders::kinds()), lessons: Some(&SHELF), ..Reply::default() }
            }
        };
        reply.state = Some(self.state(pace));
        reply
    }

    fn type_in(&mut self, text: &str) -> Reply {
        self.let_go();
        let anew = self.outgrow_example(text).then_some(true);
        self.nudged = None;
        let travels = self.session.journal().travels();
        let mut reply = match self.type_in_lesson(text) {
            Some(reply) => reply,
            None => Reply { entries: self.run(text), ..Reply::default() },
        };
        // A session rebuilt from a script has no history.
        let is_undone = self.session.journal().travels() > travels;
        reply.script = is_undone.then(|| self.session.script());
        if let Some(wish) = self.wished.take() {
            self.wish(wish, &mut reply);
        }
        Reply { anew, ..reply }
    }
}
