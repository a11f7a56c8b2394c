//! The backward pass against finite differences, on random graphs of every operation.

use proptest::prelude::*;

use crate::Session;
use crate::core::graph::Value;
use crate::support::fixed_seed::config;
use crate::support::graphs::{grow, leaves, links, root_of};

/// The root's data when a leaf is moved.
fn moved(session: &mut Session, root: &Value, leaf: &Value, to: f64) -> f64 {
    session.set(&[(leaf.clone(), to)]);
    let name = session.names().call(root);
    session.value(&name).expect("the root").data()
}

/// The central difference, when two widths of it agree: not at a kink, a jump or the end of a domain.
fn slope(session: &mut Session, root: &Value, leaf: &Value) -> Option<f64> {
    let at = leaf.data();
    let mut central = |step: f64| {
        let (above, below) =
            (moved(session, root, leaf, at + step), moved(session, root, leaf, at - step));
        (above - below) / ((at + step) - (at - step))
    };
    let (wide, narrow) = (central(1e-4), central(5e-5));
    moved(session, root, leaf, at);
    // The error of the narrow one is about a third of what they differ by.
    let agree = (wide - narrow).abs() <= 1e-5 * narrow.abs().max(1e-2);
    (agree && narrow.is_finite() && narrow.abs() < 1e6).then_some(narrow)
}

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn backward_agrees_with_finite_differences(leaves in leaves(), links in links()) {
        let mut session = grow(&leaves, &links);
        let root = root_of(&mut session);
        prop_assume!(root.data().is_finite() && root.data().abs() < 1e3);
        session.choose_root(root.clone());
        session.backward(&root);
        let order = session.shared_pass().0;
        // Nor do differences say much at the edge of a domain.
        let is_plain = |node: &Value| {
            node.data().is_finite() && node.backward_steps(1.0).all(|step| step.local.is_finite())
        };
        prop_assume!(order.nodes().iter().all(is_plain));
        // A jump at the very point looks flat from afar and a tie looks smooth along the tie.
        let kinks = order.nodes().iter().any(|node| {
            node.operation().is_some_and(|operation| !operation.kinks.is_empty())
        });
        prop_assume!(!kinks);
        let grads: Vec<(Value, f64)> =
            order.leaves().map(|leaf| (leaf.clone(), leaf.grad())).collect();
        let mut compared = 0;
        for (leaf, grad) in grads {
            if let Some(slope) = slope(&mut session, &root, &leaf) {
                compared += 1;
                prop_assert!(
                    (grad - slope).abs() <= 1e-4 * slope.abs().max(1e-1),
                    "grad {} but differences give {} in\n{}", grad, slope, session.script()
                );
            }
        }
        prop_assume!(compared > 0);
    }
}
