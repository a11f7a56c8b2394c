//! Hooks: functions of parts that statements and the base commands call.

use super::Script;
use super::syntax::Word;
use crate::core::graph::{Label, Order, Value};
use crate::core::language::{Error, Result, Span, Tree};
use crate::core::session::{Assigned, Names, Session};
use crate::report::{NonFiniteGrad, Paragraph, Pass, Report};

/// A statement of another language as it is written here.
#[derive(Debug)]
pub struct Rewritten {
    /// The statements; `None` for a statement that is skipped.
    pub statements: Option<String>,
    pub note: String,
    /// The form of the statement, explained once a session; empty if each has its own note.
    pub form: &'static str,
}

/// Gives leaves their uncertainties.
pub type SetErrors = Box<dyn FnOnce(&mut Session)>;

/// A leaf in `:set` whose uncertainty changes.
pub struct Setting<'text> {
    pub leaf: Value,
    /// The leaf's new number, or its current one.
    pub number: f64,
    /// The name, as typed.
    pub name: Word<'text>,
    /// The new uncertainty, with its `±`.
    pub value: Word<'text>,
}

/// Help with statements that cannot be read.
pub struct Hints {
    /// Adds a hint to the error of a statement: the statement that it seems to mean.
    pub hint: fn(&Session, &str, Error) -> Error,
    /// Returns a statement of another language as it is written here.
    pub rewrite: fn(&Session, &str) -> Option<Rewritten>,
    /// Returns the part of a line that is a statement; `None` for a line inside a block of Python.
    pub outside_block: for<'line> fn(&mut PythonBlock, &'line str) -> Option<&'line str>,
}

/// A block of Python that is skipped, line by line.
#[derive(Debug, Default)]
pub struct PythonBlock {
    /// True while the next line may stand in the block.
    pub is_open: bool,
    /// True in a text between three quotation marks.
    pub is_in_text: bool,
}

/// Functions of parts that statements and the base commands call.
#[expect(clippy::type_complexity, reason = "each is the type of one function")]
pub struct Hooks {
    /// Help with statements that cannot be read.
    pub hints: Option<Hints>,
    /// Binds a name, or else the answer, to a right side beyond one number or node: a column, `2 ± 0.1`.
    pub bind: fn(&mut Session, Option<&str>, &Tree<'_>) -> Option<Result<Assigned>>,
    /// Binds names to the members of a group.
    pub unpack: fn(&mut Session, &[(&str, Span)], &Tree<'_>) -> Result<Vec<Assigned>>,
    /// Takes the answer to the open question.
    pub answer: fn(&mut Session, &str) -> Result<Report>,
    /// Ends an exercise whose data has changed, and returns a note.
    pub end_exercise: fn(&mut Session) -> Option<String>,
    /// Returns the notes on stale leaves and fits. The function selects them, given what is stale and the moved leaf.
    pub stale: fn(&Session, &dyn Fn(&Value, &Value) -> bool) -> Vec<String>,
    /// Reads the text after `±`. Returns a line on each column, and the function that sets the uncertainties.
    pub read_errors: fn(&mut Session, &[Setting<'_>]) -> Result<(Vec<Paragraph>, SetErrors)>,
    /// Gives a new column the standard uncertainties of its rows.
    pub put_errors: fn(&mut Session, &Value, Vec<f64>),
    /// Returns true for a name that a command has bound and binds again: `fit`.
    pub is_made: fn(&Session, &str) -> bool,
    /// Finds why the grads of the pass that has just run are not finite, if some are not.
    pub non_finite_grad: fn(&Order, &Names) -> Option<NonFiniteGrad>,
    /// Reports the layers of networks with these labels after a pass.
    pub layers: fn(&Session, &Order, &[Label], Span) -> Result<Report>,
    /// Reports a pass, with the leaves of networks layer by layer.
    pub grads: fn(Pass, &[Value]) -> Report,
    /// Writes into a script the data that leaves of a network got after it was made.
    pub save_network: fn(&mut Script<'_>, Label),
    /// Writes into a script how the errors of leaves are correlated.
    pub save_errors: fn(&mut Script<'_>),
    /// The leaves that the error of a solved leaf follows.
    pub followed: fn(&Session, &Value) -> Vec<Value>,
}

impl Hooks {
    /// Adds a hint to the error of a statement.
    pub fn hint(&self, session: &Session, statement: &str, error: Error) -> Error {
        match &self.hints {
            Some(hints) => (hints.hint)(session, statement, error),
            None => error,
        }
    }

    /// Returns a statement of another language as it is written here.
    pub fn rewrite(&self, session: &Session, statement: &str) -> Option<Rewritten> {
        (self.hints.as_ref()?.rewrite)(session, statement)
    }
}
