//! A node as a formula that a person would write, with its inner nodes expanded.

mod textbook;

use super::names::Names;
use super::order::Order;
use super::value::{Operand, Value};
use crate::language::{Item, expression, textbook_expression};
use crate::ops::{ADD, Branching, DIVIDE, MULTIPLY, NEGATE, Operation, SUBTRACT};

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
    /// The standard uncertainty of the last atom.
    Uncertainty,
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
    let names: Vec<Option<String>> =
        operands.iter().map(|it| it.value().map(&name).or_else(|| it.text())).collect();
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
            Atom::Uncertainty => Item::Call("u", 1),
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

/// An item of the work list.
enum Work {
    /// An operand, negated or not.
    Enter(Operand, bool),
    Operation(&'static Operation),
    Where,
    More,
}

/// The number of terms or factors after which a formula that may be cut is cut.
const LONGEST_CHAIN: usize = 40;

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
            return Formula { atoms: vec![number(root.data())], is_cut: false };
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
}

impl Formula {
    /// Returns the formula of a node with at most about `most` atoms, where all nodes that are
    /// `inner` are expanded wherever they are used. The work does not depend on the size of the
    /// graph.
    pub fn written_out(root: &Value, inner: impl Fn(&Value) -> bool, most: usize) -> Formula {
        let mut formula = Formula { atoms: Vec::new(), is_cut: false };
        let mut work = vec![Work::Enter(Operand::Value(root.clone()), false)];
        let mut entered = 0;
        while let Some(next) = work.pop() {
            let operand = match next {
                Work::Operation(operation) => {
                    formula.atoms.push(Atom::Operation(operation));
                    continue;
                }
                Work::Where => {
                    formula.atoms.push(Atom::Where);
                    continue;
                }
                Work::More => continue,
                Work::Enter(operand, _) => operand,
            };
            let Operand::Value(value) = operand else {
                formula.atoms.push(constant(&operand));
                continue;
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
                    let operands = value.operands().iter().rev();
                    work.extend(operands.map(|operand| Work::Enter(operand.clone(), false)));
                }
                None => formula.atoms.push(Atom::Node(value)),
            }
        }
        formula
    }
}

/// The number of atoms up to which a node is expanded even if used several times.
const SHORT: usize = 6;

fn number(value: f64) -> Atom {
    Atom::Number(value)
}

/// What is no node, as an atom.
fn constant(operand: &Operand) -> Atom {
    operand.text().map_or_else(|| number(operand.data()), Atom::Text)
}

struct Writer<'order> {
    order: &'order Order,
    /// By node number, true if the node is expanded.
    is_written_out: Vec<bool>,
    most: usize,
    /// The number of operands entered so far.
    entered: usize,
    atoms: Vec<Atom>,
    is_cut: bool,
}

