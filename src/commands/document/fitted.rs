//! What a page has on a fit: data, model, parameters, figures, pictures and rows.

use std::collections::HashSet;
use std::rc::Rc;

use indexmap::{IndexMap, IndexSet};

use crate::commands::fit::detail;
use crate::commands::statement::perform;
use crate::commands::{Files, RunOptions, write};
use crate::graph::{Operand, Value};
use crate::language::{Error, Result, Scan, Span, Word};
use crate::report::{Block, FitReport, FittedLeaf, Part, Plot, Range, counted, numbers};
use crate::session::{self, FITTED, FittedEquation, Found, Session};
use crate::views::{CURVE_EXPORTS, equations_of};

/// The digits of a figure on the whole fit.
const DIGITS: usize = 6;
/// The digits of a number that a row is compared by.
const DIGITS_OF_ROWS: usize = 6;
/// A table of more rows is for a file of its own.
const MOST_ROWS: usize = 50;
/// A picture names the rows left out, so many at most.
const MOST_NAMED: usize = 1000;
/// The most texts of a column that are listed.
const MOST_CATEGORIES: usize = 6;

/// The equations in a line.
pub(super) fn title(found: &Found) -> String {
    let equations: Vec<String> = found.equations.iter().map(FittedEquation::typed).collect();
    equations.join(", ")
}

/// The sections on a fit.
///
/// # Errors
///
/// A leaf has moved since then.
pub(super) fn blocks(
    session: &mut Session,
    found: &Rc<Found>,
    file: Word<'_>,
) -> Result<Vec<Block>> {
    must_stand(session, (&found.leaves, "fit"), file)?;
    let mut blocks = vec![Block::Heading("Data")];
    blocks.extend(data(session, found)?);
    blocks.push(Block::Heading("Model"));
    blocks.extend(model(session, found));
    blocks.push(Block::Heading("Parameters"));
    blocks.push(parameters(&found.report.parameters));
    blocks.extend(correlations(&found.report.parameters, &found.report.correlations));
    blocks.push(Block::Heading("Goodness of fit"));
    blocks.push(figures(&found.report));
    let criteria = detail::criteria(&found.report);
    let criteria = criteria.iter().filter(|it| !found.said.iter().any(|said| is_same(said, it)));
    let said = criteria.chain(&found.said).map(|said| Block::Paragraph(as_sentence(session, said)));
    blocks.extend(said);
    blocks.push(Block::Heading("Pictures"));
    blocks.extend(pictures(session, found));
    blocks.extend(rows(session, found)?);
    Ok(blocks)
}

/// Makes sure that these leaves are as the last of these commands has left them.
pub(super) fn must_stand(
    session: &Session,
    (leaves, command): (&[(Value, u64)], &str),
    file: Word<'_>,
) -> Result<()> {
    let has_changed = |(leaf, then): &&(Value, u64)| session::digest(session, leaf) != *then;
    let Some((leaf, _)) = leaves.iter().find(has_changed) else { return Ok(()) };
    let name = session.names().call(leaf);
    let message = match name.split_once('@') {
        Some((name, _)) => {
            format!("{name} has been given to another leaf since the last :{command}")
        }
        None => format!("{name} is not what it was at the last :{command}"),
    };
    let hint = format!(":{command} again, or :undo what has changed since");
    Err(Error::new(file.span, message).hint(hint))
}

/// The columns that an equation uses, in order, and those by which its rows were chosen.
fn columns_of(equation: &FittedEquation) -> IndexSet<Value> {
    let order = equation.order();
    let leaves = order.leaves().filter(|leaf| leaf.as_column().is_some());
    leaves.chain(&equation.chosen_by).cloned().collect()
}

fn data(session: &mut Session, found: &Found) -> Result<Vec<Block>> {
    let fit = &found.report;
    let mut said = counted(fit.rows as u64, "row");
    said.push_str(" fitted");
    if fit.left_out > 0 {
        said.push_str(&format!(", {} left out", fit.left_out));
    }
    // Rows left out count nowhere; a column of several equations has those of each.
    let mut columns: IndexMap<Value, Vec<usize>> = IndexMap::new();
    for equation in &found.equations {
        let rows = equation.y.rows();
        for leaf in columns_of(equation) {
            let is_of_rows = leaf.rows() == rows;
            let without = if is_of_rows { equation.left_out.clone() } else { Vec::new() };
            let out = columns.entry(leaf).or_insert_with(|| without.clone());
            out.retain(|row| without.binary_search(row).is_ok());
        }
    }
    Ok(vec![Block::Paragraph(format!("{said}.")), table_of(session, &columns)?])
}

