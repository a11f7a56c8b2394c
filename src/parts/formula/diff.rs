//! `:diff`: a derivative as a formula.

use super::variable::{Subject, is_name, mentioned, of_several, supposing, with_only_leaf};
use super::{Atom, Formula, textbook_text_of};
use crate::command::syntax::Word;
use crate::command::{Argument, Arguments, Command, notes, rows_as_text};
use crate::core::graph::{Operand, Order, Value};
use crate::core::language::{Result, parse_expression};
use crate::core::session::{ANSWER, Assigned, Session, is_free};
use crate::render::{ELLIPSIS, clipped_to, width};
use crate::report::{
    Data, Facts, NumberStyle, Paragraph, Report, Role, exact_json, number_among, numbers,
};

pub const COMMANDS: &[Command] = &[Command {
    name: "diff",
    arguments: &[
        Argument::node("ROOT"),
        Argument::node("NAME").optional(),
        Argument::keyword("nodes"),
    ],
    summary: "differentiate ROOT by NAME; the formula becomes _",
    details: "\
The formula is an ordinary node, for :grad _ or :diff _ a. Inside an expression, write g = \
diff(L, a), or f'(3). Names need no values. If a derivative is a convention, the formula may be \
nan there.",
    options: &[
        ("ROOT", "a node, a formula, or a function of one argument"),
        ("NAME", "can be omitted if ROOT depends on only one"),
        ("nodes", "show inner nodes by their names"),
    ],
    examples: &[":diff L a", ":diff x^2 x", ":diff f"],
    run: diff,
    finds: true,
    ..Command::ROW
}];

/// The atoms after which a formula is cut short.
const MOST_ATOMS: usize = 400;

/// The atoms up to which a formula is written over leaves: a few lines.
const FEW_ATOMS: usize = 60;

/// The width to which formulas are clipped: a few lines of a terminal.
const WIDEST: usize = 400;

fn diff(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let root = arguments.word("ROOT")?;
    let by_nodes = arguments.has("nodes");
    let given = arguments.words("NAME").next();
    match Subject::of(session, root, given)? {
        Subject::Function { parameters, by } => {
            let by = by.ok_or_else(|| of_several(root, parameters.clone(), "diff"))?;
            let name = root.text;
            let call = format!("{name}({})", parameters.join(", "));
            let title = match parameters.as_slice() {
                [_] => format!("{name}'({by})"),
                _ => format!("d{name}/d{by}"),
            };
            let words = (root.renamed(&call), root.renamed(&by));
            without_value(session, words, title, by_nodes).map_err(|error| error.at(root.span))
        }
        Subject::Formula { by, .. } => {
            let by = given.unwrap_or_else(|| root.renamed(&by));
            without_value(session, (root, by), title(root, by), by_nodes)
        }
        Subject::Node if let Some(by) = given => of_node(session, root, by, by_nodes),
        Subject::Node => {
            let (_, leaf) = with_only_leaf(session, root, "diff")?;
            let name = session.names().call(&leaf);
            of_node(session, root, root.renamed(&name), by_nodes)
        }
    }
}

/// Returns the derivative of an expression whose names have no values.
fn without_value(
    session: &mut Session,
    (root, by): (Word<'_>, Word<'_>),
    title: String,
    by_nodes: bool,
) -> Result<Report> {
    let mut free = mentioned(session, &root.expression()?);
    free.retain(|name| is_free(session, name));
    free.insert(by.text.to_owned());
    supposing(session, free, |session| {
        let assigned = differentiate(session, root, by)?;
        let formula = formula(session, &assigned.value, None, by_nodes);
        report(session, title, formula, None)
    })
}

/// Returns the derivative of a node, which becomes the answer.
fn of_node(session: &mut Session, root: Word<'_>, by: Word<'_>, by_nodes: bool) -> Result<Report> {
    let by_value = session.find(by.text, by.span).ok();
    let Assigned { value, built, .. } = differentiate(session, root, by)?;
    let formula = formula(session, &value, by_value.as_ref(), by_nodes);
    let mut report = report(session, title(root, by), formula, Some(&value))?;
    if let Some(found) = &built.non_finite {
        report.notes.push(notes::non_finite(session, found));
    }
    let single_point = built.single_point.as_ref();
    report.notes.extend(single_point.and_then(|it| notes::single_point(session, it)));
    Ok(report)
}

