//! Formulas, curves and timings in a report.

use std::rc::Rc;

use serde::Serialize;

use crate::graph::{Atom, Names, number_among, text_of};

/// A derivative as a formula, and its value.
#[derive(Debug, Clone)]
pub struct Formula {
    /// The name that it is bound to, if it is.
    pub name: Option<String>,
    /// The derivative: `dL/da`.
    pub title: String,
    /// The formula in postfix order.
    pub atoms: Vec<Atom>,
    /// The names of its nodes.
    pub names: Rc<Names>,
    /// True if the formula is cut short.
    pub is_cut: bool,
    /// Its value, if its names have one.
    pub data: Option<f64>,
    /// The standard uncertainty of that, if it has one.
    pub u: Option<f64>,
}

/// A curve: the values of a function at evenly spaced points.
#[derive(Debug, Clone)]
pub struct Plot {
    /// The name of the leaf that moves.
    pub moves: String,
    /// The name of the root, or `f(x)`.
    pub follows: String,
    /// The start of the curve.
    pub from: f64,
    /// Its end.
    pub to: f64,
    /// The values at evenly spaced points from `from` to `to`, both included; none where only rows
    /// are drawn.
    pub values: Vec<f64>,
    /// The present point of the session, if the curve is by a leaf.
    pub present: Option<Present>,
    /// The rows that the curve is to be compared with.
    pub observed: Option<Observed>,
}

/// Rows beside a curve.
#[derive(Debug, Clone)]
pub struct Observed {
    /// Their name.
    pub name: String,
    /// The place of each on the axis, and its value.
    pub points: Vec<(f64, f64)>,
    /// The number of rows with a gap, which are not drawn.
    pub gaps: usize,
}

/// The present point of a curve.
#[derive(Debug, Clone)]
pub struct Present {
    /// Its place on the axis.
    pub at: f64,
    /// The value there.
    pub value: f64,
    /// The slope there.
    pub slope: f64,
    /// The formula of the slope with numbers, if the root is one operation on the leaf.
    pub reason: Option<Vec<Atom>>,
}

/// The time that a statement took.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Timing {
    /// The wall time.
    pub seconds: f64,
    /// The number of nodes made or passed over.
    pub nodes: usize,
}

impl Formula {
    /// Its text; `number` writes its numbers.
    pub fn text(&self, number: impl Fn(f64) -> String) -> String {
        let number = |value| number_among(&self.names, value, &number);
        text_of(&self.atoms, |node| self.names.call(node), number)
    }
}

impl Plot {
    /// The rows that are on the axis.
    pub fn rows(&self) -> impl Iterator<Item = (f64, f64)> {
        let rows = self.observed.iter().flat_map(|observed| &observed.points).copied();
        rows.filter(|(at, _)| (self.from..=self.to).contains(at))
    }

    /// The values that a picture shows: those of the curve, and those of rows.
    pub fn shown(&self) -> Vec<f64> {
        self.values.iter().copied().chain(self.rows().map(|(_, value)| value)).collect()
    }

    /// The point on the axis of the value with this index.
    pub fn at(&self, index: usize) -> f64 {
        let last = self.values.len().saturating_sub(1).max(1) as f64;
        let share = index as f64 / last;
        // Not from + share * (to - from), where the difference may overflow.
        self.from * (1.0 - share) + self.to * share
    }
}
