//! Lessons: Markdown files that are played, filled, printed as worksheets and graded; `:lesson`.

mod ask;
mod blocks;
#[cfg(feature = "terminal")]
mod builtin;
mod command;
mod exercise;
mod fence;
#[cfg(feature = "terminal")]
mod fill;
#[cfg(feature = "terminal")]
mod grade;
mod html;
mod lesson;
mod player;
mod quiz;
mod submission;
mod task;
mod transcript;
mod trial;
mod variants;
mod worksheet;

use crate::core::language::Result;
#[cfg(feature = "terminal")]
pub use builtin::text as builtin_text;
pub use command::COMMANDS;
use exercise::Exercise;
pub use fence::Fence;
#[cfg(feature = "terminal")]
pub use fill::{BlockRunner, Filled, fill};
#[cfg(feature = "terminal")]
pub use grade::{Pupil, Tried, judged, report};
pub use html::{Reading, html};
pub use lesson::{Lesson, SHELF};
pub use player::{Player, Stage, Step};
pub use submission::{HandIn, MOST_BYTES};
pub use transcript::{Printed, is_transcript, typed};
pub use variants::drawn;
pub use worksheet::{Sheet, headed, on_worksheet};

/// Reads a block.
type Read = fn(&str) -> Result<Box<dyn Exercise>>;

/// The blocks that ask or set something, by their names.
static EXERCISES: [(&str, Read); 3] = [
    ("quiz", |content| Ok(Box::new(quiz::Quiz::read(content)))),
    ("ask", |content| Ok(Box::new(ask::Ask::read(content)?))),
    ("task", |content| Ok(Box::new(task::Task::read(content)?))),
];

/// Reads a block; `None` if there is no such block.
fn exercise(name: &str, content: &str) -> Option<Result<Box<dyn Exercise>>> {
    EXERCISES.iter().find(|(own, _)| *own == name).map(|(_, read)| read(content))
}
