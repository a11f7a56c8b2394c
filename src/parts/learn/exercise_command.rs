//! The backward pass by hand and the quiz: commands that continue an exercise.

use super::generate::made_up;
use super::{PassByHand, Practice, Quiz, Rules, Visit};
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
        group: Group::ByHand,
        arguments: &[Argument::node("ROOT").optional()],
        summary: "start the backward pass by hand; :next or Enter takes a step",
        details: "\
Sets the grad of ROOT to 1 and waits. Each step visits one node and adds to the grads of its \
operands. Until the pass is done, :draw shows · for a grad that is not known yet. Changing data \
ends the pass.",
        options: &[("ROOT", "the root; the current one if left out")],
        examples: &[":back L", ":back"],
        run: back,
        in_links: true,
        ..Command::ROW
    },
    Command {
        name: "next",
        aliases: &["n"],
        group: Group::ByHand,
        arguments: &[Argument::count("N", 1, 1_000_000_000).optional()],
        summary: "take the next step, or N steps, of the backward pass by hand",
        details: "Typed at a prompt, an empty line does the same.",
        options: &[("N", "the number of steps")],
        examples: &[":next", ":next 3"],
        run: next,
        finds: true,
        ..Command::ROW
    },
    Command {
        name: "prev",
        group: Group::ByHand,
        summary: "undo the last step of the backward pass by hand",
        examples: &[":prev"],
        run: previous,
        ..Command::ROW
    },
    Command {
        name: "visit",
        aliases: &["v", "visit!"],
        group: Group::ByHand,
        arguments: &[Argument::node("NODE")],
        summary: "in the backward pass by hand, visit NODE next if it is ready",
        details: "\
A node is ready when all nodes that use it have been visited. :visit! visits it anyway, and \
shows what goes wrong.",
        options: &[("NODE", "the node")],
        examples: &[":visit L", ":visit! e"],
        run: visit,
        finds: true,
        ..Command::ROW
    },
    Command {
        name: "quiz",
        group: Group::ByHand,
        arguments: &[
            Argument::node("ROOT").optional(),
            Argument::node("NAME").optional().repeated(),
            Argument::keyword("fade"),
            Argument::keyword("once"),
            Argument::keyword("new"),
            Argument::keyword("hard"),
        ],
        summary: "ask for each grad, or those of NAMEs; wrong answers are diagnosed",
        details: "\
An answer is a number or an expression of names and the derivatives known so far (-2*b, \
b*dL/de); it is right within half a percent. :hint helps twice, :skip gives the answer, :quit \
ends the quiz. From a pipe each line is an answer, and the exit status is the number missed.",
        options: &[
            ("ROOT", "the root; the current one if left out"),
            ("NAME", "ask only for these grads"),
            ("fade", "ask for the last step first, each round for one more"),
            ("once", "one try for each question"),
            ("new", "make up a graph, harder after a quiz without a miss"),
            ("hard", "with new: begin harder"),
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
    let pass = PassByHand::new(session.one_row_context(&root, ":back")?);
    let blocks = pass.opening();
    session.guard().go_on(Span::default())?;
    session.begin_practice(Practice::ByHand(pass));
    Ok(Report { kind: "back", blocks, ..Report::default() })
}

/// Returns the error for a command that needs a backward pass by hand.
fn no_pass(arguments: &Arguments<'_>) -> Error {
    arguments
        .usage_error(Span::default(), "no backward pass by hand is in progress")
        .hint(":back ROOT starts one; changing data, or the row in view, ends it")
}

fn next(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let steps = if arguments.has("N") { arguments.count("N")? } else { 1 };
    let steps = usize::try_from(steps).unwrap_or(usize::MAX);
    match session.practice_mut() {
        Some(Practice::ByHand(pass)) => {
            Ok(Report { kind: "next", blocks: pass.next(steps), ..Report::default() })
        }
        _ => Err(no_pass(arguments)),
    }
}

fn previous(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    match session.practice_mut() {
        Some(Practice::ByHand(pass)) => Ok(Report::of("prev", pass.previous())),
        _ => Err(no_pass(arguments)),
    }
}

fn visit(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let word = arguments.word("NODE")?;
    if !matches!(session.practice(), Some(Practice::ByHand(_))) {
        return Err(no_pass(arguments));
    }
    let wanted = session.find(word.text, word.span)?;
    let Some(Practice::ByHand(pass)) = session.practice_mut() else {
        return Err(no_pass(arguments));
    };
    let root = pass.root_name();
    match pass.visit(&wanted, arguments.forced) {
        Visit::Pushed(blocks) | Visit::Refused(blocks) => {
            Ok(Report { kind: "visit", blocks, ..Report::default() })
        }
        Visit::NotInGraph => {
            Err(Error::new(word.span, format!("{root} does not depend on {}", quoted(word.text)))
                .hint("only nodes of the pass can push"))
        }
    }
}

fn quiz(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let rules = Rules { fades: arguments.has("fade"), once: arguments.has("once") };
    if let Some(word) = arguments.words("new").next() {
        return quiz_on_new(session, arguments, rules, word.span);
    }
    if let Some(hard) = arguments.words("hard").next() {
        return Err(arguments.usage_error(hard.span, "hard is for a new graph: :quiz new hard"));
    }
    let root = arguments.root(session, "ROOT")?;
    let mut chosen: Vec<(Value, Word<'_>)> = Vec::new();
    for word in arguments.words("NAME") {
        let nodes = operands_of(session, &root, word)?;
        chosen.extend(nodes.into_iter().map(|node| (node, word)));
    }
    let context = session.one_row_context(&root, ":quiz")?;
    let number = |(node, word): &(Value, Word<'_>)| {
        context.number_of(node).ok_or_else(|| {
            let message =
                format!("{} does not depend on {}", context.root_name(), quoted(word.text));
            Error::new(word.span, message).hint("a quiz asks for nodes of its root")
        })
    };
    let chosen = chosen.iter().map(number).collect::<Result<Vec<usize>>>()?;
    begin(session, Quiz::new(context, rules, chosen), Vec::new())
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
    /// How much harder `hard` begins.
    const HARDER: usize = 2;
    if let Some(root) = arguments.words("ROOT").next() {
        let message = "a new graph has a root of its own";
        return Err(arguments.usage_error(root.span, message));
    }
    let earned = match session.practice() {
        Some(Practice::Quiz(quiz)) => quiz.next_level(),
        _ => None,
    };
    let level = earned.unwrap_or(0).max(if arguments.has("hard") { HARDER } else { 0 });
    let made_up = made_up(session, level).ok_or_else(|| {
        Error::new(span, "no new graph is worth asking about").hint(":reset begins anew")
    })?;
    let built = made_up
        .statements
        .iter()
        .try_for_each(|statement| perform(session, statement, arguments.options).map(drop));
    built?;
    let root = session.value(&made_up.root)?;
    let quiz = Quiz::new(session.one_row_context(&root, ":quiz")?, rules, Vec::new());
    let typed = Paragraph::new(made_up.statements.join("; ")).wrapped(0);
    begin(session, quiz.made_up(level), vec![typed])
}
