//! The derivative of a node by another as nodes, built from the texts of local derivatives.

pub(super) mod local;
mod simplify;
mod slope;

use crate::core::graph::{Built, Guard, Label, Operand, Order, Value};
use crate::core::language::{Error, Result, Span};
use crate::core::ops::{Branching, Operation, Sharing};
use local::{local, meaning};
use simplify::Maker;
use slope::{Live, Slope};

/// Builds d `root` / d `by` as nodes, labeled as the parts of a statement that follow `label`.
///
/// This is a forward pass with nodes instead of numbers. Each node is visited once, so shared nodes
/// stay shared, and the result grows with the graph, not with its number of paths.
pub fn derivative(root: &Value, by: &Value, label: Label, data_time: u32) -> Result<Built> {
    derivative_within(root, by, label, data_time, (&Guard::default(), Span::default()))
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
    data_time: u32,
    (guard, span): (&Guard, Span),
) -> Result<Built> {
    let order = Order::until(guard.stop(), [root]);
    guard.go_on(span)?;
    let Some(by) = order.number_of(by) else {
        return Ok(Built::number(0.0));
    };
    if order.node(by).is_per_row() {
        return Err(Error::new(span, "cannot differentiate by a column").hint("choose a number"));
    }
    let mut maker = Maker::new(label, data_time);
    // The slope of each node by `by`; `None` for 0.
    let mut slopes: Vec<Option<Slope>> = vec![None; order.count()];
    slopes[by] = Some(Slope::ONE);
    for number in by + 1..order.count() {
        let node = order.node(number);
        let mut sum: Option<Slope> = None;
        for (index, operand) in order.operand_pair(number).into_iter().enumerate() {
            let Some(inner) = operand.and_then(|operand| slopes[operand].clone()) else {
                continue;
            };
            guard.go_on(span)?;
            guard.room(span)?;
            let part = slope_through(node, index, inner, &mut maker)?;
            sum = match (sum, part) {
                (Some(sum), Some(part)) => Some(sum.plus(part, &mut maker)),
                (sum, part) => sum.or(part),
            };
        }
        slopes[number] = sum.filter(|sum| sum.value.constant() != Some(0.0));
    }
    let slope = slopes.pop().flatten();
    let result = slope.map_or(Operand::Constant(0.0), |slope| slope.gated(&mut maker));
    let single_point = order.single_point(Some(by)).cloned();
    maker.finish(result, (guard, span)).map(|built| Built { single_point, ..built })
}

/// The part of a node's slope from an operand with slope `inner`; `None` for 0.
fn slope_through(
    node: &Value,
    index: usize,
    inner: Slope,
    maker: &mut Maker,
) -> Result<Option<Slope>> {
    let Some(operation) = node.operation() else { return Ok(None) };
    let [first, second] = node.both_operands();
    let slope = match operation.branching {
        Branching::Gate(on) if index > 0 => {
            inner.where_live(Live { condition: first.clone(), on }, maker)
        }
        Branching::Row => inner.of_row(second, maker),
        Branching::Given => {
            let condition = maker.is_given(first);
            inner.where_live(Live { condition, on: index == 0 }, maker)
        }
        Branching::None | Branching::Shares => {
            let (out, shared) = (Operand::Value(node.clone()), rows_that_share(node, maker));
            let operand = |name: &str| match name {
                "n" => Some(shared.clone()),
                _ => meaning(name, node.both_operands(), &out),
            };
            let product = inner.times(local(operation, index, operand, maker)?, maker);
            let product = match node.branching() {
                Branching::Shares => product.in_rows(rows_with_share(node, maker), maker),
                _ => product,
            };
            match node.folded_rows() {
                0 => product,
                rows => product.summed(rows, maker),
            }
        }
        Branching::Gate(_) | Branching::Flat | Branching::Lazy(_) => return Ok(None),
    };
    Ok(Some(slope))
}

/// The number of rows that share the slope of a fold: the operand `n` of its text.
fn rows_that_share(node: &Value, maker: &mut Maker) -> Operand {
    match node.operation().and_then(Operation::as_fold).map(|fold| fold.sharing) {
        Some(Sharing::Ties) => {
            let ties = rows_with_share(node, maker);
            maker.sum_of_rows(ties, node.folded_rows())
        }
        Some(Sharing::Given) => {
            let [x, _] = node.both_operands();
            maker.count_of_rows(x)
        }
        _ => Operand::Constant(node.folded_rows() as f64),
    }
}

/// For each row, 1 if it has a share of the slope of a fold, otherwise 0.
fn rows_with_share(node: &Value, maker: &mut Maker) -> Operand {
    let [x, _] = node.both_operands();
    let Some(fold) = node.operation().and_then(Operation::as_fold) else {
        return Operand::Constant(1.0);
    };
    if fold.sharing == Sharing::Given {
        return maker.is_given(x);
    }
    let ties = maker.answer("==", [x.clone(), Operand::Value(node.clone())]);
    if fold.rank.is_none() {
        return ties;
    }
    let is_given = maker.is_given(x);
    maker.answer("and", [is_given, ties])
}
