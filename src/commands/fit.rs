//! `:fit`.

pub(super) mod detail;
mod said;

use indexmap::IndexSet;

use super::equations::{
    FIRST, MOST_CALLED, leaves_to_move, names_of_all, say_made, side, text_of, with_new_leaves,
};
use super::selection::{self, LeftOut};
use super::{Argument, Arguments, Command, Group};
use crate::graph::{Operand, Value};
use crate::language::{Error, ErrorKind, Result, Span, Tree, Word, quoted};
use crate::report::{Part, Range, Report, and, counted, numbers, spoken_text};
use crate::session::{self, FittedEquation, Found, Session};
use crate::solver::Start;
use crate::solver::thresholds_of_fit::starts::{APART, FAR};
use crate::studies::{self, FitOutcome, Response};

pub(super) const COMMANDS: &[Command] = &[Command {
    name: "fit",
    aliases: &[],
    group: Group::Leaves,
    arguments: &[
        Argument::equation(EQUATION).repeated(),
        Argument::keyword("for"),
        Argument::leaf("NAME").following().repeated(),
        selection::WHERE,
        selection::CONDITION,
        selection::WITHOUT,
        selection::ROW,
        Argument::keyword("detail"),
    ],
    summary: "fit F to the rows of Y: least squares",
    details: "\
Moves the unfrozen leaves of F, or those after for, so that the sum of squares of Y - F over the rows \
is least; the search starts from their present values and stays near them. Names of F without a value become leaves, begun \
at 1 (where all that move are new, the search looks far away, too), or at different numbers where the rows do not tell them apart at 1. Afterwards they have uncertainties and \
correlations, so whatever is computed from them has the right ± (that of the curve, not that of \
another measurement), unless it uses the data again, whose errors are taken as independent of theirs; a \
leaf that is moved later loses them. where CONDITION takes the rows in which it \
is true (where x < 10 and y > 0), without 3 7 all rows but these, and without 3:7 all but five, of the equation before it. Rows in which a column has a gap, nan, \
are left out. Rows with uncertainties of their own \
(y = [...] ± 0.1, or :set y ± sy for those of a column sy) are weighted accordingly, and the \
covariance is then not scaled by the residuals. So are columns of F that have a ±: the distance of a row from \
the curve is in units of both. The ± of leaves that F uses and does not move is left out. r is the strongest correlation with a leaf above it. Where the sum of squares does not rise as the ± \
says, a 95 % interval is added. Several equations, y1 = A*exp(-k*t1), y2 = B*exp(-k*t2), are fitted \
together: they share the leaves, and may differ in their rows. It says minimum only where a test shows it. detail \
names that test and adds 95 % intervals, the probability of a larger χ², R², AIC and BIC with what they are, and the correlations. :undo \
restores the leaves. Afterwards fit means F, and residual Y - F (of the first equation): :plot residual x, :write FILE x y fit residual.",
    example: ":fit y = m*t + c",
    run: fit,
}];

/// What is fitted.
const EQUATION: &str = "Y = F";

fn fit(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let words: Vec<Word<'_>> = arguments.words(EQUATION).collect();
    let mut equations: Vec<(Word<'_>, [Tree<'_>; 2])> = Vec::with_capacity(words.len());
    arguments.must_be_equations()?;
    for word in words {
        equations.push((word, equation(word)?));
    }
    let models =
        equations.iter().map(|(word, [_, model])| (std::slice::from_ref(model), word.span));
    let names = names_of_all(session, arguments, models)?;
    if names.is_empty() {
        return Ok(fit_to(session, arguments, &equations, &[])?.0);
    }
    with_new_leaves(session, &names, |session, made| {
        let (mut report, is_told) = fit_to(session, arguments, &equations, &made)?;
        if is_told {
            say_made(&mut report, &names, &[FIRST]);
        }
        if is_told || made.len() < 2 {
            return Ok(report);
        }
        let numbers = APART.into_iter().cycle();
        let apart: Vec<(Value, f64)> = made.iter().cloned().zip(numbers).collect();
        session.set(&apart);
        let (mut report, is_told) = fit_to(session, arguments, &equations, &made)?;
        if is_told {
            let begun: Vec<f64> = apart.iter().map(|(_, number)| *number).collect();
            say_made(&mut report, &names, &begun);
        }
        Ok(report)
    })
}

/// Returns both sides of what is to be fitted.
fn equation<'text>(word: Word<'text>) -> Result<[Tree<'text>; 2]> {
    word.equation().map_err(|error| {
        if error.is(ErrorKind::Uncertainty) {
            return error.hint("the uncertainties of rows belong to their column: :set y ± sy");
        }
        match error.advice().filter(|_| !error.is(ErrorKind::DoubledEquals)) {
            Some(_) => error.hint("the data go before it, the model after: :fit y = m*x + c"),
            None => error,
        }
    })
}

