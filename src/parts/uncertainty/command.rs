//! Commands on uncertainties: how leaves are correlated, and what the uncertainty of a root is made
//! of.

use crate::command::{Argument, Arguments, Command, Group, leaf, node, notes, number};
use crate::core::graph::{Value, interrupted};
use crate::core::language::{Error, Result, Tree, Word, exact, quoted};
use crate::core::session::Session;
use crate::parts::uncertainty::budget::contributions::contributions;
use crate::parts::uncertainty::budget::report::{RandomTrials, UncertaintyBudget};
use crate::parts::uncertainty::budget::table::blocks as blocks_of;
use crate::parts::uncertainty::budget::warnings::remarks;
use crate::parts::uncertainty::{self, Assumed};
use crate::report::{
    Block, Column, Data, Facts, Paragraph, Report, Table, exact_json, facts_of, numbers,
};

pub const COMMANDS: &[Command] = &[
    Command {
        name: "budget",
        aliases: &[],
        group: Group::Passes,
        arguments: &[
            Argument::node("ROOT").optional(),
            Argument::percentage("N%").optional(),
            Argument::equation("k=N").optional(),
            Argument::keyword("all"),
        ],
        summary: "what the uncertainty of ROOT is made of, and whether to believe it",
        details: "\
One row for each uncertain leaf: its value, its standard uncertainty u, the sensitivity, which is \
its grad, the contribution u × |sensitivity|, and its share of ROOT's variance. Below them is \
ROOT with its uncertainty to first order, from these grads alone, and the mean and the standard \
deviation of random trials: the leaves are drawn from normal distributions, or those that were typed \
(a = 5 ± 0.1 rectangular), the same numbers every time, a million times (fewer on large graphs and with \
columns); the shortest 95 % of the trials are given where they are shorter \
than those in the middle. A sentence says so where the two differ by \
more than 0.5 % and four standard errors: first order fails there. Instead of a solved leaf the \
table has what its equations depend on, and in the trials it follows those along its slopes. dof is the degrees of freedom with which a u was estimated, by :fit from its rows to spare, \
or typed, a = 2 ± 0.1 dof 9; then the trials are drawn from Student's t, and ROOT has effective ones \
by Welch and Satterthwaite. k=2 adds the expanded uncertainty, that many times u. A column is one input: its contribution is the \
root of the sum of the squares of its rows', which are independent, its u the root of the mean of \
the squares of theirs, and its sensitivity is the contribution over u; with the same u in each \
row it is the root of the sum of the squares of the grads. The leaves of a network are one input \
in the same way; all shows each. :budget L 1% takes every leaf, and every row, as ± 1 % of its \
value instead.",
        example: ":budget L",
        run: budget,
    },
    Command {
        name: "correlate",
        aliases: &[],
        group: Group::Leaves,
        arguments: &[
            Argument::node("A").repeated(),
            Argument::node("B").following(),
            Argument::number("R").following().optional(),
        ],
        summary: "set the correlation of two leaves; without R, show that of any nodes",
        details: "\
:correlate a b 0.5 says that the errors of two uncertain leaves have the correlation 0.5; it lies \
between -1 and 1, and 0 removes it. Leaves start uncorrelated. With 1 or -1 the two move as one, \
and share their other correlations. Correlations that are impossible together are refused; \
several that need each other go into one command: :correlate a b 0.9 a c 0.9 b c 0.9. Without R \
the correlation of two nodes is shown, to first order.",
        example: ":correlate a b 0.5",
        run: correlate,
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
                    let message = format!("{one} and {other} are one leaf");
                    return Err(Error::new(r.span, message));
                }
                pairs.push((a, b, coefficient(session, r)?));
            }
            [Some(one), Some(other), None] => shown.push(correlation(session, one, other)?),
            _ => {}
        }
    }
    if !pairs.is_empty() {
        session.correlate(&pairs, arguments.end())?;
    }
    if shown.is_empty() {
        return Ok(Report::default());
    }
    let columns = vec![Column::text("a"), Column::text("b"), Column::number("r")];
    let (rows, facts): (Vec<_>, Vec<_>) = shown.into_iter().unzip();
    let report = Report::of("correlate", Block::Table(Table::new(columns, rows)));
    Ok(report.with_data(Data::of(facts_of([("rows", facts.into())]))))
}

/// Returns the leaf that a word means, which has an uncertainty.
fn uncertain_leaf(session: &mut Session, word: Word<'_>) -> Result<Value> {
    let leaf = leaf(session, word)?;
    if leaf.is_per_row() {
        let message = format!("{} is a column, whose rows are independent", quoted(word.text));
        return Err(Error::new(word.span, message).hint(
            "an error that all rows share is a leaf of its own: e = 0 ± 0.1, and x + e for x",
        ));
    }
    if session.uncertainty_of_leaf(&leaf).is_some() {
        return Ok(leaf);
    }
    let name = quoted(word.text);
    Err(Error::new(word.span, format!("{name} has no uncertainty"))
        .hint(format!(":set {name} ± 0.1 gives it one")))
}

