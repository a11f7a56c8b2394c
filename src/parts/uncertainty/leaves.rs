//! The uncertainties of leaves, as they are typed, changed and taken back.

use std::rc::Rc;

use super::correlations::Correlations;
use super::covariance::{
    Covariance, Draft, ErrorChange, Group, Member, Origin, Uncertain, Uncertainty, place_of,
};
use super::degrees_of_freedom::Freedom;
use super::row_uncertainties::RowUncertainties;
use super::sources::{by_rows, propagate};
use crate::core::graph::{Built, Label, Value};
use crate::core::language::{Error, Result, Span, Tree, quoted};
use crate::core::session::{Session, same_bits};
use crate::parts::fit::last_fit;
use crate::parts::least_squares::norm;
use crate::parts::uncertainty::{Distribution, Evaluation, PlusMinus};

/// The most leaves that may be correlated with each other: their matrix is factored whole.
const MOST_CORRELATED: usize = 500;

impl Session {
    /// The standard uncertainty of a node, to first order; none when it depends on no uncertain
    /// leaf, when it has rows, or when work is interrupted.
    ///
    /// It takes a backward pass, but only while some leaf is uncertain. All grads stay.
    pub fn uncertainty(&mut self, value: &Value) -> Option<f64> {
        if !self.has_uncertainties() || value.is_per_row() {
            return None;
        }
        if value.is_leaf() {
            return self.uncertainty_of_leaf(value);
        }
        let propagation = propagate(self, value).ok()?;
        (!propagation.inputs().is_empty()).then(|| propagation.u())
    }

    /// The standard uncertainties of a per-row node, to first order, one for each row; none when it
    /// depends on no uncertain leaf. It takes a backward pass for each row of a computed one. Of the model of the
    /// last fit they are those that its leaves give it: the errors of its columns are in those of the leaves.
    ///
    /// # Errors
    ///
    /// Work was interrupted, or there is no room.
    pub fn uncertainties(&mut self, value: &Value) -> Result<Option<Rc<Vec<f64>>>> {
        match value.rows() {
            Some(rows) if value.is_leaf() => {
                Ok(self.uncertainties_of_column(value).map(|it| it.all(rows)))
            }
            Some(rows) if self.has_uncertainties() => {
                let is_fit = last_fit(self).is_some_and(|fit| fit.model.is(value));
                by_rows(self, value, rows, !is_fit)
            }
            _ => Ok(None),
        }
    }

    /// The standard uncertainty of a leaf, if it has one; of a column that of the row in view.
    pub fn uncertainty_of_leaf(&self, leaf: &Value) -> Option<f64> {
        self.error_of(leaf).map(|own| own.u.in_view(leaf))
    }

    /// The standard uncertainties of a column's rows, if it has any.
    pub fn uncertainties_of_column(&self, leaf: &Value) -> Option<&RowUncertainties> {
        match &self.error_of(leaf)?.u {
            Uncertainty::Rows(rows) => Some(rows),
            Uncertainty::Number(_) => None,
        }
    }

    /// Tells whether a leaf's uncertainty was found together with its data, and not typed.
    pub fn is_found(&self, leaf: &Value) -> bool {
        let origin = self.error_of(leaf).map(|own| &own.origin);
        origin.is_some_and(|origin| !matches!(origin, Origin::Typed))
    }

    /// The degrees of freedom with which a leaf's uncertainty was estimated, if it was.
    pub(crate) fn freedom_of(&self, leaf: &Value) -> Option<&Freedom> {
        self.error_of(leaf)?.freedom.as_ref()
    }

    /// How a leaf's error is distributed.
    pub fn distribution_of(&self, leaf: &Value) -> Distribution {
        self.error_of(leaf).map_or(Distribution::Normal, |own| own.distribution)
    }

    /// How many degrees of freedom a leaf's uncertainty was estimated with, if it was.
    pub fn degrees_of_freedom(&self, leaf: &Value) -> Option<f64> {
        self.freedom_of(leaf).map(Freedom::number)
    }

    /// The leaves that a leaf is correlated with, directly or through others, itself among them, in
    /// the order of their names.
    pub fn correlated_with(&self, leaf: &Value) -> Vec<Value> {
        match self.part::<Covariance>() {
            Some(covariance) => covariance.together_with(leaf),
            None => vec![leaf.clone()],
        }
    }

    /// The correlation of two leaves' errors; 0 where one has none.
    pub fn correlation_of_leaves(&self, one: &Value, other: &Value) -> f64 {
        match self.part::<Covariance>() {
            Some(covariance) => covariance.correlation(one, other),
            None => f64::from(u8::from(one.is(other))),
        }
    }