/// An equation of a fit.
struct Equation<'text> {
    response: Response,
    /// The data as typed, and where.
    y: (&'text str, Span),
    /// The model as typed, and where.
    model: (&'text str, Span),
    word: Word<'text>,
}

impl<'text> Equation<'text> {
    fn of(
        session: &mut Session,
        word: Word<'text>,
        [left, right]: &[Tree<'text>; 2],
    ) -> Result<Equation<'text>> {
        let place = |tree: &Tree<'_>| tree.span().moved(word.span.start as usize);
        let (y, y_text) = (side(session, left, word)?, text_of(left));
        let Some(y) = y.value().filter(|y| y.is_per_row()).cloned() else {
            let message = format!("{} is one number, and a fit is over rows", quoted(y_text));
            return Err(Error::new(place(left), message).hint(
                "a column has a number for each: y = [1.1, 2.9, 5.2]; :solve is for equations",
            ));
        };
        let (model, model_text) = (side(session, right, word)?, text_of(right));
        selection::must_be_numbers(&y, (y_text, place(left)))?;
        if let Some(model) = model.value() {
            selection::must_be_numbers(model, (model_text, place(right)))?;
        }
        if let (Some(rows), Some(theirs)) = (y.rows(), model.rows())
            && rows != theirs
        {
            let [y, model] = [y_text, model_text].map(quoted);
            let rows = counted(rows as u64, "row");
            return Err(Error::new(place(right), format!("{y} has {rows}, {model} has {theirs}")));
        }
        if model.value().is_some_and(|model| session.order_of(model).contains(&y)) {
            let message = format!("{} is on both sides", quoted(y_text));
            return Err(Error::new(place(right), message).hint(
                "a fit compares data with a model; sides that are always equal leave no residuals",
            ));
        }
        let is_data =
            |side: &Operand| side.value().is_some_and(|it| it.is_leaf() && it.is_per_row());
        if is_data(&model) && !y.is_leaf() {
            let message = format!("{} is a column, and has nothing to fit", quoted(model_text));
            return Err(Error::new(place(right), message)
                .hint(format!("the data go on the left: :fit {model_text} = {y_text}")));
        }
        Ok(Equation {
            response: Response { y, model },
            y: (y_text, place(left)),
            model: (model_text, place(right)),
            word,
        })
    }

    /// Makes sure that the data depend on no leaf that moves.
    fn must_have_data(&self, session: &mut Session, leaves: &[Value]) -> Result<()> {
        let order = session.order_of(&self.response.y);
        let shared = leaves.iter().find(|leaf| order.contains(leaf)).cloned();
        let Some(shared) = shared else { return Ok(()) };
        let name = session.names().call(&shared);
        let (y, place) = self.y;
        let message = format!("{} depends on {name}, which the fit would move", quoted(y));
        Err(Error::new(place, message)
            .hint(format!("move {name} to the other side, or :freeze {name}")))
    }
}

/// Makes sure that the rows of all equations have uncertainties, or of none.
fn must_weigh_alike(session: &mut Session, equations: &[Equation<'_>]) -> Result<()> {
    let (mut with, mut without) = (None, None);
    for equation in equations {
        let is_known = session.uncertainties(&equation.response.y)?.is_some()
            || !studies::columns_with_errors(session, &equation.response).is_empty();
        if is_known { with = Some(equation) } else { without = Some(equation) }
    }
    let (Some(with), Some(without)) = (with, without) else { return Ok(()) };
    let ((known, _), (unknown, place)) = (with.y, without.y);
    let message =
        format!("{} has no ±, and {}, by which rows weigh, has", quoted(unknown), quoted(known));
    Err(Error::new(place, message)
        .hint(format!("give all of them a ± (:set {unknown} ± 0.1), or none (:set {known} ± 0)")))
}

/// Returns which rows of each equation do not count.
fn left_out(
    session: &mut Session,
    arguments: &Arguments<'_>,
    equations: &[Equation<'_>],
) -> Result<Vec<LeftOut>> {
    let parts = arguments.parts(EQUATION);
    let of = |(Equation { response, y: (y, _), .. }, own): (&Equation<'_>, &Arguments<'_>)| {
        LeftOut::of(session, own, (&response.y, y), &response.model)
    };
    equations.iter().zip(&parts).map(of).collect()
}

/// Fits, and tells whether the rows tell the leaves. Where all that move are new, their start is arbitrary.
fn fit_to(
    session: &mut Session,
    arguments: &Arguments<'_>,
    equations: &[(Word<'_>, [Tree<'_>; 2])],
    new: &[Value],
) -> Result<(Report, bool)> {
    let mut read = Vec::with_capacity(equations.len());
    for (word, trees) in equations {
        read.push(Equation::of(session, *word, trees)?);
    }
    let equations = read;
    let Some(first) = equations.first() else {
        return Err(arguments.usage_error(arguments.end(), "Y = F is missing"));
    };
    let responses: Vec<Response> = equations.iter().map(|it| it.response.clone()).collect();
    let models: Vec<Operand> = responses.iter().map(|it| it.model.clone()).collect();
    let (model_text, place) = first.model;
    let leaves = leaves_to_move(session, &models, arguments, (place, model_text))?;
    for equation in &equations {
        equation.must_have_data(session, &leaves)?;
    }
    must_weigh_alike(session, &equations)?;
    let left_out = left_out(session, arguments, &equations)?;
    let without: Vec<Vec<usize>> = left_out.iter().map(LeftOut::rows).collect();
    let others = without.iter().map(Vec::len).sum::<usize>();
    let rows = responses.iter().filter_map(|it| it.y.rows()).sum::<usize>() - others;
    if leaves.len() > rows {
        let parameters = counted(leaves.len() as u64, "parameter");
        let others = match others {
            0 => String::new(),
            others => format!(", {others} left out"),
        };
        let message = format!("{parameters} for {}{others}", counted(rows as u64, "row"));
        return Err(Error::new(place, message).hint("freeze some, or NAME those that are to move"));
    }
    let moved = and(leaves.iter().map(|leaf| session.names().call(leaf)).collect(), MOST_CALLED);
    let ignored = uncertainties_left_out(session, &equations, &leaves);
    session.open_group();
    let is_arbitrary = leaves.iter().all(|leaf| new.contains(leaf));
    let start = if is_arbitrary { Start::Arbitrary } else { Start::Given };
    let fit = studies::fit_without(session, &without, &responses, leaves, start).and_then(|fit| {
        let has_moved = !fit.parameters.is_empty();
        let Equation { response: Response { y, model }, word, .. } = first;
        let rows = without.first().cloned().unwrap_or_default();
        let named = has_moved.then(|| session::set_fitted(session, (y, model), rows, word.span));
        named.unwrap_or(Ok(())).map(|()| fit)
    });
    session.close_group();
    let fit = fit?;
    let mut report = said::report(session, &fit, &equations, arguments.has("detail"))?;
    report.parts.extend(left_out.iter().flat_map(LeftOut::notes));
    report.parts.extend(taken_names(session).filter(|_| !fit.parameters.is_empty()));
    if fit.parameters.iter().any(|parameter| parameter.u.is_some()) {
        report.parts.extend(ignored.into_iter().map(Part::Note));
    }
    if !fit.parameters.is_empty() {
        keep_found(session, (arguments, &report), &equations, without);
    }
    if let Some(condition) = fit.delicate {
        let column = models.iter().find_map(|model| far_column(session, model));
        let way_out =
            column.map_or(String::new(), |it| format!("; a model over {it} would tell more"));
        report.parts.push(Part::Note(format!(
            "the rows hardly tell {moved} apart (condition number {condition:.0e}), so that rounding \
             moves them{way_out}"
        )));
    }
    Ok((report, !matches!(fit.outcome, FitOutcome::Untold(_))))
}

/// Keeps what a fit has found, for a page on it.
fn keep_found(
    session: &mut Session,
    (arguments, report): (&Arguments<'_>, &Report),
    equations: &[Equation<'_>],
    left_out: Vec<Vec<usize>>,
) {
    let found = report.parts.iter().find_map(|part| match part {
        Part::Fit(found) => Some(found.as_ref().clone()),
        _ => None,
    });
    let Some(found) = found else { return };
    let own = arguments.parts(EQUATION);
    let rows = left_out.into_iter().zip(&own);
    let equations = equations.iter().zip(rows).map(|(it, (left_out, own))| FittedEquation {
        text: [it.y.0.to_owned(), it.model.0.to_owned()],
        y: it.response.y.clone(),
        model: it.response.model.clone(),
        left_out,
        clause: selection::clause(own),
        chosen_by: selection::chosen_by(session, own),
    });
    let equations: Vec<FittedEquation> = equations.collect();
    let said = said_of(&report.parts);
    let orders = equations.iter().map(FittedEquation::order);
    let used = orders.flat_map(|order| order.leaves().cloned().collect::<Vec<_>>());
    let chosen_by = equations.iter().flat_map(|it| it.chosen_by.iter().cloned());
    let leaves: IndexSet<Value> = used.chain(chosen_by).collect();
    let leaves = session::digests(session, leaves);
    session::keep_found(session, Found { report: found, equations, said, leaves });
}

/// The sentences and notes of a report, for a page on it.
pub(super) fn said_of(parts: &[Part]) -> Vec<String> {
    let said = parts.iter().filter_map(|part| match part {
        Part::Sentence { pieces, .. } => Some(spoken_text(pieces)),
        Part::Note(note) => Some(note.clone()),
        _ => None,
    });
    said.collect()
}

/// Says which of the names of the last fit mean something else.
fn taken_names(session: &Session) -> Option<Part> {
    let is_taken = |name: &&str| session.names().get(name).is_some();
    let taken: Vec<String> =
        session::FITTED.into_iter().filter(is_taken).map(str::to_owned).collect();
    let verb = if taken.len() == 1 { "is a name" } else { "are names" };
    let note =
        || format!("{} {verb} of yours, and not what this :fit found", and(taken.clone(), 2));
    (!taken.is_empty()).then(note).map(Part::Note)
}

/// Returns the first column of a model that is far from 0 by its spread, less about its mean:
/// `x - 1000005`.
fn far_column(session: &mut Session, model: &Operand) -> Option<String> {
    let columns: Vec<Value> =
        session.order_of(model.value()?).leaves().filter(|it| it.is_per_row()).cloned().collect();
    columns.iter().find_map(|leaf| {
        let Range { least, greatest } = Range::of(&leaf.as_column()?.numbers());
        let (middle, spread) = (least / 2.0 + greatest / 2.0, greatest - least);
        if !(middle.is_finite() && spread > 0.0 && middle.abs() > FAR * spread) {
            return None;
        }
        let unit = 10_f64.powf(spread.log10().floor() - 1.0);
        let middle = numbers::answer((middle / unit).round() * unit, None);
        let sign = if middle.starts_with('-') { "+" } else { "-" };
        let name = session.names().call(leaf);
        Some(format!("{name} {sign} {}", middle.trim_start_matches('-')))
    })
}

/// Says which uncertainties of what the fit uses do not enter those of its parameters.
fn uncertainties_left_out(
    session: &mut Session,
    equations: &[Equation<'_>],
    moving: &[Value],
) -> Vec<String> {
    let mut counted: Vec<String> = Vec::new();
    for equation in equations {
        let columns = studies::columns_with_errors(session, &equation.response);
        counted.extend(columns.iter().map(|column| session.names().call(column)));
    }
    let mut uncertain = |root: &Value, with_columns: bool| -> Vec<String> {
        let leaves: Vec<Value> = session.order_of(root).leaves().cloned().collect();
        let is_meant = |leaf: &&Value| {
            let is_uncertain = if leaf.is_per_row() {
                with_columns && session.uncertainties_of_column(leaf).is_some()
            } else {
                session.uncertainty_of_leaf(leaf).is_some()
            };
            is_uncertain && !moving.contains(leaf)
        };
        leaves.iter().filter(is_meant).map(|leaf| session.names().call(leaf)).collect()
    };
    let mut fixed: Vec<String> = Vec::new();
    let mut shared = Vec::new();
    for Equation { response: Response { y, model }, y: (text, _), .. } in equations {
        let mut own = model.value().map(|model| uncertain(model, true)).unwrap_or_default();
        own.retain(|name| !counted.contains(name));
        fixed.extend(own.into_iter().filter(|name| !fixed.contains(name)).collect::<Vec<_>>());
        shared.push((*text, uncertain(y, false)));
    }
    let mut notes = Vec::from_iter(replaced(session, moving, "fit"));
    notes.extend(taken_as_exact(fixed, "fit"));
    for (y, shared) in shared.into_iter().filter(|(_, shared)| !shared.is_empty()) {
        let shared = and(shared, MOST_CALLED);
        notes.push(format!(
            "the rows of {} share the ± of {shared}, and the fit takes their errors as independent",
            quoted(y)
        ));
    }
    notes
}

/// Says which uncertainties `by` does not use.
pub(super) fn taken_as_exact(names: Vec<String>, by: &str) -> Option<String> {
    let said =
        |names| format!("the {by} takes {names} as exact: the ± is not in that of the leaves");
    (!names.is_empty()).then(|| said(and(names, MOST_CALLED)))
}

/// Says which leaves had a ± that was typed, which `by` does not use.
pub(super) fn replaced(session: &Session, moving: &[Value], by: &str) -> Option<String> {
    let typed =
        |leaf: &&Value| session.uncertainty_of_leaf(leaf).is_some() && !session.is_found(leaf);
    let typed: Vec<String> =
        moving.iter().filter(typed).map(|leaf| session.names().call(leaf)).collect();
    let said = |typed| {
        format!("the ± that {typed} had is replaced by that of the {by}, which does not use it")
    };
    (!typed.is_empty()).then(|| said(and(typed, MOST_CALLED)))
}
