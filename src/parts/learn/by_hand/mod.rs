//! The backward pass by hand, one node at a time.

mod messages;
mod steps;

use std::collections::HashMap;

use super::Context;
use crate::core::graph::{Use, Value};
use crate::report::{Block, Column, NumberStyle, Paragraph, Piece, Role, Table, and, counted};
pub use steps::{At, Share};

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
    /// All nodes of the schedule before this index have pushed.
    cursor: usize,
    done: Vec<Push>,
    /// The node that the last `:visit` found not to be ready.
    too_early: Option<usize>,
}

/// The changes made by a push.
#[derive(Debug, Clone)]
struct Push {
    number: usize,
    /// True if the node still waited for others.
    is_early: bool,
    /// The receivers in order, with their grads before the push.
    before: Vec<(usize, f64)>,
}

/// The outcome of a `:visit`.
#[derive(Debug)]
pub enum Visit {
    /// The node pushed.
    Pushed(Vec<Block>),
    /// It did not; with the reason.
    Refused(Vec<Block>),
    /// The root does not depend on it.
    NotInGraph,
}

/// The maximum number of pushes shown at once; of more, the last ones.
const MOST_SHOWN: usize = 8;
/// The maximum number of names shown.
const MOST_NAMES: usize = 12;
/// The column of the right half of a push.
const RIGHT: usize = 34;
/// Least width of the names in a push.
const NAME: usize = 3;

impl PassByHand {
    /// Starts a pass.
    pub fn new(context: Context) -> PassByHand {
        let graph = &context.pass.order;
        let waiting = (0..graph.count()).map(|number| graph.uses(number).len()).collect();
        let schedule = context.computed().rev().collect();
        let (grads, pushed) = (graph.seed(), vec![false; graph.count()]);
        let done = Vec::new();
        PassByHand { context, grads, waiting, pushed, schedule, cursor: 0, done, too_early: None }
    }

    /// Returns true if this is the pass from `root` and is not done.
    pub fn is_in_progress(&self, root: &Value) -> bool {
        self.context.root_node().is(root) && !self.is_done()
    }

    /// The name of the root.
    pub fn root_name(&self) -> String {
        self.context.root_name()
    }

    /// The grads that are known.
    pub fn known(&self) -> HashMap<Value, f64> {
        let known = (0..self.waiting.len()).filter(|number| self.waiting[*number] == 0);
        known.map(|number| (self.context.node(number).clone(), self.grads[number])).collect()
    }

    /// The opening of the pass.
    pub fn opening(&self) -> Vec<Block> {
        let root = self.context.root_name();
        let nodes = counted(self.waiting.len() as u64, "node");
        let operations = counted(self.schedule.len() as u64, "operation");
        let mut parts = vec![
            Paragraph::new(format!("backward from {root}: {nodes}, {operations} to undo"))
                .wrapped(2),
            Paragraph::new(format!("seed   d{root}/d{root} = 1")).wrapped(2),
        ];
        if self.schedule.is_empty() {
            parts.push(self.closing());
        }
        parts
    }

    /// Takes the next `count` pushes in backward order.
    pub fn next(&mut self, count: usize) -> Vec<Block> {
        let mut left = (self.schedule.len() - self.done.len()).min(count);
        if left == 0 {
            let text = Paragraph::new("nothing is left to push");
            return vec![text.wrapped(2), self.closing()];
        }
        let mut parts = Vec::new();
        if left > MOST_SHOWN {
            let text = format!("… {} pushes not shown", left - MOST_SHOWN);
            parts.push(Paragraph::default().role(text, Role::Faint).wrapped(2));
        }
        while left > 0
            && let Some(number) = self.next_in_order()
        {
            let push = self.push(number);
            if left <= MOST_SHOWN {
                parts.extend(self.show(&push));
            }
            self.done.push(push);
            left -= 1;
        }
        if self.is_done() {
            parts.push(self.closing());
        }
        parts
    }

    /// The number of the node that the last `:visit` found not to be ready.
    pub fn too_early(&self) -> Option<usize> {
        self.too_early
    }

    /// Returns true if every node has pushed.
    pub fn is_done(&self) -> bool {
        self.done.len() == self.schedule.len()
    }

    /// Undoes the last push.
    pub fn previous(&mut self) -> Block {
        let place = self.done.len();
        let Some(push) = self.done.pop() else {
            return Paragraph::new("nothing has been pushed yet").wrapped(2);
        };
        let mut changes: Vec<(usize, f64, f64)> = Vec::new();
        for (receiver, before) in push.before.iter().rev() {
            match changes.iter_mut().find(|(number, ..)| number == receiver) {
                Some((_, _, earlier)) => *earlier = *before,
                None => changes.push((*receiver, self.grads[*receiver], *before)),
            }
            self.grads[*receiver] = *before;
            self.waiting[*receiver] += 1;
        }
        self.pushed[push.number] = false;
        self.cursor = 0;
        let changes = changes.into_iter().rev().map(|(number, now, before)| {
            let name = self.context.name(number);
            Paragraph::new(format!("{name} ")).change(now, before, NumberStyle::Brief)
        });
        Paragraph::new(format!("undone {place}/{}: ", self.schedule.len()))
            .list(changes, ", ")
            .wrapped(2)
    }

