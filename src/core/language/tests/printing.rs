//! Expressions that are printed and parsed: what comes back is the same.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use crate::core::language::{Item, Kind, Tree, exact, expression, parse_expression};
use crate::core::ops;
use crate::core::ops::{Notation, Operation};
use crate::support::fixed_seed::config;

/// An expression in postfix order, made from the outside in.
#[derive(Debug, Clone)]
enum Part {
    Number(f64),
    Name(&'static str),
    Operation(&'static Operation),
    Call(&'static str, usize),
    PlusMinus,
}

/// A finite number of any size that a literal can spell.
fn literal() -> impl Strategy<Value = f64> {
    let plain = (-1000_i32..1000).prop_map(|number| f64::from(number) / 8.0);
    let any = any::<f64>().prop_filter("finite", |number| number.is_finite());
    prop_oneof![3 => plain, 1 => any]
}

/// Whole expressions, as postfix parts.
fn postfix() -> impl Strategy<Value = Vec<Part>> {
    let names = select(vec!["a", "b", "x'", "θ₁", "L.2", "c@1", "c@1.3", "inf", "nan", "pi"]);
    let leaf = prop_oneof![
        literal().prop_map(|number| vec![Part::Number(number)]),
        names.prop_map(|name| vec![Part::Name(name)]),
    ];
    let operations: Vec<&'static Operation> = ops::operations().collect();
    leaf.prop_recursive(6, 60, 3, move |inner| {
        let applied = (select(operations.clone()), inner.clone(), inner.clone());
        let applied = applied.prop_map(|(operation, first, second)| {
            let mut parts = first;
            if operation.arity() == 2 {
                parts.extend(second);
            }
            // A sign before a literal is part of it.
            let folds = matches!(operation.notation, Notation::Prefix { .. })
                && operation.name == "-"
                && matches!(parts.as_slice(), [Part::Number(_)]);
            if !folds {
                parts.push(Part::Operation(operation));
            }
            parts
        });
        let row = (inner.clone(), 1..40_u8).prop_map(|(mut parts, row)| {
            parts.extend([Part::Number(row.into()), Part::Operation(ops::ROW_OF)]);
            parts
        });
        // It stands in a parenthesis or an argument.
        let uncertain = (inner.clone(), inner.clone()).prop_map(|(mut parts, u)| {
            parts.extend(u);
            parts.extend([Part::PlusMinus, Part::Call("f", 1)]);
            parts
        });
        let comparisons: Vec<&'static Operation> =
            ["==", "!="].map(|it| ops::infix(it).unwrap()).into();
        let texts = select(vec!["\"a\"", "\"b c; # d\"", "\"±\""]);
        let compared = (inner.clone(), texts, select(comparisons));
        let compared = compared.prop_map(|(mut parts, text, operation)| {
            parts.extend([Part::Name(text), Part::Operation(operation)]);
            parts
        });
        let call = (select(vec!["sum", "mean", "max", "f", "g'"]), vec(inner, 3..5));
        let called = call.prop_map(|(name, arguments)| {
            let count = arguments.len();
            let mut parts = arguments.concat();
            parts.push(Part::Call(name, count));
            parts
        });
        prop_oneof![8 => applied, 2 => called, 1 => row, 1 => uncertain, 1 => compared]
    })
}

fn printed(parts: &[Part]) -> String {
    let items: Vec<Item<'_>> = parts
        .iter()
        .map(|part| match part {
            Part::Number(number) => Item::Number(*number),
            Part::Name(name) => Item::Name(name),
            Part::Operation(operation) => Item::Operation(operation),
            Part::Call(name, count) => Item::Call(name, *count),
            Part::PlusMinus => Item::PlusMinus,
        })
        .collect();
    expression(&items, exact)
}

/// The steps of a tree in words that can be compared.
fn described(tree: &Tree<'_>) -> Vec<String> {
    let step = |step: &crate::core::language::Step| match step.kind {
        Kind::Number(number) => format!("number {:016x}", number.to_bits()),

        Kind::Name | Kind::Text | Kind::Parameter(_) => {
            format!("name {}", step.span.of(tree.text))
        }
        Kind::Operation(operation) => format!("operation {}", operation.name),
        // What gives way to a function is an operation where it is called.
        Kind::Call(count) => match ops::call(step.span.of(tree.text)) {
            Some(operation) if operation.arity() == count as usize => {
                format!("operation {}", operation.name)
            }
            _ => format!("call {} {count}", step.span.of(tree.text)),
        },
        Kind::Link(operation, position) => format!("link {} {position:?}", operation.name),
        Kind::Chain(operation) => format!("chain {}", operation.name),
        Kind::Choice => "choice".to_owned(),
        Kind::PlusMinus => "plus-minus".to_owned(),
    };
    tree.steps.iter().map(step).collect()
}

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn an_expression_printed_and_parsed_is_the_same(parts in postfix()) {
        let text = printed(&parts);
        let tree = parse_expression(&text);
        prop_assert!(tree.is_ok(), "{text}: {}", tree.unwrap_err());
        let tree = tree.unwrap();
        let wanted: Vec<String> = parts.iter().map(|part| match part {
            Part::Number(number) => format!("number {:016x}", number.to_bits()),
            Part::Name(name) => format!("name {name}"),
            Part::Operation(operation) => format!("operation {}", operation.name),
            Part::Call(name, count) => format!("call {name} {count}"),
            Part::PlusMinus => "plus-minus".to_owned(),
        }).collect();
        prop_assert_eq!(described(&tree), wanted, "{}", text);
        prop_assert_eq!(tree.to_text(), text);
    }
}
