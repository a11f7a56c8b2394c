//! Running one statement: text in, report out.

mod answer;
pub(super) mod side_by_side;

use super::names::written_out;
use super::{Arguments, RunOptions, find, notes};
use crate::command::notes::rebinding;
use crate::command::syntax::{Statement, TypedCommand as Typed, continued, statements};
use crate::core::language::{Error, Result, Span, Tree};
use crate::core::session::{ANSWER, Assigned, Session};
use crate::parts::hints::{Translated, from_micrograd, number_first, read, without_colon};
use crate::parts::rows::TypedColumn;
use crate::parts::uncertainty::PlusMinus;
use crate::parts::{networks, rows};
use crate::report::{Answer, Block, Data, Next, Piece, Report};
use answer::answer;
pub use answer::has_too_many_us;

/// Runs one statement. If it fails, the session is unchanged.
///
/// # Errors
///
/// The statement is invalid, or was interrupted.
pub fn run(session: &mut Session, statement: &str, options: RunOptions) -> Result<Report> {
    let moment = session.begin(statement.trim());
    let outcome = as_meant(statement, options, |statement| perform(session, statement, options));
    let error = match outcome {
        Ok(report) => {
            session.conclude();
            return Ok(report);
        }
        Err(error) => error,
    };
    session.return_to(moment);
    let again = session.begin(statement.trim());
    match perform_translated(session, statement, options) {
        Some(report) => {
            session.conclude();
            Ok(report)
        }
        None => {
            session.return_to(again);
            Err(error)
        }
    }
}

/// Runs a statement of micrograd's notebook. Returns `None` if it is another statement, or fails.
fn perform_translated(
    session: &mut Session,
    statement: &str,
    options: RunOptions,
) -> Option<Report> {
    let Translated { statements: typed, note, form } = translated(session, statement)?;
    let mut report = Report::default();
    for (_, statement) in typed.iter().flat_map(|typed| statements(typed, 0)) {
        report.append(perform(session, statement, options).ok()?);
    }
    if notes::explain_once(session, form) {
        report.notes.push(note);
    }
    Some(report)
}

/// Returns what a statement of micrograd's notebook is here.
pub(super) fn translated(session: &Session, statement: &str) -> Option<Translated> {
    from_micrograd(statement, |name| session.has_name(name))
}

/// Does something with a statement, where typed with the answer that it goes on from.
pub(super) fn as_meant<T>(
    statement: &str,
    options: RunOptions,
    mut act: impl FnMut(&str) -> Result<T>,
) -> Result<T> {
    let continued = if options.typed { continued(statement, ANSWER) } else { None };
    let Some(continued) = continued else {
        return act(statement);
    };
    act(&continued).map_err(|error| {
        let typed = |at: u32| (at as usize).saturating_sub(ANSWER.len());
        let place = Span::new(typed(error.span().start), typed(error.span().end));
        error.at(place)
    })
}

/// Runs one statement; if it fails, its changes so far remain.
pub fn perform(session: &mut Session, statement: &str, options: RunOptions) -> Result<Report> {
    let stop = session.stop().clone();
    let outcome = run_parsed(session, statement, options)
        .map_err(|error| number_first(session, statement, error));
    if stop.is_set() {
        // An interrupted pass is incomplete, so its report cannot be shown.
        return Err(Error::new(Span::default(), "interrupted"));
    }
    outcome
}

fn run_parsed(session: &mut Session, statement: &str, options: RunOptions) -> Result<Report> {
    if !session.budget().allows(statement.len()) {
        let most = session.budget().most();
        let message = format!(
            "this statement is {} bytes long, and there is room for {most}",
            statement.len()
        );
        return Err(Error::new(Span::new(0, 1), message));
    }
    match read(session, statement)? {
        Statement::Empty => Ok(Report::default()),
        Statement::Assign { target, span, compound, right, tree } => {
            let expression = rebinding::expression(target, (compound, right), &tree);
            assign(session, (target, span), (expression, &tree), options)
        }
        Statement::Unpack { targets, tree } => unpack(session, &targets, &tree, options),
        Statement::SideBySide(expressions, comma) => {
            side_by_side::report(session, statement, expressions, comma)
        }
        Statement::Define { name, span, parameters, tree } => {
            session.define(name, span, &parameters, &tree)?;
            Ok(Report::default())
        }
        Statement::Evaluate(tree) => evaluate(session, &tree, statement, options),
        Statement::Command(typed) => run_command(session, &typed, options),
    }
}

/// Runs a command.
fn run_command(session: &mut Session, typed: &Typed<'_>, options: RunOptions) -> Result<Report> {
    let command = find(typed.name, typed.span, options.typed)?;
    if let Some(why) = options.files.why_not_for(command).filter(|_| command.needs_file()) {
        let message = format!(":{} is refused: {why}", command.name);
        return Err(Error::new(typed.span, message));
    }
    let arguments = Arguments::of(command, typed, options);
    let mut report = (command.run)(session, &arguments?)?;
    notes::lost(&mut report);
    Ok(report)
}

