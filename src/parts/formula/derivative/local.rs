//! Local derivatives from their texts in the table of operations: as nodes, numbers and formulas.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

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
    /// With a part left out: the operation at the first index is replaced by its operand at the
    /// second index.
    InPart(usize, usize),
    /// This text in its place, over `x`, `y` and `out` as well.
    Instead(&'static str),
}

/// Returns the misreadings of the local derivative of `operation` by one of its operands.
pub fn misreadings(operation: &'static Operation, index: usize) -> Vec<Reading> {
    let steps = parse_expression(operation.partial_text(index)).map_or(Vec::new(), |it| it.steps);
    let mut readings = vec![Reading::AtInput];
    for (at, step) in steps.iter().enumerate() {
        if let Kind::Operation(part) = step.kind {
            readings.extend((0..part.arity()).map(|kept| Reading::InPart(at, kept)));
        }
    }
    readings
}

/// Returns the local derivative of `node` by one of its operands as a formula over its operands and
/// itself.
pub fn local_formula(node: &Value, index: usize) -> Option<Formula> {
    read_formula(node, index, Reading::Right).map(|(formula, _)| formula)
}

/// Returns the formula read in this way, and its number.
pub fn read_formula(node: &Value, index: usize, reading: Reading) -> Option<(Formula, f64)> {
    let out = match (reading, node.both_operands()) {
        (Reading::AtInput, [x, _]) => x.clone(),
        _ => Operand::Value(node.clone()),
    };
    // Stand-in leaves replace the nodes, so that their operands are not expanded.
    let mut stand_ins: Vec<(Value, Atom)> = Vec::new();
    let stand_in = |name: &str| {
        if name == "n" && node.is_fold() {
            return Some(Operand::Constant(node.sharing_rows() as f64));
        }
        let operand = meaning(name, node.both_operands(), &out)?;
        let atom = match (ops::constant(name), operand.value()) {
            (Some(constant), _) => Atom::Name(constant.name),
            (None, Some(value)) => Atom::Node(value.clone()),
            (None, None) => return Some(operand),
        };
        let leaf = Value::leaf(operand.data(), Label::default());
        stand_ins.push((leaf.clone(), atom));
        Some(Operand::Value(leaf))
    };
    let mut maker = Maker::for_reading();
    let operation = node.operation()?;
    let text = match reading {
        Reading::Instead(text) => text,
        _ => operation.partial_text(index),
    };
    let steps = parse_expression(text).ok()?.steps;
    let local = make(operation, (text, &steps), reading, stand_in, &mut maker).ok()?;
    let mut formula = Formula::of(&local, |made| !made.is_leaf(), usize::MAX);
    for atom in &mut formula.atoms {
        if let Atom::Node(leaf) = atom
            && let Some((_, meant)) = stand_ins.iter().find(|(known, _)| known.is(leaf))
        {
            *atom = meant.clone();
        }
    }
    Some((formula, local.data()))
}

/// Evaluates the text of the local derivative of `operation` by one of its operands, which may
/// differ from its function.
///
/// # Errors
///
/// When the text cannot be parsed.
pub fn text_slope(operation: &'static Operation, index: usize, operands: [f64; 2]) -> Result<f64> {
    let out = Operand::Constant(operation.forward(operands[0], operands[1]));
    let operands = operands.map(Operand::Constant);
    let mut maker = Maker::new(Label::default(), 0);
    let places = |name: &str| meaning(name, &operands, &out);
    Ok(Texts::default().local(operation, index, places, &mut maker)?.data())
}

/// A difference between the text of a local derivative, computed as written, and its function.
#[derive(Debug)]
pub struct Disagreement {
    /// The number the text gives.
    pub text: f64,
    /// The reason, from the operation's nearest edge.
    pub because: Option<&'static str>,
}

