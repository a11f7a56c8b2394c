//! The expression, its value and its partial derivatives as equations.

mod names;

use std::collections::HashSet;
use std::io;

use names::{spelled, word};

use super::{DRAWN, Export};
use crate::graph::{Atom, Formula, Label, Operand, Value, derivative};
use crate::ops::{Notation, Operation};
use crate::report::{Pass, Role, numbers};
use crate::views::{Canvas, Style};

/// The maximum number of atoms in a partial's formula; of a longer one only the number is given.
const LONGEST: usize = 60;

/// LaTeX.
pub const LATEX: Export = Export {
    name: "latex",
    endings: &["tex"],
    help: "equations for a paper: needs amsmath",
    most: DRAWN,
    folds: false,
    write,
};

/// Writes the data of leaves, the equations of computed nodes, and the root's partial by each leaf.
fn write(pass: &Pass, style: &Style, canvas: &mut dyn Canvas) -> io::Result<()> {
    let Some(root) = pass.root() else {
        return Ok(());
    };
    let mut lines: Vec<String> = Vec::new();
    for node in pass.order.nodes().iter().filter(|node| node.is_leaf()) {
        let data = data(node, style).unwrap_or_default();
        lines.push(format!("{} &= {data}", spelled(&pass.names, node)));
    }
    // By a column there is a derivative a row, which is no one number.
    let leaves = pass.order.leaves().filter(|leaf| !leaf.is(root) && !leaf.is_per_row());
    let partials: Vec<(&Value, Option<Formula>)> =
        leaves.map(|leaf| (leaf, partial(root, leaf))).collect();
    let named = partials.iter().filter_map(|(_, formula)| formula.as_ref());
    let named = named.flat_map(named_in).chain([root.clone()]).collect();
    for (node, formula) in definitions(pass, named) {
        let right = typeset(pass, &formula, style);
        let data = data(node, style).map(|data| format!(" = {data}")).unwrap_or_default();
        lines.push(format!("{} &= {right}{data}", spelled(&pass.names, node)));
    }
    let top = spelled(&pass.names, root);
    for (leaf, formula) in partials {
        let bottom = spelled(&pass.names, leaf);
        let formula = formula.map(|formula| typeset(pass, &formula, style));
        let grad = (!root.is_per_row()).then(|| number(leaf.grad(), style));
        let right = match (formula, grad) {
            (Some(formula), Some(grad)) if formula != grad => format!("{formula} = {grad}"),
            (_, Some(grad)) => grad,
            (Some(formula), None) => formula,
            // One number a row, and no short formula.
            (None, None) => continue,
        };
        lines.push(format!("\\frac{{\\partial {top}}}{{\\partial {bottom}}} &= {right}"));
    }
    let text = lines.join(" \\\\\n  ");
    canvas.put(Role::Plain, &format!("\\begin{{align*}}\n  {text}\n\\end{{align*}}\n"))
}

/// The number of a node, or the numbers of a column's first rows; none for a computed node that is
/// per row, whose formula holds for all of its rows.
fn data(node: &Value, style: &Style) -> Option<String> {
    const SHOWN: usize = 6;
    let Some(column) = node.as_column() else {
        return (!node.is_per_row()).then(|| number(node.data(), style));
    };
    let numbers = column.numbers();
    let mut shown: Vec<String> =
        numbers.iter().take(SHOWN).map(|value| number(*value, style)).collect();
    if numbers.len() > SHOWN {
        shown.push("\\dots".to_owned());
    }
    Some(format!("({})", shown.join(",\\ ")))
}

/// The formulas of the computed nodes in `named`, and of the nodes that those formulas name,
/// operands first.
fn definitions(pass: &Pass, mut named: HashSet<Value>) -> Vec<(&Value, Formula)> {
    let mut found = Vec::new();
    // Backward, so that a formula comes before the nodes it names.
    for node in pass.order.nodes().iter().rev() {
        if node.is_leaf() || !named.contains(node) {
            continue;
        }
        let is_below = |below: &Value| below.is(node) || is_inner(below);
        let formula = Formula::of(&Operand::Value(node.clone()), is_below, usize::MAX);
        named.extend(named_in(&formula));
        found.push((node, formula));
    }
    found.reverse();
    found
}

fn is_inner(node: &Value) -> bool {
    node.label().part > 0
}

/// The nodes that a formula names.
fn named_in(formula: &Formula) -> impl Iterator<Item = Value> {
    formula.atoms.iter().filter_map(|atom| match atom {
        Atom::Node(value) => Some(value.clone()),
        _ => None,
    })
}

/// The formula of a partial derivative, if it is short and all its nodes have names.
fn partial(root: &Value, leaf: &Value) -> Option<Formula> {
    let made = derivative(root, leaf, Label::default(), 0).ok()?;
    let formula = Formula::of(&made.result, is_inner, LONGEST);
    let is_unnamed = |atom: &Atom| matches!(atom, Atom::Node(value) if value.label().binding == 0);
    let is_fine =
        !formula.is_cut && formula.atoms.len() <= LONGEST && !formula.atoms.iter().any(is_unnamed);
    is_fine.then_some(formula)
}

