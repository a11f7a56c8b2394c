//! A chart in the terminal: marks in cells, axes with numbers, and a legend.

use std::io;

use super::heat;
use super::legend::{Sample, legend};
use super::scale::{Scale, band, bar, rows_on};
use super::ticks;
use crate::render::Style;
use crate::render::line_writer::{LineWriter, clipped_inside, width};
use crate::report::{Axis, Chart, Role, Series};

/// The columns beside a picture.
const BESIDE: usize = 20;
/// The limits on the columns of a picture, less one.
const STEPS: std::ops::RangeInclusive<usize> = 20..=120;
/// The limit beside heat, which would be stretched.
const STEPS_OF_HEAT: usize = 59;
/// The columns of the names of the axes.
const NAME: usize = 16;
/// The minimum width of the numbers on the left.
const LABELS: usize = 8;
/// The columns between the parts of a legend.
const BETWEEN: usize = 5;

/// Writes the picture.
pub fn write(chart: &Chart, style: &Style, line: &mut LineWriter<'_>) -> io::Result<()> {
    let scale = Scale::of(chart);
    let most = if chart.heat.is_some() { STEPS_OF_HEAT } else { *STEPS.end() };
    let steps = style.columns.saturating_sub(BESIDE).clamp(*STEPS.start(), most);
    let cells = Cells::of(chart, &scale, steps);
    let left = write_rows((&chart.y, &scale), &cells, style, line)?;
    write_places(&chart.x, (left, steps), style, line)?;
    if chart.has_table { Ok(()) } else { write_legend(chart, &scale, style, line) }
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Cell {
    /// Higher ranks hide lower ones.
    rank: u8,
    pub(super) character: char,
    role: Role,
}

const EMPTY: Cell = Cell::heat(' ', Role::Plain);
const BANDS: [Cell; 2] = [Cell::faint(2, ':'), Cell::faint(1, '.')];
const DOTTED: Cell = Cell::faint(3, '·');
const BAR: Cell = Cell { rank: 4, character: '│', role: Role::Title };
const PRESENT: Cell = Cell { rank: 7, character: '◆', role: Role::Title };

impl Cell {
    pub(super) const fn heat(character: char, role: Role) -> Cell {
        Cell { rank: 0, character, role }
    }

    const fn faint(rank: u8, character: char) -> Cell {
        Cell { rank, character, role: Role::Faint }
    }

    fn of_series(chart: &Chart, number: usize) -> [Cell; 2] {
        let mark = |first: u32| char::from_digit(number as u32 + first, 36).unwrap_or('*');
        let [curve, row] = match chart.series.len() {
            1 => ['•', '○'],
            _ => [mark(1), mark(10).to_ascii_uppercase()],
        };
        let curve = Cell { rank: 5, character: curve, role: Role::Plain };
        [curve, Cell { rank: 6, character: row, role: Role::Title }]
    }
}

/// The cells, row by row from the top.
pub(super) struct Cells<'chart> {
    pub(super) rows: Vec<Vec<Cell>>,
    scale: &'chart Scale,
    x: &'chart Axis,
    steps: usize,
}

impl<'chart> Cells<'chart> {
    pub(super) fn of(chart: &'chart Chart, scale: &'chart Scale, steps: usize) -> Cells<'chart> {
        let rows = match &chart.heat {
            Some(heat) => heat::cells(heat, steps + 1, scale.rows),
            None => vec![vec![EMPTY; steps + 1]; scale.rows],
        };
        let mut cells = Cells { rows, scale, x: &chart.x, steps };
        for level in &chart.levels {
            (0..=steps).for_each(|column| cells.put(Some(column), scale.row(*level), DOTTED));
        }
        for (number, series) in chart.series.iter().enumerate() {
            let [curve, row] = Cell::of_series(chart, number);
            cells.draw_bands(series);
            cells.draw_curve(&series.values, curve);
            cells.draw_rows(series, row);
        }
        if let Some(present) = &chart.present {
            for column in 0..=steps {
                let at = chart.x.place(column as f64 / steps as f64);
                let value = present.value + present.slope * (at - present.at);
                cells.put(Some(column), scale.row(value), DOTTED);
            }
            cells.put(cells.column(present.at), scale.row(present.value), PRESENT);
        }
        for marks in &chart.marks {
            let cell = Cell { character: marks.character, ..PRESENT };
            marks.points.iter().for_each(|[x, y]| cells.put(cells.column(*x), scale.row(*y), cell));
        }
        cells
    }

    /// The nearest column to a point on the axis, if it is in the picture.
    fn column(&self, at: f64) -> Option<usize> {
        column(self.x.share(at), self.steps)
    }

    /// The index of the value for a column.
    fn index(&self, column: usize, last: usize) -> usize {
        (column * last + self.steps / 2) / self.steps
    }

    /// Draws one point per column, and the values in between if the curve is steep.
    fn draw_curve(&mut self, values: &[f64], cell: Cell) {
        let last = values.len().saturating_sub(1).max(1);
        let mut before: Option<(usize, isize)> = None;
        for column in 0..=self.steps {
            let index = self.index(column, last);
            let row = values.get(index).and_then(|value| self.scale.row(*value));
            self.put(Some(column), row, cell);
            if let (Some((from, before)), Some(row)) = (before, row)
                && before.abs_diff(row) > 1
            {
                let between = values.get(from..index).unwrap_or_default();
                for (at, value) in between.iter().enumerate().skip(1) {
                    let near = ((from + at) * self.steps + last / 2) / last;
                    self.put(Some(near), self.scale.row(*value), cell);
                }
            }
            before = row.map(|row| (index, row));
        }
    }

    fn draw_bands(&mut self, series: &Series) {
        let last = series.values.len().saturating_sub(1);
        for (number, cell) in BANDS.into_iter().enumerate() {
            let band = band(series, number);
            for column in 0..=self.steps {
                if let Some(ends) = band.get(self.index(column, last)) {
                    self.put_between(Some(column), *ends, cell);
                }
            }
        }
    }

    fn draw_rows(&mut self, series: &Series, cell: Cell) {
        for row in rows_on(series, self.x) {
            let [at, value] = row.point;
            let [low, high] = bar(row);
            if low < high {
                self.put_between(self.column(at), [low, high], BAR);
            }
            let cell = if row.is_left_out { DOTTED } else { cell };
            self.put(self.column(at), self.scale.row(value), cell);
        }
    }

    /// Fills a column between two values, as far as they are in the picture.
    fn put_between(&mut self, column: Option<usize>, ends: [f64; 2], cell: Cell) {
        let [Some(low), Some(high)] = ends.map(|end| self.scale.row(end)) else { return };
        let last = self.rows.len() as isize - 1;
        for row in high.max(0)..=low.min(last) {
            self.put(column, Some(row), cell);
        }
    }

    fn put(&mut self, column: Option<usize>, row: Option<isize>, cell: Cell) {
        let row = row.and_then(|row| usize::try_from(row).ok());
        let place = row.zip(column).and_then(|(row, at)| self.rows.get_mut(row)?.get_mut(at));
        if let Some(place) = place.filter(|place| place.rank <= cell.rank) {
            *place = cell;
        }
    }
}

