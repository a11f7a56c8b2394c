//! The table of other languages' habits: each row answers what it is for, however it is filled.

use super::rows::OTHER_NAMES;
use super::*;
use crate::ops;

/// The message and the hint for a statement that fails as a whole.
fn answer(typed: &str, meaning: impl Fn(&str) -> Option<Meaning>) -> Option<(String, String)> {
    let scan = Scan::of(typed);
    let error = Error::new(Span::new(0, typed.len()), "");
    let error = foreign(&scan.whole(), error, &meaning);
    Some((error.message().to_owned(), error.advice()?.to_owned()))
}

/// How many texts the row that answers a statement captures in it.
fn captured(typed: &str) -> usize {
    let scan = Scan::of(typed);
    let statement = scan.whole();
    let meaning = |name: &str| match name {
        "f" => Some(Meaning::Function),
        "a" => Some(Meaning::Node),
        _ => None,
    };
    let row = row_of(&statement, &pieces(&statement), Span::new(0, typed.len()), &meaning);
    row.map_or(0, |(_, captured, _)| captured.len())
}

#[test]
fn every_row_answers_what_it_is_for() {
    for row in rows() {
        let (message, hint) = answer(row.typed, |name| match name {
            "f" => Some(Meaning::Function),
            "a" => Some(Meaning::Node),
            _ => None,
        })
        .unwrap_or_else(|| panic!("no answer: {}", row.typed));
        let start = |sentence: &str| {
            let start = sentence.split('{').next().unwrap_or_default();
            start.replace('`', "")
        };
        assert!(hint.starts_with(&start(row.hint)), "{}: {hint}", row.typed);
        assert!(message.starts_with(&start(row.message)), "{}: {message}", row.typed);
        assert!(!format!("{message}{hint}").contains(['{', '}']), "{}: {hint}", row.typed);
        let captured = captured(row.typed);
        let asked = row.hint.split('{').skip(1).filter_map(|it| it.split(['}', '!', '+']).next());
        for number in asked.filter_map(|it| it.parse::<usize>().ok()) {
            assert!(number <= captured, "{}: there is no {{{number}}}", row.typed);
        }
    }
}

#[test]
fn a_known_name_is_nobody_elses() {
    for typed in ["Value(zz)", "print(zz)", "rand()", "sgn(zz)", "3 km", "ln2"] {
        assert!(answer(typed, |_| None).is_some(), "{typed}");
        assert_eq!(answer(typed, |_| Some(Meaning::Node)), None, "{typed}");
    }
}

#[test]
fn ours_are_names_of_ours() {
    for (other, ours) in OTHER_NAMES {
        assert!(ops::call_names().all(|name| name != *other), "{other}");
        assert!(ops::constant(other).is_none(), "{other}");
        let name = ours.split('(').next().unwrap_or_default();
        let is_call = ops::call_names().any(|known| known == name);
        assert!(is_call || ours.contains(['^', '/', '*', '-', 'x']), "{ours}");
    }
}