    /// The standard uncertainty that what stands after `±` gives to a leaf of this data; none for
    /// 0, which is to have none.
    ///
    /// # Errors
    ///
    /// It is negative or not finite, or its expression is wrong.
    pub fn standard_uncertainty(
        &mut self,
        data: f64,
        plus_minus: &PlusMinus<'_>,
    ) -> Result<Option<Uncertain>> {
        let number = self.number(plus_minus.tree()?)?;
        let u = plus_minus.of(data, number)?;
        let Evaluation { freedom, distribution, .. } = plus_minus.evaluation;
        let freedom = freedom.map(Freedom::new);
        let own = Uncertain::independent(Uncertainty::Number(u));
        Ok((u > 0.0).then_some(Uncertain { freedom, distribution, ..own }))
    }

    /// The standard uncertainty of a leaf that is made of what was built of `tree` for `label`.
    ///
    /// # Errors
    ///
    /// As [`Session::standard_uncertainty`], or what was built is no number of its own.
    pub(crate) fn uncertainty_of_new(
        &mut self,
        (tree, label): (&Tree<'_>, Label),
        built: &Built,
        plus_minus: &PlusMinus<'_>,
    ) -> Result<Option<Uncertain>> {
        let Some(value) = built.result.value() else {
            return self.uncertainty_without_names(built.result.data(), plus_minus);
        };
        let is_leaf = tree.as_name().is_some() && value.is_leaf();
        if is_leaf || label.part > 0 || value.is_per_row() || self.uncertainty(value).is_some() {
            return Err(not_a_leaf(tree, value));
        }
        self.standard_uncertainty(value.data(), plus_minus)
    }

    /// The same where a new leaf gets its uncertainty, which depends on other nodes no more than
    /// its data does.
    ///
    /// # Errors
    ///
    /// As [`Session::standard_uncertainty`], and where there is a node's name in it.
    fn uncertainty_without_names(
        &mut self,
        data: f64,
        plus_minus: &PlusMinus<'_>,
    ) -> Result<Option<Uncertain>> {
        if self.build(plus_minus.tree()?, Label::default())?.result.value().is_some() {
            return Err(name_after(plus_minus));
        }
        self.standard_uncertainty(data, plus_minus)
    }

    /// Gives leaves other standard uncertainties, or none, undoably. Correlations stay, but those of
    /// what has no uncertainty any more.
    pub fn set_uncertainties(&mut self, changes: &[(Value, Option<Uncertain>)]) {
        let gone = changes.iter().filter(|(_, state)| state.is_none());
        let mut before = self.take_apart(gone.map(|(leaf, _)| leaf));
        for (leaf, state) in changes {
            let member = self.error_of(leaf).and_then(|own| own.member.clone());
            let state = state.clone().map(|state| Uncertain { member, ..state });
            before.extend(self.put_states(vec![(leaf.clone(), state)]));
        }
        self.record(ErrorChange::of(before));
    }

    /// Gives leaves the errors that were found together with their data, undoably: what independent
    /// errors of unit size make of each, and of `others`, which keep their uncertainties. They hold
    /// until the leaf is moved.
    pub fn set_errors(
        &mut self,
        found: Vec<(Value, Vec<f64>, Option<Freedom>)>,
        others: Vec<(Value, Vec<f64>)>,
        origin: &Origin,
    ) {
        let all = found.iter().map(|(leaf, ..)| leaf).chain(others.iter().map(|(leaf, _)| leaf));
        let mut before = self.take_apart(all);
        for (leaf, errors, freedom) in &found {
            let u = Some(norm(errors)).filter(|u| *u > 0.0 && u.is_finite());
            let own = |u| Uncertain {
                origin: origin.clone(),
                freedom: freedom.clone(),
                ..Uncertain::independent(u)
            };
            let state = u.map(|u| own(Uncertainty::Number(u)));
            before.extend(self.put_states(vec![(leaf.clone(), state)]));
        }
        let found = found.into_iter().map(|(leaf, errors, _)| (leaf, errors));
        let mut all: Vec<(Value, Vec<f64>)> = found.chain(others).collect();
        all.retain(|(leaf, _)| self.uncertainty_of_leaf(leaf).is_some());
        all.sort_by_key(|(leaf, _)| place_of(self.names(), leaf));
        let (leaves, errors): (Vec<Value>, Vec<Vec<f64>>) = all.into_iter().unzip();
        let is_possible = (2..=MOST_CORRELATED).contains(&leaves.len());
        let correlations = is_possible.then(|| Correlations::made_of(&errors)).flatten();
        let members = correlations.map(|correlations| Group::of(&leaves, correlations));
        let members = leaves.into_iter().zip(members.into_iter().flatten().map(Some)).collect();
        before.extend(self.put_states(self.regrouped(members)));
        self.record(ErrorChange::of(before));
    }

    /// What is known of a leaf's error.
    pub(crate) fn error_of(&self, leaf: &Value) -> Option<&Uncertain> {
        self.part::<Covariance>()?.get(leaf)
    }

    /// Returns true if some leaf has an uncertainty.
    pub fn has_uncertainties(&self) -> bool {
        self.part::<Covariance>().is_some_and(|covariance| !covariance.is_empty())
    }

    /// The standard uncertainty of a leaf of this group, and its place there.
    pub(crate) fn place_in(&self, group: &Rc<Group>, leaf: &Value) -> Option<(f64, usize)> {
        let own = self.error_of(leaf)?;
        let member = own.member.as_ref().filter(|member| Rc::ptr_eq(&member.group, group))?;
        Some((own.u.in_view(leaf), member.index))
    }

    /// Of leaves that had this data, those that were found with it and have moved: they have no
    /// uncertainty any more.
    pub(crate) fn outdated(&self, before: &[(Value, f64)]) -> Vec<(Value, Option<Uncertain>)> {
        if !self.has_uncertainties() {
            return Vec::new();
        }
        let has_moved =
            |(leaf, data): &&(Value, f64)| self.is_found(leaf) && !same_bits(leaf.data(), *data);
        before.iter().filter(has_moved).map(|(leaf, _)| (leaf.clone(), None)).collect()
    }

    /// Takes leaves out of those that they are correlated with, and gives what was.
    pub(super) fn take_apart<'leaves>(
        &mut self,
        leaves: impl Iterator<Item = &'leaves Value>,
    ) -> Vec<(Value, Option<Uncertain>)> {
        let is_grouped =
            |leaf: &&Value| self.error_of(leaf).is_some_and(|own| own.member.is_some());
        let grouped: Vec<&Value> = leaves.filter(is_grouped).collect();
        let covariance = self.part::<Covariance>().filter(|_| !grouped.is_empty());
        let Some(covariance) = covariance else { return Vec::new() };
        let mut draft = Draft::of((covariance, self.names()), grouped.iter().copied());
        grouped.iter().for_each(|leaf| draft.remove(leaf));
        // A part of what was possible is possible.
        let members = draft.finish().unwrap_or_default();
        self.put_states(self.regrouped(members))
    }

