//! `:solve`, and its report.

use super::report::{BRIEF, Root, Solution};
use super::search::{Found, MOST_ROOTS, Sides, search};
use crate::command::syntax::Word;
use crate::command::{Argument, ArgumentKind, Arguments, Command, Group};
use crate::core::graph::{Label, Operand, Order, Value, interrupted};
use crate::core::language::{Error, Result, Span, quoted};
use crate::core::ops::SUBTRACT;
use crate::core::session::Session;
use crate::parts::fit::{
    Estimate, MOST_CALLED, Side, another_start, equation, leaves_to_move, with_new_leaves,
    with_undefined,
};
use crate::parts::implicit::{Dependence, Equations, Slope, keep_solved};
use crate::report::{
    Data, Ending, Paragraph, Report, and, counted, few, leaves as count_of, numbers,
};

pub const COMMANDS: &[Command] = &[Command {
    name: "solve",
    group: Group::Often,
    arguments: &[
        Argument::new("LHS = RHS", ArgumentKind::Equation).repeated(),
        Argument::keyword("for"),
        Argument::leaf("NAME").following().repeated(),
    ],
    summary: "solve equations by moving leaves",
    details: "\
Takes damped Newton steps from the current values. With one unknown, also scans up to 10^4 times \
the size of the start, takes the nearest root and lists others. A solved leaf gets the ± of the \
leaves it depends on. If those leaves move, the solved leaf is stale.",
    options: &[
        ("LHS = RHS", "equations between numbers, one for each unknown"),
        ("for NAME…", "the unknowns (default: new names, or else all unfrozen leaves)"),
    ],
    examples: &[":solve x^2 = 2", ":solve u + v = 3, u - v = 1", ":solve a*x = c for x"],
    run: solve,
    finds: true,
    ..Command::ROW
}];

fn solve(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let (first, words) = (arguments.word("LHS = RHS")?, arguments.words("LHS = RHS"));
    let words: Vec<Word<'_>> = words.collect();
    let equations = words.iter().map(equation).collect::<Result<Vec<_>>>()?;
    let trees = equations.iter().flatten().map(|side| (&side.tree, side.word.span));
    with_new_leaves(session, arguments, trees, |session, made| {
        let sides = equations.iter().map(|equation| sides_of(session, equation));
        let sides = sides.collect::<Result<Vec<_>>>()?;
        let leaves = unknowns(session, arguments, (&words, &sides), &made)?;
        let difference = |sides| Value::computed(SUBTRACT, sides, Label::default());
        let nodes: Vec<Value> = sides.into_iter().map(difference).collect();
        solve_for(session, &nodes, &leaves, &made)?.ok_or_else(|| {
            Error::new(first.span, "a side of these equations, or a derivative, is not finite here")
                .hint(another_start(session, &leaves, &made))
        })
    })
}

