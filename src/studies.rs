//! Studies of a session: descents, minima, fits and roots, which move its leaves, and curves, grids and bands, which do not.

mod band;
mod following;
mod groups;
mod sampling;
mod scatter;
mod surface;

pub use band::bands;

pub use following::{Follower, Following, following, look_again};
pub use groups::held;

pub use sampling::{sample, slope};
pub use scatter::scatter;

pub use surface::{Places, is_quick_over_grid, over_grid};
