//! Commands that change leaves: by hand, by descent, or by keeping them from it.

use super::given::{count, leaf, leaves, number};
use super::passes::pass;
use super::{Command, Given, Group, Kind, Times, argument, remarks};
use crate::graph::{Names, Value};
use crate::language::{Error, Result, Word, exact};
use crate::report::{Cell, Column, Grid, Part, Piece, Report, Role, Shape};
use crate::session::{Descent, End, Session};

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "set",
        aliases: &[],
        group: Group::Leaves,
        arguments: &[
            argument("NAME", Kind::Leaf, Times::Once),
            argument("VALUE", Kind::Expression, Times::Some),
        ],
        summary: "change leaves in place and see what follows",
        details: "\
Gives leaves other numbers: :set a 3 b -1 or :set a = 3, b = -1. VALUE may be an expression, over \
names too; it is only a number to the leaf. All nodes built from the leaves follow. An assignment, \
in contrast, makes a new node, and what was built from the old one keeps it.",
        example: ":set a 3",
        uses_files: false,
        run: set,
    },
    Command {
        name: "step",
        aliases: &[],
        group: Group::Leaves,
        arguments: &[
            argument("RATE", Kind::Expression, Times::Once),
            argument("COUNT", Kind::Count, Times::Maybe),
            argument("NAME", Kind::Leaf, Times::Any),
            argument("until TOL", Kind::Word, Times::Maybe),
        ],
        summary: "gradient descent: leaf -= RATE * grad, COUNT times",
        details: "\
Takes COUNT steps of gradient descent from the current root on all unfrozen leaves, or on the \
NAMEd. One step shows its arithmetic, many a trace. A negative RATE climbs. until TOL ends it when \
the largest |grad| is below TOL. A step that would make the root or a leaf nan or inf is not taken.",
        example: ":step 0.01",
        uses_files: false,
        run: step,
    },
    Command {
        name: "freeze",
        aliases: &[],
        group: Group::Leaves,
        arguments: &[argument("NAME", Kind::Leaf, Times::Some)],
        summary: "leaves that :step leaves alone: inputs are not parameters",
        details: "A frozen leaf still has a grad; only :step passes it by.",
        example: ":freeze x1 x2",
        uses_files: false,
        run: freeze,
    },
    Command {
        name: "thaw",
        aliases: &[],
        group: Group::Leaves,
        arguments: &[argument("NAME", Kind::Leaf, Times::Some)],
        summary: "takes :freeze back",
        details: "",
        example: ":thaw x1",
        uses_files: false,
        run: thaw,
    },
];

fn set<'session>(session: &'session mut Session, mut given: Given<'_>) -> Result<Report<'session>> {
    let mut words = vec![given.need("NAME")?];
    words.extend(given.rest());
    let mut words = words.into_iter().flat_map(Word::separated);
    let mut changes: Vec<(Value, f64)> = Vec::new();
    while let Some(name) = words.next() {
        let leaf = leaf(session, name)?;
        let Some(value) = words.next() else {
            return Err(
                given.usage_error(name.span, format!("the VALUE for {} is missing", name.text))
            );
        };
        changes.push((leaf, number(session, value)?));
    }
    let before: Vec<(Value, f64)> =
        changes.iter().map(|(leaf, _)| (leaf.clone(), leaf.data())).collect();
    let root = session.root().cloned();
    let root_before = root.as_ref().map(Value::data);
    let found = session.set(&changes);
    let note = found.map(|found| remarks::non_finite(session, &found));
    let moved = root
        .iter()
        .zip(root_before)
        .filter(|(root, _)| !before.iter().any(|(leaf, _)| leaf.is(root)));
    let rows = before.iter().map(|(leaf, data)| (leaf, *data)).chain(moved);
    let rows: Vec<_> = rows.map(|(node, data)| change(session.names(), node, data)).collect();
    let columns = [Column::text("name"), Column::number("before"), ARROW, AFTER].to_vec();
    let changed = Part::Grid(Grid { columns, rows, titled: false, even: false });
    let mut report = match root {
        Some(root) => Report::of("set", Part::Pass(pass(session, &root, Shape::Ledger))),
        None => Report { kind: "set", ..Report::default() },
    };
    report = report.after(changed);
    report.parts.extend(note);
    Ok(report)
}

const ARROW: Column = Column { title: "", gap: 1, right: false, width: 0 };
const AFTER: Column = Column { title: "after", gap: 1, right: true, width: 0 };

fn change(names: &Names, node: &Value, before: f64) -> Vec<Cell> {
    let plain = |text: String| Cell::Text(text, Role::Plain);
    vec![
        plain(names.call(node)),
        Cell::Data(before),
        plain("→".to_owned()),
        Cell::Data(node.data()),
    ]
}

