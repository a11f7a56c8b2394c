//! Lessons: Markdown files that are played, filled, printed as worksheets and graded; `:lesson`.

mod blocks;
#[cfg(feature = "terminal")]
mod builtin;
mod command;
mod fence;
#[cfg(feature = "terminal")]
mod fill;
#[cfg(feature = "terminal")]
mod grade;
mod html;
mod lesson;
mod player;
mod question;
mod submission;
mod task;
mod transcript;
#[cfg(feature = "terminal")]
mod variants;
#[cfg(feature = "terminal")]
mod worksheet;

#[cfg(feature = "terminal")]
pub use builtin::text as builtin_text;
pub use command::COMMANDS;
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
#[cfg(feature = "terminal")]
pub use variants::drawn;
#[cfg(feature = "terminal")]
pub use worksheet::{Sheet, on_worksheet};
