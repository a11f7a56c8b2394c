//! Advice on operations whose value or slope is not finite.

use super::lost_grads::LostGrads;
use crate::core::ops::Operation;

/// The names of operations, and advice if they are not finite.
const ADVICE: &[(&[&str], &str)] = &[
    (
        &["exp", "expm1", "sinh", "cosh"],
        "keep the argument between -709 and 709, or use sigmoid, softplus or logsumexp, which do \
         not overflow",
    ),
    (
        &["log", "log2", "log10"],
        "keep the argument of a logarithm above 0; for a log of exp, use softplus or logsumexp; \
         for x*log(x), where(x == 0, 0, x*log(x))",
    ),
    (
        &["sqrt", "cbrt", "hypot"],
        "keep the argument of a root above 0, and do not square a root: write a^2 + b^2, not \
         hypot(a, b)^2",
    ),
    (&["/"], "keep the divisor away from 0, or give the limit there: where(x == 0, 1, sin(x)/x)"),
    (&["%"], "keep the divisor away from 0"),
    (&["^"], "keep the base above 0; log(a^b) is b*log(a)"),
    (&["asin", "acos", "atanh"], "keep the argument between -1 and 1"),
    (&["log1p"], "keep the argument above -1"),
    (&["acosh"], "keep the argument above 1"),
    (&["atan2"], "keep one of the arguments away from 0"),
    (&["lgamma", "digamma"], "keep the argument above 0"),
    (&["trigamma"], "gradcalc has no derivative of trigamma: avoid it if you need grads"),
];

/// The names of operations, and advice if their slope is 0.
const ZERO_ADVICE: &[(&[&str], &str)] = &[
    (
        &["tanh", "sigmoid", "erf", "softplus", "silu", "gelu", "exp"],
        "bring the argument nearer to 0: scale the inputs, or start with smaller weights",
    ),
    (
        &["relu"],
        "raise the argument above 0 by a larger bias or a smaller rate, or use softplus, which \
         has a slope everywhere",
    ),
    (&["max", "min"], "only the selected argument gets a grad; logsumexp(a, b) is a smooth max"),
    (&["*"], "set the other factor to a number other than 0"),
    (&["when", "unless"], "only the selected side gets a grad: change the condition"),
];

/// The advice for any other operation that is not finite.
const OF_OTHERS: &str = "scale the leaves: the largest double is 1.8e308";

/// The advice on an operation, or a sum of grads, that is not finite.
pub fn advice_on(operation: Option<&Operation>) -> &'static str {
    let name = operation.map_or("", |operation| operation.name);
    let row = ADVICE.iter().find(|(names, _)| names.contains(&name));
    row.map_or(OF_OTHERS, |(_, advice)| advice)
}

/// The advice on a grad that is not finite, by the operation that made it so.
pub fn advice_on_grads(operation: Option<&Operation>, lost: &LostGrads) -> &'static str {
    let is_overflow = lost.product.is_none_or(|it| it.local.is_finite() && it.upstream.is_finite());
    match advice_on(operation) {
        OF_OTHERS if !is_overflow => "start at other numbers, or leave such rows out with where",
        advice => advice,
    }
}

/// The advice on an operation whose slope by an operand is 0.
pub fn zero_advice(operation: &Operation, index: usize) -> &'static str {
    let row = ZERO_ADVICE.iter().find(|(names, _)| names.contains(&operation.name));
    match row.filter(|_| index > 0 || !operation.branching.is_some()) {
        Some((_, advice)) => advice,
        None if operation.jumps => {
            "no small step changes it: use a smooth one, such as sigmoid(10x) for step(x)"
        }
        None => "start at another value, where the slope is not 0",
    }
}

#[cfg(test)]
mod tests {
    use super::{ADVICE, ZERO_ADVICE};
    use crate::core::ops::operations;

    #[test]
    fn advice_is_on_operations_that_there_are() {
        for name in ADVICE.iter().chain(ZERO_ADVICE).flat_map(|(names, _)| *names) {
            assert!(operations().any(|operation| operation.name == *name), "{name}");
        }
    }
}
