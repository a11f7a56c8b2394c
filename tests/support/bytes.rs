//! Random bytes, by which the generators of the net choose.

use proptest::collection::vec;
use proptest::prelude::*;

use super::net::{Choices, generate};

/// What generators choose by.
pub fn bytes(most: usize) -> impl Strategy<Value = Vec<u8>> {
    vec(any::<u8>(), 0..most)
}

/// The statements that `bytes` choose.
#[allow(dead_code, reason = "not every test has histories")]
pub fn history(bytes: &[u8]) -> Vec<String> {
    generate::history(&mut Choices::new(bytes))
}
