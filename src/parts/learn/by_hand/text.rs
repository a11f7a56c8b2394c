//! The text of a pass by hand: a push, a node that is not ready, the next steps, the end.

use super::super::same;
use super::{MOST_FACTS, PassByHand, Share};
use crate::report::{
    Block, Column, Facts, NumberStyle, Paragraph, Piece, Role, Table, and, counted, exact_json,
    facts_of, few,
};

/// The maximum number of names shown.
const MOST_NAMES: usize = 12;
/// The column of the right half of the first line of a push.
const RIGHT: usize = 22;

/// The state of a receiver: done, or waiting for more.
fn status(share: &Share) -> Paragraph {
    match share.waiting {
        0 => Paragraph::styled("done", Role::Right),
        missing => Paragraph::styled(format!("waiting for {missing} more"), Role::Faint),
    }
}

impl PassByHand {
    /// The opening of the pass.
    pub fn opening(&self) -> Vec<Block> {
        let root = self.context.root_name();
        let nodes = counted(self.waiting.len() as u64, "node");
        let operations = counted(self.schedule.len() as u64, "operation");
        let text = format!("backward from {root}: {nodes}, {operations} to go through");
        let seed = Paragraph::new(format!("seed   d{root}/d{root} = 1"));
        let mut blocks = vec![Paragraph::new(text).wrapped(2), seed.wrapped(2)];
        blocks.extend(self.is_done().then(|| self.closing()));
        blocks
    }

    /// The last push: the node, and each operand's share and remaining uses.
    pub(super) fn last_shown(&self) -> Vec<Block> {
        let (Some(push), context) = (self.done.last(), &self.context) else { return Vec::new() };
        let row = |share: &Share| {
            let after = share.before + share.contribution;
            let number = |number| Paragraph::default().piece(Piece::Number(number));
            let [before, after] = NumberStyle::Brief.change(share.before, after).map(number);
            let grad = Paragraph::new(context.derivative(share.receiver));
            vec![grad, self.product(share), before, Paragraph::new("→"), after, status(share)]
        };
        let place = format!("{}/{}  ", self.done.len(), self.schedule.len());
        let arrived = format!("upstream {} = ", context.derivative(push.number));
        let line = Paragraph::styled(place, Role::Faint).text(context.equation(push.number));
        let line = line.stop(RIGHT).tied(arrived).brief(self.grads[push.number]).wrapped(5);
        let columns = vec![
            Column::text("").gap(5),
            Column::text("").gap(1).width(34),
            Column::number("").gap(3).width(2),
            Column::text("").gap(1),
            Column::text("").gap(1).width(4),
            Column::text("").gap(3),
        ];
        vec![line, Block::Table(Table::new(columns, push.shares.iter().map(row).collect()))]
    }

    /// `+= b × dL/de = -3 × (-2) = 6`
    fn product(&self, share: &Share) -> Paragraph {
        let formula = self.context.formula(share.edge);
        let factor = match formula.is_number() || formula.text.is_empty() {
            true => Paragraph::default().brief(share.local),
            false if formula.is_atom() => Paragraph::new(formula.text),
            false => Paragraph::new(format!("({})", formula.text)),
        };
        let upstream = self.context.derivative(share.edge.user);
        let line = Paragraph::new("+= ").then(factor).text(format!(" × {upstream} = "));
        let line = line.brief(share.local).text(" × ").factor(share.upstream);
        line.text(" = ").brief(share.contribution)
    }

    /// The pushes after the first `before`, up to the most shown, as named values.
    pub fn facts_since(&self, before: usize) -> Facts {
        let fact = |share: &Share| {
            facts_of([
                ("operand", self.context.name(share.receiver).into()),
                ("contribution", self.product(share).exact_text().into()),
                ("grad", self.context.derivative(share.receiver).into()),
                ("before", exact_json(share.before)),
                ("after", exact_json(share.before + share.contribution)),
                ("status", status(share).json()),
            ])
        };
        let shares = self.done.iter().skip(before).take(MOST_FACTS).flat_map(|push| &push.shares);
        facts_of([("rows", shares.map(fact).collect())])
    }

