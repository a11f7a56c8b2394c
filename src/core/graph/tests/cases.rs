//! Exact numbers: every case of tests/cases/cases.jsonl through the library.

use serde_json::json;

use crate::support::cases::{Numbers, check, passes};
use crate::{Session, evaluate};

#[test]
fn cases_hold_in_the_library() {
    check(|looks| {
        let mut session = Session::new();
        let mut found = Vec::new();
        for look in looks {
            for line in &look.typed {
                evaluate(&mut session, line).unwrap_or_else(|error| panic!("{line}: {error}"));
            }
            evaluate(&mut session, &format!(":grad {}", look.target)).expect("a pass");
            let order = session.shared_pass().0;
            let mut numbers = Numbers::new();
            for name in look.expected.keys() {
                let node = session.value(name).expect("a node");
                // What the target does not depend on has no share in the pass.
                let grad = if order.contains(&node) { node.grad() } else { 0.0 };
                numbers.insert(name.clone(), (node.data(), grad));
            }
            found.push(numbers);
        }
        found
    });
}

#[test]
fn the_comparison_can_fail() {
    let case = json!({"rtol": 1e-12, "atol": 0.0});
    let fails = [(1.0, "1.1"), (f64::NAN, "1"), (1.0, "\"nan\""), (f64::INFINITY, "1e308")];
    for (got, want) in fails {
        assert!(!passes(got, &serde_json::from_str(want).unwrap(), &case), "{got} for {want}");
    }
    for (got, want) in [(1.0, "1"), (f64::NAN, "\"nan\""), (f64::NEG_INFINITY, "\"-inf\"")] {
        assert!(passes(got, &serde_json::from_str(want).unwrap(), &case), "{got} for {want}");
    }
}
