//! `:solve`, and its report.

use super::arguments::leaf;
use super::equations::{
    leaves_to_move, must_be_as_many, names_of_all, side, text_of, with_new_leaves,
};
use super::{Argument, Arguments, Command, Group};
use crate::graph::{Operand, Value};
use crate::language::{Error, Result, Span, Tree, Word, quoted};
use crate::methods::thresholds_of_solve::shown::{DIGITS, FEW_DIGITS, VAGUE};
use crate::report::{
    Estimate, Next, NumberStyle, Part, Report, Root, Sentence, Slope, Solution as Found, counted,
    leaves as count_of,
};
use crate::session::{self, Session};
use crate::studies::{self, Parameter, Solution, SolveOutcome};

pub(super) const COMMANDS: &[Command] = &[Command {
    name: "solve",
    aliases: &[],
    group: Group::Leaves,
    arguments: &[
        Argument::equation("LHS = RHS").repeated(),
        Argument::keyword("for"),
        Argument::leaf("NAME").following().repeated(),
        Argument::keyword("found"),
    ],
    summary: "move leaves until both sides of equations agree",
    details: "\
One leaf moves for each equation: those after for, or all unfrozen leaves of the equations when there \
are as many. Names without a value become leaves, begun at 1, if there are as many as equations. The \
search starts from the present values. The method is Newton's, damped; where \
it finds no root of one unknown, a change of sign is looked for up to ten thousand times the \
start's size away, and beyond in long steps; none seen does not mean that there is none. Of one unknown \
the six roots nearest to the start are given, and it gets the nearest; several unknowns are tried from other starts, and other roots found there are named (also). How a \
solved leaf depends on the others is shown (dx/da), and if those are uncertain it gets their \
uncertainty and is correlated with them; it does not follow them later, but is marked stale once they move, and changing it by hand drops its ±. A root is one where the sides cross by more than rounding, or are exactly the same; where \
they only meet to rounding, it is said to be undecided. Unless a root is found, no leaf moves. :undo \
restores the leaves. With found nothing is solved: saved sessions say with it which equations the \
uncertainties of NAMEs follow.",
    example: ":solve x^2 = 2",
    run: solve,
}];

fn solve(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let words: Vec<Word<'_>> = arguments.words("LHS = RHS").collect();
    arguments.must_be_equations()?;
    if arguments.has("found") {
        return found_before(session, arguments, &words);
    }
    let equations = words.iter().map(|word| word.equation()).collect::<Result<Vec<_>>>()?;
    let sides = equations.iter().zip(&words).map(|(trees, word)| (&trees[..], word.span));
    let names = names_of_all(session, arguments, sides)?;
    if names.is_empty() {
        let solution = solve_for(session, arguments, &words, Vec::new())?;
        return Ok(report(session, &solution));
    }
    if !arguments.has("for") {
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
    let solution = studies::solve(session, &equations, leaves)?;
    if let SolveOutcome::NotFinite = solution.outcome {
        return Err(Error::new(
            place,
            "a side of these equations, or a derivative, is not finite here",
        )
        .hint("the search starts at the present data: :set the leaves elsewhere"));
    }
    Ok(solution)
}

/// Says that leaves solve equations already, as saved sessions do.
fn found_before(
    session: &mut Session,
    arguments: &Arguments<'_>,
    words: &[Word<'_>],
) -> Result<Report> {
    let mut equations: Vec<[Operand; 2]> = Vec::new();
    for word in words {
        let [left, right] = word.equation()?;
        let mut side = |tree: &Tree<'_>| {
            let side = session::unbound(session, tree)
                .map_err(|error| error.moved(word.span.start as usize));
            side.and_then(|side| match side.rows() {
                None => Ok(side),
                Some(_) => Err(Error::new(word.span, "an equation is between numbers")),
            })
        };
        equations.push([side(&left)?, side(&right)?]);
    }
    let mut leaves = Vec::new();
    for word in arguments.words("NAME") {
        leaves.push(leaf(session, word)?);
    }
    if leaves.len() != equations.len() {
        return Err(wrong_number(session, &leaves, equations.len(), (arguments.end(), true)));
    }
    session::set_solved(session, &equations, &leaves);
    Ok(Report::default())
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
        SolveOutcome::Undecided { least, ends } => undecided(solution, (least, ends), leaves),
        SolveOutcome::None { least, range, fades, jumps } => {
            without_root(solution.steps, leaves, (least, range), (fades, jumps))
        }
        _ => with_root(session, solution, leaves),
    }
}

/// The report of a root, which the leaves have taken.
fn with_root(session: &Session, solution: &Solution, leaves: Vec<Estimate>) -> Report {
    let names = session.names();
    let root = |(index, leaf): (usize, Estimate)| {
        let slopes = solution.slopes.as_ref().and_then(|slopes| slopes.get(index));
        let slope = |(leaf, slope): &(Value, f64)| Slope { by: names.call(leaf), slope: *slope };
        let slopes = slopes.into_iter().flatten().map(slope).collect();
        let within = solution.within.get(index).copied().unwrap_or_default();
        Root { within: if_vague(leaf.data, within), off: within, slopes, leaf }
    };
    let leaves: Vec<Root> = leaves.into_iter().enumerate().map(root).collect();
    let vague = leaves.iter().find_map(|it| Some((it.leaf.name.clone(), it.within?)));
    let places = || solution.roots.iter();
    let found = Found {
        leaves,
        roots: places().map(|(root, _)| *root).collect(),
        withins: places().map(|(root, within)| if_vague(*root, *within)).collect(),
        offs: places().map(|(_, within)| *within).collect(),
        more: solution.more.map(|(low, high)| [low, high]),
        also: solution.others.clone(),
        start: solution.start,
        steps: solution.steps,
        end: "solved",
        ..Found::default()
    };
    let also = also(&found);
    let mut parts = vec![Part::Solution(Box::new(found))];
    parts.extend(also);
    parts.extend(remarks(solution, vague).into_iter().map(|sentence| sentence.part(4)));
    Report { kind: "solve", parts, ..Report::default() }
}

