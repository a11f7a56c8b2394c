//! Reports as TSV or CSV records.

use std::io::{self, Write};

use super::{Sink, fields, is_titled, keys};
use crate::report::{
    Answer, Estimate, FitReport, Formula, Grid, Part, Pass, Plot, Report, Role, Root, Solution,
    Surface, Timing, UncertaintyBudget, numbers,
};
use crate::views::Canvas;
use crate::views::text::sentences::exact;

pub(super) fn records(report: &Report, delimiter: u8, canvas: &mut dyn Canvas) -> io::Result<()> {
    // Exports are written verbatim, not as fields.
    for part in &report.parts {
        if let Part::Text(text) = part {
            canvas.put(Role::Plain, text)?;
        }
    }
    let mut sink = Sink::new(canvas);
    let mut builder = csv::WriterBuilder::new();
    let mut writer = builder.delimiter(delimiter).flexible(true).from_writer(&mut sink);
    part_records(report, &mut writer).map_err(|error| match error.into_kind() {
        // As it was: a closed pipe is no error.
        csv::ErrorKind::Io(error) => error,
        kind => io::Error::other(format!("{kind:?}")),
    })
}

fn part_records<W: Write>(report: &Report, writer: &mut csv::Writer<W>) -> csv::Result<()> {
    let is_about_numbers = report.parts.iter().any(|part| {
        matches!(part, Part::Answer(_) | Part::Pass(_) | Part::Fit(_) | Part::Solution(_))
    });
    for part in &report.parts {
        match part {
            Part::Answer(Answer { name, rows: Some(rows), row_uncertainties, .. }) => {
                let us = row_uncertainties.iter().flat_map(|us| us.iter());
                let us = us.map(Some).chain(std::iter::repeat(None));
                for (row, u) in rows.iter().zip(us) {
                    writer.write_field(name)?;
                    for number in [Some(row), u].into_iter().flatten() {
                        writer.write_field(numbers::exact(*number))?;
                    }
                    writer.write_record(None::<&[u8]>)?;
                }
            }
            Part::Answer(answer) => {
                writer.write_field(&answer.name)?;
                for number in [Some(answer.data), answer.u].into_iter().flatten() {
                    writer.write_field(numbers::exact(number))?;
                }
                writer.write_record(None::<&[u8]>)?;
            }
            Part::Pass(pass) => pass_records(pass, writer)?,
            Part::Grid(grid) if !is_about_numbers => grid_records(grid, writer)?,
            Part::Sentence { pieces, .. } if !is_about_numbers && !report.only_confirms => {
                writer.write_record([exact(pieces)])?;
            }
            Part::Formula(formula) => formula_record(formula, writer)?,
            Part::Plot(plot) => plot_records(plot, writer)?,
            Part::Surface(surface) => surface_records(surface, writer)?,
            Part::Timing(timing) => timing_record(timing, writer)?,
            Part::Budget(budget) => budget_records(budget, writer)?,
            Part::Fit(fit) => fit_records(fit, writer)?,
            Part::Solution(solution) => solution_records(solution, writer)?,
            Part::Grid(_) | Part::Sentence { .. } | Part::Note(_) | Part::Text(_) => {}
        }
    }
    Ok(writer.flush()?)
}

fn pass_records<W: Write>(pass: &Pass, writer: &mut csv::Writer<W>) -> csv::Result<()> {
    let text = |number: Option<f64>| number.map_or_else(String::new, numbers::exact);
    // A field more only where there is something for it.
    let has_u = !pass.uncertainties.is_empty();
    let titles = ["name", "op", "expression", "data", "grad"];
    writer.write_record(titles.into_iter().chain(has_u.then_some("u")))?;
    for node in pass.backward() {
        let operation = node.operation().map_or("", |operation| operation.name);
        let u = has_u.then(|| text(pass.uncertainties.get(node).copied()));
        let fields = [
            pass.names.reference(node),
            operation.to_owned(),
            pass.operation_on_references(node, numbers::exact),
            numbers::exact(node.data()),
            text(pass.grad(node)),
        ];
        writer.write_record(fields.into_iter().chain(u))?;
    }
    Ok(())
}

fn grid_records<W: Write>(grid: &Grid, writer: &mut csv::Writer<W>) -> csv::Result<()> {
    if !is_titled(grid) {
        return Ok(());
    }
    writer.write_record(keys(grid))?;
    for row in &grid.rows {
        for field in fields(grid, row) {
            writer.write_field(field.to_string())?;
        }
        writer.write_record(None::<&[u8]>)?;
    }
    Ok(())
}

