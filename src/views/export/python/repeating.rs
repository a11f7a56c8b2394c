//! The steps that led to a pass, in PyTorch: the graph as a function, and a loop for each run.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;

use super::{applied, leaf, number, unique};
use crate::graph::{Operand, Value};
use crate::report::{BatchesOfSteps, LeafOfSteps, Pass, RateOfSteps, RunOfSteps};

/// Words that mean something else in a script with steps.
pub const TAKEN: &[&str] = &[
    "batches",
    "enumerate",
    "forward",
    "int",
    "k",
    "locals",
    "moved",
    "node",
    "nodes",
    "optimizer",
    "range",
    "rate",
    "rows",
    "shuffled",
    "slice",
    "zip",
];

/// How the names of nodes are written.
type Named<'pass> = HashMap<&'pass Value, String>;

/// Writes the leaves as they were, the graph as a function of them, the steps, and a last pass. Puts
/// in `names` how nodes are called after it.
pub fn write<'pass>(
    pass: &'pass Pass,
    names: &mut Named<'pass>,
    taken: &mut HashSet<String>,
    mut put: impl FnMut(String) -> std::io::Result<()>,
) -> std::io::Result<()> {
    let mut before: HashMap<&Value, f64> = HashMap::new();
    for LeafOfSteps { leaf, before: data, .. } in pass.steps.iter().flat_map(|run| &run.leaves) {
        before.entry(leaf).or_insert(*data);
    }
    for node in pass.order.leaves() {
        put(line(pass, names, node, leaf(node, before.get(node).copied())))?;
    }
    let rows = pass.steps.iter().find_map(|run| run.batches.map(|it| it.rows));
    put(function(pass, names, taken, rows))?;
    for node in pass.order.nodes().iter().filter(|node| !node.is_leaf()) {
        if let Some(name) = names.get_mut(node) {
            *name = format!("nodes[\"{name}\"]");
        }
    }
    if rows.is_some() {
        let is_shuffled = |run: &RunOfSteps| run.batches.is_some_and(|it| it.seed.is_some());
        put(batches(pass.steps.iter().any(is_shuffled)))?;
    }
    let root = pass.root().and_then(|root| names.get(root)).map_or("", String::as_str);
    for (number, run) in pass.steps.iter().enumerate() {
        put(steps(run, number == 0, names, root))?;
    }
    let leaves: Vec<&str> =
        pass.order.leaves().filter_map(|leaf| names.get(leaf)).map(String::as_str).collect();
    put(format!(
        "\nfor node in [{}]:\n    node.grad = None\nnodes = forward()\n",
        leaves.join(", ")
    ))
}

/// A line of a node, with what gradcalc calls it if that is something else.
pub fn line(pass: &Pass, names: &Named<'_>, node: &Value, right: String) -> String {
    let own = names.get(node).map_or("", String::as_str);
    let called = pass.names.call(node);
    let comment = if called == own { String::new() } else { format!("  # {called}") };
    format!("{own} = {right}{comment}\n")
}

/// The graph as a function, of the rows of a batch if steps went by batches of so many.
fn function<'pass>(
    pass: &'pass Pass,
    names: &Named<'pass>,
    taken: &mut HashSet<String>,
    rows: Option<usize>,
) -> String {
    let (of, what) = match rows {
        Some(_) => ("rows=slice(None)", "The nodes above the leaves, by name: over these rows."),
        None => ("", "The nodes above the leaves, by name."),
    };
    let mut text = format!("\n\ndef forward({of}):\n    \"\"\"{what}\"\"\"\n");
    let mut parts = names.clone();
    let columns = pass.order.leaves().filter(|leaf| rows.is_some() && leaf.rows() == rows);
    for column in columns {
        let whole = names.get(column).map_or("", String::as_str);
        let part = unique(taken, &format!("{whole}_rows"));
        let _ = writeln!(text, "    {part} = {whole}[rows]");
        parts.insert(column, part);
    }
    // One row is that of the whole, for which its operands stand twice.
    let mut wholes = names.clone();
    for node in whole_operands(pass).into_iter().filter(|_| rows.is_some()) {
        let whole = unique(taken, &format!("{}_whole", names.get(node).map_or("", String::as_str)));
        wholes.insert(node, whole);
        let right = format!("kept({})", called(node, &wholes));
        let _ = write!(text, "    {}", line(pass, &wholes, node, right));
    }
    for node in pass.order.nodes().iter().filter(|node| !node.is_leaf()) {
        let operands = if node.row_taken().is_some() { &wholes } else { &parts };
        let right = format!("kept({})", called(node, operands));
        let _ = write!(text, "    {}", line(pass, names, node, right));
    }
    text + "    return locals()\n\n\n"
}

/// The operation of a node on operands of these names.
fn called(node: &Value, names: &Named<'_>) -> String {
    applied(node, |operand| names.get(operand).map_or("", String::as_str))
}

/// The computed nodes with rows that nodes which take one row need, operands first.
fn whole_operands(pass: &Pass) -> Vec<&Value> {
    let mut needed: HashSet<&Value> = HashSet::new();
    for node in pass.order.nodes().iter().rev() {
        if node.row_taken().is_some() || needed.contains(node) {
            let operands = node.operands().iter().filter_map(Operand::value);
            needed.extend(operands.filter(|it| !it.is_leaf() && it.is_per_row()));
        }
    }
    pass.order.nodes().iter().filter(|node| needed.contains(node)).collect()
}

