//! `:plot`: the curve of a function, or of a node by one leaf.

use super::curve::{self, Curve, Shown};
use super::data::{self, Among};
use super::groups::{drawn_each, groups_of, rows_of_each};
use super::{sampling, surface};
use crate::command::syntax::Word;
use crate::command::{
    Argument, ArgumentKind, Arguments, Command, Group, unknown_ending, write_and_say,
};
use crate::core::graph::Value;
use crate::core::language::{self, Error, Result, quoted};
use crate::core::session::Session;
use crate::parts::rows;
use crate::render::chart_svg;
use crate::report::{Block, ChartData, Plot, Range, Report, Tangent, counted};

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
:plot f -5 5 draws a function of one argument, yours or an operation, and :plot sin(x), cos(x) -3 3 several curves; :plot L a -5 5 draws L as \
the leaf a moves from -5 to 5 and everything else stays, with the present point and its tangent. \
A computed NAME is supposed to be a leaf of that value. \
Without LO and HI that is the range, or a wider one where the leaf lies beyond. The name that \
moves needs no value: :plot x^2 x -1 1. Of a column the row in view moves, and the \
rows are drawn beside its curve; without LO and HI :plot y x draws the rows of y over those of x, and :plot y = F x 0 9 draws them beside the curve of F by the column x, \
as after :fit y = F, with the 95 % band of the curve and that of another measurement where leaves are uncertain; \
without LO and HI a column moves as far as its rows go. Where F uses a column of text, each text has its curve, rows and \
band. :plot residuals x draws the residuals of the last :fit, \
with lines two standard deviations from 0. Rows with a gap are left \
out; those that where CONDITION or without ROW… leaves out, as in :fit, are faint. :plot y x by g draws the rows of \
each group that a column g tells apart by a mark of their own. With logx or logy an axis is logarithmic. Over two names, \
:plot score x1 -2 3 x2 -2 2 by y draws shades, the line where score is 0, and the rows of \
x1 and x2, marked by the sign of y. The session does not change. A FILE that ends in .svg receives \
the picture; an existing one is replaced only by :plot!.",
    example: ":plot L a -5 5",
    run: plot,
    ..Command::ROW
}];

/// The number of values of a curve: eight for each of the 60 columns of a picture on a terminal,
/// and one for the end.
pub(super) const VALUES: usize = 481;

fn plot(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    if arguments.has("Y") {
        return surface::draw(session, arguments);
    }
    if arguments.words("F").nth(1).is_some() {
        return several(session, arguments);
    }
    let whole = arguments.word("F")?;
    if let Some(plot) = data::of_residuals(session, arguments, whole)? {
        must_not_tell_groups(arguments)?;
        let file = picture_file(arguments)?;
        return drawn(arguments, ChartData::Curve(Box::new(plot)), file);
    }
    let (observed, first) = match whole.sides() {
        Some([observed, model]) => {
            whole.equation()?;
            (Some(observed), model)
        }
        None => (None, whole),
    };
    let file = picture_file(arguments)?;
    let range = range(session, arguments)?;
    let mut curve = match curve::shown(session, arguments, first, (observed, range))? {
        Shown::Curve(curve) => *curve,
        Shown::Rows(over) => return rows_alone(session, arguments, first, &over, (range, file)),
    };
    must_not_tell_groups(arguments)?;
    let groups = match observed {
        Some(_) => groups_of(session, &curve.root),
        None => Vec::new(),
    };
    if let Some(observed) = observed {
        of_model(session, arguments, &mut curve, (first, observed), groups.is_empty())?;
    }
    if curve.plot.observed.is_none() {
        rows::must_not_be_given(arguments)?;
    }
    let plot = &mut curve.plot;
    plot.logarithmic = logarithmic(arguments);
    (plot.from, plot.to) = match range {
        Some(range) => range,
        None if curve.leaf.is_per_row() => range_of_rows(session, arguments, &curve.leaf)?,
        None => usual_range(plot.present.as_ref(), plot.logarithmic),
    };
    if let Some(column) = curve.leaf.as_column() {
        plot.axis = column.categories().clone();
    }
    if let Some(observed) = observed.filter(|_| !groups.is_empty()) {
        let nodes = (&curve.root, &curve.leaf);
        plot.groups = drawn_each(session, arguments, (observed, &groups), nodes, plot)?;
        (plot.values, plot.observed) = (Vec::new(), None);
        return drawn(arguments, ChartData::Curve(Box::new(curve.plot)), file);
    }
    let places = plot.axis().places(VALUES);
    plot.values = sampling::sample(session, &curve.root, &curve.leaf, places.into_iter())
        .map_err(|error| error.at(first.span))?;
    if let Some(observed) = observed {
        plot.band = data::band(
            session,
            arguments,
            observed,
            (&curve.root, &curve.leaf, &curve.root),
            plot,
        )?;
    }
    if !plot.values.iter().any(|value| value.is_finite()) {
        let message = format!("{} is not finite anywhere in that range", plot.follows);
        return Err(Error::new(first.span, message).hint("try another range"));
    }
    drawn(arguments, ChartData::Curve(Box::new(curve.plot)), file)
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
    let (range, file) = (range(session, arguments)?, picture_file(arguments)?);
    let follows: Vec<&str> = words.iter().map(|word| word.text).collect();
    let mut plot = Plot {
        follows: follows.join(", "),
        logarithmic: logarithmic(arguments),
        ..Plot::default()
    };
    for word in words {
        if word.sides().is_some() {
            let message = "a curve beside rows is drawn alone";
            return Err(Error::new(word.span, message).hint("leave out the other curves"));
        }
        let of_rows = || Error::new(word.span, "rows are drawn alone");
        let Shown::Curve(curve) = curve::shown(session, arguments, word, (None, range))? else {
            return Err(of_rows());
        };
        if curve.plot.observed.is_some() {
            return Err(of_rows());
        }
        if plot.groups.is_empty() {
            (plot.from, plot.to) =
                range.unwrap_or_else(|| usual_range(curve.plot.present.as_ref(), plot.logarithmic));
            plot.moves.clone_from(&curve.plot.moves);
        } else if plot.moves != curve.plot.moves {
            let message = format!(
                "{} follows {}, and the curve before it {}",
                quoted(word.text),
                curve.plot.moves,
                plot.moves
            );
            return Err(Error::new(word.span, message).hint("curves over one axis follow one name"));
        }
        let places = plot.axis().places(VALUES);
        let values = sampling::sample(session, &curve.root, &curve.leaf, places.into_iter())
            .map_err(|error| error.at(word.span))?;
        let follows = curve.plot.follows;
        let own = Plot { follows, values, groups: Vec::new(), ..plot.clone() };
        plot.groups.push(own);
    }
    drawn(arguments, ChartData::Curve(Box::new(plot)), file)
}

