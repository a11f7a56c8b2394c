//! Wrong local derivatives: a part of the rule, the rule of something else, the rule at the input.

use super::super::super::branch_rules::choice;
use super::super::super::local_formula::text;
use super::super::super::same;
use super::WrongAnswer;
use super::wrong_rules::{OTHERS, PARTS, WrongRule};
use crate::core::graph::{Operand, Use};
use crate::core::ops::ADD;
use crate::parts::formula::{Reading, read_formula};
use crate::report::{Paragraph, numbers};

/// The most uses for which rules are tried, because each takes building a formula.
const MOST_USES: usize = 8;

/// A rule with a part missing or misplaced.
pub fn in_part(wrong: &WrongAnswer<'_>) -> Option<Paragraph> {
    find(wrong, |edge| listed(wrong, edge, PARTS))
}

/// The rule of something else.
pub fn another(wrong: &WrongAnswer<'_>) -> Option<Paragraph> {
    find(wrong, |edge| listed(wrong, edge, OTHERS))
}

/// The rule of something else, at a + or an operation that chooses.
pub fn adding_or_choosing(wrong: &WrongAnswer<'_>) -> Option<Paragraph> {
    let operation = |edge: Use| wrong.context.node(edge.user).operation();
    let is_one = |edge: Use| operation(edge).is_some_and(|it| it.is(ADD) || it.choice.is_some());
    find(wrong, |edge| if is_one(edge) { listed(wrong, edge, OTHERS) } else { Vec::new() })
}

/// A rule over the output, evaluated at the input.
pub fn at_input(wrong: &WrongAnswer<'_>) -> Option<Paragraph> {
    let words = "the rule at its input instead of its output";
    find(wrong, |_| vec![(Reading::AtInput, words)])
}

/// `16 comes from x^2, without the factor 3: ∂u/∂x = 3 * x^2.`, if a wrong rule times upstream, with the other
/// uses added, explains the answer.
fn find(
    wrong: &WrongAnswer<'_>,
    rules: impl Fn(Use) -> Vec<(Reading, &'static str)>,
) -> Option<Paragraph> {
    let context = wrong.context;
    wrong.uses().iter().take(MOST_USES).find_map(|edge| {
        let (rest, right) = (wrong.rest(*edge), context.local(*edge));
        rules(*edge).into_iter().find_map(|(reading, words)| {
            let (formula, local) = read_formula(context.node(edge.user), edge.index, reading)?;
            let text = text(&context.pass.names, &formula);
            // `sign` explains the right rule with the wrong sign.
            if same(local, right) || same(local, -right) {
                return None;
            }
            let line = wrong.begin(local * context.upstream(*edge) + rest)?;
            let line = line.text(format!(" comes from {text}, {}: ", named(wrong, *edge, words)));
            Some(match choice(context, edge.user) {
                Some(choice) => line.then(choice).text("."),
                None => {
                    let (partial, rule) = (context.partial(*edge), context.formula(*edge).text);
                    line.text(format!("{partial} = {rule}."))
                }
            })
        })
    })
}

/// The rows of a table for a use.
fn listed(
    wrong: &WrongAnswer<'_>,
    edge: Use,
    table: &'static [WrongRule],
) -> Vec<(Reading, &'static str)> {
    let node = wrong.context.node(edge.user);
    let name = node.operation().map_or("", |operation| operation.name);
    // A 1 that was typed is no part that could be left out.
    let is_one = |operand: &Operand| operand.value().is_none() && operand.data() == 1.0;
    let [x, y] = node.both_operands().each_ref().map(is_one);
    let is_said = |words: &str| x && words.contains("{x}") || y && words.contains("{y}");
    let rows = table.iter().filter(|(operation, operand, _, words)| {
        *operation == name && *operand == edge.index && !is_said(words)
    });
    rows.map(|(.., text, words)| (Reading::Instead(text), *words)).collect()
}

/// The words of a rule, with the names of the nodes of a use.
fn named(wrong: &WrongAnswer<'_>, edge: Use, words: &str) -> String {
    let call = |operand: &Operand| match operand.value() {
        Some(node) => wrong.context.pass.names.call(node),
        None => numbers::answer(operand.data(), None),
    };
    let words = words.replace("{out}", &wrong.context.name(edge.user));
    let operands = wrong.context.node(edge.user).operands();
    let places = ["{x}", "{y}"].into_iter().zip(operands);
    places.fold(words, |words, (place, operand)| words.replace(place, &call(operand)))
}
