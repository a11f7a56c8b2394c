//! Fusing sums: `((a + w*x) + v*y) + b` becomes one record, the sum of its terms.

use super::compile::{MINUS_ONE, ONE};
use super::kernels::Kernel;
use super::records::{Factors, Place, Record};
use super::targets::Sink;

/// Turns sums and products with numbers into sums of terms. An operand that only one sum uses becomes
/// part of the record of that sum.
///
/// Values are added up in the same order as before, so that results are the same to the last bit: an
/// empty start and the factors 1 and -1 change no number.
pub(super) fn fuse(records: &mut [Record], targets: &[Sink]) {
    let mut uses = vec![0_usize; records.len()];
    let operands = records.iter().flat_map(|record| record.operands);
    for place in operands.chain(targets.iter().map(|target| target.place)) {
        if let Place::Record(index) = place {
            uses[index as usize] += 1;
        }
    }
    let only_use = |place: Place| match place {
        Place::Record(index) if uses[index as usize] == 1 => Some(index as usize),
        _ => None,
    };
    for index in 0..records.len() {
        let [left, right] = records[index].operands;
        let is_number = |place| matches!(place, Place::Number(_));
        let factor = match records[index].kernel {
            Kernel::Sum => ONE,
            Kernel::Difference => MINUS_ONE,
            Kernel::Product if is_number(left) || is_number(right) => {
                records[index].become_sum_of(EMPTY, Vec::from([(left, right)]));
                continue;
            }
            _ => continue,
        };
        let first = only_use(left).map(|left| &mut records[left]);
        let (start, mut terms) = match first.filter(|left| left.kernel.forgets_its_result()) {
            Some(left) => {
                left.is_absorbed = true;
                ((left.kernel, left.operands), std::mem::take(&mut left.terms))
            }
            None => (EMPTY, Vec::from([(ONE, left)])),
        };
        let second = only_use(right).filter(|_| factor == ONE).map(|it| &mut records[it]);
        match second.and_then(|right| Some((right.as_product()?, right))) {
            Some((product, right)) => {
                right.is_absorbed = true;
                terms.push(product);
            }
            None => terms.push((factor, right)),
        }
        records[index].become_sum_of(start, terms);
    }
}

/// The start of a sum that consists of its terms only.
const EMPTY: (Kernel, [Place; 2]) = (Kernel::Nothing, [Place::Nothing; 2]);

impl Record {
    fn become_sum_of(&mut self, (kernel, operands): (Kernel, [Place; 2]), terms: Vec<Factors>) {
        (self.kernel, self.operands, self.terms) = (kernel, operands, terms);
    }

    /// The factors of a record that is a product.
    fn as_product(&self) -> Option<Factors> {
        match (self.kernel, self.terms.as_slice()) {
            (Kernel::Product, []) => Some(self.operands.into()),
            (Kernel::Nothing, [product]) => Some(*product),
            _ => None,
        }
    }

    /// The places from which the record reads rows.
    fn rows_mut(&mut self) -> impl Iterator<Item = &mut Place> {
        self.operands.iter_mut().chain(self.terms.iter_mut().flat_map(|(x, y)| {
            let is_scaled = matches!(x, Place::Number(_));
            (!is_scaled).then_some(x).into_iter().chain([y])
        }))
    }
}

/// The records that still have work, after a record for each number that is repeated for each row.
pub(super) fn arrange(mut records: Vec<Record>, targets: &mut [Sink]) -> Vec<Record> {
    let is_number = |place: &Place| matches!(place, Place::Number(_));
    for (x, y) in records.iter_mut().flat_map(|record| &mut record.terms) {
        // The factor with rows comes second.
        if is_number(y) && !(is_number(x) && [ONE, MINUS_ONE].contains(y)) {
            std::mem::swap(x, y);
        }
    }
    let mut left = 0;
    let places: Vec<u32> = records
        .iter()
        .map(|record| {
            let place = left;
            left += u32::from(!record.is_absorbed);
            place
        })
        .collect();
    records.retain(|record| !record.is_absorbed);
    let number = |place: &mut Place| match place {
        Place::Number(number) => Some(*number),
        _ => None,
    };
    let mut repeated: Vec<u32> =
        records.iter_mut().flat_map(Record::rows_mut).filter_map(number).collect();
    repeated.sort_unstable();
    repeated.dedup();
    let operands = records.iter_mut().flat_map(Record::rows_mut);
    for place in operands.chain(targets.iter_mut().map(|target| &mut target.place)) {
        *place = match *place {
            Place::Record(index) => Place::Record(repeated.len() as u32 + places[index as usize]),
            Place::Number(number) => {
                Place::Record(repeated.binary_search(&number).unwrap_or(0) as u32)
            }
            place => place,
        };
    }
    let repeated = repeated
        .into_iter()
        .map(|number| Record { kernel: Kernel::Number(number), ..Record::default() });
    repeated.chain(records).collect()
}