/// What is in these columns, without some rows of each.
pub(super) fn table_of(
    session: &mut Session,
    columns: &IndexMap<Value, Vec<usize>>,
) -> Result<Block> {
    let headers = ["column", "rows", "gaps", "least", "mean", "greatest", "±"];
    let mut rows = Vec::with_capacity(columns.len());
    for (leaf, without) in columns {
        rows.push(row_of(session, leaf, without)?);
    }
    let headers = headers.map(str::to_owned).to_vec();
    Ok(Block::Rows { headers, rows, faint: Vec::new() })
}

/// The line on a column, without these rows.
fn row_of(session: &mut Session, leaf: &Value, without: &[usize]) -> Result<Vec<String>> {
    let name = session.names().call(leaf);
    let us = session.uncertainties(leaf)?;
    let Some(column) = leaf.as_column() else { return Ok(vec![name]) };
    let number = |value: f64| match column.kind().text(value) {
        Some(text) => text.to_owned(),
        None => numbers::answer(value, Some(DIGITS)),
    };
    let taken = |numbers: &[f64]| {
        let rows = numbers.iter().enumerate();
        let rows = rows.filter(|(row, _)| without.binary_search(row).is_err());
        rows.map(|(_, number)| *number).collect::<Vec<f64>>()
    };
    let numbers = taken(&column.numbers());
    let gaps = numbers.iter().filter(|number| number.is_nan()).count();
    let counts = [name, numbers.len().to_string(), gaps.to_string()];
    if let Some(categories) = column.categories() {
        let there: HashSet<u64> = numbers.iter().map(|number| number.to_bits()).collect();
        let is_there = |number: usize| there.contains(&(number as f64).to_bits());
        let texts = categories.texts().iter().enumerate();
        let texts: Vec<&str> =
            texts.filter(|(number, _)| is_there(*number)).map(|(_, it)| it.as_str()).collect();
        let more = if texts.len() > MOST_CATEGORIES { ", …" } else { "" };
        let shown: Vec<&str> = texts.into_iter().take(MOST_CATEGORIES).collect();
        let texts = format!("{}{more}", shown.join(", "));
        return Ok(counts
            .into_iter()
            .chain([texts, String::new(), String::new(), String::new()])
            .collect());
    }
    let Range { least, greatest } = Range::of(&numbers);
    let known = || numbers.iter().filter(|it| !it.is_nan());
    let mean = known().sum::<f64>() / known().count() as f64;
    let u = us.map_or_else(String::new, |us| {
        let Range { least, greatest } = Range::of(&taken(&us));
        if least == greatest {
            number(least)
        } else {
            format!("{} to {}", number(least), number(greatest))
        }
    });
    let all = [number(least), number(mean), number(greatest), u];
    Ok(counts.into_iter().chain(all).collect())
}

fn model(session: &Session, found: &Found) -> Vec<Block> {
    let equation = |it: &FittedEquation| Block::Equation {
        typed: it.typed(),
        latex: equations_of(&Operand::Value(it.y.clone()), &it.model, session.names()),
    };
    found.equations.iter().map(equation).collect()
}

/// The parameters with their intervals.
pub(super) fn parameters(leaves: &[FittedLeaf]) -> Block {
    let row = |FittedLeaf { leaf, low, high }: &FittedLeaf| {
        let end = |end: Option<f64>, u: f64| match end {
            Some(end) if end.is_finite() => {
                numbers::to_same_place(end, u, None).into_iter().next().unwrap_or_default()
            }
            Some(end) if end.is_nan() => "not found".to_owned(),
            Some(end) => numbers::answer(end, None),
            None => String::new(),
        };
        let [data, u] = match leaf.u {
            Some(u) => numbers::to_same_place(leaf.data, u, None),
            None => [numbers::answer(leaf.data, None), String::new()],
        };
        let ends = [*low, *high].map(|it| end(it, leaf.u.unwrap_or_default()));
        [leaf.name.clone(), data, u].into_iter().chain(ends).collect()
    };
    let headers = ["parameter", "value", "±", "95 % from", "to"].map(str::to_owned).to_vec();
    let rows = leaves.iter().map(row).collect();
    Block::Rows { headers, rows, faint: Vec::new() }
}

