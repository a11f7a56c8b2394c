//! Other numbers for the leaves that a lesson names, by a seed, so that neighbors have different sheets.

use crate::language::{Scan, Statement, parse};
use crate::lesson::{Draws, Lesson, PartKind, is_transcript, prompt_of};

/// The most draws of which the first that is worth asking is taken.
const MOST_DRAWS: u64 = 50;

/// Returns a lesson with other numbers: whole ones from 2 to 9, with either sign.
///
/// `trivial` counts the questions of a lesson that are not worth asking: a draw has no more of them than
/// the lesson.
pub fn varied(text: &str, seed: u64, trivial: impl Fn(&str) -> usize) -> String {
    let most = trivial(text);
    let mut draws = (0..MOST_DRAWS).map(|draw| drawn(text, seed, draw));
    let first = draws.next();
    let found = first.iter().cloned().chain(draws).find(|drawn| trivial(drawn) <= most);
    found.or(first).unwrap_or_else(|| text.to_owned())
}

fn drawn(text: &str, seed: u64, draw: u64) -> String {
    let mut names: Vec<String> = Vec::new();
    let mut varied = String::with_capacity(text.len());
    for part in Lesson::read(text).parts {
        let own = text.get(part.places.clone()).unwrap_or_default();
        match &part.kind {
            PartKind::Vary(more) => {
                names.extend(more.iter().cloned());
                varied.push_str(own);
            }
            PartKind::Code(code) => {
                let fence = &code.fence;
                let lines = fence.content.lines();
                let is_transcript = is_transcript(&fence.content);
                let lines =
                    lines.map(|line| with_numbers(line, is_transcript, &names, (seed, draw)));
                let content: String = lines.flat_map(|line| [line, "\n".to_owned()]).collect();
                if content == fence.content {
                    varied.push_str(own);
                } else {
                    let before = text.get(part.places.start..fence.places.start);
                    let after = text.get(fence.places.end..part.places.end);
                    let block = fence.with(&fence.info, &content);
                    varied.extend([before.unwrap_or_default(), &block, after.unwrap_or_default()]);
                }
            }
            _ => varied.push_str(own),
        }
    }
    varied
}

/// A line whose assignments of numbers to these names have others.
fn with_numbers(line: &str, is_transcript: bool, names: &[String], draw: (u64, u64)) -> String {
    let start = match (is_transcript, prompt_of(line)) {
        (false, _) => 0,
        (true, Some(prompt)) => prompt.len().min(line.len()),
        (true, None) => return line.to_owned(),
    };
    let (prompt, typed) = line.split_at(start);
    let scan = Scan::of(typed);
    let mut text = String::from(prompt);
    let mut last = 0;
    for statement in scan.statements() {
        let Ok(Statement::Assign { target, tree, plus_minus: None, column: None, .. }) =
            parse(statement)
        else {
            continue;
        };
        if tree.as_number().is_none() || !names.iter().any(|name| name == target) {
            continue;
        }
        let span = tree.span().moved(statement.start);
        text.push_str(typed.get(last..span.start as usize).unwrap_or_default());
        text.push_str(&number(target, draw).to_string());
        last = span.end as usize;
    }
    text + typed.get(last..).unwrap_or_default()
}

/// A whole number from 2 to 9 with either sign, by the name and the draw.
fn number(name: &str, (seed, draw): (u64, u64)) -> i64 {
    Draws::of([seed, draw].into_iter().chain(name.bytes().map(u64::from))).signed(2, 9)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_named_leaves_get_other_numbers() {
        let text = "vary: a b\n\n```gradcalc\na = 1; b=2 # c\nc = 3; a = c; ab = 1\n```\n\n```gradcalc\n> a = 5\na = 5\n```\n";
        let one = varied(text, 1, |_| 0);
        assert_ne!(one, text);
        assert_eq!(one, varied(text, 1, |_| 0));
        assert_ne!(one, varied(text, 2, |_| 0));
        assert!(one.contains("c = 3; a = c; ab = 1\n"), "{one}");
        assert!(one.contains("\na = 5\n"), "{one}");
        assert_eq!(one.lines().count(), text.lines().count());
        assert_eq!(varied("```gradcalc\na = 1\n```\n", 1, |_| 0), "```gradcalc\na = 1\n```\n");
    }

    #[test]
    fn a_draw_that_makes_a_question_trivial_is_not_taken() {
        let text = "vary: a\n\n```gradcalc\na = 1\n```\n";
        let is_positive = |text: &str| usize::from(text.contains("a = -"));
        for seed in 0..20 {
            assert_eq!(is_positive(&varied(text, seed, is_positive)), 0);
        }
    }
}
