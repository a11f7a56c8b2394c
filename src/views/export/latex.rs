//! The expression, its value and its partial derivatives as equations.

mod matrices;
mod names;

use std::collections::HashSet;
use std::io;

use matrices::Layers;
pub use names::greek_letter;
use names::{in_words, spelled, word};

use super::{DRAWN, Export, Writer};
use crate::graph::{ANSWER, Atom, Column, Formula, Label, Names, Operand, Value, derivative};
use crate::language::in_marks;
use crate::ops::{ADD, DIVIDE, Latex, MULTIPLY, Notation, Operation, POWER, SUBTRACT};
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
    can_be_blank: true,
    write: Writer::Pass(write),
};

/// Writes the data of leaves, the equations of computed nodes, and the root's partial by each leaf; those
/// of networks layer by layer.
fn write(pass: &Pass, style: &Style, canvas: &mut dyn Canvas) -> io::Result<()> {
    let Some(root) = pass.root() else {
        return Ok(());
    };
    let layers = Layers::of(pass);
    let spell = |node: &Value| layers.spelled(node, style);
    let mut lines = layers.equations(style);
    let is_told = |node: &&Value| !layers.has_leaf(node);
    for node in pass.order.nodes().iter().filter(|node| node.is_leaf()).filter(is_told) {
        let data = data(node, style).unwrap_or_default();
        lines.push(format!("{} &= {data}", spell(node)));
    }
    // By a column there is a derivative a row, which is no one number.
    let leaves = pass.order.leaves().filter(|leaf| !leaf.is(root) && !leaf.is_per_row());
    let partials: Vec<(&Value, Option<Formula>)> =
        leaves.filter(is_told).map(|leaf| (leaf, partial(root, leaf, &layers))).collect();
    let named = partials.iter().filter_map(|(_, formula)| formula.as_ref());
    let named = named.flat_map(named_in).chain([root.clone()]).collect();
    for (node, right) in definitions(pass, named, &layers, style) {
        let data = data(node, style).map(|data| format!(" = {data}")).unwrap_or_default();
        lines.push(format!("{} &= {right}{data}", spell(node)));
    }
    let top = spell(root);
    for (leaf, formula) in partials {
        let bottom = spell(leaf);
        let formula = formula.map(|formula| typeset(&spell, &formula.atoms, style));
        let grad = (!root.is_per_row()).then(|| number(leaf.grad(), style));
        let right = match (formula, grad) {
            // It is to be found.
            _ if pass.grad(leaf).is_none() => String::new(),
            (Some(formula), Some(grad)) if formula != grad => format!("{formula} = {grad}"),
            (_, Some(grad)) => grad,
            (Some(formula), None) => formula,
            // One number a row, and no short formula.
            (None, None) => continue,
        };
        let line = format!("\\frac{{\\partial {top}}}{{\\partial {bottom}}} &= {right}");
        lines.push(line.trim_end().to_owned());
    }
    if !root.is_per_row() {
        let grad = |leaf: &Value| pass.grad(leaf).map(|grad| number(grad, style));
        lines.extend(layers.partials(&top, &|leaf| grad(leaf).unwrap_or_default()));
    }
    let text = lines.join(" \\\\\n  ");
    canvas.put(Role::Plain, &format!("\\begin{{align*}}\n  {text}\n\\end{{align*}}\n"))
}

/// Returns the equation of a node's standard uncertainty.
pub fn equation_of_uncertainty(
    root: &Value,
    atoms: &[Atom],
    names: &Names,
    style: &Style,
) -> String {
    let root = spelled(names, root);
    let spell = |node: &Value| spelled(names, node);
    format!("u\\left({root}\\right) = {}", typeset(&spell, atoms, style))
}