fn formula_record<W: Write>(formula: &Formula, writer: &mut csv::Writer<W>) -> csv::Result<()> {
    writer.write_record(["name", "derivative", "expression", "data"])?;
    let expression = formula.text(numbers::exact);
    let data = formula.data.map(numbers::exact).unwrap_or_default();
    let name = formula.name.as_deref().unwrap_or_default();
    writer.write_record([name, &formula.title, &expression, &data])?;
    Ok(())
}

fn plot_records<W: Write>(plot: &Plot, writer: &mut csv::Writer<W>) -> csv::Result<()> {
    if !plot.values.is_empty() {
        writer.write_record([&plot.moves, &plot.follows])?;
    }
    for (index, value) in plot.values.iter().enumerate() {
        writer.write_record([plot.at(index), *value].map(numbers::exact))?;
    }
    if let Some(observed) = &plot.observed {
        writer.write_record([&plot.moves, &observed.name])?;
        for (at, value) in &observed.points {
            writer.write_record([*at, *value].map(numbers::exact))?;
        }
    }
    Ok(())
}

fn surface_records<W: Write>(surface: &Surface, writer: &mut csv::Writer<W>) -> csv::Result<()> {
    writer.write_record([&surface.x.name, &surface.y.name, &surface.follows])?;
    let (xs, ys) = (surface.x.places(), surface.y.places());
    let places = ys.iter().flat_map(|y| xs.iter().map(move |x| (*x, *y)));
    for ((x, y), value) in places.zip(&surface.values) {
        writer.write_record([x, y, *value].map(numbers::exact))?;
    }
    Ok(())
}

fn timing_record<W: Write>(timing: &Timing, writer: &mut csv::Writer<W>) -> csv::Result<()> {
    writer.write_record(["seconds", &numbers::exact(timing.seconds)])?;
    writer.write_record(["nodes", &timing.nodes.to_string()])?;
    Ok(())
}

/// The root with what the trials have found, then its leaves.
fn budget_records<W: Write>(
    budget: &UncertaintyBudget,
    writer: &mut csv::Writer<W>,
) -> csv::Result<()> {
    let trials = &budget.trials;
    writer.write_record(["root", "data", "u", "trials", "trials u", "low", "high", "agree"])?;
    let [data, u] = [budget.data, budget.u].map(numbers::exact);
    let [low, high] = [trials.low, trials.high].map(numbers::exact);
    let by_trial = trials.u.map_or_else(String::new, numbers::exact);
    let (count, agree) = (trials.count.to_string(), trials.agree.to_string());
    writer.write_record([&budget.root, &data, &u, &count, &by_trial, &low, &high, &agree])?;
    writer.write_record(["input", "data", "u", "sensitivity", "contribution", "share"])?;
    for input in &budget.inputs {
        let data = Some(input.data).filter(|_| input.has_data());
        let of = [input.u, input.sensitivity, input.contribution].map(Some);
        let text = |number: Option<f64>| number.map_or_else(String::new, numbers::exact);
        writer.write_field(&input.name)?;
        writer.write_record([data].into_iter().chain(of).chain([input.share]).map(text))?;
    }
    Ok(())
}

/// The fit, then its parameters.
fn fit_records<W: Write>(fit: &FitReport, writer: &mut csv::Writer<W>) -> csv::Result<()> {
    let optional = |number: Option<f64>| number.map_or_else(String::new, numbers::exact);
    writer.write_record(["rows", "degrees_of_freedom", "sum_of_squares", "steps", "end"])?;
    let [rows, spare] = [fit.rows, fit.spare].map(|it| it.to_string());
    let (sum, steps) = (optional(fit.sum_of_squares()), fit.steps.to_string());
    writer.write_record([&rows, &spare, &sum, &steps, fit.end])?;
    estimate_records("parameter", fit.parameters.iter(), writer)
}

/// The leaves, how they follow others, and how it ended.
fn solution_records<W: Write>(solution: &Solution, writer: &mut csv::Writer<W>) -> csv::Result<()> {
    writer.write_record(["steps", "end"])?;
    writer.write_record([&solution.steps.to_string(), solution.end])?;
    estimate_records("leaf", solution.leaves.iter().map(|root| &root.leaf), writer)?;
    writer.write_record(["leaf", "by", "slope"])?;
    for Root { leaf, slopes, .. } in &solution.leaves {
        for (by, slope) in slopes {
            writer.write_record([&leaf.name, by, &numbers::exact(*slope)])?;
        }
    }
    Ok(())
}

fn estimate_records<'report, W: Write>(
    title: &str,
    estimates: impl Iterator<Item = &'report Estimate>,
    writer: &mut csv::Writer<W>,
) -> csv::Result<()> {
    writer.write_record([title, "data", "u"])?;
    for Estimate { name, data, u } in estimates {
        let u = u.map_or_else(String::new, numbers::exact);
        writer.write_record([name, &numbers::exact(*data), &u])?;
    }
    Ok(())
}
