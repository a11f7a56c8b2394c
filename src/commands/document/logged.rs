//! What a page has of the log: the last results of other commands, and what was typed.

use std::collections::HashSet;

use super::super::find;
use crate::graph::{ANSWER, Order, Value};
use crate::language::{Span, visible_text};
use crate::lesson::{self, Printed};
use crate::log::{Exchange, Statement};
use crate::report::{Block, and, counted};
use crate::session::{self, Session};

/// The results that have a section of their own, by the kind of their report.
const RESULTS: [(&str, &str); 3] =
    [("budget", "Uncertainty budget"), ("solve", "Solution"), ("minimize", MINIMUM)];
const MINIMUM: &str = "Minimum";

/// The most leaves that are named.
const MOST_CALLED: usize = 6;

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
            blocks.push(Block::Heading(heading));
            blocks.extend(moved_since(session, statement));
            blocks.push(Block::Verbatim(text));
        }
    }
    blocks
}

/// Says which leaves of what an answer names have changed since: it has the numbers of then.
fn moved_since(
    session: &Session,
    Statement { exchange, moment, .. }: Statement<'_>,
) -> Option<Block> {
    let moved = session::leaves_moved_since(session, moment);
    if moved.is_empty() {
        return None;
    }
    let is_part = |letter: char| letter.is_alphanumeric() || "_.@'".contains(letter);
    let words = exchange.into_iter().flat_map(|text| text.split(|letter| !is_part(letter)));
    // An answer is called so only until the next.
    let words = words.filter(|word| *word != ANSWER);
    let named: HashSet<Value> =
        words.filter_map(|word| session.names().get(word).cloned()).collect();
    let order = Order::of(&named);
    let moved = moved.iter().filter(|leaf| order.contains(leaf));
    let moved: Vec<String> = moved.map(|leaf| session.names().call(leaf)).collect();
    let verb = if moved.len() == 1 { "has" } else { "have" };
    let said = || {
        let names = and(moved.clone(), MOST_CALLED);
        format!("Since then {names} {verb} changed: these are the numbers of before.")
    };
    (!moved.is_empty()).then(said).map(Block::Paragraph)
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
            printed.push(Printed { text: format!("{mark}{line}"), is_typed: true });
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
        text.push_str(&visible_text(line));
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
