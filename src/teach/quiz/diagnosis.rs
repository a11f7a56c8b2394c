//! What a wrong answer gives away.

use super::super::bug::Trace;
use super::super::{Use, Web, derivative, formula, partial};
use super::is_right;
use crate::graph::Names;
use crate::report::{Sentence, and};

/// One way to go wrong: one row of the table.
pub struct Diagnosis {
    /// What to practise.
    pub practise: &'static str,
    /// What to say after "no", if this is what went wrong.
    pub says: fn(&Case<'_>) -> Option<Sentence>,
}

/// Every diagnosis, in the order they are tried.
pub static DIAGNOSES: &[Diagnosis] = &[
    Diagnosis { practise: "product (own value for the other factor)", says: own_value },
    Diagnosis { practise: "chain rule (local only)", says: local_only },
    Diagnosis { practise: "local derivatives (upstream only)", says: upstream_only },
    Diagnosis { practise: "sign", says: sign },
    Diagnosis { practise: "adding up (one use only)", says: one_use },
    Diagnosis { practise: "chain rule (sum of local derivatives only)", says: locals_only },
    Diagnosis { practise: "order (pushing too early)", says: breadth_first },
];

/// A wrong answer.
pub struct Case<'case> {
    pub names: &'case Names,
    pub web: &'case Web,
    pub grads: &'case [f64],
    /// The node that was asked for.
    pub number: usize,
    pub answer: f64,
}

impl Case<'_> {
    fn call(&self, number: usize) -> String {
        self.names.call(self.web.node(number))
    }

    fn uses(&self) -> &[Use] {
        self.web.uses(self.number)
    }

    /// The only use, if there is but one.
    fn only_use(&self) -> Option<Use> {
        match self.uses() {
            [link] => Some(*link),
            _ => None,
        }
    }

    fn local(&self, link: Use) -> f64 {
        self.web.share(link, 1.0).0
    }

    fn contribution(&self, link: Use) -> f64 {
        self.web.share(link, self.grads[link.user]).1
    }

    fn is(&self, value: f64) -> bool {
        is_right(self.answer, value)
    }

    /// `∂L.1/∂b = a = 2`
    fn local_text(&self, link: Use) -> Sentence {
        let node = self.web.node(self.number);
        super::super::explain::local_text(self.names, self.web, link, node, self.local(link))
    }

    /// `dL/dL.1`
    fn total(&self, number: usize) -> String {
        derivative(self.names, self.web.node(self.web.root()), self.web.node(number))
    }
}

/// Its own value where the other factor belongs.
fn own_value(case: &Case<'_>) -> Option<Sentence> {
    let link = case.uses().iter().copied().find(|link| {
        let user = case.web.node(link.user);
        let mut operands = case.web.operands(link.user);
        // In a*a the other factor is the node itself.
        let is_square = operands.all(|operand| operand == case.number);
        user.operation().is_some_and(|operation| {
            operation.arity() == 2
                && !is_square
                && operation.partial_text(0) == "y"
                && operation.partial_text(1) == "x"
        })
    })?;
    let node = case.web.node(case.number);
    let (name, own) = (case.call(case.number), node.data());
    let upstream = case.grads[link.user];
    let others = case.uses().iter().filter(|other| **other != link);
    let rest: f64 = others.map(|other| case.contribution(*other)).sum();
    let line = Sentence::new(". ").brief(case.answer);
    let line = match (case.is(own), case.is(own * upstream + rest)) {
        (true, _) => line.text(format!(" is {name} itself.")),
        (_, true) if rest == 0.0 => {
            line.text(format!(" is {name} itself × upstream ")).brief(upstream).text(".")
        }
        (_, true) => line.text(format!(" takes {name} itself as its own slope.")),
        _ => return None,
    };
    let other = formula(case.names, case.web.node(link.user), link.index).text;
    let local = partial(case.names, case.web, link, node);
    let text =
        format!(" In a product the local derivative is the OTHER factor: {local} = {other}.");
    Some(line.text(text))
}

fn local_only(case: &Case<'_>) -> Option<Sentence> {
    let link = case.only_use().filter(|link| case.is(case.local(*link)))?;
    let local = partial(case.names, case.web, link, case.web.node(case.number));
    let line = Sentence::new(". ").brief(case.answer);
    let text = format!(
        " is the local derivative {local}. Chain it: multiply by what arrives from above, {} = ",
        case.total(link.user)
    );
    Some(line.text(text).brief(case.grads[link.user]).text("."))
}

fn upstream_only(case: &Case<'_>) -> Option<Sentence> {
    let link = case.only_use().filter(|link| case.is(case.grads[link.user]))?;
    let line = Sentence::new(". ").brief(case.answer);
    let text = format!(
        " is what arrives from above, {}. Multiply it by the local derivative ",
        case.total(link.user)
    );
    Some(line.text(text).then(case.local_text(link)).text("."))
}

fn sign(case: &Case<'_>) -> Option<Sentence> {
    if !case.is(-case.grads[case.number]) {
        return None;
    }
    let line = Sentence::new(", but the size is right: check the sign.");
    Some(match case.only_use() {
        None => line,
        Some(link) => {
            let line = line.text("  ").then(case.local_text(link));
            line.text(", upstream ").brief(case.grads[link.user])
        }
    })
}

/// What comes through one use only: through the last one, as overwriting would give, or another.
fn one_use(case: &Case<'_>) -> Option<Sentence> {
    let uses = case.uses();
    if uses.len() < 2 {
        return None;
    }
    let link = uses.iter().rev().find(|link| case.is(case.contribution(**link)))?;
    let (name, through) = (case.call(case.number), case.call(link.user));
    let mut others: Vec<String> =
        uses.iter().map(|other| case.call(other.user)).filter(|other| *other != through).collect();
    others.dedup();
    let line = Sentence::new(". ").brief(case.answer);
    let text = match others.is_empty() {
        true => format!(
            " is only what comes through one use of {name} in {through}. It is there more than \
             once:"
        ),
        false => {
            format!(" is only what comes through {through}. {name} also feeds {}:", and(others, 2))
        }
    };
    Some(line.text(text + " gradients from different uses ADD UP (+=, not =)."))
}

fn locals_only(case: &Case<'_>) -> Option<Sentence> {
    let uses = case.uses();
    let sum: f64 = uses.iter().map(|link| case.local(*link)).sum();
    if uses.len() < 2 || !case.is(sum) {
        return None;
    }
    let line = Sentence::new(". ").brief(case.answer);
    let upstream = uses.iter().take(3).map(|link| {
        Sentence::new(format!("{} = ", case.total(link.user))).brief(case.grads[link.user])
    });
    let text = " is the sum of the local derivatives. Multiply each by what arrives from above: ";
    Some(line.text(text).list(upstream, ", ").text("."))
}

fn breadth_first(case: &Case<'_>) -> Option<Sentence> {
    let passes = [Trace::breadth_first, Trace::breadth_first_once];
    let hit = passes.into_iter().filter_map(|pass| pass(case.web)).any(|trace| {
        let grad = trace.grads[case.number];
        grad != case.grads[case.number] && case.is(grad)
    });
    let line = Sentence::new(". ").brief(case.answer);
    let text = " is what a breadth-first pass gives. A node may push only once, and only when all \
                that it feeds have pushed.";
    hit.then(|| line.text(text))
}
