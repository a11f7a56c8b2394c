//! `:diff`: a derivative as a formula.

use super::report::Derivative;
use super::variable::{Subject, is_name, mentioned, supposing, with_only_leaf};
use crate::command::syntax::Word;
use crate::command::{Argument, Arguments, Command, Group, notes};
use crate::core::graph::{Operand, Value};
use crate::core::language::{Error, Result, Span, parse_expression, quoted};
use crate::core::session::{ANSWER, Assigned, Session, is_free};
use crate::parts::formula::{Atom, Formula};
use crate::render::{ELLIPSIS, clipped_to, width};
use crate::report::{Data, NumberStyle, Paragraph, Report, Role, and, leaves, numbers};

pub const COMMANDS: &[Command] = &[Command {
    name: "diff",
    aliases: &[],
    group: Group::Pictures,
    arguments: &[
        Argument::node("ROOT"),
        Argument::node("NAME").optional(),
        Argument::keyword("nodes"),
    ],
    summary: "the derivative of ROOT by NAME as a formula, which becomes _",
    details: "\
The formula is built from the operations' own derivatives (:help tanh shows one), with constants \
folded and 0 and 1 removed. It is an ordinary node: :grad _ and :diff _ a go on from it. Inside an \
expression write g = diff(L, a). Names need no values for it: :diff x^2 x, and :diff f for a \
function f of one argument, whose derivative at 3 is f'(3). NAME may be left out where there is \
only one. Inner nodes are written out while the formula stays short; nodes at the end asks for \
their names. Where a derivative is a convention, like that of x^p by p at x = 0, the formula may \
be nan.",
    example: ":diff L a",
    run: diff,
}];

/// The number of atoms after which a formula is cut short.
const MOST_ATOMS: usize = 400;

/// The number of atoms up to which a formula is written over leaves: a few lines.
const FEW_ATOMS: usize = 60;

fn diff(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let root = arguments.word("ROOT")?;
    let by_nodes = arguments.has("nodes");
    let given = arguments.words("NAME").next();
    let subject = Subject::of(session, root, given)?;
    let only = match &subject {
        Subject::Function { parameters, by: Some(by) } => {
            return of_function(session, root, parameters, by, by_nodes);
        }
        Subject::Function { parameters, by: None } => {
            return Err(of_several(root, parameters));
        }
        Subject::Formula { by, .. } => by.clone(),
        Subject::Node if given.is_some() => String::new(),
        Subject::Node => {
            let (_, leaf) = with_only_leaf(session, root, "diff")?;
            session.names().call(&leaf)
        }
    };
    let by = given.unwrap_or_else(|| root.renamed(&only));
    let title = match (is_name(root), is_name(by)) {
        (true, true) => format!("d{}/d{}", root.text, by.text),
        _ => format!("d/d{}", by.text),
    };
    if let Subject::Formula { free, .. } = subject {
        return supposing(session, free, |session| {
            let assigned = differentiate(session, root, by)?;
            Ok(without_value(session, &assigned, title, by_nodes))
        });
    }
    if let Some(members) = session.leaves_of_network(by.text) {
        let (network, root) = (quoted(by.text), quoted(root.text));
        let first = members.first().map_or_else(String::new, |it| session.names().call(it));
        let leaves = leaves(members.len());
        let message = format!("{network} stands for {leaves}, and a formula is by one");
        let hint =
            format!("by one of them: :diff {root} {first}; all grads: :grad {root} {network}");
        return Err(Error::new(by.span, message).hint(hint));
    }
    let by_value = session.find(by.text, by.span).ok();
    let assigned = differentiate(session, root, by)?;
    let data = assigned.value.data();
    let u = session.uncertainty(&assigned.value);
    let (name, data) = (Some(ANSWER.to_owned()), Some(data));
    let formula = formula(session, &assigned.value, by_value.as_ref(), by_nodes);
    let shown = Derivative { name, title, data, u, ..formula };
    let mut report = reported(shown, session.settings().digits);
    if let Some(found) = &assigned.built.non_finite {
        report.notes.push(notes::non_finite(session, found));
    }
    Ok(report)
}

/// The error for a function of several arguments of which none is chosen.
fn of_several(word: Word<'_>, parameters: &[String]) -> Error {
    let first = parameters.first().map_or("x", String::as_str);
    let hint = format!("choose one: :diff {} {first}", quoted(word.text));
    let written = format!("{}({})", word.text, parameters.join(", "));
    let message = format!("{written} depends on {}", and(parameters.to_vec(), 5));
    Error::new(word.span, message).hint(hint)
}

