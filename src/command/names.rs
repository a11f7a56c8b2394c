//! Commands on names and the session: listing, deleting, undo and reset.

use super::arguments::found_with;
use super::set::{uncertainty, uncertainty_columns};
use super::undo_text::said_of;
use super::{Argument, Arguments, Command, Group, notes};
use crate::core::graph::{Function, Value};
use crate::core::language::{self, Distribution, Error, Result, Word, exact, quoted};
use crate::core::ops::SUBTRACT;
use crate::core::session::{Names, Session, Traveled, with_row};
use crate::parts::fit::{self, Fitted};
use crate::parts::formula::{Formula, text_of};
use crate::parts::networks::Outline;
use crate::parts::rows::{self, LeftOut};
use crate::parts::uncertainty;
use crate::report::{
    Cell, Column, Fold, Grid, Part, Report, Role, counted, expression_of, few, numbers,
};

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "vars",
        aliases: &["ls"],
        group: Group::Session,
        arguments: &[Argument::keyword("all")],
        summary: "every name with its value and formula, and your functions",
        details: "\
On a terminal that has fewer rows, the root and the leaves that :step moves come first; all shows \
every name.",
        example: ":vars",
        run: vars,
    },
    Command {
        name: "del",
        aliases: &[],
        group: Group::Session,
        arguments: &[Argument::name("NAME").repeated()],
        summary: "delete names or functions; nodes built from them remain",
        details: "",
        example: ":del a",
        run: del,
    },
    Command {
        name: "undo",
        aliases: &["u"],
        group: Group::Session,
        arguments: &[],
        summary: "undo the last change; again for the one before",
        details: "\
Undoes an assignment, a definition, :set, :step, :minimize, :fit, :solve, :freeze, :thaw, :node, \
:del, :reset, a setting, or all that a :load did, and what followed from it: the answer and the \
root are what they were before. :redo does it again. Every such line is one step; what only shows or \
computes something does not. Within a script that is loaded, it goes back to the beginning of that \
script at most.",
        example: ":undo",
        run: undo,
    },
    Command {
        name: "redo",
        aliases: &[],
        group: Group::Session,
        arguments: &[],
        summary: "do again what :undo has undone; again for the next",
        details: "\
Whatever makes something new ends what can be redone: an assignment, a command that :undo takes back, \
a computed answer. Looking does not: :grad, :vars, the name of a node.",
        example: ":redo",
        run: redo,
    },
    Command {
        name: "reset",
        aliases: &[],
        group: Group::Session,
        arguments: &[],
        summary: "forget everything except the settings; :undo brings it back",
        details: "",
        example: ":reset",
        run: reset,
    },
    Command {
        name: "node",
        aliases: &[],
        group: Group::Session,
        arguments: &[
            Argument::name("NAME"),
            Argument::uncertain("EXPRESSION"),
            Argument::keyword("found"),
            Argument::keyword("with"),
            Argument::leaf("LEAF").following(),
        ],
        summary: "make a node with exactly this name, as saved sessions do",
        details: "\
NAME is a name, one binding of it (c@3), or an inner node of a binding not made yet (L@1.2); an \
inner node is one operation or a number. Bindings and inner nodes are numbered up to 1000000000. \
found says that the uncertainty after ± was found by :fit or :solve: a leaf that is moved loses \
it; with LEAF, in the same fit as that one.",
        example: ":node M@1.1 a * b",
        run: node,
    },
    Command {
        name: "fitted",
        aliases: &[],
        group: Group::Session,
        arguments: &[Argument::node("Y - F"), rows::WITHOUT, rows::ROW],
        summary: "say which node residual means after a :fit, as saved sessions do",
        details: "\
After :fit Y = F the name residual means Y - F, and fit means F, where nothing of yours has these names. The ROWs are \
those that the fit left out.",
        example: ":fitted y - m*t",
        run: fitted,
    },
];

