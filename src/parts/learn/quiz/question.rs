//! One question of a quiz: its text, its hints, and the reply to a right answer.

use super::super::{Context, factor, times};
use super::REPLY;
use crate::core::graph::Use;
use crate::core::ops::ADD;
use crate::parts::learn::branch_rules::choice;
use crate::parts::learn::explain::local_text;
use crate::report::{Block, Paragraph, Role, few};

/// The question being asked.
#[derive(Debug, Default, Clone)]
pub struct Asked {
    /// The node; `None` if no question is open.
    pub number: Option<usize>,
    /// The number of wrong answers so far.
    pub tries: usize,
    /// The number of hints given.
    pub hints: usize,
}

/// The column of the uses in a question.
const USES: usize = 23;
/// The column of the remark that a node is used more than once.
const REMARK: usize = 53;
/// The maximum number of uses shown.
const MOST_USES: usize = 3;

/// `2/7  dL/df ?           L = L.2 * f`
pub fn text(context: &Context, number: usize, place: String) -> Block {
    let line = Paragraph::default().role(place, Role::Faint);
    let line = line.text(format!("{} ?", context.derivative(number)));
    let users = context.users(number);
    if users.is_empty() {
        return line.wrapped(REPLY);
    }
    let equations: Vec<String> = users.into_iter().map(|user| context.equation(user)).collect();
    let line = line.stop(USES).text(few(equations.into_iter(), MOST_USES, ",  "));
    let line = match context.pass.order.uses(number).len() {
        1 => line,
        count => {
            line.stop(REMARK).text(format!("{} is used {}", context.name(number), times(count)))
        }
    };
    line.wrapped(USES)
}

/// The first hint gives the formulas, the second one the numbers in them.
pub fn hint(context: &Context, number: usize, given: usize) -> Paragraph {
    let uses = context.pass.order.uses(number);
    let shown = uses.iter().take(MOST_USES);
    let line = Paragraph::default();
    let rule = |edge: &Use| {
        let equation = context.equation(edge.user);
        if let Some(choice) = choice(context, edge.user) {
            return Paragraph::new(format!("{equation}, and ")).then(choice);
        }
        let text = context.formula(*edge).text;
        Paragraph::new(format!("{equation}, so {} = {text}", context.partial(*edge)))
    };
    let numbers = |edge: &Use| {
        local_text(context, *edge).text(", and the upstream ").then(upstream(context, *edge))
    };
    let line = match given {
        _ if uses.is_empty() => line.text("if the root moves by h, how far does the root move?"),
        1 => line.list(shown.map(rule), "; "),
        2 => line.list(shown.map(numbers), "; "),
        _ => return line.text("no more hints. :skip shows the answer."),
    };
    if uses.is_empty() { line } else { line.text(".") }
}

/// `dL/dL.1 = -2`
pub fn upstream(context: &Context, edge: Use) -> Paragraph {
    let derivative = context.derivative(edge.user);
    Paragraph::new(format!("{derivative} = ")).brief(context.upstream(edge))
}

/// The reply to a right answer.
pub fn praise(context: &Context, number: usize) -> Block {
    let right = Paragraph::new("     ").role("right", Role::Right);
    let hands_on = match context.pass.order.uses(number) {
        [] => return right.text(": the derivative of the root by itself is 1.").wrapped(REPLY),
        [edge] => context.node(edge.user).operation().is_some_and(|it| it.is(ADD)),
        _ => false,
    };
    let line = match hands_on {
        true => right.text(". A + passes the upstream gradient on unchanged."),
        false => right.text(": ").then(chain(context, number)),
    };
    line.wrapped(REPLY)
}

/// The answer with its arithmetic.
pub fn solution(context: &Context, number: usize) -> Block {
    let line = Paragraph::new("     it is ").brief(context.grads[number]);
    let line = match number == context.root() {
        true => line.text(": the derivative of the root by itself."),
        false => line.text(": ").then(chain(context, number)),
    };
    line.wrapped(REPLY)
}

/// `-1 × (-6) + (-2) × 1 = 4`
pub fn chain(context: &Context, number: usize) -> Paragraph {
    let uses = context.pass.order.uses(number).iter().enumerate();
    let term = |(at, edge): (usize, &Use)| {
        let local = factor(at == 0, context.local(*edge));
        local.text(" × ").factor(context.upstream(*edge))
    };
    let line = Paragraph::default().list(uses.map(term), " + ");
    line.text(" = ").brief(context.grads[number])
}
