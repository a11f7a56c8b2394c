//! The banner, and the settings that run first.

use std::sync::Arc;

use super::terminal::*;

#[test]
fn one_line_says_what_it_is() {
    let terminal = Start::new().run();
    let lines = terminal.lines();
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[0].starts_with("gradcalc ") && lines[0].contains(":help"), "{lines:?}");
}

#[test]
fn nobody_watching_there_is_no_banner_and_no_prompt() {
    let home = Arc::new(Home::new());
    home.write(INIT, "nosuch\n");
    let terminal = Start::new().redirected(">out.txt </dev/null").spawn_in(Arc::clone(&home));
    assert_eq!(terminal.wait_for_end(), 0);
    assert_eq!(home.read("out.txt"), "");
    assert_eq!(terminal.contents(), "");
}

#[test]
fn settings_run_first_and_what_is_wrong_in_them_is_told() {
    let home = Home::new();
    home.write(
        INIT,
        "# mine\n:digits 3\n:keys vi\nsquare(x) = x^2\n:nosuch\nzz + 1\n:quit\nlate(x) = x\n",
    );
    let terminal = Start::new().size(24, 120).run_in(Arc::new(home));
    let contents = terminal.contents();
    assert_eq!(contents.matches("error:").count(), 2, "{contents}");
    assert!(contents.contains("init.grad:5:2: error: unknown command :nosuch"), "{contents}");
    terminal.enter("square(1/3)");
    assert!(terminal.contents().contains("\n0.111\n"), "{}", terminal.contents());
    terminal.enter(":keys");
    assert!(terminal.contents().contains("those of vi"), "{}", terminal.contents());
    // They were not typed: there is nothing to undo.
    terminal.enter(":undo");
    assert!(terminal.contents().contains("nothing to undo"), "{}", terminal.contents());
    terminal.press(CTRL_D);
    assert_eq!(terminal.wait_for_end(), 0);
}

#[test]
fn only_typed_commands_may_be_cut_short() {
    let home = Home::new();
    home.write(INIT, ":dig 3\n");
    home.write("short.grad", ":dig 5\n");
    let terminal = Start::new().size(24, 120).run_in(Arc::new(home));
    let contents = terminal.contents();
    assert!(contents.contains("error: unknown command :dig"), "{contents}");
    terminal.enter(":dig 4; 1/3");
    assert!(terminal.contents().contains("\n0.3333\n"), "{}", terminal.contents());
    terminal.enter(":loa short.grad; :dig 6; 1/7");
    let contents = terminal.contents();
    assert!(contents.contains("error: unknown command :dig"), "{contents}");
    assert!(contents.contains("\n0.142857\n"), "{contents}");
}

#[test]
fn the_command_line_has_the_last_word_over_settings() {
    let home = Home::new();
    home.write(INIT, ":format tsv\n:color never\n");
    let terminal =
        Start::new().argument("--format=json").argument("--color=always").run_in(Arc::new(home));
    terminal.enter("6*7");
    assert!(terminal.contents().contains("\"data\":42"), "{}", terminal.contents());
    terminal.type_text("zz ");
    assert!(terminal.attributes("zz").underline);
}

#[test]
fn settings_run_before_the_files_that_stay_at_the_prompt() {
    let home = Home::new();
    home.write(INIT, "square(x) = x^2\n");
    home.write("lesson.grad", "a = square(3)\n");
    let terminal = Start::new().argument("-i").argument("lesson.grad").run_in(Arc::new(home));
    terminal.enter("a");
    assert!(terminal.contents().contains("\n9\n"), "{}", terminal.contents());
}

#[test]
fn settings_that_cannot_be_read_are_told() {
    let home = Home::new();
    home.write(&format!("{INIT}/folder"), "");
    let terminal = Start::new().run_in(Arc::new(home));
    assert!(terminal.contents().contains("init.grad"), "{}", terminal.contents());
    terminal.enter("1 + 1");
    assert!(terminal.contents().contains("\n2\n"), "{}", terminal.contents());
}

#[test]
fn bytes_that_are_no_text_are_told_and_the_session_goes_on() {
    let terminal = Start::new().run();
    terminal.enter("a = 2");
    terminal.press_bytes(b"a \xff");
    terminal.wait_for("note: the typed line is not valid UTF-8");
    terminal.wait_for_prompt();
    terminal.enter("a*21");
    assert!(terminal.contents().contains("\n42\n"), "{}", terminal.contents());
}
