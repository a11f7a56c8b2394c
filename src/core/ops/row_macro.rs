//! A macro for the rules of rows, so that each function is written once.

/// The rule of a unary operation, from the function, the local derivative as a function of
/// `(x, out)`, and the text of the local derivative; the same for many beside them, if they have a way
/// of their own.
macro_rules! unary {
    (($forward:expr, $many:expr), ($partial:expr, $backward:expr), $text:expr $(,)?) => {
        $crate::core::ops::Rule::Unary {
            forward: $forward,
            partial: $crate::core::ops::Partial { function: $partial, text: $text },
            many: $crate::core::ops::Many { forward: $many, backward: $backward },
        }
    };
    (($forward:expr, $many:expr), $partial:expr, $text:expr $(,)?) => {
        unary!(
            ($forward, $many),
            ($partial, |upstreams, inputs, outs, grads| {
                let points = inputs.iter().zip(outs);
                $crate::core::ops::row_macro::backward(upstreams, points, grads, $partial)
            }),
            $text
        )
    };
    ($forward:expr, $partial:expr, $text:expr $(,)?) => {
        unary!(
            ($forward, |inputs, outs| $crate::core::ops::row_macro::forward(
                inputs, outs, $forward
            )),
            $partial,
            $text
        )
    };
}

/// Computes the `out` of each `x`.
#[inline(always)]
pub(super) fn forward(inputs: &[f64], outs: &mut [f64], function: impl Fn(f64) -> f64) {
    for (out, x) in outs.iter_mut().zip(inputs) {
        *out = function(*x);
    }
}

/// Multiplies every upstream by its local derivative.
#[inline(always)]
pub(super) fn backward<'all>(
    upstreams: &[f64],
    points: impl Iterator<Item = (&'all f64, &'all f64)>,
    grads: &mut [f64],
    partial: impl Fn(f64, f64) -> f64,
) {
    for ((grad, upstream), (x, out)) in grads.iter_mut().zip(upstreams).zip(points) {
        *grad = upstream * partial(*x, *out);
    }
}
