//! The quiz: asks for each grad in backward order, checks the answers and diagnoses wrong ones.

mod diagnosis;
mod question;
mod rounds;

use diagnosis::DIAGNOSES;
use question::{Question, hint, plainly, praise, text};
use rounds::rounds;

use super::Web;
use crate::graph::{Names, Order, Value};
use crate::report::{Part, Role, Sentence, counted};

/// A quiz under way.
#[derive(Debug)]
pub struct Quiz {
    web: Web,
    grads: Vec<f64>,
    /// The nodes still to be asked for, the next one last, and where the rounds end.
    left: Vec<Item>,
    total: usize,
    /// Whether it fades: only the last step first, then the last two, and so on.
    fades: bool,
    now: Question,
    score: Score,
}

/// What is still to come.
#[derive(Debug, Clone, Copy)]
enum Item {
    /// A node to be asked for.
    Ask(usize),
    /// A round that begins here: so many steps are left to the learner.
    Round(usize),
}

/// How it went so far.
#[derive(Debug, Default)]
struct Score {
    asked: usize,
    right: usize,
    /// Right at the first try and without a hint.
    clean: usize,
    /// Which diagnoses there were, by their place in the table.
    practise: Vec<usize>,
}

/// What an answer came to.
#[derive(Debug)]
pub struct Answered {
    /// What there is to say.
    pub parts: Vec<Part<'static>>,
    /// How many questions were missed, when the quiz is over.
    pub missed: Option<usize>,
}

/// What a learner says.
#[derive(Debug, Clone, Copy)]
pub enum Answer<'text> {
    /// A number, and the text it was given as when there is a name in it.
    Number(f64, Option<&'text str>),
    /// Asks for a hint.
    Hint,
    /// Goes on to the next question.
    Skip,
    /// Ends the quiz.
    Quit,
}

/// Of more nodes only the first ones are listed.
const MOST_NODES: usize = 16;
/// Where lists of numbers are indented to.
const INDENT: usize = 7;
/// Where answers' lines are indented to.
const REPLY: usize = 5;

impl Quiz {
    /// A quiz on the pass over `order`.
    pub fn new(order: &Order, fades: bool) -> Quiz {
        let web = Web::of(order);
        let grads = web.grads();
        let left = match fades {
            false => (0..web.count()).map(Item::Ask).collect(),
            true => rounds(&web),
        };
        let total = left.iter().filter(|item| matches!(item, Item::Ask(_))).count();
        let (now, score) = (Question::default(), Score::default());
        Quiz { web, grads, left, total, fades, now, score }
    }

    /// The root.
    pub fn root(&self) -> &Value {
        self.web.node(self.web.root())
    }

