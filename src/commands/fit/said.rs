//! What `:fit` has to say of where it has ended.

use super::{Equation, MOST_CALLED, detail};
use crate::commands::notes;
use crate::graph::{Column, Names, Operand, Value, with_row};
use crate::language::{Error, Result, Span, Word, is_reference, quoted};
use crate::methods::Untold;
use crate::report::{
    Estimate, FitReport, FittedLeaf, Lost, Next, NumberStyle, Part, Report, ResponseReport,
    Sentence, and, counted, numbers,
};
use crate::session::Session;
use crate::solver::thresholds_of_fit::said::{MUCH_LEFT, UNLIKELY};
use crate::solver::{Elsewhere, Proof};
use crate::studies::{BadStart, Fit, FitOutcome, Left, Parameter, Rise};

pub(super) fn report(
    session: &mut Session,
    fit: &Fit,
    equations: &[Equation<'_>],
    in_detail: bool,
) -> Result<Report> {
    let called: Vec<String> = equations.iter().map(|it| it.y.0.to_owned()).collect();
    let errors_in = errors_in(session, fit, equations)?;
    let steps = counted(fit.steps, "step");
    if let FitOutcome::NotFinite(bad) = &fit.outcome {
        let Some(Equation { y: (y, _), word, .. }) = equations.get(fit.culprit) else {
            return Err(Error::new(Span::default(), "a row is not finite"));
        };
        return Err(not_finite(session, bad, y, *word));
    }
    let sentence = sentence(fit, session.names(), &and(called.clone(), MOST_CALLED), &steps);
    let found = found(fit, session.names(), &called);
    let next = match fit.outcome {
        FitOutcome::Minimum(..) => Next::GoOn,
        _ => Next::FellShort,
    };
    let bent = detail::misleading(fit.rise.as_ref(), &found.parameters, "the sum of squares");
    let details = match (&fit.outcome, in_detail) {
        (FitOutcome::Minimum(proof, _), true) => {
            detail::parts((&found, &fit.quality), (*proof, &steps))
        }
        _ => Vec::new(),
    };
    let mut parts = vec![Part::Fit(Box::new(found)), sentence.part(4)];
    parts.extend(errors_in.map(|it| it.part(4)));
    parts.extend(details);
    parts.extend(bent.map(|it| it.part(4)));
    parts.extend(unlikely(fit, &called).map(|it| it.part(4)));
    Ok(Report { kind: "fit", parts, next })
}

/// Returns the result of a fit, of the responses that are `called` so.
fn found(fit: &Fit, names: &Names, called: &[String]) -> FitReport {
    let parameter = |(it, interval): (&Parameter, &Option<[f64; 2]>)| FittedLeaf {
        leaf: Estimate { name: names.call(&it.leaf), data: it.data, u: it.u },
        low: interval.map(|[low, _]| low),
        high: interval.map(|[_, high]| high),
    };
    let parameters: Vec<FittedLeaf> =
        fit.parameters.iter().zip(&fit.intervals).map(parameter).collect();
    let (proof, left, lower) = match fit.outcome {
        FitOutcome::Minimum(proof, elsewhere) => {
            let (proof, left) = match proof {
                Proof::Rounding => ("rounding", None),
                Proof::Curvature { left } => {
                    ("curvature", Some(left).filter(|left| left.is_finite()))
                }
            };
            (Some(proof), left, Some(lower(elsewhere)))
        }
        _ => (None, None, None),
    };
    let of_response = |(name, left): (&String, &Left)| ResponseReport {
        name: name.clone(),
        rows: left.rows,
        left_out: left.left_out,
        norm: Some(left.norm),
        deviation: fit.deviation_of(left),
        r_squared: left.part.map(|part| 1.0 - part),
    };
    let responses = called.iter().zip(&fit.responses).map(of_response);
    FitReport {
        responses: responses.filter(|_| called.len() > 1 && !parameters.is_empty()).collect(),
        rows: fit.rows,
        left_out: fit.left_out,
        spare: fit.spare,
        correlations: fit.correlations.clone(),
        norm: Some(fit.norm).filter(|_| !parameters.is_empty()),
        parameters,
        is_weighted: fit.is_weighted,
        errors_in: fit.errors_in.iter().map(|column| names.call(column)).collect(),
        probability: fit.chances.map(|[_, larger]| larger),
        rise: fit.rise.as_ref().map(Rise::word),
        r_squared: fit.quality.r_squared,
        adjusted: fit.quality.adjusted,
        aic: fit.quality.aic,
        bic: fit.quality.bic,
        steps: fit.steps,
        end: end(&fit.outcome),
        proof,
        left,
        lower,
    }
}

/// The word for how a fit has ended.
fn end(outcome: &FitOutcome) -> &'static str {
    match outcome {
        FitOutcome::NotFinite(_) => "not finite",
        FitOutcome::Untold(_) => "confused",
        FitOutcome::Minimum(..) => "minimum",
        FitOutcome::Level => "level",
        FitOutcome::Unmeasured => "unmeasured",
        FitOutcome::Stuck => "stuck",
        FitOutcome::Falling => "falling",
    }
}

/// The word for what is known of lower minima.
fn lower(elsewhere: Elsewhere) -> &'static str {
    match elsewhere {
        Elsewhere::Nowhere => "none",
        Elsewhere::NotSeen => "not seen",
        Elsewhere::NotLooked => "not looked for",
    }
}

