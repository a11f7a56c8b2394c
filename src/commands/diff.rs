//! `:diff`: a derivative as a formula.

use super::{Argument, Arguments, Command, Group, notes};
use crate::graph::{
    self, ANSWER, Atom, Disagreement, Operand, Order, Value, agree, disagreement, split,
};
use crate::language::{Result, Span, Word, exact, parse_expression};
use crate::report::{Formula, Part, Report};
use crate::session::{Assigned, Session};

pub(super) const COMMANDS: &[Command] = &[Command {
    name: "diff",
    aliases: &[],
    group: Group::Pictures,
    arguments: &[Argument::node("ROOT"), Argument::node("NAME")],
    summary: "the derivative of ROOT by NAME as a formula, which becomes _",
    details: "\
The formula is built from the operations' own derivatives (:help tanh shows one), with constants \
folded and 0 and 1 removed. It is an ordinary node: :grad _ and :diff _ a go on from it. Inside an \
expression write g = diff(L, a). Where a derivative is a convention, like that of x^p by p at \
x = 0, the formula may be nan; a note says so.",
    example: ":diff L a",
    run: diff,
}];

/// The number of atoms after which a formula is cut short.
const MOST_ATOMS: usize = 400;

fn diff(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let root = arguments.word("ROOT")?;
    let by = arguments.word("NAME")?;
    let before = convention(session, root, by);
    let assigned = differentiate(session, root, by)?;
    let names = session.names();
    let data = assigned.value.data();
    let is_answer = |value: &Value| {
        let called = names.call(value);
        split(&called).is_some_and(|(name, ..)| name == ANSWER)
    };
    let result = Operand::Value(assigned.value.clone());
    let mut formula = graph::Formula::of(&result, is_answer, MOST_ATOMS);
    if assigned.value.is_leaf() && is_answer(&assigned.value) {
        // A new leaf under the answer is the number itself.
        formula.atoms = vec![Atom::Number(data)];
    }
    let title = match (is_name(root.text), is_name(by.text)) {
        (true, true) => format!("d{}/d{}", root.text, by.text),
        _ => format!("d/d{}", by.text),
    };
    let u = session.uncertainty(&assigned.value);
    let name = ANSWER.to_owned();
    let names = session.shared_pass().1;
    let graph::Formula { atoms, is_cut } = formula;
    let shown = Formula { name, title, atoms, names, is_cut, data, u };
    let mut report = Report::of("diff", Part::Formula(shown));
    if let Some(found) = &assigned.non_finite {
        report.parts.push(notes::non_finite(session, found));
    }
    // Computed before the answer is bound, since either word may be `_`.
    if let Some((grad, note)) = before
        && !agree(grad, data)
    {
        report.parts.push(Part::Note(note));
    }
    Ok(report)
}

fn is_name(text: &str) -> bool {
    parse_expression(text).is_ok_and(|tree| tree.as_name().is_some())
}

/// Binds the answer to `diff(root, by)`.
fn differentiate(session: &mut Session, root: Word<'_>, by: Word<'_>) -> Result<Assigned> {
    for word in [root, by] {
        parse_expression(word.text).map_err(|error| error.moved(word.span.start as usize))?;
    }
    let text = format!("diff({}, {})", root.text, by.text);
    let tree = parse_expression(&text)?;
    // Maps spans in that text back to the two words as typed.
    let (first, second) = ("diff(".len(), "diff(, ".len() + root.text.len());
    session.evaluate(&tree).map_err(|error| {
        let at = error.span().start as usize;
        let typed = |word: Word<'_>, from: usize| {
            let end = (error.span().end as usize).saturating_sub(from);
            Span::new(at - from, end.min(word.text.len())).moved(word.span.start as usize)
        };
        let span = match at {
            _ if at >= second => typed(by, second),
            _ if at >= first => typed(root, first),
            _ => by.span,
        };
        error.at(span)
    })
}

/// Returns the grad of the backward pass and a note on it, if some local derivative's formula is
/// wrong at this point: it is a convention there, or loses all digits.
fn convention(session: &mut Session, root: Word<'_>, by: Word<'_>) -> Option<(f64, String)> {
    let tree = parse_expression(root.text).ok()?;
    let Operand::Value(root) = session.unbound(&tree).ok()? else {
        return None;
    };
    let by = session.find(by.text, by.span).ok()?;
    let grad = session.slope(&root, &by);
    let order = Order::until(session.stop(), [&root]);
    let wrong = order.nodes().iter().take_while(|_| !session.is_interrupted()).find_map(wrong)?;
    let operation = wrong.operation.name;
    let because = wrong.because.map_or_else(|| format!("see :help {operation}"), str::to_owned);
    let note = format!(
        "the backward pass gives {} here, where the formula of {operation} fails: {because}",
        exact(grad),
    );
    Some((grad, note))
}

/// Returns a local derivative of `node` whose formula disagrees with its function, if any.
fn wrong(node: &Value) -> Option<Disagreement> {
    node.backward_steps(1.0).find_map(|step| disagreement(node, step.index))
}
