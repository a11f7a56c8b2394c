//! Tests of how arguments are read, and that functions ask for what their rows declare.

use std::time::{Duration, Instant};

use proptest::prelude::*;

use super::super::{commands, find, statement::perform};
use super::*;
use crate::command::Files;
use crate::command::syntax::{Statement, parse, statements};
use crate::parts::descent::KINDS;
use crate::support::bytes::bytes;
use crate::support::fixed_seed::config;
use crate::support::net::Choices as Random;

/// The arguments of a command, `NAME=word` each, or why they cannot be read.
fn read(text: &str) -> String {
    let Ok(Statement::Command(typed)) = parse(text) else {
        panic!("{text} is not a command");
    };
    let command = find(typed.name, typed.span, false).unwrap();
    let read = Arguments::of(command, &typed, RunOptions::default());
    match read {
        Ok(arguments) => {
            let pair =
                |((_, it), word): &(Declared, Word<'_>)| format!("{}={}", it.name, word.text);
            arguments.words.iter().map(pair).collect::<Vec<_>>().join(" ")
        }
        Err(error) => error.message().to_owned(),
    }
}

#[track_caller]
fn check(text: &str, expected: &str) {
    assert_eq!(read(text), expected, "{text}");
}

#[test]
fn arguments_are_told_apart_by_order_and_kind() {
    check(":grad", "");
    check(":grad L a b", "ROOT=L NAME=a NAME=b");
    check(":step 0.1 a b", "RATE=0.1 NAME=a NAME=b");
    check(":step 0.1 20 a", "RATE=0.1 COUNT=20 NAME=a");
    check(":plot f -5 5", "F=f LO=-5 HI=5");
    check(":plot L a -5 5", "F=L NAME=a LO=-5 HI=5");
    check(":plot f -5 5 f.svg", "F=f LO=-5 HI=5 FILE=f.svg");
    check(":plot L a -5 5 \"f\"", "F=L NAME=a LO=-5 HI=5 FILE=f");
    check(":plot y = m*x x -5 5", "F=y = m*x NAME=x LO=-5 HI=5");
    check(":plot f a 2*b", "HI is missing after 2*b");
    check(":plot f (1 + 1) pi/2", "F=f LO=(1 + 1) HI=pi/2");
    check(":plot y = m*x x f.svg", "F=y = m*x NAME=x FILE=f.svg");
    check(":export dot L", "FORMAT=dot ROOT=L");
    check(":export L l.svg", "ROOT=L FILE=l.svg");
    check(":export l.svg", "FILE=l.svg");
    check(":export dot L picture", "FORMAT=dot ROOT=L FILE=picture");
    check(":export tod L", "ROOT=tod FILE=L");
    check(":bug nozero L 0.1 20", "KIND=nozero ROOT=L RATE=0.1 COUNT=20");
    check(":set a = 3, b 2*3", "NAME=a VALUE=3 NAME=b VALUE=2*3");
    check(":set a ± 0.1 b 3 ± 1%", "NAME=a VALUE=± 0.1 NAME=b VALUE=3 ± 1%");
    check(":set a = 2 ±1, b=± 2", "NAME=a VALUE=2 ±1 NAME=b VALUE=± 2");
    check(":correlate a b 1 a c", "A=a B=b R=1 A=a B=c");
    check(":correlate a b a c", "A=a B=b A=a B=c");
    check(":correlate a b 2*c", "A=a B=b R=2*c");
    check(":correlate a b c d", "A=a B=b A=c B=d");
    check(":fit y = m*x + c", "Y = F=y = m*x + c");
    check(":fit log(y)=m*x for c m", "Y = F=log(y)=m*x for=for NAME=c NAME=m");
    check(
        ":fit y = m*x for m where x < 1 and y > 2 without 3, 7 9 detail",
        "Y = F=y = m*x for=for NAME=m where=where CONDITION=x < 1 and y > 2 without=without ROW=3 \
         ROW=7 ROW=9 detail=detail",
    );
    check(
        ":fit y = m*x detail without [3 7] where (x)",
        "Y = F=y = m*x detail=detail without=without ROW=3 ROW=7 where=where CONDITION=(x)",
    );
    check(
        ":plot y x where x < 10 without 3 p.svg",
        "F=y NAME=x where=where CONDITION=x < 10 without=without ROW=3 FILE=p.svg",
    );
    check(":plot f(1, 2) without 3,4", "F=f(1, 2) without=without ROW=3 ROW=4");
    check(
        ":solve x^2 = 4, max(x, y) =1 for x y",
        "LHS = RHS=x^2 = 4 LHS = RHS=max(x, y) =1 for=for NAME=x NAME=y",
    );
    check(":minimize L a b", "ROOT=L NAME=a NAME=b");
    check(
        ":minimize a*b for a b as likelihood",
        "ROOT=a*b for=for NAME=a NAME=b as=as KIND=likelihood",
    );
}

#[test]
fn an_option_is_what_is_spelled_so() {
    check(":grad all", "all=all");
    check(":grad (all) all", "ROOT=(all) all=all");
    check(":grad L all a", "ROOT=L all=all NAME=a");
    check(":grad L (all)", "ROOT=L NAME=(all)");
    check(":set all 3 all", "NAME=all VALUE=3 all=all");
    check(":set a 3 all = 4", "NAME=a VALUE=3 NAME=all VALUE=4");
    check(":step (until) 1", "RATE=(until) COUNT=1");
    check(
        ":step 0.1 until 1 a momentum 0.9",
        "RATE=0.1 until=until TOL=1 NAME=a momentum=momentum M=0.9",
    );
    check(":quiz once L", "once=once ROOT=L");
    check(":quiz L once fade", "ROOT=L once=once fade=fade");
    check(":budget k k = 2", "ROOT=k k==k = N=2");
    check(
        ":net n 2 8 linear 1 seed 3 linear",
        "NAME=n IN=2 SIZE=8 ACTIVATION=linear SIZE=1 seed=seed N=3 linear=linear",
    );
    check(":check L (scan) scan", "ROOT=L NAME=(scan) scan=scan");
    check(":check L scan scan", "scan is given twice");
    check(":quiz L once fade once", "once is given twice");
}

#[test]
fn blanks_and_commas_separate() {
    check(":plot tanh(x + 1) x -5 5", "F=tanh(x + 1) NAME=x LO=-5 HI=5");
    check(":plot f(1, 2) x, -5, 5", "F=f(1, 2) NAME=x LO=-5 HI=5");
    check(":plot f(1, 2), x, -5, 5", "F=f(1, 2) F=x LO=-5 HI=5");
    check(":save \"my file.grad\"", "FILE=my file.grad");
    check(":write ../a-b.csv x", "FILE=../a-b.csv NAME=x");
    check(":set a 2 * 3 b -1", "NAME=a VALUE=2 * 3 NAME=b VALUE=-1");
    check(":set a 2 * -3 ** 4", "NAME=a VALUE=2 * -3 ** 4");
    check(":set a 15% of 40 b 19%", "NAME=a VALUE=15% of 40 NAME=b VALUE=19%");
    check(":set a 2± -0.1 b +/- 10%", "NAME=a VALUE=2± -0.1 NAME=b VALUE=+/- 10%");
    check(":set a 2 ± 0.1 dof 9 b 4", "NAME=a VALUE=2 ± 0.1 dof 9 NAME=b VALUE=4");
    check(":set a ± dof b 4", "NAME=a VALUE=± dof NAME=b VALUE=4");
    check(":set a 2 dof 4", "NAME=a VALUE=2 NAME=dof VALUE=4");
    check(":set x[3] \"b c\", y [1, 2] ± 0.1", "NAME=x[3] VALUE=b c NAME=y VALUE=[1, 2] ± 0.1");
    check(
        ":plot y by g == \"b\" and x > 1 p.svg",
        "F=y by=by COLUMN=g == \"b\" and x > 1 FILE=p.svg",
    );
    check(":net n [2, 8 8] 1", "NAME=n IN=2 SIZE=8 SIZE=8 SIZE=1");
    check(":compare 9 0.1 adam, 0.01 a b r.svg", "COUNT=9 RUN=0.1 adam RUN=0.01 a b FILE=r.svg");
    check(":echo a, \"b\" [", "TEXT=a, \"b\" [");
}

#[test]
fn blanks_mean_nothing_in_a_whole_formula() {
    check(":fit y = a + b *x detail", "Y = F=y = a + b *x detail=detail");
    check(":fit y =m* x -c for m", "Y = F=y =m* x -c for=for NAME=m");
    check(":fit y = where(x < 2, a, b) *x", "Y = F=y = where(x < 2, a, b) *x");
    check(":minimize a *b! + 5 % for a", "ROOT=a *b! + 5 % for=for NAME=a");
    check(":plot y where not x <1 p.svg", "F=y where=where CONDITION=not x <1 FILE=p.svg");
    check(":solve sin(x) = 0.5 x", "0.5 x is ambiguous");
    check(":fit y = m*x + c m", "m*x + c m is ambiguous");
    check(":minimize a*b a", "a*b a is ambiguous");
    check(":solve x = 1, y = 2 z = 3", "unexpected argument z = 3 of :solve");
}

#[test]
fn what_does_not_match_is_told() {
    check(":undo 2", "unexpected argument 2 of :undo");
    check(":step", "RATE is missing");
    check(":step 1 until", "TOL is missing after until");
    check(":set a 1 b", "VALUE is missing after b");
    check(":set a =", "VALUE is missing after a");
    check(":set a 2 *3", "unexpected argument *3 of :set");
    check(":set a 2* 3", "unexpected argument 3 of :set");
    check(":solve a x^2 = 0", "unexpected argument x^2 = 0 of :solve");
    check(":step adam 0.1", "RATE is missing before adam");
    check(":solve for z", "LHS = RHS is missing before for");
    check(":set a all", "VALUE is missing before all");
    check(":net n []", "SIZE is missing");
    check(":plot f 1", "HI is missing after 1");
    check(":fit y = a*x as b", "unexpected argument as of :fit");
    check(":plot f 1 2 3 4 5", "unexpected argument 3 of :plot");
    check(":step 0.1 20 5", "unexpected argument 5 of :step");
    check(":save \"a", "this quotation mark is never closed");
    check(":grad , L", "unexpected argument , of :grad");
}

#[test]
fn a_hint_repeats_no_control_character() {
    let error = Arguments::read(":solve a^2 ①\u{1b}[31mx", RunOptions::default()).unwrap_err();
    let hint = error.advice().unwrap();
    assert!(hint.contains("usage") && !hint.contains('\u{1b}'), "{hint}");
}

#[test]
fn what_may_come_next_follows_the_row() {
    let next = |text: &str| {
        let Ok(Statement::Command(typed)) = parse(text) else {
            panic!("{text} is not a command");
        };
        let command = find(typed.name, typed.span, false).unwrap();
        let rest = format!("{} ", typed.rest);
        let mut reader = ArgumentReader::of(command, rest.trim_start(), 0).unwrap();
        let (_, expected) = reader.read_to_cursor();
        expected.iter().map(|argument| argument.name).collect::<Vec<_>>()
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
    assert_eq!(next(":grad L all"), ["NAME", "layers"]);
    assert_eq!(next(":bug nozero L 1"), ["COUNT"]);
    assert_eq!(next(":vars"), ["all"]);
}

/// A word for an argument, at this place of its row; a choice is the `nth` of its words.
fn word_for(argument: &Argument, place: usize, nth: usize) -> String {
    match argument.kind {
        ArgumentKind::Node if argument.name == "ROOT" => "L".to_owned(),
        ArgumentKind::NodeOrEquation | ArgumentKind::Formula => "L".to_owned(),
        ArgumentKind::Phrase => "0.1".to_owned(),
        ArgumentKind::Named if argument.name == "Y" => "b".to_owned(),
        ArgumentKind::Condition => "y > 1".to_owned(),
        ArgumentKind::Node | ArgumentKind::Leaf | ArgumentKind::Named | ArgumentKind::Name => {
            "a".to_owned()
        }
        // Numbers rise from left to right, as the ends of a range have to.
        ArgumentKind::Number => (place + 1).to_string(),
        ArgumentKind::Uncertain => format!("{} ± 1", place + 1),
        ArgumentKind::Equation if argument.name.starts_with('Y') => "y = a".to_owned(),
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
            for (_, statement) in statements(SCENE, 0) {
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
            let Ok(Statement::Command(typed)) = parse(&text) else {
                panic!("{text} is not a command");
            };
            let arguments = Arguments::of(command, &typed, options).unwrap_or_else(|error| {
                panic!("{text}: {}", error.message());
            });
            // Some of these cannot be done, which they say once they have asked.
            let _ = (command.run)(&mut session, &arguments);
            asked |= arguments.asked.get();
        }
        for (place, argument) in command.arguments.iter().enumerate() {
            // Of a keyword what follows it may tell.
            let following = command.arguments.iter().enumerate().skip(place + 1);
            let following = following.take_while(|(_, it)| argument.is_keyword() && it.follows);
            let mut places = following.map(|(place, _)| place).chain([place]);
            let is_asked = places.any(|place| asked & (1 << place) != 0);
            assert!(is_asked, ":{} never asks for its {}", command.name, argument.name);
        }
    }
}

/// What an argument looks like, as far as it tells which one of several it is.
fn shape(kind: ArgumentKind) -> usize {
    match kind {
        ArgumentKind::Keyword | ArgumentKind::Choice(_) => 0,
        ArgumentKind::Equation | ArgumentKind::NodeOrEquation => 0,
        kind if kind.is_number() => 1,
        ArgumentKind::File => 2,
        _ => 3,
    }
}

/// A text that only an argument of this kind has among those of other shapes.
fn typed(argument: &Argument, choices: &mut Random<'_>) -> String {
    const NAMES: [&str; 4] = ["a", "L.2", "c@1", "w₁"];
    const NUMBERS: [&str; 5] = ["3", "-0.5", "2*a + 1", "(a + b)/2", "1e-3"];
    let picked = |choices: &mut Random<'_>, texts: &[&'static str]| choices.pick(texts).to_owned();
    match argument.kind {
        ArgumentKind::Keyword => argument.name.replace('=', " = "),
        ArgumentKind::Choice(all) => picked(choices, &all.names().collect::<Vec<_>>()),
        ArgumentKind::Number => picked(choices, &NUMBERS),
        ArgumentKind::Count { least, .. } => (least + choices.below(3) as u64).to_string(),
        ArgumentKind::File => picked(choices, &["out.svg", "\"a b\"", "../x.csv"]),
        ArgumentKind::Equation => picked(choices, &["y = a*x + b", "x^2=a", "f(1, 2) = -x"]),
        ArgumentKind::Condition => picked(choices, &["x < 1 and g == \"a\"", "not a", "0 <x<= 2"]),
        ArgumentKind::Uncertain => {
            picked(choices, &["= 3", "± 0.1", "2 ± 0.1 dof 9", "2*3", "\"a\""])
        }
        ArgumentKind::Phrase => picked(choices, &["0.1", "0.01 momentum 0.9", "1/k a b"]),
        ArgumentKind::Statement => "b = 2, c".to_owned(),
        _ => picked(choices, &NAMES),
    }
}

/// Arguments of a row, each with the place where it stands there, and the text of all.
fn any_arguments(
    command: &'static Command,
    choices: &mut Random<'_>,
) -> (Vec<(usize, String)>, String) {
    let (mut given, mut text) = (reader::Given::default(), String::new());
    let mut found: Vec<(usize, String)> = Vec::new();
    loop {
        let (mut expected, must_come) = given.expected(command.arguments);
        if must_come {
            expected.drain(..expected.len() - 1);
        } else if choices.one_in(4) || found.len() > 12 {
            return (found, text);
        }
        let Some(wanted) = expected.get(choices.below(expected.len().max(1))).copied() else {
            return (found, text);
        };
        let takes_comma =
            |(_, it): &(usize, &Argument)| matches!(it.kind, ArgumentKind::NodeOrEquation);
        let may_have_comma = must_come || !expected.iter().any(takes_comma);
        // Of those that look alike it is the first.
        let word = typed(wanted.1, choices);
        let is_it = |it: &(usize, &Argument)| {
            it.1.kind.has_choice(&word)
                || it.0 == wanted.0
                || shape(it.1.kind) > 0 && shape(it.1.kind) == shape(wanted.1.kind)
        };
        let meant = expected.into_iter().find(is_it).unwrap();
        let needs_comma = meant.1.kind.has_commas() && !must_come;
        let word = if meant.0 == wanted.0 || shape(meant.1.kind) == 0 {
            word
        } else {
            typed(meant.1, choices)
        };
        let separator = if needs_comma || may_have_comma && choices.one_in(4) { ", " } else { " " };
        text.push_str(if found.is_empty() || word.starts_with('=') { " " } else { separator });
        text.push_str(&word);
        given.take(meant);
        found.push((meant.0, word));
        if matches!(meant.1.kind, ArgumentKind::Statement) {
            return (found, text);
        }
    }
}

proptest! {
    #![proptest_config(config(300))]

    /// What the row allows is read as it was meant.
    #[test]
    fn arguments_are_read_as_they_were_given(bytes in bytes(60)) {
        let mut choices = Random::new(&bytes);
        for command in commands() {
            let (given, text) = any_arguments(command, &mut choices);
            let text = format!(":{}{text}", command.name);
            let Ok(Statement::Command(typed)) = parse(&text) else { panic!("{text}") };
            let read = Arguments::of(command, &typed, RunOptions::default());
            let read = read.unwrap_or_else(|error| panic!("{text}: {}", error.message()));
            let plain = |text: &str| text.trim_matches(['=', ' ', '"']).to_owned();
            let read: Vec<_> = read.words.iter().map(|((place, _), word)| (*place, plain(word.text))).collect();
            let given: Vec<_> = given.iter().map(|(place, word)| (*place, plain(word))).collect();
            prop_assert_eq!(read, given, "{}", text);
        }
    }

    /// Any text after a command takes time in its length, and no more stack than there is.
    #[test]
    fn any_text_is_read_in_time(bytes in bytes(800)) {
        const PIECES: [&str; 34] = [
            "(", "[", ")", "]", "\"", "\"a\"", ",", ", ", " ", "  ", "=", " = ", "==", "±", " +/- ", "*", " * ",
            "-", "%", " of ", " not ", " and ", "if", " for ", " where ", "all ", "x", "a.svg", "L.2", "3", "0,5",
            "1.2(3)", "!", "#",
        ];
        let mut choices = Random::new(&bytes);
        // A few of the commands for each text: in all, each is met some thirty times.
        let all: Vec<&Command> = commands().collect();
        let some: Vec<&Command> = (0..6).map(|_| choices.pick(&all)).collect();
        let text: String = (0..bytes.len()).map(|_| choices.pick(&PIECES)).collect();
        let bytes = String::from_utf8_lossy(&bytes).replace('\n', " ");
        for (command, text) in some.into_iter().flat_map(|it| [(it, &text), (it, &bytes)]) {
            let start = Instant::now();
            let reader = ArgumentReader::of(command, text.trim_start(), 0);
            drop(reader.map(|mut reader| reader.read_to_cursor()));
            let typed = format!(":{} {text}", command.name);
            for (_, statement) in statements(&typed, 0) {
                if let Ok(Statement::Command(typed)) = parse(statement) {
                    drop(Arguments::of(command, &typed, RunOptions::default()));
                }
            }
            let most = Duration::from_secs(60) + Duration::from_micros(50) * text.len() as u32;
            prop_assert!(start.elapsed() < most, "{:?}: :{} {}", start.elapsed(), command.name, text);
        }
    }
}
