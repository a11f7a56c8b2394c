//! Forms of scores and classes.

use std::any::Any;
use std::rc::Rc;

use super::calls::{Call, WholeKind};
use super::classes::{AT_ZERO, CLASS_OF, is_class};
use crate::core::graph::{
    Builder, FormCall, Operand, UNUSED, interrupted, must_be_given, no_argument, operation,
    unavailable,
};
use crate::core::language::{Error, Result, Span, exact};
use crate::core::ops::{self, DIVIDE, EXP, SUBTRACT, WHEN};
use crate::parts::rows::Sweep;

/// The most classes of `onehot`.
const MOST_CLASSES: f64 = 10_000.0;

/// The note on a call of `cross_entropy` whose last argument looks like the class.
const CLASS_FIRST: &str =
    "the first argument of cross_entropy is the class: cross_entropy(class, a, b, c)";

impl Builder<'_> {
    /// Replaces the last operands by a form of them.
    pub(super) fn scores(&mut self, call: FormCall) -> Result<()> {
        let FormCall { form, given, span } = call;
        self.must_have_equal_rows(given, span)?;
        let made = match form.name {
            "onehot" => {
                self.must_be_one(given, span)?;
                must_be_given(form.name, 2, given, span)?;
                self.one_hot(span)?
            }
            "cross_entropy" => self.cross_entropy(given, span)?,
            name => {
                let given = self.unfold_groups(given);
                let scores = self.take_last(given);
                let is_rows = matches!(scores.as_slice(), [one] if one.rows().is_some());
                match name {
                    _ if scores.is_empty() => return Err(no_argument(form, span)),
                    "group" => self.group(scores),
                    "softmax" => self.softmax(&scores, is_rows, span)?,
                    _ if is_rows => {
                        return Err(Error::new(span, "argmax takes several scores, found one")
                            .hint("the largest of all rows is max(x)"));
                    }
                    _ => self.largest(&scores, span)?,
                }
            }
        };
        self.operands.push(made);
        Ok(())
    }

    /// Records the call that a node is a result of.
    pub(super) fn record(&mut self, result: &Operand, call: Call) {
        let call: Rc<dyn Any> = Rc::new(call);
        self.recorded.made.extend(result.value().map(|result| (result.clone(), call)));
    }

    /// `exp(x - m)/(exp(x - m) + exp(y - m) + …)` for each score, or each row of one, `m` being the largest.
    fn softmax(&mut self, scores: &[Operand], is_rows: bool, span: Span) -> Result<Operand> {
        let fold = |it: &mut Self, name, all: &[Operand]| match all {
            [rows] if is_rows => it.named(name, rows.clone(), span),
            _ => Ok(it.joined(name, all, span)?.pop().unwrap_or(Operand::Constant(0.0))),
        };
        let largest = fold(self, "max", scores)?;
        let mut powers = Vec::with_capacity(scores.len());
        for score in scores {
            let distance = self.result(SUBTRACT, [score.clone(), largest.clone()], span)?;
            powers.push(self.result(EXP, [distance, UNUSED], span)?);
        }
        let sum = fold(self, if is_rows { "sum" } else { "+" }, &powers)?;
        let mut parts = Vec::with_capacity(scores.len());
        for (number, power) in powers.into_iter().enumerate() {
            let part = self.result(DIVIDE, [power, sum.clone()], span)?;
            if is_rows {
                return Ok(part);
            }
            self.record(&part, Call::new(WholeKind::Form("softmax"), scores, Some(number)));
            parts.push(part);
        }
        Ok(self.group(parts))
    }

    /// The class with the largest score: the number of leading scores below the largest of the
    /// rest.
    fn largest(&mut self, scores: &[Operand], span: Span) -> Result<Operand> {
        let less = operation("<", span)?;
        let before = self.joined("max", scores, span)?;
        let backward: Vec<Operand> = scores.iter().rev().cloned().collect();
        let from = self.joined("max", &backward, span)?;
        let pairs = before.into_iter().zip(from.into_iter().rev().skip(1));
        let steps = pairs.map(|(before, from)| self.result(less, [before, from], span));
        let steps = steps.collect::<Result<Vec<_>>>()?;
        self.sum_of(&steps, span)
    }

    /// The running results: of the first operand, the first two, and so on.
    fn joined(&mut self, name: &str, operands: &[Operand], span: Span) -> Result<Vec<Operand>> {
        let joins = operation(name, span)?;
        let mut joined: Vec<Operand> = Vec::with_capacity(operands.len());
        for operand in operands {
            self.guard.go_on(span)?;
            joined.push(match joined.last() {
                Some(last) => self.result(joins, [last.clone(), operand.clone()], span)?,
                None => operand.clone(),
            });
        }
        Ok(joined)
    }

    /// The sum of operands, from the left.
    fn sum_of(&mut self, operands: &[Operand], span: Span) -> Result<Operand> {
        Ok(self.joined("+", operands, span)?.pop().unwrap_or(Operand::Constant(0.0)))
    }

    /// `logsumexp` of the scores relative to that of the class, which keeps digits of large scores.
    fn cross_entropy(&mut self, given: usize, span: Span) -> Result<Operand> {
        let given = self.take_last(given);
        let (class, scores) = match given.as_slice() {
            [scores, class] if scores.is_many() && !class.is_many() => {
                (class, std::slice::from_ref(scores))
            }
            [class, scores @ ..] if !scores.is_empty() && !class.is_many() => (class, scores),
            _ => {
                let message =
                    "cross_entropy takes a class (one number) and the score of each class";
                return Err(Error::new(span, message).hint(
                    "write cross_entropy(class, l) with a group l, or cross_entropy(1, a, b, c)",
                ));
            }
        };
        let scores: Vec<Operand> = scores.iter().flat_map(Operand::each_member).collect();
        let is_first = given.len() > 2;
        self.must_be_class(class, scores.len(), span).map_err(|error| {
            let hint = error.advice().unwrap_or_default().to_owned();
            if is_first {
                error.hint(format!("{hint}; the first argument is the class"))
            } else {
                error
            }
        })?;
        if is_first {
            self.notice_class_last(class, &scores);
        }
        let own = match class.constant() {
            Some(class) => scores.get(class as usize).cloned().unwrap_or(Operand::Constant(0.0)),
            None => {
                let at_class = self.where_class(class, &scores, span)?;
                self.sum_of(&at_class, span)?
            }
        };
        let is_masked = self.is_masked(&own, span)?;
        // Relative to -inf no score is a number. Such a row is left as it is.
        let base = if is_masked { self.unless_masked(&own, span)? } else { own.clone() };
        for score in &scores {
            let above = self.result(SUBTRACT, [score.clone(), base.clone()], span)?;
            self.operands.push(above);
        }
        let fold = ops::form("logsumexp").ok_or_else(|| unavailable("logsumexp", span))?;
        self.fold(fold, scores.len(), span)?;
        let mut made = self.pop();
        if is_masked {
            let rest = self.result(SUBTRACT, [own, base], span)?;
            made = self.result(SUBTRACT, [made, rest], span)?;
        }
        let arguments: Vec<Operand> = [class.clone()].into_iter().chain(scores).collect();
        self.record(&made, Call::new(WholeKind::Form("cross_entropy"), &arguments, None));
        Ok(made)
    }

    /// Returns true if the score is -inf, in some row.
    fn is_masked(&self, score: &Operand, span: Span) -> Result<bool> {
        let is_masked = |score: f64| score == f64::NEG_INFINITY;
        Ok(match score.value().filter(|node| node.is_per_row()) {
            Some(node) => {
                let rows = Sweep::rows_of(node, self.guard.stop());
                rows.ok_or_else(|| interrupted(span))?.into_iter().any(is_masked)
            }
            None => is_masked(score.data()),
        })
    }

    /// A score, but 0 where it is -inf.
    fn unless_masked(&mut self, score: &Operand, span: Span) -> Result<Operand> {
        let masked = Operand::Constant(f64::NEG_INFINITY);
        let is_given = self.result(operation(">", span)?, [score.clone(), masked], span)?;
        self.result(WHEN, [is_given, score.clone()], span)
    }

    /// Notices a last score that looks like the class, which PyTorch takes last.
    fn notice_class_last(&mut self, class: &Operand, scores: &[Operand]) {
        let [others @ .., last] = scores else { return };
        let is_data = last.value().is_none_or(|last| last.is_leaf() && !last.is_per_row());
        let is_whole = |it: &Operand| {
            it.rows().is_none() && (it.data().fract() == 0.0 || it.data().is_infinite())
        };
        // A typed class is a constant; scores are computed, and seldom whole.
        let is_typed = class.constant().is_none() && last.constant().is_some();
        let is_plausible = is_typed || !others.iter().all(is_whole);
        if is_data && is_plausible && is_class(last.data(), scores.len() as f64) {
            self.notes.push(CLASS_FIRST);
        }
    }

    /// The group with 1 for the class, else 0.
    fn one_hot(&mut self, span: Span) -> Result<Operand> {
        let given = self.take_last(2);
        let count =
            given[1].constant().filter(|it| *it >= 1.0 && is_class(*it, MOST_CLASSES + 1.0));
        let Some(classes) = count.map(|count| count as usize) else {
            let message = format!("type the number of classes, from 1 to {MOST_CLASSES}");
            return Err(Error::new(span, message).hint("such as onehot(c, 27)"));
        };
        self.must_be_class(&given[0], classes, span)?;
        let members = self.where_class(&given[0], &vec![Operand::Constant(1.0); classes], span)?;
        for (number, member) in members.iter().enumerate() {
            self.record(member, Call::new(WholeKind::Form("onehot"), &given, Some(number)));
        }
        Ok(self.group(members))
    }

    /// For each class its operand if it is the class, else 0.
    fn where_class(
        &mut self,
        class: &Operand,
        given: &[Operand],
        span: Span,
    ) -> Result<Vec<Operand>> {
        let classes = Operand::Constant(given.len() as f64);
        let class = self.result(CLASS_OF, [class.clone(), classes], span)?;
        let mut distances = vec![class.clone()];
        for other in 1..given.len() {
            self.guard.go_on(span)?;
            let other = Operand::Constant(other as f64);
            distances.push(self.result(SUBTRACT, [class.clone(), other], span)?);
        }
        let pairs = given.iter().cloned().zip(distances);
        pairs.map(|(given, distance)| self.result(AT_ZERO, [given, distance], span)).collect()
    }

    /// Makes sure that an operand is a valid class, in each row without a gap.
    fn must_be_class(&self, class: &Operand, classes: usize, span: Span) -> Result<()> {
        let rows = match class.value().filter(|node| node.is_per_row()) {
            Some(node) => {
                Sweep::rows_of(node, self.guard.stop()).ok_or_else(|| interrupted(span))?
            }
            None => vec![class.data()],
        };
        let is_rows = class.rows().is_some();
        let is_wrong = |it: f64| !(is_class(it, classes as f64) || is_rows && it.is_nan());
        let Some(row) = rows.iter().position(|it| is_wrong(*it)) else { return Ok(()) };
        let name = class.value().and_then(|node| self.scope.name_of(node));
        let name = name.unwrap_or_else(|| "the class".to_owned());
        let of_row = if is_rows { format!("[{}]", row + 1) } else { String::new() };
        let message = format!("{name}{of_row} is {}, not a class", exact(rows[row]));
        let hint = format!("the classes are 0 to {}", classes - 1);
        Err(Error::new(span, message).hint(hint))
    }
}
