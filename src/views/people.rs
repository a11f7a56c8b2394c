//! The format for people: tables, trees and sentences.

use std::io;

use super::pen::Pen;
use super::{Canvas, Style, circuit, grid, ledger, lines, numbers, table, tree};
use crate::report::{Answer, Part, Pass, Report, Role, Shape};

/// Writes a report for people.
pub fn write(report: &Report<'_>, style: &Style, canvas: &mut dyn Canvas) -> io::Result<()> {
    let mut pen = Pen::new(canvas);
    for part in &report.parts {
        match part {
            Part::Answer(answer) => write_answer(answer, style, &mut pen)?,
            Part::Pass(pass) => write_pass(pass, style, &mut pen)?,
            Part::Grid(grid) => grid::write(grid, style, &mut pen)?,
            Part::Line(pieces) => lines::write(pieces, style, &mut pen)?,
            Part::Wrapped(pieces, indent) => lines::wrap(pieces, *indent, style, &mut pen)?,
            Part::Note(_) => {}
        }
    }
    Ok(())
}

fn write_pass(pass: &Pass<'_>, style: &Style, pen: &mut Pen<'_>) -> io::Result<()> {
    match pass.shape {
        Shape::Ledger => ledger::write(pass, style, pen),
        Shape::Table => table::write(pass, style, pen),
        Shape::Tree => tree::write(pass, style, pen),
        Shape::Circuit => circuit::write(pass, style, pen),
    }
}

fn write_answer(answer: &Answer, style: &Style, pen: &mut Pen<'_>) -> io::Result<()> {
    if answer.named {
        pen.put(Role::Plain, &answer.name)?;
        pen.put(Role::Plain, " = ")?;
    }
    let number = numbers::answer(answer.data, style.digits);
    pen.put(numbers::plain_role(answer.data), &number)?;
    pen.end()
}
