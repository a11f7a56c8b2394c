//! Commands on uncertainties: the correlations of leaves, and the uncertainty budget of a root.

use crate::command::syntax::Word;
use crate::command::{Argument, Arguments, Command, Group, leaf, node, notes, number};
use crate::core::graph::{Value, interrupted};
use crate::core::language::{Error, Result, exact, quoted};
use crate::core::session::Session;
use crate::parts::uncertainty;
use crate::parts::uncertainty::budget::UncertaintyBudget;
use crate::report::{
    Block, Column, Data, Facts, Paragraph, Report, Table, exact_json, facts_of, numbers,
};

pub const COMMANDS: &[Command] = &[
    Command {
        name: "budget",
        arguments: &[
            Argument::node("ROOT").optional(),
            Argument::keyword("k="),
            Argument::number("N").following(),
        ],
        summary: "show the uncertainty budget of ROOT, checked by Monte Carlo trials",
        details: "\
Each uncertain leaf has a row: value, u, sensitivity (its grad), contribution, share of the \
variance. Below are ROOT to first order and by a million Monte Carlo trials; 'differs': the \
first-order ± is not reliable. There are no trials through a leaf of :solve.",
        options: &[
            ("ROOT", "the root (default: the current root)"),
            ("k=N", "also show the expanded uncertainty"),
        ],
        examples: &[":budget L", ":budget a*b", ":budget L k=2"],
        run: budget,
        finds: true,
        ..Command::ROW
    },
    Command {
        name: "correlate",
        group: Group::More,
        arguments: &[
            Argument::node("A").repeated(),
            Argument::node("B").following(),
            Argument::number("R").following().optional(),
        ],
        summary: "set or show the correlation of two leaves",
        details: "\
Without R, shows the correlation of any two nodes. If correlations are possible only together, \
set them in one command.",
        options: &[("A B", "two uncertain leaves"), ("R", "from -1 to 1; 0 removes it")],
        examples: &[":correlate a b 0.5", ":correlate a b", ":correlate a b 0"],
        run: correlate,
        finds: true,
        in_links: true,
        ..Command::ROW
    },
];

fn correlate(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let mut pairs = Vec::new();
    let mut shown = Vec::new();
    for group in arguments.groups(["A", "B", "R"]) {
        match group {
            [Some(one), Some(other), Some(r)] => {
                let leaves = [uncertain_leaf(session, one)?, uncertain_leaf(session, other)?];
                let [a, b] = leaves;
                if a.is(&b) {
                    let [one, other] = [one, other].map(|word| quoted(word.text));
                    let message = format!("{one} and {other} are the same leaf");
                    return Err(Error::new(r.span, message));
                }
                pairs.push((a, b, coefficient(session, r)?));
            }
            [Some(one), Some(other), None] => shown.push(correlation(session, one, other)?),
            _ => {}
        }
    }
    if !pairs.is_empty() {
        session.correlate(&pairs, arguments.end)?;
    }
    if shown.is_empty() {
        return Ok(Report::default());
    }
    let columns = vec![Column::text("a"), Column::text("b"), Column::number("r")];
    let (rows, facts): (Vec<_>, Vec<_>) = shown.into_iter().unzip();
    let report = Report::of("correlate", Block::Table(Table::new(columns, rows)));
    Ok(report.with_data(Data::of(facts_of([("rows", facts.into())]))))
}

/// Returns the uncertain leaf that a word means.
fn uncertain_leaf(session: &mut Session, word: Word<'_>) -> Result<Value> {
    let leaf = leaf(session, word)?;
    let name = quoted(word.text);
    match session.uncertainty_of_leaf(&leaf) {
        _ if leaf.is_per_row() => {
            let message = format!("{name} is a column; its rows are independent");
            Err(Error::new(word.span, message)
                .hint("for an error shared by all rows, type e = 0 ± 0.1 and use x + e for x"))
        }
        None => Err(Error::new(word.span, format!("{name} has no ±"))
            .hint(format!(":set {name} ± 0.1 gives it one"))),
        Some(_) => Ok(leaf),
    }
}

