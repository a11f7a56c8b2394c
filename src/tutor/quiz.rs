//! The quiz: asks for each grad in backward order, checks the answers and diagnoses wrong ones.

mod derivatives;
mod diagnosis;
mod fading;
mod overview;
mod question;

use diagnosis::{Diagnosis, WrongAnswer, diagnose};
use fading::rounds;
use question::{Question, hint, plainly, praise, text};

use super::Context;
use crate::report::{Cell, Part, Role, Sentence};

/// A quiz under way.
#[derive(Debug)]
pub struct Quiz {
    pub(super) context: Context,
    /// The nodes still to be asked for, the next one last, and where the rounds end.
    left: Vec<Item>,
    total: usize,
    rules: Rules,
    now: Question,
    score: Score,
}

/// The rules of a quiz.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    /// Asks for the last step only first, then for the last two, and so on.
    pub fades: bool,
    /// Gives each question one try only.
    pub once: bool,
}

/// One thing still to come.
#[derive(Debug, Clone, Copy)]
enum Item {
    /// A node to be asked for.
    Ask(usize),
    /// A round that begins here: so many steps are left to the learner.
    Round(usize),
}

/// The score so far.
#[derive(Debug, Default)]
struct Score {
    asked: usize,
    right: usize,
    /// Right at the first try and without a hint.
    clean: usize,
    /// The skills to practice, each once.
    practice: Vec<&'static str>,
}

