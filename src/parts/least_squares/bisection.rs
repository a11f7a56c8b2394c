//! Bisection until two numbers are neighbors.

use std::convert::Infallible;

/// Halvings after which any two numbers are neighbors.
pub const UNTIL_NEIGHBORS: usize = 2100;

/// The last number from the first end for which something holds, and the next one, for which it does not; or the
/// bracket after the most halvings.
pub fn bisect(ends: [f64; 2], most: usize, mut holds: impl FnMut(f64) -> bool) -> [f64; 2] {
    let Ok(ends) = try_bisect(ends, most, |middle| Ok::<bool, Infallible>(holds(middle)));
    ends
}

/// The same for a test that may fail.
pub fn try_bisect<E>(
    [mut inside, mut outside]: [f64; 2],
    most: usize,
    mut holds: impl FnMut(f64) -> Result<bool, E>,
) -> Result<[f64; 2], E> {
    for _ in 0..most {
        let middle = inside / 2.0 + outside / 2.0;
        if middle == inside || middle == outside {
            break;
        }
        if holds(middle)? { inside = middle } else { outside = middle }
    }
    Ok([inside, outside])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_ends_at_neighbors_from_either_side_and_over_all_numbers() {
        let [below, above] = bisect([1.0, 2.0], UNTIL_NEIGHBORS, |at| at * at < 2.0);
        assert_eq!(below.next_up(), above);
        assert!(below * below < 2.0 && above * above >= 2.0);
        assert_eq!(bisect([2.0, 1.0], UNTIL_NEIGHBORS, |at| at * at >= 2.0), [above, below]);
        let [none, least] = bisect([0.0, f64::MAX], UNTIL_NEIGHBORS, |at| at <= 0.0);
        assert_eq!([none, least], [0.0, f64::from_bits(1)]);
        assert_eq!(bisect([0.0, 1.0], 3, |at| at < 0.3), [0.25, 0.375]);
    }

    #[test]
    fn it_ends_with_what_is_found_on_the_way() {
        let holds = |at: f64| if at == 0.125 { Err(at) } else { Ok(at < 0.125) };
        let found = try_bisect([-1.0, 2.0], UNTIL_NEIGHBORS, holds);
        assert_eq!(found, Err(0.125));
    }
}
