//! The keyboard: the only room that knows rustyline.

use std::io;
use std::path::PathBuf;

use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use super::Runner;
use super::script::Source;
use crate::language::{Line, Lines};

/// Reads statements from a person until they leave.
pub fn run(runner: &mut Runner) -> io::Result<()> {
    runner.watch();
    let mut editor = DefaultEditor::new().map_err(io::Error::other)?;
    let history = history_file();
    if let Some(file) = &history
        && file.exists()
        && let Err(error) = editor.load_history(file)
    {
        runner.screen.complain_plainly(&format!("warning: cannot read the history: {error}"))?;
    }
    let banner = format!("gradcalc {}, :help lists the commands", env!("CARGO_PKG_VERSION"));
    runner.screen.say(&banner)?;
    let mut lines = Lines::default();
    loop {
        runner.screen.flush()?;
        let prompt = match lines.is_open() {
            true => "  ",
            false if runner.is_asking() => "? ",
            false => "> ",
        };
        match editor.readline(prompt) {
            Ok(line) => {
                let _ = editor.add_history_entry(&line);
                if let Some(file) = &history {
                    let _ = editor.append_history(file);
                }
                if line.trim().is_empty() && !lines.is_open() {
                    runner.on_empty_line()?;
                    continue;
                }
                match lines.push(line) {
                    Line::Open => {}
                    Line::Complete => runner.run(Source::text("", &lines.take()))?,
                    Line::CutShort(line) => {
                        runner.run(Source::text("", &lines.take()))?;
                        runner.run(Source::text("", &line))?;
                    }
                }
            }
            Err(ReadlineError::Interrupted) => drop(lines.take()),
            Err(ReadlineError::Eof) => break,
            Err(error) => {
                runner.complain(&format!("gradcalc: cannot read: {error}"))?;
                break;
            }
        }
        if runner.is_done() {
            break;
        }
    }
    Ok(())
}

fn history_file() -> Option<PathBuf> {
    if let Some(file) = std::env::var_os("GRADCALC_HISTORY") {
        return (!file.is_empty()).then(|| file.into());
    }
    let state = std::env::var_os("XDG_STATE_HOME").filter(|folder| !folder.is_empty());
    let state = match state {
        Some(folder) => PathBuf::from(folder),
        None => PathBuf::from(std::env::var_os("HOME")?).join(".local/state"),
    };
    let folder = state.join("gradcalc");
    std::fs::create_dir_all(&folder).ok()?;
    Some(folder.join("history"))
}
