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
//!
//! The feature `terminal`, on by default, is the program and the crates that only it needs. A library takes
//! `default-features = false, features = ["parts"]`.
//!
//! CHANGELOG.md says what versions promise. What this documentation does not show may change at any time.

// Without a feature nothing uses what only it uses.
#![cfg_attr(not(all(feature = "terminal", feature = "page")), allow(dead_code, unused_imports))]

#[cfg(feature = "parts")]
#[allow(missing_docs, reason = "the public library does not name it")]
mod command;
mod core;
#[cfg(feature = "parts")]
mod evaluate;
#[cfg(feature = "parts")]
#[doc(hidden)]
pub mod internals;
#[cfg(any(all(test, feature = "parts"), feature = "page"))]
mod page;
#[cfg(feature = "parts")]
#[allow(missing_docs, reason = "the public library does not name it")]
mod parts;
#[cfg(feature = "parts")]
mod render;
#[cfg(feature = "terminal")]
mod repl;
#[cfg(feature = "parts")]
#[allow(missing_docs, reason = "the public library does not name it")]
mod report;

// tests/support names the library as tests/it, benches and fuzzers do.
#[cfg(test)]
extern crate self as gradcalc;

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
#[cfg(feature = "parts")]
pub use evaluate::{evaluate, show};

#[cfg(all(doctest, feature = "parts"))]
#[doc = include_str!("../docs/running.md")]
struct Running;

/// What tests of several rooms use.
#[cfg(test)]
#[cfg(feature = "parts")]
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
