//! Gradient descent: `:step`, and its report on a run.

mod comparing;
mod ending;
mod method;
mod optimized;

use std::collections::HashSet;
use std::iter;

use indexmap::IndexMap;

use super::arguments::{leaf, leaves, must_depend, number};
use super::passes::{coverage, passed};
use super::{Argument, Arguments, Command, Group, RunOptions, find};
use crate::graph::{Names, Order, Value};
use crate::language::{Error, Result, Scan, Span, Statement, Word, exact, nearest, parse, quoted};
use crate::methods::{BatchPlace, KINDS, Method, Rate, Remembered, SHOWN_LEAVES};
use crate::ops::{Branching, Operation};
use crate::report::{
    Cell, Column, Coverage, Fold, Grid, NumberStyle, Part, Record, Report, Sentence, Shape, and,
    counted, leaves as leaves_of, numbers,
};
use crate::session::{self, Session, Trained};
use crate::studies::{self, Descent, Moved, Steps, StopReason, Trend, WatchedCurve};

use ending::ending;
pub use ending::stopped;
use method::WORDS;
pub(super) use optimized::last_step;
use optimized::{remembered, way};

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "step",
        aliases: &["s"],
        group: Group::Leaves,
        arguments: &[
            Argument::number("RATE"),
            Argument::count("COUNT", 1, MOST_STEPS).optional(),
            Argument::keyword("momentum"),
            Argument::number("M").following(),
            Argument::keyword("nesterov"),
            Argument::number("MU").following().optional(),
            Argument::keyword("adam"),
            Argument::number("B1").following().optional(),
            Argument::number("B2").following().optional(),
            Argument::keyword("rmsprop"),
            Argument::number("ALPHA").following().optional(),
            Argument::keyword("decay"),
            Argument::number("W").following(),
            Argument::keyword("batch"),
            Argument::count("N", 1, MOST_ROWS).following(),
            Argument::keyword("shuffle"),
            Argument::keyword("seed"),
            Argument::count("SEED", 0, MOST_SEED).following(),
            Argument::leaf("NAME").optional().repeated(),
            Argument::keyword("until"),
            Argument::number("TOL").following(),
            Argument::keyword("watch"),
            Argument::node("NODE").following(),
            Argument::keyword("all"),
        ],
        summary: "gradient descent: leaf -= RATE * grad, COUNT times",
        details: "\
Takes COUNT steps of gradient descent from the current root on all unfrozen leaves, or on those \
NAMEd. A negative RATE climbs: :step -0.01 goes up the gradient. One step shows its arithmetic, \
many show a trace. A RATE with k in it changes: in :step (1 - 0.9k/100) 100, k is the step, 0 to \
99. momentum, nesterov, adam and rmsprop are other kinds of steps, as in torch.optim: what leaves remember of \
them goes on with the next :step of the same kind. decay W takes RATE*W of each leaf off as well. batch N takes \
the grads from the next N rows of the longest columns, in order, or as shuffle draws it anew for every pass over them. until TOL stops when the largest |grad| is below TOL; without COUNT that takes a million steps \
at most. watch NODE shows another root beside this one, as that of rows kept apart, and says \
where it was least. A step that would make the root or a leaf nan or inf is not taken. On a terminal a large \
graph shows only the root and the leaves that moved; all shows every row.",
        example: ":step 0.01",
        run: step,
    },
    comparing::COMPARE,
    Command {
        name: "remember",
        aliases: &[],
        group: Group::Session,
        arguments: &[
            Argument::keyword("batch"),
            Argument::count("SIZE", 1, MOST_ROWS).following(),
            Argument::count("ROWS", 1, MOST_ROWS).following(),
            Argument::count("EPOCH", 0, MOST_REMEMBERED).following(),
            Argument::count("TAKEN", 0, MOST_ROWS).following(),
            Argument::keyword("seed"),
            Argument::count("SEED", 0, MOST_SEED).following(),
            Argument::choice("KIND", &WORDS).optional(),
            Argument::leaf("NAME").optional().repeated(),
            Argument::count("STEPS", 1, MOST_REMEMBERED).following(),
            Argument::number("FIRST").following(),
            Argument::number("SECOND").following(),
        ],
        summary: "say what leaves remember of a :step with a KIND, as saved sessions do",
        details: "\
Of {KIND} each leaf NAMEd remembers the number of STEPS taken, and two averages: m, or v, FIRST, and \
where there are both, v SECOND. The next :step of that KIND goes on with them. Of batches of SIZE out of \
so many ROWS, whole EPOCHs and some rows of one are TAKEN.",
        example: ":remember adam a 3 0.5 0.25",
        run: remember,
    },
];

