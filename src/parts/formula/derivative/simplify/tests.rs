//! Simplified or not, a formula means the same, to the last bit where nothing rounds.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed};

use super::*;

/// Powers of two, of which sums and products are exact, and what is no number.
const NUMBERS: [f64; 12] =
    [1.0, -1.0, 2.0, -0.5, 4.0, -2.0, 0.25, 0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
/// The number of them that are constants of formulas; a zero among these is removed.
const CONSTANTS: usize = 7;

/// One step of a formula in postfix order.
#[derive(Debug, Clone, Copy)]
enum Step {
    Leaf(usize),
    Constant(usize),
    Operation(usize),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => (0..4_usize).prop_map(Step::Leaf),
        2 => (0..CONSTANTS).prop_map(Step::Constant),
        4 => (0..5_usize).prop_map(Step::Operation),
    ]
}

/// The result of the steps when `apply` makes their operations.
fn made(
    steps: &[Step],
    leaves: &[Value],
    mut apply: impl FnMut(&'static Operation, [Operand; 2]) -> Operand,
) -> Operand {
    // Each with whether it is a leaf or a number as it was written.
    let mut stack = vec![(Operand::Value(leaves[0].clone()), true)];
    for step in steps {
        let made = match step {
            Step::Leaf(leaf) => (Operand::Value(leaves[*leaf].clone()), true),
            Step::Constant(number) => (Constant(NUMBERS[*number]), true),
            Step::Operation(4) => {
                let (x, _) = stack.pop().unwrap();
                (apply(NEGATE, [x, Constant(0.0)]), false)
            }
            Step::Operation(_) if stack.len() < 2 => continue,
            Step::Operation(row) => {
                let ((y, is_atom), (x, _)) = (stack.pop().unwrap(), stack.pop().unwrap());
                // Quotients by sums would round.
                let rows = [ADD, SUBTRACT, MULTIPLY, if is_atom { DIVIDE } else { MULTIPLY }];
                (apply(rows[*row], [x, y]), false)
            }
        };
        stack.push(made);
    }
    stack.pop().unwrap().0
}

proptest! {
    #![proptest_config(Config {
        cases: 5000,
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..Config::default()
    })]

    #[test]
    fn a_simplified_formula_means_the_same(
        steps in vec(step(), 1..14),
        data in vec(0..NUMBERS.len(), 4),
    ) {
        let leaf = |number: &usize| Value::leaf(NUMBERS[*number], Label::default());
        let leaves: Vec<Value> = data.iter().map(leaf).collect();
        let mut has_zero = false;
        let plain = made(&steps, &leaves, |operation, [x, y]| match (&x, &y) {
            (Constant(x), Constant(y)) => {
                let number = operation.forward(*x, *y);
                has_zero |= number == 0.0;
                Constant(number)
            }
            _ => Operand::Value(Value::computed(operation, [x, y], Label::default())),
        });
        // It is removed, whatever it is added to or multiplied by.
        prop_assume!(!has_zero);
        for mut maker in [Maker::new(Label::default(), 0), Maker::for_reading()] {
            let simple = made(&steps, &leaves, |operation, operands| {
                maker.apply(operation, operands)
            });
            let (got, want) = (simple.data(), plain.data());
            let same = got.to_bits() == want.to_bits() || got.is_nan() && want.is_nan();
            let numbers: Vec<f64> = leaves.iter().map(Value::data).collect();
            prop_assert!(same, "{got}, not {want}, of leaves {numbers:?}");
        }
    }
}
