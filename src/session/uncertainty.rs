//! The uncertainties of leaves, as they are typed, changed and taken back.

use super::covariance::{Draft, Member, RowUncertainties, Uncertain, Uncertainty};
use super::{Change, Session};
use crate::graph::{Label, Value};
use crate::language::{Error, PlusMinus, Result, Span, exact};

/// The most leaves that may be correlated with each other: their matrix is factored whole.
const MOST_CORRELATED: usize = 500;

impl Session {
    /// The standard uncertainty of a leaf, if it has one; of a column that of the row in view.
    pub fn uncertainty_of_leaf(&self, leaf: &Value) -> Option<f64> {
        self.state.covariance.get(leaf).map(|own| own.u.in_view(leaf))
    }

    /// The standard uncertainties of a column's rows, if it has any.
    pub fn uncertainties_of_column(&self, leaf: &Value) -> Option<&RowUncertainties> {
        match &self.state.covariance.get(leaf)?.u {
            Uncertainty::Rows(rows) => Some(rows),
            Uncertainty::Number(_) => None,
        }
    }

    /// The leaves that a leaf is correlated with, directly or through others, itself among them, in
    /// the order of their names.
    pub fn correlated_with(&self, leaf: &Value) -> Vec<Value> {
        self.state.covariance.together_with(leaf)
    }

    /// The correlation of two leaves' errors; 0 where one has none.
    pub fn correlation_of_leaves(&self, one: &Value, other: &Value) -> f64 {
        self.state.covariance.correlation(one, other)
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
    ) -> Result<Option<f64>> {
        let number = self.number(plus_minus.tree()?)?;
        let u = plus_minus.of(data, number)?;
        Ok((u > 0.0).then_some(u))
    }

    /// The same where a new leaf gets its uncertainty, which depends on other nodes no more than
    /// its data does.
    ///
    /// # Errors
    ///
    /// As [`Session::standard_uncertainty`], and where there is a node's name in it.
    pub(super) fn uncertainty_without_names(
        &mut self,
        data: f64,
        plus_minus: &PlusMinus<'_>,
    ) -> Result<Option<f64>> {
        if self.build(plus_minus.tree()?, Label::default())?.result.value().is_some() {
            return Err(name_after(plus_minus));
        }
        self.standard_uncertainty(data, plus_minus)
    }

    /// Gives leaves other standard uncertainties, or none, undoably. Correlations stay, but those of
    /// what has no uncertainty any more.
    pub fn set_uncertainties(&mut self, changes: &[(Value, Option<Uncertainty>)]) {
        let mut before = Vec::new();
        for (leaf, u) in changes {
            let member = self.state.covariance.get(leaf).and_then(|own| own.member.clone());
            if u.is_none() && member.is_some() {
                let mut draft = Draft::of(&self.state.covariance, [leaf].into_iter());
                draft.remove(leaf);
                // A part of what was possible is possible.
                let members = draft.finish().unwrap_or_default();
                before.extend(self.put_states(self.regrouped(members)));
            }
            let state = u.clone().map(|u| Uncertain { u, member });
            before.extend(self.put_states(vec![(leaf.clone(), state)]));
        }
        self.record(Change::Uncertain(before));
    }

    /// Takes changes of uncertainties and correlations back, and says what there is again.
    pub(super) fn undo_uncertain(
        &mut self,
        before: Vec<(Value, Option<Uncertain>)>,
        said: &mut Vec<String>,
    ) {
        let mut is_said = false;
        for (leaf, state) in before.into_iter().rev() {
            let again = state.as_ref().map(|state| state.u.clone());
            let was = self.state.covariance.put(&leaf, state);
            let is_same = match (&was, &again) {
                (Some(was), Some(again)) => was.u.is(again),
                (was, again) => was.is_none() && again.is_none(),
            };
            if !is_same {
                is_said = true;
                let name = self.state.names.call(&leaf);
                let u = again.as_ref().map(|again| match again {
                    Uncertainty::Number(u) => Some(*u),
                    Uncertainty::Rows(rows) => rows.same(),
                });
                said.push(match u {
                    Some(Some(u)) => format!("{name} is ± {} again", exact(u)),
                    Some(None) => format!("the uncertainties of {name} are what they were"),
                    None => format!("{name} is exact again"),
                });
            }
        }
        if !is_said {
            said.push("the correlations are what they were".to_owned());
        }
    }

    /// Says how leaves, all uncertain, are correlated, undoably.
    ///
    /// # Errors
    ///
    /// At `span`, when that cannot be.
    pub fn correlate(&mut self, pairs: &[(Value, Value, f64)], span: Span) -> Result<()> {
        let leaves = pairs.iter().flat_map(|(one, other, _)| [one, other]);
        let mut draft = Draft::of(&self.state.covariance, leaves);
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
                "these correlations cannot all be: their matrix has a negative eigenvalue";
            return Err(Error::new(span, message).hint(
                "several pairs that need each other go in one command: :correlate A B R A C R",
            ));
        };
        let states = self.regrouped(members);
        let before = self.put_states(states);
        self.record(Change::Uncertain(before));
        Ok(())
    }

    /// The states of leaves in other groups.
    fn regrouped(&self, members: Vec<(Value, Option<Member>)>) -> Vec<(Value, Option<Uncertain>)> {
        let state = |(leaf, member): (Value, Option<Member>)| {
            let u = self.state.covariance.get(&leaf).map(|own| own.u.clone());
            (leaf, u.map(|u| Uncertain { u, member }))
        };
        members.into_iter().map(state).collect()
    }

    /// Puts what is known of leaves' errors, and gives what was.
    fn put_states(
        &mut self,
        states: Vec<(Value, Option<Uncertain>)>,
    ) -> Vec<(Value, Option<Uncertain>)> {
        let covariance = &mut self.state.covariance;
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
