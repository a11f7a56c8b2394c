//! The report of a command: blocks for people, data for machines, notes; no layout.

mod answer;
mod chart;
mod data;
mod ending;
mod expression;
mod list;
mod next;
mod nodes;
mod number;
pub mod numbers;
mod paragraph;
mod pass;
mod role;
mod rows;
mod sparkline;
mod table;
#[cfg(test)]
mod tests;

use crate::core::graph::Value;
pub use crate::core::language::{counted, leaves};
pub use answer::Answer;
pub use chart::{
    Axis, Chart, ChartData, DIGITS, Heat, Marks, Observed, PLACES, Range, Row, Series, Tangent,
};
pub use data::{Data, Facts, described, exact_json, facts_of};
pub use ending::{Ending, stopped};
pub use expression::{applied, number_among};
pub use list::{and, few};
pub use next::{LESSON_STEPS, LessonStep, LessonWish, Next, WantedRows};
pub use number::{Number, NumberStyle, Numbers, as_exact, is_zero};
pub use paragraph::{NO_BREAK, Paragraph, Piece};
pub use pass::{Coverage, NonFiniteGrad, Overview, Pass, Shape, Summary, is_named_result};
pub use role::Role;
pub use rows::Rows;
pub use sparkline::{LONGEST_CURVE, bars};
pub use table::{Column, Fold, NARROWEST, Table};

/// The outcome of one statement.
#[derive(Debug, Default)]
pub struct Report {
    /// The name of the command, or `value`: the `"kind"` of the JSON object.
    pub kind: &'static str,
    /// The blocks for people, in order.
    pub blocks: Vec<Block>,
    /// The objects for machines. Without any, machines get the blocks.
    pub data: Vec<Data>,
    /// Remarks for stderr.
    pub notes: Vec<String>,
    pub left_behind: Vec<LeftBehind>,
    pub next: Next,
}

#[derive(Debug)]
pub enum Block {
    /// A paragraph.
    Text(Paragraph),
    /// A table.
    Table(Table),
    Chart(Box<Chart>),
    Pass(Box<Pass>),
    /// Text without layout, such as an export.
    Verbatim(String),
}

/// A leaf whose name was bound again. A note at the end of the line says which nodes still use it.
#[derive(Debug)]
pub struct LeftBehind {
    pub name: String,
    pub old: Value,
    pub new: Value,
}

impl Report {
    pub fn of(kind: &'static str, block: Block) -> Report {
        Report { kind, blocks: vec![block], ..Report::default() }
    }

    pub fn say(kind: &'static str, lines: impl IntoIterator<Item = String>) -> Report {
        let blocks = lines.into_iter().map(|text| Paragraph::new(text).line()).collect();
        Report { kind, blocks, ..Report::default() }
    }

    /// A report of a file or a change: one line, and facts.
    pub fn confirm(kind: &'static str, said: impl Into<String>, facts: Facts) -> Report {
        Report::say(kind, [said.into()]).with_data(Data::Confirmation(facts))
    }

    pub fn with_data(mut self, data: Data) -> Report {
        self.data = vec![data];
        self
    }

    /// Appends the report of the next statement.
    pub fn append(&mut self, after: Report) {
        (self.kind, self.next) = (after.kind, after.next);
        self.blocks.extend(after.blocks);
        self.data.extend(after.data);
        self.notes.extend(after.notes);
        self.left_behind.extend(after.left_behind);
    }

    /// Removes the answers of names that the statement has bound.
    pub fn leave_out_named(&mut self) {
        let is_named = |data: &Data| data.answer().is_some_and(|answer| answer.named);
        if self.data.iter().any(is_named) {
            self.data.clear();
            self.blocks.clear();
        }
    }

    pub fn pass(&self) -> Option<&Pass> {
        self.blocks.iter().find_map(|block| match block {
            Block::Pass(pass) => Some(&**pass),
            _ => None,
        })
    }

    pub fn chart(&self) -> Option<&Chart> {
        self.blocks.iter().find_map(|block| match block {
            Block::Chart(chart) => Some(&**chart),
            _ => None,
        })
    }

    /// Returns the value of a fact for machines.
    pub fn fact(&self, name: &str) -> Option<serde_json::Value> {
        self.data.iter().find_map(|data| data.facts(&[]).get(name).cloned())
    }
}
