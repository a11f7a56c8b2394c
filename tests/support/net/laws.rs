//! What must hold of every statement, and the laws for whole sessions by name.

use gradcalc::Session;
use gradcalc::internals::command;
use gradcalc::internals::command::{Files, RunOptions};
use gradcalc::internals::language::{Error, statements};
use gradcalc::internals::learn;
use gradcalc::internals::render::Style;

use super::snapshot::{Depth, snapshot};
use super::{formats, generate};

pub use super::exports::labels_are_names;
pub use super::histories::{
    failures_change_nothing, loading_is_running, names_can_be_typed, saved_is_loaded,
    undo_goes_back,
};
pub use super::programs::program_is_the_pass;
pub use super::slopes::{check_agrees, derivatives_are_grads, formulas_mean_their_nodes};
pub use super::steps::single_steps_are_many;

/// Nothing that is generated may touch a file.
const OPTIONS: RunOptions = RunOptions { watched: true, files: Files::Forbidden, typed: false };
/// No message is longer.
const LONGEST_MESSAGE: usize = 2000;

/// The most statements that are run in one session.
pub const MOST_STATEMENTS: usize = 40;

/// A session after these statements, some of which may be wrong.
pub fn session_of(history: &[String]) -> Session {
    let mut session = Session::new();
    for statement in history {
        // Some are wrong.
        let _ = run(&mut session, statement);
    }
    session
}

/// A session in which commands have something to work on.
pub fn begun() -> Session {
    session_of(&generate::BEGINNING.map(str::to_owned))
}

/// Runs a statement whole or not at all, and tells whether it was right.
pub fn run(session: &mut Session, statement: &str) -> gradcalc::Result<()> {
    command::run(session, statement, OPTIONS).map(|_| ())
}

/// Runs a text, and holds all that is said about its statements to what must hold of that: an
/// answer is the same in every format, a complaint is short, points at the statement, and nothing
/// has changed.
pub fn what_is_said_is_sound(session: &mut Session, text: &str) {
    for (_, statement) in statements(text, 0) {
        let style = Style::plain(session.settings().digits);
        let before = snapshot(session, Depth::All);
        let is_answer = session.is_asking();
        let said = if is_answer {
            learn::answer(session, statement)
        } else {
            command::run(session, statement, OPTIONS)
        };
        match said {
            Ok(report) => formats::agree(&report, &style),
            Err(error) => {
                complaint_is_sound(&error, statement);
                assert_eq!(snapshot(session, Depth::All), before, "{statement}: {error}");
            }
        }
    }
}

fn complaint_is_sound(error: &Error, statement: &str) {
    let (span, message) = (error.span(), error.to_string());
    assert!(span.start <= span.end, "{span:?} of {statement:?}");
    assert!(span.start as usize <= statement.len() + 1, "{span:?} of {statement:?}");
    assert!(message.len() < LONGEST_MESSAGE, "{message}");
    assert!(formats::is_plain(&message), "{message:?}");
}
