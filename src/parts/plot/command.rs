//! `:plot`: the curve of a function, or of a node by one leaf.

use std::rc::Rc;

use super::curve::{self, Curve, Shown};
use super::machines::Plot;
use super::sampling::sample;
use super::{groups, residuals, surface};
use crate::command::syntax::Word;
use crate::command::{
    Argument, ArgumentKind, Arguments, Command, Group, unknown_ending, write_and_say,
};
use crate::core::graph::Value;
use crate::core::language::{self, Error, Result, quoted};
use crate::core::session::Session;
use crate::parts::rows;
use crate::render::chart_svg;
use crate::report::{
    Axis, Block, Chart, DIGITS, Heat, Range, Report, Series, Tangent, counted, numbers,
};

pub const COMMANDS: &[Command] = &[Command {
    name: "plot",
    aliases: &["p", "plot!"],
    group: Group::Pictures,
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
    summary: "the curve of a function, or of a node as NAME moves",
    details: "\
A leaf moves and everything else stays; the present point and its tangent are drawn. Over a \
column its rows are drawn, after :fit with bands of 95 %: of the curve and of another \
measurement. :plot residuals t has lines at two standard deviations. The session does not \
change.",
    options: &[
        ("F, …", "a node, a formula or a function; with DATA = rows beside it"),
        ("NAME", "the leaf or column that moves"),
        ("LO HI", "its range, from LO to HI"),
        ("Y FROM TO", "another leaf: shades, and the line where F is 0"),
        ("logx, logy", "logarithmic axes"),
        ("by COLUMN", "a mark of its own for the rows of each group"),
        ("where CONDITION", "draw the other rows faint"),
        ("without ROW…", "draw these rows faint"),
        ("FILE", "a picture, .svg; one that exists is replaced only by :plot!"),
    ],
    examples: &[":plot L a -5 5", ":plot sin(x), cos(x) -3 3", ":plot y t"],
    run: plot,
    ..Command::ROW
}];

fn plot(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    picture_file(arguments)?;
    if arguments.has("Y") {
        return drawn(arguments, surface::chart(session, arguments)?);
    }
    if arguments.words("F").nth(1).is_some() {
        return several(session, arguments);
    }
    let whole = arguments.word("F")?;
    if let Some(chart) = residuals::chart(session, arguments, whole)? {
        must_not_tell_groups(arguments)?;
        return drawn(arguments, chart);
    }
    let (observed, first) = match whole.sides() {
        Some([observed, model]) => {
            whole.equation()?;
            (Some(observed), model)
        }
        None => (None, whole),
    };
    let range = range(session, arguments)?;
    let shown = curve::shown(session, arguments, first, (observed, range))?;
    let Curve { mut chart, root, leaf } = match shown {
        Shown::Curve(curve) => *curve,
        Shown::Rows(over) => return rows_alone(session, arguments, first, (&over, range)),
    };
    must_not_tell_groups(arguments)?;
    let range = match range {
        Some(range) => range,
        None if leaf.is_per_row() => range_of_rows(session, arguments, &leaf)?,
        None => usual_range(chart.present.as_ref(), arguments.has("logx")),
    };
    set_axes(&mut chart, arguments, range);
    if let Some(observed) = observed {
        chart.present = None;
        (chart.x.name, chart.y.name) = (session.names().call(&leaf), first.text.to_owned());
        let nodes = (&root, &leaf);
        chart.series = groups::of_model(session, arguments, (first, observed), nodes, &chart.x)?;
    } else {
        let values = sample(session, (&root, &leaf), &chart.x, first.span)?;
        let observed = chart.series.pop().and_then(|series| series.observed);
        if observed.is_none() {
            rows::must_not_be_given(arguments)?;
        }
        let name = chart.y.name.clone();
        chart.series = vec![Series { name, values, observed, ..Series::default() }];
    }
    let is_finite = |series: &Series| series.values.iter().any(|value| value.is_finite());
    if !chart.series.iter().any(is_finite) {
        return Err(nowhere_finite(first, &chart.y.name));
    }
    drawn(arguments, chart)
}

