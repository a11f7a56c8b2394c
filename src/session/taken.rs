//! The steps that were taken, run by run: from where, how and to where.

use std::collections::HashMap;
use std::rc::{Rc, Weak};

use super::Session;
use super::memory::Memory;
use super::undone::same_bits;
use crate::graph::{Value, WeakValue};
use crate::methods::{BatchPlace, Method, Rate, Remembered};

/// Steps that one statement took, or several that went on with each other.
#[derive(Debug, Clone)]
pub struct StepsTaken {
    root: WeakValue,
    /// How grads became steps.
    pub method: Method,
    /// Their rate.
    pub rate: Rc<Rate>,
    /// What the leaves of the formula of the rate were.
    pub constants: Vec<f64>,
    /// Their number.
    pub count: u64,
    /// Where the first batch began, and where the next one would, if they went by batches.
    pub batch: Option<(BatchPlace, BatchPlace)>,
    /// The leaves that they moved.
    pub leaves: Vec<StepsOfLeaf>,
    /// The other leaves of the root.
    held: Vec<(WeakValue, Held)>,
}

/// The steps of a leaf.
#[derive(Debug, Clone)]
pub struct StepsOfLeaf {
    leaf: WeakValue,
    /// Its data before the first one.
    pub before: f64,
    /// What it remembered then.
    pub remembered: Remembered,
    /// Its data after the last one.
    pub after: f64,
    /// What it remembers then.
    pub remembers: Remembered,
    /// The last one, if that is known.
    pub last: Option<LastStep>,
}

/// A step of one leaf.
#[derive(Debug, Clone, Copy)]
pub struct LastStep {
    /// Its rate.
    pub rate: f64,
    /// The leaf's data before.
    pub before: f64,
    /// The leaf's grad before.
    pub grad: f64,
}

/// What a leaf was while others moved.
#[derive(Debug, Clone)]
enum Held {
    Number(f64),
    Rows(Weak<Vec<f64>>),
}

/// The most runs that are kept.
const MOST_RUNS: usize = 64;

impl StepsTaken {
    /// The steps from a root that moved these leaves.
    pub fn of(
        (session, root): (&mut Session, &Value),
        (method, rate): (Method, Rc<Rate>),
        (count, batch): (u64, Option<(BatchPlace, BatchPlace)>),
        leaves: Vec<StepsOfLeaf>,
    ) -> StepsTaken {
        let formula = rate.formula();
        let constants = formula.map(|(_, order)| order.leaves().map(Value::data).collect());
        let order = session.order_of(root);
        let held = order.leaves().filter(|leaf| leaf.is_frozen() || leaf.is_per_row());
        let mut held: Vec<(WeakValue, Held)> =
            held.map(|leaf| (leaf.downgrade(), Held::of(leaf))).collect();
        if held.len() + leaves.len() < order.leaves().count() {
            let moved: HashMap<WeakValue, ()> =
                leaves.iter().map(|it| (it.leaf.clone(), ())).collect();
            let others = order.leaves().map(|leaf| (leaf.downgrade(), leaf));
            let others = others.filter(|(weak, leaf)| {
                !moved.contains_key(weak) && !leaf.is_frozen() && !leaf.is_per_row()
            });
            held.extend(others.map(|(weak, leaf)| (weak, Held::of(leaf))));
        }
        let (root, constants) = (root.downgrade(), constants.unwrap_or_default());
        StepsTaken { root, method, rate, constants, count, batch, leaves, held }
    }

    /// The approximate number of numbers that it holds.
    pub fn weight(&self) -> usize {
        let formula = self.rate.formula().map_or(0, |(_, order)| order.nodes().len());
        self.leaves.len() + self.held.len() + formula
    }

    /// Tells whether other steps are more of the same.
    fn goes_on_in(&self, other: &StepsTaken) -> bool {
        let one_rate = self.rate.formula().is_none() && other.rate.formula().is_none();
        let leaves = self.leaves.iter().zip(&other.leaves);
        let mut held = self.held.iter().zip(&other.held);
        one_rate
            && same_bits(self.rate.at(0), other.rate.at(0))
            && self.root == other.root
            && self.method == other.method
            && self.leaves.len() == other.leaves.len()
            && leaves.into_iter().all(|(one, next)| one.goes_on_in(next))
            && self.held.len() == other.held.len()
            && held.all(|((one, was), (next, is))| one == next && was.is_same(is))
            && match (self.batch, other.batch) {
                (None, None) => true,
                (Some((_, end)), Some((start, _))) => end == start,
                _ => false,
            }
    }
}