/// Compares `node`'s local derivative by one of its operands with its text, and returns a
/// difference that is more than rounding.
pub fn disagreement(node: &Value, index: usize) -> Option<Disagreement> {
    let operation = node.operation()?;
    let at = node.both_operands().each_ref().map(Operand::data);
    let slope = operation.partial(index, at[0], at[1], node.data());
    let text = text_slope(operation, index, at).ok()?;
    // Up to the rounding of a formula.
    if agree_within(1e-6, slope, text) {
        return None;
    }
    let edge = operation.edge_near(at, |edge| !edge.text_agrees);
    Some(Disagreement { text, because: edge.map(|edge| edge.because) })
}

/// Tells whether two numbers are both nan, or equal up to this part of the larger one.
pub fn agree_within(part: f64, one: f64, other: f64) -> bool {
    let distance = (one - other).abs();
    // In proportion to infinity everything is near.
    let is_near = distance.is_finite() && distance <= part * one.abs().max(other.abs());
    is_near || one == other || (one.is_nan() && other.is_nan())
}

/// The operand that a name in the text of a local derivative means.
pub(super) fn meaning(name: &str, [x, y]: &[Operand; 2], out: &Operand) -> Option<Operand> {
    let found = |operand: &Operand| {
        Some(operand.constant().map_or_else(|| operand.clone(), Operand::Constant))
    };
    match name {
        "x" => found(x),
        "y" => found(y),
        "out" => found(out),
        _ => ops::constant(name).map(|constant| Operand::Constant(constant.value)),
    }
}

/// The texts of local derivatives, each parsed once.
#[derive(Default)]
pub(super) struct Texts {
    read: HashMap<(usize, usize), Vec<Step>>,
}

impl Texts {
    /// Builds the nodes of one local derivative; `meaning` resolves `x`, `y`, `out` and the names
    /// of constants.
    pub(super) fn local(
        &mut self,
        operation: &'static Operation,
        index: usize,
        meaning: impl FnMut(&str) -> Option<Operand>,
        maker: &mut Maker,
    ) -> Result<Operand> {
        let text = operation.partial_text(index);
        if text == ops::UNKNOWN {
            let message = format!("the derivative of {} is not known here", operation.name);
            return Err(Error::new(Span::default(), message));
        }
        let key = (std::ptr::from_ref(operation).addr(), index);
        let steps = match self.read.entry(key) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => entry.insert(parse_expression(text)?.steps),
        };
        make(operation, (text, steps), Reading::Right, meaning, maker)
    }
}

/// Builds the nodes of the steps of a text.
fn make(
    operation: &Operation,
    (text, steps): (&str, &[Step]),
    reading: Reading,
    mut meaning: impl FnMut(&str) -> Option<Operand>,
    maker: &mut Maker,
) -> Result<Operand> {
    let mut stack: Vec<Operand> = Vec::new();
    for (at, step) in steps.iter().enumerate() {
        let kind = match step.kind {
            // Here nothing takes the place of an operation.
            Kind::Call(_) => ops::call(step.span.of(text)).map_or(step.kind, Kind::Operation),
            kind => kind,
        };
        let made = match kind {
            Kind::Number(number) => Operand::Constant(number),
            Kind::Operation(part) => {
                let last = stack.pop().unwrap_or(Operand::Constant(f64::NAN));
                let operands = match part.arity() {
                    1 => [last, Operand::Constant(0.0)],
                    _ => [stack.pop().unwrap_or(Operand::Constant(f64::NAN)), last],
                };
                match (reading, operands) {
                    (Reading::InPart(left_out, 0), [x, _]) if left_out == at => x,
                    (Reading::InPart(left_out, _), [_, y]) if left_out == at => y,
                    (_, operands) => maker.apply(part, operands),
                }
            }
            Kind::Name => meaning(step.span.of(text)).ok_or_else(|| unreadable(operation))?,
            Kind::Parameter(_)
            | Kind::Text
            | Kind::Call(_)
            | Kind::Link(..)
            | Kind::Chain(_)
            | Kind::Choice
            | Kind::PlusMinus => {
                return Err(unreadable(operation));
            }
        };
        stack.push(made);
    }
    stack.pop().ok_or_else(|| unreadable(operation))
}

fn unreadable(operation: &Operation) -> Error {
    Error::new(Span::default(), format!("the derivative of {} cannot be read", operation.name))
}
