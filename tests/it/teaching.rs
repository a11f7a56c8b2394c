//! Lessons as transcripts: what the commands of the group "by hand" print, word for word.
//!
//! Every `.txt` beside the tests of a room is a session. What follows `> ` and `? ` is typed; the rest is
//! what gradcalc says. `REWRITE_GOLDEN=1` writes the files anew; read what changed.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use crate::support::golden;
use crate::support::run;
use crate::support::run::Outcome;

#[test]
fn transcripts_hold() {
    for file in golden::beside_sources("txt") {
        let wanted = std::fs::read_to_string(&file).unwrap();
        let found = gradcalc(&["--echo"], &typed(&wanted)).stdout;
        let alike = wanted.lines().count() == found.lines().count()
            && wanted.lines().zip(found.lines()).all(|(wanted, found)| same(wanted, found));
        assert!(alike || golden::agrees(&file, &found));
    }
}

/// What a transcript says was typed.
fn typed(transcript: &str) -> String {
    let lines = transcript.lines();
    let typed = lines.filter_map(|line| line.strip_prefix("> ").or(line.strip_prefix("? ")));
    typed.fold(String::new(), |text, line| text + line + "\n")
}

/// Whether two lines are the same, but for the last digits of differences, which depend on the
/// library that computes a sine.
fn same(wanted: &str, found: &str) -> bool {
    let (wanted, found): (Vec<&str>, Vec<&str>) =
        (wanted.split(' ').collect(), found.split(' ').collect());
    let near = |(wanted, found): (&&str, &&str)| {
        let is_long = |text: &str| text.split_once('.').is_some_and(|(_, rest)| rest.len() > 8);
        let is_rough = |text: &str| text.contains("e-") || is_long(text);
        match (wanted.parse::<f64>(), found.parse::<f64>()) {
            (Ok(one), Ok(other)) if is_rough(wanted) && is_rough(found) => {
                (one - other).abs() <= 1e-6 * one.abs().max(1.0)
            }
            _ => wanted == found,
        }
    };
    wanted.len() == found.len() && wanted.iter().zip(&found).all(near)
}

const LECTURE: &str = "a = 2; b = -3; c = 10; f = -2\nL = (a*b + c) * f\n";

#[test]
fn a_quiz_ends_with_the_number_missed() {
    let cases: &[(&str, i32)] = &[
        (":quiz L\n1\n4\n-2\n-2\n-2\n-4\n6\n", 0),
        (":quiz L\n1\n4\n:skip\n-2\n-2\n:skip\n6\n", 2),
        // The input ends, and with it the quiz.
        (":quiz L\n1\n4\n", 5),
        (":quiz L\n1\n:quit\n2 + 2\n", 6),
        // Two quizzes add up.
        (":quiz L\n1\n:quit\n:quiz L\n:quit\n", 13),
        // A line that is no answer is asked for again.
        (":quiz L\n1\n\n  # a thought\n4 +\n4\nf\nnosuch\n-2\n-2\n-4\n6\n", 0),
        // Half a percent is near enough.
        (":quiz L\n1\n4.01\n-2\n-2\n-2\n-4.019\n6\n", 0),
        (":quiz L\n1\n4.03\n:skip\n-2\n-2\n-2\n-4\n6\n", 1),
        // With one try each, a wrong answer does not eat the next line; neither a line that cannot be read nor a
        // hint is a try.
        (":quiz L once\n1\n5\n-2\n-2\n-2\n4\n6\n", 2),
        (":quiz L once\n1\nnosuch\n4 +\n4\nf\n-2\n-2\n-4\n6\n2 + 2\n", 0),
        (":quiz L once\n1\nnosuch\n4 +\nq\n:hint\n4\n-2\n-2\n-2\n-4\n6\n2 + 2\n", 0),
        (":quiz L fade once\n-4\n7\n-2\n-2\n-4\n6\n4\n-2\n-2\n-2\n-4\n1\n", 2),
        (":quiz once\n1\n4\n-2\n-2\n-2\n-4\n6\n", 0),
        // A command that is refused makes it 1, and so does an error outside a quiz.
        (":quiz L\n1\n:grad L\n4\n-2\n-2\n-2\n-4\n6\n", 1),
        (":quiz L\n:quit\n1 +\n", 1),
    ];
    for (quiz, status) in cases {
        let output = gradcalc(&[], &format!("{LECTURE}{quiz}"));
        assert_eq!(output.status, *status, "{quiz}{}", output.stdout);
    }
    let many: String = (0..200).map(|at| format!("s{} = s{at} + a\n", at + 1)).collect();
    let output = gradcalc(&[], &format!("a = 1; s0 = a + 0\n{many}:quiz s200\n"));
    assert_eq!(output.status, 100);
}

