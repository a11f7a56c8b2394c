//! Why a value is not finite: the way from it down to the operation that made it so.

use super::{MOST_LINES, Why, shown, wording};
use crate::core::graph::{Operand, Order, Value};
use crate::core::ops::Edge;
use crate::parts::formula::applied;
use crate::parts::learn::Context;
use crate::report::{Block, Column, Paragraph, Table, facts_of};

/// Tells whether a computed node is not finite, in some row if it has several.
pub fn is_lost(value: &Value) -> bool {
    let in_row = |it: &Value| Order::of([it]).find_row(it, &|_, _, out| !out.is_finite()).is_some();
    !value.is_leaf() && (!value.data().is_finite() || (value.is_per_row() && in_row(value)))
}

/// A node on the way, with its numbers.
struct Step {
    number: usize,
    operands: [f64; 2],
    out: f64,
}

/// Says why the root is not finite.
pub fn why_value(context: &Context) -> Why {
    let order = &context.pass.order;
    let wording = wording(context);
    let (steps, row) = steps(order);
    let name = context.root_name();
    let mut facts = facts_of([("node", name.as_str().into())]);
    let Some((first, last)) = steps.first().zip(steps.last()) else {
        let data = shown(context.root_node().data());
        let text = format!("  {name} is {data}: a leaf, which has the number that it was given");
        return Why { blocks: vec![Paragraph::new(text).wrapped(4)], facts };
    };
    let made = steps.iter().rev().find(|step| step.out.is_nan() == first.out.is_nan());
    let made = made.unwrap_or(last);
    let in_row = row.map(|row| format!("in row {row} ")).unwrap_or_default();
    let mut cause = format!("{in_row}{}", begins(context, last));
    if made.number != last.number {
        let formula = wording.formula(made.number);
        cause += &format!(", and {formula} is {}", with_numbers(order, made));
    }
    facts.extend(facts_of([
        ("lost", context.name(last.number).into()),
        ("cause", cause.as_str().into()),
    ]));
    let blocks = vec![
        Paragraph::new(format!("  {name} is {}: {cause}", shown(first.out))).wrapped(4),
        table(context, &steps),
    ];
    Why { blocks, facts }
}

/// The nodes from the root down to the first operation that makes a number that is not finite of
/// finite ones, and the row in which it does, from 1. A branch that is not taken belongs left out.
fn steps(order: &Order) -> (Vec<Step>, Option<usize>) {
    let (mut steps, mut row) = (Vec::new(), None);
    let mut here = Some(order.root_number());
    while let Some(number) = here {
        let node = order.node(number);
        let Some(operation) = node.operation() else { break };
        let is_wild = |number: &f64| !number.is_finite();
        if row.is_none() {
            let rows = if node.is_fold() {
                node.operands().first().and_then(Operand::value)
            } else {
                Some(node)
            };
            let rows = rows.filter(|it| it.is_per_row()).map(|it| order.numbers_of(it));
            row = rows.and_then(|rows| rows.iter().position(is_wild));
        }
        let at = |operand: &Operand| match operand.value() {
            Some(value) => data_in(order, value, row),
            None => operand.data(),
        };
        let operands = node.both_operands().each_ref().map(at);
        let out = data_in(order, node, row);
        let pair = order.operand_pair(number);
        let below = |is_such: &dyn Fn(f64) -> bool| {
            (0..operation.arity()).find(|index| pair[*index].is_some() && is_such(operands[*index]))
        };
        let next =
            below(&|number| number.is_nan() && out.is_nan()).or_else(|| below(&|it| is_wild(&it)));
        steps.push(Step { number, operands, out });
        here = next.and_then(|index| pair[index]);
    }
    (steps, row.map(|row| row + 1))
}

/// The data of a node, in a row if it has several.
fn data_in(order: &Order, value: &Value, row: Option<usize>) -> f64 {
    match row.filter(|_| value.is_per_row()) {
        Some(row) => order.numbers_of(value).get(row).copied().unwrap_or(f64::NAN),
        None => value.data(),
    }
}

/// `log(x) is -inf at x = 0: the limit from above`
fn begins(context: &Context, step: &Step) -> String {
    let wording = wording(context);
    let node = context.node(step.number);
    let is_it = |edge: &Edge| edge.data == step.out || edge.data.is_nan() && step.out.is_nan();
    let why = node.operation().and_then(|it| it.edge_near(step.operands, is_it));
    let why = why.map(|edge| format!(" ({})", edge.because)).unwrap_or_default();
    let at = wording.places(step.number, step.operands);
    format!("{} is {}{at}{why}", wording.formula(step.number), shown(step.out))
}

/// `0 * -inf`
fn with_numbers(order: &Order, step: &Step) -> String {
    let operands = step.operands.map(Operand::Constant);
    let operation = order.node(step.number).operation();
    let operands = |arity: usize| operands.get(..arity).unwrap_or_default();
    let name = |_: &Value| String::new();
    // The exact text of -inf would follow a minus without parentheses.
    let number = |number: f64| match number {
        f64::NEG_INFINITY => "(-inf)".to_owned(),
        number => shown(number),
    };
    let text = operation.map(|it| applied(it, operands(it.arity()), name, number));
    text.unwrap_or_default().replace("((-inf))", "(-inf)")
}

/// The nodes on the way, from the root down.
fn table(context: &Context, steps: &[Step]) -> Block {
    let rows = steps.iter().take(MOST_LINES).map(|step| {
        vec![
            Paragraph::new(context.equation(step.number)),
            Paragraph::new(format!("= {}", with_numbers(&context.pass.order, step))),
            Paragraph::data(step.out),
        ]
    });
    let columns = vec![
        Column::text("on the way").titled("on the way").width(14),
        Column::text("in numbers").titled("in numbers").width(14),
        Column::number("data").titled("data").width(8),
    ];
    Block::Table(Table::titled(columns, rows.collect()))
}
