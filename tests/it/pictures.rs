//! The pictures in docs are what the program draws today.
#![allow(clippy::expect_used)]

use crate::support::golden;
use crate::support::run;

/// A picture's name and the statements that draw it.
const PICTURES: &[(&str, &str)] = &[
    ("lecture.svg", "a = 2; b = -3; c = 10; f = -2; L = (a*b + c) * f; :export svg L"),
    (
        "neuron.svg",
        "x1 = 2; x2 = 0; w1 = -3; w2 = 1; b = 6.8813735870195432; \
         o = tanh(x1*w1 + x2*w2 + b); :export svg o",
    ),
    ("diamond.svg", "a = -2; b = 3; d = a*b; e = a + b; f = d*e; :export svg f"),
    ("parabola.svg", "x = 3; f = 3x^2 - 4x + 5; :plot f x -5 5 FILE"),
];

#[test]
fn the_pictures_in_docs_are_what_the_program_draws() {
    let mut agree = true;
    for (name, statements) in PICTURES {
        let folder = tempfile::tempdir().expect("a folder");
        let statements = statements.replace("FILE", "drawn.svg");
        let outcome = run::run(folder.path(), &["-e", &statements], b"");
        assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""), "{name}");
        let drawn = match statements.contains("drawn.svg") {
            true => std::fs::read_to_string(folder.path().join("drawn.svg")).expect("it is drawn"),
            false => outcome.stdout,
        };
        agree &= golden::agrees(&golden::project().join("docs").join(name), &drawn);
    }
    assert!(agree, "some pictures differ; see above");
}
