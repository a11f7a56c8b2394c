//! What the fuzzers in fuzz/ do for hours, for seconds: scripts of any bytes; and the dictionary that they
//! choose words from.

// What does not go as expected ends the test.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use gradcalc::internals::command;
use gradcalc::internals::ops;
use proptest::prelude::*;
use proptest::sample::select;

use crate::support::bytes::bytes;
use crate::support::fixed_seed::config;
use crate::support::net::{Choices, generate};
use crate::support::{golden, run};

proptest! {
    #![proptest_config(config(30))]

    #[test]
    fn no_bytes_make_the_program_panic(
        noise in bytes(400), choices in bytes(400),
        format in select(gradcalc::internals::render::FORMATS.iter().map(|row| row.name).collect::<Vec<_>>())
    ) {
        let soup = generate::soup(&mut Choices::new(&choices));
        let input = [noise, soup.into_bytes()].concat();
        let arguments = ["--no-files", "--echo", "--format", format];
        let outcome = run::run(&std::env::temp_dir(), &arguments, &input);
        prop_assert!(outcome.status == 0 || outcome.status == 1, "{:?}", outcome);
        prop_assert!(!outcome.stderr.contains("panicked"), "{}", outcome.stderr);
        for stream in [&outcome.stdout, &outcome.stderr] {
            prop_assert!(!stream.contains(['\u{0}', '\u{1b}', '\u{7f}', '\u{202e}']), "{:?}", stream);
        }
    }
}

/// The fuzzers' dictionary is made from the tables; `REWRITE_GOLDEN=1 cargo test` writes it anew.
#[test]
fn the_dictionary_has_every_word_of_the_tables() {
    let commands = command::commands().flat_map(|row| row.aliases.iter().chain([&row.name]));
    let operations = ops::operations().flat_map(|row| row.aliases.iter().chain([&row.name]));
    let words = commands
        .map(|name| format!(":{name} "))
        .chain(operations.map(|name| (*name).to_owned()))
        .chain(ops::call_names().map(|name| format!("{name}(")))
        .chain(ops::CONSTANTS.iter().map(|constant| constant.name.to_owned()))
        .chain([" = ", " ± ", "; ", "f(x) = ", "L.1", "a@1", "1e308"].map(str::to_owned));
    let mut found: Vec<String> = words.map(|word| quoted(&word)).collect();
    found.sort();
    found.dedup();
    let path = golden::project().join("tests/support/net/words.dict");
    assert!(golden::agrees(&path, &found.concat()), "the dictionary is out of date");
}

/// A line of a dictionary; what is not ASCII stands there byte by byte.
fn quoted(word: &str) -> String {
    let byte = |byte: u8| match byte {
        b'"' | b'\\' => format!("\\{}", char::from(byte)),
        b' '..=b'~' => char::from(byte).to_string(),
        _ => format!("\\x{byte:02x}"),
    };
    format!("\"{}\"\n", word.bytes().map(byte).collect::<String>())
}
