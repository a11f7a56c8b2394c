//! What is said to each of the usual mistakes, after "no".

use super::super::super::{explain, formula, partial};
use super::{Case, Slip};
use crate::graph::Use;
use crate::report::{Sentence, and};

/// How many uses are spelled out.
const MOST_USES: usize = 3;

/// `. -2`
fn begin(slip: &Slip) -> Sentence {
    Sentence::new(". ").brief(slip.value)
}

/// What is said of a use; where a mistake is about none, of the whole.
fn with_use(slip: &Slip, whole: &str, says: impl FnOnce(Use, Sentence) -> Sentence) -> Sentence {
    match slip.link {
        None => begin(slip).text(whole),
        Some(link) => says(link, begin(slip)),
    }
}

/// `∂L.1/∂b`
fn slope(case: &Case<'_>, link: Use) -> String {
    partial(case.names, case.web, link, case.web.node(case.number))
}

/// `∂L.1/∂b = a = 2`
fn slope_and_value(case: &Case<'_>, link: Use) -> Sentence {
    let node = case.web.node(case.number);
    explain::local_text(case.names, case.web, link, node, case.local(link))
}

/// `dL/dL.1 = -2`
fn arrives(case: &Case<'_>, link: Use) -> Sentence {
    Sentence::new(format!("{} = ", case.total(link.user))).brief(case.upstream(link))
}

/// What arrives at each of the first few users.
fn all_that_arrives(case: &Case<'_>) -> Sentence {
    let shown = case.uses().iter().take(MOST_USES).map(|link| arrives(case, *link));
    let line = Sentence::default().list(shown, ", ");
    if case.uses().len() > MOST_USES { line.text(", …") } else { line }
}

pub fn one_use(case: &Case<'_>, slip: &Slip) -> Sentence {
    with_use(slip, " is only a part.", |link, line| {
        let (name, through) = (case.name(), case.call(link.user));
        let others = case.uses().iter().filter(|other| **other != link);
        let others: Vec<usize> = others.map(|other| other.user).collect();
        let line = if others.contains(&link.user) {
            let count = case.uses().len();
            let all = format!(" is only what comes through one use of {name} in {through}.");
            line.text(format!("{all} {name} is used {count} times:"))
        } else {
            let others: Vec<String> = others.into_iter().map(|user| case.call(user)).collect();
            let others = and(others, 2);
            line.text(format!(" is only what comes through {through}. {name} also feeds {others}:"))
        };
        line.text(" gradients from different uses ADD UP (+=, not =).")
    })
}

pub fn left_out(case: &Case<'_>, slip: &Slip) -> Sentence {
    with_use(slip, " leaves out a use.", |link, line| {
        let (name, count) = (case.name(), case.uses().len());
        let through = case.call(link.user);
        let is_again = case.uses().iter().any(|other| *other != link && other.user == link.user);
        let which = if is_again { "one of the uses in" } else { "what comes through" };
        line.text(format!(
            " leaves out {which} {through}. {name} is used {count} times: gradients from \
             different uses ADD UP (+=, not =)."
        ))
    })
}

pub fn locals(case: &Case<'_>, slip: &Slip) -> Sentence {
    let text = " is the sum of the local derivatives. Multiply each by what arrives from above: ";
    begin(slip).text(text).then(all_that_arrives(case)).text(".")
}

pub fn own_value(case: &Case<'_>, slip: &Slip) -> Sentence {
    with_use(slip, " is its own value.", |link, line| {
        let name = case.name();
        let own = case.web.node(case.number).data();
        let line = if slip.value == own {
            line.text(format!(" is {name} itself."))
        } else if slip.value == own * case.upstream(link) {
            line.text(format!(" is {name} itself × upstream ")).brief(case.upstream(link)).text(".")
        } else {
            let user = case.call(link.user);
            line.text(format!(" takes {name} itself for its slope in {user}."))
        };
        let other = formula(case.names, case.web.node(link.user), link.index).text;
        let slope = slope(case, link);
        let rule = format!(" In a product the local derivative is the OTHER factor: {slope} =");
        line.text(format!("{rule} {other}."))
    })
}

