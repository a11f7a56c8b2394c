//! `:vars` and `:del`.

use super::set::{uncertainty, uncertainty_columns};
use super::{Argument, ArgumentKind, Arguments, Command, Group, notes};
use crate::core::graph::{Function, Operand, Value};
use crate::core::language::{Error, Result, exact};
use crate::core::session::{self, Names, Session, with_row};
use crate::parts::formula::{Formula, text_of};
use crate::parts::networks::{Members, Outline};
use crate::parts::uncertainty::Distribution;
use crate::report::{
    Block, Column, Fold, NARROWEST, Paragraph, Report, Role, Table, counted, numbers,
};

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "vars",
        aliases: &["ls"],
        group: Group::Session,
        arguments: &[Argument::keyword("all")],
        summary: "every name with its value and formula, and your functions",
        options: &[("all", "show every name, however many rows the terminal has")],
        examples: &[":vars", ":vars all"],
        run: vars,
        ..Command::ROW
    },
    Command {
        name: "del",
        group: Group::Session,
        arguments: &[Argument::new("NAME", ArgumentKind::Name).repeated()],
        summary: "delete names or functions; nodes built from them remain",
        options: &[("NAME", "a name or a function")],
        examples: &[":del a", ":del a b", ":del f"],
        run: del,
        in_links: true,
        ..Command::ROW
    },
];

fn vars(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    session.refresh_all();
    let names = session.names();
    let is_uncertain = |value: &Value| session.uncertainty_of_leaf(value).is_some();
    let has_uncertainty = names.iter().any(|(_, value)| is_uncertain(value));
    let outline = session.outline();
    let is_root = |value: &Value| session.root().is_some_and(|root| root.is(value));
    let row = |name: String, data: Paragraph, u: [Paragraph; 2], what: String| {
        let mut row = vec![Paragraph::new(name), data];
        row.extend(u.into_iter().filter(|_| has_uncertainty));
        row.push(Paragraph::styled(what, Role::Faint));
        row
    };
    let (mut rows, mut ranks) = (Vec::new(), Vec::new());
    for (name, value) in names.iter().take_while(|_| !session.work().is_interrupted()) {
        let called = names.call(value);
        let (rank, what) = match value.operation() {
            _ if called != name => (3, format!("also {called}")),
            None if let Some(members) = value.as_network() => {
                let name = Function::of_leaf(name, value).written();
                rows.push(row(name, Paragraph::default(), Default::default(), network(members)));
                ranks.push(1);
                continue;
            }
            None if let Some(members) = value.members() => {
                (3, format!("group of {}", members.len()))
            }
            None if value.is_text() => (2, "column of text".to_owned()),
            None if value.is_per_row() => (2, "column".to_owned()),
            None => {
                let (rank, leaf) = if value.is_frozen() { (2, "frozen leaf") } else { (1, "leaf") };
                let freedom = session.degrees_of_freedom(value);
                let freedom = freedom.map_or_else(String::new, |it| format!(", dof {}", exact(it)));
                let distribution = match session.distribution_of(value) {
                    Distribution::Normal => String::new(),
                    other => format!(", {}", other.name()),
                };
                (rank, format!("{leaf}{freedom}{distribution}"))
            }
            Some(_) => {
                let rank = if is_root(value) { 0 } else { 3 };
                (rank, format!("= {}", written_out(names, outline.as_ref(), value)))
            }
        };
        let (name, what) = match value.rows() {
            None => (name.to_owned(), what),
            Some(rows) => {
                let count = counted(rows as u64, "row");
                (with_row(name, Some(session.row_in_view(rows))), format!("{what}, {count}"))
            }
        };
        let u = session.uncertainty_of_leaf(value);
        let data = match (value.members(), u) {
            (Some(_), _) => Paragraph::default(),
            (None, Some(u)) => {
                let [data, _] = Paragraph::with_uncertainty(value.data(), u);
                data
            }
            (None, None) => {
                value.text().map_or_else(|| Paragraph::data(value.data()), Paragraph::new)
            }
        };
        rows.push(row(name, data, uncertainty(value.data(), u), what));
        ranks.push(rank);
    }
    for function in session.functions() {
        let body = format!("= {}", function.body());
        rows.push(row(function.written(), Paragraph::default(), Default::default(), body));
        ranks.push(1);
    }
    if rows.is_empty() {
        return Ok(Report::say("vars", ["nothing is defined yet".to_owned()]));
    }
    let mut columns = vec![
        Column::text("name").keeping_end(NARROWEST),
        Column::number("data"),
        Column::text("what").clip(NARROWEST),
    ];
    if has_uncertainty {
        columns.splice(2..2, uncertainty_columns());
    }
    let command = ":vars all".to_owned();
    let fold = (!arguments.has("all")).then_some(Fold { ranks, command });
    let table = Block::Table(Table { columns, rows, fold, ..Table::default() });
    Ok(Report { notes: notes::stale_leaves(session, |_| true), ..Report::of("vars", table) })
}

/// Says what a network is, and whether its leaves are frozen.
fn network(members: &Members) -> String {
    let frozen = if members.leaves.iter().all(Value::is_frozen) { ", frozen" } else { "" };
    format!("network: {}{frozen}", members.network.described())
}

/// Returns the formula of a node as its statement wrote it, over the names it used.
pub(super) fn written_out(names: &Names, outline: Option<&Outline>, node: &Value) -> String {
    const LONGEST: usize = 24;
    let number = |number| numbers::answer(number, None);
    let whole_of = |value: &Value| {
        let is_named = value.label().part == 0 && !value.is(node);
        outline.filter(|_| !is_named)?.whole(value)
    };
    let name = |value: &Value| match whole_of(value) {
        Some(whole) => whole.expression(names, |value| names.call(value)),
        None => names.call(value),
    };
    let inner =
        |value: &Value| (value.is(node) || value.label().part > 0) && whole_of(value).is_none();
    let formula = Formula::of(&Operand::Value(node.clone()), inner, LONGEST);
    text_of(&formula.atoms, name, number)
}

fn del(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    for word in arguments.words("NAME") {
        if session.has_name(word.text) {
            continue;
        }
        return Err(match session.names().resolve(word.text) {
            None => session::to_be_changed(session, word.text, word.span),
            Some(_) => Error::new(word.span, format!("{} is no name of its own", word.text))
                .hint("what was given a name can be deleted"),
        });
    }
    for word in arguments.words("NAME") {
        // A name that is given twice is already gone.
        let _ = session.delete(word.text, word.span);
    }
    Ok(Report::default())
}
