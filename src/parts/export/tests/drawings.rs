//! Exports call nodes by their names, and leave the session as it was.

use proptest::prelude::*;

use crate::Session;
use crate::command;
use crate::command::RunOptions;
use crate::support::bytes::bytes;
use crate::support::fixed_seed::config;
use crate::support::net::snapshot::{Depth, snapshot};
use crate::support::net::{Choices, generate, laws};

proptest! {
    #![proptest_config(config(20))]

    #[test]
    fn drawings_call_nodes_by_their_names(bytes in bytes(60)) {
        let mut session = laws::session_of(&generate::networks(&mut Choices::new(&bytes)));
        laws::labels_are_names(&mut session);
    }
}

#[test]
fn grads_outlive_an_export_that_cannot_be_written() {
    let mut session = Session::new();
    for line in ["a = 2", "L = a^2", "M = a*5 + L", ":grad L"] {
        laws::run(&mut session, line).expect(line);
    }
    let before = snapshot(&mut session, Depth::All);
    let options = RunOptions::default();
    let text = ":export json M no/such/folder/file.json";
    assert!(command::run(&mut session, text, options).is_err());
    assert_eq!(snapshot(&mut session, Depth::All), before);
}
