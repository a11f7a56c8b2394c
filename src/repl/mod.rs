//! The program's arguments, scripts, pipes and the prompt: the only room that reads the terminal, prints and colors.

mod arguments;
mod captured_output;
mod color;
pub mod lesson;
mod memory;
mod progress;
pub mod prompt;
mod runner;
mod screen;
pub mod script;
mod signals;
mod tutor;

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use crate::command::syntax::{parse, statements};
use crate::command::{is_lesson, must_fit, why};
use crate::core::language::{harmless, quoted};
pub use crate::core::session::Color;
pub use arguments::{arguments, run_program};
pub use runner::Runner;
pub use screen::Screen;
pub use script::{Source, shown};
pub use signals::ignore as ignore_signals;

/// The lessons, if built in.
pub static LESSONS: Option<tutor::Lessons> = Some(lesson::LESSONS);

/// The options of the command line.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Scripts to run; `-` is stdin.
    pub files: Vec<PathBuf>,
    /// Statements to run after them.
    pub statements: Vec<String>,
    /// True to show the prompt afterwards.
    pub interactive: bool,
    /// True to print each statement before its answer.
    pub echo: bool,
    /// True if the first error ends the run.
    pub fail_fast: bool,
    /// True if an answer that is nan is an error.
    pub strict: bool,
    /// True if commands that read or write files are refused.
    pub no_files: bool,
    /// The condition under which output is colored.
    pub color: Color,
    /// True to draw with ASCII only; `None` to follow the locale.
    pub ascii: Option<bool>,
    /// The output format, if given.
    pub format: Option<&'static str>,
}

/// Writes a text to stdout, and returns the exit status. Other people's text must not control a terminal.
pub fn write_out(text: &str) -> u8 {
    let shown = if io::stdout().is_terminal() { harmless(text) } else { text.into() };
    let written = io::stdout().write_all(shown.as_bytes());
    u8::from(written.is_err_and(|error| error.kind() != io::ErrorKind::BrokenPipe))
}

/// Runs the scripts, statements and prompt that the options ask for, and returns the exit status.
pub fn run(options: &Options) -> u8 {
    signals::ignore();
    let mut runner = Runner::new(options, Screen::new(options.color, options.ascii));
    if let Some(lesson) = options.files.iter().find(|file| is_lesson(file)) {
        let name = shown(lesson);
        let hint = format!("gradcalc lesson play {name}");
        let text = format!("gradcalc: {name} is a lesson, not a script: {hint}");
        let _ = runner.screen.complain_plainly(&text);
        return 2;
    }
    let outcome = run_all(options, &mut runner)
        .and_then(|()| runner.finish())
        .and_then(|()| runner.screen.flush());
    status_after(&mut runner, outcome, "cannot write: ")
}

/// Returns the exit status after an outcome; reports an error.
pub fn status_after(runner: &mut Runner, outcome: io::Result<()>, what: &str) -> u8 {
    match outcome {
        // A closed pipe is not an error: the reader, such as `head`, has enough.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            let _ = runner.screen.complain_plainly(&format!("gradcalc: {what}{}", why(&error)));
            1
        }
        _ => runner.status(),
    }
}

fn run_all(options: &Options, runner: &mut Runner) -> io::Result<()> {
    let asked_for_something = !options.files.is_empty() || !options.statements.is_empty();
    // With stdout redirected the line editor would write its prompts into the file.
    let prompts = (options.interactive || !asked_for_something)
        && io::stdin().is_terminal()
        && io::stdout().is_terminal();
    if prompts {
        prompt::start(runner, options)?;
    }
    for file in &options.files {
        match Source::open(file) {
            Ok(mut source) => match must_fit(&runner.session, &source.name(), source.start()) {
                Ok(()) => runner.run(source)?,
                Err(error) => runner.complain(&format!("gradcalc: {error}"))?,
            },
            Err(error) => {
                if file.as_os_str().is_empty() {
                    runner.complain("gradcalc: the file name is empty")?;
                    continue;
                }
                let hint = statement_in(file).unwrap_or_default();
                let message = format!("gradcalc: cannot read {}: {}", shown(file), why(&error));
                runner.complain(&format!("{message}{hint}"))?;
            }
        }
        if runner.is_done() {
            return Ok(());
        }
    }
    for statements in &options.statements {
        runner.run(Source::text("-e", statements))?;
        if runner.is_done() {
            return Ok(());
        }
    }
    if prompts {
        let mut tutor = LESSONS.as_ref().map(|lessons| (lessons.tutor)());
        return prompt::run(runner, tutor.as_deref_mut().unwrap_or(&mut ()));
    }
    if asked_for_something && !options.interactive {
        // A quiz in progress continues with answers from stdin.
        return runner.run_while(Source::stdin(), |runner| runner.session.is_asking());
    }
    runner.run(Source::stdin())
}

/// Returns the hint if a missing file is named like a statement.
fn statement_in(file: &Path) -> Option<String> {
    let text = file.to_str().filter(|text| !file.exists() && !text.contains('\''))?;
    let is_calculation = text.contains(['=', '+', '*', '^', '(', ':', '√'])
        || text.starts_with(|c: char| c.is_ascii_digit());
    let is_statement = is_calculation && statements(text, 0).all(|(_, it)| parse(it).is_ok());
    is_statement.then(|| format!("; to run it as a statement, gradcalc -e '{}'", quoted(text)))
}
