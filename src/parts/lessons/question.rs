//! A question that a lesson asks: its key, what is said of answers, and hints.

use super::blocks::{Ask, Within};
use crate::command::syntax::Word;
use crate::core::language::{Error, Kind, Result, Span, Step, parse_expression, quoted};
use crate::core::session::Session;
use crate::parts::learn::{
    Context, Explanation, Question, Verdict, explain_wrong, is_right, is_within,
    must_not_differentiate,
};
use crate::report::{Paragraph, Role};

/// A question that waits for an answer.
#[derive(Debug)]
pub struct Asking {
    prompt: String,
    key: f64,
    /// None for half a percent.
    tolerance: Option<f64>,
    wrong: Vec<(f64, String)>,
    /// Those not yet given, the next one last.
    hints: Vec<String>,
    /// The pass and the node whose grad is the key.
    pass: Option<(Context, usize)>,
    is_over: bool,
}

/// What hand-ins call a question of the lesson's own.
pub const ASK: &str = "ask";

/// The most characters of what a lesson says of a wrong answer that name the mistake.
const MOST_QUOTED: usize = 60;

impl Asking {
    /// Begins a question of a lesson.
    ///
    /// # Errors
    ///
    /// When the key or a wrong answer is no number in this session, or one that nobody can answer; the place
    /// is in the block.
    pub fn new(session: &mut Session, ask: &Ask) -> Result<Asking> {
        let mut number = |text: &str, span: Span| {
            let at = |error: Error| error.moved(span.start as usize);
            let tree = parse_expression(text).map_err(at)?;
            session.number(&tree).map_err(at)
        };
        let (text, span) = &ask.key;
        let key = answerable(number(text, *span)?, *span)?;
        let tolerance = match ask.within {
            Within::HalfPercent => None,
            Within::Tolerance(tolerance) => Some(tolerance),
            Within::Part(part) => Some((part * key).abs()),
        };
        let wrong = ask
            .wrong
            .iter()
            .map(|(text, span, said)| Ok((answerable(number(text, *span)?, *span)?, said.clone())));
        let wrong = wrong.collect::<Result<_>>()?;
        let hints = ask.hints.iter().rev().cloned().collect();
        let pass = node_asked(session, text);
        let prompt = ask.question.clone();
        Ok(Asking { prompt, key, tolerance, wrong, hints, pass, is_over: false })
    }

    /// What its author should know of it: a wrong answer that is right.
    pub fn doubt(&self, ask: &Ask) -> Option<Error> {
        let is_right = |(value, _): &(f64, String)| self.is_key(*value);
        let at = self.wrong.iter().position(is_right)?;
        let (_, span, _) = ask.wrong.get(at)?;
        let error = Error::new(*span, "this wrong answer is right: it is the key");
        Some(error.hint("an answer that is right is never told to be wrong"))
    }

    /// The right answer.
    pub fn key(&self) -> f64 {
        self.key
    }

    /// True for a value that is near enough to the key.
    fn is_key(&self, value: f64) -> bool {
        match self.tolerance {
            None => is_right(value, self.key),
            Some(tolerance) => is_within(value, self.key, tolerance),
        }
    }

    /// The verdict on a wrong answer.
    fn correct(&self, value: f64) -> Verdict {
        let no = Paragraph::new("     ").role("no", Role::Wrong);
        let near = self.wrong.iter().find(|(wrong, _)| is_right(value, *wrong));
        let (said, name) = match near {
            Some((wrong, said)) => {
                let name = match said.chars().count() {
                    0 => format!("the lesson's {wrong}"),
                    count if count <= MOST_QUOTED => format!("\"{said}\""),
                    _ => format!("\"{}…\"", said.chars().take(MOST_QUOTED).collect::<String>()),
                };
                (no.text(format!(". {said}")), Some(name))
            }
            None => match self.explained(value) {
                Some(Explanation { said, name }) => (no.then(said), Some(name.to_owned())),
                None => (no.text(". :hint helps, :skip tells the answer."), None),
            },
        };
        Verdict::on(Some(value), false, name.as_deref()).saying(said)
    }

