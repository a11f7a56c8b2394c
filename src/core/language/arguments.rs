//! The arguments of commands, as far as the grammar reads them.

use gradcalc_grammar::pest::Span as Place;
use gradcalc_grammar::pest::iterators::Pairs;
use gradcalc_grammar::{Gradcalc, Parser, Rule};

use super::error::Span;

/// Reads a text from a byte on by a rule. Returns the pairs, the whole first; none if the rule does not match.
pub fn pairs_at(rule: Rule, text: &str, start: usize) -> Vec<(Rule, Span)> {
    let pairs = Gradcalc::parse(rule, text.get(start..).unwrap_or_default());
    let pairs = pairs.ok().into_iter().flat_map(Pairs::flatten);
    let place = |span: Place<'_>| Span::new(start + span.start(), start + span.end());
    pairs.map(|pair| (pair.as_rule(), place(pair.as_span()))).collect()
}

/// Reads an argument from a byte on by the rule of its kind. Returns its end, and its place, or those of several
/// numbers in brackets.
pub fn argument(rule: Rule, text: &str, start: usize) -> Option<(usize, Vec<Span>)> {
    let pairs = pairs_at(rule, text, start);
    let (_, whole) = *pairs.first()?;
    let parts = pairs.iter().filter(|(part, _)| match rule {
        Rule::value => *part == Rule::quantity,
        Rule::counts => matches!(part, Rule::count | Rule::run),
        _ => *part == rule,
    });
    Some((whole.end as usize, parts.map(|(_, place)| *place).collect()))
}

/// Returns true if a rule reads the whole text.
pub fn is_whole(rule: Rule, text: &str) -> bool {
    argument(rule, text, 0).is_some_and(|(end, _)| end == text.len())
}