/// Returns the sides of an equation, which are numbers or nodes.
fn sides_of(session: &mut Session, equation: &[Side<'_>; 2]) -> Result<[Operand; 2]> {
    let mut sides = [Operand::Constant(0.0), Operand::Constant(0.0)];
    for (found, side) in sides.iter_mut().zip(equation) {
        *found = side.operand(session)?;
        if let Some(rows) = found.rows() {
            let (name, rows) = (quoted(side.word.text), counted(rows as u64, "row"));
            let message = format!("{name} has {rows}; an equation needs numbers");
            return Err(Error::new(side.place(), message)
                .hint("sum, mean, min and max give one number; for rows, use :fit"));
        }
    }
    Ok(sides)
}

/// Returns the leaves that move: those after for, or those just made if they are as many as the equations, else all
/// unfrozen leaves of the equations.
fn unknowns(
    session: &mut Session,
    arguments: &Arguments<'_>,
    (words, sides): (&[Word<'_>], &[[Operand; 2]]),
    made: &[Value],
) -> Result<Vec<Value>> {
    let Word { span: place, text, .. } = arguments.word("LHS = RHS")?;
    let leaves = if made.len() == words.len() && !arguments.has("for") {
        made.to_vec()
    } else {
        leaves_to_move(session, &sides.concat(), arguments, (place, text))?
    };
    if leaves.len() != words.len() {
        let names = few(leaves.iter().map(|leaf| session.names().call(leaf)), MOST_CALLED, ", ");
        let (found, equations) = (count_of(leaves.len()), counted(words.len() as u64, "equation"));
        return Err(Error::new(place, format!("{found} for {equations}: {names}")).hint(
            "name the unknowns after for, one for each equation; commas separate equations",
        ));
    }
    for (word, sides) in words.iter().zip(sides) {
        let own = sides.iter().filter_map(Operand::value);
        let own = own.flat_map(|side| session.order_of(side).unfrozen_leaves());
        if !own.into_iter().any(|leaf| leaves.contains(&leaf)) {
            let message = format!("{} does not depend on any unknown", quoted(word.text));
            return Err(Error::new(word.span, message).hint("name the unknowns after for"));
        }
    }
    Ok(leaves)
}

/// Moves leaves, as many as there are nodes, until all of these are 0, and gives them the errors that they get from
/// other leaves. Returns the report; `None` if a node or a derivative is not finite at the start.
fn solve_for(
    session: &mut Session,
    nodes: &[Value],
    leaves: &[Value],
    made: &[Value],
) -> Result<Option<Report>> {
    let start: Vec<f64> = leaves.iter().map(Value::data).collect();
    nodes.iter().for_each(|node| session.refresh(node));
    let stopped = || interrupted(Span::default());
    let mut equations = Equations::new(nodes, leaves, session.stop()).ok_or_else(stopped)?;
    let affine = |node| Order::until(session.stop(), [node]).is_affine_in_all(leaves);
    let is_affine = nodes.iter().all(affine);
    let found = search(&mut equations, &start, is_affine);
    if session.work().is_interrupted() {
        return Err(stopped());
    }
    let names = leaves.iter().map(|leaf| session.names().call(leaf)).collect();
    if let Some((solution, open)) = found.open {
        let report = undetermined(session, names, nodes.len(), found.steps, (solution, &open));
        return Ok(Some(with_undefined(session, report, made, false)));
    }
    let Found { roots, steps, range, closest, sides, may_be_more, is_on_plateau, .. } = found;
    let Some(root) = roots.first() else {
        let report = closest.map(|closest| without_root(names, steps, closest, range, sides));
        let helps = sides != Sides::Contradictory;
        return Ok(report.map(|report| with_undefined(session, report, made, helps)));
    };
    let dependence = Dependence::at_root(&mut equations, root);
    let changes: Vec<(Value, f64)> = leaves.iter().cloned().zip(root.iter().copied()).collect();
    session.set(&changes);
    let us = keep_solved(session, (nodes, "solve"), leaves, dependence.as_ref());
    let names = session.names();
    let others = dependence.iter().flat_map(|it| &it.others).map(|leaf| names.call(leaf));
    let others: Vec<String> = others.collect();
    let found = |(at, leaf): (usize, &Value)| {
        let slopes = dependence.as_ref().map(|it| Slope::named(&others, &it.slopes[at]));
        let before = start.get(at).copied().filter(|_| !made.contains(leaf));
        let (name, data, u) = (names.call(leaf), leaf.data(), us[at]);
        let leaf = Estimate { name, before, data, u };
        Root { leaf, slopes: slopes.unwrap_or_default() }
    };
    let mut nearest: Vec<f64> = if leaves.len() == 1 { roots.concat() } else { Vec::new() };
    nearest.truncate(MOST_ROOTS);
    nearest.sort_by(f64::total_cmp);
    let solution = Solution {
        leaves: leaves.iter().enumerate().map(found).collect(),
        roots: nearest,
        more: range.filter(|_| roots.len() > MOST_ROOTS).map(|(low, high)| [low, high]),
        others: roots.len() - MOST_ROOTS.min(roots.len()),
        steps,
        end: Ending::Solved,
        ..Solution::default()
    };
    let mut blocks = solution.blocks(session.settings().digits);
    if dependence.is_none() && (leaves.len() > 1 || equations.leaves().len() > leaves.len()) {
        let text = "  the Jacobian is singular or not finite here: no slopes and no ±";
        blocks.push(Paragraph::new(text).wrapped(4));
    }
    if is_on_plateau {
        let text = "  one of many solutions: the sides stay equal beside it";
        blocks.push(Paragraph::new(text).wrapped(4));
    }
    if may_be_more {
        let text = "  there may be other solutions: :solve finds the one its start leads to";
        blocks.push(Paragraph::new(text).wrapped(4));
    }
    Ok(Some(Report { kind: "solve", blocks, data: vec![Data::of(solution)], ..Report::default() }))
}

/// The report of equations that hold on a whole curve of solutions. No leaf moves.
fn undetermined(
    session: &Session,
    names: Vec<String>,
    equations: usize,
    steps: u64,
    (at, open): (Vec<f64>, &[usize]),
) -> Report {
    let digits = session.settings().digits;
    let called = open.iter().filter_map(|at| names.get(*at).cloned()).collect();
    let each =
        |(name, at): (&String, &f64)| format!("{name} = {}", numbers::short(*at, BRIEF, digits));
    let point = few(names.iter().zip(&at).map(each), MOST_CALLED, ", ");
    let these = if equations == 1 { "this equation does" } else { "these equations do" };
    let unknowns = and(called, MOST_CALLED);
    let note = format!("{these} not determine {unknowns}: {point} is one solution");
    let end = Ending::Undetermined;
    let found = Solution { steps, end, closest: estimates_at(names, at), ..Solution::default() };
    let report = Report { kind: "solve", notes: vec![note], next: end.next(), ..Report::default() };
    report.with_data(Data::of(found))
}

/// The leaves at a point where they do not go.
fn estimates_at(names: Vec<String>, at: Vec<f64>) -> Vec<Estimate> {
    let estimate = |(name, data)| Estimate { name, before: None, data, u: None };
    names.into_iter().zip(at).map(estimate).collect()
}

/// The report of sides that meet nowhere that was looked at.
fn without_root(
    names: Vec<String>,
    steps: u64,
    (at, least): (Vec<f64>, f64),
    range: Option<(f64, f64)>,
    sides: Sides,
) -> Report {
    let number = |number: f64| numbers::significant(number, 3);
    let range = match range {
        Some((low, high)) => format!("between {} and {}", number(low), number(high)),
        None => "from the current values".to_owned(),
    };
    let point = names.iter().zip(&at).map(|(name, at)| format!("{name} = {}", number(*at)));
    let (point, gap) = (point.collect::<Vec<_>>().join(", "), numbers::significant(least, 2));
    let closest = match names.len() {
        _ if sides == Sides::Asymptotic => {
            format!("near {point} the sides only approach each other")
        }
        _ if least == 0.0 => format!("near {point} the sides are equal within rounding"),
        1 => format!("the smallest |left - right| is {gap}, at {point}"),
        _ => format!("the search ended at {point}, where the largest |left - right| is {gap}"),
    };
    let note = match names.len() {
        1 if sides == Sides::Contradictory => {
            format!("no root: |left - right| is {gap} whatever {} is", names.join(", "))
        }
        _ if sides == Sides::Contradictory => {
            "no root: these equations contradict each other".to_owned()
        }
        _ => format!("no root found {range}; {closest}"),
    };
    let notes = vec![note];
    let (end, least, closest) = (Ending::NoRoot, Some(least), estimates_at(names, at));
    let found = Solution { steps, end, least, closest, ..Solution::default() };
    let report = Report { kind: "solve", notes, next: end.next(), ..Report::default() };
    report.with_data(Data::of(found))
}
