//! Learners who go wrong in the usual ways: the quiz says which way it was, and calls no right
//! answer wrong.

use std::rc::Rc;

use super::quiz_kinds::spot;
use super::quiz_mistakes::{Random, is_fit};
use crate::Session;
use crate::command::{RunOptions, run};
use crate::core::graph::{Order, Use};
use crate::parts::learn::answer;
use crate::parts::learn::local_formula::formula;
use crate::parts::learn::{Practice, Question};
use crate::report::{Block, Piece, Report, numbers};

/// The graphs of the lesson, each with its root.
pub(super) const GRAPHS: &[(&str, &str)] = &[
    ("a = 2; b = -3; c = 10; f = -2; L = (a*b + c) * f", "L"),
    ("a = -2; b = 3; d = a*b; e = a + b; f = d*e", "f"),
    ("a = 2; b = 3; c = a*b; d = c + a; e = c + b; L = d*e", "L"),
    ("x1 = 2; x2 = 0; w1 = -3; w2 = 1; b = 6.8813735870195432; o = tanh(x1*w1 + x2*w2 + b)", "o"),
    ("x = 3; f = 3*x^2 - 4*x + 5", "f"),
    ("a = 3; b = a + a; c = b*b; L = b + c", "L"),
    ("x = 2; w = -3; b = 6.8813735870195432; n = x*w + b; e = exp(2*n); o = (e - 1)/(e + 1)", "o"),
];

pub(super) fn session(script: &str) -> Session {
    let mut session = Session::new();
    for statement in script.split("; ") {
        say(&mut session, statement);
    }
    session
}

pub(super) fn say(session: &mut Session, statement: &str) {
    run(session, statement, RunOptions::default()).unwrap();
}

pub(super) fn order(session: &mut Session, root: &str) -> Rc<Order> {
    let root = session.value(root).unwrap();
    session.backward(&root);
    session.shared_pass().0
}

/// Whether it was right, and the diagnosis.
pub(super) fn reply(session: &mut Session, text: &str) -> (bool, Option<String>) {
    let report = answer(session, text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    verdict(&report)
}

fn verdict(report: &Report) -> (bool, Option<String>) {
    let diagnosis = report.fact("diagnosis");
    let diagnosis = diagnosis.as_ref().and_then(|it| it.as_str()).map(str::to_owned);
    (report.fact("right") == Some(true.into()), diagnosis)
}

/// Answers the question for a node in a quiz on the graph, whose last statement makes the root:
/// whether that was right, the diagnosis, and what was said to it.
pub(super) fn ask(script: &str, node: &str, typed: &str) -> (bool, Option<String>, String) {
    let mut session = session(script);
    let root = script.rsplit("; ").next().and_then(|last| last.split_once(" =")).unwrap().0;
    say(&mut session, &format!(":quiz {root}"));
    while !is_asked(&mut session, node) {
        reply(&mut session, ":skip");
    }
    let report = answer(&mut session, typed).unwrap_or_else(|error| panic!("{typed}: {error:?}"));
    let (right, found) = verdict(&report);
    (right, found, report.blocks.first().map(said).unwrap_or_default())
}

fn is_asked(session: &mut Session, node: &str) -> bool {
    let wanted = session.value(node).unwrap();
    let practice = session.practice().unwrap();
    let Practice::Quiz(quiz) = practice else { panic!("no quiz asks for {node}") };
    quiz.asked().is_some_and(|asked| practice.context().node(asked).is(&wanted))
}

/// A sentence as text.
fn said(block: &Block) -> String {
    let Block::Text(text) = block else { panic!("{block:?}") };
    let piece = |piece: &Piece| match piece {
        Piece::Text(text, _) => text.clone(),
        Piece::Number(number) => numbers::text(*number, None),
        _ => String::new(),
    };
    text.pieces.iter().map(piece).collect()
}

#[test]
fn no_right_answer_is_called_wrong() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let random = (0..60).map(|_| (random.script(), "y")).filter(|(script, _)| is_fit(script));
    let graphs = GRAPHS.iter().map(|(script, root)| ((*script).to_owned(), *root));
    for (script, root) in graphs.chain(random.collect::<Vec<_>>()) {
        let mut session = session(&script);
        let order = order(&mut session, root);
        for number in (0..order.count()).rev() {
            let grad = spot(&order, number).grad;
            let mut answers = vec![format!("{grad}"), format!("{:e}", grad * 1.0049)];
            answers.push(format!("{:.17}", grad * 0.9951));
            let terms: Vec<String> = order
                .uses(number)
                .iter()
                .map(|link| {
                    let user = order.node(link.user);
                    let rule = formula(session.names(), user, link.index).text;
                    let names = session.names();
                    format!("d{root}/d{} * ({rule})", names.call(user))
                })
                .collect();
            if !terms.is_empty() {
                answers.push(terms.join(" + "));
                let with_number = |link: &Use| {
                    let local = order.contribution(*link, 1.0).0;
                    format!("({local}) * d{root}/d{}", session.names().call(order.node(link.user)))
                };
                let terms: Vec<String> = order.uses(number).iter().map(with_number).collect();
                answers.push(terms.join(" + "));
            }
            for right in answers {
                say(&mut session, &format!(":quiz {root}"));
                for _ in number + 1..order.count() {
                    reply(&mut session, ":skip");
                }
                let (is_right, found) = reply(&mut session, &right);
                assert!(is_right && found.is_none(), "{root}, node {number}: {right}, {found:?}");
            }
        }
    }
}

