//! Sessions as a whole: what is saved can be loaded, what fails changes nothing, an undo goes all the
//! way back, and a node can be typed by the name it is shown under.

use gradcalc::Session;
use gradcalc::internals::command::find;
use gradcalc::internals::graph::Order;
use gradcalc::internals::language::{Statement, parse};

use super::laws::{run, session_of};
use super::snapshot::{Depth, Saved, saved, snapshot};

/// A session that is saved and loaded is the same session, down to its grads, and is saved as the same
/// script.
pub fn saved_is_loaded(history: &[String]) {
    let from = history.join("\n");
    let mut session = session_of(history);
    let script = session.script();
    let mut again = Session::new();
    for line in script.lines() {
        let outcome = run(&mut again, line);
        assert!(outcome.is_ok(), "{outcome:?}: {line} of\n{script}\nfrom\n{from}");
    }
    let [mut saved, mut loaded] = [&mut session, &mut again].map(saved);
    if history.iter().any(|line| copies_in_a_function(line)) {
        [&mut saved, &mut loaded].into_iter().for_each(Saved::forget_parts);
        let [is, was] = [&loaded.exact, &saved.exact];
        assert!(repeats(is, was), "{is:?}\n{was:?}\nin\n{script}\nfrom\n{from}");
    } else {
        assert_eq!(loaded.exact, saved.exact, "in\n{script}\nfrom\n{from}");
    }
    let pairs = || saved.rounded.iter().zip(&loaded.rounded);
    let is_same = pairs().all(|((of, one), (as_of, other))| of == as_of && is_close(*one, *other));
    let [many, as_many] = [&saved, &loaded].map(|it| it.rounded.len());
    assert!(is_same && many == as_many, "{saved:?}\n{loaded:?}\nin\n{script}\nfrom\n{from}");
    assert!(repeats_script(&again.script(), &script), "{}\n{script}\nfrom\n{from}", again.script());
    let names = session.names();
    if session.root().is_some_and(|root| session.root_is_chosen() && !names.is_nameless(root)) {
        assert!(again.root_is_chosen(), "the root of\n{script}\nfrom\n{from}");
    }
}

fn is_close(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-12 * one.abs().max(other.abs())
}

/// Tells whether two scripts are the same, except for the last digits of parts of ±: they are kept over their u.
fn repeats_script(script: &str, earlier: &str) -> bool {
    let is_same_word = |(one, other): (&str, &str)| {
        let numbers = one.parse().ok().zip(other.parse().ok());
        one == other || numbers.is_some_and(|(one, other)| is_close(one, other))
    };
    let is_same_line = |(one, other): (&str, &str)| {
        let [words, others] = [one, other].map(|line| line.split([' ', ',', '[', ']']));
        let has_parts = one.contains("± [") && words.clone().count() == others.clone().count();
        one == other || has_parts && words.zip(others).all(is_same_word)
    };
    script.lines().count() == earlier.lines().count()
        && script.lines().zip(earlier.lines()).all(is_same_line)
}

/// Tells whether a list has the lines of another, each at least as often, and no others.
fn repeats(list: &[String], lines: &[String]) -> bool {
    let count = |all: &[String], line: &String| all.iter().filter(|it| *it == line).count();
    list.iter().chain(lines).all(|line| (1..=count(list, line)).contains(&count(lines, line)))
}

/// Tells whether a line may define a function that copies numbers: what calls it is written out, which
/// repeats inner nodes and numbers them differently.
fn copies_in_a_function(line: &str) -> bool {
    const COPIES: [&str; 5] = ["u(", ".grad", "fit", "!", "mial("];
    line.contains(") =") && COPIES.iter().any(|copies| line.contains(copies))
}

/// `:undo` leads back to the beginning of the last statement that was a step, again and again, and
/// `:redo` to its end.
pub fn undo_goes_back(history: &[String]) {
    let all = history.join("\n");
    let mut session = Session::new();
    let mut before: Vec<Vec<String>> = Vec::new();
    let mut undone: Vec<Vec<String>> = Vec::new();
    for statement in history {
        let was = snapshot(&mut session, Depth::State);
        let [standing, travels] = [session.journal().standing(), session.journal().travels()];
        let is_done = run(&mut session, statement).is_ok();
        let has_traveled = session.journal().travels() > travels;
        let is = snapshot(&mut session, Depth::State);
        assert!(session.journal().standing() >= standing || has_traveled, "{statement} in\n{all}");
        if !is_done {
            assert_eq!(is, was, "{statement} failed in\n{all}");
        } else if command_of(statement) == Some("undo") {
            assert_eq!(is, before.pop().unwrap_or(was.clone()), "in\n{all}");
            undone.extend(has_traveled.then_some(was));
        } else if command_of(statement) == Some("redo") {
            // A node that was made since ends what can be redone. A root that was chosen since stays the root.
            let then = undone.pop().filter(|_| has_traveled).unwrap_or(was.clone());
            let wanted = if then.is_empty() { &is } else { &then };
            assert_eq!(&is, wanted, "in\n{all}");
            before.extend(has_traveled.then_some(was));
        } else if session.journal().standing() > standing {
            before.push(was);
            undone.clear();
        } else if is != was {
            // A root was chosen: what a redo leads to is not known.
            undone.iter_mut().for_each(Vec::clear);
        }
    }
    let mut undone: Vec<Vec<String>> = Vec::new();
    while let Some(was) = before.pop() {
        undone.push(snapshot(&mut session, Depth::State));
        assert!(session.undo().is_some(), "of\n{all}");
        assert_eq!(snapshot(&mut session, Depth::State), was, "of\n{all}");
    }
    assert!(session.undo().is_none(), "of\n{all}");
    while let Some(then) = undone.pop() {
        before.push(snapshot(&mut session, Depth::State));
        assert!(session.redo().is_some(), "of\n{all}");
        assert_eq!(snapshot(&mut session, Depth::State), then, "redone of\n{all}");
    }
    while let Some(was) = before.pop() {
        assert!(session.undo().is_some(), "of\n{all}");
        assert_eq!(snapshot(&mut session, Depth::State), was, "undone again of\n{all}");
    }
}

