//! A block `quiz`: the grads of nodes, asked for one by one.

use super::blocks::lines;
use super::exercise::{Begun, Exercise, Key};
use super::worksheet::Sheet;
use crate::command::{self, RunOptions};
use crate::core::language::Result;
use crate::core::session::Session;
use crate::parts::learn::Practice;

/// The statement that starts a quiz.
#[derive(Debug)]
pub(super) struct Quiz(String);

impl Quiz {
    /// Reads a block, whose lines are one statement.
    pub fn read(content: &str) -> Quiz {
        let words: Vec<&str> = lines(content).flat_map(|(_, it)| it.split_whitespace()).collect();
        Quiz(format!(":quiz {}", words.join(" ")).trim_end().to_owned())
    }
}

impl Exercise for Quiz {
    fn begin(&self, _: &mut Session) -> Result<Begun> {
        Ok(Begun::Statement(self.0.clone()))
    }

    fn keys(&self, session: &mut Session) -> Result<Vec<Key>> {
        command::run(session, &self.0, RunOptions::default())?;
        let Some(practice @ Practice::Quiz(quiz)) = session.practice() else {
            return Ok(Vec::new());
        };
        let context = practice.context();
        let nodes = || context.leaves().chain(context.computed());
        let key = |(asks, grad): &(String, f64)| {
            let node = nodes().find(|node| context.derivative(*node) == *asks);
            Key::number(asks, *grad, node.map(|node| (context, node)))
        };
        let keys = quiz.key.iter().map(key).collect();
        session.leave_practice();
        Ok(keys)
    }

    fn on_sheet(&self, sheet: Sheet, keys: &[Key]) -> String {
        let line = |key: &Key| format!("- {} = {}\n", key.asks, sheet.answer(key));
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
    fn a_quiz_is_one_statement() {
        assert_eq!(Quiz::read("\n L a once\n").0, ":quiz L a once");
        assert_eq!(Quiz::read("L\n  a\npoints 2\n  b\n").0, ":quiz L a b");
        assert_eq!(Quiz::read("").0, ":quiz");
    }
}
