//! What is handed in is graded by the tries alone, whatever else the file says.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::support::program::PROGRAM;
use crate::support::run::{Outcome, run, run_as};

const LESSON: &str =
    "# Two questions\n\n```gradcalc\na = 2; b = -3; c = 10; f = -2\nL = (a*b + c)*f\n```\n
```quiz\nL f a\n```\n
```ask\nWhat is L?\n= L\nhint: it is negative\nwrong 8: Look at the sign of f.\n```\n
```task\nMake L positive.\ngoal L > 0\nat most 2 statements\n```\n";

/// A folder with the lesson, and the answers of somebody who has answered nothing.
pub fn folder() -> (tempfile::TempDir, Value) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("l.md"), LESSON).unwrap();
    let played = run(folder.path(), &["lesson", "play", "l.md", "--answers", "a.json"], b"\n");
    assert_eq!((played.status, played.stderr.as_str()), (0, ""), "{}", played.stdout);
    let text = fs::read_to_string(folder.path().join("a.json")).unwrap();
    (folder, serde_json::from_str(&text).unwrap())
}

pub fn handed_in(empty: &Value, name: &str, tries: [&[&str]; 4]) -> Value {
    let places = [(2, "dL/df"), (2, "dL/da"), (3, "ask"), (4, "task")];
    let questions = places.iter().zip(tries).filter(|(_, tries)| !tries.is_empty());
    let questions: Vec<Value> = questions
        .map(|((block, asks), tries)| json!({"block": block, "asks": asks, "tries": tries}))
        .collect();
    let mut all = empty.clone();
    all["name"] = json!(name);
    all["questions"] = json!(questions);
    all
}

fn write(folder: &Path, name: &str, value: &Value) {
    fs::write(folder.join(name), value.to_string()).unwrap();
}

/// Grades within so many seconds of processor time, which other load does not take. Windows has no such limit.
fn grade_within(seconds: u64, folder: &Path, files: &[&str]) -> Outcome {
    let grade = [&["lesson", "grade", "l.md"], files].concat();
    if cfg!(windows) {
        return run(folder, &grade, b"");
    }
    let limited = format!("ulimit -t {seconds}; exec \"$0\" \"$@\"");
    run_as("sh", folder, &[&["-c", &limited, PROGRAM], &grade[..]].concat(), b"")
}

