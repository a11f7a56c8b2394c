//! Every command with arguments of the kinds it declares, and text that is none: what is said about
//! them is text, and the same in every format.
#![no_main]

#[path = "../../tests/support/net/mod.rs"]
mod net;

use libfuzzer_sys::fuzz_target;
use net::{Choices, generate, laws};

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Choices::new(bytes);
    let mut session = laws::begun();
    for _ in 0..laws::MOST_STATEMENTS {
        if choices.is_spent() {
            break;
        }
        let text = match choices.weighted(&[4, 2, 1]) {
            0 => generate::command(&mut choices),
            1 => generate::statement(&mut choices),
            _ => generate::soup(&mut choices),
        };
        laws::what_is_said_is_sound(&mut session, &text);
    }
});
