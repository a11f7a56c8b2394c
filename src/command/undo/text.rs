//! What an undo has changed, in sentences: each name, leaf or setting once, as it is afterwards.

use indexmap::IndexSet;

use crate::core::graph::Value;
use crate::core::language::{in_marks, rounded};
use crate::core::session::{Session, Touched, Undone, Was, same_bits, with_row};

/// Returns the sentences on what an undo has changed.
pub fn said_of(session: &Session, undone: Undone) -> Vec<String> {
    let said = undone.touched().filter_map(|(touched, was)| said(session, touched, was));
    let said: IndexSet<String> = said.collect();
    said.into_iter().collect()
}

fn said(session: &Session, touched: Touched, was: Was) -> Option<String> {
    let names = session.names();
    let is_what_it_was = |name: &str| format!("{name} is what it was");
    match (touched, was) {
        (Touched::Name(name), Was::Node(was)) => match (was, names.get(&name)) {
            (None, None) => None,
            (Some(_), None) => Some(format!("{name} is gone")),
            (_, Some(now)) if is_number(now) => {
                Some(format!("{name} is {} again", rounded(now.data())))
            }
            (None, Some(_)) => Some(format!("{name} is back")),
            _ => Some(is_what_it_was(&name)),
        },
        (Touched::Inner(name), _) => Some(format!("{name} is gone")),
        (Touched::Function(name), _) => Some(if session.defines(&name) {
            format!("the function {name} is what it was")
        } else {
            format!("the function {name} is gone")
        }),
        (Touched::Data(leaf), Was::Number(was)) => {
            let is_said = exists(session, &leaf) && !same_bits(leaf.data(), was);
            is_said.then(|| match leaf.network_of_leaf() {
                Some(_) => is_what_it_was(&names.call_network(&leaf)),
                None => format!("{} is {} again", names.call(&leaf), rounded(leaf.data())),
            })
        }
        (Touched::Row(column, row), Was::Number(now)) => exists(session, &column).then(|| {
            let kind = column.cell_kind();
            let text = kind.text(now).map(in_marks);
            let now = text.unwrap_or_else(|| rounded(now));
            format!("{} is {now} again", with_row(names.call(&column), Some(row)))
        }),
        (Touched::Frozen(leaf), Was::Frozen(was)) => {
            let state = if leaf.is_frozen() { "frozen" } else { "thawed" };
            let is_said = exists(session, &leaf) && leaf.is_frozen() != was;
            is_said.then(|| match leaf.network_of_leaf() {
                Some(_) => format!("{} is {state} again", names.call_network(&leaf)),
                None => format!("{} is {state} again", names.call(&leaf)),
            })
        }
        (Touched::Uncertainty(leaf), Was::Uncertain(u)) => exists(session, &leaf).then(|| {
            let name = names.call(&leaf);
            match u {
                Some(Some(u)) => format!("{name} is ± {} again", rounded(u)),
                Some(None) => format!("the uncertainties of {name} are what they were"),
                None => format!("{name} is exact again"),
            }
        }),
        (Touched::Correlations, _) => Some("the correlations are what they were".to_owned()),
        (Touched::Settings, Was::Settings(was)) => {
            (was != *session.settings()).then(|| "the settings are what they were".to_owned())
        }
        (Touched::Session, _) => Some(match names.iter().next() {
            None if session.functions().next().is_none() => "the session is empty again".to_owned(),
            _ => "the session is back".to_owned(),
        }),
        _ => None,
    }
}

/// Returns true unless the binding that made a leaf has been undone.
fn exists(session: &Session, leaf: &Value) -> bool {
    let (names, label) = (session.names(), leaf.label());
    label.binding <= names.count(names.text(label.name))
}

/// Returns true for a leaf that is one number.
fn is_number(value: &Value) -> bool {
    value.is_leaf() && !value.is_per_row() && value.as_network().is_none()
}
