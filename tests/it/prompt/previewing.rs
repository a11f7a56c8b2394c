//! The value of a statement, in grey after it, while it is typed.

use super::terminal::*;

const LECTURE: &str = "a = 2; b = -3; c = 10; f = -2";

#[test]
fn the_value_stands_dimmed_after_the_line_and_goes_when_it_is_entered() {
    let terminal = Start::new().run();
    terminal.enter(LECTURE);
    terminal.type_text("L = (a*b + c) * f");
    terminal.wait_for_line("> L = (a*b + c) * f  → -8   grads a 6, b -4, c -2, f 4");
    assert_eq!(terminal.attributes("→ -8").color, GRAY);
    assert_ne!(terminal.attributes("L =").color, GRAY);
    terminal.press(ENTER);
    terminal.wait_for_prompt();
    let lines = terminal.lines();
    let typed = lines.iter().position(|line| line.starts_with("> L =")).unwrap();
    assert_eq!(lines[typed], "> L = (a*b + c) * f");
    assert_eq!(lines[typed + 1], "L = -8");
}

#[test]
fn without_color_its_mark_tells_it_from_what_was_typed() {
    let terminal = Start::new().variable("NO_COLOR", "1").run();
    terminal.enter("a = 2");
    terminal.type_text("a^2");
    terminal.wait_for_line("> a^2  → 4");
    assert_eq!(terminal.attributes("→ 4"), PLAIN);
    terminal.press(ENTER);
    terminal.wait_for_prompt();
    assert!(!terminal.contents().contains('→'), "{}", terminal.contents());
}

#[test]
fn it_is_never_taken_into_the_line() {
    let terminal = Start::new().run();
    terminal.type_text("2*3");
    terminal.wait_for_line("> 2*3  → 6");
    // The right arrow and End take a hint in other prompts.
    terminal.press("\x1b[C\x1b[F");
    terminal.press(" + 1");
    terminal.wait_for_line("> 2*3 + 1  → 7");
}

#[test]
fn a_command_shows_its_usage_and_the_value_that_is_to_change() {
    let terminal = Start::new().run();
    terminal.enter(LECTURE);
    terminal.type_text(":set");
    terminal.wait_for_line("> :set  → :set NAME VALUE … [all]");
    assert_eq!(terminal.attributes("→ :set").color, GRAY);
    terminal.press(" a ");
    terminal.wait_for_line("> :set a   → :set NAME VALUE … [all]   a is 2");
}

#[test]
fn what_is_wrong_shows_nothing_and_what_is_open_its_value_as_if_closed() {
    let terminal = Start::new().run();
    terminal.enter(LECTURE);
    terminal.type_text("(a*b");
    terminal.wait_for_line("> (a*b  → -6");
    terminal.press(" + ");
    terminal.wait_for_line("> (a*b +");
    terminal.press("zz");
    terminal.wait_for_line("> (a*b + zz");
}

#[test]
fn it_changes_nothing() {
    let terminal = Start::new().run();
    terminal.enter(LECTURE);
    for line in ["q = a + 1", "a = 7", "c += 1", "a*b", "g(x) = x; g(2)"] {
        terminal.type_text(line);
        terminal.drop_line();
    }
    terminal.enter(":vars");
    let lines = terminal.lines();
    let start = lines.iter().rposition(|line| line == "> :vars").unwrap();
    let names: Vec<&str> =
        lines[start + 1..].iter().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(names, ["a", "b", "c", "f", ">"]);
    assert!(lines[start + 1].contains("2.0000"), "{lines:?}");
}

#[test]
fn a_line_of_more_than_500_characters_has_none() {
    let terminal = Start::new().size(24, 200).run();
    let sum = |terms: usize| vec!["1"; terms].join("+");
    terminal.press(&sum(250));
    terminal.wait("a value", |screen| screen.contents().contains("→ 250"));
    terminal.press("+1");
    terminal.wait("no value", |screen| !screen.contents().contains('→'));
    terminal.press(ENTER);
    terminal.wait_for_prompt();
    assert!(terminal.contents().contains("\n251\n"), "{}", terminal.contents());
}

#[test]
fn it_ends_with_whole_items_however_wide_the_screen_is() {
    for (columns, shown) in [
        (60, "> L = (a*b + c) * f  → -8   grads a 6, b -4, c -2, f 4"),
        (50, "> L = (a*b + c) * f  → -8   grads a 6, b -4, …"),
        (35, "> L = (a*b + c) * f  → -8"),
    ] {
        let terminal = Start::new().size(24, columns).run();
        terminal.enter(LECTURE);
        terminal.type_text("L = (a*b + c) * f");
        terminal.wait_for_line(shown);
    }
}

#[test]
fn a_quiz_gives_no_grad_away() {
    let terminal = Start::new().run();
    terminal.enter("a = 2; b = -3; L = a*b");
    terminal.type_text(":quiz L a");
    terminal.press(ENTER);
    terminal.wait("a question", |screen| screen.contents().trim_end().ends_with('?'));
    for line in ["a.grad", "2*a.grad - b", "diff(L, a)"] {
        terminal.press(line);
        terminal.wait_for_line(&format!("? {line}"));
        terminal.press("\x15");
    }
    terminal.press("z = a*b");
    terminal.wait_for_line("? z = a*b  → -6");
    terminal.press("\x15");
    terminal.press("2*b");
    terminal.wait_for_line("? 2*b  → -6");
}
