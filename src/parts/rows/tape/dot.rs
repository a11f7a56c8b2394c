//! Dot products of evenly spaced slots, such as a neuron's inputs and weights.

use super::Slot;
use crate::core::ops::arrived;

/// Slots that are evenly spaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Line {
    pub slot: Slot,
    pub step: Slot,
}

/// `Σ x·y` over two lines of slots.
#[derive(Debug, Clone, Copy)]
pub(super) struct Dot {
    pub x: Line,
    pub y: Line,
    pub count: u32,
}

impl Line {
    /// A line of one slot.
    pub fn only(slot: Slot) -> Line {
        Line { slot, step: 0 }
    }

    /// The slot at `index`.
    #[inline(always)]
    pub fn at(self, index: usize) -> usize {
        self.slot as usize + index * self.step as usize
    }

    /// The line through two slots, unless its step would be negative.
    fn through(slot: Slot, next: Slot) -> Option<Line> {
        Some(Line { slot, step: next.checked_sub(slot)? })
    }

    /// Returns true if `slot` continues the line after its first `count` slots.
    fn goes_on(self, count: u32, slot: Slot) -> bool {
        self.at(count as usize) == slot as usize
    }
}

impl Dot {
    /// A single product.
    pub fn product([x, y]: [Slot; 2]) -> Dot {
        Dot { x: Line::only(x), y: Line::only(y), count: 1 }
    }

    /// Extends the dot product by one more product, if its slots continue the lines on the same
    /// side of `first_constant`: constants and slots with a grad are never on one line.
    pub fn with(self, [x, y]: [Slot; 2], first_constant: usize) -> Option<Dot> {
        let beside = |line: Line, slot: Slot| {
            ((line.slot as usize) < first_constant) == ((slot as usize) < first_constant)
        };
        if !beside(self.x, x) || !beside(self.y, y) {
            return None;
        }
        let count = self.count.checked_add(1)?;
        match self.count {
            1 => {
                let (x, y) = (Line::through(self.x.slot, x)?, Line::through(self.y.slot, y)?);
                Some(Dot { x, y, count })
            }
            so_far if self.x.goes_on(so_far, x) && self.y.goes_on(so_far, y) => {
                Some(Dot { count, ..self })
            }
            _ => None,
        }
    }

    /// Adds the products to a sum, from left to right.
    #[inline]
    pub fn add_to(&self, sum: f64, values: &[f64]) -> f64 {
        let count = self.count as usize;
        if self.x.step == 1 && self.y.step == 1 {
            let x = &values[self.x.slot as usize..][..count];
            let y = &values[self.y.slot as usize..][..count];
            return x.iter().zip(y).fold(sum, |sum, (x, y)| sum + x * y);
        }
        let products = (0..count).map(|index| values[self.x.at(index)] * values[self.y.at(index)]);
        products.fold(sum, |sum, product| sum + product)
    }

    /// Pushes a sum's upstream to both lines.
    #[inline]
    pub fn push<const BRANCHED: bool>(&self, upstream: f64, values: &[f64], grads: &mut [f64]) {
        let count = self.count as usize;
        push::<BRANCHED>(upstream, self.y, values, self.x, grads, count);
        push::<BRANCHED>(upstream, self.x, values, self.y, grads, count);
    }
}

/// Adds `upstream` times the values of one line to the grads of another.
#[inline]
fn push<const BRANCHED: bool>(
    upstream: f64,
    from: Line,
    values: &[f64],
    to: Line,
    grads: &mut [f64],
    count: usize,
) {
    // Where branches leave some out, what has arrived is told from what has not.
    let product = |value: f64| if BRANCHED { arrived(value * upstream) } else { value * upstream };
    // Constants have no grad; their slots come last.
    if to.slot as usize >= grads.len() {
        return;
    }
    if from.step == 1 && to.step == 1 {
        let values = &values[from.slot as usize..][..count];
        let grads = &mut grads[to.slot as usize..][..count];
        for (grad, value) in grads.iter_mut().zip(values) {
            *grad += product(*value);
        }
    } else {
        for index in 0..count {
            grads[to.at(index)] += product(values[from.at(index)]);
        }
    }
}
