//! Lessons: Markdown files that are played, filled, printed as worksheets and graded; `:lesson`.

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
mod player;
mod question;
mod submission;
mod task;
mod transcript;
#[cfg(feature = "terminal")]
mod variants;
#[cfg(feature = "terminal")]
mod worksheet;

pub use command::COMMANDS;
#[cfg(feature = "terminal")]
pub use command_line::{Action, filled, run};
pub use hidden_grads::asks_grads;
pub use lesson::SHELF;
pub use markdown::{Reading, html};
#[cfg(feature = "terminal")]
pub use play::type_line;
pub use player::{Player, Stage, Step};
pub use submission::HandIn;
pub use transcript::typed;
#[cfg(feature = "terminal")]
pub use worksheet::{Sheet, on_worksheet};
