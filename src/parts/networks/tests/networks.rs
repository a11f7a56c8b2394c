//! Networks: their numbers, against the same neurons typed by hand, and what becomes of their names.

use crate::{Session, evaluate};

fn session(statements: &[&str]) -> Session {
    let mut session = Session::new();
    for statement in statements {
        evaluate(&mut session, statement).unwrap_or_else(|error| panic!("{statement}: {error}"));
    }
    session
}

/// The names and numbers of the leaves of `:net n 2 3 1`, in their order.
const LEAVES: [&str; 13] = [
    "w1.1.1", "w1.1.2", "b1.1", "w1.2.1", "w1.2.2", "b1.2", "w1.3.1", "w1.3.2", "b1.3", "w2.1.1",
    "w2.1.2", "w2.1.3", "b2.1",
];

#[test]
fn a_call_has_the_numbers_and_grads_of_its_neurons_typed_by_hand() {
    for (options, activation, output) in
        [("", "tanh", "tanh"), ("relu", "relu", "relu"), ("relu linear seed 3", "relu", "")]
    {
        let net = format!(":net n 2 3 1 {options}");
        let mut ours = session(&["x = [0.5, -1.5, 2]", "z = [1, 0.25, -0.75]", &net]);
        let mut typed = session(&["x = [0.5, -1.5, 2]", "z = [1, 0.25, -0.75]"]);
        for leaf in LEAVES {
            let number = ours.value(&format!("n.{leaf}")).unwrap().data();
            let name = leaf.replace('.', "_");
            evaluate(&mut typed, &format!("{name} = {number}")).unwrap();
        }
        for neuron in 1..=3 {
            let sum = format!("b1_{neuron} + w1_{neuron}_1*x + w1_{neuron}_2*z");
            evaluate(&mut typed, &format!("h{neuron} = {activation}({sum})")).unwrap();
        }
        let sum = "b2_1 + w2_1_1*h1 + w2_1_2*h2 + w2_1_3*h3";
        evaluate(&mut typed, &format!("L = mean(({output}({sum}) - 1)^2)")).unwrap();
        evaluate(&mut ours, "L = mean((n(x, z) - 1)^2)").unwrap();
        for session in [&mut ours, &mut typed] {
            evaluate(session, ":step 0.05 3").unwrap();
        }
        let bits = |session: &mut Session, name: &str| {
            let value = session.value(name).unwrap();
            (value.data().to_bits(), value.grad().to_bits())
        };
        assert_eq!(bits(&mut ours, "L"), bits(&mut typed, "L"), "{options}");
        for leaf in LEAVES {
            let [one, other] = [format!("n.{leaf}"), leaf.replace('.', "_")];
            assert_eq!(bits(&mut ours, &one), bits(&mut typed, &other), "{leaf} {options}");
        }
    }
}

/// The weights of the lecture's network as once typed by hand, neuron by neuron: Python's
/// `round(random.uniform(-1, 1), 2)` after `random.seed(0)`.
const TYPED: [f64; 41] = [
    0.69, 0.52, -0.16, -0.48, 0.02, -0.19, 0.57, -0.39, -0.05, 0.17, 0.82, 0.01, -0.44, 0.51, 0.24,
    -0.5, 0.82, 0.97, 0.62, 0.8, -0.38, 0.46, 0.8, 0.37, -0.06, -0.8, -0.13, 0.22, 0.83, 0.93,
    -0.05, 0.73, -0.48, 0.61, 0.1, -0.97, 0.44, -0.2, 0.65, 0.34, -1.0,
];

