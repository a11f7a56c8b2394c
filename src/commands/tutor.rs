//! Commands for learning the backward pass: explain, levels, check and bug.

mod practice;

pub(super) use practice::PRACTICE;
pub use practice::answer;

use super::arguments::{must_not_be_newer, operand_of};
use super::{Argument, Arguments, Choices, Command, Group};
use crate::graph::Value;
use crate::language::{Result, quoted};
use crate::report::Report;
use crate::session::Session;
use crate::tutor::{self, BUGS};
use crate::views;

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "explain",
        aliases: &["e"],
        group: Group::ByHand,
        arguments: &[Argument::node("NODE"), Argument::node("ROOT").optional()],
        summary: "the chain rule at one node: every use of it, the sum, and the paths",
        details: "\
For every use of NODE: the local derivative ∂ as a formula and as a number, the upstream grad, and \
their product; then the sum of the products, which is the grad, and the paths from NODE to ROOT \
with the product along each. If there are more than ten paths, only their number is shown.",
        example: ":explain a",
        run: explain,
    },
    Command {
        name: "levels",
        aliases: &[],
        group: Group::ByHand,
        arguments: &[Argument::node("ROOT").optional()],
        summary: "the levels of the graph, with one forward and one backward order",
        details: "\
Leaves are on level 0, every other node is one level above its highest operand. For up to 20 nodes \
the topological orders are counted.",
        example: ":levels L",
        run: levels,
    },
    Command {
        name: "check",
        aliases: &["c"],
        group: Group::ByHand,
        arguments: &[
            Argument::node("ROOT").optional(),
            Argument::node("NAME").optional().repeated(),
            Argument::keyword("scan"),
        ],
        summary: "backprop against finite differences; with one NAME and scan, as h shrinks",
        details: "\
Nudges every node, or those named, recomputes only what depends on it, and compares the grad with \
the forward difference for h = 1e-6 and the central difference for h = 6e-6*max(1,|x|), whose \
error is far smaller. If they do not agree, other steps are tried before a grad is called wrong. A \
kink is reported with the slopes on both sides. :check ROOT NAME scan shows both differences for h \
from 1e-1 to 1e-15.",
        example: ":check L",
        run: check,
    },
    Command {
        name: "bug",
        aliases: &[],
        group: Group::ByHand,
        arguments: &[
            Argument::choice("KIND", &KINDS),
            Argument::node("ROOT").optional(),
            Argument::number("RATE").optional(),
            Argument::count("COUNT", 1, 100_000).following(),
        ],
        summary: "a backward pass with a bug in it, beside the right one",
        details: "\
The wrong pass really runs, but does not change the session. :bug nozero ROOT RATE COUNT descends \
with it.",
        example: ":bug overwrite twice",
        run: bug,
    },
];

fn explain(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let wanted = arguments.node(session, "NODE")?;
    let root = arguments.root(session, "ROOT")?;
    must_not_be_newer(session, &root, &wanted, arguments.word("NODE")?)?;
    let context = session.tutor_context(&root)?;
    let report = Report { kind: "explain", is_all_facts: true, ..Report::default() };
    if !views::format(session.settings().format).objects {
        return Ok(Report { parts: tutor::explain(&context, &wanted), ..report });
    }
    let size = tutor::size_of_explanation_facts(&context, &wanted);
    session.guard().text(size, arguments.word("NODE")?.span)?;
    Ok(Report { facts: tutor::explanation_facts(&context, &wanted), ..report })
}

fn levels(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let root = arguments.root(session, "ROOT")?;
    let (parts, facts) = tutor::levels(&session.tutor_context(&root)?);
    Ok(Report { kind: "levels", parts, facts, is_all_facts: true, ..Report::default() })
}

fn check(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let root = arguments.root(session, "ROOT")?;
    let wanted: Result<Vec<Value>> =
        arguments.words("NAME").map(|word| operand_of(session, &root, word)).collect();
    let wanted = wanted?;
    let context = session.tutor_context(&root)?;
    let parts = match (arguments.words("scan").next(), wanted.as_slice()) {
        (None, wanted) => tutor::check(&context, wanted),
        (Some(_), [node]) => tutor::scan(&context, node),
        (Some(scan), _) => {
            return Err(arguments.usage_error(scan.span, "scan takes ROOT and one NAME before it"));
        }
    };
    Ok(Report { kind: "check", parts, ..Report::default() })
}

/// The limit on nodes times steps of `:bug nozero ROOT RATE COUNT`.
const MOST_WORK: u64 = 50_000_000;

fn bug(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let bug = arguments.choice("KIND", BUGS, |bug| bug.name)?;
    let root = arguments.root(session, "ROOT")?;
    if !arguments.has("RATE") {
        let parts = tutor::show(bug, &session.one_row_context(&root)?);
        return Ok(Report { kind: "bug", parts, ..Report::default() });
    }
    if bug.name != "nozero" {
        let word = arguments.word("RATE")?;
        let message = format!("only :bug nozero takes RATE and COUNT, found {}", quoted(word.text));
        return Err(arguments.usage_error(word.span, message));
    }
    let rate = arguments.number(session, "RATE")?;
    let nodes = session.order_of(&root).nodes().len() as u64;
    let steps = arguments.count_to("COUNT", (MOST_WORK / nodes.max(1)).max(1))?;
    let context = session.tutor_context(&root)?;
    let steps = usize::try_from(steps).unwrap_or(1);
    let stops = || session.is_interrupted();
    let parts = tutor::descend(&context, rate, steps, session.clock(), stops);
    Ok(Report { kind: "bug", parts, ..Report::default() })
}

static KINDS: Choices =
    Choices { noun: "bug", all: || BUGS.iter().map(|bug| (bug.name, bug.summary)).collect() };
