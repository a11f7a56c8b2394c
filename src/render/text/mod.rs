//! The format for people: tables and sentences.

mod answer_rows;
mod circuit;
pub mod column_widths;
pub mod columns;
pub mod graph_table;
mod pass_rows;
pub mod sentences;
pub mod table;
pub mod truncate;
mod wrapped_table;

use std::io;

use super::line_writer::{LineWriter, clipped_to, width};
use super::{Canvas, Format, Style};
use crate::parts::{fit, minimize, networks, solve, uncertainty};
use crate::render::chart::{compare, curve, surface};
use crate::report::{
    Answer, Formula, NumberStyle, Part, Pass, Piece, Reader, Report, Role, Shape, numbers,
};
use answer_rows::RowsOfAnswer;

/// The text format.
pub const TABLE: Format = Format {
    name: "table",
    endings: &[],
    help: "for people",
    reader: Reader::People,
    write,
    message: None,
};

/// Writes a report as text.
fn write(report: &Report, style: &Style, canvas: &mut dyn Canvas) -> io::Result<()> {
    let mut line = LineWriter::new(canvas);
    let others: usize = report.parts_for(Reader::People).map(lines).sum();
    let rows = style.rows.map(|rows| rows.saturating_sub(others).max(truncate::LEAST.min(rows)));
    let style = &Style { rows, ..style.clone() };
    for part in report.parts_for(Reader::People) {
        match part {
            Part::Answer(answer) => write_answer(answer, style, &mut line)?,
            Part::Pass(pass) => write_pass(pass, style, &mut line)?,
            Part::Grid(grid) => table::write(grid, style, &mut line)?,
            Part::Sentence { pieces, indent: None } => sentences::write(pieces, style, &mut line)?,
            Part::Sentence { pieces, indent: Some(indent) } => {
                sentences::wrap(pieces, *indent, style, &mut line)?;
            }
            Part::Note(_) | Part::Facts(_) | Part::LeftBehind(_) | Part::For(..) => {}
            // It is written to files.
            Part::Table(_) => {}
            Part::Text(text) => line.verbatim(text)?,
            Part::Formula(formula) => write_formula(formula, style, &mut line)?,
            Part::Plot(plot) => curve::write(plot, style, &mut line)?,
            Part::Runs(runs) => compare::write(runs, style, &mut line)?,
            Part::Surface(part) => surface::write(part, style, &mut line)?,
            Part::Budget(part) => uncertainty::write(part, style, &mut line)?,
            Part::Fit(part) => fit::write(part, style, &mut line)?,
            Part::Minimum(part) => minimize::write(part, style, &mut line)?,
            Part::Solution(part) => solve::write(part, style, &mut line)?,
        }
    }
    Ok(())
}

/// The lines of a part that is never folded.
fn lines(part: &Part) -> usize {
    match part {
        Part::Grid(grid) if grid.fold.is_none() => grid.rows.len() + usize::from(grid.titled),
        Part::Sentence { .. } => 1,
        _ => 0,
    }
}

fn write_pass(pass: &Pass, style: &Style, line: &mut LineWriter<'_>) -> io::Result<()> {
    networks::write(pass, style, line)?;
    if !pass.networks.is_empty() && pass.shown().next().is_none() {
        return Ok(());
    }
    match pass.shape {
        Shape::Ledger => graph_table::write(pass, style, line),
        Shape::Circuit => circuit::write(pass, style, line),
    }
}

fn write_answer(answer: &Answer, style: &Style, line: &mut LineWriter<'_>) -> io::Result<()> {
    if let Some(members) = &answer.members {
        return write_members(answer, members, style, line);
    }
    if answer.named {
        line.put(Role::Plain, &answer.name)?;
        line.put(Role::Plain, " = ")?;
    }
    if let Some(rows) = &answer.rows {
        let named = if answer.named { width(&answer.name) + width(" = ") } else { 0 };
        let rows =
            RowsOfAnswer { rows, us: answer.row_uncertainties.as_deref(), kind: &answer.kind };
        return rows.write(style.columns.saturating_sub(named), style, line);
    }
    let text = match answer.u {
        None if answer.typed => {
            numbers::text(NumberStyle::Typed.of(answer.data + 0.0), style.digits)
        }
        u => answered(answer.data, u, style),
    };
    line.put(numbers::role(NumberStyle::Answer.of(answer.data)), &text)?;
    if let Some(formula) = &answer.formula {
        let room = style.columns.saturating_sub(width(&text) + width("   = "));
        line.put(
            Role::Faint,
            &format!("   = {}", clipped_to(formula.clone(), room, &style.mark())),
        )?;
    }
    line.end()
}

/// The members of a group: `l = (0.1, -0.2, 0.3)`; those with rows each on a line.
fn write_members(
    answer: &Answer,
    members: &[Answer],
    style: &Style,
    line: &mut LineWriter<'_>,
) -> io::Result<()> {
    if members.iter().any(|member| member.rows.is_some()) {
        for member in members {
            write_answer(&Answer { named: true, ..member.clone() }, style, line)?;
        }
        return Ok(());
    }
    if answer.named {
        line.put(Role::Plain, &format!("{} = ", answer.name))?;
    }
    for (number, member) in members.iter().enumerate() {
        line.put(Role::Plain, if number == 0 { "(" } else { ", " })?;
        let text = answered(member.data, member.u, style);
        line.put(numbers::role(NumberStyle::Answer.of(member.data)), &text)?;
    }
    line.put(Role::Plain, ")")?;
    line.end()
}

/// An answer, with its uncertainty if it has one.
fn answered(data: f64, u: Option<f64>, style: &Style) -> String {
    match u {
        None => numbers::answer(data, style.digits),
        Some(u) => numbers::with_uncertainty(data, u, style.digits),
    }
}

/// The width to which formulas are clipped: a few lines of a terminal.
const WIDEST_FORMULA: usize = 400;

/// `dL/da = b * f = 6`
fn write_formula(formula: &Formula, style: &Style, line: &mut LineWriter<'_>) -> io::Result<()> {
    let data = formula.data.map(|data| answered(data, formula.u, style));
    let text = formula.text(|number| numbers::answer(number, None));
    let is_cut = formula.is_cut || width(&text) > WIDEST_FORMULA;
    let is_number = data.as_ref() == Some(&text);
    let mut pieces = vec![
        Piece::Text(formula.title.clone(), Role::Title),
        Piece::Text(" = ".to_owned(), Role::Plain),
    ];
    if !is_number {
        let text = clipped_to(text, WIDEST_FORMULA, &style.mark());
        pieces.push(Piece::Text(text, Role::Plain));
    }
    if let (Some(value), Some(data)) = (formula.data, data) {
        let between = if is_number { "" } else { " = " };
        pieces.push(Piece::Text(between.to_owned(), Role::Plain));
        pieces.push(Piece::Text(data, numbers::role(NumberStyle::Answer.of(value))));
    }
    sentences::write(&pieces, style, line)?;
    if is_cut {
        line.put(Role::Faint, &formula.too_long())?;
        line.end()?;
    }
    Ok(())
}
