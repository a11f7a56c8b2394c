//! `:fit`.

use super::detail;
use super::equation::{
    MOST_CALLED, Side, equation, leaves_to_move, with_new_leaves, with_undefined,
};
use super::estimate::{self, Response};
use super::no_fit;
use super::report::FitReport;
use super::starts::POOR;
use crate::command::syntax::Word;
use crate::command::{Argument, ArgumentKind, Arguments, Command, Group};
use crate::core::graph::{Operand, Value};
use crate::core::language::{Error, Result, Span, quoted};
use crate::core::session::Session;
use crate::parts::fit;
use crate::parts::formula::mentioned;
use crate::parts::rows::{LeftOut, row_filter};
use crate::report::{Block, Data, Ending, Paragraph, Report, and, counted, numbers};

pub const COMMANDS: &[Command] = &[Command {
    name: "fit",
    group: Group::Often,
    arguments: &[
        Argument::new(EQUATION, ArgumentKind::Equation),
        Argument::keyword("for"),
        Argument::leaf("NAME").following().repeated(),
        row_filter::WHERE,
        row_filter::CONDITION,
        row_filter::WITHOUT,
        row_filter::ROW,
        Argument::keyword("detail"),
    ],
    summary: "fit F to the rows of Y by least squares",
    details: "\
Starts Levenberg-Marquardt at the current values; unknown names in F become new leaves. \
Afterwards the leaves have ± and correlations, fit means F, and residual means Y - F. \
Uncertainties of Y weight the rows. Prints n, dof, s and SSR, or χ²/dof and p. :undo restores the \
leaves.",
    options: &[
        ("Y = F", "the data, one number a row, and the model"),
        ("for NAME…", "move only these leaves"),
        ("where CONDITION", "fit only the rows in which this is true"),
        ("without ROW…", "leave these rows out: 3 7, or 3:7"),
        ("detail", "also show 95 % intervals, R², correlations, start, rows left out"),
    ],
    examples: &[":fit y = m*t + k", ":fit y = m*t + k for k", ":fit y = m*t + k where t > 0"],
    run: fit,
    finds: true,
    ..Command::ROW
}];

/// The digits of a start.
const DIGITS_OF_START: usize = 6;
/// The name of the argument.
const EQUATION: &str = "Y = F";

fn fit(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let word = arguments.word(EQUATION)?;
    let hint = "the data go on the left, the model on the right: :fit y = m*x + c";
    let sides = equation(&word).map_err(|error| match error.advice() {
        Some(_) => error.hint(hint),
        None => error,
    })?;
    let [y, model] = &sides;
    must_not_use_fit(session, y)?;
    let trees = [(&model.tree, model.word.span)];
    with_new_leaves(session, arguments, trees, |session, made| {
        fit_to(session, arguments, (word, &sides), &made)
    })
}

/// Makes sure that the data do not use the last fit, as `residual` is bound by their text.
fn must_not_use_fit(session: &Session, y: &Side<'_>) -> Result<()> {
    if !mentioned(session, &y.tree).iter().any(|name| name == "fit") {
        return Ok(());
    }
    Err(Error::new(y.place(), "fit changes its meaning after this fit")
        .hint("give it a name first: before = fit"))
}

/// An equation of a fit.
struct Equation<'text> {
    response: Response,
    /// The place of the data.
    y_place: Span,
    /// The model as typed, and its place.
    model: (&'text str, Span),
}

