//! Other numbers for the leaves that a lesson names, by a seed, so that neighbors have different sheets.

use super::lesson::{Code, Lesson, Part, PartKind};
use super::transcript::{is_transcript, marked};
use super::trial::flaws;
use crate::command::syntax::{Statement, parse, statements};
use crate::core::language::Span;
use crate::parts::learn::Draws;
use crate::parts::uncertainty::PlusMinus;

/// The most variants drawn until one is as good as the lesson.
const MOST_DRAWS: u64 = 50;

/// Returns a lesson with the numbers that a seed draws: whole ones from 2 to 9, with either sign, or those of a leaf's
/// own range.
///
/// # Errors
///
/// When the lesson names no leaf to vary, or each draw has flaws that the lesson has not.
pub fn drawn(text: &str, seed: u64) -> Result<String, String> {
    let lesson = Lesson::read(text);
    let own: String = lesson.parts.iter().map(|part| part.text.as_str()).collect();
    let draws = (0..MOST_DRAWS).map(|number| draw(&lesson, seed, number));
    let mut others = draws.filter(|drawn| *drawn != own).peekable();
    if others.peek().is_none() {
        let how = "a paragraph vary: a b above the block that defines a and b";
        return Err(format!("--seed has no effect: this lesson varies nothing. Add {how}"));
    }
    let own = flaws(text);
    others.find(|drawn| flaws(drawn).is_subset(&own)).ok_or_else(|| {
        format!("none of {MOST_DRAWS} variants works: each has an error, nan, inf or the answer 0")
    })
}

fn draw(lesson: &Lesson, seed: u64, number: u64) -> String {
    let mut leaves: Vec<Leaf> = Vec::new();
    let mut text = String::new();
    for Part { text: own, kind, .. } in &lesson.parts {
        match kind {
            PartKind::NewSession => leaves.clear(),
            PartKind::Vary(words) => leaves.extend(leaves_of(words)),
            PartKind::Code(Code { fence, .. }) => {
                let content = with_numbers(&fence.content, &mut leaves, (seed, number));
                if content != fence.content {
                    text.push_str(&fence.with(&fence.info, &content));
                    text.push_str(own.strip_prefix(&*fence.text).unwrap_or_default());
                    continue;
                }
            }
            _ => {}
        }
        text.push_str(own);
    }
    text
}

/// The content of a block in which leaves have drawn numbers.
fn with_numbers(content: &str, leaves: &mut [Leaf], draw: (u64, u64)) -> String {
    let (mut text, mut end) = (String::new(), 0);
    for (name, place) in numbers_given(content) {
        let leaf = leaves.iter_mut().find(|leaf| leaf.name == name);
        if let Some(drawn) = leaf.and_then(|leaf| leaf.number(place.of(content), draw)) {
            text.push_str(content.get(end..place.start as usize).unwrap_or_default());
            text.push_str(&drawn.to_string());
            end = place.end as usize;
        }
    }
    text + content.get(end..).unwrap_or_default()
}

/// A leaf that a lesson varies.
struct Leaf {
    name: String,
    /// The least number that is drawn for it, and the greatest, if the lesson says that.
    range: Option<(i64, i64)>,
    /// The first number that the lesson gives it.
    had: Option<String>,
}

impl Leaf {
    /// A number for a name and a draw, in place of the first number the lesson gives it; `None` for others.
    fn number(&mut self, given: &str, (seed, draw): (u64, u64)) -> Option<i64> {
        let had = self.had.get_or_insert_with(|| given.to_owned());
        let bytes = self.name.bytes().map(u64::from);
        let mut draws = Draws::of([seed, draw].into_iter().chain(bytes));
        let drawn = || match self.range {
            Some(range) => draws.between(range),
            None => draws.between((2, 9)) * [1, -1][draws.below(2)],
        };
        (had == given).then(drawn)
    }
}

