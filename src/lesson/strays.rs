//! Statements that were typed into a transcript without a mark: they are no answers, and are not lost.

use std::collections::BTreeMap;
use std::mem;

use unicode_width::UnicodeWidthStr;

use super::typed::{MARK_ALONE, Printed, TypedLines, is_complaint, marked};
use crate::language::{Kind, Scan, Statement, Texts, Tree, parse};

/// A line of a transcript that is a statement without its mark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stray {
    /// Its number in the transcript, from 0.
    pub line: usize,
    text: String,
    /// The number of typed lines above it.
    above: usize,
}

/// Lines without a mark, and what was typed right above them.
#[derive(Debug, Default)]
struct Below<'text> {
    typed: String,
    /// True if a parenthesis of it is open.
    is_open: bool,
    lines: Vec<(usize, &'text str)>,
}

/// The width that answers in a lesson have room for.
const COLUMNS: usize = 80;

/// What a line without a mark looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Looks<'line> {
    /// `L = 8`, as answers do.
    Given(&'line str),
    /// A statement, or a comment.
    Statement,
}

/// Returns the statements without a mark in a transcript, whose answers of today were printed. Its old answers
/// are none: they look as those of today do, or say what a name has that was given right above them.
pub fn strays(transcript: &str, printed: &[Printed]) -> Vec<Stray> {
    let mut today: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    let mut above = 0;
    for line in printed {
        if line.is_typed {
            above += 1;
        } else {
            today.entry(above).or_default().push(line.text.trim());
        }
    }
    let mut strays = Vec::new();
    for (above, below) in below(transcript) {
        let now = today.get(&above).map(Vec::as_slice).unwrap_or_default();
        let own = below.strays(now).into_iter();
        strays.extend(own.map(|(line, text)| Stray { line, text: text.to_owned(), above }));
    }
    strays
}

/// Puts strays where they stood, above the answers; below a mark alone where they are the first, by which a
/// transcript is known.
pub fn put_back(strays: Vec<Stray>, printed: Vec<Printed>) -> Vec<Printed> {
    let mut strays = strays.into_iter().peekable();
    let mut all = Vec::with_capacity(printed.len());
    let mut above = 0;
    while let Some(stray) = strays.next_if(|it| it.above == 0) {
        if all.is_empty() {
            all.push(Printed { text: MARK_ALONE.to_owned(), is_typed: true });
        }
        all.push(Printed { text: stray.text, is_typed: false });
    }
    for line in printed {
        above += usize::from(line.is_typed);
        all.push(line);
        while let Some(stray) = strays.next_if(|it| it.above <= above) {
            all.push(Printed { text: stray.text, is_typed: false });
        }
    }
    // Those of lines that did not run.
    all.extend(strays.map(|stray| Printed { text: stray.text, is_typed: false }));
    all
}

/// Returns the lines of a transcript that have no mark, by the number of typed lines above them.
pub fn unmarked(transcript: &str) -> BTreeMap<usize, Vec<&str>> {
    let all = below(transcript).into_iter();
    all.map(|(above, own)| (above, own.lines.into_iter().map(|(_, line)| line).collect())).collect()
}

/// The lines without a mark, by the number of typed lines above them.
fn below(transcript: &str) -> BTreeMap<usize, Below<'_>> {
    let mut all: BTreeMap<usize, Below<'_>> = BTreeMap::new();
    let mut lines = TypedLines::default();
    let (mut above, mut typed) = (0, String::new());
    let mut is_below = false;
    for (number, line) in transcript.lines().enumerate() {
        let (is_open, goes_on) = (lines.is_open(), lines.goes_on());
        let taken = lines.take(line);
        // A mark alone says nothing, and is not printed.
        if taken.as_ref().is_some_and(|script| script.trim().is_empty()) {
            continue;
        }
        if let Some(script) = taken {
            // Answers stand below each statement, whether there were some when it was typed or not.
            if mem::take(&mut is_below) || !goes_on {
                typed.clear();
            }
            above += script.lines().filter(|it| !it.trim().is_empty()).count();
            typed.push_str(&script);
        } else {
            is_below = true;
            let own = all.entry(above).or_default();
            own.typed.clone_from(&typed);
            own.is_open |= is_open;
            own.lines.push((number, line));
        }
    }
    all
}

