//! The quiz: asks for each grad in backward order, checks the answers and diagnoses wrong ones.

mod derivatives;
pub mod diagnosis;
mod overview;
mod question;
mod rounds;

use std::collections::HashSet;

use super::{Context, Question, Verdict, must_not_differentiate};
use crate::command::syntax::Word;
use crate::core::language::{Error, Result, parse_expression};
use crate::core::session::Session;
use crate::report::{Block, Facts, Paragraph, Role, facts_of};
use diagnosis::{Diagnosis, WrongAnswer, diagnose};
use question::{Asked, hint, praise, solution, text};
use rounds::rounds;

/// A quiz in progress.
#[derive(Debug, Clone)]
pub struct Quiz {
    pub(super) context: Context,
    /// The questions and rounds still to come, the next one last.
    left: Vec<Item>,
    total: usize,
    rules: Rules,
    /// The nodes that are asked for, if not all.
    chosen: Vec<usize>,
    /// The round that goes on, if it fades: the learner does ever more steps.
    round: usize,
    /// The nodes that are not, unless they are chosen: they have no name in what was typed.
    unasked: HashSet<usize>,
    /// How hard the graph is, if it was made up.
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

/// A question or a round still to come.
#[derive(Debug, Clone, Copy)]
enum Item {
    /// A question for the grad of a node.
    Ask(usize),
    /// The beginning of a round in which the learner does this many steps.
    Round(usize),
}

/// The score so far.
#[derive(Debug, Default, Clone)]
struct Score {
    asked: usize,
    right: usize,
    /// The number right on the first try without a hint.
    clean: usize,
    /// The skills to practice, each once.
    practice: Vec<&'static str>,
}

/// Indent of replies.
const REPLY: usize = 5;

impl Quiz {
    /// Creates a quiz on a pass, which asks for the grads of the chosen nodes, or of all if there are none.
    pub fn new(context: Context, rules: Rules, chosen: Vec<usize>) -> Quiz {
        let all = if rules.fades {
            rounds(&context)
        } else {
            (0..context.pass.order.count()).map(Item::Ask).collect()
        };
        let unasked = if chosen.is_empty() { context.inside_forms() } else { HashSet::new() };
        let mut left: Vec<Item> = Vec::with_capacity(all.len());
        for item in all {
            let is_wanted = match item {
                Item::Ask(number) => is_asked(&chosen, &unasked, number),
                // A round stands behind what it asks for.
                Item::Round(_) => matches!(left.last(), Some(Item::Ask(_))),
            };
            left.extend(is_wanted.then_some(item));
        }
        let total = left.iter().filter(|item| matches!(item, Item::Ask(_))).count();
        let (now, score) = (Asked::default(), Score::default());
        Quiz { context, left, total, rules, chosen, unasked, round: 0, level: None, now, score }
    }

    /// The same quiz on a graph that was made up at this level.
    pub fn made_up(self, level: usize) -> Quiz {
        Quiz { level: Some(level), ..self }
    }

    /// How hard the next graph that is made up should be; none if this one was not.
    pub fn next_level(&self) -> Option<usize> {
        let level = self.level?;
        let is_perfect = self.is_over() && self.score.clean == self.total;
        Some(if is_perfect { level + 1 } else { level.saturating_sub(1) })
    }

    /// What stands after `:quiz` and the root to begin it again: ` a b fade`.
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
        let mut parts = Vec::new();
        loop {
            match self.left.pop() {
                None => {
                    self.now = Asked::default();
                    parts.push(self.closing());
                    return parts;
                }
                Some(Item::Round(steps)) => {
                    self.round += 1;
                    parts.extend(self.given(steps));
                }
                Some(Item::Ask(number)) => {
                    self.score.asked += 1;
                    self.now = Asked { number: Some(number), ..Asked::default() };
                    if self.score.asked == 1 && parts.is_empty() {
                        parts.push(Paragraph::default().wrapped(0));
                    }
                    let place = format!("{}/{}  ", self.score.asked, self.total);
                    parts.push(text(&self.context, number, place));
                    return parts;
                }
            }
        }
    }

    /// The node that is asked for, as a named value.
    fn fact_of_asked(&self) -> Facts {
        let asked = self.now.number.map(|number| self.context.name(number));
        asked.map_or_else(Facts::new, |asked| facts_of([("asks", asked.into())]))
    }

