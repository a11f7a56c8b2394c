//! The wrong passes themselves.

use std::collections::VecDeque;

use super::super::Context;
use crate::core::graph::Order;
use crate::core::language::exact;
use crate::report::{Block, Paragraph, counted, few};

/// A record of a wrong pass.
#[derive(Debug, Default)]
pub struct Trace {
    /// The grads it ended with.
    pub grads: Vec<f64>,
    /// The grads that each node pushed with.
    pub pushed: Vec<Pushed>,
    /// The nodes in visiting order, if the bug is the order.
    pub visits: Vec<usize>,
}

/// A record of a node's pushes.
#[derive(Debug, Clone, Copy, Default)]
pub struct Pushed {
    /// The number of pushes.
    pub times: usize,
    /// The grad it had the first time.
    pub first: f64,
}

impl Trace {
    fn new(graph: &Order) -> Trace {
        let pushed = vec![Pushed::default(); graph.count()];
        Trace { grads: graph.seed(), pushed, visits: Vec::new() }
    }

    /// `=` instead of `+=`.
    pub fn overwrite(graph: &Order) -> Option<Trace> {
        let mut trace = Trace::new(graph);
        for number in graph.backward_numbers() {
            for (receiver, step) in graph.push(number, trace.grads[number]) {
                trace.grads[receiver] = step.contribution;
            }
        }
        Some(trace)
    }

    /// Two passes, with nothing cleared between them; the root's grad is set, not added to.
    pub fn twice(graph: &Order) -> Option<Trace> {
        let mut trace = Trace::new(graph);
        for _ in 0..2 {
            trace.grads[graph.root_number()] = 1.0;
            for number in graph.backward_numbers() {
                trace.push(graph, number);
            }
        }
        Some(trace)
    }

    /// Operands push before their users.
    pub fn forward_order(graph: &Order) -> Option<Trace> {
        let mut trace = Trace::new(graph);
        for number in graph.forward_numbers() {
            trace.push(graph, number);
        }
        Some(trace)
    }

    /// A queue, and every operand is put into it every time.
    pub fn breadth_first(graph: &Order) -> Option<Trace> {
        if visit_count(graph) > MOST_VISITS {
            return None;
        }
        let mut trace = Trace::new(graph);
        let mut queue = VecDeque::from([graph.root_number()]);
        while let Some(number) = queue.pop_front() {
            trace.visits.push(number);
            trace.push(graph, number);
            queue.extend(graph.operands(number));
        }
        Some(trace)
    }

    /// A queue into which every node is put once, when it is first seen.
    pub fn breadth_first_once(graph: &Order) -> Option<Trace> {
        let mut trace = Trace::new(graph);
        let mut seen = vec![false; graph.count()];
        let mut queue = VecDeque::from([graph.root_number()]);
        while let Some(number) = queue.pop_front() {
            trace.push(graph, number);
            for operand in graph.operands(number) {
                if !std::mem::replace(&mut seen[operand], true) {
                    queue.push_back(operand);
                }
            }
        }
        Some(trace)
    }

    /// The node pushes its current grad to its operands.
    fn push(&mut self, graph: &Order, number: usize) {
        let upstream = self.grads[number];
        let pushed = &mut self.pushed[number];
        if pushed.times == 0 {
            pushed.first = upstream;
        }
        pushed.times += 1;
        for (receiver, step) in graph.push(number, upstream) {
            self.grads[receiver] += step.contribution;
        }
    }
}

/// The maximum number of visits made.
const MOST_VISITS: f64 = 500_000.0;

/// The number of visits that the queue without a set makes: one for every path.
fn visit_count(graph: &Order) -> f64 {
    graph.path_counts().iter().sum()
}

/// The message if the queue without a set would take too long.
pub fn too_many(graph: &Order) -> Block {
    let (visits, nodes) = (exact(visit_count(graph)), graph.count());
    let text = format!("  not run: it takes {visits} visits for {nodes} nodes, one for every path");
    Paragraph::new(text).wrapped(2)
}

/// `visits: L d e c a c b a b a b     (11 visits for 6 nodes)`
pub fn visits(context: &Context, trace: &Trace) -> Option<Block> {
    let names = trace.visits.iter().map(|number| context.name(*number));
    let names = few(names, 24, " ");
    let visits = counted(trace.visits.len() as u64, "visit");
    let nodes = counted(context.pass.order.count() as u64, "node");
    let text = format!("visits: {names}     ({visits} for {nodes})");
    (!trace.visits.is_empty()).then(|| Paragraph::new(text).wrapped(8))
}
