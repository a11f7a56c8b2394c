//! Nothing recurses over input: the program runs deep scripts on a small stack. The tests that are
//! ignored are the same proofs at a million.

// What does not go as expected ends the test.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use std::fmt::Write;

use crate::support::deep::{Deep, chain, deep};
use crate::support::program::PROGRAM;
use crate::support::run;

const MILLION: usize = 1_000_000;
/// What the program has to manage on a stack of its own of 1 MB, where a call that does anything takes
/// more than 84 bytes.
const DEEP: usize = 12_500;
const STACK_OF_PROGRAM: usize = 1 << 20;

/// Runs the program on a stack so small that no recursion `DEEP` deep fits into it.
fn run_on_a_small_stack(script: &str) -> run::Outcome {
    const { assert!(STACK_OF_PROGRAM / DEEP < 84) };
    let folder = std::env::temp_dir();
    // On Windows a program has such a stack anyway.
    if cfg!(windows) {
        return run::run(&folder, &[], script.as_bytes());
    }
    let limited = format!("ulimit -s {}; exec \"$0\"", STACK_OF_PROGRAM >> 10);
    run::run_as("sh", &folder, &["-c", &limited, PROGRAM], script.as_bytes())
}

#[test]
fn the_program_evaluates_deep_statements() {
    evaluates_statements(DEEP);
}

#[test]
#[ignore = "large"]
fn the_program_evaluates_statements_a_million_deep() {
    evaluates_statements(MILLION);
}

fn evaluates_statements(levels: usize) {
    let mut script = String::new();
    let mut wanted = String::new();
    let mut errors = 0;
    for Deep { text, is } in deep(levels) {
        writeln!(script, "{text}").expect("memory");
        // Digits that a single answer shows.
        match is {
            Ok(number) => writeln!(wanted, "{number}").expect("memory"),
            Err(_) => errors += 1,
        }
        // An unclosed parenthesis would take the next line.
        writeln!(script, ":format table").expect("memory");
    }
    let outcome = run_on_a_small_stack(&script);
    assert_eq!(outcome.stdout, wanted, "{}", outcome.stderr);
    assert_eq!(outcome.stderr.matches("error:").count(), errors, "{}", outcome.stderr);
    assert!(outcome.stderr.lines().all(|line| line.len() < 300), "{}", outcome.stderr);
    assert_eq!(outcome.status, 1);
}

#[test]
fn the_program_passes_over_a_long_chain() {
    passes_over_a_chain(DEEP);
}

#[test]
#[ignore = "large"]
fn the_program_passes_over_a_chain_of_a_million_nodes() {
    passes_over_a_chain(MILLION);
}

fn passes_over_a_chain(nodes: usize) {
    let script = "x = 0\n".to_owned() + &"x = x + 1 + 1 + 1 + 1 + 1\n".repeat(nodes / 5);
    let outcome = run_on_a_small_stack(&(script + ":grad x\nx\n"));
    assert_eq!(outcome.status, 0, "{}", outcome.stderr);
    assert_eq!(outcome.stdout.lines().count(), nodes + 3);
    assert_eq!(outcome.stdout.lines().last(), Some(nodes.to_string().as_str()));
    let leaf = outcome.stdout.lines().rev().nth(1).expect("the row of the leaf");
    let cells: Vec<&str> = leaf.split_whitespace().collect();
    assert_eq!(cells, ["●", "x@1", "0.0000", "1.0000"]);
}

/// Every way to see a pass, on a graph as deep as it is long and on one as wide.
#[test]
fn every_format_and_shape_prints_many_nodes() {
    prints(DEEP / 2);
}

#[test]
#[ignore = "large"]
fn every_format_and_shape_prints_forty_thousand_nodes() {
    prints(20_000);
}

/// A chain of twice as many nodes, and so many squares side by side.
fn prints(many: usize) {
    let wide: String = (0..many).map(|at| format!("w{at} = {at}\n")).collect();
    let squares: Vec<String> = (0..many).map(|at| format!("w{at}^2")).collect();
    let wide = wide + "L = " + &squares.join(" + ") + "\n";
    for (mut script, shapes) in
        [(chain(2 * many), ":draw\n:grad x all\n"), (wide, ":grad L\n:draw L\n:vars\n")]
    {
        // What each format printed ends with an answer of its own.
        let end = |at: usize| format!("0.{}23456789", at + 1);
        for (at, format) in gradcalc::internals::render::FORMATS.iter().enumerate() {
            writeln!(script, ":format {}\n{shapes}{}", format.name, end(at)).expect("memory");
        }
        let outcome = run_on_a_small_stack(&script);
        assert_eq!(outcome.status, 0, "{}", outcome.stderr);
        let mut rest = outcome.stdout.as_str();
        for (at, format) in gradcalc::internals::render::FORMATS.iter().enumerate() {
            let (printed, after) = rest.split_once(&end(at)).expect("it answers");
            assert!(printed.len() > 20 * many, "{}: {} bytes", format.name, printed.len());
            rest = after;
        }
    }
}