pub fn local(case: &Case<'_>, slip: &Slip) -> Sentence {
    with_use(slip, " is a local derivative.", |link, line| {
        let line = line.text(format!(
            " is the local derivative {}. Chain it: multiply by what arrives from above, ",
            slope(case, link)
        ));
        let line = line.then(arrives(case, link));
        line.text(if case.has_many_uses() { ", and add the other uses." } else { "." })
    })
}

pub fn upstream(case: &Case<'_>, slip: &Slip) -> Sentence {
    let whole = " is all that arrives from above, added up. Multiply each by its local derivative.";
    with_use(slip, whole, |link, line| {
        let line = line.text(format!(
            " is what arrives from above, {}. Multiply it by the local derivative ",
            case.total(link.user)
        ));
        let line = line.then(slope_and_value(case, link));
        line.text(if case.has_many_uses() { ", and add the other uses." } else { "." })
    })
}

pub fn sign(case: &Case<'_>, slip: &Slip) -> Sentence {
    if let Some(link) = slip.link {
        let line = Sentence::new(", but nearly: check the sign of what comes through ");
        let line = line.text(case.call(link.user)).text(".  ").then(slope_and_value(case, link));
        return line.text(", upstream ").brief(case.upstream(link)).text(".");
    }
    let line = Sentence::new(", but the size is right: check the sign.");
    match case.only_use() {
        None => line,
        Some(link) => {
            let line = line.text("  ").then(slope_and_value(case, link));
            line.text(", upstream ").brief(case.upstream(link)).text(".")
        }
    }
}

pub fn local_plus_upstream(case: &Case<'_>, slip: &Slip) -> Sentence {
    let line = begin(slip);
    match case.only_use() {
        Some(link) => {
            let line = line.text(" is local PLUS upstream: ").factor(case.local(link));
            let line = line.text(" + ").factor(case.upstream(link));
            line.text(". The chain rule multiplies them.")
        }
        None => line.text(
            " adds each local derivative to what arrives from above. The chain rule multiplies \
             the two; only the products are added.",
        ),
    }
}

pub fn factor(case: &Case<'_>, slip: &Slip) -> Sentence {
    let (which, question) = match slip.value.abs() > case.grad().abs() {
        true => ("twice", "What was counted twice?"),
        false => ("half", "Where did a factor of 2 get lost?"),
    };
    begin(slip).text(format!(" is {which} the right answer. {question}"))
}

pub fn own_data(case: &Case<'_>, slip: &Slip) -> Sentence {
    let (name, root) = (case.name(), case.call(case.web.root_number()));
    begin(slip).text(format!(
        " is the data of {name}. Its grad says how much {root} changes when {name} does."
    ))
}

pub fn product(case: &Case<'_>, slip: &Slip) -> Sentence {
    begin(slip).text(format!(
        " is the product of what comes through the {} uses. What comes from different uses is \
         ADDED; only along one path slopes are multiplied.",
        case.uses().len()
    ))
}

pub fn mean(case: &Case<'_>, slip: &Slip) -> Sentence {
    begin(slip).text(format!(
        " is the mean of what comes through the {} uses. Gradients from different uses ADD UP: do \
         not divide.",
        case.uses().len()
    ))
}

pub fn at_input(case: &Case<'_>, slip: &Slip) -> Sentence {
    misread(case, slip, "the rule taken at its input instead of its output")
}

pub fn in_part(case: &Case<'_>, slip: &Slip) -> Sentence {
    misread(case, slip, "which leaves out a part of the rule")
}

/// `27 comes from 3 * x, which leaves out a part of the rule: ∂f.1/∂x = 3 * x^2`
fn misread(case: &Case<'_>, slip: &Slip, how: &str) -> Sentence {
    with_use(slip, " comes from another rule.", |link, line| {
        let right = formula(case.names, case.web.node(link.user), link.index).text;
        let line = line.text(format!(" comes from {}, {how}: ", slip.taken));
        line.text(format!("{} = {right}.", slope(case, link)))
    })
}

pub fn breadth_first(_: &Case<'_>, slip: &Slip) -> Sentence {
    begin(slip).text(
        " is what a breadth-first pass gives. A node may push only once, and only when all that \
         it feeds have pushed.",
    )
}

pub fn rounded(_: &Case<'_>, slip: &Slip) -> Sentence {
    begin(slip)
        .text(" is the right answer with too few digits: it has to be within half a percent.")
}