/// Returns the derivative of a function by a parameter.
fn of_function(
    session: &mut Session,
    word: Word<'_>,
    parameters: &[String],
    parameter: &str,
    by_nodes: bool,
) -> Result<Report> {
    let name = word.text;
    let call = format!("{name}({})", parameters.join(", "));
    let title = match parameters {
        [_] => format!("{name}'({parameter})"),
        _ => format!("d{name}/d{parameter}"),
    };
    let tree = parse_expression(&call)?;
    let mut free = mentioned(session, &tree);
    free.retain(|name| is_free(session, name));
    free.insert(parameter.to_owned());
    let text = format!("diff({call}, {parameter})");
    let tree = parse_expression(&text)?;
    supposing(session, free, |session| {
        let assigned = session.evaluate(&tree).map_err(|error| error.at(word.span))?;
        Ok(without_value(session, &assigned, title, by_nodes))
    })
}

/// The width to which formulas are clipped: a few lines of a terminal.
const WIDEST: usize = 400;

/// `dL/da = b * f = 6`
fn reported(formula: Derivative, digits: Option<usize>) -> Report {
    let text = formula.text(|number| numbers::answer(number, None));
    let is_cut = formula.is_cut || width(&text) > WIDEST;
    let mut line = Paragraph::styled(formula.title.as_str(), Role::Title).text(" = ");
    let data = formula.data.map(|data| {
        let text = match formula.u {
            None => numbers::answer(data, digits),
            Some(u) => numbers::with_uncertainty(data, u, digits),
        };
        (text, numbers::role(NumberStyle::Answer.of(data)))
    });
    let is_number = data.as_ref().is_some_and(|(data, _)| *data == text);
    if !is_number {
        line = line.text(clipped_to(text, WIDEST, ELLIPSIS));
    }
    if let Some((data, role)) = data {
        line = line.text(if is_number { "" } else { " = " }).role(data, role);
    }
    let mut report = Report::of("diff", line.line());
    if is_cut {
        report.blocks.push(Paragraph::styled(formula.too_long(), Role::Faint).line());
    }
    report.with_data(Data::of(formula))
}

/// Returns a formula of names that have no values.
fn without_value(session: &Session, assigned: &Assigned, title: String, by_nodes: bool) -> Report {
    let formula = formula(session, &assigned.value, None, by_nodes);
    reported(Derivative { title, ..formula }, session.settings().digits)
}

/// Returns the formula of the derivative that the answer has been bound to.
///
/// It is written over leaves and named nodes while it is short, else over inner nodes, too.
fn formula(session: &Session, value: &Value, by: Option<&Value>, by_nodes: bool) -> Derivative {
    let names = session.shared_pass().1;
    let is_answer = |value: &Value| names.is_answers(value);
    let is_inner = |value: &Value| {
        is_answer(value) || value.label().part > 0 && !by.is_some_and(|by| by.is(value))
    };
    let result = Operand::Value(value.clone());
    let short = Formula::over_leaves(&result, is_inner, FEW_ATOMS).filter(|_| !by_nodes);
    let whole = short.unwrap_or_else(|| Formula::of(&result, is_answer, MOST_ATOMS));
    let tidy = whole.as_in_a_textbook().filter(|_| !by_nodes);
    let Formula { mut atoms, is_cut } = tidy.unwrap_or(whole);
    if value.is_leaf() && is_answer(value) {
        // A new leaf under the answer is the number itself.
        atoms = vec![Atom::Number(value.data())];
    }
    Derivative { name: None, title: String::new(), atoms, names, is_cut, data: None, u: None }
}

/// Binds the answer to `diff(root, by)`.
fn differentiate(session: &mut Session, root: Word<'_>, by: Word<'_>) -> Result<Assigned> {
    for word in [root, by] {
        parse_expression(word.text).map_err(|error| error.moved(word.span.start as usize))?;
    }
    let text = format!("diff({}, {})", root.text, by.text);
    let tree = parse_expression(&text)?;
    // Maps spans in that text back to the two words as typed.
    let (first, second) = ("diff(".len(), "diff(, ".len() + root.text.len());
    session.evaluate(&tree).map_err(|error| {
        let at = error.span().start as usize;
        let typed = |word: Word<'_>, from: usize| {
            let end = (error.span().end as usize).saturating_sub(from);
            Span::new(at - from, end.min(word.text.len())).moved(word.span.start as usize)
        };
        let span = match at {
            _ if at >= second => typed(by, second),
            _ if at >= first => typed(root, first),
            _ => by.span,
        };
        error.at(span)
    })
}
