//! Finding parts of a graph that can be written in another way, by the table of rewrites.

mod exponentials;

use std::borrow::Cow;
use std::rc::Rc;

use super::budget::Budget;
use super::build::{Scope, build};
use super::built::Built;
use super::column::{Column, View};
use super::copies::Copies;
use super::formula::{Atom, Formula};
use super::function::Function;
use super::order::Order;
use super::value::{Label, Operand, Value};
use crate::language::{Error, Item, Kind, Position, Result, Span, expression, parse_expression};
use crate::ops::{ADD, MULTIPLY, Operation, REWRITES, Rewrite, constant};
use exponentials::ExponentialSum;

/// A part of a graph that can be written in another way.
#[derive(Debug)]
pub struct Found {
    /// The row of the table.
    pub rewrite: &'static Rewrite,
    /// The node that it is the formula of.
    pub node: Value,
    /// What its letters stand for.
    meant: Meant,
    /// The nodes that are part of what is replaced.
    pub covered: Vec<Value>,
}

/// The letters of a rewrite, and what they stand for.
type Meant = Vec<(Cow<'static, str>, Operand)>;

/// The letters.
const LETTERS: [&str; 2] = ["a", "b"];
/// The letter that stands for something with rows.
const ROWS: &str = "R";
/// Users are followed so far up: no formula of the table is deeper.
const HIGHEST: usize = 6;
/// So many nodes above one are looked at.
const MOST_ABOVE: usize = 200;
/// Equal parts are compared up to this many nodes.
const MOST_COMPARED: usize = 10_000;

impl Order {
    /// Finds what can be written in another way and has the node of this number in it; in the order
    /// of the table.
    pub fn rewrites(&self, number: usize) -> Vec<Found> {
        let culprit = self.node(number);
        let above = self.above(number);
        let mut found = Vec::new();
        for rewrite in REWRITES {
            let Some(pattern) = Pattern::of(rewrite) else { continue };
            let parts = above.iter().filter_map(|above| pattern.find(self.node(*above)));
            found.extend(parts.filter(|it| it.covered.contains(culprit)));
        }
        found
    }

    /// A node and those that use it, up to some height.
    fn above(&self, number: usize) -> Vec<usize> {
        let mut above = vec![number];
        let mut level = vec![number];
        let mut height = 0;
        while height < HIGHEST && !level.is_empty() {
            let users = level.iter().flat_map(|it| self.uses(*it)).map(|edge| edge.user);
            let mut next: Vec<usize> = users.filter(|it| !above.contains(it)).collect();
            next.sort_unstable();
            next.dedup();
            next.truncate(MOST_ABOVE.saturating_sub(above.len()));
            above.extend(&next);
            // A sum of many terms is high, and still one sum.
            let is_add = |it: &usize| self.node(*it).operation().is_some_and(|it| it.is(ADD));
            height += usize::from(!next.iter().all(is_add));
            level = next;
        }
        above
    }
}

/// The formula of a rewrite as nodes over leaves for its letters.
struct Pattern {
    rewrite: &'static Rewrite,
    root: Value,
    letters: Vec<(&'static str, Value)>,
    /// Its sums and products, whose operands may stand in either order.
    either: Vec<Value>,
    /// The sum in it that stands for one of any number of terms.
    sum: Option<Value>,
}

impl Pattern {
    fn of(rewrite: &'static Rewrite) -> Option<Pattern> {
        let mut letters: Vec<(&'static str, Value)> =
            LETTERS.map(|name| (name, Value::leaf(0.5, Label::default()))).into();
        let budget = Budget::default();
        let column = Column::new(vec![0.5], View::default(), &budget);
        letters.push((ROWS, Value::column(column, Label::default(), &budget)));
        let meant = letters.iter();
        let meant = meant.map(|(name, leaf)| ((*name).into(), Operand::Value(leaf.clone())));
        let root = made(rewrite.from, &meant.collect())?.value()?.clone();
        let order = Order::of([&root]);
        let is_either = |it: &Operation| it.is(ADD) || it.is(MULTIPLY);
        let either = order.nodes().iter().filter(|node| node.operation().is_some_and(is_either));
        let either = either.cloned().collect();
        let is_of_sum = exponentials::is_of_sum(rewrite.to);
        let sum =
            order.nodes().iter().find(|node| is_of_sum && exponentials::is_sum(node)).cloned();
        Some(Pattern { rewrite, root, letters, either, sum })
    }

    /// Matches the formula that ends in a node.
    fn find(&self, node: &Value) -> Option<Found> {
        (0..1_u32 << self.either.len().min(6)).find_map(|turned| self.find_turned(node, turned))
    }

    /// The same with the operands of some sums and products in the other order.
    fn find_turned(&self, node: &Value, turned: u32) -> Option<Found> {
        let (mut meant, mut covered) = (Meant::new(), Vec::new());
        let mut work = vec![(Operand::Value(self.root.clone()), Operand::Value(node.clone()))];
        while let Some((wanted, part)) = work.pop() {
            let Some(value) = wanted.value() else {
                if wanted.constant() != part.constant() {
                    return None;
                }
                continue;
            };
            if let Some((name, _)) = self.letters.iter().find(|(_, leaf)| leaf.is(value)) {
                match meant.iter().find(|(known, _)| known == name) {
                    Some((_, other)) if !is_same(other, &part) => return None,
                    Some(_) => {}
                    None => meant.push(((*name).into(), part)),
                }
                continue;
            }
            if self.sum.as_ref().is_some_and(|sum| sum.is(value)) {
                let sum = ExponentialSum::of(&part)?;
                let letters = ExponentialSum::letters(sum.exponents.len()).map(Cow::from);
                meant.push((exponentials::LETTER.into(), part));
                meant.extend(letters.zip(sum.exponents));
                covered.extend(sum.nodes);
                continue;
            }
            let node = part.value()?;
            let (operation, wanted) = (node.operation()?, value.operation()?);
            if !operation.is(wanted) {
                return None;
            }
            covered.push(node.clone());
            let place = self.either.iter().position(|it| it.is(value));
            let is_turned = place.is_some_and(|place| turned >> place & 1 == 1);
            let mut operands: Vec<Operand> = node.operands().to_vec();
            if is_turned {
                operands.reverse();
            }
            work.extend(value.operands().iter().cloned().zip(operands));
        }
        Some(Found { rewrite: self.rewrite, node: node.clone(), meant, covered })
    }
}

/// Tells whether two operands are the same formula of the same nodes.
fn is_same(one: &Operand, other: &Operand) -> bool {
    let mut work = vec![(one.clone(), other.clone())];
    let mut left = MOST_COMPARED;
    while let Some((one, other)) = work.pop() {
        let (Some(x), Some(y)) = (one.value(), other.value()) else {
            if one.value().is_some() || other.value().is_some() || one.data() != other.data() {
                return false;
            }
            continue;
        };
        left = left.saturating_sub(1);
        match (x.operation(), y.operation()) {
            _ if x.is(y) => {}
            (Some(row), Some(own)) if row.is(own) && left > 0 => {
                work.extend(x.operands().iter().cloned().zip(y.operands().iter().cloned()));
            }
            _ => return false,
        }
    }
    true
}

/// What a text over letters makes.
fn made(text: &str, meant: &Meant) -> Option<Operand> {
    let tree = parse_expression(text).ok()?;
    let Built { result, .. } = build(&tree, Label::default(), 0, &mut Letters(meant)).ok()?;
    Some(result)
}

/// The letters as the only names.
struct Letters<'meant>(&'meant Meant);

impl Scope for Letters<'_> {
    fn value(&mut self, reference: &str, span: Span) -> Result<Operand> {
        let of = self.0.iter().find(|(name, _)| name == reference);
        let operand = of.map(|(_, operand)| operand.clone());
        let constant = || Some(Operand::Constant(constant(reference)?.value));
        operand.or_else(constant).ok_or_else(|| Error::new(span, "no such letter"))
    }

    fn function(&self, _name: &str) -> Option<Rc<Function>> {
        None
    }

    fn no_such_call(&self, name: &str, span: Span) -> Error {
        Error::new(span, format!("no function {name}"))
    }
}

impl Found {
    /// Returns true if the two are the same there.
    pub fn holds(&self) -> bool {
        let domain = self.rewrite.domain;
        domain.is_empty() || made(domain, &self.meant).is_some_and(|it| it.data() >= 0.0)
    }

    /// Returns the order of the same root with the part written in the other way; none where that is
    /// a number.
    pub fn applied(&self, order: &Order) -> Option<Order> {
        let mut copies = Copies::default();
        copies.put(&self.node, made(&self.over_letters(self.rewrite.to), &self.meant)?);
        copies.follow(order, |_| true);
        let order = Order::of([copies.get(order.root()?)?.value()?]);
        if order.has_rows() {
            order.forward(0);
        }
        Some(order)
    }

    /// Returns a text of the rewrite with what the letters stand for in their places. Nodes that are
    /// `inner` are written out; `name` names the others.
    pub fn text(
        &self,
        of: impl Fn(&Rewrite) -> &'static str,
        inner: impl Fn(&Value) -> bool,
        name: impl Fn(&Value) -> String,
        number: impl Fn(f64) -> String,
    ) -> String {
        let text = self.over_letters(of(self.rewrite));
        let Ok(tree) = parse_expression(&text) else { return String::new() };
        let mut pieces: Vec<Piece> = Vec::new();
        for step in &tree.steps {
            let text = step.span.of(tree.text);
            let item = match step.kind {
                Kind::Number(number) => Item::Number(number),
                Kind::Operation(operation) => Item::Operation(operation),
                Kind::Link(operation, position) => Item::Chained(operation, position),
                Kind::Chain(operation) => Item::Chained(operation, Position::Further),
                Kind::Choice => Item::Choice,
                Kind::PlusMinus => Item::PlusMinus,
                Kind::Call(arguments) => Item::Call(text, arguments as usize),
                Kind::Text => Item::Name(text),
                Kind::Name | Kind::Parameter(_) => match self.operand(text) {
                    None => Item::Name(text),
                    Some(operand) => {
                        let formula = match operand {
                            Operand::Value(node) => Formula::written_out(node, &inner, LONGEST),
                            other => Formula::of(other, &inner, LONGEST),
                        };
                        pieces.extend(formula.atoms.into_iter().map(|atom| match atom {
                            Atom::Node(node) => Piece::Name(name(&node)),
                            atom => Piece::Atom(atom),
                        }));
                        continue;
                    }
                },
            };
            pieces.push(Piece::Item(item));
        }
        let items: Vec<Item<'_>> = pieces.iter().map(Piece::item).collect();
        expression(&items, number)
    }

    /// A text of the table over the letters that stand for something here.
    fn over_letters(&self, text: &'static str) -> Cow<'static, str> {
        let at = self.meant.iter().position(|(name, _)| name == exponentials::LETTER);
        let terms = at.map(|at| self.meant.iter().skip(at + 1).filter(|it| it.0.starts_with('t')));
        terms.map_or(text.into(), |terms| exponentials::over_letters(text, terms.count()).into())
    }

    fn operand(&self, letter: &str) -> Option<&Operand> {
        self.meant.iter().find(|(name, _)| name == letter).map(|(_, operand)| operand)
    }
}

/// The most nodes that are written out for a letter.
const LONGEST: usize = 12;

/// An item of a text, or what a letter stands for.
enum Piece<'text> {
    Item(Item<'text>),
    Atom(Atom),
    Name(String),
}

impl Piece<'_> {
    fn item(&self) -> Item<'_> {
        match self {
            Piece::Item(item) => item.clone(),
            Piece::Name(name) => Item::Name(name),
            Piece::Atom(atom) => atom.item(),
        }
    }
}
