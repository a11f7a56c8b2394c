//! `:minimize`.

use super::likelihood::{self, Spread};
use super::minimum::{self, Minimum};
use super::report::MinimumReport;
use super::sensitivities::sensitivities;
use crate::command::{Argument, ArgumentKind, Arguments, Choices, Command, moving, notes};
use crate::core::graph::Value;
use crate::core::language::{Error, Result, Span};
use crate::core::session::{ANSWER, Names, Session};
use crate::parts::fit::{
    self, Estimate, FittedLeaf, another_start, with_new_leaves, with_undefined,
};
use crate::parts::implicit::{Dependence, record_fitted};
use crate::parts::learn::Wording;
use crate::parts::least_squares;
use crate::report::{Data, Ending, Paragraph, Report, numbers};

pub const COMMANDS: &[Command] = &[Command {
    name: "minimize",
    aliases: &["m", "minimise"],
    arguments: &[
        Argument::new("ROOT", ArgumentKind::Formula).optional(),
        Argument::leaf("NAME").optional().repeated(),
        Argument::keyword("for"),
        Argument::leaf("NAME").following().repeated(),
        Argument::keyword("as"),
        Argument::choice("KIND", &KINDS).following(),
        Argument::keyword("sensitivities"),
        Argument::keyword("detail"),
    ],
    summary: "find a local minimum without a learning rate",
    details: "\
Moves all unfrozen leaves by L-BFGS, then by Newton's method. Reports a local minimum only if the \
grads vanish and the Hessian is positive definite; otherwise says why it stopped. Unknown names \
in ROOT become new leaves, started at 1. :undo restores the leaves.",
    options: &[
        ("ROOT", "the root (default: the current root)"),
        ("NAME", "move only these leaves"),
        ("for NAME…", "the same, if ROOT is a formula"),
        ("as likelihood", "ROOT is -log L, summed over all rows: ± from the inverse Hessian"),
        ("sensitivities", "also show how each leaf depends on the others, and its ±"),
        ("detail", "also show 95 % intervals and correlations"),
    ],
    examples: &[":minimize loss", ":minimize (x - 3)^2 for x", ":minimize loss detail"],
    run: minimize,
    finds: true,
    ..Command::ROW
}];

const LIKELIHOOD: &str = "likelihood";

static KINDS: Choices = Choices { noun: "kind", all: || vec![(LIKELIHOOD, "")] };

fn minimize(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let typed = arguments.words("ROOT").next();
    let place = typed.map_or(arguments.end, |word| word.span);
    let tree = typed.and_then(|word| word.expression().ok());
    if tree.as_ref().is_some_and(|tree| tree.as_number().is_some()) {
        return Err(Error::new(place, "a number has no minimum")
            .hint(":minimize needs no rate: write :minimize"));
    }
    let tree = tree.filter(|tree| tree.as_name().is_none());
    let is_formula = tree.is_some();
    let trees = tree.iter().map(|tree| (tree, place));
    with_new_leaves(session, arguments, trees, |session, made| {
        let report = session.keeping_root(true, |session| search(session, arguments, place, &made));
        // A formula becomes the answer, and the root if none was chosen.
        let is_root = is_formula && report.is_ok() && !session.root_is_chosen();
        if let Some(answer) = session.names().get(ANSWER).filter(|_| is_root).cloned() {
            session.follow_root(answer);
        }
        report
    })
}

fn search(
    session: &mut Session,
    arguments: &Arguments<'_>,
    place: Span,
    made: &[Value],
) -> Result<Report> {
    let root = arguments.root(session, "ROOT")?;
    let is_likelihood = arguments.has("as");
    let moving = moving(session, &root, arguments, place)?;
    if is_likelihood {
        arguments.choice("KIND", &[LIKELIHOOD], |name| name)?;
    }
    must_be_finite(session, (&root, place), &moving, made)?;
    session.choose_root(root);
    let had = |leaf: &Value| (!made.contains(leaf)).then(|| leaf.data());
    let before: Vec<Option<f64>> = moving.iter().map(had).collect();
    let minimum = minimum::minimize(session, Some(moving))
        .ok_or_else(|| Error::new(place, "no leaf to move"))?;
    let is_minimum = minimum.end == Ending::Minimum;
    let spread = is_likelihood.then(|| likelihood::spread(session, &minimum)).flatten();
    if spread.is_some() {
        record_fitted(session, &minimum.root, &minimum.leaves, (&[], Vec::new()), "minimize");
    }
    let asks = is_minimum && arguments.has("sensitivities");
    let solved = asks.then(|| sensitivities(session, &minimum, is_likelihood)).transpose()?;
    let (of_others, dependence) = solved.unwrap_or_default();
    let spread = spread.or(of_others);
    let is_singular = asks && dependence.is_none();
    let mut found = report(session.names(), &minimum, spread.as_ref(), &before);
    if let Some(Dependence { others, slopes, .. }) = dependence {
        found.others = others.iter().map(|leaf| session.names().call(leaf)).collect();
        found.slopes = slopes;
    }
    let digits = session.settings().digits;
    if is_likelihood {
        found.log_likelihood = spread.is_some().then_some(-minimum.after);
    }
    let mut blocks = found.blocks(digits);
    let (ending, mut notes) = (ending(session.names(), &minimum), Vec::new());
    match minimum.end.is_success() {
        true => blocks.push(Paragraph::new(format!("  {ending}")).wrapped(2)),
        false => notes.push(ending),
    }
    let is_flat =
        minimum.end == Ending::NotUnique && (is_likelihood || arguments.has("sensitivities"));
    if is_singular || is_flat || is_likelihood && is_minimum && spread.is_none() {
        let text = "  no ± and no slopes: the Hessian is singular or not finite here";
        blocks.push(Paragraph::new(text).wrapped(4));
    }
    if spread.is_some() && arguments.has("detail") {
        blocks.extend(fit::intervals(&found.leaves, digits).map(|it| it.wrapped(4)));
        blocks.extend(fit::correlations(&found.leaves, &found.correlations));
    }
    let next = minimum.end.next();
    let data = vec![Data::of(found)];
    let report = Report { kind: "minimize", blocks, data, notes, next, ..Report::default() };
    let has_failed = !minimum.end.is_success();
    Ok(if has_failed { with_undefined(session, report, made, true) } else { report })
}

