//! The arguments of steps: the rate, the leaves to move, the watched node.

use std::rc::Rc;

use super::optimizer_argument::{self, WORDS};
use super::rate::Rate;
use super::steps::Steps;
use crate::command::syntax::Word;
use crate::command::{Arguments, moving, must_be_number};
use crate::core::graph::{Operand, Value};
use crate::core::language::{Error, Result, Span, exact, nearest};
use crate::core::session::{self, Session};

/// The steps that the arguments describe, at most `count`.
pub fn steps_asked(session: &mut Session, arguments: &Arguments<'_>, count: u64) -> Result<Steps> {
    let place = arguments.word("RATE")?.span;
    let root = arguments.current_root(session)?;
    let rate = rate(session, arguments, &root)?;
    let until = if arguments.has("until") { Some(tolerance(session, arguments)?) } else { None };
    let method = optimizer_argument::method(session, arguments)?;
    let leaves = Some(leaves_to_move(session, &root, arguments, place)?);
    let watch =
        if arguments.has("watch") { Some(watched(session, arguments, &root)?) } else { None };
    let rate = Rc::new(rate);
    Ok(Steps { rate, count, leaves, until, method, watch })
}

/// Returns the other node to look at.
fn watched(session: &mut Session, arguments: &Arguments<'_>, root: &Value) -> Result<Value> {
    let node = arguments.node(session, "NODE")?;
    let (name, place) = (session.names().call(&node), arguments.word("NODE")?.span);
    if node.is(root) {
        let message = format!("{name} is already the root");
        return Err(Error::new(place, message)
            .hint(format!("to watch {name} beside another root, choose that first: :root NAME")));
    }
    must_be_number(&node, &name, place)?;
    Ok(node)
}

/// Returns the rate for steps from a root, which may depend on the step `k`; the first one must be
/// finite.
fn rate(session: &mut Session, arguments: &Arguments<'_>, root: &Value) -> Result<Rate> {
    let word = arguments.word("RATE")?;
    let place = word.span.start as usize;
    must_be_rate(session, word, Some(root))?;
    let tree = word.expression()?;
    let rate = Rate::typed(session, &tree).map_err(|error| error.moved(place))?;
    let first = rate.at(0);
    if first.is_finite() {
        return Ok(rate);
    }
    Err(Error::new(word.span, format!("RATE must be finite, found {}", exact(first))))
}

/// Returns the place of a word that is a rate: no name of a node of the root, which is typed there by mistake.
pub fn must_be_rate(session: &mut Session, word: Word<'_>, root: Option<&Value>) -> Result<Span> {
    let node = match word.expression() {
        Ok(tree) if tree.as_name().is_some() => session::unbound(session, &tree).ok(),
        _ => None,
    };
    let node = node.as_ref().and_then(Operand::value);
    let (Some(node), Some(root)) = (node, root) else { return Ok(word.span) };
    if !session.order_of(root).contains(node) {
        return Ok(word.span);
    }
    let (name, root_name) = (word.text, session.names().call(root));
    let what = match node {
        _ if node.is(root) => "the root".to_owned(),
        _ if node.is_leaf() => format!("a leaf of {root_name}"),
        _ => format!("a node of {root_name}"),
    };
    Err(Error::new(word.span, format!("{name} is {what}, not a rate"))
        .hint(format!("write a number, such as 0.01, or a name that {root_name} does not use")))
}

/// Returns the largest |grad| below which the run stops.
fn tolerance(session: &mut Session, arguments: &Arguments<'_>) -> Result<f64> {
    let tolerance = arguments.number(session, "TOL")?;
    if tolerance > 0.0 && tolerance.is_finite() {
        return Ok(tolerance);
    }
    let message = format!("TOL must be above 0 and finite, found {}", exact(tolerance));
    Err(Error::new(arguments.word("TOL")?.span, message))
}

/// The leaves to move; an unknown word may be a misspelled option.
fn leaves_to_move(
    session: &mut Session,
    root: &Value,
    arguments: &Arguments<'_>,
    place: Span,
) -> Result<Vec<Value>> {
    moving(session, root, arguments, place).map_err(|error| {
        let word = arguments.words("NAME").find(|word| word.span == error.span());
        let unknown = word.filter(|word| !session.has_name(word.text));
        match unknown.and_then(|word| nearest(word.text, WORDS.names())) {
            Some(kind) => error.hint(format!("did you mean {kind}?")),
            None => error,
        }
    })
}
