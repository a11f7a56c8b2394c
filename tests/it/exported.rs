//! Scripts that `:export python` writes: run by Python, with a stand-in for PyTorch.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::Path;
use std::process::{Command, Stdio};

use gradcalc::internals::methods::KINDS;
use gradcalc::{Session, evaluate, show};

const LEAVES: &str = "a = -1.2; b = 1; c = 0.7; L = (1 - a)^2 + 10*(b - a^2)^2 + c^4 + a*c";
const ROWS: &str = "\
x = [-2, -1.5, -1, -0.5, 0, 0.5, 1]; y = [0.1, 0.4, 0, 1, 1.3, 0.9, 2]; a = 0; b = 0; z = [2, 3]
L = mean((a*x + b - y)^2) + mean(a*z)/10";
const CLASSES: &str = "\
x = [0, 1, 2, 1]; y = [1, 0, 1, 1]; class = [0, 1, 2, 1]
:net m 2 3 3 seed 4
L = mean(cross_entropy(class, m(x, y))) + 0.001*sum(m^2)";

/// The steps after a start, and what the script says of them.
const STEPS: &[(&str, &str, &[&str])] = &[
    (LEAVES, ":step 0.005 20", &["optim.SGD(moved, lr=0.005)", "after 20 steps"]),
    (LEAVES, ":step 0.005", &["after 1 step"]),
    (LEAVES, ":step 0.005 20 momentum 0.9", &["SGD(moved, lr=0.005, momentum=0.9)"]),
    (LEAVES, ":step 0.005 20 nesterov", &["momentum=0.9, nesterov=True)"]),
    // PyTorch refuses the first, which is plain descent, and the second, which climbs.
    (LEAVES, ":step 0.005 20 nesterov 0", &["SGD(moved, lr=0.005)"]),
    (
        LEAVES,
        ":step -0.005 5 momentum 0.5 decay 0.1",
        &["[\"lr\"] = -0.005", "1 - abs(-0.005)*0.1"],
    ),
    (LEAVES, ":step 0.05 20 adam", &["Adam(moved, lr=0.05, betas=(0.9, 0.999), eps=1e-8)"]),
    (LEAVES, ":step 0.05 20 adam 0.8 0.95 decay 0.1", &["AdamW", "weight_decay=0.1"]),
    (LEAVES, ":step 0.05 20 decay 0.3", &["node.mul_(1 - abs(0.05)*0.3)"]),
    (
        LEAVES,
        ":step 0.01 20 rmsprop 0.9 decay 0.3",
        &["RMSprop(moved, lr=0.01, alpha=0.9, eps=1e-8)"],
    ),
    (LEAVES, "k = 2; :root L; :step k*(1 - 0.9k/20)/100 20 adam", &["def rate(k):"]),
    (LEAVES, "k0 = 2\n:root L\n:step exp(-k/k0)/100 8\nk0 = 3", &["torch.exp("]),
    (LEAVES, ":step 0.05 3 adam a b", &["moved = [a, b]"]),
    (LEAVES, ":step 0.05 3 adam\n:step 0.05 4 adam", &["after 7 steps", "range(7)"]),
    (LEAVES, ":step 0.05 3 adam\n:step 0.01 4 adam", &["after 7 steps", "[\"lr\"] = 0.01"]),
    (LEAVES, ":step 0.05 3 adam\n:step 0.01 4\n:step 0.01 momentum 0.9 c", &["after 8 steps"]),
    (
        LEAVES,
        ":step 0.05 3 adam\n:set a 1\n:step 0.05 2 adam",
        &["after 2 steps", "optimizer.state[b]"],
    ),
    (LEAVES, ":step 0.05 3 a\n:set b 1.5\n:step 0.05 2 a", &["after 2 steps"]),
    (LEAVES, ":step 0.05 3 adam a\n:step 0.05 2 adam b", &["after 5 steps"]),
    (LEAVES, ":step 0.05 3 adam\n:undo\n:step 0.05 2 adam", &["after 2 steps"]),
    (
        LEAVES,
        ":remember adam a 3 0.5 0.25\n:step 0.05 2 adam",
        &["\"exp_avg_sq\": torch.tensor(0.25)"],
    ),
    (LEAVES, ":remember momentum a 3 0.5 0\n:step 0.05 2 momentum 0.5", &["\"momentum_buffer\""]),
    (
        LEAVES,
        ":remember rmsprop a 3 0.5 0\n:step 0.05 2 rmsprop",
        &["\"square_avg\": torch.tensor(0.5)"],
    ),
    (LEAVES, ":step 0.005 20\n:set a 3", &["14 nodes agree\")"]),
    (LEAVES, "rate = 2; forward = 1; P = forward*rate^2; :step 0.1 3", &["after 3 steps"]),
    (ROWS, ":step 0.05 20 adam", &["after 20 steps"]),
    (ROWS, ":step 0.05 20 batch 3", &["def batches(", "batches(3, 7, None, 0, 0)"]),
    (
        ROWS,
        ":step 0.05 20 adam batch 3 shuffle seed 5",
        &["def shuffled(", "batches(3, 7, 5, 0, 0)"],
    ),
    (
        ROWS,
        ":step 0.05 2 batch 3 shuffle\n:step 0.01 4 batch 3 shuffle",
        &["batches(3, 7, 1, 0, 6)"],
    ),
    (ROWS, "L = L + (a*x[2] - b)^2\n:step 0.05 9 batch 2", &["after 9 steps"]),
    (ROWS, "w = a*x\nL = mean((w - y)^2) + w[2]^2\n:step 0.05 9 batch 2", &["w_whole"]),
    (ROWS, ":step 0.05 9\n:row 3", &["after 9 steps"]),
    (ROWS, ":step 0.05 9\n:set x[2] 4", &["nodes agree\")"]),
    (CLASSES, ":step 0.1 20 adam decay 0.01", &["AdamW", "after 20 steps"]),
    (CLASSES, ":step 0.1 10 adam batch 2 shuffle", &["after 10 steps"]),
    (
        CLASSES,
        "p, q, r = m(x, y); s, t, u = softmax(p, q, r); L = mean(-log(t))\n:step 0.1 5",
        &["after 5 steps"],
    ),
    (CLASSES, "L = mean(cross_entropy(2, m(x, y)))\n:step 0.1 5 momentum 0.9", &["after 5 steps"]),
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
    command.args(["-B", "-c", runner]).args(&names).env("PYTHONPATH", torch);
    let output = command.stdin(Stdio::null()).output().ok()?;
    let said = String::from_utf8(output.stdout).unwrap();
    let complaint = String::from_utf8(output.stderr).unwrap();
    let said: Vec<String> = said.lines().map(str::to_owned).collect();
    let failed = scripts.get(said.len()).map_or("", String::as_str);
    Some(if output.status.success() { Ok(said) } else { Err(format!("{failed}\n{complaint}")) })
}

#[test]
fn every_kind_of_step_is_repeated() {
    for kind in &KINDS {
        assert!(STEPS.iter().any(|(_, steps, _)| steps.contains(kind.word)), "{}", kind.word);
    }
}

#[test]
fn steps_are_repeated_as_they_were_taken() {
    let script = |(start, steps, _): &(&str, &str, &[&str])| exported(&format!("{start}\n{steps}"));
    let scripts: Vec<String> = STEPS.iter().map(script).collect();
    for ((_, steps, wanted), script) in STEPS.iter().zip(&scripts) {
        for wanted in *wanted {
            assert!(script.contains(wanted), "{wanted} after {steps} is not in\n{script}");
        }
    }
    let Some(said) = by_python(&scripts) else {
        eprintln!("skipped: there is no python3");
        return;
    };
    let said = said.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(said.len(), scripts.len());
    assert!(said.iter().all(|said| said.contains("nodes agree")), "{said:?}");
}

#[test]
fn a_script_that_repeats_other_steps_is_told() {
    let script = exported(&format!("{LEAVES}\n:step 0.05 20 adam"));
    let Some(said) = by_python(&[script.replace("lr=0.05", "lr=0.06")]) else { return };
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
