//! The edge of an operation that is nearest to some operands: the reason for what it does there.

use std::num::FpCategory;

use crate::core::ops::{Edge, Operation};

impl Operation {
    /// The nearest of those edges whose operands are of the same kind as these.
    pub fn edge_near(&self, at: [f64; 2], is_meant: impl Fn(&Edge) -> bool) -> Option<&Edge> {
        let meant = self.edges.iter().filter(|edge| is_meant(edge));
        let near = meant.filter_map(|edge| Some((far(edge, at)?, edge)));
        near.min_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, edge)| edge)
    }

    /// The reason that it has no slope by one of its operands there: the slope is nan.
    pub fn why_no_slope(&self, index: usize, at: [f64; 2]) -> Option<&'static str> {
        let has_none = |edge: &Edge| edge.grads.get(index).is_some_and(|grad| grad.is_nan());
        self.edge_near(at, has_none).map(|edge| edge.because)
    }
}

/// The logarithmic distance of operands from those of an edge; none if their kinds differ.
fn far(edge: &Edge, at: [f64; 2]) -> Option<f64> {
    let mut far = 0.0;
    for (x, y) in edge.at.iter().zip(at) {
        if kind(*x) != kind(y) {
            return None;
        }
        if x.is_normal() {
            far += (x / y).abs().ln().abs();
        }
    }
    Some(far)
}

/// The kind of an operand: its category and its sign.
fn kind(number: f64) -> (FpCategory, bool) {
    let category = match number.classify() {
        FpCategory::Subnormal => FpCategory::Normal,
        category => category,
    };
    (category, number < 0.0)
}