/// The COUNT of steps when only TOL is given.
const MOST_UNCOUNTED: u64 = 1_000_000;
/// The largest COUNT allowed; a long run can be interrupted.
const MOST_STEPS: u64 = 1_000_000_000;
/// The most rows of a batch.
const MOST_ROWS: u64 = 1_000_000_000;
/// The largest seed: up to it a number as typed is exact.
const MOST_SEED: u64 = 9_007_199_254_740_992;
/// The most steps that a leaf remembers.
const MOST_REMEMBERED: u64 = 1_000_000_000_000_000;

fn step(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let place = must_be_rate(session, arguments.word("RATE")?)?;
    let asked = if arguments.has("COUNT") { Some(arguments.count("COUNT")?) } else { None };
    let until = arguments.has("until");
    let steps = asked.unwrap_or(if until { MOST_UNCOUNTED } else { 1 });
    let asked = steps_asked(session, arguments, steps)?;
    let until = asked.until;
    let Some(descent) = studies::descend_by(session, asked) else {
        return Err(Error::new(place, "there is nothing to descend"));
    };
    // Linearity is only checked for a run that is still progressing, since that takes a walk over
    // the graph.
    let endless = steps > 1
        && descent.trend() == Trend::Progressing
        && studies::linear_leaf(session, &descent.moved).is_some();
    let (order, names) = session.shared_pass();
    let names = &*names;
    let mut facts = facts(descent.taken, end(&descent), descent.largest_grad());
    if let Some(watched) = &descent.watched {
        facts.push(("watched_least", Cell::data(watched.least.1)));
        facts.push(("watched_least_step", Cell::count(watched.least.0)));
    }
    let mut table = |usual: Coverage| {
        let coverage = coverage(arguments, usual);
        Part::Pass(Box::new(passed(session, Shape::Ledger).covering(coverage)))
    };
    let mut parts: Vec<Part> = if !descent.is_passed {
        let parts = trace(names, &descent, endless).into_iter();
        parts.chain(ending((&order, names), &descent, until)).collect()
    } else if steps == 1 {
        let mut parts = arithmetic(names, &descent, arguments.has("all"));
        let shown = if parts.is_empty() { Coverage::Moving } else { Coverage::Small };
        parts.extend(ending((&order, names), &descent, until));
        parts.push(table(shown));
        parts
    } else {
        // Last, the trace stays in sight.
        let mut parts = vec![table(Coverage::Moving)];
        parts.extend(trace(names, &descent, endless));
        parts.extend(ending((&order, names), &descent, until));
        parts
    };
    parts.extend(flat(names, &order, &descent));
    parts.extend(anew(names, &descent));
    parts.extend(method::notes(session, arguments));
    parts.push(Part::Facts(facts));
    Ok(Report { kind: "step", parts, ..Report::default() })
}

/// The most leaves that a note names.
const MOST_NAMED: usize = 3;

/// Returns where the next batch begins.
fn place_of_batch(arguments: &Arguments<'_>) -> Result<BatchPlace> {
    let count = |name| Ok(arguments.count(name)? as usize);
    let (size, rows, taken) = (count("SIZE")?, count("ROWS")?, count("TAKEN")?);
    let seed = if arguments.has("seed") { Some(arguments.count("SEED")?) } else { None };
    if size <= rows && taken < rows && taken.is_multiple_of(size) {
        let epoch = arguments.count("EPOCH")?;
        return Ok(BatchPlace { epoch, taken, ..BatchPlace::new(size, rows, seed) });
    }
    let message = format!("TAKEN must be a multiple of {size} below {rows}, found {taken}");
    Err(Error::new(arguments.word("TAKEN")?.span, message))
}

