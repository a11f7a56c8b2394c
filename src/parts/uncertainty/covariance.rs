//! The uncertainties of leaves, and the correlations of their errors.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use foldhash::fast::RandomState;

use super::correlations::Correlations;
use super::degrees_of_freedom::Freedom;
use super::row_uncertainties::RowUncertainties;
use crate::core::graph::{Value, WeakValue};
use crate::core::session::{Change, Names, PartChange, PartState, Session};
use crate::parts::solve::SolvedErrors;
use crate::parts::uncertainty::Distribution;

/// What the errors of leaves that were solved for follow.
pub type Solved = Rc<SolvedErrors>;

/// The standard uncertainty of each leaf that has one, and the correlations between them.
///
/// Leaves are held weakly: when one is freed, so is what is known of it, sooner or later.
#[derive(Debug, Default)]
pub struct Covariance {
    leaves: HashMap<WeakValue, Uncertain, RandomState>,
    /// The number of leaves at which those that are freed are looked for again.
    sweep_at: usize,
}

/// What is known of one leaf's error.
#[derive(Debug, Clone)]
pub struct Uncertain {
    /// The standard uncertainty.
    pub(crate) u: Uncertainty,
    /// Its place among leaves that it is correlated with; a column has none.
    pub(crate) member: Option<Member>,
    pub(crate) origin: Origin,
    /// The degrees of freedom it was estimated with; none where it is known.
    pub(crate) freedom: Option<Freedom>,
    /// How the error is distributed.
    pub(crate) distribution: Distribution,
}

/// Where a standard uncertainty is from. One that was found holds for the number that was found with
/// it, and for no other.
#[derive(Debug, Clone)]
pub enum Origin {
    Typed,
    /// A fit, or equations of which no more is known.
    Found,
    Solved(Solved),
}

/// The standard uncertainty of a leaf.
#[derive(Debug, Clone)]
pub enum Uncertainty {
    /// That of a number, finite and above 0.
    Number(f64),
    /// Those of a column.
    Rows(RowUncertainties),
}

impl PartState for Covariance {}

/// A change of what is known of leaves' errors, with what was known before, in the order of the changes.
#[derive(Debug)]
pub struct ErrorChange(Vec<(Value, Option<Uncertain>)>);

impl ErrorChange {
    /// The change of the session that has made this out of what was known before.
    pub fn of(before: Vec<(Value, Option<Uncertain>)>) -> Change {
        Change::Part(Box::new(ErrorChange(before)))
    }
}

impl PartChange for ErrorChange {
    fn swap(&mut self, session: &mut Session) {
        self.0.reverse();
        let covariance = session.part_mut::<Covariance>();
        for (leaf, own) in &mut self.0 {
            *own = covariance.put(leaf, own.take());
        }
    }

    fn weight(&self) -> usize {
        self.0.iter().map(|(_, own)| own.as_ref().map_or(1, Uncertain::weight)).sum()
    }
}

/// Gives a new leaf its uncertainty, if it has one.
pub fn put(session: &mut Session, leaf: &Value, own: Option<Uncertain>) {
    if own.is_some() {
        session.part_mut::<Covariance>().put(leaf, own);
    }
}

impl Uncertainty {
    /// The standard uncertainty of a leaf, or of the row in view of a column.
    pub fn in_view(&self, leaf: &Value) -> f64 {
        match self {
            Uncertainty::Number(u) => *u,
            Uncertainty::Rows(rows) => rows.at(leaf.as_column().map_or(0, |it| it.view().row())),
        }
    }

    /// The number of numbers that it keeps.
    pub(super) fn size(&self) -> usize {
        match self {
            Uncertainty::Number(_) => 1,
            Uncertainty::Rows(rows) => rows.size(),
        }
    }
}

impl Uncertain {
    /// A standard uncertainty that was typed and is correlated with no other.
    pub(crate) fn independent(u: Uncertainty) -> Uncertain {
        let distribution = Distribution::Normal;
        Uncertain { u, member: None, origin: Origin::Typed, freedom: None, distribution }
    }

    /// Standard uncertainties of a column's rows that were typed.
    pub fn of_rows(rows: RowUncertainties, distribution: Distribution) -> Uncertain {
        Uncertain { distribution, ..Uncertain::independent(Uncertainty::Rows(rows)) }
    }

