//! `:plot`: the curve of a function, or of a node by one leaf.

use std::rc::Rc;

use super::curve::{Curve, Shown};
use super::machines::Plot;
use super::sampling::sample;
use crate::command::syntax::Word;
use crate::command::{
    Argument, ArgumentKind, Arguments, Command, Group, notes, picture_file, write_and_say,
};
use crate::core::graph::Value;
use crate::core::language::{self, Error, Result, quoted};
use crate::core::session::Session;
use crate::parts::fit::equation;
use crate::parts::rows;
use crate::render::chart_svg;
use crate::report::{Axis, Block, Chart, DIGITS, Range, Report, Series, Tangent, numbers};

pub const COMMANDS: &[Command] = &[Command {
    name: "plot",
    aliases: &["p", "plot!"],
    group: Group::Often,
    arguments: &[
        Argument::new("F", ArgumentKind::NodeOrEquation).repeated(),
        Argument::new("NAME", ArgumentKind::Named).optional(),
        Argument::number("LO").optional(),
        Argument::number("HI").following(),
        Argument::new("Y", ArgumentKind::Named).optional(),
        Argument::number("FROM").following(),
        Argument::number("TO").following(),
        Argument::keyword("logx"),
        Argument::keyword("logy"),
        Argument::keyword("by"),
        Argument::node("COLUMN").following(),
        rows::WHERE,
        rows::CONDITION,
        rows::WITHOUT,
        rows::ROW,
        Argument::file("FILE").optional(),
    ],
    summary: "draw a function, or a node as NAME varies",
    details: "\
Varies a leaf, and marks its current point and the tangent. Over a column, draws the rows, and a \
column alone against its row numbers; after \
:fit, also 95 % bands of the curve and of a new measurement. :plot residuals t marks two standard \
deviations. The session does not change.",
    options: &[
        ("F, …", "nodes, formulas or functions; DATA = adds the rows of data"),
        ("NAME", "the leaf or column on the x axis"),
        ("LO HI", "its range, from LO to HI"),
        ("Y FROM TO", "a second leaf: draw shades, and the line F = 0"),
        ("logx, logy", "logarithmic axes"),
        ("by COLUMN", "use a different mark for the rows of each group"),
        ("where CONDITION", "draw the other rows faint"),
        ("without ROW…", "draw these rows faint"),
        ("FILE", "write an .svg picture; :plot! replaces an existing file"),
    ],
    examples: &[":plot L a -5 5", ":plot sin(x), cos(x) -3 3", ":plot y t"],
    run: plot,
    ..Command::ROW
}];

/// A picture that is asked for.
pub(super) struct Plotter<'plot, 'text> {
    pub(super) session: &'plot mut Session,
    pub(super) arguments: &'plot Arguments<'text>,
    /// The nodes that are drawn, whose stale leaves have notes.
    pub(super) drawn_nodes: Vec<Value>,
}

fn plot(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    picture_file(arguments)?;
    let mut plotter = Plotter { session, arguments, drawn_nodes: Vec::new() };
    let words: Vec<Word<'_>> = arguments.words("F").collect();
    let chart = match words.as_slice() {
        _ if arguments.has("Y") => plotter.surface()?,
        [word] => match (plotter.residuals(*word)?, word.sides()) {
            (Some(chart), _) => chart,
            (None, Some([observed, model])) => {
                equation(word)?;
                plotter.beside_rows((model, observed))?
            }
            (None, None) => plotter.curves(&words)?,
        },
        words => plotter.curves(words)?,
    };
    let mut report = plotter.drawn(chart)?;
    for node in plotter.drawn_nodes {
        for note in notes::stale(session, &node) {
            if !report.notes.contains(&note) {
                report.notes.push(note);
            }
        }
    }
    Ok(report)
}

/// The most curves of a plot.
const MOST_CURVES: usize = 5;

/// The range without LO and HI: from -5 to 5, or so far that the present point is well inside; of a logarithmic axis
/// from 0.01 to 100, or two decades around the present point.
fn usual_range(present: Option<&Tangent>, is_logarithmic: bool) -> (f64, f64) {
    const USUAL: f64 = 5.0;
    const LARGEST: f64 = 1e300;
    let at = present.map_or(0.0, |present| present.at.abs());
    if is_logarithmic {
        let middle = if (1e-300..LARGEST).contains(&at) { at.log10().round() } else { 0.0 };
        return (10.0_f64.powf(middle - 2.0), 10.0_f64.powf(middle + 2.0));
    }
    let scale = 10.0_f64.powf(at.log10().floor());
    let reach = [2.0, 5.0, 10.0, 20.0].map(|times| times * scale).into_iter();
    let reach =
        reach.filter(|_| at < LARGEST).find(|reach| *reach > at).map_or(USUAL, |it| it.max(USUAL));
    (-reach, reach)
}

