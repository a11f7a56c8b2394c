//! A node as a formula that a person would write, with its inner nodes expanded.

mod choice;
mod textbook;
mod writer;

use crate::core::graph::{Operand, Order, Value};
use crate::core::language::{Item, expression, textbook_expression};
use crate::core::ops::Operation;
use crate::core::session::Names;
use crate::parts::rows;
use choice::{Choice, is_used_once};
use writer::{Work, Writer};

/// A formula in postfix order.
#[derive(Debug)]
pub struct Formula {
    /// Its atoms, operands before their operation.
    pub atoms: Vec<Atom>,
    /// True if part of it was left out because it was too long.
    pub is_cut: bool,
}

/// One step of a formula.
#[derive(Debug, Clone)]
pub enum Atom {
    /// A number.
    Number(f64),
    /// A node, by its name.
    Node(Value),
    /// A constant, by its name.
    Name(&'static str),
    /// A text, with its quotation marks.
    Text(String),
    /// An operation on the last one or two atoms.
    Operation(&'static Operation),
    /// The choice between the last two of three atoms by the first.
    Where,
    /// A mark for a part left out.
    More,
}

/// Returns the text of one operation on its operands: `L.2 * f`.
pub fn applied(
    operation: &'static Operation,
    operands: &[Operand],
    name: impl Fn(&Value) -> String,
    number: impl Fn(f64) -> String,
) -> String {
    let text = |(at, it): (usize, &Operand)| {
        it.value().map(&name).or_else(|| rows::text_among(operands, at))
    };
    let names: Vec<Option<String>> = operands.iter().enumerate().map(text).collect();
    let operand = |(operand, name)| match (operand, name) {
        (_, Some(name)) => Item::Name(name),
        (operand, None) => Item::Number(Operand::data(operand)),
    };
    let mut items: Vec<Item<'_>> =
        operands.iter().zip(names.iter().map(Option::as_deref)).map(operand).collect();
    items.push(Item::Operation(operation));
    expression(&items, number)
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
    let node = |atom: &Atom| match atom {
        Atom::Node(node) => Some(name(node)),
        _ => None,
    };
    let names: Vec<Option<String>> = atoms.iter().map(node).collect();
    let pairs = atoms.iter().zip(&names);
    let items = pairs.map(|(atom, name)| name.as_deref().map_or_else(|| atom.item(), Item::Name));
    write(&items.collect::<Vec<_>>())
}

impl Atom {
    /// The atom as an item of a text. The name of a node is not known here.
    pub(super) fn item(&self) -> Item<'_> {
        match self {
            Atom::Number(number) => Item::Number(*number),
            Atom::Name(name) => Item::Name(name),
            Atom::Text(text) => Item::Name(text),
            Atom::Operation(operation) => Item::Operation(operation),
            Atom::Where => Item::Call("where", 3),
            Atom::Node(_) | Atom::More => Item::Name("…"),
        }
    }
}

/// Returns a number in an expression as `write` writes it, unless `names` hide the constant that it
/// would name.
pub fn number_among(names: &Names, number: f64, write: impl Fn(f64) -> String) -> String {
    let constant = if number.is_nan() { "nan" } else { "inf" };
    let is_hidden = !number.is_finite() && names.get(constant).is_some();
    if is_hidden { spelled_out(number).to_owned() } else { write(number) }
}

/// Returns a number that is not finite as an operation on numbers, for where the user's names hide
/// the constants.
pub fn spelled_out(number: f64) -> &'static str {
    match number {
        f64::INFINITY => "(1/0)",
        f64::NEG_INFINITY => "(-1/0)",
        _ => "(0/0)",
    }
}

impl Formula {
    /// Returns the formula of `root` with at most about this many atoms.
    ///
    /// Of the computed nodes below it, those that are `inner`, and so have no meaningful name, are
    /// expanded if they are used once or are short.
    pub fn of(root: &Operand, inner: impl Fn(&Value) -> bool, most: usize) -> Formula {
        Formula::expanded(root, &inner, most, SHORT)
    }

    /// Returns the formula of `root` with all `inner` nodes below it expanded; none if it has more
    /// than `most` atoms.
    pub fn over_leaves(
        root: &Operand,
        inner: impl Fn(&Value) -> bool,
        most: usize,
    ) -> Option<Formula> {
        let formula = Formula::expanded(root, &inner, most, usize::MAX);
        (!formula.is_cut && formula.atoms.len() <= most).then_some(formula)
    }

    /// Returns the formula of `root`, in which nodes of at most `short` atoms are expanded even if
    /// they are used several times.
    fn expanded(
        root: &Operand,
        inner: &dyn Fn(&Value) -> bool,
        most: usize,
        short: usize,
    ) -> Formula {
        let Operand::Value(value) = root else {
            return Formula { atoms: vec![Atom::Number(root.data())], is_cut: false };
        };
        let order = Order::of([value]);
        let mut sizes: Vec<Option<usize>> = vec![None; order.count()];
        for (number, node) in order.nodes().iter().enumerate() {
            if node.is_leaf() || !inner(node) {
                continue;
            }
            let operands = order.operands(number).map(|operand| sizes[operand].unwrap_or(1));
            let size = operands.fold(1, usize::saturating_add);
            if node.is(value) || is_used_once(&order, number) || size <= short {
                sizes[number] = Some(size);
            }
        }
        let is_written_out = sizes.iter().map(Option::is_some).collect();
        let atoms = Vec::new();
        let mut writer =
            Writer { order: &order, is_written_out, most, entered: 0, atoms, is_cut: false };
        writer.write(value);
        Formula { atoms: writer.atoms, is_cut: writer.is_cut }
    }

    /// Returns the formula of a node with at most about `most` atoms, where all nodes that are
    /// `inner` are expanded wherever they are used. The work does not depend on the size of the
    /// graph.
    pub fn written_out(root: &Value, inner: impl Fn(&Value) -> bool, most: usize) -> Formula {
        let mut formula = Formula { atoms: Vec::new(), is_cut: false };
        let mut work = vec![Work::Enter(Operand::Value(root.clone()), false)];
        let mut entered = 0;
        while let Some(next) = work.pop() {
            let value = match next {
                Work::Enter(Operand::Value(value), _) => value,
                next => {
                    formula.atoms.push(match next {
                        Work::Enter(operand, _) => Atom::Number(operand.data()),
                        Work::Text(text) => Atom::Text(text),
                        Work::Operation(operation) => Atom::Operation(operation),
                        Work::Where => Atom::Where,
                        Work::More => Atom::More,
                    });
                    continue;
                }
            };
            entered += 1;
            match value.operation().filter(|_| inner(&value)) {
                Some(_) if entered > most => {
                    formula.is_cut = true;
                    formula.atoms.push(Atom::More);
                }
                Some(_) if let Some(choice) = Choice::of(&value, &inner) => {
                    work.push(Work::Where);
                    let operands = choice.operands().into_iter().rev();
                    work.extend(operands.map(|operand| Work::Enter(operand, false)));
                }
                Some(operation) => {
                    work.push(Work::Operation(operation));
                    let operands = value.operands().iter().enumerate().rev();
                    work.extend(operands.map(|(at, operand)| {
                        match rows::text_among(value.operands(), at) {
                            Some(text) => Work::Text(text),
                            None => Work::Enter(operand.clone(), false),
                        }
                    }));
                }
                None => formula.atoms.push(Atom::Node(value)),
            }
        }
        formula
    }
}

/// The number of atoms up to which a node is expanded even if used several times.
const SHORT: usize = 6;
