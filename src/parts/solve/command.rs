//! `:solve`, and its report.

use super::report::{Root, Slope, Solution as Found};
use super::solutions::{self, Solution, SolveOutcome};
use crate::command::syntax::Word;
use crate::command::{
    Argument, Arguments, Command, Group, MOST_CALLED, leaves_to_move, must_be_as_many,
    names_of_all, side, text_of, with_new_leaves,
};
use crate::core::graph::{Operand, Value};
use crate::core::language::{Error, Result, Span, quoted};
use crate::core::session::Session;
use crate::parts::fit::{Estimate, Parameter};
use crate::report::{Data, Next, NumberStyle, Paragraph, Report, and, counted, leaves as count_of};

pub const COMMANDS: &[Command] = &[Command {
    name: "solve",
    aliases: &[],
    group: Group::Leaves,
    arguments: &[
        Argument::equation("LHS = RHS").repeated(),
        Argument::keyword("for"),
        Argument::leaf("NAME").following().repeated(),
    ],
    summary: "move leaves until both sides of equations agree",
    details: "\
One leaf moves for each equation: those after for, or all unfrozen leaves of the equations when there \
are as many. Names without a value become leaves, begun at 1, if there are as many as equations. \
:solve takes damped Newton steps from the present values. With one unknown it also scans for changes of \
sign, up to ten thousand times the start's size away; finding none does not prove that there is no root. \
It lists up to six roots and picks the one nearest to the start. At a root both sides are finite and equal \
within four roundings of their terms, and not so on both sides of it too. If no root is found, no leaf \
moves. :solve shows how a solved leaf depends on other leaves (dx/da). If those are uncertain, the solved \
leaf gets their uncertainty and is correlated with them. It does not follow them later, but is marked \
stale once they move; changing it by hand drops its ±. :undo restores the leaves.",
    example: ":solve x^2 = 2",
    run: solve,
}];

fn solve(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let words: Vec<Word<'_>> = arguments.words("LHS = RHS").collect();
    arguments.must_be_equations()?;
    let equations = words.iter().map(|word| word.equation()).collect::<Result<Vec<_>>>()?;
    let sides = equations.iter().zip(&words).map(|(trees, word)| (&trees[..], word.span));
    let names = names_of_all(session, arguments, sides)?;
    if !names.is_empty() && !arguments.has("for") {
        must_be_as_many(&names, words.len())?;
    }
    with_new_leaves(session, &names, |session, made| {
        let solution = solve_for(session, arguments, &words, made)?;
        Ok(report(session, &solution))
    })
}

