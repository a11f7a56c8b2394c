//! What must hold of any input: printing and parsing, passes against finite differences, and changes
//! that are taken back.

// What does not go as expected ends the test.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use crate::support::fixed_seed::config;
use gradcalc::internals::graph::Value;
use gradcalc::internals::language::{Item, Kind, Tree, exact, expression, parse_expression};
use gradcalc::internals::ops::{self, Notation, Operation};
use gradcalc::{Session, evaluate};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

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
    let step = |step: &gradcalc::internals::language::Step| match step.kind {
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

/// A statement of a random graph: an operation on two earlier nodes.
type Link = (Index, Index, Index);

/// A graph over `leaves`, each later node an operation of the table on earlier ones.
fn grow(leaves: &[f64], links: &[Link]) -> Session {
    let operations: Vec<&'static Operation> = ops::operations().collect();
    let mut session = Session::new();
    for (at, data) in leaves.iter().enumerate() {
        evaluate(&mut session, &format!("n{at} = {}", exact(*data))).expect("a leaf");
    }
    for (at, (operation, first, second)) in links.iter().enumerate() {
        let operation = operation.get(&operations);
        let count = leaves.len() + at;
        // The newer of two is taken more often, so that graphs are deep as well as wide.
        let (first, second) = (first.index(count), second.index(count).max(first.index(count)));
        let names = [format!("n{first}"), format!("n{second}")];
        let mut items: Vec<Item<'_>> =
            names.iter().take(operation.arity()).map(|name| Item::Name(name)).collect();
        items.push(Item::Operation(operation));
        let right = expression(&items, exact);
        evaluate(&mut session, &format!("n{count} = {right}")).expect("a node");
    }
    session
}

fn leaves() -> impl Strategy<Value = Vec<f64>> {
    vec((1_i32..60).prop_map(|number| f64::from(number) / 32.0 - 0.9), 1..4)
}

fn links() -> impl Strategy<Value = Vec<Link>> {
    vec((any::<Index>(), any::<Index>(), any::<Index>()), 1..9)
}

fn root_of(session: &mut Session) -> Value {
    let last = session.names().iter().count() - 1;
    session.value(&format!("n{last}")).expect("the last node")
}

/// The root's data when a leaf is moved.
fn moved(session: &mut Session, root: &Value, leaf: &Value, to: f64) -> f64 {
    session.set(&[(leaf.clone(), to)]);
    let name = session.names().call(root);
    session.value(&name).expect("the root").data()
}

/// The central difference, when two widths of it agree: not at a kink, a jump or the end of a domain.
fn slope(session: &mut Session, root: &Value, leaf: &Value) -> Option<f64> {
    let at = leaf.data();
    let mut central = |step: f64| {
        let (above, below) =
            (moved(session, root, leaf, at + step), moved(session, root, leaf, at - step));
        (above - below) / ((at + step) - (at - step))
    };
    let (wide, narrow) = (central(1e-4), central(5e-5));
    moved(session, root, leaf, at);
    // The error of the narrow one is about a third of what they differ by.
    let agree = (wide - narrow).abs() <= 1e-5 * narrow.abs().max(1e-2);
    (agree && narrow.is_finite() && narrow.abs() < 1e6).then_some(narrow)
}

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn backward_agrees_with_finite_differences(leaves in leaves(), links in links()) {
        let mut session = grow(&leaves, &links);
        let root = root_of(&mut session);
        prop_assume!(root.data().is_finite() && root.data().abs() < 1e3);
        session.choose_root(root.clone());
        session.backward(&root);
        let order = session.shared_pass().0;
        // Nor do differences say much at the edge of a domain.
        let is_plain = |node: &Value| {
            node.data().is_finite() && node.backward_steps(1.0).all(|step| step.local.is_finite())
        };
        prop_assume!(order.nodes().iter().all(is_plain));
        // A jump at the very point looks flat from afar and a tie looks smooth along the tie.
        let kinks = order.nodes().iter().any(|node| {
            node.operation().is_some_and(|operation| !operation.kinks.is_empty())
        });
        prop_assume!(!kinks);
        let grads: Vec<(Value, f64)> =
            order.leaves().map(|leaf| (leaf.clone(), leaf.grad())).collect();
        let mut compared = 0;
        for (leaf, grad) in grads {
            if let Some(slope) = slope(&mut session, &root, &leaf) {
                compared += 1;
                prop_assert!(
                    (grad - slope).abs() <= 1e-4 * slope.abs().max(1e-1),
                    "grad {} but differences give {} in\n{}", grad, slope, session.script()
                );
            }
        }
        prop_assume!(compared > 0);
    }

    #[test]
    fn a_change_and_its_opposite_leave_every_bit(
        leaves in leaves(), links in links(), which in any::<Index>(), to in any::<f64>()
    ) {
        let mut session = grow(&leaves, &links);
        let root = root_of(&mut session);
        session.choose_root(root.clone());
        let bits = |session: &mut Session| -> Vec<(u64, u64)> {
            session.backward(&root);
            session.refresh_all();
            let nodes = session.names().iter().map(|(_, node)| node);
            nodes.map(|node| (node.data().to_bits(), node.grad().to_bits())).collect()
        };
        let leaf = session.value(&format!("n{}", which.index(leaves.len()))).unwrap();
        let before = bits(&mut session);
        let data = leaf.data();
        session.set(&[(leaf.clone(), to)]);
        let between = bits(&mut session);
        session.set(&[(leaf.clone(), data)]);
        prop_assert_eq!(&bits(&mut session), &before);
        // And the same once more by :undo, twice, with a look in between.
        session.undo();
        let again = bits(&mut session);
        let same = |a: u64, b: u64| a == b || f64::from_bits(a).is_nan() && f64::from_bits(b).is_nan();
        for (found, wanted) in again.iter().zip(&between) {
            prop_assert!(same(found.0, wanted.0));
        }
        session.undo();
        prop_assert_eq!(bits(&mut session).len(), before.len());
        prop_assert_eq!(leaf.data().to_bits(), data.to_bits());
    }
}