fn vars(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    session.refresh_all();
    let names = session.names();
    let is_uncertain = |value: &Value| session.uncertainty_of_leaf(value).is_some();
    let has_uncertainty = names.iter().any(|(_, value)| is_uncertain(value));
    let outline = session.outline();
    let is_root = |value: &Value| session.root().is_some_and(|root| root.is(value));
    let (mut rows, mut ranks) = (Vec::new(), Vec::new());
    for (name, value) in names.iter().take_while(|_| !session.is_interrupted()) {
        let called = names.call(value);
        let (rank, what) = match value.operation() {
            _ if called != name => (3, format!("also {called}")),
            None if value.as_network().is_some() => {
                rows.push(network_row(name, value, has_uncertainty));
                ranks.push(1);
                continue;
            }
            None if let Some(members) = value.members() => {
                (3, format!("group of {}", members.len()))
            }
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
            Some(_) if is_root(value) => {
                (0, format!("= {}", written_out(names, outline.as_ref(), value)))
            }
            Some(_) => (3, format!("= {}", written_out(names, outline.as_ref(), value))),
        };
        let (name, what) = match value.rows() {
            None => (name.to_owned(), what),
            Some(rows) => {
                let mut count = counted(rows as u64, "row");
                let column = value.as_column().filter(|it| it.categories().is_some());
                count.push_str(&column.map_or_else(String::new, categories_of));
                (with_row(name, Some(session.row_in_view(rows))), format!("{what}, {count}"))
            }
        };
        let data = match value.members() {
            Some(_) => Cell::Empty,
            None => value.text().map_or_else(|| Cell::data(value.data()), Cell::text),
        };
        let mut row = vec![Cell::text(name), data];
        if has_uncertainty {
            row.extend(uncertainty(session, value));
        }
        row.push(Cell::Text(what, Role::Faint));
        rows.push(row);
        ranks.push(rank);
    }
    for function in session.functions() {
        let body = Cell::Text(format!("= {}", function.body()), Role::Faint);
        let mut row = vec![Cell::text(function.written()), Cell::Empty];
        row.extend([Cell::Empty, Cell::Empty].into_iter().filter(|_| has_uncertainty));
        row.push(body);
        rows.push(row);
        ranks.push(1);
    }
    if rows.is_empty() {
        return Ok(Report::say("vars", ["nothing is defined yet".to_owned()]));
    }
    let mut columns = vec![Column::text("name"), Column::number("data"), Column::text("what")];
    if has_uncertainty {
        columns.splice(2..2, uncertainty_columns());
    }
    let command = ":vars all".to_owned();
    let fold = (!arguments.has("all")).then_some(Fold { ranks, command });
    Ok(Report::of("vars", Part::Grid(Grid { columns, rows, fold, ..Grid::default() })))
}

/// Says how many rows have each category: ` of setosa 50, versicolor 50`
fn categories_of(column: &rows::Column) -> String {
    /// The most categories that are counted.
    const MOST: usize = 6;
    let Some(categories) = column.categories() else { return String::new() };
    let mut counts = vec![0_usize; categories.texts().len()];
    for code in column.numbers().iter().filter(|code| !code.is_nan()) {
        if let Some(count) = counts.get_mut(*code as usize) {
            *count += 1;
        }
    }
    let all = categories.texts().iter().zip(&counts);
    let said: Vec<String> = all.take(MOST).map(|(text, count)| format!("{text} {count}")).collect();
    let more = counts.len().saturating_sub(MOST);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!(" of {}{more}", said.join(", "))
}

/// Returns the row of a network: how it is called, and what it is.
fn network_row(name: &str, value: &Value, has_uncertainty: bool) -> Vec<Cell> {
    let mut row = vec![Cell::text(Function::of_network(name, value).written()), Cell::Empty];
    row.extend([Cell::Empty, Cell::Empty].into_iter().filter(|_| has_uncertainty));
    if let Some(members) = value.as_network() {
        let frozen = members.leaves.iter().filter(|leaf| leaf.is_frozen()).count();
        let frozen = match frozen {
            0 => String::new(),
            all if all == members.leaves.len() => ", frozen".to_owned(),
            some => format!(", {some} of them frozen"),
        };
        let what = format!("network: {}{frozen}", members.network.described());
        row.push(Cell::Text(what, Role::Faint));
    }
    row
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
        Some(whole) => expression_of(whole, names, |value| names.call(value), number),
        None => names.call(value),
    };
    let inner =
        |value: &Value| (value.is(node) || value.label().part > 0) && whole_of(value).is_none();
    let formula = Formula::written_out(node, inner, LONGEST);
    text_of(&formula.atoms, name, number)
}

