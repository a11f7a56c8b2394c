//! Derivatives in an answer: in `b * dL/de`, `dL/de` stands for its known number.

use super::{Item, Quiz};
use crate::command::syntax::Word;
use crate::core::language::{Error, Kind, Result, Span, Step, Tree};
use crate::core::ops::DIVIDE;
use crate::report::Pass;

impl Quiz {
    /// Replaces known derivatives of the root by their numbers, unless the learner has bound names
    /// such as `dL` and `de`.
    pub fn put_derivatives(&self, tree: &mut Tree<'_>) -> Result<()> {
        let mut found = Vec::new();
        for (at, step) in tree.steps.iter().enumerate() {
            if let Kind::Operation(row) = step.kind
                && row.is(DIVIDE)
                && let Some((above, below)) = fraction(tree, at)
                && let Some(number) = self.derived(name(tree, above), name(tree, below))
            {
                self.must_be_known(number, tree, above, below)?;
                found.push((above, below, self.context.grads[number]));
            }
        }
        for (above, below, grad) in found {
            // `b * dL/de` is parsed as `(b * dL) / de`: dL becomes the grad and de becomes 1.
            for (place, number) in [(above, grad), (below, 1.0)] {
                if let Some(step) = tree.steps.get_mut(place) {
                    step.kind = Kind::Number(number);
                }
            }
        }
        Ok(())
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
        let (above, below) = own.split_once('/').unzip();
        match self.derived(above, below) {
            None => Ok(answer),
            Some(_) => {
                let error = Error::new(left.span, format!("the question is {asked}, not {own}"));
                Err(error.hint(format!("type what {asked} is, without a name")))
            }
        }
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

    /// Returns an error for a derivative that is the question itself or comes later.
    fn must_be_known(
        &self,
        number: usize,
        tree: &Tree<'_>,
        above: usize,
        below: usize,
    ) -> Result<()> {
        let place = |at: usize| tree.steps.get(at).map_or(Span::default(), |step| step.span);
        let span = Span { start: place(above).start, end: place(below).end };
        let derivative = span.of(tree.text);
        if self.now.number == Some(number) {
            let message = format!("{derivative} is what is asked for");
            return Err(Error::new(span, message).hint(":hint helps, :skip tells the answer"));
        }
        if self.remaining().any(|later| later == number) {
            let message = format!("{derivative} is not known yet: it is asked for later");
            return Err(Error::new(span, message).hint("use what is known already"));
        }
        Ok(())
    }

    /// The nodes still to ask for in this round.
    pub(super) fn remaining(&self) -> impl Iterator<Item = usize> {
        self.left.iter().rev().map_while(|item| match item {
            Item::Ask(number) => Some(*number),
            Item::Round(_) => None,
        })
    }
}

/// The indices of the name directly before a division sign, and of the step after it.
fn fraction(tree: &Tree<'_>, bar: usize) -> Option<(usize, usize)> {
    let below = bar.checked_sub(1)?;
    let mark = tree.steps.get(bar)?.span;
    let is_before = |step: &Step| {
        matches!(step.kind, Kind::Name)
            && step.span.end <= mark.start
            && Span { start: step.span.end, end: mark.start }.of(tree.text).trim().is_empty()
    };
    let above = tree.steps.get(..below)?.iter().rposition(is_before)?;
    Some((above, below))
}

/// The text of a step that is a name.
fn name<'text>(tree: &Tree<'text>, at: usize) -> Option<&'text str> {
    let step = tree.steps.get(at)?;
    matches!(step.kind, Kind::Name).then(|| step.span.of(tree.text))
}