/// Whether the axes are logarithmic.
fn logarithmic(arguments: &Arguments<'_>) -> [bool; 2] {
    ["logx", "logy"].map(|keyword| arguments.has(keyword))
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
    data: &ChartData,
    what: &str,
) -> Result<Report> {
    write_and_say(arguments, (command, file), &chart_svg(&data.chart(), None), what)
}

/// Reports the picture, or writes it to the file.
pub(super) fn drawn(
    arguments: &Arguments<'_>,
    data: ChartData,
    file: Option<Word<'_>>,
) -> Result<Report> {
    let Some(file) = file else { return Ok(Report::of("plot", Block::Chart(data))) };
    let what = match &data {
        ChartData::Surface(it) => format!("{} over {} and {}", it.follows, it.x.name, it.y.name),
        ChartData::Curve(it) => format!("{} over {}", it.follows, it.moves),
        ChartData::Runs(it) => it.root.clone(),
    };
    write_picture(arguments, ("plot", file), &data, &what)
}

/// Draws the rows of a node over those of a column that it does not depend on: there is no curve.
fn rows_alone(
    session: &mut Session,
    arguments: &Arguments<'_>,
    word: Word<'_>,
    column: &Value,
    (range, file): (Option<(f64, f64)>, Option<Word<'_>>),
) -> Result<Report> {
    let (from, to) = match range {
        Some(range) => range,
        None => range_of_rows(session, arguments, column)?,
    };
    let (moves, follows) = (session.names().call(column), word.text.to_owned());
    let axis = column.categories().cloned().unwrap_or_default();
    let logarithmic = logarithmic(arguments);
    let mut plot = Plot { moves, follows, from, to, axis, logarithmic, ..Plot::default() };
    let Some(by) = arguments.words("COLUMN").next() else {
        let rows = data::rows_of(session, arguments, (word, Among::All), (column, None))?;
        plot.observed = Some(rows);
        return drawn(arguments, ChartData::Curve(Box::new(plot)), file);
    };
    let (groups, in_none) = rows_of_each(session, arguments, (word, by), column, &plot)?;
    plot.groups = groups;
    let mut report = drawn(arguments, ChartData::Curve(Box::new(plot)), file)?;
    let rows = counted(in_none as u64, "row");
    let note = format!("{rows} in no group, as {} has a gap there", quoted(by.text));
    report.notes.extend((in_none > 0).then_some(note));
    Ok(report)
}

/// Makes a curve that of a model of all rows, with the rows that it is to be near.
fn of_model(
    session: &mut Session,
    arguments: &Arguments<'_>,
    curve: &mut Curve,
    (model, observed): (Word<'_>, Word<'_>),
    is_of_group_in_view: bool,
) -> Result<()> {
    curve.plot.follows = model.text.to_owned();
    curve.plot.moves = session.names().call(&curve.leaf);
    let among = (observed, Among::InView(&curve.root));
    let over = (&curve.leaf, Some(&curve.root));
    curve.plot.observed = Some(data::rows_of(session, arguments, among, over)?);
    curve.plot.present = None;
    let group = data::group_in_view(session, &curve.root).filter(|_| is_of_group_in_view);
    curve.plot.follows.extend(group.map(|group| format!(" where {group}")));
    Ok(())
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
    let is_logarithmic = logarithmic(arguments)[usize::from(low == "FROM")];
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
fn usual_range(present: Option<&Tangent>, [is_logarithmic, _]: [bool; 2]) -> (f64, f64) {
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
    let is_logarithmic = logarithmic(arguments)[0];
    let rows: Vec<f64> = rows.iter().copied().filter(|at| !is_logarithmic || *at > 0.0).collect();
    let Range { least, greatest } = Range::of(&rows);
    if least < greatest {
        return Ok((least, greatest));
    }
    let name = session.names().call(moves);
    let message = format!("LO is missing, and the rows of {name} are all alike");
    Err(arguments.usage_error(arguments.end(), message))
}