impl<'text> Equation<'text> {
    fn of(
        session: &mut Session,
        word: Word<'text>,
        [left, right]: &[Side<'text>; 2],
    ) -> Result<Equation<'text>> {
        let (y, y_text) = (left.operand(session)?, left.word.text);
        let Some(y) = y.value().filter(|y| y.is_per_row()).cloned() else {
            let message = format!("{} is one number; a fit needs rows", quoted(y_text));
            return Err(Error::new(left.place(), message)
                .hint("make it a column: y = [1.1, 2.9, 5.2]; for an equation, use :solve"));
        };
        let (model, model_text) = (right.operand(session)?, right.word.text);
        row_filter::must_be_numbers(&y, (y_text, left.place()))?;
        if let Some(model) = model.value() {
            row_filter::must_be_numbers(model, (model_text, right.place()))?;
        }
        if let (Some(rows), Some(theirs)) = (y.rows(), model.rows())
            && rows != theirs
        {
            let [y, model] = [y_text, model_text].map(quoted);
            let rows = counted(rows as u64, "row");
            return Err(Error::new(right.place(), format!("{y} has {rows}, {model} has {theirs}")));
        }
        if model.value().is_some_and(|model| session.order_of(model).contains(&y)) {
            let message = format!("{} is on both sides", quoted(y_text));
            return Err(
                Error::new(right.place(), message).hint("the model must not contain the data")
            );
        }
        let is_data =
            |side: &Operand| side.value().is_some_and(|it| it.is_leaf() && it.is_per_row());
        if is_data(&model) && !y.is_leaf() {
            let message = format!("{} is a column without parameters", quoted(model_text));
            return Err(Error::new(right.place(), message)
                .hint(format!("the data go on the left: :fit {model_text} = {y_text}")));
        }
        let (y_place, y_text) = (left.place(), y_text.to_owned());
        let (left_out, new) = (Vec::new(), Vec::new());
        let response = Response { y, y_text, model, left_out, new, place: word.span };
        Ok(Equation { response, y_place, model: (model_text, right.place()) })
    }

    /// Makes sure that the data depend on no leaf that moves.
    fn must_have_data(&self, session: &mut Session, leaves: &[Value]) -> Result<()> {
        let order = session.order_of(&self.response.y);
        let shared = leaves.iter().find(|leaf| order.contains(leaf)).cloned();
        let Some(shared) = shared else { return Ok(()) };
        let name = session.names().call(&shared);
        let y = quoted(&self.response.y_text);
        let message = format!("{y} depends on {name}, a parameter of the fit");
        Err(Error::new(self.y_place, message)
            .hint(format!("move {name} to the other side, or :freeze {name}")))
    }
}

/// The command of these arguments, without words that change only what it prints.
fn command(arguments: &Arguments<'_>, [y, model]: [&str; 2]) -> String {
    let mut command = format!(":fit {y} = {model}");
    for (keyword, name) in [("for", "NAME"), ("where", "CONDITION"), ("without", "ROW")] {
        if arguments.has(keyword) {
            let words = arguments.words(name).map(|word| word.text);
            command =
                [command.as_str(), keyword].into_iter().chain(words).collect::<Vec<_>>().join(" ");
        }
    }
    command
}

/// Fits. Leaves that are `new` have no start of the user's.
fn fit_to(
    session: &mut Session,
    arguments: &Arguments<'_>,
    (word, sides): (Word<'_>, &[Side<'_>; 2]),
    new: &[Value],
) -> Result<Report> {
    let mut equation = Equation::of(session, word, sides)?;
    let (model_text, place) = equation.model;
    let Response { y, model, y_text, .. } = &equation.response;
    let leaves =
        leaves_to_move(session, std::slice::from_ref(model), arguments, (place, model_text))?;
    equation.must_have_data(session, &leaves)?;
    let left_out = LeftOut::of(session, arguments, (y, y_text), model)?;
    let exact = taken_as_exact(uncertain(session, model, &leaves));
    (equation.response.left_out, equation.response.new) = (left_out.rows(), new.to_vec());
    let response = &equation.response;
    let rows = left_out.count() - response.left_out.len();
    if leaves.len() > rows {
        let parameters = counted(leaves.len() as u64, "parameter");
        let others = match response.left_out.len() {
            0 => String::new(),
            others => format!(", {others} left out"),
        };
        let message = format!("{parameters} for {}{others}", counted(rows as u64, "row"));
        let last = leaves.last().map(|leaf| session.names().call(leaf)).unwrap_or_default();
        let hint = format!("fix one first: {}", no_fit::freeze(&last, response));
        return Err(Error::new(place, message).hint(hint));
    }
    let fit = estimate::fit(session, response, &leaves)?;
    let typed = [response.y_text.as_str(), model_text];
    fit::bind_fit(session, &fit, &leaves, response, (typed, command(arguments, typed)))?;
    let in_detail = arguments.has("detail");
    let mut notes: Vec<String> = left_out.notes().collect();
    notes.extend(exact.filter(|_| fit.parameters.iter().any(|it| it.leaf.u.is_some())));
    notes.extend(fit.condition.map(|condition| {
        let moved = leaves.iter().map(|leaf| session.names().call(leaf)).collect();
        format!(
            "{} are nearly collinear (condition number {condition:.0e}): rounding errors affect \
             them",
            and(moved, MOST_CALLED)
        )
    }));
    let next = fit.end.next();
    if !fit.end.is_success() {
        let again = if fit.end == Ending::Falling && new.is_empty() {
            "; :fit again continues"
        } else {
            ""
        };
        notes.push(format!("{}; no ±{again}", sentence(&fit)));
    }
    let mut blocks = blocks(&fit, session.settings().digits, in_detail);
    blocks.extend(
        left_out
            .list()
            .filter(|_| in_detail)
            .map(|text| Paragraph::new(format!("  left out: {text}")).wrapped(4)),
    );
    let has_failed = !fit.end.is_success();
    let data = vec![Data::of(fit)];
    let report = Report { kind: "fit", blocks, data, notes, next, ..Report::default() };
    Ok(if has_failed { with_undefined(session, report, new, true) } else { report })
}

