//! Tests of how words are matched to rows, and that functions ask for what their rows declare.

use super::super::{commands, find, statement::perform};
use super::*;
use crate::command::Files;
use crate::command::syntax::{Scan, Statement, parse};
use crate::parts::descent::KINDS;

/// The arguments that `text` is matched to, `NAME=word` each, where `nodes` bear names.
fn matched(text: &str, nodes: &[&str]) -> String {
    let scan = Scan::of(text);
    let Ok(Statement::Command(typed)) = parse(scan.whole()) else {
        panic!("{text} is no command");
    };
    let command = find(typed.name, typed.span, false).unwrap();
    let is_node = |name: &str| nodes.contains(&name);
    let words = separated(command, &typed.words);
    match Matcher::new(command.arguments, &is_node).places(&words) {
        Ok(places) => {
            let pair = |(place, word): (usize, &Word<'_>)| {
                format!("{}={}", command.arguments[place].name, word.text)
            };
            places.into_iter().zip(&words).map(pair).collect::<Vec<_>>().join(" ")
        }
        Err(mismatch) => format!("{mismatch:?}"),
    }
}

#[track_caller]
fn check(text: &str, nodes: &[&str], expected: &str) {
    assert_eq!(matched(text, nodes), expected, "{text}");
}

#[test]
fn words_are_matched_by_order_and_kind() {
    check(":grad", &[], "");
    check(":grad L a b", &[], "ROOT=L NAME=a NAME=b");
    check(":step 0.1 a b", &[], "RATE=0.1 NAME=a NAME=b");
    check(":step 0.1 20 a", &[], "RATE=0.1 COUNT=20 NAME=a");
    check(":plot f -5 5", &[], "F=f LO=-5 HI=5");
    check(":plot L a -5 5", &[], "F=L NAME=a LO=-5 HI=5");
    check(":plot f -5 5 f.svg", &[], "F=f LO=-5 HI=5 FILE=f.svg");
    check(":plot L a -5 5 \"f\"", &[], "F=L NAME=a LO=-5 HI=5 FILE=f");
    check(":plot y = m*x x -5 5", &[], "F=y = m*x NAME=x LO=-5 HI=5");
    check(":plot f a b", &["a", "b"], "F=f LO=a HI=b");
    check(":plot y = m*x x f.svg", &["x"], "F=y = m*x NAME=x FILE=f.svg");
    check(":export dot L", &[], "FORMAT=dot ROOT=L");
    check(":export L l.svg", &[], "ROOT=L FILE=l.svg");
    check(":export l.svg", &[], "FILE=l.svg");
    check(":export dot L picture", &[], "FORMAT=dot ROOT=L FILE=picture");
    check(":export tod L l.svg", &[], "FORMAT=tod ROOT=L FILE=l.svg");
    check(":bug nozero L 0.1 20", &[], "KIND=nozero ROOT=L RATE=0.1 COUNT=20");
    check(":set a = 3, b 2*3", &[], "NAME=a VALUE=3 NAME=b VALUE=2*3");
    check(":set a ± 0.1 b 3 ± 1%", &[], "NAME=a VALUE=± 0.1 NAME=b VALUE=3 ± 1%");
    check(":set a = 2 ±1, b=± 2", &[], "NAME=a VALUE=2 ±1 NAME=b VALUE=± 2");
    check(":correlate a b 1 a c", &[], "A=a B=b R=1 A=a B=c");
    check(":correlate a b a c", &["a", "b", "c"], "A=a B=b A=a B=c");
    check(":correlate a b c", &["a", "b", "c"], "A=a B=b R=c");
    check(":correlate a b c d", &["a", "b", "c", "d"], "A=a B=b A=c B=d");
    check(":digits many", &[], "N=many");
    check(":fit y = m*x + c", &[], "Y = F=y = m*x + c");
    check(":fit log(y)=m*x for c m", &[], "Y = F=log(y)=m*x for=for NAME=c NAME=m");
    check(
        ":fit y = m*x for m where x < 1 and y > 2 without 3, 7 9 detail",
        &[],
        "Y = F=y = m*x for=for NAME=m where=where CONDITION=x < 1 and y > 2 without=without ROW=3 \
         ROW=7 ROW=9 detail=detail",
    );
    check(
        ":fit y = m*x detail without [3 7] where (x)",
        &["detail", "x"],
        "Y = F=y = m*x detail=detail without=without ROW=3 ROW=7 where=where CONDITION=(x)",
    );
    check(
        ":plot y x where x < 10 without 3 p.svg",
        &["y", "x"],
        "F=y NAME=x where=where CONDITION=x < 10 without=without ROW=3 FILE=p.svg",
    );
    check(":plot f(1, 2) without 3,4", &[], "F=f(1, 2) without=without ROW=3 ROW=4");
    check(
        ":solve x^2 = 4, max(x, y) =1 for x y",
        &[],
        "LHS = RHS=x^2 = 4 LHS = RHS=max(x, y) =1 for=for NAME=x NAME=y",
    );
    check(":solve x = 1, y = 2, z", &[], "LHS = RHS=x = 1 LHS = RHS=y = 2 LHS = RHS=z");
    check(":minimize L a b", &["L", "a", "b"], "ROOT=L NAME=a NAME=b");
    check(
        ":minimize a*b for a b as likelihood",
        &["a", "b"],
        "ROOT=a*b for=for NAME=a NAME=b as=as KIND=likelihood",
    );
}