impl Writer<'_> {
    fn write(&mut self, root: &Value) {
        let mut work = vec![Work::Enter(Operand::Value(root.clone()), false)];
        while let Some(next) = work.pop() {
            match next {
                Work::Operation(operation) => self.atoms.push(Atom::Operation(operation)),
                Work::Where => self.atoms.push(Atom::Where),
                Work::More => {
                    self.is_cut = true;
                    self.atoms.push(Atom::More);
                }
                Work::Enter(Operand::Value(value), negative) => {
                    self.enter(value, negative, &mut work);
                }
                Work::Enter(operand, true) => self.atoms.push(number(-operand.data())),
                Work::Enter(operand, false) => self.atoms.push(constant(&operand)),
            }
        }
    }

    fn enter(&mut self, value: Value, negative: bool, work: &mut Vec<Work>) {
        let operation = value.operation().filter(|_| self.is_written_out(&value));
        let first = work.len();
        self.entered += 1;
        match (operation, value.operands()) {
            (Some(_), _) if self.entered > self.most => work.push(Work::More),
            (Some(row), [x, y]) if row.is(DIVIDE) => {
                work.push(Work::Enter(x.clone(), negative));
                work.push(Work::Enter(y.clone(), false));
                work.push(Work::Operation(DIVIDE));
                reverse_from(first, work);
            }
            (Some(row), _) if row.is(MULTIPLY) => {
                let (factors, is_cut) = self.chain(&value, MULTIPLY);
                for (at, (factor, _)) in factors.into_iter().enumerate() {
                    work.push(Work::Enter(factor, negative && at == 0));
                    if at > 0 {
                        work.push(Work::Operation(MULTIPLY));
                    }
                }
                if is_cut {
                    work.extend([Work::More, Work::Operation(MULTIPLY)]);
                }
                reverse_from(first, work);
            }
            (Some(row), [x]) if row.is(NEGATE) && !negative && self.is_product(x) => {
                work.push(Work::Enter(x.clone(), true));
            }
            (Some(row), _) if !negative && (row.is(ADD) || row.is(SUBTRACT)) => {
                self.enter_sum(&value, work);
                reverse_from(first, work);
            }
            (Some(_), _) if let Some(choice) = Choice::of_one(&value) => {
                choice.write(work);
                if negative {
                    work.push(Work::Operation(NEGATE));
                }
                reverse_from(first, work);
            }
            (operation, operands) => {
                if negative {
                    work.push(Work::Operation(NEGATE));
                }
                match operation {
                    None => self.atoms.push(Atom::Node(value.clone())),
                    Some(operation) => {
                        work.push(Work::Operation(operation));
                        for operand in operands.iter().rev() {
                            work.push(Work::Enter(operand.clone(), false));
                        }
                    }
                }
            }
        }
    }

    /// Adds the terms of a sum to a work list that is reversed afterwards; two gates next to each
    /// other that are opposites as one choice.
    fn enter_sum(&self, sum: &Value, work: &mut Vec<Work>) {
        let (terms, is_cut) = self.chain(sum, ADD);
        let gate = |(term, joins): &(Operand, &'static Operation)| {
            let term = term.value().filter(|it| joins.is(ADD) && self.is_written_out(it));
            term.cloned()
        };
        let mut is_first = true;
        let mut terms = terms.into_iter().peekable();
        while let Some(term) = terms.next() {
            let both = gate(&term).zip(terms.peek().and_then(gate));
            let choice = both.and_then(|(one, other)| Choice::between(&one, &other));
            let joins = if let Some(choice) = choice {
                terms.next();
                choice.write(work);
                ADD
            } else {
                let (term, joins) = term;
                let (term, joins) = match self.negated(&term).filter(|_| !is_first) {
                    Some(positive) => (positive, if joins.is(ADD) { SUBTRACT } else { ADD }),
                    None => (term, joins),
                };
                work.push(Work::Enter(term, false));
                joins
            };
            if !std::mem::take(&mut is_first) {
                work.push(Work::Operation(joins));
            }
        }
        if is_cut {
            work.extend([Work::More, Work::Operation(ADD)]);
        }
    }

    /// Returns the factors of a product, or the terms of a sum with their signs, from left to
    /// right; and true if some were left out.
    ///
    /// `a * (b * c)` is written `a * b * c`; a sum that is subtracted keeps its parentheses.
    fn chain(
        &self,
        value: &Value,
        joins: &'static Operation,
    ) -> (Vec<(Operand, &'static Operation)>, bool) {
        let mut found = Vec::new();
        let longest = if self.most == usize::MAX { usize::MAX } else { LONGEST_CHAIN };
        let mut work = vec![(Operand::Value(value.clone()), joins)];
        while let Some((operand, before)) = work.pop() {
            let inner = operand
                .value()
                .filter(|inner| inner.is(value) || self.is_written_out(inner))
                .filter(|_| !before.is(SUBTRACT));
            if found.len() >= longest {
                return (found, true);
            }
            let parts = inner.and_then(|inner| Some((inner.operation()?, inner.both_operands())));
            match parts {
                Some((row, [x, y])) if row.is(joins) => {
                    work.push((y.clone(), joins));
                    work.push((x.clone(), before));
                }
                Some((row, [x, y])) if row.is(SUBTRACT) && joins.is(ADD) => {
                    work.push((y.clone(), SUBTRACT));
                    work.push((x.clone(), before));
                }
                _ => found.push((operand, before)),
            }
        }
        (found, false)
    }

    /// The operand of a negation that is expanded as a term, unless that operand is a sum.
    fn negated(&self, term: &Operand) -> Option<Operand> {
        let value = term.value().filter(|value| self.is_written_out(value))?;
        let [positive] = value.operands() else {
            return None;
        };
        let inner = positive.value().filter(|inner| self.is_written_out(inner));
        let is_sum =
            inner.and_then(Value::operation).is_some_and(|row| row.is(ADD) || row.is(SUBTRACT));
        let is_negated = value.operation().is_some_and(|row| row.is(NEGATE));
        (is_negated && !is_sum).then(|| positive.clone())
    }

    fn is_product(&self, operand: &Operand) -> bool {
        let written_out = operand.value().filter(|value| self.is_written_out(value));
        let operation = written_out.and_then(Value::operation);
        operation.is_some_and(|row| row.is(MULTIPLY) || row.is(DIVIDE))
    }

    fn is_written_out(&self, value: &Value) -> bool {
        self.order.number_of(value).is_some_and(|number| self.is_written_out[number])
    }
}