/// Returns the correlation coefficient that a word comes to.
fn coefficient(session: &mut Session, word: Word<'_>) -> Result<f64> {
    let r = number(session, word)?;
    if (-1.0..=1.0).contains(&r) {
        return Ok(r);
    }
    let message = format!("a correlation is between -1 and 1, found {}", exact(r));
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
        let is_certain = uncertainty::propagate(session, &a, Assumed::Own)?.u() == 0.0;
        let certain = if is_certain { one } else { other };
        let message = format!("{} has no uncertainty", quoted(certain.text));
        return Err(
            Error::new(certain.span, message).hint("an exact number is correlated with nothing")
        );
    };
    let [a, b] = [a, b].map(|node| session.name_in_view(&node));
    let texts = [a.clone(), b.clone(), numbers::correlation(r)].map(Paragraph::new);
    Ok((texts.to_vec(), facts_of([("a", a.into()), ("b", b.into()), ("r", exact_json(r))])))
}

/// From so many percent on, a level of confidence may have been meant.
const A_LEVEL: f64 = 50.0;

fn budget(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let root = arguments.root(session, "ROOT")?;
    let assumed = match arguments.words("N%").next() {
        None => Assumed::Own,
        Some(word) => Assumed::PercentOfEach(percent(session, word)?),
    };
    let coverage = arguments.words("k=N").next().map(|word| coverage(session, word)).transpose()?;
    let propagation = uncertainty::propagate_through(session, &root, assumed)?;
    let name = session.names().call(&root);
    if propagation.inputs().is_empty() {
        let message = format!("{name} depends on no uncertain leaf");
        let hint = "a = 2 ± 0.1 gives a new leaf an uncertainty, :set a ± 0.1 one that is there, \
                    and :budget L 1% takes each as ± 1 %";
        return Err(Error::new(arguments.end(), message).hint(hint));
    }
    let trials = propagation.trials(uncertainty::most_trials(session), session.stop());
    let trials = trials.ok_or_else(|| interrupted(arguments.end()))?;
    let (inputs, shown) = contributions(session.names(), &propagation, arguments.has("all"));
    // Of a node that is per row, what is said holds for the row in view.
    let root_name = session.name_in_view(&root);
    let digits = session.settings().digits;
    let mut remarks = remarks(&propagation, &trials, (&root_name, root.data()), (coverage, digits));
    if let Some(rows) = root.rows() {
        let row = session.row_in_view(rows);
        remarks
            .push(format!("  this is row {row} of {rows}, the one in view; :row N brings another"));
    }
    if let Assumed::PercentOfEach(percent) = assumed
        && percent >= A_LEVEL
    {
        let percent = exact(percent);
        remarks.push(format!(
            "  each input is taken as ± {percent}\u{a0}%; with the errors of its own, :budget \
             {root_name} tells of 95\u{a0}%"
        ));
    }
    let [shortest_low, shortest_high] = trials.shortest;
    let budget = UncertaintyBudget {
        root: root_name,
        data: root.data(),
        u: propagation.u(),
        inputs,
        shown,
        coverage,
        expanded: coverage.map(|k| k * propagation.u()),
        degrees_of_freedom: propagation.degrees_of_freedom(),
        trials: RandomTrials {
            count: trials.count,
            not_finite: trials.not_finite,
            mean: trials.mean,
            u: trials.u,
            standard_error: trials.standard_error,
            low: trials.low,
            high: trials.high,
            shortest_low,
            shortest_high,
            agree: trials.agree,
            settles: trials.settles,
        },
        remarks,
    };
    let blocks = blocks_of(&budget, digits);
    let notes = notes::stale(session, &root);
    Ok(Report { kind: "budget", blocks, data: vec![Data::of(budget)], notes, ..Report::default() })
}

/// Returns the coverage factor that a word gives: `k=2`.
fn coverage(session: &mut Session, word: Word<'_>) -> Result<f64> {
    let [name, number] = word.equation()?;
    if name.as_name() != Some("k") {
        return Err(Error::new(
            word.span,
            format!("found {} where k=2 may stand", quoted(word.text)),
        )
        .hint("k is the coverage factor: :budget L k=2"));
    }
    above_zero(session, &number, word, "a coverage factor")
}

/// Returns the number of percent that a word says.
fn percent(session: &mut Session, word: Word<'_>) -> Result<f64> {
    above_zero(session, &word.percentage()?, word, "a percentage here")
}

/// Returns the number that an expression in a word comes to.
///
/// # Errors
///
/// It is not above 0, as `what` has to be, or not finite.
fn above_zero(session: &mut Session, tree: &Tree<'_>, word: Word<'_>, what: &str) -> Result<f64> {
    let number = session.number(tree).map_err(|error| error.moved(word.span.start as usize))?;
    if number.is_finite() && number > 0.0 {
        return Ok(number);
    }
    Err(Error::new(word.span, format!("{what} is above 0, found {}", exact(number))))
}
