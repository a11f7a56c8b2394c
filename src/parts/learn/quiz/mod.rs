//! The quiz: asks for each grad in backward order, checks the answers and diagnoses wrong ones.

mod derivatives;
pub mod diagnosis;
mod other_numbers;
mod overview;
mod question;
mod rounds;

use super::{Context, Question, Verdict, must_not_differentiate};
use crate::command::syntax::Word;
use crate::core::language::{Result, parse_expression};
use crate::core::session::Session;
use crate::report::{Block, Facts, Paragraph, Role, facts_of};
pub use diagnosis::{Explanation, explain_wrong};
use other_numbers::Formula;
pub use question::chain;
use question::{Asked, hint, praise, solution, text};
use rounds::rounds;

/// A quiz in progress.
#[derive(Debug, Clone)]
pub struct Quiz {
    pub(super) context: Context,
    /// The remaining questions, the next one last: the steps of its round (0 without rounds), and the node.
    left: Vec<(usize, usize)>,
    total: usize,
    rules: Rules,
    /// The nodes that are asked for, if not all.
    chosen: Vec<usize>,
    /// The derivatives that are asked for, each once and in order, with the grads.
    pub key: Vec<(String, f64)>,
    /// The number of the round, and its steps: with each round the learner does more.
    round: (usize, usize),
    /// The level of a made-up graph.
    level: Option<usize>,
    now: Asked,
    score: Score,
}

/// The rules of a quiz.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    /// Asks for the grads of the last step first, then of the last two, and so on.
    pub fades: bool,
    /// Allows one try per question.
    pub once: bool,
}

/// The score so far.
#[derive(Debug, Default, Clone)]
struct Score {
    asked: usize,
    right: usize,
    /// The number right on the first try without a hint.
    clean: usize,
    /// The kinds of mistakes, each once.
    mistakes: Vec<&'static str>,
}

/// Indent of replies.
const REPLY: usize = 5;

impl Quiz {
    /// A quiz on the chosen nodes of a pass, or else on all nodes except those inside forms, which have no typed
    /// name.
    pub fn new(context: Context, rules: Rules, chosen: Vec<usize>) -> Quiz {
        let inner = context.inside_forms();
        let is_asked = |it: &usize| chosen.contains(it) || chosen.is_empty() && !inner.contains(it);
        let all = 0..context.pass.order.count();
        let mut left = if rules.fades { rounds(&context) } else { Vec::new() };
        if left.is_empty() {
            left.extend(all.clone().map(|number| (0, number)));
        }
        left.retain(|(_, number)| is_asked(number));
        let asked = all.rev().filter(is_asked);
        let key = asked.map(|number| (context.derivative(number), context.grads[number])).collect();
        let (total, now, score) = (left.len(), Asked::default(), Score::default());
        Quiz { context, left, total, rules, chosen, key, round: (0, 0), level: None, now, score }
    }

    /// The same quiz on a graph that was made up at this level.
    pub fn made_up(self, level: usize) -> Quiz {
        Quiz { level: Some(level), ..self }
    }

    /// The level of the next made-up graph; `None` if this one was not made up.
    pub fn next_level(&self) -> Option<usize> {
        let level = self.level?;
        let is_perfect = self.is_over() && self.score.clean == self.total;
        Some(if is_perfect { level + 1 } else { level.saturating_sub(1) })
    }

    /// The arguments that restart the quiz, after `:quiz` and the root: ` a b fade`.
    pub fn arguments(&self) -> String {
        let mut text = String::new();
        for number in &self.chosen {
            text.extend([" ", &self.context.name(*number)]);
        }
        text.push_str(if self.rules.fades { " fade" } else { "" });
        text.push_str(if self.rules.once { " once" } else { "" });
        text
    }

    /// Returns true if nothing is left to ask.
    pub fn is_over(&self) -> bool {
        self.now.number.is_none() && self.left.is_empty()
    }

    /// The number of questions not answered correctly.
    fn missed(&self) -> usize {
        self.total - self.score.right
    }

    /// Asks the next question, or closes the quiz.
    fn ask(&mut self) -> Vec<Block> {
        let Some((steps, number)) = self.left.pop() else {
            self.now = Asked::default();
            return vec![self.closing()];
        };
        self.now = Asked { number: Some(number), ..Asked::default() };
        let mut blocks = Vec::new();
        if self.round.1 != steps {
            self.round = (self.round.0 + 1, steps);
            blocks.extend(self.given(steps));
        } else if self.score.asked == 0 {
            blocks.push(Paragraph::default().wrapped(0));
        }
        self.score.asked += 1;
        let place = format!("{}/{}  ", self.score.asked, self.total);
        blocks.push(text(&self.context, number, place));
        blocks
    }

