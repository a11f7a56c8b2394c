//! What the blocks `quiz`, `ask` and `task` say.

use super::transcript::as_echoed;
use crate::core::language::{Error, Result, Span, counted, visible_text};

/// A question with its key.
#[derive(Debug, Clone, PartialEq)]
pub struct Ask {
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
pub enum Within {
    /// By half a percent of the answer.
    HalfPercent,
    /// By this.
    Tolerance(f64),
    /// By this part of the answer.
    Part(f64),
}

/// Something to reach by statements.
#[derive(Debug, Clone, PartialEq)]
pub struct Task {
    /// What is to be done.
    pub text: String,
    /// The condition that says when it is, with its place in the block.
    pub goal: (String, Span),
    /// The most statements that it may take.
    pub most: Option<usize>,
}

/// A line of a block, and where it begins.
fn lines(content: &str) -> impl Iterator<Item = (usize, &str)> {
    content.split_inclusive('\n').scan(0, |at, line| {
        let start = *at;
        *at += line.len();
        Some((start, line.trim_end()))
    })
}

/// What stands after a word at the beginning of a line, and its place in the block.
fn after<'line>(line: &'line str, start: usize, word: &str) -> Option<(&'line str, Span)> {
    let indent = line.len() - line.trim_start().len();
    let rest = line.trim_start().strip_prefix(word)?;
    let is_word = word.ends_with(|it: char| it.is_alphanumeric());
    if is_word && rest.starts_with(|it: char| it.is_alphanumeric() || it == '_') {
        return None;
    }
    let from = start + indent + word.len() + rest.len() - rest.trim_start().len();
    Some((rest.trim(), Span::new(from, from + rest.trim().len())))
}

/// Adds a line to a text.
fn add_line(text: &mut String, line: &str) {
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(line);
}

/// Returns the statement that a block `quiz` stands for.
///
/// # Errors
///
/// When it has several lines.
pub fn quiz(content: &str) -> Result<String> {
    let mut said = lines(content).filter(|(_, line)| !line.trim().is_empty());
    let first = said.next().map_or("", |(_, line)| line.trim());
    match said.next() {
        None => Ok(format!(":quiz {first}").trim_end().to_owned()),
        Some((start, line)) => {
            let message =
                "a quiz is one line: a root, nodes if not all are asked for, and fade or once";
            Err(Error::new(Span::new(start, start + line.len()), message))
        }
    }
}

impl Ask {
    /// Reads a block `ask`.
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

impl Task {
    /// Reads a block `task`.
    ///
    /// # Errors
    ///
    /// When it has not one goal, or a number of statements that is none.
    pub fn read(content: &str) -> Result<Task> {
        let (mut text, mut goal, mut most) = (String::new(), None, None);
        for (start, line) in lines(content) {
            if let Some((condition, span)) = after(line, start, "goal") {
                // It is shown where what is typed is, and may end in a comment.
                if goal.replace((as_echoed(condition), span)).is_some() {
                    let error = Error::new(span, "a second goal; a task has one");
                    return Err(error.hint("join conditions with and: goal L < 0 and a > 0"));
                }
            } else if let Some((count, span)) = after(line, start, "at most") {
                let number = count.split_whitespace().next().and_then(|it| it.parse().ok());
                let Some(number) = number.filter(|it| *it > 0) else {
                    let error = Error::new(span, "at most how many statements?");
                    return Err(error.hint("write: at most 3 statements"));
                };
                most = Some(number);
            } else if !(text.is_empty() && line.trim().is_empty()) {
                add_line(&mut text, line);
            }
        }
        let whole = Span::new(0, content.trim_end().len());
        let Some(goal) = goal.filter(|(condition, _)| !condition.is_empty()) else {
            let error = Error::new(whole, "a task without a goal");
            return Err(error.hint("end it with a line such as: goal L < 0"));
        };
        Ok(Task { text: text.trim_end().to_owned(), goal, most })
    }

    /// What follows its goal: how many statements it may take.
    pub fn limit(&self) -> String {
        self.most.map_or_else(String::new, |most| {
            format!(", in at most {}", counted(most as u64, "statement"))
        })
    }

    /// The goal, and how many statements it may take.
    pub fn said_goal(&self) -> String {
        format!("Goal: {}{}.", self.goal.0, self.limit())
    }

    /// What a learner is told where the goal holds of a result that is a number now.
    pub fn said_elsewhere(&self, name: &str) -> String {
        format!(
            "     {}, but {name} is not computed any more: not reached. :undo takes it back.",
            self.goal.0
        )
    }

    /// What a learner is told who has taken more statements than it may take.
    pub fn said_too_far(&self) -> String {
        let most = self.most.unwrap_or_default();
        let most = counted(most as u64, "statement");
        format!("     That took more than {most}: once more from the start of the task.")
    }
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

    #[test]
    fn a_task_has_a_goal() {
        let content = "Make L negative.\ngoal L < 0\nat most 3 statements\n";
        let task = Task::read(content).unwrap();
        assert_eq!((task.text.as_str(), task.goal.1.of(content)), ("Make L negative.", "L < 0"));
        assert_eq!(task.most, Some(3));
        for wrong in
            ["", "do\n", "goal\n", "goal a\ngoal b\n", "goal a\nat most few\n", "goal a\nat most 0"]
        {
            assert!(Task::read(wrong).is_err(), "{wrong}");
        }
        assert_eq!(Task::read("goals are good\ngoal a\n").unwrap().text, "goals are good");
    }

    #[test]
    fn a_quiz_is_one_line() {
        assert_eq!(quiz("\n L a once\n").unwrap(), ":quiz L a once");
        assert_eq!(quiz("").unwrap(), ":quiz");
        assert!(quiz("L\nM").is_err());
    }
}
