//! Calls that are the whole right side of an assignment: `y = sort(x)`.

use super::build_statistics::gaps_among;
use super::build_texts::no_numbers;
use crate::core::graph::{Operand, Scope};
use crate::core::language::{Error, Kind, Result, Span, Step, Tree};
use crate::core::session::{ANSWER, Assigned, Session, unbound};

/// A call that is a whole right side.
#[derive(Debug)]
pub struct WholeCall<'text> {
    pub name: &'text str,
    /// The number of arguments.
    pub given: usize,
    /// The argument, if it is the only one.
    pub argument: Tree<'text>,
    /// The place of the name.
    place: Span,
    /// The place of all of it.
    pub span: Span,
}

/// Readings, and the number of omitted gaps.
pub type Readings = (Vec<f64>, usize);

impl<'text> WholeCall<'text> {
    /// Returns the call of a tree, unless it is the user's function.
    pub fn of(session: &Session, tree: &Tree<'text>) -> Option<WholeCall<'text>> {
        let (Step { kind: Kind::Call(given), span: place }, steps) = tree.steps.split_last()?
        else {
            return None;
        };
        let name = place.of(tree.text);
        let argument = Tree { text: tree.text, steps: steps.to_vec() };
        let (given, place, span) = (*given as usize, *place, tree.span());
        (!session.has_function(name)).then_some(WholeCall { name, given, argument, place, span })
    }

    /// Returns the rows of the only argument without gaps, or the typed numbers.
    pub fn readings(&self, session: &mut Session) -> Result<Readings> {
        let WholeCall { name, given, argument, place, .. } = self;
        let typed = argument.steps.iter().map_while(|step| match step.kind {
            Kind::Number(number) => Some(number),
            _ => None,
        });
        let typed: Vec<f64> = typed.collect();
        if typed.len() > 1 && typed.len() == argument.steps.len() {
            return Ok((typed, 0));
        }
        let found = if *given == 1 { Some(unbound(session, argument)?) } else { None };
        let Some(node) = found.as_ref().and_then(Operand::value).filter(|it| it.is_per_row())
        else {
            let message = format!("{name} takes the rows of a column");
            let hint = format!("write {name}([4.1, 3.9, 4.3]), or the name of a column");
            return Err(Error::new(argument.span(), message).hint(hint));
        };
        if node.is_text() {
            return Err(no_numbers(&session.name_of(node).unwrap_or_default(), *place));
        }
        let mut numbers = session.all_rows(node)?;
        let left_out = gaps_among(&numbers, node, session.stop(), *place)?;
        numbers.retain(|number| !number.is_nan());
        Ok((numbers, left_out))
    }
}

/// Binds a name, or else the answer, to readings in order.
pub fn assign_sorted(
    session: &mut Session,
    name: Option<&str>,
    (mut numbers, left_out): Readings,
    span: Span,
) -> Result<Assigned> {
    if numbers.is_empty() {
        return Err(Error::new(span, "these rows contain no number"));
    }
    session.need_rows(numbers.len(), span)?;
    numbers.sort_unstable_by(f64::total_cmp);
    let label = session.next_label(name.unwrap_or(ANSWER), span)?;
    let mut assigned = session.bind_numbers(label, numbers);
    assigned.built.left_out = left_out;
    Ok(assigned)
}