/// The questions of every round of a fading quiz.
fn rounds(script: &str, root: &str) -> Vec<Vec<String>> {
    let skips = ":skip\n".repeat(400);
    let said = gradcalc(&[], &format!("{script}\n:quiz {root} fade\n{skips}")).stdout;
    let rounds = said.split("Given:").skip(1);
    let question = |line: &str| {
        let (asked, _) = line.split_once(" ?")?;
        Some(asked.split_once("  ")?.1.to_owned())
    };
    rounds.map(|round| round.lines().filter_map(question).collect()).collect()
}

#[test]
fn no_two_rounds_of_a_fading_quiz_are_the_same() {
    let many: String = (1..40).map(|at| format!("s{at} = s{} + a*s0\n", at - 1)).collect();
    let graphs = [
        ("a = 2; b = -3; c = 10; f = -2; L = (a*b + c) * f".to_owned(), "L"),
        ("a = -2; b = 3; d = a*b; e = a + b; f = d*e".to_owned(), "f"),
        ("a = 2; b = 3; c = a*b; d = c + a; e = c + b; L = d*e".to_owned(), "L"),
        ("x = 3; f = 3*x^2 - 4*x + 5".to_owned(), "f"),
        ("a = 3; b = a + a; c = b*b; L = b + c".to_owned(), "L"),
        ("x = 1; p = 2*x; q = 3*x; r = 4*x; s = p + q + r".to_owned(), "s"),
        (format!("a = 1; s0 = a + 0\n{many}"), "s39"),
    ];
    for (script, root) in graphs {
        let rounds = rounds(&script, root);
        assert!(!rounds.is_empty(), "{script}");
        for pair in rounds.windows(2) {
            assert_ne!(pair[0], pair[1], "{script}");
        }
    }
}

