//! Messages of a pass by hand: a node that is not ready, the next steps, the end.

use super::super::same;
use super::{MOST_NAMES, PassByHand};
use crate::report::{Block, Paragraph, Role, and, few};

impl PassByHand {
    /// The nodes that a node pushes to.
    pub(super) fn receivers(&self, number: usize) -> Vec<String> {
        let receivers = self.context.operands(number);
        receivers.into_iter().map(|receiver| self.context.name(receiver)).collect()
    }

    /// The users of a node that have not pushed yet.
    pub(super) fn not_pushed(&self, number: usize) -> Vec<String> {
        let users = self.context.users(number).into_iter().filter(|user| !self.pushed[*user]);
        users.map(|user| self.context.name(user)).collect()
    }

    pub(super) fn not_ready(&self, number: usize) -> Vec<Block> {
        let name = self.context.name(number);
        let late = self.not_pushed(number);
        let verb = match late.len() {
            1 => "has not pushed its gradient yet",
            _ => "have not pushed their gradients yet",
        };
        let why = format!(
            "{name} is not ready: {} {verb} ({} is still ",
            and(late, 3),
            self.context.derivative(number)
        );
        let why = Paragraph::new(why).brief(self.grads[number]).text(").");
        let mut sent: Vec<(f64, Vec<String>)> = Vec::new();
        for (receiver, step) in self.context.pass.order.push(number, self.grads[number]) {
            let name = self.context.name(receiver);
            match sent.iter_mut().find(|(number, _)| *number == step.contribution) {
                Some((_, same)) if same.contains(&name) => {}
                Some((_, same)) => same.push(name),
                None => sent.push((step.contribution, vec![name])),
            }
        }
        let sent = sent.into_iter().map(|(contribution, receivers)| {
            Paragraph::default().brief(contribution).text(format!(" to {}", and(receivers, 2)))
        });
        let advice = format!(". {}   :visit! {name} does it anyway.", self.ready());
        let now = Paragraph::new("Pushing now would send ").list(sent, " and ").text(advice);
        vec![why.wrapped(0), now.wrapped(0)]
    }

    pub(super) fn ready_nodes(&self) -> impl Iterator<Item = usize> {
        self.schedule.iter().copied().filter(|it| self.waiting[*it] == 0 && !self.pushed[*it])
    }

    /// `Ready now: d, e.`
    pub(super) fn ready(&self) -> String {
        let mut ready: Vec<usize> = self.ready_nodes().collect();
        if ready.is_empty() {
            return "Nothing is ready: every node has pushed.".to_owned();
        }
        ready.reverse();
        let names = ready.into_iter().map(|number| self.context.name(number));
        format!("Ready now: {}.", few(names, MOST_NAMES, ", "))
    }

    /// The nodes that may come next.
    pub(super) fn outlook(&self) -> Block {
        let mut text = self.ready();
        let count = self.ready_nodes().count();
        if count > 1 && self.done.iter().any(|push| push.is_early) {
            text.push_str(" No remaining order is topological; :prev undoes a push.");
        } else if count > 1 {
            let which = if count == 2 { "Either" } else { "Any of them" };
            text.push_str(&format!(" {which} is a valid next step."));
        }
        Paragraph::new(text).wrapped(0)
    }

    /// The grads of the leaves, or the wrong grads beside the right ones.
    pub(super) fn closing(&self) -> Block {
        let right = &self.context.grads;
        let differs = |number: &usize| !same(self.grads[*number], right[*number]);
        let wrong: Vec<usize> = (0..right.len()).filter(differs).collect();
        let name = |number: &usize| self.context.name(*number);
        let more = |count: usize| match count.saturating_sub(MOST_NAMES) {
            0 => String::new(),
            more => format!("  and {more} more"),
        };
        if wrong.is_empty() {
            let leaves: Vec<usize> = self.context.leaves().collect();
            let shown = leaves.iter().take(MOST_NAMES).map(|number| {
                Paragraph::new(format!("{} ", name(number))).brief(self.grads[*number])
            });
            let line = Paragraph::new("all done: ").list(shown, "  ");
            return line.text(more(leaves.len())).wrapped(2);
        }
        let shown = wrong.iter().rev().take(MOST_NAMES).map(|number| {
            Paragraph::new(format!("{} ", name(number)))
                .brief(self.grads[*number])
                .text(" (right: ")
                .brief(right[*number])
                .text(")")
        });
        let line = Paragraph::default().role("all done, but wrong: ", Role::Wrong);
        line.list(shown, "  ").text(more(wrong.len())).wrapped(2)
    }
}
