//! The parts: one folder each, with the commands, methods, text and tests of a feature.

pub mod descent;
pub mod export;
pub mod fit;
pub mod formula;
pub mod hints;
pub mod implicit;
pub mod learn;
pub mod least_squares;
pub mod lessons;
pub mod minimize;
pub mod networks;
pub mod plot;
pub mod require;
pub mod rows;
pub mod solve;
pub mod uncertainty;

use crate::command::{Command, Hooks};
use crate::core::graph::Parts;
use crate::core::ops::{self, Form, Operation};
use crate::core::session::Session;

/// Every part that adds to expressions or sessions.
pub static PARTS: Parts = &[
    &formula::Formulas,
    &rows::RowsPart,
    &networks::Networks,
    &learn::Exercises,
    &uncertainty::Uncertainties,
    &fit::Fits,
];

/// The commands of the parts, in the order of the documentation.
pub static COMMANDS: &[&[Command]] = &[
    learn::COMMANDS,
    learn::PRACTICE,
    lessons::COMMANDS,
    require::COMMANDS,
    networks::COMMANDS,
    descent::COMMANDS,
    minimize::COMMANDS,
    fit::COMMANDS,
    solve::COMMANDS,
    rows::read::COMMANDS,
    rows::COMMANDS,
    uncertainty::COMMANDS,
    formula::COMMANDS,
    plot::COMMANDS,
    export::COMMANDS,
];

/// The hooks of parts for statements and base commands.
pub static HOOKS: Hooks = Hooks {
    hints: Some(hints::HINTS),
    bind: uncertainty::bind,
    unpack: networks::unpack,
    answer: learn::answer,
    end_exercise: learn::end_outdated,
    non_finite_grad: learn::non_finite_grad,
    stale: fit::stale_notes,
    read_errors: uncertainty::read_errors,
    put_errors: uncertainty::put_rows,
    is_made: fit::is_fitted,
    layers: networks::layers::report,
    grads: networks::layers::grads,
    save_network: networks::save,
    save_errors: uncertainty::save,
    followed: uncertainty::followed,
};

impl Session {
    /// Creates an empty session.
    pub fn new() -> Session {
        Session::with_parts(PARTS)
    }
}

impl Default for Session {
    fn default() -> Session {
        Session::new()
    }
}

/// Every operation, in the order of the documentation.
pub fn operations() -> impl Iterator<Item = &'static Operation> {
    ops::operations().chain(PARTS.iter().flat_map(|part| part.operations()))
}

/// Every form.
pub fn forms() -> impl Iterator<Item = &'static Form> {
    ops::FORMS.iter().chain(PARTS.iter().flat_map(|part| part.forms()))
}

/// The form called `name`; `n!` calls that of the mark.
pub fn form(name: &str) -> Option<&'static Form> {
    ops::form(name).or_else(|| forms().find(|form| form.name == name))
}

/// The operation called as `name(…)`.
pub fn call(name: &str) -> Option<&'static Operation> {
    let own = || PARTS.iter().flat_map(|part| part.operations());
    ops::call(name).or_else(|| own().find(|row| row.name == name))
}

/// Every name of a call: operations, their other names, and forms.
pub fn call_names() -> impl Iterator<Item = &'static str> {
    let operations = PARTS.iter().flat_map(|part| part.operations()).map(|row| row.name);
    let forms = PARTS.iter().flat_map(|part| part.forms()).map(|form| form.name);
    ops::call_names().chain(operations).chain(forms)
}
