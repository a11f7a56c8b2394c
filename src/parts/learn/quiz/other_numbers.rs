//! Whether a formula has the value of a grad at other numbers, too.

use super::derivatives::Derivative;
use super::{Explanation, explain_wrong, is_right};
use crate::core::graph::{Order, Value};
use crate::core::language::{Kind, Result, Tree};
use crate::core::session::Session;
use crate::parts::learn::Context;
use crate::report::Paragraph;

/// A formula as an answer for the grad of a node.
pub struct Formula<'text> {
    pub tree: Tree<'text>,
    /// The derivatives in it.
    pub derivatives: Vec<Derivative>,
}

impl Formula<'_> {
    /// The value with the grads of the present numbers.
    pub fn value(&self, session: &mut Session, grads: &[f64]) -> Result<f64> {
        let mut tree = self.tree.clone();
        for Derivative { above, below, number } in &self.derivatives {
            // `b * dL/de` is parsed as `(b * dL) / de`: dL becomes the grad and de becomes 1.
            tree.steps[*above].kind = Kind::Number(grads[*number]);
            tree.steps[*below].kind = Kind::Number(1.0);
        }
        // A column stands for its current row.
        for step in tree.steps.iter_mut().filter(|step| matches!(step.kind, Kind::Name)) {
            let named = session.names().get(step.span.of(tree.text));
            if let Some(row) = named.filter(|node| node.is_per_row()) {
                step.kind = Kind::Number(row.data());
            }
        }
        session.number(&tree)
    }

    /// Tries a formula again at other numbers. Returns `None` if it is right there as well.
    pub fn coincidence(
        &self,
        session: &mut Session,
        context: &Context,
        number: usize,
    ) -> Result<Option<Explanation>> {
        if self.has_number_of_node(context) {
            return Ok(None);
        }
        let named = self.tree.names().filter_map(|(name, _)| session.names().resolve(name));
        let named: Vec<Value> = named.collect();
        let order = &context.pass.order;
        let before: Vec<(Value, f64)> = self.moved(context, &named);
        let branches = branches(order);
        let other =
            |(at, (leaf, data)): (usize, &(Value, f64))| (leaf.clone(), elsewhere(at, *data));
        put(session, order, &before.iter().enumerate().map(other).collect::<Vec<_>>());
        let mut moved = context.clone();
        moved.grads = order.grads();
        let (there, grad) = (self.value(session, &moved.grads), moved.grads[number]);
        let is_fair = (context.grads[number] + grad + context.root_node().data()).is_finite();
        let is_same = is_fair && self::branches(order) == branches;
        let known = there.as_ref().ok().and_then(|there| explain_wrong(&moved, number, *there));
        put(session, order, &before);
        let there = there?;
        if !is_same || is_right(there, grad) || (there - grad).abs() < 1e-12 {
            return Ok(None);
        }
        let said = Paragraph::new(". That is ").brief(context.grads[number]);
        let name = known.map_or("a coincidence", |known| known.name);
        Ok(Some(Explanation { said: said.text(why(context, &named)), name }))
    }

    /// The numbers in the formula.
    fn numbers(&self) -> impl Iterator<Item = f64> {
        self.tree.steps.iter().filter_map(|step| match step.kind {
            Kind::Number(number) => Some(number),
            _ => None,
        })
    }

    /// Returns true if a number in it may stand for the data or the grad of a computed node; 0 and ±1 do not.
    fn has_number_of_node(&self, context: &Context) -> bool {
        let data = context.computed().map(|node| context.node(node).data());
        let inner = context.computed().filter(|node| *node != context.root());
        let known: Vec<f64> = data.chain(inner.map(|node| context.grads[node])).collect();
        let mut numbers = self.numbers().filter(|number| ![0.0, 1.0].contains(&number.abs()));
        numbers.any(|number| known.iter().any(|known| is_right(number, *known)))
    }

    /// The leaves that move: if the formula has numbers, only those that it names.
    fn moved(&self, context: &Context, named: &[Value]) -> Vec<(Value, f64)> {
        let has_numbers = self.numbers().next().is_some();
        let leaves = context.leaves().map(|leaf| context.node(leaf));
        let is_moved = |leaf: &&Value| !leaf.is_per_row() && (!has_numbers || named.contains(leaf));
        leaves.filter(is_moved).map(|leaf| (leaf.clone(), leaf.data())).collect()
    }
}

/// Gives leaves numbers, and computes the pass with them.
fn put(session: &mut Session, order: &Order, numbers: &[(Value, f64)]) {
    session.set_data(numbers);
    order.forward(session.data_time);
}

/// Another number of the same sign, for each leaf another part away, up to a half.
fn elsewhere(at: usize, data: f64) -> f64 {
    let part = 0.1 + 0.4 * (at as f64 * 0.618).fract();
    if data == 0.0 { part } else { data * (1.0 + part) }
}

/// Which way each operation that chooses has gone.
fn branches(order: &Order) -> Vec<f64> {
    let chooses = |user: &Value| {
        user.branching().is_some() || user.operation().is_some_and(|it| it.choice.is_some())
    };
    let links = order.links().filter(|(_, edge)| chooses(order.node(edge.user)));
    links.map(|(_, edge)| order.contribution(edge, 1.0).0).collect()
}

/// ` only because p and q are equal here.`
fn why(context: &Context, named: &[Value]) -> String {
    let call = |node: &Value| context.pass.names.call(node);
    let twin = |one: &Value| {
        let mut leaves = context.leaves().map(|leaf| context.node(leaf));
        let other = leaves.find(|it| !it.is(one) && it.data() == one.data())?;
        Some(format!(" only because {} and {} are equal here.", call(one), call(other)))
    };
    let other = || " only at these numbers. A formula must hold at others, too.".to_owned();
    named.iter().find_map(twin).unwrap_or_else(other)
}
