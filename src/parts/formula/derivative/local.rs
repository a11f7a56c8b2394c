//! Local derivatives from their texts in the table of operations: as nodes, numbers and formulas.

use super::simplify::Maker;
use crate::core::graph::{Label, Operand, Value};
use crate::core::language::{Error, Kind, Result, Span, Step, parse_expression};
use crate::core::ops::{self, Operation};
use crate::parts::formula::text::{Atom, Formula};

/// A way to read the text of a local derivative.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// As written.
    Right,
    /// With the input in place of the result.
    AtInput,
    /// Another text over `x`, `y` and `out`.
    Instead(&'static str),
}

/// Returns the local derivative of `node` by an operand as a formula.
pub fn local_formula(node: &Value, index: usize) -> Option<Formula> {
    read_formula(node, index, Reading::Right).map(|(formula, _)| formula)
}

/// Returns the formula read in this way, and its number.
pub fn read_formula(node: &Value, index: usize, reading: Reading) -> Option<(Formula, f64)> {
    let operation = node.operation()?;
    let out = match (reading, node.both_operands()) {
        (Reading::AtInput, [x, _]) => x.clone(),
        _ => Operand::Value(node.clone()),
    };
    // Leaves represent constants, which are written by name.
    let mut constants: Vec<(Value, &'static str)> = Vec::new();
    let operand = |name: &str| match ops::constant(name) {
        _ if name == "n" && node.is_fold() => Some(Operand::Constant(node.sharing_rows() as f64)),
        Some(constant) => {
            let leaf = Value::leaf(constant.value, Label::default());
            constants.push((leaf.clone(), constant.name));
            Some(Operand::Value(leaf))
        }
        None => meaning(name, node.both_operands(), &out),
    };
    let text = match reading {
        Reading::Instead(text) => text,
        _ => operation.partial_text(index),
    };
    let steps = parse_expression(text).ok()?.steps;
    let mut maker = Maker::for_reading();
    let local = make((text, &steps), operand, &mut maker)?;
    let mut formula = Formula::of(&local, |made| maker.has_made(made), usize::MAX);
    for atom in &mut formula.atoms {
        if let Atom::Node(leaf) = atom
            && let Some((_, name)) = constants.iter().find(|(constant, _)| constant.is(leaf))
        {
            *atom = Atom::Name((*name).into());
        }
    }
    Some((formula, local.data()))
}

/// Evaluates the text of a local derivative, which may differ from its function.
pub fn text_slope(operation: &'static Operation, index: usize, operands: [f64; 2]) -> Result<f64> {
    let out = Operand::Constant(operation.forward(operands[0], operands[1]));
    let operands = operands.map(Operand::Constant);
    let mut maker = Maker::new(Label::default(), 0);
    let places = |name: &str| meaning(name, &operands, &out);
    Ok(local(operation, index, places, &mut maker)?.data())
}

/// The operand of a name in the text of a local derivative.
pub(super) fn meaning(name: &str, [x, y]: &[Operand; 2], out: &Operand) -> Option<Operand> {
    match name {
        "x" => Some(x.clone()),
        "y" => Some(y.clone()),
        "out" => Some(out.clone()),
        _ => ops::constant(name).map(|constant| Operand::Constant(constant.value)),
    }
}

/// Builds the nodes of one local derivative; `operand` resolves the names in its text.
pub(super) fn local(
    operation: &'static Operation,
    index: usize,
    operand: impl FnMut(&str) -> Option<Operand>,
    maker: &mut Maker,
) -> Result<Operand> {
    let text = operation.partial_text(index);
    let steps = parse_expression(text)?.steps;
    let local = make((text, &steps), operand, maker);
    local.filter(|_| text != ops::UNKNOWN).ok_or_else(|| {
        let message = format!("the derivative of {} is not implemented", operation.name);
        Error::new(Span::default(), message)
    })
}

/// Builds the nodes of a text; `None` if it has other steps than numbers, names and operations.
fn make(
    (text, steps): (&str, &[Step]),
    mut operand: impl FnMut(&str) -> Option<Operand>,
    maker: &mut Maker,
) -> Option<Operand> {
    let mut stack: Vec<Operand> = Vec::new();
    for step in steps {
        let word = step.span.of(text);
        let part = match step.kind {
            Kind::Number(number) => {
                stack.push(Operand::Constant(number));
                continue;
            }
            Kind::Name => {
                stack.push(operand(word)?);
                continue;
            }
            Kind::Operation(part) => part,
            _ => ops::call(word)?,
        };
        let last = stack.pop()?;
        let operands = match part.arity() {
            1 => [last, Operand::Constant(0.0)],
            _ => [stack.pop()?, last],
        };
        stack.push(maker.apply(part, operands));
    }
    stack.pop()
}
