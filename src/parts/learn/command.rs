//! Commands for learning the backward pass: explain, levels, check and bug.

use super::exercise_command::of_row;
use super::{BUGS, is_lost, non_finite_grad};
use crate::command::syntax::Word;
use crate::command::{
    Argument, Arguments, Choices, Command, Group, must_not_be_newer, non_finite, operands_of,
};
use crate::core::graph::{Order, Value};
use crate::core::language::{Result, Span, quoted};
use crate::core::session::{self, Session};
use crate::parts::learn;
use crate::report::{Data, Report, described};

pub const COMMANDS: &[Command] = &[
    Command {
        name: "explain",
        aliases: &["e"],
        group: Group::Often,
        arguments: &[Argument::node("NODE"), Argument::node("ROOT").optional()],
        summary: "show the chain rule at one node: its uses, their sum, the paths to ROOT",
        details: "\
Each use of NODE has a row: its local derivative, as a formula and a number, times the upstream \
grad. The grad is the sum of the rows.",
        options: &[("NODE", "the node"), ("ROOT", "the root (default: the current root)")],
        examples: &[":explain a", ":explain e", ":explain a twice"],
        run: explain,
        finds: true,
        ..Command::ROW
    },
    Command {
        name: "why",
        arguments: &[Argument::node("NODE"), Argument::node("ROOT").optional()],
        summary: "explain why a grad is 0, or why a grad or a value is nan or inf",
        details: "\
Finds the first value, or the first product of local derivative and upstream grad, that is not \
finite. For a grad of 0, finds where the products become 0. Ends with advice.",
        options: &[
            ("NODE", "the node; for the root, the grads of its leaves are explained"),
            ("ROOT", "the root (default: the current root)"),
        ],
        examples: &[":why L", ":why a", ":why a L"],
        run: why,
        finds: true,
        ..Command::ROW
    },
    Command {
        name: "levels",
        arguments: &[Argument::node("ROOT").optional(), Argument::keyword("all")],
        summary: "list the levels of the graph, with one forward and one backward order",
        details: "\
Leaves are on level 0; every other node is one level above its highest operand. A network counts \
as one node, and so does each call of it.",
        options: &[
            ("ROOT", "the root (default: the current root)"),
            ("all", "show the nodes inside networks"),
        ],
        examples: &[":levels", ":levels L", ":levels L all"],
        run: levels,
        ..Command::ROW
    },
    Command {
        name: "check",
        aliases: &["c"],
        arguments: &[
            Argument::node("ROOT").optional(),
            Argument::node("NAME").optional().repeated(),
            Argument::keyword("scan"),
            Argument::keyword("all"),
        ],
        summary: "compare grads with finite differences",
        details: "\
Nudges each node, recomputes the root, and compares the grad with a forward and a central \
difference. At a kink, shows the slopes on both sides.",
        options: &[
            ("ROOT", "the root (default: the current root)"),
            ("NAME", "check only these nodes"),
            ("scan", "for one NAME, show both differences as h goes from 1e-1 to 1e-15"),
            ("all", "check all nodes, not only the first 50"),
        ],
        examples: &[":check L", ":check L a b", ":check L a scan"],
        run: check,
        finds: true,
        ..Command::ROW
    },
    Command {
        name: "bug",
        arguments: &[
            Argument::choice("KIND", &KINDS),
            Argument::node("ROOT").optional(),
            Argument::number("RATE").optional(),
            Argument::count("COUNT", 1, 100_000).following(),
        ],
        summary: "run a backward pass with a bug, beside the correct one",
        details: "The wrong pass really runs, but the session does not change.",
        options: &[
            ("KIND", "the bug"),
            ("ROOT", "the root (default: the current root)"),
            ("RATE COUNT", "with nozero: descend with these grads, COUNT times"),
        ],
        examples: &[":bug overwrite twice", ":bug order L", ":bug nozero L 0.01 5"],
        run: bug,
        finds: true,
        ..Command::ROW
    },
];

fn explain(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let wanted = arguments.node(session, "NODE")?;
    let root = arguments.root(session, "ROOT")?;
    must_not_be_newer(session, &root, &wanted, arguments.word("NODE")?)?;
    let context = session.found_context(&root)?;
    let blocks = learn::explain(&context, &wanted);
    let (order, names) = session.shared_pass();
    let is_found = context.number_of(&wanted).is_some_and(|it| context.is_right(it));
    let is_lost = is_found && !wanted.grad().is_finite();
    let found = if is_lost { non_finite_grad(&order, &names) } else { None };
    let notes = found.map(|found| found.text).into_iter().collect();
    let data = Data::Object(learn::explanation_facts(&context, &wanted));
    Ok(Report { kind: "explain", blocks, data: vec![data], notes, ..Report::default() })
}