/// The correlations as a matrix.
pub(super) fn correlations(leaves: &[FittedLeaf], correlations: &[Vec<f64>]) -> Option<Block> {
    if correlations.len() < 2 {
        return None;
    }
    let names = || leaves.iter().map(|it| it.leaf.name.clone());
    let headers = std::iter::once("correlation".to_owned()).chain(names()).collect();
    let row = |(name, row): (String, &Vec<f64>)| {
        let cells = row.iter().map(|r| numbers::correlation(*r, 4));
        std::iter::once(name).chain(cells).collect()
    };
    let rows = names().zip(correlations).map(row).collect();
    Some(Block::Rows { headers, rows, faint: Vec::new() })
}

/// The figures on the whole fit.
fn figures(fit: &FitReport) -> Block {
    let number = |value: f64| numbers::answer(value, Some(DIGITS));
    let sum = fit.sum_of_squares();
    let reduced = sum.filter(|_| fit.spare > 0).map(|sum| sum / fit.spare as f64);
    let is_weighted = fit.is_weighted;
    let all = [
        ("rows", Some(fit.rows.to_string())),
        ("rows left out", Some(fit.left_out).filter(|it| *it > 0).map(|it| it.to_string())),
        ("degrees of freedom", Some(fit.spare.to_string())),
        (if is_weighted { "χ²" } else { "sum of squares" }, sum.map(number)),
        ("reduced χ²", reduced.filter(|_| is_weighted).map(number)),
        ("probability of a larger χ²", fit.probability.map(number)),
        ("residual standard deviation", fit.deviation().filter(|_| !is_weighted).map(number)),
        ("R²", fit.r_squared.map(number)),
        ("adjusted R²", fit.adjusted.map(number)),
        ("AIC", fit.aic.map(number)),
        ("BIC", fit.bic.map(number)),
    ];
    let rows = all.into_iter().filter_map(|(name, text)| Some(vec![name.to_owned(), text?]));
    let headers = ["figure", "value"].map(str::to_owned).to_vec();
    Block::Rows { headers, rows: rows.collect(), faint: Vec::new() }
}

/// Tells whether two texts are the same but for how their blanks break lines.
fn is_same(one: &str, other: &str) -> bool {
    one.split_whitespace().eq(other.split_whitespace())
}

/// `minimum; lower ones are not excluded` as a sentence.
pub(super) fn as_sentence(session: &Session, said: &str) -> String {
    let mut characters = said.chars();
    let first: String = characters.next().map(|it| it.to_uppercase().collect()).unwrap_or_default();
    let is_name = said.split([' ', ',']).next().is_some_and(|word| session.has_name(word));
    let end = if said.ends_with('.') { "" } else { "." };
    if is_name { format!("{said}{end}") } else { format!("{first}{}{end}", characters.as_str()) }
}

/// The curve of each equation with its rows and bands, and the residuals.
fn pictures(session: &mut Session, found: &Found) -> Vec<Block> {
    let mut pictures = Vec::new();
    for (number, equation) in found.equations.iter().enumerate() {
        let [y, model] = &equation.text;
        let named = equation.left_out.iter().take(MOST_NAMED).map(|row| format!(" {}", row + 1));
        let rows: String = named.collect();
        let without = if rows.is_empty() { "" } else { " without" };
        let about = equation.typed();
        let name = numbered(FITTED[0], number);
        let picture = picture(session, &format!(":plot {y} = {model}{without}{rows}"));
        pictures.extend(picture.map(|svg| Block::Picture { name, about, svg }));
    }
    for (number, equation) in found.equations.iter().enumerate() {
        let about = format!("residuals of {}", equation.typed());
        let name = numbered(FITTED[1], number);
        let picture = match number {
            0 => picture(session, RESIDUALS),
            _ => session::as_if_fitted(session, equation, |session| picture(session, RESIDUALS)),
        };
        pictures.extend(picture.map(|svg| Block::Picture { name, about, svg }));
    }
    pictures
}

