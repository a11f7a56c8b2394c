//! Wrong local derivatives: a part of the rule, the rule of something else, the rule at the input.

use super::super::super::same;
use super::WrongAnswer;
use super::wrong_rules::{WRONG_RULES, WrongRule, WrongRules};
use crate::core::graph::{Operand, Use};
use crate::parts::formula::Reading;
use crate::parts::learn::local_formula::{Misread, misread};
use crate::report::{Paragraph, numbers};

/// The maximum number of uses for which rules are tried, as that takes building formulas.
const MOST_USES: usize = 8;

/// A wrong local derivative: how it reads, its number, and the words after it.
struct Wrong {
    edge: Use,
    text: String,
    local: f64,
    words: String,
}

/// A rule with a part missing or misplaced.
pub fn in_part(wrong: &WrongAnswer<'_>) -> Option<Paragraph> {
    chained(wrong, parts)
}

/// The rule of something else.
pub fn another(wrong: &WrongAnswer<'_>) -> Option<Paragraph> {
    chained(wrong, others)
}

/// A rule over the output, evaluated at the input.
pub fn at_input(wrong: &WrongAnswer<'_>) -> Option<Paragraph> {
    chained(wrong, at_inputs)
}

/// Explains an answer by wrong rules times upstream, with the other uses added.
fn chained(
    wrong: &WrongAnswer<'_>,
    rules: fn(&WrongAnswer<'_>, Use) -> Vec<Wrong>,
) -> Option<Paragraph> {
    let context = wrong.context;
    // The right rule but for its sign is told as that.
    let is_turned = |found: &Wrong| same(found.local, -context.local(found.edge));
    let value = |found: &Wrong, rest| {
        (!is_turned(found)).then(|| found.local * context.upstream(found.edge) + rest)
    };
    find(wrong, rules, value)
}

/// `16 comes from x^2, without the factor 3: ∂u/∂x = 3 * x^2.`
fn find(
    wrong: &WrongAnswer<'_>,
    rules: impl Fn(&WrongAnswer<'_>, Use) -> Vec<Wrong>,
    value: impl Fn(&Wrong, f64) -> Option<f64>,
) -> Option<Paragraph> {
    let context = wrong.context;
    wrong.uses().iter().take(MOST_USES).find_map(|edge| {
        let rest = wrong.rest(*edge);
        let right = context.local(*edge);
        let rules = rules(wrong, *edge).into_iter().filter(|rule| !same(rule.local, right));
        let (found, line) = rules.into_iter().find_map(|rule| {
            let line = wrong.begin(value(&rule, rest)?)?;
            Some((rule, line))
        })?;
        let (partial, rule) = (context.partial(*edge), context.formula(*edge).text);
        let Wrong { text, words, .. } = &found;
        Some(line.text(format!(" comes from {text}, {words}: {partial} = {rule}.")))
    })
}

fn parts(wrong: &WrongAnswer<'_>, edge: Use) -> Vec<Wrong> {
    listed(wrong, edge, |rules| rules.parts)
}

fn others(wrong: &WrongAnswer<'_>, edge: Use) -> Vec<Wrong> {
    listed(wrong, edge, |rules| rules.others)
}

fn at_inputs(wrong: &WrongAnswer<'_>, edge: Use) -> Vec<Wrong> {
    let words = "the rule taken at its input instead of its output";
    read(wrong, edge, Reading::AtInput, words).into_iter().collect()
}

/// The rows of the table for a use.
fn listed(
    wrong: &WrongAnswer<'_>,
    edge: Use,
    which: fn(&WrongRules) -> &'static [WrongRule],
) -> Vec<Wrong> {
    let Some(operation) = wrong.context.node(edge.user).operation() else {
        return Vec::new();
    };
    let fits =
        |rules: &&WrongRules| rules.operation == operation.name && rules.operand == edge.index;
    // A 1 that was typed is no part that could be left out.
    let is_one = |operand: &Operand| operand.value().is_none() && operand.data() == 1.0;
    let [x, y] = wrong.context.node(edge.user).both_operands().each_ref().map(is_one);
    let is_said = |words: &str| x && words.contains("{x}") || y && words.contains("{y}");
    let rows = WRONG_RULES.iter().filter(fits).flat_map(which);
    let rows = rows.filter(|(_, words)| !is_said(words));
    rows.filter_map(|(text, words)| read(wrong, edge, Reading::Instead(text), words)).collect()
}

fn read(wrong: &WrongAnswer<'_>, edge: Use, reading: Reading, words: &str) -> Option<Wrong> {
    let context = wrong.context;
    let node = context.node(edge.user);
    let Misread { text, local } = misread(&context.pass.names, node, edge.index, reading)?;
    let call = |operand: &Operand| match operand.value() {
        Some(node) => context.pass.names.call(node),
        None => numbers::answer(operand.data(), None),
    };
    let mut words = words.replace("{out}", &context.name(edge.user));
    for (place, operand) in ["{x}", "{y}"].into_iter().zip(node.operands()) {
        words = words.replace(place, &call(operand));
    }
    Some(Wrong { edge, text, local, words })
}
