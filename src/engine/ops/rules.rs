//! A macro for the rules of rows, so that each function is written once.

/// The rule of a unary operation, from the function, the local derivative as a function of
/// `(x, out)`, and the text of the local derivative; the same for many beside them, if they have a way
/// of their own.
macro_rules! unary {
    (
        ($forward:expr, $many:expr), ($partial:expr, $backward:expr), $text:expr,
        $with_slopes:expr $(,)?
    ) => {
        $crate::ops::Rule::Unary {
            forward: $forward,
            partial: $crate::ops::Partial { function: $partial, text: $text },
            many: $crate::ops::Many {
                forward: $many,
                backward: $backward,
                with_slopes: $with_slopes,
            },
        }
    };
    (($forward:expr, $many:expr), ($partial:expr, $backward:expr), $text:expr $(,)?) => {
        unary!(($forward, $many), ($partial, $backward), $text, None)
    };
    (($forward:expr, $many:expr), $partial:expr, $text:expr $(,)?) => {
        unary!(
            ($forward, $many),
            ($partial, |upstream, inputs, outs| {
                $crate::ops::rules::backward(upstream, inputs, outs, $partial)
            }),
            $text
        )
    };
    ($forward:expr, $partial:expr, $text:expr $(,)?) => {
        unary!(
            ($forward, |numbers| $crate::ops::rules::forward(numbers, $forward)),
            $partial,
            $text
        )
    };
}

/// Replaces each `x` by its `out`.
#[inline(always)]
pub(super) fn forward(numbers: &mut [f64], function: impl Fn(f64) -> f64) {
    for number in numbers {
        *number = function(*number);
    }
}

/// Multiplies every upstream by its local derivative.
#[inline(always)]
pub(super) fn backward(
    upstream: &mut [f64],
    inputs: &[f64],
    outs: &[f64],
    partial: impl Fn(f64, f64) -> f64,
) {
    for ((upstream, input), out) in upstream.iter_mut().zip(inputs).zip(outs) {
        *upstream *= partial(*input, *out);
    }
}
