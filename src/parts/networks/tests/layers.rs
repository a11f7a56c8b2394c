//! The layers of networks: how they begin, the names of their neurons, and what is said of each layer.

use serde_json::Value as Json;

use crate::support::answer::answer;
use crate::{Session, evaluate};

fn session(lines: &str) -> Session {
    let mut session = Session::new();
    for line in lines.lines() {
        evaluate(&mut session, line).unwrap_or_else(|error| panic!("{line}: {error}"));
    }
    session
}

#[test]
fn a_neuron_is_the_node_that_is_written_out() {
    for options in ["", "relu linear", "sigmoid he"] {
        let lines = format!(
            ":net n 2 3 2 1 {options}\nx = [0.5, -1.5]\nz = [1, 0.25]\ns = 2*n(x, z)\nt = n(z, x)\n\
             u = n(x, x) + n(z, z)"
        );
        let mut session = session(&lines);
        // A neuron of so many inputs is that many products and sums, and what it applies; what 2 is
        // multiplied by comes last, and of the first call of u as many nodes come before the second.
        let applied = usize::from(!options.contains("linear"));
        let of_call = 3 * 5 + 2 * 7 + 4 + applied;
        let mut places = vec![("h1.1", 5), ("h1.2", 10), ("h1.3", 15), ("h2.1", 22), ("h2.2", 29)];
        places.push(("h3.1", of_call));
        for (place, number) in places {
            let mut is = |name: &str, other: &str| {
                let [one, other] = [name, other].map(|it| session.value(it));
                assert_eq!(one.unwrap(), other.unwrap(), "{name} {options}");
            };
            is(&format!("s.{place}"), &format!("s.{number}"));
            if place != "h3.1" {
                is(&format!("t.{place}"), &format!("t.{number}"));
            }
            is(&format!("u.{place}"), &format!("u.{}", of_call + number));
            is(&format!("n.{place}"), &format!("u.{}", of_call + number));
        }
        assert_eq!(session.value("t.h3.1").unwrap(), session.value("t").unwrap());
        evaluate(&mut session, ":del u").unwrap();
        assert_eq!(session.value("n.h3.1").unwrap(), session.value("t").unwrap());
        for name in ["s.h3.2", "s.h1.4", "s.h4.1", "x.h1.1", "s.h0.1", "n.h1"] {
            assert!(session.value(name).is_err(), "{name}");
        }
    }
}

#[test]
fn what_uses_a_neuron_is_saved() {
    let mut first = session(
        ":net n 2 3 1 relu\nx = [0.5, -1.5]\ns = n(x, 1)\noff = mean(n.h1.2 == 0)\nq = s.h1.1 + 1",
    );
    let script = first.script();
    let mut again = session(&script);
    assert_eq!(again.script(), script);
    for name in ["off", "q", "s", "n.h1.3"] {
        let [one, other] = [&mut first, &mut again].map(|it| it.value(name).unwrap().data());
        assert_eq!(one.to_bits(), other.to_bits(), "{name}");
    }
}

#[test]
fn every_way_to_make_a_network_is_saved() {
    for (options, saved) in [
        ("3 4 4 1", "3 4 tanh 4 tanh 1 tanh seed 1"),
        ("3 4 4 1 relu linear seed 7", "3 4 relu 4 relu 1 linear seed 7"),
        ("2 8 relu 8 tanh 1 linear", "2 8 relu 8 tanh 1 linear seed 1"),
        ("2 8 8 sigmoid 1 relu", "2 8 sigmoid 8 sigmoid 1 relu seed 1"),
        ("2 8 relu 1", "2 8 relu 1 tanh seed 1"),
        ("2 8 relu 1 linear", "2 8 relu 1 linear seed 1"),
        ("2 8 linear 1", "2 8 linear 1 tanh seed 1"),
        ("2 1 linear", "2 1 linear seed 1"),
        ("2 [8, 8 1] scale 0.1 seed 3", "2 8 tanh 8 tanh 1 tanh scale 0.1 seed 3"),
        ("2 8 1 seed 3 he linear", "2 8 tanh 1 linear he seed 3"),
        ("2 8 1 zero", "2 8 tanh 1 tanh zero seed 1"),
        ("2 8 1 scale 1e-300", "2 8 tanh 1 tanh scale 1e-300 seed 1"),
        ("2 8 1 scale (-2/3)", "2 8 tanh 1 tanh scale -0.6666666666666666 seed 1"),
    ] {
        let script = session(&format!(":net m {options}")).script();
        assert_eq!(script.lines().last().unwrap(), format!(":net m {saved}"), "{options}");
        assert_eq!(session(&script).script(), script);
    }
}

