//! `:minimize`.

mod found;

use super::arguments::{Choices, names_without_for};
use super::descent::moving;
use super::equations::{FIRST, may_be_columns, names_to_make, say_made, with_new_leaves};
use super::fit::{self, detail, replaced, said_of};
use super::{Argument, Arguments, Command, Group, notes};
use crate::graph::{Operand, Order, Value};
use crate::language::{Error, ErrorKind, Result, Span, Word, quoted};
use crate::methods::Outcome;
use crate::report::{Next, Part, Report, Sentence};
use crate::session::{self, Session};
use crate::studies::{self, Minimum, Statistic};
use found::{of_spread, outcome, report, verdict};

pub(super) const COMMANDS: &[Command] = &[Command {
    name: "minimize",
    aliases: &["m", "minimise"],
    group: Group::Leaves,
    arguments: &[
        Argument::node("ROOT").optional(),
        Argument::leaf("NAME").optional().repeated(),
        Argument::keyword("for"),
        Argument::leaf("NAME").following().repeated(),
        Argument::keyword("as"),
        Argument::choice("KIND", &KINDS).following(),
        Argument::keyword("detail"),
    ],
    summary: "find a minimum without a rate",
    details: "\
Moves all unfrozen leaves, or those NAMEd (after a formula: for NAMEs), down to the minimum of ROOT that is near them, and makes ROOT \
the current root: :grad shows its nodes there. The method is L-BFGS, which learns the root's curvature \
from its grads, then Newton's. It says minimum only where a test shows it, which detail names; \
otherwise it says why it stopped. It does not look for a lower minimum far away. If the root keeps falling however far its leaves go, no \
leaf moves. Names of ROOT without a value become leaves, begun at 1. as likelihood says that ROOT is \
the negative logarithm of the likelihood of all rows, and as chi2 that it is the sum of their squared \
residuals in units of their uncertainties: each leaf then gets its ± and correlations by how ROOT curves at its \
minimum, and keeps them as after a fit; where ROOT does not rise as the ± says, a 95 % interval is added. detail adds 95 % intervals, the correlations and, for a likelihood, AIC = \
2k - 2 log L and BIC = k log n - 2 log L of k leaves and n rows, where constants that ROOT leaves out are missing. :undo restores the leaves.",
    example: ":minimize loss",
    run: minimize,
}];

/// What a root may be taken as.
struct Kind {
    name: &'static str,
    help: &'static str,
    statistic: Statistic,
}

static KINDS: Choices =
    Choices { noun: "kind", all: || KIND_ROWS.iter().map(|row| (row.name, row.help)).collect() };

const KIND_ROWS: &[Kind] = &[
    Kind {
        name: "likelihood",
        help: "the negative logarithm of one: ± is the inverse of its second derivatives",
        statistic: Statistic::Likelihood,
    },
    Kind {
        name: "chi2",
        help: "a sum of squares in units of their uncertainties: twice that",
        statistic: Statistic::ChiSquared,
    },
];

fn minimize(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let place = arguments.words("ROOT").next().map_or(arguments.end(), |word| word.span);
    if let Some(word) = arguments.words("ROOT").next()
        && word.text.parse::<f64>().is_ok()
    {
        let message = format!("{} is a number, which has no minimum", quoted(word.text));
        return Err(Error::new(place, message).hint(":minimize needs no rate: write :minimize"));
    }
    must_be_leaves(session, arguments)?;
    let typed = arguments.words("ROOT").next();
    let tree = typed.and_then(|word| Some((word.expression().ok()?, word.span)));
    let tree = tree.filter(|(tree, _)| tree.as_name().is_none());
    if let Some(formula) = typed.filter(|_| !arguments.has("for") && tree.is_some()) {
        let words: Vec<Word<'_>> = arguments.words("NAME").collect();
        if !words.is_empty() {
            return Err(names_without_for(formula.text, &words, false));
        }
    }
    let names = match &tree {
        Some((tree, place)) => {
            names_to_make(session, arguments, (std::slice::from_ref(tree), *place))?
        }
        None => Vec::new(),
    };
    if names.is_empty() {
        return search(session, arguments, place);
    }
    let slips = may_be_columns(session, &names, |_| false);
    with_new_leaves(session, &names, |session, _| {
        let mut report = search(session, arguments, place)?;
        say_made(&mut report, &names, &[FIRST]);
        report.parts.extend(slips);
        Ok(report)
    })
}

/// Makes sure that no NAME is meant as the kind of the root: `nll likelihood`.
fn must_be_leaves(session: &Session, arguments: &Arguments<'_>) -> Result<()> {
    let is_kind = |word: &Word<'_>| KIND_ROWS.iter().any(|row| row.name == word.text);
    let meant = arguments.words("NAME").find(|word| is_kind(word) && !session.has_name(word.text));
    let Some(Word { text, span, .. }) = meant else { return Ok(()) };
    let error = Error::new(span, format!("{text} is no leaf")).kind(ErrorKind::Elsewhere);
    Err(error.hint(format!("a root is taken as one: write as {text}")))
}

