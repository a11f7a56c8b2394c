//! What a picture shows of a pass by hand: how far each node has come, and the last push.

use super::super::same;
use super::PassByHand;
use crate::core::graph::Use;

/// How far the pass has come at one node.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct At {
    /// The grad so far; none before anything has arrived.
    pub grad: Option<f64>,
    /// The number of contributions that it waits for.
    pub waiting: usize,
    /// True if it can push now.
    pub is_ready: bool,
    /// True if it has pushed.
    pub has_pushed: bool,
    /// True if it pushed although it still waited for others.
    pub was_early: bool,
    /// True if a node that passes something on to it pushed too early, directly or through others.
    pub misses_some: bool,
    /// The right grad, where the pass is done and has another.
    pub right: Option<f64>,
}

/// A contribution of the last push.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Share {
    /// The edge it went along.
    pub edge: Use,
    /// The node that got it.
    pub receiver: usize,
    /// The local derivative.
    pub local: f64,
    /// The grad of the node that pushed.
    pub upstream: f64,
    /// What is added to the receiver's grad.
    pub contribution: f64,
    /// That grad before.
    pub before: f64,
}

impl PassByHand {
    /// How far the pass has come at each node, by number.
    pub fn seen(&self) -> Vec<At> {
        let root = self.context.root();
        let seen = |number: usize| {
            let (grad, waiting) = (self.grads[number], self.waiting[number]);
            let has_arrived =
                number == root || waiting < self.context.pass.order.uses(number).len();
            let right = self.context.grads[number];
            At {
                grad: has_arrived.then_some(grad),
                waiting,
                is_ready: false,
                has_pushed: self.pushed[number],
                was_early: false,
                misses_some: false,
                right: (self.is_done() && !same(grad, right)).then_some(right),
            }
        };
        let mut all: Vec<At> = (0..self.waiting.len()).map(seen).collect();
        self.ready_nodes().for_each(|number| all[number].is_ready = true);
        let early = self.done.iter().filter(|push| push.is_early);
        early.for_each(|push| all[push.number].was_early = true);
        // From the root on: a node comes after those that use it.
        for number in (0..all.len()).rev() {
            let misses = |user: &usize| {
                let At { was_early, misses_some, has_pushed, .. } = all[*user];
                was_early || misses_some && has_pushed
            };
            all[number].misses_some = self.context.users(number).iter().any(misses);
        }
        all
    }

    /// The contributions of the last push.
    pub fn last_push(&self) -> Vec<Share> {
        let Some(push) = self.done.last() else {
            return Vec::new();
        };
        let (user, upstream) = (push.number, self.grads[push.number]);
        let steps = self.context.pass.order.push(user, upstream);
        let shares = steps.zip(&push.before).map(|((receiver, step), (_, before))| Share {
            edge: Use { user, index: step.index },
            receiver,
            local: step.local,
            upstream,
            contribution: step.contribution,
            before: *before,
        });
        shares.collect()
    }

    /// The node that `next` takes; none when all have pushed.
    pub fn next_node(&self) -> Option<usize> {
        self.schedule.iter().copied().find(|number| !self.pushed[*number])
    }
}