/// `dL/da`; `d/da` for an unnamed root.
fn title(root: Word<'_>, by: Word<'_>) -> String {
    let root = if is_name(root) { root.text } else { "" };
    format!("d{root}/d{}", by.text)
}

/// Binds the answer to `diff(root, by)`.
fn differentiate(session: &mut Session, root: Word<'_>, by: Word<'_>) -> Result<Assigned> {
    // Words keep their places, so that errors point at them.
    let mut text = "diff(".to_owned();
    for (word, after) in [(root, ','), (by, ')')] {
        let place = word.span.start as usize;
        word.expression()?;
        text.push_str(&" ".repeat(place.saturating_sub(text.len())));
        text.push_str(word.text);
        text.push(after);
    }
    let tree = parse_expression(&text)?;
    session.evaluate(&tree).map_err(|error| {
        let is_of_word = error.span().start >= root.span.start;
        if is_of_word { error } else { error.at(by.span) }
    })
}

/// `dL/da = b * f = 6`; without the value if the names have none.
fn report(
    session: &mut Session,
    title: String,
    formula: Formula,
    value: Option<&Value>,
) -> Result<Report> {
    let (digits, names) = (session.settings().digits, session.shared_pass().1);
    let text = |number: &dyn Fn(f64) -> String| {
        let number = |value| number_among(&names, value, number);
        textbook_text_of(&formula.atoms, |node| names.call(node), number)
    };
    let mut facts = Facts::new();
    facts.extend(value.map(|_| ("name".to_owned(), ANSWER.into())));
    facts.insert("derivative".to_owned(), title.as_str().into());
    facts.insert("expression".to_owned(), text(&numbers::exact).into());
    let mut line = Paragraph::styled(title, Role::Title);
    let text = text(&|number| numbers::answer(number, None));
    let is_cut = formula.is_cut() || width(&text) > WIDEST;
    let rows = value.filter(|value| value.is_per_row());
    let rows = rows.map(|value| rows_as_text(session, value)).transpose()?;
    let data = value.filter(|value| !value.is_per_row()).map(|value| {
        let (data, u) = (value.data(), session.uncertainty(value));
        facts.insert("data".to_owned(), exact_json(data));
        facts.extend(u.map(|u| ("u".to_owned(), exact_json(u))));
        let role = numbers::role(NumberStyle::Answer.of(data));
        (numbers::with_uncertainty(data, u, digits), role)
    });
    if data.as_ref().is_none_or(|(data, _)| *data != text) {
        line = line.text(" = ").text(clipped_to(text, WIDEST, ELLIPSIS));
    }
    if let Some((data, role)) = data {
        line = line.text(" = ").role(data, role);
    }
    if let Some((rows, answer)) = rows {
        line = line.text(" = ").then(rows);
        facts.extend(answer.facts().into_iter().filter(|(key, _)| key != "name"));
    }
    let mut report = Report::of("diff", line.line());
    if is_cut {
        let hint = value.map_or("", |_| "; :grad _ shows it node by node");
        let text = format!("too long to print in full{hint}");
        report.blocks.push(Paragraph::styled(text, Role::Faint).line());
    }
    Ok(report.with_data(Data::of(facts)))
}

/// Returns the formula of the answer: over leaves and named nodes if short, else over inner nodes.
fn formula(session: &Session, value: &Value, by: Option<&Value>, by_nodes: bool) -> Formula {
    let names = session.shared_pass().1;
    let is_answer = |value: &Value| names.is_answers(value);
    if value.is_leaf() && is_answer(value) {
        return Formula { atoms: vec![Atom::Number(value.data())] };
    }
    let is_inner = |value: &Value| {
        is_answer(value) || value.label().part > 0 && !by.is_some_and(|by| by.is(value))
    };
    let (result, order) = (Operand::Value(value.clone()), Order::of([value]));
    let is_used_once =
        |node: &Value| order.number_of(node).is_none_or(|number| order.uses(number).len() < 2);
    let over_nodes = Formula::of(&result, |node| is_answer(node) && is_used_once(node), MOST_ATOMS);
    if by_nodes {
        return over_nodes;
    }
    let over_leaves = Formula::of(&result, is_inner, MOST_ATOMS);
    let tidy = |formula: Formula| formula.as_in_a_textbook().unwrap_or(formula);
    match tidy(over_leaves) {
        short if !short.is_cut() && short.atoms.len() <= FEW_ATOMS => short,
        _ => tidy(over_nodes),
    }
}