/// Looks for a minimum from the present data.
fn search(session: &mut Session, arguments: &Arguments<'_>, place: Span) -> Result<Report> {
    let root = arguments.root(session, "ROOT")?;
    let moving = moving(session, &root, arguments, place).map_err(|error| {
        if !arguments.has("as") || !root.is_per_row() {
            return error;
        }
        let typed = arguments.words("ROOT").next().map(|word| quoted(word.text).to_string());
        let whole = typed.unwrap_or_else(|| session.names().call(&root));
        error.hint(format!("the rows are added up: write sum({whole})"))
    })?;
    let kind = if arguments.has("as") {
        Some(arguments.choice("KIND", KIND_ROWS, |row| row.name)?)
    } else {
        None
    };
    if kind.is_some() && studies::is_mean_of_rows(&root) {
        let message = format!("{} is a mean over rows", session.names().call(&root));
        return Err(Error::new(place, message)
            .hint("what is known grows with the number of rows: write sum in place of mean"));
    }
    session.choose_root(root.clone());
    let replaced = kind.and_then(|kind| replaced(session, &moving, kind.name));
    session.open_group();
    let found =
        studies::minimize_as(session, Some(moving.clone()), kind.map(|kind| kind.statistic));
    let spread = found.as_ref().zip(kind).and_then(|(minimum, kind)| {
        let is_minimum = matches!(minimum.outcome, Outcome::Minimum(_)) && minimum.is_passed;
        is_minimum.then(|| studies::spread(session, minimum, kind.statistic)).flatten()
    });
    if spread.is_some() {
        session::forget_minimized(session);
    }
    session.close_group();
    let Some(minimum) = found else {
        return Err(Error::new(place, "there is nothing to minimize"));
    };
    let (order, names) = session.shared_pass();
    let (order, names) = (&*order, &*names);
    let detail = arguments.has("detail");
    let mut found = report(names, &minimum, (kind, spread.as_ref()));
    if spread.is_some() {
        found.rows = studies::rows_taken_in(session, &minimum.root, &minimum.leaves)?;
    }
    if spread.is_some() && kind.is_some_and(|kind| kind.statistic == Statistic::Likelihood) {
        let count = minimum.leaves.len() as f64;
        let criterion = |each: f64| each * count + 2.0 * minimum.after;
        found.log_likelihood = Some(-minimum.after);
        found.aic = Some(criterion(2.0));
        found.bic = found.rows.map(|rows| criterion((rows as f64).ln()));
    }
    let mut parts = match minimum.lower {
        Some(lower) => verdict(&found.root, lower),
        None => outcome((order, names), &minimum),
    };
    if detail && minimum.lower.is_some() {
        parts.extend(outcome((order, names), &minimum));
    }
    if matches!(minimum.outcome, Outcome::NoStart) {
        let found = match notes::gaps(session, &minimum.root) {
            Some(gaps) => Some(gaps),
            None => no_start(session, &minimum),
        };
        parts = found.map_or(parts, |found| vec![Part::Note(found)]);
    }
    if let Some(at) = &minimum.beyond {
        parts.extend(further_on(session, &minimum, at));
    }
    if let Some(kind) = kind {
        parts.extend(of_spread(kind, &minimum, &found, detail));
        let rise = spread.as_ref().and_then(|spread| spread.rise.as_ref());
        parts.extend(detail::misleading(rise, &found.leaves, &found.root).map(|it| it.part(4)));
        let exact = fit::taken_as_exact(others_with_u(session, order, &moving), kind.name);
        parts
            .extend(replaced.into_iter().chain(exact).filter(|_| spread.is_some()).map(Part::Note));
    }
    if spread.is_some() {
        let typed = arguments.words("ROOT").next().map_or(found.root.as_str(), |word| word.text);
        let root = (minimum.root.clone(), typed);
        session::keep_minimized(session, root, found.clone(), said_of(&parts));
    }
    parts.insert(0, Part::Minimum(Box::new(found)));
    parts.extend(notes::switches(session, &minimum.root, &moving));
    let next = match minimum.outcome {
        Outcome::Minimum(_) => Next::GoOn,
        _ => Next::FellShort,
    };
    Ok(Report { kind: "minimize", parts, next })
}

/// Says what is not finite at the start, and what to do: `log(c) is -inf in row 1 (c = 0)`
fn no_start(session: &mut Session, minimum: &Minimum) -> Option<String> {
    let found = session.non_finite_of(&minimum.root)?;
    let said = notes::said_of(session, &found);
    let mut operands = found.operands.iter().filter_map(Operand::value);
    let moves = |it: &Value| minimum.leaves.iter().any(|leaf| session.order_of(it).contains(leaf));
    Some(if operands.any(moves) {
        match found.row {
            Some(row) => format!("{said}; :set the leaves elsewhere, or leave row {row} out"),
            None => format!("{said}; :set the leaves elsewhere"),
        }
    } else {
        format!("{said}: no leaf can change that")
    })
}

/// Says what is not finite a little further than where a search is stuck.
fn further_on(session: &mut Session, minimum: &Minimum, at: &[f64]) -> Option<Part> {
    let moved = |data: &[f64]| -> Vec<(Value, f64)> {
        minimum.leaves.iter().cloned().zip(data.iter().copied()).collect()
    };
    let here: Vec<f64> = minimum.leaves.iter().map(Value::data).collect();
    session.set_data(&moved(at));
    let found = session.non_finite_of(&minimum.root);
    let said = found.map(|found| notes::said_of(session, &found));
    session.set_data(&moved(&here));
    Some(Sentence::new(format!("  a little further {}", said?)).part(4))
}

/// The numbers with a ± that a root uses besides the leaves that move.
fn others_with_u(session: &Session, order: &Order, moving: &[Value]) -> Vec<String> {
    let is_other = |leaf: &&Value| {
        !leaf.is_per_row() && session.uncertainty_of_leaf(leaf).is_some() && !moving.contains(leaf)
    };
    order.leaves().filter(is_other).map(|leaf| session.names().call(leaf)).collect()
}
