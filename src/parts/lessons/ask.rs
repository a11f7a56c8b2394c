//! A block `ask`: a question with a number, a letter or words as answer, hints, and replies to wrong answers.

use super::blocks::{add_line, after, lines};
use super::exercise::{Begun, Exercise, Key};
use super::worksheet::Sheet;
use crate::command::syntax::Word;
use crate::core::language::{
    Error, Result, Span, parse_expression, quoted, visible_lines, visible_text,
};
use crate::core::session::Session;
use crate::parts::learn::{
    Context, Explanation, Question, Verdict, explain_wrong, is_right, is_within,
    must_not_differentiate,
};
use crate::report::{NumberStyle, Paragraph, Role, numbers};

/// A question with its key: an expression, choices or a model answer.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Ask {
    pub question: String,
    /// The expression whose number is the answer, with its place in the block.
    pub key: Option<(String, Span)>,
    /// The tolerance of a number, and true if it is relative.
    pub within: Option<(f64, bool)>,
    /// The choices, true for the right one.
    pub choices: Vec<(String, bool)>,
    /// An answer in words, which a teacher grades.
    pub model: Option<String>,
    /// The hints, in order.
    pub hints: Vec<String>,
    /// Wrong answers, expressions or letters, with their places and replies.
    pub wrong: Vec<(String, Span, String)>,
}

impl Ask {
    /// Reads a block.
    ///
    /// # Errors
    ///
    /// The block has no question, not exactly one key, or a wrong answer without a reply.
    pub fn read(content: &str) -> Result<Ask> {
        let mut ask = Ask::default();
        for (start, line) in lines(content) {
            ask.take(line, start)?;
        }
        ask.question.truncate(ask.question.trim_end().len());
        let right = ask.choices.iter().filter(|(_, right)| *right).count();
        let (said, hint) = match right {
            _ if !ask.has_key() => ("a question without a key", HOW),
            _ if ask.question.is_empty() => ("a key without a question", "write it above the key"),
            _ if ask.choices.is_empty() => return Ok(ask),
            1 => return Ok(ask),
            _ => ("choices need exactly one right answer", "mark it: - [x] TEXT"),
        };
        Err(Error::new(Span::new(0, content.trim_end().len()), said).hint(hint))
    }

    fn has_key(&self) -> bool {
        self.key.is_some() || self.model.is_some() || !self.choices.is_empty()
    }

    /// Takes a line of the block.
    fn take(&mut self, line: &str, start: usize) -> Result<()> {
        let found = WORDS_OF_LINES.iter().find_map(|word| Some((*word, after(line, start, word)?)));
        let (word, (text, span)) = found.unwrap_or_default();
        let is_choice = ["- [ ]", "- [x]"].contains(&word);
        let is_key = is_choice && self.choices.is_empty() || ["=", "answer:"].contains(&word);
        if is_key && self.has_key() {
            let error = Error::new(span, "a question has one key");
            return Err(error.hint("the key is a line with =, a line answer:, or choices"));
        }
        match word {
            "=" => {
                let (text, within) = within(text, span)?;
                (self.key, self.within) = (Some((text, span)), within);
            }
            "answer:" => self.model = Some(visible_text(text)),
            "- [ ]" | "- [x]" => self.choices.push((visible_text(text), word == "- [x]")),
            "hint:" => self.hints.push(visible_text(text)),
            "wrong" => {
                let parts = text.split_once(':').filter(|(_, said)| !said.trim().is_empty());
                let Some((answer, said)) = parts else {
                    let error = Error::new(span, "a wrong answer without a reply");
                    return Err(error.hint("write: wrong EXPRESSION: REPLY"));
                };
                let place = Span::new(span.start as usize, span.start as usize + answer.len());
                self.wrong.push((answer.trim().to_owned(), place, visible_text(said.trim())));
            }
            _ => return self.add(line, start),
        }
        Ok(())
    }

    /// Adds a line to the text above it.
    fn add(&mut self, line: &str, start: usize) -> Result<()> {
        if line.trim().is_empty() && (self.question.is_empty() || self.has_key()) {
        } else if !self.has_key() {
            add_line(&mut self.question, line);
        } else if let Some(text) = self.hints.last_mut().or(self.model.as_mut()) {
            add_line(text, &visible_text(line.trim()));
        } else {
            let error = Error::new(Span::new(start, start + line.len()), "text after the key");
            return Err(error.hint("the question goes above the key, hint: and wrong below it"));
        }
        Ok(())
    }

