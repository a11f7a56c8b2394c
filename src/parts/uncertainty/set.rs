//! The uncertainties that `:set` gives leaves after a `±`.

use std::rc::Rc;

use super::rows::typed_numbers;
use super::{FoundError, LeafError, PlusMinus, row_uncertainties};
use crate::command::{SetErrors, Setting};
use crate::core::language::{Error, Result, quoted};
use crate::core::session::Session;
use crate::report::{Paragraph, counted, numbers};

/// Reads the text after `±`. Returns a line on each column, and the function that sets the uncertainties.
///
/// # Errors
///
/// A leaf is no more than a number, or an expression is wrong.
pub fn read_errors(
    session: &mut Session,
    settings: &[Setting<'_>],
) -> Result<(Vec<Paragraph>, SetErrors)> {
    let (mut lines, mut own, mut common) = (Vec::new(), Vec::new(), Vec::new());
    for Setting { leaf, number, name, value } in settings {
        let moved = |error: Error| error.moved(value.offset());
        let (_, plus_minus) = PlusMinus::split(value.right_side()?).map_err(moved)?;
        let Some(plus_minus) = plus_minus else { continue };
        let text = quoted(name.text);
        if let Some(column) = leaf.as_column() {
            let present = column.numbers();
            let u = row_uncertainties(session, (&text, &present), &plus_minus, true);
            let u = u.map_err(moved)?;
            let rows = counted(present.len() as u64, "row");
            lines.push(Paragraph::new(format!("  {}: {rows}, {}", name.text, range(session, &u))));
            own.push((leaf.clone(), u));
        } else if session.is_literal(leaf) {
            return Err(Error::new(name.span, format!("{text} is a number, not a leaf"))
                .hint(format!("give it a name first: x = {text}")));
        } else if let Some(parts) = typed_numbers(session, &plus_minus.given).map_err(moved)? {
            let freedom = plus_minus.evaluation.freedom;
            let data = Rc::default();
            common.push(FoundError { leaf: leaf.clone(), parts, freedom, data });
        } else {
            let u = session.standard_uncertainty(*number, &plus_minus).map_err(moved)?;
            own.push((leaf.clone(), u));
        }
    }
    let set = move |session: &mut Session| {
        session.set_uncertainties(own);
        session.set_errors(&common, true);
    };
    Ok((lines, Box::new(set)))
}

/// `± from 0.1 to 0.2`
fn range(session: &Session, u: &Option<LeafError>) -> String {
    let Some(range) = u.as_ref().map(|error| error.us.range()) else { return "exact".to_owned() };
    let digits = session.settings().digits;
    let [low, high] = range.map(|u| numbers::uncertainty(u, digits));
    if low == high { format!("± {low}") } else { format!("± from {low} to {high}") }
}
