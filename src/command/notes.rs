//! Notes on numbers: those that are not finite or rounded, gaps, stale leaves.

use std::cell::OnceCell;
use std::collections::HashSet;

use crate::core::graph::{LARGE_WHOLE, NonFinite, Operand, Order, Value};
use crate::core::language::{Kind, Rule, Span, Step, Tree, exact, is_whole};
use crate::core::ops::{ADD, MOST_WHOLE};
use crate::core::session::{ANSWER, Assigned, PartState, Session};
use crate::parts::HOOKS;
use crate::report::{Answer, LeftBehind, Report, and, applied, counted, numbers};

/// Returns the note on a number that is not finite: `a / b is inf (a = 1, b = 0)`.
pub fn non_finite(session: &Session, found: &NonFinite) -> String {
    let names = session.names();
    let operands = found.operands.get(..found.operation.arity()).unwrap_or_default();
    let call = |node: &Value| names.call(node);
    let mut text = applied(names, found.operation, operands, call, exact);
    text.push_str(&format!(" is {}", exact(found.out)));
    if let Some(row) = found.row {
        text.push_str(&format!(" in row {row}"));
    }
    let known = operands.iter().zip(&found.numbers).filter(|_| found.operation.as_fold().is_none());
    let value = |(operand, number): (&Operand, &f64)| {
        operand.value().map(|node| format!("{} = {}", call(node), exact(*number)))
    };
    let mut known: Vec<String> = known.filter_map(value).collect();
    known.dedup();
    if !known.is_empty() {
        text.push_str(&format!(" ({})", known.join(", ")));
    }
    let because = if is_too_large(found) { "too large for a double" } else { found.because };
    if !because.is_empty() {
        text.push_str(&format!(": {because}"));
    }
    text
}

/// Returns true if a result overflows, but not at a pole: it is infinite near these operands too.
fn is_too_large(found: &NonFinite) -> bool {
    let operands = found.numbers.get(..found.operation.arity()).unwrap_or_default();
    let are_numbers = operands.iter().all(|it| it.is_finite() && *it != 0.0);
    let [x, y] = found.numbers;
    let is_inf = |part: f64| found.operation.forward(x * part, y * part).is_infinite();
    found.out.is_infinite() && are_numbers && [1.0 - BESIDE, 1.0 + BESIDE].into_iter().all(is_inf)
}

/// The relative distance of a neighboring number.
const BESIDE: f64 = 1e-6;

/// Returns the note on a new node that is not finite.
pub fn of_new(session: &Session, assigned: &Assigned) -> Option<String> {
    let found = assigned.built.non_finite.as_ref()?;
    let (said, value) = (non_finite(session, found), &assigned.value);
    if value.is_leaf() || value.data().is_finite() {
        return Some(said);
    }
    Some(format!("{said}; :why {} says more", session.names().reference(value)))
}

/// Returns the note on a number without ± to first order that changes with the uncertain leaves below it.
pub fn hidden_uncertainty(session: &mut Session, value: &Value) -> Option<String> {
    let is_hidden = session.hides_uncertainty(value);
    is_hidden.then(|| {
        let name = session.names().reference(value);
        format!("all slopes are 0 here, so there is no ± to first order; :budget {name} draws it at random")
    })
}

/// Returns the note on a slope at a point for which a branch has a side of its own: the comparison that holds only there.
pub fn single_point(session: &Session, comparison: &Value) -> Option<String> {
    let (names, operation) = (session.names(), comparison.operation()?);
    let call = |node: &Value| match node.is_leaf() && names.is_nameless(node) {
        true => exact(node.data()),
        false => names.call(node),
    };
    let point = applied(names, operation, comparison.operands(), call, exact);
    Some(format!(
        "{point} holds only here: this is the slope of its branch, not the limit beside it"
    ))
}

/// Returns the note on two sides of `==` or `!=` that print alike but differ.
pub fn nearly_equal(assigned: &Assigned) -> Option<String> {
    let [x, y] = assigned.built.nearly_equal?;
    let shown = numbers::answer(x, None);
    let apart = numbers::significant((x - y).abs(), 2);
    let text = format!(
        "both sides print as {shown}, but they differ by {apart}; abs(a - b) < 1e-9 compares with \
         a tolerance"
    );
    (shown == numbers::answer(y, None)).then_some(text)
}

