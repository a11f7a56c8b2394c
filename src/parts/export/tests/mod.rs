//! Rules for every drawing: well-formed, complete, and nothing on top of anything else.

mod drawings;
mod python;

use std::collections::HashSet;
use std::io::Write;
use std::process::{Command, Stdio};

use super::{Frame, Layout, exports};
use crate::core::graph::Guard;
use crate::core::language::Span;
use crate::core::session::Session;
use crate::evaluate;
use crate::render::Style;
use crate::report::Pass;

const STYLE: Style = Style::plain(None);

/// Scripts and their roots: the lecture's expression, the neuron, diamonds, odd names and numbers.
const SCRIPTS: &[(&str, &str)] = &[
    ("a = 2; b = -3; c = 10; f = -2; L = (a*b + c) * f", "L"),
    ("x1 = 2; x2 = 0; w1 = -3; w2 = 1; b = 6.8813735870195432; o = tanh(x1*w1 + x2*w2 + b)", "o"),
    ("a = -2; b = 3; d = a*b; e = a + b; f = d*e", "f"),
    ("a = 3; b = a + a", "b"),
    ("a = 3; b = a + a; c = b*b; L = b + c; also = L", "L"),
    ("α = 1.5; θ₁ = -0.5; x' = 0/0; σ = 3α^2 + max(θ₁, 0)*x' - 2/α*inf; 名 = σ*1e300", "名"),
    ("a = 1", "a"),
    ("c = 1; c = c + 1; c = c*c@1 + c", "c"),
];

fn with_pass<T>(script: &str, root: &str, see: impl FnOnce(&Pass) -> T) -> T {
    let mut session = Session::new();
    for line in script.lines() {
        evaluate(&mut session, line).unwrap();
    }
    let root = session.find(root, Span::default()).unwrap();
    session.backward(&root);
    let (order, names) = session.shared_pass();
    see(&Pass { touched: None, ..Pass::new(names, order) })
}

/// A graph of about so many nodes, in which a good many are used again far away.
fn tangle(count: usize) -> String {
    let mut text = "v0 = 0.5\nv1 = -0.25\nv2 = 1.5\n".to_owned();
    for at in 3..count {
        let (first, second) = (at - 1 - at * 7 % at.min(9), at - 1 - at * 5 % at.min(30));
        let joint = ["+", "*", "-"][at % 3];
        text.push_str(&format!("v{at} = v{first} {joint} v{second}\n"));
    }
    text
}

fn text(name: &str, pass: &Pass) -> String {
    let row = exports().find(|row| row.name == name).unwrap();
    row.text(pass, &STYLE, &Guard::default()).unwrap()
}

#[test]
fn no_two_formats_share_a_name_or_an_ending() {
    let mut seen = HashSet::new();
    for row in exports() {
        assert!(seen.insert(row.name), "{}", row.name);
        assert!(!row.help.is_empty() && !row.help.ends_with('.'), "{}", row.name);
        for ending in row.endings {
            assert!(*ending == row.name || seen.insert(ending), "{ending}");
        }
    }
}

#[test]
fn every_format_writes_every_script_and_no_control_characters() {
    for (script, root) in SCRIPTS {
        with_pass(script, root, |pass| {
            for row in exports() {
                let text = row.text(pass, &STYLE, &Guard::default()).unwrap();
                assert!(text.ends_with('\n') && text.len() > 20, "{}: {text}", row.name);
                let bad = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
                assert!(!text.contains(bad), "{}: {text}", row.name);
            }
        });
    }
}

