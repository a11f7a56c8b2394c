//! The page in a real browser. `page/build` comes first, and Chromium with its driver has to be
//! there, so these tests are ignored unless they are asked for: `cargo test --test page -- --ignored`.

// What does not go as expected ends the test.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

#[path = "page/driver.rs"]
mod driver;
#[path = "page/server.rs"]
mod server;

use std::path::PathBuf;

use driver::Browser;

/// Where `page/build` has put the page.
fn folder() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).with_file_name("page");
    assert!(folder.join("gradcalc.wasm").is_file(), "page/build comes first");
    folder
}

/// A browser that shows the page, with what a link ends in.
fn open(link: &str) -> Browser {
    let browser = Browser::start(1440, 900, "/nowhere");
    browser.go(&format!("{}{link}", server::serve(&folder())));
    ready(&browser);
    browser
}

fn ready(browser: &Browser) {
    browser.wait_for("document.querySelector('gradcalc-cell').hasAttribute('ready')");
    browser.run(
        "document.querySelector('gradcalc-cell').shadowRoot.querySelector('textarea').focus()",
    );
}

/// Types a line and waits for its answer.
fn type_line(browser: &Browser, line: &str) -> String {
    let entries = "document.querySelector('gradcalc-cell').shadowRoot.querySelectorAll('.entry')";
    let before = browser.run(&format!("return {entries}.length")).as_u64().unwrap();
    browser.press(line);
    browser.press("\u{E007}");
    browser.wait_for(&format!("{entries}.length > {before}"));
    let last = format!("return [...{entries}].at(-1).querySelector('.answer')?.textContent ?? ''");
    browser.run(&last).as_str().unwrap().to_owned()
}

#[test]
#[ignore = "needs a browser"]
fn a_line_is_answered_in_the_colors_of_the_terminal() {
    let browser = open("");
    assert_eq!(type_line(&browser, "a*b"), "-6\n");
    let table = type_line(&browser, ":grad L");
    assert!(table.starts_with("     node  expression"), "{table}");
    let colored = "[...document.querySelector('gradcalc-cell').shadowRoot\
        .querySelectorAll('.entry .negative')].map(it => it.textContent).join(' ')";
    assert_eq!(browser.wait_for(colored), "-2.0000 -2.0000 -2.0000 -4.0000");
    let error = type_line(&browser, "a + nope");
    assert_eq!(error, "error: unknown name nope\n  a + nope\n      ^^^^\n");
    assert_eq!(browser.log(), serde_json::json!([]));
}

/// What is in the cell.
const ROOT: &str = "document.querySelector('gradcalc-cell').shadowRoot";

/// The number in the box of a node.
fn in_box(browser: &Browser, name: &str, what: &str) -> String {
    let script = format!(
        "return [...{ROOT}.querySelectorAll('.node')]\
         .find(box => box.querySelector('.name').textContent === '{name}')\
         .querySelector('.{what}').textContent"
    );
    browser.run(&script).as_str().unwrap().to_owned()
}

/// Presses the button of this text.
fn press_button(browser: &Browser, text: &str) {
    let find = format!(
        "[...{ROOT}.querySelectorAll('button')].find(it => it.textContent.startsWith('{text}') && !it.hidden && !it.disabled)"
    );
    browser.wait_for(&format!("!!{find}"));
    browser.run(&format!("{find}.click()"));
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
    assert_eq!(browser.run(&format!("return {line}")), "a + 1");
    browser.press(&format!("{DOWN}{DOWN}"));
    assert_eq!(browser.run(&format!("return {line}")), "draft");
    browser.press(&"\u{E003}".repeat(5));
    browser.press("7*6");
    browser.press_shifted('\u{E007}');
    assert_eq!(type_line(&browser, "_ + 1"), "43\n");
}

#[test]
#[ignore = "needs a browser"]
fn a_slider_moves_its_leaf_and_one_undo_takes_the_drag_back() {
    let browser = open("");
    browser.wait_for(&format!("{ROOT}.querySelectorAll('.slider').length === 4"));
    let place = browser.run(&format!(
        "const at = {ROOT}.querySelector('.slider input').getBoundingClientRect();\
         return [at.x, at.y + at.height / 2, at.width, Number({ROOT}.querySelector('.slider input').value)]"
    ));
    let at = |index: usize| place[index].as_f64().unwrap();
    // 2 of -5 to 5.
    let knob = at(0) + at(2) * 0.7;
    let places: Vec<(f64, f64)> =
        (0..=10).map(|step| (knob + f64::from(step) * at(2) / 50.0, at(1))).collect();
    browser.drag(&places);
    browser.wait_for(&format!("{ROOT}.querySelector('.log').textContent.includes(':set a ')"));
    let moved: f64 = in_box(&browser, "a", "data").parse().unwrap();
    assert!(moved > 2.5, "{moved}");
    let root: f64 = in_box(&browser, "L", "data").parse().unwrap();
    assert!((root - (moved * -3.0 + 10.0) * -2.0).abs() < 1e-3, "{root}");
    type_line(&browser, ":undo");
    browser.wait_for(&format!("{ROOT}.querySelector('.node .data').textContent === '2.0000'"));
}

#[test]
#[ignore = "needs a browser"]
fn the_pass_by_hand_goes_forward_and_back_in_the_picture() {
    let browser = open("#a=-2;b=3;d=a*b;e=a%2Bb;f=d*e");
    press_button(&browser, "Backward by hand");
    press_button(&browser, "Next: f");
    press_button(&browser, "Next: e");
    browser.wait_for(&format!("{ROOT}.querySelectorAll('.edge.lit').length === 3"));
    assert_eq!(in_box(&browser, "a", "grad"), "-6.0000");
    assert_eq!(in_box(&browser, "a", "status"), "waiting for 1 more");
    let labels =
        format!("return [...{ROOT}.querySelectorAll('.labels text')].map(it => it.textContent)");
    assert_eq!(browser.run(&labels), serde_json::json!(["+= 1 × -6", "+= 1 × -6"]));
    press_button(&browser, "Undo step");
    browser.wait_for(&format!("{ROOT}.querySelectorAll('.edge.lit').length === 3"));
    assert_eq!(in_box(&browser, "a", "grad"), "·");
    // A box that is not ready says so, and can be pushed all the same.
    type_line(&browser, ":prev");
    browser.run(&format!(
        "{ROOT}.querySelector('#n2').dispatchEvent(new MouseEvent('click', {{bubbles: true}}))"
    ));
    press_button(&browser, "Push d anyway");
    browser.wait_for(&format!(
        "{ROOT}.querySelector('#n2 .status').textContent === 'pushed too early'"
    ));
}

#[test]
#[ignore = "needs a browser"]
fn a_single_file_runs_from_the_disk() {
    let browser = Browser::start(1440, 900, "/nowhere");
    browser.go(&format!("file://{}", folder().join("single.html").display()));
    ready(&browser);
    assert_eq!(type_line(&browser, "a*b"), "-6\n");
    assert_eq!(browser.log(), serde_json::json!([]));
}
