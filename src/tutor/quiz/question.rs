//! One question of a quiz: its text, its hints, and what is said when it is answered.

use super::super::{derivative, equation, formula, partial};
use super::REPLY;
use crate::graph::{Names, Order, Use, Value};
use crate::report::{Part, Role, Sentence, few};

/// The question being asked.
#[derive(Debug, Default)]
pub struct Question {
    /// The node; none when nothing is asked.
    pub number: Option<usize>,
    /// How many wrong answers there have been.
    pub tries: usize,
    /// How many of those no diagnosis fitted.
    pub strays: usize,
    /// How many hints have been given.
    pub hints: usize,
}

/// The column of the uses in a question.
const USES: usize = 23;
/// The column of the remark that a node is used more than once.
const REMARK: usize = 53;
/// Of more uses only the first ones are shown.
const MOST_USES: usize = 3;

/// `2/7  dL/df ?           L = L.2 * f`
pub fn text(names: &Names, web: &Order, number: usize, place: String) -> Part {
    let node = web.node(number);
    let line = Sentence::default().role(place, Role::Faint);
    let line = line.text(format!("{} ?", derivative(names, web.node(web.root_number()), node)));
    let uses = web.uses(number);
    let mut users: Vec<usize> = uses.iter().map(|link| link.user).collect();
    users.dedup();
    if users.is_empty() {
        return line.part(REPLY);
    }
    let equations: Vec<String> = users.iter().map(|it| equation(names, web.node(*it))).collect();
    let line = line.stop(USES).text(few(equations.into_iter(), MOST_USES, ",  "));
    let times = match uses.len() {
        1 => return line.part(USES),
        2 => "twice".to_owned(),
        count => format!("{count} times"),
    };
    line.stop(REMARK).text(format!("{} is used {times}", names.call(node))).part(USES)
}

/// The first hint names the formulas, the second one the numbers in them.
pub fn hint(names: &Names, web: &Order, grads: &[f64], number: usize, given: usize) -> Sentence {
    let node = web.node(number);
    let uses = web.uses(number);
    let shown = uses.iter().take(MOST_USES);
    let line = Sentence::default();
    let line = match given {
        _ if uses.is_empty() => line.text("it is the output: changed by h, it changes by h."),
        1 => line.list(
            shown.map(|link| {
                let text = formula(names, web.node(link.user), link.index).text;
                let user = equation(names, web.node(link.user));
                Sentence::new(format!("{user}, so {} = {text}", partial(names, web, *link, node)))
            }),
            "; ",
        ),
        2 => line.list(shown.map(|link| numbers(names, web, grads, *link)), "; "),
        _ => {
            return line.text("there are no more hints. :skip tells the answer.");
        }
    };
    match uses.len() {
        0 => line,
        count if count > MOST_USES => line.text(format!("; and {} uses more.", count - MOST_USES)),
        _ => line.text("."),
    }
}

/// `b = -3, and the upstream dL/dL.1 = -2`
fn numbers(names: &Names, web: &Order, grads: &[f64], link: Use) -> Sentence {
    let user = web.node(link.user);
    let mut line = Sentence::default();
    for (name, data) in formula(names, user, link.index).nodes {
        line = line.text(format!("{name} = ")).brief(data).text(", ");
    }
    let joined = if line.is_empty() { "the upstream " } else { "and the upstream " };
    line.text(joined).text(format!("{} = ", total(names, web, user))).brief(grads[link.user])
}

fn total(names: &Names, web: &Order, node: &Value) -> String {
    derivative(names, web.node(web.root_number()), node)
}

/// What is said to a right answer.
pub fn praise(
    names: &Names,
    web: &Order,
    grads: &[f64],
    number: usize,
    given: Option<(&str, f64)>,
    tries: usize,
) -> Part {
    let uses = web.uses(number);
    let right = Sentence::new("     ").role("right", Role::Right);
    let [link] = uses else {
        return match uses {
            [] => right.text(". The output moves one for one with itself.").part(REPLY),
            _ => right.text(": ").then(product(web, grads, number)).part(REPLY),
        };
    };
    let user = web.node(link.user);
    let formula = formula(names, user, link.index);
    let upstream = grads[link.user];
    if let Some((text, value)) = given {
        let text = text.trim();
        let line = right.text(format!(": {text} = ")).brief(value);
        return match text == formula.text {
            true => line.text(", × upstream ").brief(upstream).text(" = ").brief(grads[number]),
            false => line,
        }
        .part(REPLY);
    }
    let hands_on = user.operation().filter(|operation| {
        operation.arity() == 2 && (0..2).all(|index| operation.partial_text(index) == "1")
    });
    match (hands_on, formula.number) {
        (Some(operation), _) if tries == 0 => {
            let to = match web.operands(link.user).count() {
                2 => "to both operands",
                _ => "on as it is",
            };
            let text = format!(". A {} hands the upstream gradient {to}.", operation.name);
            right.text(text).part(REPLY)
        }
        (_, None) if upstream == 1.0 && formula.is_atom() => {
            let line = right.text(format!(": {} × upstream ", formula.text));
            line.brief(upstream).text(" = ").brief(grads[number]).part(REPLY)
        }
        _ => right.text(": ").then(product(web, grads, number)).part(REPLY),
    }
}

/// The answer without any praise.
pub fn plainly(web: &Order, grads: &[f64], number: usize) -> Part {
    let line = Sentence::new("     it is ").brief(grads[number]);
    match web.uses(number) {
        [] => line.text(": the output moves one for one with itself."),
        _ => line.text(": ").then(product(web, grads, number)),
    }
    .part(REPLY)
}

/// `1 × (-6) + (-2) × 1 = -8`
fn product(web: &Order, grads: &[f64], number: usize) -> Sentence {
    const MOST_TERMS: usize = 6;
    let uses = web.uses(number);
    let terms = uses.iter().take(MOST_TERMS).map(|link| {
        let upstream = grads[link.user];
        let (local, _) = web.contribution(*link, upstream);
        Sentence::default().factor(local).text(" × ").factor(upstream)
    });
    let line = Sentence::default().list(terms, " + ");
    let line = match uses.len().saturating_sub(MOST_TERMS) {
        0 => line,
        more => line.text(format!(" + {more} terms more")),
    };
    line.text(" = ").brief(grads[number])
}
