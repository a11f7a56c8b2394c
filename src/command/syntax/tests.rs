//! Nothing that is typed makes the parser panic, and what it complains of stands in the text.

use proptest::prelude::*;

use crate::command::syntax::{parse, statements};
use crate::support::bytes::bytes;
use crate::support::fixed_seed::config;
use crate::support::net::{Choices, generate};

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn nothing_that_is_typed_makes_the_parser_panic(bytes in bytes(100), other in ".*") {
        for text in [&generate::soup(&mut Choices::new(&bytes)), &other] {
            for (start, statement) in statements(text, 0) {
                if let Err(error) = parse(statement) {
                    let span = error.moved(start).span();
                    prop_assert!(span.start <= span.end);
                    prop_assert!(span.start as usize <= text.len() + 1);
                }
            }
        }
    }
}
