//! A macro for the rules of rows, so that each function is written once.

/// The rule of a unary operation, from the function, the local derivative as a function of
/// `(x, out)`, and the text of the local derivative.
macro_rules! unary {
    ($forward:expr, $partial:expr, $text:expr $(,)?) => {
        $crate::ops::Rule::Unary {
            forward: $forward,
            partial: $crate::ops::Partial { function: $partial, text: $text },
            many: $crate::ops::Many {
                forward: |numbers| $crate::ops::rules::forward(numbers, $forward),
                backward: |upstream, inputs, outs| {
                    $crate::ops::rules::backward(upstream, inputs, outs, $partial)
                },
            },
        }
    };
}

/// The number of operands processed at a time, which fills vector registers. The tape's blocks have
/// multiples of it; other callers may leave a remainder.
const CHUNK: usize = 8;

/// Replaces each `x` by its `out`.
#[inline(always)]
pub(super) fn forward(numbers: &mut [f64], function: impl Fn(f64) -> f64) {
    let (chunks, rest) = numbers.as_chunks_mut::<CHUNK>();
    for chunk in chunks {
        chunk.iter_mut().for_each(|number| *number = function(*number));
    }
    rest.iter_mut().for_each(|number| *number = function(*number));
}

/// Multiplies every upstream by its local derivative.
#[inline(always)]
pub(super) fn backward(
    upstream: &mut [f64],
    inputs: &[f64],
    outs: &[f64],
    partial: impl Fn(f64, f64) -> f64,
) {
    let (chunks, rest) = upstream.as_chunks_mut::<CHUNK>();
    let (input_chunks, inputs) = inputs.as_chunks::<CHUNK>();
    let (out_chunks, outs) = outs.as_chunks::<CHUNK>();
    for ((chunk, inputs), outs) in chunks.iter_mut().zip(input_chunks).zip(out_chunks) {
        for lane in 0..CHUNK {
            chunk[lane] *= partial(inputs[lane], outs[lane]);
        }
    }
    for ((upstream, input), out) in rest.iter_mut().zip(inputs).zip(outs) {
        *upstream *= partial(*input, *out);
    }
}
