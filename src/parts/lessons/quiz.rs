//! A block `quiz`: the grads of nodes, asked for one by one.

use super::blocks::lines;
use super::exercise::{Begun, Exercise, Key};
use super::worksheet::Sheet;
use crate::command::{self, RunOptions};
use crate::core::language::{Error, Result, Span};
use crate::core::session::Session;
use crate::parts::learn::Practice;

/// The statement that begins a quiz.
#[derive(Debug)]
pub(super) struct Quiz(String);

impl Quiz {
    /// Reads a block.
    ///
    /// # Errors
    ///
    /// When it has several lines.
    pub fn read(content: &str) -> Result<Quiz> {
        let mut said = lines(content).filter(|(_, line)| !line.trim().is_empty());
        let first = said.next().map_or("", |(_, line)| line.trim());
        match said.next() {
            None => Ok(Quiz(format!(":quiz {first}").trim_end().to_owned())),
            Some((start, line)) => {
                let message =
                    "a quiz is one line: a root, nodes if not all are asked for, and fade or once";
                Err(Error::new(Span::new(start, start + line.len()), message))
            }
        }
    }
}

impl Exercise for Quiz {
    fn begin(&self, _: &mut Session) -> Result<Begun> {
        Ok(Begun::Statement(self.0.clone()))
    }

    fn keys(&self, session: &mut Session) -> Result<Vec<Key>> {
        command::run(session, &self.0, RunOptions::default())?;
        let keys = match session.practice() {
            Some(Practice::Quiz(quiz)) => quiz.key.clone(),
            _ => Vec::new(),
        };
        session.leave_practice();
        Ok(keys)
    }

    fn on_sheet(&self, sheet: Sheet, keys: &[Key]) -> String {
        let line = |(asks, grad): &Key| format!("- {asks} = {}\n", sheet.answer(*grad));
        keys.iter().map(line).collect()
    }

    fn asks_grad(&self) -> Option<bool> {
        Some(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quiz_is_one_line() {
        let statement = |content: &str| Quiz::read(content).map(|quiz| quiz.0);
        assert_eq!(statement("\n L a once\n").unwrap(), ":quiz L a once");
        assert_eq!(statement("").unwrap(), ":quiz");
        assert!(statement("L\nM").is_err());
    }
}
