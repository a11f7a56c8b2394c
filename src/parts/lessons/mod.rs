//! Lessons: Markdown files that are played, filled, printed as worksheets and graded; `:lesson`.

mod attempt;
mod blocks;
#[cfg(feature = "terminal")]
mod builtin;
mod command;
#[cfg(feature = "terminal")]
mod command_line;
mod fence;
#[cfg(feature = "terminal")]
mod fill;
#[cfg(feature = "terminal")]
mod grade;
mod hidden_grads;
mod lesson;
mod markdown;
mod pages;
#[cfg(feature = "terminal")]
mod play;
mod question;
mod submission;
mod task;
mod transcript;
#[cfg(feature = "terminal")]
mod variants;
#[cfg(feature = "terminal")]
mod worksheet;

pub use attempt::tried;
pub use blocks::Task;
pub use command::{COMMANDS, chooses};
#[cfg(feature = "terminal")]
pub use command_line::{Action, filled, run};
pub use fence::Fence;
pub use hidden_grads::asked_ahead;
pub use lesson::{Exercise, Lesson, Part, PartKind, SHELF};
pub use markdown::{Reading, html};
#[cfg(feature = "terminal")]
pub use play::{Player, type_line};
pub use question::Asking;
pub use submission::{HandIn, Try};
pub use task::{Attempt, Gone, IN_THE_WAY, can_be_asked, must_make_sense};
pub use transcript::typed;
pub use worksheet::Sheet;
#[cfg(feature = "terminal")]
pub use worksheet::on_worksheet;
