//! Why grads of a pass are not finite, in a sentence.

use crate::core::graph::{Operand, Order, Use, Value};
use crate::core::language::exact;
use crate::core::session::Names;
use crate::parts::formula::{Formula, applied, number_among, text_of};
use crate::parts::learn::{LostGrads, Product};
use crate::parts::rows;
use crate::report::{and, numbers};

/// Why grads of a pass are not finite.
#[derive(Debug, Clone)]
pub struct Lost {
    /// The node whose rule made the first such grad.
    pub node: Value,
    /// What it made: `nan` or `inf`.
    pub what: String,
    /// The row in which it did, from 1, if the node is per row.
    pub row: Option<usize>,
    /// Why: `sqrt(x) has an infinite slope at x = 0, and what arrives there is 0: inf × 0`.
    pub cause: String,
    /// The same with the grads that it is about: `dy/dx is nan: …`.
    pub text: String,
}

/// The number of grads that are named.
const MOST_GRADS: usize = 3;
/// The most atoms of a formula in a sentence; a longer one is a name.
const LONGEST: usize = 16;

impl Lost {
    /// Returns why the grads of the pass that has just run are not finite; none if they are, or if the
    /// root itself is not: then the forward pass is what failed.
    pub fn of(order: &Order, names: &Names) -> Option<Lost> {
        let is_finite = |node: &Value| node.grad().is_finite();
        if order.nodes().iter().all(is_finite) || !order.root()?.data().is_finite() {
            return None;
        }
        Lost::in_words(order, names, &order.lost_grads()?)
    }

    /// Returns why a backward pass from the root would give grads that are not finite.
    pub fn foreseen(order: &Order, names: &Names) -> Option<String> {
        Some(Lost::in_words(order, names, &order.lost_grads()?)?.cause)
    }

    fn in_words(order: &Order, names: &Names, lost: &LostGrads) -> Option<Lost> {
        let wording = Wording { order, names };
        let root = names.call(order.root()?);
        let node = order.node(lost.node).clone();
        let made = lost.product.map_or(node.grad(), |product| product.contribution());
        // The grads of a column are not known by row.
        let last = |node: &Value| if node.is_per_row() { made } else { node.grad() };
        let reached = || lost.reached.iter().map(|number| order.node(*number));
        let grads: Vec<String> =
            reached().map(|node| format!("d{root}/d{}", names.call(node))).collect();
        let mut all = reached().map(|node| exact(last(node)));
        let one = all.next().filter(|one| all.all(|other| other == *one));
        let last = one.unwrap_or_else(|| "not finite".to_owned());
        let is = if grads.len() == 1 { "is" } else { "are" };
        let cause = wording.of_lost(lost);
        let text = format!("{} {is} {last}: {cause}", and(grads, MOST_GRADS));
        let row = lost.product.and_then(|it| it.row).filter(|_| node.is_per_row());
        Some(Lost { node, what: exact(made), row, cause, text })
    }
}

/// Words for the nodes of an order.
#[derive(Debug, Clone, Copy)]
pub struct Wording<'pass> {
    /// The order.
    pub order: &'pass Order,
    /// The names of its nodes.
    pub names: &'pass Names,
}

impl Wording<'_> {
    /// Why grads are not finite: what made the first one.
    pub fn of_lost(&self, lost: &LostGrads) -> String {
        let Some(product) = &lost.product else {
            let name = self.name(lost.node);
            return format!("the parts of the grad of {name} add up to more than a double holds");
        };
        let Product { local, upstream, out, .. } = *product;
        let rows = product.row.map_or_else(String::new, |row| format!("in row {row} "));
        let (formula, at) = (self.formula(product.edge.user), self.at(product));
        let factors = format!("{} × {}", exact(local), exact(upstream));
        let arrives = match upstream {
            0.0 => format!(", and what arrives there is 0: {factors}"),
            _ => String::new(),
        };
        let because = self.why_no_slope(product);
        if local.is_finite() {
            format!("{rows}{formula} passes on {factors}, which is too large for a double")
        } else if !out.is_finite() {
            format!("{rows}{formula} is {}{at}{arrives}", exact(out))
        } else if local.is_nan() {
            let by = self.by(product);
            format!("{rows}{formula} has no slope{by}{at}{because}")
        } else {
            format!("{rows}{formula} has an infinite slope{at}{arrives}")
        }
    }

    /// ` by b`, where there is a slope by the other operand.
    fn by(&self, product: &Product) -> String {
        let Use { user, index } = product.edge;
        let node = self.order.node(user);
        let ([x, y], other) = (product.operands, 1 - index);
        let has_other = node.operands().get(other).is_some_and(|it| it.value().is_some());
        let operation = node.operation().filter(|_| has_other);
        match operation.map(|it| it.partial(other, x, y, product.out)) {
            Some(slope) if slope.is_finite() => format!(" by {}", self.operand(user, index)),
            _ => String::new(),
        }
    }

    fn why_no_slope(&self, product: &Product) -> String {
        let operation = self.order.node(product.edge.user).operation();
        let why = operation.and_then(|it| it.why_no_slope(product.edge.index, product.operands));
        why.map(|why| format!(": {why}")).unwrap_or_default()
    }

    fn at(&self, product: &Product) -> String {
        self.places(product.edge.user, product.operands)
    }

    /// ` at x = 0, y = 0`: the operands of a node, with this data.
    pub fn places(&self, user: usize, operands: [f64; 2]) -> String {
        let operands = self.order.node(user).operands().iter().enumerate().zip(operands);
        let mut at: Vec<String> = operands
            .filter(|((_, operand), _)| operand.value().is_some())
            .map(|((index, _), data)| format!("{} = {}", self.operand(user, index), exact(data)))
            .collect();
        at.dedup();
        if at.is_empty() { String::new() } else { format!(" at {}", at.join(", ")) }
    }

    /// One operand of a node, as a formula of what has a name.
    pub fn operand(&self, user: usize, index: usize) -> String {
        match self.order.operand_pair(user).get(index).copied().flatten() {
            Some(operand) if self.is_inner(self.order.node(operand)) => self.formula(operand),
            Some(operand) => self.name(operand),
            None => {
                let operands = self.order.node(user).operands();
                let number = || operands.get(index).map(|it| exact(it.data()));
                rows::text_among(operands, index).or_else(number).unwrap_or_default()
            }
        }
    }

    /// A node as a formula of what has a name, or as an operation on names if that is long.
    pub fn formula(&self, number: usize) -> String {
        let node = self.order.node(number);
        let write = |number| number_among(self.names, number, |it| numbers::answer(it, None));
        let is_inner = |it: &Value| it.is(node) || self.is_inner(it);
        let formula = Formula::of(&Operand::Value(node.clone()), is_inner, LONGEST);
        let name = |it: &Value| self.names.call(it);
        match node.operation() {
            Some(operation) if formula.is_cut || formula.atoms.len() > LONGEST => {
                applied(operation, node.operands(), name, write)
            }
            _ => text_of(&formula.atoms, name, write),
        }
    }

    fn name(&self, number: usize) -> String {
        self.names.call(self.order.node(number))
    }

    /// Tells whether a node has no name that somebody gave it.
    pub fn is_inner(&self, node: &Value) -> bool {
        !node.is_leaf() && (node.label().part != 0 || self.names.is_nameless(node))
    }
}
