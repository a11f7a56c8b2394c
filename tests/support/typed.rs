//! Sessions in which something was typed, and what they say.

use gradcalc::{Session, evaluate, show};

/// A session in which these statements were made.
pub fn typed(script: &str) -> Session {
    let mut session = Session::new();
    for line in script.lines() {
        evaluate(&mut session, line).unwrap_or_else(|error| panic!("{line}: {error}"));
    }
    session
}

/// The data of a node.
pub fn data(session: &mut Session, name: &str) -> f64 {
    session.find(name, Default::default()).unwrap().data()
}

/// Runs statements, and returns what they say, with lines that were broken made whole.
pub fn said(session: &mut Session, text: &str) -> String {
    let lines = text.lines().flat_map(|line| line.split("; "));
    let answers = lines.map(|line| match show(session, line) {
        Ok(answer) => answer.replace("\n    ", " "),
        Err(error) => panic!("{line}: {error}"),
    });
    answers.collect::<Vec<String>>().join("\n")
}
