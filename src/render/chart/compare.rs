//! The curves of several runs over each other, in the terminal and as SVG: each with its number.

use std::fmt::Write;
use std::io;

use super::curve::{BELOW, BOTTOM, COLORS, LINE, STEPS, in_colors, places};
use super::scale::Scale;
use super::ticks::{digits, ticks, write_places};
use super::{Axes, BESIDE, Room, write_frame};
use crate::render::diagram::svg::{escaped, opening};
use crate::render::line_writer::LineWriter;
use crate::render::{PictureExport, Style};
use crate::report::{OneRun, Plot, Role, Runs, numbers};

/// Every file format for runs.
pub static RUNS_EXPORTS: &[PictureExport<Runs>] = &[PictureExport { ending: ".svg", text: drawn }];

/// The most points of a curve, which has none between two steps.
const POINTS: usize = 240;

/// The styles of curves, in addition to those of every picture; a curve has one of the colors.
fn looks() -> String {
    let [light, dark] = in_colors(|number, color| format!(".c{number} {{ stroke: {color}; }}"));
    format!(
        "<style>\n.run {{ fill: none; stroke-width: 2; }} .grid {{ stroke: #6b6b66; stroke-opacity: 0.25; }}\n\
         {light}\n@media (prefers-color-scheme: dark) {{\n{dark}\n\
         .grid {{ stroke: #a3a29b; stroke-opacity: 0.25; }}\n}}\n</style>\n"
    )
}

/// What the axes of the curves say.
fn scaled(runs: &Runs) -> (Plot, Scale) {
    let scale = Scale::of_runs(&runs.values(), runs.is_logarithmic());
    let plot = Plot {
        moves: "step".to_owned(),
        follows: runs.root.clone(),
        from: 0.0,
        to: runs.steps as f64,
        values: vec![0.0; (runs.steps.min(POINTS as u64) + 1) as usize],
        ..Plot::default()
    };
    (plot, scale)
}

/// Writes the picture.
pub fn write(runs: &Runs, style: &Style, line: &mut LineWriter<'_>) -> io::Result<()> {
    let (plot, scale) = scaled(runs);
    let steps = style.columns.saturating_sub(BESIDE).clamp(*STEPS.start(), *STEPS.end());
    let mut rows = vec![vec![' '; steps + 1]; scale.rows];
    // The first run is drawn last, and so on top.
    for (number, run) in runs.runs.iter().enumerate().rev() {
        draw(&mut rows, run, number, (&plot, &scale));
    }
    let labels = scale.labels();
    let left = write_frame(&runs.root, (&labels, steps + 1), style, line, |row, line| {
        let text: String = rows.get(row).into_iter().flatten().collect();
        line.put(Role::Plain, text.trim_end())
    })?;
    write_places(&plot, (left, steps), style, line)
}

/// Draws a curve, and where it is steep the rows in between.
fn draw(rows: &mut [Vec<char>], run: &OneRun, number: usize, (plot, scale): (&Plot, &Scale)) {
    let mark = char::from_digit(number as u32 + 1, 36).unwrap_or('*');
    let steps = rows.first().map_or(0, |row| row.len().saturating_sub(1));
    let mut before: Option<isize> = None;
    for (column, at) in places(plot, steps).enumerate() {
        let Some(row) = run.after(at).and_then(|value| scale.row(value)) else { break };
        let between = match before {
            Some(before) if before < row => before + 1..=row,
            Some(before) if row < before => row..=before - 1,
            _ => row..=row,
        };
        before = Some(row);
        let last = rows.len() as isize - 1;
        // A value far outside of the picture has a row far outside, too.
        for row in (*between.start()).max(0)..=(*between.end()).min(last) {
            let Ok(row) = usize::try_from(row) else { continue };
            if let Some(place) = rows.get_mut(row).and_then(|row| row.get_mut(column)) {
                *place = mark;
            }
        }
    }
}

/// Returns the picture as a file.
fn drawn(runs: &Runs) -> String {
    runs_within(runs, None)
}

/// Returns the picture in some room.
pub fn runs_within(runs: &Runs, room: Room) -> String {
    let (plot, scale) = scaled(runs);
    let title = format!("{} in {} steps", runs.root, runs.steps);
    let said: Vec<String> = runs.runs.iter().map(legend).collect();
    let below = LINE * said.len() as f64 + BELOW;
    let axes = Axes::within(room, BOTTOM, below);
    let size = (axes.width(), axes.bottom + Axes::LEGEND + below);
    let mut text = opening(size, &title, &said.join(". "));
    text.push_str(&looks());
    text.push_str(&axes.names(&plot.moves, &plot.follows));
    text.push_str(&axes.rows(&scale.labels()));
    let digits = digits(&plot);
    let number = |at: f64| (plot.share(at), numbers::significant(at, digits));
    text.push_str(&axes.columns(ticks(&plot).into_iter().map(number)));
    let _ = writeln!(text, "<clipPath id=\"inside\"><rect {}/></clipPath>", axes.attributes());
    for (number, (run, said)) in runs.runs.iter().zip(&said).enumerate() {
        let color = number % COLORS.len();
        let mut path = String::new();
        for index in 0..plot.values.len() {
            let at = plot.at(index);
            let Some(share) = run.after(at).map(|it| scale.share(it)) else { break };
            let mark = if path.is_empty() { 'M' } else { 'L' };
            let y = axes.y(if share.is_finite() { share.clamp(-2.0, 3.0) } else { -2.0 });
            let _ = write!(path, "{mark}{:.1} {y:.1} ", axes.x(plot.share(at)));
        }
        let d = path.trim_end();
        let class = format!("class=\"run c{color}\"");
        let _ = writeln!(text, "<path {class} clip-path=\"url(#inside)\" d=\"{d}\"/>");
        let (x, y) = (axes.legend, axes.bottom + Axes::LEGEND + LINE * number as f64);
        let (from, to, height) = (x - 28.0, x - 8.0, y - 4.5);
        let _ = writeln!(text, "<path {class} d=\"M{from} {height} H{to}\"/>");
        let _ = writeln!(text, "<text x=\"{x}\" y=\"{y}\">{}</text>", escaped(&axes.clipped(said)));
    }
    text.push_str("</svg>\n");
    text
}

/// `0.1 adam: 0.0123`.
fn legend(run: &OneRun) -> String {
    format!("{}: {}", run.run, numbers::significant(run.last, 4))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_that_comes_from_far_outside_is_drawn() {
        let mut curve = vec![-3.0; 14];
        curve[0] = 3.0;
        curve[1] = -3.0 + 1e-12;
        let run = OneRun {
            run: "1".to_owned(),
            taken: 13,
            end: "done",
            last: -3.0,
            least: -3.0,
            least_step: 2,
            curve,
        };
        let runs = Runs { root: "L".to_owned(), steps: 13, runs: vec![run] };
        let (plot, scale) = scaled(&runs);
        let mut rows = vec![vec![' '; 61]; scale.rows];
        draw(&mut rows, &runs.runs[0], 0, (&plot, &scale));
        assert!(rows.iter().flatten().any(|mark| *mark == '1'));
    }
}