    /// The standard uncertainty of one number.
    pub fn u(&self, leaf: &Value) -> f64 {
        self.u.in_view(leaf)
    }

    /// The equations that it was found with, if it was.
    pub(crate) fn solved(&self) -> Option<&Solved> {
        match &self.origin {
            Origin::Solved(solved) => Some(solved),
            Origin::Typed | Origin::Found => None,
        }
    }

    /// The number of numbers and nodes that it keeps.
    pub(crate) fn weight(&self) -> usize {
        self.u.size() + self.solved().map_or(0, |solved| solved.weight())
    }
}

/// A leaf's place among leaves that it is correlated with.
#[derive(Debug, Clone)]
pub struct Member {
    pub group: Rc<Group>,
    pub index: usize,
}

/// Leaves that are correlated with each other, directly or through others.
#[derive(Debug)]
pub struct Group {
    leaves: Vec<WeakValue>,
    pub correlations: Correlations,
}

impl Group {
    /// Groups leaves with these correlations, and returns the place of each.
    pub fn of(leaves: &[Value], correlations: Correlations) -> Vec<Member> {
        let leaves = leaves.iter().map(Value::downgrade).collect();
        let group = Rc::new(Group { leaves, correlations });
        let member = |index: usize| Member { group: Rc::clone(&group), index };
        (0..group.leaves.len()).map(member).collect()
    }
}

/// Fewer leaves than this are not worth looking through for freed ones.
const LEAST_SWEPT: usize = 64;

impl Covariance {
    /// Returns true if no leaf has an uncertainty; false as well while freed ones are still known.
    pub fn is_empty(&self) -> bool {
        self.leaves.is_empty()
    }

    /// The number of leaves of which something is known.
    pub fn len(&self) -> usize {
        self.leaves.len()
    }

    /// What is known of a leaf's error.
    pub fn get(&self, leaf: &Value) -> Option<&Uncertain> {
        self.leaves.get(&leaf.downgrade())
    }

    /// Says what is known of a leaf's error, and gives what was.
    pub fn put(&mut self, leaf: &Value, uncertain: Option<Uncertain>) -> Option<Uncertain> {
        // Those of columns may be many.
        let is_column = uncertain.as_ref().is_some_and(|it| it.u.size() > LEAST_SWEPT);
        let before = match uncertain {
            Some(uncertain) => self.leaves.insert(leaf.downgrade(), uncertain),
            None => self.leaves.remove(&leaf.downgrade()),
        };
        if self.leaves.len() > self.sweep_at || is_column {
            self.leaves.retain(|leaf, _| leaf.is_alive());
            self.sweep_at = (2 * self.leaves.len()).max(LEAST_SWEPT);
        }
        before
    }

    /// The leaves that a leaf is correlated with, directly or through others, itself among them, in
    /// the order of their labels.
    pub fn together_with(&self, leaf: &Value) -> Vec<Value> {
        match self.get(leaf).and_then(|uncertain| uncertain.member.as_ref()) {
            Some(member) => member.group.leaves.iter().filter_map(WeakValue::upgrade).collect(),
            None => vec![leaf.clone()],
        }
    }

    /// The correlation of two leaves' errors; 0 where one has none.
    pub fn correlation(&self, one: &Value, other: &Value) -> f64 {
        if one.is(other) {
            return 1.0;
        }
        let member = |leaf: &Value| self.get(leaf)?.member.as_ref();
        match (member(one), member(other)) {
            (Some(one), Some(other)) if Rc::ptr_eq(&one.group, &other.group) => {
                one.group.correlations.row(one.index).get(other.index).copied().unwrap_or(0.0)
            }
            _ => 0.0,
        }
    }
}

/// Correlations of some leaves, being changed.
pub(super) struct Draft {
    leaves: Vec<Value>,
    rows: Vec<f64>,
}

