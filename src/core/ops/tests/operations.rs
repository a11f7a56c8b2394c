//! The table of operations against the grammar: every operation can be typed, and each partial's text
//! says what its function computes.

use crate::core::language::parse_expression;
use crate::core::ops;
use crate::core::ops::{Edge, Notation, Operation};
use crate::parts;
use crate::{Session, evaluate, show};

/// Every way to write the operation on `operands`.
fn written(row: &Operation, operands: &[&str]) -> Vec<String> {
    let names = std::iter::once(row.name).chain(row.aliases.iter().copied());
    let call = |name: &str| format!("{name}({})", operands.join(", "));
    match row.notation {
        Notation::Call | Notation::Row => names.map(call).collect(),
        Notation::Prefix { .. } => vec![row.before(operands[0])],
        Notation::Infix { call: name, .. } => {
            let infix = names.map(|name| format!("{} {name} {}", operands[0], operands[1]));
            let call = (!name.is_empty()).then(|| call(name));
            infix.chain(call).collect()
        }
    }
}

#[test]
fn every_operation_can_be_typed_under_every_name() {
    for row in parts::operations() {
        let operands: &[&str] = if row.arity() == 1 { &["a"] } else { &["a", "b"] };
        for text in written(row, operands) {
            let mut session = Session::new();
            evaluate(&mut session, "a = 0.5; b = 0.25").expect("leaves");
            evaluate(&mut session, &format!("L = {text}"))
                .unwrap_or_else(|error| panic!("{text}: {error}"));
            let node = session.value("L").expect("a node");
            assert!(node.operation().is_some_and(|found| std::ptr::eq(found, row)), "{text}");
        }
    }
    for form in parts::forms() {
        let mut session = Session::new();
        let arguments = form.arguments.replace("class", "1").replace('…', "1, 2, 6");
        let text = match form.name {
            "diff" => "a = 2; diff(a^2, a)".to_owned(),
            "arange" => "arange(1, 6, 2)".to_owned(),
            name @ ("sort" | "measured") => format!("x = [1, 2, 6]; y = {name}(x); y"),
            name => {
                let is_letter = |c: char| c.is_ascii_lowercase();
                let numbers = arguments
                    .split(", ")
                    .map(|it| if it.starts_with(is_letter) { "2" } else { it });
                format!("{name}({})", numbers.collect::<Vec<_>>().join(", "))
            }
        };
        assert!(show(&mut session, &text).is_ok_and(|shown| !shown.is_empty()), "{text}");
    }
    for constant in ops::CONSTANTS {
        for name in std::iter::once(&constant.name).chain(constant.aliases) {
            let text = if *name == "°" { "1°" } else { name };
            let found = evaluate(&mut Session::new(), text).expect("a number").expect("an answer");
            assert_eq!(found.to_bits(), constant.value.to_bits(), "{name}");
        }
    }
}

/// The text of operand `index`'s partial, evaluated in our own language.
fn said(row: &Operation, index: usize, at: &[f64], out: f64) -> f64 {
    let mut session = Session::new();
    let exact = crate::core::language::exact;
    let y = at.get(1).copied().unwrap_or(0.0);
    for (name, value) in [("x", at[0]), ("y", y), ("out", out)] {
        evaluate(&mut session, &format!("{name} = {}", exact(value))).expect("a leaf");
    }
    let text = row.partial_text(index);
    let tree = parse_expression(text).unwrap_or_else(|error| panic!("{}: {error}", row.name));
    session.number(&tree).unwrap_or_else(|error| panic!("{}: {error}", row.name))
}

fn same(got: f64, want: f64, tolerance: f64) -> bool {
    got == want
        || got.is_nan() && want.is_nan()
        || got.is_finite() && (got - want).abs() <= tolerance * want.abs()
}

#[test]
fn every_text_agrees_with_its_function() {
    for row in parts::operations() {
        let agreeing = row.edges.iter().filter(|edge| edge.text_agrees).map(|edge| edge.at);
        for at in row.samples.iter().copied().chain(agreeing) {
            let y = at.get(1).copied().unwrap_or(0.0);
            let out = row.forward(at[0], y);
            for index in 0..row.arity() {
                let (got, want) = (said(row, index, at, out), row.partial(index, at[0], y, out));
                let text = row.partial_text(index);
                assert!(
                    same(got, want, 1e-12),
                    "{} at {at:?}: {text} is {got}, but the function gives {want}",
                    row.name
                );
            }
        }
    }
}

/// An edge said to be beyond its text must be, or the mark is out of date.
#[test]
fn edges_beyond_the_text_are() {
    for row in parts::operations() {
        for edge in row.edges.iter().filter(|edge| !edge.text_agrees) {
            let out = row.forward(edge.at[0], edge.at.get(1).copied().unwrap_or(0.0));
            let agree = (0..row.arity())
                .all(|index| same(said(row, index, edge.at, out), edge.grads[index], 1e-12));
            assert!(!agree, "{} at {:?} needs no beyond_text", row.name, edge.at);
        }
    }
}

/// The lines of a table in the documentation, one for each edge that has something to say.
fn documented(says: impl Fn(&Edge) -> Option<String>) -> Vec<String> {
    let numbers = |numbers: &[f64]| {
        numbers
            .iter()
            .map(|number| crate::core::language::exact(*number))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let line = |row: &Operation, edge: &Edge| {
        let says = says(edge)?;
        let (at, data, grads) = (numbers(edge.at), numbers(&[edge.data]), numbers(edge.grads));
        Some(format!("| `{}` | {at} | {data} | {grads} | {says} |", row.name))
    };
    let edges = parts::operations().flat_map(|row| row.edges.iter().map(move |edge| (row, edge)));
    edges.filter_map(|(row, edge)| line(row, edge)).collect()
}

/// The tables of `docs/numbers.md` are the edges': what PyTorch has instead, and where a text goes
/// wrong.
#[test]
fn the_documentation_lists_the_edges() {
    const PAGE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/numbers.md"));
    let unlike = |edge: &Edge| {
        (!edge.pytorch.is_empty()).then(|| format!("{} | {}", edge.pytorch, edge.because))
    };
    let beyond = |edge: &Edge| (!edge.text_agrees).then(|| edge.because.to_owned());
    let want = [documented(unlike), documented(beyond)].concat();
    let found: Vec<&str> = PAGE
        .lines()
        .filter(|line| line.starts_with("| `") && line.matches('|').count() > 5)
        .collect();
    assert_eq!(found, want, "docs/numbers.md should have these lines:\n{}", want.join("\n"));
}
