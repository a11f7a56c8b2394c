//! Ctrl-C, Ctrl-D, and what happens after a panic.

use std::sync::Arc;

use super::terminal::*;

#[test]
fn ctrl_c_drops_the_line_and_ctrl_d_leaves() {
    let terminal = Start::new().run();
    terminal.type_text("a = (2");
    terminal.drop_line();
    terminal.enter("1 + 1");
    terminal.press(CTRL_D);
    assert_eq!(terminal.wait_for_end(), 0);
    assert!(!terminal.contents().contains("error"), "{}", terminal.contents());
}

#[test]
fn ctrl_c_at_an_empty_prompt_says_once_how_to_leave() {
    let terminal = Start::new().run();
    terminal.press(CTRL_C);
    terminal.wait_for("Ctrl-D quits");
    terminal.wait_for_prompt();
    terminal.press(CTRL_C);
    terminal.wait("another prompt", |screen| {
        screen.contents().lines().filter(|line| line.trim_end() == ">").count() == 3
    });
    assert_eq!(terminal.contents().matches("Ctrl-D quits").count(), 1, "{}", terminal.contents());
}

#[test]
fn an_error_at_the_prompt_is_no_failure_of_the_session() {
    let terminal = Start::new().run();
    terminal.enter("zz");
    terminal.enter(":quit nosuch");
    terminal.press(":quit\r");
    assert_eq!(terminal.wait_for_end(), 0);
}

/// Starts what takes long, and presses Ctrl-C. Returns false if the key came after its end.
#[track_caller]
fn stop(terminal: &Terminal, line: &str) -> bool {
    let notes = || terminal.sent().matches("interrupted").count();
    let before = notes();
    terminal.type_text(line);
    terminal.press(ENTER);
    terminal.wait_until_taken(line);
    terminal.press(CTRL_C);
    terminal.wait_for_prompt();
    notes() > before
}

/// Stops what takes long: types both lines again if the key came too late, as it may beside other load.
#[track_caller]
fn stop_surely(terminal: &Terminal, before: &str, line: &str) {
    let is_stopped = (0..20).any(|_| {
        terminal.enter(before);
        stop(terminal, line)
    });
    assert!(is_stopped, "{line} is never interrupted:\n{}", terminal.contents());
}

#[test]
fn a_long_descent_stops_after_a_whole_step() {
    let terminal = Start::new().run();
    terminal.enter("x = 3; L = x^2 + x");
    // It may be stopped before its first step, and is then as if it had never been.
    while !terminal.contents().contains("stopped after") {
        stop(&terminal, ":step 1e-12 1000000000");
    }
    let contents = terminal.contents();
    assert!(contents.contains("interrupted"), "{contents}");
    // The leaf has moved, and its root with it.
    terminal.enter("L - (x^2 + x)");
    let lines = terminal.lines();
    let answer = &lines[lines.iter().rposition(|line| line == "> L - (x^2 + x)").unwrap() + 1];
    assert_eq!(answer, "0");
    terminal.press(CTRL_D);
    assert_eq!(terminal.wait_for_end(), 0);
}

#[test]
fn a_long_descent_counts_its_steps_until_it_stops() {
    let terminal = Start::new().run();
    terminal.enter("x = 3; L = x^2 + x");
    terminal.type_text(":step 1e-12 1000000000");
    terminal.press(ENTER);
    terminal.wait_for("/1000000000  root ");
    terminal.press(CTRL_C);
    terminal.wait_for_prompt();
    assert!(!terminal.contents().contains("steps/s"), "{}", terminal.contents());
    assert!(terminal.contents().contains("interrupted"), "{}", terminal.contents());
}

fn doubling(home: &Home) {
    let mut text = "f0(x) = x + 1\n".to_owned();
    for n in 1..24 {
        text += &format!("f{n}(x) = f{}(x) + f{}(x)\n", n - 1, n - 1);
    }
    home.write("doubling.grad", text + "a = 1; b = 5\n");
}

#[test]
fn building_stops_and_leaves_the_session_as_it_was() {
    let home = Home::new();
    doubling(&home);
    let terminal = Start::new().argument("-i").argument("doubling.grad").run_in(Arc::new(home));
    stop_surely(&terminal, "b = 5", "b = f22(a) + f22(a) + f22(a)");
    terminal.enter("b");
    assert!(terminal.contents().contains("\n5\n"), "{}", terminal.contents());
}

