//! What a session may hold is bounded: what does not fit is refused and leaves everything as it
//! was, and under a limit of the system nothing makes the program abort.

// What does not go as expected ends the test.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use gradcalc::{Session, evaluate};

fn type_in(session: &mut Session, script: &str) -> gradcalc::Result<()> {
    script.lines().try_for_each(|line| evaluate(session, line).map(drop))
}

fn session(script: &str) -> Session {
    let mut session = Session::new();
    type_in(&mut session, script).expect("the script runs");
    session
}

/// Functions of which `f0` makes two nodes and each further one twice as many as the one before.
fn doubling(last: usize) -> String {
    let mut text = "f0(x) = x + x*x\n".to_owned();
    for n in 1..=last {
        text += &format!("f{n}(x) = f{}(x) + f{}(x)\n", n - 1, n - 1);
    }
    text
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
        (":node Z@1 f12(a)", "f12"),
        (":set a f12(a)", "f12"),
        (":bug overwrite f12(a)", "f12"),
    ] {
        let script = "a = 1.5; b = a*2; F = f9(a)";
        let mut session = session(&format!("{}{script}", doubling(12)));
        session.has_room_for(2000);
        let (before, held) = (session.script(), session.budget().held());
        let error = type_in(&mut session, statement).expect_err(statement);
        assert!(error.message().contains("the 2000 nodes there is room for"), "{error:?}");
        assert!(error.span().of(statement).starts_with(at), "{statement}: {error:?}");
        assert_eq!(session.script(), before, "{statement}");
        assert!(session.budget().held() <= held, "{statement}: {}", session.budget().held());
    }
}

