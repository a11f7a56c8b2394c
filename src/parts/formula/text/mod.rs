//! A node as a formula, with its inner nodes written out.

mod textbook;

use std::borrow::Cow;

use crate::core::graph::{Operand, Value, text_among};
use crate::core::language::{Item, Kind, expression, textbook_expression};
use crate::core::ops::{ADD, Branching, Operation};

/// A formula in postfix order.
#[derive(Debug)]
pub struct Formula {
    /// Its atoms, operands before their operation.
    pub atoms: Vec<Atom>,
}

/// One step of a formula.
#[derive(Debug, Clone)]
pub enum Atom {
    Number(f64),
    /// A node, by its name.
    Node(Value),
    /// A constant, by its name, or a text, with its quotation marks.
    Name(Cow<'static, str>),
    /// An operation on the last one or two atoms.
    Operation(&'static Operation),
    /// The choice between the last two of three atoms by the first.
    Where,
    /// A mark for a part left out.
    More,
}

/// The text of a formula; `name` names its nodes, and `number` writes its numbers.
pub fn text_of(
    atoms: &[Atom],
    name: impl Fn(&Value) -> String,
    number: impl Fn(f64) -> String,
) -> String {
    with_items(atoms, &name, &|items| expression(items, &number))
}

/// The text of a formula as a textbook writes it: `4x^3` for `4 * x^3`.
pub fn textbook_text_of(
    atoms: &[Atom],
    name: impl Fn(&Value) -> String,
    number: impl Fn(f64) -> String,
) -> String {
    with_items(atoms, &name, &|items| textbook_expression(items, &number))
}

fn with_items(
    atoms: &[Atom],
    name: &dyn Fn(&Value) -> String,
    write: &dyn Fn(&[Item<'_>]) -> String,
) -> String {
    let name = |atom: &Atom| match atom {
        Atom::Node(node) => name(node),
        _ => String::new(),
    };
    let names: Vec<String> = atoms.iter().map(name).collect();
    let items = atoms.iter().zip(&names).map(|(atom, name)| match atom {
        Atom::Number(number) => Item::number(*number),
        Atom::Node(_) => Item::name(name),
        Atom::Name(name) => Item::name(name),
        Atom::Operation(operation) => Item::operation(operation),
        Atom::Where => Item { kind: Kind::Call(3), text: "where" },
        Atom::More => Item::name("…"),
    });
    write(&items.collect::<Vec<_>>())
}

/// Atoms are equal if they are written alike.
impl PartialEq for Atom {
    fn eq(&self, other: &Atom) -> bool {
        match (self, other) {
            (Atom::Number(one), Atom::Number(two)) => one == two,
            (Atom::Node(one), Atom::Node(two)) => one.is(two),
            (Atom::Name(one), Atom::Name(two)) => one == two,
            (Atom::Operation(one), Atom::Operation(two)) => one.is(two),
            (Atom::Where, Atom::Where) => true,
            _ => false,
        }
    }
}

impl Atom {
    /// The operands of an operation, with texts for codes.
    fn of_operands(operands: &[Operand]) -> Vec<Atom> {
        let atom = |(at, operand): (usize, &Operand)| match operand {
            Operand::Value(value) => Atom::Node(value.clone()),
            Operand::Constant(number) => {
                let text = text_among(operands, at);
                text.map_or(Atom::Number(*number), |text| Atom::Name(text.into()))
            }
        };
        operands.iter().enumerate().map(atom).collect()
    }
}

impl Formula {
    /// Returns true if the formula was cut.
    pub fn is_cut(&self) -> bool {
        self.atoms.iter().any(|atom| matches!(atom, Atom::More))
    }

    /// Returns the formula of `root` with at most about `most` atoms. Nodes that are `inner`
    /// are written out wherever they are used. The work does not depend on the size of the graph.
    pub fn of(root: &Operand, inner: impl Fn(&Value) -> bool, most: usize) -> Formula {
        let mut formula = Formula { atoms: Vec::new() };
        let mut work = Atom::of_operands(std::slice::from_ref(root));
        let mut entered = 0;
        while let Some(next) = work.pop() {
            let Atom::Node(value) = next else {
                formula.atoms.push(next);
                continue;
            };
            entered += 1;
            let Some(operation) = value.operation().filter(|_| inner(&value)) else {
                formula.atoms.push(Atom::Node(value));
                continue;
            };
            if entered > most {
                formula.atoms.push(Atom::More);
                continue;
            }
            let (last, operands) = match choice(&value, &inner) {
                Some(operands) => (Atom::Where, Atom::of_operands(&operands)),
                None => (Atom::Operation(operation), Atom::of_operands(value.operands())),
            };
            work.push(last);
            work.extend(operands.into_iter().rev());
        }
        formula
    }
}

/// The condition and the two sides of a choice: the sum of a gate and its opposite, both `inner`,
/// or a gate and 0.
fn choice(value: &Value, inner: impl Fn(&Value) -> bool) -> Option<[Operand; 3]> {
    let gate = |node: &Value| match node.branching() {
        Branching::Gate(on) => Some((on, node.both_operands().clone())),
        _ => None,
    };
    let none = Operand::Constant(0.0);
    match (gate(value), value.operands()) {
        (Some((true, [condition, side])), _) => Some([condition, side, none]),
        (Some((false, [condition, side])), _) => Some([condition, none, side]),
        (None, [Operand::Value(one), Operand::Value(other)])
            if value.operation()?.is(ADD) && inner(one) && inner(other) =>
        {
            match (gate(one)?, gate(other)?) {
                ((true, [condition, taken]), (false, [opposite, otherwise])) => {
                    condition.is(&opposite).then_some([condition, taken, otherwise])
                }
                _ => None,
            }
        }
        _ => None,
    }
}
