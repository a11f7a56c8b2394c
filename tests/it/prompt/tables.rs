//! A table is pasted, or typed row by row.

use super::terminal::*;

/// What is to be pasted, as a terminal sends it.
fn pasted(text: &str) -> String {
    format!("\x1b[200~{}\x1b[201~\r", text.replace('\n', "\r"))
}

#[track_caller]
fn wait_for_answer(terminal: &Terminal, answer: &str) {
    terminal.wait_for(&format!("\n{answer}\n> "));
}

#[test]
fn a_table_that_is_pasted_becomes_columns() {
    for (rows, said) in [
        ("t\tV\n0\t1.5\n1\t2.5\n", "t, V: 2 rows"),
        ("1 -2\n3 -4\n5 6", "c1, c2: 3 rows"),
        ("1.5\n2.5\n-3e5\n", "c1: 3 rows"),
        ("x;y\n1,5;2\n", "x, y: 1 row"),
        ("a,b,c\n1,2,3\n4,NA,6\n", "a, b, c: 2 rows"),
        ("Anna\t1.5\nBob\t2.5\n", "c1, c2: 2 rows; c1 is text"),
        ("10\tm\n20\tm\n", "c1, c2: 2 rows; c2 is text"),
        ("# by hand\n1 2\n\n3 4\n", "c1, c2: 2 rows"),
    ] {
        let terminal = Start::new().size(24, 100).run();
        terminal.press(&pasted(rows));
        terminal.wait_for(&format!("\n{said}\n"));
        terminal.wait_for_prompt();
        assert!(!terminal.contents().contains("error"), "{}", terminal.contents());
    }
}

#[test]
fn what_is_no_table_runs() {
    for (lines, said) in [
        ("3 - 2\n4 - 2\n", "2"),
        ("a = 2\nb = 3\na*b\n", "6"),
        ("x = 5\nx\n7\n", "7"),
        ("> 1 + 1\n2\n> 2 + 2\n4\n", "4"),
        ("max(1, 2)\nmax(3, 4)\n", "4"),
        ("# 1\n8\n", "8"),
    ] {
        let terminal = Start::new().run();
        terminal.press(&pasted(lines));
        wait_for_answer(&terminal, said);
        terminal.wait_for_prompt();
        assert!(!terminal.contents().contains("row"), "{}", terminal.contents());
    }
}

#[test]
fn columns_without_a_header_take_free_names_and_can_be_named() {
    let terminal = Start::new().run();
    terminal.press(&pasted("1\t2\n3\t4"));
    wait_for_answer(&terminal, "c1, c2: 2 rows");
    terminal.press(&pasted("5\n6\n7"));
    wait_for_answer(&terminal, "c3: 3 rows");
    terminal.enter("q = c3; q");
    wait_for_answer(&terminal, "[5, 6, 7]  3 rows");
    terminal.enter("c2");
    wait_for_answer(&terminal, "[2, 4]  2 rows");
}

#[test]
fn a_bad_cell_is_told_and_the_table_comes_back_with_up() {
    let terminal = Start::new().run();
    terminal.press(&pasted("1\t2\n3\t<4\n5\t6"));
    terminal.wait_for("error: <4 is not a number: row 2, column c2 (line 2)");
    terminal.wait_for_prompt();
    terminal.press(UP);
    terminal.wait("the table", |screen| screen.contents().matches("<4").count() == 3);
    terminal.press(CTRL_C);
    terminal.wait_for_prompt();
    terminal.enter("c1");
    terminal.wait_for("unknown name c1");
}

#[test]
fn rows_are_typed_up_to_an_empty_line() {
    let terminal = Start::new().run();
    terminal.type_text(":read");
    terminal.press(ENTER);
    terminal.wait_for_line("|");
    terminal.press("1 2\r");
    terminal.press("3 4\r");
    terminal.press("\r");
    wait_for_answer(&terminal, "c1, c2: 2 rows");
    terminal.wait_for_prompt();
    terminal.type_text(":read");
    terminal.press(ENTER);
    terminal.wait_for_line("|");
    terminal.press("5 6\r");
    terminal.press(CTRL_C);
    terminal.wait_for_prompt();
    terminal.enter("c1");
    wait_for_answer(&terminal, "[1, 3]  2 rows");
    terminal.enter(":read -");
    terminal.wait_for("stdin contains the script");
}
