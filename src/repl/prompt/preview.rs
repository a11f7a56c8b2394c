//! The preview of a statement's value or usage while it is typed.

use unicode_width::UnicodeWidthStr;

use super::cursor::{Cursor, arguments_after};
use super::preview_evaluator::{self, Preview, PreviewedRows};
use crate::command::{self, Argument, ArgumentKind, Command};
use crate::core::graph::Value;
use crate::core::language::{
    Kind as Step, Scan, Statement, TokenKind, Tree, Word, continued, parse, parse_expression,
};
use crate::core::session::{ANSWER, Session};
use crate::report::{counted, few, numbers};

/// The maximum length of text with preview and colors, so that typing never lags.
pub const LONGEST: usize = 500;

/// Returns the preview of `text`: its value, the usage of its command, or its missing parenthesis.
pub fn preview(session: &Session, text: &str) -> Option<String> {
    if text.len() > LONGEST && text.chars().nth(LONGEST).is_some() {
        return None;
    }
    let scan = Scan::of(text);
    match Cursor::at_end_of(&scan) {
        Cursor::Comment => value(session, text),
        Cursor::Expression => {
            let is_called = text.trim_end().ends_with('(');
            let called = signature(session, text).filter(|_| is_called);
            value(session, text)
                .or(called)
                .or_else(|| missing(text))
                .or_else(|| signature(session, text))
        }
        Cursor::Command { typed, .. } => usage_of(typed),
        Cursor::Argument { command, before, start } => {
            let command = command?;
            let typed = text.get(start..).unwrap_or_default();
            if let Some(moved) = moved(session, command, &before, typed) {
                return Some(moved);
            }
            let usage = command.usage();
            let present = present_value(session, command, &before);
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
    session: &Session,
    command: &'static Command,
    before: &[Word<'_>],
    typed: &str,
) -> Option<String> {
    let is_pair = |argument: &&Argument| {
        matches!(argument.kind, ArgumentKind::Number | ArgumentKind::Uncertain) && argument.follows
    };
    let (leaf, earlier) = before.split_last()?;
    arguments_after(session, command, before).into_iter().find(|it| is_pair(it))?;
    if !earlier.is_empty() {
        return None;
    }
    let mut preview = Preview::of(session);
    let number = preview.number(&parse_expression(typed).ok()?).ok()?;
    let moved = preview.moved(leaf.text.trim_end_matches('='), number)?;
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
    let scan = Scan::of(text);
    let tokens = super::cursor::last_statement(scan.tokens());
    let mut open: Vec<usize> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::Open => open.push(at),
            TokenKind::Close => drop(open.pop()),
            _ => {}
        }
    }
    let called = tokens.get(open.last()?.checked_sub(1)?)?;
    let name = called.span.of(text);
    if called.kind != TokenKind::Name {
        return None;
    }
    if let Some(own) = session.called(name) {
        return Some(match session.network(name).as_ref().and_then(Value::as_network) {
            Some(members) => format!("{}: {}", own.written(), members.network.described()),
            None => format!("{} = {}", own.written(), own.body()),
        });
    }
    super::complete::calls(session, name)
        .into_iter()
        .find(|candidate| candidate.text.strip_suffix('(') == Some(name))
        .map(|candidate| format!("{}: {}", candidate.name, candidate.about))
}

/// Returns `a is 2` if the last word is a leaf.
fn present_value(
    session: &Session,
    command: &'static Command,
    words: &[Word<'_>],
) -> Option<String> {
    let (leaf, before) = words.split_last()?;
    let (before, last) = (arguments_after(session, command, before), leaf.text);
    before
        .iter()
        .find(|argument| matches!(argument.kind, ArgumentKind::Leaf | ArgumentKind::Named))?;
    let value = session.names().get(last)?;
    let data = preview_evaluator::present_data(session, value)?;
    Some(format!("{last} is {}", shown(session, data, session.uncertainty_of_leaf(value))))
}

fn shown(session: &Session, number: f64, u: Option<f64>) -> String {
    let digits = session.settings().digits;
    match u {
        None => numbers::answer(number, digits),
        Some(u) => numbers::with_uncertainty(number, u, digits),
    }
}

/// Returns the value of the last statement, if it is complete and valid.
fn value(session: &Session, text: &str) -> Option<String> {
    let mut preview = Preview::of(session);
    let mut last = None;
    let mut slopes = None;
    let mut rows = None;
    for source in Scan::of(text).statements() {
        rows = None;
        let continued = continued(&source, ANSWER).map(Scan::of);
        let source = continued.as_ref().map_or(source, Scan::whole);
        last = match parse(source).ok()? {
            Statement::Empty => last,
            Statement::Assign { target, .. } if target.contains(['.', '@']) => return None,
            Statement::Assign { target, tree, plus_minus, .. } => {
                let Some(number) = number(&mut preview, &tree) else {
                    rows = Some(over_columns(&mut preview, &tree)?);
                    preview.assume_rows(target);
                    last = None;
                    continue;
                };
                slopes = preview.slopes(&tree);
                let own = slopes.as_ref().and_then(|slopes| slopes.u);
                preview.assume(target, number);
                let u = plus_minus.map(|it| preview.uncertainty(number, &it).ok());
                match u {
                    Some(u) => {
                        preview.assume_uncertain(target, number, u?);
                        Some((number, Some(u?)))
                    }
                    None => (!is_literal(&tree)).then_some((number, own)),
                }
            }
            // Its numbers stand there.
            Statement::Column { target, .. } => {
                preview.assume_rows(target);
                None
            }
            Statement::Evaluate(tree) => {
                slopes = None;
                let Some(number) = number(&mut preview, &tree) else {
                    rows = Some(over_columns(&mut preview, &tree)?);
                    preview.assume_rows(ANSWER);
                    last = None;
                    continue;
                };
                let u = preview.slopes(&tree).and_then(|slopes| slopes.u);
                preview.assume_answer(number);
                (!is_literal(&tree)).then_some((number, u))
            }
            Statement::Define { name, parameters, tree, .. } => {
                preview.assume_function(name, &parameters, &tree);
                None
            }
            Statement::Unpack { .. } | Statement::Command(_) => return None,
        };
    }
    if rows.is_some() {
        return rows;
    }
    let (number, u) = last?;
    let mut shown = shown(session, number, u);
    let leaves = slopes.into_iter().flat_map(|slopes| slopes.leaves);
    for (at, (name, slope)) in leaves.take(MOST_SLOPES).enumerate() {
        let before = if at == 0 { "   grads " } else { ", " };
        shown.push_str(&format!("{before}{name} {}", numbers::significant(slope, SLOPE_DIGITS)));
    }
    Some(shown)
}

/// Returns `[2, 4, 6]   3 rows`, or the number that an expression makes of columns.
fn over_columns(preview: &mut Preview<'_>, tree: &Tree<'_>) -> Option<String> {
    let number = |number: f64| numbers::significant(number, ROW_DIGITS);
    Some(match preview.rows(tree)? {
        PreviewedRows::One(one) => numbers::answer(one, None),
        PreviewedRows::Each(rows) => {
            let first: Vec<String> = rows.iter().take(MOST_SHOWN).map(|row| number(*row)).collect();
            let more = if rows.len() > MOST_SHOWN { ", …" } else { "" };
            format!("[{}{more}]   {}", first.join(", "), counted(rows.len() as u64, "row"))
        }
    })
}

/// The most rows in a preview, and their digits.
const MOST_SHOWN: usize = 5;
const ROW_DIGITS: usize = 5;

/// The most grads in a preview, and their digits.
const MOST_SLOPES: usize = 6;
const SLOPE_DIGITS: usize = 4;

fn number(preview: &mut Preview<'_>, tree: &Tree<'_>) -> Option<f64> {
    preview.number(tree).ok()
}

/// Returns true if the tree is only a number, which a preview would just repeat.
fn is_literal(tree: &Tree<'_>) -> bool {
    matches!(tree.steps.as_slice(), [step] if matches!(step.kind, Step::Number(_)))
}

/// Returns `) missing`, if the last statement would be valid with it.
fn missing(text: &str) -> Option<String> {
    let mut open: usize = 0;
    for token in super::cursor::last_statement(Scan::of(text).tokens()) {
        match token.kind {
            TokenKind::Open => open += 1,
            TokenKind::Close => open = open.checked_sub(1)?,
            _ => {}
        }
    }
    if open == 0 {
        return None;
    }
    let closed = format!("{text}{}", ")".repeat(open));
    let closed = Scan::of(closed);
    parse(closed.statements().last()?).ok().map(|_| format!("{} missing", ")".repeat(open)))
}

/// Returns as much of a preview as has room: whole items, or whole words of what is no list.
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
    // Some grads of several would look like all.
    let items = ends(", ", room.saturating_sub(3)).map(|items| format!("{items}, …"));
    let parts = ends("   ", room);
    let words = || ends(" ", room.saturating_sub(2)).map(|words| format!("{words} …"));
    let longest = items.into_iter().chain(parts).max_by_key(|it| it.width());
    longest.or_else(|| words().filter(|_| is_sentence))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::{RunOptions, run, run_statement};

    fn session(text: &str) -> Session {
        let mut session = Session::new();
        for source in Scan::of(text).statements() {
            run_statement(&mut session, source, RunOptions::default()).unwrap();
        }
        session
    }

    const LECTURE: &str = "a = 2; b = -3; c = 10; f = -2; g(x) = x*a";

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let mut session = session(LECTURE);
        let before = session.script();
        assert_eq!(preview(&session, text).unwrap_or_default(), expected, "{text}");
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
    fn what_is_not_whole_shows_what_is_missing_or_nothing() {
        check("", "");
        check("x = 4", "");
        check("-3", "");
        check("(a*b", ") missing");
        check("g(tanh(a", ")) missing");
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
        check("h(x, y) = x + y*a; 1 + h(", ") missing");
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
        let session = session("a = 2; b = 3; L = a*b");
        let shown = |text| preview(&session, text).unwrap_or_default();
        assert_eq!(shown(":set a 4"), "L 6 → 12");
        assert_eq!(shown(":set b"), ":set NAME VALUE … [all]");
        assert_eq!(session.names().get("L").unwrap().data(), 6.0);
    }

    #[test]
    fn a_new_number_for_a_leaf_shows_every_named_result_that_moves() {
        let session = session("a = 2; f = a^2; V = 1000; v = V*3; x = [1, 2]; y = x*V; w = v + 1");
        let shown = |text| preview(&session, text).unwrap_or_default();
        assert_eq!(shown(":set V 2000"), "v 3000 → 6000, w 3001 → 6001");
        assert_eq!(shown(":set a 3"), "f 4 → 9");
        assert_eq!(shown(":set V 1000"), ":set NAME VALUE … [all]   V is 1000");
    }

    #[test]
    fn what_depends_on_uncertain_leaves_shows_its_uncertainty() {
        let session =
            session("V = 10 ± 0.1; a = 2 ± 0.1; b = 3 ± 0.1; :correlate a b 1; y = a - b");
        let shown = |text| preview(&session, text).unwrap_or_default();
        assert_eq!(shown("2V"), "20.00 ± 0.20");
        assert_eq!(shown("V"), "10.00 ± 0.10");
        assert_eq!(shown("y + 1"), "0 ± 0");
        assert_eq!(shown("z = 2V"), "20.00 ± 0.20   grads V 2");
        // What the line itself has bound stands as a number, so that nothing is said of its error.
        assert_eq!(shown("q = V*2; q + a"), "22");
        assert_eq!(shown("2*3"), "6");
    }

    #[test]
    fn columns_show_their_first_rows() {
        let session = session("x = [1, 2, 3]; y = 2x; n = 1:2000");
        let shown = |text| preview(&session, text).unwrap_or_default();
        assert_eq!(shown("x*2"), "[2, 4, 6]   3 rows");
        assert_eq!(shown("z = x*y/3"), "[0.66667, 2.6667, 6]   3 rows");
        assert_eq!(shown("mean(y)"), "4");
        assert_eq!(shown("a = mean(x); a*2"), "");
        assert_eq!(shown("sum(n)"), "");
        assert_eq!(shown("x + q"), "");
    }

    #[test]
    fn what_uses_a_column_of_the_same_line_shows_nothing() {
        let session = session("x = 3; y = 16; c = [1, 2]");
        let shown = |text| preview(&session, text).unwrap_or_default();
        assert_eq!(shown("x = [1 .. 4]; mean(x)"), "");
        assert_eq!(shown("y = [1 .. 1000000]; x = 5; x + 1"), "6");
        assert_eq!(shown("y = 2c; y + 1"), "");
        assert_eq!(shown("2c; _ + 1"), "");
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
        assert_eq!(preview(&small, "c").as_deref(), Some("16"));
        let mut large = session("a = 2; L = a + 1; b = a");
        for _ in 0..20_000 {
            run(&mut large, "b += a", RunOptions::default()).unwrap();
        }
        assert_eq!(preview(&large, "b").as_deref(), Some("40002"));
        run(&mut large, ":root L", RunOptions::default()).unwrap();
        large.set_leaf("a", 5.0).unwrap();
        assert_eq!(preview(&large, "b"), None);
        assert_eq!(large.names().get("b").unwrap().data(), 40_002.0);
    }

    #[test]
    fn functions_that_double_their_work_are_given_up() {
        let mut text = "f0(x) = x + 1".to_owned();
        for n in 1..40 {
            text += &format!("; f{n}(x) = f{}(x) + f{}(x)", n - 1, n - 1);
        }
        assert_eq!(preview(&session(&text), "f39(1)"), None);
        assert_eq!(preview(&session(&text), "f3(1)").as_deref(), Some("16"));
    }
}
