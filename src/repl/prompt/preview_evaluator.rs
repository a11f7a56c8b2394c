//! Previews: evaluating statements with little work and without binding anything.

use std::collections::HashMap;
use std::rc::Rc;

use crate::core::graph::{Function, Label, Operand, Order, Scope, Value, build, refresh_within};
use crate::core::language::{Error, PlusMinus, Result, Span, Tree};
use crate::core::session::{ANSWER, Session, at_most, same_bits};
use crate::parts::rows::Sweep;
use crate::parts::uncertainty::uncertainty_by;

/// The number of nodes recomputed and of function steps run before a preview is given up: far below
/// a millisecond, so that typing never lags.
const MOST_STEPS: usize = 5_000;

/// A session as it would be after some statements; the session itself is not changed.
pub struct Preview<'session> {
    session: &'session Session,
    /// What it has bound; none where that has rows, which it does not keep.
    names: HashMap<Box<str>, Option<AssumedLeaf>>,
    functions: HashMap<Box<str>, Rc<Function>>,
    steps: usize,
    /// True if names are nodes, so that there is something to go back along.
    with_nodes: bool,
    /// True if names may be columns.
    with_rows: bool,
    /// True if a name that the preview has bound has been looked up.
    uses_assumed: bool,
    /// The uncertain numbers inside the expression.
    inner: Vec<(Value, f64)>,
}

/// What a preview has bound a name to.
#[derive(Debug, Clone)]
struct AssumedLeaf {
    number: f64,
    /// The leaf and its uncertainty, if it has one of its own.
    uncertain: Option<(Value, f64)>,
}

/// What a pass over a previewed expression tells.
pub struct PreviewedPass {
    /// The slopes by the unfrozen leaves, each with its name.
    pub leaves: Vec<(String, f64)>,
    /// The standard uncertainty.
    pub u: Option<f64>,
}

/// What an expression over columns comes to.
pub enum PreviewedRows {
    /// A number of all rows.
    One(f64),
    /// One for each row.
    Each(Vec<f64>),
}

/// The number of rows above which nothing is said of a column.
const MOST_ROWS: usize = 1_000;

/// The present data of a node, if little work can tell it.
pub fn present_data(session: &Session, value: &Value) -> Option<f64> {
    data_within(session, &mut { MOST_STEPS }, value)
}

/// The present data of a node; each stale node recomputed for it takes one of `steps`.
fn data_within(session: &Session, steps: &mut usize, value: &Value) -> Option<f64> {
    refresh_within(steps, value, session.clock).then(|| value.data())
}

