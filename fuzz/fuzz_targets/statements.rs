//! Statements that the grammar allows: the derivatives of what they compute agree with each other.
#![no_main]

#[path = "../../tests/support/net/mod.rs"]
mod net;

use libfuzzer_sys::fuzz_target;
use net::{Choices, generate, laws};

fuzz_target!(|bytes: &[u8]| {
    let mut session = laws::session_of(&generate::calculation(&mut Choices::new(bytes)));
    laws::derivatives_are_grads(&mut session);
    laws::check_agrees(&mut session);
    laws::formulas_mean_their_nodes(&mut session);
    laws::program_is_the_pass(&mut session);
});