/// The functions that rows of batches come from.
fn batches(are_shuffled: bool) -> String {
    let order = if are_shuffled { "shuffled(rows, seed, epoch)" } else { "list(range(rows))" };
    let shuffled = if are_shuffled { SHUFFLED } else { "" };
    format!(
        "{shuffled}def batches(size, rows, seed=None, epoch=0, taken=0):
    \"\"\"The rows of one batch after the other.\"\"\"
    while True:
        order = {order}
        for start in range(taken, rows, size):
            yield order[start:start + size]
        epoch, taken = epoch + 1, 0


"
    )
}

const SHUFFLED: &str = "def shuffled(rows, seed, epoch):
    \"\"\"The rows in the order of an epoch: drawn by xoshiro256++, as gradcalc does.\"\"\"
    order, bits = list(range(rows)), 2**64 - 1
    if seed is None: return order
    turned = lambda n, by: (n << by | n >> 64 - by) & bits
    seed, state = seed + 0x9E3779B97F4A7C15*epoch, []
    for _ in range(4):
        seed = seed + 0x9E3779B97F4A7C15 & bits
        drawn = (seed ^ seed >> 30)*0xBF58476D1CE4E5B9 & bits
        drawn = (drawn ^ drawn >> 27)*0x94D049BB133111EB & bits
        state.append(drawn ^ drawn >> 31)
    a, b, c, d = state
    for last in range(rows - 1, 0, -1):
        drawn = turned(a + d & bits, 23) + a & bits
        c, d, shifted = c ^ a, d ^ b, b << 17 & bits
        a, b, c, d = a ^ d, b ^ c, c ^ shifted, turned(d, 45)
        other = int((drawn >> 11)/2**53*(last + 1))
        order[last], order[other] = order[other], order[last]
    return order


";

/// A run of steps.
fn steps(run: &RunOfSteps, is_first: bool, names: &Named<'_>, root: &str) -> String {
    let mut text = String::new();
    let name = |leaf: &Value| names.get(leaf).map_or("", String::as_str);
    // A rate below 0 is refused there, but taken as that of a step.
    let (first, rate) = match &run.rate {
        RateOfSteps::Fixed(rate) => (*rate, number(*rate)),
        RateOfSteps::Formula { step, nodes, constants } => {
            text.push_str(if is_first { "" } else { "\n\n" });
            text.push_str(&formula(step, nodes, constants));
            (-1.0, "rate(k)".to_owned())
        }
    };
    let is_set = run.goes_on || first.is_sign_negative();
    if !run.goes_on {
        let leaves: Vec<&str> = run.leaves.iter().map(|it| name(&it.leaf)).collect();
        let settings = match run.settings.trim_start_matches(", ") {
            "" => String::new(),
            settings => format!(", {settings}"),
        };
        let rate = number(first.max(0.0));
        let class = run.class;
        let _ = writeln!(text, "moved = [{}]", leaves.join(", "));
        let _ = writeln!(text, "optimizer = torch.optim.{class}(moved, lr={rate}{settings})");
        for it in run.leaves.iter().filter(|it| it.steps > 0 && !it.averages.is_empty()) {
            let averages = it
                .averages
                .iter()
                .map(|(average, of)| format!(", \"{average}\": torch.tensor({})", number(*of)));
            let averages: String = averages.collect();
            let steps = number(it.steps as f64);
            let leaf = name(&it.leaf);
            let _ = writeln!(
                text,
                "optimizer.state[{leaf}] = {{\"step\": torch.tensor({steps}){averages}}}"
            );
        }
    }
    let count = run.count;
    let rows = match run.batches {
        None => {
            let _ = writeln!(text, "for k in range({count}):");
            ""
        }
        Some(BatchesOfSteps { size, rows, seed, epoch, taken }) => {
            let seed = seed.map_or_else(|| "None".to_owned(), |seed| seed.to_string());
            let from = format!("batches({size}, {rows}, {seed}, {epoch}, {taken})");
            let _ = writeln!(text, "for k, rows in zip(range({count}), {from}):");
            "rows"
        }
    };
    let _ = writeln!(text, "    optimizer.zero_grad()");
    let _ = writeln!(text, "    nodes = forward({rows})");
    let _ = writeln!(text, "    {root}.backward()");
    if is_set {
        let _ = writeln!(text, "    optimizer.param_groups[0][\"lr\"] = {rate}");
    }
    if run.decay != 0.0 {
        let _ = writeln!(text, "    with torch.no_grad():");
        let kept = format!("1 - abs({rate})*{}", number(run.decay));
        let _ = writeln!(text, "        for node in moved: node.mul_({kept})");
    }
    text + "    optimizer.step()\n"
}

/// A rate as a function of the step.
fn formula(step: &Value, nodes: &[Value], constants: &HashMap<Value, f64>) -> String {
    let mut text = "def rate(k):\n    k = torch.tensor(float(k))\n".to_owned();
    let mut names: HashMap<&Value, String> = HashMap::new();
    for node in nodes {
        let name = match constants.get(node) {
            _ if node.is(step) => "k".to_owned(),
            Some(constant) => format!("torch.tensor({})", number(*constant)),
            None => format!("r{}", names.len()),
        };
        names.insert(node, name);
        if !node.is_leaf() {
            let own = names.get(node).map_or("", String::as_str);
            let _ = writeln!(text, "    {own} = {}", called(node, &names));
        }
    }
    let root = nodes.last().and_then(|root| names.get(root)).map_or("k", String::as_str);
    let _ = writeln!(text, "    return {root}.item()\n\n");
    text
}
