//! What went wrong at one node, in a phrase.

use super::super::{Use, formula, same};
use super::Seen;

/// Of longer sums only that they are wrong is said.
const MOST_TERMS: usize = 3;
/// Of more steps only the first ones are listed.
const MOST_STEPS: usize = 4;

/// `kept only d's share, lost e's -6`
pub fn overwritten(seen: &Seen<'_>, number: usize) -> Option<String> {
    if !seen.is_wrong(number) {
        return None;
    }
    let uses = seen.web.uses(number);
    let (kept, lost) = uses.split_last()?;
    let keeper = seen.call(kept.user);
    match lost {
        [] => Some(inherited(seen, kept.user)),
        [one] if one.user == kept.user => Some("the 2nd use replaced the 1st".to_owned()),
        [one] => {
            let share = seen.web.share(*one, seen.right[one.user]).1;
            let loser = seen.call(one.user);
            Some(format!("kept only {keeper}'s share, lost {loser}'s {}", brief(share)))
        }
        lost => Some(format!("kept only {keeper}'s share, lost the {} before it", lost.len())),
    }
}

/// `L.2 pushed before it had received`
pub fn too_early(seen: &Seen<'_>, number: usize) -> Option<String> {
    if !seen.is_wrong(number) {
        return None;
    }
    let early = seen.web.uses(number).iter().find(|link| {
        let pushed = seen.trace.pushed[link.user].first;
        !same(pushed, seen.right[link.user])
    })?;
    Some(format!("{} pushed before it had received", seen.call(early.user)))
}

/// `c pushed 17 × b = 51 twice`
pub fn too_often(seen: &Seen<'_>, number: usize) -> Option<String> {
    let is_leaf = seen.web.node(number).is_leaf();
    if !seen.is_wrong(number) {
        let visits = seen.trace.visits.iter().zip(1..).filter(|(visited, _)| **visited == number);
        let steps: Vec<String> = visits.map(|(_, step)| step.to_string()).collect();
        if is_leaf || steps.len() < 2 {
            return None;
        }
        let times = times(steps.len());
        let steps = match steps.get(..MOST_STEPS) {
            Some(first) if steps.len() > MOST_STEPS => format!("{}, …", first.join(", ")),
            _ => steps.join(", "),
        };
        return Some(format!("right, but it was visited {times} (steps {steps})"));
    }
    let repeated = |link: &&Use| seen.trace.pushed[link.user].times > 1;
    let Some(link) = seen.web.uses(number).iter().find(repeated) else {
        let wrong = seen.web.uses(number).iter().find(|link| seen.is_wrong(link.user))?;
        return Some(inherited(seen, wrong.user));
    };
    let pushed = seen.trace.pushed[link.user];
    let user = seen.call(link.user);
    if !same(pushed.first, pushed.last) {
        let (first, last) = (term(seen, *link, pushed.first), term(seen, *link, pushed.last));
        let between = if pushed.times == 2 { "and" } else { "…" };
        return Some(format!("{user} pushed {first} {between} {last}"));
    }
    let share = seen.web.share(*link, pushed.first).1;
    let term = term(seen, *link, pushed.first);
    let equals = if term == brief(share) { String::new() } else { format!(" = {}", brief(share)) };
    Some(format!("{user} pushed {term}{equals} {}", times(pushed.times)))
}

/// `got 8 × a, not 14 × a`
pub fn incomplete(seen: &Seen<'_>, number: usize) -> Option<String> {
    if !seen.is_wrong(number) {
        let pushed = seen.trace.pushed[number];
        let is_late = !seen.web.node(number).is_leaf()
            && pushed.times > 0
            && !same(pushed.first, seen.right[number]);
        let at = brief(pushed.first);
        return is_late.then(|| format!("complete in the end, but it pushed at {at}"));
    }
    let uses = seen.web.uses(number);
    let early = uses.iter().find(|link| {
        let pushed = seen.trace.pushed[link.user].first;
        !same(pushed, seen.right[link.user])
    })?;
    if uses.len() > MOST_TERMS {
        let (user, at) = (seen.call(early.user), seen.trace.pushed[early.user].first);
        let right = brief(seen.right[early.user]);
        return Some(format!("{user} pushed at {}, not at {right}", brief(at)));
    }
    let sum = |upstream: &dyn Fn(usize) -> f64| {
        // The user that pushes last is named first, as in the forward order.
        let terms = uses.iter().rev().map(|link| term(seen, *link, upstream(link.user)));
        terms.collect::<Vec<_>>().join(" + ").replace("+ -", "- ")
    };
    let got = sum(&|user| seen.trace.pushed[user].first);
    let wanted = sum(&|user| seen.right[user]);
    Some(format!("got {got}, not {wanted}"))
}

fn inherited(seen: &Seen<'_>, user: usize) -> String {
    format!("{} was wrong already", seen.call(user))
}

/// `8 × a`, or the product where the local derivative is a number.
fn term(seen: &Seen<'_>, link: Use, upstream: f64) -> String {
    let formula = formula(seen.names, seen.web.node(link.user), link.index);
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

/// A number in a phrase: few digits, none of them idle.
fn brief(number: f64) -> String {
    let size = number.abs();
    if number == 0.0 || !number.is_finite() || !(1e-4..1e6).contains(&size) {
        let text = format!("{number:.3e}");
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let mantissa = match mantissa.contains('.') {
            true => mantissa.trim_end_matches('0').trim_end_matches('.'),
            false => mantissa,
        };
        return match exponent {
            "0" => mantissa.to_owned(),
            _ => format!("{mantissa}e{exponent}"),
        };
    }
    let text = format!("{number:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