/// Binds a name to what a right side makes: a column, a number with an uncertainty, or any other node.
pub fn bind(session: &mut Session, target: &str, tree: &Tree<'_>) -> Result<Assigned> {
    let named = (target, tree.text);
    if !PlusMinus::ends(tree) {
        let whole = rows::assign_whole(session, Some(target), tree);
        return whole.unwrap_or_else(|| session.assign(named, tree));
    }
    let (value, plus_minus) = PlusMinus::split(tree.clone())?;
    let (Some(value), Some(plus_minus)) = (&value, &plus_minus) else {
        return session.assign(named, tree);
    };
    match TypedColumn::of(session, value)? {
        Some(column) => session.assign_column(target, column, Some(plus_minus)),
        None => session.assign_uncertain(named, value, plus_minus),
    }
}

/// Binds a name to what a right side makes, which stands there as an expression.
fn assign(
    session: &mut Session,
    (target, span): (&str, Span),
    (expression, tree): (String, &Tree<'_>),
    options: RunOptions,
) -> Result<Report> {
    must_be_name(session, (target, span))?;
    let assigned = bind(session, target, tree)?;
    let mut report = Report { kind: "value", ..Report::default() };
    if options.watched && !assigned.value.is_leaf() {
        let answer = answer(session, target, &assigned.value)?;
        answer::add(session, Answer { named: true, ..answer }, &mut report);
    }
    let nudge = Some(expression).filter(|_| rebinding::uses(tree, target));
    add_notes(session, (target, nudge), &assigned, options, &mut report);
    if options.watched && !assigned.value.is_leaf() {
        report.notes.extend(notes::large_whole(session, tree, &assigned.value));
    }
    Ok(report)
}

/// Computes an expression, which becomes the answer.
fn evaluate(
    session: &mut Session,
    tree: &Tree<'_>,
    statement: &str,
    options: RunOptions,
) -> Result<Report> {
    let whole = rows::assign_whole(session, None, tree);
    let evaluated = whole.unwrap_or_else(|| session.evaluate_any(tree));
    let assigned = evaluated
        .map_err(|error| number_first(session, statement, without_colon(statement, error)))?;
    let answer = answer(session, ANSWER, &assigned.value)?;
    let mut report = Report { kind: "value", ..Report::default() };
    if tree.as_number().is_some() && answer.u.is_none() {
        let text = answer::as_typed(answer.data + 0.0, session.settings().digits);
        report.blocks.push(text.line());
        report.data.push(Data::Answer(answer));
    } else {
        answer::add(session, answer, &mut report);
    }
    let is_name = tree.as_name().is_some_and(|name| name != ANSWER);
    if options.typed && is_name && !assigned.value.is_leaf() {
        let outline = session.outline();
        let formula = written_out(session.names(), outline.as_ref(), &assigned.value);
        if let Some(Block::Text(text)) = report.blocks.last_mut() {
            text.pieces.push(Piece::Rest(format!("   = {formula}")));
        }
    }
    report.notes.extend(notes::large_whole(session, tree, &assigned.value));
    let options = RunOptions { watched: false, ..options };
    add_notes(session, (ANSWER, None), &assigned, options, &mut report);
    Ok(report)
}

/// Binds names to the members of a group.
fn unpack(
    session: &mut Session,
    targets: &[(&str, Span)],
    tree: &Tree<'_>,
    options: RunOptions,
) -> Result<Report> {
    for target in targets {
        must_be_name(session, *target)?;
    }
    let all = networks::unpack(session, targets, tree)?;
    let mut report = Report { kind: "value", ..Report::default() };
    for ((target, _), assigned) in targets.iter().zip(&all) {
        if options.watched && !assigned.value.is_leaf() {
            let answer = answer(session, target, &assigned.value)?;
            answer::add(session, Answer { named: true, ..answer }, &mut report);
        }
        add_notes(session, (target, None), assigned, options, &mut report);
    }
    Ok(report)
}

/// Makes sure that a name, as the grammar reads it, can be given to a node.
fn must_be_name(session: &mut Session, (target, span): (&str, Span)) -> Result<()> {
    if target == ANSWER {
        return Err(Error::new(span, "_ is the last answer, and cannot be assigned")
            .hint("give it a name: y = _"));
    }
    if !target.contains(['.', '@']) {
        return Ok(());
    }
    let message = "inner nodes and earlier bindings cannot be assigned";
    let hint = match session.find_leaf(target, span) {
        Ok(_) => format!("write :set {target} VALUE"),
        Err(_) => "assign to a plain name, such as c".to_owned(),
    };
    Err(Error::new(span, message).hint(hint))
}

fn add_notes(
    session: &Session,
    (name, nudge): (&str, Option<String>),
    assigned: &Assigned,
    options: RunOptions,
    report: &mut Report,
) {
    let value = &assigned.value;
    if !value.is_per_row() && value.members().is_none() && value.data().is_nan() {
        report.next = Next::NotANumber;
    }
    if let Some(note) = notes::of_new(session, assigned) {
        report.notes.push(note);
    } else if let Some(note) = notes::gaps(session, &assigned.value) {
        report.notes.push(note);
    }
    report.notes.extend(notes::left_out(assigned.built.left_out));
    report.notes.extend(notes::nearly_equal(assigned));
    report.notes.extend(notes::stale(session, &assigned.value));
    if options.watched {
        report.left_behind.extend(rebinding::left_behind(name, assigned, nudge));
    }
}
