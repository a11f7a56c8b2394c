//! The backward pass by hand and the quiz: commands that continue an exercise.

use super::generate::made_up;
use super::{Context, PassByHand, Practice, Quiz, Rules};
use crate::command::syntax::Word;
use crate::command::{Argument, Arguments, Command, Group, operands_of, perform};
use crate::core::graph::Value;
use crate::core::language::{Error, Result, Span, quoted};
use crate::core::session::Session;
use crate::report::{Block, Data, Paragraph, Report};

pub const PRACTICE: &[Command] = &[
    Command {
        name: "back",
        aliases: &["b"],
        group: Group::Often,
        arguments: &[Argument::node("ROOT").optional()],
        summary: "start the backward pass by hand; :next or Enter takes a step",
        details: "\
Sets the grad of ROOT to 1 and waits. Each step visits one node and adds to the grads of its \
operands. Until the pass is done, :draw and :explain show · for unknown grads. Changing any data \
ends the pass.",
        options: &[("ROOT", "the root (default: the current root)")],
        examples: &[":back L", ":back"],
        run: back,
        in_links: true,
        ..Command::ROW
    },
    Command {
        name: "next",
        aliases: &["n"],
        group: Group::Often,
        arguments: &[Argument::count("N", 1, 1_000_000_000).optional()],
        summary: "take the next step, or N steps, of the backward pass by hand",
        details: "At the prompt, Enter does the same.",
        options: &[("N", "the number of steps (default: 1)")],
        examples: &[":next", ":next 3"],
        run: next,
        finds: true,
        ..Command::ROW
    },
    Command {
        name: "prev",
        summary: "undo the last step of the backward pass by hand",
        examples: &[":prev"],
        run: previous,
        ..Command::ROW
    },
    Command {
        name: "visit",
        aliases: &["v", "visit!"],
        arguments: &[Argument::node("NODE")],
        summary: "visit NODE next in the backward pass by hand",
        details: "\
A node is ready when all nodes that use it have been visited. :visit! visits it anyway and shows \
what goes wrong.",
        options: &[("NODE", "the node to visit")],
        examples: &[":visit L", ":visit! e"],
        run: visit,
        finds: true,
        ..Command::ROW
    },
    Command {
        name: "quiz",
        group: Group::Often,
        arguments: &[
            Argument::node("ROOT").optional(),
            Argument::node("NAME").optional().repeated(),
            Argument::keyword("fade"),
            Argument::keyword("once"),
            Argument::keyword("new"),
            Argument::keyword("hard"),
        ],
        summary: "ask for the grads, and diagnose wrong answers",
        details: "\
Answer with a number or a formula, such as -2*b or b*dL/de. Numbers within 0.5 % are right. :hint \
gives two hints, :skip shows the answer, :quit ends the quiz. From a pipe, each line is an \
answer, and the exit status is the number of misses.",
        options: &[
            ("ROOT", "the root (default: the current root)"),
            ("NAME", "ask only for these grads"),
            ("fade", "in rounds: ask for the last step only, then the last two, and so on"),
            ("once", "allow one try for each question"),
            ("new", "make up a graph; after a quiz without a miss, a harder one"),
            ("hard", "make up a harder graph"),
        ],
        examples: &[":quiz L", ":quiz L a b", ":quiz new"],
        run: quiz,
        finds: true,
        in_links: true,
        asks: true,
        ..Command::ROW
    },
];

fn back(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let root = arguments.root(session, "ROOT")?;
    let pass = PassByHand::new(session.one_row_context(&root)?);
    let blocks = of_row(&pass.context).into_iter().chain(pass.opening()).collect();
    session.guard().go_on(Span::default())?;
    session.begin_practice(Practice::ByHand(pass));
    Ok(Report { kind: "back", blocks, ..Report::default() })
}

/// The backward pass by hand that is in progress.
fn by_hand<'session>(
    session: &'session mut Session,
    arguments: &Arguments<'_>,
) -> Result<&'session mut PassByHand> {
    match session.practice_mut() {
        Some(Practice::ByHand(pass)) => Ok(pass),
        _ => Err(arguments
            .usage_error(Span::default(), "no backward pass by hand is in progress")
            .hint(":back ROOT starts one; changing data, or the current row, ends it")),
    }
}