    /// The users of a node that have not pushed yet.
    fn not_pushed(&self, number: usize) -> Vec<String> {
        let users = self.context.users(number).into_iter().filter(|user| !self.pushed[*user]);
        users.map(|user| self.context.name(user)).collect()
    }

    pub(super) fn pushed_too_early(&self, number: usize) -> Block {
        let name = self.context.name(number);
        let late = and(self.not_pushed(number), MOST_NAMES);
        let receivers = self.context.operands(number).into_iter();
        let receivers = and(receivers.map(|it| self.context.name(it)).collect(), MOST_NAMES);
        let text = format!(
            "{name} pushed too early: what {late} will send to {name} later never reaches {receivers}."
        );
        Paragraph::default().role(text, Role::Wrong).wrapped(0)
    }

    pub(super) fn not_ready(&self, number: usize) -> Vec<Block> {
        let (name, late) = (self.context.name(number), self.not_pushed(number));
        let has =
            if late.len() == 1 { "has not pushed its gradient" } else { "have not pushed theirs" };
        let (late, derivative) = (and(late, 3), self.context.derivative(number));
        let why = format!("{name} is not ready: {late} {has} yet ({derivative} is still ");
        let why = Paragraph::new(why).brief(self.grads[number]).text(").");
        let sent = self.context.pass.order.push(number, self.grads[number]);
        let sent = sent.map(|(receiver, step)| {
            let to = format!(" to {}", self.context.name(receiver));
            Paragraph::default().brief(step.contribution).text(to)
        });
        let advice = format!(". {}   :visit! {name} does it anyway.", self.ready());
        let now = Paragraph::new("Pushing now would send ").list(sent, " and ").text(advice);
        vec![why.wrapped(0), now.wrapped(0)]
    }

    /// The names of the nodes that can push, in forward order.
    fn ready_names(&self) -> Vec<String> {
        let mut ready: Vec<usize> = self.left().filter(|it| self.waiting[*it] == 0).collect();
        ready.reverse();
        ready.into_iter().map(|number| self.context.name(number)).collect()
    }

    /// `Ready now: d, e.`
    pub(super) fn ready(&self) -> String {
        let names = self.ready_names();
        if names.is_empty() {
            return "Nothing is ready: every node has pushed.".to_owned();
        }
        format!("Ready now: {}.", few(names.into_iter(), MOST_NAMES, ", "))
    }

    /// The nodes that may come next.
    pub(super) fn outlook(&self) -> Block {
        let is_early = self.done.iter().any(|push| push.is_early);
        let more = match self.ready_names().len() {
            0 | 1 => "",
            _ if is_early => " No remaining order is topological; :prev undoes a push.",
            _ => " Any of them is a valid next step.",
        };
        Paragraph::new(self.ready() + more).wrapped(0)
    }

    /// The grads of the leaves, or the wrong grads beside the right ones.
    pub(super) fn closing(&self) -> Block {
        let right = &self.context.grads;
        let is_wrong = |number: &usize| !same(self.grads[*number], right[*number]);
        let wrong: Vec<usize> = (0..right.len()).rev().filter(is_wrong).collect();
        let (line, shown) = match wrong.is_empty() {
            true => (Paragraph::new("all done: "), self.context.leaves().collect()),
            false => (Paragraph::default().role("all done, but wrong: ", Role::Wrong), wrong),
        };
        let grad = |number: &usize| {
            let name = self.context.name(*number);
            let grad = Paragraph::new(format!("{name} ")).brief(self.grads[*number]);
            match is_wrong(number) {
                true => grad.text(" (right: ").brief(right[*number]).text(")"),
                false => grad,
            }
        };
        let line = line.list(shown.iter().take(MOST_NAMES).map(grad), "  ");
        match shown.len().saturating_sub(MOST_NAMES) {
            0 => line.wrapped(2),
            more => line.text(format!("  and {more} more")).wrapped(2),
        }
    }
}