fn del(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    for word in arguments.words("NAME") {
        session.must_exist(word.text, word.span)?;
    }
    session.open_group();
    for word in arguments.words("NAME") {
        // A name that is given twice is already gone.
        let _ = session.delete(word.text, word.span);
    }
    session.close_group();
    Ok(Report::default())
}

fn undo(session: &mut Session, _: &Arguments<'_>) -> Result<Report> {
    let said = match session.undo() {
        None if session.has_open_group() => {
            "there is nothing to undo since this script was loaded".to_owned()
        }
        None if session.has_end_of_undo() => {
            "there is nothing to undo since this task began".to_owned()
        }
        None => "there is nothing to undo".to_owned(),
        Some(traveled) => match line_on(session, "undone", traveled) {
            None => "undone: nothing, since it had changed nothing".to_owned(),
            Some(line) => line,
        },
    };
    Ok(Report::say("undo", [said]))
}

fn redo(session: &mut Session, _: &Arguments<'_>) -> Result<Report> {
    let said = match session.redo() {
        None => "there is nothing to redo".to_owned(),
        Some(traveled) => {
            line_on(session, "redone", traveled).unwrap_or_else(|| "redone".to_owned())
        }
    };
    Ok(Report::say("redo", [said]))
}

/// Returns a line on what was undone or redone; none if that has changed nothing.
fn line_on(session: &Session, done: &str, Traveled { undone, loaded }: Traveled) -> Option<String> {
    const SHOWN: usize = 5;
    let changes = few(said_of(session, undone).into_iter(), SHOWN, ", ");
    Some(match loaded {
        Some(script) if changes.is_empty() => {
            format!("{done}: :load {script}, which changes nothing")
        }
        Some(script) => format!("{done}: all of :load {script}: {changes}"),
        None if changes.is_empty() => return None,
        None => format!("{done}: {changes}"),
    })
}

fn reset(session: &mut Session, _: &Arguments<'_>) -> Result<Report> {
    session.reset();
    Ok(Report::default())
}

fn node(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let name = arguments.word("NAME")?;
    let word = arguments.word("EXPRESSION")?;
    let with = found_with(session, arguments)?;
    let label = session.label_of(name.text, name.span)?;
    let placed = match language::Column::of(word.text) {
        Some(column) => column.and_then(|(column, plus_minus)| {
            session.place_column(label, &column, plus_minus.as_ref())
        }),
        None => {
            let (tree, plus_minus) = word.value_or_uncertainty()?;
            let Some(tree) = tree else {
                return Err(Error::new(word.span, "the value before ± is missing"));
            };
            session.place(label, &tree, plus_minus.as_ref())
        }
    };
    let assigned = placed.map_err(|error| error.moved(word.span.start as usize))?;
    if arguments.has("found") {
        uncertainty::mark_found(session, &assigned.value, with.as_ref());
    }
    let note = assigned.non_finite.map(|found| notes::non_finite(session, &found));
    Ok(Report { kind: "node", parts: note.into_iter().collect(), ..Report::default() })
}

fn fitted(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let word = arguments.word("Y - F")?;
    let rows: Vec<Word<'_>> =
        if arguments.has("without") { arguments.words("ROW").collect() } else { Vec::new() };
    let residual = arguments.root(session, "Y - F")?;
    if residual.rows().is_none() || !residual.operation().is_some_and(|it| it.is(SUBTRACT)) {
        let message = format!("{} is no difference of rows", quoted(word.text));
        return Err(
            Error::new(word.span, message).hint("the data go first, the model after a minus")
        );
    }
    let left_out = LeftOut::of_named(arguments, rows, (&residual, word.text))?.rows();
    fit::put_fitted(session, Some(Fitted { residual, left_out, typed: None }));
    Ok(Report::default())
}