/// A part of an equation as LaTeX, and how tightly it holds together.
struct Typeset {
    text: String,
    grip: Grip,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Grip {
    Sum,
    Product,
    Power,
    Whole,
}

fn typeset(pass: &Pass, formula: &Formula, style: &Style) -> String {
    let mut stack: Vec<Typeset> = Vec::new();
    for atom in &formula.atoms {
        let piece = match atom {
            Atom::Number(value) => {
                let text = number(*value, style);
                let grip = if text.contains(' ') { Grip::Product } else { Grip::Whole };
                Typeset { text, grip }
            }
            Atom::Node(value) => Typeset { text: spelled(&pass.names, value), grip: Grip::Whole },
            Atom::Name(name) => Typeset { text: word(name), grip: Grip::Whole },
            Atom::More => Typeset { text: "\\dots".to_owned(), grip: Grip::Whole },
            Atom::Operation(operation) => {
                let first = stack.len().saturating_sub(operation.arity());
                apply(operation, stack.split_off(first))
            }
        };
        stack.push(piece);
    }
    stack.pop().map(|piece| piece.text).unwrap_or_default()
}

fn apply(operation: &Operation, operands: Vec<Typeset>) -> Typeset {
    match (operation.notation, operands.as_slice()) {
        (Notation::Prefix { .. }, [x]) => {
            Typeset { text: format!("-{}", held(x, Grip::Product)), grip: Grip::Product }
        }
        (Notation::Infix { .. }, [x, y]) => infix(operation.name, x, y),
        _ => called(operation.name, &operands),
    }
}

fn infix(mark: &str, x: &Typeset, y: &Typeset) -> Typeset {
    match mark {
        "/" => Typeset { text: format!("\\frac{{{}}}{{{}}}", x.text, y.text), grip: Grip::Product },
        "^" => {
            Typeset { text: format!("{}^{{{}}}", held(x, Grip::Whole), y.text), grip: Grip::Power }
        }
        "*" => {
            // A leading sign needs no parentheses.
            let left = match x.grip {
                Grip::Sum => held(x, Grip::Product),
                _ => x.text.clone(),
            };
            let right = held(y, Grip::Product);
            // Letters may be adjacent; digits would read as one number.
            let digit = right.starts_with(|c: char| c.is_ascii_digit());
            let joint = if digit { " \\cdot " } else { " \\, " };
            Typeset { text: format!("{left}{joint}{right}"), grip: Grip::Product }
        }
        "%" => {
            let (x, y) = (held(x, Grip::Product), held(y, Grip::Power));
            Typeset { text: format!("{x} \\bmod {y}"), grip: Grip::Product }
        }
        _ => {
            let least = if mark == "-" { Grip::Product } else { Grip::Sum };
            let text = format!("{} {mark} {}", x.text, held(y, least));
            Typeset { text, grip: Grip::Sum }
        }
    }
}

/// Operations with their own notation: what comes before and after the operand.
const SPELT: &[(&str, &str, &str, Grip)] = &[
    ("exp", "e^{", "}", Grip::Power),
    ("sqrt", "\\sqrt{", "}", Grip::Whole),
    ("cbrt", "\\sqrt[3]{", "}", Grip::Whole),
    ("abs", "\\left|", "\\right|", Grip::Whole),
    ("floor", "\\left\\lfloor ", "\\right\\rfloor ", Grip::Whole),
    ("ceil", "\\left\\lceil ", "\\right\\rceil ", Grip::Whole),
];

/// Operations with a LaTeX command.
const KNOWN: &[(&str, &str)] = &[
    ("log", "\\ln"),
    ("log2", "\\log_2"),
    ("log10", "\\log_{10}"),
    ("sin", "\\sin"),
    ("cos", "\\cos"),
    ("tan", "\\tan"),
    ("asin", "\\arcsin"),
    ("acos", "\\arccos"),
    ("atan", "\\arctan"),
    ("sinh", "\\sinh"),
    ("cosh", "\\cosh"),
    ("tanh", "\\tanh"),
    ("max", "\\max"),
    ("min", "\\min"),
    ("sigmoid", "\\sigma"),
];

fn called(name: &str, operands: &[Typeset]) -> Typeset {
    let texts: Vec<&str> = operands.iter().map(|piece| piece.text.as_str()).collect();
    let inside = texts.join(", ");
    if let Some((_, open, close, grip)) = SPELT.iter().find(|(known, ..)| *known == name) {
        return Typeset { text: format!("{open}{inside}{close}"), grip: *grip };
    }
    let known = KNOWN.iter().find(|(known, _)| *known == name);
    let spelled = known.map_or_else(|| format!("\\operatorname{{{name}}}"), |it| it.1.to_owned());
    Typeset { text: format!("{spelled}\\left({inside}\\right)"), grip: Grip::Power }
}

/// The piece, in parentheses if its precedence is too low.
fn held(piece: &Typeset, least: Grip) -> String {
    let is_signed = piece.text.starts_with('-');
    if piece.grip < least || is_signed {
        format!("\\left({}\\right)", piece.text)
    } else {
        piece.text.clone()
    }
}

fn number(value: f64, style: &Style) -> String {
    let text = numbers::answer(value, style.digits.or(Some(6)));
    match (value.is_finite(), text.split_once('e')) {
        (false, _) if value.is_nan() => "\\text{nan}".to_owned(),
        (false, _) if value > 0.0 => "\\infty".to_owned(),
        (false, _) => "-\\infty".to_owned(),
        (true, Some((mantissa, exponent))) => {
            let exponent = exponent.parse::<i32>().unwrap_or(0);
            format!("{mantissa} \\times 10^{{{exponent}}}")
        }
        (true, None) => text,
    }
}