impl StepsOfLeaf {
    /// The steps of a leaf that is where they have led to.
    pub fn of(
        leaf: &Value,
        before: f64,
        [then, now]: [Remembered; 2],
        last: Option<LastStep>,
    ) -> Self {
        let (remembered, remembers, after) = (then, now, leaf.data());
        StepsOfLeaf { leaf: leaf.downgrade(), before, remembered, after, remembers, last }
    }

    /// The leaf, while something keeps it alive.
    pub fn leaf(&self) -> Option<Value> {
        self.leaf.upgrade()
    }

    /// Tells whether other steps began where these ended.
    pub fn goes_on_in(&self, other: &StepsOfLeaf) -> bool {
        self.leaf == other.leaf
            && same_bits(self.after, other.before)
            && self.remembers == other.remembered
    }
}

impl Held {
    fn of(leaf: &Value) -> Held {
        match leaf.as_column() {
            None => Held::Number(leaf.data()),
            Some(column) => Held::Rows(Rc::downgrade(&column.numbers())),
        }
    }

    fn is_same(&self, other: &Held) -> bool {
        match (self, other) {
            (Held::Number(one), Held::Number(other)) => same_bits(*one, *other),
            (Held::Rows(one), Held::Rows(other)) => one.ptr_eq(other),
            _ => false,
        }
    }
}

impl Memory {
    /// Notes steps that were taken.
    pub fn note(&mut self, taken: StepsTaken) {
        if let Some(last) = self.runs.last_mut().filter(|last| last.goes_on_in(&taken)) {
            let last = Rc::make_mut(last);
            last.count += taken.count;
            last.batch = last.batch.zip(taken.batch).map(|((start, _), (_, end))| (start, end));
            for (one, next) in last.leaves.iter_mut().zip(taken.leaves) {
                *one = StepsOfLeaf { before: one.before, remembered: one.remembered, ..next };
            }
            return;
        }
        if self.runs.len() == MOST_RUNS {
            self.runs.remove(0);
        }
        self.runs.push(Rc::new(taken));
    }
}

/// The runs of steps from a root that have led its leaves to where they are, the first one first.
pub fn steps_to(session: &Session, root: &Value) -> Vec<Rc<StepsTaken>> {
    let Some(memory) = &session.state.memory else { return Vec::new() };
    let root = root.downgrade();
    // Where leaves were before what has been found.
    let mut before: HashMap<WeakValue, f64> = HashMap::new();
    let mut found = Vec::new();
    for run in memory.runs.iter().rev().take_while(|run| run.root == root) {
        let is_there = |weak: &WeakValue, data: f64| {
            let was = before.get(weak).copied();
            was.or_else(|| Some(weak.upgrade()?.data())).is_some_and(|was| same_bits(was, data))
        };
        let is_held = |(weak, held): &(WeakValue, Held)| match held {
            Held::Number(data) => is_there(weak, *data),
            rows => weak.upgrade().is_some_and(|leaf| rows.is_same(&Held::of(&leaf))),
        };
        if !run.leaves.iter().all(|it| is_there(&it.leaf, it.after))
            || !run.held.iter().all(is_held)
        {
            break;
        }
        before.extend(run.leaves.iter().map(|it| (it.leaf.clone(), it.before)));
        found.push(Rc::clone(run));
    }
    found.reverse();
    found
}

/// The last step that has taken a leaf to where it is, how, and what it remembers of it.
pub fn last_step(session: &Session, leaf: &Value) -> Option<(Method, Remembered, LastStep)> {
    let weak = leaf.downgrade();
    let mut runs = session.state.memory.as_ref()?.runs.iter().rev();
    let (run, of_leaf) =
        runs.find_map(|run| Some((run, run.leaves.iter().find(|it| it.leaf == weak)?)))?;
    let last = of_leaf.last.filter(|_| same_bits(leaf.data(), of_leaf.after))?;
    Some((run.method, of_leaf.remembers, last))
}
