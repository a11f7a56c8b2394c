//! What a page has of the log: the last results of other commands, and what was typed.

use super::super::find;
use crate::language::{Span, visible};
use crate::lesson::{self, Printed, as_echoed};
use crate::log::Exchange;
use crate::report::{Block, counted};
use crate::session::Session;

/// The results that have a section of their own, by the kind of their report.
const RESULTS: [(&str, &str); 3] =
    [("budget", "Uncertainty budget"), ("solve", "Solution"), ("minimize", MINIMUM)];
const MINIMUM: &str = "Minimum";

/// The most lines of one answer.
const MOST_LINES: usize = 200;

/// The last result of each kind, unless it was undone.
pub(super) fn results(session: &Session) -> Vec<Block> {
    let mut blocks = Vec::new();
    for (kind, heading) in RESULTS {
        // What has fewer changes behind it after a statement than before it was undone in between.
        let mut least = session.standing_changes();
        let last = session.log().statements().rev().find(|it| {
            let stands = it.moment <= least;
            least = least.min(it.moment);
            it.kind == kind && stands
        });
        if let Some(statement) = last {
            let text = exchanged(statement.exchange);
            blocks.extend([Block::Heading(heading), Block::Verbatim(text)]);
        }
    }
    blocks
}

/// Tells whether a minimum is among the results.
pub(super) fn has_minimum(results: &[Block]) -> bool {
    results.iter().any(|block| matches!(block, Block::Heading(heading) if *heading == MINIMUM))
}

/// What was typed, with its answers.
pub(super) fn blocks(session: &Session) -> Vec<Block> {
    let log = session.log();
    let text: String = log.lines().map(exchanged).collect();
    if text.is_empty() {
        return Vec::new();
    }
    let mut blocks = vec![Block::Heading("What was typed")];
    blocks.extend(left_out(session));
    blocks.push(Block::Verbatim(text));
    blocks
}

/// Says that there was no room for earlier lines.
pub(super) fn left_out(session: &Session) -> Option<Block> {
    let count = session.log().left_out() as u64;
    let earlier = || Block::Paragraph(format!("{} left out.", counted(count, "earlier line")));
    (count > 0).then(earlier)
}

/// What was typed before the last line, without the steps in a lesson that was played.
pub(super) fn recorded(session: &Session) -> Vec<Exchange<'_>> {
    let is_step = |typed: &str| {
        let word = typed.strip_prefix(':').and_then(|it| it.split_whitespace().next());
        let command = word.and_then(|word| find(word, Span::default(), true).ok());
        command.is_some_and(|command| command.name == "lesson")
    };
    let mut lines: Vec<Exchange<'_>> = session.log().lines().collect();
    lines.pop();
    lines.retain(|[typed, _]| !is_step(typed));
    lines
}

/// The same as the transcript of a lesson.
pub(super) fn transcript(lines: &[Exchange<'_>]) -> String {
    let mut printed: Vec<Printed> = Vec::new();
    for [typed, answered] in lines {
        let further = if typed.starts_with(":read") { "| " } else { "  " };
        for (index, line) in typed.lines().enumerate() {
            let mark = if index == 0 { "> " } else { further };
            let text = format!("{mark}{}", as_echoed(line));
            printed.push(Printed { text, is_typed: true });
        }
        let answers = answered.lines().map(str::to_owned);
        printed.extend(answers.map(|text| Printed { text, is_typed: false }));
    }
    lesson::transcript(&printed)
}

/// A line as a transcript has it.
fn exchanged([typed, answered]: Exchange<'_>) -> String {
    let mut text = String::new();
    for (index, line) in typed.lines().enumerate() {
        let mark = if index == 0 { "> " } else { "  " };
        text.push_str(mark);
        text.extend(line.chars().map(visible));
        text.push('\n');
    }
    let count = answered.lines().count();
    for line in answered.lines().take(MOST_LINES) {
        text.push_str(line);
        text.push('\n');
    }
    if count > MOST_LINES {
        text.push_str(&format!("… {}\n", counted((count - MOST_LINES) as u64, "more line")));
    }
    text
}
