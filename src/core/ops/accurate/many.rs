//! Functions of one number and, by the same arithmetic, of many side by side.
//!
//! Where operands are usual there is neither a branch nor a table, so that the machine does several at
//! once. One that rounds a product and a sum together does so here, and only here: the last digit of a
//! result may depend on the machine, but not on how many are computed together.

/// So many are computed before it is seen whether all were usual.
pub const TOGETHER: usize = 16;

/// `x * y + z`, rounded once if `FUSED`, which takes a machine that does so at once, else twice.
#[inline(always)]
pub fn fused<const FUSED: bool>(x: f64, y: f64, z: f64) -> f64 {
    if FUSED { x.mul_add(y, z) } else { x * y + z }
}

/// A function of one number and of many, from its formula for usual operands, which are usual,
/// and its formula for the rest. The loops are part of the macro, since a formula that is handed on is
/// not compiled for the machine that was chosen.
macro_rules! of_one_and_many {
    ($(#[$about:meta])* $one:ident, $many:ident, $quick:ident, $is_usual:expr, $rare:expr $(,)?) => {
        $(#[$about])*
        #[multiversion::multiversion(targets("x86_64+avx512f+fma", "x86_64+avx+avx2+fma"))]
        pub fn $one(x: f64) -> f64 {
            const FUSED: bool = multiversion::target::target_cfg_f!(target_feature = "fma");
            if ($is_usual)(x) { $quick::<FUSED>(x) } else { ($rare)(x) }
        }

        /// The same of many numbers, each to its place.
        #[multiversion::multiversion(targets("x86_64+avx512f+fma", "x86_64+avx+avx2+fma"))]
        pub fn $many(inputs: &[f64], outs: &mut [f64]) {
            const FUSED: bool = multiversion::target::target_cfg_f!(target_feature = "fma");
            const TOGETHER: usize = $crate::core::ops::accurate::many::TOGETHER;
            let (groups, left) = outs.as_chunks_mut::<TOGETHER>();
            let (operands, operands_left) = inputs.as_chunks::<TOGETHER>();
            for (outs, operands) in groups.iter_mut().zip(operands) {
                let mut are_usual = true;
                for (out, x) in outs.iter_mut().zip(operands) {
                    are_usual &= ($is_usual)(*x);
                    *out = $quick::<FUSED>(*x);
                }
                if !are_usual {
                    for (out, x) in outs.iter_mut().zip(operands) {
                        *out = if ($is_usual)(*x) { *out } else { ($rare)(*x) };
                    }
                }
            }
            for (out, x) in left.iter_mut().zip(operands_left) {
                *out = if ($is_usual)(*x) { $quick::<FUSED>(*x) } else { ($rare)(*x) };
            }
        }
    };
}

/// A local derivative as a function of `(x, out)` and, for many, upstreams times it, from its formula
/// for usual `x`, which are usual, and its formula for the rest.
macro_rules! slope_of_one_and_many {
    ($(#[$about:meta])* $one:ident, $many:ident, $quick:ident, $is_usual:expr, $rare:expr $(,)?) => {
        $(#[$about])*
        #[multiversion::multiversion(targets("x86_64+avx512f+fma", "x86_64+avx+avx2+fma"))]
        pub fn $one(x: f64, out: f64) -> f64 {
            const FUSED: bool = multiversion::target::target_cfg_f!(target_feature = "fma");
            if ($is_usual)(x) { $quick::<FUSED>(x, out) } else { ($rare)(x, out) }
        }

        /// Multiplies every upstream by the local derivative at its `x` and `out`, in this order.
        #[multiversion::multiversion(targets("x86_64+avx512f+fma", "x86_64+avx+avx2+fma"))]
        pub fn $many(upstreams: &[f64], inputs: &[f64], outs: &[f64], grads: &mut [f64]) {
            const FUSED: bool = multiversion::target::target_cfg_f!(target_feature = "fma");
            const TOGETHER: usize = $crate::core::ops::accurate::many::TOGETHER;
            let groups = grads.chunks_mut(TOGETHER).zip(upstreams.chunks(TOGETHER));
            let points = inputs.chunks(TOGETHER).zip(outs.chunks(TOGETHER));
            for ((grads, upstreams), (inputs, outs)) in groups.zip(points) {
                let grads = grads.iter_mut().zip(upstreams);
                let points = inputs.iter().zip(outs);
                let are_usual = inputs.iter().fold(true, |are, x| are & ($is_usual)(*x));
                if are_usual {
                    for ((grad, upstream), (x, out)) in grads.zip(points) {
                        *grad = upstream * $quick::<FUSED>(*x, *out);
                    }
                } else {
                    for ((grad, upstream), (x, out)) in grads.zip(points) {
                        *grad = upstream * $one(*x, *out);
                    }
                }
            }
        }
    };
}

/// A function of many with its slopes beside it, from a formula for both for usual operands, which
/// are usual, and one for the rest.
macro_rules! with_slopes_of_many {
    ($(#[$about:meta])* $many:ident, $quick:ident, $is_usual:expr, $rare:expr $(,)?) => {
        $(#[$about])*
        #[multiversion::multiversion(targets("x86_64+avx512f+fma", "x86_64+avx+avx2+fma"))]
        pub fn $many(inputs: &[f64], outs: &mut [f64], slopes: &mut [f64]) {
            const FUSED: bool = multiversion::target::target_cfg_f!(target_feature = "fma");
            const TOGETHER: usize = $crate::core::ops::accurate::many::TOGETHER;
            let (operands, operands_left) = inputs.as_chunks::<TOGETHER>();
            let (groups, left) = outs.as_chunks_mut::<TOGETHER>();
            let (slope_groups, slopes_left) = slopes.as_chunks_mut::<TOGETHER>();
            for ((outs, slopes), operands) in groups.iter_mut().zip(slope_groups).zip(operands) {
                let mut are_usual = true;
                for ((out, slope), x) in outs.iter_mut().zip(slopes.iter_mut()).zip(operands) {
                    are_usual &= ($is_usual)(*x);
                    (*out, *slope) = $quick::<FUSED>(*x);
                }
                if !are_usual {
                    for ((out, slope), x) in outs.iter_mut().zip(slopes).zip(operands) {
                        if !($is_usual)(*x) {
                            (*out, *slope) = ($rare)(*x);
                        }
                    }
                }
            }
            for ((out, slope), x) in left.iter_mut().zip(slopes_left).zip(operands_left) {
                (*out, *slope) =
                    if ($is_usual)(*x) { $quick::<FUSED>(*x) } else { ($rare)(*x) };
            }
        }
    };
}
