//! The engine's own costs: parse, build, order, forward, backward and drop, from 10 to 1,000,000 nodes.
//!
//! Read the items per second: an item is a node, so 100 Mitem/s are 10 ns a node.

// What does not go as expected ends the bench.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use std::fmt::Write;

use divan::Bencher;
use divan::counter::ItemsCount;
use gradcalc::internals::graph::{Order, Value};
use gradcalc::internals::language::parse;
use gradcalc::{Session, evaluate};

const SIZES: [usize; 4] = [10, 1_000, 65_000, 1_000_000];

fn main() {
    divan::main();
}

/// One statement whose right side has so many operations on twenty leaves, `*` and `+` by turns.
fn statement(nodes: usize) -> String {
    let mut text = "L = ".to_owned();
    for at in 0..nodes / 2 {
        write!(text, "a{}*a{} + ", at % 20, at * 7 % 20).expect("memory");
    }
    text + "a0"
}

fn session() -> Session {
    let mut session = Session::new();
    for at in 0..20 {
        evaluate(&mut session, &format!("a{at} = 0.{at}1")).expect("a leaf");
    }
    session
}

/// The session holds the names, so it has to live as long as the root is looked at.
fn root(nodes: usize) -> (Session, Value) {
    let mut session = session();
    evaluate(&mut session, &statement(nodes)).expect("a node");
    let root = session.value("L").expect("the root");
    (session, root)
}

#[divan::bench(args = SIZES, max_time = 2)]
fn parsing(bencher: Bencher<'_, '_>, nodes: usize) {
    let text = statement(nodes);
    bencher.counter(ItemsCount::new(nodes)).bench_local(|| parse(&text).is_ok());
}

#[divan::bench(args = SIZES, max_time = 2)]
fn parsing_and_building(bencher: Bencher<'_, '_>, nodes: usize) {
    let text = statement(nodes);
    bencher.counter(ItemsCount::new(nodes)).with_inputs(session).bench_local_values(
        |mut session| {
            evaluate(&mut session, &text).expect("a node");
            session
        },
    );
}

#[divan::bench(args = SIZES, max_time = 2)]
fn ordering(bencher: Bencher<'_, '_>, nodes: usize) {
    let (_session, root) = root(nodes);
    bencher.counter(ItemsCount::new(nodes)).bench_local(|| Order::of([&root]));
}

#[divan::bench(args = SIZES, max_time = 2)]
fn forward(bencher: Bencher<'_, '_>, nodes: usize) {
    let (_session, root) = root(nodes);
    let order = Order::of([&root]);
    bencher.counter(ItemsCount::new(nodes)).bench_local(|| order.forward(1));
}

#[divan::bench(args = SIZES, max_time = 2)]
fn backward(bencher: Bencher<'_, '_>, nodes: usize) {
    let (_session, root) = root(nodes);
    let order = Order::of([&root]);
    bencher.counter(ItemsCount::new(nodes)).bench_local(|| order.backward());
}

#[divan::bench(args = SIZES, max_time = 2)]
fn order_and_backward(bencher: Bencher<'_, '_>, nodes: usize) {
    let (_session, root) = root(nodes);
    bencher.counter(ItemsCount::new(nodes)).bench_local(|| Order::of([&root]).backward());
}

#[divan::bench(args = SIZES, max_time = 2)]
fn dropping(bencher: Bencher<'_, '_>, nodes: usize) {
    // The session goes with its last node; twenty leaves and names are of no account.
    bencher.counter(ItemsCount::new(nodes)).with_inputs(|| root(nodes)).bench_local_values(drop);
}
