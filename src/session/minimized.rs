//! The last minimum that gave its leaves uncertainties, for a page on it.

use std::rc::Rc;

use super::fitted::digests;
use super::{Change, Session};
use crate::graph::Value;
use crate::report::MinimumReport;

/// A root at its minimum, taken as a likelihood or a sum of squares.
#[derive(Debug)]
pub struct Minimized {
    /// The root.
    pub root: Value,
    /// The root as typed.
    pub typed: String,
    /// Its leaves and all figures.
    pub report: MinimumReport,
    /// What was said of it.
    pub said: Vec<String>,
    /// The leaves of the root, each with a digest of what it was then.
    pub leaves: Vec<(Value, u64)>,
}

/// The last such minimum, unless something was fitted since.
pub fn last_minimized(session: &Session) -> Option<&Rc<Minimized>> {
    session.state.minimized.as_ref()
}

/// Forgets the last minimum, undoably.
pub fn forget_minimized(session: &mut Session) {
    let before = session.state.minimized.take();
    session.record(Change::Minimized(before));
}

/// Keeps a minimum in place of the one that was forgotten.
pub fn keep_minimized(
    session: &mut Session,
    (root, typed): (Value, &str),
    report: MinimumReport,
    said: Vec<String>,
) {
    let leaves: Vec<Value> = session.order_of(&root).leaves().cloned().collect();
    let leaves = digests(session, leaves);
    session.state.minimized =
        Some(Rc::new(Minimized { root, typed: typed.to_owned(), report, said, leaves }));
}
