//! The uncertainty of a node to first order: those of its leaves times its grads.

use std::collections::HashMap;
use std::rc::Rc;

use foldhash::fast::RandomState;
use indexmap::IndexMap;

use super::covariance::{Group, Member, Solved, Uncertain, Uncertainty};
use super::degrees_of_freedom::Freedom;
use super::row_uncertainties::RowUncertainties;
use crate::core::graph::{Order, Value};
use crate::parts::least_squares::norm_of;
use crate::parts::rows::RowGrads;
use crate::parts::uncertainty::Distribution;

/// The uncertain leaves of a root, and what their errors make of its own.
#[derive(Debug)]
pub struct Propagation {
    pub(super) order: Rc<Order>,
    /// The leaves, in order.
    pub(super) inputs: Vec<Input>,
    /// The equations through which it depends on some of them, each after those that its inputs
    /// follow.
    pub(super) through: Vec<Solved>,
    pub(super) groups: Groups,
    /// About how much of the root's data may be rounding.
    pub(super) rounding: f64,
    /// The session's time of the data.
    pub(super) clock: u32,
    pub(super) u: f64,
}

/// One uncertain leaf of a root.
#[derive(Debug)]
pub struct Input {
    /// The leaf.
    pub leaf: Value,
    /// The only row that the root depends on, from 1, if it is one of a column.
    pub row: Option<usize>,
    /// Its standard uncertainty; of several rows the root mean square of theirs.
    pub u: f64,
    /// d root / d leaf; of several rows what u is multiplied by to give their contribution.
    pub sensitivity: f64,
    /// Its number in the order of the root, if it is there.
    pub(super) number: Option<usize>,
    pub(crate) member: Option<Member>,
    pub(super) freedom: Option<Freedom>,
    pub(super) distribution: Distribution,
    /// The rows of a column.
    pub(crate) rows: Option<RowErrors>,
}

/// The independent errors of a column's rows.
#[derive(Debug)]
pub struct RowErrors {
    pub uncertainties: RowUncertainties,
    /// The first row that adds to the root's error, from 0.
    pub first: usize,
    /// What it and each row after it make of the root's error.
    pub errors: Vec<f64>,
}

impl Input {
    /// A leaf of which this is known, before a pass.
    pub(super) fn new(leaf: &Value, own: &Uncertain, number: Option<usize>) -> Input {
        let (u, rows) = match &own.u {
            Uncertainty::Number(u) => (*u, None),
            Uncertainty::Rows(rows) => {
                let uncertainties = rows.clone();
                (0.0, Some(RowErrors { uncertainties, first: 0, errors: Vec::new() }))
            }
        };
        let (leaf, member, freedom) = (leaf.clone(), own.member.clone(), own.freedom.clone());
        let distribution = own.distribution;
        Input { leaf, row: None, u, sensitivity: 0.0, number, member, freedom, distribution, rows }
    }

    /// The uncertainty that it would give the root alone.
    pub fn contribution(&self) -> f64 {
        self.signed_contribution().abs()
    }

    /// The degrees of freedom that its uncertainty was estimated with, if it was.
    pub fn degrees_of_freedom(&self) -> Option<f64> {
        self.freedom.as_ref().map(Freedom::number)
    }

    /// The distribution that its error is drawn from: what is correlated with others is normal.
    pub fn distribution(&self) -> Distribution {
        match &self.member {
            None => self.distribution,
            Some(_) => Distribution::Normal,
        }
    }

    fn signed_contribution(&self) -> f64 {
        error(self.u, self.sensitivity)
    }
}

impl RowErrors {
    pub(super) fn meet(&mut self, grads: &RowGrads) {
        let (first, grads) = grads.touched();
        self.first = first;
        self.errors.clear();
        let rows = (first..).zip(grads);
        self.errors.extend(rows.map(|(row, grad)| error(self.uncertainties.at(row), *grad)));
    }

    pub(super) fn root_mean_square(&self, column: &Value) -> f64 {
        let rows = column.rows().unwrap_or(0);
        match self.uncertainties.same() {
            Some(u) => u,
            None => norm_of((0..rows).map(|row| self.uncertainties.at(row))) / (rows as f64).sqrt(),
        }
    }

    /// Adds what a sensitivity to the rows from the first on makes of the root's error.
    pub fn add(&mut self, first: usize, sensitivities: impl Iterator<Item = f64>) {
        let rows = first..;
        let errors: Vec<f64> = rows
            .zip(sensitivities)
            .map(|(row, it)| error(self.uncertainties.at(row), it))
            .collect();
        if self.errors.is_empty() {
            (self.first, self.errors) = (first, errors);
            return;
        }
        let start = first.min(self.first);
        let end = (first + errors.len()).max(self.first + self.errors.len());
        let mut all = vec![0.0; end - start];
        for (at, errors) in [(self.first, &self.errors), (first, &errors)] {
            all[at - start..].iter_mut().zip(errors).for_each(|(sum, error)| *sum += error);
        }
        (self.first, self.errors) = (start, all);
    }

    /// The sum of the products with the errors of the same rows of another root.
    fn product(&self, other: &RowErrors) -> f64 {
        let at = |row: usize| other.errors.get(row.checked_sub(other.first)?);
        let products = (self.first..).zip(&self.errors);
        products.map(|(row, error)| at(row).map_or(0.0, |other| error * other)).sum()
    }
}

/// What an uncertainty makes of the root's error: nothing where there is none, even if the
/// sensitivity is infinite.
fn error(u: f64, sensitivity: f64) -> f64 {
    if u == 0.0 { 0.0 } else { u * sensitivity }
}

/// For each group of correlated leaves, what each independent source of its errors makes of the
/// root's.
pub(super) type Groups = IndexMap<usize, (Rc<Group>, Vec<f64>), RandomState>;