/// Returns the equation of a model, and of the named nodes that it is made of.
pub fn equations_of(y: &Operand, model: &Operand, names: &Names) -> String {
    let style = Style::plain(None);
    let spell = |node: &Value| spelled(names, node);
    let side = |operand: &Operand| {
        let is_below =
            |below: &Value| operand.value() == Some(below) || is_inner(below) || is_unnamed(below);
        Formula::over_leaves(operand, is_below, MOST_ATOMS)
            .unwrap_or_else(|| Formula::of(operand, is_below, MOST_ATOMS))
    };
    let formula = side(model);
    // Data with a name are called by it.
    let is_answer = |y: &Value| names.text(y.label().name) == ANSWER;
    let is_named = |y: &&Value| !is_unnamed(y) && !is_inner(y) && !is_answer(y);
    let left = match y.value().filter(is_named) {
        Some(y) => spelled(names, y),
        None => typeset(&spell, &side(y).atoms, &style),
    };
    let mut lines = vec![(left, typeset(&spell, &formula.atoms, &style))];
    let mut seen: HashSet<Value> = HashSet::new();
    let mut work: Vec<Value> = named_in(&formula).collect();
    while let Some(node) = work.pop() {
        if node.is_leaf() || !seen.insert(node.clone()) {
            continue;
        }
        let name = spelled(names, &node);
        let formula = side(&Operand::Value(node));
        lines.push((name, typeset(&spell, &formula.atoms, &style)));
        work.extend(named_in(&formula));
    }
    // A root without a name is on no other side.
    let equation = |(left, right): &(String, String), sign: &str| {
        if left == right { left.clone() } else { format!("{left} {sign} {right}") }
    };
    if let [line] = lines.as_slice() {
        return equation(line, "=");
    }
    let lines: Vec<String> = lines.iter().map(|line| equation(line, "&=")).collect();
    format!("\\begin{{aligned}}\n{}\n\\end{{aligned}}", lines.join(" \\\\\n"))
}

/// The most atoms of an equation; a longer one is cut.
const MOST_ATOMS: usize = 400;

/// True for a node that only an expression without a name has.
fn is_unnamed(node: &Value) -> bool {
    node.label().binding == 0
}

/// A number of a column, or the text that it stands for.
fn cell(column: &Column, value: f64, style: &Style) -> String {
    let text = column.categories().and_then(|categories| categories.text(value));
    text.map_or_else(|| number(value, style), |text| in_words(&in_marks(text)))
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
        numbers.iter().take(SHOWN).map(|value| cell(column, *value, style)).collect();
    if numbers.len() > SHOWN {
        shown.push("\\dots".to_owned());
    }
    Some(format!("({})", shown.join(",\\ ")))
}