impl Draft {
    /// The present correlations of these leaves and all that they are correlated with, in the order of
    /// their names, which a saved session has as well.
    pub fn of<'leaves>(
        (covariance, names): (&Covariance, &Names),
        leaves: impl Iterator<Item = &'leaves Value>,
    ) -> Draft {
        let mut met: HashSet<&Value, RandomState> = HashSet::default();
        let new = leaves.filter(|leaf| met.insert(leaf));
        let mut all: Vec<Value> = new.flat_map(|leaf| covariance.together_with(leaf)).collect();
        all.sort_by_key(|leaf| place_of(names, leaf));
        all.dedup();
        let rows = all.iter().flat_map(|one| {
            all.iter().map(|other| covariance.correlation(one, other)).collect::<Vec<f64>>()
        });
        Draft { rows: rows.collect(), leaves: all }
    }

    /// The number of leaves.
    pub fn size(&self) -> usize {
        self.leaves.len()
    }

    /// Sets the correlation of two leaves. A leaf that is fully correlated with one of them gets the same
    /// correlation with the other, up to sign; if r is 1 or -1, each of the two gets the correlations that
    /// only the other had.
    pub fn set(&mut self, one: &Value, other: &Value, r: f64) {
        let index = |leaf: &Value| self.leaves.iter().position(|it| it.is(leaf));
        let (Some(one), Some(other)) = (index(one), index(other)) else { return };
        let [ones, others] = [(one, other), (other, one)].map(|(leaf, apart)| {
            let is_one = |leaf: usize, twin: usize| self.at(leaf, twin).abs() == 1.0;
            // A leaf that is fully correlated with both stays as it is.
            let is_twin =
                |twin: &usize| *twin == leaf || (is_one(leaf, *twin) && !is_one(apart, *twin));
            let twins = (0..self.size()).filter(is_twin);
            twins.map(|twin| (twin, self.at(leaf, twin))).collect::<Vec<_>>()
        });
        for (one, sign) in &ones {
            for (other, turned) in &others {
                self.put(*one, *other, sign * r * turned);
            }
        }
        if r.abs() == 1.0 {
            for third in 0..self.size() {
                let of = [one, other].map(|leaf| self.at(leaf, third));
                for (own, (leaf, theirs)) in of.into_iter().zip([(one, of[1]), (other, of[0])]) {
                    if own == 0.0 && theirs != 0.0 {
                        self.put(leaf, third, r * theirs);
                    }
                }
            }
        }
    }

    /// Takes a leaf out.
    pub fn remove(&mut self, leaf: &Value) {
        if let Some(index) = self.leaves.iter().position(|it| it.is(leaf)) {
            (0..self.size())
                .filter(|other| *other != index)
                .for_each(|it| self.put(index, it, 0.0));
        }
    }

    fn at(&self, one: usize, other: usize) -> f64 {
        self.rows[one * self.size() + other]
    }

    fn put(&mut self, one: usize, other: usize, r: f64) {
        let size = self.size();
        self.rows[one * size + other] = r;
        self.rows[other * size + one] = r;
    }

    /// Every leaf with its place among those that it is correlated with, if there are any; none
    /// when the matrix of some has a negative eigenvalue.
    pub fn finish(self) -> Option<Vec<(Value, Option<Member>)>> {
        let mut members: Vec<Option<Member>> = vec![None; self.size()];
        for part in self.parts().into_iter().filter(|part| part.len() > 1) {
            let rows = part.iter().flat_map(|one| part.iter().map(|other| self.at(*one, *other)));
            let correlations = Correlations::new(rows.collect())?;
            let leaves: Vec<Value> = part.iter().map(|it| self.leaves[*it].clone()).collect();
            for (leaf, member) in part.into_iter().zip(Group::of(&leaves, correlations)) {
                members[leaf] = Some(member);
            }
        }
        Some(self.leaves.into_iter().zip(members).collect())
    }

    /// The leaves in parts that are not correlated with each other.
    fn parts(&self) -> Vec<Vec<usize>> {
        let mut parts = Vec::new();
        let mut left: Vec<usize> = (0..self.size()).collect();
        while let Some(first) = left.first().copied() {
            let mut part = Vec::new();
            let mut work = vec![first];
            left.retain(|index| *index != first);
            while let Some(index) = work.pop() {
                part.push(index);
                let is_met = |other: &mut usize| self.at(index, *other) != 0.0;
                work.extend(left.extract_if(.., is_met));
            }
            part.sort_unstable();
            parts.push(part);
        }
        parts
    }
}

/// The place of a leaf among those of its group: by its name as text, so that a saved session, which has other
/// numbers of names, has the same order.
pub(super) fn place_of(names: &Names, leaf: &Value) -> (String, u32, u32) {
    let label = leaf.label();
    (names.text(label.name).to_owned(), label.binding, label.part)
}