fn next(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let steps = if arguments.has("N") { arguments.count("N")? } else { 1 };
    let steps = usize::try_from(steps).unwrap_or(usize::MAX);
    let pass = by_hand(session, arguments)?;
    let (before, blocks) = (pass.done.len(), pass.next(steps));
    let data = Data::Facts(pass.facts_since(before));
    Ok(Report { kind: "next", blocks, ..Report::default() }.with_data(data))
}

fn previous(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    Ok(Report::of("prev", by_hand(session, arguments)?.previous()))
}

fn visit(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let word = arguments.word("NODE")?;
    by_hand(session, arguments)?;
    let wanted = session.find(word.text, word.span)?;
    let pass = by_hand(session, arguments)?;
    let number = number_in(&pass.context, &wanted, word, "only nodes of the pass can push")?;
    let before = pass.done.len();
    let blocks = pass.visit(number, arguments.forced).unwrap_or_else(|refused| refused);
    let data = Data::Facts(pass.facts_since(before));
    Ok(Report { kind: "visit", blocks, ..Report::default() }.with_data(data))
}

/// The number of a node in a pass.
fn number_in(context: &Context, node: &Value, word: Word<'_>, hint: &str) -> Result<usize> {
    context.number_of(node).ok_or_else(|| {
        let (root, name) = (context.root_name(), quoted(word.text));
        Error::new(word.span, format!("{root} does not depend on {name}")).hint(hint)
    })
}

fn quiz(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let rules = Rules { fades: arguments.has("fade"), once: arguments.has("once") };
    if let Some(word) = arguments.words("new").chain(arguments.words("hard")).next() {
        return quiz_on_new(session, arguments, rules, word.span);
    }
    let root = arguments.root(session, "ROOT")?;
    let mut named: Vec<(Value, Word<'_>)> = Vec::new();
    for word in arguments.words("NAME") {
        let nodes = operands_of(session, &root, word)?;
        named.extend(nodes.into_iter().map(|node| (node, word)));
    }
    let context = session.one_row_context(&root)?;
    let blocks = Vec::from_iter(of_row(&context));
    let hint = "name nodes of the root";
    let chosen = named.iter().map(|(node, word)| number_in(&context, node, *word, hint));
    let chosen = chosen.collect::<Result<_>>()?;
    begin(session, Quiz::new(context, rules, chosen), blocks)
}

/// Which row an exercise is about, if its root depends on all of them.
pub fn of_row(context: &Context) -> Option<Block> {
    let (name, row) = context.row_of.as_ref()?;
    let formula = context.pass.names.formula(context.root_node(), |it| it.label().part > 0);
    let text = format!("{name} combines all rows. This is the part of row {row} alone: {formula}");
    Some(Paragraph::new(text).wrapped(0))
}

/// Begins a quiz, after these parts.
fn begin(session: &mut Session, mut quiz: Quiz, mut blocks: Vec<Block>) -> Result<Report> {
    blocks.extend(quiz.opening());
    let report =
        Report { kind: "quiz", blocks, ..Report::default() }.with_data(Data::Facts(quiz.facts()));
    session.guard().go_on(Span::default())?;
    session.begin_practice(Practice::Quiz(quiz));
    Ok(report)
}

/// Begins a quiz on a graph that is made up.
fn quiz_on_new(
    session: &mut Session,
    arguments: &Arguments<'_>,
    rules: Rules,
    span: Span,
) -> Result<Report> {
    let earned = match session.practice() {
        Some(Practice::Quiz(quiz)) => quiz.next_level(),
        _ => None,
    };
    let level = earned.unwrap_or(0).max(if arguments.has("hard") { 2 } else { 0 });
    let (statements, root) = made_up(session, level).ok_or_else(|| {
        Error::new(span, "could not generate a new quiz graph").hint(":reset frees all names")
    })?;
    for statement in &statements {
        perform(session, statement, arguments.options)?;
    }
    let root = session.value(&root)?;
    let quiz = Quiz::new(session.one_row_context(&root)?, rules, Vec::new());
    let typed = Paragraph::new(statements.join("; ")).wrapped(0);
    begin(session, quiz.made_up(level), vec![typed])
}
