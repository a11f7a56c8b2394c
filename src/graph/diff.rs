//! The derivative of a node by another as nodes, built from the operations' own texts.

use super::budget::Guard;
use super::build::NonFinite;
use super::local::{Texts, meaning};
use super::node::{Label, Operand, Value};
use super::order::Order;
use super::simplify::Maker;
use crate::language::{Result, Span};
use crate::ops;

/// A derivative, and what was made for it.
#[derive(Debug)]
pub struct Derivative {
    /// The derivative: a node, or a number where nothing moves it.
    pub result: Operand,
    /// How many nodes were made for it and are part of it.
    pub count: u32,
    /// The first operation among them that made a non-finite number out of finite ones.
    pub non_finite: Option<NonFinite>,
}

impl Derivative {
    /// The derivative of what does not move.
    pub fn zero() -> Derivative {
        Derivative { result: Operand::Constant(0.0), count: 0, non_finite: None }
    }
}

/// d `root` / d `by` as nodes, labelled as the parts of a statement that follow `label`.
///
/// It is the backward pass with nodes in the place of numbers: every node on the way is passed
/// once, so what is shared stays shared and the result grows with the graph, not with its paths.
pub fn derivative(root: &Value, by: &Value, label: Label, clock: u32) -> Result<Derivative> {
    derivative_within(root, by, label, clock, (&Guard::default(), Span::default()))
}

/// The same, but it asks the guard at every node, and says at `span` why it does not go on.
pub fn derivative_within(
    root: &Value,
    by: &Value,
    label: Label,
    clock: u32,
    (guard, span): (&Guard, Span),
) -> Result<Derivative> {
    let order = Order::until(guard.stop(), [root]);
    guard.go_on(span)?;
    let Some(moved) = moved_by(by, &order) else {
        return Ok(Derivative::zero());
    };
    let mut maker = Maker::new(label, clock);
    let mut texts = Texts::default();
    // What arrives at each node from above; none where nothing does.
    let mut adjoints: Vec<Option<Operand>> = vec![None; order.nodes().len()];
    if let Some(last) = adjoints.last_mut() {
        *last = Some(Operand::Constant(1.0));
    }
    number(&order);
    let mut go_on = || guard.go_on(span).and_then(|()| guard.room(span));
    let passed = pass_back(&order, by, &moved, &mut adjoints, (&mut maker, &mut texts), &mut go_on);
    let result = adjoints.get_mut(place(by)).and_then(Option::take);
    order.nodes().iter().for_each(|node| node.set_mark(0));
    passed?;
    let result = result.unwrap_or(Operand::Constant(0.0));
    maker.finish(result, (guard, span))
}

/// Marks every node of the order with its place, from 1.
fn number(order: &Order) {
    for (node, place) in order.nodes().iter().zip(1..) {
        node.set_mark(place);
    }
}

/// The place of a numbered node.
fn place(node: &Value) -> usize {
    (node.mark() as usize).wrapping_sub(1)
}

/// For every node of the order whether it depends on `by`; none when not even the last does.
fn moved_by(by: &Value, order: &Order) -> Option<Vec<bool>> {
    const MOVED: u32 = 1;
    let moves = |node: &Value| {
        let mut operands = node.operands().iter().filter_map(Operand::value);
        let moves = node.is(by) || operands.any(|operand| operand.mark() == MOVED);
        if moves {
            node.set_mark(MOVED);
        }
        moves
    };
    let moved: Vec<bool> = order.nodes().iter().map(moves).collect();
    order.nodes().iter().for_each(|node| node.set_mark(0));
    moved.last().copied().unwrap_or(false).then_some(moved)
}

fn pass_back(
    order: &Order,
    by: &Value,
    moved: &[bool],
    adjoints: &mut [Option<Operand>],
    (maker, texts): (&mut Maker, &mut Texts),
    go_on: &mut impl FnMut() -> Result<()>,
) -> Result<()> {
    for (at, node) in order.nodes().iter().enumerate().rev() {
        let (Some(operation), false) = (node.operation(), node.is(by)) else {
            continue;
        };
        let Some(upstream) = adjoints.get_mut(at).and_then(Option::take) else {
            continue;
        };
        go_on()?;
        for (index, operand) in node.operands().iter().enumerate() {
            let Some(to) = operand.value().map(place) else {
                continue;
            };
            if !moved.get(to).copied().unwrap_or(false) {
                continue;
            }
            let out = Operand::Value(node.clone());
            let places = |name: &str| meaning(name, node.places(), &out);
            let local = texts.local(operation, index, places, maker)?;
            let contribution = maker.apply(ops::MULTIPLY, [local, upstream.clone()]);
            if let Some(adjoint) = adjoints.get_mut(to) {
                *adjoint = Some(match adjoint.take() {
                    None => contribution,
                    Some(before) => maker.apply(ops::ADD, [contribution, before]),
                });
            }
        }
    }
    Ok(())
}