/// Evaluates a word as a correlation coefficient.
fn coefficient(session: &mut Session, word: Word<'_>) -> Result<f64> {
    let r = number(session, word)?;
    if (-1.0..=1.0).contains(&r) {
        return Ok(r);
    }
    let message = format!("R must be from -1 to 1, found {}", exact(r));
    Err(Error::new(word.span, message))
}

/// Returns the row of two nodes and the correlation of their errors, as text and as facts.
fn correlation(
    session: &mut Session,
    one: Word<'_>,
    other: Word<'_>,
) -> Result<(Vec<Paragraph>, Facts)> {
    let [a, b] = [node(session, one)?, node(session, other)?];
    let Some(r) = uncertainty::correlation(session, &a, &b)? else {
        let message = format!("{} or {} has no ±", quoted(one.text), quoted(other.text));
        return Err(Error::new(one.span.to(other.span), message));
    };
    let [a, b] = [a, b].map(|node| session.name_in_view(&node));
    let texts = [a.clone(), b.clone(), numbers::correlation(r)].map(Paragraph::new);
    Ok((texts.to_vec(), facts_of([("a", a.into()), ("b", b.into()), ("r", exact_json(r))])))
}

fn budget(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let root = arguments.root(session, "ROOT")?;
    let coverage = arguments.has("k=").then(|| coverage(session, arguments)).transpose()?;
    let propagation = uncertainty::propagate(session, &root)?;
    let name = name_of(session, &root);
    if session.uses_data_again(&root) {
        return Err(session.data_again(&name, arguments.end));
    }
    if propagation.vector.terms.is_empty() {
        let message = format!("{name} depends on no uncertain leaf");
        let hint = ":set a ± 0.1 gives the leaf a an uncertainty";
        return Err(Error::new(arguments.end, message).hint(hint));
    }
    let linear_through = propagation.linear_through(session);
    let trials = if linear_through.is_some() {
        None
    } else {
        let trials = propagation.trials(session, uncertainty::most_trials(session));
        Some(trials.ok_or_else(|| interrupted(arguments.end))?)
    };
    let u = propagation.vector.u();
    let budget = UncertaintyBudget {
        root: name,
        data: root.data(),
        u,
        inputs: propagation.inputs(session),
        coverage,
        expanded: coverage.map(|k| k * u),
        degrees_of_freedom: propagation.degrees_of_freedom(session),
        linear_through,
        trials,
        kinks: propagation.kinks(session),
    };
    let blocks = budget.blocks(session.settings().digits);
    let mut notes = notes::stale(session, &root);
    notes.extend(session.why_not_finite(&root, Some(u).filter(|_| root.data().is_finite()), false));
    Ok(Report { kind: "budget", blocks, data: vec![Data::of(budget)], notes, ..Report::default() })
}

/// Returns the name of a node, with the current row if the node has rows; for an answer, the typed text.
fn name_of(session: &Session, node: &Value) -> String {
    /// The most characters of the typed text.
    const MOST: usize = 40;
    let listed = session.names().listed();
    let own = listed.iter().find(|it| it.label == node.label());
    let typed = own.and_then(|own| own.statement.text.as_deref());
    let typed = typed.filter(|text| session.names().is_nameless(node) && text.len() <= MOST);
    typed.map_or_else(|| session.name_in_view(node), str::to_owned)
}

/// Returns the coverage factor.
fn coverage(session: &mut Session, arguments: &Arguments<'_>) -> Result<f64> {
    let k = arguments.number(session, "N")?;
    if k.is_finite() && k > 0.0 {
        return Ok(k);
    }
    let message = format!("k must be above 0, found {}", exact(k));
    Err(Error::new(arguments.word("N")?.span, message))
}
