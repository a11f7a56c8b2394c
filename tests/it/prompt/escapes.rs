//! What is typed, pasted, recalled or named cannot steer the terminal.

use std::sync::Arc;

use super::terminal::*;

/// Sets the clipboard and the title, clears the screen, rings, and begins a control string as one
/// character; the last turns the direction of writing.
const ATTACK: &str =
    "\x1b]52;c;UFdORUQ=\x07\x1b]0;PWNED\x07\x1b[2J\x1b[31m\x07\u{9b}2J\u{9d}0;PWNED\u{9c}\u{202e}";

/// Fails when anything but text and the escapes of a line editor was sent.
#[track_caller]
fn assert_only_text(terminal: &Terminal) {
    let sent = terminal.sent();
    let mut rest = sent.as_str();
    while let Some(at) = rest.find(|c: char| gradcalc::internals::language::visible(c) != c) {
        let tail = &rest[at..];
        // Line ends, and sequences that move, color and erase to the end of the line or below.
        let ends = |c: char| !(c.is_ascii_digit() || matches!(c, ';' | '?'));
        let sequence = tail.strip_prefix("\x1b[").and_then(|inside| {
            let end = inside.find(ends)?;
            let known = "ABCDKJmhl".contains(&inside[end..=end]);
            (known && !inside.starts_with("2J") && !inside.starts_with("31m")).then_some(end + 3)
        });
        let length = match tail.as_bytes()[0] {
            b'\r' | b'\n' | b'\t' => 1,
            _ => sequence.unwrap_or_else(|| {
                panic!("{:?} was sent", tail.chars().take(20).collect::<String>())
            }),
        };
        rest = &tail[length..];
    }
    assert!(!sent.contains("\x1b]"));
}

#[test]
fn history_is_recalled_as_text() {
    for color in ["always", "never"] {
        let home = Home::new();
        home.write(HISTORY, format!("#V2\n1+1 # {ATTACK} end\nb = 2\n"));
        let start = Start::new().argument("--color").argument(color);
        let terminal = start.run_in(Arc::new(home));
        terminal.press(UP);
        terminal.wait_for_line("> b = 2");
        terminal.press(UP);
        terminal.wait_for("> 1+1 # ]52;c;");
        terminal.wait_for("end");
        terminal.press(ENTER);
        terminal.wait_for("\n2\n");
        terminal.wait_for_prompt();
        terminal.press("\x12");
        terminal.wait_for("(reverse-i-search)");
        terminal.press("1+");
        terminal.wait_for("(reverse-i-search)`1+': 1+1 # ]52;c;");
        terminal.press(ENTER);
        terminal.wait("two answers", |screen| screen.contents().matches("\n2\n").count() == 2);
        assert_only_text(&terminal);
    }
}

#[test]
fn what_is_pasted_is_text() {
    for color in ["always", "never"] {
        // Escape sequences in a paste are the editor's to drop, the others ours; and the end of a
        // control string is no end of the paste.
        let pasted = "1+1 # \x07\x08\u{7}\u{9b}2J\u{9d}0;PWNED\u{9c}\u{202e}\x01\x7f end";
        let terminal = Start::new().argument("--color").argument(color).run();
        terminal.press(&format!("\x1b[200~{pasted}\x1b[201~"));
        terminal.wait_for_line("> 1+1 # 2J0;PWNED end  → 2");
        terminal.press(ENTER);
        terminal.wait_for("\n2\n");
        terminal.wait_for_prompt();
        terminal.press(&format!("\x1b[200~zz + {}\x07{pasted}\x1b[201~\r", "1 + ".repeat(200)));
        terminal.wait_for("found the control character U+0007");
        terminal.wait_for_prompt();
        terminal.press("\x12");
        terminal.wait_for("(reverse-i-search)");
        terminal.press("PWN");
        terminal.wait_for("(reverse-i-search)`PWN'");
        terminal.drop_line();
        // Not in brackets, as of a terminal that knows none.
        terminal.press("3*4 # \u{9b}2J\u{9d}0;x");
        terminal.wait_for_line("> 3*4 # 2J0;x  → 12");
        assert_only_text(&terminal);
        let kept = terminal.home.read(HISTORY);
        assert!(!kept.contains(|c: char| c.is_control() && c != '\n'), "{kept:?}");
    }
}

#[test]
fn what_is_pasted_runs_as_from_a_pipe() {
    for (pasted, answer) in [
        ("1\u{7}2", "found the control character U+0007"),
        ("1\u{9b}2", "found the control character U+009B"),
        ("1\u{202e}2", "found the invisible character U+202E"),
    ] {
        let terminal = Start::new().run();
        terminal.press(&format!("\x1b[200~{pasted}\x1b[201~"));
        terminal.wait_for("> 12");
        terminal.press(ENTER);
        terminal.wait_for(answer);
        terminal.wait_for_prompt();
        assert!(!terminal.contents().contains("\n12\n"), "{}", terminal.contents());
        assert_only_text(&terminal);
    }
}

#[test]
fn names_of_files_are_text() {
    let home = Home::new();
    home.write("lesson\u{9b}31m\x07.grad", "1\n");
    home.write("lesson\u{202e}.grad", "1\n");
    home.write("lesson_one.grad", "1\n");
    let name = "no\x1b]0;PWNED\x07";
    let start =
        Start::new().argument("-i").argument(name).variable("GRADCALC_HISTORY", "./\x1b]0;x\x07/");
    let terminal = start.run_in(Arc::new(home));
    terminal.press(":load les\t");
    terminal.wait_for("> :load lesson_one.grad");
    terminal.press(ENTER);
    terminal.wait_for("\n1\n");
    assert_only_text(&terminal);
}

#[test]
fn a_lesson_that_is_printed_is_text() {
    let text = format!("# A lesson\n\nBefore {ATTACK} after.\n\n```gradcalc\na = 2\n```\n");
    for words in ["sheet lesson.md", "key lesson.md", "key --html lesson.md", "fill -"] {
        let home = Arc::new(Home::new());
        home.write("lesson.md", &text);
        let all = std::iter::once("lesson").chain(words.split(' '));
        let start = all.fold(Start::new(), Start::argument);
        let terminal = start.redirected("<lesson.md").spawn_in(home);
        assert_eq!(terminal.wait_for_end(), 0, "{words:?}: {}", terminal.contents());
        terminal.wait_for("Before ");
        assert_only_text(&terminal);
    }
}
