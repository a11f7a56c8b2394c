//! The wrong passes themselves.

use std::collections::VecDeque;

use super::super::count::{Count, paths};
use super::super::same;
use crate::graph::{Names, Order};
use crate::report::{Part, Sentence, counted};

/// What a wrong pass did.
#[derive(Debug, Default)]
pub struct Trace {
    /// The grads it ended with.
    pub grads: Vec<f64>,
    /// With what grads each node pushed.
    pub pushed: Vec<Pushed>,
    /// The nodes in the order visited, where the order is what is wrong.
    pub visits: Vec<usize>,
}

/// How a node pushed.
#[derive(Debug, Clone, Copy, Default)]
pub struct Pushed {
    /// How often.
    pub times: usize,
    /// The grad it had the first time.
    pub first: f64,
    /// The grad it had the last time.
    pub last: f64,
    /// The sum of the grads it had, time by time.
    pub sum: f64,
    /// Whether they were all the same.
    pub is_steady: bool,
}

impl Trace {
    fn new(web: &Order) -> Trace {
        Trace {
            grads: web.seed(),
            pushed: vec![Pushed::default(); web.count()],
            visits: Vec::new(),
        }
    }

    /// `=` instead of `+=`.
    pub fn overwrite(web: &Order) -> Option<Trace> {
        let mut trace = Trace::new(web);
        for number in web.backward_numbers() {
            for (receiver, step) in web.push(number, trace.grads[number]) {
                trace.grads[receiver] = step.contribution;
            }
        }
        Some(trace)
    }

    /// Operands push before their users.
    pub fn forward_order(web: &Order) -> Option<Trace> {
        let mut trace = Trace::new(web);
        for number in web.forward_numbers() {
            trace.push(web, number);
        }
        Some(trace)
    }

    /// A queue, and every operand is put into it every time.
    pub fn breadth_first(web: &Order) -> Option<Trace> {
        total(web).up_to(MOST_VISITS)?;
        let mut trace = Trace::new(web);
        let mut queue = VecDeque::from([web.root_number()]);
        while let Some(number) = queue.pop_front() {
            trace.visits.push(number);
            trace.push(web, number);
            queue.extend(web.operands(number));
        }
        Some(trace)
    }

    /// A queue into which every node is put once, when it is first seen.
    pub fn breadth_first_once(web: &Order) -> Option<Trace> {
        let mut trace = Trace::new(web);
        let mut seen = vec![false; web.count()];
        let mut queue = VecDeque::from([web.root_number()]);
        while let Some(number) = queue.pop_front() {
            trace.push(web, number);
            for operand in web.operands(number) {
                if !std::mem::replace(&mut seen[operand], true) {
                    queue.push_back(operand);
                }
            }
        }
        Some(trace)
    }

    /// The node pushes what it has to its operands.
    fn push(&mut self, web: &Order, number: usize) {
        let upstream = self.grads[number];
        let pushed = &mut self.pushed[number];
        if pushed.times == 0 {
            *pushed = Pushed { first: upstream, last: upstream, is_steady: true, ..*pushed };
        }
        pushed.is_steady &= same(pushed.last, upstream);
        pushed.last = upstream;
        pushed.sum += upstream;
        pushed.times += 1;
        for (receiver, step) in web.push(number, upstream) {
            self.grads[receiver] += step.contribution;
        }
    }
}

/// More visits than this are not made.
const MOST_VISITS: usize = 500_000;

/// How many visits the queue without a set makes: one for every path.
fn total(web: &Order) -> Count {
    paths(web).into_iter().fold(Count::NONE, Count::plus)
}

/// That the queue without a set would take for ever.
pub fn too_many(names: &Names, web: &Order) -> Part {
    let (root, nodes, visits) = (names.call(web.node(web.root_number())), web.count(), total(web));
    let text = format!(
        "  not run: {root} has {nodes} nodes, but this would make {visits} visits, one for every \
         path from {root}. A backward pass visits every node once."
    );
    Sentence::new(text).part(2)
}

/// `visits: L d e c a c b a b a b     (11 visits for 6 nodes)`
pub fn visits(names: &Names, web: &Order, trace: &Trace) -> Option<Part> {
    const SHOWN: usize = 24;
    if trace.visits.is_empty() {
        return None;
    }
    let called = trace.visits.iter().take(SHOWN).map(|number| names.call(web.node(*number)));
    let mut text = format!("visits: {}", called.collect::<Vec<_>>().join(" "));
    if trace.visits.len() > SHOWN {
        text.push_str(" …");
    }
    let visits = counted(trace.visits.len() as u64, "visit");
    let count = format!("     ({visits} for {})", counted(web.count() as u64, "node"));
    Some(Sentence::new(text + &count).part(8))
}