/// Draws the residuals of the last fit.
const RESIDUALS: &str = ":plot residuals";

/// The name of the picture of an equation.
fn numbered(name: &str, number: usize) -> String {
    if number == 0 { name.to_owned() } else { format!("{name}-{}", number + 1) }
}

/// What a `:plot` draws, in SVG; none where there is no such curve, as over several columns.
pub(super) fn picture(session: &mut Session, statement: &str) -> Option<String> {
    let options = RunOptions { files: Files::Absent, ..RunOptions::default() };
    let report = perform(session, Scan::of(statement).whole(), options).ok()?;
    let drawn = |part: &Part| match part {
        Part::Plot(plot) => Some(svg(plot)),
        _ => None,
    };
    report.parts.iter().find_map(drawn).flatten()
}

fn svg(plot: &Plot) -> Option<String> {
    CURVE_EXPORTS.first().map(|format| (format.text)(plot))
}

/// The rows of each equation, if they are few, with the model and what it leaves.
fn rows(session: &mut Session, found: &Found) -> Result<Vec<Block>> {
    let mut blocks = Vec::new();
    for equation in &found.equations {
        let count = equation.y.rows().unwrap_or(0);
        let columns = columns_of(equation);
        let is_meant = |leaf: &Value| leaf.rows() == Some(count);
        if count > MOST_ROWS || !columns.iter().any(is_meant) {
            continue;
        }
        let mut nodes: Vec<(String, Span, Value)> = Vec::new();
        for leaf in columns.iter().filter(|leaf| is_meant(leaf)) {
            nodes.push((session.names().call(leaf), Span::default(), leaf.clone()));
        }
        let is_only = found.equations.len() == 1;
        if is_only {
            let fitted = session::fitted_nodes(session);
            let fitted: Vec<_> =
                fitted.map(|(name, node)| (name.to_owned(), Span::default(), node)).collect();
            nodes.extend(fitted);
        } else if let Some(model) = equation.model.value().filter(|model| model.is_per_row()) {
            nodes.push((FITTED[0].to_owned(), Span::default(), model.clone()));
        }
        let residuals = match equation.model.value().filter(|_| !is_only) {
            Some(model) => difference(session, &equation.y, model)?,
            None => Vec::new(),
        };
        let table = write::table_of(session, &nodes)?;
        let mut headers = vec!["row".to_owned()];
        headers.extend(table.headers().map(str::to_owned));
        headers.extend((!residuals.is_empty()).then(|| FITTED[1].to_owned()));
        let row = |row: usize| {
            let is_out = equation.left_out.binary_search(&row).is_ok();
            let number = format!("{}{}", row + 1, if is_out { " (left out)" } else { "" });
            let cells = table.columns.iter().map(|(_, cells)| {
                let value = cells.numbers.get(row).copied().unwrap_or(f64::NAN);
                if cells.kind.is_number() {
                    numbers::answer(value, Some(DIGITS_OF_ROWS))
                } else {
                    cells.kind.text(value).unwrap_or_default().to_owned()
                }
            });
            let left = residuals.get(row).map(|it| numbers::answer(*it, Some(DIGITS_OF_ROWS)));
            std::iter::once(number).chain(cells).chain(left).collect()
        };
        if blocks.is_empty() {
            blocks.push(Block::Heading("Rows"));
        }
        let (rows, faint) = ((0..count).map(row).collect(), equation.left_out.clone());
        blocks.push(Block::Rows { headers, rows, faint });
    }
    Ok(blocks)
}

/// What a model leaves of the data, row by row; nothing where it has no rows.
fn difference(session: &mut Session, y: &Value, model: &Value) -> Result<Vec<f64>> {
    if !model.is_per_row() {
        return Ok(Vec::new());
    }
    let (y, model) = (session.all_rows(y)?, session.all_rows(model)?);
    Ok(y.into_iter().zip(model).map(|(y, model)| y - model).collect())
}
