//! The program.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(gradcalc::internals::repl::run_program())
}