    /// How the quiz begins, up to the first question.
    pub fn opening(&mut self, names: &Names) -> Vec<Part<'static>> {
        let root = names.call(self.root());
        let questions = counted(self.total as u64, "question");
        let which = match self.fades {
            false => "in backward order",
            true => "first for the last step only, then for the last two, and so on",
        };
        let text = format!("quiz: the gradient of {root} at every node, {which}. {questions}.");
        let manual =
            "Answer with a number or a formula (f, a*b, -2*b).  :hint  :skip  :quit".to_owned();
        let mut parts =
            vec![Sentence::new(text).part(0), Sentence::new(manual).part(0), self.data(names)];
        parts.extend(self.ask(names));
        parts
    }

    /// `data   a 2   b -3   L.1 = a * b = -6   L -8`
    fn data(&self, names: &Names) -> Part<'static> {
        let node = |number: usize| {
            let node = self.web.node(number);
            let mut line = Sentence::default().tied(names.call(node));
            if let Some(text) = super::operation_text(names, node)
                && number != self.web.root()
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

    /// Whether nothing is left to ask.
    pub fn is_over(&self) -> bool {
        self.now.number.is_none() && self.left.is_empty()
    }

    /// How many questions have not been answered right.
    fn missed(&self) -> usize {
        self.total - self.score.right
    }

    /// The next question, or how the quiz went.
    fn ask(&mut self, names: &Names) -> Vec<Part<'static>> {
        let mut parts = Vec::new();
        loop {
            match self.left.pop() {
                None => {
                    self.now = Question::default();
                    parts.push(self.closing(names));
                    return parts;
                }
                Some(Item::Round(steps)) => parts.extend(self.given(names, steps)),
                Some(Item::Ask(number)) => {
                    self.score.asked += 1;
                    self.now = Question { number: Some(number), ..Question::default() };
                    if self.score.asked == 1 && parts.is_empty() {
                        parts.push(Sentence::default().part(0));
                    }
                    let place = format!("{}/{}  ", self.score.asked, self.total);
                    parts.push(text(names, &self.web, number, place));
                    return parts;
                }
            }
        }
    }

    /// What a round of a fading quiz gives away: all that is not asked for in it.
    fn given(&self, names: &Names, steps: usize) -> Vec<Part<'static>> {
        let asked = self.left.iter().rev().map_while(|item| match item {
            Item::Ask(number) => Some(*number),
            Item::Round(_) => None,
        });
        let asked: Vec<usize> = asked.collect();
        let known = (0..self.web.count()).rev().filter(|number| !asked.contains(number));
        let known: Vec<usize> = known.take(MOST_NODES + 1).collect();
        let text = match steps {
            1 => "the last step is yours. Given:  ".to_owned(),
            _ => format!("the last {steps} steps are yours. Given:  "),
        };
        let shown = known.iter().take(MOST_NODES).map(|number| {
            let total = super::derivative(names, self.root(), self.web.node(*number));
            Sentence::default().tied(format!("{total} = ")).brief(self.grads[*number])
        });
        let line = Sentence::default().role(text, Role::Title).list(shown, "  ");
        let line = if known.len() > MOST_NODES { line.text("  …") } else { line };
        vec![Sentence::default().part(0), line.part(2)]
    }

    /// Takes an answer to the present question.
    pub fn answer(&mut self, names: &Names, answer: Answer<'_>) -> Answered {
        let Some(number) = self.now.number else {
            return Answered { parts: Vec::new(), missed: Some(self.missed()) };
        };
        let mut parts = Vec::new();
        match answer {
            Answer::Quit => {
                self.left.clear();
                parts.extend(self.ask(names));
            }
            Answer::Skip => {
                parts.push(plainly(&self.web, &self.grads, number));
                parts.extend(self.ask(names));
            }
            Answer::Hint => {
                self.now.hints += 1;
                let given = self.now.hints;
                parts.push(hint(names, &self.web, &self.grads, number, given));
            }
            Answer::Number(value, text) if is_right(value, self.grads[number]) => {
                self.score.right += 1;
                if self.now.hints == 0 && self.now.tries == 0 {
                    self.score.clean += 1;
                }
                let tries = self.now.tries;
                let given = text.map(|text| (text, value));
                parts.push(praise(names, &self.web, &self.grads, number, given, tries));
                parts.extend(self.ask(names));
            }
            Answer::Number(value, _) => {
                self.now.tries += 1;
                parts.push(self.diagnose(names, number, value));
            }
        }
        let missed = self.is_over().then(|| self.missed());
        Answered { parts, missed }
    }

    fn diagnose(&mut self, names: &Names, number: usize, value: f64) -> Part<'static> {
        let case =
            diagnosis::Case { names, web: &self.web, grads: &self.grads, number, answer: value };
        let found =
            DIAGNOSES.iter().enumerate().find_map(|(place, row)| Some((place, (row.says)(&case)?)));
        let Some((place, line)) = found else {
            let root = names.call(self.root());
            let text = format!(
                "     no. :hint helps; after the quiz, :check {root} shows what nudging says."
            );
            return Sentence::new(text).part(REPLY);
        };
        if !self.score.practise.contains(&place) {
            self.score.practise.push(place);
        }
        Sentence::new("     no").then(line).part(REPLY)
    }

    /// `7 of 7, 3 at the first try without a hint. Practise: sign.   Again:  :quiz L`
    fn closing(&self, names: &Names) -> Part<'static> {
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
        let fade = if self.fades { " fade" } else { "" };
        text.push_str(&format!("   Again:  :quiz {}{fade}", names.call(self.root())));
        Sentence::new(text).part(0)
    }
}

/// Whether an answer is near enough: within half a percent, and only 0 for an exact 0.
fn is_right(answer: f64, grad: f64) -> bool {
    match grad {
        _ if grad.is_nan() => answer.is_nan(),
        _ if !grad.is_finite() || grad == 0.0 => answer == grad,
        _ => (answer - grad).abs() <= 0.005 * grad.abs(),
    }
}
