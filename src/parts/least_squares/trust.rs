//! The damping that limits the length of a step (Moré, The Levenberg-Marquardt algorithm, 1978).

use super::norm::norm;
use super::qr::Triangle;

/// The relative tolerance on the length of a step.
const TOLERANCE: f64 = 0.1;
/// The most trials for the length.
const MOST_TRIES: usize = 20;
/// The factor that bounds the next damping from below, and the first damping of singular rows, of the largest.
const LESS: f64 = 0.1;
const LITTLE: f64 = 1e-3;

/// A damped Gauss-Newton step.
#[derive(Debug, Clone)]
pub(super) struct Step {
    pub by: Vec<f64>,
    /// The scaled length.
    pub length: f64,
    pub damping: f64,
    /// The parts of the current sum of squares that the step removes to first order, and that the grads promise.
    pub predicted: f64,
    pub slope: f64,
}

/// The best step of about this scaled length at most; `None` if it is not finite.
pub(super) fn step(triangle: &Triangle, scales: &[f64], longest: f64) -> Option<Step> {
    let (mut damping, mut best) = (0.0_f64, None);
    for _ in 0..MOST_TRIES {
        let root = damping.sqrt();
        let damped = match damping {
            0.0 => triangle.clone(),
            _ => triangle.damped(&scales.iter().map(|scale| root * scale).collect::<Vec<_>>()),
        };
        let Some(by) = damped.step() else {
            let grads = triangle.grads().into_iter().zip(scales).map(|(grad, scale)| grad / scale);
            let greatest = norm(&grads.collect::<Vec<_>>()) / longest;
            damping = (LITTLE * greatest).max(damping / LESS);
            continue;
        };
        let scaled: Vec<f64> = by.iter().zip(scales).map(|(by, scale)| by * scale).collect();
        let (length, size) = (norm(&scaled), triangle.norm());
        let (along, held) = (norm(&triangle.times(&by)) / size, root * length / size);
        let (predicted, slope) = (along * along + 2.0 * held * held, along * along + held * held);
        best = Some(Step { by, length, damping, predicted, slope });
        let over = length - longest;
        if over <= TOLERANCE * longest && (damping == 0.0 || over >= -TOLERANCE * longest) {
            break;
        }
        // Newton's step for the inverse of the length, which is nearly linear in the damping.
        let right = scaled.iter().zip(scales).map(|(it, scale)| it / length * scale).collect();
        let change = norm(&damped.solve_transposed(right)?);
        damping = (damping + over / longest / change / change).max(LESS * damping);
        if !damping.is_finite() {
            break;
        }
    }
    best
}