/// The smallest and the largest place, or a range around a single one.
pub(super) fn ends(places: impl Iterator<Item = f64>, is_logarithmic: bool) -> (f64, f64) {
    let places: Vec<f64> = places.filter(|at| !is_logarithmic || *at > 0.0).collect();
    match Range::of(&places) {
        Range { least, greatest } if least < greatest => (least, greatest),
        Range { least, .. } if !least.is_finite() => (0.1, 1.0),
        Range { least, .. } if is_logarithmic => (least / 10.0, least * 10.0),
        Range { least, .. } => (least - 1.0, least + 1.0),
    }
}

impl Plotter<'_, '_> {
    /// Draws a model beside the rows of data.
    fn beside_rows(&mut self, (model, observed): (Word<'_>, Word<'_>)) -> Result<Chart> {
        let Curve { root, leaf, .. } = self.curve_of_model(model)?;
        self.drawn_nodes.push(root.clone());
        self.check_rows(true, false)?;
        let names = [self.session.names().call(&leaf), model.text.to_owned()];
        let mut chart = self.chart_over(&leaf, names, None)?;
        let words = (model, observed);
        chart.series = self.series_of_model(words, (&root, &leaf), &chart.x)?;
        Ok(chart)
    }

    /// Draws curves over one axis; a single one with its rows or its present point, or rows alone.
    fn curves(&mut self, words: &[Word<'_>]) -> Result<Chart> {
        if let Some(more) = words.get(MOST_CURVES) {
            let message =
                format!("found {} curves; at most {MOST_CURVES} can be distinguished", words.len());
            return Err(Error::new(more.span, message));
        }
        let mut chart = Chart::default();
        for word in words {
            let alone = || Error::new(word.span, "rows need a plot of their own");
            if word.sides().is_some() {
                return Err(alone());
            }
            let curve = match self.shown(*word)? {
                Shown::Curve(curve) => *curve,
                Shown::Rows(column) if words.len() == 1 => {
                    let name = self.session.names().call(&column);
                    return self.rows_alone(*word, &column, name);
                }
                Shown::Numbered(numbers) if words.len() == 1 => {
                    return self.rows_alone(*word, &numbers, "row".to_owned());
                }
                Shown::Rows(_) => return Err(alone()),
                Shown::Numbered(_) => return Err(alone().maybe_hint(self.against(words))),
            };
            let Curve { root, leaf, follows, moves, present, observed } = curve;
            self.drawn_nodes.push(root.clone());
            self.check_rows(observed.is_some(), false)?;
            if observed.is_some() && words.len() > 1 {
                return Err(alone());
            }
            if chart.series.is_empty() {
                chart = self.chart_over(&leaf, [moves, follows.clone()], present)?;
            } else if chart.x.name != moves {
                let (text, others) = (quoted(word.text), &chart.x.name);
                let message = format!("{text} varies with {moves}, the first curve with {others}");
                return Err(
                    Error::new(word.span, message).hint("curves in one plot need the same name")
                );
            }
            let values = sample(self.session, (&root, &leaf), &chart.x, word.span)?;
            let name = follows;
            chart.series.push(Series { name, values, observed, ..Series::default() });
        }
        if let [_, _, ..] = words {
            chart.present = None;
            let names: Vec<&str> = words.iter().map(|word| word.text).collect();
            chart.y.name = names.join(", ");
        }
        Ok(chart)
    }

    /// A chart whose axes have these names, over the range that is given, or the usual one.
    fn chart_over(
        &mut self,
        moves: &Value,
        names: [String; 2],
        present: Option<Tangent>,
    ) -> Result<Chart> {
        let is_logarithmic = self.arguments.has("logx");
        let range = match self.arguments.has("LO") {
            true => self.given_range(["LO", "HI"])?,
            false if moves.is_per_row() => {
                ends(self.session.all_rows(moves)?.into_iter(), is_logarithmic)
            }
            false => usual_range(present.as_ref(), is_logarithmic),
        };
        let mut chart = Chart { present, ..Chart::default() };
        [chart.x.name, chart.y.name] = names;
        self.put_axes(&mut chart, range);
        Ok(chart)
    }

    /// Returns the hint for columns with commas between them: `:plot x, y`.
    fn against(&self, words: &[Word<'_>]) -> Option<String> {
        let [x, .., y] = words else { return None };
        let is_name = self.session.names().resolve(x.text).is_some();
        let [x, y] = [x.text, y.text].map(quoted);
        is_name.then(|| format!("write :plot {y} {x} for {y} against {x}"))
    }

    /// Draws the rows of a node over those of a column that it does not depend on: there is no curve.
    fn rows_alone(&mut self, word: Word<'_>, column: &Value, name: String) -> Result<Chart> {
        let names = [name, word.text.to_owned()];
        let mut chart = self.chart_over(column, names, None)?;
        chart.series = self.series_of_rows(word, column)?;
        Ok(chart)
    }

    /// Returns the ends of a range that these arguments give.
    pub(super) fn given_range(&mut self, [low, high]: [&str; 2]) -> Result<(f64, f64)> {
        let [from, to] = [low, high].map(|name| self.arguments.finite(self.session, name));
        let (from, to) = (from?, to?);
        let is_logarithmic = self.arguments.has(if low == "FROM" { "logy" } else { "logx" });
        let [first, last] = [from, to].map(language::exact);
        let message = if is_logarithmic && from <= 0.0 {
            format!("a logarithmic axis must start above 0, found {first}")
        } else if from < to {
            return Ok((from, to));
        } else {
            format!("{low} must be below {high}, found {first} and {last}")
        };
        Err(Error::new(self.arguments.word(low)?.span, message))
    }

    /// Gives the axes of a chart this range, and logarithms if they are wanted.
    pub(super) fn put_axes(&mut self, chart: &mut Chart, (from, to): (f64, f64)) {
        (chart.x.from, chart.x.to) = (from, to);
        chart.x.is_logarithmic = self.arguments.has("logx");
        chart.y.is_logarithmic = self.arguments.has("logy");
    }

    /// Makes sure that arguments about rows have rows; only rows without a curve are marked.
    pub(super) fn check_rows(&self, has_rows: bool, may_mark: bool) -> Result<()> {
        for (name, keyword, fits) in [
            ("COLUMN", "by", has_rows && may_mark),
            ("CONDITION", "where", has_rows),
            ("ROW", "without", has_rows),
        ] {
            if let Some(word) = self.arguments.words(name).next().filter(|_| !fits) {
                let drawn = if has_rows { "a curve" } else { "no rows" };
                let message = format!("{keyword} is for rows, but this plot has {drawn}");
                return Err(Error::new(word.span, message).hint(":plot y x draws the rows of y"));
            }
        }
        Ok(())
    }

    /// Reports the picture, or writes it to the file.
    fn drawn(&mut self, mut chart: Chart) -> Result<Report> {
        let range = |axis: &Axis| {
            let [from, to] = [axis.from, axis.to].map(|at| numbers::significant(at, DIGITS));
            format!("{} from {from} to {to}", axis.name)
        };
        let (name, axes) = match &chart.heat {
            Some(heat) => (&heat.name, vec![&chart.x, &chart.y]),
            None => (&chart.y.name, vec![&chart.x]),
        };
        let values = chart.series.iter().flat_map(|series| &series.values);
        let values: Vec<&f64> =
            values.chain(chart.heat.iter().flat_map(|heat| &heat.values)).collect();
        if !values.is_empty() && !values.iter().any(|value| value.is_finite()) {
            let message = format!("{name} is not finite anywhere in that range");
            return Err(
                Error::new(self.arguments.word("F")?.span, message).hint("try another range")
            );
        }
        let names: Vec<&str> = axes.iter().map(|axis| axis.name.as_str()).collect();
        let ranges: Vec<String> = axes.into_iter().map(range).collect();
        let what = format!("{name} over {}", names.join(" and "));
        chart.title = format!("{name} for {}", ranges.join(" and "));
        chart.data = Some(Rc::new(Plot));
        match picture_file(self.arguments)? {
            Some(file) => {
                write_and_say(self.arguments, ("plot", file), &chart_svg(&chart, None), &what)
            }
            None => Ok(Report::of("plot", Block::Chart(Box::new(chart)))),
        }
    }
}