    /// The node that is asked for, as a named value.
    fn fact_of_asked(&self) -> Facts {
        let asked = self.now.number.map(|number| self.context.name(number));
        asked.map_or_else(Facts::new, |asked| facts_of([("asks", asked.into())]))
    }

    /// The root and the number of questions, as named values.
    pub fn facts(&self) -> Facts {
        let root = self.context.root_name();
        let mut facts = facts_of([("root", root.into()), ("questions", self.total.into())]);
        facts.extend(self.fact_of_asked());
        facts
    }

    /// The node that is asked for.
    pub fn asked(&self) -> Option<usize> {
        self.now.number
    }

    /// By number, true for nodes whose grads stay hidden: those still asked for in this round, and all others if
    /// only some nodes are asked for.
    pub fn hidden(&self) -> Vec<bool> {
        let mut hidden = vec![!self.chosen.is_empty(); self.context.pass.order.count()];
        self.chosen.iter().for_each(|number| hidden[*number] = false);
        hidden[self.context.root()] = false;
        self.to_come().for_each(|number| hidden[number] = true);
        hidden
    }

    /// The nodes that this round still asks for.
    pub(super) fn to_come(&self) -> impl Iterator<Item = usize> {
        let round = self.left.iter().rev().take_while(|(steps, _)| *steps == self.round.1);
        round.map(|(_, number)| *number).chain(self.now.number)
    }

    /// The formula that an answer is.
    fn read<'text>(&self, session: &Session, word: Word<'text>) -> Result<Formula<'text>> {
        let tree = parse_expression(word.text)?;
        let hint = "answer with a number or a formula, such as b*dL/de";
        must_not_differentiate(session, &tree).map_err(|error| error.hint(hint))?;
        let derivatives = self.derivatives(&tree)?;
        Ok(Formula { tree, derivatives })
    }

    /// The verdict on a formula for the node of this number.
    fn judge(
        &mut self,
        session: &mut Session,
        formula: &Formula<'_>,
        number: usize,
    ) -> Result<Verdict> {
        let value = formula.value(session, &self.context.grads)?;
        let is_near = is_right(value, self.context.grads[number]);
        let explained = match is_near {
            true => formula.coincidence(session, &self.context, number)?,
            false => explain_wrong(&self.context, number, value),
        };
        Ok(self.reply(|quiz, number| match explained {
            None if is_near => quiz.right(number, value),
            explained => quiz.wrong(number, value, explained),
        }))
    }

    fn right(&mut self, number: usize, value: f64) -> Verdict {
        self.score.right += 1;
        self.score.clean += usize::from(self.now.hints == 0 && self.now.tries == 0);
        let mut blocks = vec![praise(&self.context, number)];
        blocks.extend(self.ask());
        Verdict { blocks, ..Verdict::on(Some(value), true, None) }
    }

    fn wrong(&mut self, number: usize, value: f64, explained: Option<Explanation>) -> Verdict {
        self.now.tries += 1;
        let more = if self.rules.once { "." } else { ". :hint helps, :skip shows the answer." };
        let (said, mistake) = match explained {
            Some(Explanation { said, name }) => (said, Some(name)),
            None => (Paragraph::new(more), None),
        };
        let said = Paragraph::new("     ").role("no", Role::Wrong).then(said);
        let new = mistake.filter(|name| !self.score.mistakes.contains(name));
        self.score.mistakes.extend(new);
        let mut verdict = Verdict::on(Some(value), false, mistake).saying(said);
        if self.rules.once {
            verdict.blocks.extend(self.reveal(number));
        }
        verdict
    }

    /// Replies to an input on the current node.
    fn reply(&mut self, act: impl FnOnce(&mut Quiz, usize) -> Verdict) -> Verdict {
        let Some(number) = self.now.number else {
            return Verdict { missed: Some(self.missed()), ..Verdict::default() };
        };
        let mut facts = facts_of([("node", self.context.name(number).into())]);
        let verdict = act(self, number);
        facts.extend(verdict.facts);
        let missed = self.is_over().then(|| self.missed());
        facts.extend(missed.map(|missed| ("missed".to_owned(), missed.into())));
        facts.extend(self.fact_of_asked());
        Verdict { facts, missed, ..verdict }
    }

    /// Reveals the answer, and moves to the next question.
    fn reveal(&mut self, number: usize) -> Vec<Block> {
        let mut blocks = vec![solution(&self.context, number)];
        blocks.extend(self.ask());
        blocks
    }
}