    /// Says how leaves, all uncertain, are correlated, undoably.
    ///
    /// # Errors
    ///
    /// At `span`, when that cannot be.
    pub fn correlate(&mut self, pairs: &[(Value, Value, f64)], span: Span) -> Result<()> {
        let leaves = pairs.iter().flat_map(|(one, other, _)| [one, other]);
        let Some(covariance) = self.part::<Covariance>() else { return Ok(()) };
        let mut draft = Draft::of((covariance, self.names()), leaves);
        if draft.size() > MOST_CORRELATED {
            let message = format!(
                "{} leaves would be correlated with each other, and {MOST_CORRELATED} can be",
                draft.size()
            );
            return Err(Error::new(span, message));
        }
        for (one, other, r) in pairs {
            draft.set(one, other, *r);
        }
        let Some(members) = draft.finish() else {
            let message =
                "no errors can be correlated like this: the matrix has a negative eigenvalue";
            return Err(Error::new(span, message).hint(
                "several pairs that need each other go in one command: :correlate A B R A C R",
            ));
        };
        let states = self.regrouped(members);
        let before = self.put_states(states);
        self.record(ErrorChange::of(before));
        Ok(())
    }

    /// The states of leaves in other groups.
    pub(super) fn regrouped(
        &self,
        members: Vec<(Value, Option<Member>)>,
    ) -> Vec<(Value, Option<Uncertain>)> {
        let state = |(leaf, member): (Value, Option<Member>)| {
            let own = self.error_of(&leaf).cloned();
            (leaf, own.map(|own| Uncertain { member, ..own }))
        };
        members.into_iter().map(state).collect()
    }

    /// Puts what is known of leaves' errors, and gives what was.
    pub(super) fn put_states(
        &mut self,
        states: Vec<(Value, Option<Uncertain>)>,
    ) -> Vec<(Value, Option<Uncertain>)> {
        let covariance = self.part_mut::<Covariance>();
        let put = |(leaf, state)| {
            let was = covariance.put(&leaf, state);
            (leaf, was)
        };
        states.into_iter().map(put).collect()
    }
}

/// The error for a name after the `±` of a leaf that is being made.
pub(super) fn name_after(plus_minus: &PlusMinus<'_>) -> Error {
    let message = "found a name after ±, where only a number can stand";
    Error::new(plus_minus.span(), message)
        .hint("a leaf depends on nothing; :set takes names, and keeps the number")
}

/// The error for an uncertainty of what is computed, or has a name already.
fn not_a_leaf(tree: &Tree<'_>, value: &Value) -> Error {
    match tree.as_name().filter(|_| value.is_leaf()) {
        Some(name) => {
            let name = quoted(name);
            let error =
                Error::new(tree.span(), format!("± goes after a number, and {name} is a node"));
            error.hint(if value.is_per_row() {
                format!(
                    "to give its rows uncertainties, :set {name} ± 0.1, or those of a column s: \
                     :set {name} ± s"
                )
            } else {
                format!("to give that leaf an uncertainty, :set {name} ± 0.1")
            })
        }
        None => Error::new(tree.span(), "± goes after a number, and this is computed")
            .hint("its uncertainty follows from its leaves; for more, add a leaf: e = 0 ± 0.1"),
    }
}
