//! Phrases for what went wrong at one node.

use super::super::same;
use super::Comparison;
use crate::core::graph::Use;
use crate::report::numbers;

/// The maximum number of terms spelled out of a sum.
const MOST_TERMS: usize = 3;
/// A longer phrase is said in a shorter way, so that a row stays within 80 columns.
const LONGEST: usize = 40;
/// The maximum number of steps listed.
const MOST_STEPS: usize = 4;

/// `kept only d's share, lost e's -6`
pub fn overwritten(both: &Comparison<'_>, number: usize) -> Option<String> {
    if !both.is_wrong(number) {
        return None;
    }
    let uses = both.graph().uses(number);
    let (kept, lost) = uses.split_last()?;
    let keeper = both.context.name(kept.user);
    let share = |edge: &Use| both.graph().contribution(*edge, both.right(edge.user)).1;
    let is_nothing_lost = lost.iter().all(|edge| share(edge) == 0.0);
    match lost {
        _ if is_nothing_lost && both.is_wrong(kept.user) => {
            Some(format!("{keeper} was already wrong"))
        }
        [] => None,
        [one] if one.user == kept.user => Some("the 2nd use replaced the 1st".to_owned()),
        [one] => {
            let (loser, share) = (both.context.name(one.user), brief(share(one)));
            Some(format!("kept only {keeper}'s share, lost {loser}'s {share}"))
        }
        _ => Some(format!("kept only the last of {} shares, {keeper}'s", uses.len())),
    }
}

/// `L.2 pushed while its grad was still 0`
pub fn too_early(both: &Comparison<'_>, number: usize) -> Option<String> {
    if !both.is_wrong(number) {
        return None;
    }
    let early = both.early(number)?;
    let pushed = brief(both.trace.pushed[early.user].first);
    Some(format!("{} pushed while its grad was still {pushed}", both.context.name(early.user)))
}

/// `c pushed 17 × b = 51 twice`
pub fn too_often(both: &Comparison<'_>, number: usize) -> Option<String> {
    if !both.is_wrong(number) {
        return visited(both, number);
    }
    // Of the users that came more than once, the one whose shares together are not what they
    // should be.
    let spoils = |edge: &&Use| {
        let pushed = both.trace.pushed[edge.user];
        let share = |upstream| both.graph().contribution(**edge, upstream).1;
        pushed.times > 1 && !same(share(pushed.sum), share(both.right(edge.user)))
    };
    let edge = both.graph().uses(number).iter().find(spoils)?;
    let pushed = both.trace.pushed[edge.user];
    let user = both.context.name(edge.user);
    let count = times(pushed.times);
    if pushed.is_steady {
        let share = brief(both.graph().contribution(*edge, pushed.first).1);
        let term = term(both, *edge, pushed.first);
        let equals = if term == share { String::new() } else { format!(" = {share}") };
        let short = || format!("{user} pushed {share} {count}");
        return Some(shorter(format!("{user} pushed {term}{equals} {count}"), short));
    }
    let between = if pushed.times == 2 { "and" } else { "…" };
    let phrase = |text: &dyn Fn(f64) -> String| {
        format!("{user} pushed {} {between} {}", text(pushed.first), text(pushed.last))
    };
    let share = |upstream| brief(both.graph().contribution(*edge, upstream).1);
    Some(shorter(phrase(&|upstream| term(both, *edge, upstream)), || phrase(&share)))
}

/// The phrase, or the short way to say it.
fn shorter(phrase: String, short: impl FnOnce() -> String) -> String {
    if phrase.chars().count() > LONGEST { short() } else { phrase }
}

/// `right, but it was visited twice (steps 4, 6)`
fn visited(both: &Comparison<'_>, number: usize) -> Option<String> {
    let visits = both.trace.visits.iter().zip(1..).filter(|(visited, _)| **visited == number);
    let steps: Vec<String> = visits.map(|(_, step)| step.to_string()).collect();
    if both.context.node(number).is_leaf() || steps.len() < 2 {
        return None;
    }
    let times = times(steps.len());
    let steps = match steps.get(..MOST_STEPS) {
        Some(first) if steps.len() > MOST_STEPS => format!("{}, …", first.join(", ")),
        _ => steps.join(", "),
    };
    Some(format!("right, but it was visited {times} (steps {steps})"))
}

/// `got 8 × a, not 14 × a`
pub fn incomplete(both: &Comparison<'_>, number: usize) -> Option<String> {
    if !both.is_wrong(number) {
        let pushed = both.trace.pushed[number];
        let is_late = !both.context.node(number).is_leaf()
            && pushed.times > 0
            && !same(pushed.first, both.right(number));
        let at = brief(pushed.first);
        return is_late.then(|| format!("complete in the end, but it pushed at {at}"));
    }
    let uses = both.graph().uses(number);
    let early = both.early(number)?;
    let short = || {
        let (user, at) = (both.context.name(early.user), both.trace.pushed[early.user].first);
        let right = brief(both.right(early.user));
        format!("{user} pushed at {}, not at {right}", brief(at))
    };
    if uses.len() > MOST_TERMS {
        return Some(short());
    }
    let sum = |upstream: &dyn Fn(usize) -> f64| {
        // The user that pushes last is named first, as in the forward order.
        let terms = uses.iter().rev().map(|edge| term(both, *edge, upstream(edge.user)));
        terms.collect::<Vec<_>>().join(" + ").replace("+ -", "- ")
    };
    let got = sum(&|user| both.trace.pushed[user].first);
    let wanted = sum(&|user| both.right(user));
    Some(shorter(format!("got {got}, not {wanted}"), short))
}

/// `8 × a`, or the product where the local derivative is a number.
fn term(both: &Comparison<'_>, edge: Use, upstream: f64) -> String {
    let formula = both.context.formula(edge);
    match formula.number {
        Some(number) => brief(number * upstream),
        None if formula.is_atom() => format!("{} × {}", brief(upstream), formula.text),
        None => format!("{} × ({})", brief(upstream), formula.text),
    }
}

fn times(count: usize) -> String {
    match count {
        2 => "twice".to_owned(),
        _ => format!("{count} times"),
    }
}

/// A number in a phrase.
fn brief(number: f64) -> String {
    // Adding zero makes -0 into 0.
    numbers::significant(number + 0.0, 4)
}