impl<'text> Below<'text> {
    /// The lines that are no answers, where these are today's.
    fn strays(&self, now: &[&str]) -> Vec<(usize, &'text str)> {
        let texts = Texts::of(&self.typed);
        let typed: Vec<Statement<'_>> = texts
            .iter()
            .flat_map(|text| text.scan.statements())
            .filter_map(|it| parse(it).ok())
            .collect();
        let has_commands = typed.iter().any(|it| matches!(it, Statement::Command(_)));
        let is_given_above = |name: &str| {
            typed.iter().any(|it| match it {
                Statement::Assign { target, .. } | Statement::Column { target, .. } => {
                    *target == name
                }
                Statement::Unpack { targets, .. } => targets.iter().any(|(it, _)| *it == name),
                _ => false,
            })
        };
        // Nothing that the line above says has changed.
        let is_up_to_date = !now.is_empty()
            && now.iter().all(|now| self.lines.iter().any(|(_, it)| it.trim() == *now));
        // Not what an error shows of a statement.
        let mut is_shown = false;
        let is_answer = |now: &&&str| !mem::replace(&mut is_shown, now.contains("error: "));
        let said: Vec<&str> = now.iter().filter(is_answer).copied().collect();
        // What a command says looks and begins as it did another day; it has words, and its tables are aligned.
        let is_given = |it: Looks<'_>| it != Looks::Statement;
        let is_said = |line: &str, text: &str, own: Looks<'_>| {
            let is_escaped = line.starts_with(" >");
            let is_like = |now: &&str| {
                is_escaped && now.starts_with('>')
                    || lead(now) == lead(text)
                        && looks(now).is_some_and(|it| is_given(it) == is_given(own))
            };
            let is_word = |word: &str| word.chars().all(|it| it.is_alphanumeric() || it == '.');
            let are_words = text.contains(' ') && text.split(' ').all(is_word);
            are_words || text.contains("  ") || said.iter().any(is_like)
        };
        let is_stray = |line: &str, text: &str| match looks(text) {
            None => false,
            Some(_) if is_up_to_date => true,
            Some(own) if has_commands => !is_said(line, text, own),
            Some(Looks::Given(name)) => !is_given_above(name),
            Some(Looks::Statement) => true,
        };
        // What may have been meant to go on has an error for its answer.
        let goes_on = |at: usize| self.is_open && at == 0;
        // The last word of a sentence that did not fit.
        let is_wrapped = |at: usize, line: &str, text: &str| {
            let above = at.checked_sub(1).and_then(|at| self.lines.get(at));
            let is_full =
                above.is_some_and(|(_, above)| above.width() + 1 + text.width() >= COLUMNS);
            is_full && line.starts_with("  ") && text.chars().all(|it| it.is_alphanumeric())
        };
        // An error shows the line that it is about.
        let mut is_shown = false;
        let told = self.lines.iter().enumerate().filter(|(at, (_, line))| {
            let text = line.trim();
            let is_error = line.contains("error: ");
            let may_go_on = !is_error && !is_complaint(line) && !text.is_empty();
            let is_own = goes_on(*at) && may_go_on
                || is_stray(line, text) && !(has_commands && is_wrapped(*at, line, text));
            let is_told = !is_shown && !now.contains(&text) && is_own;
            is_shown = is_error && !is_told;
            is_told
        });
        told.map(|(_, line)| *line).collect()
    }
}

/// The word that a line begins with, behind a mark; all numbers are one.
fn lead(text: &str) -> &str {
    let text = marked(text).map_or(text, |(_, typed)| typed);
    if text.starts_with(|it: char| it.is_ascii_digit()) {
        return "0";
    }
    let end = text.find(|it: char| !(it.is_alphanumeric() || "_.@".contains(it)));
    let end = end.unwrap_or(text.len()).max(text.chars().next().map_or(0, char::len_utf8));
    text.get(..end).unwrap_or_default()
}