fn remember(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let place = if arguments.has("batch") { Some(place_of_batch(arguments)?) } else { None };
    if !arguments.has("KIND") && place.is_some() {
        session::put_batch_place(session, place);
        return Ok(Report { kind: "remember", ..Report::default() });
    }
    let kind = arguments.choice("KIND", &KINDS, |kind| kind.word)?;
    let method = Method::of(kind);
    let mut memories = Vec::new();
    for [name, steps, first, second] in arguments.groups(["NAME", "STEPS", "FIRST", "SECOND"]) {
        let (Some(name), Some(steps), Some(first), Some(second)) = (name, steps, first, second)
        else {
            continue;
        };
        let leaf = leaf(session, name)?;
        if leaf.is_per_row() {
            return Err(is_data(name));
        }
        let averages = [number(session, first)?, number(session, second)?];
        let steps = arguments.count_of("STEPS", steps, MOST_REMEMBERED)?;
        let remembered = Remembered { steps, averages };
        let trained = Trained { method, remembered, data: leaf.data(), last: None };
        memories.push((leaf, Some(trained)));
    }
    session.open_group();
    session::remember(session, memories);
    if place.is_some() {
        session::put_batch_place(session, place);
    }
    session.close_group();
    Ok(Report { kind: "remember", ..Report::default() })
}

/// Returns a note on leaves that have been moved since the last steps of this kind.
fn anew(names: &Names, descent: &Descent) -> Option<Part> {
    let moved: Vec<String> = descent.anew.iter().map(|leaf| names.call(leaf)).collect();
    let kind = descent.method.kind.word;
    let (was, its) = if moved.len() == 1 { ("was", "its") } else { ("were", "their") };
    let all = and(moved, MOST_NAMED);
    let note = format!("{all} {was} moved since {its} last step, so that {kind} begins anew there");
    (!all.is_empty()).then_some(Part::Note(note))
}

/// Returns the steps that are asked for, so many at most.
fn steps_asked(session: &mut Session, arguments: &Arguments<'_>, count: u64) -> Result<Steps> {
    let place = arguments.word("RATE")?.span;
    let rate = rate(session, arguments)?;
    let root = arguments.current_root(session)?;
    let until = if arguments.has("until") { Some(tolerance(session, arguments)?) } else { None };
    let method = method::method(session, arguments)?;
    let leaves = Some(moving(session, &root, arguments, place)?);
    let watch = if arguments.has("watch") { Some(watched(session, arguments)?) } else { None };
    let batch = batch(session, arguments, &root)?;
    Ok(Steps { rate, count, leaves, until, method, watch, batch })
}

/// Returns the rows of a batch, and the seed by which they are shuffled, if these are asked for.
fn batch(
    session: &mut Session,
    arguments: &Arguments<'_>,
    root: &Value,
) -> Result<Option<(usize, Option<u64>)>> {
    let seed = if arguments.has("seed") { arguments.count("SEED")? } else { 1 };
    let seed = arguments.has("shuffle").then_some(seed);
    for (word, needs) in [("shuffle", "batch"), ("seed", "shuffle")] {
        if let Some(word) = arguments.words(word).next().filter(|_| !arguments.has(needs)) {
            return Err(Error::new(word.span, format!("{} goes with {needs}", word.text))
                .hint("write batch 10 shuffle, or batch 10 shuffle seed 2"));
        }
    }
    let Some(word) = arguments.words("batch").next() else { return Ok(None) };
    let size = arguments.count("N")? as usize;
    if studies::most_rows(session.order_of(root)).is_none() {
        let message = format!("{} is made of no rows to take apart", session.names().call(root));
        return Err(Error::new(word.span, message).hint("a batch is a part of the rows of columns"));
    }
    Ok(Some((size, seed)))
}

/// Returns the other node to look at.
fn watched(session: &mut Session, arguments: &Arguments<'_>) -> Result<Value> {
    let node = arguments.node(session, "NODE")?;
    let Some(rows) = node.rows() else { return Ok(node) };
    let name = session.names().call(&node);
    let message = format!("{name} has {}", counted(rows as u64, "row"));
    Err(Error::new(arguments.word("NODE")?.span, message).hint("fold it with sum or mean"))
}

/// Returns the statement that takes `taken` steps of those of `text`; none if that is no single
/// `:step`.
pub fn steps_of(session: &Session, text: &str, taken: u64) -> Option<String> {
    let scan = Scan::of(text);
    let mut statements = scan.statements();
    let (only, None) = (statements.next()?, statements.next()) else { return None };
    let Ok(Statement::Command(typed)) = parse(only) else { return None };
    let command = find(typed.name, Span::default(), true).ok()?;
    if !COMMANDS.iter().any(|own| own.name == command.name) {
        return None;
    }
    let arguments = Arguments::of(session, command, &typed, RunOptions::default()).ok()?;
    let (place, number) = match arguments.words("COUNT").next() {
        Some(count) => (count.span, taken.to_string()),
        None => {
            let end = arguments.word("RATE").ok()?.span.end;
            (Span { start: end, end }, format!(" {taken}"))
        }
    };
    let (before, after) = (text.get(..place.start as usize)?, text.get(place.end as usize..)?);
    Some(format!("{before}{number}{after}").trim().to_owned())
}