impl<'session> Preview<'session> {
    /// Begins a preview.
    pub fn of(session: &'session Session) -> Preview<'session> {
        Preview {
            session,
            names: HashMap::new(),
            functions: HashMap::new(),
            steps: MOST_STEPS,
            with_nodes: false,
            with_rows: false,
            uses_assumed: false,
            inner: Vec::new(),
        }
    }

    /// Evaluates `tree`.
    ///
    /// # Errors
    ///
    /// When `tree` is wrong, or takes too much work.
    pub fn number(&mut self, tree: &Tree<'_>) -> Result<f64> {
        Ok(build(tree, Label::default(), 0, self)?.result.data())
    }

    /// Evaluates `tree` over columns: what it is in each row, or the one number that it makes of them; none if
    /// that takes too much work.
    pub fn rows(&mut self, tree: &Tree<'_>) -> Option<PreviewedRows> {
        (self.with_nodes, self.with_rows) = (true, true);
        let built = build(tree, Label::default(), self.session.clock, self);
        (self.with_nodes, self.with_rows) = (false, false);
        let result = built.ok()?.result;
        let value = result.value()?;
        if !value.is_per_row() {
            return Some(PreviewedRows::One(value.data()));
        }
        Order::within(self.steps, value)?;
        Sweep::rows_of(value, self.session.stop()).map(PreviewedRows::Each)
    }

    /// The uncertainty that a leaf of this data would have.
    ///
    /// # Errors
    ///
    /// When it is wrong, or takes too much work.
    pub fn uncertainty(&mut self, data: f64, plus_minus: &PlusMinus<'_>) -> Result<f64> {
        let number = self.number(plus_minus.tree()?)?;
        plus_minus.of(data, number)
    }

    /// The slopes of `tree` by the unfrozen leaves it is built from, and its uncertainty; none if
    /// they would take too much work.
    pub fn slopes(&mut self, tree: &Tree<'_>) -> Option<PreviewedPass> {
        let (session, most) = (self.session, self.steps);
        (self.uses_assumed, self.with_nodes) = (false, true);
        self.inner.clear();
        let built = build(tree, Label::default(), session.clock, self);
        self.with_nodes = false;
        let built = built.ok()?;
        let order = Order::within(most, built.result.value()?)?;
        if order.nodes().iter().any(Value::is_per_row) {
            return None;
        }
        let grads = order.grads();
        let moving = order.leaves().filter(|leaf| !leaf.is_frozen());
        let slope = |leaf: &Value| {
            let name = self.assumed_name(leaf).unwrap_or_else(|| session.names().call(leaf));
            Some((name, *grads.get(order.number_of(leaf)?)?))
        };
        let leaves = moving.map(slope).collect::<Option<_>>()?;
        let assumed = self.names.values().flatten().filter_map(|it| it.uncertain.as_ref());
        let assumed = assumed.chain(&self.inner);
        let part = |(leaf, u): &(Value, f64)| Some(u * grads.get(order.number_of(leaf)?)?);
        let parts = assumed.filter_map(part);
        let parts = uncertainty_by(session, &order, &grads).into_iter().chain(parts);
        let u = parts.reduce(f64::hypot);
        // What else is assumed stands there as a number, without what it depends on.
        let u = u.filter(|_| !self.uses_assumed);
        Some(PreviewedPass { leaves, u })
    }

    /// The named results that change when `leaf` becomes another number, with their values before and
    /// after, if little work can tell them.
    pub fn moved(&self, leaf: &str, number: f64) -> Option<Vec<(String, f64, f64)>> {
        let session = self.session;
        let leaf = session.names().get(leaf).filter(|leaf| leaf.is_leaf())?;
        let mut steps = MOST_STEPS;
        let mut moved = Vec::new();
        for (name, node) in session.names().iter() {
            if name == ANSWER || node.is_leaf() || session.names().call(node) != name {
                continue;
            }
            let order = Order::within(steps, node)?;
            steps -= order.count();
            let is_meant = |it: &Value| !it.is_per_row();
            let Some(at) = order.number_of(leaf) else { continue };
            if order.nodes().iter().all(is_meant) {
                let before = present_data(session, node)?;
                let after = order.perturb(at).root_at(number);
                if !same_bits(before, after) {
                    moved.push((name.to_owned(), before, after));
                }
            }
        }
        Some(moved)
    }

    /// The name that the preview has bound to a leaf of its own.
    fn assumed_name(&self, leaf: &Value) -> Option<String> {
        let is_it = |it: &AssumedLeaf| it.uncertain.as_ref().is_some_and(|(own, _)| own == leaf);
        self.names
            .iter()
            .find_map(|(name, it)| it.as_ref().is_some_and(is_it).then(|| name.to_string()))
    }

    /// Binds `name` to `number` in the preview.
    pub fn assume(&mut self, name: &str, number: f64) {
        self.names.insert(name.into(), Some(AssumedLeaf { number, uncertain: None }));
    }

    /// Binds `name` to what has rows in the preview, which then tells nothing that uses it.
    pub fn assume_rows(&mut self, name: &str) {
        self.names.insert(name.into(), None);
    }

    /// Binds `name` to a leaf with an uncertainty in the preview.
    pub fn assume_uncertain(&mut self, name: &str, number: f64, u: f64) {
        let uncertain = Some((Value::leaf(number, Label::default()), u));
        self.names.insert(name.into(), Some(AssumedLeaf { number, uncertain }));
    }

    /// Binds the answer to `number` in the preview.
    pub fn assume_answer(&mut self, number: f64) {
        self.assume(ANSWER, number);
    }

    /// Defines a function in the preview.
    pub fn assume_function(&mut self, name: &str, parameters: &[(&str, Span)], body: &Tree<'_>) {
        self.functions.insert(
            name.into(),
            Rc::new(Function::new(
                name,
                parameters.iter().map(|(name, _)| *name),
                body,
                self.session.budget(),
            )),
        );
    }
}

impl Scope for Preview<'_> {
    fn make_uncertain(&mut self, leaf: &Value, u: f64) {
        self.inner.push((leaf.clone(), u));
    }

    fn value(&mut self, reference: &str, span: Span) -> Result<Operand> {
        let session = self.session;
        let unknown = || Error::new(span, "unknown name");
        let assumed = |name: &str| self.names.get(name).cloned();
        if let Some(assumed) = assumed(reference).or_else(|| assumed(session.answered(reference))) {
            let assumed = assumed.ok_or_else(unknown)?;
            return Ok(match assumed.uncertain.filter(|_| self.with_nodes) {
                Some((leaf, _)) => Operand::Value(leaf),
                None => {
                    self.uses_assumed = true;
                    Operand::Constant(assumed.number)
                }
            });
        }
        let meant = session.meant(reference, at_most(self.steps)).ok_or_else(unknown)?;
        if let Some(value) = meant.value() {
            // What has rows is more than a number.
            let is_few = |rows: usize| self.with_rows && rows <= MOST_ROWS;
            let may_be_used = !value.is_per_row() || value.rows().is_some_and(is_few);
            let may_be_used = may_be_used && value.members().is_none();
            let data = data_within(session, &mut self.steps, value).filter(|_| may_be_used);
            let data = data.ok_or_else(unknown)?;
            // A constant has the same value as a node, and takes no node to be built.
            return Ok(if self.with_nodes { meant } else { Operand::Constant(data) });
        }
        let fits = meant.each().is_none_or(|leaves| leaves.len() <= self.steps);
        if fits { Ok(meant) } else { Err(unknown()) }
    }

    fn function(&self, name: &str) -> Option<Rc<Function>> {
        self.functions.get(name).cloned().or_else(|| Scope::function(self.session, name))
    }

    fn no_such_call(&self, _: &str, span: Span) -> Error {
        Error::new(span, "unknown function")
    }

    fn most_steps(&self) -> usize {
        MOST_STEPS
    }
}
