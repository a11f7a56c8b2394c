//! Other numbers for the leaves that a lesson names, by a seed, so that neighbors have different sheets.

use std::cell::OnceCell;
use std::path::Path;

use super::command_line::called;
use super::fence::Fence;
use super::fill::{Filling, Flaws};
use super::lesson::{Code, Lesson, Part, PartKind};
use super::transcript::{after_mark, is_transcript};
use crate::command::syntax::{Statement, parse, statements};
use crate::core::language::Span;
use crate::parts::learn::Draws;
use crate::parts::uncertainty::PlusMinus;
use crate::repl::Options;

/// The most draws of which the first that is as good as the lesson is taken.
const MOST_DRAWS: u64 = 50;

/// A lesson, and where it gives numbers to the leaves that it varies.
pub struct Variants<'text> {
    text: &'text str,
    leaves: Vec<Leaf>,
    blocks: Vec<Block>,
    /// What is wrong with it as it is, once that was asked.
    own: OnceCell<Flaws>,
}

/// A block that gives numbers to leaves that are varied.
struct Block {
    fence: Fence,
    /// The number of each leaf, and the place of the number that it is given, in the content.
    given: Vec<(usize, Span)>,
}

impl<'text> Variants<'text> {
    /// Reads a lesson.
    pub fn of(text: &'text str) -> Variants<'text> {
        let (mut all, mut blocks) = (Vec::new(), Vec::new());
        for Part { kind, .. } in Lesson::read(text).parts {
            match kind {
                PartKind::Vary(words) => all.extend(leaves(&words)),
                PartKind::Code(Code { fence, .. }) => {
                    let mut given = Vec::new();
                    numbers_given(&fence.content, |name, place| {
                        let leaf = all.iter().position(|leaf: &Leaf| leaf.name == name);
                        given.extend(leaf.map(|leaf| (leaf, place)));
                    });
                    if !given.is_empty() {
                        blocks.push(Block { fence, given });
                    }
                }
                _ => {}
            }
        }
        Variants { text, leaves: all, blocks, own: OnceCell::new() }
    }

    /// Returns the lesson, which stands in a file, with the numbers that a seed draws: whole ones from 2 to 9,
    /// with either sign, or those of a leaf's own range.
    ///
    /// # Errors
    ///
    /// When the lesson names no leaf to vary, or no draw is as good as its own numbers.
    pub fn drawn(&self, seed: u64, file: &Path, options: &Options) -> Result<String, String> {
        let own = self.own.get_or_init(|| Filling::flaws(options, file, self.text, None));
        let flaws = |text: &str| Filling::flaws(options, file, text, Some(own));
        let drawn = self.as_good(seed, |text| flaws(text).is_subset(own));
        drawn.map_err(|error| format!("{}: {error}", called(file)))
    }

    /// Returns the first draw that is as good as the lesson.
    fn as_good(&self, seed: u64, is_as_good: impl Fn(&str) -> bool) -> Result<String, String> {
        let draws = (0..MOST_DRAWS).map(|draw| self.draw(seed, draw));
        let mut others = draws.filter(|drawn| drawn != self.text).peekable();
        if others.peek().is_none() {
            let how = "a paragraph vary: a b, above the block that gives a and b their numbers";
            return Err(format!(
                "--seed draws nothing, as this lesson varies nothing. Write {how}"
            ));
        }
        others.find(|drawn| is_as_good(drawn)).ok_or_else(|| {
            format!("of {MOST_DRAWS} draws each has an error, what is no number, or a question whose answer is 0, which the lesson has not")
        })
    }

    fn draw(&self, seed: u64, draw: u64) -> String {
        let mut numbers = Drawn::new();
        let mut text = String::with_capacity(self.text.len());
        let mut last = 0;
        for Block { fence, given } in &self.blocks {
            let mut content = String::with_capacity(fence.content.len());
            let mut end = 0;
            for (leaf, place) in given {
                let Some(leaf) = self.leaves.get(*leaf) else { continue };
                let drawn = number(&mut numbers, leaf, place.of(&fence.content), (seed, draw));
                let before = fence.content.get(end..place.start as usize).unwrap_or_default();
                content.extend([before, &drawn.to_string()]);
                end = place.end as usize;
            }
            content.push_str(fence.content.get(end..).unwrap_or_default());
            if content == fence.content {
                continue;
            }
            let before = self.text.get(last..fence.places.start).unwrap_or_default();
            text.extend([before, &fence.with(&fence.info, &content)]);
            last = fence.places.end;
        }
        text.push_str(self.text.get(last..).unwrap_or_default());
        text
    }
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

/// The numbers drawn so far: the name of a leaf, the number that it had, and the one that it has.
type Drawn = Vec<(String, String, i64)>;

/// Calls back with each name that a block gives a number, and with the place of that number in its content.
fn numbers_given(content: &str, mut take: impl FnMut(&str, Span)) {
    let is_transcript = is_transcript(content);
    let mut start = 0;
    for line in content.split_inclusive('\n') {
        let own = line.trim_end_matches('\n');
        if let Some(typed) = if is_transcript { after_mark(own) } else { Some(own) } {
            let before = start + own.len() - typed.len();
            for (start, statement) in statements(typed, 0) {
                if let Ok(Statement::Assign { target, tree, .. }) = parse(statement)
                    && let Ok((Some(value), _)) = PlusMinus::split(tree)
                    && value.as_number().is_some()
                {
                    take(target, value.span().moved(before + start));
                }
            }
        }
        start += line.len();
    }
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
        Variants::of(text).as_good(seed, |_| true).unwrap()
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
        let said = Variants::of(other).as_good(1, |_| true).unwrap_err();
        assert!(said.contains("varies nothing"), "{said}");
    }

    #[test]
    fn a_leaf_has_a_number_of_its_range() {
        let text = "vary: n 5:20 a\n\n```gradcalc\nn = 10 ± 0.5; a = 2\n```\n";
        for seed in 0..100 {
            let drawn = as_it_is(text, seed);
            let number = drawn.split("n = ").nth(1).and_then(|it| it.split(" ± 0.5;").next());
            assert!((5..=20).contains(&number.unwrap().parse::<i64>().unwrap()), "{drawn}");
        }
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
        let is_positive = |text: &str| !text.contains("a = -");
        let variants = Variants::of(text);
        for seed in 0..20 {
            assert!(is_positive(&variants.as_good(seed, is_positive).unwrap()));
        }
        assert!(variants.as_good(1, |_| false).unwrap_err().contains("of 50 draws"));
    }
}
