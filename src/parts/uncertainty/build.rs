//! Building a number with an uncertainty inside an expression: a leaf without a name, which stays.

use super::errors::{LeafError, put};
use super::leaves::name_after;
use super::measured::{assign_measured, uncertainties_of_rows};
use super::plus_minus::{PlusMinus, checked};
use super::rows::{assign_column, element};
use crate::core::graph::{Builder, Built, Label, Operand, Value, has_slope};
use crate::core::language::{Error, Result, Span, Tree};
use crate::core::session::{ANSWER, Assigned, Session, unbound};
use crate::parts::rows::{TypedColumn, WholeCall, assign_sorted};

impl Builder<'_> {
    /// Replaces the last two operands by a frozen leaf with the number of the first.
    pub(crate) fn plus_minus(&mut self, percent: bool, span: Span) -> Result<()> {
        let (u, value) = (self.operands.pop(), self.operands.pop());
        if value.iter().chain(&u).any(|operand| operand.value().is_some()) {
            return Err(Error::new(span, "± needs plain numbers, found a node")
                .hint("give a leaf its uncertainty with :set: :set a ± 0.1"));
        }
        let [value, u] = [value, u].map(|it| it.map_or(f64::NAN, |operand| operand.data()));
        let u = if percent { value.abs() * u / 100.0 } else { u };
        checked(u, u, span)?;
        self.guard.room(span)?;
        self.label.part = self.label.part.saturating_add(1);
        let leaf = Value::counted_leaf(value, self.label, self.guard.budget());
        leaf.set_computed_at(self.data_time);
        leaf.set_frozen(true);
        if u > 0.0 {
            let own = LeafError::typed(u);
            let session = self.scope.owner_mut().downcast_mut::<Session>();
            session.into_iter().for_each(|session| put(session, &leaf, Some(own.clone())));
        }
        self.recorded.leaves.push(leaf.clone());
        self.operands.push(Operand::Value(leaf));
        Ok(())
    }
}

/// Binds a name to a number or column with an uncertainty, or to a column; without a name, binds the answer to a
/// column. Returns `None` for another right side.
pub fn bind(
    session: &mut Session,
    name: Option<&str>,
    tree: &Tree<'_>,
) -> Option<Result<Assigned>> {
    if let Some(name) = name.filter(|_| PlusMinus::ends(tree)) {
        return Some(bind_with_error(session, name, tree));
    }
    if let Some(column) = TypedColumn::of(session, tree, element).transpose() {
        let name = name.unwrap_or(ANSWER);
        return Some(column.and_then(|column| assign_column(session, name, column, None)));
    }
    let call = WholeCall::of(session, tree)?;
    let assign = match call.name {
        "u" if call.given == 1 => {
            return uncertainties_of_rows(session, name, (&call.argument, call.span));
        }
        "measured" => assign_measured,
        "sort" => return Some(bind_sorted(session, name, &call)),
        _ => return None,
    };
    let readings = call.readings(session);
    Some(readings.and_then(|readings| assign(session, name, readings, call.span)))
}

/// Binds a name, or else the answer, to readings in order, which are plain numbers.
fn bind_sorted(
    session: &mut Session,
    name: Option<&str>,
    call: &WholeCall<'_>,
) -> Result<Assigned> {
    let readings = call.readings(session)?;
    let argument = unbound(session, &call.argument).ok();
    let rows = argument.as_ref().and_then(Operand::value);
    let us = rows.map(|rows| session.shown_uncertainties(rows)).transpose()?.flatten();
    let mut assigned = assign_sorted(session, name, readings, call.span)?;
    assigned.built.notes.extend(us.map(|_| "sort makes plain numbers: they have no ±"));
    Ok(assigned)
}

/// Binds a name to the number or column before a `±`.
fn bind_with_error(session: &mut Session, name: &str, tree: &Tree<'_>) -> Result<Assigned> {
    let (value, plus_minus) = PlusMinus::split(tree.clone())?;
    let (Some(value), Some(plus_minus)) = (&value, &plus_minus) else {
        return session.assign((name, tree.text), tree);
    };
    if let Some(column) = TypedColumn::of(session, value, element)? {
        return assign_column(session, name, column, Some(plus_minus));
    }
    let (label, mut built) = session.build_for(name, value)?;
    if let Some(node) = built.result.value() {
        let is_named = value.as_name().is_some() && node.is_leaf();
        let is_many = node.is_per_row() || node.members().is_some();
        if is_named || is_many || label.part > 0 || session.uncertainty(node).is_some() {
            let message = "± must follow a number, found a node";
            return Err(Error::new(value.span(), message)
                .hint("for a leaf, :set a ± 0.1; for a computed node, add a leaf e = 0 ± 0.1"));
        }
    } else {
        let found = session.build(plus_minus.number()?, Label::default())?;
        if found.result.value().is_some_and(|node| has_slope(node, session.stop())) {
            return Err(name_after(plus_minus));
        }
    }
    let u = session.standard_uncertainty(built.result.data(), plus_minus)?;
    let mut text = session.text_to_save((Some(name), tree.text), value, (label, &built))?;
    if built.result.value().is_some() || looks_up(session, plus_minus)? {
        // What is saved is the number and the ± that they came to.
        text = None;
        built = Built { left_out: built.left_out, ..Built::number(built.result.data()) };
    }
    Ok(session.bind_uncertain(label, built, u, text))
}

/// Returns true if a ± depends on more than its text: on a name or on a function of the user.
fn looks_up(session: &mut Session, plus_minus: &PlusMinus<'_>) -> Result<bool> {
    let recorded = session.build(plus_minus.number()?, Label::default())?.recorded;
    Ok(recorded.copies_inside || !recorded.copies.is_empty() || !recorded.functions.is_empty())
}

impl Session {
    /// Binds the name of `label` to a new leaf of this number and uncertainty.
    pub(crate) fn bind_uncertain(
        &mut self,
        label: Label,
        built: Built,
        u: Option<LeafError>,
        text: Option<String>,
    ) -> Assigned {
        let leaf = self.new_leaf(built.result.data(), label);
        put(self, &leaf, u);
        self.bind_value(label, leaf, built, text)
    }
}
