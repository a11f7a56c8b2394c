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

/// A function of one number and of many in place, from its formula for usual operands, which are usual,
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

        /// The same of many numbers, in place.
        #[multiversion::multiversion(targets("x86_64+avx512f+fma", "x86_64+avx+avx2+fma"))]
        pub fn $many(numbers: &mut [f64]) {
            const FUSED: bool = multiversion::target::target_cfg_f!(target_feature = "fma");
            let (groups, left) = numbers.as_chunks_mut::<{ $crate::ops::accurate::TOGETHER }>();
            for group in groups {
                let operands = *group;
                let mut are_usual = true;
                for number in group.iter_mut() {
                    are_usual &= ($is_usual)(*number);
                    *number = $quick::<FUSED>(*number);
                }
                if !are_usual {
                    for (out, x) in group.iter_mut().zip(operands) {
                        *out = if ($is_usual)(x) { *out } else { ($rare)(x) };
                    }
                }
            }
            for number in left {
                let x = *number;
                *number = if ($is_usual)(x) { $quick::<FUSED>(x) } else { ($rare)(x) };
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
        pub fn $many(upstream: &mut [f64], inputs: &[f64], outs: &[f64]) {
            const FUSED: bool = multiversion::target::target_cfg_f!(target_feature = "fma");
            const TOGETHER: usize = $crate::ops::accurate::TOGETHER;
            let groups = upstream.chunks_mut(TOGETHER);
            let points = inputs.chunks(TOGETHER).zip(outs.chunks(TOGETHER));
            for (group, (inputs, outs)) in groups.zip(points) {
                let points = inputs.iter().zip(outs);
                let are_usual = inputs.iter().fold(true, |are, x| are & ($is_usual)(*x));
                if are_usual {
                    for (upstream, (x, out)) in group.iter_mut().zip(points) {
                        *upstream *= $quick::<FUSED>(*x, *out);
                    }
                } else {
                    for (upstream, (x, out)) in group.iter_mut().zip(points) {
                        *upstream *= $one(*x, *out);
                    }
                }
            }
        }
    };
}

/// A function of many in place with its slopes beside it, from a formula for both for usual operands, which
/// are usual, and one for the rest.
macro_rules! with_slopes_of_many {
    ($(#[$about:meta])* $many:ident, $quick:ident, $is_usual:expr, $rare:expr $(,)?) => {
        $(#[$about])*
        #[multiversion::multiversion(targets("x86_64+avx512f+fma", "x86_64+avx+avx2+fma"))]
        pub fn $many(numbers: &mut [f64], slopes: &mut [f64]) {
            const FUSED: bool = multiversion::target::target_cfg_f!(target_feature = "fma");
            const TOGETHER: usize = $crate::ops::accurate::TOGETHER;
            let (groups, left) = numbers.as_chunks_mut::<TOGETHER>();
            let (slope_groups, slopes_left) = slopes.as_chunks_mut::<TOGETHER>();
            for (group, slopes) in groups.iter_mut().zip(slope_groups) {
                let operands = *group;
                let mut are_usual = true;
                for (number, slope) in group.iter_mut().zip(slopes.iter_mut()) {
                    are_usual &= ($is_usual)(*number);
                    (*number, *slope) = $quick::<FUSED>(*number);
                }
                if !are_usual {
                    for (both, x) in group.iter_mut().zip(slopes).zip(operands) {
                        if !($is_usual)(x) {
                            (*both.0, *both.1) = ($rare)(x);
                        }
                    }
                }
            }
            for (number, slope) in left.iter_mut().zip(slopes_left) {
                let x = *number;
                (*number, *slope) =
                    if ($is_usual)(x) { $quick::<FUSED>(x) } else { ($rare)(x) };
            }
        }
    };
}
