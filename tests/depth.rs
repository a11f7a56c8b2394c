//! Nothing recurses over input: statements and graphs a million deep work on a small stack, through
//! the library and through the binary, and so does freeing them.

// What does not go as expected ends the test.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

#[path = "support/program.rs"]
mod program;
#[path = "support/run.rs"]
mod run;

use std::fmt::Write;
use std::thread;

use gradcalc::{Session, evaluate};

const MILLION: usize = 1_000_000;

/// Runs `check` on a thread with a stack of 2 MB, as tests have by default but need not.
fn on_a_small_stack(check: fn()) {
    let thread = thread::Builder::new().stack_size(2 << 20).spawn(check).expect("a thread");
    thread.join().expect("what was checked holds");
}

/// A statement, and what it comes to, or what its error says.
struct Deep {
    text: String,
    is: Result<f64, &'static str>,
}

/// The statements a million deep.
fn deep() -> Vec<Deep> {
    let deep = |text: String, is| Deep { text, is };
    let times = |text: &str| text.repeat(MILLION);
    vec![
        deep(times("(") + "1" + &times(")"), Ok(1.0)),
        deep(times("-") + "1", Ok(1.0)),
        deep(times("+") + "1", Ok(1.0)),
        deep(times("1 + ") + "1", Ok(MILLION as f64 + 1.0)),
        deep("1 - ".repeat(MILLION) + "1", Ok(-(MILLION as f64) + 1.0)),
        deep("1^".repeat(100_000) + "1", Ok(1.0)),
        deep("sin(".repeat(100_000) + "0" + &")".repeat(100_000), Ok(0.0)),
        deep("max(1, ".repeat(100_000) + "2" + &")".repeat(100_000), Ok(2.0)),
        deep(format!("sum({}1)", "1, ".repeat(100_000)), Ok(100_001.0)),
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
fn statements_a_million_deep_are_evaluated() {
    on_a_small_stack(|| {
        let mut session = Session::new();
        for Deep { text, is } in deep() {
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
fn the_program_evaluates_statements_a_million_deep() {
    let mut script = String::new();
    let mut wanted = String::new();
    let mut errors = 0;
    for Deep { text, is } in deep() {
        writeln!(script, "{text}").expect("memory");
        // Digits that a single answer shows.
        match is {
            Ok(number) => writeln!(wanted, "{number}").expect("memory"),
            Err(_) => errors += 1,
        }
        // An unclosed parenthesis would take the next line.
        writeln!(script, ":format table").expect("memory");
    }
    let outcome = run::run(&std::env::temp_dir(), &[], script.as_bytes());
    assert_eq!(outcome.stdout, wanted, "{}", outcome.stderr);
    assert_eq!(outcome.stderr.matches("error:").count(), errors, "{}", outcome.stderr);
    assert!(outcome.stderr.lines().all(|line| line.len() < 300), "{}", outcome.stderr);
    assert_eq!(outcome.status, 1);
}

/// `x = 0`, then `x = x + 1` a million times.
fn chain(length: usize) -> String {
    "x = 0\n".to_owned() + &"x = x + 1\n".repeat(length)
}

#[test]
fn a_chain_of_a_million_bindings_is_passed_over_changed_taken_back_and_freed() {
    on_a_small_stack(|| {
        let mut session = Session::new();
        for line in chain(MILLION).lines() {
            evaluate(&mut session, line).expect("an assignment");
        }
        evaluate(&mut session, ":grad x").expect("a pass");
        let leaf = session.value("x@1").expect("the leaf");
        assert_eq!(leaf.grad(), 1.0);
        assert_eq!(session.value("x").expect("the root").data(), MILLION as f64);
        evaluate(&mut session, ":set x@1 5").expect("a change");
        assert_eq!(session.value("x").expect("the root").data(), MILLION as f64 + 5.0);
        evaluate(&mut session, ":step 0.5 3").expect("some steps");
        assert_eq!(leaf.data(), 3.5);
        evaluate(&mut session, ":undo").expect("something to take back");
        assert_eq!(leaf.data(), 5.0);
        let script = session.script();
        let mut again = Session::new();
        for line in script.lines() {
            evaluate(&mut again, line).expect("a saved statement");
        }
        assert_eq!(again.value("x").expect("the root").data(), MILLION as f64 + 5.0);
        evaluate(&mut again, ":reset").expect("it is forgotten");
        drop(again);
        drop(session);
    });
}

#[test]
fn the_program_passes_over_a_chain_of_a_million_bindings() {
    let script = chain(MILLION) + ":grad x\nx\n";
    let outcome = run::run(&std::env::temp_dir(), &[], script.as_bytes());
    assert_eq!(outcome.status, 0, "{}", outcome.stderr);
    assert_eq!(outcome.stdout.lines().count(), MILLION + 3);
    assert_eq!(outcome.stdout.lines().last(), Some("1000000"));
    let leaf = outcome.stdout.lines().rev().nth(1).expect("the row of the leaf");
    let cells: Vec<&str> = leaf.split_whitespace().collect();
    assert_eq!(cells, ["●", "x@1", "0.0000", "1.0000"]);
}

/// Every way to see a pass, on a graph as deep as it is long and on one as wide.
#[test]
fn every_format_and_shape_prints_a_hundred_thousand_nodes() {
    let deep = chain(100_000) + ":table\n:tree x all\n";
    let wide: String = (0..50_000).map(|at| format!("w{at} = {at}\n")).collect();
    let names: Vec<String> = (0..50_000).map(|at| format!("w{at}^2")).collect();
    let wide = wide + "L = " + &names.join(" + ") + "\n:grad L\n:tree L\n:vars\n";
    for script in [deep, wide] {
        for format in gradcalc::views::FORMATS {
            let outcome =
                run::run(&std::env::temp_dir(), &["--format", format.name], script.as_bytes());
            assert_eq!(outcome.status, 0, "{}: {}", format.name, outcome.stderr);
            assert!(outcome.stdout.len() > 1_000_000, "{}", format.name);
        }
    }
}

#[test]
fn functions_nest_deep() {
    on_a_small_stack(|| {
        let mut session = Session::new();
        evaluate(&mut session, "f0(x) = x + 1").expect("a function");
        for at in 1..100_000 {
            evaluate(&mut session, &format!("f{at}(x) = f{}(x)", at - 1)).expect("a function");
        }
        assert_eq!(evaluate(&mut session, "f99999(1)"), Ok(Some(2.0)));
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
