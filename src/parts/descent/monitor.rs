//! Another node that is looked at after every step of a run.

use super::run::{Curve, is_milestone};
use crate::core::graph::{Order, Value};
use crate::core::session::Session;
use crate::parts::rows::Program;

/// A node on a program of its own.
#[derive(Debug)]
pub struct Watched {
    program: Program,
    /// The place of each of its leaves among those of the run.
    places: Vec<usize>,
    curve: Curve,
    points: Vec<(u64, f64)>,
    last: (u64, f64),
}

/// What a node was during a run.
#[derive(Debug)]
pub struct WatchedCurve {
    /// The node.
    pub node: Value,
    /// Its data at the start and after each step; of long runs after evenly spaced ones.
    pub values: Vec<f64>,
    /// Its data where the run has a point.
    pub points: Vec<f64>,
    /// The step after which it was first at its least, and its data there.
    pub least: (u64, f64),
}

impl Watched {
    /// The node, where the leaves of the run are; none where it depends on no leaf at all.
    pub fn of(session: &mut Session, node: Value, run: &Program) -> Option<Watched> {
        session.refresh(&node);
        let order = Order::until(session.stop(), [&node]);
        let used = run.inputs().iter().enumerate().filter(|(_, leaf)| order.contains(leaf));
        let (places, leaves): (Vec<usize>, Vec<Value>) =
            used.map(|(place, leaf)| (place, leaf.clone())).unzip();
        let mut program = Program::compile(&order, &leaves)?;
        program.load();
        Some(Watched {
            program,
            places,
            curve: Curve::default(),
            points: Vec::new(),
            last: (0, f64::NAN),
        })
    }

    /// Looks at it after a step, with the leaves of the run as they are.
    pub fn look(&mut self, leaves: &[f64], step: u64) {
        let own = self.places.iter().filter_map(|place| leaves.get(*place)).copied();
        let data = self.program.root_at(own);
        self.curve.push(data);
        self.last = (step, data);
        if is_milestone(step) {
            self.points.push((step, data));
        }
    }

    /// Ends the run.
    pub fn over(mut self) -> WatchedCurve {
        if self.points.last().is_none_or(|(step, _)| *step != self.last.0) {
            self.points.push(self.last);
        }
        self.curve.end_with(self.last.1);
        WatchedCurve {
            node: self.program.root().clone(),
            least: self.curve.least(),
            values: self.curve.values,
            points: self.points.into_iter().map(|(_, data)| data).collect(),
        }
    }
}