/// Of leaves of one size, each asked for with each other one as the answer.
#[test]
fn a_formula_that_is_right_at_these_numbers_only_is_wrong() {
    let names = ["a", "b", "c", "d", "g", "h", "k", "m"];
    let leaves: Vec<String> = names.iter().map(|name| format!("{name} = 2")).collect();
    let script = format!("{}; L = a*b + c*d + g*h + k*m", leaves.join("; "));
    for (at, node) in names.into_iter().enumerate() {
        for (other, answer) in names.into_iter().enumerate() {
            let (right, _, said) = ask(&script, node, answer);
            assert_eq!(right, other == at ^ 1, "{node}: {answer}: {said}");
        }
    }
}

#[test]
fn an_answer_may_use_the_derivatives_that_are_known() {
    let (script, root) = GRAPHS[1];
    let cases: &[(&str, bool)] = &[
        ("df/de + a*df/dd", true),
        ("df/de+df/dd*a", true),
        ("df / de - 2df/dd", true),
        ("df/de + df/db", false),
        ("df/de + df/da", false),
        ("df/dq", false),
        ("de/df", false),
        ("df", false),
    ];
    for (text, is_known) in cases {
        let mut session = session(script);
        say(&mut session, &format!(":quiz {root}"));
        for _ in 0..3 {
            reply(&mut session, ":skip");
        }
        match answer(&mut session, text) {
            Ok(_) => assert!(is_known, "{text}"),
            Err(error) => assert!(!is_known, "{text}: {error:?}"),
        }
    }
    // Names of the learner's own come first.
    let mut session = session("df = 16; de = 2; d = 3; e = 8; f = d*e");
    say(&mut session, ":quiz f");
    reply(&mut session, ":skip");
    assert!(!reply(&mut session, "3*df/de").0);
    assert!(reply(&mut session, "df/de - 5").0);
}

/// Graphs are made up as long as the answers are right, one operation more each time, up to seven over four
/// leaves.
#[test]
fn a_run_of_right_answers_makes_graphs_harder() {
    let mut session = Session::new();
    let mut counts = Vec::new();
    for _ in 0..12 {
        say(&mut session, ":quiz new");
        let quiz = |session: &Session| match session.practice() {
            Some(Practice::Quiz(quiz)) => (quiz.key.clone(), quiz.asks()),
            _ => panic!("no quiz"),
        };
        let (key, _) = quiz(&session);
        counts.push(key.len());
        let is_fine = |grad: f64| (0.01..=100.0).contains(&grad.abs());
        assert!(key.iter().all(|(_, grad)| is_fine(*grad)), "{key:?}");
        while let (_, Some(asked)) = quiz(&session) {
            let (_, grad) = key.iter().find(|(name, _)| *name == asked).unwrap();
            assert!(reply(&mut session, &grad.to_string()).0, "{asked} of {key:?}");
        }
    }
    assert_eq!(counts, [5, 6, 7, 9, 10, 11, 11, 11, 11, 11, 11, 11]);
}
