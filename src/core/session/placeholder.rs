//! Names that have no value, supposed for the time of one formula.

use std::rc::Rc;

use indexmap::IndexSet;

use super::Session;
use super::names::ANSWER;
use crate::core::graph::{Label, Value, undifferentiated};
use crate::core::language::{Kind, Result, Span, Step, Tree};
use crate::core::ops;

/// Returns the names that an expression mentions, and those that the functions it calls do.
pub fn mentioned(session: &Session, tree: &Tree<'_>) -> IndexSet<String> {
    let mut names = IndexSet::new();
    let mut called: IndexSet<String> = IndexSet::new();
    let mut gather = |text: &str, steps: &[Step]| {
        let mut callees = Vec::new();
        for step in steps {
            let word = step.span.of(text);
            match step.kind {
                Kind::Name => drop(names.insert(word.to_owned())),
                Kind::Call(_) if called.insert(word.to_owned()) => {
                    let own = session.state.functions.get(word);
                    let base = session.state.functions.get(undifferentiated(word).0);
                    callees.extend(own.or(base).cloned());
                }
                _ => {}
            }
        }
        callees
    };
    let mut work = gather(tree.text, &tree.steps);
    while let Some(function) = work.pop() {
        work.extend(gather(&function.text, &function.steps));
    }
    names
}

/// Returns true if a plain name means nothing yet. Learners expect Euler's number of `e`, so
/// that is not taken for any number.
pub fn is_free(session: &Session, name: &str) -> bool {
    let means_something = session.state.names.get(name).is_some()
        || ops::constant(name).is_some()
        || [ANSWER, "ans", "e"].contains(&name);
    !means_something && !name.contains(['@', '.'])
}

/// Runs `work` while these names are leaves without a value; names, root and answer are as
/// before afterwards.
///
/// # Errors
///
/// As `work`, or a name cannot be bound.
pub fn supposing<T>(
    session: &mut Session,
    names: impl IntoIterator<Item = String>,
    work: impl FnOnce(&mut Session) -> Result<T>,
) -> Result<T> {
    let kept = session.state.names.clone();
    let (root, assigned) = (session.state.root.clone(), session.state.assigned.clone());
    let mut bind = |name: String| {
        let label: Label = session.next_label(&name, Span::new(0, name.len()))?;
        let leaf = Value::counted_leaf(f64::NAN, label, &session.budget);
        leaf.set_computed_at(session.clock);
        session.names_mut().bind(label, leaf, Rc::default());
        Ok(())
    };
    let bound: Result<()> = names.into_iter().try_for_each(&mut bind);
    let outcome = bound.and_then(|()| work(session));
    session.state.names = kept;
    (session.state.root, session.state.assigned) = (root, assigned);
    outcome
}

/// Returns the parameters of a function, also under primes: those of the user's function or
/// network, or `x` and `y` for an operation; none for what is no function.
pub fn parameters_of(session: &Session, name: &str) -> Vec<String> {
    let base = undifferentiated(name).0;
    match session.called(name).or_else(|| session.called(base)) {
        Some(function) => function.parameters.iter().map(ToString::to_string).collect(),
        None => {
            let arity = ops::call(base).map_or(0, |row| row.arity());
            ["x", "y"].into_iter().take(arity).map(str::to_owned).collect()
        }
    }
}