    /// Pushes a node of the learner's choice; one that is not ready only if `anyway` is true.
    pub fn visit(&mut self, node: &Value, anyway: bool) -> Visit {
        self.too_early = None;
        let Some(number) = self.context.pass.order.number_of(node) else {
            return Visit::NotInGraph;
        };
        let name = self.context.name(number);
        if node.is_leaf() {
            let text = format!("{name} is a leaf: it passes nothing on.");
            return Visit::Refused(vec![Paragraph::new(text).wrapped(0)]);
        }
        if self.pushed[number] {
            let text = format!("{name} has already pushed; pushing again would count it twice. ");
            return Visit::Refused(vec![Paragraph::new(text + &self.ready()).wrapped(0)]);
        }
        let is_early = self.waiting[number] > 0;
        if is_early && !anyway {
            self.too_early = Some(number);
            return Visit::Refused(self.not_ready(number));
        }
        let push = self.push(number);
        let mut parts = self.show(&push);
        self.done.push(push);
        if is_early {
            let late = and(self.not_pushed(number), MOST_NAMES);
            let receivers = and(self.receivers(number), MOST_NAMES);
            let text = format!(
                "{name} pushed too early: what {late} will send to {name} later never reaches \
                 {receivers}."
            );
            parts.push(Paragraph::default().role(text, Role::Wrong).wrapped(0));
        }
        parts.push(if self.is_done() { self.closing() } else { self.outlook() });
        Visit::Pushed(parts)
    }

    fn next_in_order(&mut self) -> Option<usize> {
        while let Some(number) = self.schedule.get(self.cursor) {
            if !self.pushed[*number] {
                return Some(*number);
            }
            self.cursor += 1;
        }
        None
    }

    fn push(&mut self, number: usize) -> Push {
        let is_early = self.waiting[number] > 0;
        let mut before = Vec::new();
        for (receiver, step) in self.context.pass.order.push(number, self.grads[number]) {
            before.push((receiver, self.grads[receiver]));
            self.grads[receiver] += step.contribution;
            self.waiting[receiver] -= 1;
        }
        self.pushed[number] = true;
        Push { number, is_early, before }
    }

    /// The push just made: the node, and for each operand its contribution and how many it waits
    /// for.
    fn show(&self, push: &Push) -> Vec<Block> {
        let upstream = self.grads[push.number];
        let place = format!("{}/{}  ", self.done.len() + 1, self.schedule.len());
        let mut rows = Vec::new();
        let mut widest = NAME;
        for (at, (receiver, step)) in
            self.context.pass.order.push(push.number, upstream).enumerate()
        {
            let name = self.context.name(receiver);
            widest = widest.max(name.chars().count());
            let formula = self.context.formula(Use { user: push.number, index: step.index });
            let mut share = Paragraph::new("+= ");
            if !formula.is_number() {
                share = share.text(format!("{} = ", formula.text));
            }
            let before = push.before.get(at).map_or(0.0, |(_, before)| *before);
            // If both operands are the same node, its second contribution is still to come.
            let later = push.before.iter().skip(at + 1).filter(|(other, _)| *other == receiver);
            let missing = self.waiting[receiver] + later.count();
            let status = match missing {
                0 => Paragraph::styled("done".to_owned(), Role::Right),
                _ => Paragraph::styled(format!("waiting for {missing} more"), Role::Note),
            };
            let number = |number| Paragraph::default().piece(Piece::Number(number));
            let [grad_before, grad_after] =
                NumberStyle::Brief.change(before, before + step.contribution).map(number);
            rows.push(vec![
                Paragraph::new(name),
                share.brief(step.local).text(" × ").brief(upstream),
                Paragraph::new(self.context.derivative(receiver)),
                grad_before,
                Paragraph::new("→"),
                grad_after,
                status,
            ]);
        }
        let line = Paragraph::new(format!("{place}{}", self.context.equation(push.number)));
        let arrived = format!("upstream {} = ", self.context.derivative(push.number));
        let line = line.stop(RIGHT + widest - NAME).tied(arrived).brief(upstream).wrapped(5);
        let columns = vec![
            Column::text("operand").gap(5).width(NAME),
            Column::text("contribution").width(22),
            Column::text("grad").width(7),
            Column::number("before").width(6),
            Column::text("").gap(1).width(1),
            Column::text("after").gap(1).width(8),
            Column::text("status"),
        ];
        vec![line, Block::Table(Table::new(columns, rows))]
    }
}
