//! Several lines, pasting, searching, keys, taking edits back; and where errors point.

use super::terminal::*;

#[test]
fn an_open_parenthesis_goes_on_and_is_one_entry_of_the_history() {
    let terminal = Start::new().run();
    terminal.enter("a = 2");
    terminal.type_text("L = (a +");
    terminal.press(ENTER);
    terminal.wait_for_line("|");
    terminal.press("3)*4");
    terminal.wait_for_line("| 3)*4  → 20   grads a 4");
    terminal.press(ENTER);
    terminal.wait_for_prompt();
    assert!(terminal.contents().contains("L = 20"), "{}", terminal.contents());
    terminal.press(UP);
    terminal.wait_for("> L = (a +\n3)*4");
    terminal.press(ENTER);
    terminal.wait_for_prompt();
    let again = terminal.lines().iter().filter(|line| *line == "L = 20").count();
    assert_eq!(again, 2, "{}", terminal.contents());
    assert_eq!(terminal.home.read(HISTORY), "#V2\na = 2\nL = (a +\\n3)*4\n");
}

#[test]
fn what_cannot_go_on_ends_an_open_statement() {
    let terminal = Start::new().run();
    terminal.type_text("L = (2");
    terminal.press(ENTER);
    terminal.wait_for_line("|");
    terminal.press("b = 3");
    terminal.press(ENTER);
    terminal.wait_for_prompt();
    terminal.wait_for("this ( is never closed");
    terminal.enter("b*2");
    assert!(terminal.contents().contains("\n6\n"), "{}", terminal.contents());
}

#[test]
fn ctrl_c_drops_all_of_an_open_statement() {
    let terminal = Start::new().run();
    terminal.type_text("L = (2 +");
    terminal.press(ENTER);
    terminal.wait_for_line("|");
    terminal.drop_line();
    terminal.enter("1 + 1");
    assert!(terminal.contents().contains("\n2\n"), "{}", terminal.contents());
}

#[test]
fn every_line_of_a_paste_runs_and_prints_its_result() {
    for (before, after) in [("\x1b[200~", "\x1b[201~\r"), ("", "\r")] {
        let terminal = Start::new().run();
        let lines = ["a = 2", "b = a*3", "c = (b +", "  1)", "c*2 # last"];
        terminal.press(&format!("{before}{}{after}", lines.join("\r")));
        terminal.wait_for("\n14\n");
        terminal.wait_for_prompt();
        let lines = terminal.lines();
        let answers: Vec<&str> = ["b = 6", "c = 7", "14"]
            .into_iter()
            .filter(|answer| lines.iter().any(|line| line == answer))
            .collect();
        assert_eq!(answers, ["b = 6", "c = 7", "14"], "{before:?}: {lines:?}");
    }
}

#[test]
fn the_history_is_searched() {
    let terminal = Start::new().run();
    for line in ["alpha = 2", "beta = 3", "gamma = alpha*beta"] {
        terminal.enter(line);
    }
    terminal.press("\x12");
    terminal.wait_for("reverse-i-search");
    terminal.press("bet");
    terminal.wait_for("`bet': gamma = alpha*beta");
    terminal.press("\x12");
    terminal.wait_for("`bet': beta = 3");
    terminal.press(ENTER);
    terminal.wait_for_prompt();
    terminal.press(UP);
    terminal.wait_for_line("> beta = 3");
}

#[test]
fn an_edit_is_taken_back() {
    let terminal = Start::new().run();
    terminal.type_text("1 + 2 + 3");
    terminal.press("\x17");
    terminal.wait_for_line("> 1 + 2 +");
    terminal.press("\x1f");
    terminal.wait_for_line("> 1 + 2 + 3  → 6");
}

#[test]
fn the_keys_are_those_of_vi_when_asked() {
    let terminal = Start::new().run();
    terminal.enter(":keys vi");
    terminal.type_text("12 + 3");
    // To the first character, cut it, go on at the end.
    terminal.press("\x1b");
    terminal.press("0x");
    terminal.wait_for_line("> 2 + 3  → 5");
    terminal.press("A4");
    terminal.wait_for_line("> 2 + 34  → 36");
    terminal.press(ENTER);
    terminal.wait_for_prompt();
    terminal.enter(":keys emacs");
    terminal.type_text("12");
    terminal.press("\x01");
    terminal.press("3");
    terminal.wait_for_line("> 312");
}

#[test]
fn the_caret_of_an_error_stands_under_the_line_it_is_about() {
    for (typed, caret) in [("a = 2; b = a * zz", 15), ("漢字 = 2; θ = 漢字*zz", 19)] {
        let terminal = Start::new().run();
        terminal.press(typed);
        terminal.press(ENTER);
        terminal.wait_for("error:");
        terminal.wait_for_prompt();
        let lines = terminal.lines();
        let at = lines.iter().rposition(|line| line == "error: unknown name zz").unwrap();
        assert_eq!(lines[at + 1], format!("  {typed}"));
        assert_eq!(lines[at + 2], format!("  {}^^", " ".repeat(caret)));
    }
}

