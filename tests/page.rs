//! The page in a real browser. `page/build` comes first, and Chromium with its driver has to be
//! there, so these tests are ignored unless they are asked for: `cargo test --test page -- --ignored`.

// What does not go as expected ends the test.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

#[path = "page/access.rs"]
mod access;
#[path = "page/cell.rs"]
mod cell;
#[path = "page/driver.rs"]
mod driver;
#[path = "page/hosts.rs"]
mod hosts;
#[path = "page/lessons.rs"]
mod lessons;
#[path = "page/looks.rs"]
mod looks;
#[path = "page/moving.rs"]
mod moving;
#[path = "page/races.rs"]
mod races;
#[path = "page/safety.rs"]
mod safety;
#[path = "page/server.rs"]
mod server;
#[path = "page/sharing.rs"]
mod sharing;
#[path = "page/starting.rs"]
mod starting;
#[path = "page/talking.rs"]
mod talking;
