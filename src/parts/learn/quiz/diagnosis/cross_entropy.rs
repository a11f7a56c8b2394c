//! Mistakes in the grads of the scores of a cross-entropy, written out or by its name.

use super::super::super::same;
use super::WrongAnswer;
use crate::report::Paragraph;

/// `p` or `1 - p` for the true class, `p - 1` or `-p` for another one, if the root is `-log(p)` of the true class,
/// where `p` is the softmax of the scores.
pub fn score(wrong: &WrongAnswer<'_>) -> Option<Paragraph> {
    let (context, grad) = (wrong.context, wrong.grad());
    let data = |it: usize| context.node(it).data();
    let p = (-data(context.root())).exp();
    let is_true = |it: &usize| p < 1.0 && same(context.grads[*it], p - 1.0);
    let other = |it: usize| (data(wrong.number) - data(it)).exp() * p;
    let mut scores = (0..context.pass.order.count()).filter(is_true);
    let mistakes = match is_true(&wrong.number) {
        true => [(" is p, without the - 1", p), (" is 1 - p", 1.0 - p)],
        false if !scores.any(|it| same(grad, other(it))) => return None,
        false => [(" is p - 1", grad - 1.0), (" has the wrong sign", -grad)],
    };
    let (text, _, line) = wrong.find(mistakes)?;
    let rule = ". The grad of a score is p - 1 for the true class, p for the others.";
    Some(line.text(text).text(rule))
}
