//! A block `ask`: a question with its key, hints, and what is said of wrong answers.

use super::blocks::{add_line, after, lines};
use super::exercise::{Begun, Exercise, Key};
use super::worksheet::Sheet;
use crate::command::syntax::Word;
use crate::core::language::{
    Error, Kind, Result, Span, Step, parse_expression, quoted, visible_lines, visible_text,
};
use crate::core::session::Session;
use crate::parts::learn::{
    Context, Explanation, Question, Verdict, explain_wrong, is_right, is_within,
    must_not_differentiate,
};
use crate::report::{Paragraph, Role};

/// A question with its key.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Ask {
    /// What is asked.
    pub question: String,
    /// The expression that is the answer, with its place in the block.
    pub key: (String, Span),
    /// How far off an answer may be.
    pub within: Within,
    /// What helps, in order.
    pub hints: Vec<String>,
    /// Expressions that are wrong answers, with their places, and what to say of them.
    pub wrong: Vec<(String, Span, String)>,
}

/// How far off an answer may be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Within {
    /// By half a percent of the answer.
    HalfPercent,
    /// By this.
    Tolerance(f64),
    /// By this part of the answer.
    Part(f64),
}

impl Ask {
    /// Reads a block.
    ///
    /// # Errors
    ///
    /// When it has no question or not one key, or a wrong answer without what to say.
    pub fn read(content: &str) -> Result<Ask> {
        let mut question = String::new();
        let mut key: Option<(String, Span, Within)> = None;
        let (mut hints, mut wrong) = (Vec::new(), Vec::new());
        for (start, line) in lines(content) {
            if let Some((text, span)) = after(line, start, "=") {
                if key.is_some() {
                    let message = "a second key; a question has one line that begins with =";
                    return Err(Error::new(span, message));
                }
                let (text, within) = within(text, span)?;
                key = Some((text, span, within));
            } else if let Some((hint, _)) = after(line, start, "hint:") {
                hints.push(visible_text(hint));
            } else if let Some((text, span)) = after(line, start, "wrong") {
                let Some((expression, said)) = text.split_once(':') else {
                    let error = Error::new(span, "a wrong answer without what to say of it");
                    return Err(error.hint("write: wrong EXPRESSION: what to say"));
                };
                let place = Span::new(span.start as usize, span.start as usize + expression.len());
                wrong.push((expression.trim().to_owned(), place, visible_text(said.trim())));
            } else if key.is_none() && !(question.is_empty() && line.trim().is_empty()) {
                add_line(&mut question, line);
            } else if let Some(hint) = hints.last_mut().filter(|_| !line.trim().is_empty()) {
                add_line(hint, &visible_text(line.trim()));
            } else if !line.trim().is_empty() {
                let error =
                    Error::new(Span::new(start, start + line.len()), "this follows the key");
                return Err(error.hint(
                    "what is asked stands before the line with =; after it, hint: and wrong",
                ));
            }
        }
        let whole = Span::new(0, content.trim_end().len());
        let Some((text, span, within)) = key else {
            let error = Error::new(whole, "a question without a key");
            return Err(error.hint("end it with a line: = EXPRESSION"));
        };
        let question = question.trim_end().to_owned();
        if question.is_empty() {
            return Err(Error::new(whole, "a key without a question").hint("write it above the ="));
        }
        Ok(Ask { question, key: (text, span), within, hints, wrong })
    }
}

/// Takes `within 0.1`, or `within 2 %`, off the end of a key.
fn within(key: &str, span: Span) -> Result<(String, Within)> {
    let Some((expression, tolerance)) = key.rsplit_once(" within ") else {
        return Ok((key.to_owned(), Within::HalfPercent));
    };
    let end = span.end as usize;
    let place = Span::new(end.saturating_sub(tolerance.len()), end);
    let (text, percent) = match tolerance.trim().strip_suffix('%') {
        Some(percent) => (percent.trim(), true),
        None => (tolerance.trim(), false),
    };
    let within = match text.parse() {
        Ok(number) if percent && (0.0..100.0).contains(&number) => Within::Part(number / 100.0),
        Ok(number) if !percent && (0.0..f64::INFINITY).contains(&number) => {
            Within::Tolerance(number)
        }
        _ => {
            let error = Error::new(place, "an answer cannot be within this");
            return Err(error.hint("write how far off it may be: within 0.1, or within 2 %"));
        }
    };
    Ok((expression.trim().to_owned(), within))
}

