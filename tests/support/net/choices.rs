//! A stream of bytes read as choices, so that libFuzzer, which mutates bytes, and proptest, which
//! draws them, drive the same generators.

/// The bytes that are still to be read. Once they are spent every choice is the first one, which
/// generators keep for what is shortest, so that they end.
#[derive(Debug)]
pub struct Choices<'bytes> {
    bytes: &'bytes [u8],
}

impl<'bytes> Choices<'bytes> {
    /// The choices that `bytes` stand for.
    pub fn new(bytes: &'bytes [u8]) -> Choices<'bytes> {
        Choices { bytes }
    }

    /// Whether all bytes have been read.
    pub fn is_spent(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.bytes.split_first() else {
            return 0;
        };
        self.bytes = rest;
        *first
    }

    /// A whole number below `count`, which is above 0.
    pub fn below(&mut self, count: usize) -> usize {
        let low = usize::from(self.byte());
        let number = if count > 256 { low + 256 * usize::from(self.byte()) } else { low };
        number % count
    }

    /// One of `items`.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// True once in so many times.
    pub fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == count - 1
    }

    /// The place of a weight, each as often as it weighs.
    pub fn weighted(&mut self, weights: &[usize]) -> usize {
        let mut left = self.below(weights.iter().sum());
        for (place, weight) in weights.iter().enumerate() {
            if left < *weight {
                return place;
            }
            left -= weight;
        }
        unreachable!("a number below the sum of the weights")
    }

    /// A double of any size, finite or not.
    pub fn double(&mut self) -> f64 {
        f64::from_bits(u64::from_le_bytes(std::array::from_fn(|_| self.byte())))
    }
}
