//! Fusing chains of sums: `((a + w*x) + v*y) + b` becomes one record, added up in place.

use super::compile::{Draft, Place};
use super::kernels::Kernel;

/// Takes operands of sums that nothing else uses into the records of these sums.
///
/// Values are added up in the same order as before, so they are the same to the last bit.
pub(super) fn fuse(drafts: &mut [Draft], targets: &[Place]) {
    let mut uses = vec![0_usize; drafts.len()];
    let operands = drafts.iter().flat_map(|draft| draft.operands);
    for place in operands.chain(targets.iter().copied()) {
        if let Place::Record(index) = place {
            uses[index] += 1;
        }
    }
    let only_use = |place: Place| match place {
        Place::Record(index) if uses[index] == 1 => Some(index),
        _ => None,
    };
    for index in 0..drafts.len() {
        if drafts[index].kernel != Kernel::Sum {
            continue;
        }
        let [left, right] = drafts[index].operands;
        let product = only_use(right).filter(|it| drafts[*it].is_plain_product());
        let rest = only_use(left).filter(|it| drafts[*it].kernel.forgets_its_result());
        if product.is_none() && rest.is_none() {
            continue;
        }
        let term = match product {
            Some(product) => {
                drafts[product].is_absorbed = true;
                let [x, y] = drafts[product].operands;
                (x, Some(y))
            }
            None => (right, None),
        };
        let (kernel, operands, mut terms) = match rest {
            Some(rest) => {
                let rest = &mut drafts[rest];
                rest.is_absorbed = true;
                (rest.kernel, rest.operands, std::mem::take(&mut rest.terms))
            }
            None => (Kernel::Copy, [left, left], Vec::new()),
        };
        terms.push(term);
        let draft = &mut drafts[index];
        (draft.kernel, draft.operands, draft.terms) = (kernel, operands, terms);
    }
}

impl Draft {
    fn is_plain_product(&self) -> bool {
        self.kernel == Kernel::Product && self.terms.is_empty()
    }
}
