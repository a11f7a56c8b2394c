//! Lengths and products of vectors.

/// The lanes of a dot product.
const LANES: usize = 8;
/// Squares are scaled if the norm is outside this range.
const SAFE: (f64, f64) = (1e-140, 1e140);

/// The root of the sum of squares, of numbers of any size.
#[inline]
pub fn norm(numbers: &[f64]) -> f64 {
    let plain = dot(numbers, numbers).sqrt();
    if (SAFE.0..SAFE.1).contains(&plain) {
        return plain;
    }
    let largest = numbers.iter().fold(0.0, |most: f64, it| {
        if it.is_nan() || most.is_nan() { f64::NAN } else { most.max(it.abs()) }
    });
    if largest == 0.0 || !largest.is_finite() {
        return largest;
    }
    numbers.iter().map(|it| (it / largest).powi(2)).sum::<f64>().sqrt() * largest
}

/// The norm of an iterator's numbers.
pub fn norm_of(numbers: impl Iterator<Item = f64>) -> f64 {
    norm(&numbers.collect::<Vec<_>>())
}

/// The dot product up to the shorter length, by several sums side by side.
#[inline(always)]
pub fn dot(one: &[f64], other: &[f64]) -> f64 {
    let both = one.len().min(other.len());
    let (one, other) = (&one[..both], &other[..both]);
    let mut lanes = [0.0; LANES];
    let (ones, others) = (one.chunks_exact(LANES), other.chunks_exact(LANES));
    let rest: f64 = ones.remainder().iter().zip(others.remainder()).map(|(x, y)| x * y).sum();
    for (ones, others) in ones.zip(others) {
        for (lane, (x, y)) in lanes.iter_mut().zip(ones.iter().zip(others)) {
            *lane += x * y;
        }
    }
    lanes.iter().sum::<f64>() + rest
}
