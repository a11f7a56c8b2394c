//! Derivatives in their several forms: the backward pass, the formula, the formula as it is shown,
//! and finite differences.

use gradcalc::Session;
use gradcalc::internals::command;
use gradcalc::internals::command::RunOptions;
use gradcalc::internals::formula::{derivative, text_slope};
use gradcalc::internals::graph::{Label, Operand, Order, Value};
use gradcalc::internals::report::{Block, Paragraph, Piece};
use gradcalc::internals::session::ANSWER;

use super::programs::scales;
use super::same_bits;
use super::snapshot::{Depth, snapshot};

/// What rounding may come to in a sum of so large terms.
const ROUNDING: f64 = 1e-12;

/// The derivative of the root by each of its leaves, made of nodes, is the grad of that leaf.
///
/// Not where an operation that counts has a convention that its text does not follow, as one of its
/// edges says, where a grad is not finite, and not where numbers leave the range of doubles. So many
/// leaves were compared.
pub fn derivatives_are_grads(session: &mut Session) -> usize {
    session.refresh_all();
    let Some(root) = session.root().cloned() else {
        return 0;
    };
    let order = Order::of([&root]);
    // Those with rows are held to their expansions by src/parts/rows/tests/rows.rs.
    if order.has_rows() {
        return 0;
    }
    let scales = scales(&order);
    order.backward();
    if nodes_that_count(&order).any(|node| !is_plain(node) || vanishes_above(node)) {
        return 0;
    }
    let mut compared = 0;
    let is_compared = |leaf: &&Value| !leaf.is(&root) && leaf.grad().is_finite();
    for leaf in order.leaves().filter(is_compared) {
        // That of trigamma is not known.
        let Ok(made) = derivative(&root, leaf, Label::default(), 0) else { continue };
        let (got, want) = (made.result.data(), leaf.grad());
        let scale = scales[leaf];
        // What underflows may do so on the one way and not on the other.
        let slack = ROUNDING * scale + f64::MIN_POSITIVE;
        let is_close = got == want || (got - want).abs() <= slack;
        assert!(is_close || !stays_in_range(&made.result), "{got}, not {want}, at scale {scale}");
        compared += usize::from(is_close);
    }
    compared
}

/// The nodes that count for the root: not those of a side that is not taken.
fn nodes_that_count(order: &Order) -> impl Iterator<Item = &Value> {
    let touched = order.touched();
    let counts = move |number: usize| touched.as_ref().is_none_or(|touched| touched[number]);
    order.nodes().iter().enumerate().filter(move |(number, _)| counts(*number)).map(|(_, it)| it)
}

/// Whether the node's numbers are finite and its operation's texts say what its functions do.
fn is_plain(node: &Value) -> bool {
    let Some(operation) = node.operation() else {
        return node.data().is_finite();
    };
    let at = |index: usize| node.operands().get(index).map_or(0.0, Operand::data);
    let agrees = |index: usize, slope: f64| {
        let Ok(text) = text_slope(operation, index, [at(0), at(1)]) else { return false };
        let is_close = text == slope || (text - slope).abs() <= ROUNDING * slope.abs();
        let is_edge = operation.edges.iter().any(|edge| !edge.text_agrees);
        // In its tail a text has no digit: (1 + erf(x/sqrt(2)))/2 rounds to 0.
        let is_tail = (text - slope).abs() <= 8.0 * f64::EPSILON;
        assert!(
            is_close || is_edge || is_tail || !text.is_finite() || !slope.is_finite(),
            "{} at {} and {}: {} is {text}, but its function gives {slope}",
            operation.name,
            at(0),
            at(1),
            operation.partial_text(index)
        );
        is_close
    };
    node.data().is_finite()
        && node
            .backward_steps(1.0)
            .all(|step| !step.local.is_subnormal() && agrees(step.index, step.local))
}

/// Whether what a node contributes to an operand is too small for a double, though its grad is not: a formula, which is
/// computed from the other end, need not be so.
fn vanishes_above(node: &Value) -> bool {
    let mut steps = node.backward_steps(node.grad());
    let is_small = |number: f64| number.abs() < f64::MIN_POSITIVE;
    node.grad() != 0.0 && steps.any(|step| step.local != 0.0 && is_small(step.contribution))
}

/// Whether no number on the way to the result has left the range of doubles. What an operation makes
/// of 0, such as `1/0`, has not.
fn stays_in_range(result: &Operand) -> bool {
    let Operand::Value(root) = result else {
        return true;
    };
    let overflows = |node: &Value| {
        node.data().is_infinite() && node.operands().iter().all(|it| it.data().is_normal())
    };
    let underflows = |node: &Value| {
        let is_product = node.operation().is_some_and(|it| ["*", "/", "^"].contains(&it.name));
        let vanishes = node.data() == 0.0 && is_product;
        node.data().is_subnormal()
            || vanishes && node.operands().iter().all(|it| it.data().is_normal())
    };
    nodes_that_count(&Order::of([root])).all(|node| !underflows(node) && !overflows(node))
}

