//! Signals that end the program: the lines that ran are saved, and the terminal is as it was.

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