#[test]
fn a_program_reads_what_a_quiz_says_of_each_answer() {
    let quiz = ":quiz L\n1\n-2\nL.2\n:skip\n:hint\n1\n-2\n-2\n-4\n6\n";
    let said = gradcalc(&["--format", "json"], &format!("{LECTURE}{quiz}")).stdout;
    let objects: Vec<serde_json::Value> =
        said.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let facts = |at: usize| {
        let fact = |name: &str| objects[at][name].to_string();
        ["node", "answer", "right", "diagnosis"].map(fact).join(" ")
    };
    assert_eq!(facts(1), r#""L" 1 true null"#);
    assert_eq!(facts(2), r#""f" -2 false "its own value for the other factor""#);
    assert_eq!(facts(3), r#""f" 4 true null"#);
    assert_eq!(facts(4), r#""L.2" null false null"#);
    assert_eq!(facts(6), r#""c" 1 false "the local derivative alone""#);
    assert_eq!(objects.last().unwrap()["missed"].to_string(), "1");
}

#[test]
fn a_quiz_prints_no_prompts_and_no_answers_into_a_pipe() {
    let output = gradcalc(&[], &format!("{LECTURE}:quiz L\n1\n4\n"));
    assert!(!output.stdout.contains("? 1"), "{}", output.stdout);
    assert!(output.stderr.is_empty(), "{}", output.stderr);
}

#[test]
fn what_ends_a_lesson_says_so() {
    for change in [":set a 3", ":step 0.1", ":undo"] {
        let output = gradcalc(&[], &format!("{LECTURE}:back L\n:next\n{change}\n:next\n"));
        let said = &output.stderr;
        let ended = "the backward pass by hand on L has ended: L has changed";
        // What was undone is the statement that made L: it has no such name any more.
        let ended = if change == ":undo" { "the backward pass by hand" } else { ended };
        assert!(said.contains(ended), "{change}: {said}");
        assert!(said.contains("no backward pass by hand is in progress"), "{change}: {said}");
    }
}

#[test]
fn a_pass_by_hand_outlives_everything_else() {
    let output = gradcalc(&[], &format!("{LECTURE}:back L\n:grad L\na = 7\n:vars\n:next 9\n"));
    assert!(output.stdout.contains("all done: a@1 6  b -4  c -2  f 4"));
}

#[test]
fn a_ladder_of_sixty_rungs_has_two_to_the_sixty_paths() {
    let mut script = "x = 1; r0 = x + 0\n".to_owned();
    for rung in 0..60 {
        script += &format!("s{rung} = r{rung}/4; r{} = s{rung} + r{rung}/2\n", rung + 1);
    }
    script += ":explain x\n:bug bfs r60\n";
    let said = gradcalc(&[], &script).stdout;
    assert!(said.contains("1.152921504606847e18 lead to r60"), "{said}");
    assert!(said.contains("not run: it takes ") && said.contains("visits"), "{said}");
}

#[test]
fn a_large_graph_is_answered_in_few_lines() {
    let mut script = "x = 0.5; c0 = x*1\n".to_owned();
    for at in 0..20_000 {
        let change = if at % 2 == 0 { "* 0.999" } else { "+ x" };
        script += &format!("c{} = c{at} {change}\n", at + 1);
    }
    let root = "c20000";
    let commands = [
        format!(":explain x {root}"),
        format!(":explain c5 {root}"),
        format!(":back {root}\n:next 1000000"),
        format!(":back {root}\n:visit c5\n:visit! c5"),
        format!(":check {root}"),
        format!(":check {root} x scan"),
        format!(":levels {root}"),
        format!(":quiz {root}\n1\n2\n:hint\n:quit"),
        format!(":quiz {root} fade\n1\n2\n:hint\n:quit"),
        format!(":bug overwrite {root}"),
        format!(":bug nozero {root}"),
        format!(":bug order {root}"),
        format!(":bug bfs {root}"),
        format!(":bug bfs-visited {root}"),
        format!(":bug nozero {root} 0.01 10"),
    ];
    // A bare number after each command tells where its answer ends.
    for command in &commands {
        script += &format!("{command}\n123456789\n");
    }
    let output = gradcalc(&[], &script);
    assert!(output.stderr.is_empty(), "{}", output.stderr);
    let said = &output.stdout;
    let answers: Vec<&str> = said.split("123456789\n").collect();
    assert_eq!(answers.len(), commands.len() + 1);
    for (command, answer) in commands.iter().zip(answers) {
        let lines = answer.lines().count();
        assert!((1..=60).contains(&lines), "{command}: {lines} lines");
    }
}

#[test]
fn the_lesson_runs_from_start_to_end() {
    let lesson = golden::project().join("examples/lesson.grad");
    let lesson = std::fs::read_to_string(lesson).unwrap();
    let output = gradcalc(&["--echo"], &lesson);
    assert!(output.stderr.is_empty(), "{}", output.stderr);
    assert_eq!(output.status, 0, "every quiz in it is answered");
    let said = &output.stdout;
    for wanted in ["all done: a 6", "gradients from", "wrong: c pushed twice", "ok"] {
        assert!(said.contains(wanted), "{wanted}");
    }
}

fn gradcalc(arguments: &[&str], input: &str) -> Outcome {
    run::run(golden::project(), arguments, input.as_bytes())
}