/// A derivative's formula, typed as it is shown, comes to the same: nan, infinities and zeros
/// exactly, other values to 1e-14 of what is summed up on the way. It is that by nodes: what a
/// textbook makes of it is the same only where both are defined, and but for rounding.
///
/// `a*(b*c)` is shown as `a*b*c`, so that a number may leave the range of doubles in one of the two
/// only: those that come near its ends are not compared.
pub fn formulas_mean_their_nodes(session: &mut Session) {
    let Some(root) = session.root().cloned() else {
        return;
    };
    let root_name = session.names().reference(&root);
    // The formula is the answer from then on, so that the answer before it has no name. A name like
    // a constant's is another thing than the constant, and they are shown alike.
    let hides_constant = ["inf", "nan"].iter().any(|name| session.names().get(name).is_some());
    if root_name.starts_with(ANSWER) || hides_constant || Order::of([&root]).has_rows() {
        return;
    }
    let leaves: Vec<String> = {
        let names = session.names();
        Order::of([&root]).leaves().map(|leaf| names.reference(leaf)).collect()
    };
    for leaf in leaves {
        let (terms, data) = {
            let text = format!(":diff {root_name} {leaf} nodes");
            let Ok(report) = command::run(session, &text, RunOptions::default()) else {
                continue;
            };
            // One that is cut has a second line, which says so.
            if report.blocks.len() > 1 && format!("{:?}", report.blocks).contains("too long") {
                continue;
            }
            let text = report.fact("expression").expect("a formula");
            let data = report.fact("data").expect("a value of names that have one");
            (text.as_str().expect("text").to_owned(), json_number(&data))
        };
        let again = match gradcalc::evaluate(session, &terms) {
            Ok(again) => again.expect("an expression has an answer"),
            Err(error) => panic!("d{root_name}/d{leaf} is shown as {terms}: {error}"),
        };
        let Ok(answer) = session.value(ANSWER) else {
            continue;
        };
        let order = Order::of([&answer]);
        order.backward();
        let shares = order.nodes().iter().map(|node| (node.data() * node.grad()).abs());
        let scale: f64 = shares.filter(|share| share.is_finite()).sum();
        let is_close = (again - data).abs() <= 1e-14 * scale && (again != 0.0 || data != 0.0);
        // A gate that is shut is -0.
        let is_same = same_bits(again, data) || again == data || is_close;
        let operands = order.nodes().iter().flat_map(|node| node.operands());
        let mut numbers = operands.map(Operand::data).chain([answer.data()]);
        assert!(
            is_same || numbers.any(is_near_the_ends),
            "d{root_name}/d{leaf} is {data}, but {terms} is {again}"
        );
    }
}

/// Whether a product of two such numbers may leave the range of doubles.
fn is_near_the_ends(number: f64) -> bool {
    let size = number.abs();
    size.is_finite() && size != 0.0 && !(1e-150..1e150).contains(&size)
}

/// `:check` finds no grad of the root that differs from the differences.
///
/// Not where numbers are so far out that every h leaps over turns and jumps: there round, whose grad is 0, is
/// the identity of doubles. Not a grad of 0 that was too small for a double on its way. And not where an operation that
/// counts is exactly at its kink or jump: a convention chooses its slope, and `:check` says where neither side has it.
pub fn check_agrees(session: &mut Session) {
    const FAR: f64 = 1e9;
    let Some(root) = session.root().cloned() else {
        return;
    };
    session.refresh_all();
    let is_far_out =
        |node: &Value| node.operands().iter().any(|operand| operand.data().abs() > FAR);
    let order = Order::of([&root]);
    // A kink in a row out of view is not seen.
    if order.first_fold().is_some() || order.nodes().iter().any(is_far_out) {
        return;
    }
    if nodes_that_count(&order).any(is_at_kink) {
        return;
    }
    let nodes = snapshot(session, Depth::State).join("\n");
    let report = match command::run(session, ":check", RunOptions::default()) {
        Ok(report) => report,
        Err(error) => panic!("{error}"),
    };
    for block in &report.blocks {
        let Block::Table(grid) = block else {
            continue;
        };
        for row in &grid.rows {
            let differs = |cell: &Paragraph| cell.exact_text() == "differs";
            let numbers = row.iter().flat_map(|cell| &cell.pieces).filter_map(|it| match it {
                Piece::Number(number) => Some(number.value),
                _ => None,
            });
            let has_vanished = numbers.into_iter().all(|it| it.abs() < f64::MIN_POSITIVE);
            assert!(has_vanished || !row.iter().any(differs), "{row:?} in\n{nodes}");
        }
    }
}

/// Returns true if the operands of a node are exactly at the kink or jump of its operation.
fn is_at_kink(node: &Value) -> bool {
    let at = |index: usize| node.operands().get(index).map_or(0.0, Operand::data);
    node.operation().is_some_and(|operation| (operation.is_at_kink)(at(0), at(1)))
}

/// A number of JSON, which has none that are not finite.
fn json_number(json: &serde_json::Value) -> f64 {
    json.as_f64().or_else(|| json.as_str()?.parse().ok()).expect("a number")
}