/// Returns the rate, which may depend on the step `k`; the first one must be finite.
pub(super) fn rate(session: &mut Session, arguments: &Arguments<'_>) -> Result<Rate> {
    let word = arguments.word("RATE")?;
    let place = word.span.start as usize;
    must_be_rate(session, word)?;
    let tree = word.expression()?;
    let rate = studies::rate(session, &tree).map_err(|error| error.moved(place))?;
    let first = rate.at(0);
    if first.is_finite() {
        return Ok(rate);
    }
    Err(Error::new(word.span, format!("RATE must be finite, found {}", exact(first))))
}

/// Returns the place of a word that is to be a rate, and not the word of a kind of step.
fn must_be_rate(session: &Session, word: Word<'_>) -> Result<Span> {
    if KINDS.iter().all(|kind| kind.word != word.text) || session.has_name(word.text) {
        return Ok(word.span);
    }
    Err(Error::new(word.span, format!("RATE is missing before {}", word.text))
        .hint(format!("write :step 0.01 100 {}", word.text)))
}

/// Returns the largest |grad| below which the run stops.
fn tolerance(session: &mut Session, arguments: &Arguments<'_>) -> Result<f64> {
    let tolerance = arguments.number(session, "TOL")?;
    if tolerance > 0.0 && tolerance.is_finite() {
        return Ok(tolerance);
    }
    let message = format!("TOL must be above 0 and finite, found {}", exact(tolerance));
    Err(Error::new(arguments.word("TOL")?.span, message))
}

/// Returns the arithmetic of one step, `a    2.0000 - 0.01 ×   6.0000  =   1.9400` for each leaf,
/// and the root before and after.
fn arithmetic(names: &Names, descent: &Descent, all: bool) -> Vec<Part> {
    // A step that would have made a non-finite number is shown although it was not taken.
    if descent.taken == 0
        && matches!(descent.stop_reason, StopReason::Reached | StopReason::Interrupted)
    {
        return Vec::new();
    }
    let sign = if descent.rate < 0.0 { '+' } else { '-' };
    let times = format!("{sign} {} ×", numbers::answer(descent.rate.abs(), None));
    let is_folded = |moved: &&Moved| !all && moved.leaf.network_of_leaf().is_some();
    let first_steps = descent.first_steps.iter().map(Some).chain(iter::repeat(None));
    let steps = descent.moved.iter().zip(first_steps);
    let rows = steps.filter(|(moved, _)| !is_folded(moved)).map(|(moved, step)| {
        let (by, after) = match step {
            None => (Cell::grad(moved.grad), moved.before - descent.rate * moved.grad),
            Some(step) => {
                (way((&descent.method, descent.rate), step, moved.before).cell(), step.after)
            }
        };
        let name = Cell::text(names.call(&moved.leaf));
        vec![
            name,
            Cell::data(moved.before),
            Cell::text(times.clone()),
            by,
            Cell::text("="),
            Cell::data(after),
        ]
    });
    let by = match descent.first_steps.is_empty() {
        true => Column::number("grad").width(8),
        false => Column::text(""),
    };
    let columns = vec![
        Column::text("name"),
        Column::number("before").width(8),
        Column::text("").gap(1),
        by.gap(1),
        Column::text(""),
        Column::number("after").gap(1).width(8),
    ];
    let rows: Vec<_> = rows.collect();
    let fold = (!all).then(|| Fold {
        ranks: vec![0; rows.len()],
        command: format!(":table {} all", names.call(&descent.root)),
    });
    let grid = Part::Grid(Grid { columns, rows, fold, ..Grid::default() });
    let mut parts = vec![grid];
    let of_grads = match descent.method.is_plain() {
        true => format!("{times} their grads"),
        false => format!("{times} what {} makes of their grads", descent.method.words()),
    };
    parts.extend(arithmetic_of_networks(names, descent.moved.iter().filter(is_folded), &of_grads));
    parts.extend(remembered(names, descent, !all));
    if descent.taken == 0 {
        return parts;
    }
    let (before, after) = (first(&descent.curve), last(&descent.curve));
    let line = Sentence::new(format!("  {}  ", names.call(&descent.root)))
        .change(before, after, NumberStyle::Decimals(6))
        .text("   change ")
        .number(after - before, NumberStyle::Change(6))
        .text("   predicted ")
        .number(descent.predicted, NumberStyle::Change(6));
    parts.push(line.line());
    parts
}

