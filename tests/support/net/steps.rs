//! Descent: many single steps are one run of many.

use gradcalc::Session;
use gradcalc::internals::graph::{Order, Value};
use gradcalc::internals::language::exact;

use super::laws::{run, session_of};
use super::same_bits;

/// `count` times `:step RATE` leaves every node as `:step RATE count` does.
pub fn single_steps_are_many(history: &[String], rate: f64, count: usize) {
    let [mut singly, mut at_once] = [session_of(history), session_of(history)];
    let rate = exact(rate);
    for _ in 0..count {
        // Without a root both fail.
        let _ = run(&mut singly, &format!(":step {rate}"));
    }
    let _ = run(&mut at_once, &format!(":step {rate} {count}"));
    let (singly, at_once) = (nodes(&mut singly), nodes(&mut at_once));
    assert_eq!(singly.len(), at_once.len());
    for (single, many) in singly.iter().zip(&at_once) {
        let same = same_bits(single.data(), many.data()) && same_bits(single.grad(), many.grad());
        assert!(
            same,
            "{count} steps of {rate} one by one lead to data {} and grad {}, at once to {} and {}, \
             after\n{}",
            single.data(),
            single.grad(),
            many.data(),
            many.grad(),
            history.join("\n")
        );
    }
}

/// The nodes of the current root.
fn nodes(session: &mut Session) -> Vec<Value> {
    session.root().map_or_else(Vec::new, |root| Order::of([root]).nodes().to_vec())
}
