//! `:minimize`, and its report.

use indexmap::IndexMap;

use super::arguments::Choices;
use super::descent::moving;
use super::equations::{FIRST, may_be_columns, names_to_make, say_made, with_new_leaves};
use super::fit::{self, detail, replaced, said_of};
use super::{Argument, Arguments, Command, Group, likeness, notes};
use crate::graph::{Names, Operand, Order, Value};
use crate::language::{Error, ErrorKind, Result, Span, Word, quoted};
use crate::methods::{Elsewhere, Lower, Outcome, Proof};
use crate::report::{
    Estimate, FittedLeaf, Lost, MinimumReport, Next, NumberStyle, OtherMinimum, Part, Report,
    Sentence, counted, numbers,
};
use crate::session::{self, Session};
use crate::studies::{self, Minimum, Rise, Spread, Statistic};

pub(super) const COMMANDS: &[Command] = &[Command {
    name: "minimize",
    aliases: &["m", "minimise"],
    group: Group::Leaves,
    arguments: &[
        Argument::node("ROOT").optional(),
        Argument::leaf("NAME").optional().repeated(),
        Argument::keyword("as"),
        Argument::choice("KIND", &KINDS).following(),
        Argument::keyword("detail"),
    ],
    summary: "find a minimum without a rate",
    details: "\
Moves all unfrozen leaves, or those NAMEd, to the lowest minimum of ROOT that it finds, and makes ROOT \
the current root: :grad shows its nodes there. The method is L-BFGS, which learns the root's curvature \
from its grads, then Newton's. It says minimum only where a test shows it, which detail names; \
otherwise it says why it stopped. A lower one is then looked for from places all around, and from those where the root is low as one \
leaf moves far; the nearest other minimum is named (also). With more than 8 leaves, \
or where that takes long, none is looked for. If the root keeps falling however far its leaves go, no \
leaf moves. Names of ROOT without a value become leaves, begun at 1. as likelihood says that ROOT is \
the negative logarithm of the likelihood of all rows, and as chi2 that it is the sum of their squared \
residuals in units of their uncertainties: each leaf then gets its ± and correlations by how ROOT curves at its \
minimum, and keeps them as after a fit; where ROOT does not rise as the ± says, a 95 % interval is added. detail adds 95 % intervals, the correlations and, for a likelihood, AIC = \
2k - 2 log L and BIC = k log n - 2 log L of k leaves and n rows, where constants that ROOT leaves out are missing. :undo restores the leaves.",
    example: ":minimize loss",
    run: minimize,
}];

