//! Another node that is looked at after every step of a run.

use super::run::Curve;
use crate::core::graph::{Order, Value};
use crate::core::session::Session;
use crate::parts::rows::Program;

/// A node on a program of its own.
#[derive(Debug)]
pub struct Watched {
    /// The program of the node.
    pub program: Program,
    /// The place of each of its leaves among those of the run.
    places: Vec<usize>,
    /// The data at the start and after each step, or after evenly spaced steps of a long run.
    pub curve: Curve,
}

impl Watched {
    /// A monitor of the node; `None` if the node depends on no leaf.
    pub fn of(session: &mut Session, node: Value, run: &Program) -> Option<Watched> {
        session.refresh(&node);
        let order = Order::until(session.stop(), [&node]);
        let used = run.inputs().iter().enumerate().filter(|(_, leaf)| order.contains(leaf));
        let (places, leaves): (Vec<usize>, Vec<Value>) =
            used.map(|(place, leaf)| (place, leaf.clone())).unzip();
        let mut program = Program::compile(&order, &leaves)?;
        program.load();
        Some(Watched { program, places, curve: Curve::default() })
    }

    /// Looks at it with the leaves of the run as they are.
    pub fn look(&mut self, leaves: &[f64]) {
        let own = self.places.iter().filter_map(|place| leaves.get(*place)).copied();
        let data = self.program.root_at(own);
        self.curve.push(data);
    }
}
