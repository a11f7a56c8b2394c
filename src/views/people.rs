//! The format for people: tables, trees and sentences.

use std::io;

use super::pen::{Pen, clipped_to, width};
use super::{Canvas, Style, circuit, grid, ledger, lines, numbers, plot, table, tree};
use crate::report::{Answer, Formula, Part, Pass, Report, Role, Shape, Timing, counted, text_of};

/// Writes a report for people.
pub fn write(report: &Report, style: &Style, canvas: &mut dyn Canvas) -> io::Result<()> {
    let mut pen = Pen::new(canvas);
    for part in &report.parts {
        match part {
            Part::Answer(answer) => write_answer(answer, style, &mut pen)?,
            Part::Pass(pass) => write_pass(pass, style, &mut pen)?,
            Part::Grid(grid) => grid::write(grid, style, &mut pen)?,
            Part::Line(pieces) => lines::write(pieces, style, &mut pen)?,
            Part::Wrapped(pieces, indent) => lines::wrap(pieces, *indent, style, &mut pen)?,
            Part::Note(_) => {}
            Part::Text(text) => pen.verbatim(text)?,
            Part::Formula(formula) => write_formula(formula, style, &mut pen)?,
            Part::Plot(plot) => plot::write(plot, style, &mut pen)?,
            Part::Timing(timing) => write_timing(timing, &mut pen)?,
        }
    }
    Ok(())
}

fn write_pass(pass: &Pass, style: &Style, pen: &mut Pen<'_>) -> io::Result<()> {
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

/// A formula takes at most this many columns, a few lines of a terminal.
const WIDEST_FORMULA: usize = 400;

/// `dL/da = b * f = 6`
fn write_formula(formula: &Formula, style: &Style, pen: &mut Pen<'_>) -> io::Result<()> {
    let data = numbers::answer(formula.data, style.digits);
    let text = text_of(&formula.terms, |number| numbers::answer(number, None));
    let is_cut = formula.is_cut || width(&text) > WIDEST_FORMULA;
    pen.put(Role::Title, &formula.title)?;
    pen.put(Role::Plain, " = ")?;
    if text != data {
        pen.put(Role::Plain, &clipped_to(text, WIDEST_FORMULA))?;
        pen.put(Role::Plain, " = ")?;
    }
    pen.put(numbers::plain_role(formula.data), &data)?;
    pen.end()?;
    if is_cut {
        let text =
            format!("too long to print whole; :table {} shows it node by node", formula.name);
        pen.put(Role::Faint, &text)?;
        pen.end()?;
    }
    Ok(())
}

/// `1.42 ms   7 nodes   203 ns a node`
fn write_timing(timing: &Timing, pen: &mut Pen<'_>) -> io::Result<()> {
    let number = |value: f64| numbers::answer(value, Some(3));
    let time = match timing.seconds {
        seconds if seconds < 1e-3 => format!("{} µs", number(seconds * 1e6)),
        seconds if seconds < 1.0 => format!("{} ms", number(seconds * 1e3)),
        seconds => format!("{} s", number(seconds)),
    };
    pen.put(Role::Plain, &time)?;
    if timing.nodes > 0 {
        let nodes = counted(timing.nodes as u64, "node");
        let each = number(timing.seconds * 1e9 / timing.nodes as f64);
        pen.put(Role::Plain, &format!("   {nodes}   {each} ns a node"))?;
    }
    pen.end()
}