/// Says how a fit of `y` has ended.
fn sentence(fit: &Fit, names: &Names, y: &str, steps: &str) -> Sentence {
    let not_shown = "not shown to be a minimum, so there is no ±";
    Sentence::new(match &fit.outcome {
        FitOutcome::NotFinite(_) => "  a row is not finite".to_owned(),
        FitOutcome::Untold(untold) => return said_of(untold, names),
        FitOutcome::Minimum(proof, elsewhere) => return minimum(fit, (*proof, *elsewhere), y),
        FitOutcome::Level => format!(
            "  level, after {steps}, but it may not curve upward in every direction; {not_shown}"
        ),
        FitOutcome::Unmeasured => format!(
            "  level, after {steps}: to measure how it curves would take too long; {not_shown}"
        ),
        FitOutcome::Stuck => {
            format!("  stuck, after {steps}: no step tried leads lower; {not_shown}")
        }
        FitOutcome::Falling => {
            format!("  still falling, after {steps}, the most it takes; {not_shown}")
        }
    })
}

/// The line on a minimum.
fn minimum(fit: &Fit, (proof, elsewhere): (Proof, Elsewhere), y: &str) -> Sentence {
    let sentence = Sentence::new(match (proof, elsewhere) {
        (Proof::Rounding, _) => "  minimum: the residuals are nothing but rounding",
        (_, Elsewhere::Nowhere) => "  the only minimum: the model is linear",
        _ => "  minimum; lower ones elsewhere are not excluded",
    });
    match fit.part_left.filter(|part| *part > MUCH_LEFT && elsewhere != Elsewhere::Nowhere) {
        Some(part) => sentence
            .text("; it leaves ")
            .number(100.0 * part, NumberStyle::Significant(2))
            .text(format!("\u{A0}% of the variance of {y}")),
        None => sentence,
    }
}

/// Says that the uncertainties of x count, and what is taken of those of y where there are none.
fn errors_in(
    session: &mut Session,
    fit: &Fit,
    equations: &[Equation<'_>],
) -> Result<Option<Sentence>> {
    if fit.errors_in.is_empty() || fit.parameters.is_empty() {
        return Ok(None);
    }
    let mut exact = Vec::new();
    for Equation { response, y: (y, _), .. } in equations {
        if session.uncertainties(&response.y)?.is_none() {
            exact.push((*y).to_owned());
        }
    }
    let called = fit.errors_in.iter().map(|column| session.names().call(column)).collect();
    let mut text = format!(
        "  the ± of {} counts, too: rows are as far from the curve as their points are",
        and(called, MOST_CALLED)
    );
    if !exact.is_empty() {
        let verb = if exact.len() == 1 { "has" } else { "have" };
        text.push_str(&format!("; {} {verb} none, and no error", and(exact, MOST_CALLED)));
    }
    Ok(Some(Sentence::new(text)))
}

/// Why the rows do not tell leaves.
fn said_of(untold: &Untold<Value>, names: &Names) -> Sentence {
    let elsewhere = |name: &str| format!("start elsewhere, or :freeze {name}");
    let (text, way_out) = match untold {
        Untold::Level(leaf) => {
            let name = names.call(leaf);
            let text = format!(
                "the slope by {name} is 0 in every row here, so nothing tells where to move it"
            );
            (text, elsewhere(&name))
        }
        Untold::RanOff(leaf, to) => {
            let name = names.call(leaf);
            let to = numbers::answer(*to, Some(3));
            let text = format!("{name} ran off as far as {to}, where the slope by it is 0");
            (text, elsewhere(&name))
        }
        Untold::Together(leaves) => {
            let called: Vec<String> = leaves.iter().map(|leaf| names.call(leaf)).collect();
            match called.as_slice() {
                [only] => (
                    format!("the data do not tell {only}: the fit does not depend on it here"),
                    elsewhere(only),
                ),
                [first, rest @ ..] => (
                    format!(
                        "the data do not tell {first} from {}",
                        and(rest.to_vec(), MOST_CALLED)
                    ),
                    ":freeze some of them, or :minimize the sum of squares".to_owned(),
                ),
                [] => Default::default(),
            }
        }
    };
    Sentence::new(format!("  {text}; no leaf has moved; {way_out}"))
}

/// Says that the uncertainties of the rows cannot be right, if χ² is what it would hardly ever be.
fn unlikely(fit: &Fit, called: &[String]) -> Option<Sentence> {
    let [smaller, larger] = fit.chances.filter(|_| !fit.parameters.is_empty())?;
    let (size, chance) = if larger < smaller { ("large", larger) } else { ("small", smaller) };
    if chance >= UNLIKELY {
        return None;
    }
    let chance = match chance {
        0.0 => "is next to impossible".to_owned(),
        chance => format!("has a probability of {}", numbers::answer(chance, Some(1))),
    };
    let why = match size {
        "large" => "the ± of the rows are too small, or F does not fit",
        _ => "the ± of the rows are too large",
    };
    let without: Vec<String> = called.iter().map(|y| format!(":set {y} ± 0")).collect();
    let without = if called.iter().all(|y| is_reference(y)) {
        format!(" ({})", without.join("; "))
    } else {
        String::new()
    };
    Some(Sentence::new(format!(
        "  so {size} a χ² {chance}: {why}; without them{without} those of \
         the leaves follow from the residuals"
    )))
}

/// Returns the error for a start that is not finite.
fn not_finite(session: &mut Session, bad: &BadStart, y: &str, word: Word<'_>) -> Error {
    let message = match bad {
        BadStart::Operation(found) => {
            let message = notes::said_of(session, found);
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
