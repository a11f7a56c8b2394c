//! Derivatives in an answer: `b * dL/de` means the number that is known of `dL/de`.

use super::super::Context;
use super::{Item, Quiz};
use crate::language::{Error, Kind, Result, Span, Step, Tree};
use crate::ops::DIVIDE;

impl Quiz {
    /// Puts the numbers that are known in the places of derivatives of the root, unless their names
    /// are the learner's own.
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
            // What stands before the fraction is divided with it: `b * dL` by `de`.
            for (place, number) in [(above, grad), (below, 1.0)] {
                if let Some(step) = tree.steps.get_mut(place) {
                    step.kind = Kind::Number(number);
                }
            }
        }
        Ok(())
    }

    /// The number of the node of which `above/below` is the derivative of the root.
    fn derived(&self, above: Option<&str>, below: Option<&str>) -> Option<usize> {
        let (above, below) = above.zip(below)?;
        let Context { names, graph, .. } = &self.context;
        if names.resolve(above).is_some() && names.resolve(below).is_some() {
            return None;
        }
        let root = names.resolve(above.strip_prefix('d')?)?;
        let node = names.resolve(below.strip_prefix('d')?)?;
        root.is(self.context.root_node()).then(|| graph.number_of(&node)).flatten()
    }

    /// Only what has been asked for, or given, can stand in an answer.
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
        if self.coming().any(|later| later == number) {
            let message = format!("{derivative} is not known yet: it is asked for later");
            return Err(Error::new(span, message).hint("use what is known already"));
        }
        Ok(())
    }

    /// The nodes that this round has still to ask for.
    pub(super) fn coming(&self) -> impl Iterator<Item = usize> {
        self.left.iter().rev().map_while(|item| match item {
            Item::Ask(number) => Some(*number),
            Item::Round(_) => None,
        })
    }
}

/// The places of what stands directly above and below a fraction bar.
fn fraction(tree: &Tree<'_>, bar: usize) -> Option<(usize, usize)> {
    let below = bar.checked_sub(1)?;
    let mark = tree.steps.get(bar)?.span;
    let is_before = |step: &Step| {
        step.span.end <= mark.start
            && Span { start: step.span.end, end: mark.start }.of(tree.text).trim().is_empty()
    };
    let above = tree.steps.get(..below)?.iter().rposition(is_before)?;
    Some((above, below))
}

/// The name that a step of a tree is, if it is one.
fn name<'text>(tree: &Tree<'text>, at: usize) -> Option<&'text str> {
    let step = tree.steps.get(at)?;
    matches!(step.kind, Kind::Name).then(|| step.span.of(tree.text))
}
