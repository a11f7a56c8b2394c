//! `:require`: a condition that must hold.

use crate::command::{Argument, ArgumentKind, Arguments, Command, Group, condition};
use crate::core::graph::{Operand, Value};
use crate::core::language::{Error, Result, counted, exact};
use crate::core::ops::{Branching, Notation};
use crate::core::session::{self, Session};
use crate::report::Report;

pub const COMMANDS: &[Command] = &[Command {
    name: "require",
    group: Group::More,
    arguments: &[Argument::new("CONDITION", ArgumentKind::Condition)],
    summary: "fail if CONDITION is false or nan; a script ends with status 1",
    options: &[("CONDITION", "a condition on columns must hold in every row")],
    examples: &[":require a > 0", ":require abs(a - 2) < 1e-9", ":require y > 0"],
    run: require,
    ..Command::ROW
}];

fn require(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    check(session, arguments).map_err(|mut error| {
        error.ends_script = true;
        error
    })
}

fn check(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let word = arguments.word("CONDITION")?;
    let found = session::unbound(session, &condition(word)?);
    let condition = found.map_err(|error| error.moved(word.span.start as usize))?;
    let rows = rows_of(session, &condition)?;
    let Some(first) = rows.iter().position(fails) else { return Ok(Report::default()) };
    let mut message =
        format!("{} is {}", word.text, if rows[first].is_nan() { "nan" } else { "false" });
    if rows.len() > 1 {
        let failed = rows.iter().filter(|row| fails(row)).count();
        message += &format!(
            " in {failed} of {}, first in row {}",
            counted(rows.len() as u64, "row"),
            first + 1
        );
    }
    if let Some(sides) = sides(session, &condition, first)? {
        message += &format!(": {sides}");
    }
    Err(Error::new(word.span, message))
}

/// Returns the numbers of a node, or its only one.
fn rows_of(session: &mut Session, operand: &Operand) -> Result<Vec<f64>> {
    match operand.value() {
        Some(node) if node.is_per_row() => session.all_rows(node),
        _ => Ok(vec![operand.data()]),
    }
}

/// Returns both sides of the first comparison that fails in a row: `3 < 2`.
fn sides(session: &mut Session, condition: &Operand, row: usize) -> Result<Option<String>> {
    let mut failed = condition.clone();
    while let Some(node) = failed.value().cloned()
        && let (Some(operation), [left, right]) = (node.operation(), node.operands())
    {
        let [x, y] = [number_of(session, left, row)?, number_of(session, right, row)?];
        let is_infix = matches!(operation.notation, Notation::Infix { .. });
        match operation.branching {
            Branching::Lazy(true) => failed = if fails(&x) { left.clone() } else { right.clone() },
            Branching::Flat if is_infix && !has_text(node.operands()) => {
                return Ok(Some(format!("{} {} {}", exact(x), operation.name, exact(y))));
            }
            _ => break,
        }
    }
    Ok(None)
}

/// Returns the number of an operand in a row.
fn number_of(session: &mut Session, operand: &Operand, row: usize) -> Result<f64> {
    let rows = rows_of(session, operand)?;
    Ok(rows.get(row).or(rows.last()).copied().unwrap_or(f64::NAN))
}

fn has_text(operands: &[Operand]) -> bool {
    operands.iter().filter_map(Operand::value).any(Value::is_text)
}

fn fails(row: &f64) -> bool {
    row.is_nan() || *row == 0.0
}

#[cfg(test)]
mod tests;
