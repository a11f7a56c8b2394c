//! Groups: several nodes under one name, on which operations act member by member.

use std::collections::HashSet;
use std::rc::Rc;

use super::calls::{Call, WholeKind};
use super::outline::network_of;
use crate::core::graph::{Builder, Built, Label, LeafContents, Operand, Order, Scope, Value};
use crate::core::language::{Error, Result, Span, Tree, counted};
use crate::core::ops::{Form, Operation};
use crate::core::session::{Assigned, Session, Statement};

/// Several nodes and numbers under one name.
#[derive(Debug)]
pub struct Group {
    members: Vec<Operand>,
    per_leaf: Option<PerLeaf>,
}

/// An operation applied to each leaf of one network: the result for one, and its other operands.
#[derive(Debug, Clone)]
struct PerLeaf {
    leaf: Value,
    others: Vec<Operand>,
}

impl LeafContents for Group {
    fn not_one(&self, group: &Value, span: Span, scope: &dyn Scope) -> Error {
        let (count, name) = (self.members.len(), scope.name_of(group));
        let called = name.as_deref().unwrap_or("this");
        let message = format!("{called} is a group of {count}, but one number was expected");
        let name = name.as_deref().unwrap_or("l");
        Error::new(span, message).hint(format!(
            "use a member such as {name}.o0, or fold the group: sum, max, mean, logsumexp, \
             argmax, cross_entropy"
        ))
    }

    fn members(&self) -> Option<&[Operand]> {
        Some(&self.members)
    }

    fn member(&self, name: &str) -> Option<Value> {
        let number = name.strip_prefix('o')?.parse::<usize>().ok()?;
        self.members.get(number).filter(|_| format!("o{number}") == name)?.value().cloned()
    }
}

impl PerLeaf {
    /// The operation of each leaf of one network, if these operands give one.
    fn of(operands: &[Operand]) -> Option<PerLeaf> {
        let (mut leaves, mut others) = (Vec::new(), Vec::new());
        for operand in operands {
            let Some(node) = operand.value() else { continue };
            match (node.each(), node.holds::<Group>()) {
                (Some(all), _) => leaves.extend(all.first().cloned()),
                (None, None) => others.push(operand.clone()),
                (None, Some(group)) => {
                    let made = group.per_leaf.clone()?;
                    leaves.push(made.leaf);
                    others.extend(made.others);
                }
            }
        }
        let leaf = leaves.pop()?;
        let is_same = leaves.iter().all(|it| network_of(it) == network_of(&leaf));
        is_same.then_some(PerLeaf { leaf, others })
    }
}

impl Builder<'_> {
    pub(super) fn group(&self, members: Vec<Operand>) -> Operand {
        self.group_of(Group { members, per_leaf: None })
    }

    fn group_of(&self, group: Group) -> Operand {
        let label = Label { part: 0, ..self.label };
        Operand::Value(Value::holding(Rc::new(group), label, self.guard.budget()))
    }

    /// Labels the new members of a group. Numbers become frozen leaves.
    pub(super) fn with_labeled_members(&mut self, result: Operand, label: Label) -> Operand {
        let own = |it: Label| it.shares_binding(label);
        let group = result.value().filter(|group| own(group.label()));
        let Some(members) = group.and_then(Value::members) else {
            return result;
        };
        let labeled = members.iter().enumerate().map(|(number, member)| {
            let label = label.of_member(number);
            let Some(node) = member.value() else {
                let leaf = Value::counted_leaf(member.data(), label, self.guard.budget());
                leaf.set_computed_at(self.data_time);
                leaf.set_frozen(true);
                self.recorded.leaves.push(leaf.clone());
                return Operand::Value(leaf);
            };
            if own(node.label()) && node.label().member().is_none() {
                node.set_label(label);
            }
            member.clone()
        });
        let labeled = labeled.collect();
        self.group(labeled)
    }

    /// Applies an operation member by member.
    pub(super) fn each_result(
        &mut self,
        operation: &'static Operation,
        operands: &[Operand; 2],
        span: Span,
    ) -> Result<Operand> {
        let [one, other] = operands.each_ref().map(Operand::each_member);
        if operands.iter().all(Operand::is_many) && one.len() != other.len() {
            let message =
                format!("groups of {} and {} members do not match", one.len(), other.len());
            return Err(Error::new(span, message).hint("fold each group: sum(m^2) + sum(n^2)"));
        }
        let count = one.len().max(other.len());
        let mut members = Vec::with_capacity(count);
        for (one, other) in one.into_iter().cycle().zip(other.into_iter().cycle()).take(count) {
            self.guard.go_on(span)?;
            members.push(self.result(operation, [one, other], span)?);
        }
        Ok(self.group_of(Group { members, per_leaf: PerLeaf::of(operands) }))
    }

    /// Folds the leaves of a network, if the last operand is made of them.
    pub(super) fn fold_leaves(&mut self, form: &'static Form, span: Span) -> Result<bool> {
        let Some(PerLeaf { leaf, others }) = PerLeaf::of(self.last_operands(1)) else {
            return Ok(false);
        };
        if !self.last_have_group(1) {
            return Ok(false);
        }
        let count = self.unfold_groups(1);
        let term = self.last_operands(count).first().and_then(Operand::value).cloned();
        self.fold(form, count, span)?;
        if let Some((result, term)) = self.last_operands(1).first().cloned().zip(term) {
            let (network, term) = (leaf.downgrade(), term.downgrade());
            let kind = WholeKind::Fold { network, form: form.name, term };
            self.record(&result, Call::new(kind, &others, None));
        }
        Ok(true)
    }
}

