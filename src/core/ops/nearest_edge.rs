//! The edge of an operation that is nearest to some operands: the reason for what it does there.

use super::{Edge, Operation};

impl Operation {
    /// The nearest edge whose operands are of the same kind as these.
    pub fn edge_near(&self, at: [f64; 2], is_meant: impl Fn(&Edge) -> bool) -> Option<&Edge> {
        let kind = |number: f64| (number.is_finite(), number.is_nan(), number == 0.0, number < 0.0);
        let is_like = |edge: &&Edge| edge.at.iter().zip(at).all(|(x, y)| kind(*x) == kind(y));
        let distance = |edge: &Edge| -> f64 {
            let normal = edge.at.iter().zip(at).filter(|(x, _)| x.is_normal());
            normal.map(|(x, y)| (x / y).abs().ln().abs()).sum()
        };
        let near = self.edges.iter().filter(|edge| is_meant(edge)).filter(is_like);
        near.min_by(|one, other| distance(one).total_cmp(&distance(other)))
    }

    /// The reason that it has no slope by one of its operands there: the slope is nan.
    pub fn why_no_slope(&self, index: usize, at: [f64; 2]) -> Option<&'static str> {
        let has_none = |edge: &Edge| edge.grads.get(index).is_some_and(|grad| grad.is_nan());
        self.edge_near(at, has_none).map(|edge| edge.because)
    }
}
