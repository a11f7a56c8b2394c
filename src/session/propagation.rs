//! The uncertainty of a node to first order: those of its leaves times its grads.

use std::collections::HashMap;
use std::rc::Rc;

use foldhash::fast::RandomState;
use indexmap::IndexMap;

use super::Session;
use super::covariance::{Group, Member};
use crate::graph::{Order, Value, interrupted};
use crate::language::{Result, Span};

/// The uncertain leaves of a root, and what their errors make of its own.
#[derive(Debug)]
pub struct Propagation {
    pub(super) order: Rc<Order>,
    /// The leaves, in order.
    inputs: Vec<Input>,
    /// For each group of correlated leaves, what each independent source of its errors makes of the
    /// root's.
    pub(super) groups: IndexMap<usize, (Rc<Group>, Vec<f64>), RandomState>,
    /// About how much of the root's data may be rounding.
    pub(super) rounding: f64,
    /// The session's time of the data.
    pub(super) clock: u32,
    u: f64,
}

/// One uncertain leaf of a root.
#[derive(Debug)]
pub struct Input {
    /// The leaf.
    pub leaf: Value,
    /// Its standard uncertainty.
    pub u: f64,
    /// d root / d leaf.
    pub sensitivity: f64,
    /// Its number in the order of the root.
    pub(super) number: usize,
    pub(super) member: Option<Member>,
}

impl Input {
    /// The uncertainty that it would give the root alone.
    pub fn contribution(&self) -> f64 {
        self.signed_contribution().abs()
    }

    fn signed_contribution(&self) -> f64 {
        self.u * self.sensitivity
    }
}

/// The uncertainties that a budget takes its leaves to have.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Assumed {
    /// Their own.
    Own,
    /// All of them so many percent of their data, independently.
    PercentOfEach(f64),
}

impl Session {
    /// The standard uncertainty of a node, to first order; none when it depends on no uncertain
    /// leaf, when it has rows, or when work is interrupted.
    ///
    /// It takes a backward pass, but only while some leaf is uncertain. All grads stay.
    pub fn uncertainty(&mut self, value: &Value) -> Option<f64> {
        if self.state.covariance.is_empty() {
            return None;
        }
        if value.is_per_row() {
            return None;
        }
        if value.is_leaf() {
            return self.uncertainty_of_leaf(value);
        }
        let propagation = self.propagate(value, Assumed::Own).ok()?;
        (!propagation.inputs.is_empty()).then(|| propagation.u())
    }

    /// The correlation of two nodes' errors; none when one of them has no uncertainty, or 0.
    ///
    /// # Errors
    ///
    /// Work was interrupted.
    pub fn correlation(&mut self, one: &Value, other: &Value) -> Result<Option<f64>> {
        let [one, other] =
            [self.propagate(one, Assumed::Own)?, self.propagate(other, Assumed::Own)?];
        Ok(one.correlation(&other))
    }

    /// What the uncertain leaves of `root` make of its own uncertainty. All grads stay.
    ///
    /// # Errors
    ///
    /// Work was interrupted.
    pub fn propagate(&mut self, root: &Value, assumed: Assumed) -> Result<Propagation> {
        self.refresh(root);
        let order = match self.order.root() {
            Some(kept) if kept.is(root) => Rc::clone(&self.order),
            _ => Rc::new(Order::until(&self.stop, [root])),
        };
        let grads = order.grads();
        self.meter_nodes(grads.len());
        if self.is_interrupted() {
            return Err(interrupted(Span::default()));
        }
        let numbered = || order.nodes().iter().zip(&grads);
        let is_input = |node: &Value| node.is_leaf() && !node.is_per_row();
        let mut inputs = Vec::new();
        for (number, (leaf, grad)) in numbered().enumerate().filter(|(_, (it, _))| is_input(it)) {
            let own = self.state.covariance.get(leaf);
            let (u, member) = match assumed {
                Assumed::Own => match own {
                    Some(own) => (own.u, own.member.clone()),
                    None => continue,
                },
                Assumed::PercentOfEach(percent) => (leaf.data().abs() * percent / 100.0, None),
            };
            inputs.push(Input { leaf: leaf.clone(), u, sensitivity: *grad, number, member });
        }
        let scale = numbered().map(|(node, grad)| (node.data() * grad).abs()).sum::<f64>();
        Ok(Propagation::new(Rc::clone(&order), inputs, f64::EPSILON * scale, self.clock))
    }
}

