//! Scripts that `:export python` writes: run by Python, with a stand-in for PyTorch.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::{Session, evaluate, show};

const LEAVES: &str = "a = -1.2; b = 1; c = 0.7; L = (1 - a)^2 + 10*(b - a^2)^2 + c^4 + a*c";
const ROWS: &str = "\
x = [-2, -1.5, -1, -0.5, 0, 0.5, 1]; y = [0.1, 0.4, 0, 1, 1.3, 0.9, 2]; a = 0; b = 0; z = [2, 3]
L = mean((a*x + b - y)^2) + mean(a*z)/10";
const CLASSES: &str = "\
x = [0, 1, 2, 1]; y = [1, 0, 1, 1]; class = [0, 1, 2, 1]
:net m 2 3 3 seed 4
L = mean(cross_entropy(class, m(x, y))) + 0.001*sum(m^2)";

/// Graphs, and statements after them.
const GRAPHS: &[(&str, &str)] = &[
    (LEAVES, ":step 0.005 20 adam"),
    (LEAVES, "check = 2; leaf = 1; P = leaf*check^2"),
    (ROWS, ":row 3"),
    (ROWS, ":set x[2] 4"),
    (ROWS, "L = L + (a*x[2] - b)^2"),
    (ROWS, "w = a*x\nL = mean((w - y)^2) + w[2]^2"),
    (CLASSES, ":step 0.1 5 adam"),
    (CLASSES, "p, q, r = m(x, y); s, t, u = softmax(p, q, r); L = mean(-log(t))"),
    (CLASSES, "L = mean(cross_entropy(2, m(x, y)))"),
];

/// The script of the root after these statements.
#[track_caller]
fn exported(statements: &str) -> String {
    let mut session = Session::new();
    for line in statements.lines() {
        evaluate(&mut session, line).unwrap_or_else(|error| panic!("{line}: {error}"));
    }
    show(&mut session, ":export python").unwrap()
}

/// What Python makes of scripts, one after the other; none where there is no Python.
fn by_python(scripts: &[String]) -> Option<Result<Vec<String>, String>> {
    let folder = tempfile::tempdir().unwrap();
    let torch = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support/torch");
    let names = (0..scripts.len()).map(|number| folder.path().join(format!("{number}.py")));
    let names: Vec<_> = names.collect();
    names.iter().zip(scripts).for_each(|(name, script)| std::fs::write(name, script).unwrap());
    // One interpreter for all.
    let runner = "import runpy, sys\nfor name in sys.argv[1:]: runpy.run_path(name)";
    let mut command = Command::new("python3");
    command.args(["-B", "-c", runner]).args(&names).env("PYTHONPATH", torch).env("PYTHONUTF8", "1");
    let output = command.stdin(Stdio::null()).output().ok()?;
    let said = String::from_utf8(output.stdout).unwrap();
    let complaint = String::from_utf8(output.stderr).unwrap();
    let said: Vec<String> = said.lines().map(str::to_owned).collect();
    let failed = scripts.get(said.len()).map_or("", String::as_str);
    Some(if output.status.success() { Ok(said) } else { Err(format!("{failed}\n{complaint}")) })
}

#[test]
fn python_has_the_same_data_and_grads() {
    let scripts: Vec<String> =
        GRAPHS.iter().map(|(start, more)| exported(&format!("{start}\n{more}"))).collect();
    let Some(said) = by_python(&scripts) else {
        eprintln!("skipped: there is no python3");
        return;
    };
    let said = said.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(said.len(), scripts.len());
    assert!(said.iter().all(|said| said.contains("nodes agree")), "{said:?}");
}

#[test]
fn other_data_is_told() {
    let script = exported(LEAVES);
    let wrong = script.replace("a = leaf(-1.2)", "a = leaf(-1.3)");
    assert_ne!(wrong, script);
    let Some(said) = by_python(&[wrong]) else { return };
    let error = said.unwrap_err();
    assert!(error.contains("data of a: PyTorch has"), "{error}");
}

/// In a pass by hand, and on a worksheet, a script compares what is known, and has no other grad.
#[test]
fn a_grad_that_is_to_be_found_is_not_in_a_script() {
    let circuit = "a = 2; b = -3; c = 10; f = -2; L = (a*b + c) * f";
    let mut session = Session::new();
    for line in [circuit, ":back L", ":next"] {
        evaluate(&mut session, line).unwrap();
    }
    let by_hand = show(&mut session, ":export python L").unwrap();
    let blank = show(&mut session, ":export python L blank").unwrap();
    for (script, known) in [(&by_hand, 3), (&blank, 0)] {
        let checks = || script.lines().filter(|line| line.starts_with("check("));
        let unknown = checks().filter(|line| line.ends_with(", None)")).count();
        assert_eq!((checks().count(), unknown), (7, 7 - known), "{script}");
    }
    let Some(said) = by_python(&[by_hand.clone(), blank]) else { return };
    let said = said.unwrap();
    assert_eq!(said, ["7 nodes agree, 4 grads to be found", "7 nodes agree, 7 grads to be found"]);
    // What is known is compared.
    let wrong = by_hand.replace("check(\"f\", f, -2.0, 4.0)", "check(\"f\", f, -2.0, 5.0)");
    assert_ne!(wrong, by_hand);
    let error = by_python(&[wrong]).unwrap().unwrap_err();
    assert!(error.contains("grad of f: PyTorch has 4.0, gradcalc 5.0"), "{error}");
}