/// Makes sure that the root, and its grads by the leaves that move, are finite.
fn must_be_finite(
    session: &mut Session,
    (root, place): (&Value, Span),
    moving: &[Value],
    made: &[Value],
) -> Result<()> {
    let mut hint = another_start(session, moving, made);
    let why = if !root.data().is_finite() {
        let is_number = |leaf: &&Value| !leaf.is_per_row() && !leaf.data().is_finite();
        let infinite = session.order_of(root).leaves().find(is_number).cloned();
        if let Some(leaf) = infinite.filter(|leaf| !leaf.is_frozen()) {
            hint = format!(":set {} 1 gives it a finite number", session.names().call(&leaf));
        }
        let found = session.non_finite_of(root);
        if let Some(row) = found.as_ref().and_then(|found| found.row) {
            hint += &format!(", or leave row {row} out");
        }
        let said = || found.map(|found| notes::non_finite(session, &found));
        notes::gaps(session, root).or_else(said)
    } else {
        session.order_of(root);
        let (order, names) = session.shared_pass();
        let grads = order.grads();
        let is_finite = |leaf: &Value| {
            let grad = order.number_of(leaf).and_then(|number| grads.get(number));
            grad.is_none_or(|grad| grad.is_finite())
        };
        if moving.iter().all(is_finite) {
            return Ok(());
        }
        let wording = Wording { order: &order, names: &names };
        let numbers: Vec<usize> = moving.iter().filter_map(|leaf| order.number_of(leaf)).collect();
        let lost = order.lost_grads_of(&numbers);
        if let Some(remedy) = lost.as_ref().and_then(|lost| wording.remedy(lost, &numbers)) {
            hint = format!("write {}", remedy.choice);
        }
        lost.map(|lost| wording.of_lost(&lost))
    };
    let name = session.names().call(root);
    let why = why.unwrap_or_else(|| format!("{name} or a grad is not finite here"));
    Err(Error::new(place, why).hint(hint))
}

/// The report: the leaves, unless the root falls without bound, and the root.
fn report(
    names: &Names,
    minimum: &Minimum,
    spread: Option<&Spread>,
    before: &[Option<f64>],
) -> MinimumReport {
    let t = least_squares::student(f64::INFINITY);
    let fitted = |(at, leaf): (usize, &Value)| {
        let (data, u) = (leaf.data(), spread.and_then(|spread| spread.u.get(at).copied()));
        FittedLeaf {
            leaf: Estimate {
                name: names.call(leaf),
                before: before.get(at).copied().flatten(),
                data,
                u,
            },
            low: u.map(|u| data - t * u),
            high: u.map(|u| data + t * u),
        }
    };
    let moved = if minimum.end == Ending::Endless { &[] } else { &*minimum.leaves };
    let alone = (0..moved.len()).filter(|at| moved[*at].network_of_leaf().is_none()).collect();
    MinimumReport {
        root: names.call(&minimum.root),
        leaves: moved.iter().enumerate().map(fitted).collect(),
        correlations: spread.map(|it| it.correlations.clone()).unwrap_or_default(),
        log_likelihood: None,
        others: Vec::new(),
        slopes: Vec::new(),
        alone,
        before: minimum.before,
        data: minimum.after,
        steps: minimum.steps,
        end: minimum.end,
        largest_grad: minimum.largest_grad,
    }
}

fn ending(names: &Names, minimum: &Minimum) -> String {
    let sentence = minimum.end.sentence(minimum.steps, &names.call(&minimum.root));
    if matches!(minimum.end, Ending::Minimum | Ending::NotUnique | Ending::Endless) {
        return sentence;
    }
    let largest = numbers::significant(minimum.largest_grad, 2);
    let steepest = minimum.steepest.as_ref().filter(|_| minimum.largest_grad != 0.0);
    let of = steepest.map(|leaf| format!(", of {}", names.call(leaf)));
    format!("{sentence}; the largest |grad| is {largest}{}", of.unwrap_or_default())
}