fn column(share: f64, steps: usize) -> Option<usize> {
    // Round numbers may miss the end by rounding.
    (-1e-9..=1.0 + 1e-9).contains(&share).then_some((share * steps as f64).round() as usize)
}

/// Writes the name of the vertical axis, the rows, and the line below. Returns the columns before
/// the picture.
fn write_rows(
    (axis, scale): (&Axis, &Scale),
    cells: &Cells<'_>,
    style: &Style,
    line: &mut LineWriter<'_>,
) -> io::Result<usize> {
    let mut labels = vec![None; scale.rows];
    for (share, label) in &scale.labels {
        labels[((1.0 - share) * (scale.rows - 1) as f64).round() as usize] = Some(label.as_str());
    }
    let left = labels.iter().flatten().map(|label| width(label)).max().unwrap_or(0).max(LABELS);
    line.right(Role::Title, &name_of(axis, style), left)?;
    line.end()?;
    for (label, cells) in labels.into_iter().zip(&cells.rows) {
        line.right(Role::Plain, label.unwrap_or_default(), left)?;
        line.put(Role::Faint, if label.is_some() { " ┤" } else { " │" })?;
        for run in cells.chunk_by(|one, other| one.role == other.role) {
            let text: String = run.iter().map(|cell| cell.character).collect();
            line.put(run[0].role, &text)?;
        }
        line.end()?;
    }
    line.skip(left + 1);
    line.put(Role::Faint, &format!("└{}", "─".repeat(cells.steps + 1)))?;
    line.end()?;
    Ok(left + 2)
}

/// Writes the numbers below the picture and the name of the axis.
fn write_places(
    axis: &Axis,
    (left, steps): (usize, usize),
    style: &Style,
    line: &mut LineWriter<'_>,
) -> io::Result<()> {
    let mut written = 0;
    for (share, text) in ticks::labels(axis) {
        let Some(column) = column(share, steps) else { continue };
        let (middle, wide) = (left + column, width(&text));
        let start = middle.saturating_sub(wide / 2).max(left);
        let start = start.min(style.columns.saturating_sub(wide).max(written));
        if written > 0 && start < written + 2 {
            continue;
        }
        line.skip(start - written);
        line.put(Role::Plain, &text)?;
        written = start + wide;
    }
    let name = name_of(axis, style);
    if written + 2 + width(&name) <= style.columns {
        line.skip(2);
        line.put(Role::Title, &name)?;
    }
    line.end()
}

/// The title of an axis, clipped to its room.
fn name_of(axis: &Axis, style: &Style) -> String {
    clipped_inside(axis.name.clone(), NAME, &style.mark())
}

/// Writes the legend on as many lines as it takes.
fn write_legend(
    chart: &Chart,
    scale: &Scale,
    style: &Style,
    line: &mut LineWriter<'_>,
) -> io::Result<()> {
    let mut used = 0;
    for entry in legend(chart, scale) {
        let sample = characters(chart, &entry.sample);
        let text = format!("{sample} {}", entry.text);
        let text = text.trim_start();
        if used > 0 && used + BETWEEN + width(text) > style.columns {
            line.end()?;
            used = 0;
        }
        let gap = if used == 0 { 2 } else { BETWEEN };
        line.skip(gap);
        line.put(Role::Plain, text)?;
        used += gap + width(text);
    }
    line.end()
}

fn characters(chart: &Chart, sample: &Sample) -> String {
    let several = |cell: Cell, count: usize| cell.character.to_string().repeat(count);
    match sample {
        Sample::None => String::new(),
        Sample::Curve(number) if chart.series.len() == 1 => {
            several(Cell::of_series(chart, *number)[0], 2)
        }
        Sample::Curve(number) => several(Cell::of_series(chart, *number)[0], 1),
        Sample::Rows(number) => several(Cell::of_series(chart, *number)[1], 1),
        Sample::Present => several(PRESENT, 1),
        Sample::Dotted => several(DOTTED, 3),
        Sample::Band(band) => several(BANDS[*band], 3),
        Sample::Mark(character, _) => character.to_string(),
        Sample::Shades(_, text) => text.clone(),
    }
}