#[test]
fn the_network_of_the_lecture_learns_its_four_points_as_in_pytorch() {
    let inputs = ["x1 = [2, 3, 0.5, 1]", "x2 = [3, -1, 1, 1]", "x3 = [-1, 0.5, 1, -1]"];
    let weights = TYPED.map(|number| number.to_string()).join(", ");
    let mut ours = session(&inputs);
    for line in [":net mlp 3 4 4 1", &format!(":set mlp [{weights}]"), "y = [1, -1, -1, 1]"] {
        evaluate(&mut ours, line).unwrap();
    }
    evaluate(&mut ours, "loss = sum((mlp(x1, x2, x3) - y)^2)").unwrap();
    // Neuron by neuron and point by point, as it had to be typed before there were networks.
    let mut by_hand = session(&[]);
    let mut given = TYPED.iter().enumerate();
    let mut layers =
        vec![vec!["x1", "x2", "x3"].into_iter().map(str::to_owned).collect::<Vec<_>>()];
    let mut functions = Vec::new();
    for (layer, neurons) in [4, 4, 1].into_iter().enumerate() {
        let inputs = layers.last().unwrap().clone();
        let mut outputs = Vec::new();
        for neuron in 0..neurons {
            let mut leaf = || {
                let (index, number) = given.next().unwrap();
                evaluate(&mut by_hand, &format!("p{index} = {number}")).unwrap();
                format!("p{index}")
            };
            let products: Vec<String> =
                inputs.iter().map(|input| format!("{}*{input}", leaf())).collect();
            let sum = format!("{} + {}", leaf(), products.join(" + "));
            functions.push((format!("h{layer}_{neuron}"), format!("tanh({sum})")));
            outputs.push(format!("h{layer}_{neuron}"));
        }
        layers.push(outputs);
    }
    let points = [("2, 3, -1", 1), ("3, -1, 0.5", -1), ("0.5, 1, 1", -1), ("1, 1, -1", 1)];
    let mut terms = Vec::new();
    for (index, (point, wanted)) in points.iter().enumerate() {
        for (name, number) in ["x1", "x2", "x3"].iter().zip(point.split(", ")) {
            evaluate(&mut by_hand, &format!("{name} = {number}; :freeze {name}")).unwrap();
        }
        for (name, formula) in &functions {
            evaluate(&mut by_hand, &format!("{name} = {formula}")).unwrap();
        }
        evaluate(&mut by_hand, &format!("o{index} = h2_0")).unwrap();
        terms.push(format!("(o{index} - ({wanted}))^2"));
    }
    evaluate(&mut by_hand, &format!("loss = {}", terms.join(" + "))).unwrap();
    for session in [&mut ours, &mut by_hand] {
        evaluate(session, ":step 0.1 20").unwrap();
        let (loss, want) = (session.value("loss").unwrap().data(), 0.01966198830375558);
        assert!((loss - want).abs() <= 1e-12, "{loss}");
    }
}

#[test]
fn a_seed_draws_the_same_numbers_everywhere() {
    // Xoshiro256++, seeded by SplitMix64, the upper 53 bits of each number; computed in Python.
    let mut session = session(&[":net n 2 1", ":net m 1 1 seed 7"]);
    let mut check = |name: &str, expected: f64| {
        assert_eq!(session.value(name).unwrap().data(), expected, "{name}");
    };
    check("n.w1.1.1", DRAWN[0]);
    check("n.w1.1.2", DRAWN[1]);
    check("n.b1.1", DRAWN[2]);
    check("m.w1.1.1", DRAWN[3]);
    check("m.b1.1", DRAWN[4]);
}

const DRAWN: [f64; 5] = [
    0.6232243177637695,
    0.49420943231643744,
    -0.7996981929324325,
    -0.8892791270433338,
    -0.6557682911037646,
];

#[test]
fn a_fold_over_a_network_is_one_over_its_leaves() {
    let mut session = session(&[":net n 2 1 seed 2", "k = 3"]);
    let typed = "sum(k*n.w1.1.1^2, k*n.w1.1.2^2, k*n.b1.1^2)";
    for (fold, same) in [
        ("sum(k*n^2)", typed),
        ("mean(n)", "mean(n.w1.1.1, n.w1.1.2, n.b1.1)"),
        ("max(abs(n))", "max(abs(n.w1.1.1), abs(n.w1.1.2), abs(n.b1.1))"),
        ("min(n*n)", "min(n.w1.1.1^2, n.w1.1.2^2, n.b1.1^2)"),
    ] {
        let [one, other] = [fold, same].map(|text| {
            evaluate(&mut session, &format!("L = {text}; :grad L")).unwrap();
            let names = ["L", "n.w1.1.1", "n.w1.1.2", "n.b1.1"];
            let numbers = names.map(|name| session.value(name).unwrap());
            (numbers[0].data(), numbers.map(|value| value.grad()))
        });
        assert_eq!(one, other, "{fold}");
    }
}