/// Returns a line for each network whose leaves took a step: `mlp   41 leaves - 0.1 × their grads`.
fn arithmetic_of_networks<'run>(
    names: &Names,
    moved: impl Iterator<Item = &'run Moved>,
    of_grads: &str,
) -> Vec<Part> {
    let mut networks: IndexMap<String, (usize, f64)> = IndexMap::new();
    for Moved { leaf, grad, .. } in moved {
        let (count, largest) = networks.entry(names.call_network(leaf)).or_default();
        *count += 1;
        *largest = largest.max(grad.abs());
    }
    let line = |(name, (count, largest)): (String, (usize, f64))| {
        Sentence::new(format!("  {name}   {} {of_grads}, the largest ", leaves_of(count)))
            .number(largest, NumberStyle::Data)
            .line()
    };
    networks.into_iter().map(line).collect()
}

fn first(curve: &[f64]) -> f64 {
    curve.first().copied().unwrap_or(f64::NAN)
}

fn last(curve: &[f64]) -> f64 {
    curve.last().copied().unwrap_or(f64::NAN)
}

/// Returns the run at its milestones, its curve, and a phrase on how it went.
fn trace(names: &Names, descent: &Descent, endless: bool) -> Vec<Part> {
    let root = names.call(&descent.root);
    let shown = if descent.moved.len() > SHOWN_LEAVES { 0 } else { descent.moved.len() };
    let slope = match descent.moved.as_slice() {
        [only] => Some(slope_of(names, &descent.root, &only.leaf)),
        moved if moved.len() > SHOWN_LEAVES => Some("largest |grad|".to_owned()),
        _ => None,
    };
    let has_slope = slope.is_some();
    let leaves = descent.moved.iter().take(shown).map(|moved| names.call(&moved.leaf));
    let watched = descent.watched.as_ref();
    let other = watched.map(|it| names.call(&it.node));
    let titles = leaves.chain([root.clone()]).chain(other.clone()).chain(slope);
    let mut columns = vec![Column::number("step").titled("step").width(4)];
    columns.extend(titles.map(|title| Column::number(title.clone()).titled(title)));
    let others = watched.iter().flat_map(|it| &it.points).map(|it| Some(*it));
    let others = others.chain(iter::repeat(None));
    let rows = descent.points.iter().zip(others).map(|(point, other)| {
        let grad =
            if shown == 1 { Cell::grad(point.first_grad) } else { Cell::data(point.largest_grad) };
        let leaves = point.leaves.iter().take(shown).map(|data| Cell::data(*data));
        let row = [Cell::count(point.step)].into_iter().chain(leaves);
        let other = watched.map(|_| other.map_or(Cell::Empty, Cell::data));
        row.chain([Cell::data(point.root)]).chain(other).chain(has_slope.then_some(grad)).collect()
    });
    let grid = Grid { columns, rows: rows.collect(), titled: true, even: true, fold: None };
    let curve = Sentence::new(format!("  {root}  "))
        .number(first(&descent.curve), NumberStyle::Data)
        .text(" ")
        .curve(&descent.curve)
        .text(" ")
        .number(last(&descent.curve), NumberStyle::Data)
        .text("   ")
        .then(how_it_went(names, descent, endless));
    let watched = watched.zip(other).map(|(watched, name)| how_watched_went(&name, watched));
    [Part::Grid(grid), curve.line()].into_iter().chain(watched).collect()
}

/// Returns the curve of the other node, and where it was least.
fn how_watched_went(name: &str, watched: &WatchedCurve) -> Part {
    let (step, least) = watched.least;
    let (first, last) = (first(&watched.values), last(&watched.values));
    let curve = Sentence::new(format!("  {name}  "))
        .number(first, NumberStyle::Data)
        .text(" ")
        .curve(&watched.values)
        .text(" ")
        .number(last, NumberStyle::Data);
    let least = curve.text("   least ").number(least, NumberStyle::Data);
    least.text(format!(" after {}", counted(step, "step"))).line()
}

