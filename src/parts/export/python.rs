//! The graph as a PyTorch script that checks our data and grads.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;

use super::{Export, Writer};
use crate::core::graph::{Operand, Value};
use crate::core::ops::Notation;
use crate::render::Style;
use crate::report::{Pass, counted, numbers};

pub const PYTHON: Export = Export {
    name: "python",
    endings: &["py"],
    help: "a PyTorch script that checks data and grads",
    write: Writer::Pass(write),
};

/// The tolerance between the two programs, relative to numbers above 1.
const CLOSE: &str = "1e-10";

/// The difference of torch.where.
const TRAP: &str = "# torch.where multiplies the unselected side by 0: if its slope is infinite, torch gives nan, unlike gradcalc.\n";

/// Writes the leaves, the operations in their order, the backward pass, and a check of each node.
fn write(pass: &Pass, _: &Style) -> String {
    let Some(root) = pass.root() else {
        return String::new();
    };
    let to_find = pass.order.nodes().iter().filter(|node| pass.grad(node).is_none()).count();
    let mut text = opening(&pass.root_name(), to_find > 0);
    let is_choice = |node: &Value| node.branching().is_some() && !node.is_fold();
    if pass.order.nodes().iter().any(is_choice) {
        text.push_str(TRAP);
    }
    let mut taken: HashSet<String> = TAKEN.iter().map(|word| (*word).to_owned()).collect();
    let names = names(pass, &mut taken);
    let name = |node: &Value| names.get(node).map_or("", String::as_str);
    for node in pass.order.nodes() {
        let right =
            if node.is_leaf() { leaf(node) } else { format!("kept({})", applied(node, name)) };
        let (own, called) = (name(node), pass.names.call(node));
        let comment = if called == own { String::new() } else { format!("  # {called}") };
        let _ = writeln!(text, "{own} = {right}{comment}");
    }
    let row = |node: &Value| pass.row(node).map(|row| row - 1);
    let at = row(root).map_or(String::new(), |row| format!("[{row}]"));
    let _ = writeln!(text, "\n{}{at}.backward()\n", name(root));
    for node in pass.order.nodes() {
        let data = number(node.data());
        let grad = pass.grad(node).map_or("None".to_owned(), number);
        let at = row(node).map_or(String::new(), |row| format!(", {row}"));
        let called = pass.name(node);
        let _ = writeln!(text, "check(\"{called}\", {}, {data}, {grad}{at})", name(node));
    }
    let but = match to_find {
        0 => String::new(),
        _ => format!(", {} to be found", counted(to_find as u64, "grad")),
    };
    let _ = writeln!(text, "print(\"{} nodes agree{but}\")", pass.order.count());
    text
}

/// The text before the graph.
fn opening(root: &str, some_to_find: bool) -> String {
    let skip = if some_to_find { "        if wanted is None: continue\n" } else { "" };
    format!(
        "\"\"\"The graph of {root} in PyTorch, with data and grads, written by gradcalc.\"\"\"
from math import inf, isnan, nan

import torch

torch.set_default_dtype(torch.float64)


def leaf(data):
    return torch.tensor(data, requires_grad=True)


def kept(node):
    if node.requires_grad: node.retain_grad()
    return node


def check(name, node, data, grad, row=None):
    \"\"\"Compares a node, or one row of it, with its data and its grad.\"\"\"
    grads = torch.zeros_like(node) if node.grad is None else node.grad
    at = () if row is None else row
    for what, found, wanted in (\"data\", node[at], data), (\"grad\", grads[at], grad):
{skip}        found = found.item()
        same = found == wanted or isnan(found) and isnan(wanted)
        if not same and not abs(found - wanted) <= {CLOSE} * max(1, abs(wanted)):
            raise AssertionError(f\"{{what}} of {{name}}: PyTorch has {{found}}, gradcalc {{wanted}}\")


"
    )
}

/// A leaf with its data.
fn leaf(leaf: &Value) -> String {
    match leaf.as_column() {
        Some(column) => {
            let rows: Vec<String> = column.numbers().iter().map(|row| number(*row)).collect();
            format!("leaf([{}])", rows.join(", "))
        }
        None => format!("leaf({})", number(leaf.data())),
    }
}

/// A number that Python reads with the same bits.
fn number(number: f64) -> String {
    let text = numbers::exact(number);
    let is_whole = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    if is_whole { format!("{text}.0") } else { text }
}

/// The operation of a node on its operands.
fn applied<'names>(node: &Value, name: impl Fn(&Value) -> &'names str) -> String {
    let Some(operation) = node.operation() else {
        return String::new();
    };
    let template = operation.torch;
    // Functions take only tensors; marks also take numbers.
    let is_mark = operation.notation != Notation::Call && !template.contains("torch.");
    let operand = |operand: &Operand| match operand.value() {
        Some(node) => name(node).to_owned(),
        None if !is_mark => format!("torch.tensor({})", number(operand.data())),
        // A sign binds less than a power.
        None if operand.data().is_sign_negative() => format!("({})", number(operand.data())),
        None => number(operand.data()),
    };
    let mut text = template.to_owned();
    for (place, operand) in ["{x}", "{y}"].into_iter().zip(node.operands().iter().map(operand)) {
        text = text.replace(place, &operand);
    }
    text
}

/// Words with another meaning in the script.
const TAKEN: &[&str] = &[
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "check", "class",
    "continue", "def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if",
    "import", "in", "inf", "is", "isnan", "kept", "lambda", "leaf", "nan", "nonlocal", "not", "or",
    "pass", "print", "raise", "return", "torch", "try", "while", "with", "yield", "abs", "max",
];

/// The name of each node in Python, in letters, digits and `_` only.
fn names<'pass>(pass: &'pass Pass, taken: &mut HashSet<String>) -> HashMap<&'pass Value, String> {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let name = |node: &Value| pass.names.reference(node).chars().map(plain).collect::<String>();
    pass.order.nodes().iter().map(|node| (node, unique(taken, &name(node)))).collect()
}

/// A name that is not taken; marks it taken.
fn unique(taken: &mut HashSet<String>, base: &str) -> String {
    let mut name = base.to_owned();
    for further in 2_usize.. {
        if taken.insert(name.clone()) {
            break;
        }
        name = format!("{base}_{further}");
    }
    name
}
