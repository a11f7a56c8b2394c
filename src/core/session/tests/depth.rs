//! Nothing recurses over input: deep statements and graphs work on small stacks, and are freed.

use std::thread;

use crate::support::deep::{Deep, chain, deep};
use crate::{Session, evaluate};

/// What the library has to manage on a small stack: a level has fewer bytes of stack than a call could
/// do with, which is 16.
const MANY: usize = 10_000;
const SMALL_STACK: usize = 128 << 10;
/// The same for statements, whose brackets nest 256 levels deep at most.
const LONG: usize = 200_000;
const STACK_OF_PARSER: usize = 2 << 20;

/// Runs `check` on a thread with a stack so small that no recursion `MANY` deep fits into it.
fn on_a_small_stack(check: fn()) {
    const { assert!(SMALL_STACK / MANY < 16) };
    on_a_stack(SMALL_STACK, check);
}

fn on_a_stack(size: usize, check: fn()) {
    let thread = thread::Builder::new().stack_size(size).spawn(check).expect("a thread");
    thread.join().expect("what was checked holds");
}

#[test]
fn deep_statements_are_evaluated_on_a_small_stack() {
    const { assert!(STACK_OF_PARSER / LONG < 16) };
    on_a_stack(STACK_OF_PARSER, || {
        let mut session = Session::new();
        for Deep { text, is } in deep(LONG) {
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
