//! Signals that end the program: the session is saved, and the terminal is as it was.

use std::process::Command;
use std::sync::Arc;

use super::terminal::*;

const SHELL: &str = "; echo status $?; stty -a";

/// Sends a signal at the prompt, and returns the text that was saved.
fn end_by(signal: &str, status: &str, terminal: &Terminal) -> Option<String> {
    terminal.signal_child(signal);
    terminal.wait_for(&format!("status {status}"));
    terminal.wait_for_end();
    let contents = terminal.contents();
    assert!(contents.contains(" icanon"), "{contents}");
    assert!(contents.contains(" echo "), "{contents}");
    assert!(!terminal.with_screen(|screen| screen.bracketed_paste()));
    let mut saved = terminal.recovered();
    assert!(saved.len() < 2, "{saved:?}");
    let (file, text) = saved.pop()?;
    assert!(is_private(&file));
    let joined: String = contents.split('\n').map(str::trim_end).collect();
    assert!(joined.contains(&format!("gradcalc -i {} continues it", file.display())), "{contents}");
    Some(text)
}

#[test]
fn a_signal_at_the_prompt_saves_the_lines_that_ran() {
    for (signal, status) in [("TERM", "143"), ("HUP", "129")] {
        let terminal = Start::new().redirected(SHELL).run();
        terminal.enter("abc = 12345; zz");
        terminal.enter("def = abc^2");
        terminal.enter("abc + 1; k = _ * 2");
        terminal.type_text("half = 1/");
        let text = end_by(signal, status, &terminal).unwrap();
        assert_eq!(text, "abc = 12345\ndef = abc^2\nabc + 1\nk = _ * 2\n");
    }
}

#[test]
fn what_is_no_line_is_in_what_a_signal_saves() {
    let home = Home::new();
    home.write("one.grad", "a = 2\n");
    home.write("two.grad", "b = a * 3\n");
    home.write("rows.csv", "x,y\n1,2\n3,4\n");
    let terminal =
        Start::new().argument("-i").argument("one.grad").redirected(SHELL).run_in(Arc::new(home));
    terminal.enter(":load two.grad");
    terminal.enter(":read rows.csv");
    terminal.enter("gone = 5");
    terminal.enter(":undo");
    terminal.enter("L = sum(x * y) + b");
    terminal.enter(":dig 4");
    terminal.enter(":set a 7");
    terminal.enter(":save mine.grad");
    terminal.enter("M = 2L");
    let text = end_by("TERM", "143", &terminal).unwrap();
    assert!(!text.contains("gone") && !text.contains(".grad"), "{text}");
    // It holds all without the files.
    let home = Arc::new(Home::new());
    home.write("again.grad", &text);
    let again = Start::new().argument("-i").argument("again.grad").run_in(Arc::clone(&home));
    assert!(!again.contents().contains("error"), "{}\n{text}", again.contents());
    again.enter("M / 2 - L + 1000 a + b");
    again.wait_for("\n7021\n");
}

#[test]
fn a_signal_saves_earlier_bindings_that_are_still_used() {
    let terminal = Start::new().redirected(SHELL).run();
    terminal.enter("a = 2; b = a^2");
    terminal.enter("a = 3");
    terminal.enter(":digits 5");
    terminal.enter("c = 10 a + b");
    let text = end_by("TERM", "143", &terminal).unwrap();
    let home = Arc::new(Home::new());
    home.write("again.grad", &text);
    let again = Start::new().argument("-i").argument("again.grad").run_in(home);
    assert!(!again.contents().contains("error"), "{}\n{text}", again.contents());
    again.enter("100 c + 1");
    again.wait_for("\n3401\n");
}

#[test]
fn a_signal_saves_nothing_if_nothing_ran() {
    let home = Home::new();
    home.write(INIT, "square(x) = x^2\n");
    home.write("one.grad", "a = 2\n");
    let terminal =
        Start::new().argument("-i").argument("one.grad").redirected(SHELL).run_in(Arc::new(home));
    terminal.enter("zz");
    assert_eq!(end_by("TERM", "143", &terminal), None);
}

#[test]
fn a_signal_ends_what_runs_long() {
    let terminal = Start::new().redirected(SHELL).run();
    terminal.enter("x = 3; L = x^2 + x");
    terminal.type_text(":step 1e-12 1000000000");
    terminal.press(ENTER);
    terminal.wait_until_taken(":step 1e-12 1000000000");
    assert_eq!(end_by("TERM", "143", &terminal).unwrap(), "x = 3\nL = x^2 + x\n");
}