#[test]
fn a_network_without_its_name_is_saved_while_something_uses_it() {
    let mut session = session(&[
        ":net n 2 2 1",
        ":set n.w1.1.1 0.5 n.b1.1 2 ± 0.25",
        "x = 2; y = n(x, -1)",
        ":del n",
        "n(x) = x^2",
        "z = n(3) + y",
    ]);
    let script = session.script();
    let lines: Vec<&str> = script.lines().collect();
    let mut again = self::session(&lines);
    assert_eq!(again.script(), script);
    for name in ["y", "z", "n@1.w1.1.1", "n@1.b1.1", "n@1.b2.1"] {
        let [one, other] = [&mut session, &mut again].map(|it| it.value(name).unwrap().data());
        assert_eq!(one.to_bits(), other.to_bits(), "{name}");
    }
}

#[test]
fn a_trained_network_is_saved_in_a_few_lines_and_exactly() {
    let mut session = session(&[
        "x1 = [2, 3, 0.5, 1]; x2 = [3, -1, 1, 1]",
        "y = [1, -1, -1, 1]",
        ":net mlp 2 4 4 1",
        "loss = mean((mlp(x1/2, x2 - 1) - y)^2) + 0.01*sum(mlp^2)",
        ":step 0.1 10",
    ]);
    let script = session.script();
    assert_eq!(script.lines().count(), 6, "{script}");
    assert!(script.contains("loss = mean((mlp(x1/2, x2 - 1) - y)^2) + 0.01*sum(mlp^2)\n"));
    let lines: Vec<&str> = script.lines().collect();
    let mut again = self::session(&lines);
    let [one, other] = [&mut session, &mut again].map(|it| it.value("loss").unwrap().data());
    assert_eq!(one.to_bits(), other.to_bits());
    assert_eq!(again.script(), script);
}

/// Saving orders all nodes anew. What looks for nodes in the order of the last pass must not search
/// all of it for each: here that would be minutes.
#[test]
fn a_large_network_is_shown_as_fast_after_it_is_saved() {
    shown_after_it_is_saved(20_000);
}

#[test]
#[ignore = "large"]
fn a_very_large_network_is_shown_as_fast_after_it_is_saved() {
    shown_after_it_is_saved(100_000);
}

fn shown_after_it_is_saved(neurons: usize) {
    let net = format!(":net big 1 {neurons} 1");
    let mut session = session(&[&net, "L = big(0.5)^2", ":grad L"]);
    assert!(session.script().contains(&format!(":net big 1 {neurons} tanh 1 tanh seed 1")));
    for shown in [":levels L", ":draw L", ":grad L"] {
        evaluate(&mut session, shown).unwrap();
    }
}

#[test]
fn large_networks_are_refused_before_they_are_made() {
    let mut session = Session::new();
    for (text, message) in [
        (":net n 1000 1000 1", "this network would have 1002001 leaves"),
        (":net n 1000000 1000000 1000000 1", "leaves"),
        (":net n 0 1", "IN must be a whole number from 1 to 1000000, found 0"),
        (":net n 2 0 1", "SIZE must be a whole number from 1 to 1000000, found 0"),
    ] {
        let error = evaluate(&mut session, text).unwrap_err().to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
    evaluate(&mut session, ":net n 997 1000 1; L = sum(n^2); :undo; :undo").unwrap();
    assert!(session.value("n.w1.1.1").is_err());
}
