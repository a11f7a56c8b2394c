//! Other numbers for the leaves that a lesson names, by a seed, so that neighbors have different sheets.

use super::fill::Flaws;
use crate::language::{Scan, Span, Statement, parse, visible};
use crate::lesson::{Code, Draws, Lesson, PartKind, after_mark, is_transcript};

/// The most draws of which the first that is as good as the lesson is taken.
const MOST_DRAWS: u64 = 50;

/// Returns a lesson with other numbers: whole ones from 2 to 9, with either sign.
///
/// `own` are the flaws of the lesson, and `flaws` those of another: a draw has no others than the lesson.
///
/// # Errors
///
/// When the lesson names no leaf to vary, or no draw is as good as its own numbers.
pub fn varied(
    text: &str,
    seed: u64,
    own: &Flaws,
    flaws: impl Fn(&str) -> Flaws,
) -> Result<String, String> {
    let is_as_good = |drawn: &String| flaws(drawn).is_subset(own);
    let draws = (0..MOST_DRAWS).map(|draw| drawn(text, seed, draw));
    let mut others = draws.filter(|drawn| drawn != text).peekable();
    if others.peek().is_none() {
        let how = "a paragraph vary: a b, above the block that gives a and b their numbers";
        return Err(format!("--seed draws nothing, as this lesson varies nothing. Write {how}"));
    }
    others.find(is_as_good).ok_or_else(|| {
        format!("of {MOST_DRAWS} draws each has an error, what is no number, or a question whose answer is 0, which the lesson has not")
    })
}

/// A leaf that a lesson varies.
struct Leaf {
    name: String,
    /// The least number that is drawn for it, and the greatest, if the lesson says that.
    range: Option<(i64, i64)>,
}

/// The leaves that `vary: a b 1:20` names, where b is drawn from 1 to 20.
fn leaves(words: &[String]) -> Vec<Leaf> {
    let mut leaves: Vec<Leaf> = Vec::new();
    for word in words {
        let bounds = word.split_once(':').and_then(|(low, high)| {
            Some((low.parse().ok()?, high.parse().ok()?)).filter(|(low, high)| low <= high)
        });
        match (bounds, leaves.last_mut().filter(|leaf| leaf.range.is_none())) {
            (Some(range), Some(leaf)) => leaf.range = Some(range),
            _ => leaves.push(Leaf { name: word.clone(), range: None }),
        }
    }
    leaves
}

/// The names of leaves to vary that no block below a place gives a number, said one by one.
pub fn unvaried(
    text: &str,
    below: usize,
    words: &[String],
) -> impl Iterator<Item = String> + use<> {
    let mut given: Vec<String> = Vec::new();
    let lesson = Lesson::read(text);
    let below = lesson.parts.iter().filter(|part| part.places.start >= below);
    for part in below {
        if let PartKind::Code(Code { fence, .. }) = &part.kind {
            let is_transcript = is_transcript(&fence.content);
            for line in fence.content.lines() {
                numbers_given(line, is_transcript, |name, _| given.push(name.to_owned()));
            }
        }
    }
    let leaves = leaves(words);
    let missing = leaves.iter().filter(|leaf| !given.contains(&leaf.name));
    let said = missing.map(|leaf| {
        let name: String = leaf.name.chars().map(visible).collect();
        format!("vary: no block below gives {name} a number, as in {name} = 3")
    });
    said.collect::<Vec<_>>().into_iter()
}

/// The numbers drawn so far: the name of a leaf, the number that it had, and the one that it has.
type Drawn = Vec<(String, String, i64)>;