/// Returns the note on a large result of whole numbers, which may be rounded, once a session.
pub fn large_whole(session: &mut Session, tree: &Tree<'_>, value: &Value) -> Option<String> {
    let data = value.data();
    let is_large = !value.is_per_row() && data.is_finite() && data.abs() >= MOST_WHOLE;
    let numbers = tree.steps.iter().filter(|step| matches!(step.kind, Kind::Number(_)));
    let mut texts = numbers.map(|step| step.span.of(tree.text));
    let is_count = |text: &str| is_whole(Rule::whole, text);
    // Nobody expects all digits of 6.02e23 alone.
    let is_meant = is_large && texts.clone().any(is_count) && !texts.any(|text| text.contains('.'));
    (is_meant && explain_once(session, LARGE_WHOLE)).then(|| LARGE_WHOLE.to_owned())
}

/// Returns the notes of the builder that the session has not shown yet.
pub fn of_built(session: &mut Session, assigned: &Assigned) -> Vec<String> {
    let notes = assigned.built.notes.iter().copied();
    notes.filter(|note| explain_once(session, note)).map(str::to_owned).collect()
}

/// Returns the notes on what is read as arithmetic and may be meant otherwise, each once a session: a date, `+-`.
pub fn of_typed(session: &mut Session, tree: &Tree<'_>) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(date) = date(tree).filter(|_| explain_once(session, "dates")) {
        let apart = date.replace('/', " / ").replace('-', " - ");
        notes.push(format!("{date} is read as {apart}: expressions have no dates"));
    }
    let adds_a_negative = |step: &Step| {
        let is_sum = matches!(step.kind, Kind::Operation(operation) if operation.is(ADD));
        let after = tree.text.get(step.span.end as usize..).unwrap_or_default();
        is_sum && step.span.of(tree.text) == "+" && after.starts_with(['-', '−'])
    };
    if tree.steps.iter().any(adds_a_negative) && explain_once(session, "+-") {
        notes.push("+- adds a negative number; for an uncertainty, write ± or +/-".to_owned());
    }
    notes
}

/// Returns the first date in a tree: `2026-12-24`, `24/12/2026`.
fn date<'text>(tree: &Tree<'text>) -> Option<&'text str> {
    let numbers = tree.steps.iter().filter(|step| matches!(step.kind, Kind::Number(_)));
    let mut before: [Option<Span>; 2] = [None, None];
    for step in numbers {
        let [first, second] = before;
        before = [second, Some(step.span)];
        let Some(date) = first.map(|first| first.to(step.span).of(tree.text)) else { continue };
        if date.len() <= "2026-12-24".len() && is_date(date) {
            return Some(date);
        }
    }
    None
}

/// Returns true for a year from 1900 to 2100 before or after a month and a day.
fn is_date(text: &str) -> bool {
    let mark = if text.contains('/') { '/' } else { '-' };
    let is_count = |part: &str| part.len() <= 4 && part.bytes().all(|it| it.is_ascii_digit());
    let parts: Vec<u32> =
        text.split(mark).filter(|it| is_count(it)).filter_map(|it| it.parse().ok()).collect();
    let [first, second, third] = parts.as_slice() else { return false };
    let is_year = |it: &u32| (1900..=2100).contains(it);
    let are_day_and_month =
        |x: &u32, y: &u32| (1..=31).contains(x) && (1..=31).contains(y) && x.min(y) <= &12;
    let is_whole = text.split(mark).count() == parts.len();
    is_whole
        && (is_year(first) && are_day_and_month(second, third)
            || is_year(third) && are_day_and_month(first, second))
}

/// Returns a note on each solved or fitted leaf that a node uses and that is stale: another leaf of its equations, or
/// of its fit, has moved.
pub fn stale(session: &Session, node: &Value) -> Vec<String> {
    let order = OnceCell::new();
    let order = || order.get_or_init(|| Order::until(session.stop(), [node]));
    (HOOKS.stale)(session, &|leaf, _| order().contains(leaf))
}

