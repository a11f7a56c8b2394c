//! Running one statement: text in, report out.

mod answer;

use super::{Arguments, RunOptions, commands, find, notes};
use crate::command::syntax::{Statement, TypedCommand as Typed, continued, parse, statements};
use crate::core::graph::Value;
use crate::core::language::{Error, Outline, Result, Span, Tree, comma_outside};
use crate::core::session::{self, ANSWER, Assigned, Session};
use crate::parts::HOOKS;
use crate::report::{Answer, LeftBehind, Next, Report};
use answer::answer;
pub use answer::{has_too_many_us, rows_as_text};

/// Runs one statement. If it fails, the session is unchanged.
pub fn run(session: &mut Session, statement: &str, options: RunOptions) -> Result<Report> {
    let mut attempt = |act: &dyn Fn(&mut Session) -> Result<Report>| {
        let moment = session.begin(statement.trim());
        let outcome = act(session);
        match &outcome {
            Ok(_) => session.conclude(),
            Err(_) => session.return_to(moment),
        }
        outcome
    };
    let perform = |session: &mut Session| {
        as_meant(statement, options, |statement| perform(session, statement, options))
    };
    attempt(&perform).or_else(|error| {
        let rewritten = |session: &mut Session| perform_rewritten(session, statement, options);
        attempt(&|session| rewritten(session).ok_or(error.clone()))
    })
}

/// Runs a statement of another language; returns `None` if it fails.
fn perform_rewritten(
    session: &mut Session,
    statement: &str,
    options: RunOptions,
) -> Option<Report> {
    let rewritten = HOOKS.rewrite(session, statement)?;
    let mut report = Report::default();
    for (_, statement) in rewritten.statements.iter().flat_map(|typed| statements(typed, 0)) {
        report.append(perform(session, statement, options).ok()?);
    }
    if rewritten.form.is_empty() || notes::explain_once(session, rewritten.form) {
        report.notes.push(rewritten.note);
    }
    Some(report)
}

/// Runs `act` on the statement; at the prompt, `* 2` is completed to `_ * 2`.
pub(super) fn as_meant<T>(
    statement: &str,
    options: RunOptions,
    act: impl FnOnce(&str) -> Result<T>,
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

/// Reads a statement; some words alone are commands without their colon.
pub(super) fn read<'text>(session: &Session, text: &'text str) -> Result<Statement<'text>> {
    let parsed = parse(text);
    let may_be_word = match &parsed {
        Ok(Statement::Evaluate(tree)) => tree.as_name().is_some(),
        parsed => parsed.is_err(),
    };
    let code = Outline::of(text, 0, 0).code;
    let name = text.get(code.clone()).unwrap_or_default();
    let is_command = || commands().any(|row| row.without_colon.contains(&name));
    if may_be_word && session.names().get(name).is_none() && is_command() {
        let span = Span::new(code.start, code.end);
        return Ok(Statement::Command(Typed { name, span, rest: "", offset: text.len() }));
    }
    parsed
}

/// Runs one statement; if it fails, its changes so far remain.
pub fn perform(session: &mut Session, statement: &str, options: RunOptions) -> Result<Report> {
    let outcome = run_parsed(session, statement, options);
    if session.stop().is_set() {
        // An interrupted pass is incomplete, so its report cannot be shown.
        return Err(Error::new(Span::default(), "interrupted"));
    }
    outcome.map_err(|error| HOOKS.hint(session, statement, error))
}

fn run_parsed(session: &mut Session, statement: &str, options: RunOptions) -> Result<Report> {
    if !session.budget().allows(statement.len()) {
        let (length, most) = (statement.len(), session.budget().most());
        let message = format!("this statement has {length} bytes; the limit is {most}");
        return Err(Error::new(Span::new(0, 1), message));
    }
    match read(session, statement)? {
        Statement::Empty => Ok(Report::default()),
        Statement::Assign { target, span, tree } => {
            assign(session, &[(target, span)], &tree, options)
        }
        Statement::Unpack { targets, tree } => assign(session, &targets, &tree, options),
        Statement::SideBySide(expressions, comma) => side_by_side(session, expressions, comma),
        Statement::Define { name, span, parameters, tree } => {
            session.define(name, span, &parameters, &tree)?;
            Ok(Report::default())
        }
        Statement::Evaluate(tree) => evaluate(session, &tree),
        Statement::Command(typed) => run_command(session, &typed, options),
    }
}

