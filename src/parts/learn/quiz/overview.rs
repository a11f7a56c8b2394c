//! The opening of a quiz, the grads that a round gives away, and the score.

use super::{Quiz, Score};
use crate::report::{Block, Paragraph, Role, and, counted};

/// The maximum number of nodes listed.
const MOST_NODES: usize = 16;
/// Indent of lists of numbers.
const INDENT: usize = 7;

impl Quiz {
    /// The opening, up to the first question.
    pub fn opening(&mut self) -> Vec<Block> {
        let root = self.context.root_name();
        let questions = counted(self.total as u64, "question");
        let which = if self.rules.fades {
            "first the last step only, then the last two, and so on"
        } else {
            "in backward order"
        };
        let names: Vec<_> = self.chosen.iter().map(|number| self.context.name(*number)).collect();
        let nodes = if names.is_empty() { "every node".into() } else { and(names, MOST_NODES) };
        let text = format!("quiz: the gradient of {root} at {nodes}, {which}. {questions}.");
        let tries = if self.rules.once { " One try each." } else { "" };
        let manual = "Answer with a number or a formula, such as -2*x.  :hint  :skip  :quit";
        let text = Paragraph::new(text + tries).wrapped(0);
        let mut parts = vec![text, Paragraph::new(manual).wrapped(0), self.data()];
        parts.extend(self.ask());
        parts
    }

    /// `data   a 2   b -3   L.1 = a * b = -6   L -8`
    fn data(&self) -> Block {
        let context = &self.context;
        let node = |number: usize| {
            let node = context.node(number);
            let mut line = Paragraph::default().tied(context.name(number));
            if let Some(text) = context.operation_text(node)
                && number != context.root()
            {
                line = line.tied(format!(" = {} =", text.replace(" * ", "*")));
            }
            line.tied(" ").brief(node.data())
        };
        let shown = context.leaves().chain(context.computed()).take(MOST_NODES).map(node);
        Paragraph::new("data   ").list(shown, "   ").wrapped(INDENT)
    }

    /// The grads that a round of a fading quiz gives away: all except those it asks for.
    pub(super) fn given(&self, steps: usize) -> Vec<Block> {
        let (context, hidden) = (&self.context, self.hidden());
        let known = (0..hidden.len()).rev().filter(|number| !hidden[*number]).take(MOST_NODES);
        let last = if steps == 1 { "step is".to_owned() } else { format!("{steps} steps are") };
        let text = format!("the last {last} yours. Given:  ");
        let shown = known.map(|number| {
            let derivative = context.derivative(number);
            Paragraph::default().tied(format!("{derivative} = ")).brief(context.grads[number])
        });
        let line = Paragraph::default().role(text, Role::Title).list(shown, "  ");
        vec![Paragraph::default().wrapped(0), line.wrapped(2)]
    }

    /// `7 of 7, 3 on the first try without a hint. Mistakes: the sign.   Again:  :quiz L`
    pub(super) fn closing(&self) -> Block {
        let Score { right, clean, mistakes, .. } = &self.score;
        let clean = if *clean == self.total { "all".to_owned() } else { clean.to_string() };
        let mut text =
            format!("{right} of {}, {clean} on the first try without a hint.", self.total);
        if !mistakes.is_empty() {
            text.push_str(&format!(" Mistakes: {}.", mistakes.join(", ")));
        }
        let row_of = self.context.row_of.as_ref();
        let root = row_of.map_or_else(|| self.context.root_name(), |(name, _)| name.clone());
        match self.level {
            Some(_) => text.push_str("   Another:  :quiz new"),
            None => text.push_str(&format!("   Again:  :quiz {root}{}", self.arguments())),
        }
        Paragraph::new(text).wrapped(0)
    }
}
