//! The derivative of a node by another as nodes, built from the texts of local derivatives.

pub(super) mod local;
mod simplify;

use crate::core::graph::{Built, Guard, Label, Operand, Order, Value};
use crate::core::language::{Error, Result, Span};
use crate::core::ops::{self, Branching, Operation, Sharing};
use local::{Texts, meaning};
use simplify::Maker;

/// Builds d `root` / d `by` as nodes, labeled as the parts of a statement that follow `label`.
///
/// This is the backward pass with nodes instead of numbers. Each node is visited once, so shared
/// nodes stay shared, and the result grows with the graph, not with its number of paths.
///
/// # Errors
///
/// When the text of a local derivative cannot be read.
pub fn derivative(root: &Value, by: &Value, label: Label, clock: u32) -> Result<Built> {
    derivative_within(root, by, label, clock, (&Guard::default(), Span::default()))
}

/// As [`derivative`], but checks the guard at each node.
///
/// # Errors
///
/// At `span`, when the work is interrupted or the nodes do not fit.
pub fn derivative_within(
    root: &Value,
    by: &Value,
    label: Label,
    clock: u32,
    (guard, span): (&Guard, Span),
) -> Result<Built> {
    let order = Order::until(guard.stop(), [root]);
    guard.go_on(span)?;
    let Some(by) = order.number_of(by) else {
        return Ok(Built::number(0.0));
    };
    if order.node(by).is_per_row() {
        return Err(Error::new(span, "a derivative by a column would be one formula for each row")
            .hint("differentiate by a number"));
    }
    if root.is_per_row()
        && order
            .dependents(&[by])
            .iter()
            .zip(order.nodes())
            .any(|(depends, node)| *depends && node.is_fold())
    {
        return Err(Error::new(span, "a fold of all rows has no derivative row by row")
            .hint("fold the root as well"));
    }
    derive(&order, by, Maker::new(label, clock), (guard, span))
}

fn derive(
    order: &Order,
    by: usize,
    mut maker: Maker,
    (guard, span): (&Guard, Span),
) -> Result<Built> {
    let mut go_on = || guard.go_on(span).and_then(|()| guard.room(span));
    // A branch gates the finished product, which is there only where operands come first.
    let result = if order.has_branches() {
        pass_forward(order, by, &mut maker, &mut go_on)?
    } else {
        pass_back(order, by, &mut maker, &mut go_on)?
    };
    maker.finish(result, (guard, span))
}

/// The number of rows that share the slope of a fold: the operand `n` of its text.
fn shared(node: &Value, maker: &mut Maker) -> Operand {
    let fold = node.operation().and_then(Operation::as_fold);
    let [x, _] = node.both_operands();
    let Some(fold) = fold.filter(|fold| fold.sharing == Sharing::Ties) else {
        return Operand::Constant(node.folded_rows() as f64);
    };
    // No row is beyond the result, and those that tie are not short of it.
    let out = Operand::Value(node.clone());
    let gap = if fold.start > 0.0 { [x.clone(), out] } else { [out, x.clone()] };
    let mut gap = maker.apply(ops::SUBTRACT, gap);
    if fold.rank.is_some()
        && let Some(abs) = ops::named("abs")
    {
        // Here some are on either side.
        gap = maker.apply(abs, [gap, Operand::Constant(0.0)]);
    }
    let is_short = ops::named("step").map(|step| maker.apply(step, [gap, Operand::Constant(0.0)]));
    let ties = [Operand::Constant(1.0), is_short.unwrap_or(Operand::Constant(f64::NAN))];
    let ties = maker.apply(ops::SUBTRACT, ties);
    maker.sum_of_rows(ties, node.folded_rows())
}

