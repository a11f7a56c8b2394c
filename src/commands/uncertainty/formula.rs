//! The formula of a standard uncertainty: the root of the sum of the squares of each slope times u.

use crate::commands::Arguments;
use crate::graph::{self, Atom, Formula, Label, Operand, Value, derivative, textbook_text_of};
use crate::language::{Error, Result};
use crate::ops::{self, ADD, MULTIPLY, NEGATE, Operation, POWER, SQRT};
use crate::report::{self, Cell, Part, Reader, Report, Role, numbers};
use crate::session::{Input, Propagation, Session};
use crate::views::{Style, equation_of_uncertainty};

/// The atoms up to which a slope is written over leaves, and those after which it is too long.
const FEW_ATOMS: usize = 60;
const MOST_ATOMS: usize = 400;
/// The most inputs of a formula.
const MOST_INPUTS: usize = 12;

/// Returns the formula of the root's standard uncertainty.
pub(super) fn report(
    session: &Session,
    (root, arguments): (&Value, &Arguments<'_>),
    propagation: &Propagation,
) -> Result<Report> {
    let names = session.shared_pass().1;
    let name = names.call(root);
    let refused = |why: String| {
        Error::new(arguments.end(), why).hint(format!(":budget {name} shows the numbers"))
    };
    let mut inputs: Vec<&Input> = propagation.inputs().iter().collect();
    inputs.sort_unstable_by_key(|input| input.leaf.label());
    if let Some(column) = inputs.iter().find(|input| input.leaf.is_per_row()) {
        let column = names.call(&column.leaf);
        return Err(refused(format!("{column} has rows, each with a term of its own")));
    }
    if inputs.len() > MOST_INPUTS {
        let (count, most) = (inputs.len(), MOST_INPUTS);
        return Err(refused(format!(
            "{count} inputs are too many for a formula, which has {most}"
        )));
    }
    let order = graph::Order::until(session.stop(), [root]);
    let mut slopes = Vec::with_capacity(inputs.len());
    for input in &inputs {
        if !order.contains(&input.leaf) {
            let leaf = names.call(&input.leaf);
            return Err(refused(format!("{name} depends on {leaf} by equations that were solved")));
        }
        let made = derivative(root, &input.leaf, Label::default(), 0)
            .map_err(|error| error.at(arguments.end()))?;
        slopes.push(slope(&made.result));
    }
    if slopes.iter().any(|slope| slope.is_cut) {
        return Err(refused("this formula is too long".to_owned()));
    }
    let r = |one: usize, other: usize| {
        session.correlation_of_leaves(&inputs[one].leaf, &inputs[other].leaf)
    };
    let atoms = of_slopes(&inputs, slopes, r);
    let style = Style::plain(session.settings().digits);
    let latex = equation_of_uncertainty(root, &atoms, &names, &style);
    let title = format!("u({})", session.name_in_view(root));
    let text = textbook_text_of(&atoms, |node| names.call(node), numbers::exact);
    let text_fact = |text: String| Cell::Text(text, Role::Plain);
    let facts = vec![
        ("root", text_fact(name)),
        ("u", Cell::data(propagation.u())),
        ("formula", text_fact(text)),
        ("latex", text_fact(latex.clone())),
    ];
    let shown = if arguments.has("latex") {
        Part::Text(latex + "\n")
    } else {
        Part::Formula(report::Formula {
            name: None,
            title,
            atoms,
            names,
            is_cut: false,
            data: Some(propagation.u()),
            u: None,
        })
    };
    Ok(Report {
        kind: "budget",
        parts: vec![Part::For(Reader::PEOPLE, vec![shown]), Part::Facts(facts)],
        ..Report::default()
    })
}

/// A slope as a textbook writes it, over leaves while it is short.
fn slope(made: &Operand) -> Formula {
    let is_inner = |node: &Value| node.label().part > 0;
    let short = Formula::over_leaves(made, is_inner, FEW_ATOMS);
    let whole = short.unwrap_or_else(|| Formula::of(made, is_inner, MOST_ATOMS));
    whole.as_in_a_textbook().unwrap_or(whole)
}

/// The slope with its sign turned, if it is shorter so: its square is the same.
fn without_sign(slope: Formula) -> Formula {
    let mut atoms = slope.atoms.clone();
    atoms.push(Atom::Operation(NEGATE));
    let length =
        |it: &Formula| textbook_text_of(&it.atoms, |_| "x".to_owned(), numbers::exact).len();
    let turned = Formula { atoms, is_cut: false }.as_in_a_textbook();
    turned.filter(|turned| length(turned) < length(&slope)).unwrap_or(slope)
}

/// The formula in postfix order; `r` gives the correlation of two inputs.
fn of_slopes(
    inputs: &[&Input],
    slopes: Vec<Formula>,
    r: impl Fn(usize, usize) -> f64,
) -> Vec<Atom> {
    let pairs = (0..inputs.len()).flat_map(|one| (one + 1..inputs.len()).map(move |it| (one, it)));
    let pairs: Vec<_> = pairs.map(|(one, other)| (one, other, r(one, other))).collect();
    let pairs: Vec<_> = pairs.into_iter().filter(|(_, _, r)| *r != 0.0).collect();
    let slopes: Vec<Formula> =
        if pairs.is_empty() { slopes.into_iter().map(without_sign).collect() } else { slopes };
    let u = |at: usize| [Atom::Node(inputs[at].leaf.clone()), Atom::Uncertainty];
    let is_one = |at: usize| matches!(slopes[at].atoms.as_slice(), [Atom::Number(1.0)]);
    let operation = |it: &'static Operation| Atom::Operation(it);
    let squared = || [Atom::Number(2.0), operation(POWER)];
    let mut atoms = Vec::new();
    if let [slope] = slopes.as_slice() {
        let is_sure = matches!(slope.atoms.as_slice(), [Atom::Number(number)] if *number >= 0.0);
        if !is_one(0) {
            atoms.extend(slope.atoms.iter().cloned());
            atoms.extend(ops::named("abs").filter(|_| !is_sure).map(operation));
        }
        atoms.extend(u(0));
        atoms.extend((!is_one(0)).then(|| operation(MULTIPLY)));
        return atoms;
    }
    for (at, slope) in slopes.iter().enumerate() {
        if !is_one(at) {
            atoms.extend(slope.atoms.iter().cloned().chain(squared()));
        }
        atoms.extend(u(at).into_iter().chain(squared()));
        atoms.extend((!is_one(at)).then(|| operation(MULTIPLY)));
        atoms.extend((at > 0).then(|| operation(ADD)));
    }
    for (one, other, r) in pairs {
        atoms.push(Atom::Number(2.0));
        atoms.extend([Atom::Number(r), operation(MULTIPLY)]);
        for at in [one, other] {
            if !is_one(at) {
                atoms.extend(slopes[at].atoms.iter().cloned());
                atoms.push(operation(MULTIPLY));
            }
            atoms.extend(u(at));
            atoms.push(operation(MULTIPLY));
        }
        atoms.push(operation(ADD));
    }
    atoms.push(operation(SQRT));
    atoms
}