/// What a line without a mark looks like, if not only like an answer.
fn looks(text: &str) -> Option<Looks<'_>> {
    if ["nan", "inf"].contains(&text.trim_start_matches('-')) {
        return None;
    }
    if text.starts_with('#') || text.starts_with('>') && marked(text).is_some() {
        return Some(Looks::Statement);
    }
    let scan = Scan::of(text);
    let parsed = scan.statements().map(parse).collect::<Result<Vec<Statement<'_>>, _>>().ok()?;
    let [statement] = &parsed[..] else {
        return (!parsed.is_empty()).then_some(Looks::Statement);
    };
    match statement {
        Statement::Empty => None,
        Statement::Assign { target, tree, .. } if tree.as_number().is_some() => {
            // The name as it stands in the text, not in the scan's copy of it.
            let place = text.find(*target)?;
            text.get(place..place + target.len()).map(Looks::Given)
        }
        Statement::Evaluate(tree) => computes(tree).then_some(Looks::Statement),
        _ => Some(Looks::Statement),
    }
}

/// True for what no number is.
fn computes(tree: &Tree<'_>) -> bool {
    let is_number = |kind: &Kind| matches!(kind, Kind::Number(_) | Kind::PlusMinus);
    tree.steps.iter().any(|step| !is_number(&step.kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(transcript: &str, printed: &str) -> String {
        let line = |text: &str| Printed { text: text.to_owned(), is_typed: text.starts_with("> ") };
        let printed: Vec<Printed> = printed.lines().map(line).collect();
        let all = put_back(strays(transcript, &printed), printed);
        all.into_iter().map(|it| it.text + "\n").collect()
    }

    #[test]
    fn a_statement_without_a_mark_stays() {
        for (transcript, printed, wanted) in [
            ("> a = 2\nb = 3\n", "> a = 2\n", "> a = 2\nb = 3\n"),
            ("> L = 2a\nL = 4\nb = 3\nb*4\n", "> L = 2a\nL = 6\n", "> L = 2a\nb = 3\nb*4\nL = 6\n"),
            (
                "> :grad L\nL  2\n  b\n    b = 3\n",
                "> :grad L\nL  3\n",
                "> :grad L\n  b\n    b = 3\nL  3\n",
            ),
            ("> a\n8\n# why\n:set a 3\n > a\n", "> a\n8\n", "> a\n# why\n:set a 3\n > a\n8\n"),
            (
                "> :grad L\nL  2\n> a\nnan\na = 3 ± 1\n",
                "> :grad L\nL  3\n> a\n8\n",
                "> :grad L\nL  3\n> a\na = 3 ± 1\n8\n",
            ),
            (
                "> a\n2\nb = a\n> a\n2\nc = a\n",
                "> a\n2\n> a\n2\n",
                "> a\nb = a\n2\n> a\nc = a\n2\n",
            ),
        ] {
            assert_eq!(kept(transcript, printed), wanted);
            assert_eq!(kept(wanted, printed), wanted);
        }
    }

    #[test]
    fn an_old_answer_goes() {
        for (transcript, printed) in [
            ("> L = 2a\nL = 4\n", "> L = 2a\nL = 6\n"),
            ("> L = 2a\nL = 4 ± 1\n", "> L = 2a\n"),
            ("> a\n4\n", "> a\n6\n"),
            ("> a\n1.5 ± 0.1\n-inf\n", "> a\nnan\n"),
            ("> :grad b\nnode data\nb  3  4\nb  3 * 4\n", "> :grad b\nnode data\nb  5  4\n"),
            ("> :solve x\nx = 4\n", "> :solve x\nx = 6\n"),
            ("> :export python L\na = t(2)\n", "> :export python L\na = t(3)\n"),
            ("> :time 1\n82.8 µs\nlong ago\n", "> :time 1\n90.1 µs\n"),
            ("> :layers\nflat: x\n   > 0.98\n", "> :layers\nflat: x\n  > 0.97\n"),
            ("> :echo > a\n > a\n", "> :echo > b\n > b\n"),
            (
                "> :minimize L\n  settled after 9 steps: level in every direction, with 4.1e-32 of L left to\n    fall\n",
                "> :minimize L\n  L  4 -> 2\n",
            ),
            ("> a*b\nl.md:1: error: unknown name b\n  a*b\n    ^\n", "> a*b\n6\n"),
        ] {
            assert_eq!(kept(transcript, printed), printed, "{transcript}");
        }
    }
}
