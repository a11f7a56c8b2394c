//! Fusing sums: `((a + w*x) + v*y) + b` becomes one record, the sum of its terms.

use super::compile::{Draft, Factors, Place};
use super::kernels::Kernel;
use crate::core::graph::Value;

/// Turns sums and products with numbers into sums of terms, and takes operands of sums that nothing
/// else uses into the records of these sums.
///
/// Values are added up in the same order as before, so they are the same to the last bit: adding to
/// nothing, or 1 or -1 times a number, changes none.
pub(super) fn fuse(drafts: &mut [Draft], targets: &[(Value, Place)]) {
    let mut uses = vec![0_usize; drafts.len()];
    let operands = drafts.iter().flat_map(|draft| draft.operands);
    for place in operands.chain(targets.iter().map(|(_, place)| *place)) {
        if let Place::Record(index) = place {
            uses[index] += 1;
        }
    }
    let only_use = |place: Place| match place {
        Place::Record(index) if uses[index] == 1 => Some(index),
        _ => None,
    };
    for index in 0..drafts.len() {
        let [left, right] = drafts[index].operands;
        let factor = match drafts[index].kernel {
            Kernel::Sum => Place::One,
            Kernel::Difference => Place::MinusOne,
            Kernel::Product if left.is_number() || right.is_number() => {
                drafts[index].become_sum_of(Draft::NOTHING, Vec::from([(left, right)]));
                continue;
            }
            _ => continue,
        };
        let first = only_use(left).map(|left| &mut drafts[left]);
        let (start, mut terms) = match first.filter(|left| left.kernel.forgets_its_result()) {
            Some(left) => {
                left.is_absorbed = true;
                ((left.kernel, left.operands), std::mem::take(&mut left.terms))
            }
            None => (Draft::NOTHING, Vec::from([(Place::One, left)])),
        };
        let second = only_use(right).filter(|_| factor == Place::One).map(|it| &mut drafts[it]);
        match second.and_then(|right| Some((right.as_product()?, right))) {
            Some((product, right)) => {
                right.is_absorbed = true;
                terms.push(product);
            }
            None => terms.push((factor, right)),
        }
        drafts[index].become_sum_of(start, terms);
    }
}

impl Draft {
    /// The start of a sum that is nothing but its terms.
    const NOTHING: (Kernel, [Place; 2]) = (Kernel::Nothing, [Place::One; 2]);

    fn become_sum_of(&mut self, (kernel, operands): (Kernel, [Place; 2]), terms: Vec<Factors>) {
        (self.kernel, self.operands, self.terms) = (kernel, operands, terms);
    }

    /// The product that it is, if it is one.
    fn as_product(&self) -> Option<Factors> {
        match (self.kernel, self.terms.as_slice()) {
            (Kernel::Product, []) => Some(self.operands.into()),
            (Kernel::Nothing, [product]) => Some(*product),
            _ => None,
        }
    }
}
