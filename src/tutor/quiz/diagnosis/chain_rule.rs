//! Mistakes in the product of local derivative and upstream, along one use of a node.

use super::super::super::explain::local_text;
use super::super::super::formula::{Misread, misread};
use super::super::super::same;
use super::super::question;
use super::WrongAnswer;
use crate::graph::{Reading, Use};
use crate::report::Sentence;

/// The maximum number of uses for which misreadings are tried, as that takes building formulas.
const MOST_USES: usize = 8;

/// The node's own value instead of the other factor of a product.
pub fn own_value(wrong: &WrongAnswer<'_>) -> Option<Sentence> {
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
        line.text(format!(" takes {name} itself for its slope in {}.", context.name(edge.user)))
    };
    Some(line.text(format!(
        " In a product the local derivative is the OTHER factor: {} = {}.",
        context.partial(edge),
        context.formula(edge).text
    )))
}

/// The uses of the node as a factor of a product with another node or a constant.
pub fn factors<'quiz>(wrong: &'quiz WrongAnswer<'_>) -> impl Iterator<Item = Use> + 'quiz {
    let is_factor = |edge: &&Use| {
        let context = wrong.context;
        let is_square = context.graph.operands(edge.user).all(|operand| operand == wrong.number);
        context.node(edge.user).operation().is_some_and(|operation| {
            operation.arity() == 2
                && !is_square
                && operation.partial_text(0) == "y"
                && operation.partial_text(1) == "x"
        })
    };
    wrong.uses().iter().filter(is_factor).copied()
}

/// A local derivative without upstream.
pub fn local(wrong: &WrongAnswer<'_>) -> Option<Sentence> {
    let (edge, _, line) = wrong.along(|edge| wrong.context.local(edge))?;
    let line = line.text(format!(
        " is the local derivative {}. Chain it: multiply by what arrives from above, ",
        wrong.context.partial(edge)
    ));
    Some(line.then(question::upstream(wrong.context, edge)).text(and_the_others(wrong)))
}

/// The upstream of one use, or of all, without local derivative.
pub fn upstream(wrong: &WrongAnswer<'_>) -> Option<Sentence> {
    let context = wrong.context;
    if let Some((edge, _, line)) = wrong.along(|edge| context.upstream(edge)) {
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
pub fn sign(wrong: &WrongAnswer<'_>) -> Option<Sentence> {
    let (line, edge) = if wrong.is(-wrong.grad()) {
        (Sentence::new(", but the size is right: check the sign."), wrong.only_use())
    } else if wrong.has_many_uses() {
        let turned = |edge| wrong.grad() - 2.0 * wrong.context.contribution(edge);
        let (edge, ..) = wrong.along(turned)?;
        let user = wrong.context.name(edge.user);
        let text = format!(", but close: check the sign of what comes through {user}.");
        (Sentence::new(text), Some(edge))
    } else {
        return None;
    };
    let Some(edge) = edge else {
        return Some(line);
    };
    let line = line.text("  ").then(local_text(wrong.context, edge));
    Some(line.text(", upstream ").brief(wrong.context.upstream(edge)).text("."))
}

/// Local derivative plus upstream instead of times.
pub fn local_plus_upstream(wrong: &WrongAnswer<'_>) -> Option<Sentence> {
    let (local, upstream) = (|edge| wrong.context.local(edge), |edge| wrong.context.upstream(edge));
    let line = wrong.begin(wrong.sum(|edge| local(edge) + upstream(edge)))?;
    Some(match wrong.only_use() {
        Some(edge) => {
            let line = line.text(" is local PLUS upstream: ").factor(local(edge));
            let line = line.text(" + ").factor(upstream(edge));
            line.text(". The chain rule multiplies them.")
        }
        None => line.text(
            " adds each local derivative to what arrives from above. The chain rule multiplies \
             the two; only the products are added.",
        ),
    })
}

/// A rule over the output, evaluated at the input.
pub fn at_input(wrong: &WrongAnswer<'_>) -> Option<Sentence> {
    let how = "the rule taken at its input instead of its output";
    misreading(wrong, |misread| misread.reading == Reading::AtInput, how)
}

/// A rule with a part left out.
pub fn in_part(wrong: &WrongAnswer<'_>) -> Option<Sentence> {
    let how = "which leaves out part of the rule";
    misreading(wrong, |misread| misread.reading != Reading::AtInput, how)
}

/// `27 comes from 3 * x, which leaves out part of the rule: ∂f.1/∂x = 3 * x^2`
///
/// Explains an answer by a misread local derivative: with upstream and the other uses added, with
/// upstream alone, or by itself.
fn misreading(
    wrong: &WrongAnswer<'_>,
    is_meant: impl Fn(&Misread) -> bool,
    how: &str,
) -> Option<Sentence> {
    let context = wrong.context;
    wrong.uses().iter().take(MOST_USES).find_map(|edge| {
        let right = context.local(*edge);
        let misread = misread(&context.names, context.node(edge.user), edge.index);
        let misread = misread.into_iter().filter(|it| is_meant(it) && !same(it.local, right));
        let (text, _, line) = wrong.find(misread.flat_map(|Misread { local, text, .. }| {
            let chained = local * context.upstream(*edge);
            [chained + wrong.rest(*edge), chained, local].map(|value| (text.clone(), value))
        }))?;
        let (partial, rule) = (context.partial(*edge), context.formula(*edge).text);
        Some(line.text(format!(" comes from {text}, {how}: {partial} = {rule}.")))
    })
}
