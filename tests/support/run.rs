//! Runs the real binary to its end.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use super::program::{PROGRAM, clean};

/// What a run came to.
#[derive(Debug)]
pub struct Outcome {
    pub stdout: String,
    pub stderr: String,
    pub status: i32,
}

/// Runs the program in `folder` with these arguments and `input` on stdin.
pub fn run(folder: &Path, arguments: &[&str], input: &[u8]) -> Outcome {
    run_as(PROGRAM, folder, arguments, input)
}

/// Runs something else that runs the program, such as a shell that sets a limit.
pub fn run_as(program: &str, folder: &Path, arguments: &[&str], input: &[u8]) -> Outcome {
    let mut command = clean(Command::new(program));
    command.current_dir(folder).args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    // The program may answer before it has read everything.
    let writer = std::thread::spawn(move || {
        // A program that ends early does not read the rest.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("all is written");
    Outcome {
        stdout: String::from_utf8(output.stdout).expect("answers are UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("complaints are UTF-8"),
        status: output.status.code().expect("the program was not killed"),
    }
}
