//! A lesson at the prompt: parts, questions, a task, and what is tried between.

use std::sync::Arc;

use super::sizes::assert_unbroken;
use super::terminal::*;

const LESSON: &str =
    "# A lesson\n\nHostile \u{1b}[31mred\u{7} <b>text</b>.\n\n```gradcalc\n> a = 2; L = 3a\n```\n
```quiz\nL a\n```\n
```task\nMake it negative.\ngoal L < 0\nat most 2 statements\n```\n
## Last\n\n```gradcalc\nL\n```\n";

fn begin(home: &Arc<Home>) -> Terminal {
    home.write("l.md", LESSON);
    Start::new()
        .size(50, 90)
        .argument("lesson")
        .argument("play")
        .argument("l.md")
        .run_in(Arc::clone(home))
}

#[test]
fn a_lesson_is_played_part_by_part() {
    let home = Arc::new(Home::new());
    let terminal = begin(&home);
    terminal.wait_for("A lesson: 4 parts.");
    terminal.wait_for("Hostile ␛[31mred␇ <b>text</b>.");
    terminal.wait_for("1 of 4");
    terminal.enter("a = 7");
    terminal.wait_for("The next part discards your changes.");
    terminal.press(ENTER);
    terminal.wait_for("1/1  dL/da ?");
    terminal.wait_for_line("?");
    terminal.press("2\r");
    terminal.wait_for("no");
    terminal.press("3\r");
    terminal.wait_for("2 of 4");
    terminal.wait_for_prompt();
    terminal.press(ENTER);
    terminal.wait_for("Goal: L < 0, in at most 2 statements");
    terminal.wait_for_prompt();
    terminal.enter(":set a 1; :set a 2");
    terminal.enter(":set a 3");
    terminal.wait_for("Back to the start of the task");
    terminal.enter("a");
    terminal.enter(":set a -1");
    terminal.wait_for("reached: L < 0");
    terminal.press(ENTER);
    terminal.wait_for("4 of 4");
    terminal.wait_for("\n6\n");
    terminal.wait_for_prompt();
    terminal.press(ENTER);
    terminal.wait_for("The end.");
    terminal.enter(":lesson back");
    terminal.wait_for_prompt();
    terminal.enter(":lesson again");
    terminal.enter(":lesson stop");
    terminal.wait_for("Stopped at part 3 of 4");
    terminal.press(CTRL_D);
    assert_eq!(terminal.wait_for_end(), 0);
    // Begun again it begins at the front.
    let again = begin(&home);
    again.wait_for("Hostile");
    again.wait_for("1 of 4");
}

#[test]
fn lessons_that_come_with_the_program_are_listed_and_played() {
    let terminal = Start::new().size(60, 100).run();
    terminal.enter(":lesson");
    terminal.wait_for(":lesson by-hand");
    terminal.enter(":lesson back");
    terminal.wait_for("no lesson is running");
    terminal.enter("old = 1");
    terminal.enter(":lesson first-fit");
    terminal.wait_for("A first fit: 17 parts.");
    terminal.wait_for("1 of 17");
    terminal.enter("old");
    terminal.wait_for("unknown name old");
}

#[test]
fn what_a_lesson_says_is_broken_at_blanks() {
    let home = Arc::new(Home::new());
    home.write("l.md", LESSON);
    let terminal =
        Start::new().size(50, 44).argument("lesson").argument("play").argument("l.md").run_in(home);
    terminal.wait_for("1 of 4");
    terminal.press(ENTER);
    terminal.wait_for_line("?");
    terminal.press("3\r");
    terminal.wait_for("2 of 4");
    terminal.wait_for_prompt();
    terminal.press(ENTER);
    terminal.wait_for("Goal: L < 0");
    terminal.wait_for_prompt();
    terminal.enter(":hint");
    terminal.enter("L = -1");
    terminal.wait_for(":undo reverts");
    terminal.enter(":undo");
    terminal.press(ENTER);
    terminal.wait_for("The goal is not reached");
    terminal.wait_for_prompt();
    terminal.enter(":lesson stop");
    terminal.wait_for("Stopped at part");
    assert_unbroken(&terminal, 44);
}