#[test]
fn what_could_be_undone_is_forgotten_to_make_room() {
    let mut session = session(&format!("{}a = 1.5", doubling(9)));
    session.has_room_for(2000);
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
fn undo_keeps_a_part_of_all_nodes_alive_at_most() {
    let mut session = session("a = 1");
    session.has_room_for(4000);
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
    session.has_room_for(1000);
    let before = session.budget().held();
    for n in 0..1000 {
        type_in(&mut session, &format!("name{n} = nothing")).unwrap_err();
        type_in(&mut session, &format!(":node name{n} nothing")).unwrap_err();
    }
    assert_eq!(session.budget().held(), before);
    let define = |session: &mut Session, n: usize| {
        type_in(session, &format!("g{n}(x) = x{}", " + x".repeat(100)))
    };
    let first = (0..1000).find(|n| define(&mut session, *n).is_err()).expect("an end");
    assert!((10..500).contains(&first), "{first}");
    type_in(&mut session, ":reset").unwrap();
    session.has_room_for(100);
    let first = (0..1000).find(|n| type_in(&mut session, &format!("n{n} = {n}")).is_err());
    assert!((20..100).contains(&first.expect("an end")), "{first:?}");
}

#[test]
fn a_statement_is_no_longer_than_there_is_room_for() {
    let mut session = Session::new();
    session.has_room_for(1000);
    let long = "1".to_owned() + &"+1".repeat(500);
    let error = type_in(&mut session, &long).unwrap_err();
    assert!(error.message().contains("1001 bytes long"), "{error:?}");
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

#[cfg(unix)]
mod limited {
    use std::process::{Command, Stdio};

    use super::doubling;
    use crate::support::program::{PROGRAM, clean};

    /// Runs a script with so many MB of address space, and after it one more statement, which
    /// shows that the session goes on; gives what was complained of.
    #[track_caller]
    fn run(megabytes: usize, script: &str) -> String {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("script.grad"), script).unwrap();
        let end = "echo the end of the script\n:format table; :reset; 0.5*8485\n";
        std::fs::write(folder.path().join("end.grad"), end.replace("echo", "#")).unwrap();
        let mut command = clean(Command::new("sh"));
        let limited = format!("ulimit -v {}; exec \"$0\" script.grad end.grad", megabytes * 1024);
        command.args(["-c", &limited, PROGRAM]).current_dir(folder.path()).stdin(Stdio::null());
        let output = command.output().expect("sh runs");
        let complaints = String::from_utf8_lossy(&output.stderr).into_owned();
        let start: String = script.chars().take(200).collect();
        assert!(output.status.code().is_some(), "killed: {start}\n{complaints}");
        assert!(output.stdout.ends_with(b"4242.5\n"), "{start}\n{complaints}");
        complaints
    }

    /// Runs what cannot fit, and says so.
    #[track_caller]
    fn refused(megabytes: usize, script: &str) {
        let complaints = run(megabytes, script);
        assert!(complaints.contains("there is room for"), "{complaints}");
    }

    /// The limit of these tests: what an unoptimized program takes for itself, and room for some
    /// 40,000 nodes.
    const LITTLE: usize = 42;

    #[test]
    fn derivatives_that_swell() {
        let mut script = "x = 1.1\nf0 = x*sin(x)*exp(x)\n".to_owned();
        for n in 1..40 {
            script += &format!("f{n} = diff(f{}, x)\n", n - 1);
        }
        refused(LITTLE, &script);
    }

    #[test]
    fn functions_that_double() {
        let lines: String = (0..10).map(|n| format!("L{n} = f12(a)\n")).collect();
        refused(LITTLE, &format!("{}a = 1.5\n{lines}", doubling(40)));
        refused(LITTLE, &format!("{}a = 1.5\n:diff f30(a) a\n", doubling(40)));
    }

    #[test]
    fn statements_of_any_length() {
        statements(LITTLE, 100_000);
    }

    #[test]
    #[ignore = "large"]
    fn statements_of_a_million_levels() {
        statements(500, 1_000_000);
    }

    fn statements(megabytes: usize, levels: usize) {
        let many = |text: &str| text.repeat(levels);
        refused(megabytes, &format!("a = {}1{}\n", many("("), many(")")));
        refused(megabytes, &format!("a = 1\nb = a{}\n", many(" + a").repeat(2)));
        refused(megabytes, &("1".to_owned() + &many("+1").repeat(25) + "\n"));
        refused(megabytes, &format!("a = (1\n{}", many("+ 1\n")));
        for line in ["(", ")", "1+", "-", "f(", "a,", "1 ", "a=", ";", "\r", "\"", ":set a "] {
            run(megabytes, &format!("a = 1\nb = {}\n", line.repeat(levels / 2 / line.len())));
        }
    }

    #[test]
    fn names_and_functions_without_end() {
        let lines =
            |line: &dyn Fn(usize) -> String, count| (0..count).map(line).collect::<String>();
        refused(LITTLE, &lines(&|n| format!("w{n} = {n}\n"), 30_000));
        refused(LITTLE, &lines(&|n| format!("f{n}(x) = x{}\n", " + x".repeat(99)), 1100));
    }

    #[test]
    #[ignore = "large"]
    fn bindings_that_are_replaced_without_end() {
        let lines =
            |line: &dyn Fn(usize) -> String, count| (0..count).map(line).collect::<String>();
        assert_eq!(run(LITTLE, &lines(&|n| format!("c = {n}\n"), 50_000)), "");
        let ten: String = "abcdefghij".chars().map(|name| format!("{name} = 1; ")).collect();
        assert_eq!(run(LITTLE, &lines(&|_| format!("{ten}:reset\n"), 5_000)), "");
    }

    /// Every command on a graph that fills most of the room there is.
    #[test]
    fn commands_on_large_graphs() {
        let script = format!("{}a = 1.5\nL = f13(a)\n", doubling(13));
        for command in [
            ":grad L",
            ":draw L; :draw L all",
            ":save s.grad",
            ":check L; :check L a scan",
            ":levels L; :explain a L",
            ":format json; :explain a L",
            ":step 1e-9 3; :minimize",
            ":export dot L d.dot; :export mermaid L d.mmd",
            ":format json; :grad L",
            ":export tsv L",
            ":plot L a 0 1",
            ":quiz L fade\n:quit",
            ":back L; :next 1000000; :draw L",
            ":bug overwrite L; :bug nozero L; :bug nozero L 1e-9 10",
            ":bug bfs L; :bug bfs-visited L; :bug order L",
            ":diff L a; diff(L, a)",
            ":undo; :undo",
            "M = L + 1; :vars",
        ] {
            run(LITTLE, &format!("{script}{command}\n"));
        }
    }
}