impl Question for Quiz {
    fn kind(&self) -> &'static str {
        "quiz"
    }

    fn asks(&self) -> Option<String> {
        let derivative = self.context.derivative(self.now.number?);
        // With fade, later rounds ask the same.
        Some(match self.round.0 {
            0 | 1 => derivative,
            round => format!("{derivative} round {round}"),
        })
    }

    fn prompt(&self) -> String {
        self.now.number.map_or_else(String::new, |number| self.context.derivative(number))
    }

    fn answer(&mut self, session: &mut Session, text: &str) -> Result<Verdict> {
        let word = self.after_equals(Word::of(text))?;
        let Some(number) = self.now.number else {
            return Ok(self.reply(|_, _| Verdict::default()));
        };
        let formula = self.read(session, word);
        let verdict = formula.and_then(|formula| self.judge(session, &formula, number));
        verdict.map_err(|error| error.moved(word.span.start as usize))
    }

    fn hint(&mut self) -> Verdict {
        self.reply(|quiz, number| {
            quiz.now.hints += 1;
            let hint = hint(&quiz.context, number, quiz.now.hints);
            Verdict::say(Paragraph::new("     ").then(hint))
        })
    }

    fn give_up(&mut self) -> Verdict {
        self.reply(|quiz, number| {
            let blocks = quiz.reveal(number);
            Verdict { blocks, ..Verdict::on(None, false, None) }
        })
    }

    fn leave(&mut self) -> Verdict {
        self.reply(|quiz, _| {
            quiz.left.clear();
            Verdict { blocks: quiz.ask(), ..Verdict::default() }
        })
    }
}

/// Returns true if an answer is within half a percent; if the grad is 0, only 0 is right.
pub fn is_right(answer: f64, grad: f64) -> bool {
    match grad {
        _ if grad.is_nan() => answer.is_nan(),
        _ if !grad.is_finite() || grad == 0.0 => answer == grad,
        _ => is_within(answer, grad, 0.005 * grad.abs()),
    }
}

/// Returns true if an answer is within `tolerance` of the right one in decimals: 1.1 is within 0.1 of 1, although
/// the double 1.1 is a little farther. A distance or tolerance that is not finite accepts only the right answer.
pub fn is_within(answer: f64, right: f64, tolerance: f64) -> bool {
    // Two products, since the sum of two large numbers overflows.
    let rounding = 4.0 * f64::EPSILON * right.abs() + 4.0 * f64::EPSILON * tolerance;
    let distance = (answer - right).abs();
    let is_finite = distance.is_finite() && tolerance.is_finite();
    is_finite && distance <= tolerance + rounding || answer == right
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tolerance_that_overflows_accepts_no_wrong_answer() {
        const HUGE: f64 = 1.797e308;
        for right in [HUGE, -HUGE, f64::MAX, f64::MIN] {
            assert!(is_right(right, right) && is_right(0.996 * right, right), "{right}");
            for wrong in [777.0, 0.0, 0.99 * right, -right, f64::INFINITY, f64::NAN] {
                assert!(!is_right(wrong, right), "{wrong} for {right}");
                assert!(!is_within(wrong, right, 0.1), "{wrong} for {right}");
                assert!(!is_within(wrong, right, f64::INFINITY), "{wrong} for {right}");
                assert!(!is_within(wrong, right, f64::NAN), "{wrong} for {right}");
            }
            // The largest tolerance takes whatever is no farther than that.
            assert!(is_within(777.0, right, f64::MAX), "{right}");
            for wrong in [-right, f64::INFINITY, f64::NEG_INFINITY, f64::NAN] {
                assert!(!is_within(wrong, right, f64::MAX), "{wrong} for {right}");
            }
        }
        assert!(!is_within(777.0, 1.0, f64::INFINITY) && is_within(1.0, 1.0, f64::INFINITY));
        assert!(is_within(1.1, 1.0, 0.1) && !is_within(1.1001, 1.0, 0.1));
    }
}
