//! The preview of a statement's value or usage while it is typed.

use unicode_width::UnicodeWidthStr;

use super::cursor::Cursor;
use crate::command::syntax::{Statement, Word, continued, last_statement, parse, statements};
use crate::command::{self, Argument, ArgumentKind, Declared};
use crate::core::graph::{Order, Value, refresh_within};
use crate::core::language::{
    Kind as Step, Outline, Token, TokenKind, Tree, is_plain_name, parse_expression, tokens,
};
use crate::core::session::{ANSWER, Session, same_bits};
use crate::parts::formula::mentioned;
use crate::parts::learn::must_not_differentiate;
use crate::parts::rows::{Program, makes_column};
use crate::report::{counted, few, numbers};

/// The maximum length of text with preview and colors, so that typing never lags.
pub const LONGEST: usize = 500;

/// Returns the preview of `text`: its value, or the usage of its command or function.
pub fn preview(session: &mut Session, text: &str) -> Option<String> {
    if text.len() > LONGEST && text.chars().nth(LONGEST).is_some() {
        return None;
    }
    match Cursor::at_end_of(text) {
        Cursor::Comment => value(session, text),
        Cursor::Expression => {
            let is_called = text.trim_end().ends_with('(');
            let called = signature(session, text).filter(|_| is_called);
            value(session, &closed(text)).or(called).or_else(|| signature(session, text))
        }
        Cursor::Command { typed, .. } => usage_of(typed),
        Cursor::Argument { command, before, expected, start } => {
            let typed = text.get(start..).unwrap_or_default();
            if let Some(moved) = moved(session, &before, &expected, typed) {
                return Some(moved);
            }
            let usage = command.usage();
            let present = present_value(session, before.last().copied());
            Some(present.map_or(usage.clone(), |present| format!("{usage}   {present}")))
        }
    }
}

/// Returns the usage of the command, or the commands with this prefix.
fn usage_of(typed: &str) -> Option<String> {
    const MOST: usize = 6;
    match command::meant(typed).as_slice() {
        [] => None,
        [only] => Some(only.usage()),
        several if several.len() > MOST => None,
        several => {
            let names: Vec<String> = several.iter().map(|row| format!(":{}", row.name)).collect();
            Some(names.join(", "))
        }
    }
}