impl Propagation {
    fn new(order: Rc<Order>, inputs: Vec<Input>, rounding: f64, clock: u32) -> Propagation {
        let mut groups: IndexMap<usize, (Rc<Group>, Vec<f64>), RandomState> = IndexMap::default();
        for input in &inputs {
            let Some(Member { group, index }) = &input.member else { continue };
            let (_, sources) = groups
                .entry(Rc::as_ptr(group).addr())
                .or_insert_with(|| (Rc::clone(group), vec![0.0; group.correlations.size()]));
            let loadings = group.correlations.loadings(*index);
            for (source, loading) in sources.iter_mut().zip(loadings) {
                // Not 0 times what may be infinite.
                if *loading != 0.0 {
                    *source += loading * input.signed_contribution();
                }
            }
        }
        let mut propagation = Propagation { order, inputs, groups, rounding, clock, u: 0.0 };
        propagation.u = propagation.norm();
        propagation
    }

    /// The uncertain leaves, in order.
    pub fn inputs(&self) -> &[Input] {
        &self.inputs
    }

    /// Returns true if some of the leaves are correlated with each other.
    pub fn has_correlations(&self) -> bool {
        !self.groups.is_empty()
    }

    /// The standard uncertainty of the root: `√(gᵀΣg)`.
    pub fn u(&self) -> f64 {
        self.u
    }

    /// The root of the sum of the squares of all independent errors.
    fn norm(&self) -> f64 {
        let own = self.independent().map(Input::signed_contribution);
        let errors = || own.clone().chain(self.groups.values().flat_map(|(_, it)| it).copied());
        let largest = errors().fold(0.0, |largest: f64, it| {
            if it.is_nan() || largest.is_nan() { f64::NAN } else { largest.max(it.abs()) }
        });
        if largest == 0.0 || !largest.is_finite() {
            return largest;
        }
        // Squares of what is very large or small would overflow or vanish.
        errors().map(|error| (error / largest).powi(2)).sum::<f64>().sqrt() * largest
    }

    /// The part of the root's variance that a leaf accounts for; none when there is no variance.
    ///
    /// Of correlated leaves it is the covariance of the leaf's contribution with the root, so that
    /// all shares add up to 1; it may be negative.
    pub fn share(&self, input: &Input) -> Option<f64> {
        let u = self.u();
        if u == 0.0 || !u.is_finite() {
            return None;
        }
        let part = input.signed_contribution() / u;
        let with_root = match &input.member {
            None => part,
            Some(Member { group, index }) => {
                let (_, sources) = self.groups.get(&Rc::as_ptr(group).addr())?;
                let loadings = group.correlations.loadings(*index);
                sources.iter().zip(loadings).map(|(source, loading)| source / u * loading).sum()
            }
        };
        Some(part * with_root)
    }

    fn independent(&self) -> impl Iterator<Item = &Input> + Clone {
        self.inputs.iter().filter(|input| input.member.is_none())
    }

    fn correlation(&self, other: &Propagation) -> Option<f64> {
        let product = self.u() * other.u();
        if product == 0.0 || !product.is_finite() {
            return None;
        }
        let own: HashMap<&Value, f64, RandomState> =
            self.independent().map(|input| (&input.leaf, input.signed_contribution())).collect();
        let both = other
            .independent()
            .filter_map(|input| Some(own.get(&input.leaf)? * input.signed_contribution()));
        let grouped = self.groups.iter().flat_map(|(group, (_, sources))| {
            let theirs = other.groups.get(group).map(|(_, sources)| sources.as_slice());
            sources.iter().zip(theirs.unwrap_or_default()).map(|(one, two)| one * two)
        });
        Some((both.chain(grouped).sum::<f64>() / product).clamp(-1.0, 1.0))
    }
}