/// What is left of errors that cancel each other is rounding below this part of them.
pub const CANCELED: f64 = 64.0 * f64::EPSILON;

pub(super) fn groups<'all>(inputs: impl Iterator<Item = &'all Input>) -> Groups {
    let mut groups = Groups::default();
    // The sum of the sizes that go into each source, which may cancel each other.
    let mut sizes: HashMap<usize, Vec<f64>, RandomState> = HashMap::default();
    for input in inputs {
        let Some(Member { group, index }) = &input.member else { continue };
        let (at, size) = (Rc::as_ptr(group).addr(), group.correlations.sources());
        let (_, sources) = groups.entry(at).or_insert_with(|| (Rc::clone(group), vec![0.0; size]));
        let sizes = sizes.entry(at).or_insert_with(|| vec![0.0; size]);
        let loadings = group.correlations.loadings(*index);
        for ((source, size), loading) in sources.iter_mut().zip(sizes).zip(loadings) {
            // Not 0 times what may be infinite.
            if *loading != 0.0 {
                let part = loading * input.signed_contribution();
                *source += part;
                *size += part.abs();
            }
        }
    }
    for (at, (_, sources)) in &mut groups {
        let sizes = sizes.get(at).map_or(&[][..], Vec::as_slice);
        let canceled = sources.iter_mut().zip(sizes);
        let canceled = canceled.filter(|(source, size)| source.abs() <= CANCELED * **size);
        canceled.for_each(|(source, _)| *source = 0.0);
    }
    groups
}

/// The root of the sum of the squares of all independent errors.
pub(super) fn norm<'all>(
    inputs: impl Iterator<Item = &'all Input> + Clone,
    groups: &Groups,
) -> f64 {
    let own = inputs.filter(|input| input.member.is_none()).map(Input::signed_contribution);
    norm_of(own.chain(groups.values().flat_map(|(_, sources)| sources.iter().copied())))
}

impl Propagation {
    pub(super) fn new(
        order: Rc<Order>,
        inputs: Vec<Input>,
        rounding: f64,
        clock: u32,
    ) -> Propagation {
        let groups = groups(inputs.iter());
        let u = norm(inputs.iter(), &groups);
        Propagation { order, inputs, through: Vec::new(), groups, rounding, clock, u }
    }

    /// The same by other inputs, of which these equations make those that there were.
    pub(super) fn by(self, inputs: Vec<Input>, through: Vec<Solved>) -> Propagation {
        let Propagation { order, rounding, clock, .. } = self;
        Propagation { through, ..Propagation::new(order, inputs, rounding, clock) }
    }

    /// The uncertain leaves, in order.
    pub fn inputs(&self) -> &[Input] {
        &self.inputs
    }

    /// The effective degrees of freedom of the root's uncertainty, by Welch and Satterthwaite; none
    /// where its inputs' are known.
    pub fn degrees_of_freedom(&self) -> Option<f64> {
        let part = |(freedom, part): (&Freedom, f64)| part.powi(4) / freedom.number();
        let parts: f64 = self.estimated().map(part).sum();
        (parts > 0.0 && parts.is_finite()).then(|| 1.0 / parts)
    }

    /// The inputs whose uncertainty was estimated, those together that were estimated together: the part that they have
    /// in that of the root.
    fn estimated(&self) -> impl Iterator<Item = (&Freedom, f64)> {
        let mut together: Vec<(&Freedom, Vec<&Input>)> = Vec::new();
        for input in &self.inputs {
            let Some(freedom) = &input.freedom else { continue };
            match together.iter_mut().find(|(other, _)| other.is(freedom)) {
                Some((_, inputs)) => inputs.push(input),
                None => together.push((freedom, vec![input])),
            }
        }
        together.into_iter().map(|(it, inputs)| (it, self.contribution_of(&inputs) / self.u))
    }

    /// The standard uncertainty of the root: `√(gᵀΣg)`.
    pub fn u(&self) -> f64 {
        self.u
    }

    /// The uncertainty that some inputs together would give the root.
    fn contribution_of(&self, inputs: &[&Input]) -> f64 {
        let groups = groups(inputs.iter().copied());
        norm(inputs.iter().copied(), &groups)
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

    /// The covariance that two roots have by the rows of columns.
    pub(crate) fn covariance_by_rows(&self, other: &Propagation) -> f64 {
        let pairs = self.inputs.iter().flat_map(|own| {
            let same = other.inputs.iter().filter(|other| other.leaf.is(&own.leaf));
            same.filter_map(|other| Some(own.rows.as_ref()?.product(other.rows.as_ref()?)))
        });
        pairs.sum()
    }

    pub(super) fn correlation(&self, other: &Propagation) -> Option<f64> {
        let product = self.u() * other.u();
        if product == 0.0 || !product.is_finite() {
            return None;
        }
        let own: HashMap<&Value, &Input, RandomState> =
            self.independent().map(|input| (&input.leaf, input)).collect();
        let both = other.independent().filter_map(|other| {
            let own = own.get(&other.leaf)?;
            Some(match (&own.rows, &other.rows) {
                (Some(own), Some(other)) => own.product(other),
                _ => own.signed_contribution() * other.signed_contribution(),
            })
        });
        let grouped = self.groups.iter().flat_map(|(group, (_, sources))| {
            let theirs = other.groups.get(group).map(|(_, sources)| sources.as_slice());
            sources.iter().zip(theirs.unwrap_or_default()).map(|(one, two)| one * two)
        });
        let r = both.chain(grouped).sum::<f64>() / product;
        Some(if r.abs() <= CANCELED { 0.0 } else { r.clamp(-1.0, 1.0) })
    }
}
