//! The lines of earlier sessions.

use std::sync::Arc;

use super::terminal::*;

#[test]
fn every_line_is_kept_at_once_and_for_its_owner_alone() {
    let terminal = Start::new().run();
    terminal.enter("a = 2");
    assert_eq!(terminal.home.read(HISTORY), "#V2\na = 2\n");
    terminal.enter("b = 3");
    terminal.enter("b = 3");
    terminal.enter(" ");
    assert_eq!(terminal.home.read(HISTORY), "#V2\na = 2\nb = 3\n");
    assert!(is_private(&terminal.home.path(HISTORY)));
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
/// macOS has folders of its own.
#[cfg(target_os = "linux")]
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
    assert_eq!(home.read(HISTORY), "#V2\na = 1\nb = 2\nc = 3\nd = 4\n");
    assert!(is_private(&home.path(HISTORY)));
}

#[test]
fn the_last_ten_thousand_entries_are_kept() {
    let home = Home::new();
    let lines: String = (0..12_000).map(|n| format!("x = {n}\n")).collect();
    home.write(HISTORY, format!("#V2\n{lines}"));
    let terminal = Start::new().run_in(Arc::new(home));
    terminal.enter("last = 1");
    let kept = terminal.home.read(HISTORY);
    assert_eq!(kept.lines().count(), 1 + 10_000);
    assert!(kept.starts_with("#V2\nx = 2001\n") && kept.ends_with("x = 11999\nlast = 1\n"));
}

#[test]
fn a_backslash_and_several_lines_come_back_as_they_were() {
    let home = Arc::new(Home::new());
    let first = Start::new().run_in(Arc::clone(&home));
    first.press("\x1b[200~1 # \\n \\\\\r2\x1b[201~\r");
    first.wait_for("\n1\n2\n");
    assert_eq!(home.read(HISTORY), "#V2\n1 # \\\\n \\\\\\\\\\n2\n");
    let second = Start::new().run_in(home);
    second.press(UP);
    second.wait_for("> 1 # \\n \\\\\n2");
}

#[test]
fn what_is_no_history_is_neither_read_nor_waited_for_nor_changed() {
    let home = Arc::new(Home::new());
    home.write("mine.grad", "a = 2\n");
    let pipe = std::process::Command::new("mkfifo").arg(home.path("pipe")).status().unwrap();
    assert!(pipe.success());
    for (file, reason) in [
        ("mine.grad", "it is not a gradcalc history"),
        ("pipe", "it is a device or a pipe, not a file"),
        ("/dev/zero", "it is a device or a pipe, not a file"),
        (".", "it is a folder"),
        ("mine.grad/history", "File exists"),
    ] {
        let start = Start::new().size(24, 160).variable("GRADCALC_HISTORY", file);
        let terminal = start.run_in(Arc::clone(&home));
        terminal.enter("a = 2");
        let contents = terminal.contents();
        assert_eq!(contents.matches("note:").count(), 1, "{contents}");
        assert!(
            contents.contains(&format!("cannot be read: {reason}; it is not used")),
            "{contents}"
        );
    }
    assert_eq!(home.read("mine.grad"), "a = 2\n");
}

#[test]
fn another_file_can_be_named_and_none() {
    let terminal = Start::new().variable("GRADCALC_HISTORY", "mine").run();
    terminal.enter("a = 2");
    assert_eq!(terminal.home.read("mine"), "#V2\na = 2\n");
    let terminal = Start::new().variable("GRADCALC_HISTORY", "").run();
    terminal.enter("a = 2");
    assert!(!terminal.home.path(HISTORY).exists());
}

#[test]
fn a_broken_file_is_one_note_and_is_left_alone() {
    let home = Home::new();
    home.write(HISTORY, b"#V2\na = 1\n\xff\xfe\n");
    let terminal = Start::new().run_in(Arc::new(home));
    terminal.enter("a = 2");
    terminal.enter("a*3");
    let contents = terminal.contents();
    assert_eq!(contents.matches("note:").count(), 1, "{contents}");
    assert!(contents.contains("cannot be read"), "{contents}");
    assert!(contents.contains("\n6\n"), "{contents}");
    assert_eq!(std::fs::read(terminal.home.path(HISTORY)).unwrap(), b"#V2\na = 1\n\xff\xfe\n");
}

