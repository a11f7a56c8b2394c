//! Phrases for what went wrong at one node.

use super::super::same;
use super::Comparison;
use crate::core::graph::Use;
use crate::report::numbers;

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

/// `L.2 pushed at 0, not at -2`
pub fn too_early(both: &Comparison<'_>, number: usize) -> Option<String> {
    let early = both.early(number).filter(|_| both.is_wrong(number))?;
    let [pushed, right] = [both.trace.pushed[early.user].first, both.right(early.user)].map(brief);
    Some(format!("{} pushed at {pushed}, not at {right}", both.context.name(early.user)))
}

/// `c pushed twice`
pub fn too_often(both: &Comparison<'_>, number: usize) -> Option<String> {
    let times = |user: usize| both.trace.pushed[user].times;
    let said =
        |count: usize| if count == 2 { "twice".to_owned() } else { format!("{count} times") };
    if !both.is_wrong(number) {
        let count = times(number);
        return (count > 1).then(|| format!("right, but it was visited {}", said(count)));
    }
    // Of the users that came more than once, one whose shares together are not what they should be.
    let spoils = |edge: &&Use| {
        let share = |upstream| both.graph().contribution(**edge, upstream).1;
        let pushed = both.trace.pushed[edge.user];
        pushed.times > 1 && !same(share(pushed.sum), share(both.right(edge.user)))
    };
    let edge = both.graph().uses(number).iter().find(spoils)?;
    Some(format!("{} pushed {}", both.context.name(edge.user), said(times(edge.user))))
}

/// `twice the grad`
pub fn kept(both: &Comparison<'_>, number: usize) -> Option<String> {
    let is_twice = same(both.trace.grads[number], 2.0 * both.right(number));
    let said = if is_twice { "twice the grad" } else { "old grads above it were pushed on again" };
    both.is_wrong(number).then(|| said.to_owned())
}

/// A number in a phrase.
fn brief(number: f64) -> String {
    // Adding zero makes -0 into 0.
    numbers::significant(number + 0.0, 4)
}
