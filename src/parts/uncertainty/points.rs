//! A root as the function of several of its nodes, at many points side by side: the rows of columns.

use std::f64::consts::{PI, TAU};
use std::iter;

use foldhash::fast::RandomState;
use indexmap::IndexMap;

use crate::core::graph::{Budget, Copies, Label, Operand, Order, Stop, Value};
use crate::core::ops::{ADD, ATAN2, DIVIDE, MULTIPLY, NEGATE, STEP, SUBTRACT};
use crate::parts::rows::{Column, Compiling, Sweep, View};

/// Evaluates the root of an order at many points side by side; the nodes keep their data.
#[derive(Debug)]
pub struct Points {
    /// Those that take the places of the nodes that are given, with a row for each point.
    columns: Vec<Value>,
    width: usize,
    nodes: usize,
    /// Over the rows of the root, and of the angles.
    sweep: Sweep,
    /// The angles, each with what it is for the root that one has jumped.
    angles: IndexMap<Value, Wrapping, RandomState>,
    wrapping: Wrapping,
}

/// What has become of the angles of `atan2`, which jump from π to -π.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wrapping {
    /// None has jumped.
    #[default]
    None,
    /// Some would have, and were taken on beyond π instead, since the root goes on with them in a
    /// straight line.
    Mended,
    /// Some have.
    Broken,
}

impl Wrapping {
    /// Tells whether an angle lies on the other side of the jump.
    pub fn is_far(angle: f64, present: f64) -> bool {
        (angle - present).abs() > PI
    }
}

/// About how many numbers are evaluated together. It decides in which order they are drawn, and so what
/// they are.
const NUMBERS: usize = 1 << 15;
const WIDTHS: (usize, usize) = (8, 512);

impl Order {
    /// Makes the root a function of the leaves with these numbers, of which it is one or depends on
    /// one. None if it has rows, which are not evaluated at points.
    pub fn at_points(&self, leaves: &[usize]) -> Option<Points> {
        if self.has_rows() {
            return None;
        }
        let depends = self.dependents(leaves);
        let nodes = depends.iter().filter(|depends| **depends).count();
        let width = (NUMBERS / nodes.max(1)).clamp(WIDTHS.0, WIDTHS.1);
        let budget = Budget::default();
        let column = |number: &usize| {
            let numbers = vec![self.node(*number).data(); width];
            let column = Column::new(numbers, View::default(), &budget);
            Value::column(column, Label::default(), &budget)
        };
        let columns: Vec<Value> = leaves.iter().map(column).collect();
        let in_place = |(number, column): (&usize, &Value)| {
            (self.node(*number).clone(), Operand::Value(column.clone()))
        };
        let mut copies: Copies = leaves.iter().zip(&columns).map(in_place).collect();
        copies.follow_over(self, |_| true, |node| Operand::Constant(node.data()));
        let is_straight = self.is_straight_from(&depends);
        let (mut angles, mut mended) = (IndexMap::default(), Copies::default());
        for number in self.angle_numbers().filter(|number| depends[*number]) {
            let angle = copies.node(self.node(number));
            if is_straight[number] {
                mended.put(&angle, taken_on(&angle));
            }
            let jumped = if is_straight[number] { Wrapping::Mended } else { Wrapping::Broken };
            angles.insert(angle, jumped);
        }
        let root = copies.node(self.root()?);
        mended.follow(&Order::of([&root]), |_| true);
        let root = mended.node(&root);
        let targets: Vec<Value> = iter::once(root).chain(angles.keys().cloned()).collect();
        let options = Compiling { fused: true, branched: false };
        let sweep = Sweep::compile(&targets, |_| false, options)?;
        Some(Points { columns, width, nodes, sweep, angles, wrapping: Wrapping::None })
    }

    /// The nodes that are angles of `atan2`, one number each, with their data.
    pub fn angles(&self) -> Vec<(Value, f64)> {
        self.angle_numbers()
            .map(|number| self.node(number))
            .map(|it| (it.clone(), it.data()))
            .collect()
    }

    fn angle_numbers(&self) -> impl Iterator<Item = usize> + use<'_> {
        let is_angle = |node: &Value| {
            !node.is_per_row() && node.operation().is_some_and(|operation| operation.is(ATAN2))
        };
        self.forward_numbers().filter(move |number| is_angle(self.node(*number)))
    }

    /// By number, true if the root is a constant plus a constant times the node; of the operands
    /// those that depend on something are no constants.
    fn is_straight_from(&self, depends: &[bool]) -> Vec<bool> {
        let mut is_straight = vec![true; self.count()];
        for user in self.backward_numbers() {
            let pair = self.operand_pair(user);
            let is_constant = |index: usize| pair[index].is_none_or(|operand| !depends[operand]);
            let Some(operation) = self.node(user).operation() else { continue };
            for (index, operand) in pair.into_iter().enumerate() {
                let Some(operand) = operand else { continue };
                let passes_on = match operation {
                    row if row.is(ADD) || row.is(SUBTRACT) || row.is(NEGATE) => true,
                    row if row.is(MULTIPLY) => is_constant(1 - index),
                    row if row.is(DIVIDE) => index == 0 && is_constant(1),
                    _ => false,
                };
                is_straight[operand] &= passes_on && is_straight[user];
            }
        }
        is_straight
    }
}

/// An angle less the whole turn, if any, by which it is on the other side of the jump.
fn taken_on(angle: &Value) -> Operand {
    let made = |operation, x: &Operand, y: &Operand| {
        Operand::made(operation, [x.clone(), y.clone()], Label::default())
    };
    let [present, half, turn] = [angle.data(), PI, TAU].map(Operand::Constant);
    let angle = Operand::Value(angle.clone());
    let off = made(SUBTRACT, &angle, &present);
    let above = made(SUBTRACT, &off, &half);
    let below = made(SUBTRACT, &Operand::Constant(-PI), &off);
    let [above, below] = [above, below].map(|it| made(STEP, &it, &half));
    let turns = made(SUBTRACT, &above, &below);
    made(SUBTRACT, &angle, &made(MULTIPLY, &turns, &turn))
}

impl Points {
    /// The number of points.
    pub fn width(&self) -> usize {
        self.width
    }

    /// What has become of angles at all points so far.
    pub fn wrapping(&self) -> Wrapping {
        self.wrapping
    }

    /// The number of nodes that have other data at other points.
    pub fn nodes(&self) -> usize {
        self.nodes
    }

    /// Changes the data of the leaves: of the first at each point, then of the next.
    pub fn fill(&mut self, fill: impl Fn(usize, &mut [f64])) {
        for (at, column) in self.columns.iter().filter_map(Value::as_column).enumerate() {
            column.change(|numbers| fill(at, numbers));
        }
    }

    /// Gives the root's data at all points, some at a time.
    pub fn roots(&mut self, mut take: impl FnMut(&[f64])) {
        let Points { sweep, angles, wrapping, .. } = self;
        sweep.read_each(&Stop::default(), |node, numbers| match angles.get(node) {
            None => take(numbers),
            Some(jump) if numbers.iter().any(|it| Wrapping::is_far(*it, node.data())) => {
                *wrapping = (*wrapping).max(*jump);
            }
            Some(_) => {}
        });
    }
}
