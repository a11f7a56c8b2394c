//! What nests deeply, closed, unclosed and wrong: it takes little stack, and time in its length.

use std::thread;
use std::time::{Duration, Instant};

use proptest::prelude::*;

use crate::core::language::{Result, Statement, outline::DEEPEST};
use crate::support::bytes::bytes;
use crate::support::fixed_seed::config;
use crate::support::net::Choices;

/// A beginning that is repeated, what comes inside of all, and an end that is repeated.
const NESTED: [(&str, &str, &str); 29] = [
    ("(", "1", ")"),
    ("(1 + 2*", "1", ")"),
    ("f(", "x", ")"),
    ("max(1, ", "2", ")"),
    ("f(x, 2)(", "1", ")"),
    ("mean([", "1", "])"),
    ("(1 if (", "c", ") else 2)"),
    ("(1 if c else ", "2", ")"),
    ("5% of (", "x", ")"),
    ("(x + 5%)(", "y", ")"),
    ("(1 ± ", "2", ")"),
    ("(0 < x[2] < ", "1", ")"),
    ("a f(", "x", ")"),
    ("7 % (", "2", ")"),
    ("x % f(", "2", ")"),
    ("2√(", "x", ")"),
    ("x and f(", "x", ")"),
    ("x < (", "1", ")"),
    ("n! (", "1", ")"),
    ("x[2] (", "1", ")"),
    ("x² f(", "1", ")"),
    ("y + 5%*(", "1", ")"),
    ("-(", "1", ")"),
    ("-", "x", ""),
    ("not ", "x", ""),
    ("√", "x", ""),
    ("a^", "b", ""),
    ("a^-", "b", ""),
    ("1 if c else ", "2", ""),
];

fn statement(text: &str) -> Result<Statement<'_>> {
    crate::core::language::statement(text, || Ok(()))
}

fn repeated((begin, inside, end): (&str, &str, &str), times: usize) -> String {
    begin.repeat(times) + inside + &end.repeat(times)
}

/// The stack of a thread that parses: a megabyte as the program is released, two as it is tested.
const STACK: usize = if cfg!(debug_assertions) { 2 << 20 } else { 1 << 20 };

fn on_a_small_stack(check: impl FnOnce() + Send + 'static) {
    let thread = thread::Builder::new().stack_size(STACK).spawn(check).unwrap();
    thread.join().unwrap();
}

#[test]
fn any_nesting_fits_on_a_small_stack_or_is_refused() {
    on_a_small_stack(|| {
        for nested in NESTED {
            for times in [1, 60, 120, 125, 250, 256, 260, 1000, 100_000] {
                for text in [repeated(nested, times), repeated((nested.0, nested.1, ""), times)] {
                    if let Err(error) = statement(&text)
                        && times > DEEPEST
                        && !nested.2.is_empty()
                    {
                        assert!(
                            error.message().contains("levels deep"),
                            "{times} {nested:?}: {error}"
                        );
                    }
                }
            }
            let few = repeated(nested, 60);
            let few = statement(&few);
            assert!(few.is_ok(), "{nested:?}: {}", few.unwrap_err());
            assert!(statement(&repeated(nested, 1000)).is_err(), "{nested:?}");
        }
    });
}

/// What nests, its end, and how many levels it is at most, and half of that at least.
const LEVELS: [(&str, &str, usize); 16] = [
    ("(", ")", 1),
    ("f(", ")", 1),
    ("max(1, ", ", 2)", 1),
    ("(1 + 2*", " - 3)", 1),
    ("5% of (", ")", 1),
    ("(x + 5% - ", ")", 1),
    ("x < (", ")", 1),
    ("a and f(", ")", 1),
    ("7 % (", ")", 1),
    ("n! (", ")", 1),
    ("x[2] (", ")", 1),
    ("mean([", "])", 2),
    ("mean([1, (", ") ± 0.1, 2])", 3),
    ("(2 ± (", "))", 2),
    ("(1 if c else ", ")", 2),
    ("(1 if (", ") else 2)", 3),
];

/// Returns the time that a text takes, which is an error if it is no multiple of its length.
fn timed(text: &str) {
    let start = Instant::now();
    let _ = statement(text);
    let most = Duration::from_secs(60) + Duration::from_micros(20) * text.len() as u32;
    assert!(start.elapsed() < most, "{:?} for {}: {text}", start.elapsed(), text.len());
}

#[test]
fn what_is_unclosed_or_wrong_takes_time_in_its_length() {
    on_a_small_stack(|| {
        for nested in NESTED {
            let open = nested.0.repeat(120);
            for inside in ["", "1", "x", "%", "1 2", "f(", "[", "1:", "x if", "$", "5% of", ","] {
                for end in ["", ")", nested.2, " $", " = 3", "; 4"] {
                    timed(&format!("{open}{inside}{end}"));
                    timed(&format!("y = {open}{inside}{}{end}", nested.2.repeat(119)));
                }
            }
            for (other, ..) in NESTED {
                timed(&[nested.0, other].concat().repeat(60));
                timed(&[nested.0, other, "1) "].concat().repeat(60));
            }
        }
    });
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn any_mix_of_brackets_nests_250_levels_and_no_deeper_than_256(bytes in bytes(2000)) {
        let mut choices = Choices::new(&bytes);
        let mut mix = |most: usize| {
            let (mut begin, mut end, mut levels) = (String::new(), String::new(), 0);
            while levels < most {
                let (opens, closes, deep) = choices.pick(&LEVELS);
                if levels + deep <= most {
                    begin += opens;
                    end.insert_str(0, closes);
                    levels += deep;
                }
            }
            format!("{begin}1{end}")
        };
        let fine = format!("x = {}:2", mix(250));
        let error = statement(&fine).err();
        prop_assert!(error.is_none(), "{fine}: {error:?}");
        let deep = mix(520);
        let error = statement(&deep).err().map(|error| error.message().to_owned());
        prop_assert_eq!(error, Some("this is nested more than 256 levels deep".to_owned()), "{}", deep);
    }

    #[test]
    fn a_soup_of_what_nests_takes_time_in_its_length(bytes in bytes(600)) {
        const PIECES: [&str; 32] = [
            "(", "(", "f(", "max(", "[", "mean([", ")", ")", "])", "]", ",", "-", "not ", "√", "^",
            "5%", "% of ", "%", "1:", ":", " if ", " else ", "x", "y ", "2", "1.5(3)", " ± ", "..",
            "<", "+", "!", " and ",
        ];
        let mut choices = Choices::new(&bytes);
        let text: String = (0..bytes.len()).map(|_| choices.pick(&PIECES)).collect();
        timed(&text);
        timed(&format!("x = {text}"));
    }
}
