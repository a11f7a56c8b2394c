//! The lines of earlier sessions.

use std::sync::Arc;

use crate::terminal::*;

const FILE: &str = "state/gradcalc/history";

#[test]
fn every_line_is_kept_at_once_and_for_its_owner_alone() {
    let terminal = Start::new().run();
    terminal.enter("a = 2");
    assert_eq!(terminal.home.read(FILE), "#V2\na = 2\n");
    terminal.enter("b = 3");
    terminal.enter("b = 3");
    terminal.enter(" ");
    assert_eq!(terminal.home.read(FILE), "#V2\na = 2\nb = 3\n");
    assert!(is_private(&terminal.home.path(FILE)));
}

#[test]
fn the_next_session_has_them() {
    let home = Arc::new(Home::new());
    let first = Start::new().run_in(Arc::clone(&home));
    first.enter("a = 2");
    first.press(CTRL_D);
    assert_eq!(first.wait_for_end(), 0);
    let second = Start::new().run_in(home);
    second.press(UP);
    second.wait_for_line("> a = 2");
}

/// The XDG specification: a variable that is empty or no absolute path counts as unset.
#[test]
fn folders_are_found_as_the_specification_says() {
    for unset in ["", "relative"] {
        let home = Arc::new(Home::new());
        home.write(".config/gradcalc/init.grad", ":digits 3\n");
        let terminal = Start::new()
            .variable("XDG_STATE_HOME", unset)
            .variable("XDG_CONFIG_HOME", unset)
            .run_in(Arc::clone(&home));
        terminal.enter("1/3");
        assert!(terminal.contents().contains("\n0.333\n"), "{}", terminal.contents());
        assert_eq!(home.read(".local/state/gradcalc/history"), "#V2\n1/3\n");
    }
}

#[test]
fn two_sessions_at_once_are_merged() {
    let home = Arc::new(Home::new());
    let first = Start::new().run_in(Arc::clone(&home));
    let second = Start::new().run_in(Arc::clone(&home));
    first.enter("a = 1");
    second.enter("b = 2");
    first.enter("c = 3");
    second.enter("d = 4");
    assert_eq!(home.read(FILE), "#V2\na = 1\nb = 2\nc = 3\nd = 4\n");
    assert!(is_private(&home.path(FILE)));
}

#[test]
fn ten_thousand_entries_are_kept() {
    let home = Home::new();
    let lines: String = (0..12_000).map(|n| format!("x = {n}\n")).collect();
    home.write(FILE, format!("#V2\n{lines}"));
    let terminal = Start::new().run_in(Arc::new(home));
    terminal.enter("last = 1");
    let kept = terminal.home.read(FILE);
    assert_eq!(kept.lines().count(), 1 + 10_000);
    assert!(kept.ends_with("x = 11999\nlast = 1\n"));
}

#[test]
fn another_file_can_be_named_and_none() {
    let terminal = Start::new().variable("GRADCALC_HISTORY", "mine").run();
    terminal.enter("a = 2");
    assert_eq!(terminal.home.read("mine"), "#V2\na = 2\n");
    let terminal = Start::new().variable("GRADCALC_HISTORY", "").run();
    terminal.enter("a = 2");
    assert!(!terminal.home.path(FILE).exists());
}

#[test]
fn a_broken_file_is_one_warning_and_is_left_alone() {
    let home = Home::new();
    home.write(FILE, b"#V2\na = 1\n\xff\xfe\n");
    let terminal = Start::new().run_in(Arc::new(home));
    terminal.enter("a = 2");
    terminal.enter("a*3");
    let contents = terminal.contents();
    assert_eq!(contents.matches("warning:").count(), 1, "{contents}");
    assert!(contents.contains("cannot be read"), "{contents}");
    assert!(contents.contains("\n6\n"), "{contents}");
    assert_eq!(std::fs::read(terminal.home.path(FILE)).unwrap(), b"#V2\na = 1\n\xff\xfe\n");
}

#[test]
fn a_place_that_cannot_be_written_is_one_warning() {
    let home = Home::new();
    home.write("file", "");
    let terminal = Start::new().variable("GRADCALC_HISTORY", "file/history").run_in(Arc::new(home));
    terminal.enter("a = 2");
    terminal.enter("a*3");
    assert_eq!(terminal.contents().matches("warning:").count(), 1, "{}", terminal.contents());
    // One that exists and cannot be written, not even by root.
    let terminal = Start::new().variable("GRADCALC_HISTORY", "/proc/version").run();
    terminal.enter("a = 2");
    terminal.enter("a*3");
    assert_eq!(terminal.contents().matches("warning:").count(), 1, "{}", terminal.contents());
    assert!(terminal.contents().contains("\n6\n"), "{}", terminal.contents());
}

#[test]
fn nothing_of_pipes_and_scripts_goes_in() {
    let home = Arc::new(Home::new());
    home.write("script.grad", "s = 1\n");
    let terminal = Start::new()
        .argument("-i")
        .argument("-e")
        .argument("e = 2")
        .argument("script.grad")
        .run_in(Arc::clone(&home));
    terminal.enter("s + e");
    assert_eq!(home.read(FILE), "#V2\ns + e\n");
    let piped = Start::new().redirected("<script.grad").spawn_in(Arc::clone(&home));
    assert_eq!(piped.wait_for_end(), 0);
    assert_eq!(home.read(FILE), "#V2\ns + e\n");
}
