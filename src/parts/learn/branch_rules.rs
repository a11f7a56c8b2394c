//! Operations that choose who gets the gradient: max, min, relu, abs and where. Their rules in words.

use super::Context;
use crate::core::graph::{Operand, Use, Value};
use crate::core::ops::{Branching, Choice, is_open};
use crate::report::Paragraph;

/// The choice rule of a node's operation, if it has one.
pub fn choosing(context: &Context, user: usize) -> Option<Choice> {
    context.node(user).operation()?.choice
}

/// The local derivatives under a mistaken choice: all or nothing the other way round, or half to each.
pub fn otherwise(choice: Choice, local: f64) -> [f64; 2] {
    match choice {
        Choice::Turned if local == 0.0 => [1.0, -1.0],
        Choice::Turned => [-local, 0.0],
        _ if local == 0.5 => [1.0, 0.0],
        _ => [1.0 - local, 0.5],
    }
}

/// `b = 7 is larger than a = 2: it gets all of dL/dm, a nothing`
pub fn choice(context: &Context, user: usize) -> Option<Paragraph> {
    let node = context.node(user);
    let operation = node.operation().filter(|_| !node.data().is_nan())?;
    let upstream = context.derivative(user);
    match (node.branching(), operation.choice, node.operands()) {
        (Branching::Gate(on), _, [condition, side]) => {
            let name =
                side.value().map_or("the number".to_owned(), |it| context.pass.names.call(it));
            Some(condition_text(context, condition).text(match is_open(on, condition.data()) {
                true => format!(": {name} is selected and gets all of {upstream}"),
                false => format!(": {name} is not selected and gets nothing"),
            }))
        }
        (_, Some(choice @ (Choice::Larger | Choice::Smaller)), [x, y]) => {
            let ways = match choice {
                Choice::Larger => ["larger", "smaller"],
                _ => ["smaller", "larger"],
            };
            let (chosen, other) = if x.data() == node.data() { (x, y) } else { (y, x) };
            // At a bound the bounded number gets all, at another tie each gets half.
            let is_shared = operation.partial(0, x.data(), y.data(), node.data()) == 0.5;
            if x.data() == y.data() && !is_shared {
                return Some(at_bound(context, [x, y], &upstream));
            }
            Some(one_of_two(context, [chosen, other], ways, &upstream))
        }
        (_, Some(choice), [x]) => {
            let (is, does) = match (choice, x.data()) {
                (Choice::Positive, data) if data > 0.0 => ("positive", "passes"),
                (Choice::Positive, 0.0) => ("at the kink", "blocks"),
                (Choice::Positive, _) => ("negative", "blocks"),
                (_, data) if data > 0.0 => ("positive", "passes"),
                (_, data) if data < 0.0 => ("negative", "changes the sign of"),
                _ => ("at the kink", "blocks"),
            };
            let text = format!(" is {is}: {} {does} {upstream}", operation.name);
            Some(valued(context, x).text(text))
        }
        _ => None,
    }
}

/// `b = 7`; of a number itself.
fn valued(context: &Context, operand: &Operand) -> Paragraph {
    let name = operand.value().map(|node| format!("{} = ", context.pass.names.call(node)));
    Paragraph::new(name.unwrap_or_default()).brief(operand.data())
}

/// `x < 1 is true for x = 0`
fn condition_text(context: &Context, condition: &Operand) -> Paragraph {
    let node = condition.value();
    let text = node.map(|it| context.operation_text(it).unwrap_or(context.pass.names.call(it)));
    let text = format!("{} is {}", text.unwrap_or_default(), condition.data() != 0.0);
    let known = node.into_iter().flat_map(Value::operands).filter(|it| it.value().is_some());
    let known: Vec<Paragraph> = known.map(|operand| valued(context, operand)).collect();
    let line = Paragraph::new(if known.is_empty() { text } else { text + " for " });
    line.list(known, ", ")
}

/// The rule of max and of min: who gets the gradient, and who nothing.
fn one_of_two(
    context: &Context,
    [chosen, other]: [&Operand; 2],
    [wins, loses]: [&str; 2],
    upstream: &str,
) -> Paragraph {
    let [winner, loser] = [chosen, other].map(|operand| valued(context, operand));
    if chosen.data() == other.data() {
        let line = winner.text(" and ").then(loser);
        return line.text(format!(" are equal: half of {upstream} each"));
    }
    if chosen.value().is_none() {
        let line = loser.text(format!(" is {loses} than ")).then(winner);
        return line.text(format!(": it gets nothing of {upstream}"));
    }
    let line = winner.text(format!(" is {wins} than ")).then(loser);
    let others = other.value().map(|node| format!(", {} nothing", context.pass.names.call(node)));
    line.text(format!(": it gets all of {upstream}{}", others.unwrap_or_default()))
}

/// The rule of a bound that is equal to the bounded number.
fn at_bound(context: &Context, [bounded, bound]: [&Operand; 2], upstream: &str) -> Paragraph {
    let line = valued(context, bounded).text(" and the bound ").then(valued(context, bound));
    let gets = |operand: &Operand, gets: &str| {
        let name = operand.value().map(|node| context.pass.names.call(node));
        name.map(|name| format!("{name} gets {gets}"))
    };
    let all = format!("all of {upstream}");
    let who = gets(bounded, &all).into_iter().chain(gets(bound, "nothing"));
    line.text(format!(" are equal: {}", who.collect::<Vec<_>>().join(", ")))
}

/// The rule of max or min in words, because its formula says less.
pub fn in_words(context: &Context, edge: Use) -> Option<Paragraph> {
    let is_of_two = matches!(choosing(context, edge.user)?, Choice::Larger | Choice::Smaller);
    choice(context, edge.user).filter(|_| is_of_two)
}
