//! Studies of a session: descents, minima, fits and roots, which move its leaves, and curves, grids and bands, which do not.

mod following;

pub use following::{Follower, Following, following, look_again};