fn reverse_from(first: usize, work: &mut [Work]) {
    if let Some(added) = work.get_mut(first..) {
        added.reverse();
    }
}

/// What is chosen between, and by which condition: the sum of a gate and its opposite, or one gate.
struct Choice {
    condition: Operand,
    sides: [Operand; 2],
}

impl Choice {
    /// That of a node, if it is one and its gates are `inner`.
    fn of(value: &Value, inner: impl Fn(&Value) -> bool) -> Option<Choice> {
        match value.operands() {
            [Operand::Value(one), Operand::Value(other)]
                if value.operation()?.is(ADD) && inner(one) && inner(other) =>
            {
                Choice::between(one, other)
            }
            _ => Choice::of_one(value),
        }
    }

    /// That of two gates that are opposites.
    fn between(one: &Value, other: &Value) -> Option<Choice> {
        let (Branching::Gate(true), Branching::Gate(false)) = (one.branching(), other.branching())
        else {
            return None;
        };
        let ([condition, taken], [second, otherwise]) =
            (one.both_operands(), other.both_operands());
        let sides = [taken.clone(), otherwise.clone()];
        condition.is(second).then(|| Choice { condition: condition.clone(), sides })
    }

    /// That of one gate, whose other side is 0.
    fn of_one(value: &Value) -> Option<Choice> {
        let Branching::Gate(on) = value.branching() else { return None };
        let [condition, side] = value.both_operands().clone();
        let none = Operand::Constant(0.0);
        let sides = if on { [side, none] } else { [none, side] };
        Some(Choice { condition, sides })
    }

    fn operands(self) -> [Operand; 3] {
        let [taken, otherwise] = self.sides;
        [self.condition, taken, otherwise]
    }

    /// Adds it to a work list that is reversed afterwards.
    fn write(self, work: &mut Vec<Work>) {
        work.extend(self.operands().map(|operand| Work::Enter(operand, false)));
        work.push(Work::Where);
    }
}

/// Tells whether one place uses a node: both gates of a choice are one.
fn is_used_once(order: &Order, number: usize) -> bool {
    match order.uses(number) {
        [] | [_] => true,
        [one, other] => {
            let [one, other] = [one, other].map(|it| (it.index, order.node(it.user)));
            let are_gates = one.0 == 0 && other.0 == 0;
            are_gates
                && (Choice::between(one.1, other.1).is_some()
                    || Choice::between(other.1, one.1).is_some())
        }
        _ => false,
    }
}
