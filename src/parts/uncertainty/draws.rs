//! The errors of a root's leaves, drawn at random.

use std::rc::Rc;

use foldhash::fast::RandomState;
use indexmap::IndexMap;

use super::errors::Errors;
use super::{Distribution, Propagation};
use crate::core::graph::Value;
use crate::core::session::Session;
use crate::parts::networks::Random;

/// The seed of the trials: results are the same every time, on every machine.
const SEED: u64 = 1;
/// The seed of the deviations of estimated uncertainties.
const SEED_OF_ESTIMATES: u64 = 2;
/// An uncertainty with more degrees of freedom than this counts as known: t is off by 1e-5.
const MANY: f64 = 1e5;

/// The leaves of a root in one trial.
pub struct Draws {
    numbers: Vec<Drawn<f64>>,
    pub columns: Vec<Drawn<Rc<Vec<f64>>>>,
    /// The numbers of the sources of the leaves' errors.
    sources: IndexMap<u64, Distribution, RandomState>,
    /// The errors of the sources, of unit size.
    errors: Vec<f64>,
    random: Random,
    /// The degrees of freedom of estimated uncertainties, by the address of each estimate.
    estimates: IndexMap<*const f64, f64, RandomState>,
    /// For each source, the index of its estimate.
    estimate_of: IndexMap<u64, usize, RandomState>,
    /// A generator of its own: the trials are the same with and without degrees of freedom.
    random_of_estimates: Random,
}

/// A leaf, its contents, and the indices of the error's sources with the parts of each: for a column, one source
/// for each row.
pub struct Drawn<T> {
    leaf: Value,
    present: T,
    parts: Vec<(usize, f64)>,
}

impl Draws {
    /// The uncertain leaves of a root.
    pub fn new(session: &Session, propagation: &Propagation) -> Draws {
        let mut draws = Draws {
            numbers: Vec::new(),
            columns: Vec::new(),
            sources: IndexMap::default(),
            errors: Vec::new(),
            random: Random::seeded(SEED),
            estimates: IndexMap::default(),
            estimate_of: IndexMap::default(),
            random_of_estimates: Random::seeded(SEED_OF_ESTIMATES),
        };
        let leaves = propagation.leaves.iter().map(|number| propagation.order.node(*number));
        leaves.for_each(|leaf| draws.add(session, leaf));
        draws.errors = vec![0.0; draws.sources.len()];
        draws
    }

    fn add(&mut self, session: &Session, leaf: &Value) {
        let Some(errors) = session.part::<Errors>() else { return };
        let vector = session.error_vector(leaf);
        for term in &vector.terms {
            let Some((_, error)) = errors.stored_error(&term.leaf) else { continue };
            let distribution = error.drawn_from();
            let own = error.freedom.as_ref().filter(|_| error.shared.is_none());
            for (source, _) in errors.parts(term) {
                self.sources.insert(source, distribution);
                let freedom = own.or_else(|| errors.freedom(source));
                if let Some(freedom) = freedom.filter(|freedom| ***freedom <= MANY) {
                    let estimate = self.estimates.insert_full(Rc::as_ptr(freedom), **freedom).0;
                    self.estimate_of.insert(source, estimate);
                }
            }
        }
        let index = |source: &u64| self.sources.get_index_of(source);
        let parts = vector.parts.iter();
        let parts = parts.filter_map(|(source, part)| Some((index(source)?, *part))).collect();
        let leaf = leaf.clone();
        match leaf.as_column().map(|column| column.numbers()) {
            Some(present) => self.columns.push(Drawn { leaf, present, parts }),
            None => self.numbers.push(Drawn { present: leaf.data(), leaf, parts }),
        }
    }

    /// The number of sources.
    pub fn sources(&self) -> usize {
        self.sources.len()
    }

    /// The leaves, the columns last.
    pub fn leaves(&self) -> Vec<Value> {
        let numbers = self.numbers.iter().map(|drawn| drawn.leaf.clone());
        numbers.chain(self.columns.iter().map(|drawn| drawn.leaf.clone())).collect()
    }

    /// Draws the errors of a trial, and adds errors to the numbers of columns.
    pub fn draw(&mut self) {
        for (error, distribution) in self.errors.iter_mut().zip(self.sources.values()) {
            *error = drawn(&mut self.random, *distribution);
        }
        for Drawn { leaf, present, parts } in &self.columns {
            let rows = present.iter().zip(parts);
            let rows = rows.map(|(number, (source, u))| number + u * self.errors[*source]);
            set(leaf, Rc::new(rows.collect()));
        }
    }

    /// Returns true if some uncertainty was estimated with few degrees of freedom.
    pub fn has_estimates(&self) -> bool {
        !self.estimates.is_empty()
    }

    /// Makes the errors of this trial those of Student's t where an uncertainty was estimated. The errors of one
    /// estimate are wrong by one factor. Columns, whose uncertainties count as known, stay.
    pub fn take_to_student(&mut self) {
        let random = &mut self.random_of_estimates;
        let factor = |freedom: &f64| (freedom / random.chi_squared(*freedom)).sqrt();
        let factors: Vec<f64> = self.estimates.values().map(factor).collect();
        for (source, estimate) in &self.estimate_of {
            if let Some(index) = self.sources.get_index_of(source) {
                self.errors[index] *= factors[*estimate];
            }
        }
    }

    /// The numbers of the leaves that are numbers, with the errors added.
    pub fn numbers(&self) -> impl Iterator<Item = f64> {
        let error = |(source, part): &(usize, f64)| part * self.errors[*source];
        self.numbers.iter().map(move |it| it.present + it.parts.iter().map(error).sum::<f64>())
    }

    /// Restores the numbers of columns.
    pub fn restore(&self) {
        self.columns.iter().for_each(|column| set(&column.leaf, Rc::clone(&column.present)));
    }
}

fn set(column: &Value, numbers: Rc<Vec<f64>>) {
    if let Some(contents) = column.as_column() {
        contents.set_numbers(numbers);
        column.recompute();
    }
}

/// A number of a distribution with the standard deviation 1.
fn drawn(random: &mut Random, distribution: Distribution) -> f64 {
    match distribution {
        Distribution::Normal => random.normal(),
        Distribution::Rectangular => 3.0_f64.sqrt() * random.uniform(),
        Distribution::Triangular => 1.5_f64.sqrt() * (random.uniform() + random.uniform()),
    }
}
