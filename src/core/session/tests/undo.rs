//! Changes of leaves that are taken back, by hand and by undo, on random graphs of every operation.

use proptest::prelude::*;
use proptest::sample::Index;

use crate::Session;
use crate::support::fixed_seed::config;
use crate::support::graphs::{grow, leaves, links, root_of};

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn a_change_and_its_opposite_leave_every_bit(
        leaves in leaves(), links in links(), which in any::<Index>(), to in any::<f64>()
    ) {
        let mut session = grow(&leaves, &links);
        let root = root_of(&mut session);
        session.choose_root(root.clone());
        let bits = |session: &mut Session| -> Vec<(u64, u64)> {
            session.backward(&root);
            session.refresh_all();
            let nodes = session.names().iter().map(|(_, node)| node);
            nodes.map(|node| (node.data().to_bits(), node.grad().to_bits())).collect()
        };
        let leaf = session.value(&format!("n{}", which.index(leaves.len()))).unwrap();
        let before = bits(&mut session);
        let data = leaf.data();
        session.set(&[(leaf.clone(), to)]);
        let between = bits(&mut session);
        session.set(&[(leaf.clone(), data)]);
        prop_assert_eq!(&bits(&mut session), &before);
        // And the same once more by :undo, twice, with a look in between.
        session.undo();
        let again = bits(&mut session);
        let same = |a: u64, b: u64| a == b || f64::from_bits(a).is_nan() && f64::from_bits(b).is_nan();
        for (found, wanted) in again.iter().zip(&between) {
            prop_assert!(same(found.0, wanted.0));
        }
        session.undo();
        prop_assert_eq!(bits(&mut session).len(), before.len());
        prop_assert_eq!(leaf.data().to_bits(), data.to_bits());
    }
}