fn freeze<'session>(session: &'session mut Session, given: Given<'_>) -> Result<Report<'session>> {
    freeze_or_thaw(session, given, true)
}

fn thaw<'session>(session: &'session mut Session, given: Given<'_>) -> Result<Report<'session>> {
    freeze_or_thaw(session, given, false)
}

fn freeze_or_thaw<'session>(
    session: &'session mut Session,
    mut given: Given<'_>,
    frozen: bool,
) -> Result<Report<'session>> {
    let mut words = vec![given.need("NAME")?];
    words.extend(given.rest());
    let leaves = leaves(session, words)?;
    session.freeze(&leaves, frozen);
    Ok(Report::default())
}

/// The largest COUNT; a run can be stopped.
const MOST_STEPS: u64 = 1_000_000_000;

fn step<'session>(
    session: &'session mut Session,
    mut given: Given<'_>,
) -> Result<Report<'session>> {
    let rate_word = given.need("RATE")?;
    let rate = number(session, rate_word)?;
    if !rate.is_finite() {
        return Err(Error::new(rate_word.span, format!("RATE must be finite, found {}", exact(rate))));
    }
    let counted = given
        .peek()
        .is_some_and(|word| !word.text.starts_with(|c: char| c.is_alphabetic() || c == '_'));
    let steps = if counted { count(given.need("COUNT")?, "COUNT", 1, MOST_STEPS)? } else { 1 };
    let root = given.current_root(session)?;
    let mut named = Vec::new();
    let mut until = None;
    while let Some(word) = given.word() {
        if word.text == "until" {
            let tolerance = given.need("TOL")?;
            until = Some(number(session, tolerance)?);
            given.done()?;
            break;
        }
        let leaf = leaf(session, word)?;
        if leaf.is_frozen() {
            return Err(Error::new(word.span, format!("{} is frozen", word.text))
                .hint(format!(":thaw {} lets it move", word.text)));
        }
        named.push(leaf);
    }
    let named = (!named.is_empty()).then_some(named);
    let Some(descent) = session.descend(rate, steps, named, until) else {
        let name = session.names().call(&root);
        let message = format!("nothing can move: every leaf of {name} is frozen");
        return Err(Error::new(rate_word.span, message).hint(":thaw NAME lets a leaf move"));
    };
    let names = session.names();
    let mut parts = match steps {
        1 => arithmetic(names, &descent),
        _ => trace(names, &descent),
    };
    parts.extend(ending(names, &descent));
    parts.push(Part::Pass(pass(session, &root, Shape::Ledger)));
    Ok(Report { kind: "step", parts, ..Report::default() })
}

/// `a    2.0000 - 0.01 ×   6.0000  =   1.9400`, and what became of the root.
fn arithmetic<'any>(names: &Names, descent: &Descent) -> Vec<Part<'any>> {
    let plain = |text: String| Cell::Text(text, Role::Plain);
    let sign = if descent.rate < 0.0 { '+' } else { '-' };
    let times = format!("{sign} {} ×", exact(descent.rate.abs()));
    let rows = descent.moved.iter().map(|moved| {
        let after = moved.before - descent.rate * moved.grad;
        let name = plain(names.call(&moved.leaf));
        vec![
            name,
            Cell::Data(moved.before),
            plain(times.clone()),
            Cell::Number(moved.grad),
            plain("=".to_owned()),
            Cell::Data(after),
        ]
    });
    let gap = |title, gap, right, width| Column { title, gap, right, width };
    let columns = vec![
        gap("name", 2, false, 0),
        gap("before", 2, true, 8),
        gap("rate", 1, false, 0),
        gap("grad", 1, true, 8),
        gap("", 2, false, 0),
        gap("after", 1, true, 8),
    ];
    let grid = Part::Grid(Grid { columns, rows: rows.collect(), titled: false, even: false });
    if descent.taken == 0 {
        return vec![grid];
    }
    let (before, after) = (first(&descent.curve), last(&descent.curve));
    let text = |text: &str| Piece::Text(text.to_owned(), Role::Plain);
    let line = vec![
        text(&format!("  {}  ", names.call(&descent.root))),
        Piece::Decimals(before, 6, false),
        text(" → "),
        Piece::Decimals(after, 6, false),
        text("   change "),
        Piece::Decimals(after - before, 6, true),
        text("   predicted "),
        Piece::Decimals(descent.predicted, 6, true),
    ];
    vec![grid, Part::Line(line)]
}

fn first(curve: &[f64]) -> f64 {
    curve.first().copied().unwrap_or(f64::NAN)
}

