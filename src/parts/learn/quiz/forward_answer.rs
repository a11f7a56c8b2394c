//! Wrong answers where the data of a node was asked for.

use super::super::Context;
use super::{Explanation, is_right};
use crate::report::Paragraph;

/// Explains a wrong answer for the data of the node of this number, if it is the data of a node beside it, or
/// its grad.
pub fn explain_wrong_data(context: &Context, number: usize, answer: f64) -> Option<Explanation> {
    let name = context.name(number);
    let mut beside = context.operands(number).into_iter().chain(context.users(number));
    let other = beside.find(|other| is_right(answer, context.node(*other).data()));
    let said = Paragraph::new(". ").brief(answer);
    if let Some(other) = other {
        let equation = context.equation(number);
        let said = said.text(format!(
            " is the data of {}. What is asked for is {equation}.",
            context.name(other)
        ));
        return Some(Explanation { said, name: "the data of a neighbor" });
    }
    let is_grad = is_right(answer, context.grads[number]);
    let said = said.text(format!(
        " is {}, how much {} changes when {name} does. What is asked for is the data of {name}.",
        context.derivative(number),
        context.root_name()
    ));
    is_grad.then_some(Explanation { said, name: "the grad for the data" })
}