    /// The question, with the choices and their letters.
    fn text(&self, sheet: Option<Sheet>) -> String {
        let mut text = self.question.clone();
        for (at, (choice, right)) in self.choices.iter().enumerate() {
            let mark = match sheet {
                None => "",
                Some(Sheet::Key) if *right => "[x] ",
                Some(_) => "[ ] ",
            };
            text.push_str(if at == 0 { "\n\n" } else { "\n" });
            text.push_str(&format!("- {mark}{}: {choice}", letter(at)));
        }
        text
    }
}

/// The words that lines begin with.
const WORDS_OF_LINES: [&str; 6] = ["=", "answer:", "- [ ]", "- [x]", "hint:", "wrong"];
const HOW: &str = "end it with = EXPRESSION, with answer: WORDS, or with choices - [ ] and - [x]";

fn letter(place: usize) -> String {
    ('A'..='Z').nth(place).unwrap_or('Z').to_string()
}

/// Takes `within 0.1`, or `within 2 %`, off the end of a key.
fn within(key: &str, span: Span) -> Result<(String, Option<(f64, bool)>)> {
    let Some((expression, tolerance)) = key.rsplit_once(" within ") else {
        return Ok((key.to_owned(), None));
    };
    let (text, is_part) = match tolerance.trim().strip_suffix('%') {
        Some(percent) => (percent.trim(), true),
        None => (tolerance.trim(), false),
    };
    let most = if is_part { 100.0 } else { f64::INFINITY };
    let number = text.parse().ok().filter(|number| (0.0..most).contains(number));
    let end = span.end as usize;
    let number: f64 = number.ok_or_else(|| {
        let place = Span::new(end.saturating_sub(tolerance.len()), end);
        let error = Error::new(place, "invalid tolerance");
        error.hint("write: within 0.1, or within 2 %")
    })?;
    let number = if is_part { number / 100.0 } else { number };
    Ok((expression.trim().to_owned(), Some((number, is_part))))
}

impl Exercise for Ask {
    fn begin(&self, session: &mut Session) -> Result<Begun> {
        let asking = Asking::new(session, self)?;
        Ok(Begun::Question(self.text(None), Box::new(asking)))
    }

    fn keys(&self, session: &mut Session) -> Result<Vec<Key>> {
        let asking = Asking::new(session, self)?;
        let right = asking.wrong.iter().position(|value| asking.is_key(*value));
        if let Some((_, span, _)) = right.and_then(|at| self.wrong.get(at)) {
            let error = Error::new(*span, "this wrong answer is right: it is the key");
            return Err(error.hint("give another wrong answer"));
        }
        let asks = asking.asks().unwrap_or_default();
        let grad = asking.pass.as_ref().map(|(context, node)| (context, *node));
        Ok(vec![match self.key {
            Some(_) => Key::number(&asks, asking.key, grad),
            None => Key { asks, number: None, told: format!("**{}**", asking.told(asking.key)) },
        }])
    }

    fn on_sheet(&self, sheet: Sheet, keys: &[Key]) -> String {
        let answers: String = keys.iter().map(|key| sheet.answer(key)).collect();
        format!("{}\n\nAnswer: {answers}\n", visible_lines(&self.text(Some(sheet))))
    }

    fn asks_grad(&self) -> Option<bool> {
        self.key.as_ref().is_some_and(|(key, _)| key.contains("diff(")).then_some(true)
    }
}

/// A question that waits for an answer.
#[derive(Debug)]
struct Asking {
    ask: Ask,
    /// The number that is right; that of a letter is its place.
    key: f64,
    /// The wrong answers, in order.
    wrong: Vec<f64>,
    /// The hints that were given.
    hints: usize,
    /// The pass and the node whose grad is the key.
    pass: Option<(Context, usize)>,
    is_over: bool,
}

/// The names in submissions of a question with a key, and of one that a teacher grades.
const ASK: &str = "ask";
pub(super) const WORDS: &str = "words";

