//! What others write after the model of a fit, and where it stands here: starts, weights, a coverage factor.

use crate::language::{Error, ErrorKind, Kind, Result, Tree, Word, quoted};
use crate::session::Session;

/// What others call the weights of rows.
const WEIGHTS: [&str; 5] = ["weights", "weight", "w", "sigma", "errors"];
/// What others call the factor of an expanded uncertainty.
const COVERAGE: [&str; 2] = ["coverage", "k"];

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

/// Says how rows get their weights.
fn by_uncertainty(column: Option<&str>) -> String {
    let column = column.map_or_else(|| "s".to_owned(), quoted);
    format!("rows weigh by their ±, as 1/u^2: :set y ± {column}, or ± 1/sqrt({column}) of weights")
}
