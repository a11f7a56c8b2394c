//! Local derivatives out of the operations' own texts: as nodes, as numbers, and as formulas.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::formula::{Atom, Formula};
use super::node::{Label, Operand, Value};
use super::simplify::Maker;
use crate::language::{Error, Kind, Result, Span, Step, parse_expression};
use crate::ops::{self, Operation};

/// The local derivative of `node` by one of its operands as a person would write it: a formula over
/// its operands and itself.
pub fn local_formula(node: &Value, index: usize) -> Option<Formula> {
    let out = Operand::Value(node.clone());
    // Leaves stand for the nodes while the formula is made: what those are computed from is not
    // looked at, and nothing is shared.
    let mut stand_ins: Vec<(Value, Atom)> = Vec::new();
    let stand_in = |name: &str| {
        let operand = meaning(name, node.places(), &out)?;
        let atom = match (ops::constant(name), &operand) {
            (Some(constant), _) => Atom::Name(constant.name),
            (None, Operand::Value(value)) => Atom::Node(value.clone()),
            (None, Operand::Constant(_)) => return Some(operand),
        };
        let leaf = Value::leaf(operand.data(), Label::default());
        stand_ins.push((leaf.clone(), atom));
        Some(Operand::Value(leaf))
    };
    let mut maker = Maker::for_reading();
    let local = Texts::default().local(node.operation()?, index, stand_in, &mut maker).ok()?;
    let mut formula = Formula::of(&local, |made| !made.is_leaf(), usize::MAX);
    for atom in &mut formula.atoms {
        if let Atom::Node(leaf) = atom
            && let Some((_, meant)) = stand_ins.iter().find(|(known, _)| known.is(leaf))
        {
            *atom = meant.clone();
        }
    }
    Some(formula)
}

/// The local derivative of `operation` by one of its operands as its text says it, which is not
/// always what its function says.
pub fn text_slope(operation: &'static Operation, index: usize, operands: [f64; 2]) -> Result<f64> {
    let out = Operand::Constant(operation.forward(operands[0], operands[1]));
    let operands = operands.map(Operand::Constant);
    let mut maker = Maker::new(Label::default(), 0);
    let places = |name: &str| meaning(name, &operands, &out);
    Ok(Texts::default().local(operation, index, places, &mut maker)?.data())
}

/// What a name in the text of a local derivative stands for.
pub(super) fn meaning(name: &str, [x, y]: &[Operand; 2], out: &Operand) -> Option<Operand> {
    match name {
        "x" => Some(x.clone()),
        "y" => Some(y.clone()),
        "out" => Some(out.clone()),
        _ => ops::constant(name).map(|constant| Operand::Constant(constant.value)),
    }
}

/// The texts of local derivatives, each read once.
#[derive(Default)]
pub(super) struct Texts {
    read: HashMap<(usize, usize), Vec<Step>>,
}

impl Texts {
    /// The nodes of one local derivative; `meaning` says what stands for `x`, `y`, `out` and the
    /// names of constants.
    pub(super) fn local(
        &mut self,
        operation: &'static Operation,
        index: usize,
        mut meaning: impl FnMut(&str) -> Option<Operand>,
        maker: &mut Maker,
    ) -> Result<Operand> {
        let text = operation.partial_text(index);
        let key = (std::ptr::from_ref(operation).addr(), index);
        let steps = match self.read.entry(key) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => entry.insert(parse_expression(text)?.steps),
        };
        let mut stack: Vec<Operand> = Vec::new();
        for step in steps.iter() {
            let made = match step.kind {
                Kind::Number(number) => Operand::Constant(number),
                Kind::Operation(operation) => {
                    let last = stack.pop().unwrap_or(Operand::Constant(f64::NAN));
                    let operands = match operation.arity() {
                        1 => [last, Operand::Constant(0.0)],
                        _ => [stack.pop().unwrap_or(Operand::Constant(f64::NAN)), last],
                    };
                    maker.apply(operation, operands)
                }
                Kind::Name => meaning(step.span.of(text)).ok_or_else(|| unreadable(operation))?,
                Kind::Parameter(_) | Kind::Call(_) => return Err(unreadable(operation)),
            };
            stack.push(made);
        }
        stack.pop().ok_or_else(|| unreadable(operation))
    }
}

fn unreadable(operation: &Operation) -> Error {
    Error::new(Span::default(), format!("the derivative of {} cannot be read", operation.name))
}
