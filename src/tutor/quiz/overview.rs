//! What a quiz says around its questions: how it begins, what a round gives away, how it went.

use std::collections::HashSet;

use super::diagnosis::DIAGNOSES;
use super::{Quiz, Score};
use crate::graph::Names;
use crate::report::{Part, Role, Sentence, counted};
use crate::tutor::{derivative, operation_text};

/// Of more nodes only the first ones are listed.
const MOST_NODES: usize = 16;
/// Where lists of numbers are indented to.
const INDENT: usize = 7;

impl Quiz {
    /// How the quiz begins, up to the first question.
    pub fn opening(&mut self, names: &Names) -> Vec<Part> {
        let root = names.call(self.root());
        let questions = counted(self.total as u64, "question");
        let which = match self.rules.fades {
            false => "in backward order",
            true => "first for the last step only, then for the last two, and so on",
        };
        let text = format!("quiz: the gradient of {root} at every node, {which}. {questions}.");
        let tries = if self.rules.once { " Each has one try." } else { "" };
        let manual = "Answer with a number or a formula (f, -2*b, b*dL/de).  :hint  :skip  :quit";
        let text = Sentence::new(text + tries).part(0);
        let mut parts = vec![text, Sentence::new(manual).part(0), self.data(names)];
        parts.extend(self.ask(names));
        parts
    }

    /// `data   a 2   b -3   L.1 = a * b = -6   L -8`
    fn data(&self, names: &Names) -> Part {
        let node = |number: usize| {
            let node = self.web.node(number);
            let mut line = Sentence::default().tied(names.call(node));
            if let Some(text) = operation_text(names, node)
                && number != self.web.root_number()
            {
                line = line.tied(format!(" = {} =", text.replace(" * ", "*")));
            }
            line.tied(" ").brief(node.data())
        };
        let leaves = (0..self.web.count()).filter(|number| self.web.node(*number).is_leaf());
        let inner = (0..self.web.count()).filter(|number| !self.web.node(*number).is_leaf());
        let shown = leaves.chain(inner).take(MOST_NODES).map(node);
        let line = Sentence::new("data   ").list(shown, "   ");
        let line = match self.web.count().saturating_sub(MOST_NODES) {
            0 => line,
            more => line.text(format!("   and {more} more")),
        };
        line.part(INDENT)
    }

    /// What a round of a fading quiz gives away: all that is not asked for in it.
    pub(super) fn given(&self, names: &Names, steps: usize) -> Vec<Part> {
        let asked: HashSet<usize> = self.coming().collect();
        let known = self.web.backward_numbers().filter(|number| !asked.contains(number));
        let known: Vec<usize> = known.take(MOST_NODES + 1).collect();
        let text = match steps {
            1 => "the last step is yours. Given:  ".to_owned(),
            _ => format!("the last {steps} steps are yours. Given:  "),
        };
        let shown = known.iter().take(MOST_NODES).map(|number| {
            let total = derivative(names, self.root(), self.web.node(*number));
            Sentence::default().tied(format!("{total} = ")).brief(self.grads[*number])
        });
        let line = Sentence::default().role(text, Role::Title).list(shown, "  ");
        let line = if known.len() > MOST_NODES { line.text("  …") } else { line };
        vec![Sentence::default().part(0), line.part(2)]
    }

    /// `7 of 7, 3 at the first try without a hint. Practise: sign.   Again:  :quiz L`
    pub(super) fn closing(&self, names: &Names) -> Part {
        let Score { right, clean, practise, .. } = &self.score;
        let mut text = match *right == self.total && clean == right {
            true => format!("{right} of {}, all at the first try without a hint.", self.total),
            false => format!("{right} of {}, {clean} at the first try without a hint.", self.total),
        };
        if !practise.is_empty() {
            let rows = practise.iter().filter_map(|place| DIAGNOSES.get(*place));
            let labels: Vec<&str> = rows.map(|row| row.practise).collect();
            text.push_str(&format!(" Practise: {}.", labels.join(", ")));
        }
        let fade = if self.rules.fades { " fade" } else { "" };
        let once = if self.rules.once { " once" } else { "" };
        let root = names.call(self.root());
        text.push_str(&format!("   Again:  :quiz {root}{fade}{once}"));
        Sentence::new(text).part(0)
    }
}
