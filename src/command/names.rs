//! `:vars` and `:del`.

use super::set::{uncertainty, uncertainty_columns};
use super::{Argument, ArgumentKind, Arguments, Command, Group};
use crate::core::graph::{Function, Inner, Order, Value};
use crate::core::language::Result;
use crate::core::session::{Session, with_row};
use crate::parts::HOOKS;
use crate::report::{Block, Column, Fold, NARROWEST, Paragraph, Report, Role, Table, counted};

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
    let order = Order::until(session.stop(), names.iter().map(|(_, value)| value));
    let whole = wholes(session, &order);
    let names = names.iter().take_while(|_| !session.work().is_interrupted());
    let named = names.map(|(name, value)| described(session, name, value, &whole));
    let functions = session.functions().map(|function| {
        let body = format!("= {}", function.body());
        (1, function.written(), Paragraph::default(), Default::default(), body)
    });
    let all: Vec<(u8, String, Paragraph, [Paragraph; 2], String)> =
        named.chain(functions).collect();
    if all.is_empty() {
        return Ok(Report::say("vars", ["nothing is defined yet".to_owned()]));
    }
    let has_uncertainty =
        session.names().iter().any(|(_, value)| session.uncertainty_of_leaf(value).is_some());
    let (mut rows, mut ranks) = (Vec::new(), Vec::new());
    for (rank, name, data, u, what) in all {
        let mut row = vec![Paragraph::new(name), data];
        row.extend(u.into_iter().filter(|_| has_uncertainty));
        row.push(Paragraph::styled(what, Role::Faint));
        rows.push(row);
        ranks.push(rank);
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
    let notes = (HOOKS.stale)(session, &|_, _| true);
    Ok(Report { notes, ..Report::of("vars", table) })
}

/// Returns what the table says of a name: its rank among the rows, the name, its data with what stands after it, and
/// what it is.
fn described(
    session: &Session,
    name: &str,
    value: &Value,
    whole: impl Fn(&Value) -> Option<String>,
) -> (u8, String, Paragraph, [Paragraph; 2], String) {
    let called = session.names().call(value);
    let (rank, mut what) = match value.operation() {
        _ if called != name => (3, format!("also {called}")),
        Some(_) => {
            let rank = if session.root() == Some(value) { 0 } else { 3 };
            (rank, format!("= {}", written_out(session, value, whole)))
        }
        None => kind_of_leaf(session, value),
    };
    let mut name = name.to_owned();
    let is_called = called == name && value.as_network().is_some();
    if is_called {
        name = Function::of_leaf(&name, value).written();
    }
    if let Some(rows) = value.rows() {
        name = with_row(name, Some(session.row_in_view(rows)));
        what = format!("{what}, {}", counted(rows as u64, "row"));
    }
    let u = session.uncertainty_of_leaf(value);
    let data = match (value.text(), u) {
        _ if is_called || value.members().is_some() => Paragraph::default(),
        (_, Some(u)) => {
            let [data, _] = Paragraph::with_uncertainty(value.data(), u);
            data
        }
        (text, None) => text.map_or_else(|| Paragraph::data(value.data()), Paragraph::new),
    };
    (rank, name, data, uncertainty(value.data(), u), what)
}

/// Returns what a leaf is, and its rank among the rows of the table.
fn kind_of_leaf(session: &Session, leaf: &Value) -> (u8, String) {
    if let Some(members) = leaf.as_network() {
        let is_frozen = members.leaves.iter().all(Value::is_frozen);
        let frozen = if is_frozen { ", frozen" } else { "" };
        return (1, format!("network: {}{frozen}", members.network.described()));
    }
    match leaf.members() {
        Some(members) => (3, format!("group of {}", members.len())),
        None if leaf.is_text() => (2, "column of text".to_owned()),
        None if leaf.is_per_row() => (2, "column".to_owned()),
        None => {
            let (rank, what) = if leaf.is_frozen() { (2, "frozen leaf") } else { (1, "leaf") };
            (rank, format!("{what}{}", session.kind_of_error(leaf)))
        }
    }
}

/// Returns what writes a node of an order that stands for many, such as a call of a network.
pub(super) fn wholes<'session>(
    session: &'session Session,
    order: &Order,
) -> impl Fn(&Value) -> Option<String> + use<'session> {
    let (outline, names) = (session.outline_of(order), session.names());
    move |node| {
        let whole = outline.as_ref()?.whole(node)?;
        Some(whole.expression(names, |value| names.call(value)))
    }
}

/// Returns the formula of a node as its statement wrote it, over the names it used and what `whole` writes.
pub(super) fn written_out(
    session: &Session,
    node: &Value,
    whole: impl Fn(&Value) -> Option<String>,
) -> String {
    const LONGEST: usize = 24;
    let is_own = |value: &Value| value.is(node) || value.label().part > 0;
    let own = |value: &Value| if is_own(value) { whole(value) } else { None };
    let name = |value: &Value| own(value).unwrap_or_else(|| session.names().call(value));
    let is_inner = |value: &Value| is_own(value) && whole(value).is_none();
    let inner = Inner { is_inner: &is_inner, name: &name, most: LONGEST };
    let written = session.parts().iter().find_map(|part| part.written_out(node, inner));
    written.map_or_else(|| name(node), |written| written.text)
}

fn del(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    arguments.words("NAME").try_for_each(|word| session.delete(word.text, word.span))?;
    Ok(Report::default())
}