/// The error that a node is finite nowhere in a picture.
pub(super) fn nowhere_finite(word: Word<'_>, name: &str) -> Error {
    let message = format!("{name} is not finite anywhere in that range");
    Error::new(word.span, message).hint("try another range")
}

/// The most curves that a picture tells apart.
const MOST_CURVES: usize = 5;

/// Draws several curves over one axis.
fn several(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let words: Vec<Word<'_>> = arguments.words("F").collect();
    if let Some(more) = words.get(MOST_CURVES) {
        let message =
            format!("these are {} curves, and {MOST_CURVES} can be told apart", words.len());
        return Err(Error::new(more.span, message));
    }
    must_not_tell_groups(arguments)?;
    rows::must_not_be_given(arguments)?;
    let range = range(session, arguments)?;
    let names: Vec<&str> = words.iter().map(|word| word.text).collect();
    let mut chart = Chart::default();
    for word in words {
        if word.sides().is_some() {
            let message = "a curve beside rows is drawn alone";
            return Err(Error::new(word.span, message).hint("leave out the other curves"));
        }
        let of_rows = || Error::new(word.span, "rows are drawn alone");
        let Shown::Curve(curve) = curve::shown(session, arguments, word, (None, range))? else {
            return Err(of_rows());
        };
        let Curve { chart: own, root, leaf } = *curve;
        if !own.series.is_empty() {
            return Err(of_rows());
        }
        if chart.series.is_empty() {
            let usual = || usual_range(own.present.as_ref(), arguments.has("logx"));
            set_axes(&mut chart, arguments, range.unwrap_or_else(usual));
            (chart.x.name, chart.y.name) = (own.x.name, names.join(", "));
        } else if chart.x.name != own.x.name {
            let (this, others) = (own.x.name, &chart.x.name);
            let message =
                format!("{} follows {this}, and the curve before it {others}", quoted(word.text));
            return Err(Error::new(word.span, message).hint("curves over one axis follow one name"));
        }
        let values = sample(session, (&root, &leaf), &chart.x, word.span)?;
        chart.series.push(Series { name: own.y.name, values, ..Series::default() });
    }
    drawn(arguments, chart)
}

/// Gives the axes of a chart this range, and logarithms if they are wanted.
pub(super) fn set_axes(chart: &mut Chart, arguments: &Arguments<'_>, (from, to): (f64, f64)) {
    (chart.x.from, chart.x.to) = (from, to);
    chart.x.is_logarithmic = arguments.has("logx");
    chart.y.is_logarithmic = arguments.has("logy");
}

/// Returns the file that a picture is to be written to, if one is given.
pub fn picture_file<'text>(arguments: &Arguments<'text>) -> Result<Option<Word<'text>>> {
    let Some(file) = arguments.words("FILE").next() else { return Ok(None) };
    if !file.text.to_ascii_lowercase().ends_with(".svg") {
        return Err(unknown_ending(file).hint("end the file's name in .svg"));
    }
    Ok(Some(file))
}

/// Writes a picture to a file, and says so.
pub fn write_picture(
    arguments: &Arguments<'_>,
    (command, file): (&'static str, Word<'_>),
    chart: &Chart,
    what: &str,
) -> Result<Report> {
    write_and_say(arguments, (command, file), &chart_svg(chart, None), what)
}

/// Reports the picture, or writes it to the file.
fn drawn(arguments: &Arguments<'_>, mut chart: Chart) -> Result<Report> {
    let range = |axis: &Axis| {
        let [from, to] = [axis.from, axis.to].map(|at| numbers::significant(at, DIGITS));
        format!("{} from {from} to {to}", axis.name)
    };
    let (across, up) = (range(&chart.x), range(&chart.y));
    let (x, y) = (&chart.x.name, &chart.y.name);
    let (title, what) = match &chart.heat {
        Some(Heat { name, .. }) => {
            (format!("{name} for {across} and {up}"), format!("{name} over {x} and {y}"))
        }
        None => (format!("{y} for {across}"), format!("{y} over {x}")),
    };
    chart.title = title;
    chart.data = Some(Rc::new(Plot));
    match picture_file(arguments)? {
        Some(file) => write_picture(arguments, ("plot", file), &chart, &what),
        None => Ok(Report::of("plot", Block::Chart(Box::new(chart)))),
    }
}

