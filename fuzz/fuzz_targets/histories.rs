//! Whole sessions: saved, undone, loaded, with statements that fail, and stepped.
#![no_main]

#[path = "../../tests/support/net/mod.rs"]
mod net;

use libfuzzer_sys::fuzz_target;
use net::{Choices, generate, laws};

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Choices::new(bytes);
    let (law, rate) = (choices.below(6), f64::from(choices.byte()) / 512.0 - 0.1);
    let count = 1 + choices.below(12);
    let history = generate::history(&mut choices);
    let (past, rest) = history.split_at(history.len() / 2);
    match law {
        0 => laws::saved_is_loaded(&history),
        1 => laws::undo_goes_back(&history),
        2 => laws::failures_change_nothing(past, rest),
        3 => laws::loading_is_running(past, rest),
        4 => laws::names_can_be_typed(&history),
        _ => laws::single_steps_are_many(&history, rate, count),
    }
});
