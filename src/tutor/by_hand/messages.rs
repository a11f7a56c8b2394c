//! What is said of a pass by hand: why a node is not ready, what can come next, how it ended.

use super::super::count::orders;
use super::super::{derivative, same};
use super::{Hand, MOST_NAMES};
use crate::graph::Names;
use crate::report::{Part, Role, Sentence, and, few};

impl Hand {
    pub(super) fn receivers(&self, names: &Names, number: usize) -> Vec<String> {
        let mut receivers: Vec<usize> = self.web.operands(number).collect();
        receivers.dedup();
        receivers.into_iter().map(|it| names.call(self.web.node(it))).collect()
    }

    /// The users of a node that have not pushed yet.
    pub(super) fn not_pushed(&self, names: &Names, number: usize) -> Vec<String> {
        let mut users: Vec<usize> = self.web.uses(number).iter().map(|link| link.user).collect();
        users.dedup();
        users.retain(|user| !self.pushed[*user]);
        users.into_iter().map(|user| names.call(self.web.node(user))).collect()
    }

    pub(super) fn not_ready(&self, names: &Names, number: usize) -> Vec<Part> {
        let node = self.web.node(number);
        let name = names.call(node);
        let late = self.not_pushed(names, number);
        let verb = match late.len() {
            1 => "has not pushed its gradient yet",
            _ => "have not pushed their gradients yet",
        };
        let why = format!(
            "{name} is not ready: {} {verb} ({} is still ",
            and(late, 3),
            derivative(names, self.root(), node)
        );
        let why = Sentence::new(why).brief(self.grads[number]).text(").");
        let mut sent: Vec<(f64, Vec<String>)> = Vec::new();
        for (receiver, step) in self.web.push(number, self.grads[number]) {
            let name = names.call(self.web.node(receiver));
            match sent.iter_mut().find(|(number, _)| *number == step.contribution) {
                Some((_, same)) if same.contains(&name) => {}
                Some((_, same)) => same.push(name),
                None => sent.push((step.contribution, vec![name])),
            }
        }
        let sent = sent.into_iter().map(|(contribution, receivers)| {
            Sentence::default().brief(contribution).text(format!(" to {}", and(receivers, 2)))
        });
        let advice = format!(". {}   :visit! {name} does it anyway.", self.ready(names));
        let now = Sentence::new("Pushing now would send ").list(sent, " and ").text(advice);
        vec![why.part(0), now.part(0)]
    }

    pub(super) fn ready_nodes(&self) -> impl Iterator<Item = usize> {
        self.schedule.iter().copied().filter(|it| self.waiting[*it] == 0 && !self.pushed[*it])
    }

    /// `Ready now: d, e.`
    pub(super) fn ready(&self, names: &Names) -> String {
        let mut ready: Vec<usize> = self.ready_nodes().collect();
        ready.reverse();
        let ready: Vec<String> = ready.iter().map(|it| names.call(self.web.node(*it))).collect();
        match ready.is_empty() {
            true => "Nothing is ready: all have pushed.".to_owned(),
            false => format!("Ready now: {}.", few(ready.into_iter(), MOST_NAMES, ", ")),
        }
    }

    /// What can come next, and in how many ways the pass can go on.
    pub(super) fn outlook(&self, names: &Names) -> Part {
        let mut text = self.ready(names);
        let count = self.ready_nodes().count();
        if count > 1 {
            let which = if count == 2 { "Either" } else { "Any of them" };
            let left = self.schedule.iter().copied().filter(|number| !self.pushed[*number]);
            let left: Vec<usize> = left.take(64).collect();
            let users = |number: usize| self.web.uses(number).iter().map(|link| link.user);
            let orders = orders(&left, users).map_or("many".to_owned(), |it| it.to_string());
            text.push_str(&format!(
                " {which} is a valid next step ({orders} topological orders remain)."
            ));
        }
        Sentence::new(text).part(0)
    }

    /// The grads of the leaves; what is wrong with them, if the learner took a wrong turn.
    pub(super) fn closing(&self, names: &Names) -> Part {
        let right = self.web.grads();
        let differs = |number: &usize| !same(self.grads[*number], right[*number]);
        let wrong: Vec<usize> = (0..self.web.count()).filter(differs).collect();
        let name = |number: &usize| names.call(self.web.node(*number));
        let more = |count: usize| match count.saturating_sub(MOST_NAMES) {
            0 => String::new(),
            more => format!("  and {more} more"),
        };
        if wrong.is_empty() {
            let leaves: Vec<usize> =
                (0..self.web.count()).filter(|it| self.web.node(*it).is_leaf()).collect();
            let shown = leaves.iter().take(MOST_NAMES).map(|number| {
                Sentence::new(format!("{} ", name(number))).brief(self.grads[*number])
            });
            let line = Sentence::new("all done: ").list(shown, "  ");
            return line.text(more(leaves.len())).part(2);
        }
        let shown = wrong.iter().rev().take(MOST_NAMES).map(|number| {
            Sentence::new(format!("{} ", name(number)))
                .brief(self.grads[*number])
                .text(" (right: ")
                .brief(right[*number])
                .text(")")
        });
        let line = Sentence::default().role("all done, but wrong: ", Role::Wrong);
        line.list(shown, "  ").text(more(wrong.len())).part(2)
    }
}
