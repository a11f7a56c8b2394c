//! Derivatives agree with each other, as formulas, grads and finite differences: the laws of
//! tests/support/net on what its generators make of random bytes.

use proptest::prelude::*;

use crate::support::bytes::bytes;
use crate::support::fixed_seed::config;
use crate::support::net::{Choices, generate, laws};

proptest! {
    #![proptest_config(config(100))]

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