#[test]
fn a_keyword_is_read_in_its_place_only() {
    check(":grad all", &[], "all=all");
    check(":grad all", &["all"], "ROOT=all");
    check(":grad all all", &["all"], "ROOT=all all=all");
    check(":grad L all", &["all"], "ROOT=L all=all");
    check(":grad L all a", &["all"], "ROOT=L NAME=all NAME=a");
    check(":grad L (all)", &["all"], "ROOT=L NAME=(all)");
    check(":draw all", &["all"], "ROOT=all");
    check(":step 0.1 1 until", &["until"], "RATE=0.1 COUNT=1 NAME=until");
    check(":step 0.1 until until 1", &["until"], "RATE=0.1 NAME=until until=until TOL=1");
    check(":step 0.1 until 1", &["until"], "RATE=0.1 until=until TOL=1");
    check(":check L (scan) scan", &["scan"], "ROOT=L NAME=(scan) scan=scan");
    check(":check L scan scan", &["scan"], "Twice(2)");
    check(":quiz once L", &[], "Unexpected(1)");
    check(":quiz L once fade", &[], "ROOT=L once=once fade=fade");
    check(":quiz L once fade once", &[], "Twice(3)");
}

#[test]
fn what_does_not_match_is_told() {
    check(":undo 2", &[], "Unexpected(0)");
    check(":step", &[], "Missing { name: \"RATE\", follows: false }");
    check(":step 1 until", &[], "Missing { name: \"TOL\", follows: true }");
    check(":set a 1 b", &[], "Missing { name: \"VALUE\", follows: true }");
    check(":plot f 1", &[], "F=f NAME=1");
    check(":plot f 1 2 3 4 5", &[], "Unexpected(5)");
}

#[test]
fn what_may_come_next_follows_the_row() {
    let next = |text: &str| {
        let scan = Scan::of(text);
        let Ok(Statement::Command(typed)) = parse(scan.whole()) else {
            panic!("{text} is no command");
        };
        let command = find(typed.name, typed.span, false).unwrap();
        let words = separated(command, &typed.words);
        let names = Matcher::new(command.arguments, &|_| false).next(&words);
        names.iter().map(|argument| argument.name).collect::<Vec<_>>()
    };
    assert_eq!(next(":set"), ["NAME"]);
    assert_eq!(next(":set a"), ["VALUE"]);
    assert_eq!(next(":set a 3"), ["NAME", "all"]);
    assert_eq!(next(":step"), ["RATE"]);
    let kinds = KINDS.iter().map(|kind| kind.word);
    let kinds: Vec<&str> = kinds.chain(["decay"]).collect();
    let ends = ["NAME", "until", "watch", "all"];
    assert_eq!(next(":step 1"), [&["COUNT"], &kinds[..], &ends].concat());
    assert_eq!(next(":step 1 2"), [&kinds[..], &ends].concat());
    assert_eq!(next(":step 1 2 momentum"), ["M"]);
    assert_eq!(next(":step 1 until"), ["TOL"]);
    assert_eq!(next(":grad L a b"), ["NAME", "all", "layers"]);
    assert_eq!(next(":grad L all"), ["layers"]);
    assert_eq!(next(":bug nozero L 1"), ["COUNT"]);
    assert_eq!(next(":vars"), ["all"]);
}