/// Builds a group, and binds a name to each of its members: `p, q, r = m(x, y)`.
pub fn unpack(
    session: &mut Session,
    targets: &[(&str, Span)],
    tree: &Tree<'_>,
) -> Result<Vec<Assigned>> {
    let names: Vec<&str> = targets.iter().map(|(name, _)| *name).collect();
    let mut twice =
        targets.iter().enumerate().filter(|(at, (name, _))| names[..*at].contains(name));
    if let Some((_, (name, span))) = twice.next() {
        return Err(Error::new(*span, format!("{name} is repeated before the =")));
    }
    let Some(first) = names.first() else { return Ok(Vec::new()) };
    let (label, mut built) = session.build_for(first, tree)?;
    let members = built.result.each_member();
    let Some(value) = built.result.value().filter(|_| members.len() == names.len()).cloned() else {
        let found = counted(members.len() as u64, "value");
        let message = format!("found {found} for {} names", names.len());
        let hint = "give the group one name, or a name for each member";
        return Err(Error::new(tree.span(), message).hint(hint));
    };
    let typed = (Some(&*names.join(", ")), tree.text);
    let text = session.text_to_save(typed, tree, (label, &built))?;
    let group = Built { recorded: std::mem::take(&mut built.recorded), ..Built::number(0.0) };
    let (mut taken, mut parts) = (HashSet::new(), Vec::new());
    let mut noticed = Some(built);
    for (at, (member, (name, span))) in members.into_iter().zip(targets).enumerate() {
        let named = if at == 0 { label } else { session.next_label(name, *span)? };
        let is_own = |node: &Value| node.label().shares_binding(label) && !taken.contains(node);
        let order = Order::walk(session.stop(), member.value(), is_own);
        for (node, part) in order.nodes().iter().zip(1..) {
            let part = if member.value().is_some_and(|it| it.is(node)) { 0 } else { part };
            node.set_label(Label { part, ..named });
        }
        taken.extend(order.nodes().iter().cloned());
        let count = u32::try_from(order.nodes().len()).unwrap_or(u32::MAX);
        let noticed = noticed.take().unwrap_or(Built::number(0.0));
        parts.push((named, Built { result: member, count, ..noticed }));
    }
    let numbers: Vec<u32> = parts.iter().map(|(label, _)| label.name).collect();
    let statement = Rc::new(Statement::new(session, text, &numbers, (&value, &group)));
    let bind = |(label, built): (Label, Built)| {
        let value = built.result.value().cloned()?;
        Some(session.bind_as(label, value, built, Rc::clone(&statement)))
    };
    Ok(parts.into_iter().filter_map(bind).collect())
}