    /// What explains a wrong answer: as in a quiz, where a derivative is asked for.
    fn explained(&self, value: f64) -> Option<Explanation> {
        let pass = self.pass.as_ref();
        let known = pass.and_then(|(context, number)| explain_wrong(context, *number, value));
        let is_opposite = self.key != 0.0 && is_right(value, -self.key);
        let said = Paragraph::new(": the other sign.");
        known.or_else(|| is_opposite.then_some(Explanation { said, name: "the sign" }))
    }
}

impl Question for Asking {
    fn kind(&self) -> &'static str {
        "ask"
    }

    fn asks(&self) -> Option<String> {
        (!self.is_over).then(|| ASK.to_owned())
    }

    fn prompt(&self) -> String {
        self.prompt.clone()
    }

    fn answer(&mut self, session: &mut Session, text: &str) -> Result<Verdict> {
        // The answer may begin with what is asked for: `L = 4`, `= 4`.
        let word = Word::of(text);
        let word = word.sides().map_or(word, |[_, right]| right);
        let moved = |error: Error| error.moved(word.span.start as usize);
        let value = value(session, word.text).map_err(moved)?;
        if !self.is_key(value) {
            return Ok(self.correct(value));
        }
        self.is_over = true;
        let said = Paragraph::new("     ").role("right", Role::Right).text(": ").brief(value);
        Ok(Verdict::on(Some(value), true, None).saying(said.text(".")))
    }

    fn hint(&mut self) -> Verdict {
        let hint = self.hints.pop();
        let said = hint.as_deref().unwrap_or("there are no more hints. :skip tells the answer.");
        Verdict::say(Paragraph::new(format!("     {said}")))
    }

    fn give_up(&mut self) -> Verdict {
        self.is_over = true;
        Verdict::on(None, false, None)
            .saying(Paragraph::new("     it is ").brief(self.key).text("."))
    }

    fn leave(&mut self) -> Verdict {
        self.is_over = true;
        Verdict::say(Paragraph::new("     The question is left."))
    }
}

/// Returns a number that can be an answer.
///
/// # Errors
///
/// When it is not finite.
fn answerable(number: f64, span: Span) -> Result<f64> {
    if number.is_finite() {
        return Ok(number);
    }
    let what = if number.is_nan() { "nan".to_owned() } else { number.to_string() };
    let error = Error::new(span, format!("this is {what}, which nobody can answer"));
    Err(error.hint("ask for a number"))
}

/// The value of an answer: a number, or a formula that does not ask the session for the answer.
fn value(session: &mut Session, text: &str) -> Result<f64> {
    let tree = parse_expression(text)?;
    must_not_differentiate(session, &tree)?;
    if let Some(name) = tree.as_name().filter(|name| session.names().get(name).is_some()) {
        let message = format!("{} is a name, which the session has the number of", quoted(name));
        return Err(Error::new(tree.span(), message).hint("answer with a number or a formula"));
    }
    session.number(&tree)
}

/// A name, and its place.
type Name<'text> = (&'text str, Span);

/// Returns the names of the root and the node in the steps of `diff(L, a)`.
fn derivative<'text>(text: &'text str, steps: &[Step]) -> Option<[Name<'text>; 2]> {
    let [root, node, call] = steps else { return None };
    let is_diff = matches!(call.kind, Kind::Call(2)) && call.span.of(text) == "diff";
    let is_name = |step: &&Step| matches!(step.kind, Kind::Name);
    let name = |step: &Step| (step.span.of(text), step.span);
    let [root, node] = [root, node].map(|step| Some(step).filter(is_name).map(name));
    root.zip(node).filter(|_| is_diff).map(<[_; 2]>::from)
}

/// The pass and the node of a key `diff(L, a)`.
fn node_asked(session: &mut Session, key: &str) -> Option<(Context, usize)> {
    let tree = parse_expression(key).ok()?;
    let names = derivative(key, &tree.steps)?;
    let [root, node] = names.map(|(name, span)| session.find(name, span).ok());
    let context = session.one_row_context(&root?, "the question").ok()?;
    let number = context.number_of(&node?)?;
    Some((context, number))
}
