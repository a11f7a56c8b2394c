//! The calculator in a browser: a request in, answers as HTML and the numbers of the picture out.
//!
//! `page/` holds the element and the page that ask. Both sides speak JSON: [`Request`] is what is
//! asked, [`Reply`] what is answered.

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

/// The memory that a session may take. A browser gives a page 4 GB at most, and has other pages.
const MEMORY: usize = 1 << 30;

/// The calculator behind one cell of a page.
#[derive(Debug)]
pub struct Page {
    session: Session,
    /// The time since some moment, and what is told how far long work is.
    clock: fn() -> Duration,
    tell: Tell,
    /// The characters that fit on a line of the page.
    columns: usize,
    /// The picture that the page has.
    drawn: Drawn,
    /// True if its grads are those of the present numbers.
    is_passed: bool,
    /// The leaves that sliders are moving: all moves, until the last slider is let go, are one
    /// change to undo.
    dragged: IndexMap<String, sliders::Dragged>,
    /// The training run that goes on, which is one change to undo.
    training: Option<sliders::Training>,
    /// The plot beside the picture, and its width and height; 0 while nobody has seen one.
    watched: plots::Watched,
    plot_room: (u32, u32),
    /// True if networks are drawn operation by operation.
    shows_operations: bool,
    /// True while the session is one that nobody typed.
    is_example: bool,
    /// The leaf that is nudged.
    nudged: Option<Value>,
    /// True if lines of networks are as wide as grads, not weights.
    shows_grads: bool,
    /// The lesson that is played.
    course: Option<Player>,
    /// What `:lesson` has asked for.
    wished: Option<LessonWish>,
}

/// What the page asks.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "do", rename_all = "lowercase")]
enum Request {
    /// Run what was typed or pasted.
    Type { text: String },
    /// Begin anew with an example, which goes when something else is begun.
    Example { text: String },
    /// Run the script of a link. It was written by who knows whom: without `trusted` it may only
    /// build, and only so much.
    Open { script: String, trusted: bool },
    /// Show the script of a link before it is run.
    Show { script: String },
    /// Move a leaf to a number; the last move of a drag says so.
    Drag { name: String, number: f64, last: bool },
    /// Look at another row; the last of a drag says so.
    Row { row: usize, last: bool },
    /// See what a nudge of a leaf moves; of none, nothing.
    Nudge { name: Option<String> },
    /// Draw networks operation by operation, or neuron by neuron; lines are as wide as grads, or as weights.
    Networks { operations: bool, grads: bool },
    /// Take some steps of a training run, or end it; no steps are a rest, in which it is drawn as it stands.
    Train {
        rate: String,
        #[serde(default)]
        kind: String,
        steps: u64,
        last: bool,
    },
    /// Begin a lesson, with the numbers that a seed draws.
    Lesson { text: String, seed: Option<String> },
    /// Take a step in it: `back`, `again`, `stop`, or `next`.
    Turn { to: String },
    /// Write what was answered in it, by whom.
    Answers { name: String },
    /// End an exercise.
    Leave,
    /// Show no plot.
    Close,
    /// Write the session as a script and as a link.
    Save,
    /// Draw the picture for a page of this shape, and with a plot in this room.
    Look { columns: usize, high: bool, small: bool, most: (u32, u32), plot: (u32, u32) },
}

impl Request {
    /// The pace of the numbers that the request moves.
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

/// What it gets.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Reply {
    /// What was typed and its answers.
    entries: Vec<Entry>,
    /// True if an example has gone for them.
    anew: Option<bool>,
    /// What to show beside them.
    state: Option<State>,
    /// The kinds of steps that training can take, and what each is for; with a look.
    kinds: Option<Vec<(String, String)>>,
    /// The names of the lessons that come with the calculator, and what each is about; with a look.
    lessons: Option<&'static [(&'static str, &'static str)]>,
    /// What was answered in the lesson, to be handed in.
    handed: Option<String>,
    /// The name of the lesson that was asked for.
    wanted: Option<String>,
    /// The outcome of steps.
    steps: Option<sliders::Steps>,
    /// The session as a script.
    script: Option<String>,
    /// The same, with the exercise in progress: what others are given.
    shared: Option<String>,
    /// That as the end of an address; none if it is too long for one.
    link: Option<String>,
    /// The statements of a link, each on a line, with whatever cannot be seen made visible.
    shown: Option<String>,
    /// The statement that does what this has done.
    statement: Option<String>,
    /// Why a link is not run without being asked.
    doubt: Option<String>,
}

impl Reply {
    /// Tells a statement that something else than typing has brought about.
    fn tell(&mut self, statement: String) {
        self.entries.push(Entry::told(statement.clone()));
        self.statement = Some(statement);
    }
}

/// An empty session with the room that a page has.
fn new_session(clock: fn() -> Duration, tell: Tell) -> Session {
    let mut session = Session::new();
    session.budget().set_room(MEMORY / BYTES_PER_NODE);
    session.work_mut().tell_time_by(clock);
    session.work_mut().report_progress(seldom(clock, tell));
    session
}

impl Page {
    /// An empty session. The `clock` tells the time since some moment, and `tell` is told of long work how far it is.
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
        // Texts and numbers always serialize; what is not finite becomes null.
        serde_json::to_string(&reply).unwrap_or_default()
    }

    /// The same reply after numbers have moved: an exercise on them is over, and the statement counts for the task
    /// of a lesson.
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
                let step = LESSON_STEPS.iter().find(|(word, ..)| *word == to);
                self.turn(step.map(|(_, step, _)| *step))
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

    /// Runs what was typed.
    fn type_in(&mut self, text: &str) -> Reply {
        self.let_go();
        let anew = self.outgrow_example(text).then_some(true);
        self.nudged = None;
        let travels = self.session.journal().travels();
        let mut reply = match self.type_in_lesson(text) {
            Some(reply) => reply,
            None => Reply { entries: self.run(text), ..Reply::default() },
        };
        // In a session that is rebuilt from a script, what came before cannot be undone.
        let is_undone = self.session.journal().travels() > travels;
        reply.script = is_undone.then(|| self.session.script());
        if let Some(wish) = self.wished.take() {
            self.wish(wish, &mut reply);
        }
        Reply { anew, ..reply }
    }
}