/// Draws the rows of a node over those of a column that it does not depend on: there is no curve.
fn rows_alone(
    session: &mut Session,
    arguments: &Arguments<'_>,
    word: Word<'_>,
    (column, range): (&Value, Option<(f64, f64)>),
) -> Result<Report> {
    let mut chart = Chart::default();
    let range = match range {
        Some(range) => range,
        None => range_of_rows(session, arguments, column)?,
    };
    set_axes(&mut chart, arguments, range);
    (chart.x.name, chart.y.name) = (session.names().call(column), word.text.to_owned());
    let (series, in_none) = groups::of_rows(session, arguments, word, column)?;
    chart.series = series;
    let mut report = drawn(arguments, chart)?;
    if let Some(by) = arguments.words("COLUMN").next().filter(|_| in_none > 0) {
        let rows = counted(in_none as u64, "row");
        report.notes.push(format!("{rows} in no group, as {} has a gap there", quoted(by.text)));
    }
    Ok(report)
}

/// Makes sure that no column is to tell groups apart where there is a curve.
fn must_not_tell_groups(arguments: &Arguments<'_>) -> Result<()> {
    let Some(by) = arguments.words("by").next() else { return Ok(()) };
    let message =
        "by marks groups of rows that are drawn without a curve, and there is a curve here";
    Err(Error::new(by.span, message).hint(
        "write :plot y x by g for rows; a model that uses g has a curve for each of its groups",
    ))
}

/// Returns the ends of the curve, if they are given.
pub(super) fn range(
    session: &mut Session,
    arguments: &Arguments<'_>,
) -> Result<Option<(f64, f64)>> {
    if !arguments.has("LO") {
        return Ok(None);
    }
    given_range(session, arguments, ["LO", "HI"]).map(Some)
}

/// Returns the ends of a range that these arguments give.
pub(super) fn given_range(
    session: &mut Session,
    arguments: &Arguments<'_>,
    [low, high]: [&str; 2],
) -> Result<(f64, f64)> {
    let (from, to) = (arguments.finite(session, low)?, arguments.finite(session, high)?);
    let is_logarithmic = arguments.has(if low == "FROM" { "logy" } else { "logx" });
    if is_logarithmic && from <= 0.0 {
        let message = format!("a logarithmic axis begins above 0, found {}", language::exact(from));
        return Err(Error::new(arguments.word(low)?.span, message));
    }
    if from < to {
        return Ok((from, to));
    }
    let (from, to) = (language::exact(from), language::exact(to));
    let message = format!("{low} must be below {high}, found {from} and {to}");
    Err(Error::new(arguments.word(low)?.span, message))
}

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
    let reach = [2.0, 5.0, 10.0, 20.0].map(|times| times * scale);
    let reach = reach.into_iter().find(|reach| *reach > at && at < LARGEST).unwrap_or(USUAL);
    (-reach.max(USUAL), reach.max(USUAL))
}

/// Returns the least and the greatest row of the column that moves.
fn range_of_rows(
    session: &mut Session,
    arguments: &Arguments<'_>,
    moves: &Value,
) -> Result<(f64, f64)> {
    let rows = session.all_rows(moves)?;
    let is_logarithmic = arguments.has("logx");
    let rows: Vec<f64> = rows.iter().copied().filter(|at| !is_logarithmic || *at > 0.0).collect();
    let Range { least, greatest } = Range::of(&rows);
    if least < greatest {
        return Ok((least, greatest));
    }
    let name = session.names().call(moves);
    let message = format!("LO is missing, and the rows of {name} are all alike");
    Err(arguments.usage_error(arguments.end(), message))
}
