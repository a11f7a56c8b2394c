//! gradcalc: a calculator that shows its gradients.
//!
//! Typed expressions become nodes of a shared value graph; commands run the backward pass over it
//! and show every node's data and grad. This library is the calculator without its keyboard:
//!
//! ```
//! use gradcalc::{Session, evaluate};
//!
//! let mut session = Session::new();
//! evaluate(&mut session, "a = 2; b = -3; c = 10; f = -2")?;
//! evaluate(&mut session, "L = (a*b + c) * f")?;
//! assert_eq!(evaluate(&mut session, "L + 1")?, Some(-7.0));
//!
//! let root = session.value("L")?;
//! session.backward(&root);
//! assert_eq!(session.value("a")?.grad(), 6.0);
//! # Ok::<(), gradcalc::Error>(())
//! ```

// The parser pest generates without its std feature names this crate.
extern crate alloc;

pub mod commands;
mod files;
pub mod graph;
pub mod language;
pub mod ops;
pub mod report;
pub mod session;
#[cfg(feature = "terminal")]
pub mod shell;
pub mod tutor;
pub mod views;

pub use graph::Value;
pub use language::{Error, Result};
pub use session::Session;

use commands::RunOptions;
use report::Part;

/// Runs the statements of `line` and gives the last number they answer with, if any does.
///
/// # Errors
///
/// The first statement that is wrong ends the line; those before it have happened, it has not.
pub fn evaluate(session: &mut Session, line: &str) -> Result<Option<f64>> {
    let options = RunOptions { no_files: true, ..RunOptions::default() };
    let mut last = None;
    for statement in language::Scan::of(line).statements() {
        let report = commands::run_statement(session, statement, options);
        let report = report.map_err(|error| error.moved(statement.start))?;
        last = report.parts.iter().rev().find_map(|part| match part {
            Part::Answer(answer) => Some(answer.data),
            _ => None,
        });
    }
    Ok(last)
}
