//! Sliders and training on the page; each drag or run is one change to undo.

use std::mem;

use serde::Serialize;

use super::run::Entry;
use super::{Page, Reply};
use crate::command::{Files, RunOptions};
use crate::core::graph::Value;
use crate::core::language::{Result, exact, parse_expression};
use crate::parts::descent::{self, KINDS, Kind, Steps as Asked, steps_like, stopped};
use crate::render::escaped;
use crate::report::numbers;

/// The outcome of training steps.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Steps {
    /// The steps taken.
    taken: u64,
    /// The root's data after each step, or evenly spaced.
    #[cfg_attr(test, ts(type = "(number | null)[]"))]
    curve: Vec<f64>,
    /// The seconds of the steps.
    seconds: f64,
    /// The reason why the run ends.
    end: Option<String>,
}

/// The number of a slider's leaf, and whether it is held.
#[derive(Debug, Clone)]
pub struct Dragged {
    number: f64,
    is_held: bool,
}

/// A training run.
#[derive(Debug, Clone)]
pub struct Training {
    /// The rate and the kind of its steps.
    rate: String,
    kind: String,
    /// The steps taken so far.
    taken: u64,
    /// The root's data before them.
    before: f64,
    /// The last steps without a change of the root.
    still: u64,
}

impl Training {
    fn statement(&self) -> String {
        format!(":step {} {} {}", self.rate, self.taken, self.kind).trim_end().to_owned()
    }

    /// Adds steps with the root's data. Returns the reason if the run has converged.
    fn add(&mut self, taken: u64, curve: &[f64]) -> Option<String> {
        self.taken += taken;
        let is_still = curve.iter().all(|data| *data == curve[0]);
        self.still = if is_still { self.still + taken } else { 0 };
        (self.still >= STILL).then(|| {
            format!("converged after {} steps: the last {} changed nothing", self.taken, self.still)
        })
    }
}

/// How far a nudge moves a leaf.
pub const NUDGE: f64 = 0.01;

/// The steps without a change after which a run has converged.
const STILL: u64 = 200;

/// The kinds of training steps, each with a description.
pub fn kinds() -> Vec<(String, String)> {
    let kind = |kind: &Kind| {
        let numbers = kind.numbers.iter().filter(|_| kind.is_bare);
        let words: Vec<String> = numbers.map(|number| exact(number.usual)).collect();
        (format!("{} {}", kind.word, words.join(" ")).trim_end().to_owned(), kind.about.to_owned())
    };
    KINDS.iter().map(kind).collect()
}

impl Page {
    /// Moves a leaf as a slider does.
    pub(super) fn drag(&mut self, name: &str, number: f64, last: bool) -> Reply {
        if self.dragged.is_empty() {
            self.let_go();
            self.session.journal_mut().open_group();
        }
        self.dragged.insert(name.to_owned(), Dragged { number, is_held: !last });
        self.nudged = self.session.names().resolve(name).filter(|_| !last);
        let statement = format!(":set {name} {}", exact(number));
        let options = RunOptions { files: Files::Absent, ..RunOptions::default() };
        let moved = crate::command::run(&mut self.session, &statement, options);
        let doubt = moved.err().map(|error| error.to_string());
        let mut reply = Reply { doubt, ..Reply::default() };
        if last {
            if !self.dragged.values().any(|it| it.is_held) {
                self.let_go();
            }
            reply.tell(statement);
        }
        self.counted(reply)
    }

    /// Looks at another row of the longest columns.
    pub(super) fn look_at_row(&mut self, row: usize, last: bool) -> Reply {
        let mut reply = Reply::default();
        let root = self.session.root().cloned();
        let rows = root.and_then(|root| {
            self.session.order_of(&root).nodes().iter().filter_map(Value::rows).max()
        });
        let Some(rows) = rows else { return reply };
        let row = row.clamp(1, rows);
        self.session.look_at_row(rows, row);
        if last {
            reply.tell(format!(":row {row}"));
        }
        self.counted(reply)
    }

    /// Ends a drag or a training run.
    pub(super) fn let_go(&mut self) {
        let dragged = mem::take(&mut self.dragged);
        let training = self.training.take();
        if training.is_some() || !dragged.is_empty() {
            let moves = dragged.iter().map(|(name, it)| format!(" {name} {}", exact(it.number)));
            let moved = || format!(":set{}", moves.collect::<String>());
            let statement = training.map_or_else(moved, |training| training.statement());
            self.session.journal_mut().close_group(&statement);
        }
    }

    /// The arguments of a training run.
    fn asked(&mut self, rate: &str, kind: &str, count: u64) -> Result<Asked> {
        parse_expression(rate)?;
        let asked = steps_like(&mut self.session, &format!(":step {rate} {kind}"), count.max(1))?;
        Ok(Asked { leaves: None, ..asked })
    }

    /// Takes some steps of a training run.
    pub(super) fn train(&mut self, rate: &str, kind: &str, steps: u64, last: bool) -> Reply {
        let mut reply = Reply::default();
        if self.training.is_none() {
            self.let_go();
            self.session.journal_mut().open_group();
            let before = self.session.root().map_or(f64::NAN, Value::data);
            let (rate, kind) = (rate.to_owned(), kind.to_owned());
            self.training = Some(Training { rate, kind, taken: 0, before, still: 0 });
        }
        let asked = match self.asked(rate, kind, steps) {
            Ok(asked) => asked,
            Err(error) => {
                self.let_go();
                let end = Some(error.to_string());
                reply.steps = Some(Steps { end, ..Steps::default() });
                return reply;
            }
        };
        let descent = if steps == 0 { None } else { descent::descend_by(&mut self.session, asked) };
        let mut outcome = Steps::default();
        if let Some(descent) = descent {
            self.is_passed = true;
            outcome.taken = descent.taken;
            outcome.seconds = descent.time.as_secs_f64();
            let before = self.training.as_ref().map_or(0, |training| training.taken);
            let names = self.session.shared_pass().1;
            outcome.end = stopped(&names, &descent, before);
            outcome.curve = descent.curve.values;
        }
        if let Some(training) = &mut self.training {
            let settled = training.add(outcome.taken, &outcome.curve);
            outcome.end = outcome.end.or(settled);
        }
        if (last || outcome.end.is_some())
            && let Some(training) = self.training.clone()
        {
            let (taken, before) = (training.taken, training.before);
            self.let_go();
            if taken > 0 {
                let root = self.session.root();
                let name = root.map(|root| self.session.names().call(root)).unwrap_or_default();
                let after = root.map_or(f64::NAN, Value::data);
                let [before, after] = numbers::change(before, after, Some(6));
                let statement = training.statement();
                let html = escaped(&format!("{name}  {before} → {after}\n"));
                reply.entries.push(Entry { html, ..Entry::told(statement.clone()) });
                reply.statement = Some(statement);
            }
        }
        reply.steps = Some(outcome);
        self.counted(reply)
    }
}
