//! A lesson on paper: answers, grads and keys are blanks, or stand in them.

use crate::language::visible;
use crate::lesson::{Ask, Printed, Task};
use crate::report::numbers;

/// What stands where an answer is wanted.
const BLANK: &str = "____________";
/// The lines for the statements of a task.
const LINES: usize = 3;

/// What a sheet has where an answer stood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sheet {
    /// A blank.
    Worksheet,
    /// The answer.
    Key,
}

impl Sheet {
    fn answer(self, number: f64) -> String {
        match self {
            Sheet::Worksheet => BLANK.to_owned(),
            Sheet::Key => format!("**{}**", numbers::answer(number, None)),
        }
    }

    /// The questions of a quiz.
    pub fn quiz(self, questions: &[(String, f64)]) -> String {
        let line = |(asks, grad): &(String, f64)| format!("- {asks} = {}\n", self.answer(*grad));
        questions.iter().map(line).collect()
    }

    /// A question of the lesson, whose key is this number.
    pub fn ask(self, ask: &Ask, key: f64) -> String {
        format!("{}\n\nAnswer: {}\n", shown(&ask.question), self.answer(key))
    }

    /// A task, with lines for the statements.
    pub fn task(self, task: &Task) -> String {
        let most = task.limit();
        let lines = task.most.unwrap_or(LINES).min(LINES * 2);
        let goal = format!("{}\n\nGoal: `{}`{most}\n", shown(&task.text), task.goal.0);
        match self {
            // Escaped, as a line of these marks alone is a rule.
            Sheet::Worksheet => goal + &format!("\n- \\{BLANK}").repeat(lines) + "\n",
            Sheet::Key => goal,
        }
    }

    /// Leaves out of what was printed what is to be found.
    pub fn printed(self, mut printed: Vec<Printed>) -> Vec<Printed> {
        if self == Sheet::Key {
            return printed;
        }
        // The column where the grads of a table end.
        let mut grads: Option<usize> = None;
        for line in &mut printed {
            if line.is_typed || line.text.trim().is_empty() {
                grads = None;
                continue;
            }
            if let Some(at) = line.text.find("/dnode") {
                let before = line.text.get(..at).unwrap_or_default();
                grads = Some(before.chars().count() + "/dnode".len());
                continue;
            }
            if line.text.starts_with(['{', '[']) {
                // An object has its numbers where no column tells them.
                line.text = BLANK.to_owned();
                continue;
            }
            line.text = match grads {
                Some(end) => without_number_at(&line.text, end),
                None => without_answer(&line.text),
            };
        }
        printed
    }
}

fn shown(text: &str) -> String {
    text.chars().map(|it| if it == '\n' { it } else { visible(it) }).collect()
}

/// How far left of their title numbers may end: short names make a column narrower than its title.
const NARROWER: usize = 3;

/// The line with a blank for the number that ends in this column, or a little before it.
fn without_number_at(line: &str, end: usize) -> String {
    let characters: Vec<char> = line.chars().collect();
    let ends = |at: &usize| {
        characters.get(at - 1).is_some_and(|it| !it.is_whitespace())
            && characters.get(*at).is_none_or(|it| it.is_whitespace())
    };
    let places = end.saturating_sub(NARROWER).max(1)..=end;
    let Some((before, after)) = places.rev().find(ends).map(|at| characters.split_at(at)) else {
        return line.to_owned();
    };
    let start = before.iter().rposition(|it| it.is_whitespace()).map_or(0, |at| at + 1);
    let (before, number) = before.split_at(start);
    if number.iter().collect::<String>().parse::<f64>().is_err() {
        return line.to_owned();
    }
    before.iter().chain(&vec!['_'; number.len()]).chain(after).collect()
}

/// The line with a blank for the number that it answers with, or for each `grad` of a picture.
fn without_answer(line: &str) -> String {
    let is_number = |text: &str| text.trim().parse::<f64>().is_ok();
    if is_number(line) {
        return BLANK.to_owned();
    }
    if let Some((name, number)) = line.split_once(" = ")
        && is_number(number)
        && !name.contains(' ')
    {
        return format!("{name} = {BLANK}");
    }
    let mut text = String::new();
    let mut rest = line;
    while let Some(at) = rest.find("grad ") {
        let (before, after) = rest.split_at(at + "grad ".len());
        let number = after.trim_start_matches(' ');
        let gap = after.len() - number.len();
        let length = number.find([' ', '│', '|']).unwrap_or(number.len());
        let (number, further) = number.split_at(length);
        text.extend([before, &" ".repeat(gap)]);
        text.push_str(&if is_number(number) {
            "_".repeat(number.len())
        } else {
            number.to_owned()
        });
        rest = further;
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_and_grads_are_left_out() {
        let printed =
            |text: &str| Printed { text: text.to_owned(), is_typed: text.starts_with('>') };
        let lines = [
            "> a = 2",
            "L = -8",
            "-8",
            "node   data  dL/dnode",
            "○ a  2.0000   -3.0000  more 3",
            "> :draw",
            "│ data 2 │ grad -3.0 │ grad 4",
            "a b = 3",
            "node  expression        data    dL/dnode",
            "q                  3.0000      2.0000",
        ];
        let blank = Sheet::Worksheet.printed(lines.map(printed).to_vec());
        let blank: Vec<&str> = blank.iter().map(|line| line.text.as_str()).collect();
        let expected = [
            "> a = 2",
            "L = ____________",
            "____________",
            "node   data  dL/dnode",
            "○ a  2.0000   _______  more 3",
            "> :draw",
            "│ data 2 │ grad ____ │ grad _",
            "a b = 3",
            "node  expression        data    dL/dnode",
            "q                  3.0000      ______",
        ];
        assert_eq!(blank, expected);
        assert_eq!(Sheet::Key.printed(lines.map(printed).to_vec()), lines.map(printed));
    }
}
