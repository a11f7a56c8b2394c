//! Mistakes in the product of local derivative and upstream, along one use of a node.

use super::super::super::branch_rules::{choice, choosing, otherwise};
use super::super::super::explain::local_text;
use super::super::question;
use super::{WrongAnswer, rules};
use crate::core::graph::Use;
use crate::core::ops::MULTIPLY;
use crate::report::Paragraph;

/// The most uses tried, because each takes building a formula.
const MOST_USES: usize = 8;

/// The node's own value instead of the other factor of a product.
pub fn own_value(wrong: &WrongAnswer<'_>) -> Option<Paragraph> {
    let (context, name, own) =
        (wrong.context, wrong.name(), wrong.context.node(wrong.number).data());
    let (edge, _, line) = wrong.find(factors(wrong).take(MOST_USES).flat_map(|edge| {
        let chained = own * context.upstream(edge);
        [own, chained + wrong.rest(edge), chained].map(|value| (edge, value))
    }))?;
    Some(line.text(format!(
        " uses {name} itself. In a product, the local derivative is the OTHER factor: {} = {}.",
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

/// The wrong branch, or a split at a +, one node above, if it explains the answer.
pub fn above(wrong: &WrongAnswer<'_>) -> Option<Paragraph> {
    let context = wrong.context;
    wrong.uses().iter().take(MOST_USES).find_map(|edge| {
        let answer = (wrong.answer - wrong.rest(*edge)) / context.local(*edge);
        let upper = WrongAnswer { number: edge.user, answer, ..*wrong };
        let said = branch(&upper).or_else(|| rules::adding_or_choosing(&upper))?;
        let line = Paragraph::new(". The slip is in ").text(context.derivative(edge.user));
        Some(line.then(said))
    })
}

/// A local derivative without upstream.
pub fn local(wrong: &WrongAnswer<'_>) -> Option<Paragraph> {
    let (edge, line) = wrong.along(|edge| wrong.context.local(edge))?;
    let line = line.text(format!(
        " is the local derivative {}. Multiply it by the upstream gradient, ",
        wrong.context.partial(edge)
    ));
    Some(line.then(question::upstream(wrong.context, edge)).text("."))
}

/// The upstream of one use, or of all, without local derivative.
pub fn upstream(wrong: &WrongAnswer<'_>) -> Option<Paragraph> {
    let context = wrong.context;
    let Some((edge, line)) = wrong.along(|edge| context.upstream(edge)) else {
        let line = wrong.begin(wrong.sum(|edge| context.upstream(edge)))?;
        let text = " is the sum of the upstream gradients. Multiply each by its local derivative.";
        return Some(line.text(text)).filter(|_| wrong.has_many_uses());
    };
    let derivative = context.derivative(edge.user);
    let line = line.text(format!(" is the upstream gradient, {derivative}. Multiply it by the "));
    let line = line.text("local derivative ").then(local_text(context, edge));
    Some(line.text("."))
}

/// The wrong sign, of the grad or of one of several contributions.
pub fn sign(wrong: &WrongAnswer<'_>) -> Option<Paragraph> {
    let context = wrong.context;
    let turned = |edge: &&Use| wrong.is(wrong.grad() - 2.0 * context.contribution(**edge));
    let edge = wrong.uses().iter().find(turned);
    let through = edge.map(|edge| context.name(edge.user));
    let text = match through {
        _ if wrong.is(-wrong.grad()) => ", but the size is right: check the sign.".to_owned(),
        Some(user) => format!(", but close: check the sign of the contribution through {user}."),
        None => return None,
    };
    let line = Paragraph::new(text);
    let Some(edge) = edge else { return Some(line) };
    let line = line.text("  ").then(local_text(context, *edge));
    Some(line.text(", upstream ").brief(context.upstream(*edge)).text("."))
}

/// Local derivative plus upstream instead of times.
pub fn local_plus_upstream(wrong: &WrongAnswer<'_>) -> Option<Paragraph> {
    let sum = wrong.sum(|edge| wrong.context.local(edge) + wrong.context.upstream(edge));
    let line = wrong.begin(sum).filter(|_| !wrong.uses().is_empty())?;
    Some(line.text(
        " adds the local derivative to the upstream gradient. The chain rule multiplies the two.",
    ))
}