/// The leaves of `vary: a b 1:20`, where b is drawn from 1 to 20.
fn leaves_of(words: &[String]) -> Vec<Leaf> {
    let mut leaves: Vec<Leaf> = Vec::new();
    for word in words {
        let bounds = word.split_once(':').and_then(|(low, high)| {
            Some((low.parse().ok()?, high.parse().ok()?)).filter(|(low, high)| low <= high)
        });
        match (bounds, leaves.last_mut()) {
            (Some(range), Some(leaf)) => leaf.range = Some(range),
            _ => leaves.push(Leaf { name: word.clone(), range: None, had: None }),
        }
    }
    leaves
}

/// Each name that a block gives a number, and the place of that number in its content.
fn numbers_given(content: &str) -> Vec<(&str, Span)> {
    let is_transcript = is_transcript(content);
    let (mut given, mut start) = (Vec::new(), 0);
    for line in content.split_inclusive('\n') {
        let typed = if is_transcript { marked(line).map_or("", |(_, typed)| typed) } else { line };
        let before = start + line.len() - typed.len();
        for (start, statement) in statements(typed.trim_end(), 0) {
            if let Ok(Statement::Assign { target, tree, .. }) = parse(statement)
                && let Ok((Some(value), _)) = PlusMinus::split(tree)
                && value.as_number().is_some()
            {
                given.push((target, value.span().moved(before + start)));
            }
        }
        start += line.len();
    }
    given
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_named_leaves_get_other_numbers() {
        let text = "vary: a b\n\n```gradcalc\na = 1; b=2 # c\nc = 3; a = c; ab = 1\n```\n\n```gradcalc\n> a = 5\na = 5\n```\n";
        let one = drawn(text, 1).unwrap();
        assert_ne!(one, text);
        assert_eq!(one, drawn(text, 1).unwrap());
        assert_ne!(one, drawn(text, 2).unwrap());
        assert!(one.contains("c = 3; a = c; ab = 1\n"), "{one}");
        assert!(one.contains("\n> a = 5\na = 5\n"), "{one}");
        let said = drawn("```gradcalc\na = 1\n```\n", 1).unwrap_err();
        assert!(said.contains("varies nothing"), "{said}");
    }

    #[test]
    fn a_leaf_has_a_number_of_its_range() {
        let text = "vary: n 5:20 a\n\n```gradcalc\nn = 10 ± 0.5; a = 2\n```\n";
        for seed in 0..100 {
            let drawn = drawn(text, seed).unwrap();
            let number = drawn.split("n = ").nth(1).and_then(|it| it.split(" ± 0.5;").next());
            assert!((5..=20).contains(&number.unwrap().parse::<i64>().unwrap()), "{drawn}");
        }
    }

    #[test]
    fn no_draw_makes_an_answer_infinite() {
        let text = "vary: a 0:2\n\n```gradcalc\na = 3; L = sqrt(a)\n```\n\n```quiz\nL a\n```\n";
        for seed in 0..20 {
            let drawn = drawn(text, seed).unwrap();
            assert!(drawn.contains("a = 1;") || drawn.contains("a = 2;"), "{drawn}");
        }
    }

    #[test]
    fn a_leaf_varies_in_its_session_where_it_has_its_first_number() {
        let text = "vary: a 20:29\n\n```gradcalc\n> a = 4\n> a = 3\n```\n\n```gradcalc\na = 4\n```\n\n\
            session: new\n\n```gradcalc\na = 4\n```\n";
        for seed in 0..20 {
            let drawn = drawn(text, seed).unwrap();
            let numbers: Vec<&str> = drawn
                .lines()
                .filter_map(|it| it.trim_start_matches("> ").strip_prefix("a = "))
                .collect();
            assert!(numbers[0].starts_with('2') && numbers[0] == numbers[2], "{drawn}");
            assert!(numbers[1] == "3" && numbers[3] == "4", "{drawn}");
        }
    }

    #[test]
    fn a_draw_that_is_worse_than_the_lesson_is_not_taken() {
        let text = "vary: a\n\n```gradcalc\n> a = 1\n> log(a)\n0\n```\n";
        for seed in 0..20 {
            let drawn = drawn(text, seed).unwrap();
            assert!(!drawn.contains("> a = -"), "{drawn}");
        }
        let text = "vary: a 2:9\n\n```gradcalc\na = 1\n:require a == 1\n```\n";
        assert!(drawn(text, 1).unwrap_err().contains("of 50 variants"));
    }
}
