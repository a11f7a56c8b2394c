//! Thirty hand-ins, right, wrong, damaged and forged: each gets what its tries deserve.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::grading::{folder, handed_in};
use crate::support::run::run;

/// What becomes of one: a row of verdicts, or a word of why it is left out.
enum Fate {
    Row(&'static str),
    LeftOut(&'static str),
}
use Fate::{LeftOut, Row};

/// The files, by their content, and what becomes of each.
fn hand_ins(empty: &Value) -> Vec<(Vec<u8>, Fate)> {
    let tries = |tries| handed_in(empty, "", tries);
    let text = |value: Value| value.to_string().into_bytes();
    let right: [&[&str]; 4] = [&["4"], &["6"], &["-8"], &[":set f 2"]];
    let with = |name: &str, value: Value| {
        let mut own = tries(right);
        own[name] = value;
        text(own)
    };
    let asked = |number: usize, name: &str, value: Value| {
        let mut own = tries([&["0"], &["0"], &["0"], &["0"]]);
        own["questions"][number][name] = value;
        text(own)
    };
    let whole = text(tries(right)).clone();
    let deep = |open: &str| {
        let nested = open.repeat(200_000);
        let whole = String::from_utf8(text(tries(right))).unwrap();
        whole.replacen('{', &format!("{{\"x\":{nested},"), 1).into_bytes()
    };
    let twice = |field: &str| {
        let whole = String::from_utf8(text(tries(right))).unwrap();
        whole.replacen('{', &format!("{{{field},"), 1).into_bytes()
    };
    let many = |count: usize, text: &str| json!(vec![text; count]);
    vec![
        // Right, in several ways.
        (whole.clone(), Row("1,1,1,1,100 %")),
        (
            text(tries([&["a*b + c"], &["= 6"], &["-8.00001"], &["f = 2; L = (a*b + c)*f"]])),
            Row("1,1,1,1,100 %"),
        ),
        (
            text(tries([&["-4", "4"], &["3", ":hint", "6"], &["8", "-8"], &["a", ":set f 1"]])),
            Row("2,2,2,1,25 %"),
        ),
        (text(tries([&[":hint", "4"], &["6"], &["-8"], &[":set c 1"]])), Row("1,1,1,1,75 %")),
        // Wrong, or given up.
        (text(tries([&["5"], &["5"], &["5"], &["5"]])), Row("-,-,-,-,0 %")),
        (text(tries([&[":skip"], &["6"], &[":skip"], &[]])), Row("-,1,-,,25 %")),
        (text(tries([&[":quit"], &[], &[":quit"], &[]])), Row(",,,,0 %")),
        (
            text(tries([&["diff(L, f)", "4"], &["6"], &["L", "-8"], &[":set L 3"]])),
            Row("1,1,1,-,75 %"),
        ),
        (
            text(tries([
                &["4"],
                &["6"],
                &["-8"],
                &[":set b 1", ":set b 2", ":set b 3", ":set f 2"],
            ])),
            Row("1,1,1,2,75 %"),
        ),
        (text(tries([&[], &[], &[], &[]])), Row(",,,,0 %")),
        // Forged: what it claims counts for nothing.
        (with("score", json!("4 of 4")), Row("1,1,1,1,100 %")),
        (asked(1, "right", json!(true)), Row("-,-,-,-,0 %")),
        (asked(0, "asks", json!("dL/dL")), Row(",-,-,-,0 %")),
        (asked(0, "block", json!(9999)), Row(",-,-,-,0 %")),
        (with("seed", json!(1.5)), LeftOut("not a submission")),
        // As earlier versions wrote it.
        (with("digest", json!("0000000000000000")), Row("1,1,1,1,100 %")),
        (with("name", json!("=HYPERLINK(1)\u{1b}[2J")), Row("1,1,1,1,100 %")),
        (
            text(tries([
                &["4\n6\n-8"],
                &["6\n:save x"],
                &["-8\n9"],
                &[":save x.grad; :quit; :load x", ":set f 2"],
            ])),
            Row("1,1,1,1,100 %"),
        ),
        (asked(2, "tries", many(1500, "9")), Row("-,-,-,-,0 %")),
        // Of another lesson, or too much for anyone.
        (with("title", json!("Another")), LeftOut("another lesson")),
        (with("title", json!(7)), LeftOut("not a submission")),
        (asked(3, "tries", many(3, ":step 1e-9 1000000000")), LeftOut("work limit")),
        (with("x", json!("x".repeat(1 << 20))), LeftOut("larger than 1 MB")),
        // Damaged.
        (whole[..whole.len() / 2].to_vec(), LeftOut("not a submission")),
        (Vec::new(), LeftOut("not a submission")),
        (b"\xff\xfe[\x00]\x00".to_vec(), LeftOut("UTF-16")),
        (b"[]".to_vec(), LeftOut("not a submission")),
        (deep("["), LeftOut("not a submission")),
        (deep("{\"a\":"), LeftOut("not a submission")),
        (twice("\"title\":\"Two\""), LeftOut("not a submission")),
    ]
}

fn write(folder: &Path, content: &[u8], number: usize) -> String {
    let name = format!("{number:02}.json");
    fs::write(folder.join(&name), content).unwrap();
    name
}

#[test]
fn thirty_hand_ins_get_what_their_tries_deserve() {
    let (folder, empty) = folder();
    let folder = folder.path();
    let all = hand_ins(&empty);
    assert!(all.len() >= 30);
    let contents = all.iter().enumerate();
    let names: Vec<String> =
        contents.map(|(number, (content, _))| write(folder, content, number)).collect();
    let arguments: Vec<&str> = ["--format", "csv", "lesson", "grade", "l.md"]
        .into_iter()
        .chain(names.iter().map(String::as_str))
        .collect();
    let graded = run(folder, &arguments, b"");
    let (mut rows, mut complaints) = (graded.stdout.lines().skip(1), graded.stderr.lines());
    let mut wrong = String::new();
    for (name, (_, fate)) in names.iter().zip(&all) {
        let (found, wanted) = match fate {
            Row(row) => (rows.next().unwrap_or_default(), row),
            LeftOut(why) => (complaints.next().unwrap_or_default(), why),
        };
        let is_own = match fate {
            Row(row) => found.ends_with(&format!(",{row}")),
            LeftOut(why) => found.starts_with(name.as_str()) && found.contains(why),
        };
        if !is_own {
            writeln!(wrong, "{name}: {wanted} is wanted, and not {found}").unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}{}", graded.stderr);
    assert_eq!((rows.next(), complaints.next(), graded.status), (None, None, 1));
    assert!(!graded.stdout.contains('\u{1b}') && !folder.join("x.grad").exists());
    // Each by itself gets the same.
    for (name, (_, fate)) in names.iter().zip(&all).filter(|(_, (_, fate))| matches!(fate, Row(_)))
    {
        let alone = run(folder, &["--format", "csv", "lesson", "grade", "l.md", name], b"");
        let share = |row: &str| row.rsplit(',').next().map(str::to_owned);
        let Row(row) = fate else { continue };
        assert_eq!(alone.stdout.lines().last().and_then(share), share(row), "{name}");
    }
}

#[test]
fn what_is_begun_again_adds_to_its_tries() {
    let (folder, _) = folder();
    let folder = folder.path();
    let graded = |name: &str| {
        let graded = run(folder, &["--format", "csv", "lesson", "grade", "l.md", name], b"");
        graded.stdout.lines().last().unwrap_or_default().to_owned()
    };
    let play = |typed: &str| {
        let arguments = ["lesson", "play", "l.md", "--answers", "b.json"];
        let played = run(folder, &arguments, typed.as_bytes());
        assert_eq!((played.status, &*played.stderr), (0, ""), "{}", played.stdout);
    };
    play("\n9\n:skip\n:lesson again\n4\n6\n\n7\n");
    assert_eq!(graded("b.json"), "b,1,-,1,-,,25 %");
    // On another day, into the same file.
    play("\n4\n6\n\n-8\n\n:set f 1\n:lesson back\n-8\n\n:set f 2\n");
    assert_eq!(graded("b.json"), "b,3,-,1,2,1,50 %");
    // A typing error in the prose is nothing to what was answered.
    let lesson = fs::read_to_string(folder.join("l.md")).unwrap();
    let corrected =
        lesson.replace("What is L?", "How much is L?").replace("# Two", "Prose.\n\n# Two");
    fs::write(folder.join("l.md"), corrected).unwrap();
    assert_eq!(graded("b.json"), "b,3,-,1,2,1,50 %");
}
