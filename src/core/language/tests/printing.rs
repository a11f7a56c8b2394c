//! Expressions that are printed and parsed: what comes back is the same.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use crate::core::language::{
    Item, Kind, Statement, Stride, Tree, exact, expression, parse_expression, setting, statement,
};
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
    PlusMinus(bool),
    Evaluation(&'static str, usize),
    List(usize),
    Range(Stride),
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
        let uncertain = (inner.clone(), inner.clone(), any::<bool>());
        let uncertain = uncertain.prop_map(|(mut parts, u, percent)| {
            parts.extend(u);
            parts.extend([Part::PlusMinus(percent), Part::Call("f", 1)]);
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
    let item = |part: &Part| match *part {
        Part::Number(number) => Item::number(number),
        Part::Name("") => Item { kind: Kind::Present, text: "" },
        Part::Name(name) => Item::name(name),
        Part::Operation(operation) => Item::operation(operation),
        Part::Call(text, count) => Item { kind: Kind::Call(count as u32), text },
        Part::PlusMinus(percent) => Item { kind: Kind::PlusMinus { percent }, text: "" },
        Part::Evaluation(text, count) => Item { kind: Kind::Evaluation(count as u32), text },
        Part::List(count) => Item { kind: Kind::List(count as u32), text: "" },
        Part::Range(stride) => Item { kind: Kind::Range(stride), text: "" },
    };
    expression(&parts.iter().map(item).collect::<Vec<_>>(), exact)
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
        Kind::Present => "name ".to_owned(),
        Kind::PlusMinus { percent } => format!("plus-minus {percent}"),
        Kind::Evaluation(count) => format!("evaluation {} {count}", step.span.of(tree.text)),
        Kind::List(count) => format!("list {count}"),
        Kind::Range(stride) => format!("range {stride:?}"),
    };
    tree.steps.iter().map(step).collect()
}

fn wanted(part: &Part) -> String {
    match part {
        Part::Number(number) => format!("number {:016x}", number.to_bits()),
        Part::Name(name) => format!("name {name}"),
        Part::Operation(operation) => format!("operation {}", operation.name),
        Part::Call(name, count) => format!("call {name} {count}"),
        Part::PlusMinus(percent) => format!("plus-minus {percent}"),
        Part::Evaluation(word, count) => format!("evaluation {word} {count}"),
        Part::List(count) => format!("list {count}"),
        Part::Range(stride) => format!("range {stride:?}"),
    }
}

/// Small expressions of numbers, and of names from among these.
fn plain(names: &'static [&'static str]) -> impl Strategy<Value = Vec<Part>> + Clone {
    let leaf = prop_oneof![
        literal().prop_map(|number| vec![Part::Number(number)]).boxed(),
        select(names).prop_map(|name| vec![Part::Name(name)]).boxed(),
    ];
    let operations = ["+", "-", "*", "/", "^"].map(|it| ops::infix(it).unwrap());
    let applied = (leaf.clone(), leaf.clone(), select(operations.to_vec()));
    let applied = applied.prop_map(|(mut parts, second, operation)| {
        parts.extend(second);
        parts.push(Part::Operation(operation));
        parts
    });
    let called = (leaf.clone(), leaf.clone()).prop_map(|(mut parts, second)| {
        parts.extend(second);
        parts.push(Part::Call("f", 2));
        parts
    });
    prop_oneof![3 => leaf, 1 => applied, 1 => called].boxed()
}

/// Columns, as postfix parts.
fn column() -> impl Strategy<Value = Vec<Part>> {
    let element = || plain(&["pi", "nan", "inf"]);
    let uncertain = (element(), element(), any::<bool>()).prop_map(|(mut parts, u, percent)| {
        parts.extend(u);
        parts.push(Part::PlusMinus(percent));
        parts
    });
    let text = select(vec!["\"a\"", "\"b c; # ]\"", "\"\""]);
    let text = text.prop_map(|text| vec![Part::Name(text)]);
    let list = vec(prop_oneof![4 => element(), 1 => uncertain, 1 => text], 1..6);
    let list = list.prop_map(|elements| {
        let count = elements.len();
        let mut parts = elements.concat();
        parts.push(Part::List(count));
        parts
    });
    let strides = select(vec![Stride::One, Stride::Given, Stride::Second]);
    let range = (vec(element(), 3), strides).prop_map(|(mut ends, stride)| {
        ends.truncate(if stride == Stride::One { 2 } else { 3 });
        let mut parts = ends.concat();
        parts.push(Part::Range(stride));
        parts
    });
    prop_oneof![list, range]
}

/// Right sides of assignments, as postfix parts.
fn right_side() -> impl Strategy<Value = Vec<Part>> {
    let of_list = || column().prop_filter("a list", |it| !is_uncertain(it));
    let is_list =
        |it: &Vec<Part>| matches!(it.last(), Some(Part::List(_) | Part::Range(Stride::Second)));
    let given =
        prop_oneof![3 => plain(&["a", "b"]), 1 => of_list().prop_filter("brackets", is_list)];
    let words = prop_oneof![
        Just(vec![]),
        (1..99_u32, select(vec!["dof", "k"])).prop_map(|(number, word)| {
            vec![Part::Number(f64::from(number) / 4.0), Part::Evaluation(word, 2)]
        }),
        select(vec!["normal", "rectangular", "triangular"])
            .prop_map(|word| vec![Part::Evaluation(word, 1)]),
    ];
    let value = prop_oneof![
        plain(&["a", "b"]).boxed(),
        column().boxed(),
        Just(vec![Part::Name("")]).boxed()
    ];
    (value, given, any::<bool>(), vec(words, 0..3)).prop_map(
        |(mut parts, given, percent, words)| {
            let is_present = matches!(parts.as_slice(), [Part::Name("")]);
            if !is_uncertain(&parts) && (percent || is_present) {
                let percent = percent && !is_column(&given);
                parts.extend(given);
                parts.push(Part::PlusMinus(percent));
                parts.extend(words.concat());
            }
            parts
        },
    )
}

fn is_uncertain(parts: &[Part]) -> bool {
    parts.iter().any(|part| matches!(part, Part::PlusMinus(_)))
}

fn is_column(parts: &[Part]) -> bool {
    matches!(parts.last(), Some(Part::List(_) | Part::Range(_)))
}

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn an_expression_printed_and_parsed_is_the_same(parts in postfix()) {
        let text = printed(&parts);
        let tree = parse_expression(&text);
        prop_assert!(tree.is_ok(), "{text}: {}", tree.unwrap_err());
        let tree = tree.unwrap();
        let wanted: Vec<String> = parts.iter().map(wanted).collect();
        prop_assert_eq!(described(&tree), wanted, "{}", text);
        prop_assert_eq!(tree.to_text(), text);
    }
    #[test]
    fn a_right_side_printed_and_parsed_is_the_same(parts in right_side()) {
        let text = printed(&parts);
        let tree = setting(&text);
        prop_assert!(tree.is_ok(), "{text}: {}", tree.unwrap_err());
        let tree = tree.unwrap();
        let wanted: Vec<String> = parts.iter().map(wanted).collect();
        prop_assert_eq!(described(&tree), wanted, "{}", text);
        prop_assert_eq!(tree.to_text(), text.clone());
        if !text.starts_with('±') {
            let assignment = format!("x = {text}");
            let statement = statement(&assignment, || Ok(()));
            let is_same = matches!(&statement, Ok(Statement::Assign { tree, .. })
                if tree.to_text() == text);
            prop_assert!(is_same, "{text}: {statement:?}");
        }
    }
}
