//! All that a session holds, as lines that can be compared.

use gradcalc::Session;
use gradcalc::internals::descent::trained;
use gradcalc::internals::graph::Order;
use gradcalc::internals::language::Tree;
use gradcalc::internals::learn::Practice;

/// How much of a session is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// What a saved script gives back, every nan being the same.
    Saved,
    /// What an undo gives back.
    State,
    /// Everything, grads and an exercise under way among it.
    All,
}

/// What there is, bit for bit.
pub fn snapshot(session: &mut Session, depth: Depth) -> Vec<String> {
    session.refresh_all();
    let mut lines = Vec::new();
    let bits = |number: f64| {
        let is_any_nan = number.is_nan() && depth == Depth::Saved;
        if is_any_nan { "nan".to_owned() } else { format!("{number:?} {:x}", number.to_bits()) }
    };
    let names = session.names();
    for (name, node) in names.iter() {
        lines.push(format!("{name} is {}, {}", names.full(node.label()), names.call_all(node)));
    }
    // A saved script may bind the answer after what has its node; nobody sees it.
    if depth == Depth::Saved {
        lines.sort();
    }
    let networks = names.iter().filter_map(|(_, node)| node.as_network());
    let leaves = networks.flat_map(|members| members.leaves);
    let named = names.iter().map(|(_, node)| node);
    let live = Order::of(named.chain(leaves).chain(session.root()));
    for node in live.nodes() {
        let operands: Vec<String> = node
            .operands()
            .iter()
            .map(|operand| match operand.value() {
                Some(node) => names.full_name(node),
                None => bits(operand.data()),
            })
            .collect();
        let is_per_row = node.is_per_row();
        let rows: String = node.as_column().map_or_else(String::new, |column| {
            column.numbers().iter().map(|number| bits(*number) + " ").collect()
        });
        let network = node.as_network().map(|members| members.network.arguments());
        let operation = match node.operation() {
            Some(operation) => operation.name,
            None => network.as_deref().unwrap_or("leaf"),
        };
        let us: Vec<f64> = match (session.uncertainties_of_column(node), node.rows()) {
            (Some(us), Some(rows)) => us.all(rows).to_vec(),
            _ => session.uncertainty_of_leaf(node).into_iter().collect(),
        };
        let found = if session.is_found(node) { " found" } else { "" };
        let u: String = us.iter().map(|u| format!(" ± {}{found}", bits(*u))).collect();
        let frozen = if node.is_frozen() { ", frozen" } else { "" };
        // Which row is in view is a setting.
        let grad =
            if depth == Depth::All && !is_per_row { bits(node.grad()) } else { String::new() };
        lines.push(format!(
            "{} = {operation} {}: {}{u}{frozen} {grad} {rows}",
            names.full_name(node),
            operands.join(", "),
            if is_per_row { String::new() } else { bits(node.data()) },
        ));
    }
    for leaf in live.leaves() {
        let others = session.correlated_with(leaf);
        for other in others.iter().filter(|other| !other.is(leaf) && live.contains(other)) {
            let names = [leaf, other].map(|leaf| names.full_name(leaf));
            let r = session.correlation_of_leaves(leaf, other);
            if r != 0.0 {
                lines.push(format!("r{names:?} = {}", bits(r)));
            }
        }
    }
    for leaf in live.leaves() {
        let trained = trained(session, leaf).filter(|it| it.is_there(leaf));
        let trained = trained.filter(|it| !it.method.kind.averages.is_empty());
        if let Some(trained) = trained {
            let (kind, [one, other]) = (trained.method.kind.word, trained.remembered.averages);
            let numbers = [one, other].map(bits).join(" ");
            let steps = trained.remembered.steps;
            lines.push(format!("{kind} {} {steps} {numbers}", names.full_name(leaf)));
        }
    }
    let root = session.root().map(|root| names.full_name(root));
    lines.push(format!("root {root:?}, chosen: {}", session.root_is_chosen()));
    let earlier = names.history().into_iter().filter(|binding| live.contains(&binding.value));
    let mut earlier: Vec<String> = earlier
        .map(|binding| [names.full(binding.label), names.full_name(&binding.value)])
        .map(|[label, node]| format!("{label} is {node}"))
        .collect();
    // As above.
    if depth == Depth::Saved {
        earlier.sort();
    }
    lines.extend(earlier);
    for function in session.functions() {
        let tree = Tree { text: &function.text, steps: function.steps.clone() };
        let (name, parameters) = (&function.name, function.parameters.join(", "));
        lines.push(format!("{name}({parameters}) = {}", tree.to_text()));
    }
    if depth != Depth::Saved {
        lines.push(format!("{:?}", session.settings()));
    }
    if depth == Depth::All {
        lines.push(progress(session.practice()));
    }
    lines
}

/// How far an exercise is: all but the pass that it is about, which it does not change, and the lines that
/// it could not read, which it counts.
fn progress(practice: Option<&Practice>) -> String {
    let text = format!("{practice:?}");
    let text = match text.split_once("slips: ") {
        Some((before, after)) => {
            let after = after.trim_start_matches(|c: char| c.is_ascii_digit());
            format!("{before}{after}")
        }
        None => text,
    };
    let Some((kind, pass)) = text.split_once("Context {") else {
        return text;
    };
    let mut open = 1;
    let end = pass.find(|c| {
        open += i32::from(c == '{') - i32::from(c == '}');
        open == 0
    });
    format!("{kind}{}", end.and_then(|end| pass.get(end..)).unwrap_or_default())
}