#[test]
fn every_kind_of_long_work_stops_and_leaves_the_session_whole() {
    let home = Home::new();
    let mut text = "f0(x) = x + x*x\n".to_owned();
    for n in 1..19 {
        text += &format!("f{n}(x) = f{}(x) + f{}(x)\n", n - 1, n - 1);
    }
    home.write("big.grad", text + "a = 1.5; b = 5; L = f18(a)\n:root L\n");
    let terminal = Start::new().argument("-i").argument("big.grad").run_in(Arc::new(home));
    let all = [
        "b = diff(diff(diff(L, a), a), a)",
        ":diff L a",
        "b = sum(f18(a), f18(a), f18(a), f18(a))",
        "b = f18(a) + f18(a) + f18(a)",
        ":grad L all",
        ":draw L all",
        ":save! big2.grad",
        ":export! mermaid L big.mmd",
        ":export! json L big.json",
        ":levels L",
        ":check L",
        ":explain a L",
        ":bug overwrite L",
        ":bug bfs-visited L",
        ":bug nozero L 1e-12 60",
        ":back L",
        ":plot L a 0 1",
        ":step 1e-300 1000000000",
        ":minimize",
    ];
    for (number, line) in (1..).zip(all) {
        stop_surely(&terminal, "b = 5", line);
        // Short, for the screen is wide enough for it, and different every time.
        terminal.enter(&format!("b*{}", 1000 + number));
        terminal.wait_for(&format!("\n{}\n", 5 * (1000 + number)));
    }
    terminal.press(CTRL_D);
    assert_eq!(terminal.wait_for_end(), 0);
}

#[test]
fn a_script_that_is_loaded_stops_as_a_whole() {
    let home = Home::new();
    let steps = ":step 1e-12 1000000000\n".repeat(20);
    home.write("train.grad", format!("{steps}never = 1\n"));
    let terminal = Start::new().run_in(Arc::new(home));
    terminal.enter("x = 3; L = x^2");
    assert!(stop(&terminal, ":load train.grad"), "{}", terminal.contents());
    terminal.enter("never");
    assert!(terminal.contents().contains("unknown name never"), "{}", terminal.contents());
}

#[test]
fn printing_stops() {
    let home = Home::new();
    let lines: String = (0..15_000).map(|n| format!("w{n} = {n}\n")).collect();
    let sum: Vec<String> = (0..15_000).map(|n| format!("w{n}")).collect();
    home.write("many.grad", format!("{lines}L = {}\n", sum.join(" + ")));
    let terminal = Start::new().argument("-i").argument("many.grad").run_in(Arc::new(home));
    terminal.type_text(":grad L all");
    terminal.press_and_halt(ENTER, "○─╮  L.9", CTRL_C);
    terminal.wait_for_prompt();
    assert!(!terminal.contents().contains("●    w0"), "{}", terminal.contents());
    assert!(terminal.contents().contains("note: interrupted"), "{}", terminal.contents());
    terminal.enter("w7*6");
    assert!(terminal.contents().contains("\n42\n"), "{}", terminal.contents());
}

#[test]
fn after_a_panic_the_terminal_is_sane_and_the_session_is_saved() {
    let terminal = Start::new()
        .variable("GRADCALC_PANIC_AT", "boom")
        .redirected("; echo status $?; stty -a")
        .run();
    terminal.enter("a = 2; L = a^3");
    terminal.enter(":grad L");
    terminal.type_text("boom");
    terminal.press(ENTER);
    terminal.wait_for("status 1");
    terminal.wait_for_end();
    let contents = terminal.contents();
    assert!(contents.contains("internal error, sorry"), "{contents}");
    assert!(contents.contains(" icanon"), "{contents}");
    assert!(contents.contains(" echo "), "{contents}");
    let history = terminal.home.path(HISTORY);
    let saved: Vec<_> = std::fs::read_dir(history.parent().unwrap())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "grad"))
        .collect();
    let [file] = saved.as_slice() else {
        panic!("{saved:?}");
    };
    let joined: String = contents.split('\n').map(str::trim_end).collect();
    assert!(joined.contains(&file.display().to_string()), "{contents}");
    assert_eq!(std::fs::read_to_string(file).unwrap(), "a = 2\nL = a^3\n:root L\n");
    assert!(is_private(file));
}

#[test]
fn what_is_typed_in_the_same_breath_as_ctrl_c_is_not_lost() {
    let terminal = Start::new().run();
    // All of it in one read.
    terminal.press("3*\u{3}5+5\r");
    terminal.wait_for("\n10\n");
    terminal.press("a = (2\r\u{4}6*7\r");
    terminal.wait_for("\n42\n");
    terminal.press("\u{3}\u{3}7*9\r");
    terminal.wait_for("\n63\n");
    assert_eq!(terminal.contents().matches("Ctrl-D quits").count(), 1, "{}", terminal.contents());
    terminal.press(CTRL_D);
    assert_eq!(terminal.wait_for_end(), 0);
}
