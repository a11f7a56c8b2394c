//! The page in a real browser. `page/build` comes first, and Chromium with its driver has to be
//! there, so these tests run only if asked for: `cargo test --test it page:: -- --ignored`.

// What does not go as expected ends the test.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

mod access;
mod books;
mod cell;
mod course;
mod driver;
mod first;
mod hosts;
mod looks;
mod moving;
mod networks;
mod practice;
mod races;
mod safety;
mod seen;
mod server;
mod sharing;
mod starting;
mod tables;
mod talking;
mod unseen;
mod words;