/// The parameters and figures of a fit.
fn blocks(fit: &FitReport, digits: Option<usize>, in_detail: bool) -> Vec<Block> {
    let table = {
        let leaves = fit.parameters.iter().map(|it| &it.leaf);
        detail::estimates(leaves, &fit.correlations, digits, |data| numbers::answer(data, digits))
    };
    let mut lines = vec![fit.figures()];
    if fit.end.is_success() && in_detail && !fit.is_linear {
        lines.push(sentence(fit));
    }
    if let Some(part) = fit.r_squared.filter(|it| *it < POOR && !fit.is_linear) {
        lines.push(format!("the model explains {:.0} % of the variance", 100.0 * part.max(0.0)));
    }
    let line = |text: String| Paragraph::new(format!("  {text}")).wrapped(4);
    let mut blocks = vec![Block::Table(table)];
    blocks.extend(lines.into_iter().map(line));
    if in_detail {
        blocks.push(line(start(fit)));
        let intervals = detail::intervals(&fit.parameters, digits);
        blocks.extend(intervals.map(|it| it.wrapped(4)));
        blocks.extend(fit.more_figures().map(line));
        blocks.extend(detail::correlations(&fit.parameters, &fit.correlations));
    }
    blocks
}

fn sentence(fit: &FitReport) -> String {
    fit.end.sentence(fit.steps, "the sum of squares")
}

/// `start: A = T = B = 1`
fn start(fit: &FitReport) -> String {
    let mut groups: Vec<(String, f64)> = Vec::new();
    for (leaf, start) in fit.parameters.iter().zip(&fit.start) {
        match groups.last_mut() {
            Some((names, number)) if number == start => *names += &format!(" = {}", leaf.leaf.name),
            _ => groups.push((leaf.leaf.name.clone(), *start)),
        }
    }
    let of = |(names, number): &(String, f64)| {
        format!("{names} = {}", numbers::significant(*number, DIGITS_OF_START))
    };
    format!("start: {}", groups.iter().map(of).collect::<Vec<_>>().join(", "))
}

/// The leaves of a model with uncertainties that a fit does not use.
fn uncertain(session: &mut Session, model: &Operand, moving: &[Value]) -> Vec<String> {
    let Some(root) = model.value() else { return Vec::new() };
    let leaves: Vec<Value> = session.order_of(root).leaves().cloned().collect();
    let is_meant = |leaf: &&Value| {
        let is_uncertain = if leaf.is_per_row() {
            session.uncertainties_of_column(leaf).is_some()
        } else {
            session.uncertainty_of_leaf(leaf).is_some()
        };
        is_uncertain && !moving.contains(leaf)
    };
    leaves.iter().filter(is_meant).map(|leaf| session.names().call(leaf)).collect()
}

/// The note on uncertainties that the fit does not use.
fn taken_as_exact(names: Vec<String>) -> Option<String> {
    let said = |names| format!("the ± of the leaves does not include the ± of {names}");
    (!names.is_empty()).then(|| said(and(names, MOST_CALLED)))
}