    /// The derivatives that it asks for, each once and in its order, with the grads.
    pub fn key(&self) -> Vec<(String, f64)> {
        let numbers = (0..self.context.pass.order.count()).rev();
        let asked = numbers.filter(|number| is_asked(&self.chosen, &self.unasked, *number));
        asked.map(|number| (self.context.derivative(number), self.context.grads[number])).collect()
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

    /// By number, true for the nodes whose grads the learner is still to find in this round.
    pub fn hidden(&self) -> Vec<bool> {
        let mut hidden = vec![false; self.context.pass.order.count()];
        self.remaining().chain(self.now.number).for_each(|number| hidden[number] = true);
        hidden
    }

    /// The number that an answer means.
    fn read(&self, session: &mut Session, text: &str) -> Result<f64> {
        let word = self.after_equals(Word::of(text))?;
        let moved = |error: Error| error.moved(word.span.start as usize);
        let mut tree = parse_expression(word.text).map_err(moved)?;
        must_not_differentiate(session, &tree).map_err(moved)?;
        self.put_derivatives(&mut tree).map_err(moved)?;
        session.number(&tree).map_err(moved)
    }

    /// The verdict on an answer to the question for the node of this number.
    fn judge(&mut self, number: usize, value: f64) -> Verdict {
        if is_right(value, self.context.grads[number]) {
            self.score.right += 1;
            if self.now.hints == 0 && self.now.tries == 0 {
                self.score.clean += 1;
            }
            let mut verdict = Verdict::on(Some(value), true, None);
            verdict.blocks.push(praise(&self.context, number));
            verdict.blocks.extend(self.ask());
            return verdict;
        }
        self.now.tries += 1;
        let (line, found) = self.correct(number, value);
        let said = Paragraph::new("     ").role("no", Role::Wrong).then(line);
        let mut verdict = Verdict::on(Some(value), false, found.map(|row| row.name)).saying(said);
        if self.rules.once {
            verdict.blocks.extend(self.reveal(number));
        }
        verdict
    }

    /// Replies to what the question of the node of this number was given.
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

    /// Reveals the answer and goes on.
    fn reveal(&mut self, number: usize) -> Vec<Block> {
        let mut blocks = vec![solution(&self.context, number)];
        blocks.extend(self.ask());
        blocks
    }

    /// The words after "no" to a wrong answer, and its diagnosis.
    fn correct(&mut self, number: usize, value: f64) -> (Paragraph, Option<&'static Diagnosis>) {
        let wrong = WrongAnswer { context: &self.context, number, answer: value, exactly: false };
        let Some((diagnosis, said)) = diagnose(&wrong) else {
            let line = Paragraph::new(", and no common mistake gives ").brief(value);
            let more = if self.rules.once { "." } else { ". :hint helps, :skip tells the answer." };
            return (line.text(more), None);
        };
        if !self.score.practice.contains(&diagnosis.practice) {
            self.score.practice.push(diagnosis.practice);
        }
        (said, Some(diagnosis))
    }
}

impl Question for Quiz {
    fn kind(&self) -> &'static str {
        "quiz"
    }

    fn asks(&self) -> Option<String> {
        let derivative = self.context.derivative(self.now.number?);
        // Where it fades, later rounds ask the same.
        Some(if self.round > 1 { format!("{derivative} round {}", self.round) } else { derivative })
    }

    fn prompt(&self) -> String {
        self.now.number.map_or_else(String::new, |number| self.context.derivative(number))
    }

    fn answer(&mut self, session: &mut Session, text: &str) -> Result<Verdict> {
        let value = self.read(session, text)?;
        Ok(self.reply(|quiz, number| quiz.judge(number, value)))
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

/// Tells whether a node is asked for: one of the chosen ones, or, if there are none, one that is not among
/// these others.
fn is_asked(chosen: &[usize], unasked: &HashSet<usize>, number: usize) -> bool {
    if chosen.is_empty() { !unasked.contains(&number) } else { chosen.contains(&number) }
}

/// What explains a wrong answer.
#[derive(Debug)]
pub struct Explanation {
    /// The words after "no".
    pub said: Paragraph,
    /// The kind of mistake.
    pub name: &'static str,
}

/// Explains a wrong answer for the grad of the node of this number, if a common mistake gives it.
pub fn explain_wrong(context: &Context, number: usize, answer: f64) -> Option<Explanation> {
    let wrong = WrongAnswer { context, number, answer, exactly: false };
    let (diagnosis, said) = diagnose(&wrong)?;
    Some(Explanation { said, name: diagnosis.name })
}

/// Returns true if an answer is within half a percent; if the grad is 0, only 0 is right.
pub fn is_right(answer: f64, grad: f64) -> bool {
    match grad {
        _ if grad.is_nan() => answer.is_nan(),
        _ if !grad.is_finite() || grad == 0.0 => answer == grad,
        _ => is_within(answer, grad, 0.005 * grad.abs()),
    }
}

/// Returns true if an answer is no farther from what is right than this, in decimals: 1.1 is within 0.1 of 1,
/// though the double next to 1.1 is a little farther. A distance or tolerance that is not finite accepts nothing
/// but the right answer itself.
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
