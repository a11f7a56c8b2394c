//! What `:fit` has to say of where it has ended.

use super::command::Equation;
use super::estimate::{BadStart, Fit, FitOutcome, Parameter};
use super::report::{Estimate, FitReport, FittedLeaf};
use super::statistics;
use super::table::parameters;
use crate::command::syntax::Word;
use crate::command::{MOST_CALLED, notes};
use crate::core::graph::{Operand, Value};
use crate::core::language::{Error, Result, quoted};
use crate::core::session::{Names, Session, with_row};
use crate::parts::rows::Column;
use crate::report::{Block, Data, Lost, Next, Paragraph, Report, and, counted};

pub(super) fn report(
    session: &mut Session,
    fit: &Fit,
    Equation { y: (y, _), word, .. }: &Equation<'_>,
    in_detail: bool,
) -> Result<Report> {
    if let FitOutcome::NotFinite(bad) = &fit.outcome {
        return Err(not_finite(session, bad, y, *word));
    }
    let found = found(fit, session.names());
    let has_converged = matches!(fit.outcome, FitOutcome::Converged | FitOutcome::Exact);
    let next = if has_converged { Next::GoOn } else { Next::FellShort };
    let mut blocks = Vec::new();
    let digits = session.settings().digits;
    if !found.parameters.is_empty() {
        blocks.push(Block::Table(parameters(&found.parameters, &found.correlations, digits)));
        // A line is broken between these only.
        let tied = found.residuals().into_iter().map(|text| text.replace(' ', "\u{A0}"));
        let text = format!("  {}", tied.collect::<Vec<_>>().join("; "));
        blocks.push(Paragraph::new(text).wrapped(4));
    }
    blocks.extend(sentence(fit, session.names()).map(|text| Paragraph::new(text).wrapped(4)));
    if in_detail && has_converged {
        blocks.extend(statistics::blocks(&found, digits));
    }
    Ok(Report { kind: "fit", blocks, data: vec![Data::of(found)], next, ..Report::default() })
}

/// Returns the result of a fit.
fn found(fit: &Fit, names: &Names) -> FitReport {
    let parameter = |(it, interval): (&Parameter, &Option<[f64; 2]>)| FittedLeaf {
        leaf: Estimate { name: names.call(&it.leaf), data: it.data, u: it.u },
        low: interval.map(|[low, _]| low),
        high: interval.map(|[_, high]| high),
    };
    let parameters: Vec<FittedLeaf> =
        fit.parameters.iter().zip(&fit.intervals).map(parameter).collect();
    FitReport {
        rows: fit.rows,
        left_out: fit.left_out,
        spare: fit.spare,
        correlations: fit.correlations.clone(),
        norm: Some(fit.norm).filter(|_| !parameters.is_empty()),
        parameters,
        is_weighted: fit.is_weighted,
        probability: fit.probability,
        r_squared: fit.r_squared,
        steps: fit.steps,
        end: match fit.outcome {
            FitOutcome::NotFinite(_) => "not finite",
            FitOutcome::Confused(_) => "confused",
            FitOutcome::Converged | FitOutcome::Exact => "minimum",
            FitOutcome::Stuck => "stuck",
            FitOutcome::Falling => "falling",
        },
    }
}

/// Says how a fit has ended; nothing of a linear one, which takes one step.
fn sentence(fit: &Fit, names: &Names) -> Option<String> {
    let steps = counted(fit.steps, "step");
    Some(match &fit.outcome {
        FitOutcome::Converged if fit.is_linear => return None,
        FitOutcome::Converged => format!("  converged after {steps}"),
        FitOutcome::Exact => "  the residuals are nothing but rounding".to_owned(),
        FitOutcome::Confused(leaves) => confused(leaves, names),
        FitOutcome::Stuck => {
            format!("  stopped after {steps}: no step leads lower; there is no ±")
        }
        FitOutcome::Falling => {
            format!("  stopped after {steps}: still falling; there is no ±; :fit again goes on")
        }
        FitOutcome::NotFinite(_) => "  a row is not finite".to_owned(),
    })
}

/// Says which leaves the rows do not tell.
fn confused(leaves: &[Value], names: &Names) -> String {
    let called: Vec<String> = leaves.iter().map(|leaf| names.call(leaf)).collect();
    match called.as_slice() {
        [first, rest @ ..] if !rest.is_empty() => format!(
            "  the data do not tell {first} from {}; no leaf has moved; :freeze some of them, or \
             :minimize the sum of squares",
            and(rest.to_vec(), MOST_CALLED)
        ),
        _ => {
            let only = called.concat();
            format!(
                "  the data do not tell {only}: the fit does not depend on it here; no leaf has moved; \
                 start elsewhere, or :freeze {only}"
            )
        }
    }
}

/// Returns the error for a start that is not finite.
fn not_finite(session: &mut Session, bad: &BadStart, y: &str, word: Word<'_>) -> Error {
    let message = match bad {
        BadStart::Operation(found) => {
            let message = notes::non_finite(session, found);
            let mut operands = found.operands.iter().filter_map(Operand::value);
            let moves = |it: &Value| !session.order_of(it).unfrozen_leaves().is_empty();
            if let Some(row) = found.row.filter(|_| !operands.any(moves)) {
                return Error::new(word.span, message)
                    .hint(format!("no leaf can change that: F has no value at row {row}"));
            }
            message
        }
        BadStart::Row(value, row) => {
            let name = session.names().call(value);
            if value.is_per_row() {
                let is_gap =
                    |it: &Column| it.number(row.saturating_sub(1)).is_some_and(f64::is_nan);
                if value.as_column().is_some_and(is_gap) {
                    let message = format!("{name} has a gap in row {row}, and is folded");
                    return Error::new(word.span, message).hint(
                        "a fold of all rows has no number there: :read FILE skip leaves them out",
                    );
                }
                let message = format!("{name} is not finite in row {row}");
                return Error::new(word.span, message).hint(format!(
                    ":set {} 2.5 gives it another number, and nan leaves the row out",
                    with_row(name, Some(*row))
                ));
            }
            format!("{name} is not finite")
        }
        BadStart::Slope(leaf, sum) => {
            let (y, name) = (quoted(y), session.names().call(leaf));
            let why = Lost::foreseen(sum, session.names()).map(|why| format!(": {why}"));
            let why = why.unwrap_or_else(|| " here".to_owned());
            format!("the derivative of the model of {y} by {name} is not finite{why}")
        }
        BadStart::ExactRow(row) => {
            let message = format!("row {row} of {} is ± 0, and others are not", quoted(y));
            return Error::new(word.span, message)
                .hint("rows are weighted by their uncertainties, so all of them need one above 0");
        }
    };
    Error::new(word.span, message)
        .hint("a fit starts where every row is finite: :set the leaves elsewhere")
}
