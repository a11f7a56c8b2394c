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
            "first for the last step only, then for the last two, and so on"
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
        let line = Paragraph::new("data   ").list(shown, "   ");
        let line = match context.pass.order.count().saturating_sub(MOST_NODES) {
            0 => line,
            more => line.text(format!("   and {more} more")),
        };
        line.wrapped(INDENT)
    }

    /// The grads that a round of a fading quiz gives away: all except those it asks for.
    pub(super) fn given(&self, steps: usize) -> Vec<Block> {
        let (context, hidden) = (&self.context, self.hidden());
        let known = (0..hidden.len()).rev().filter(|number| !hidden[*number]);
        let known: Vec<usize> = known.take(MOST_NODES + 1).collect();
        let text = match steps {
            1 => "the last step is yours. Given:  ".to_owned(),
            _ => format!("the last {steps} steps are yours. Given:  "),
        };
        let shown = known.iter().take(MOST_NODES).map(|number| {
            let derivative = context.derivative(*number);
            Paragraph::default().tied(format!("{derivative} = ")).brief(context.grads[*number])
        });
        let line = Paragraph::default().role(text, Role::Title).list(shown, "  ");
        let line = if known.len() > MOST_NODES { line.text("  …") } else { line };
        vec![Paragraph::default().wrapped(0), line.wrapped(2)]
    }

    /// `7 of 7, 3 on the first try without a hint. Mistakes: the sign.   Again:  :quiz L`
    pub(super) fn closing(&self) -> Block {
        let Score { right, clean, mistakes, .. } = &self.score;
        let is_perfect = *right == self.total && clean == right;
        let clean = if is_perfect { "all".to_owned() } else { clean.to_string() };
        let mut text =
            format!("{right} of {}, {clean} on the first try without a hint.", self.total);
        if !mistakes.is_empty() {
            text.push_str(&format!(" Mistakes: {}.", mistakes.join(", ")));
        }
        let root = self.context.root_name();
        match self.level {
            Some(_) => text.push_str("   Another:  :quiz new"),
            None => text.push_str(&format!("   Again:  :quiz {root}{}", self.arguments())),
        }
        Paragraph::new(text).wrapped(0)
    }
}
