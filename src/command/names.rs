//! `:vars` and `:del`.

use super::set::{MOST_UNCERTAIN, uncertainty, uncertainty_columns};
use super::{Argument, ArgumentKind, Arguments, Command, Group};
use crate::core::graph::{Function, Inner, Order, Value};
use crate::core::language::Result;
use crate::core::session::{ANSWER, Session, with_row};
use crate::parts::HOOKS;
use crate::report::{
    Block, Column, Fold, NARROWEST, NumberStyle, Paragraph, Report, Role, Table, counted,
};

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "vars",
        aliases: &["ls"],
        group: Group::Often,
        arguments: &[Argument::keyword("all")],
        summary: "list names with their values and formulas, and your functions",
        options: &[("all", "show every name, even if they do not fit the screen")],
        examples: &[":vars", ":vars all"],
        run: vars,
        ..Command::ROW
    },
    Command {
        name: "del",
        arguments: &[Argument::new("NAME", ArgumentKind::Name).repeated()],
        summary: "delete names or functions; nodes built from them remain",
        options: &[("NAME", "a name or function")],
        examples: &[":del a", ":del a b", ":del f"],
        run: del,
        in_links: true,
        ..Command::ROW
    },
];

fn vars(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    session.refresh_all();
    let is_alias = |name, value| name == ANSWER && session.names().call(value) != ANSWER;
    let names = session.names().iter().filter(|(name, value)| !is_alias(*name, value));
    let names: Vec<_> = names.map(|(name, value)| (name.to_owned(), value.clone())).collect();
    let uncertain = names.iter().take(MOST_UNCERTAIN);
    let us: Vec<_> = uncertain.map(|(_, node)| session.shown_uncertainty(node)).collect();
    let mut lost = names.iter().zip(&us).filter(|(_, u)| u.is_some_and(|u| !u.is_finite()));
    let lost = lost.next().map(|((_, node), u)| (node.clone(), *u));
    let lost = lost.and_then(|(node, u)| session.why_not_finite(&node, u, true));
    let session = &*session;
    let order = Order::until(session.stop(), session.names().iter().map(|(_, value)| value));
    let outline = session.outline_of(&order);
    let whole = |node: &Value| {
        let whole = outline.as_ref()?.whole(node)?;
        Some(whole.expression(session.names(), |value| session.names().call(value)))
    };
    let shown = names.iter().zip(us.into_iter().chain(std::iter::repeat(None)));
    let shown = shown.take_while(|_| !session.work().is_interrupted());
    let lines = shown.map(|((name, value), u)| described(session, name, value, u, whole));
    let mut lines: Vec<Line> = lines.collect();
    lines.extend(session.functions().map(|function| Line {
        rank: 1,
        name: function.written(),
        what: format!("= {}", function.body()),
        ..Line::default()
    }));
    if lines.is_empty() {
        return Ok(Report::say("vars", ["nothing is defined yet".to_owned()]));
    }
    let has_uncertainty = lines.iter().any(|line| !line.u[1].is_empty());
    let ranks = lines.iter().map(|line| line.rank).collect();
    let row = |Line { name, data, u, what, .. }: Line| {
        let mut row = vec![Paragraph::new(name), data];
        row.extend(u.into_iter().filter(|_| has_uncertainty));
        row.push(Paragraph::styled(what, Role::Faint));
        row
    };
    let rows = lines.into_iter().map(row).collect();
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
    let mut notes = (HOOKS.stale)(session, &|_, _| true);
    notes.extend(lost);
    Ok(Report { notes, ..Report::of("vars", table) })
}

/// A row of the table of names.
#[derive(Default)]
struct Line {
    /// The rank of the row, if only some rows are shown.
    rank: u8,
    name: String,
    data: Paragraph,
    u: [Paragraph; 2],
    what: String,
}

fn described(
    session: &Session,
    name: &str,
    value: &Value,
    u: Option<f64>,
    whole: impl Fn(&Value) -> Option<String>,
) -> Line {
    let called = session.names().call(value);
    let rank = if session.root() == Some(value) { 0 } else { 3 };
    let (rank, mut what) = match value.operation() {
        _ if called != name => (3, format!("also {called}")),
        Some(_) => (rank, format!("= {}", written_out(session, value, whole))),
        None => kind_of_leaf(session, value),
    };
    let is_called = called == name && value.as_network().is_some();
    let own = if is_called { Function::of_leaf(name, value).written() } else { name.to_owned() };
    if let Some(column) = value.as_column().filter(|_| called == name) {
        what = column.summary(session.settings().digits);
    } else if let Some(rows) = value.rows() {
        what = format!("{what}, {}", counted(rows as u64, "row"));
    }
    let u = session.uncertainty_of_leaf(value).or(u);
    let data = match (value.text(), u) {
        _ if is_called || value.members().is_some() => Paragraph::default(),
        (_, Some(u)) => Paragraph::default().number(value.data(), NumberStyle::Beside(u)),
        (text, None) => text.map_or_else(|| Paragraph::data(value.data()), Paragraph::new),
    };
    let u = uncertainty(value.data(), u);
    Line { rank, name: with_row(own, session.current_row_of(value)), data, u, what }
}

/// Returns the description of a leaf, and its rank among the rows of the table.
fn kind_of_leaf(session: &Session, leaf: &Value) -> (u8, String) {
    if let Some(members) = leaf.as_network() {
        let is_frozen = members.leaves.iter().all(Value::is_frozen);
        let frozen = if is_frozen { ", frozen" } else { "" };
        return (1, format!("network: {}{frozen}", members.network.described()));
    }
    match leaf.members() {
        Some(members) => (3, format!("group of {}", members.len())),
        None if leaf.is_per_row() => (2, String::new()),
        None => {
            let (rank, what) = if leaf.is_frozen() { (2, "frozen leaf") } else { (1, "leaf") };
            (rank, format!("{what}{}", session.kind_of_error(leaf)))
        }
    }
}

/// Returns the formula of a node as its statement wrote it, over the names it used and what `whole` writes.
fn written_out(
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

impl Function {
    /// Returns the call and what it does: `f(x) = x^2`, `mlp(x): 2 8 1`.
    pub fn described(&self) -> String {
        match self.leaf.as_ref().and_then(Value::as_network) {
            Some(members) => format!("{}: {}", self.written(), members.network.described()),
            None => format!("{} = {}", self.written(), self.body()),
        }
    }
}