/// Returns a phrase on how the run went; `endless` if the root is known to have no minimum (or
/// maximum, for a negative rate).
fn how_it_went(names: &Names, descent: &Descent, endless: bool) -> Sentence {
    let (way, end, side) = if descent.rate < 0.0 {
        ("rising", "maximum", "lower")
    } else {
        ("falling", "minimum", "higher")
    };
    Sentence::new(match (descent.trend(), descent.points.last()) {
        _ if descent.rate == 0.0 && descent.taken > 0 => match has_moved(&descent.curve) {
            false => "not moving: RATE is 0".to_owned(),
            true => "at rest: RATE has become 0".to_owned(),
        },
        _ if descent.taken == 0 && descent.stop_reason != StopReason::Reached => {
            "not moved".to_owned()
        }
        (trend, Some(last))
            if trend != Trend::Settled
                && descent.taken > 0
                && descent.last_predicted == 0.0
                && last.largest_grad > 0.0 =>
        {
            "not moving: RATE * grad is lost in rounding".to_owned()
        }
        (trend, Some(last))
            if trend == Trend::Settled || descent.stop_reason == StopReason::Reached =>
        {
            if is_flat(descent) {
                return Sentence::new("not moving: every grad is 0");
            }
            let (what, slope) = match descent.moved.as_slice() {
                [only] => (slope_of(names, &descent.root, &only.leaf), last.first_grad),
                _ => ("the largest |grad|".to_owned(), last.largest_grad),
            };
            // A run that took no step has not settled.
            let is_settled = trend == Trend::Settled && descent.taken > 0;
            let settled = if is_settled { "settled: " } else { "" };
            return Sentence::new(format!("{settled}{what} is "))
                .number(slope, NumberStyle::Significant(2));
        }
        (Trend::Progressing, _) if endless => {
            format!("still {way}: {} has no {end}", names.call(&descent.root))
        }
        (Trend::Progressing, _) => format!("still {way}"),
        (Trend::Jumping(step), _) => {
            let side = if descent.rate < 0.0 { "down" } else { "up" };
            format!("{way} between jumps {side}, the last in step {step}")
        }
        (Trend::BelowRounding, _) => {
            "not moving: the gain of a step is lost in rounding".to_owned()
        }
        (Trend::Zigzagging, _) => format!("{way}, though not in every step"),
        (Trend::Overshooting, _) => "overshooting: try a smaller RATE".to_owned(),
        (Trend::Worse, _) => format!("{side} than at the start: try a smaller RATE"),
        (Trend::Oscillating, _) => "oscillating: try a smaller RATE".to_owned(),
        (Trend::Diverging, _) => "diverging: try a smaller RATE".to_owned(),
        (Trend::Settled, _) => String::new(),
    })
}

/// Returns true if no leaf had a grad from the first step on.
fn is_flat(descent: &Descent) -> bool {
    descent.taken > 0
        && descent.points.iter().all(|point| point.largest_grad == 0.0)
        && !has_moved(&descent.curve)
}

/// Returns a note that a run could not move, if none of its leaves had a grad.
fn flat(names: &Names, order: &Order, descent: &Descent) -> Option<Part> {
    let root = names.call(&descent.root);
    // A remainder jumps as well, but is not flat.
    let is_flat_rule = |it: &&Operation| it.arity() == 1 || it.branching == Branching::Flat;
    let jumps = |node: &Value| node.operation().filter(|it| it.jumps).filter(is_flat_rule);
    let why = match order.nodes().iter().find_map(jumps) {
        Some(operation) => {
            format!("{} jumps, and is flat between the jumps", operation.name)
        }
        None => format!("{root} is flat here"),
    };
    let note =
        format!("no step moves {root}, since every leaf that may move has the grad 0: {why}");
    is_flat(descent).then_some(Part::Note(note))
}

fn has_moved(curve: &[f64]) -> bool {
    curve.windows(2).any(|pair| matches!(pair, [one, next] if one != next))
}

/// Returns `df/dx`.
fn slope_of(names: &Names, root: &Value, leaf: &Value) -> String {
    format!("d{}/d{}", names.call(root), names.call(leaf))
}

/// Returns the word for how a run ended.
fn end(descent: &Descent) -> &'static str {
    match descent.stop_reason {
        StopReason::Done => "done",
        StopReason::Reached => "reached",
        StopReason::NonFinite(..) | StopReason::Rate(_) => "non-finite",
        StopReason::Interrupted => "interrupted",
    }
}

