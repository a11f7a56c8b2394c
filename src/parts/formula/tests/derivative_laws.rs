//! Derivatives agree with each other, as formulas, grads and finite differences: the laws of
//! tests/support/net on what its generators make of random bytes.

use proptest::prelude::*;

use crate::Session;
use crate::core::language::Span;
use crate::support::bytes::bytes;
use crate::support::fixed_seed::config;
use crate::support::net::{Choices, generate, laws};

/// An expression of numbers and a column, with choices, and slopes that are infinite at 0.
fn expression(choices: &mut Choices<'_>, depth: usize) -> String {
    if depth == 0 {
        return choices.pick(&["a", "b", "x", "x", "1", "0"]).to_owned();
    }
    let shape = choices.pick(&[
        "where(# > #, #, #)",
        "where(# > #, #, #)",
        "where(#, #, 0)",
        "sqrt(where(# > #, #, 0))",
        "mean(where(x > 1, #, #))",
        "sqrt(#)",
        "sqrt(abs(#))",
        "cbrt(#)",
        "log(#)",
        "tanh(#)",
        "(# + #)",
        "(#*#)",
        "(# - #)",
        "(#/#)",
        "sum(# + x)",
        "max(# + x)",
        "(# + x)[2]",
    ]);
    let mut text = String::new();
    for char in shape.chars() {
        match char {
            '#' => text.push_str(&expression(choices, depth - 1)),
            _ => text.push(char),
        }
    }
    text
}

proptest! {
    #![proptest_config(config(100))]

    #[test]
    fn a_derivative_is_a_number_wherever_the_grad_is(bytes in bytes(60)) {
        let mut choices = Choices::new(&bytes);
        let mut number = || choices.pick(&["2", "-1", "0", "0.5", "3"]);
        let values: Vec<&str> = (0..5).map(|_| number()).collect();
        let column = values[2..].join(", ");
        let mut session = Session::new();
        let leaves = format!("a = {}; b = {}; x = [{column}]", values[0], values[1]);
        let body = expression(&mut choices, 4);
        let fold = choices.pick(&["sum", "sqrt(mean", "max", "where(a > 0, sum"]);
        let close = match fold { "sum" | "max" => ")", "sqrt(mean" => "))", _ => "), b)" };
        let statement = format!("L = {fold}({body} + 0*x{close}");
        let root = {
            for line in [leaves.as_str(), statement.as_str()] {
                crate::show(&mut session, line).unwrap();
            }
            session.find("L", Span::default()).unwrap()
        };
        prop_assume!(root.data().is_finite());
        session.backward(&root);
        for name in ["a", "b"] {
            let grad = session.find(name, Span::default()).unwrap().grad();
            crate::show(&mut session, &format!("d = diff(L, {name})")).unwrap();
            let got = session.find("d", Span::default()).unwrap().data();
            let is_close = (got - grad).abs() <= 1e-9 * grad.abs().max(1.0);
            prop_assert!(!grad.is_finite() || is_close, "{leaves}; {statement}: {got}, not {grad}");
        }
    }

    #[test]
    fn derivatives_agree_with_each_other(bytes in bytes(200)) {
        let mut session = laws::session_of(&generate::calculation(&mut Choices::new(&bytes)));
        // A session whose numbers leave the range of doubles shows nothing.
        prop_assume!(laws::derivatives_are_grads(&mut session) > 0);
        laws::check_agrees(&mut session);
        laws::formulas_mean_their_nodes(&mut session);
        laws::program_is_the_pass(&mut session);
    }
}

#[test]
fn a_grad_that_vanishes_on_its_way_is_not_compared() {
    let session = |text: &str| laws::session_of(&["a = 2".to_owned(), text.to_owned()]);
    assert_eq!(laws::derivatives_are_grads(&mut session("a*1e302*1e-200*1e-200")), 0);
    assert_eq!(laws::derivatives_are_grads(&mut session("a*1e102*1e-100*1e-100")), 1);
}