fn why(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    if let Some(said) = why_constant(session, arguments.word("NODE")?) {
        return Ok(Report::say("why", said));
    }
    let report = why_of(session, arguments)?;
    session.guard().go_on(Span::default())?;
    Ok(report)
}

/// Says why an expression of numbers alone is not finite.
fn why_constant(session: &mut Session, word: Word<'_>) -> Option<[String; 2]> {
    let tree = word.expression().ok()?;
    if tree.names().next().is_some() || session::unbound(session, &tree).ok()?.data().is_finite() {
        return None;
    }
    let found = session.evaluate(&tree).ok()?.built.non_finite?;
    let advice = learn::advice_on(Some(found.operation));
    Some([format!("  {}", non_finite(session, &found)), format!("  {advice}")])
}

fn why_of(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let word = arguments.word("NODE")?;
    if session.network(word.text).is_some() || session.nodes_of_group(word.text).is_some() {
        let root = arguments.root(session, "ROOT")?;
        let wanted = operands_of(session, &root, word)?;
        return Ok(learn::why_grads(&session.found_context(&root)?, &wanted));
    }
    let wanted = arguments.node(session, "NODE")?;
    if !arguments.has("ROOT") && is_lost(&wanted) {
        return Ok(learn::why_value(session, &wanted));
    }
    let mut root = arguments.root(session, "ROOT")?;
    let is_own_root = !arguments.has("ROOT") && !wanted.is_leaf();
    if is_own_root && !Order::of([&root]).contains(&wanted) {
        root = wanted.clone();
    }
    must_not_be_newer(session, &root, &wanted, word)?;
    let context = session.found_context(&root)?;
    if context.number_of(&wanted).is_none() {
        return Ok(learn::why_unused(&context, &wanted));
    }
    Ok(learn::why_grads(&context, &[wanted]))
}

fn levels(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let root = arguments.root(session, "ROOT")?;
    let context = session.tutor_context(&root)?;
    let data = vec![Data::of(learn::level_facts(&context))];
    let outlined = if arguments.has("all") { None } else { context.clone().outlined() };
    let blocks = learn::levels(&outlined.unwrap_or(context));
    Ok(Report { kind: "levels", blocks, data, ..Report::default() })
}

fn check(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let root = arguments.root(session, "ROOT")?;
    let mut named: Vec<Value> = Vec::new();
    for word in arguments.words("NAME") {
        named.extend(operands_of(session, &root, word)?);
    }
    let context = session.tutor_context(&root)?;
    let is_all = arguments.has("all");
    let (mut blocks, mut data) = (Vec::new(), Vec::new());
    match (arguments.words("scan").next(), named.as_slice()) {
        (None, named) => {
            blocks = learn::check(&context, named, is_all);
            // To people a network is one, to machines each node.
            if named.is_empty()
                && !is_all
                && let Some(outlined) = context.outlined()
            {
                data = vec![Data::Object(described(&blocks))];
                blocks = learn::check(&outlined, &[], false);
            }
        }
        (Some(_), [node]) => blocks.extend(learn::scan(&context, node)),
        (Some(scan), _) => {
            return Err(arguments.usage_error(scan.span, "scan needs ROOT and one NAME before it"));
        }
    }
    session.guard().go_on(Span::default())?;
    Ok(Report { kind: "check", blocks, data, ..Report::default() })
}

fn bug(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let bug = arguments.choice("KIND", BUGS, |bug| bug.name)?;
    let root = arguments.root(session, "ROOT")?;
    if !arguments.has("RATE") {
        let context = session.one_row_context(&root)?;
        let blocks = of_row(&context).into_iter().chain(learn::show(bug, &context)).collect();
        return Ok(Report { kind: "bug", blocks, ..Report::default() });
    }
    if bug.name != "nozero" {
        let word = arguments.word("RATE")?;
        let message = format!("only :bug nozero takes RATE and COUNT, found {}", quoted(word.text));
        return Err(arguments.usage_error(word.span, message));
    }
    let rate = arguments.finite(session, "RATE")?;
    let steps = arguments.count("COUNT")?;
    let context = session.tutor_context(&root)?;
    let stops = || session.work().is_interrupted();
    let blocks = learn::descend(&context, rate, steps, session.data_time, stops);
    Ok(Report { kind: "bug", blocks, ..Report::default() })
}

static KINDS: Choices =
    Choices { noun: "bug", all: || BUGS.iter().map(|bug| (bug.name, bug.summary)).collect() };
