//! What others write after the model of a fit, and where it stands here: starts, weights, a coverage factor, a
//! likelihood.

use crate::commands::arguments::Arguments;
use crate::language::{Error, ErrorKind, Kind, Result, Tree, Word, quoted};
use crate::session::Session;

/// What others call the weights of rows.
const WEIGHTS: [&str; 5] = ["weights", "weight", "w", "sigma", "errors"];
/// What others call the factor of an expanded uncertainty.
const COVERAGE: [&str; 2] = ["coverage", "k"];

/// What others write before the column whose texts have parameters of their own.
const GROUPS: [&str; 4] = ["by", "group", "per", "for"];

/// Makes sure that no equation after the first is meant as an option, as `k = 0` is for a start.
///
/// # Errors
///
/// One is; the hint says what to write.
pub(super) fn must_be_no_option(
    session: &Session,
    equations: &[(Word<'_>, [Tree<'_>; 2])],
) -> Result<()> {
    let Some(((_, [_, model]), others)) = equations.split_first() else { return Ok(()) };
    let is_in_model = |name: &str| {
        let mut names = model.steps.iter().filter(|step| matches!(step.kind, Kind::Name));
        names.any(|step| step.span.of(model.text) == name)
    };
    for (word, [left, right]) in others {
        let Some(name) = left.as_name() else { continue };
        let has_rows = session.names().get(name).is_some_and(|value| value.is_per_row());
        if has_rows {
            continue;
        }
        let number = right.as_number().is_some();
        let hint = match name {
            _ if is_in_model(name) && number => {
                format!("a fit begins at the numbers that leaves have: {} first", quoted(word.text))
            }
            _ if COVERAGE.contains(&name) && number => {
                "the ± of a fit is a standard uncertainty; :budget L k=2 expands that of a result"
                    .to_owned()
            }
            _ if WEIGHTS.contains(&name) => by_uncertainty(right.as_name()),
            _ => continue,
        };
        let message = format!("{} is no equation of a fit", quoted(word.text));
        return Err(Error::new(word.span, message).kind(ErrorKind::Elsewhere).hint(hint));
    }
    Ok(())
}

/// Makes sure that no NAME is meant as the beginning of an option: `as likelihood`, `weights s`.
///
/// # Errors
///
/// One is; the hint says what to write.
pub(super) fn must_be_leaves(session: &Session, arguments: &Arguments<'_>) -> Result<()> {
    let words: Vec<Word<'_>> = arguments.words("NAME").collect();
    for (at, word) in words.iter().enumerate() {
        if session.has_name(word.text) {
            continue;
        }
        let next = words.get(at + 1).map(|next| next.text);
        let hint = match (word.text, next) {
            ("as", Some(_)) => {
                "likelihoods are minimized: :minimize NLL as likelihood, of the negative logarithm"
                    .to_owned()
            }
            (name, Some(_)) if WEIGHTS.contains(&name) => by_uncertainty(next),
            (name, Some(column)) if GROUPS.contains(&name) => {
                match for_each_text(session, column) {
                    Some(hint) => hint,
                    None => continue,
                }
            }
            _ => continue,
        };
        let message = format!("{} is no leaf of the fit", word.text);
        return Err(Error::new(word.span, message).kind(ErrorKind::Elsewhere).hint(hint));
    }
    Ok(())
}

/// Says how rows get their weights.
fn by_uncertainty(column: Option<&str>) -> String {
    let column = column.map_or_else(|| "s".to_owned(), quoted);
    format!("rows weigh by their ±, as 1/u^2: :set y ± {column}, or ± 1/sqrt({column}) of weights")
}

/// Says how each text of a column gets a parameter of its own; none if it is no such column.
fn for_each_text(session: &Session, name: &str) -> Option<String> {
    let column = session.names().get(name)?.as_column()?;
    let texts = column.categories()?.texts();
    let [first, second, ..] = texts else { return None };
    let other = if texts.len() > 2 {
        format!("where({name} == \"{second}\", k2, k3)")
    } else {
        "k2".to_owned()
    };
    Some(format!(
        "a parameter for each text of {name}, in place of k, is where({name} == \"{first}\", k1, {other})"
    ))
}
