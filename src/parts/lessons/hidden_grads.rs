//! What a lesson asks next of the graph that there is: grads that a picture keeps to itself until then.

use super::lesson::{Exercise, Part, PartKind};
use super::question::derivative;
use crate::command::syntax::{Statement, parse, statements};
use crate::command::{Arguments, Group, RunOptions, Texts, find};
use crate::core::graph::Order;
use crate::core::language::{Span, parse_expression};
use crate::core::session::Session;

/// By number, true for the nodes whose grads these parts of a lesson ask for before they move the numbers or
/// begin another graph; empty if they ask for none.
pub fn asked_ahead(session: &Session, parts: &[Part], order: &Order) -> Vec<bool> {
    let mut asked = Vec::new();
    for part in parts {
        match &part.kind {
            PartKind::Exercise(_, exercise) => ask(session, exercise, order, &mut asked),
            PartKind::Code(code) if moves(session, &code.fence.script()) => break,
            PartKind::NewSession => break,
            PartKind::Code(_) | PartKind::Prose | PartKind::Vary(_) | PartKind::Wrong(..) => {}
        }
        if matches!(part.kind, PartKind::Exercise(_, Exercise::Task(_))) {
            break;
        }
    }
    asked
}

/// Notes the nodes that a question asks for.
fn ask(session: &Session, exercise: &Exercise, order: &Order, asked: &mut Vec<bool>) {
    let mut note = |is_asked: &dyn Fn(usize) -> bool| {
        asked.resize(order.count(), false);
        asked.iter_mut().enumerate().for_each(|(number, asked)| *asked |= is_asked(number));
    };
    let named = |name: &str| session.names().resolve(name);
    let is_root = |name: &str| named(name).zip(order.root()).is_some_and(|(it, root)| it.is(root));
    let number = |name: &str| named(name).and_then(|node| order.number_of(&node));
    match exercise {
        Exercise::Quiz(statement) => {
            let Ok(quiz) = Arguments::read(statement, RunOptions::default()) else { return };
            let root = quiz.words("ROOT").next();
            if !root.map_or(session.root().is_some(), |root| is_root(root.name())) {
                return;
            }
            let names = quiz.words("NAME");
            let chosen: Vec<usize> = names.filter_map(|name| number(name.name())).collect();
            note(&|number| chosen.is_empty() || chosen.contains(&number));
        }
        Exercise::Ask(question) => {
            let (text, _) = &question.key;
            let Ok(tree) = parse_expression(text) else { return };
            let all = tree.steps.windows(3).filter_map(|steps| derivative(text, steps));
            for [(root, _), (node, _)] in all {
                if is_root(root) {
                    let own = number(node);
                    note(&|number| Some(number) == own);
                }
            }
        }
        Exercise::Task(_) => {}
    }
}

/// True for statements that may move a number or give a name that there is already.
fn moves(session: &Session, script: &str) -> bool {
    /// Longer ones are not read for it.
    const LONGEST: usize = 10_000;
    let moves = |statement: Statement<'_>| match statement {
        Statement::Empty | Statement::Evaluate(_) | Statement::SideBySide(..) => false,
        Statement::Assign { target: name, .. } | Statement::Define { name, .. } => {
            session.has_name(name)
        }
        Statement::Unpack { targets, .. } => targets.iter().any(|(name, _)| session.has_name(name)),
        Statement::Command(typed) => find(typed.name, Span::default(), false)
            .is_ok_and(|command| matches!(command.group, Group::Leaves | Group::Session)),
    };
    if script.len() > LONGEST {
        return true;
    }
    let texts = Texts::of(script);
    let mut all = texts.iter().flat_map(|text| statements(&text.typed, 0));
    all.any(|(_, statement)| parse(statement).is_ok_and(moves))
}
