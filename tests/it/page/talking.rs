//! Lines and their answers.

use serde_json::json;

use super::cell::{ROOT, open, press_button, settle, texts, type_line};
use super::driver::Browser;
use super::{cell, server};

#[test]
#[ignore = "needs a browser"]
fn a_line_is_answered_in_the_colors_of_the_terminal() {
    let browser = open("");
    assert_eq!(type_line(&browser, "a*b"), "-6\n");
    let table = type_line(&browser, ":grad L");
    assert!(table.starts_with("     node  expression"), "{table}");
    let colored = texts(".entry .negative");
    browser.expect(&colored, json!(["-2.0000", "-2.0000", "-2.0000", "-4.0000"]));
    let error = type_line(&browser, "a + nope");
    assert!(error.starts_with("error: unknown name nope\n  a + nope\n      ^^^^\n"), "{error}");
    assert_eq!(browser.log(), json!([]));
}

#[test]
#[ignore = "needs a browser"]
fn earlier_lines_come_back_and_several_go_together() {
    const UP: &str = "\u{E013}";
    const DOWN: &str = "\u{E015}";
    let browser = open("");
    type_line(&browser, "a + 1");
    type_line(&browser, "a + 2");
    let line = format!("{ROOT}.querySelector('textarea').value");
    browser.press(&format!("draft{UP}{UP}"));
    browser.expect(&line, "a + 1");
    browser.press(&format!("{DOWN}{DOWN}"));
    browser.expect(&line, "draft");
    browser.press(&"\u{E003}".repeat(5));
    browser.press("7*6");
    browser.press_shifted('\u{E007}');
    assert_eq!(type_line(&browser, "_ + 1"), "43\n");
}

#[test]
#[ignore = "needs a browser"]
fn what_is_typed_before_the_calculator_is_there_waits_for_it() {
    let browser = Browser::start(1440, 900, "/nowhere");
    let folder = cell::copied("worker.js", |worker| {
        // A slow start.
        worker.replace(
            "if (data.module) {",
            "if (data.module) { await new Promise(it => setTimeout(it, 1500));",
        )
    });
    browser.go(&format!("{}#q=12;r=q%2B1", server::serve(folder.path())));
    browser.wait_for(&format!("{ROOT}?.querySelector('textarea')"));
    browser.expect(&format!("{ROOT}.querySelector('.cell').ariaBusy"), "true");
    browser.run(&format!("{ROOT}.querySelector('textarea').focus()"));
    browser.press("q + r\u{E007}");
    press_button(&browser, "Undo");
    settle(&browser);
    let answers = texts(".answer");
    browser.expect(&answers, json!(["25\n", "undone: r=q+1\n"]));
}

#[test]
#[ignore = "needs a browser"]
fn after_a_fault_the_session_is_rebuilt() {
    let browser = Browser::start(1440, 900, "/nowhere");
    let folder = cell::copied("worker.js", |worker| {
        worker.replace(
            "reply: ask(data.request)",
            "reply: data.request.text === 'fault' ? wasm.nothing() : ask(data.request)",
        )
    });
    cell::go(&browser, &format!("{}#q=12;r=q%2B1", server::serve(folder.path())));
    type_line(&browser, "s = r^2");
    let said = type_line(&browser, "fault");
    assert!(said.starts_with("internal error, sorry: TypeError"), "{said}");
    assert_eq!(type_line(&browser, "s + q"), "181\n");
    browser.expect(&format!("{ROOT}.querySelectorAll('.node').length"), 3);
}
