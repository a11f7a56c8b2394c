//! Tests of the core by itself, with no part: `cargo test --lib --no-default-features`.

use super::graph::{Label, Operand, Value};
use super::language::{Result, parse_expression};
use super::session::Session;

/// A session that knows no part.
fn session() -> Session {
    Session::with_parts(&[])
}

/// Binds a name to an expression, as one step to undo.
fn bind(session: &mut Session, name: &str, expression: &str) -> Result<Value> {
    let text = format!("{name} = {expression}");
    session.begin(&text);
    let assigned = session.assign((name, &text), &parse_expression(expression)?)?;
    session.conclude();
    Ok(assigned.value)
}

#[test]
fn an_expression_has_data_and_grads() {
    let mut session = session();
    for (name, number) in [("a", "2"), ("b", "-3"), ("c", "10"), ("f", "-2")] {
        bind(&mut session, name, number).unwrap();
    }
    let root = bind(&mut session, "L", "(a*b + c) * f").unwrap();
    assert_eq!(root.data(), -8.0);
    session.backward(&root);
    let grad = |session: &mut Session, name: &str| session.value(name).unwrap().grad();
    assert_eq!(["a", "b", "c", "f"].map(|it| grad(&mut session, it)), [6.0, -4.0, -2.0, 4.0]);
    session.set_leaf("a", 3.0).unwrap();
    assert_eq!(session.value("L").unwrap().data(), -2.0);
}

#[test]
fn undo_takes_back_a_binding_and_redo_brings_it_again() {
    let mut session = session();
    bind(&mut session, "a", "2").unwrap();
    bind(&mut session, "a", "a^2").unwrap();
    assert_eq!(session.undo().as_deref(), Some("a = a^2"));
    assert_eq!(session.value("a").unwrap().data(), 2.0);
    assert_eq!(session.redo().as_deref(), Some("a = a^2"));
    assert_eq!(session.value("a").unwrap().data(), 4.0);
}

#[test]
fn what_only_parts_know_is_an_error() {
    let mut session = session();
    bind(&mut session, "a", "2").unwrap();
    for text in
        ["u(a)", "diff(a^2, a)", "softmax(a, 1)", "a[1]", "a ± 0.1", "\"text\"", "a == \"p\""]
    {
        let failed = bind(&mut session, "b", text);
        assert!(failed.is_err(), "{text}: {failed:?}");
    }
}

#[test]
fn a_chain_of_a_million_nodes_is_passed_over_and_freed() {
    let leaf = Value::leaf(1.0, Label::default());
    let add = super::ops::infix("+").unwrap();
    let mut root = leaf.clone();
    for _ in 0..1_000_000 {
        root = Value::computed(
            add,
            [Operand::Value(root), Operand::Value(leaf.clone())],
            Label::default(),
        );
    }
    let mut session = session();
    session.backward(&root);
    assert_eq!((root.data(), leaf.grad()), (1_000_001.0, 1_000_001.0));
}
