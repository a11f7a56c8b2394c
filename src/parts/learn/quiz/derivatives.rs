//! Derivatives in an answer: in `b * dL/de`, `dL/de` stands for its known number.

use super::Quiz;
use crate::command::syntax::Word;
use crate::core::language::{Error, Kind, Result, Span, Step, Tree};
use crate::core::ops::DIVIDE;
use crate::report::Pass;

/// A derivative in an answer: the steps of its two names, and the node by which it is.
pub struct Derivative {
    pub above: usize,
    pub below: usize,
    pub number: usize,
}

impl Quiz {
    /// The known derivatives of the root in an answer, unless the learner has bound names such as `dL` and `de`.
    pub fn derivatives(&self, tree: &Tree<'_>) -> Result<Vec<Derivative>> {
        let is_bar = |step: &Step| matches!(step.kind, Kind::Operation(row) if row.is(DIVIDE));
        let bars = (0..tree.steps.len()).filter(|at| is_bar(&tree.steps[*at]));
        let mut found = Vec::new();
        for [above, below] in bars.filter_map(|bar| fraction(tree, bar)) {
            let Some(number) = self.derived(name(tree, above), name(tree, below)) else { continue };
            if self.to_come().any(|it| it == number) {
                let [start, end] = [above, below].map(|at| tree.steps[at].span);
                let span = Span { start: start.start, end: end.end };
                let message = format!("{} is not known yet", span.of(tree.text));
                return Err(Error::new(span, message).hint(":hint helps, :skip shows the answer"));
            }
            found.push(Derivative { above, below, number });
        }
        Ok(found)
    }

    /// The answer after a leading `=` or `dL/da =`.
    pub fn after_equals<'text>(&self, answer: Word<'text>) -> Result<Word<'text>> {
        let Some(([left, right], number)) = answer.sides().zip(self.now.number) else {
            return Ok(answer);
        };
        let context = &self.context;
        let plain = |text: &str| text.replace(' ', "").replace('∂', "d");
        let (own, asked) = (plain(left.text), plain(&context.derivative(number)));
        if own.is_empty() || own == asked || own == format!("{}.grad", context.name(number)) {
            return Ok(right);
        }
        if !own.contains('/') {
            return Ok(answer);
        }
        let error = Error::new(left.span, format!("the question is {asked}, not {own}"));
        Err(error.hint(format!("type only the value of {asked}")))
    }

    /// The number of the node by which `above/below` is a derivative of the root.
    fn derived(&self, above: Option<&str>, below: Option<&str>) -> Option<usize> {
        let (above, below) = above.zip(below)?;
        let Pass { names, order: graph, .. } = &self.context.pass;
        if names.resolve(above).is_some() && names.resolve(below).is_some() {
            return None;
        }
        let root = names.resolve(above.strip_prefix('d')?)?;
        let node = names.resolve(below.strip_prefix('d')?)?;
        root.is(self.context.root_node()).then(|| graph.number_of(&node)).flatten()
    }
}

/// The indices of the name directly before a division sign, and of the step after it.
fn fraction(tree: &Tree<'_>, bar: usize) -> Option<[usize; 2]> {
    let below = bar.checked_sub(1)?;
    let mark = tree.steps.get(bar)?.span;
    let is_before = |step: &Step| {
        matches!(step.kind, Kind::Name)
            && step.span.end <= mark.start
            && Span { start: step.span.end, end: mark.start }.of(tree.text).trim().is_empty()
    };
    let above = tree.steps.get(..below)?.iter().rposition(is_before)?;
    Some([above, below])
}

/// The text of a step that is a name.
fn name<'text>(tree: &Tree<'text>, at: usize) -> Option<&'text str> {
    let step = tree.steps.get(at)?;
    matches!(step.kind, Kind::Name).then(|| step.span.of(tree.text))
}