/// The name of the command, when it is one.
fn command_of(statement: &str) -> Option<&'static str> {
    match parse(statement) {
        Ok(Statement::Command(typed)) => {
            find(typed.name, typed.span, false).ok().map(|row| row.name)
        }
        _ => None,
    }
}

/// Attempts that fail leave no trace, not even in what can be undone.
pub fn failures_change_nothing(history: &[String], attempts: &[String]) {
    // Two sessions with one past: one tries what fails, and both go back.
    let [mut session, mut other] = [session_of(history), session_of(history)];
    let all = [history, attempts].concat().join("\n");
    for statement in attempts {
        let before = snapshot(&mut session, Depth::All);
        match run(&mut session, statement) {
            Ok(()) => drop(run(&mut other, statement)),
            Err(error) => {
                let after = snapshot(&mut session, Depth::All);
                assert_eq!(after, before, "{statement} ({error}) in\n{all}");
            }
        }
    }
    loop {
        let [is, wanted] = [&mut session, &mut other].map(|it| snapshot(it, Depth::State));
        assert_eq!(is, wanted, "after\n{all}");
        let (undone, wanted) = (session.undo(), other.undo());
        // Nodes of two sessions are not the same, but what is said of them is.
        assert_eq!(format!("{undone:?}"), format!("{wanted:?}"), "after\n{all}");
        if undone.is_none() {
            break;
        }
    }
}

/// Statements do in a group, as `:load` runs them, what they do one by one; then one undo takes all
/// of them back.
pub fn loading_is_running(history: &[String], script: &[String]) {
    let all = [history, script].concat().join("\n");
    let [mut ran, mut loaded] = [session_of(history), session_of(history)];
    let (before, standing) = (snapshot(&mut loaded, Depth::State), loaded.journal().standing());
    // Only within a group does an undo end at its beginning.
    // An earlier answer can be typed as long as the history of undo happens to keep it.
    let differs_here = |statement: &String| {
        matches!(command_of(statement), Some("undo" | "redo")) || statement.contains("_@")
    };
    let may_differ = script.iter().any(differs_here);
    loaded.journal_mut().open_group();
    for statement in script {
        let outcomes = [&mut ran, &mut loaded].map(|it| run(it, statement).is_ok());
        assert!(may_differ || outcomes[0] == outcomes[1], "{statement} in\n{all}");
    }
    loaded.journal_mut().close_group(":load");
    if !may_differ {
        let [wanted, is] = [&mut ran, &mut loaded].map(|it| snapshot(it, Depth::State));
        assert_eq!(is, wanted, "after\n{all}");
    }
    let steps = undos(&mut session_of(history));
    if loaded.journal().standing() > standing {
        loaded.undo();
        assert_eq!(snapshot(&mut loaded, Depth::State), before, "of\n{all}");
    }
    assert_eq!(undos(&mut loaded), steps, "of\n{all}");
}

/// How many steps can be undone; they are.
fn undos(session: &mut Session) -> usize {
    std::iter::from_fn(|| session.undo()).count()
}

/// After every statement every node can be typed by the name it is shown under.
pub fn names_can_be_typed(history: &[String]) {
    let mut session = Session::new();
    for statement in history {
        // Some are wrong.
        let _ = run(&mut session, statement);
        let named = || session.names().iter().map(|(_, node)| node);
        let leaves = named().filter_map(|node| node.as_network()).flat_map(|it| &it.leaves);
        let nodes = named().filter(|node| node.as_network().is_none()).chain(leaves);
        let live = Order::of(nodes.chain(session.root()));
        for node in live.nodes() {
            let name = session.names().reference(node);
            let found = session.value(&name);
            let is_it = found.as_ref().is_ok_and(|found| found.is(node));
            assert!(is_it, "{name} is {found:?} after {statement} in\n{}", history.join("\n"));
        }
    }
}
