//! gradcalc: a calculator that shows its gradients.
//!
//! Typed expressions become nodes of a shared value graph; commands run the backward pass over it
//! and show every node's data and grad. This library is the calculator without its keyboard: a
//! [`Session`], and what is typed into it.
//!
//! ```
//! use gradcalc::{Session, evaluate, show};
//!
//! let mut session = Session::new();
//! evaluate(&mut session, "a = 2; b = -3; c = 10; f = -2")?;
//! evaluate(&mut session, "L = (a*b + c) * f")?;
//! assert_eq!(evaluate(&mut session, "L + 1")?, Some(-7.0));
//!
//! // Grads as numbers,
//! let root = session.value("L")?;
//! session.backward(&root);
//! assert_eq!(session.value("a")?.grad(), 6.0);
//!
//! // and what the program prints.
//! assert_eq!(show(&mut session, ":diff L a")?, "dL/da = b * f = 6\n");
//! # Ok::<(), gradcalc::Error>(())
//! ```

// Without the terminal nothing uses what only the shell uses.
#![cfg_attr(not(feature = "terminal"), allow(dead_code, unused_imports))]

mod command;
mod core;
mod page;
mod parts;
mod render;
#[cfg(feature = "terminal")]
mod repl;
mod report;

// tests/support names the library as tests/it, benches and fuzzers do.
#[cfg(test)]
extern crate self as gradcalc;

/// What tests of several rooms use.
#[cfg(test)]
#[path = "../tests/support"]
#[allow(dead_code, reason = "tests/it uses the rest")]
mod support {
    pub mod answer;
    pub mod budget;
    pub mod bytes;
    pub mod cases;
    pub mod deep;
    pub mod digits;
    pub mod doubling;
    pub mod fixed_seed;
    pub mod golden;
    pub mod graphs;
    pub mod moons;
    pub mod net;
    pub mod typed;
}

/// ```
/// use gradcalc::{Session, evaluate};
///
/// let mut session = Session::new();
/// evaluate(&mut session, "a = 2; b = a; L = a*b; :grad L")?;
/// let a = session.value("a")?;
/// assert!(a.is_leaf() && a == session.value("b")?);
/// assert_eq!((a.data(), a.grad()), (2.0, 4.0));
/// # Ok::<(), gradcalc::Error>(())
/// ```
#[doc(inline)]
pub use crate::core::graph::Value;
/// ```
/// use gradcalc::{Session, evaluate};
///
/// let line = "a = 2; b = lo(a)";
/// let error = evaluate(&mut Session::new(), line).unwrap_err();
/// assert_eq!(error.span().of(line), "lo");
/// assert_eq!(error.message(), "unknown function lo");
/// assert_eq!(error.advice(), Some("did you mean log?"));
/// ```
#[doc(inline)]
pub use crate::core::language::Error;
#[doc(inline)]
pub use crate::core::language::{Result, Span};
pub use crate::core::session::Session;

use crate::command::{Files, RunOptions};
use report::{Data, Next, Report};

/// Runs the statements of `line` and returns the last number they answer with, if any does.
///
/// Commands that read or write files are refused, and those that only the program can carry out, such
/// as `:quit`, do nothing.
///
/// # Errors
///
/// Returns the first syntax error, which the text and the names of commands tell: then no statement
/// has taken effect. Else returns the error of the first statement that fails, such as an unknown
/// name: those before it have taken effect; it and those after it have not.
///
/// ```
/// use gradcalc::{Session, evaluate};
///
/// let mut session = Session::new();
/// assert_eq!(evaluate(&mut session, "a = 3; a^2; a + 1")?, Some(4.0));
/// assert_eq!(evaluate(&mut session, ":set a 5")?, None);
/// assert_eq!(evaluate(&mut session, "a")?, Some(5.0));
/// assert!(evaluate(&mut session, "b = 2; unknown").is_err());
/// assert_eq!(evaluate(&mut session, "b")?, Some(2.0));
/// assert!(evaluate(&mut session, "b = 3; b +").is_err());
/// assert_eq!(evaluate(&mut session, "b")?, Some(2.0));
/// # Ok::<(), gradcalc::Error>(())
/// ```
pub fn evaluate(session: &mut Session, line: &str) -> Result<Option<f64>> {
    let mut last = None;
    run(session, line, |_, report| {
        let answer = report.data.iter().rev().find_map(Data::answer);
        last = answer.filter(|it| it.members.is_none()).map(|it| it.data);
        Ok(())
    })?;
    Ok(last)
}

