//! Colors while typing, colors of answers, and where there are none.

use super::terminal::*;
use vt100::Color;

#[test]
fn what_is_typed_is_colored_by_what_it_is() {
    let terminal = Start::new().run();
    terminal.enter("a = 2");
    terminal.type_text("a + 3.5*tanh(zz) # why");
    terminal.wait_for("# why");
    let number = terminal.attributes("3.5");
    let operation = terminal.attributes("tanh");
    let unknown = terminal.attributes("zz");
    assert_eq!(terminal.attributes("a +"), PLAIN);
    assert_eq!(number.color, Color::Idx(29));
    assert_eq!(operation.color, Color::Idx(63));
    assert_eq!(unknown.color, Color::Idx(163));
    assert!(unknown.underline, "color alone tells nothing");
    assert_eq!(terminal.attributes("# why").color, GRAY);
    terminal.drop_line();
    terminal.type_text(":set a 3");
    assert_eq!(terminal.attributes(":set").color, Color::Idx(98));
    terminal.drop_line();
    terminal.type_text(":nosuch ");
    assert_eq!(terminal.attributes(":nosuch").color, Color::Idx(163));
}

#[test]
fn the_matching_parenthesis_is_marked_and_one_without_a_partner_is_too() {
    let terminal = Start::new().run();
    terminal.type_text("(1 + 2)");
    let marked = |screen: &vt100::Screen, column: u16| {
        let (row, _) = screen.cursor_position();
        let cell = screen.cell(row, column).unwrap();
        cell.bold() && cell.underline()
    };
    terminal.wait("both marked", |screen| marked(screen, 2) && marked(screen, 8));
    terminal.press(" * 3");
    terminal.wait("neither marked", |screen| !marked(screen, 2) && !marked(screen, 8));
    terminal.press("\x01");
    terminal.wait("both marked again", |screen| marked(screen, 2) && marked(screen, 8));
    terminal.drop_line();
    terminal.type_text("1 + 2)");
    let wrong = terminal.attributes(")");
    assert_eq!((wrong.color, wrong.bold, wrong.underline), (Color::Idx(131), true, false));
    terminal.drop_line();
    terminal.type_text("(1 +");
    assert_eq!(terminal.attributes("(").color, Color::Idx(131));
}

#[test]
fn names_of_the_line_itself_and_of_the_lines_before_are_known() {
    let terminal = Start::new().run();
    terminal.type_text("f(x, y) = x*y; t = 3; f(t, 2)");
    terminal.wait_for("→ 6");
    assert_eq!(terminal.attributes("x*y"), PLAIN);
    assert_eq!(terminal.attributes("t, 2"), PLAIN);
    assert_eq!(terminal.attributes("f(t").color, Color::Idx(63));
}

#[test]
fn grads_are_colored_by_their_sign() {
    let terminal = Start::new().run();
    terminal.enter("a = 2; b = -3; z = 0; i = inf");
    terminal.enter("L = a*b*z + a - b");
    terminal.enter(":grad L");
    assert_eq!(terminal.attributes_above("-1.0000").color, Color::Idx(131));
    assert_eq!(terminal.attributes_above("1.0000").color, Color::Idx(63));
    assert_eq!(terminal.attributes_above("0.0000").color, GRAY);
    assert_eq!(terminal.attributes_above("-3.0000"), PLAIN, "data has no color");
    terminal.enter("M = i*a");
    terminal.enter(":grad M");
    assert!(terminal.attributes_above("inf  ").inverse);
}

#[test]
fn there_are_no_colors_where_none_are_wanted() {
    for start in [
        Start::new().variable("NO_COLOR", "1"),
        Start::new().argument("--color=never"),
        Start::new().variable("CLICOLOR_FORCE", "1").argument("--color=never"),
    ] {
        let terminal = start.run();
        terminal.type_text("zz + 1");
        assert_eq!(terminal.attributes("zz"), PLAIN);
        terminal.press(ENTER);
        terminal.wait_for_prompt();
        assert_eq!(terminal.attributes_above("error:"), PLAIN);
    }
}

#[test]
fn an_empty_no_color_means_nothing_and_the_option_has_the_last_word() {
    for start in [
        Start::new().variable("NO_COLOR", ""),
        Start::new().variable("NO_COLOR", "1").argument("--color=always"),
    ] {
        let terminal = start.run();
        terminal.enter("zz + 1");
        assert_ne!(terminal.attributes_above("error:"), PLAIN);
    }
}

#[test]
fn a_dumb_terminal_gets_a_plain_prompt() {
    let terminal = Start::new().variable("TERM", "dumb").spawn_in(Home::new().into());
    terminal.wait_for_line(">");
    terminal.press("zz + 1\n");
    terminal.wait_for("unknown name zz");
    assert_eq!(terminal.attributes_above("error:"), PLAIN);
    terminal.wait_for_line(">");
    terminal.press("2*3\n");
    terminal.wait_for("\n6\n");
}

#[test]
fn each_stream_is_colored_by_what_it_goes_to() {
    let terminal = Start::new().redirected("2>errors.txt").run();
    terminal.enter("a = 2; L = 1 - a^2");
    terminal.enter("zz");
    terminal.enter(":grad L");
    assert_eq!(terminal.attributes_above("-4.0000").color, Color::Idx(131));
    let errors = terminal.home.read("errors.txt");
    assert!(!errors.contains('\x1b'), "{errors:?}");
    // The caret alone would say nothing there.
    let hint = "  hint: give zz a number first: zz = 3\n";
    assert_eq!(errors, format!("error: unknown name zz\n  zz\n  ^^\n{hint}"));
}

#[test]
fn color_is_a_setting_too() {
    let terminal = Start::new().run();
    terminal.enter(":color never");
    terminal.type_text("zz");
    terminal.press(" ");
    terminal.wait_for_line("> zz");
    assert_eq!(terminal.attributes("zz"), PLAIN);
    terminal.drop_line();
    terminal.enter(":color always");
    terminal.type_text("zz ");
    assert!(terminal.attributes("zz").underline);
}

#[test]
fn ascii_stands_in_where_the_locale_has_nothing_else_or_it_is_asked_for() {
    for start in [Start::new().variable("LC_ALL", "C"), Start::new().argument("--ascii")] {
        draws_in_ascii(&start.run());
    }
    let terminal = Start::new().run();
    terminal.enter(":ascii always");
    draws_in_ascii(&terminal);
    terminal.enter(":ascii never");
    terminal.enter(":grad L");
    assert!(terminal.contents().contains('●'), "{}", terminal.contents());
}

fn draws_in_ascii(terminal: &Terminal) {
    terminal.enter("a = 2; L = a*a");
    terminal.type_text("L");
    terminal.wait_for_line("> L  -> 4");
    terminal.drop_line();
    terminal.enter(":grad L");
    terminal.enter(":draw L");
    terminal.enter(":explain a");
    assert!(terminal.contents().contains("a = 2.0000   dL/da = 4.0000"), "{}", terminal.contents());
    terminal.enter(":step 0.1");
    terminal.enter(":step 0.1 10");
    let contents = terminal.contents();
    assert!(contents.is_ascii(), "{contents}");
    assert!(contents.contains("->"), "{contents}");
}
