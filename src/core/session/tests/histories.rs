//! Whole sessions are saved, undone, refused and loaded to the last bit: the laws of tests/support/net
//! on what its generators make of random bytes.

use proptest::prelude::*;

use crate::Session;
use crate::support::bytes::{bytes, history};
use crate::support::fixed_seed::config;
use crate::support::net::{Choices, generate, laws};

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn a_saved_session_is_the_same_session(bytes in bytes(400)) {
        laws::saved_is_loaded(&history(&bytes));
    }

    #[test]
    fn undo_takes_back_whatever_was_a_step(bytes in bytes(400)) {
        laws::undo_goes_back(&history(&bytes));
    }

    #[test]
    fn a_statement_that_fails_changes_nothing(past in bytes(200), attempts in bytes(200)) {
        laws::failures_change_nothing(&history(&past), &history(&attempts));
    }

    #[test]
    fn a_script_does_what_its_statements_do(past in bytes(150), script in bytes(250)) {
        laws::loading_is_running(&history(&past), &history(&script));
    }

    #[test]
    fn a_node_can_be_typed_by_the_name_it_is_shown_under(bytes in bytes(400)) {
        laws::names_can_be_typed(&history(&bytes));
    }
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn what_was_fitted_is_saved(bytes in bytes(60)) {
        laws::saved_is_loaded(&generate::fits(&mut Choices::new(&bytes)));
    }
}

/// Histories that once were saved as scripts that could not be loaded.
const LOST: &[&str] = &[
    // An older binding that only the root holds, by a node inside it.
    "a = 2\nL = a*3 + 1\n:grad L.1\nL = 7\nM = L@1.1 + 1",
    "a = 2\na*3 + 1\n:grad _.1\n7",
    // Answers that are gone or have another name.
    "a = 2\nb = a*3\na*4 + b\n:undo",
    "a = 2\na*4\nb = _\n5\nc = b + 1\nb = 3\n:undo",
    "a = 2\na = diff(a + 1, a)",
    // A name that is bound again keeps its place among the others in both.
    "a = 1\nb = 2\na = 3\nc = b\nd = b\nc = 4\n:undo",
    // The uncertainties of a network that was fitted.
    "x = [0, 1, 2, 3, 4, 5]\ny = [0.1, 0.3, 0.2, 0.5, 0.9, 0.7]\n:net n 1 1\n:fit y = n(x)\nz = n(2)",
    // An answer that is the node of the one before, which the name of the answer alone is not.
    "L = 2\n2.5\nL = 3\n_@1\nx = 5",
    // A group made of one that was the answer.
    "b = -3\nsoftmax(2, b) == 0.5\na = _ + 1\n5",
    // A leaf that is an answer, and the present one in one of both sessions only.
    "a = 11\n:root 36\n:set _ 35\n-1\nL = a\n:root _@1",
    // The earlier binding that a node in use is called after.
    "a = 2\nc = 3\n.5(-c)\n_ > a\nL = _@1.1\nx = L\nL = 1",
    // A function that was called for a copied number only.
    "b = 2 ± 0.1\nf(x) = x^2\nc = b*u(f(b))\nf(x) = x + 1",
    // A node inside an answer that is the root, since it was the last answer.
    "a = 2\nsinh(3a)\n_.1",
    // An answer that was estimated with degrees of freedom, which cannot be typed without a name.
    "x = [3, 4, 6]\nmeasured(x)\ny = 2*_",
    // What a function copies, where an inner node that is shared is written out once for each use.
    "a = 2 ± 0.1\nf(x) = u(a)*x\nb = f(max(a, 2, a, 2))\n:root b",
    // What a function copies, where the inner nodes get other numbers.
    "a = 2 ± 0.1\nc = 3\nf(x) = 2c*u(a) + x\ny = f(a*c)",
    // An earlier answer that is a number, and that only what can be undone keeps.
    "b = 2\n5\nx = b + 1\nb*3\nx = b\nc = _*2\ny = 2*_@1",
    // Functions that only a derivative of theirs uses, and others through it.
    "f(x) = x^3\na = 2\ny = f'(a)\nf(x) = x^2",
    "f(x) = x^4\ng(x) = f''(x)\na = 2\ny = g'(a)\n:del f\n:del g",
    "f(x) = x^2\na = 2\nb = 3 ± f'(2)\nf(x) = x",
    // Degrees of freedom of sources whose leaf is typed.
    "a = 2 ± 0.1\nb = 3\nx = [1, 2, 3]\ny = [2.1, 3.9, 6.2]\n:fit y = a*exp(b*x)\n:set a ± 0.1\nL = a + b",
    "x = [1, 2, 3, 4]\ny = [2.1, 3.9, 6.2, 7.7]\n:fit y = m*x + c\na = 2 ± 0.1 dof 5\n:correlate m a 0.2\nL = m*a + c",
    // Solved leaves, by numbers and by rows, frozen, and bound again.
    "a = 2 ± 0.1\nx = 1\n:solve x^2 = a for x\nL = x + a",
    "y = [1, 2, 3] ± [0.1, 0.2, 0.3]\na = -2 ± 0.3\nx = 1 ± 0.5 dof 3\n:solve x^3*mean(y) = x - a for x\n:freeze x\nL = x*a",
    "a = 2 ± 0.1\nb = 1 ± 0.2\n:correlate a b 0.5\nx = 1\nL = (x - a)^2 + x*b\n:minimize L for x\nx = x + b",
    "a = 2 ± 0.1\nx = 1\n:solve x^2 = a for x\nc = x\nx = 3\na = 4\nL = c*x",
];

#[test]
fn what_was_lost_once_is_saved() {
    for text in LOST {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let mut session = Session::new();
        for line in &lines {
            laws::run(&mut session, line).expect(line);
        }
        laws::saved_is_loaded(&lines);
    }
}

/// Nodes that were once shown under names that meant nothing.
const UNTYPABLE: &[&str] = &[
    "a = 2; b = 1; log(-a^22.5*b + 1); :diff _ a; :diff _ b",
    "a = 2; L = a*3 + 1; M = L.1 + 1; L = 1",
];

#[test]
fn what_could_not_be_typed_once_can_be() {
    for text in UNTYPABLE {
        let lines: Vec<String> = text.split("; ").map(str::to_owned).collect();
        laws::names_can_be_typed(&lines);
    }
}
