//! The plot beside the circuit, redrawn when its numbers change.

use std::time::Duration;

use serde::Serialize;

use super::Page;
use crate::command::{self, Files, RunOptions};
use crate::parts::fit;
use crate::parts::learn::Practice;
use crate::render::{self, chart_svg};
use crate::report::{Chart, Next, Report};

/// Slower plots are not redrawn while a slider moves or steps are followed.
const QUICK: Duration = Duration::from_millis(60);
/// During full-speed training, the pause between redraws, as a multiple of the drawing time.
const SHARE: u32 = 10;
/// The pixels of a plot around its axes, in both directions.
const AROUND: f64 = 105.0;
/// The largest ratio of two ranges that share a scale.
const SAME_SIZE: f64 = 5.0;
const WATCHED: RunOptions = RunOptions { watched: false, typed: true, files: Files::Absent };

/// The pace of changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// Numbers are final.
    Still,
    /// Each change of a slider or a training step is shown.
    Stepped,
    /// Full-speed training.
    Trained,
}

/// The plot that the page has.
#[derive(Debug, Default)]
pub struct Watched {
    /// The statement that draws the shown plot.
    statement: Option<String>,
    /// The picture of the page; empty without one.
    svg: String,
    at: Duration,
    took: Duration,
}

/// A plot, for the page.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Shown {
    /// The statement that draws it.
    statement: String,
    /// The picture, if the page needs it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    svg: Option<String>,
    /// The seconds of drawing.
    seconds: f64,
}

impl Page {
    /// False during an exercise, which asks for tangents, and for machines.
    pub(super) fn draws_plots(&self) -> bool {
        let format = render::format(self.session.settings().format);
        self.session.practice().is_none_or(Practice::is_over) && format.for_people
    }

    /// Shows the plot of a statement, or of a fit.
    pub(super) fn watch(&mut self, statement: &str, report: &Report) {
        let statement = match report.chart() {
            Some(_) => Some(statement.trim().to_owned()),
            None => self.of_fit(report),
        };
        if statement.is_some() {
            self.watched = Watched { statement, ..Watched::default() };
        }
    }

    /// The statement that plots the rows and the curve of a fit.
    fn of_fit(&mut self, report: &Report) -> Option<String> {
        if report.kind != "fit" || !matches!(report.next, Next::GoOn) {
            return None;
        }
        let fitted = fit::last_fit(&self.session)?;
        let [y, model] = &fitted.typed;
        let rows: String = fitted.left_out.iter().map(|row| format!(" {}", row + 1)).collect();
        let without = if rows.is_empty() { "" } else { " without" };
        let statement = format!(":plot {y} = {model}{without}{rows}");
        let drawn = command::run(&mut self.session, &statement, WATCHED);
        drawn.is_ok_and(|report| report.chart().is_some()).then_some(statement)
    }

    /// The current plot; a slow one may be outdated while numbers move.
    pub(super) fn plot(&mut self, pace: Pace) -> Option<Shown> {
        let statement = self.watched.statement.clone()?;
        let now = self.session.work().time().unwrap_or_default();
        let Watched { at, took, .. } = self.watched;
        let is_seen = pace == Pace::Still || pace == Pace::Stepped && took <= QUICK;
        let shown = if !is_seen && now.saturating_sub(at) < took * SHARE {
            Shown { statement, svg: None, seconds: 0.0 }
        } else {
            self.draw(statement, now)
        };
        (!self.watched.svg.is_empty()).then_some(shown)
    }

    fn draw(&mut self, statement: String, begun: Duration) -> Shown {
        self.is_passed = false;
        let drawn = command::run(&mut self.session, &statement, WATCHED);
        let svg = drawn.ok().and_then(|report| self.svg(&report)).unwrap_or_default();
        self.watched.at = self.session.work().time().unwrap_or_default();
        self.watched.took = self.watched.at.saturating_sub(begun);
        let is_new = svg != self.watched.svg;
        self.watched.svg.clone_from(&svg);
        let seconds = self.watched.took.as_secs_f64();
        Shown { statement, svg: is_new.then_some(svg), seconds }
    }

    fn svg(&self, report: &Report) -> Option<String> {
        let is_known = |(wide, high): &(u32, u32)| *wide > 0 && *high > 0;
        let room = Some(self.plot_room).filter(is_known);
        let chart = report.chart()?;
        let room =
            room.map(|(wide, high)| in_proportion(chart, (f64::from(wide), f64::from(high))));
        Some(chart_svg(chart, room))
    }
}

/// The part of the room in which both axes have one scale, if their sizes are similar.
fn in_proportion(chart: &Chart, room: (f64, f64)) -> (f64, f64) {
    let [x, y] = [&chart.x, &chart.y].map(|axis| axis.to - axis.from);
    if chart.heat.is_none() || x > SAME_SIZE * y || y > SAME_SIZE * x {
        return room;
    }
    let scale = ((room.0 - AROUND) / x).min((room.1 - AROUND) / y);
    (x * scale + AROUND, y * scale + AROUND)
}
