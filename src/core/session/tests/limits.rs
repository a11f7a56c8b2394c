//! What a session may hold is bounded: what does not fit is refused and leaves everything as it was.

use std::time::{Duration, Instant};

use crate::support::doubling::doubling;
use crate::{Session, evaluate};

fn type_in(session: &mut Session, script: &str) -> crate::Result<()> {
    script.lines().try_for_each(|line| evaluate(session, line).map(drop))
}

fn session(script: &str) -> Session {
    let mut session = Session::new();
    type_in(&mut session, script).expect("the script runs");
    session
}

#[test]
fn what_does_not_fit_is_refused_and_changes_nothing() {
    let nested = "diff(".repeat(30) + "a*sin(a)*exp(a)" + &", a)".repeat(30);
    let sum = format!("L = sum({}a)", "a,".repeat(600));
    let plus = "M = a".to_owned() + &" +a".repeat(600);
    // Each with the text its error points at.
    for (statement, at) in [
        ("N = a + f12(a)", "f12"),
        (nested.as_str(), "diff"),
        (sum.as_str(), "sum"),
        (plus.as_str(), "+"),
        (":diff f12(a) a", "f12"),
        (":grad f12(a)", "f12"),
        (":plot f12 0 1", "f12"),
        (":set a f12(a)", "f12"),
        (":bug overwrite f12(a)", "f12"),
    ] {
        let script = "a = 1.5; b = a*2; F = f9(a)";
        let mut session = session(&format!("{}{script}", doubling(12)));
        session.budget().set_room(2000);
        let (before, held) = (session.script(), session.budget().held());
        let error = type_in(&mut session, statement).expect_err(statement);
        assert!(error.message().contains("more than 2000 nodes, the limit"), "{error:?}");
        assert!(error.span().of(statement).starts_with(at), "{statement}: {error:?}");
        assert_eq!(session.script(), before, "{statement}");
        assert!(session.budget().held() <= held, "{statement}: {}", session.budget().held());
    }
}

#[test]
fn what_could_be_undone_is_forgotten_to_make_room() {
    let mut session = session(&format!("{}a = 1.5", doubling(9)));
    session.budget().set_room(2000);
    for _ in 0..20 {
        // 1023 nodes and what is bound before do not fit together.
        type_in(&mut session, "L = f8(a)").unwrap();
        assert!(session.budget().held() <= 2000);
    }
    type_in(&mut session, "L = f9(a)").expect_err("both together do not fit");
    // The root is kept, too, until there is another.
    type_in(&mut session, "L = 1; b = a*2; L = f9(a)").unwrap();
}

#[test]
fn what_never_fits_is_refused_before_undo_is_forgotten() {
    let mut session = session("a = 1\na = 2");
    session.budget().set_room(2000);
    type_in(&mut session, "b = [1 .. 1000000]").expect_err("62,500 nodes do not fit");
    assert_eq!(session.undo().as_deref(), Some("a = 2"));
}

#[test]
fn undo_keeps_a_part_of_all_nodes_alive_at_most() {
    let mut session = session("a = 1");
    session.budget().set_room(4000);
    for n in 0..10_000 {
        type_in(&mut session, &format!("c = a*{n}")).unwrap();
    }
    assert!(session.budget().held() < 2000, "{}", session.budget().held());
    type_in(&mut session, ":undo; :undo").unwrap();
    assert_eq!(session.value("c").unwrap().data(), 9997.0);
}

#[test]
fn names_and_functions_count_and_what_fails_leaves_none_behind() {
    let mut session = session("0");
    session.budget().set_room(1000);
    let before = session.budget().held();
    for n in 0..1000 {
        type_in(&mut session, &format!("name{n} = nothing")).unwrap_err();
    }
    assert_eq!(session.budget().held(), before);
    let define = |session: &mut Session, n: usize| {
        type_in(session, &format!("g{n}(x) = x{}", " + x".repeat(100)))
    };
    let first = (0..1000).find(|n| define(&mut session, *n).is_err()).expect("an end");
    assert!((10..500).contains(&first), "{first}");
    type_in(&mut session, ":reset").unwrap();
    session.budget().set_room(100);
    let first = (0..1000).find(|n| type_in(&mut session, &format!("n{n} = {n}")).is_err());
    assert!((20..100).contains(&first.expect("an end")), "{first:?}");
}

#[test]
fn a_statement_is_no_longer_than_there_is_room_for() {
    let mut session = Session::new();
    session.budget().set_room(1000);
    let long = "1".to_owned() + &"+1".repeat(500);
    let error = type_in(&mut session, &long).unwrap_err();
    assert!(error.message().contains("1001 bytes; the limit"), "{error:?}");
    type_in(&mut session, &long[2..]).unwrap();
}

/// A walk over the statement for each would take hours.
#[test]
fn any_number_of_inner_nodes_is_looked_up() {
    const COUNT: usize = 20_000;
    let mut session = session("a = 1");
    type_in(&mut session, &format!("L = a{}", " + a".repeat(COUNT))).unwrap();
    type_in(&mut session, &format!("M = L.50{}", " + L.50".repeat(COUNT))).unwrap();
    assert_eq!(session.value("M").unwrap().data(), 51.0 * (COUNT + 1) as f64);
    // What was known of one binding is not taken for another.
    type_in(&mut session, "L = a + a + a").unwrap();
    type_in(&mut session, &format!("N = L.1 + L@1.7{}", " + L@1.60".repeat(COUNT))).unwrap();
    assert_eq!(session.value("N").unwrap().data(), 10.0 + 61.0 * COUNT as f64);
    type_in(&mut session, ":undo; :undo").unwrap();
    assert_eq!(session.value("L.7").unwrap().data(), 8.0);
}

/// The time in which a session is saved where one name was bound so many times.
fn time_of_saving(bindings: usize) -> Duration {
    let mut session = session("a = 1; L = a");
    type_in(&mut session, &"L += a\n".repeat(bindings)).expect("the lines run");
    let time = |session: &mut Session| {
        let begun = Instant::now();
        assert_eq!(session.script().lines().count(), bindings + 2);
        begun.elapsed()
    };
    let [one, other] = [time(&mut session), time(&mut session)];
    one.min(other)
}

#[test]
fn a_session_is_saved_in_time_in_proportion_to_the_bindings_of_a_name() {
    let [few, many] = [10_000, 80_000].map(time_of_saving);
    assert!(many < 24 * few, "8 times as many bindings: {few:?}, then {many:?}");
}
