//! What may read a line at the prompt before the session does: a lesson that is played.

use std::io;

use clap::{ArgMatches, Command};

use super::{Options, Runner};

/// Runs the statements of a line that was typed.
pub type Run<'run> = &'run mut dyn FnMut(&mut Runner) -> io::Result<()>;

/// What reads lines before the session does.
pub trait Tutor {
    /// Shows how it begins; returns false if there is nothing to show.
    fn begin(&mut self, _: &mut Runner) -> io::Result<bool> {
        Ok(false)
    }

    /// Takes a line, or has it run.
    fn take(&mut self, runner: &mut Runner, _: &str, run: Run<'_>) -> io::Result<()> {
        run(runner)
    }

    /// Goes on after an empty line; returns false if that means nothing here.
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

/// What lessons add to the program.
pub struct Lessons {
    /// The arguments of `gradcalc lesson`.
    pub arguments: fn() -> Command,
    /// Does what they ask, and returns the exit status.
    pub run: fn(&ArgMatches, &Options) -> u8,
    /// Plays the lessons that `:lesson` opens.
    pub tutor: fn() -> Box<dyn Tutor>,
}
