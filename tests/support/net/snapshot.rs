//! All that a session holds, as lines that can be compared.

use gradcalc::Session;
use gradcalc::internals::descent::trained;
use gradcalc::internals::graph::{Order, Value};
use gradcalc::internals::language::Tree;
use gradcalc::internals::learn::Practice;
use gradcalc::internals::session::ANSWER;
use gradcalc::internals::uncertainty::propagate;

/// How much of a session is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// What an undo gives back.
    State,
    /// Everything, grads and an exercise under way among it.
    All,
}

/// The name of a node with the number of its binding: `c@1`, `L@1.2`, `mlp@1.w1.2.3`.
fn full_name(session: &Session, node: &Value) -> String {
    let names = session.names();
    let (name, short) = (names.text(node.label().name), names.short_name(node));
    format!("{name}@{}{}", node.label().binding, short.strip_prefix(name).unwrap_or_default())
}

/// What there is, bit for bit.
pub fn snapshot(session: &mut Session, depth: Depth) -> Vec<String> {
    session.refresh_all();
    let mut lines = Vec::new();
    let bits = |number: f64| format!("{number:?} {:x}", number.to_bits());
    let names = session.names();
    for (name, node) in names.iter() {
        lines.push(format!("{name} is {}, {}", full_name(session, node), names.call_all(node)));
    }
    let networks = names.iter().filter_map(|(_, node)| node.as_network());
    let leaves = networks.flat_map(|members| &members.leaves);
    let named = names.iter().map(|(_, node)| node);
    let live = Order::of(named.chain(leaves).chain(session.root()));
    for node in live.nodes() {
        let operands: Vec<String> = node
            .operands()
            .iter()
            .map(|operand| match operand.value() {
                Some(node) => full_name(session, node),
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
        // Which row is current is a setting.
        let grad =
            if depth == Depth::All && !is_per_row { bits(node.grad()) } else { String::new() };
        lines.push(format!(
            "{} = {operation} {}: {}{u}{frozen} {grad} {rows}",
            full_name(session, node),
            operands.join(", "),
            if is_per_row { String::new() } else { bits(node.data()) },
        ));
    }
    for leaf in uncertain_leaves(session, &live) {
        for other in uncertain_leaves(session, &live).filter(|other| !other.is(leaf)) {
            let names = [leaf, other].map(|leaf| full_name(session, leaf));
            let r = session.correlations_of(&[leaf.clone(), other.clone()])[0][1];
            if r != 0.0 {
                lines.push(format!("r{names:?} = {}", bits(r)));
            }
        }
    }
    for leaf in live.leaves() {
        let trained =
            trained(session, leaf).filter(|it| it.data.to_bits() == leaf.data().to_bits());
        let trained = trained.filter(|it| !it.method.kind.averages.is_empty());
        if let Some(trained) = trained {
            let (kind, [one, other]) = (trained.method.kind.word, trained.remembered.averages);
            let numbers = [one, other].map(bits).join(" ");
            let steps = trained.remembered.steps;
            lines.push(format!("{kind} {} {steps} {numbers}", full_name(session, leaf)));
        }
    }
    let root = session.root().map(|root| full_name(session, root));
    lines.push(format!("root {root:?}, chosen: {}", session.root_is_chosen()));
    for binding in names.listed() {
        let node = binding.node.filter(|node| live.contains(node));
        let name = format!("{}@{}", names.text(binding.label.name), binding.label.binding);
        lines.extend(node.map(|node| format!("{name} is {}", full_name(session, &node))));
    }
    for function in session.functions() {
        let tree = Tree { text: &function.text, steps: function.steps.clone() };
        let (name, parameters) = (&function.name, function.parameters.join(", "));
        lines.push(format!("{name}({parameters}) = {}", tree.to_text()));
    }
    lines.push(format!("{:?}", session.settings()));
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

/// What a saved script gives back.
#[derive(Debug)]
pub struct Saved {
    /// Every node in use with its data and its grad by the root, the names, what is frozen, and functions.
    /// A binding may have another number, and every nan is the same.
    pub exact: Vec<String>,
    /// Uncertainties and correlations, with what each is of.
    pub rounded: Vec<(String, f64)>,
}

impl Saved {
    /// Leaves out what changes where a call is written out: which part of its statement a node is, and the
    /// grads of inner nodes, since one that is shared is there once for each use.
    pub fn forget_parts(&mut self) {
        let is_inner_grad = |line: &String| {
            line.starts_with("d/d") && line.split(" = ").next().is_some_and(|it| it.contains('.'))
        };
        self.exact.retain(|line| !is_inner_grad(line));
        let base = |name: &str| name.split('.').next().unwrap_or_default().to_owned();
        for line in &mut self.exact {
            if let Some((name, rest)) = line.split_once(" = ") {
                *line = format!("{} = {rest}", base(name));
            } else if let Some((name, node)) = line.split_once(" is ") {
                *line = format!("{name} is {}", base(node));
            }
        }
        self.exact.sort();
        self.rounded
            .iter_mut()
            .for_each(|(of, _)| *of = of.replace(|c: char| c == '.' || c.is_ascii_digit(), ""));
        self.rounded.sort_by(|(one, u), (other, v)| one.cmp(other).then(u.total_cmp(v)));
    }
}

/// What a saved script gives back of a session.
pub fn saved(session: &mut Session) -> Saved {
    session.refresh_all();
    let (mut lines, mut rounded) = (Vec::new(), Vec::new());
    let root = session.root().cloned();
    if let Some(root) = &root {
        // Which row is current is a setting, which is not saved.
        let order = Order::of([root]);
        order.leaves().filter_map(Value::rows).for_each(|rows| session.look_at_row(rows, 1));
        session.backward(root);
        for node in session.order_of(root).nodes().to_vec() {
            lines.push(format!(
                "d/d{} = {}",
                session.names().short_name(&node),
                any_nan(node.grad())
            ));
        }
        lines.push(format!("the root is {}", session.names().short_name(root)));
    }
    let names = session.names();
    let meant = names.iter().filter(|(name, _)| *name != ANSWER);
    lines.extend(meant.map(|(name, node)| format!("{name} is {}", names.short_name(node))));
    let networks = names.iter().filter_map(|(_, node)| node.as_network());
    let leaves = networks.flat_map(|members| &members.leaves);
    let named = names.iter().filter(|(name, _)| *name != ANSWER).map(|(_, node)| node);
    let live = Order::of(named.chain(leaves).chain(&root));
    for node in live.nodes() {
        let operation = node.operation().map_or("leaf", |operation| operation.name);
        let numbers: Vec<f64> =
            node.as_column().map_or_else(|| vec![node.data()], |it| it.numbers().to_vec());
        let numbers: Vec<String> = numbers.into_iter().map(any_nan).collect();
        let us: Vec<f64> = match (session.uncertainties_of_column(node), node.rows()) {
            (Some(us), Some(rows)) => us.all(rows).to_vec(),
            _ => session.uncertainty_of_leaf(node).into_iter().collect(),
        };
        rounded.extend(us.iter().map(|u| (format!("± of {}", names.short_name(node)), *u)));
        let name = names.short_name(node);
        let data =
            if node.is_per_row() && !node.is_leaf() { String::new() } else { numbers.concat() };
        lines.push(format!("{name} = {operation} {data} {}", node.is_frozen()));
    }
    for leaf in uncertain_leaves(session, &live) {
        for other in uncertain_leaves(session, &live).filter(|other| !other.is(leaf)) {
            let names = [leaf, other].map(|leaf| names.short_name(leaf));
            let r = session.correlations_of(&[leaf.clone(), other.clone()])[0][1];
            if r.abs() > 1e-12 {
                rounded.push((format!("r{names:?}"), r));
            }
        }
    }
    rounded.extend(budgets(session));
    let functions = session.functions();
    let body = |text: String| without_bindings(&text);
    lines.extend(functions.map(|it| format!("{} = {}", it.written(), body(it.body()))));
    lines.sort();
    rounded.sort_by(|(one, u), (other, v)| one.cmp(other).then(u.total_cmp(v)));
    Saved { exact: lines, rounded }
}

/// A text without the numbers of bindings.
fn without_bindings(text: &str) -> String {
    let parts = text.split('@').enumerate();
    let digit = |it: char| it.is_ascii_digit();
    parts.map(|(at, it)| if at > 0 { it.trim_start_matches(digit) } else { it }).collect()
}

/// The lines of the uncertainty budgets of named numbers.
fn budgets(session: &mut Session) -> Vec<(String, f64)> {
    let named = session.names().iter().filter(|(name, node)| *name != ANSWER && !node.is_many());
    let numbers = named.filter(|(_, node)| !node.is_per_row());
    let nodes: Vec<(String, Value)> =
        numbers.map(|(name, node)| (name.to_owned(), node.clone())).collect();
    let mut lines = Vec::new();
    for (name, node) in nodes {
        let Ok(propagation) = propagate(session, &node) else { continue };
        let freedom = propagation.degrees_of_freedom(session);
        lines.extend(freedom.map(|freedom| (format!("effective dof of {name}"), freedom)));
        for input in propagation.inputs(session) {
            let of = format!("by {} in {name}", without_bindings(&input.name));
            lines.push((format!("sensitivity {of}"), input.sensitivity));
            lines.extend(input.share.map(|share| (format!("share {of}"), share)));
            lines.extend(input.degrees_of_freedom.map(|freedom| (format!("dof {of}"), freedom)));
        }
    }
    lines.retain(|(_, number)| number.is_finite());
    lines
}

fn any_nan(number: f64) -> String {
    if number.is_nan() { "nan".to_owned() } else { format!("{number:?} {:x}", number.to_bits()) }
}

/// The leaves that are one number with a standard uncertainty.
fn uncertain_leaves<'live>(
    session: &'live Session,
    live: &'live Order,
) -> impl Iterator<Item = &'live Value> {
    let is_uncertain =
        |leaf: &&Value| !leaf.is_per_row() && session.uncertainty_of_leaf(leaf).is_some();
    live.leaves().filter(is_uncertain)
}