#[test]
fn an_error_in_a_script_that_is_loaded_shows_its_line() {
    let terminal = Start::new().run();
    terminal.home.write("wrong.grad", "zz + 1");
    terminal.enter(":load wrong.grad");
    let contents = terminal.contents();
    assert!(
        contents.contains("wrong.grad:1:1: error: unknown name zz\n  zz + 1\n  ^^\n"),
        "{contents}"
    );
}

#[test]
fn alt_enter_begins_a_new_line() {
    let terminal = Start::new().run();
    terminal.press("a = 2\x1b\r");
    terminal.press("b = a*3");
    terminal.press(ENTER);
    terminal.wait_for("b = 6");
}

#[test]
fn a_line_that_begins_with_an_operation_goes_on_from_the_answer() {
    let terminal = Start::new().run();
    terminal.enter("2 + 3");
    terminal.type_text("* 2");
    terminal.wait_for_line("> * 2  → 10");
    terminal.press(ENTER);
    terminal.wait_for("\n10\n");
    terminal.enter("-1");
    assert!(terminal.contents().contains("\n-1\n"), "{}", terminal.contents());
    terminal.enter("/ zz");
    terminal.wait_for("  / zz\n    ^^");
}

#[test]
fn a_pasted_transcript_runs_without_its_answers() {
    let terminal = Start::new().run();
    let lines = ["> a = 2", "> L = (a^2", "| + 1)", "L = 5", "> L*2", "10 (not run"];
    terminal.press(&format!("\x1b[200~{}\x1b[201~\r", lines.join("\r")));
    terminal.wait_for("\n10\n");
    terminal.wait_for_prompt();
    terminal.wait_for("ran the lines that begin with >; 2 lines skipped");
    terminal.enter("> a + 1");
    terminal.wait_for("\n3\n");
}

#[test]
fn a_pasted_notebook_runs_without_its_answers() {
    let terminal = Start::new().run();
    let lines = ["In [1]: a = 2", "", "In [2]: (a +", "   ...: 3)", "Out[2]: 5.0"];
    terminal.press(&format!("\x1b[200~{}\x1b[201~\r", lines.join("\r")));
    terminal.wait_for("\n5\n");
    terminal.wait_for_prompt();
    terminal.wait_for("ran the lines that begin with In [1]:; 1 line skipped");
}

#[test]
fn a_pasted_class_is_skipped_with_one_line() {
    for (before, after) in [("\x1b[200~", "\x1b[201~\r"), ("", "\r")] {
        let terminal = Start::new().run();
        let lines = [
            "class Value:",
            "",
            "  def f(x):",
            "    return x;",
            "# add",
            "  b = 3",
            "a = 2",
            "a*3",
        ];
        terminal.press(&format!("{before}{}{after}", lines.join("\r")));
        terminal.wait_for("\n6\n");
        terminal.wait_for_prompt();
        let contents = terminal.contents();
        assert_eq!(contents.matches("skipped: class Value").count(), 1, "{contents}");
        assert!(!contents.contains("error"), "{contents}");
    }
}

#[test]
fn an_error_in_a_paste_shows_its_line() {
    let terminal = Start::new().run();
    terminal.press("\x1b[200~zz + 1\ryy + 1\x1b[201~\r");
    terminal.wait_for("unknown name zz\n  zz + 1\n  ^^");
    terminal.wait_for("unknown name yy\n  yy + 1\n  ^^");
}

#[test]
fn ctrl_d_ends_an_open_statement_and_not_the_session() {
    let terminal = Start::new().run();
    terminal.type_text("L = (2 +");
    terminal.press(ENTER);
    terminal.wait_for_line("|");
    terminal.press(CTRL_D);
    terminal.wait_for("this ( is never closed");
    terminal.enter("1 + 1");
    assert!(terminal.contents().contains("\n2\n"), "{}", terminal.contents());
    terminal.press(UP);
    terminal.press(UP);
    terminal.wait_for("> L = (2 +");
}

#[test]
fn clear_clears_the_screen_unless_a_node_has_that_name() {
    let terminal = Start::new().run();
    terminal.enter("1 + 1");
    terminal.press("clear\r");
    terminal.wait("an empty screen", |screen| !screen.contents().contains("1 + 1"));
    terminal.wait_for_prompt();
    terminal.enter("clear = 7");
    terminal.enter("clear");
    terminal.wait_for("\n7\n");
}