#[test]
fn the_picture_is_well_formed_and_complete() {
    for (script, root) in SCRIPTS {
        with_pass(script, root, |pass| {
            let text = text("svg", pass);
            let document = roxmltree::Document::parse(&text).expect("well-formed");
            let of_class = |wanted: &str| {
                let has = |class: &str| class.split(' ').any(|class| class == wanted);
                document.descendants().filter(|it| it.attribute("class").is_some_and(has)).count()
            };
            let nodes = pass.order.nodes();
            let computed = nodes.iter().filter(|node| !node.is_leaf()).count();
            let uses = pass.order.edges().count();
            assert_eq!(of_class("frame"), nodes.len(), "{script}");
            assert_eq!(of_class("ellipse"), computed, "{script}");
            assert_eq!(of_class("edge"), computed + uses, "{script}");
            for tag in ["title", "desc"] {
                let found = document
                    .descendants()
                    .find(|it| it.has_tag_name(("http://www.w3.org/2000/svg", tag)));
                let said = found.and_then(|it| it.text()).unwrap_or_default();
                assert!(said.contains(&pass.root_name()), "{script}: {said}");
            }
            let signs = ["positive", "negative", "zero", "wild"].map(of_class);
            assert_eq!(signs.iter().sum::<usize>(), nodes.len(), "{script}");
        });
    }
}

#[test]
fn nothing_in_a_picture_covers_anything_else() {
    let tangles = [tangle(30), tangle(100), tangle(160)];
    let tangled = tangles.iter().zip(["v29", "v99", "v159"]);
    let scripts = SCRIPTS.iter().map(|(script, root)| (*script, *root));
    for (script, root) in scripts.chain(tangled.map(|(script, root)| (script.as_str(), root))) {
        with_pass(script, root, |pass| {
            let count = pass.order.nodes().len();
            let boxes = vec![(230.0, 30.0); count];
            let ellipses: Vec<Option<(f64, f64)>> = pass
                .order
                .nodes()
                .iter()
                .map(|node| (!node.is_leaf()).then_some((34.0, 34.0)))
                .collect();
            let edges: Vec<(usize, usize)> = pass.order.edges().collect();
            let layout = Layout::of(&boxes, &ellipses, &edges, 28.0, false);
            let places: Vec<&Frame> = layout
                .boxes
                .iter()
                .chain(layout.ellipses.iter().flatten().map(|it| &it.0))
                .collect();
            for (index, one) in places.iter().enumerate() {
                for other in places.iter().skip(index + 1) {
                    assert!(!overlap(one, other), "{one:?} and {other:?} in {root} of {count}");
                }
                let (left, top) =
                    (one.middle.0 - one.size.0 / 2.0, one.middle.1 - one.size.1 / 2.0);
                assert!(left >= 0.0 && top >= 0.0);
                assert!(left + one.size.0 <= layout.size.0 && top + one.size.1 <= layout.size.1);
            }
            let results = layout.ellipses.iter().flatten().map(|it| &it.1);
            assert!(layout.edges.iter().chain(results).all(|points| points.len() >= 2));
        });
    }
}

fn overlap(one: &Frame, other: &Frame) -> bool {
    let apart = |one: (f64, f64), other: (f64, f64)| {
        (one.0 - other.0).abs() >= (one.1 + other.1) / 2.0 - 1e-6
    };
    !apart((one.middle.0, one.size.0), (other.middle.0, other.size.0))
        && !apart((one.middle.1, one.size.1), (other.middle.1, other.size.1))
}

/// Graphviz, where there is one, takes the text without a word and draws all of it.
#[test]
fn graphviz_takes_the_dot() {
    if Command::new("dot").arg("-V").output().is_err() {
        return;
    }
    for (script, root) in SCRIPTS {
        with_pass(script, root, |pass| {
            let mut child = Command::new("dot")
                .arg("-Tplain")
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            child.stdin.take().unwrap().write_all(text("dot", pass).as_bytes()).unwrap();
            let output = child.wait_with_output().unwrap();
            assert!(output.status.success() && output.stderr.is_empty(), "{script}: {output:?}");
            let drawn = String::from_utf8(output.stdout).unwrap();
            let count = |kind: &str| drawn.lines().filter(|line| line.starts_with(kind)).count();
            let computed = pass.order.nodes().iter().filter(|node| !node.is_leaf()).count();
            assert_eq!(count("node "), pass.order.nodes().len() + computed, "{script}");
            assert_eq!(count("edge "), computed + pass.order.edges().count(), "{script}");
        });
    }
}