/// The digits of a likelihood and its criteria.
const DIGITS_OF_CRITERIA: usize = 6;

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
    let names = match &tree {
        Some((tree, place)) => {
            names_to_make(session, arguments, (std::slice::from_ref(tree), *place))?
        }
        None => Vec::new(),
    };
    let model = tree.iter().map(|(tree, _)| tree);
    if names.is_empty() {
        let mut report = search(session, arguments, place)?;
        report.parts.extend(likeness::constant_in_model(session, model));
        return Ok(report);
    }
    let slips = may_be_columns(session, &names, |_| false);
    let mut report = with_new_leaves(session, &names, |session, _| {
        let mut report = search(session, arguments, place)?;
        say_made(&mut report, &names, &[FIRST]);
        report.parts.extend(slips);
        Ok(report)
    })?;
    report.parts.extend(likeness::constant_in_model(session, model));
    Ok(report)
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
    let kind = match arguments.has("as") {
        true => Some(arguments.choice("KIND", KIND_ROWS, |row| row.name)?),
        false => None,
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
    let mut parts = match &minimum.elsewhere {
        Some(elsewhere) => verdict(names, &minimum, elsewhere, &found),
        None => outcome((order, names), &minimum),
    };
    if detail && minimum.elsewhere.is_some() {
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
    Some(match operands.any(moves) {
        true => match found.row {
            Some(row) => format!("{said}; :set the leaves elsewhere, or leave row {row} out"),
            None => format!("{said}; :set the leaves elsewhere"),
        },
        false => format!("{said}: no leaf can change that"),
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

/// Returns what there is to say of the uncertainties of leaves, or why they have none.
fn of_spread(kind: &Kind, minimum: &Minimum, found: &MinimumReport, detail: bool) -> Vec<Part> {
    let has_left =
        matches!(minimum.outcome, Outcome::Linear(_) | Outcome::Unbounded | Outcome::Endless);
    let text = match (&minimum.outcome, kind.statistic) {
        (Outcome::Minimum(_), _) if !found.correlations.is_empty() => {
            if !detail {
                return Vec::new();
            }
            let intervals = detail::intervals(&found.leaves).map(|it| it.part(4));
            let correlations = detail::correlations(&found.leaves, &found.correlations);
            let criteria = criteria(found).map(|it| it.part(4));
            return intervals.into_iter().chain(criteria).chain(correlations).collect();
        }
        (Outcome::Minimum(_), _) => format!(
            "there is no ±: the second derivatives of {} do not show that it curves upward in every \
             direction",
            found.root
        ),
        (Outcome::Upturned, _) => {
            "a likelihood is typed as its negative logarithm: put a minus before it; no leaf has moved"
                .to_owned()
        }
        (_, Statistic::Likelihood) if has_left => {
            "the likelihood grows without end, as where rows are separated or do not tell all leaves, or a sign is wrong; no \
             leaf has moved"
                .to_owned()
        }
        _ => "there is no ±, as it is not shown to be a minimum".to_owned(),
    };
    vec![Sentence::new(format!("  {text}")).part(4)]
}

/// `log likelihood of 32 rows = -12.89; AIC = 31.78, BIC = 37.3`
fn criteria(found: &MinimumReport) -> Option<Sentence> {
    let number = |value: f64| numbers::answer(value, Some(DIGITS_OF_CRITERIA));
    let told =
        |mark: &str, value: f64| format!("{mark} = {}", number(value)).replace(' ', "\u{A0}");
    let rows = found.rows.map(|rows| format!(" of {}", counted(rows as u64, "row")));
    let first = told(&format!("log likelihood{}", rows.unwrap_or_default()), found.log_likelihood?);
    let both = [("AIC", found.aic), ("BIC", found.bic)];
    let both: Vec<String> =
        both.into_iter().filter_map(|(mark, value)| Some(told(mark, value?))).collect();
    let unknown = match found.bic {
        Some(_) => "",
        None => ", and no BIC, as it is not known how many rows count",
    };
    Some(Sentence::new(format!("  {first}; {}{unknown}", both.join(", "))))
}

/// Returns what was asked for: the leaves, unless none was moved, and the root.
fn report(
    names: &Names,
    minimum: &Minimum,
    (kind, spread): (Option<&Kind>, Option<&Spread>),
) -> MinimumReport {
    let estimates = |data: &[f64]| -> Vec<Estimate> {
        let leaves = minimum.leaves.iter().zip(data);
        leaves
            .map(|(leaf, data)| Estimate { name: names.call(leaf), data: *data, u: None })
            .collect()
    };
    let is_unmoved = matches!(
        minimum.outcome,
        Outcome::Linear(_)
            | Outcome::Unbounded
            | Outcome::Endless
            | Outcome::Upturned
            | Outcome::NoStart
    );
    let data: Vec<f64> = minimum.leaves.iter().map(Value::data).collect();
    let leaves = if is_unmoved { Vec::new() } else { estimates(&data) };
    let fitted = |(at, leaf): (usize, Estimate)| {
        let u = spread.and_then(|spread| spread.leaves.get(at)?.u);
        let ends = spread.and_then(|spread| spread.intervals.get(at).copied());
        FittedLeaf {
            leaf: Estimate { u, ..leaf },
            low: ends.map(|[low, _]| low),
            high: ends.map(|[_, high]| high),
        }
    };
    let leaves: Vec<FittedLeaf> = leaves.into_iter().enumerate().map(fitted).collect();
    let mut networks: IndexMap<String, usize> = IndexMap::new();
    let mut alone = Vec::new();
    for (at, leaf) in minimum.leaves.iter().enumerate().take(leaves.len()) {
        match leaf.network_of_leaf() {
            Some(_) => *networks.entry(names.call_network(leaf)).or_default() += 1,
            None => alone.push(at),
        }
    }
    let (proof, left) = match minimum.outcome {
        Outcome::Minimum(Proof::Curvature { left }) => (Some("curvature"), Some(left)),
        Outcome::Minimum(Proof::Sides) => (Some("sides"), None),
        Outcome::Minimum(Proof::NeverNegative) => (Some("squares"), None),
        _ => (None, None),
    };
    let others = minimum.elsewhere.iter().flat_map(|it| &it.others);
    MinimumReport {
        root: names.call(&minimum.root),
        statistic: kind.map(|kind| kind.name),
        leaves,
        correlations: spread.map(|it| it.correlations.clone()).unwrap_or_default(),
        rise: spread.and_then(|spread| spread.rise.as_ref()).map(Rise::word),
        log_likelihood: None,
        aic: None,
        bic: None,
        rows: None,
        networks: networks.into_iter().collect(),
        alone,
        before: minimum.before,
        data: minimum.after,
        steps: minimum.steps,
        end: end(minimum),
        proof,
        left,
        largest_grad: minimum.largest_grad,
        lower: minimum.elsewhere.as_ref().map(|it| match it.lower {
            Lower::Only | Lower::Nowhere => "none",
            Lower::NotSeen => "not seen",
            Lower::Endless => "endless",
            Lower::TooMany(_) | Lower::TooLong => "not looked for",
        }),
        also: others.map(|it| OtherMinimum { leaves: estimates(&it.at), data: it.root }).collect(),
    }
}

/// Returns the line on a minimum, and the one on the nearest other.
fn verdict(
    names: &Names,
    minimum: &Minimum,
    elsewhere: &Elsewhere,
    found: &MinimumReport,
) -> Vec<Part> {
    let root = names.call(&minimum.root);
    let text = match elsewhere.lower {
        Lower::Only => format!("the only minimum: {root} is quadratic"),
        Lower::Nowhere => format!("minimum; none is lower: {root} is made of squares"),
        Lower::NotSeen => "minimum; lower ones elsewhere are not excluded".to_owned(),
        Lower::Endless => format!("minimum; elsewhere {root} falls without end"),
        Lower::TooMany(leaves) => {
            format!("minimum; of {leaves} leaves no lower one is looked for")
        }
        Lower::TooLong => "minimum; to look for lower ones would take too long".to_owned(),
    };
    let mut parts = line(text);
    if let Some(nearest) = found.also.first() {
        let mut sentence = Sentence::new("  also ");
        for leaf in &nearest.leaves {
            sentence = sentence
                .text(format!("{} = ", leaf.name))
                .number(leaf.data, NumberStyle::Significant(DIGITS))
                .text(", ");
        }
        let sentence = sentence.text(format!("{root} = "));
        parts.push(sentence.number(nearest.data, NumberStyle::Significant(DIGITS)).part(4));
    }
    parts
}

/// The digits of another minimum.
const DIGITS: usize = 4;

/// Returns the word for an outcome in JSON.
fn end(minimum: &Minimum) -> &'static str {
    match &minimum.outcome {
        Outcome::Minimum(_) => "minimum",
        Outcome::Flat => "flat",
        Outcome::Level => "level",
        Outcome::Unmeasured => "unmeasured",
        Outcome::Kink => "kink",
        Outcome::Stuck => "stuck",
        Outcome::Linear(_) | Outcome::Unbounded | Outcome::Endless | Outcome::Upturned => "none",
        Outcome::NoStart => "non-finite",
        Outcome::Falling => "falling",
        Outcome::Interrupted => "interrupted",
    }
}

const STUCK: &str = "no step tried leads noticeably lower";

/// Returns the sentence on the outcome: the root before and after, and the test that it passed.
fn outcome((order, names): (&Order, &Names), minimum: &Minimum) -> Vec<Part> {
    let root = names.call(&minimum.root);
    let (word, test) = match &minimum.outcome {
        Outcome::Linear(leaf) => {
            let leaf = names.call(leaf);
            return line(format!(
                "{root} has no minimum: it is linear in {leaf}, so it falls forever"
            ));
        }
        Outcome::Unbounded => {
            return line(format!("no minimum of {root} found: it falls without end"));
        }
        Outcome::Endless => {
            return line(format!(
                "no minimum of {root} found: it keeps falling, as far as its leaves were taken"
            ));
        }
        Outcome::Upturned => {
            return line(format!(
                "no minimum of {root} found: it has a maximum, as the logarithm of a likelihood has"
            ));
        }
        Outcome::NoStart => {
            let lost = Lost::of(order, names).filter(|_| minimum.is_passed);
            let why = lost.map_or(format!("{root} or a grad is not finite here"), |it| it.text);
            let note = format!("{why}; :set the leaves elsewhere");
            return vec![Part::Note(note)];
        }
        Outcome::Minimum(Proof::Curvature { .. }) => {
            ("a minimum", "it curves upward in every direction")
        }
        Outcome::Minimum(Proof::Sides) => ("a minimum", "it is higher on both sides"),
        Outcome::Minimum(Proof::NeverNegative) => {
            ("a minimum", "it is made of squares, so never below 0")
        }
        Outcome::Flat => ("flat", "no nudge of its leaves changes it"),
        Outcome::Level => {
            ("level", "no nudge leads lower, but it may not curve upward in every direction")
        }
        Outcome::Unmeasured => ("level", "to measure how it curves would take too long"),
        Outcome::Kink => ("stuck, perhaps at a kink", STUCK),
        Outcome::Stuck => ("stuck", STUCK),
        Outcome::Falling => ("still falling", "that is the most steps it takes"),
        Outcome::Interrupted => ("stopped", "it was still searching"),
    };
    let steps = counted(minimum.steps, "step");
    let sentence = Sentence::new(format!("  {root}  "))
        .change(minimum.before, minimum.after, NumberStyle::Data)
        .text(format!("   {word}, after {steps}: {test}"));
    let sentence = match minimum.outcome {
        Outcome::Minimum(Proof::Curvature { left }) => {
            sentence.text(", with ").number(left, NumberStyle::Significant(2)).text(" left to fall")
        }
        Outcome::Minimum(_) => sentence,
        _ => {
            let of = minimum.steepest.as_ref().map(|leaf| format!(", of {}", names.call(leaf)));
            sentence
                .text("; not shown to be a minimum: the largest |grad| is ")
                .number(minimum.largest_grad, NumberStyle::Significant(2))
                .text(of.unwrap_or_default())
        }
    };
    vec![sentence.part(2)]
}

fn line(text: String) -> Vec<Part> {
    vec![Sentence::new(format!("  {text}")).part(2)]
}