/// Runs the statements of `line` as [`evaluate`] does, and returns what the program would print, in
/// the format of the session: a table, or what `:format` has chosen. Notes are left out.
///
/// # Errors
///
/// As [`evaluate`]; what the statements before the failed one would have printed is lost.
///
/// ```
/// use gradcalc::{Session, evaluate, show};
///
/// let mut session = Session::new();
/// evaluate(&mut session, "a = 2; L = a^3; :format json")?;
/// assert!(show(&mut session, ":grad L")?.starts_with(r#"{"kind":"grad","root":"L""#));
/// # Ok::<(), gradcalc::Error>(())
/// ```
pub fn show(session: &mut Session, line: &str) -> Result<String> {
    let mut text = String::new();
    run(session, line, |session, report| {
        let settings = session.settings();
        let style = render::Style::plain(settings.digits);
        (render::format(settings.format).write)(report, &style, &mut text)
            .map_err(|error| Error::new(Span::default(), error.to_string()))
    })?;
    Ok(text)
}

/// Runs the statements of `line`, and gives `see` the report of each.
fn run(
    session: &mut Session,
    line: &str,
    mut see: impl FnMut(&Session, &Report) -> Result<()>,
) -> Result<()> {
    let options = RunOptions { files: Files::Absent, ..RunOptions::default() };
    let line = command::syntax::Scan::of(line);
    command::must_be_well_formed(session, &line, options)?;
    for statement in line.statements() {
        let report = command::run_statement(session, statement, options);
        let report = report.map_err(|error| error.moved(statement.start))?;
        if let Next::Rows(rows) = &report.next {
            let error =
                Error::new(rows.span.moved(statement.start), "there are no rows to read here");
            return Err(error.hint("write x = [1, 2, 3]"));
        }
        see(session, &report)?;
    }
    Ok(())
}

#[cfg(doctest)]
#[doc = include_str!("../docs/reference.md")]
struct Reference;

/// What this package's own program, tests, benches and fuzzers use beyond the public face. Not part
/// of the public interface: it changes without notice.
#[doc(hidden)]
pub mod internals {
    pub mod command {
        pub use crate::command::{
            Argument, ArgumentKind, Command, Files, Group, RunOptions, commands, find, run,
            topic_names,
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
        pub use crate::core::graph::{Label, Operand, Order, Stop, Value};
    }
    pub mod language {
        pub use crate::command::syntax::{Scan, Statement, parse};
        pub use crate::core::language::{
            Error, Item, Span, Tree, exact, expression, nearest, visible, visible_text,
        };
    }
    pub mod learn {
        pub use crate::parts::learn::{BUGS, Practice, answer};
    }
    pub mod lessons {
        pub use crate::parts::lessons::typed;
        #[cfg(feature = "terminal")]
        pub use crate::parts::lessons::{Lessons, filled};
    }
    pub mod ops {
        pub use crate::core::ops::{CONSTANTS, Makes, Notation, Operation, infix};
        pub use crate::parts::{call, call_names, forms, operations};
    }
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
        pub use crate::repl::{Color, Options, run, write_out};
    }
    pub mod report {
        pub use crate::report::{
            Answer, Block, Column, Data, Paragraph, Pass, Piece, Report, Shape, Table, numbers,
        };
    }
    pub mod rows {
        pub use crate::parts::rows::Program;
    }
    pub mod session {
        pub use crate::core::session::ANSWER;
    }
    pub mod uncertainty {
        pub use crate::parts::uncertainty::{Input, propagate, propagate_through};
    }
}
