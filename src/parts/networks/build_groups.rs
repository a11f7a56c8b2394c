//! Groups in expressions: several nodes under one name, and what is made of the scores of classes.

use std::rc::Rc;

use super::network::Group;
use crate::core::graph::{
    Builder, Label, NOTHING, Operand, Scope, Value, interrupted, no_argument, not_one, operation,
    unavailable, wrong_count,
};
use crate::core::language::{Error, Result, Span, exact};
use crate::core::ops::{self, DIVIDE, EXP, Form, SUBTRACT};
use crate::parts::networks::classes::{AT_ZERO, CLASS_OF};
use crate::parts::networks::{Call, is_class};
use crate::parts::rows::Sweep;

/// The most classes of `onehot`.
const MOST_CLASSES: f64 = 10_000.0;

impl Builder<'_> {
    /// A group of these members.
    pub(super) fn group(&self, members: Vec<Operand>) -> Operand {
        let label = Label { part: 0, ..self.label };
        Operand::Value(Value::holding(Rc::new(Group(members)), label, self.guard.budget()))
    }

    /// Labels the members of a group that the statement has built as such. Numbers among them become
    /// frozen leaves.
    pub(crate) fn with_labeled_members(&mut self, result: Operand, label: Label) -> Operand {
        let own = |it: Label| it.shares_binding(label);
        let group = result.value().filter(|group| own(group.label()));
        let Some(members) = group.and_then(Value::members) else {
            return result;
        };
        let labeled = members.iter().enumerate().map(|(number, member)| {
            let label = label.of_member(number);
            match member.value() {
                Some(node) if own(node.label()) && node.label().member().is_none() => {
                    node.set_label(label);
                    member.clone()
                }
                Some(_) => member.clone(),
                None => {
                    let leaf = Value::counted_leaf(member.data(), label, self.guard.budget());
                    leaf.set_computed_at(self.clock);
                    leaf.set_frozen(true);
                    self.recorded.leaves.push(leaf.clone());
                    Operand::Value(leaf)
                }
            }
        });
        let labeled = labeled.collect();
        self.group(labeled)
    }

    /// Replaces the last operands by what is made of them as scores.
    pub(crate) fn scores(
        &mut self,
        form: &'static Form,
        arguments: usize,
        span: Span,
    ) -> Result<()> {
        self.must_be_folded(arguments, span)?;
        self.must_have_equal_rows(arguments, span)?;
        let given = self.take_last(arguments);
        let made = match form.name {
            "onehot" => self.one_hot(form, &given, span)?,
            "cross_entropy" => self.cross_entropy(&given, span)?,
            name => {
                let is_rows = matches!(given.as_slice(), [one] if one.rows().is_some());
                let scores: Vec<Operand> = given.iter().flat_map(Operand::each_member).collect();
                match name {
                    _ if scores.is_empty() => return Err(no_argument(form, span)),
                    "group" => self.group(scores),
                    "softmax" if is_rows => self.softmax_of_rows(&scores, span)?,
                    "softmax" => self.softmax(&scores, span)?,
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

    /// `exp(x - m)/(exp(x - m) + exp(y - m) + …)` for each score, `m` being the largest.
    fn softmax(&mut self, scores: &[Operand], span: Span) -> Result<Operand> {
        let largest = self.joined("max", scores, span)?.pop().unwrap_or(NOTHING);
        let power = |score: &Operand| {
            let distance = self.result(SUBTRACT, [score.clone(), largest.clone()], span)?;
            self.result(EXP, [distance, NOTHING], span)
        };
        let powers = scores.iter().map(power).collect::<Result<Vec<_>>>()?;
        let sum = self.sum_of(powers.iter().cloned(), span)?;
        let part = |(number, power)| {
            let part = self.result(DIVIDE, [power, sum.clone()], span)?;
            self.record(&part, Call::of_form("softmax", scores, Some(number)));
            Ok(part)
        };
        let parts = powers.into_iter().enumerate().map(part).collect::<Result<Vec<_>>>()?;
        Ok(self.group(parts))
    }

    /// The same of the rows of a column.
    fn softmax_of_rows(&mut self, rows: &[Operand], span: Span) -> Result<Operand> {
        let rows = rows.first().cloned().unwrap_or(NOTHING);
        let largest = self.named("max", rows.clone(), span)?;
        let distance = self.result(SUBTRACT, [rows, largest], span)?;
        let power = self.result(EXP, [distance, NOTHING], span)?;
        let sum = self.named("sum", power.clone(), span)?;
        self.result(DIVIDE, [power, sum], span)
    }

    /// The class with the largest score: how many scores there are before which all are less than
    /// the largest from there on.
    fn largest(&mut self, scores: &[Operand], span: Span) -> Result<Operand> {
        let less = operation("<", span)?;
        let before = self.joined("max", scores, span)?;
        let backward: Vec<Operand> = scores.iter().rev().cloned().collect();
        let from = self.joined("max", &backward, span)?;
        let pairs = before.into_iter().zip(from.into_iter().rev().skip(1));
        let steps = pairs.map(|(before, from)| self.result(less, [before, from], span));
        let steps = steps.collect::<Result<Vec<_>>>()?;
        self.sum_of(steps.into_iter(), span)
    }

    /// The results of joining the first operand, the first two, and so on up to all.
    fn joined(&mut self, name: &str, operands: &[Operand], span: Span) -> Result<Vec<Operand>> {
        let joins = operation(name, span)?;
        let mut joined: Vec<Operand> = Vec::with_capacity(operands.len());
        for operand in operands {
            self.guard.go_on(span)?;
            let next = match joined.last() {
                Some(last) => self.result(joins, [last.clone(), operand.clone()], span)?,
                None => operand.clone(),
            };
            joined.push(next);
        }
        Ok(joined)
    }

    /// `logsumexp` of how much each score is above that of the class, so that nothing is lost where
    /// scores are large.
    fn cross_entropy(&mut self, given: &[Operand], span: Span) -> Result<Operand> {
        let (class, scores) = match given {
            [scores, class] if scores.members().is_some() && class.members().is_none() => {
                (class, std::slice::from_ref(scores))
            }
            [class, scores @ ..] if !scores.is_empty() && class.members().is_none() => {
                (class, scores)
            }
            _ => {
                let message =
                    "cross_entropy takes a class, one number, and the score of each class";
                return Err(Error::new(span, message).hint(
                    "cross_entropy(class, l) where l is a group, or cross_entropy(1, a, b, c)",
                ));
            }
        };
        let scores: Vec<Operand> = scores.iter().flat_map(Operand::each_member).collect();
        self.must_be_class(class, scores.len(), span)?;
        let own = match class.constant() {
            Some(class) => scores.get(class as usize).cloned().unwrap_or(NOTHING),
            None => self.score_of(class, &scores, span)?,
        };
        for score in &scores {
            let above = self.result(SUBTRACT, [score.clone(), own.clone()], span)?;
            self.operands.push(above);
        }
        let Some(fold) = ops::form("logsumexp") else {
            return Err(unavailable("logsumexp", span));
        };
        self.fold(fold, scores.len(), span)?;
        let made = self.operands.pop().unwrap_or(NOTHING);
        let arguments: Vec<Operand> = [class.clone()].into_iter().chain(scores).collect();
        self.record(&made, Call::of_form("cross_entropy", &arguments, None));
        Ok(made)
    }

    /// The score of a class that is a node: the sum of what is 0 but for that score.
    fn score_of(&mut self, class: &Operand, scores: &[Operand], span: Span) -> Result<Operand> {
        let distances = self.distances(class, scores.len(), span)?;
        let pairs = scores.iter().zip(distances);
        let own = pairs.map(|(score, at)| self.result(AT_ZERO, [score.clone(), at], span));
        let own = own.collect::<Result<Vec<_>>>()?;
        self.sum_of(own.into_iter(), span)
    }

    /// The group of 0 and, for the class, 1.
    fn one_hot(&mut self, form: &'static Form, given: &[Operand], span: Span) -> Result<Operand> {
        let [class, classes] = given else {
            return Err(wrong_count(form.name, 2, given.len(), span));
        };
        if let Some(group) = given.iter().find(|operand| operand.members().is_some()) {
            return group
                .value()
                .map_or(Ok(NOTHING), |group| Err(not_one(group, span, self.scope)));
        }
        let count = classes.constant().filter(|it| *it >= 1.0 && is_class(*it, MOST_CLASSES + 1.0));
        let Some(classes) = count.map(|count| count as usize) else {
            let message = format!("the number of classes is written out, 1 to {MOST_CLASSES}");
            return Err(Error::new(span, message).hint("such as onehot(c, 27)"));
        };
        self.must_be_class(class, classes, span)?;
        let distances = self.distances(class, classes, span)?;
        let member = |(number, distance)| {
            let member = self.result(AT_ZERO, [Operand::Constant(1.0), distance], span)?;
            self.record(&member, Call::of_form("onehot", given, Some(number)));
            Ok(member)
        };
        let members = distances.into_iter().enumerate().map(member).collect::<Result<Vec<_>>>()?;
        Ok(self.group(members))
    }

    /// How far a class is from each of so many.
    fn distances(&mut self, class: &Operand, classes: usize, span: Span) -> Result<Vec<Operand>> {
        let pair = [class.clone(), Operand::Constant(classes as f64)];
        let class = self.result(CLASS_OF, pair, span)?;
        let distance = |other: usize| {
            self.guard.go_on(span)?;
            match other {
                0 => Ok(class.clone()),
                _ => self.result(SUBTRACT, [class.clone(), Operand::Constant(other as f64)], span),
            }
        };
        (0..classes).map(distance).collect()
    }

    /// Makes sure that an operand is one of so many classes, in each row.
    fn must_be_class(&self, class: &Operand, classes: usize, span: Span) -> Result<()> {
        let is_bad = |number: f64| !is_class(number, classes as f64);
        let found = match class.value() {
            Some(node) if node.is_per_row() => self.first_row(node, is_bad, span)?,
            _ => Some((0, class.data())).filter(|(_, number)| is_bad(*number)),
        };
        let Some((row, number)) = found else { return Ok(()) };
        let name = class.value().and_then(|node| self.scope.name_of(node));
        let name = name.unwrap_or_else(|| "the class".to_owned());
        let of_row = if class.rows().is_some() { format!("[{}]", row + 1) } else { String::new() };
        let message = format!("{name}{of_row} is {}, which is not a class", exact(number));
        let hint = match classes {
            1 => "the only class is 0".to_owned(),
            _ => format!("the classes are 0 to {}", classes - 1),
        };
        Err(Error::new(span, message).hint(hint))
    }

    /// The first row, from 0, of a node whose number is one of those wanted, but for gaps.
    fn first_row(
        &self,
        node: &Value,
        is_wanted: impl Fn(f64) -> bool,
        span: Span,
    ) -> Result<Option<(usize, f64)>> {
        let rows = Sweep::rows_of(node, self.guard.stop()).ok_or_else(|| interrupted(span))?;
        let mut rows = rows.into_iter().enumerate();
        Ok(rows.find(|(_, number)| !number.is_nan() && is_wanted(*number)))
    }
}

/// The error for a group where one number is wanted.
pub(super) fn group_for_one(group: &Value, span: Span, scope: &dyn Scope) -> Error {
    let count = group.members().map_or(0, <[Operand]>::len);
    let name = scope.name_of(group);
    let message = format!(
        "{} is a group of {count}, where one number is wanted",
        name.as_deref().unwrap_or("this")
    );
    let name = name.unwrap_or_else(|| "l".to_owned());
    Error::new(span, message).hint(format!(
        "its members are {name}.o0, {name}.o1 and so on; sum, max, mean, logsumexp, argmax and \
         cross_entropy make one number of them"
    ))
}
