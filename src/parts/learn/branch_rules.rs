//! Operations that choose who gets the gradient: max, min, relu, abs. Their rules in words.

use super::Context;
use crate::core::graph::{Operand, Use, Value};
use crate::core::ops::{Branching, Choice, is_open};
use crate::report::Paragraph;

/// How the operation of a node chooses, if it does.
pub fn choosing(context: &Context, user: usize) -> Option<Choice> {
    context.node(user).operation()?.choice
}

/// The local derivatives for a learner who takes it to have chosen otherwise, by the right one: all
/// or nothing the other way round, or half to each.
pub fn otherwise(choice: Choice, local: f64) -> [f64; 2] {
    match choice {
        Choice::Turned if local == 0.0 => [1.0, -1.0],
        Choice::Turned => [-local, 0.0],
        _ if local == 0.5 => [1.0, 0.0],
        _ => [1.0 - local, 0.5],
    }
}

/// `b = 7 is the larger: it gets all of dL/dm, a nothing`
pub fn choice(context: &Context, user: usize) -> Option<Paragraph> {
    if let Some(said) = side(context, user) {
        return Some(said);
    }
    let choice = choosing(context, user)?;
    match choice {
        Choice::Larger => return one_of_two(context, user, ["larger", "smaller"]),
        Choice::Smaller => return one_of_two(context, user, ["smaller", "larger"]),
        Choice::Positive | Choice::Turned => {}
    }
    let operation = context.node(user).operation()?.name;
    let (name, data, line) = only_operand(context, user)?;
    let upstream = context.derivative(user);
    let sign = match data {
        _ if data > 0.0 => "positive",
        _ if data < 0.0 => "negative",
        _ => "not positive",
    };
    Some(line.text(match choice {
        Choice::Positive if data > 0.0 => {
            format!(" is {sign}: {operation} passes all of {upstream} on to it")
        }
        Choice::Positive => {
            format!(" is {sign}: {operation} blocks, and {name} gets nothing of {upstream}")
        }
        _ if data > 0.0 => format!(" is {sign}: {operation} passes {upstream} on as it is"),
        _ if data < 0.0 => format!(" is {sign}: {operation} turns the sign of {upstream}"),
        _ => format!(" is at the kink: {operation} passes nothing of {upstream} on"),
    }))
}

/// Which side a gate takes, and why: `x < 1 is true for x = 0: y.3 is x, which gets all of dy/dy.3`
fn side(context: &Context, user: usize) -> Option<Paragraph> {
    let node = context.node(user);
    let (Branching::Gate(on), [condition, side]) = (node.branching(), node.operands()) else {
        return None;
    };
    let (named, holds) = (context.name(user), condition.data());
    let text = match condition.value() {
        Some(value) => {
            context.operation_text(value).unwrap_or_else(|| context.pass.names.call(value))
        }
        None => String::new(),
    };
    let known = condition.value().into_iter().flat_map(Value::operands).filter_map(|operand| {
        let value = operand.value()?;
        Some(Paragraph::new(format!("{} = ", context.pass.names.call(value))).brief(value.data()))
    });
    let is = match holds {
        _ if holds.is_nan() => "nan",
        0.0 => "false",
        _ => "true",
    };
    let mut line = Paragraph::new(format!("{text} is {is}"));
    for (index, known) in known.enumerate() {
        line = line.text(if index == 0 { " for " } else { ", " }).then(known);
    }
    let side =
        side.value().map_or_else(|| "the number".to_owned(), |it| context.pass.names.call(it));
    Some(line.text(match is_open(on, holds) {
        true => format!(": {side} is taken, and gets all of {}", context.derivative(user)),
        false if holds.is_nan() => format!(": no side is taken, and {named} is nan"),
        false => format!(": {side} is not taken, and gets nothing"),
    }))
}

/// The rule of an edge in words, where its formula would say less: that of one of two.
pub fn in_words(context: &Context, edge: Use) -> Option<Paragraph> {
    if side(context, edge.user).is_some() {
        return None;
    }
    let is_of_two = matches!(choosing(context, edge.user)?, Choice::Larger | Choice::Smaller);
    choice(context, edge.user).filter(|_| is_of_two)
}

/// The only operand: its name, its data, and both as text.
fn only_operand(context: &Context, user: usize) -> Option<(String, f64, Paragraph)> {
    let [operand] = context.node(user).operands() else {
        return None;
    };
    let data = operand.data();
    let name = context.pass.names.call(operand.value()?);
    let line = Paragraph::new(format!("{name} = ")).brief(data);
    (!data.is_nan()).then_some((name, data, line))
}

/// The rule of max and of min: who gets the gradient, and who nothing.
fn one_of_two(context: &Context, user: usize, [wins, loses]: [&str; 2]) -> Option<Paragraph> {
    let node = context.node(user);
    let [x, y] = node.operands() else {
        return None;
    };
    let (upstream, out) = (context.derivative(user), node.data());
    let name = |operand: &Operand| operand.value().map(|node| context.pass.names.call(node));
    let said = |operand: &Operand| match name(operand) {
        Some(name) => Paragraph::new(format!("{name} = ")).brief(operand.data()),
        None => Paragraph::default().brief(operand.data()),
    };
    if out.is_nan() {
        return None;
    }
    let (chosen, other) = if x.data() == out { (x, y) } else { (y, x) };
    let winner = said(chosen);
    Some(match (name(chosen), name(other)) {
        _ if x.data() == y.data() => {
            said(x).text(" and ").then(said(y)).text(format!(" are equal: half of {upstream} each"))
        }
        (Some(_), Some(other)) => {
            let text = format!(" is the {wins}: it gets all of {upstream}, {other} nothing");
            winner.text(text)
        }
        (Some(_), None) => {
            let line = winner.text(format!(" is {wins} than ")).then(said(other));
            line.text(format!(": it gets all of {upstream}"))
        }
        (None, loser) => {
            let line = said(other).text(format!(" is {loses} than ")).then(winner);
            let loser = loser.unwrap_or_default();
            line.text(format!(": {loser} gets nothing of {upstream}"))
        }
    })
}