/// Returns `v 3 → 6, w 4 → 7` if the last words are a leaf and a number for it.
fn moved(
    session: &mut Session,
    before: &[(Declared, Word<'_>)],
    expected: &[&Argument],
    typed: &str,
) -> Option<String> {
    let is_pair = |argument: &&Argument| {
        matches!(argument.kind, ArgumentKind::Number | ArgumentKind::Uncertain) && argument.follows
    };
    let [(_, leaf)] = before else { return None };
    expected.iter().find(|it| is_pair(it))?;
    let number = session.number(&parse_expression(typed).ok()?).ok()?;
    let moved = moved_results(session, leaf.text, number)?;
    let said = |(name, now, then): (String, f64, f64)| {
        let [now, then] = numbers::change(now, then, session.settings().digits);
        format!("{name} {now} → {then}")
    };
    let text = few(moved.into_iter().map(said), MOST_MOVED, ", ");
    (!text.is_empty()).then_some(text)
}

/// The most results in a preview.
const MOST_MOVED: usize = 4;

/// Returns `atan2(x, y): …`, if the arguments of a call are being typed.
fn signature(session: &Session, text: &str) -> Option<String> {
    let (_, text) = last_statement(text);
    let tokens = tokens(text);
    let mut closed = 0;
    let is_open = |token: &Token| {
        closed += i32::from(token.kind == TokenKind::Close);
        closed -= i32::from(token.kind == TokenKind::Open);
        closed < 0
    };
    let called = tokens.get(tokens.iter().rposition(is_open)?.checked_sub(1)?)?;
    let name = Some(called.span.of(text)).filter(|_| called.kind == TokenKind::Name)?;
    if let Some(own) = session.called(name) {
        return Some(own.described());
    }
    super::complete::calls(session, name)
        .into_iter()
        .find(|candidate| candidate.text.strip_suffix('(') == Some(name))
        .map(|candidate| format!("{}: {}", candidate.name, candidate.about))
}

/// Returns `a is 2` if the last word is a leaf.
fn present_value(session: &Session, last: Option<(Declared, Word<'_>)>) -> Option<String> {
    let ((_, argument), Word { text: last, .. }) = last?;
    let may_be_leaf = matches!(argument.kind, ArgumentKind::Leaf | ArgumentKind::Named);
    let value = session.names().get(last).filter(|_| may_be_leaf)?;
    let data = present_data(session, value)?;
    let (u, digits) = (session.uncertainty_of_leaf(value), session.settings().digits);
    Some(format!("{last} is {}", numbers::with_uncertainty(data, u, digits)))
}

/// Returns the value of the last statement, if it is complete and valid; the run is undone.
fn value(session: &mut Session, text: &str) -> Option<String> {
    let room = session.budget().held().saturating_add(MOST_STEPS);
    if !session.budget().allows(room) {
        return None;
    }
    let stop = session.stop().clone();
    session.work_mut().stop = stop.after(MOST_STEPS as u64);
    let shown = session.tentatively(|session| value_of_last(session, text));
    session.work_mut().stop = stop;
    shown
}

fn value_of_last(session: &mut Session, text: &str) -> Option<String> {
    let mut shown = None;
    for (_, source) in statements(text, 0) {
        let continued = continued(source, ANSWER);
        let source = continued.as_deref().unwrap_or(source);
        let parsed = parse(source).ok()?;
        if shows_nothing(session, &parsed) {
            return None;
        }
        shown = match parsed {
            Statement::Empty => shown,
            Statement::Assign { target, tree, .. } if is_plain_name(target) && !counts(&tree) => {
                let assigned = command::bind(session, target, &tree).ok()?;
                let is_column = assigned.value.is_leaf() && assigned.value.is_per_row();
                let is_new = !is_column && tree.as_number().is_none();
                result(session, &assigned.value, !session.is_asking()).filter(|_| is_new)
            }
            Statement::Evaluate(tree) => {
                let value = session.evaluate(&tree).ok()?.value;
                result(session, &value, false).filter(|_| tree.as_number().is_none())
            }
            Statement::Define { name, span, parameters, tree } => {
                session.define(name, span, &parameters, &tree).ok()?;
                None
            }
            _ => return None,
        };
    }
    shown
}

/// Returns true if a tree contains a range, which may be long.
fn counts(tree: &Tree<'_>) -> bool {
    tree.steps.iter().any(|step| match step.kind {
        Step::Range(_) => true,
        Step::Call(_) => makes_column(step.span.of(tree.text)),
        _ => false,
    })
}

/// Returns true if a statement may take long because of its rows, or would give away an answer of a
/// quiz.
fn shows_nothing(session: &Session, statement: &Statement<'_>) -> bool {
    let (Statement::Assign { tree, .. } | Statement::Evaluate(tree)) = statement else {
        return false;
    };
    let has_many = |name: &String| {
        let node = session.names().resolve(session.answered(name));
        node.is_some_and(|node| node.rows().unwrap_or(0) > MOST_ROWS)
    };
    let is_asked = session.is_asking() && must_not_differentiate(session, tree).is_err();
    is_asked || mentioned(session, tree).iter().any(has_many)
}

/// Returns the number of a node with its uncertainty, its grads if wanted, or some rows.
fn result(session: &mut Session, value: &Value, with_grads: bool) -> Option<String> {
    let number = |number: f64| numbers::significant(number, ROW_DIGITS);
    if let Some(rows) = value.rows() {
        let all = session.all_rows(value).ok().filter(|_| rows <= MOST_ROWS)?;
        let first: Vec<String> = all.iter().take(MOST_SHOWN).map(|row| number(*row)).collect();
        let more = if rows > MOST_SHOWN { ", …" } else { "" };
        return Some(format!("[{}{more}]   {}", first.join(", "), counted(rows as u64, "row")));
    }
    let data = present_data(session, value).filter(|_| value.members().is_none())?;
    let digits = session.settings().digits;
    let shown = |u| numbers::with_uncertainty(data, u, digits);
    let Some(order) = Order::within(MOST_STEPS, value) else { return Some(shown(None)) };
    let has_rows = order.nodes().iter().any(Value::is_per_row);
    if has_rows || value.is_leaf() {
        return Some(shown(session.uncertainty_of_leaf(value)));
    }
    let grads = order.grads();
    let mut text = shown(session.shown_uncertainty(value));
    let moving = order.leaves().filter(|leaf| !leaf.is_frozen() && with_grads);
    for (at, leaf) in moving.take(MOST_SLOPES).enumerate() {
        let slope = order.number_of(leaf).and_then(|at| grads.get(at))?;
        let before = if at == 0 { "   grads " } else { ", " };
        let (name, slope) =
            (session.names().short_name(leaf), numbers::significant(*slope, SLOPE_DIGITS));
        text.push_str(&format!("{before}{name} {slope}"));
    }
    Some(text)
}

/// Returns the data of a node, if it is cheap to compute.
pub fn present_data(session: &Session, value: &Value) -> Option<f64> {
    refresh_within(MOST_STEPS, value, session.data_time).then(|| value.data())
}

/// Returns the named results that change with `leaf`, before and after, if they are cheap to
/// compute.
fn moved_results(session: &Session, leaf: &str, number: f64) -> Option<Vec<(String, f64, f64)>> {
    let leaf = session.names().get(leaf).filter(|leaf| leaf.is_leaf())?;
    let mut steps = MOST_STEPS;
    let mut moved = Vec::new();
    for (name, node) in session.names().iter() {
        if name == ANSWER || node.is_leaf() || session.names().call(node) != name {
            continue;
        }
        let order = Order::within(steps, node)?;
        steps -= order.count();
        if !order.contains(leaf) {
            continue;
        }
        if order.nodes().iter().all(|it| !it.is_per_row()) {
            let before = present_data(session, node)?;
            let after = Program::compile(&order, std::slice::from_ref(leaf))?.root_at([number]);
            if !same_bits(before, after) {
                moved.push((name.to_owned(), before, after));
            }
        }
    }
    Some(moved)
}

/// The limit on nodes and function steps of a preview: far below a millisecond.
const MOST_STEPS: usize = 5_000;

/// The limit on the rows of a column.
const MOST_ROWS: usize = 1_000;

/// The most rows in a preview, and their digits.
const MOST_SHOWN: usize = 5;
const ROW_DIGITS: usize = 5;

/// The most grads in a preview, and their digits.
const MOST_SLOPES: usize = 6;
const SLOPE_DIGITS: usize = 4;

/// Returns a text with its open parentheses closed.
fn closed(text: &str) -> String {
    let (_, last) = last_statement(text);
    text.to_owned() + &")".repeat(Outline::of(last, 0, 0).open)
}

/// Returns as many items or words of a preview as fit.
pub fn fitting(text: String, room: usize) -> Option<String> {
    if text.width() <= room {
        return Some(text);
    }
    let ends = |mark: &str, room: usize| {
        let places = text.match_indices(mark).map(|(at, _)| at);
        let before = places.filter_map(|at| text.get(..at));
        before.filter(|before| before.width() <= room).map(str::to_owned).last()
    };
    let is_sentence = text.starts_with(':') || text.contains(": ");
    let items = ends(", ", room.saturating_sub(3)).map(|items| format!("{items}, …"));
    let parts = ends("   ", room);
    let words = || ends(" ", room.saturating_sub(2)).map(|words| format!("{words} …"));
    let longest = items.into_iter().chain(parts).max_by_key(|it| it.width());
    longest.or_else(|| words().filter(|_| is_sentence))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::{RunOptions, run};

    fn session(text: &str) -> Session {
        let mut session = Session::new();
        for (_, source) in statements(text, 0) {
            run(&mut session, source, RunOptions::default()).unwrap();
        }
        session
    }

    const LECTURE: &str = "a = 2; b = -3; c = 10; f = -2; g(x) = x*a";

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let mut session = session(LECTURE);
        let before = session.script();
        assert_eq!(preview(&mut session, text).unwrap_or_default(), expected, "{text}");
        assert_eq!(session.script(), before, "{text} has changed the session");
    }

    #[test]
    fn a_whole_statement_shows_its_value() {
        check("L = (a*b + c) * f", "-8   grads a 6, b -4, c -2, f 4");
        check("a*b", "-6");
        check("a", "2");
        check("c += a", "12   grads c 1, a 1");
        check("x = 3; y = x*a; y + 1", "7");
        check("h(x, y) = x + y*a; h(1, 2)", "5");
        check("g(4) # eight", "8");
        check("2*3; _ + ans", "12");
        check("1/0", "inf");
        check("m = 2 ± 10%", "2.00 ± 0.20");
        check("m = 2 ± -1", "");
        check("m = 2 ± 0.1; m", "2.00 ± 0.10");
        check("c = 2 ± 0.1; c^2", "4.00 ± 0.40");
        check("2*(3 ± 0.1)", "6.00 ± 0.20");
        check("5 ± 0.1", "5.00 ± 0.10");
        check("c = 2 ± 0.1; d = c*a", "4.00 ± 0.20   grads c 2, a 2");
        check("pi", "3.14159265358979");
    }

    #[test]
    fn what_is_not_whole_shows_its_value_as_if_closed_or_nothing() {
        check("", "");
        check("x = 4", "");
        check("-3", "");
        check("(a*b", "-6");
        check("1 + (a*b + c", "5");
        check("(a # half", "");
        check("g(tanh(a", "1.92805516015163");
        check("(a*", "");
        check("a +", "");
        check("a)", "");
        check("zz + 1", "");
        check("nosuch(1)", "");
        check("atan2(1)", "");
        check("h(x) = x^2", "");
        check(":nosuch a", "");
        check("_", "");
        check("a@1 = a + 1", "");
        check(
            "atan2(",
            "atan2(x, y): the angle, between -pi and pi, of the point (y, x): the height comes first",
        );
        check("1 + g(", "g(x) = x * a");
        check("g(", "g(x) = x * a");
    }

    #[test]
    fn a_command_shows_its_usage() {
        check(":set", ":set NAME VALUE … [all]");
        check(":gr", ":grad [ROOT] [NAME…] [all] [layers]");
        check("L = a*b + c; :set a 3", ":set NAME VALUE … [all]   a is 2");
        check(":set a ", ":set NAME VALUE … [all]   a is 2");
        check(":set a 3 b ", ":set NAME VALUE … [all]   b is -3");
        check("a = 3; :grad a", ":grad [ROOT] [NAME…] [all] [layers]");
    }

    #[test]
    fn a_new_number_for_a_leaf_shows_what_the_root_becomes() {
        let mut session = session("a = 2; b = 3; L = a*b");
        let mut shown = |text| preview(&mut session, text).unwrap_or_default();
        assert_eq!(shown(":set a 4"), "L 6 → 12");
        assert_eq!(shown(":set b"), ":set NAME VALUE … [all]");
        assert_eq!(session.names().get("L").unwrap().data(), 6.0);
    }

    #[test]
    fn a_new_number_for_a_leaf_shows_every_named_result_that_moves() {
        let mut session =
            session("a = 2; f = a^2; V = 1000; v = V*3; x = [1, 2]; y = x*V; w = v + 1");
        let mut shown = |text| preview(&mut session, text).unwrap_or_default();
        assert_eq!(shown(":set V 2000"), "v 3000 → 6000, w 3001 → 6001");
        assert_eq!(shown(":set a 3"), "f 4 → 9");
        assert_eq!(shown(":set V 1000"), ":set NAME VALUE … [all]   V is 1000");
    }

    #[test]
    fn what_depends_on_uncertain_leaves_shows_its_uncertainty() {
        let mut session =
            session("V = 10 ± 0.1; a = 2 ± 0.1; b = 3 ± 0.1; :correlate a b 1; y = a - b");
        let mut shown = |text| preview(&mut session, text).unwrap_or_default();
        assert_eq!(shown("2V"), "20.00 ± 0.20");
        assert_eq!(shown("V"), "10.00 ± 0.10");
        assert_eq!(shown("y + 1"), "0");
        assert_eq!(shown("z = 2V"), "20.00 ± 0.20   grads V 2");
        assert_eq!(shown("q = V*2; q + a"), "22.00 ± 0.22");
        assert_eq!(shown("2*3"), "6");
    }

    #[test]
    fn columns_show_their_first_rows() {
        let mut session = session("x = [1, 2, 3]; y = 2x; n = 1:2000000");
        let mut shown = |text| preview(&mut session, text).unwrap_or_default();
        assert_eq!(shown("x*2"), "[2, 4, 6]   3 rows");
        assert_eq!(shown("z = x*y/3"), "[0.66667, 2.6667, 6]   3 rows");
        assert_eq!(shown("mean(y)"), "4");
        assert_eq!(shown("a = mean(x); a*2"), "4");
        assert_eq!(shown("sum(n)"), "");
        assert_eq!(shown("x + q"), "");
    }

    #[test]
    fn what_uses_a_column_of_the_same_line_shows_its_value() {
        let mut session = session("x = 3; y = 16; c = [1, 2]");
        let mut shown = |text| preview(&mut session, text).unwrap_or_default();
        assert_eq!(shown("x = [1, 2, 3, 4]; mean(x)"), "2.5");
        assert_eq!(shown("y = [1 .. 1000000]; x = 5; x + 1"), "");
        assert_eq!(shown("y = 2c; y + 1"), "[3, 5]   2 rows");
        assert_eq!(shown("2c; _ + 1"), "[3, 5]   2 rows");
        assert_eq!(shown("y = 2c; y = 4; y + 1"), "5");
    }

    #[test]
    fn what_has_no_room_ends_with_a_whole_item() {
        let text = "203.7   grads mass 43.74, v 6, h 19.62";
        let cut = |room| fitting(text.to_owned(), room);
        assert_eq!(cut(38).as_deref(), Some(text));
        assert_eq!(cut(37).as_deref(), Some("203.7   grads mass 43.74, v 6, …"));
        assert_eq!(cut(30).as_deref(), Some("203.7   grads mass 43.74, …"));
        assert_eq!(cut(20).as_deref(), Some("203.7"));
        assert_eq!(cut(4), None);
        let usage = fitting(":set NAME VALUE … [all]   a is 2".to_owned(), 24);
        assert_eq!(usage.as_deref(), Some(":set NAME VALUE … [all]"));
        let usage = fitting(":plot F [X] [LO HI]".to_owned(), 15);
        assert_eq!(usage.as_deref(), Some(":plot F [X] …"));
    }

    #[test]
    fn a_long_line_shows_nothing() {
        let sum = |terms: usize| vec!["a"; terms].join("+");
        check(&sum(250), "500");
        check(&sum(251), "");
    }

    #[test]
    fn stale_data_is_recomputed_unless_there_is_much_of_it() {
        let mut small = session("a = 2; b = a*3; c = b + 1; L = a");
        run(&mut small, ":root L", RunOptions::default()).unwrap();
        small.set_leaf("a", 5.0).unwrap();
        assert_eq!(small.names().get("c").unwrap().data(), 7.0);
        assert_eq!(preview(&mut small, "c").as_deref(), Some("16"));
        let mut large = session("a = 2; L = a + 1; b = a");
        for _ in 0..20_000 {
            run(&mut large, "b += a", RunOptions::default()).unwrap();
        }
        assert_eq!(preview(&mut large, "b").as_deref(), Some("40002"));
        run(&mut large, ":root L", RunOptions::default()).unwrap();
        large.set_leaf("a", 5.0).unwrap();
        assert_eq!(preview(&mut large, "b"), None);
        assert_eq!(large.names().get("b").unwrap().data(), 40_002.0);
    }

    #[test]
    fn functions_that_double_their_work_are_given_up() {
        let mut text = "f0(x) = x + 1".to_owned();
        for n in 1..40 {
            text += &format!("; f{n}(x) = f{}(x) + f{}(x)", n - 1, n - 1);
        }
        assert_eq!(preview(&mut session(&text), "f39(1)"), None);
        assert_eq!(preview(&mut session(&text), "f3(1)").as_deref(), Some("16"));
    }
}
