//! How a search or a run of steps ended: a word for machines, a sentence for people.

use serde::Serialize;

use super::{Next, counted};

/// How a search or a run of steps ended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(into = "&'static str")]
pub enum Ending {
    /// All steps that were asked for were taken.
    #[default]
    Done,
    /// The largest grad fell below the bound that was asked for.
    Reached,
    /// No step leads lower to first order.
    Converged,
    /// A local minimum: the grads vanish, and the Hessian is positive definite.
    Minimum,
    /// At a root.
    Solved,
    /// No root was found.
    NoRoot,
    /// The root falls without end.
    Endless,
    /// It was still falling after the most steps that it may take.
    Falling,
    /// No step leads lower.
    Stuck,
    /// No step leads lower, and some lead to what is not finite.
    NonFinite,
    /// The user interrupted it.
    Interrupted,
}

impl From<Ending> for &'static str {
    fn from(ending: Ending) -> &'static str {
        ending.word()
    }
}

impl Ending {
    /// Returns the word for it in JSON and CSV.
    pub fn word(self) -> &'static str {
        match self {
            Ending::Done => "done",
            Ending::Reached => "reached",
            Ending::Converged => "converged",
            Ending::Minimum => "minimum",
            Ending::Solved => "solved",
            Ending::NoRoot | Ending::Endless => "none",
            Ending::Falling => "falling",
            Ending::Stuck => "stuck",
            Ending::NonFinite => "non-finite",
            Ending::Interrupted => "interrupted",
        }
    }

    /// Returns true unless it stopped before it was where it was to go.
    pub fn is_success(self) -> bool {
        use Ending::{Converged, Done, Minimum, Reached, Solved};
        matches!(self, Done | Reached | Converged | Minimum | Solved)
    }

    /// Returns what comes next: a search without success is a failure of the run.
    pub fn next(self) -> Next {
        if self.is_success() { Next::GoOn } else { Next::FellShort }
    }

    /// Says how it ended after so many steps; `root` is the name of what fell.
    pub fn sentence(self, steps: u64, root: &str) -> String {
        let after = counted(steps, "step");
        let why = match self {
            Ending::Minimum => return format!("local minimum, after {after}"),
            _ if self.is_success() => return format!("{} after {after}", self.word()),
            Ending::Endless => return format!("{root} falls without bound; no leaf moved"),
            Ending::NoRoot => "no root found",
            Ending::Falling => return format!("not converged after {after} (the limit)"),
            Ending::Stuck => &format!("no trial step reduced {root}"),
            Ending::NonFinite => {
                &format!("no trial step reduced {root}, and farther on {root} is not finite")
            }
            _ => "interrupted",
        };
        stopped(steps, why)
    }
}

/// `stopped after 3 steps: no trial step reduced L`
pub fn stopped(steps: u64, why: &str) -> String {
    match steps {
        0 => format!("no step taken: {why}"),
        _ => format!("stopped after {}: {why}", counted(steps, "step")),
    }
}
