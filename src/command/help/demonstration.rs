//! Demonstrations in the help: statements that are known to work, for the shell to run.

use crate::command::syntax::Scan;
use crate::command::{Command, Files, RunOptions, find, run_statement};
use crate::core::language::Span;
use crate::core::ops::{Notation, Operation};
use crate::core::session::Session;
use crate::report::Next;

/// Statements that set up an example.
const SCENES: &[&str] = &[
    "a = 2; b = -3; c = 10; f = -2\nL = (a*b + c) * f",
    "a = -2; b = 3; d = a*b; e = a + b; f = d*e",
    "x1 = 2; x2 = 0; w1 = -3; w2 = 1; b = 6.8813735870195432\no = tanh(x1*w1 + x2*w2 + b)",
    "x = 3\nf = 3*x^2 - 4*x + 5",
    "x = [0, 1, 2]; y = [1, 3, 4]; m = 1\nloss = mean((m*x - y)^2)\n:grad loss",
    "t = [0, 1, 2, 3]; y = [1.1, 2.9, 5.2, 7.1]; m = 1; c = 0",
    "x = 3; y = 1\nloss = (x - 1)^2 + (x*y - 2)^2",
    "a = 3; twice = a + a; L = twice^2",
    "a = 2 ± 0.1; b = 3 ± 0.2\nL = a*b",
    "a = 2; b = -3\nL = a*b + a\n:back L",
    "a = 2; b = -3\nL = a*b + a\n:back L\n:next",
];

/// Returns the example of a command in the first scene in which it works, if there is one.
pub fn of_command(command: &Command) -> Option<String> {
    // `:quit` would end the session, `:help` would recurse, and files must not be touched.
    if command.is_about_files() || ["help", "quit"].contains(&command.name) {
        return None;
    }
    let with_example = |scene: &str| format!("{scene}\n{}", command.example);
    SCENES.iter().map(|scene| with_example(scene)).find(|text| works(text))
}

/// Returns statements that apply an operation at one of its sample points and show its gradients,
/// and a plot if it has one operand.
pub fn of_operation(operation: &'static Operation) -> Option<String> {
    let operands: Vec<String> =
        ["x", "y"].into_iter().take(operation.arity()).map(str::to_owned).collect();
    // Zeros make dull examples.
    let telling = |sample: &&&[f64]| sample.iter().all(|number| *number != 0.0);
    let sample = operation.samples.iter().find(telling).or_else(|| operation.samples.first())?;
    let leaves = operands.iter().zip(*sample).map(|(name, number)| format!("{name} = {number}"));
    let mut text = leaves.collect::<Vec<_>>().join("; ");
    text.push_str(&format!("\nout = {}\n:grad out", written(operation, &operands)));
    let least = operation.samples.iter().filter_map(|at| at.first()).copied().fold(0.0, f64::min);
    let most = operation.samples.iter().filter_map(|at| at.first()).copied().fold(0.0, f64::max);
    let plotted = format!("{text}\n:plot out x {} {}", least.max(-5.0), most.min(5.0));
    let is_one = operation.arity() == 1 && find("plot", Span::default(), false).is_ok();
    if is_one && works(&plotted) {
        return Some(plotted);
    }
    works(&text).then_some(text)
}

/// Returns the text of an operation applied to operands.
pub fn written(operation: &Operation, operands: &[String]) -> String {
    match operation.notation {
        Notation::Infix { .. } => operands.join(&format!(" {} ", operation.name)),
        Notation::Prefix { .. } => operation.before(&operands.join(" ")),
        Notation::Call | Notation::Row => format!("{}({})", operation.name, operands.join(", ")),
    }
}

/// Returns true if a text runs without an error and needs nothing from the shell.
pub fn works(text: &str) -> bool {
    let mut session = Session::new();
    let options = RunOptions { watched: true, files: Files::Absent, ..RunOptions::default() };
    text.lines().all(|line| {
        Scan::of(line).statements().all(|statement| {
            run_statement(&mut session, statement, options)
                .is_ok_and(|report| matches!(report.next, Next::GoOn))
        })
    })
}
