//! The plot beside the circuit: drawn again whenever a number of it has changed.

use std::time::Duration;

use serde::Serialize;

use super::Page;
use crate::command::{self, Files, RunOptions};
use crate::core::graph::{Order, Value};
use crate::core::session::Names;
use crate::parts::fit;
use crate::parts::learn::Practice;
use crate::render::{self, chart_svg};
use crate::report::{Next, Range, Report, numbers};

/// What takes longer is not drawn while a slider moves, nor at each step that can be followed.
const QUICK: Duration = Duration::from_millis(60);
/// While a network trains as fast as it can, it goes on for so many times as long as drawing took.
const SHARE: u32 = 10;
/// The most nodes of a root whose boundary, or networks, are drawn without being asked for.
pub const MOST_NODES: usize = 20_000;

/// The most rows without which a curve is drawn that are named.
const MOST_NAMED: usize = 1000;
/// The pixels of a plot around its axes, in both directions.
const AROUND: f64 = 105.0;
/// Columns whose ranges are less apart than this are of one plane.
const SAME_SIZE: f64 = 5.0;
/// How many times as wide again a range becomes at most.
const MOST_MORE: f64 = 2.0;
/// How a plot in view is drawn.
const WATCHED: RunOptions = RunOptions { watched: false, typed: true, files: Files::Absent };

/// Whether numbers are on the move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// They are what they will be.
    Still,
    /// A slider moves.
    Dragged,
    /// A training run takes one step after another, each of which is to be seen.
    Stepped,
    /// A training run goes on as fast as it can.
    Trained,
}

/// The plot that the page has.
#[derive(Debug, Default)]
pub struct Watched {
    /// The statement that a person typed to see it.
    typed: Option<String>,
    /// True once a person does not want to see one, before another is asked for.
    pub(super) is_closed: bool,
    /// What drew the picture that the page has.
    statement: String,
    /// That picture; empty if there is none.
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

impl Shown {
    /// True if it was not drawn just now.
    pub fn is_old(&self) -> bool {
        self.svg.is_none() && self.seconds == 0.0
    }
}

impl Page {
    /// True if plots are drawn: an exercise asks for their tangents, and machines read them.
    pub(super) fn draws_plots(&self) -> bool {
        let format = render::format(self.session.settings().format);
        self.session.practice().is_none_or(Practice::is_over) && format.for_people
    }

    /// Keeps the plot of a statement in view, if it draws one, or that of a fit.
    pub(super) fn watch(&mut self, statement: &str, report: &Report) {
        let typed = if report.chart().is_some() {
            Some(statement.trim().to_owned())
        } else {
            self.of_fit(report)
        };
        if typed.is_some() {
            self.watched = Watched { typed, ..Watched::default() };
        }
    }

    /// The statement that draws the rows and the curve of a fit, if it has found something that can be drawn.
    fn of_fit(&mut self, report: &Report) -> Option<String> {
        if report.kind != "fit" || !matches!(report.next, Next::GoOn) {
            return None;
        }
        let fitted = fit::last_fit(&self.session)?;
        let [y, model] = &fitted.typed;
        let rows: String =
            fitted.left_out.iter().take(MOST_NAMED).map(|row| format!(" {}", row + 1)).collect();
        let without = if rows.is_empty() { "" } else { " without" };
        let statement = format!(":plot {y} = {model}{without}{rows}");
        let drawn = command::run(&mut self.session, &statement, WATCHED);
        drawn.is_ok_and(|report| report.chart().is_some()).then_some(statement)
    }

    /// The plot as it is now. While numbers move, one that takes long may stay as it was.
    pub(super) fn plot(&mut self, root: Option<&Value>, pace: Pace) -> Option<Shown> {
        if self.watched.is_closed {
            return None;
        }
        let now = self.session.work().time().unwrap_or_default();
        let Watched { at, took, .. } = self.watched;
        let since = now.saturating_sub(at);
        let waits = match pace {
            Pace::Still => false,
            Pace::Dragged => took > QUICK,
            Pace::Stepped => took > QUICK && since < took * SHARE,
            Pace::Trained => since < took * SHARE,
        };
        if waits {
            // Only numbers have changed, so the statement would be the same.
            let statement = self.watched.statement.clone();
            let is_drawn = !self.watched.svg.is_empty();
            return is_drawn.then_some(Shown { statement, svg: None, seconds: 0.0 });
        }
        let statement = match &self.watched.typed {
            Some(typed) => Some(typed.clone()),
            None => root.and_then(|root| self.boundary(root)),
        };
        match statement {
            Some(statement) => self.draw(statement, now),
            None => {
                self.watched = Watched::default();
                None
            }
        }
    }

    /// Draws the plot, which began at this time.
    fn draw(&mut self, statement: String, begun: Duration) -> Option<Shown> {
        self.watched.statement.clone_from(&statement);
        let drawn = command::run(&mut self.session, &statement, WATCHED);
        let svg = drawn.ok().and_then(|report| self.svg(&report)).unwrap_or_default();
        self.watched.at = self.session.work().time().unwrap_or_default();
        let took = self.watched.at.saturating_sub(begun);
        self.watched.took = took;
        let is_new = svg != self.watched.svg;
        self.watched.svg.clone_from(&svg);
        let shown = Shown { statement, svg: is_new.then_some(svg), seconds: took.as_secs_f64() };
        (!self.watched.svg.is_empty()).then_some(shown)
    }

