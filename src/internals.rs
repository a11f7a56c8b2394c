//! What this package's own program, tests, benches and fuzzers use beyond the public face. Not part
//! of the public interface: it changes without notice.

pub mod command {
    pub use crate::command::{
        Argument, ArgumentKind, Command, Files, Group, RunOptions, commands, find, run, topic_names,
    };
}
pub mod descent {
    pub use crate::parts::descent::{descend, trained};
}
pub mod export {
    pub use crate::parts::export::exports;
}
pub mod formula {
    pub use crate::parts::formula::{derivative, text_slope};
}
pub mod graph {
    pub use crate::core::graph::{Label, Operand, Order, Value};
}
pub mod language {
    pub use crate::command::syntax::{Statement, parse, statements};
    pub use crate::core::language::{Error, Item, Span, Tree, exact, expression, visible};
}
pub mod learn {
    pub use crate::parts::learn::{BUGS, Practice, answer};
}
pub mod lessons {
    pub use crate::parts::lessons::{Sheet, typed};
    #[cfg(feature = "terminal")]
    pub use crate::repl::lesson::filled;
}
pub mod ops {
    pub use crate::core::ops::{CONSTANTS, Makes, Notation, Operation, infix};
    pub use crate::parts::{call, call_names, forms, operations};
}
#[cfg(feature = "page")]
pub mod page {
    pub use crate::page::Page;
}
pub mod render {
    pub use crate::render::{FORMATS, Style, format};
}
#[cfg(feature = "terminal")]
pub mod repl {
    pub use crate::repl::prompt::complete::complete;
    pub use crate::repl::prompt::helper::Typing;
    pub use crate::repl::{Options, arguments, run, run_program};
}
pub mod report {
    pub use crate::report::{
        Answer, Block, Column, Data, Paragraph, Pass, Piece, Report, Shape, numbers,
    };
}
pub mod rows {
    pub use crate::parts::rows::Program;
}
pub mod session {
    pub use crate::core::session::ANSWER;
}
pub mod uncertainty {
    pub use crate::parts::uncertainty::{Input, propagate};
}
