//! The plot beside the circuit: drawn again whenever a number of it has changed.

use std::time::Duration;

use serde::Serialize;

use super::Page;
use crate::command::{self, Files, RunOptions};
use crate::parts::fit;
use crate::parts::learn::Practice;
use crate::render::{self, chart_svg};
use crate::report::{Chart, Next, Report};

/// What takes longer is not drawn while a slider moves, nor at each step that can be followed.
const QUICK: Duration = Duration::from_millis(60);
/// While a network trains as fast as it can, it goes on for so many times as long as drawing took.
const SHARE: u32 = 10;
/// The pixels of a plot around its axes, in both directions.
const AROUND: f64 = 105.0;
/// Columns whose ranges are less apart than this are of one plane.
const SAME_SIZE: f64 = 5.0;
/// How a plot in view is drawn.
const WATCHED: RunOptions = RunOptions { watched: false, typed: true, files: Files::Absent };

/// Whether numbers are on the move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// They are what they will be.
    Still,
    /// A slider moves, or a training run takes one step after another: each is to be seen.
    Stepped,
    /// A training run goes on as fast as it can.
    Trained,
}

/// The plot that the page has.
#[derive(Debug, Default)]
pub struct Watched {
    /// The statement that draws it, if one is in view.
    statement: Option<String>,
    /// The picture that the page has; empty if there is none.
    svg: String,
    /// When it was drawn.
    at: Duration,
    /// How long that took.
    took: Duration,
}

/// A plot, for the page.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Shown {
    /// The statement that draws it.
    statement: String,
    /// The picture, if the page does not have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    svg: Option<String>,
    /// The seconds that drawing it took just now.
    seconds: f64,
}

impl Page {
    /// True if plots are drawn: an exercise asks for their tangents, and machines read them.
    pub(super) fn draws_plots(&self) -> bool {
        let format = render::format(self.session.settings().format);
        self.session.practice().is_none_or(Practice::is_over) && format.for_people
    }

    /// Keeps the plot of a statement in view, if it draws one, or that of a fit.
    pub(super) fn watch(&mut self, statement: &str, report: &Report) {
        let statement = match report.chart() {
            Some(_) => Some(statement.trim().to_owned()),
            None => self.of_fit(report),
        };
        if statement.is_some() {
            self.watched = Watched { statement, ..Watched::default() };
        }
    }

    /// The statement that draws the rows and the curve of a fit, if it has found something that can be drawn.
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

    /// The plot as it is now. While numbers move, one that takes long may stay as it was.
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

    /// Draws the plot, which began at this time.
    fn draw(&mut self, statement: String, begun: Duration) -> Shown {
        // It may take another pass.
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

    /// The picture of a report that plots.
    fn svg(&self, report: &Report) -> Option<String> {
        let is_known = |(wide, high): &(u32, u32)| *wide > 0 && *high > 0;
        let room = Some(self.plot_room).filter(is_known);
        let chart = report.chart()?;
        let room =
            room.map(|(wide, high)| in_proportion(chart, (f64::from(wide), f64::from(high))));
        Some(chart_svg(chart, room))
    }
}

/// The part of a room in which both axes of a plane have one scale; those of different sizes are no plane.
fn in_proportion(chart: &Chart, room: (f64, f64)) -> (f64, f64) {
    let [x, y] = [&chart.x, &chart.y].map(|axis| axis.to - axis.from);
    if chart.heat.is_none() || x > SAME_SIZE * y || y > SAME_SIZE * x {
        return room;
    }
    let scale = ((room.0 - AROUND) / x).min((room.1 - AROUND) / y);
    (x * scale + AROUND, y * scale + AROUND)
}