#[test]
fn verdicts_come_from_the_tries() {
    let (folder, empty) = folder();
    let folder = folder.path();
    write(folder, "1.json", &handed_in(&empty, "Ann", [&["4"], &["6"], &["-8"], &[":set f 2"]]));
    write(
        folder,
        "2.json",
        &handed_in(
            &empty,
            "Bob",
            [&["-4", "4"], &["3", ":hint", "6"], &["8", "-8"], &["a", ":s c 5"]],
        ),
    );
    // One who claims what is not so, and types what is no answer.
    let mut forged = handed_in(
        &empty,
        "Eve\u{1b}[31m",
        [&["diff(L, f)"], &["100"], &["L"], &[":save x.grad; :quit"]],
    );
    forged["score"] = json!("4 of 4");
    forged["questions"][1]["right"] = json!(true);
    write(folder, "3.json", &forged);
    fs::write(folder.join("4.json"), "{\"title\": \"Two").unwrap();
    fs::write(folder.join("5.json"), b"\xff\x00").unwrap();
    let mut other = empty.clone();
    other["title"] = json!("Another");
    write(folder, "6.json", &other);
    let files = ["1.json", "2.json", "3.json", "4.json", "5.json", "6.json", "7.json"];
    let graded = run(folder, &[&["lesson", "grade", "l.md"][..], &files].concat(), b"");
    assert_eq!(graded.status, 1, "some are left out");
    let left_out: Vec<&str> = graded.stderr.lines().map(|line| &line[..6]).collect();
    assert_eq!(left_out, ["4.json", "5.json", "6.json", "7.json"], "{}", graded.stderr);
    let expected = "\
Two questions: 3 submissions. Points: 2.3 of 4 on average.
Each cell is the number of the right try; - means none.
A submission is a text file: gradcalc cannot detect edits.
pupil     points  1  2  3  4  first
Ann            4  1  1  1  1  100 %
Bob            3  2  2  2  -    0 %
Eve␛[31m       0  -  -  -  -    0 %
";
    assert!(graded.stdout.starts_with(expected), "{}", graded.stdout);
    let mistakes = "\
1:  8 dL/df   right on the first try: 1 of 3 (33 %)
  1 × the sign: -4
2:  8 dL/da   right on the first try: 1 of 3 (33 %)
  1 × a slip one node above: 3
  1 × no known mistake: 100
";
    assert!(graded.stdout.contains(mistakes), "{}", graded.stdout);
    assert!(graded.stdout.contains("  1 × \"Look at the sign of f.\": 8\n"), "{}", graded.stdout);
    assert!(!folder.join("x.grad").exists());
    let csv = run(folder, &["lesson", "grade", "l.md", "1.json", "2.json", "--format", "csv"], b"");
    assert_eq!(
        csv.stdout,
        "pupil,points,8 dL/df,8 dL/da,12 ask,19 task,first\nAnn,4,1,1,1,1,100 %\nBob,3,2,2,2,-,0 %\n"
    );
    assert_eq!(csv.status, 0);
}

#[test]
fn what_takes_too_much_work_is_left_out() {
    let (folder, empty) = folder();
    let folder = folder.path();
    write(folder, "1.json", &handed_in(&empty, "Eve", [&[], &[], &[], &[":step 1e-9 1000000000"]]));
    let graded = grade_within(20, folder, &["1.json"]);
    assert!(graded.stderr.contains("left out"), "{}", graded.stderr);
}

#[test]
fn nothing_from_before_a_task_is_undone_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let text = "```gradcalc\na = 1\na = 2\nL = a\n:set a 3\n```\n```task\nMake L less than 2.\ngoal L < 2\nat most 2 statements\n```\n";
    fs::write(folder.join("l.md"), text).unwrap();
    let typed =
        b"\n:undo\n:set a 4\n:undo\n:undo\nL\n:set a 5; :set a 6; :set a 7\n:undo\nL\n:set a 0\n";
    let played = run(folder, &["lesson", "play", "l.md", "--answers", "a.json"], typed);
    let said = "nothing to undo\n";
    assert_eq!(played.stdout.matches(said).count(), 3, "{}", played.stdout);
    let wanted = format!(
        "7.0000\n     That took more than 2 statements. Back to the start of the task.\n{said}3\n"
    );
    assert!(played.stdout.contains(&wanted), "{}", played.stdout);
    assert!(played.stdout.contains("     reached: L < 2"), "{}", played.stdout);
    let graded = run(folder, &["lesson", "grade", "l.md", "a.json", "--format", "csv"], b"");
    assert_eq!(graded.stdout.lines().last(), Some("a,1,2,0 %"), "{}", graded.stderr);
}

/// A thousand, each with numbers of its own, to a lesson whose draws are seldom good, and which draws a million
/// random numbers.
#[test]
#[ignore = "large"]
fn a_thousand_with_their_own_numbers_are_graded_soon() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let text = "vary: a b\n\n```gradcalc\na = 4; b = 3\nL = sqrt(a) * log(b)\n:set a ± 0.1\n:budget L\n```\n```ask\nWhat is L?\n= L\n```\n";
    fs::write(folder.join("l.md"), text).unwrap();
    let played =
        run(folder, &["lesson", "play", "l.md", "--answers", "a.json", "--seed", "1"], b"");
    assert_eq!(played.status, 0, "{}", played.stderr);
    let empty: Value =
        serde_json::from_str(&fs::read_to_string(folder.join("a.json")).unwrap()).unwrap();
    let names: Vec<String> = (0..1000).map(|number| format!("{number}.json")).collect();
    for (seed, name) in names.iter().enumerate() {
        let mut own = empty.clone();
        own["seed"] = json!(seed);
        own["questions"] = json!([{"block": 2, "asks": "ask", "tries": ["1", "2"]}]);
        write(folder, name, &own);
    }
    let files: Vec<&str> = names.iter().map(String::as_str).collect();
    assert_eq!(grade_within(40, folder, &files).status, 0);
}

#[test]
#[ignore = "large"]
fn a_thousand_are_graded_soon() {
    let (folder, empty) = folder();
    let folder = folder.path();
    let names: Vec<String> = (0..1000).map(|number| format!("{number}.json")).collect();
    for name in &names {
        write(
            folder,
            name,
            &handed_in(&empty, name, [&["-4", "4"], &["6"], &["8", "-8"], &[":set f 2"]]),
        );
    }
    // A release build takes one second; this one is not optimized.
    let files: Vec<&str> = names.iter().map(String::as_str).collect();
    assert_eq!(grade_within(20, folder, &files).status, 0);
}