/// The reply to an answer.
#[derive(Debug)]
pub struct Answered {
    /// The sentences to show.
    pub parts: Vec<Part>,
    /// The same as named facts, for JSON.
    pub facts: Vec<(&'static str, Cell)>,
    /// The number of questions missed, when the quiz is over.
    pub missed: Option<usize>,
}

/// An answer of the learner.
#[derive(Debug, Clone, Copy)]
pub enum Answer<'text> {
    /// A number, and the text it was given as when there is a name in it.
    Number(f64, Option<&'text str>),
    /// Something that cannot be read, and why; it costs the try where there is but one.
    Unreadable(&'text str),
    /// Asks for a hint.
    Hint,
    /// Goes on to the next question.
    Skip,
    /// Ends the quiz.
    Quit,
}

/// Indent of replies.
const REPLY: usize = 5;

impl Quiz {
    /// A quiz on a pass.
    pub fn new(context: Context, rules: Rules) -> Quiz {
        let left = if rules.fades {
            rounds(&context)
        } else {
            (0..context.graph.count()).map(Item::Ask).collect()
        };
        let total = left.iter().filter(|item| matches!(item, Item::Ask(_))).count();
        let (now, score) = (Question::default(), Score::default());
        Quiz { context, left, total, rules, now, score }
    }

    /// The rules.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns whether nothing is left to ask.
    pub fn is_over(&self) -> bool {
        self.now.number.is_none() && self.left.is_empty()
    }

    /// The number of questions not answered right.
    fn missed(&self) -> usize {
        self.total - self.score.right
    }

    /// The next question, or how the quiz went.
    fn ask(&mut self) -> Vec<Part> {
        let mut parts = Vec::new();
        loop {
            match self.left.pop() {
                None => {
                    self.now = Question::default();
                    parts.push(self.closing());
                    return parts;
                }
                Some(Item::Round(steps)) => parts.extend(self.given(steps)),
                Some(Item::Ask(number)) => {
                    self.score.asked += 1;
                    self.now = Question { number: Some(number), ..Question::default() };
                    if self.score.asked == 1 && parts.is_empty() {
                        parts.push(Sentence::default().part(0));
                    }
                    let place = format!("{}/{}  ", self.score.asked, self.total);
                    parts.push(text(&self.context, number, place));
                    return parts;
                }
            }
        }
    }

    /// Takes an answer to the present question.
    pub fn answer(&mut self, answer: Answer<'_>) -> Answered {
        let Some(number) = self.now.number else {
            let missed = Some(self.missed());
            return Answered { parts: Vec::new(), facts: Vec::new(), missed };
        };
        let mut parts = Vec::new();
        let mut facts = vec![("node", Cell::text(self.context.name(number)))];
        match answer {
            Answer::Quit => {
                self.left.clear();
                parts.extend(self.ask());
            }
            Answer::Skip => {
                facts.extend(verdict(Cell::Empty, false, None));
                parts.extend(self.tell(number));
            }
            Answer::Hint => {
                self.now.hints += 1;
                let given = self.now.hints;
                let line = Sentence::new("     ").then(hint(&self.context, number, given));
                parts.push(line.part(REPLY));
            }
            Answer::Unreadable(message) => {
                facts.extend(verdict(Cell::Empty, false, None));
                let line = Sentence::new("     ").role("no", Role::Wrong);
                parts.push(line.text(format!(", this cannot be read: {message}.")).part(REPLY));
                parts.extend(self.tell(number));
            }
            Answer::Number(value, text) if is_right(value, self.context.grads[number]) => {
                facts.extend(verdict(Cell::grad(value), true, None));
                self.score.right += 1;
                if self.now.hints == 0 && self.now.tries == 0 {
                    self.score.clean += 1;
                }
                let tries = self.now.tries;
                let given = text.map(|text| (text, value));
                parts.push(praise(&self.context, number, given, tries));
                parts.extend(self.ask());
            }
            Answer::Number(value, _) => {
                self.now.tries += 1;
                let (line, found) = self.correct(number, value);
                facts.extend(verdict(Cell::grad(value), false, found));
                let said = Sentence::new("     ").role("no", Role::Wrong).then(line);
                parts.push(said.part(REPLY));
                if self.rules.once {
                    parts.extend(self.tell(number));
                }
            }
        }
        let missed = self.is_over().then(|| self.missed());
        facts.extend(missed.map(|missed| ("missed", Cell::count(missed as u64))));
        Answered { parts, facts, missed }
    }

    /// Tells the answer and goes on.
    fn tell(&mut self, number: usize) -> Vec<Part> {
        let mut parts = vec![plainly(&self.context, number)];
        parts.extend(self.ask());
        parts
    }

    /// The words after "no" to a wrong answer, and its diagnosis.
    fn correct(&mut self, number: usize, value: f64) -> (Sentence, Option<&'static Diagnosis>) {
        let wrong = WrongAnswer { context: &self.context, number, answer: value };
        let Some((diagnosis, said, next)) = diagnose(&wrong) else {
            return (self.undiagnosed(number, value), None);
        };
        if !self.score.practice.contains(&diagnosis.practice) {
            self.score.practice.push(diagnosis.practice);
        }
        let line = match next {
            None => said,
            Some(next) => said.text(format!(" (Or {}.)", next.name)),
        };
        (line, Some(diagnosis))
    }

    /// The words after "no" where no diagnosis fits: that none does, and the second time a hint.
    fn undiagnosed(&mut self, number: usize, value: f64) -> Sentence {
        self.now.strays += 1;
        let line = Sentence::default();
        match (self.now.strays, self.now.hints) {
            _ if self.rules.once => {
                line.text(", and no common mistake gives ").brief(value).text(".")
            }
            (1, _) => {
                line.text(", and no common mistake gives ").brief(value).text(". :hint helps.")
            }
            (2.., 0) => {
                self.now.hints = 1;
                let hint = hint(&self.context, number, 1);
                line.text(". A hint: ").then(hint)
            }
            (_, 1) => line.text(". :hint gives the numbers, :skip the answer."),
            _ => line.text(". :skip tells the answer."),
        }
    }
}

/// The named facts about an answer.
fn verdict(answer: Cell, right: bool, diagnosis: Option<&Diagnosis>) -> [(&'static str, Cell); 3] {
    let name = diagnosis.map_or(Cell::Empty, |row| Cell::text(row.name));
    [("answer", answer), ("right", Cell::Truth(right)), ("diagnosis", name)]
}

/// Returns whether an answer is close enough: within half a percent, and only 0 for an exact 0.
fn is_right(answer: f64, grad: f64) -> bool {
    match grad {
        _ if grad.is_nan() => answer.is_nan(),
        _ if !grad.is_finite() || grad == 0.0 => answer == grad,
        _ => (answer - grad).abs() <= 0.005 * grad.abs(),
    }
}
