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
    /// What people read, in order.
    pub blocks: Vec<Block>,
    /// What machines read, an object each. Without any they read what the blocks say. The nodes of a
    /// pass and the numbers of a chart are theirs as well.
    pub data: Vec<Data>,
    /// Remarks for stderr.
    pub notes: Vec<String>,
    /// The leaves that have lost their names.
    pub left_behind: Vec<LeftBehind>,
    /// The shell's next action.
    pub next: Next,
}

/// A part of what people read.
#[derive(Debug)]
pub enum Block {
    /// A paragraph.
    Text(Paragraph),
    /// A table.
    Table(Table),
    /// A picture of numbers.
    Chart(Box<Chart>),
    /// A backward pass, in one of its layouts.
    Pass(Box<Pass>),
    /// Text that is printed as it stands, such as an export.
    Verbatim(String),
}

/// A leaf whose name means another node now. A note says who still uses it, but only at the end of
/// the line, which may build that anew.
#[derive(Debug)]
pub struct LeftBehind {
    pub name: String,
    /// The old leaf.
    pub old: Value,
    /// What has it now.
    pub new: Value,
}

impl Report {
    /// A report of one block.
    pub fn of(kind: &'static str, block: Block) -> Report {
        Report { kind, blocks: vec![block], ..Report::default() }
    }

    /// A report of some lines.
    pub fn say(kind: &'static str, lines: impl IntoIterator<Item = String>) -> Report {
        let blocks = lines.into_iter().map(|text| Paragraph::new(text).line()).collect();
        Report { kind, blocks, ..Report::default() }
    }

    /// A report that something was made: a line that confirms it, and facts.
    pub fn confirm(kind: &'static str, said: impl Into<String>, facts: Facts) -> Report {
        Report::say(kind, [said.into()]).with_data(Data::Confirmation(facts))
    }

    /// The same report, of which machines read this.
    pub fn with_data(mut self, data: Data) -> Report {
        self.data = vec![data];
        self
    }

    /// Adds what the statement after it has to say.
    pub fn append(&mut self, after: Report) {
        (self.kind, self.next) = (after.kind, after.next);
        self.blocks.extend(after.blocks);
        self.data.extend(after.data);
        self.notes.extend(after.notes);
        self.left_behind.extend(after.left_behind);
    }

    /// Leaves out the answers under a name that the statement has given.
    pub fn leave_out_named(&mut self) {
        let is_named = |data: &Data| data.answer().is_some_and(|answer| answer.named);
        if self.data.iter().any(is_named) {
            self.data.clear();
            self.blocks.clear();
        }
    }

    /// Returns the backward pass that it shows.
    pub fn pass(&self) -> Option<&Pass> {
        self.blocks.iter().find_map(|block| match block {
            Block::Pass(pass) => Some(&**pass),
            _ => None,
        })
    }

    /// Returns the picture that it shows.
    pub fn chart(&self) -> Option<&Chart> {
        self.blocks.iter().find_map(|block| match block {
            Block::Chart(chart) => Some(&**chart),
            _ => None,
        })
    }

    /// Returns the value of a fact, if machines read one of this name.
    pub fn fact(&self, name: &str) -> Option<serde_json::Value> {
        self.data.iter().find_map(|data| data.facts(&[]).get(name).cloned())
    }
}