fn run_command(session: &mut Session, typed: &Typed<'_>, options: RunOptions) -> Result<Report> {
    let command = find(typed.name, typed.span, options.typed)?;
    if let Some(why) = options.files.why_not(command.forcible()).filter(|_| command.needs_file()) {
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
    let bound = (HOOKS.bind)(session, Some(target), tree);
    bound.unwrap_or_else(|| session.assign((target, tree.text), tree))
}

/// Binds a name to what a right side makes, or several to the members of a group.
fn assign(
    session: &mut Session,
    targets: &[(&str, Span)],
    tree: &Tree<'_>,
    options: RunOptions,
) -> Result<Report> {
    targets.iter().try_for_each(|target| must_be_name(session, *target))?;
    let all = match targets {
        [(target, _)] => vec![bind(session, target, tree)?],
        _ => (HOOKS.unpack)(session, targets, tree)?,
    };
    let mut report = Report { kind: "value", ..Report::default() };
    for ((name, _), assigned) in targets.iter().zip(all) {
        let new = &assigned.value;
        let is_shown = options.watched && (assigned.built.is_computed || !new.is_leaf());
        if is_shown {
            let answer = answer_of(session, name, tree, new)?;
            report.notes.extend(notes::uncertainty(session, new, &answer));
            answer::add(session, Answer { named: true, ..answer }, &mut report);
        }
        add_notes(session, tree, &assigned, &mut report);
        if is_shown {
            report.notes.extend(notes::large_whole(session, tree, new));
            report.notes.extend(notes::hidden_uncertainty(session, new));
        }
        if let Some(old) = assigned.left_behind.clone().filter(|_| options.watched) {
            let (name, new) = ((*name).to_owned(), new.clone());
            report.left_behind.push(LeftBehind { name, old, new });
        }
    }
    Ok(report)
}

/// Returns the answer of a node that a tree has made or named.
fn answer_of(session: &mut Session, name: &str, tree: &Tree<'_>, value: &Value) -> Result<Answer> {
    let mut found = answer(session, name, value)?;
    if found.divisors.is_empty() && value.is_leaf() && !value.is_per_row() {
        found.divisors.extend(answer::typed_divisor(session, tree));
    }
    Ok(found)
}

/// Computes an expression, which becomes the answer.
fn evaluate(session: &mut Session, tree: &Tree<'_>) -> Result<Report> {
    let bound = (HOOKS.bind)(session, None, tree);
    let assigned = bound.unwrap_or_else(|| session.evaluate_any(tree))?;
    let name = tree.as_name().unwrap_or(ANSWER);
    let answer = answer_of(session, name, tree, &assigned.value)?;
    let mut report = Report { kind: "value", ..Report::default() };
    report.notes.extend(notes::uncertainty(session, &assigned.value, &answer));
    answer::add(session, answer, &mut report);
    report.notes.extend(notes::large_whole(session, tree, &assigned.value));
    add_notes(session, tree, &assigned, &mut report);
    report.notes.extend(notes::hidden_uncertainty(session, &assigned.value));
    Ok(report)
}

/// Answers expressions with commas between them, if some have rows: `x, fit`.
fn side_by_side(
    session: &mut Session,
    expressions: Vec<(&str, Tree<'_>)>,
    comma: Span,
) -> Result<Report> {
    let mut nodes: Vec<(String, Span, Value)> = Vec::with_capacity(expressions.len());
    for (text, tree) in expressions {
        let found = session::unbound(session, &tree).map_err(|error| {
            let is_helped = !error.is_unknown_name || error.advice().is_some();
            let name = error.span().of(tree.text);
            let hint = format!("give {name} its rows first: {name} = [1, 2, 3]");
            if is_helped { error } else { error.hint(hint) }
        })?;
        let value = found.value().cloned();
        nodes.push((text.to_owned(), comma, value.ok_or_else(|| comma_outside(comma))?));
    }
    session.common_rows(&nodes)?.ok_or_else(|| comma_outside(comma))?;
    let named = |answer| Answer { named: true, ..answer };
    let answers = nodes.iter().map(|(text, _, node)| answer(session, text, node).map(named));
    let answers = answers.collect::<Result<Vec<Answer>>>()?;
    let notes = nodes.iter().zip(&answers);
    let notes = notes.filter_map(|((_, _, node), it)| notes::uncertainty(session, node, it));
    let notes = notes.collect();
    Ok(Report { notes, ..answer::side_by_side(answers, session.settings().digits) })
}

/// Makes sure that a name can be assigned to.
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

/// Adds the notes on a node that has just been bound.
fn add_notes(session: &mut Session, tree: &Tree<'_>, assigned: &Assigned, report: &mut Report) {
    let value = &assigned.value;
    if !value.is_per_row() && value.members().is_none() && value.data().is_nan() {
        report.next = Next::NotANumber;
    }
    report.notes.extend(notes::of_new(session, assigned).or_else(|| notes::gaps(session, value)));
    report.notes.extend(notes::left_out(assigned.built.left_out));
    report.notes.extend(notes::nearly_equal(assigned));
    let single_point = assigned.built.single_point.as_ref();
    report.notes.extend(single_point.and_then(|it| notes::single_point(session, it)));
    report.notes.extend(notes::of_built(session, assigned));
    report.notes.extend(notes::of_typed(session, tree));
    report.notes.extend(notes::stale(session, value));
}