/// Adds the note on a pass whose grads are not finite, unless another one says it already.
pub fn lost(report: &mut Report) {
    let Some(lost) = report.pass().and_then(|pass| pass.non_finite.as_ref()) else { return };
    let text = lost.text.clone();
    if !report.notes.iter().any(|note| note.contains(&text)) {
        report.notes.push(text);
    }
}

/// Returns the note on an answer with a `±` that is inf or nan.
pub fn uncertainty(session: &mut Session, value: &Value, answer: &Answer) -> Option<String> {
    match &answer.row_uncertainties {
        Some(us) => session.why_rows_not_finite(value, us),
        None => session.why_not_finite(value, answer.u, true),
    }
}

/// Returns the note on a number that is nan because of gaps: `x has a gap in row 2, so L is nan`.
pub fn gaps(session: &Session, value: &Value) -> Option<String> {
    if value.is_per_row() || !value.data().is_nan() {
        return None;
    }
    let names = session.names();
    let gaps = Order::until(session.stop(), [value]).gaps().into_iter().map(|(column, rows)| {
        let some = if rows.len() == 1 { "a gap in row" } else { "gaps in rows" };
        let rows = rows.iter().map(|row| (row + 1).to_string()).collect();
        format!("{} has {some} {}", names.call(&column), and(rows, MOST_NAMED))
    });
    let gaps: Vec<String> = gaps.collect();
    let name = if names.is_nameless(value) { "the result".to_owned() } else { names.call(value) };
    (!gaps.is_empty()).then(|| {
        let gaps = and(gaps, MOST_NAMED);
        format!("{gaps}, so {name} is nan; :fit ignores such rows, and :read FILE skip drops them")
    })
}

/// Returns the note on rows that have a gap.
pub fn left_out(rows: usize) -> Option<String> {
    (rows > 0).then(|| format!("{} with a gap left out", counted(rows as u64, "row")))
}

/// The number of columns, or of rows, that a note names.
const MOST_NAMED: usize = 6;

/// The topics that notes have explained.
#[derive(Debug, Default)]
struct Explained(HashSet<&'static str>);

impl PartState for Explained {}

/// Returns true at the first call for a topic.
pub fn explain_once(session: &mut Session, what: &'static str) -> bool {
    session.part_mut::<Explained>().0.insert(what)
}

/// Returns the notes on leaves that lost their names to new nodes while named nodes still use them.
pub fn kept_leaves(session: &Session, left_behind: &[LeftBehind]) -> Vec<String> {
    let mut notes = Vec::new();
    for LeftBehind { name, old, new } in left_behind {
        let (mut users, others) = (users_of(session, old), users_of(session, new));
        users.retain(|user| {
            user != name && !others.contains(user) && !(HOOKS.is_made)(session, user)
        });
        let keep = match users.len() {
            0 => continue,
            1 => "keeps",
            _ => "keep",
        };
        let users = format!("{} {keep} the old {name}", and(users, 2));
        notes.push(if old.is_per_row() || new.is_per_row() {
            format!("{users}, {}", session.names().call(old))
        } else {
            let after = exact(new.data()) + &session.typed_after(new);
            let before = exact(old.data());
            format!("{users} = {before}; to change the leaf itself, :undo and :set {name} {after}")
        });
    }
    notes
}

/// The names whose nodes depend on `value`, in the order first bound, without the answer.
fn users_of(session: &Session, value: &Value) -> Vec<String> {
    // Only the caller and the history hold the value: no node uses it.
    if value.holders() <= 2 {
        return Vec::new();
    }
    let named = session.names().iter().map(|(_, value)| value);
    let order = Order::until(session.stop(), named);
    let Some(own) = order.number_of(value) else {
        return Vec::new();
    };
    let depends = order.dependents(&[own]);
    let users = session.names().iter().filter(|(name, user)| {
        *name != ANSWER
            && order.number_of(user).is_some_and(|number| number != own && depends[number])
    });
    users.map(|(name, _)| name.to_owned()).collect()
}
