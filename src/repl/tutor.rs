//! Lessons at the prompt, which read lines before the session.

use std::io;

use clap::{ArgMatches, Command};

use super::{Options, Runner};

/// Runs a typed line.
pub type Run<'run> = &'run mut dyn FnMut(&mut Runner) -> io::Result<()>;

/// A reader of lines before the session.
pub trait Tutor {
    /// Shows its start; returns false if it shows nothing.
    fn begin(&mut self, _: &mut Runner) -> io::Result<bool> {
        Ok(false)
    }

    /// Takes a line, or has it run.
    fn take(&mut self, runner: &mut Runner, _: &str, run: Run<'_>) -> io::Result<()> {
        run(runner)
    }

    /// Continues after an empty line; returns false if nothing continues.
    fn go_on(&mut self, _: &mut Runner) -> io::Result<bool> {
        Ok(false)
    }

    /// Ends with the prompt.
    fn leave(&mut self, _: &mut Runner) -> io::Result<()> {
        Ok(())
    }
}

/// The prompt by itself.
impl Tutor for () {}

/// The lessons.
pub struct Lessons {
    /// The arguments of `gradcalc lesson`.
    pub arguments: fn() -> Command,
    /// Runs `gradcalc lesson`, and returns the exit status.
    pub run: fn(&ArgMatches, &Options) -> u8,
    /// Plays the lessons that `:lesson` opens.
    pub tutor: fn() -> Box<dyn Tutor>,
}
