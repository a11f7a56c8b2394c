//! The damping under which a step is as long as it may be: Moré's, as in MINPACK.

use super::norm::norm;
use super::qr::Triangle;

/// A step may be longer or shorter by this part.
const TOLERANCE: f64 = 0.1;
/// The most trials for its length.
const MOST_TRIES: usize = 12;

/// A step, and the damping that it took.
#[derive(Debug, Clone)]
pub(super) struct Step {
    pub by: Vec<f64>,
    /// Its length, measured by the scales.
    pub length: f64,
    pub damping: f64,
    /// The parts of the present sum of squares that it takes away to first order, and that the grads
    /// promise.
    pub predicted: f64,
    pub slope: f64,
}

/// Returns the best step of this length at most, where each unknown is measured by its scale.
/// `damping` is what the last step took.
pub(super) fn step(
    triangle: &Triangle,
    scales: &[f64],
    longest: f64,
    damping: f64,
) -> Option<Step> {
    let length = |by: &[f64]| norm(&scaled(by, scales));
    let of = |by: Vec<f64>, damping: f64| {
        let length = length(&by);
        let size = triangle.norm();
        let along = norm(&triangle.times(&by)) / size;
        let held = damping.sqrt() * length / size;
        let (predicted, slope) = (along * along + 2.0 * held * held, along * along + held * held);
        Step { by, length, damping, predicted, slope }
    };
    let whole = triangle.step();
    if let Some(by) = &whole
        && length(by) <= (1.0 + TOLERANCE) * longest
    {
        return whole.map(|by| of(by, 0.0));
    }
    // How much longer than allowed a step is, and how much less damping of more would make it.
    let newton = |triangle: &Triangle, by: &[f64], over: f64| {
        let weighed = scaled(by, scales);
        let size = norm(&weighed);
        let right: Vec<f64> =
            weighed.iter().zip(scales).map(|(it, scale)| it / size * scale).collect();
        let slope = norm(&triangle.solve_transposed(right)?);
        let more = over / longest / slope / slope;
        more.is_finite().then_some(more)
    };
    let mut least =
        whole.as_ref().and_then(|by| newton(triangle, by, length(by) - longest)).unwrap_or(0.0);
    let grads: Vec<f64> =
        triangle.grads().iter().zip(scales).map(|(grad, scale)| grad / scale).collect();
    let steepest = norm(&grads);
    let mut most = steepest / longest;
    if !(most.is_finite() && most > 0.0) {
        return None;
    }
    let mut damping = damping.max(least).min(most);
    if damping == 0.0 {
        damping = whole.map_or(1e-3 * most, |by| steepest / length(&by));
    }
    let mut best = None;
    for _ in 0..MOST_TRIES {
        if !(damping.is_finite() && damping > 0.0) {
            damping = 1e-3 * most;
        }
        let root = damping.sqrt();
        let damped = triangle.damped(&scales.iter().map(|scale| root * scale).collect::<Vec<_>>());
        let Some(by) = damped.step() else {
            damping *= 10.0;
            continue;
        };
        let over = length(&by) - longest;
        let more = newton(&damped, &by, over);
        best = Some(of(by, damping));
        let Some(more) = more.filter(|_| over.abs() > TOLERANCE * longest) else {
            break;
        };
        if over > 0.0 {
            least = least.max(damping);
        } else {
            most = most.min(damping);
        }
        damping = least.max(damping + more);
        if damping > most && most > least {
            damping = (least * most).sqrt().max(1e-3 * most);
        }
    }
    best
}

fn scaled(by: &[f64], scales: &[f64]) -> Vec<f64> {
    by.iter().zip(scales).map(|(by, scale)| by * scale).collect()
}