/// The local derivative of a node by one of its operands, over its nodes.
fn local_slope(
    (node, operation, index): (&Value, &'static Operation, usize),
    texts: &mut Texts,
    maker: &mut Maker,
) -> Result<Operand> {
    let (out, shared) = (Operand::Value(node.clone()), shared(node, maker));
    let names = |name: &str| match name {
        "n" => Some(shared.clone()),
        _ => meaning(name, node.both_operands(), &out),
    };
    texts.local(operation, index, names, maker)
}

/// Runs the backward pass with nodes instead of grads down to the node `by`, and returns its grad.
fn pass_back(
    order: &Order,
    by: usize,
    maker: &mut Maker,
    go_on: &mut impl FnMut() -> Result<()>,
) -> Result<Operand> {
    let depends = order.dependents(&[by]);
    let is_folded = order.root().is_some_and(|root| !root.is_per_row());
    let mut texts = Texts::default();
    // The upstream of each node so far.
    let mut upstreams: Vec<Option<Operand>> = vec![None; order.count()];
    if let Some(root) = upstreams.last_mut() {
        *root = Some(Operand::Constant(1.0));
    }
    for number in (by + 1..order.count()).rev() {
        let node = order.node(number);
        let (Some(operation), Some(upstream)) = (node.operation(), upstreams[number].take()) else {
            continue;
        };
        go_on()?;
        for (index, operand) in order.operand_pair(number).into_iter().enumerate() {
            let Some(operand) = operand.filter(|operand| depends[*operand]) else {
                continue;
            };
            let local = local_slope((node, operation, index), &mut texts, maker)?;
            let mut contribution = maker.apply(ops::MULTIPLY, [local, upstream.clone()]);
            if let Some(rows) = node.rows().filter(|_| is_folded)
                && !order.node(operand).is_per_row()
            {
                // A number gets the sum over all rows.
                contribution = maker.sum_of_rows(contribution, rows);
            }
            let before = upstreams[operand].take();
            upstreams[operand] = Some(match before {
                None => contribution,
                Some(before) => maker.apply(ops::ADD, [contribution, before]),
            });
        }
    }
    Ok(upstreams[by].take().unwrap_or(Operand::Constant(0.0)))
}

/// Runs a forward pass with the derivatives of nodes by the node `by`, and returns the root's. That of
/// what a gate lets through is gated as it is, so that no slope of a side that is not taken counts.
fn pass_forward(
    order: &Order,
    by: usize,
    maker: &mut Maker,
    go_on: &mut impl FnMut() -> Result<()>,
) -> Result<Operand> {
    let mut texts = Texts::default();
    // None where it is 0.
    let mut slopes: Vec<Option<Operand>> = vec![None; order.count()];
    slopes[by] = Some(Operand::Constant(1.0));
    for number in by + 1..order.count() {
        let node = order.node(number);
        let Some(operation) = node.operation() else { continue };
        let mut sum: Option<Operand> = None;
        for (index, operand) in order.operand_pair(number).into_iter().enumerate() {
            let Some(inner) = operand.and_then(|operand| slopes[operand].clone()) else {
                continue;
            };
            go_on()?;
            let part = match operation.branching {
                Branching::None => {
                    let local = local_slope((node, operation, index), &mut texts, maker)?;
                    let product = maker.apply(ops::MULTIPLY, [local, inner]);
                    match node.folded_rows() {
                        0 => product,
                        rows => maker.sum_of_rows(product, rows),
                    }
                }
                Branching::Row if inner.rows().is_none() => inner,
                Branching::Row => {
                    let [_, row] = node.both_operands();
                    maker.apply(operation, [inner, row.clone()])
                }
                Branching::Gate(_) if index > 0 => {
                    let [condition, _] = node.both_operands();
                    maker.apply(operation, [condition.clone(), inner])
                }
                Branching::Flat | Branching::Lazy(_) | Branching::Gate(_) => continue,
            };
            sum = Some(match sum {
                None => part,
                Some(before) => maker.apply(ops::ADD, [before, part]),
            });
        }
        slopes[number] = sum.filter(|sum| !matches!(sum, Operand::Constant(0.0)));
    }
    Ok(slopes.pop().flatten().unwrap_or(Operand::Constant(0.0)))
}
