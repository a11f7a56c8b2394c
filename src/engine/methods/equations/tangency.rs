//! Where sides meet and do not cross: whether that is a root, and how far off it may be.

use super::contact::{Contact, Near, Sign, numbers, spacing};
use super::{Equations, gap};
use crate::graph::Value;
use crate::methods::thresholds_of_solve::contact::{FARTHER, MOST_HALVINGS, ROUNDINGS, SPACINGS};
use crate::numbers::try_bisect;

impl Equations {
    /// What is known where the sides meet and do not cross.
    pub(super) fn tangency(
        &mut self,
        middle: f64,
        ends: [f64; 2],
        near: impl Fn(f64) -> Near,
    ) -> Contact {
        let Some(turn) = self.turn(ends) else { return Contact::Touch(near(middle)) };
        // A sine is 1 somewhere between two places where it rises and falls.
        let slopes = ends.map(|end| {
            self.load(&[end]);
            self.local_slopes()
        });
        self.load(&[turn]);
        let is_taken = |number: usize, node: &Value| {
            let turns = || {
                let [low, high] = &slopes;
                low.get(number).zip(high.get(number)).is_some_and(|(low, high)| low * high < 0.0)
            };
            if self.leaves.contains(node) {
                return Some(false);
            }
            (is_extreme(node) && turns()).then_some(true)
        };
        let is_root =
            self.nodes.iter().all(|(order, _)| gap(order) == 0.0 && order.is_exact(is_taken));
        if is_root {
            return Contact::Root(Near { at: vec![turn], within: vec![self.width_of_turn(turn)] });
        }
        match self.sign_at(turn) {
            Sign::Unclear => Contact::Touch(near(turn)),
            _ => Contact::Touch(near(middle)),
        }
    }

    /// How far from a turn a sine is seen to turn there: its operand may have few digits left.
    fn width_of_turn(&mut self, turn: f64) -> f64 {
        self.load(&[turn]);
        let Some((order, _)) = self.nodes.first() else { return 0.0 };
        let extremes: Vec<bool> = order.nodes().iter().map(is_extreme).collect();
        let nearest = SPACINGS * spacing(turn);
        let mut far = nearest;
        for _ in 0..MOST_HALVINGS {
            // The slope grows with the distance, once that is more than rounding.
            let [near, beyond] = [turn + far, turn + FARTHER * far].map(|at| {
                self.load(&[at]);
                self.local_slopes()
            });
            let grows = |(is_extreme, (near, beyond)): (&bool, (&f64, &f64))| {
                !is_extreme || beyond.abs() >= ROUNDINGS * near.abs()
            };
            if extremes.iter().zip(near.iter().zip(&beyond)).all(grows) {
                break;
            }
            far *= FARTHER;
        }
        if far == nearest { far } else { FARTHER * far }
    }

    /// The local derivative of each node by its first operand.
    fn local_slopes(&self) -> Vec<f64> {
        let Some((order, _)) = self.nodes.first() else { return Vec::new() };
        let slope = |node: &Value| {
            let [x, y] = numbers(node);
            node.operation().map_or(0.0, |operation| operation.partial(0, x, y, node.data()))
        };
        order.nodes().iter().map(slope).collect()
    }

    /// Where the slope of the only equation changes its sign between two places.
    fn turn(&mut self, [low, high]: [f64; 2]) -> Option<f64> {
        let mut slope = |at: f64| {
            self.load(&[at]);
            self.slope()
        };
        let (first, last) = (slope(low), slope(high));
        if !((first < 0.0 && last > 0.0) || (first > 0.0 && last < 0.0)) {
            return None;
        }
        let found = try_bisect([low, high], MOST_HALVINGS, |between| match slope(between) {
            0.0 => Err(between),
            there => Ok((there < 0.0) == (first < 0.0)),
        });
        Some(found.map_or_else(|level| level, |[low, high]| low / 2.0 + high / 2.0))
    }
}

/// Tells whether a node's data is at an end of what its operation gives.
fn is_extreme(node: &Value) -> bool {
    node.operation().is_some_and(|operation| operation.is_extreme(node.data()))
}
