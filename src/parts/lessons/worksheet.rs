//! A lesson on paper: answers, grads and keys are blanks, or stand in them.

use std::collections::HashMap;

use super::exercise::Key;
use super::lesson::BYTE_ORDER_MARK;
use super::transcript::Printed;
use crate::command::{Arguments, RunOptions, commands};
use crate::core::session::Names;
use crate::render::{self, Format, Style};
use crate::report::{
    Answer, Block, Chart, Data, Paragraph, Pass, Piece, Report, Role, Table, is_named_result,
};

/// The blank for an answer, wide enough to write in.
pub(super) const BLANK: &str = "________________________";
/// The same in a table or a picture.
const CELL: &str = "__________";

/// A printed form of a lesson.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sheet {
    /// A blank.
    Worksheet,
    /// The answer.
    Key,
}

impl Sheet {
    /// An answer, or a blank for it.
    pub(super) fn answer(self, key: &Key) -> &str {
        match self {
            Sheet::Worksheet => BLANK,
            Sheet::Key => &key.told,
        }
    }

    /// Removes the answers to a quiz in a block from its output.
    pub fn printed(self, mut printed: Vec<Printed>) -> Vec<Printed> {
        if self == Sheet::Key {
            return printed;
        }
        for line in printed.iter_mut().filter(|line| line.is_typed && line.text.starts_with(ASKED))
        {
            line.text = format!("{ASKED}{BLANK}");
        }
        printed.dedup_by(|line, before| *line == *before && line.text == BLANK);
        printed
    }
}

/// A sheet with a line for the name, or the kind of sheet, below its title.
pub fn headed(text: &str, sheet: Sheet, seed: Option<u64>) -> String {
    let seed = seed.map_or_else(String::new, |seed| format!("seed {seed}"));
    let line = match sheet {
        Sheet::Worksheet => format!("Name: {BLANK}   Date: {BLANK}   {seed}"),
        Sheet::Key => format!("Answer key   {seed}"),
    };
    let is_title = text.trim_start_matches([BYTE_ORDER_MARK, '\n']).starts_with("# ");
    let (title, rest) = text.split_once('\n').filter(|_| is_title).unwrap_or(("", text));
    let headed = format!("{title}\n\n{}\n\n{}", line.trim_end(), rest.trim_start_matches('\n'));
    headed.trim_start().to_owned()
}

/// A report as text for people.
pub(super) fn printed(report: &Report) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = (render::format("table").write)(report, &Style::plain(None), &mut text);
    text
}

/// The prompt before an answer.
const ASKED: &str = "? ";

/// Returns true for reports that give away what a learner is to find; the table of layers belongs to `:grad`.
fn finds(kind: &str) -> bool {
    kind == "layers" || commands().any(|command| command.finds && command.name == kind)
}

/// An answer on a worksheet: tables and pictures keep their data, except answers, and lose their grads. Blanks are
/// written for people in any format.
pub fn on_worksheet(
    report: Report,
    format: &'static Format,
    typed: &str,
    names: &Names,
) -> (Report, &'static Format) {
    let for_people = render::format("table");
    let is_left_blank = report.kind == "export"
        && Arguments::read(typed, RunOptions::default()).is_ok_and(|it| it.has("blank"));
    if finds(report.kind) && !is_left_blank {
        let blocks = vec![Paragraph::new(BLANK).line()];
        return (Report { blocks, data: Vec::new(), ..report }, for_people);
    }
    let answers: Vec<&Answer> = report.data.iter().filter_map(Data::answer).collect();
    if !answers.is_empty() {
        let blank = |answer: &Answer| match answer.named {
            true => Paragraph::new(format!("{} = {BLANK}", answer.name)).line(),
            false => Paragraph::new(BLANK).line(),
        };
        let blocks = answers.into_iter().map(blank).collect();
        return (Report { blocks, data: Vec::new(), ..report }, for_people);
    }
    let is_drawn = |block: &Block| report.kind != "plot" || !matches!(block, Block::Text(_));
    let blocks = report.blocks.into_iter().filter(is_drawn);
    let blocks = blocks.map(|block| without_answers(block, names)).collect();
    (Report { blocks, ..report }, format)
}

/// A block without grads, and without the data of results that were named.
fn without_answers(block: Block, names: &Names) -> Block {
    match block {
        Block::Pass(pass) => Block::Pass(Box::new(Pass {
            known: Some(HashMap::new()),
            untold: CELL,
            non_finite: None,
            ..*pass
        })),
        Block::Table(table) => Block::Table(table_without_answers(table, names)),
        // The tangent is a grad.
        Block::Chart(chart) => Block::Chart(Box::new(Chart { present: None, ..*chart })),
        // Blocks without grads stay; grads were blanked above.
        Block::Text(_) | Block::Verbatim(_) => block,
    }
}

/// A table of nodes without the numbers of those that were computed and named.
fn table_without_answers(table: Table, names: &Names) -> Table {
    let is_answer = |row: &[Paragraph]| match row.first().map(|cell| cell.pieces.as_slice()) {
        Some([Piece::Text(name, _)]) => {
            names.get(name).is_some_and(|node| is_named_result(names, node))
        }
        _ => false,
    };
    let blank = |cell: Paragraph| match cell.pieces.as_slice() {
        [Piece::Number(_)] => Paragraph::styled(CELL, Role::Faint),
        _ => cell,
    };
    let rows = table.rows.into_iter();
    let rows =
        rows.map(|row| if is_answer(&row) { row.into_iter().map(blank).collect() } else { row });
    Table { rows: rows.collect(), ..table }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::session::Session;
    use crate::render;

    #[test]
    fn what_finds_something_is_a_command() {
        let session = Session::new();
        let names = session.names();
        for kind in commands().filter(|it| it.finds).map(|it| it.name).chain(["layers"]) {
            let report = Report::of(kind, Paragraph::new("2").line());
            let (blank, format) = on_worksheet(report, render::format("json"), "", names);
            assert!(
                format.name == "table" && format!("{:?}", blank.blocks).contains(BLANK),
                "{kind}"
            );
        }
    }
}
