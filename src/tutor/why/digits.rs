//! How many digits of a value are known, and which nodes lost the others: rounding is a backward
//! pass, the grads times how far the operation of each node may be off.

use super::cure::{Cure, wording};
use super::{Why, shown, told};
use crate::graph::Order;
use crate::report::{Cell, Column, NumberStyle, Part, Sentence, numbers};
use crate::tutor::Context;

/// The digits of a double.
const ALL: f64 = 16.0;
/// `:check` speaks of a value with fewer known digits than this: `exp(x) - 1` has 10 at x = 1e-5, as
/// many as an answer shows, and 9 at x = 1e-6.
const FEW: f64 = 10.0;
/// The part of all, below which a node is left out.
const LEAST: f64 = 1e-4;
/// The most nodes that are shown.
const MOST_NODES: usize = 6;

/// What is known of a value.
struct Digits {
    /// How far rounding may have moved it.
    by: f64,
    /// The number of digits that are known.
    known: f64,
    /// The nodes that move it, those that do most first, and how far.
    parts: Vec<(usize, f64)>,
}

impl Digits {
    /// What is known of the root; none where rounding cannot be told.
    fn of(order: &Order) -> Option<Digits> {
        let value = order.root()?.data();
        let mut parts = Vec::new();
        let by = order.rounded_by(|number, part| parts.push((number, part))).total;
        if !by.is_finite() || !value.is_finite() {
            return None;
        }
        parts.retain(|(_, part)| *part > LEAST * by);
        parts.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        let known = if by == 0.0 { ALL } else { (value.abs() / by).log10().clamp(0.0, ALL) };
        Some(Digits { by, known, parts })
    }

    /// A formula that knows more.
    fn cure(&self, order: &Order) -> Option<Cure> {
        let (number, _) = *self.parts.first()?;
        let knows_more = |new: &Order| {
            let known = Digits::of(new).map_or(0.0, |it| it.known);
            known >= self.known + 1.0
        };
        Cure::find(order, number, knows_more)
    }

    /// `no digit of y = 0 is known`, `about 7 of the 16 digits of y = 5e-5 are known`
    fn text(&self, context: &Context) -> String {
        let value = numbers::answer(context.root_node().data(), None);
        let of = format!("{} = {value}", context.root_name());
        match self.known {
            known if known < 0.5 => format!("no digit of {of} is known"),
            known if known < 1.5 => format!("about 1 digit of {of} is known"),
            known => format!("about {known:.0} digits of {of} are known"),
        }
    }
}

/// Says so where digits of the root are lost, and at which node.
pub fn lost_digits(context: &Context) -> Option<Part> {
    let order = &context.pass.order;
    let digits = Digits::of(order).filter(|it| it.known < FEW)?;
    let (most, _) = *digits.parts.first()?;
    let by = numbers::answer(digits.by, Some(2));
    let text = format!(
        "  {}: rounding may have moved it by {by}, most of it at {}; :why {} says more",
        digits.text(context),
        context.equation(most),
        context.root_name()
    );
    Some(Sentence::new(text).part(2))
}

/// Says how many digits of the root are known, and which nodes lost the others.
pub fn why_digits(context: &Context) -> Why {
    let order = &context.pass.order;
    let wording = wording(context);
    let mut facts = vec![("node", Cell::text(context.root_name()))];
    let Some(digits) = Digits::of(order) else {
        let text = "  its slopes are vertical here, so how far rounding moves it is not known";
        return Why { parts: vec![Sentence::new(text).part(4)], facts };
    };
    facts.push(("rounded_by", Cell::data(digits.by)));
    facts.push(("digits", Cell::data(digits.known)));
    if digits.by == 0.0 {
        let value = shown(context.root_node().data());
        let text = format!(
            "  {} = {value} exactly: nothing on the way to it is rounded",
            context.root_name()
        );
        return Why { parts: vec![Sentence::new(text).part(4)], facts };
    }
    let by = numbers::answer(digits.by, Some(2));
    let text = format!("  {}: rounding may have moved it by {by}", digits.text(context));
    let rows = digits.parts.iter().take(MOST_NODES).map(|(number, part)| {
        vec![
            Cell::text(context.equation(*number)),
            Cell::Number(NumberStyle::Significant(2).of(*part)),
            Cell::Number(NumberStyle::Significant(3).of(100.0 * part / digits.by)),
        ]
    });
    let columns = vec![
        Column::text("rounded at").titled("rounded at").width(14),
        Column::number("moved_by").titled(format!("moves {} by", context.root_name())),
        Column::number("percent").titled("%"),
    ];
    let mut parts = vec![Sentence::new(text).part(4), Part::table(columns, rows.collect())];
    if let Some(cure) = digits.cure(order) {
        parts.extend(told(&cure, wording, None));
        facts.extend(cure.facts(wording));
    }
    Why { parts, facts }
}
