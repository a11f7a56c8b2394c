//! Lessons: Markdown files that are played, filled, printed as worksheets and graded; `:lesson`.

mod attempt;
mod blocks;
mod builtin;
mod command;
mod command_line;
mod fence;
mod fill;
mod grade;
mod hidden_grads;
mod lesson;
mod markdown;
mod pages;
mod play;
mod question;
mod random_values;
mod submission;
mod task;
mod transcript;
mod variants;
mod worksheet;

pub use attempt::tried;
pub use blocks::Task;
pub use command::COMMANDS;
pub use command_line::{Lessons, are_meant, filled, run};
pub use fence::Fence;
pub use hidden_grads::asked_ahead;
pub use lesson::{Exercise, Lesson, Part, PartKind, SHELF};
pub use markdown::{Reading, html};
pub use play::{Player, type_line};
pub use question::Asking;
pub use random_values::Draws;
pub use submission::{HandIn, Try};
pub use task::{Attempt, Gone, IN_THE_WAY, can_be_asked, must_make_sense};
pub use transcript::typed;
pub use worksheet::on_worksheet;