    /// The picture of a report that plots.
    fn svg(&self, report: &Report) -> Option<String> {
        let is_known = |(wide, high): &(u32, u32)| *wide > 0 && *high > 0;
        let room = Some(self.plot_room).filter(is_known);
        let room = room.map(|(wide, high)| (f64::from(wide), f64::from(high)));
        Some(chart_svg(report.chart()?, room))
    }

    /// The statement that draws what a network of two columns tells apart: its call that the root
    /// uses, over both columns, with the rows marked by the one other column of both signs. Of several
    /// outputs in a group it is the class with the largest, and the rows are marked by their classes.
    fn boundary(&mut self, root: &Value) -> Option<String> {
        if self.session.order_of(root).count() > MOST_NODES {
            return None;
        }
        let (order, _) = self.session.shared_pass();
        let outline = self.session.outline_of(&order)?;
        let calls = outline.wholes().filter_map(|(result, whole)| {
            let number = order.number_of(result).filter(|_| whole.called().is_some())?;
            let [x, y] = whole.operands.as_slice() else { return None };
            let axes = [x.value()?, y.value()?];
            let is_plane = axes.iter().all(|it| it.as_column().is_some()) && !axes[0].is(axes[1]);
            is_plane.then(|| (number, result.clone(), axes.map(Value::clone)))
        });
        let (_, result, axes) = calls.min_by_key(|(number, ..)| *number)?;
        let group = group_of(self.session.names(), &result);
        let by = marks(self.session.order_of(root), &axes, group.as_ref().map(|(_, count)| *count));
        let call = |it: &Value| self.session.names().call(it);
        let ranges = in_proportion([range(&axes[0])?, range(&axes[1])?], self.plot_room);
        let [across, up] = [0, 1].map(|axis| {
            let [from, to] = ranges[axis].map(|it| numbers::significant(it, 4));
            format!("{} {from} {to}", call(&axes[axis]))
        });
        let by = by.map(|it| format!(" by {}", call(&it))).unwrap_or_default();
        let drawn = group.map_or_else(|| call(&result), |(name, _)| format!("argmax({name})"));
        Some(format!(":plot {drawn} {across} {up}{by}"))
    }
}

/// The name of the group that a node is a member of, and the number of these.
fn group_of(names: &Names, member: &Value) -> Option<(String, usize)> {
    member.label().member()?;
    let name = names.call(member);
    let (name, _) = name.rsplit_once(".o")?;
    let count = names.get(name)?.members()?.len();
    Some((name.to_owned(), count))
}

/// The only other column of as many rows that has numbers of both signs, or has so many classes.
fn marks(order: &Order, axes: &[Value; 2], classes: Option<usize>) -> Option<Value> {
    let marks = |leaf: &&Value| {
        leaf.as_column().filter(|_| !leaf.is_text()).is_some_and(|column| {
            let numbers = column.numbers();
            if let Some(classes) = classes {
                let is_class = |it: &f64| (0..classes).any(|class| class as f64 == *it);
                return numbers.iter().all(is_class);
            }
            numbers.iter().any(|it| *it > 0.0) && numbers.iter().any(|it| *it < 0.0)
        })
    };
    let is_other = |leaf: &&Value| !axes.iter().any(|axis| axis.is(leaf));
    let mut others = order.leaves().filter(|leaf| leaf.rows() == axes[0].rows());
    let mut others = others.by_ref().filter(is_other).filter(marks);
    let found = others.next()?;
    others.next().is_none().then(|| found.clone())
}

/// The ranges of two axes, one of them widened so that both have one scale in this room. Those of different
/// sizes are no plane, and stay.
fn in_proportion(ranges: [[f64; 2]; 2], room: (u32, u32)) -> [[f64; 2]; 2] {
    let wide = ranges.map(|[from, to]| to - from);
    let rooms = [room.0, room.1].map(|pixels| (f64::from(pixels) - AROUND).max(1.0));
    let scales = [wide[0] / rooms[0], wide[1] / rooms[1]];
    let scale = scales[0].max(scales[1]);
    let is_plane = wide[0] < SAME_SIZE * wide[1] && wide[1] < SAME_SIZE * wide[0];
    if room.0 == 0 || room.1 == 0 || !is_plane {
        return ranges;
    }
    [0, 1].map(|axis| {
        let more = (scale * rooms[axis] - wide[axis]).min(MOST_MORE * wide[axis]) / 2.0;
        [ranges[axis][0] - more, ranges[axis][1] + more]
    })
}

/// A range somewhat wider than the numbers of a column, with ends of few digits.
fn range(column: &Value) -> Option<[f64; 2]> {
    let Range { least, greatest } = Range::of(&column.as_column()?.numbers());
    let wide = greatest - least;
    let margin = if wide > 0.0 { wide / 6.0 } else { 1.0 };
    let step = 10_f64.powf((margin.log10()).floor());
    let ends =
        [((least - margin) / step).floor() * step, ((greatest + margin) / step).ceil() * step];
    ends.iter().all(|it| it.is_finite()).then_some(ends)
}
