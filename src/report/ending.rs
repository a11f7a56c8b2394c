//! The end of a search or a run of steps.

use serde::Serialize;

use super::{Next, counted};

/// The end of a search or a run of steps.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(into = "&'static str")]
pub enum Ending {
    /// All steps were taken.
    #[default]
    Done,
    /// The largest grad fell below the tolerance.
    Reached,
    Converged,
    /// The grads vanish, and the Hessian is positive definite.
    Minimum,
    /// A minimum where the Hessian is singular, and the root is the same beside it.
    NotUnique,
    Solved,
    NoRoot,
    /// The equations hold, also beside the root.
    Undetermined,
    /// The root falls without end.
    Endless,
    /// The limit of steps was reached.
    Falling,
    /// No step leads lower.
    Stuck,
    /// No step leads lower, and some lead to values that are not finite.
    NonFinite,
    Interrupted,
}

impl From<Ending> for &'static str {
    fn from(ending: Ending) -> &'static str {
        ending.word()
    }
}

impl Ending {
    /// Returns its word in JSON and CSV.
    pub fn word(self) -> &'static str {
        match self {
            Ending::Done => "done",
            Ending::Reached => "reached",
            Ending::Converged => "converged",
            Ending::Minimum => "minimum",
            Ending::NotUnique => "not unique",
            Ending::Solved => "solved",
            Ending::NoRoot | Ending::Endless => "none",
            Ending::Undetermined => "undetermined",
            Ending::Falling => "falling",
            Ending::Stuck => "stuck",
            Ending::NonFinite => "non-finite",
            Ending::Interrupted => "interrupted",
        }
    }

    /// Returns true if the search reached its aim.
    pub fn is_success(self) -> bool {
        use Ending::{Converged, Done, Minimum, NotUnique, Reached, Solved};
        matches!(self, Done | Reached | Converged | Minimum | NotUnique | Solved)
    }

    /// Returns the shell's next action: without success the run has failed.
    pub fn next(self) -> Next {
        if self.is_success() { Next::GoOn } else { Next::FellShort }
    }

    /// A sentence on the end; `root` is the name of the root.
    pub fn sentence(self, steps: u64, root: &str) -> String {
        let after = counted(steps, "step");
        let why = match self {
            Ending::Minimum => return format!("local minimum, after {after}"),
            Ending::NotUnique => {
                return format!(
                    "a minimum, but not the only one, after {after}: {root} is the same beside it"
                );
            }
            _ if self.is_success() => return format!("{} after {after}", self.word()),
            Ending::Endless => return format!("{root} falls without bound; no leaf moved"),
            Ending::NoRoot => "no root found",
            Ending::Undetermined => "the equations do not determine the unknowns",
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
