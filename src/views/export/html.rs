//! The picture as a page that shows the local derivatives of the selected node and the arithmetic
//! of its grad.

use std::fmt::Write;
use std::io;

use super::parts::{name, names};
use super::plan::Plan;
use super::svg::{drawing, escaped};
use super::{DRAWN, Export, Writer};
use crate::graph::{Atom, Value, local_formula, text_of};
use crate::report::{Pass, Role, numbers};
use crate::views::{Canvas, Style};

/// An HTML page.
pub const HTML: Export = Export {
    name: "html",
    endings: &["html", "htm"],
    help: "the picture as a page that shows each node's arithmetic",
    most: DRAWN,
    folds: true,
    words: &["blank"],
    write: Writer::Pass(write),
};

/// Writes the page: styles, the picture, a section for each node, and a script that shows the
/// selected one.
fn write(pass: &Pass, style: &Style, canvas: &mut dyn Canvas) -> io::Result<()> {
    let title = escaped(&format!("The gradients of {}", pass.root_name()));
    let plan = Plan::of(pass);
    let picture = drawing(pass, &plan, style, "group");
    let least = picture.width * LEGIBLE;
    canvas.put(
        Role::Plain,
        &format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{title}</title>\n<style>\n{LOOKS}</style>\n</head>\n<body>\n\
             <h1>{title}</h1>\n<p id=\"how\">Point at a node, or reach it with the Tab key: its \
             grad is explained below the picture.</p>\n<div id=\"picture\" \
             style=\"--least: {least:.0}px\">\n"
        ),
    )?;
    canvas.put(Role::Plain, &picture.text)?;
    canvas.put(Role::Plain, "\n</div>\n<div id=\"about\" aria-live=\"polite\">\n")?;
    for (node, shown) in plan.shown(pass).iter().rev() {
        canvas.put(Role::Plain, &about(pass, node, shown))?;
    }
    canvas.put(Role::Plain, &format!("</div>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n"))
}

/// On a screen, the least part of its width to which the picture shrinks: its words can still be
/// read. Beyond that it scrolls; paper does not.
const LEGIBLE: f64 = 0.6;

const LOOKS: &str = "\
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 1.5rem; background: #fcfcfa; color: #22221f; }
h1 { font-size: 1.25rem; } #how { color: #6b6b66; }
#picture { overflow-x: auto; }
#picture svg { max-width: 100%; min-width: var(--least); height: auto; }
section { font: 14px/1.6 ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; }
section h2 { font-size: 1rem; margin: 1rem 0 0; } section p, section ul { margin: 0.2rem 0; }
.node { cursor: pointer; outline: none; } .node.chosen .frame { stroke-width: 3; }
.edge.chosen { stroke-width: 2.5; }
@media (prefers-color-scheme: dark) {
body { background: #1b1b19; color: #f0efea; } #how { color: #a3a29b; }
}
@media screen and (max-width: 600px) { #picture svg { max-width: none; } }
@media print {
#picture svg { min-width: 0; }
#how { display: none; } section, section[hidden] { display: block; break-inside: avoid; }
}
";

/// Shows only the section of the selected node. On paper, and without scripts, all are shown.
const SCRIPT: &str = "\
'use strict';
const nodes = document.querySelectorAll('.node');
const all = document.querySelectorAll('#about section');
function choose(id) {
  for (const it of all) it.hidden = it.id !== 'about-' + id;
  for (const it of document.querySelectorAll('.chosen')) it.classList.remove('chosen');
  document.getElementById(id).classList.add('chosen');
  const own = '.from-' + id + ', .to-' + id + ', .to-' + id.replace('n', 'op');
  for (const it of document.querySelectorAll(own)) it.classList.add('chosen');
}
for (const node of nodes) {
  node.addEventListener('mouseenter', () => choose(node.id));
  node.addEventListener('focus', () => choose(node.id));
}
for (const it of all) it.hidden = true;
";

/// The section on one node, which the picture calls so.
fn about(pass: &Pass, node: &Value, shown: &str) -> String {
    let number = pass.order.number_of(node).unwrap_or(0);
    let (root, own, all) = (pass.root_name(), name(pass, node), names(pass, node));
    // A neuron is called otherwise in the picture.
    let all = if shown == all { all } else { format!("{shown}: {all}") };
    let short = |number: f64| numbers::answer(number, Some(6));
    let mut text = format!("<section id=\"about-n{number}\">\n");
    let mut line = |tag: &str, content: String| {
        let _ = writeln!(text, "<{tag}>{}</{tag}>", escaped(&content));
    };
    let data = node.text().unwrap_or_else(|| short(node.data()));
    if node.is_leaf() {
        line("h2", format!("{all} = {data} (a leaf)"));
    } else {
        let made = pass.one_operation(node, |number| numbers::answer(number, None));
        line("h2", format!("{all} = {made} = {data}"));
    }
    if pass.grad(node).is_none() {
        // To be found, and so are the parts that it has.
        text.push_str("</section>\n");
        return text;
    }
    if pass.root().is_some_and(|root| root.is(node)) {
        line("p", format!("d{root}/d{own} = 1: it is the output itself."));
    } else {
        let mut contributions: Vec<f64> = Vec::new();
        for edge in pass.order.uses(number) {
            let user = pass.order.node(edge.user);
            let (slope, contribution) = pass.order.contribution(*edge, user.grad());
            contributions.push(contribution);
            let user_name = name(pass, user);
            line(
                "p",
                format!(
                    "from {user_name}: ∂{user_name}/∂{own} × d{root}/d{user_name} = {} × {} = {}{}",
                    grouped(short(slope)),
                    grouped(short(user.grad())),
                    short(contribution),
                    match local(pass, user, edge.index).as_str() {
                        "" => String::new(),
                        formula => format!(", where ∂{user_name}/∂{own}{formula}"),
                    },
                ),
            );
        }
        line("p", format!("d{root}/d{own} = {}", total(pass, node, &contributions)));
    }
    for step in node.backward_steps(node.grad()) {
        let operand = name(pass, step.operand);
        line(
            "p",
            format!("∂{own}/∂{operand}{} = {}", local(pass, node, step.index), short(step.local)),
        );
    }
    text.push_str("</section>\n");
    text
}

/// The grad as the sum of what comes from several uses: `-6 + (-2) = -8`.
fn total(pass: &Pass, node: &Value, contributions: &[f64]) -> String {
    let short = |number: f64| numbers::answer(number, Some(6));
    let grad = short(node.grad());
    match (pass.remark(node), contributions) {
        (Some(remark), _) => format!("{grad}, {remark}"),
        (None, [first, others @ ..]) if !others.is_empty() => {
            let others: String =
                others.iter().map(|other| format!(" + {}", grouped(short(*other)))).collect();
            format!("{}{others} = {grad}", short(*first))
        }
        _ => grad,
    }
}

fn grouped(number: String) -> String {
    if number.starts_with('-') { format!("({number})") } else { number }
}

/// ` = b`: the formula of a local derivative; empty if it is just a number.
fn local(pass: &Pass, node: &Value, index: usize) -> String {
    let Some(formula) = local_formula(node, index) else {
        return String::new();
    };
    if !formula.atoms.iter().any(|atom| matches!(atom, Atom::Node(_) | Atom::Name(_) | Atom::More))
    {
        return String::new();
    }
    let name = |node: &Value| pass.names.call(node);
    format!(" = {}", text_of(&formula.atoms, name, |number| numbers::answer(number, None)))
}
