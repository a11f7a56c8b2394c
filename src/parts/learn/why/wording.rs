//! The reason for grads that are not finite, in words.

use super::lost_grads::{LostGrads, Product};
use crate::core::graph::{Operand, Order, Value, text_among};
use crate::core::language::exact;
use crate::core::ops::{MULTIPLY, Operation};
use crate::core::session::Names;
use crate::parts::formula::{Formula, text_of};
use crate::report::{NonFiniteGrad, and, applied, number_among, numbers};

/// The number of grads that are named.
pub(super) const MOST_GRADS: usize = 3;
/// The most atoms of a formula in a sentence; a longer one is a name.
const LONGEST: usize = 16;

/// Returns why the grads of the pass that has just run are not finite, if some are not.
pub fn non_finite_grad(order: &Order, names: &Names) -> Option<NonFiniteGrad> {
    let is_finite = |node: &Value| node.grad().is_finite();
    if order.nodes().iter().all(is_finite) {
        return None;
    }
    let lost = order.lost_grads()?;
    let cause = Wording { order, names }.of_lost(&lost);
    let root = names.call(order.root()?);
    let node = order.node(lost.node).clone();
    let made = lost.product.map_or(node.grad(), |product| product.contribution());
    // The grads of a column are not known by row.
    let last = |node: &Value| if node.is_per_row() { made } else { node.grad() };
    let reached = || lost.reached.iter().map(|number| order.node(*number));
    let grads = reached().map(|node| format!("d{root}/d{}", names.call(node))).collect();
    let mut all = reached().map(|node| exact(last(node)));
    let one = all.next().filter(|one| all.all(|other| other == *one));
    let last = one.unwrap_or_else(|| "not finite".to_owned());
    let is = if lost.reached.len() == 1 { "is" } else { "are" };
    let moving: Vec<usize> =
        lost.reached.iter().copied().filter(|it| !order.node(*it).is_frozen()).collect();
    let to_type = match (Wording { order, names }).remedy(&lost, &moving) {
        Some(remedy) if !moving.is_empty() => format!("; write {}", remedy.choice),
        _ => String::new(),
    };
    let text = format!("{} {is} {last}: {cause}{to_type}", and(grads, MOST_GRADS));
    let row = lost.product.and_then(|it| it.row).filter(|_| node.is_per_row());
    Some(NonFiniteGrad { node, what: exact(made), row, cause, text })
}

/// What to type so that a row no longer reaches an operation without a finite slope there: the operation is 0, or
/// another fixed number, because of a factor that is 0 whatever the leaves are.
#[derive(Debug)]
pub struct Remedy {
    /// The condition of the other rows: `h != 0`.
    pub condition: String,
    /// The operation under the condition: `where(h != 0, sqrt(2 * g * h), 0)`.
    pub choice: String,
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
    /// The cause of the first grad that is not finite.
    pub fn of_lost(&self, lost: &LostGrads) -> String {
        let Some(product) = lost.product else {
            let name = self.names.call(self.order.node(lost.node));
            return format!("the contributions to the grad of {name} overflow a double");
        };
        let Product { edge, local, upstream, out, operands, .. } = product;
        let rows = product.row.map_or_else(String::new, |row| format!("in row {row} "));
        let (formula, at) = (self.formula(edge.user), self.places(edge.user, operands));
        let factors = format!("{} × {}", exact(local), exact(upstream));
        let arrives = match upstream {
            0.0 => format!(", and its upstream grad is 0: {factors}"),
            _ => String::new(),
        };
        if local.is_finite() {
            format!("{rows}{formula} passes on {factors}, which is too large for a double")
        } else if !out.is_finite() {
            format!("{rows}{formula} is {}{at}{arrives}", exact(out))
        } else if local.is_nan() {
            let operation = self.order.node(edge.user).operation();
            let why = operation.and_then(|it| it.why_no_slope(edge.index, operands));
            let why = why.map(|why| format!(": {why}")).unwrap_or_default();
            format!("{rows}{formula} has no slope{at}{why}")
        } else {
            format!("{rows}{formula} has an infinite slope{at}{arrives}")
        }
    }

    /// What to type against a slope that is not finite, if a factor of 0 that depends on none of these leaves makes
    /// it so.
    pub fn remedy(&self, lost: &LostGrads, leaves: &[usize]) -> Option<Remedy> {
        let product = lost.product.filter(|it| !it.local.is_finite() && it.out.is_finite())?;
        let Product { edge, out, .. } = product;
        let row = product.row.map_or(0, |row| row - 1);
        let depends = self.order.dependents(leaves);
        let [x, y] = self.order.operand_pair(edge.user);
        let mut factors: Vec<usize> =
            if edge.index == 0 { [y, x] } else { [x, y] }.into_iter().flatten().collect();
        while let Some(number) = factors.pop() {
            let node = self.order.node(number);
            if self.order.number_in_row(node, row) != 0.0 {
                continue;
            }
            if !depends[number] {
                let condition = format!("{} != 0", self.formula(number));
                let formula = self.formula(edge.user);
                let choice = format!("where({condition}, {formula}, {})", exact(out));
                return Some(Remedy { condition, choice });
            }
            let is_product = node.operation().is_some_and(|it| it.is(MULTIPLY));
            let is_zero_at_zero = |it: &Operation| it.forward(0.0, 1.0) == 0.0;
            if is_product {
                factors.extend(self.order.operands(number));
            } else if node.operation().is_some_and(is_zero_at_zero) && !node.is_fold() {
                factors.extend(self.order.operand_pair(number)[0]);
            }
        }
        None
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

    /// One operand of a node, as a formula of named nodes.
    pub fn operand(&self, user: usize, index: usize) -> String {
        let operands = self.order.node(user).operands();
        match self.order.operand_pair(user).get(index).copied().flatten() {
            Some(operand) if self.is_inner(self.order.node(operand)) => self.formula(operand),
            Some(operand) => self.names.call(self.order.node(operand)),
            None => text_among(operands, index)
                .or_else(|| operands.get(index).map(|it| exact(it.data())))
                .unwrap_or_default(),
        }
    }

    /// A node as a formula of named nodes, or as an operation on names if that is long.
    pub fn formula(&self, number: usize) -> String {
        let node = self.order.node(number);
        let answer = |number| numbers::answer(number, None);
        let is_inner = |it: &Value| it.is(node) || self.is_inner(it);
        let formula = Formula::of(&Operand::Value(node.clone()), is_inner, LONGEST);
        let name = |it: &Value| self.names.call(it);
        match node.operation() {
            Some(operation) if formula.is_cut() || formula.atoms.len() > LONGEST => {
                applied(self.names, operation, node.operands(), name, answer)
            }
            _ => text_of(&formula.atoms, name, |it| number_among(self.names, it, answer)),
        }
    }

    /// Returns true if nobody named the node.
    fn is_inner(&self, node: &Value) -> bool {
        !node.is_leaf() && (node.label().part != 0 || self.names.is_nameless(node))
    }
}
