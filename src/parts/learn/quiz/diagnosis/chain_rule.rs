//! Mistakes in the product of local derivative and upstream, along one use of a node.

use super::super::super::branch_rules::{choice, choosing, otherwise};
use super::super::super::explain::local_text;
use super::super::question;
use super::WrongAnswer;
use crate::core::graph::Use;
use crate::core::ops::MULTIPLY;
use crate::report::Paragraph;

/// The maximum number of uses that are tried, as that takes building formulas.
const MOST_USES: usize = 8;

/// The node's own value instead of the other factor of a product.
pub fn own_value(wrong: &WrongAnswer<'_>) -> Option<Paragraph> {
    let (context, name, own) = (wrong.context, wrong.name(), wrong.data());
    let (edge, value, line) = wrong.find(factors(wrong).take(MOST_USES).flat_map(|edge| {
        let chained = own * context.upstream(edge);
        [own, chained + wrong.rest(edge), chained].map(|value| (edge, value))
    }))?;
    let line = if value == own {
        line.text(format!(" is {name} itself."))
    } else if value == own * context.upstream(edge) {
        line.text(format!(" is {name} itself × upstream ")).brief(context.upstream(edge)).text(".")
    } else {
        let user = context.name(edge.user);
        line.text(format!(" comes from {name} itself, where {user} needs the local derivative."))
    };
    Some(line.text(format!(
        " In a product the local derivative is the OTHER factor: {} = {}.",
        context.partial(edge),
        context.formula(edge).text
    )))
}

/// The uses of the node as a factor of a product with another node or a constant.
pub fn factors<'quiz>(wrong: &'quiz WrongAnswer<'_>) -> impl Iterator<Item = Use> + 'quiz {
    let context = wrong.context;
    let is_factor = |edge: &&Use| {
        let mut operands = context.pass.order.operands(edge.user);
        let is_square = operands.all(|operand| operand == wrong.number);
        !is_square && context.node(edge.user).operation().is_some_and(|it| it.is(MULTIPLY))
    };
    wrong.uses().iter().filter(is_factor).copied()
}

/// The gradient given to whom it does not go, or halved, or held back from whom it goes to.
pub fn branch(wrong: &WrongAnswer<'_>) -> Option<Paragraph> {
    let context = wrong.context;
    let taken = wrong.uses().iter().flat_map(|edge| {
        let choice = choosing(context, edge.user);
        let locals = choice.map(|choice| otherwise(choice, context.local(*edge)));
        let chained = locals.into_iter().flatten().map(|local| local * context.upstream(*edge));
        let each = chained.flat_map(|chained| [chained + wrong.rest(*edge), chained]);
        each.map(|value| (edge.user, value))
    });
    let (user, _, line) = wrong.find(taken)?;
    Some(line.text(" takes the wrong branch: ").then(choice(context, user)?).text("."))
}

/// A local derivative without upstream.
pub fn local(wrong: &WrongAnswer<'_>) -> Option<Paragraph> {
    let (edge, line) = wrong.along(|edge| wrong.context.local(edge))?;
    let line = line.text(format!(
        " is the local derivative {}. Chain it: multiply by what arrives from above, ",
        wrong.context.partial(edge)
    ));
    Some(line.then(question::upstream(wrong.context, edge)).text(and_the_others(wrong)))
}

/// The upstream of one use, or of all, without local derivative.
pub fn upstream(wrong: &WrongAnswer<'_>) -> Option<Paragraph> {
    let context = wrong.context;
    if let Some((edge, line)) = wrong.along(|edge| context.upstream(edge)) {
        let line = line.text(format!(
            " is what arrives from above, {}. Multiply it by the local derivative ",
            context.derivative(edge.user)
        ));
        return Some(line.then(local_text(context, edge)).text(and_the_others(wrong)));
    }
    let sum = wrong.sum(|edge| context.upstream(edge));
    let line = wrong.begin(sum).filter(|_| wrong.has_many_uses())?;
    let text = " is all that arrives from above, added up. Multiply each by its local derivative.";
    Some(line.text(text))
}

fn and_the_others(wrong: &WrongAnswer<'_>) -> &'static str {
    if wrong.has_many_uses() { ", and add the other uses." } else { "." }
}

/// The wrong sign, of the grad or of one of several contributions.
pub fn sign(wrong: &WrongAnswer<'_>) -> Option<Paragraph> {
    let (text, edge) = match wrong.uses() {
        uses if wrong.is(-wrong.grad()) => {
            let only = uses.first().filter(|_| uses.len() == 1);
            (", but the size is right: check the sign.".to_owned(), only.copied())
        }
        [_, _, ..] => {
            let turned = |edge| wrong.grad() - 2.0 * wrong.context.contribution(edge);
            let (edge, _) = wrong.along(turned)?;
            let user = wrong.context.name(edge.user);
            (format!(", but close: check the sign of what comes through {user}."), Some(edge))
        }
        _ => return None,
    };
    let line = Paragraph::new(text);
    let Some(edge) = edge else { return Some(line) };
    let line = line.text("  ").then(local_text(wrong.context, edge));
    Some(line.text(", upstream ").brief(wrong.context.upstream(edge)).text("."))
}

/// Local derivative plus upstream instead of times.
pub fn local_plus_upstream(wrong: &WrongAnswer<'_>) -> Option<Paragraph> {
    let (local, upstream) = (|edge| wrong.context.local(edge), |edge| wrong.context.upstream(edge));
    let line = wrong.begin(wrong.sum(|edge| local(edge) + upstream(edge)))?;
    Some(match wrong.uses() {
        [] => return None,
        [edge] => {
            let line = line.text(" is local PLUS upstream: ").brief(local(*edge)).text(" + ");
            line.factor(upstream(*edge)).text(". The chain rule multiplies them.")
        }
        _ => line.text(
            " adds each local derivative to what arrives from above. The chain rule multiplies \
             the two; only the products are added.",
        ),
    })
}