impl Asking {
    /// Begins a question of a lesson.
    ///
    /// # Errors
    ///
    /// The key or a wrong answer has no finite value in this session; the place is in the block.
    fn new(session: &mut Session, ask: &Ask) -> Result<Asking> {
        let mut number = |text: &str, span: Span| {
            if ask.key.is_none() {
                return ask.place_of(text, span);
            }
            let at = |error: Error| error.moved(span.start as usize);
            let tree = parse_expression(text).map_err(at)?;
            answerable(session.number(&tree).map_err(at)?, span)
        };
        let right = ask.choices.iter().position(|(_, right)| *right);
        let key = match &ask.key {
            Some((text, span)) => number(text, *span)?,
            None => right.unwrap_or_default() as f64,
        };
        let wrong = ask.wrong.iter().map(|(text, span, _)| number(text, *span));
        let wrong = wrong.collect::<Result<_>>()?;
        let pass = ask.key.as_ref().and_then(|(text, _)| node_asked(session, text));
        Ok(Asking { ask: ask.clone(), key, wrong, hints: 0, pass, is_over: false })
    }

    /// An answer as text.
    fn told(&self, value: f64) -> String {
        let choice = (0..self.ask.choices.len()).find(|place| *place as f64 == value);
        let number = || numbers::text(NumberStyle::Brief.of(value), None);
        self.ask.model.clone().or(choice.map(letter)).unwrap_or_else(number)
    }

    /// True for a value that is near enough to the key.
    fn is_key(&self, value: f64) -> bool {
        match self.ask.within {
            None => is_right(value, self.key),
            Some((part, true)) => is_within(value, self.key, (part * self.key).abs()),
            Some((tolerance, _)) => is_within(value, self.key, tolerance),
        }
    }

    /// The verdict on a wrong answer; there is one letter to choose.
    fn correct(&mut self, value: f64) -> Verdict {
        let no = Paragraph::new("     ").role("no", Role::Wrong);
        let near = self.wrong.iter().position(|wrong| is_right(value, *wrong));
        self.is_over = !self.ask.choices.is_empty();
        let (said, name) = match near.and_then(|at| self.ask.wrong.get(at)) {
            Some((.., said)) => (no.text(format!(". {said}")), Some(format!("\"{said}\""))),
            None => match self.explained(value) {
                Some(Explanation { said, name }) => (no.then(said), Some(name.to_owned())),
                None if self.is_over => (no.text("."), None),
                None => (no.text(". :hint helps, :skip shows the answer."), None),
            },
        };
        let right = self.is_over.then(|| format!(" It is {}.", self.told(self.key)));
        Verdict::on(Some(value), false, name.as_deref())
            .saying(said.text(right.unwrap_or_default()))
    }

    /// The explanation of a wrong answer, as in a quiz if the question asks for a derivative.
    fn explained(&self, value: f64) -> Option<Explanation> {
        let pass = self.pass.as_ref();
        let known = pass.and_then(|(context, number)| explain_wrong(context, *number, value));
        let is_opposite = self.key != 0.0 && is_right(value, -self.key);
        let said = Paragraph::new(": check the sign.");
        known.or_else(|| is_opposite.then_some(Explanation { said, name: "the sign" }))
    }
}

impl Question for Asking {
    fn kind(&self) -> &'static str {
        "ask"
    }

    fn asks(&self) -> Option<String> {
        let asks = if self.ask.model.is_some() { WORDS } else { ASK };
        (!self.is_over).then(|| asks.to_owned())
    }

    fn prompt(&self) -> String {
        self.ask.text(None)
    }

    fn answer(&mut self, session: &mut Session, text: &str) -> Result<Verdict> {
        // The answer may begin with the name: `L = 4`, `= 4`.
        let word = Word::of(text);
        let word = word.sides().map_or(word, |[_, right]| right);
        let value = if self.ask.model.is_some() {
            let said = self.give_up();
            return Ok(Verdict { right: None, ..said });
        } else if self.ask.choices.is_empty() {
            value(session, word.text).map_err(|error| error.moved(word.span.start as usize))?
        } else {
            self.ask.place_of(text, Word::of(text).span)?
        };
        if !self.is_key(value) {
            return Ok(self.correct(value));
        }
        self.is_over = true;
        let said = Paragraph::new("     ").role("right", Role::Right);
        let said = said.text(format!(": {}.", self.told(value)));
        Ok(Verdict::on(Some(value), true, None).saying(said))
    }

    fn hint(&mut self) -> Verdict {
        let hint = self.ask.hints.get(self.hints).map(String::as_str);
        self.hints += 1;
        let said = hint.unwrap_or("no more hints. :skip shows the answer.");
        Verdict::say(Paragraph::new(format!("     {said}")))
    }

    fn give_up(&mut self) -> Verdict {
        self.is_over = true;
        let said = match &self.ask.model {
            Some(model) => format!("     A model answer: {model}"),
            None => format!("     it is {}.", self.told(self.key)),
        };
        Verdict::on(None, false, None).saying(Paragraph::new(said))
    }

    fn leave(&mut self) -> Verdict {
        self.is_over = true;
        Verdict::say(Paragraph::new("     The question is skipped."))
    }
}

