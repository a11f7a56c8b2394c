//! Assignments in a saved script: the expression that makes a node and gives its inner nodes their
//! labels.

use super::Writer;
use super::choices::{ChainLink, chain, choice};
use super::outputs::OutputsOfCall;
use crate::core::graph::{Operand, Value};
use crate::core::language::{Item, Position, expression};
use crate::core::ops::Operation;
use crate::parts::networks::{Whole, WholeKind};

/// An expression in the making.
#[derive(Default)]
pub(super) struct Plan {
    pub(super) steps: Vec<Step>,
    /// The names in it.
    names: Vec<String>,
    /// The nodes that it makes, in the order in which it does.
    pub(super) made: Vec<Value>,
    bytes: usize,
}

pub(super) enum Step {
    Number(f64),
    Name(usize),
    Operation(&'static Operation),
    Call(usize, usize),
    Chained(&'static Operation, Position),
    Choice,
    PlusMinus,
}

enum Visit<'node> {
    Enter(&'node Value),
    Leave(&'node Value),
    Number(f64),
    /// A text in quotation marks.
    Text(String),
    /// What is folded over the leaves of a network, of the first leaf.
    Term(&'node Value, &'node Whole),
    LeaveTerm(&'node Value),
    LeaveWhole(&'node Whole),
    /// The call whose outputs are the members of the group.
    LeaveOutputs(OutputsOfCall<'node>),
    /// Nodes that are made by a call of `where`, or by `if` and `else`.
    LeaveChoice([&'node Value; 3], bool),
    LeaveLink(ChainLink<'node>),
}

impl Plan {
    pub(super) fn name(&mut self, name: String) -> usize {
        self.bytes += name.len();
        self.names.push(name);
        self.names.len() - 1
    }

    /// Notes that the next operation makes this node; none if it would have another label.
    fn make(&mut self, node: &Value, root: &Value) -> Option<()> {
        self.made.push(node.clone());
        let (own, label) = (root.label(), node.label());
        let number = if node.is(root) { self.made.len() } else { label.part as usize };
        (label.shares_binding(own) && number == self.made.len()).then_some(())
    }

    /// The same for a node of a group; `member` is its number among the members, if it is one of them.
    pub(super) fn make_of_group(
        &mut self,
        node: &Value,
        group: &Value,
        member: Option<usize>,
    ) -> Option<()> {
        let Some(number) = member else { return self.make(node, group) };
        self.made.push(node.clone());
        (node.label() == group.label().of_member(number)).then_some(())
    }

    /// The expression, with its numbers in these texts.
    fn text(&self, number: impl Fn(f64) -> String) -> String {
        let name = |at: &usize| self.names.get(*at).map_or("", String::as_str);
        let item = |step: &Step| match step {
            Step::Number(number) => Item::Number(*number),
            Step::Operation(operation) => Item::Operation(operation),
            Step::Name(at) => Item::Name(name(at)),
            Step::Call(at, arguments) => Item::Call(name(at), *arguments),
            Step::Chained(operation, position) => Item::Chained(operation, *position),
            Step::Choice => Item::Choice,
            Step::PlusMinus => Item::PlusMinus,
        };
        let items: Vec<Item<'_>> = self.steps.iter().map(item).collect();
        expression(&items, number)
    }
}

impl Writer<'_> {
    /// The right side of an assignment that makes `value` and gives its inner nodes their labels,
    /// and the nodes that it makes; none if no assignment does.
    pub(super) fn statement(&self, value: &Value) -> Option<(String, Vec<Value>)> {
        if value.is_leaf() && value.is_per_row() {
            return Some((self.leaf(value), vec![value.clone()]));
        }
        let mut plan = Plan::default();
        let mut work = vec![Visit::Enter(value)];
        if value.members().is_some() {
            let call = self.call_of_group(value)?;
            let operands = call.operands().iter().rev().map(visit_of);
            work = std::iter::once(Visit::LeaveOutputs(call)).chain(operands).collect();
        }
        while let Some(visit) = work.pop() {
            if !self.may_write(plan.bytes) {
                return None;
            }
            match visit {
                Visit::Number(number) => plan.steps.push(Step::Number(number)),
                Visit::Text(text) => {
                    let name = plan.name(text);
                    plan.steps.push(Step::Name(name));
                }
                Visit::Leave(node) => {
                    plan.make(node, value)?;
                    plan.steps.push(Step::Operation(node.operation()?));
                }
                Visit::LeaveTerm(node) => plan.steps.push(Step::Operation(node.operation()?)),
                Visit::LeaveWhole(whole) => self.leave_whole(whole, value, &mut plan)?,
                Visit::LeaveOutputs(call) => self.leave_outputs(&call, value, &mut plan)?,
                Visit::LeaveChoice(nodes, is_call) => {
                    for node in nodes {
                        plan.make(node, value)?;
                    }
                    let name = is_call.then(|| plan.name("where".to_owned()));
                    plan.steps.push(name.map_or(Step::Choice, |name| Step::Call(name, 3)));
                }
                Visit::LeaveLink(link) => {
                    plan.make(link.comparison, value)?;
                    if let Some(and) = link.and {
                        plan.make(and, value)?;
                    }
                    let operation = link.comparison.operation()?;
                    plan.steps.push(Step::Chained(operation, link.position()));
                }
                Visit::Term(node, whole) if whole.nodes.contains(node) => {
                    work.push(Visit::LeaveTerm(node));
                    work.extend(node.operands().iter().rev().map(|operand| {
                        operand.value().map_or(Visit::Number(operand.data()), |operand| {
                            Visit::Term(operand, whole)
                        })
                    }));
                }
                Visit::Term(leaf, whole) if whole.is_member(leaf) => {
                    let name = plan.name(self.network_name(whole)?);
                    plan.steps.push(Step::Name(name));
                }
                Visit::Term(node, _) => work.push(Visit::Enter(node)),
                Visit::Enter(node) => self.enter(node, value, &mut plan, &mut work)?,
            }
        }
        let text = plan.text(|number| self.number(number));
        Some((text, plan.made))
    }

    /// Goes into a node, or gives the name of one that is not the statement's own.
    fn enter<'node>(
        &'node self,
        node: &'node Value,
        value: &'node Value,
        plan: &mut Plan,
        work: &mut Vec<Visit<'node>>,
    ) -> Option<()> {
        let is_own = |node: &Value| node.label().shares_binding(value.label());
        if !is_own(node) {
            let is_answers = self.session.names().is_answers(node);
            if is_answers || !self.written.contains(node) {
                return None;
            }
            let name = plan.name(self.reference(node));
            plan.steps.push(Step::Name(name));
            return Some(());
        }
        match self.outline.as_ref().and_then(|outline| outline.whole(node)) {
            Some(whole) => enter_whole(whole, work),
            None if let Some(choice) = choice(node, value) => {
                let [condition, taken, otherwise] = choice.operands;
                work.push(Visit::LeaveChoice(choice.nodes, choice.is_call));
                let operands = if choice.is_call {
                    [condition, taken, otherwise]
                } else {
                    [taken, condition, otherwise]
                };
                work.extend(operands.into_iter().rev().map(visit_of));
            }
            None if let Some(links) = chain(node, &is_own) => {
                for link in links.into_iter().rev() {
                    work.push(Visit::LeaveLink(link));
                    let operands = link.operands().into_iter().rev();
                    work.extend(operands.flatten().map(visit_of));
                }
            }
            None if !node.is_leaf() => {
                work.push(Visit::Leave(node));
                work.extend(node.operands().iter().rev().map(visit_of));
            }
            None if node.is(value) => {
                plan.made.push(node.clone());
                plan.steps.push(Step::Number(node.data()));
            }
            None if let Some(u) = self.u_inside(node) => {
                plan.make(node, value)?;
                plan.steps.extend([node.data(), u].map(Step::Number));
                plan.steps.push(Step::PlusMinus);
            }
            // In an expression the number would become a constant.
            None => return None,
        }
        Some(())
    }

    /// The standard uncertainty of a leaf that `±` inside an expression makes; none for another one.
    fn u_inside(&self, leaf: &Value) -> Option<f64> {
        let is_such = leaf.is_frozen()
            && leaf.network_of_leaf().is_none()
            && self.session.freedom_of(leaf).is_none()
            && !self.session.is_found(leaf)
            && self.session.correlated_with(leaf).len() <= 1;
        self.session.uncertainty_of_leaf(leaf).filter(|_| is_such)
    }

    /// Ends a call of a network, or a fold over its leaves, whose arguments are there.
    fn leave_whole(&self, whole: &Whole, value: &Value, plan: &mut Plan) -> Option<()> {
        for node in &whole.nodes {
            plan.make(node, value)?;
        }
        if whole.output.is_some() {
            return None;
        }
        let (name, arguments) = match &whole.kind {
            WholeKind::Fold(_, fold) => (fold.form.to_owned(), 1),
            WholeKind::Call(_) => (self.network_name(whole)?, whole.operands.len()),
            WholeKind::Form(form) => ((*form).to_owned(), whole.operands.len()),
        };
        let name = plan.name(name);
        plan.steps.push(Step::Call(name, arguments));
        Some(())
    }

    /// The name of a network, if it has that at this point of the script.
    pub(super) fn network_name(&self, whole: &Whole) -> Option<String> {
        let label = whole.network()?.label();
        let is_bound = self.bound.get(&label.name) == Some(&label.binding);
        is_bound.then(|| self.session.names().text(label.name).to_owned())
    }
}

fn visit_of(operand: &Operand) -> Visit<'_> {
    match (operand.value(), operand.text()) {
        (Some(node), _) => Visit::Enter(node),
        (None, Some(text)) => Visit::Text(text),
        (None, None) => Visit::Number(operand.data()),
    }
}

fn enter_whole<'node>(whole: &'node Whole, work: &mut Vec<Visit<'node>>) {
    work.push(Visit::LeaveWhole(whole));
    match &whole.kind {
        WholeKind::Fold(_, fold) => work.push(Visit::Term(&fold.term, whole)),
        WholeKind::Call(_) | WholeKind::Form(_) => {
            work.extend(whole.operands.iter().rev().map(visit_of))
        }
    }
}