fn last(curve: &[f64]) -> f64 {
    curve.last().copied().unwrap_or(f64::NAN)
}

/// The run at its milestones, its curve, and one sentence on how it went.
fn trace<'any>(names: &Names, descent: &Descent) -> Vec<Part<'any>> {
    let root = names.call(&descent.root);
    let shown = if descent.moved.len() > SHOWN_LEAVES { 0 } else { descent.moved.len() };
    let slope = match descent.moved.as_slice() {
        [only] => Some(format!("d{root}/d{}", names.call(&only.leaf))),
        moved if moved.len() > SHOWN_LEAVES => Some("largest |grad|".to_owned()),
        _ => None,
    };
    let mut titles = vec!["step".to_owned()];
    titles.extend(descent.moved.iter().take(shown).map(|moved| names.call(&moved.leaf)));
    titles.push(root.clone());
    titles.extend(slope.clone());
    let header = titles.into_iter().map(|title| Cell::Text(title, Role::Title)).collect();
    let mut rows = vec![header];
    for point in &descent.points {
        let mut row = vec![Cell::Text(point.step.to_string(), Role::Plain)];
        row.extend(point.leaves.iter().take(shown).map(|data| Cell::Data(*data)));
        row.push(Cell::Data(point.root));
        if slope.is_some() {
            let grad = if shown == 1 {
                Cell::Number(point.first_grad)
            } else {
                Cell::Data(point.largest_grad)
            };
            row.push(grad);
        }
        rows.push(row);
    }
    let mut columns = vec![Column { title: "step", gap: 2, right: true, width: 4 }];
    columns.resize(rows.first().map_or(1, Vec::len), Column::number(""));
    let grid = Part::Grid(Grid { columns, rows, titled: false, even: true });
    let text = |text: String| Piece::Text(text, Role::Plain);
    let curve = vec![
        text(format!("  {root}  ")),
        Piece::Number(first(&descent.curve)),
        text(" ".to_owned()),
        Piece::Curve(descent.curve.clone()),
        text(" ".to_owned()),
        Piece::Number(last(&descent.curve)),
        text(format!("   {}", how_it_went(names, descent))),
    ];
    vec![grid, Part::Line(curve)]
}

/// How many leaves a trace has columns for; with more it shows the largest grad instead.
const SHOWN_LEAVES: usize = 5;

/// One phrase: settled, oscillating, diverging, still falling or rising.
fn how_it_went(names: &Names, descent: &Descent) -> String {
    let curve = &descent.curve;
    let Some(end) = descent.points.last() else {
        return String::new();
    };
    let largest = match descent.moved.as_slice() {
        [only] => {
            (format!("d{}/d{}", names.call(&descent.root), names.call(&only.leaf)), end.first_grad)
        }
        _ => ("the largest |grad|".to_owned(), end.largest_grad),
    };
    let scale = descent.points.first().map_or(1.0, |start| start.largest_grad.max(1.0));
    let turns =
        curve.windows(3).filter(|at| matches!(at, [a, b, c] if (b - a) * (c - b) < 0.0)).count();
    let grows = matches!(curve.as_slice(), [start, .., before, end] if (end - before).abs() > 10.0 * (before - start).abs().max(1e-300));
    let wanted = if descent.rate < 0.0 { 1.0 } else { -1.0 };
    let moved = last(curve) - curve.get(curve.len().saturating_sub(2)).copied().unwrap_or(f64::NAN);
    if end.largest_grad <= 1e-4 * scale {
        return format!("settled: {} is {:.1e}", largest.0, largest.1);
    }
    if matches!(descent.end, End::NonFinite(..)) || grows {
        return "diverging: try a smaller RATE".to_owned();
    }
    if turns * 3 > curve.len() {
        return "oscillating: try a smaller RATE".to_owned();
    }
    let verb = if moved < 0.0 { "falling" } else { "rising" };
    match moved * wanted > 0.0 {
        true => format!("still {verb}"),
        false => format!("{verb}: try a smaller RATE"),
    }
}

/// Why a run ended before its last step, if it did.
fn ending<'any>(names: &Names, descent: &Descent) -> Option<Part<'any>> {
    let taken = descent.taken;
    match &descent.end {
        End::Done => None,
        End::Reached => {
            let text = format!("  reached after {taken} steps");
            Some(Part::Line(vec![Piece::Text(text, Role::Plain)]))
        }
        End::NonFinite(node, data) => {
            let (name, data) = (names.call(node), exact(*data));
            let step = taken + 1;
            Some(Part::Note(format!(
                "stopped: step {step} would make {name} {data}, so it was not taken; try a smaller RATE"
            )))
        }
        End::Interrupted => Some(Part::Note(format!("stopped after {taken} steps"))),
    }
}