impl Exercise for Ask {
    fn begin(&self, session: &mut Session) -> Result<Begun> {
        let asking = Asking::new(session, self)?;
        Ok(Begun::Question(self.question.clone(), Box::new(asking)))
    }

    fn keys(&self, session: &mut Session) -> Result<Vec<Key>> {
        let asking = Asking::new(session, self)?;
        match asking.doubt(self) {
            Some(doubt) => Err(doubt),
            None => Ok(vec![(ASK.to_owned(), asking.key)]),
        }
    }

    fn on_sheet(&self, sheet: Sheet, keys: &[Key]) -> String {
        let answers: Vec<String> = keys.iter().map(|(_, key)| sheet.answer(*key)).collect();
        format!("{}\n\nAnswer: {}\n", visible_lines(&self.question), answers.concat())
    }

    fn asks_grad(&self) -> Option<bool> {
        self.key.0.contains("diff(").then_some(true)
    }
}

/// A question that waits for an answer.
#[derive(Debug)]
struct Asking {
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
const ASK: &str = "ask";

/// The most characters of what a lesson says of a wrong answer that name the mistake.
const MOST_QUOTED: usize = 60;

impl Asking {
    /// Begins a question of a lesson.
    ///
    /// # Errors
    ///
    /// When the key or a wrong answer is no number in this session, or one that nobody can answer; the place
    /// is in the block.
    fn new(session: &mut Session, ask: &Ask) -> Result<Asking> {
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
    fn doubt(&self, ask: &Ask) -> Option<Error> {
        let is_right = |(value, _): &(f64, String)| self.is_key(*value);
        let at = self.wrong.iter().position(is_right)?;
        let (_, span, _) = ask.wrong.get(at)?;
        let error = Error::new(*span, "this wrong answer is right: it is the key");
        Some(error.hint("an answer that is right is never told to be wrong"))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_has_a_key_hints_and_wrong_answers() {
        let content = "What is it,\nand why?\n= a*b within 0.1\nhint: one\nhint: two\nwrong a+b: That is the sum.\n";
        let ask = Ask::read(content).unwrap();
        assert_eq!(ask.question, "What is it,\nand why?");
        assert_eq!((ask.key.0.as_str(), ask.key.1.of(content)), ("a*b", "a*b within 0.1"));
        assert_eq!(ask.within, Within::Tolerance(0.1));
        assert_eq!(ask.hints, ["one", "two"]);
        let [(wrong, place, said)] = &ask.wrong[..] else { panic!("{:?}", ask.wrong) };
        assert_eq!(
            (wrong.as_str(), place.of(content), said.as_str()),
            ("a+b", "a+b", "That is the sum.")
        );
        let percent = Ask::read("Q\n= 3 within 2 %\n").unwrap().within;
        assert_eq!(percent, Within::Part(0.02));
        for wrong in ["", "Q\n", "= 3\n", "Q\n= 3\n= 4\n", "Q\n= 3\nwrong 4\n", "Q\n= 3\nmore\n"] {
            assert!(Ask::read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_is_said_of_answers_controls_no_terminal() {
        let content = "Q\n= 3\nhint: a\u{1b}[5;5Hb\nand \u{7}more\nwrong 4: c\u{1b}]0;d\u{7}\n";
        let ask = Ask::read(content).unwrap();
        assert_eq!(ask.hints, ["a␛[5;5Hb\nand ␇more"]);
        assert_eq!(ask.wrong[0].2, "c␛]0;d␇");
    }
}
