//! Studies of a session: descents, minima, fits and roots, which move its leaves, and curves, grids and bands, which do not.

mod band;
mod descent;
mod following;
mod groups;
mod rate;
mod sampling;
mod scatter;
mod surface;
mod trend;
mod watching;

pub use band::bands;
pub use descent::{Descent, FirstStep, Moved, Steps, StopReason, descend, descend_by, race};

pub use following::{Follower, Following, following, look_again};
pub use groups::held;

pub use rate::rate;
pub use sampling::{sample, slope};
pub use scatter::scatter;

pub use surface::{Places, is_quick_over_grid, over_grid};
pub use trend::Trend;
pub use watching::WatchedCurve;
