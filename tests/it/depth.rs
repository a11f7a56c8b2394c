//! Nothing recurses over input: deep statements and graphs work through the library and through the
//! program on small stacks, and are freed. The tests that are ignored are the same
//! proofs at a million.

// What does not go as expected ends the test.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use crate::support::program::PROGRAM;
use crate::support::run;
use std::fmt::Write;
use std::thread;

use gradcalc::{Session, evaluate};

const MILLION: usize = 1_000_000;
/// What the library has to manage on a small stack: a level has fewer bytes of stack than a call could
/// do with, which is 16.
const MANY: usize = 10_000;
/// What the program has to manage on a stack of its own of 1 MB, where a call that does anything takes
/// more than 84 bytes.
const DEEP: usize = 12_500;
const STACK_OF_PROGRAM: usize = 1 << 20;
const SMALL_STACK: usize = 128 << 10;

/// Runs `check` on a thread with a stack so small that no recursion `MANY` deep fits into it.
fn on_a_small_stack(check: fn()) {
    const { assert!(SMALL_STACK / MANY < 16) };
    let thread = thread::Builder::new().stack_size(SMALL_STACK).spawn(check).expect("a thread");
    thread.join().expect("what was checked holds");
}

/// Runs the program on a stack so small that no recursion `DEEP` deep fits into it.
fn run_on_a_small_stack(script: &str) -> run::Outcome {
    const { assert!(STACK_OF_PROGRAM / DEEP < 84) };
    let limited = format!("ulimit -s {}; exec \"$0\"", STACK_OF_PROGRAM >> 10);
    run::run_as("sh", &std::env::temp_dir(), &["-c", &limited, PROGRAM], script.as_bytes())
}

/// A statement, and what it comes to, or what its error says.
struct Deep {
    text: String,
    is: Result<f64, &'static str>,
}

/// Statements `levels` deep, but for those that are quadratic or limited.
fn deep(levels: usize) -> Vec<Deep> {
    let deep = |text: String, is| Deep { text, is };
    let times = |text: &str| text.repeat(levels);
    let some = levels.min(100_000);
    vec![
        deep(times("(") + "1" + &times(")"), Ok(1.0)),
        deep(times("-") + "1", Ok(1.0)),
        deep(times("+") + "1", Ok(1.0)),
        deep(times("1 + ") + "1", Ok(levels as f64 + 1.0)),
        deep(times("1 - ") + "1", Ok(-(levels as f64) + 1.0)),
        deep("1^".repeat(some) + "1", Ok(1.0)),
        deep("sin(".repeat(some) + "0" + &")".repeat(some), Ok(0.0)),
        deep("max(1, ".repeat(some) + "2" + &")".repeat(some), Ok(2.0)),
        deep(format!("sum({}1)", "1, ".repeat(some)), Ok(some as f64 + 1.0)),
        deep("2(".repeat(1000) + "0" + &")".repeat(1000), Ok(0.0)),
        deep(times("(") + "1", Err("never closed")),
        deep("1".to_owned() + &times(")"), Err("closes nothing")),
        deep(times("-"), Err("ends where a value")),
        deep(times("f("), Err("never closed")),
        deep(times("9"), Err("too large")),
        deep(times("a"), Err("unknown name aaaa")),
        deep(times("1 1 "), Err("an operation was expected")),
        deep(times("a = "), Err("cannot be assigned to")),
    ]
}

#[test]
fn deep_statements_are_evaluated_on_a_small_stack() {
    on_a_small_stack(|| {
        let mut session = Session::new();
        for Deep { text, is } in deep(MANY) {
            let start: String = text.chars().take(12).collect();
            match (evaluate(&mut session, &text), is) {
                (Ok(found), Ok(wanted)) => assert_eq!(found, Some(wanted), "{start}…"),
                (Err(error), Err(wanted)) => {
                    assert!(error.message().contains(wanted), "{start}…: {error}");
                    assert!(error.to_string().len() < 300, "{start}…: {error}");
                }
                (found, wanted) => panic!("{start}… is {found:?}, not {wanted:?}"),
            }
        }
    });
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

/// `x = 0`, then `x = x + 1` again and again.
fn chain(length: usize) -> String {
    "x = 0\n".to_owned() + &"x = x + 1\n".repeat(length)
}

#[test]
fn a_long_chain_of_bindings_is_passed_over_changed_taken_back_and_freed() {
    on_a_small_stack(|| {
        let mut session = Session::new();
        for line in chain(MANY).lines() {
            evaluate(&mut session, line).expect("an assignment");
        }
        evaluate(&mut session, ":grad x").expect("a pass");
        let leaf = session.value("x@1").expect("the leaf");
        assert_eq!(leaf.grad(), 1.0);
        assert_eq!(session.value("x").expect("the root").data(), MANY as f64);
        evaluate(&mut session, ":set x@1 5").expect("a change");
        assert_eq!(session.value("x").expect("the root").data(), MANY as f64 + 5.0);
        evaluate(&mut session, ":step 0.5 3").expect("some steps");
        assert_eq!(leaf.data(), 3.5);
        evaluate(&mut session, ":undo").expect("something to take back");
        assert_eq!(leaf.data(), 5.0);
        let script = session.script();
        let mut again = Session::new();
        for line in script.lines() {
            evaluate(&mut again, line).expect("a saved statement");
        }
        assert_eq!(again.value("x").expect("the root").data(), MANY as f64 + 5.0);
        evaluate(&mut again, ":reset").expect("it is forgotten");
        drop(again);
        drop(session);
    });
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
        for (at, format) in gradcalc::internals::views::FORMATS.iter().enumerate() {
            writeln!(script, ":format {}\n{shapes}{}", format.name, end(at)).expect("memory");
        }
        let outcome = run_on_a_small_stack(&script);
        assert_eq!(outcome.status, 0, "{}", outcome.stderr);
        let mut rest = outcome.stdout.as_str();
        for (at, format) in gradcalc::internals::views::FORMATS.iter().enumerate() {
            let (printed, after) = rest.split_once(&end(at)).expect("it answers");
            assert!(printed.len() > 20 * many, "{}: {} bytes", format.name, printed.len());
            rest = after;
        }
    }
}

#[test]
fn functions_nest_deep() {
    on_a_small_stack(|| {
        let mut session = Session::new();
        evaluate(&mut session, "f0(x) = x + 1").expect("a function");
        for at in 1..MANY {
            evaluate(&mut session, &format!("f{at}(x) = f{}(x)", at - 1)).expect("a function");
        }
        assert_eq!(evaluate(&mut session, &format!("f{}(1)", MANY - 1)), Ok(Some(2.0)));
        // Doubling functions would fill the memory.
        evaluate(&mut session, "g0(x) = x + x").expect("a function");
        for at in 1..100 {
            let name = at - 1;
            evaluate(&mut session, &format!("g{at}(x) = g{name}(x) + g{name}(x)")).expect("one");
        }
        let error = evaluate(&mut session, "g99(1)").expect_err("too much");
        assert!(error.message().contains("more than"), "{error}");
        assert_eq!(evaluate(&mut session, "g3(1)"), Ok(Some(16.0)));
    });
}