#[test]
fn leaves_begin_as_they_are_asked_to() {
    let numbers = |options: &str| {
        let mut session = session(&format!(":net m 3 2 1 {options}"));
        let leaves = ["w1.1.1", "w1.2.3", "b1.2", "w2.1.2", "b2.1"];
        leaves.map(|leaf| session.value(&format!("m.{leaf}")).unwrap().data())
    };
    let plain = numbers("seed 5");
    assert_eq!(numbers("scale 0.25 seed 5"), plain.map(|it| 0.25 * it));
    assert_eq!(numbers("zero").map(f64::to_bits), [0; 5]);
    let he = numbers("he seed 5");
    for (place, inputs) in [(0, 3.0_f64), (1, 3.0), (3, 2.0)] {
        assert_eq!(he[place], (6.0 / inputs).sqrt() * plain[place]);
    }
    assert_eq!([he[2], he[4]], [0.0, 0.0]);
}

#[test]
fn the_means_of_a_layer_are_those_of_its_leaves_in_the_whole_pass() {
    let lines = ":net m 2 4 relu 3 sigmoid 1 linear he seed 2\n:net k 1 2 1\nx = [1, -2, 3]\n\
                 z = [0.5, 1, 2]\nloss = mean((m(x, z) + k(x) - z)^2)";
    let all = answer(&format!("{lines}\n:grad loss all")).1;
    let layers = answer(&format!("{lines}\n:grad loss layers")).1;
    let rows = layers["rows"].as_array().unwrap();
    let names: Vec<&str> = rows.iter().map(|it| it["network"].as_str().unwrap()).collect();
    assert_eq!(names, ["m", "m", "m", "k", "k"]);
    for row in rows {
        let prefix = format!("{}.w{}.", row["network"].as_str().unwrap(), row["layer"]);
        let nodes = all["nodes"].as_array().unwrap().iter();
        let own: Vec<&Json> =
            nodes.filter(|it| it["name"].as_str().unwrap().starts_with(&prefix)).collect();
        for (key, of) in [("mean_grad", "grad"), ("mean_weight", "data")] {
            let sizes = own.iter().map(|it| it[of].as_f64().unwrap().abs());
            let mean = sizes.sum::<f64>() / own.len() as f64;
            let said = row[key].as_f64().unwrap();
            assert!((said - mean).abs() <= 1e-12 * mean, "{prefix} {key}: {said}, {mean}");
        }
    }
    let named = answer(&format!("{lines}\n:grad loss k layers")).1;
    assert_eq!(named["rows"].as_array().unwrap().as_slice(), &rows[3..]);
}

#[test]
fn the_flat_share_is_that_of_the_numbers_that_neurons_pass_on() {
    let lines = ":net m 2 4 relu 3 tanh 2 sigmoid 1 linear scale 3 seed 4\nx = [-2 .. 2]\n\
                 z = [2, 1, 5, -3, 0]\nloss = mean(m(x, z)^2)";
    let (mut session, layers) = answer(&format!("{lines}\n:grad loss layers"));
    let mut number = |text: &str| {
        evaluate(&mut session, text).unwrap();
        session.value("_").unwrap().data()
    };
    for (layer, neurons, flat) in
        [(1, 4, "# == 0"), (2, 3, "abs(#) > 0.97"), (3, 2, "abs(2*# - 1) > 0.97")]
    {
        let shares: Vec<f64> = (1..=neurons)
            .map(|it| {
                number(&format!("mean({})", flat.replace('#', &format!("loss.h{layer}.{it}"))))
            })
            .collect();
        let row = &layers["rows"][layer - 1];
        let share = shares.iter().sum::<f64>() / f64::from(neurons);
        assert!((row["flat"].as_f64().unwrap() - share).abs() < 1e-12, "{row}: {shares:?}");
        let dead = shares.iter().filter(|it| layer == 1 && **it == 1.0).count();
        assert_eq!(row["dead"].as_array().unwrap().len(), dead, "{row}");
    }
    assert_eq!(layers["rows"][3]["flat"], Json::Null);
}