/// The right sides of the computed nodes in `named`, and of the nodes that those name, operands first.
fn definitions<'pass>(
    pass: &'pass Pass,
    mut named: HashSet<Value>,
    layers: &Layers<'_>,
    style: &Style,
) -> Vec<(&'pass Value, String)> {
    let mut found = Vec::new();
    // Backward, so that a formula comes before the nodes it names.
    for node in pass.order.nodes().iter().rev() {
        if node.is_leaf() || !named.contains(node) || layers.has(node) {
            continue;
        }
        if let Some((right, operands)) = layers.made(node, style) {
            named.extend(operands.iter().flat_map(named_in));
            if right != layers.spelled(node, style) {
                found.push((node, right));
            }
            continue;
        }
        let is_below = |below: &Value| below.is(node) || is_inner(below) && !layers.names(below);
        let formula = Formula::of(&Operand::Value(node.clone()), is_below, usize::MAX);
        named.extend(named_in(&formula));
        let right = typeset(&|node| layers.spelled(node, style), &formula.atoms, style);
        found.push((node, right));
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

/// The formula of a partial derivative, if it is short, all its nodes have names, and it does not go
/// through a network.
fn partial(root: &Value, leaf: &Value, layers: &Layers<'_>) -> Option<Formula> {
    let made = derivative(root, leaf, Label::default(), 0).ok()?;
    let formula = Formula::of(&made.result, is_inner, LONGEST);
    let has_no_name =
        |atom: &Atom| matches!(atom, Atom::Node(value) if is_unnamed(value) || layers.has(value));
    let is_fine =
        !formula.is_cut && formula.atoms.len() <= LONGEST && !formula.atoms.iter().any(has_no_name);
    is_fine.then_some(formula)
}

/// A part of an equation as LaTeX, and how tightly it holds together.
struct Typeset {
    text: String,
    grip: u8,
}

/// The grip of what never needs parentheses.
const WHOLE: u8 = u8::MAX;

/// Twice the precedence of an operation, and one more for a link of a chain, in which the order of
/// evaluation may be left open: `a + (b - c)`.
fn grip(operation: &Operation) -> u8 {
    match operation.notation {
        Notation::Infix { precedence, .. } => 2 * precedence + u8::from(is_link(operation)),
        Notation::Prefix { precedence } => 2 * precedence,
        // A function is not raised to a power without parentheses.
        Notation::Call | Notation::Row => grip(POWER),
    }
}

fn is_link(operation: &Operation) -> bool {
    [ADD, SUBTRACT, MULTIPLY, DIVIDE].iter().any(|link| operation.is(link))
}

fn typeset(spell: &dyn Fn(&Value) -> String, atoms: &[Atom], style: &Style) -> String {
    let mut stack: Vec<Typeset> = Vec::new();
    for atom in atoms {
        let piece = match atom {
            Atom::Number(value) => {
                let text = number(*value, style);
                let grip = if text.contains(' ') { grip(MULTIPLY) } else { WHOLE };
                Typeset { text, grip }
            }
            Atom::Node(value) => Typeset { text: spell(value), grip: WHOLE },
            Atom::Name(name) => Typeset { text: word(name), grip: WHOLE },
            Atom::Text(text) => Typeset { text: in_words(text), grip: WHOLE },
            Atom::More => Typeset { text: "\\dots".to_owned(), grip: WHOLE },
            Atom::Uncertainty => {
                let of = stack.pop().map(|piece| piece.text).unwrap_or_default();
                Typeset { text: format!("u\\left({of}\\right)"), grip: WHOLE }
            }
            Atom::Where => {
                let first = stack.len().saturating_sub(3);
                cases(&stack.split_off(first))
            }
            Atom::Operation(operation) => {
                let first = stack.len().saturating_sub(operation.arity());
                apply(operation, &stack.split_off(first))
            }
        };
        stack.push(piece);
    }
    stack.pop().map(|piece| piece.text).unwrap_or_default()
}

/// A choice, by its condition and its sides.
fn cases(operands: &[Typeset]) -> Typeset {
    let text = |index: usize| operands.get(index).map_or("", |it| it.text.as_str());
    let (condition, taken, otherwise) = (text(0), text(1), text(2));
    let text = format!(
        "\\begin{{cases}}{taken} & \\text{{if }} {condition} \\\\ {otherwise} & \\text{{else}}\\end{{cases}}"
    );
    Typeset { text, grip: WHOLE }
}

fn apply(operation: &Operation, operands: &[Typeset]) -> Typeset {
    let held = parenthesized(operation, operands);
    let text = match operation.latex {
        Latex::Macro(text) | Latex::Enclosed(text) => filled(text, operands, &held),
        Latex::Command(command) => written(operation, command, &held),
        Latex::Name if operation.notation == Notation::Call => {
            written(operation, &format!("\\operatorname{{{}}}", operation.name), &held)
        }
        Latex::Name => written(operation, operation.name, &held),
    };
    let is_enclosed = matches!(operation.latex, Latex::Enclosed(_));
    Typeset { text, grip: if is_enclosed { WHOLE } else { grip(operation) } }
}

/// The operands, in parentheses where their place asks for them.
fn parenthesized(operation: &Operation, operands: &[Typeset]) -> Vec<String> {
    match (operation.notation, operands) {
        // A sign before a product is that of its first factor.
        (Notation::Prefix { .. }, [x]) => vec![held(x, grip(MULTIPLY))],
        (Notation::Infix { right, .. }, [x, y]) => {
            let (own, regroups) = (grip(operation), operation.is(ADD) || operation.is(MULTIPLY));
            let tighter = own / 2 * 2 + 2;
            let [least_left, least_right] = if right { [tighter, own] } else { [own, tighter] };
            // A leading sign needs none.
            let is_first = is_link(operation) && x.grip >= least_left;
            let x = if is_first { x.text.clone() } else { held(x, least_left) };
            vec![x, held(y, if regroups { own } else { least_right })]
        }
        (Notation::Row, [x, row]) => vec![held(x, WHOLE), row.text.clone()],
        _ => operands.iter().map(|operand| operand.text.clone()).collect(),
    }
}

/// A macro with its operands, which need no parentheses in braces.
fn filled(text: &str, operands: &[Typeset], held: &[String]) -> String {
    let places = ["#1", "#2"].into_iter().zip(operands).zip(held);
    places.fold(text.to_owned(), |text, ((place, bare), held)| {
        let in_braces = format!("{{{}}}", bare.text);
        text.replace(&format!("{{{place}}}"), &in_braces).replace(place, held)
    })
}

/// A name or mark with its operands.
fn written(operation: &Operation, name: &str, operands: &[String]) -> String {
    match (operation.notation, operands) {
        (Notation::Prefix { .. }, [x]) => format!("{name}{x}"),
        (Notation::Infix { .. }, [x, y]) => {
            // Letters may be adjacent; digits would read as one number.
            let is_blank = operation.is(MULTIPLY) && !y.starts_with(|c: char| c.is_ascii_digit());
            format!("{x} {} {y}", if is_blank { "\\," } else { name })
        }
        _ => format!("{name}\\left({}\\right)", operands.join(", ")),
    }
}

/// The piece, in parentheses if its precedence is too low.
fn held(piece: &Typeset, least: u8) -> String {
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
