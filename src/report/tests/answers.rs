//! Whatever is typed is answered in words, and the same in every format: the laws of
//! tests/support/net on what its generators make of random bytes.

use proptest::prelude::*;

use crate::Session;
use crate::support::bytes::{bytes, history};
use crate::support::fixed_seed::config;
use crate::support::net::{Choices, generate, laws};

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn whatever_is_typed_is_answered_in_words(bytes in bytes(200)) {
        let mut choices = Choices::new(&bytes);
        let mut session = laws::begun();
        while !choices.is_spent() {
            laws::what_is_said_is_sound(&mut session, &generate::soup(&mut choices));
        }
    }
}

proptest! {
    #![proptest_config(config(100))]

    #[test]
    fn answers_are_the_same_in_every_format(bytes in bytes(400)) {
        let mut session = Session::new();
        for statement in history(&bytes) {
            laws::what_is_said_is_sound(&mut session, &statement);
        }
    }

    #[test]
    fn every_command_answers_in_words(bytes in bytes(300)) {
        let mut choices = Choices::new(&bytes);
        let mut session = laws::begun();
        while !choices.is_spent() {
            laws::what_is_said_is_sound(&mut session, &generate::command(&mut choices));
        }
    }
}

#[test]
fn a_name_in_marks_is_told_without_what_controls_a_terminal() {
    let mut session = Session::new();
    for text in ["x = 1", ":del \"a\u{7f}.b\"", ":del \"\u{1b}[2Ja@1\""] {
        laws::what_is_said_is_sound(&mut session, text);
    }
}

#[test]
fn a_zero_is_shown_without_its_sign() {
    for text in ["-0", "0*-1"] {
        laws::what_is_said_is_sound(&mut Session::new(), text);
    }
}
