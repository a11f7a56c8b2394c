//! Commands for doing the backward pass oneself: explained, by hand, as a quiz, checked, and wrong.

mod practice;

pub(super) use practice::PRACTICE;
pub use practice::answer;

use super::given::{count, no_such, node, number};
use super::{Command, Given, Group, Kind, Times, argument};
use crate::graph::Value;
use crate::language::{Error, Result, Word, quoted};
use crate::report::Report;
use crate::session::Session;
use crate::tutor::{self, BUGS, Bug};

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "explain",
        aliases: &[],
        group: Group::Teach,
        arguments: &[
            argument("NODE", Kind::Node, Times::Once),
            argument("ROOT", Kind::Node, Times::Maybe),
        ],
        summary: "the chain rule at one node: every use of it, the sum, and the paths",
        details: "\
For every use of NODE: the local derivative ∂ as a formula and as a number, times what arrives \
from above, and their product; then the sum of these, which is the grad, and the paths from NODE \
to ROOT with the product along each. Above ten paths only their number is told.",
        example: ":explain a",
        uses_files: false,
        run: explain,
    },
    Command {
        name: "levels",
        aliases: &[],
        group: Group::Teach,
        arguments: &[argument("ROOT", Kind::Node, Times::Maybe)],
        summary: "the levels of the graph, one forward and one backward order",
        details: "\
Leaves are on level 0, everything else is one level above its highest operand. Up to 20 nodes the \
topological orders are counted.",
        example: ":levels L",
        uses_files: false,
        run: levels,
    },
    Command {
        name: "check",
        aliases: &[],
        group: Group::Teach,
        arguments: &[
            argument("ROOT", Kind::Node, Times::Maybe),
            argument("NAME", Kind::Node, Times::Any),
        ],
        summary: "backprop against finite differences; with one NAME and scan, as h shrinks",
        details: "\
Nudges every node, or those named, recomputes only what depends on it, and compares: the forward \
difference with h = 1e-6, and the central one with h = 6e-6*max(1,|x|), which errs far less. Where \
these do not settle it, other steps are tried before anything is called wrong. A kink is told with \
the slopes on both sides. :check ROOT NAME scan shows both differences for h from 1e-1 to 1e-15.",
        example: ":check L",
        uses_files: false,
        run: check,
    },
    Command {
        name: "bug",
        aliases: &[],
        group: Group::Teach,
        arguments: &[
            argument("KIND", Kind::Bug, Times::Once),
            argument("ROOT", Kind::Node, Times::Maybe),
            argument("RATE COUNT", Kind::Expression, Times::Maybe),
        ],
        summary: "what a wrong backward pass would give, beside the right one",
        details: "\
KIND is overwrite (= instead of +=), nozero (grads never cleared), order (forward instead of \
backward), bfs (a queue, every path), or bfs-visited (a queue, every node once). The wrong pass is \
really run; the session stays as it is. :bug nozero ROOT RATE COUNT descends with it.",
        example: ":bug overwrite L",
        uses_files: false,
        run: bug,
    },
];

fn explain(session: &mut Session, mut given: Given<'_>) -> Result<Report> {
    let word = given.need("NODE")?;
    let wanted = node(session, word)?;
    let root = given.root(session)?;
    given.done()?;
    let parts = tutor::explain(&session.tutor_context(&root)?, &wanted);
    Ok(Report { kind: "explain", parts, ..Report::default() })
}

fn levels(session: &mut Session, mut given: Given<'_>) -> Result<Report> {
    let root = given.root(session)?;
    given.done()?;
    let parts = tutor::levels(&session.tutor_context(&root)?);
    Ok(Report { kind: "levels", parts, ..Report::default() })
}

fn check(session: &mut Session, mut given: Given<'_>) -> Result<Report> {
    let root = given.root(session)?;
    let mut words = given.rest();
    let is_scan = |word: &Word<'_>| word.text == "scan" && session.names().get("scan").is_none();
    let scan = words.pop_if(|word| is_scan(word));
    let mut wanted: Vec<Value> = Vec::new();
    for word in words {
        let node = session.find(word.text, word.span)?;
        session.guard().go_on(word.span)?;
        if !session.order_of(&root).contains(&node) {
            let name = session.names().call(&root);
            return Err(Error::new(word.span, format!("{name} does not depend on {}", word.text))
                .hint("its grad is 0"));
        }
        wanted.push(node);
    }
    let context = session.tutor_context(&root)?;
    let parts = match (scan, wanted.as_slice()) {
        (None, wanted) => tutor::check(&context, wanted),
        (Some(_), [node]) => tutor::scan(&context, node),
        (Some(scan), _) => {
            return Err(given.usage_error(scan.span, "scan takes ROOT and one NAME before it"));
        }
    };
    Ok(Report { kind: "check", parts, ..Report::default() })
}

/// Nodes times steps that `:bug nozero ROOT RATE COUNT` may take.
const MOST_WORK: u64 = 50_000_000;

fn bug(session: &mut Session, mut given: Given<'_>) -> Result<Report> {
    let word = given.need("KIND")?;
    let bug = kind(word)?;
    let root = given.root(session)?;
    let Some(rate_word) = given.word() else {
        let parts = tutor::show(bug, &session.tutor_context(&root)?);
        return Ok(Report { kind: "bug", parts, ..Report::default() });
    };
    if bug.name != "nozero" {
        let message = format!("only :bug nozero descends, found {}", quoted(rate_word.text));
        return Err(given.usage_error(rate_word.span, message));
    }
    let rate = number(session, rate_word)?;
    let steps_word = given.need("COUNT")?;
    let nodes = session.order_of(&root).nodes().len() as u64;
    let steps = count(steps_word, "COUNT", 1, (MOST_WORK / nodes.max(1)).clamp(1, 100_000))?;
    given.done()?;
    let context = session.tutor_context(&root)?;
    let steps = usize::try_from(steps).unwrap_or(1);
    let stops = || session.is_interrupted();
    let parts = tutor::descend(&context, rate, steps, session.clock(), stops);
    Ok(Report { kind: "bug", parts, ..Report::default() })
}

/// The bug called so.
fn kind(word: Word<'_>) -> Result<&'static Bug> {
    BUGS.iter().find(|bug| bug.name == word.text).ok_or_else(|| {
        let names: Vec<&str> = BUGS.iter().map(|bug| bug.name).collect();
        no_such("bug", word, &names)
    })
}
