//! Whole sessions: many single steps are one run of many.
#![no_main]

#[path = "../../tests/support/net/mod.rs"]
mod net;

use libfuzzer_sys::fuzz_target;
use net::{Choices, generate, laws};

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Choices::new(bytes);
    let rate = f64::from(choices.byte()) / 512.0 - 0.1;
    let count = 1 + choices.below(12);
    let history = generate::history(&mut choices);
    laws::single_steps_are_many(&history, rate, count);
});
