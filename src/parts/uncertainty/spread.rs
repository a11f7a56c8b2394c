//! How numbers found by trial are spread, and whether they have a standard deviation.

/// The extreme numbers that tell how fast a tail falls off: this part of all, of which there are so
/// many, and the farthest of them once more.
const EXTREME: usize = 2000;
const MOST_EXTREME: (usize, usize) = (10, 100);
const FARTHEST: usize = 5;
/// Tails that fall off no faster than this power have no variance.
const VARIANCE: f64 = 2.0;
/// Those that fall off no faster than this one have a variance that settles slowly.
const FOURTH: f64 = 4.0;
/// One number that makes up this part of the variance decides on it.
const DECISIVE: f64 = 0.2;

/// The standard deviation; nan of no numbers.
pub fn deviation(numbers: &[f64]) -> f64 {
    if numbers.is_empty() {
        return f64::NAN;
    }
    let count = numbers.len() as f64;
    // From one of them, so that what never changes has a spread of 0.
    let first = numbers.first().copied().unwrap_or(0.0);
    let largest = numbers.iter().fold(0.0, |largest: f64, it| largest.max(it.abs()));
    // Squares of what is very large or small would overflow or vanish.
    let scale = if largest > 0.0 { largest } else { 1.0 };
    let deviations = || numbers.iter().map(|number| number / scale - first / scale);
    let width = deviations().fold(0.0, |width: f64, it| width.max(it.abs()));
    if width == 0.0 {
        return 0.0;
    }
    let mean = deviations().map(|it| it / width / count).sum::<f64>();
    let squares = deviations().map(|it| (it / width - mean).powi(2) / (count - 1.0));
    squares.sum::<f64>().sqrt() * width * scale
}

/// The standard error of the standard deviation, in parts of it.
pub fn standard_error(numbers: &[f64]) -> f64 {
    let count = numbers.len() as f64;
    let deviation = deviation(numbers);
    let first = numbers.first().copied().unwrap_or(0.0);
    let parts = || numbers.iter().map(|number| number / deviation - first / deviation);
    let mean = parts().map(|it| it / count).sum::<f64>();
    let fourth = parts().map(|it| (it - mean).powi(4) / count).sum::<f64>();
    let seen = ((fourth - 1.0).max(0.0) / (4.0 * count)).sqrt();
    // Of a heavy tail the part of the variance beyond the farthest number is not among those seen.
    let Some(Tail { farthest, count, squares }) = Tail::of(numbers) else { return seen };
    match power(&farthest, count) {
        Some(power) if VARIANCE < power && power < FOURTH => {
            seen.max(power / (power - VARIANCE) / (2.0 * squares))
        }
        _ => seen,
    }
}

/// The numbers that are farthest from the middle.
struct Tail {
    /// How far half of it is, lest it is too far for a double: the farthest first.
    farthest: Vec<f64>,
    /// How many of them tell how fast they fall off.
    count: usize,
    /// The sum of the squares of all numbers' distances, in units of the farthest.
    squares: f64,
}

impl Tail {
    /// None of few numbers, or of those that do not change.
    fn of(numbers: &[f64]) -> Option<Tail> {
        if numbers.len() <= MOST_EXTREME.0 {
            return None;
        }
        let mut numbers = numbers.to_vec();
        let middle = numbers.len() / 2;
        let center = *numbers.select_nth_unstable_by(middle, f64::total_cmp).1;
        let away = numbers.iter().map(|it| (it / 2.0 - center / 2.0).abs());
        let mut away: Vec<f64> = away.collect();
        let count = (away.len() / EXTREME).clamp(MOST_EXTREME.0, MOST_EXTREME.1);
        let place = away.len().saturating_sub(count + 1);
        away.select_nth_unstable_by(place, f64::total_cmp);
        let mut farthest = away.split_off(place);
        farthest.sort_unstable_by(|one, other| other.total_cmp(one));
        let largest = farthest.first().copied().filter(|it| *it > 0.0)?;
        let squares = away.iter().chain(&farthest).map(|it| (it / largest).powi(2)).sum();
        Some(Tail { farthest, count, squares })
    }
}

/// Tells whether the standard deviation is one that more trials would not change: their tails fall
/// off fast enough for a variance, and no trial has a large part in it.
pub fn settles(numbers: &[f64]) -> bool {
    let Some(Tail { farthest, count, squares }) = Tail::of(numbers) else { return true };
    let is_heavy = |count: usize| power(&farthest, count).is_some_and(|it| it < VARIANCE);
    let is_heavy = is_heavy(count) && is_heavy((count / FARTHEST).max(MOST_EXTREME.0));
    !is_heavy && squares.recip() < DECISIVE
}

/// The power with which a tail falls off, by the mean logarithm of the extremes (Hill's estimate).
fn power(farthest: &[f64], count: usize) -> Option<f64> {
    let least = farthest.get(count).copied().filter(|it| *it > 0.0)?;
    let logarithms: f64 = farthest.iter().take(count).map(|it| (it / least).ln()).sum();
    Some(count as f64 / logarithms)
}

/// The mean; nan of no numbers.
pub fn mean(numbers: &[f64]) -> f64 {
    let Some(first) = numbers.first() else { return f64::NAN };
    let count = numbers.len() as f64;
    let from_first: f64 = numbers.iter().map(|number| (number - first) / count).sum();
    first + from_first
}

/// The numbers in order, nan last.
pub fn sorted(mut numbers: Vec<f64>) -> Vec<f64> {
    numbers.sort_unstable_by(f64::total_cmp);
    numbers
}

/// The interval that holds the middle 95 %, of numbers in order.
pub fn middle(numbers: &[f64]) -> [f64; 2] {
    let out = numbers.len() / 40;
    let held = numbers.get(out..numbers.len() - out).unwrap_or_default();
    [held.first(), held.last()].map(|end| end.copied().unwrap_or(f64::NAN))
}