/// A word for an argument, at this place of its row; a choice is the `nth` of its words.
fn word_for(argument: &Argument, place: usize, nth: usize) -> String {
    match argument.kind {
        ArgumentKind::Node if argument.name == "ROOT" => "L".to_owned(),
        ArgumentKind::NodeOrEquation => "L".to_owned(),
        ArgumentKind::Named if argument.name == "Y" => "b".to_owned(),
        ArgumentKind::Condition => "y > 1".to_owned(),
        ArgumentKind::Node | ArgumentKind::Leaf | ArgumentKind::Named | ArgumentKind::Name => {
            "a".to_owned()
        }
        // Numbers rise from left to right, as the ends of a range have to.
        ArgumentKind::Number => (place + 1).to_string(),
        ArgumentKind::Uncertain => format!("{} ± 1", place + 1),
        ArgumentKind::Equation if argument.name.starts_with('Y') => "y = a".to_owned(),
        ArgumentKind::Equation if argument.name.starts_with('k') => "k=2".to_owned(),
        ArgumentKind::Equation => "L = a".to_owned(),
        ArgumentKind::Count { least, .. } => least.to_string(),
        ArgumentKind::File | ArgumentKind::FileOrName => "no/such/folder/picture.svg".to_owned(),
        ArgumentKind::Choice(choices) => {
            let names: Vec<&str> = choices.names().collect();
            names[nth % names.len()].to_owned()
        }
        ArgumentKind::Topic => "step".to_owned(),
        ArgumentKind::Keyword => argument.name.to_owned(),
        ArgumentKind::Statement => "1 + 1".to_owned(),
    }
}

/// Runs each command with all arguments that its row declares, with each choice in turn, and with one
/// of its keywords at a time, since some exclude others. What
/// it asks for must be declared, which the getters make sure of, and all of it must be asked for.
#[test]
fn every_function_asks_for_what_its_row_declares() {
    const SCENE: &str = "a = 2; b = -3; y = [1, 2, 3]; L = (a*b)^2 + 1; :back L";
    const MOST_CHOICES: usize = 16;
    let options = RunOptions { files: Files::Allowed, ..RunOptions::default() };
    for command in commands() {
        assert!(command.arguments.len() < 31, "the row of :{} is too long", command.name);
        let mut asked = 0;
        let row = || command.arguments.iter().enumerate();
        let keywords = row().filter(|(_, it)| it.is_keyword()).map(|(place, _)| Some(place));
        for (nth, only) in
            (0..MOST_CHOICES).map(|nth| (nth, None)).chain(keywords.map(|it| (0, it)))
        {
            let mut session = Session::new();
            for statement in Scan::of(SCENE).statements() {
                perform(&mut session, statement, options).unwrap();
            }
            let is_given = |place: usize| {
                let head = (0..=place).rev().find(|at| !command.arguments[*at].follows);
                let keyword = head.filter(|head| command.arguments[*head].is_keyword());
                only.is_none() || keyword.is_none() || keyword == only
            };
            let words = row().filter(|(place, _)| is_given(*place));
            let words = words.map(|(place, argument)| word_for(argument, place, nth));
            let text = format!(":{} {}", command.name, words.collect::<Vec<_>>().join(" "));
            let scan = Scan::of(&text);
            let Ok(Statement::Command(typed)) = parse(scan.whole()) else {
                panic!("{text} is no command");
            };
            let arguments = Arguments::of(&session, command, &typed, options).unwrap();
            // Some of these cannot be done, which they say once they have asked.
            let _ = (command.run)(&mut session, &arguments);
            asked |= arguments.asked.get();
        }
        for (place, argument) in command.arguments.iter().enumerate() {
            let is_asked = asked & (1 << place) != 0;
            assert!(is_asked, ":{} never asks for its {}", command.name, argument.name);
        }
    }
}