fn drawn(text: &str, seed: u64, draw: u64) -> String {
    let mut names: Vec<Leaf> = Vec::new();
    let mut numbers = Drawn::new();
    let mut varied = String::with_capacity(text.len());
    for part in Lesson::read(text).parts {
        let own = text.get(part.places.clone()).unwrap_or_default();
        match &part.kind {
            PartKind::Vary(more) => {
                names.extend(leaves(more));
                varied.push_str(own);
            }
            PartKind::Code(Code { fence, .. }) => {
                let is_transcript = is_transcript(&fence.content);
                let mut number = |name: &str, had: &str| {
                    let leaf = names.iter().find(|leaf| leaf.name == name)?;
                    Some(number(&mut numbers, leaf, had, (seed, draw)))
                };
                let lines = fence.content.lines();
                let lines = lines.map(|line| with_numbers(line, is_transcript, &mut number));
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

/// Calls back with each name that a line gives a number, and with the place of that number in the line.
fn numbers_given(line: &str, is_transcript: bool, mut take: impl FnMut(&str, Span)) {
    let typed = if is_transcript { after_mark(line) } else { Some(line) };
    let Some(typed) = typed else { return };
    let start = line.len() - typed.len();
    let scan = Scan::of(typed);
    for statement in scan.statements() {
        if let Ok(Statement::Assign { target, tree, column: None, .. }) = parse(statement)
            && tree.as_number().is_some()
        {
            take(target, tree.span().moved(start + statement.start));
        }
    }
}

/// A line whose assignments of numbers have others, where there are some.
fn with_numbers(
    line: &str,
    is_transcript: bool,
    number: &mut impl FnMut(&str, &str) -> Option<i64>,
) -> String {
    let mut text = String::new();
    let mut last = 0;
    numbers_given(line, is_transcript, |name, span| {
        if let Some(drawn) = number(name, span.of(line)) {
            text.push_str(line.get(last..span.start as usize).unwrap_or_default());
            text.push_str(&drawn.to_string());
            last = span.end as usize;
        }
    });
    text + line.get(last..).unwrap_or_default()
}

/// A whole number from 2 to 9 with either sign, or in the leaf's own range, by the name and the draw: the same wherever the leaf had the
/// same number, and another where it had another.
fn number(numbers: &mut Drawn, leaf: &Leaf, had: &str, (seed, draw): (u64, u64)) -> i64 {
    let Leaf { name, range } = leaf;
    /// There are 16 numbers to draw; where a leaf has had more, they repeat.
    const MOST_TRIES: u64 = 100;
    let own = |it: &&(String, String, i64)| it.0 == *name;
    if let Some((.., drawn)) = numbers.iter().filter(own).find(|it| it.1 == had) {
        return *drawn;
    }
    let taken: Vec<i64> = numbers.iter().filter(own).map(|it| it.2).collect();
    let mut draws = Draws::of([seed, draw].into_iter().chain(name.bytes().map(u64::from)));
    let mut next = || match range {
        Some(range) => draws.between(*range),
        None => draws.signed(2, 9),
    };
    let mut drawn = next();
    let mut tries = 0;
    while taken.contains(&drawn) && tries < MOST_TRIES {
        drawn = next();
        tries += 1;
    }
    numbers.push((name.clone(), had.to_owned(), drawn));
    drawn
}

#[cfg(test)]
mod tests {
    use super::*;

    fn as_it_is(text: &str, seed: u64) -> String {
        varied(text, seed, &Flaws::new(), |_| Flaws::new()).unwrap()
    }

    #[test]
    fn only_the_named_leaves_get_other_numbers() {
        let text = "vary: a b\n\n```gradcalc\na = 1; b=2 # c\nc = 3; a = c; ab = 1\n```\n\n```gradcalc\n> a = 5\na = 5\n```\n";
        let one = as_it_is(text, 1);
        assert_ne!(one, text);
        assert_eq!(one, as_it_is(text, 1));
        assert_ne!(one, as_it_is(text, 2));
        assert!(one.contains("c = 3; a = c; ab = 1\n"), "{one}");
        assert!(one.contains("\na = 5\n"), "{one}");
        assert_eq!(one.lines().count(), text.lines().count());
        let other = "```gradcalc\na = 1\n```\n";
        assert!(
            varied(other, 1, &Flaws::new(), |_| Flaws::new())
                .unwrap_err()
                .contains("varies nothing")
        );
        assert_eq!(unvaried(text, 0, &["c".to_owned(), "d".to_owned()]).count(), 1);
        assert_eq!(unvaried(text, 60, &["a".to_owned(), "b".to_owned()]).count(), 1);
    }

    #[test]
    fn a_leaf_has_a_number_of_its_range() {
        let text = "vary: n 5:20 a\n\n```gradcalc\nn = 10 ± 0.5; a = 2\n```\n";
        for seed in 0..100 {
            let drawn = as_it_is(text, seed);
            let number = drawn.split("n = ").nth(1).and_then(|it| it.split(" ± 0.5;").next());
            assert!((5..=20).contains(&number.unwrap().parse::<i64>().unwrap()), "{drawn}");
        }
        let words = ["9:3", "n", "1:2", "3:4"].map(str::to_owned);
        assert_eq!(unvaried(text, 0, &words).count(), 2);
    }

    #[test]
    fn a_leaf_that_had_other_numbers_has_other_numbers() {
        let text = "vary: a\n\n```gradcalc\n> a = 4\n> a = 3\n```\n\n```gradcalc\na = 4\n```\n";
        for seed in 0..100 {
            let drawn = as_it_is(text, seed);
            let numbers: Vec<&str> = drawn
                .lines()
                .filter_map(|it| it.trim_start_matches("> ").strip_prefix("a = "))
                .collect();
            assert!(numbers[0] != numbers[1] && numbers[0] == numbers[2], "{drawn}");
        }
    }

    #[test]
    fn a_draw_that_is_worse_than_the_lesson_is_not_taken() {
        let text = "vary: a\n\n```gradcalc\na = 1\n```\n";
        let negative = |text: &str| Flaws::from_iter(text.contains("a = -").then_some((3, 0)));
        for seed in 0..20 {
            assert!(negative(&varied(text, seed, &Flaws::new(), negative).unwrap()).is_empty());
        }
        let any = |other: &str| Flaws::from_iter((other != text).then_some((3, 0)));
        assert!(varied(text, 1, &Flaws::new(), any).unwrap_err().contains("of 50 draws"));
    }
}