impl Ask {
    /// The place of the choice that a letter means.
    fn place_of(&self, text: &str, span: Span) -> Result<f64> {
        let typed = text.trim().trim_end_matches(['.', ')', ':']).to_uppercase();
        let count = self.choices.len();
        let place = (0..count).find(|place| letter(*place) == typed);
        place.map(|place| place as f64).ok_or_else(|| {
            let error = Error::new(span, "this is not one of the choices");
            error.hint(format!("answer with a letter, A to {}", letter(count.saturating_sub(1))))
        })
    }
}

/// Returns a number that can be an answer.
fn answerable(number: f64, span: Span) -> Result<f64> {
    if number.is_finite() {
        return Ok(number);
    }
    let what = numbers::text(NumberStyle::Brief.of(number), None);
    let error = Error::new(span, format!("this is {what}"));
    Err(error.hint("ask for a finite number"))
}

/// The value of an answer: a number, or a formula that does not ask the session for the answer.
fn value(session: &mut Session, text: &str) -> Result<f64> {
    let tree = parse_expression(text)?;
    must_not_differentiate(session, &tree)?;
    if let Some(name) = tree.as_name().filter(|name| session.names().get(name).is_some()) {
        let message = format!("{} alone is not accepted", quoted(name));
        return Err(Error::new(tree.span(), message).hint("answer with a number or a formula"));
    }
    session.number(&tree)
}

/// The pass and the node of a key `diff(L, a)`.
fn node_asked(session: &mut Session, key: &str) -> Option<(Context, usize)> {
    let names = key.trim().strip_prefix("diff(")?.strip_suffix(')')?.split_once(',')?;
    let find = |name: &str| session.names().resolve(name.trim());
    let (root, node) = (find(names.0)?, find(names.1)?);
    let context = session.one_row_context(&root).ok()?;
    let context = Some(context).filter(|context| context.root_node().is(&root))?;
    let number = context.number_of(&node)?;
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
        let (key, place) = ask.key.unwrap();
        assert_eq!((key.as_str(), place.of(content)), ("a*b", "a*b within 0.1"));
        assert_eq!(ask.within, Some((0.1, false)));
        assert_eq!(ask.hints, ["one", "two"]);
        let [(wrong, place, said)] = &ask.wrong[..] else { panic!("{:?}", ask.wrong) };
        assert_eq!(
            (wrong.as_str(), place.of(content), said.as_str()),
            ("a+b", "a+b", "That is the sum.")
        );
        let percent = Ask::read("Q\n= 3 within 2 %\n").unwrap().within;
        assert_eq!(percent, Some((0.02, true)));
    }

    #[test]
    fn a_question_has_one_kind_of_key() {
        let choice = Ask::read("Q\n\n- [ ] one\n- [x] two\n").unwrap();
        assert_eq!(choice.text(None), "Q\n\n- A: one\n- B: two");
        assert!(choice.text(Some(Sheet::Key)).ends_with("- [ ] A: one\n- [x] B: two"));
        let words = Ask::read("Q\nanswer: one\nand two\nhint: three\n").unwrap();
        assert_eq!(words.model.as_deref(), Some("one\nand two"));
        for wrong in [
            "",
            "Q\n",
            "= 3\n",
            "Q\n= 3\n= 4\n",
            "Q\n= 3\nwrong 4\n",
            "Q\n= 3\nmore\n",
            "Q\n= 3\nanswer: 3\n",
            "Q\n- [ ] one\n- [ ] two\n",
            "Q\n- [x] one\n- [x] two\n",
            "Q\n- [x] one\n= 2\n",
        ] {
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