/// What there is to say of a root; `vague` is a leaf that rounding moves so far.
fn remarks(solution: &Solution, vague: Option<(String, f64)>) -> Vec<Sentence> {
    let mut remarks = Vec::new();
    if let Some((name, within)) = vague {
        let known = Sentence::new(format!("  {name} is known to ± "))
            .number(within, NumberStyle::Significant(1))
            .text(": nearer to the root both sides meet to rounding");
        remarks.push(known);
    }
    if let Some(apart) = solution.apart {
        let are_apart = Sentence::new("  the sides are ")
            .number(apart, NumberStyle::Significant(2))
            .text(" apart here: the root lies between this number and the next one");
        remarks.push(are_apart);
    }
    if solution.slopes.is_none() {
        let why = match (solution.leaves.as_slice(), solution.steep) {
            (_, true) => "  a side has no finite slope here",
            ([_], false) => {
                "  both sides have the same slope here, as at a multiple root, a step or a kink"
            }
            (_, false) => {
                "  these equations do not tell the leaves apart here, as at a multiple root"
            }
        };
        let follow = ": it is not known how they follow other leaves";
        let follows = ": it is not known how it follows other leaves";
        let what = if solution.leaves.len() == 1 { follows } else { follow };
        remarks.push(Sentence::new(format!("{why}{what}")));
    }
    remarks
}

/// The report of sides that meet nowhere that was looked at.
fn without_root(
    steps: u64,
    closest: Vec<Estimate>,
    (least, range): (f64, Option<(f64, f64)>),
    (fades, jumps): (bool, bool),
) -> Report {
    let what = if closest.len() == 1 { "|f|" } else { "the largest |f|" };
    let mut sentence = if fades {
        Sentence::new("  no root here: the sides only come ever closer")
    } else {
        Sentence::new(format!("  no root here: {what} is least, "))
            .number(least, NumberStyle::Significant(2))
            .text(",")
    };
    for (index, leaf) in closest.iter().enumerate() {
        let before = match index {
            0 if fades => format!(", as far as {} = ", leaf.name),
            0 => format!(" at {} = ", leaf.name),
            _ => format!(", {} = ", leaf.name),
        };
        sentence = sentence.text(before).number(leaf.data, NumberStyle::Significant(3));
    }
    sentence = match range {
        Some((low, high)) => sentence
            .text(if jumps {
                "; the sign was seen to change in jumps only from "
            } else {
                "; no change of sign was seen from "
            })
            .number(low, NumberStyle::Significant(3))
            .text(" to ")
            .number(high, NumberStyle::Significant(3)),
        None => sentence.text("; other starts led to none either"),
    };
    let found = Found { steps, end: "none", least: Some(least), closest, ..Found::default() };
    let parts = vec![Part::Solution(Box::new(found)), sentence.part(4)];
    Report { kind: "solve", parts, next: Next::FellShort }
}

/// The lines on other roots of several unknowns: `also x = -3, y = -4`.
fn also(found: &Found) -> Vec<Part> {
    let line = |root: &Vec<f64>| {
        let mut sentence = Sentence::new("  also ");
        for (index, (leaf, data)) in found.leaves.iter().zip(root).enumerate() {
            let between = if index == 0 { "" } else { ", " };
            sentence = sentence
                .text(format!("{between}{} = ", leaf.leaf.name))
                .number(*data, NumberStyle::Significant(DIGITS));
        }
        sentence.part(4)
    };
    found.also.iter().map(line).collect()
}

/// The report of sides that meet as far as rounding lets them see, or end before it is seen whether
/// they do.
fn undecided(solution: &Solution, (least, ends): (f64, bool), near: Vec<Estimate>) -> Report {
    let before = if ends { "  at " } else { "  both sides meet to rounding near " };
    let mut sentence = Sentence::new(before);
    for (index, leaf) in near.iter().enumerate() {
        let between = if index == 0 { "" } else { ", " };
        let within = solution.within.get(index).copied().unwrap_or_default();
        let data = if within >= leaf.data.abs() { 0.0 } else { leaf.data };
        let digits = if ends { FEW_DIGITS } else { known_digits(data, within) };
        sentence = sentence
            .text(format!("{between}{} = ", leaf.name))
            .number(data, NumberStyle::Significant(digits));
    }
    let sentence = sentence.text(if ends {
        " the sign changes on the way to where a side is infinite: a root or none"
    } else {
        ": a root or a near miss"
    });
    let (steps, least) = (solution.steps, Some(least));
    let found = Found { steps, end: "undecided", least, closest: near, ..Found::default() };
    let parts = vec![Part::Solution(Box::new(found)), sentence.part(4)];
    Report { kind: "solve", parts, next: Next::FellShort }
}

/// The significant digits of a number that is known so well.
fn known_digits(number: f64, within: f64) -> usize {
    let digits = (number.abs() / within).log10().floor();
    if digits.is_nan() { 1 } else { digits.clamp(1.0, DIGITS as f64) as usize }
}

/// How far off a root may be by rounding, if that shows.
fn if_vague(root: f64, within: f64) -> Option<f64> {
    (within > VAGUE * root.abs()).then_some(within)
}
