//! The grammar and its precedences agree with the table of operations.

use crate::core::language::{Kind, parse_expression};
use crate::core::ops::{self, Notation, Operation, operations};

/// The operations of a text in postfix order, by the names they are shown by.
fn order(text: &str) -> Vec<&'static str> {
    let tree = parse_expression(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let name = |kind: &Kind| match kind {
        Kind::Operation(row) | Kind::Link(row, _) | Kind::Chain(row) => Some(row.name),
        _ => None,
    };
    tree.steps.iter().filter_map(|step| name(&step.kind)).collect()
}

fn infixes() -> impl Iterator<Item = (&'static Operation, u8, bool)> {
    operations().filter_map(|row| match row.notation {
        Notation::Infix { precedence, right, .. } => Some((row, precedence, right)),
        _ => None,
    })
}

#[test]
fn every_mark_of_the_table_is_read_as_its_operation() {
    for row in operations() {
        for mark in row.aliases.iter().chain([&row.name]) {
            match row.notation {
                Notation::Infix { .. } => assert_eq!(order(&format!("a {mark} b")), [row.name]),
                Notation::Prefix { .. } => assert_eq!(order(&format!("{mark} b")), [row.name]),
                Notation::Call | Notation::Row => {}
            }
        }
        if !row.before_atom.is_empty() {
            assert_eq!(order(&format!("{}b", row.before_atom)), [row.name]);
        }
    }
    for constant in ops::CONSTANTS {
        for name in constant.aliases.iter().chain([&constant.name]) {
            let text = if *name == "°" { "3°" } else { name };
            assert!(parse_expression(text).is_ok(), "{name}");
        }
    }
    for word in ops::RESERVED {
        assert!(parse_expression(word).is_err(), "{word}");
        assert!(parse_expression(&format!("{word}1")).is_ok(), "{word}1");
    }
}

#[test]
fn what_binds_tighter_is_as_the_table_says() {
    for (first, tight, right) in infixes() {
        for (second, other, _) in infixes() {
            let found = order(&format!("a {} b {} c", first.name, second.name));
            // A chain of comparisons is one operation after the other.
            let first_ends = tight > other || tight == other && !right;
            let wanted = if first_ends { [first, second] } else { [second, first] };
            assert_eq!(found, wanted.map(|row| row.name), "{} {}", first.name, second.name);
        }
    }
    for prefix in operations() {
        let Notation::Prefix { precedence } = prefix.notation else { continue };
        for (row, other, _) in infixes() {
            let found = order(&format!("{} a {} b", prefix.name, row.name));
            let wanted = if precedence > other { [prefix, row] } else { [row, prefix] };
            assert_eq!(found, wanted.map(|row| row.name), "{} {}", prefix.name, row.name);
        }
    }
}