#[test]
fn a_place_that_cannot_be_written_is_one_note() {
    let home = Home::new();
    home.write("file", "");
    let terminal = Start::new().variable("GRADCALC_HISTORY", "file/history").run_in(Arc::new(home));
    terminal.enter("a = 2");
    terminal.enter("a*3");
    assert_eq!(terminal.contents().matches("note:").count(), 1, "{}", terminal.contents());
    // One that exists and cannot be written, not even by root.
    let terminal = Start::new().variable("GRADCALC_HISTORY", "/proc/version").run();
    terminal.enter("a = 2");
    terminal.enter("a*3");
    assert_eq!(terminal.contents().matches("note:").count(), 1, "{}", terminal.contents());
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
    assert_eq!(home.read(HISTORY), "#V2\ns + e\n");
    let piped = Start::new().redirected("<script.grad").spawn_in(Arc::clone(&home));
    assert_eq!(piped.wait_for_end(), 0);
    assert_eq!(home.read(HISTORY), "#V2\ns + e\n");
}

#[test]
fn up_recalls_the_lines_that_begin_as_the_typed_one_does() {
    let terminal = Start::new().run();
    for line in ["a = 2", "L = a^2", "b = 3", "L = a*b", "c = 4"] {
        terminal.enter(line);
    }
    terminal.type_text("L ");
    terminal.press(UP);
    terminal.wait("the last", |screen| {
        screen.contents().lines().last().is_some_and(|line| line.starts_with("> L = a*b"))
    });
    terminal.press(UP);
    terminal.wait("the one before", |screen| {
        screen.contents().lines().last().is_some_and(|line| line.starts_with("> L = a^2"))
    });
    terminal.press("\x1b[B");
    terminal.wait("the last", |screen| {
        screen.contents().lines().last().is_some_and(|line| line.starts_with("> L = a*b"))
    });
    terminal.drop_line();
    terminal.press(UP);
    terminal.wait_for_line("> c = 4");
    terminal.press(UP);
    terminal.wait("the one before", |screen| {
        screen.contents().lines().last().is_some_and(|line| line.starts_with("> L = a*b"))
    });
}

#[test]
fn the_rest_of_an_earlier_line_stands_in_gray_and_the_right_arrow_takes_it() {
    let terminal = Start::new().run();
    terminal.enter("rate = 0.05");
    terminal.press("rat");
    terminal.wait_for_line("> rate = 0.05");
    assert_eq!(terminal.attributes("e = 0.05").color, GRAY);
    terminal.press("\x1b[C");
    terminal.wait("the end of the line", |screen| screen.cursor_position().1 == 13);
    terminal.drop_line();
    // Where there is a preview, there is no continuation.
    terminal.enter("rate + 1");
    terminal.press("rate");
    terminal.wait_for_line("> rate  → 0.05");
}

/// A suggestion with more rows than the screen scrolled the line itself off it.
#[test]
fn a_suggestion_never_hides_the_line_that_is_typed() {
    let numbers: Vec<String> = (0..400).map(|n| format!("{:.3}", f64::from(n) * 0.137)).collect();
    let long = format!("x = [{}]", numbers.join(", "));
    for (rows, columns) in [(24, 80), (24, 20), (5, 80), (10, 41)] {
        let home = Home::new();
        home.write(HISTORY, format!("#V2\n{long}\n"));
        let terminal = Start::new().size(rows, columns).run_in(Arc::new(home));
        terminal.enter("1 + 1");
        terminal.press("x =");
        terminal.wait("the cursor behind what was typed", |screen| {
            screen.cursor_position().1 == 5 && screen.contents().contains("> x = [0.000")
        });
        assert!(terminal.contents().contains("\n2\n> x = [0.000"), "{}", terminal.contents());
        terminal.with_screen(|screen| {
            let (row, _) = screen.cursor_position();
            let line = screen.rows(0, columns).nth(row.into()).unwrap();
            assert!(line.starts_with("> x =") && line.ends_with('…'), "{line:?}");
        });
        terminal.press("5");
        terminal.wait_for_line("> x =5");
        assert!(terminal.contents().contains("\n2\n"), "{}", terminal.contents());
    }
}

#[test]
fn the_right_arrow_takes_a_suggestion_whole_though_its_end_is_not_shown() {
    let home = Home::new();
    let numbers = vec!["1"; 100].join(", ");
    home.write(HISTORY, format!("#V2\nx = [{numbers}]; sum(x)\n"));
    let terminal = Start::new().run_in(Arc::new(home));
    terminal.press("x =");
    terminal.wait_for("…");
    terminal.press("\x1b[C");
    terminal.wait_for("sum(x)");
    terminal.press("\r");
    terminal.wait_for("\n100\n");
}
