//! The start-up file, which runs before the first prompt.

use std::io;

use super::folders::settings;
use crate::command::why;
use crate::repl::script::{Source, shown};
use crate::repl::{Options, Runner};

/// Runs `init.grad`. Options of the command line override it.
pub fn start(runner: &mut Runner, options: &Options) -> io::Result<()> {
    let Some(file) = settings().map(|folder| folder.join("init.grad")) else {
        return Ok(());
    };
    match Source::script(&file) {
        Ok(source) => runner.prepare(source, options),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => runner.note(&format!("cannot read {}: {}", shown(&file), why(&error))),
    }
}