/// Starts it in a home with two files, and enters `lines`.
fn session_of(lines: &[&str], rows: usize) -> Terminal {
    let home = Home::new();
    let row = |row: usize| format!("{row},{}.5\n", row * row % 17);
    let rows: String = (1..=rows).map(row).collect();
    home.write("rows.csv", format!("x,y\n{rows}"));
    home.write("two.grad", "b = 4\n9\nj = _ * 2\n");
    let terminal = Start::new().redirected(SHELL).run_in(Arc::new(home));
    lines.iter().for_each(|line| terminal.enter(line));
    terminal
}

/// Checks that a signal now saves what `:save` writes, and that this loads without an error.
fn check_saves_as_save_does(terminal: &Terminal) -> String {
    terminal.enter(":save mine.grad");
    let wanted = terminal.home.read("mine.grad");
    let wanted = wanted.split_once('\n').unwrap().1;
    let text = end_by("TERM", "143", terminal).unwrap_or_default();
    assert!(text == wanted, "{text}\ninstead of\n{wanted}");
    terminal.home.write("again.grad", &text);
    let mut again = Command::new(env!("CARGO_BIN_EXE_gradcalc"));
    let again = again.arg(terminal.home.path("again.grad")).output().unwrap();
    let said = String::from_utf8_lossy(&again.stderr);
    assert!(again.status.success() && !said.contains("error"), "{said}\n{text}");
    text
}

#[test]
fn a_signal_saves_numbers_for_what_only_the_prompt_knows() {
    let fitted = [":read rows.csv", "m = 1; c = 0", ":fit y = m*x + c", "v = fit.s * 2"];
    let answers = ["a = 2", "2+3", ":set a 4", "v = _ * 4", "w = v"];
    let continued = ["a = 3; a^2", "* 2", "q = _ + 1"];
    let loaded = [":load two.grad", "7", "z = _ + j", ":undo", "z = _ + b"];
    for (lines, last) in
        [(&fitted[..], "v = "), (&answers, "w = v\n"), (&continued, "q = "), (&loaded, "z = ")]
    {
        let text = check_saves_as_save_does(&session_of(lines, 3));
        assert!(text.contains(last), "{text}");
    }
}

#[test]
fn a_signal_saves_what_save_writes_whatever_ran() {
    const LINES: [&str; 26] = [
        "2 + 3",
        "* 2",
        "v = _ * 4",
        "w = a + v",
        "a = 5; b = a * 2; c = b + _",
        "a = a + 1",
        "zz + 1; d = a^2",
        ":set a 4",
        ":set m 2 c 3; k = m * c",
        ":undo",
        ":redo",
        ":fit y = m*x + c",
        "s = fit.s * 2",
        "p = 3 ± 0.1; q = p^2",
        "t = u(q)",
        "f(z) = z^2 + a",
        "g = f(b)",
        ":del v",
        ":freeze a",
        "L = sum(x * m)",
        ":root L",
        ":digits 5",
        ":step 0.01 3",
        ":load two.grad",
        ":row 2",
        "a@1 + 1",
    ];
    let mut state = 1_u64;
    for _ in 0..4 {
        let mut lines = vec!["a = 2; b = a * 3", ":read rows.csv", "m = 1; c = 0"];
        lines.extend((0..16).map(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            LINES[(state >> 33) as usize % LINES.len()]
        }));
        check_saves_as_save_does(&session_of(&lines, 3));
    }
}

#[test]
fn a_signal_saves_many_rows() {
    let lines = ["a = 2", ":read rows.csv", ":set a 7", "L = a * mean(x)", "5", "v = _ * L"];
    let text = check_saves_as_save_does(&session_of(&lines, 20_000));
    assert!(text.contains("20000]") && text.ends_with("v = 5 * L\n:set a 7\n"));
}

#[test]
fn a_signal_saves_the_lines_if_the_session_cannot_be_asked() {
    let terminal = session_of(&["a = 2", ":read rows.csv", ":set a 7", "L = a * 2"], 20_000);
    // While an earlier line is sought, the line editor waits for keys alone.
    terminal.press("\x12a");
    terminal.wait_for("search)");
    let text = end_by("TERM", "143", &terminal).unwrap();
    let (first, lines) = text.split_once('\n').unwrap();
    assert!(first.starts_with("# Relative paths start at /"), "{first}");
    assert_eq!(lines, "a = 2\n:read rows.csv\n:set a 7\nL = a * 2\n");
}

#[test]
fn a_signal_saves_the_statements_before_one_that_runs_long() {
    let terminal = Start::new().redirected(SHELL).run();
    terminal.enter("x = 3; L = x^2 + x");
    let line = "d = 4; :step 1e-12 1000000000";
    terminal.type_text(line);
    terminal.press(ENTER);
    terminal.wait_until_taken(line);
    let text = end_by("TERM", "143", &terminal).unwrap();
    assert!(text.starts_with("x = 3\nL = x^2 + x\nd = 4\n"), "{text}");
}
