//! The plot beside the circuit: drawn again whenever a number of it has changed.

use std::time::Duration;

use serde::Serialize;

use super::Page;
use crate::commands::{self, Files, RunOptions};
use crate::graph::{Order, Value};
use crate::report::{Part, Report, numbers};
use crate::views::{CURVE_EXPORTS, SURFACE_EXPORTS};

/// What takes longer is not drawn while a slider moves.
const QUICK: Duration = Duration::from_millis(60);
/// While a network trains, drawing takes this part of the time at most.
const SHARE: u32 = 16;
/// What takes longer is not kept in view.
const SLOW: Duration = Duration::from_secs(5);
/// The most nodes of a root whose boundary is drawn without being asked for.
const MOST_NODES: usize = 20_000;

/// Whether numbers are on the move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// They are what they will be.
    Still,
    /// A slider moves.
    Dragged,
    /// A training run goes on.
    Trained,
}

/// The plot that the page has.
#[derive(Debug, Default)]
pub struct Watched {
    /// The statement that a person typed to see it.
    typed: Option<String>,
    /// True once a person does not want to see one.
    is_closed: bool,
    /// The picture that the page has.
    svg: String,
    /// When it was drawn, and how long that took.
    at: Duration,
    took: Duration,
}

/// A plot, for the page.
#[derive(Debug, Serialize)]
pub struct Shown {
    /// The statement that draws it.
    statement: String,
    /// The picture, if the page does not have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    svg: Option<String>,
    /// The seconds that drawing it took just now.
    seconds: f64,
}

impl Page {
    /// Keeps the plot of a statement in view, if it draws one.
    pub(super) fn watch(&mut self, statement: &str, report: &Report) {
        if svg(report).is_some() {
            let typed = Some(statement.trim().to_owned());
            self.watched = Watched { typed, ..Watched::default() };
        }
    }

    /// Shows no plot, before another is asked for.
    pub(super) fn close_plot(&mut self) {
        self.watched = Watched { is_closed: true, ..Watched::default() };
    }

    /// The plot as it is now. While numbers move, one that takes long may stay as it was.
    pub(super) fn plot(&mut self, root: Option<&Value>, pace: Pace) -> Option<Shown> {
        if self.watched.is_closed {
            return None;
        }
        let statement = match &self.watched.typed {
            Some(typed) => typed.clone(),
            None => self.boundary(root?)?,
        };
        let now = self.session.time().unwrap_or_default();
        let Watched { at, took, .. } = self.watched;
        let waits = match pace {
            Pace::Still => false,
            Pace::Dragged => took > QUICK,
            Pace::Trained => now.saturating_sub(at) < took * SHARE,
        };
        if waits && !self.watched.svg.is_empty() {
            return Some(Shown { statement, svg: None, seconds: 0.0 });
        }
        let options = RunOptions { watched: false, typed: true, files: Files::Absent };
        let drawn = commands::run(&mut self.session, &statement, options);
        let svg = drawn.ok().and_then(|report| svg(&report));
        self.watched.at = self.session.time().unwrap_or_default();
        self.watched.took = self.watched.at.saturating_sub(now);
        if self.watched.took > SLOW {
            self.close_plot();
            return None;
        }
        let svg = svg?;
        let is_new = svg != self.watched.svg;
        self.watched.svg.clone_from(&svg);
        let seconds = self.watched.took.as_secs_f64();
        Some(Shown { statement, svg: is_new.then_some(svg), seconds })
    }

    /// The statement that draws what a network of two columns tells apart: its call that the root
    /// uses, over both columns, with the rows marked by the one other column of both signs.
    fn boundary(&mut self, root: &Value) -> Option<String> {
        if self.session.order_of(root).count() > MOST_NODES {
            return None;
        }
        let outline = self.session.outline()?;
        let order = self.session.order_of(root);
        let calls = outline.wholes().filter_map(|(result, whole)| {
            let number = order.number_of(result).filter(|_| whole.fold.is_none())?;
            let [x, y] = whole.operands.as_slice() else { return None };
            let axes = [x.value()?, y.value()?];
            let is_plane = axes.iter().all(|it| it.as_column().is_some()) && !axes[0].is(axes[1]);
            is_plane.then(|| (number, result.clone(), axes.map(Value::clone)))
        });
        let (_, result, axes) = calls.min_by_key(|(number, ..)| *number)?;
        let by = marks(order, &axes);
        let call = |it: &Value| self.session.names().call(it);
        let range = |axis: &Value| {
            let [from, to] = range(axis)?.map(|it| numbers::answer(it, Some(4)));
            Some(format!("{} {from} {to}", call(axis)))
        };
        let by = by.map(|it| format!(" by {}", call(&it))).unwrap_or_default();
        Some(format!(":plot {} {} {}{by}", call(&result), range(&axes[0])?, range(&axes[1])?))
    }
}

/// The picture of a report that plots.
fn svg(report: &Report) -> Option<String> {
    report.parts.iter().find_map(|part| match part {
        Part::Plot(plot) => Some((CURVE_EXPORTS.first()?.text)(plot)),
        Part::Surface(surface) => Some((SURFACE_EXPORTS.first()?.text)(surface)),
        _ => None,
    })
}

/// The only other column of as many rows that has numbers of both signs.
fn marks(order: &Order, axes: &[Value; 2]) -> Option<Value> {
    let marks = |leaf: &&Value| {
        leaf.as_column().is_some_and(|column| {
            let numbers = column.numbers();
            numbers.iter().any(|it| *it > 0.0) && numbers.iter().any(|it| *it < 0.0)
        })
    };
    let is_other = |leaf: &&Value| !axes.iter().any(|axis| axis.is(leaf));
    let mut others = order.leaves().filter(|leaf| leaf.rows() == axes[0].rows());
    let mut others = others.by_ref().filter(is_other).filter(marks);
    let found = others.next()?;
    others.next().is_none().then(|| found.clone())
}

/// A range somewhat wider than the numbers of a column, with ends of few digits.
fn range(column: &Value) -> Option<[f64; 2]> {
    let all = column.as_column()?.numbers();
    let finite = || all.iter().copied().filter(|it| it.is_finite());
    let (least, most) =
        (finite().fold(f64::INFINITY, f64::min), finite().fold(f64::NEG_INFINITY, f64::max));
    let wide = most - least;
    let margin = if wide > 0.0 { wide / 6.0 } else { 1.0 };
    let step = 10_f64.powf((margin.log10()).floor());
    let ends = [((least - margin) / step).floor() * step, ((most + margin) / step).ceil() * step];
    ends.iter().all(|it| it.is_finite()).then_some(ends)
}
