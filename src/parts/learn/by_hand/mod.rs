//! The backward pass by hand, one node at a time.

mod text;

use std::collections::HashMap;

use super::{Context, same};
use crate::core::graph::{Use, Value};
use crate::report::{Block, NumberStyle, Paragraph};

/// A pass in progress.
#[derive(Debug, Clone)]
pub struct PassByHand {
    pub(super) context: Context,
    /// The grads so far.
    grads: Vec<f64>,
    /// The number of contributions each node still waits for.
    waiting: Vec<usize>,
    /// True for the nodes that have pushed their gradient to their operands.
    pushed: Vec<bool>,
    /// The computed nodes in backward order.
    schedule: Vec<usize>,
    pub(super) done: Vec<Push>,
    /// The node that the last `:visit` found not to be ready.
    pub too_early: Option<usize>,
}

/// A push of a node.
#[derive(Debug, Clone)]
pub(super) struct Push {
    number: usize,
    /// True if the node still waited for others.
    is_early: bool,
    shares: Vec<Share>,
}

/// A contribution of a push.
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
    /// The addition to the receiver's grad.
    pub contribution: f64,
    /// That grad before.
    pub before: f64,
    /// The number of contributions that the receiver waits for after it.
    pub waiting: usize,
}

/// The state of one node in the pass.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct At {
    /// The grad so far; `None` before anything has arrived.
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
    /// The right grad, if the finished pass has another.
    pub right: Option<f64>,
}

/// The maximum number of pushes shown at once, to people and as named values.
const MOST_SHOWN: usize = 10;
const MOST_FACTS: usize = 1000;

impl PassByHand {
    /// Starts a pass.
    pub fn new(context: Context) -> PassByHand {
        let graph = &context.pass.order;
        let waiting = (0..graph.count()).map(|number| graph.uses(number).len()).collect();
        let schedule = context.computed().rev().collect();
        let (grads, pushed) = (graph.seed(), vec![false; graph.count()]);
        PassByHand { context, grads, waiting, pushed, schedule, done: Vec::new(), too_early: None }
    }

    /// Returns true if this is the pass from `root` and is not done.
    pub fn is_in_progress(&self, root: &Value) -> bool {
        self.context.root_node().is(root) && !self.is_done()
    }

    /// The grads that are known.
    pub fn known(&self) -> HashMap<Value, f64> {
        let known = (0..self.waiting.len()).filter(|number| self.waiting[*number] == 0);
        known.map(|number| (self.context.node(number).clone(), self.grads[number])).collect()
    }

    /// The grads with which nodes have pushed.
    pub fn pushed(&self) -> HashMap<Value, f64> {
        let shares = self.done.iter().flat_map(|push| &push.shares);
        shares.map(|it| (self.context.node(it.edge.user).clone(), it.upstream)).collect()
    }

    /// Takes the next `count` pushes in backward order, and shows the last ones.
    pub fn next(&mut self, count: usize) -> Vec<Block> {
        let next: Vec<usize> = self.left().take(count).collect();
        let mut blocks = Vec::new();
        if next.is_empty() {
            blocks.push(Paragraph::new("nothing is left to push").wrapped(2));
        }
        let hidden = next.len().saturating_sub(MOST_SHOWN);
        let text = format!("… {hidden} earlier pushes");
        blocks.extend((hidden > 0).then(|| Paragraph::new(text).wrapped(2)));
        for (at, number) in next.into_iter().enumerate() {
            self.push(number);
            if at >= hidden {
                blocks.extend(self.last_shown());
            }
        }
        if self.is_done() {
            blocks.push(self.closing());
        }
        blocks
    }

    /// Returns true if every node has pushed.
    pub fn is_done(&self) -> bool {
        self.done.len() == self.schedule.len()
    }

    /// Undoes the last push.
    pub fn previous(&mut self) -> Block {
        let place = self.done.len();
        let Some(Push { number, shares, .. }) = self.done.pop() else {
            return Paragraph::new("nothing has been pushed yet").wrapped(2);
        };
        self.pushed[number] = false;
        let mut changes = Vec::new();
        for Share { receiver, before, .. } in shares.into_iter().rev() {
            let now = std::mem::replace(&mut self.grads[receiver], before);
            let name = Paragraph::new(self.context.name(receiver) + " ");
            changes.push(name.change(now, before, NumberStyle::Brief));
            self.waiting[receiver] += 1;
        }
        let line = Paragraph::new(format!("undone {place}/{}: ", self.schedule.len()));
        line.list(changes, ", ").wrapped(2)
    }

    /// Pushes a node of the learner's choice; one that is not ready only if `anyway` is true.
    pub fn visit(&mut self, number: usize, anyway: bool) -> Result<Vec<Block>, Vec<Block>> {
        self.too_early = None;
        let name = self.context.name(number);
        let refused = |text: String| Err(vec![Paragraph::new(text).wrapped(0)]);
        if self.context.node(number).is_leaf() {
            return refused(format!("{name} is a leaf: it passes nothing on."));
        }
        if self.pushed[number] {
            let text = format!("{name} has already pushed; pushing again would count it twice. ");
            return refused(text + &self.ready());
        }
        let is_early = self.waiting[number] > 0;
        if is_early && !anyway {
            self.too_early = Some(number);
            return Err(self.not_ready(number));
        }
        self.push(number);
        let mut blocks = self.last_shown();
        if is_early {
            blocks.push(self.pushed_too_early(number));
        }
        blocks.push(if self.is_done() { self.closing() } else { self.outlook() });
        Ok(blocks)
    }

    fn push(&mut self, number: usize) {
        let (upstream, is_early) = (self.grads[number], self.waiting[number] > 0);
        let mut shares = Vec::new();
        for (receiver, step) in self.context.pass.order.push(number, upstream) {
            let (edge, before) = (Use { user: number, index: step.index }, self.grads[receiver]);
            let (local, contribution) = (step.local, step.contribution);
            self.grads[receiver] += contribution;
            self.waiting[receiver] -= 1;
            let waiting = self.waiting[receiver];
            shares.push(Share { edge, receiver, local, upstream, contribution, before, waiting });
        }
        self.pushed[number] = true;
        self.done.push(Push { number, is_early, shares });
    }

    /// The contributions of the last push.
    pub fn last_push(&self) -> &[Share] {
        self.done.last().map_or(&[], |push| &push.shares)
    }

    /// The nodes that have not pushed, in the order of `next`.
    pub fn left(&self) -> impl Iterator<Item = usize> {
        self.schedule.iter().copied().filter(|number| !self.pushed[*number])
    }

    /// The state of each node, by number.
    pub fn seen(&self) -> Vec<At> {
        let root = self.context.root();
        let seen = |number: usize| {
            let (grad, waiting) = (self.grads[number], self.waiting[number]);
            let (right, has_pushed) = (self.context.grads[number], self.pushed[number]);
            let uses = self.context.pass.order.uses(number).len();
            At {
                grad: (number == root || waiting < uses).then_some(grad),
                waiting,
                is_ready: waiting == 0 && !has_pushed && !self.context.node(number).is_leaf(),
                has_pushed,
                was_early: false,
                misses_some: false,
                right: (self.is_done() && !same(grad, right)).then_some(right),
            }
        };
        let mut all: Vec<At> = (0..self.waiting.len()).map(seen).collect();
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
}
