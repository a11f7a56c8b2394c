//! Gradient descent from the current root: `leaf -= rate * grad`, as often as asked.

use super::{Change, Session};
use crate::graph::{Order, Value};

/// What a run of descent did.
#[derive(Debug)]
pub struct Descent {
    /// The root it descended.
    pub root: Value,
    /// The rate.
    pub rate: f64,
    /// Every leaf that moved, with its first grad.
    pub moved: Vec<Moved>,
    /// The run at steps 0, 1, 2, 5, 10, 20, 50 and so on, and at its last.
    pub points: Vec<Point>,
    /// The root's data after every step, the start first; of long runs every so many.
    pub curve: Vec<f64>,
    /// The change of the root that the first grads predict for one step.
    pub predicted: f64,
    /// How many steps were taken.
    pub taken: u64,
    /// How it ended.
    pub end: End,
}

/// A leaf before and after.
#[derive(Debug, Clone)]
pub struct Moved {
    /// The leaf.
    pub leaf: Value,
    /// Its data before the first step.
    pub before: f64,
    /// Its grad before the first step.
    pub grad: f64,
}

/// A moment of the run.
#[derive(Debug, Clone)]
pub struct Point {
    /// How many steps had been taken.
    pub step: u64,
    /// The root's data.
    pub root: f64,
    /// The data of the first few moving leaves.
    pub leaves: Vec<f64>,
    /// The largest size of a moving leaf's grad.
    pub largest_grad: f64,
    /// The first moving leaf's grad.
    pub first_grad: f64,
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq)]
pub enum End {
    /// All steps were taken.
    Done,
    /// The largest grad fell below what was asked for.
    Reached,
    /// The next step would have made this node non-finite; it was not taken.
    NonFinite(Value, f64),
    /// It was stopped from outside.
    Interrupted,
}

impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        self.is(other)
    }
}

/// How many leaves a point shows.
pub const SHOWN_LEAVES: usize = 5;

/// How many values of a curve are kept before every second one is dropped.
const LONGEST_CURVE: usize = 4096;

impl Session {
    /// Takes up to `count` steps of the given `rate` on `leaves`, or on every unfrozen leaf of the
    /// root, until the largest grad is below `until`.
    ///
    /// None without a root. The grads afterwards are those of the last backward pass.
    pub fn descend(
        &mut self,
        rate: f64,
        count: u64,
        leaves: Option<Vec<Value>>,
        until: Option<f64>,
    ) -> Option<Descent> {
        let root = self.root()?.clone();
        self.backward(&root);
        if self.is_interrupted() {
            return None;
        }
        // A step is whole or not taken: it looks at the flag only between steps.
        let order = std::mem::take(&mut self.order).unstoppable();
        let leaves = leaves
            .unwrap_or_else(|| order.leaves().filter(|leaf| !leaf.is_frozen()).cloned().collect());
        let moved = leaves.iter().map(|leaf| Moved {
            leaf: leaf.clone(),
            before: leaf.data(),
            grad: leaf.grad(),
        });
        let moved: Vec<Moved> = moved.collect();
        self.record(Change::Data(moved.iter().map(|it| (it.leaf.clone(), it.before)).collect()));
        let predicted = -rate * moved.iter().map(|it| it.grad * it.grad).sum::<f64>();
        let mut run = Run {
            order: &order,
            leaves: &leaves,
            rate,
            points: Vec::new(),
            curve: Curve::default(),
            previous: Vec::new(),
        };
        run.note(0);
        let mut taken = 0;
        let end = loop {
            if until.is_some_and(|tolerance| run.largest_grad() < tolerance) {
                break End::Reached;
            }
            if taken == count {
                break End::Done;
            }
            if self.is_interrupted() {
                self.heed();
                break End::Interrupted;
            }
            self.clock = self.clock.wrapping_add(1);
            if let Err((node, data)) = run.step(self.clock) {
                break End::NonFinite(node, data);
            }
            taken += 1;
            run.note(taken);
        };
        run.finish(taken);
        let (points, curve) = (run.points, run.curve.values);
        self.order = order;
        Some(Descent { root, rate, moved, points, curve, predicted, taken, end })
    }
}

/// A run under way; between steps the grads are those of the leaves' present data.
struct Run<'run> {
    order: &'run Order,
    leaves: &'run [Value],
    rate: f64,
    points: Vec<Point>,
    curve: Curve,
    previous: Vec<f64>,
}

impl Run<'_> {
    /// One step; when a node would become non-finite it is taken back, and the node named.
    fn step(&mut self, clock: u32) -> Result<(), (Value, f64)> {
        self.previous.clear();
        self.previous.extend(self.leaves.iter().map(Value::data));
        for leaf in self.leaves {
            leaf.set_data(leaf.data() - self.rate * leaf.grad());
        }
        self.order.forward(clock);
        let whole = self.order.root().is_none_or(|root| root.data().is_finite())
            && self.leaves.iter().all(|leaf| leaf.data().is_finite());
        if whole {
            self.order.backward();
            return Ok(());
        }
        let culprit = self.order.nodes().iter().find(|node| !node.data().is_finite());
        let culprit = culprit.map(|node| (node.clone(), node.data()));
        for (leaf, data) in self.leaves.iter().zip(&self.previous) {
            leaf.set_data(*data);
        }
        self.order.forward(clock);
        culprit.map_or(Ok(()), Err)
    }

    fn largest_grad(&self) -> f64 {
        largest(self.leaves.iter().map(|leaf| leaf.grad().abs()))
    }

    fn note(&mut self, step: u64) {
        let root = self.order.root().map_or(f64::NAN, Value::data);
        self.curve.push(root);
        if is_milestone(step) {
            self.point(step);
        }
    }

    fn point(&mut self, step: u64) {
        self.points.push(Point {
            step,
            root: self.order.root().map_or(f64::NAN, Value::data),
            leaves: self.leaves.iter().take(SHOWN_LEAVES).map(Value::data).collect(),
            largest_grad: self.largest_grad(),
            first_grad: self.leaves.first().map_or(0.0, Value::grad),
        });
    }

    fn finish(&mut self, step: u64) {
        if self.points.last().is_none_or(|point| point.step != step) {
            self.point(step);
        }
    }
}

/// The largest of `sizes`, nan when one is.
fn largest(sizes: impl Iterator<Item = f64>) -> f64 {
    sizes.fold(0.0, |most, size| if size > most || size.is_nan() { size } else { most })
}

/// Steps 0, 1, 2, 5, 10, 20, 50 and so on.
fn is_milestone(step: u64) -> bool {
    let mut scale = step;
    while scale != 0 && scale.is_multiple_of(10) {
        scale /= 10;
    }
    matches!(scale, 0 | 1 | 2 | 5)
}

/// Evenly spaced values of a run of unknown length.
#[derive(Debug)]
struct Curve {
    values: Vec<f64>,
    stride: u64,
    seen: u64,
}

impl Default for Curve {
    fn default() -> Curve {
        Curve { values: Vec::new(), stride: 1, seen: 0 }
    }
}

impl Curve {
    fn push(&mut self, value: f64) {
        if self.seen.is_multiple_of(self.stride) {
            self.values.push(value);
        }
        self.seen += 1;
        if self.values.len() > LONGEST_CURVE {
            let mut keep = false;
            self.values.retain(|_| {
                keep = !keep;
                keep
            });
            self.stride *= 2;
        }
    }
}