/// Solves equations for the leaves just made, or for those that are to move.
fn solve_for(
    session: &mut Session,
    arguments: &Arguments<'_>,
    words: &[Word<'_>],
    made: Vec<Value>,
) -> Result<Solution> {
    let named = arguments.has("for");
    let mut equations: Vec<[Operand; 2]> = Vec::new();
    let mut given: Vec<Vec<Value>> = Vec::new();
    for word in words {
        let trees = word.equation()?;
        let mut sides = Vec::new();
        for tree in &trees {
            let side = side(session, tree, *word)?;
            if let Some(rows) = side.rows() {
                let place = tree.span().moved(word.span.start as usize);
                let rows = counted(rows as u64, "row");
                let message = format!(
                    "{} has {rows}, and an equation is between numbers",
                    quoted(text_of(tree))
                );
                return Err(Error::new(place, message)
                    .hint("sum, mean, min and max make one number of all rows; :fit is for rows"));
            }
            sides.push(side);
        }
        let Ok(sides) = <[Operand; 2]>::try_from(sides) else { continue };
        let nodes = sides.iter().filter_map(Operand::value);
        given.push(nodes.flat_map(|side| session.order_of(side).unfrozen_leaves()).collect());
        equations.push(sides);
    }
    let all: Vec<Operand> = equations.iter().flatten().cloned().collect();
    let text = words.first().map_or("", |word| word.text);
    let place = words.first().map_or(arguments.end(), |word| word.span);
    let leaves = if made.is_empty() || named {
        leaves_to_move(session, &all, arguments, (place, text))?
    } else {
        made
    };
    if leaves.len() != equations.len() {
        return Err(wrong_number(session, &leaves, equations.len(), (place, named)));
    }
    if let Some((word, _)) =
        words.iter().zip(&given).find(|(_, own)| !leaves.iter().any(|leaf| own.contains(leaf)))
    {
        let message = format!("{} does not depend on what is to move", quoted(word.text));
        return Err(Error::new(word.span, message).hint("name the leaves that move after for"));
    }
    let solution = solutions::solve(session, &equations, leaves)?;
    if let SolveOutcome::NotFinite = solution.outcome {
        return Err(Error::new(
            place,
            "a side of these equations, or a derivative, is not finite here",
        )
        .hint("the search starts at the present data: :set the leaves elsewhere"));
    }
    Ok(solution)
}

/// Returns the error for more or fewer leaves than equations.
fn wrong_number(
    session: &Session,
    leaves: &[Value],
    equations: usize,
    (place, named): (Span, bool),
) -> Error {
    let names: Vec<String> = leaves.iter().take(4).map(|leaf| session.names().call(leaf)).collect();
    let more = if leaves.len() > names.len() { ", …" } else { "" };
    let found = count_of(leaves.len());
    let equations = counted(equations as u64, "equation");
    let message = format!("{found} for {equations}: {}{more}", names.join(", "));
    Error::new(place, message).hint(if named {
        "as many leaves move as there are equations; commas are between equations"
    } else {
        "name those that move after for, one for each equation, or :freeze the others"
    })
}

fn report(session: &Session, solution: &Solution) -> Report {
    let names = session.names();
    let estimate = |it: &Parameter| Estimate { name: names.call(&it.leaf), data: it.data, u: it.u };
    let leaves: Vec<Estimate> = solution.leaves.iter().map(estimate).collect();
    match solution.outcome {
        SolveOutcome::None { least, range } => without_root(solution.steps, leaves, (least, range)),
        _ => with_root(session, solution, leaves),
    }
}

/// The report of a root, which the leaves have taken.
fn with_root(session: &Session, solution: &Solution, leaves: Vec<Estimate>) -> Report {
    let session_names = session.names();
    let names: Vec<String> = leaves.iter().map(|leaf| leaf.name.clone()).collect();
    let root = |(index, leaf): (usize, Estimate)| {
        let slopes = solution.slopes.as_ref().and_then(|slopes| slopes.get(index));
        let slope =
            |(leaf, slope): &(Value, f64)| Slope { by: session_names.call(leaf), slope: *slope };
        Root { leaf, slopes: slopes.into_iter().flatten().map(slope).collect() }
    };
    let found = Found {
        leaves: leaves.into_iter().enumerate().map(root).collect(),
        roots: solution.roots.clone(),
        more: solution.more.map(|(low, high)| [low, high]),
        start: solution.start,
        steps: solution.steps,
        end: "solved",
        ..Found::default()
    };
    let mut blocks = found.blocks(session.settings().digits);
    if solution.slopes.is_none() {
        let follow = if names.len() == 1 { "follows" } else { "follow" };
        let text = format!(
            "  the Jacobian is singular or not finite here: it is unknown how {} {follow} other leaves",
            and(names, MOST_CALLED)
        );
        blocks.push(Paragraph::new(text).wrapped(4));
    }
    Report { kind: "solve", blocks, data: vec![Data::of(found)], ..Report::default() }
}

/// The report of sides that meet nowhere that was looked at.
fn without_root(
    steps: u64,
    closest: Vec<Estimate>,
    (least, range): (f64, Option<(f64, f64)>),
) -> Report {
    let sentence = Paragraph::new("  no root found ");
    let mut sentence = match range {
        Some((low, high)) => sentence
            .text("between ")
            .number(low, NumberStyle::Significant(3))
            .text(" and ")
            .number(high, NumberStyle::Significant(3)),
        None => sentence.text("from the present values"),
    };
    let largest = if closest.len() == 1 { "" } else { "the largest " };
    sentence = match least {
        0.0 => sentence.text("; the sides are the same all around"),
        _ => sentence
            .text(format!("; {largest}|left - right| is least, "))
            .number(least, NumberStyle::Significant(2))
            .text(", at"),
    };
    for (index, leaf) in closest.iter().enumerate() {
        let before = if index == 0 { "" } else { "," };
        sentence = sentence
            .text(format!("{before} {} = ", leaf.name))
            .number(leaf.data, NumberStyle::Significant(3));
    }
    let found = Found { steps, end: "none", least: Some(least), closest, ..Found::default() };
    let report = Report::of("solve", sentence.wrapped(4));
    Report { next: Next::FellShort, ..report.with_data(Data::of(found)) }
}