/// Returns the extra fields of a run or a search in JSON.
pub(super) fn facts(steps: u64, end: &str, largest_grad: f64) -> Record {
    vec![
        ("steps", Cell::count(steps)),
        ("end", Cell::text(end)),
        ("largest_grad", Cell::data(largest_grad)),
    ]
}

/// Returns the error for a column that is to move.
pub(super) fn is_data(word: Word<'_>) -> Error {
    Error::new(word.span, format!("{} is a column", quoted(word.text)))
        .hint("columns are data: no step moves them")
}

/// Returns the leaves to move: those given as NAME, each once, or every unfrozen leaf of the root.
pub(super) fn moving(
    session: &mut Session,
    root: &Value,
    arguments: &Arguments<'_>,
    place: Span,
) -> Result<Vec<Value>> {
    if let Some(rows) = root.rows() {
        let name = session.names().call(root);
        let message = format!("{name} has {}", counted(rows as u64, "row"));
        let hint = match folded(session, root) {
            Some(one) => format!("write :root {one} first: {one} is made of it, and one number"),
            None => "fold it with sum or mean".to_owned(),
        };
        return Err(Error::new(place, message).hint(hint));
    }
    let mut moving: Vec<Value> = Vec::new();
    for word in arguments.words("NAME") {
        if session.network(word.text).is_some() {
            moving_leaves_of_network(session, root, word, &mut moving)?;
            continue;
        }
        let leaf =
            leaf(session, word).map_err(|error| match nearest(word.text, WORDS.names()) {
                Some(kind) if !session.has_name(word.text) => {
                    error.hint(format!("did you mean {kind}?"))
                }
                _ => error,
            })?;
        if leaf.is_per_row() {
            return Err(is_data(word));
        }
        if leaf.is_frozen() {
            return Err(Error::new(word.span, format!("{} is frozen", word.text))
                .hint(format!(":thaw {} lets it move", word.text)));
        }
        let depends =
            must_depend(session, root, &leaf, word, "its grad is 0, so it would not move");
        depends.map_err(|error| match session.older_use(root, &leaf, word.text) {
            Some(_) => error,
            None => or_other_root(session, &leaf, error),
        })?;
        if !moving.contains(&leaf) {
            moving.push(leaf);
        }
    }
    if !arguments.has("NAME") {
        moving = session.order_of(root).unfrozen_leaves();
    }
    if moving.is_empty() {
        let name = session.names().call(root);
        let message = format!("nothing can move: every leaf of {name} is frozen");
        return Err(Error::new(place, message).hint(":thaw NAME lets a leaf move"));
    }
    Ok(moving)
}

/// Adds to the error for a leaf that the root does not use which result does.
fn or_other_root(session: &mut Session, leaf: &Value, error: Error) -> Error {
    let other = studies::following(session, std::slice::from_ref(leaf), &[]).results.pop();
    match other.map(|other| session.names().call(&other.node)) {
        Some(other) => error.hint(format!("{other} does: write :root {other} first")),
        None => error,
    }
}

/// The most names that are tried as another root.
const MOST_TRIED: usize = 10;

/// Returns the latest name of one number that is computed from a node with rows and has a grad to
/// step along, if there is one.
fn folded(session: &mut Session, rows: &Value) -> Option<String> {
    let names = session.users_of(rows);
    names.into_iter().rev().take(MOST_TRIED).find(|name| {
        let Some(node) = session.names().get(name).filter(|it| it.rows().is_none()).cloned() else {
            return false;
        };
        session.backward(&node);
        session.order_of(&node).unfrozen_leaves().iter().any(|leaf| leaf.grad() != 0.0)
    })
}

/// Adds the leaves of a network that can move.
fn moving_leaves_of_network(
    session: &mut Session,
    root: &Value,
    word: Word<'_>,
    moving: &mut Vec<Value>,
) -> Result<()> {
    let leaves = leaves(session, word)?;
    if let Some(first) = leaves.first() {
        must_depend(session, root, first, word, "its grads are 0, so it would not move")?;
    }
    let before = moving.len();
    let known: HashSet<Value> = moving.iter().cloned().collect();
    moving.extend(leaves.into_iter().filter(|it| !it.is_frozen() && !known.contains(it)));
    if moving.len() == before && known.is_empty() {
        return Err(Error::new(word.span, format!("{} is frozen", word.text))
            .hint(format!(":thaw {} lets it move", word.text)));
    }
    Ok(())
}
