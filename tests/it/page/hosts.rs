//! Cells in a page of a teacher's, whatever that page does to them.

use serde_json::{Value, json};
use tempfile::TempDir;

use super::cell::{ROOT, folder, press_button, type_line};
use super::driver::Browser;
use super::server;

/// What a lesson has at its end.
const SCRIPT: &str = "<script src=\"cell.js\"></script>";

const CELLS: &str = "document.querySelectorAll('gradcalc-cell')";

/// A folder with a lesson of three cells, below this head and before this end.
fn lesson(head: &str, end: &str) -> TempDir {
    let page = format!(
        "<!DOCTYPE html>{head}<meta charset=\"utf-8\"><title>lesson</title>\
         <link rel=\"icon\" href=\"data:,\">\n<h1>Lesson</h1>\n\
         <gradcalc-cell>\na = 2\nb = a^2\n</gradcalc-cell>\n<p>Then</p>\n\
         <gradcalc-cell>\nx = 3; y = 4\nd = (x^2 + y^2)^0.5\n:grad d\n</gradcalc-cell>\n\
         <gradcalc-cell></gradcalc-cell>\n{end}\n"
    );
    let copy = tempfile::tempdir().unwrap();
    for name in ["cell.js", "worker.js", "gradcalc.wasm"] {
        std::fs::copy(folder().join(name), copy.path().join(name)).unwrap();
    }
    std::fs::write(copy.path().join("lesson.html"), page).unwrap();
    copy
}

/// Opens a lesson, and waits until its cells have shown their scripts.
fn open(browser: &Browser, lesson: &TempDir) {
    browser.go(&format!("{}lesson.html", server::serve(lesson.path())));
    let boxes =
        format!("[...{CELLS}].map(cell => cell.shadowRoot?.querySelectorAll('.node').length)");
    browser.expect(&boxes, json!([2, 6, 7]));
    let is_idle = "cell => cell.shadowRoot.querySelector('.cell').ariaBusy === 'false'";
    browser.expect(&format!("[...{CELLS}].every({is_idle})"), true);
}

#[test]
#[ignore = "needs a browser"]
fn a_teacher_puts_several_cells_into_a_page() {
    let lesson = lesson("", SCRIPT);
    let browser = Browser::start(1024, 768, "/nowhere");
    open(&browser, &lesson);
    browser.expect("location.hash", "");
    assert_eq!(browser.log(), json!([]));
}

#[test]
#[ignore = "needs a browser"]
fn a_script_may_stand_at_the_top_of_a_page_or_twice_or_be_a_module() {
    let browser = Browser::start(1024, 768, "/nowhere");
    let module = "<script type=\"module\" src=\"cell.js\"></script>";
    for (head, end) in [(SCRIPT, ""), (SCRIPT, SCRIPT), ("", module)] {
        open(&browser, &lesson(head, end));
        assert_eq!(browser.log(), json!([]), "{head} {end}");
    }
}

/// How all text and every control of the cells is set.
fn looks(browser: &Browser) -> Value {
    const PROPERTIES: &str = "['direction', 'letterSpacing', 'wordSpacing', 'textTransform', \
        'textAlign', 'textIndent', 'textShadow', 'fontFamily', 'fontSize', 'fontStyle', \
        'fontWeight', 'fontVariant', 'lineHeight', 'whiteSpace', 'wordBreak', 'tabSize', \
        'webkitTextStrokeWidth', 'fill', 'stroke', 'strokeWidth', 'textAnchor', 'cursor', \
        'userSelect', 'caretColor', 'minHeight', 'paddingLeft', 'gap']";
    browser.run(&format!(
        "const all = [...{CELLS}].flatMap(cell => [...cell.shadowRoot.querySelectorAll('*')]);\
         return [...new Set(all.map(it => {{ const style = getComputedStyle(it);\
         return [it.localName, it.className.baseVal ?? it.className,\
         ...{PROPERTIES}.map(name => style[name])].join(' | '); }}))].sort()"
    ))
}

#[test]
#[ignore = "needs a browser"]
fn the_style_of_a_page_ends_at_its_cells() {
    let browser = Browser::start(1024, 768, "/nowhere");
    open(&browser, &lesson("", SCRIPT));
    let own = looks(&browser);
    assert!(own.as_array().unwrap().len() > 30, "{own}");
    for head in [
        "<style>* { all: unset }</style>",
        "<style>* { all: unset !important }</style>",
        "<style>html { font: italic 900 40px/3 serif; letter-spacing: 0.3em; word-spacing: 1em; \
         text-transform: uppercase; text-align: center; white-space: pre; text-indent: 3em; \
         font-variant: small-caps; text-shadow: 3px 3px red; word-break: break-all; tab-size: 40; \
         -webkit-text-stroke: 1px red; fill: red; stroke: green; stroke-width: 9; \
         text-anchor: end; cursor: wait; user-select: none; caret-color: transparent } \
         button { display: none } svg { width: 10px !important } .cell { display: none }</style>",
        "<html dir=\"rtl\">",
    ] {
        open(&browser, &lesson(head, SCRIPT));
        assert_eq!(looks(&browser), own, "{head}");
    }
    // Where things are as wide as what is in them, a cell is not without width.
    for head in ["<style>body { display: flex }</style>", "<style>* { float: left }</style>"] {
        open(&browser, &lesson(head, SCRIPT));
        let narrowest = format!("Math.min(...[...{CELLS}].map(cell => cell.offsetWidth)) > 200");
        browser.expect(&narrowest, true);
        browser.expect("document.documentElement.scrollWidth <= innerWidth", true);
    }
}

#[test]
#[ignore = "needs a browser"]
fn a_strict_policy_of_a_page_lets_cells_run() {
    let policy = |content: &str| {
        format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{content}\">")
    };
    let browser = Browser::start(1024, 768, "/nowhere");
    let enough = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; \
        worker-src 'self'; img-src data:; require-trusted-types-for 'script'";
    open(&browser, &lesson(&policy(enough), SCRIPT));
    type_line(&browser, ":plot b a -3 3");
    browser.expect(&format!("{ROOT}.querySelector('.plot img').naturalWidth > 0"), true);
    assert_eq!(browser.log(), json!([]));

    let lacks = enough.replace(" 'wasm-unsafe-eval'", "");
    let lesson = lesson(&policy(&lacks), SCRIPT);
    browser.go(&format!("{}lesson.html", server::serve(lesson.path())));
    let says = "The calculator cannot start: gradcalc.wasm cannot be compiled (";
    browser.wait_for(&format!("{ROOT}?.querySelector('.log').textContent.startsWith('{says}')"));
}

#[test]
#[ignore = "needs a browser"]
fn a_cell_that_is_taken_away_does_not_go_on() {
    let browser = Browser::start(1024, 768, "/nowhere");
    let lesson = lesson("", SCRIPT);
    open(&browser, &lesson);
    let [first, second] = [0, 1].map(|number| format!("{CELLS}[{number}].shadowRoot"));
    for root in [&first, &second] {
        browser.run(&format!(
            "{root}.querySelector('.training input').value = '1e-9';\
             {root}.querySelector('.training .run').click()"
        ));
        browser.wait_for(&format!("{root}.querySelector('.training .said').textContent"));
    }
    // One that is only moved goes on.
    browser.run(&format!("{CELLS}[1].after({CELLS}[0])"));
    browser.run("return new Promise(it => setTimeout(it, 200))");
    let run = "it.shadowRoot.querySelector('.training .run').textContent";
    let runs = format!("[...{CELLS}].map(it => {run})");
    browser.expect(&runs, json!(["Stop", "Stop", "Train"]));

    browser.run(&format!("window.away = {CELLS}[1]; away.remove()"));
    browser.expect(&run.replace("it.", "away."), "Train");
    browser.expect(&runs, json!(["Stop", "Train"]));
    browser.run("document.body.prepend(away)");
    browser.wait_for(&format!("{ROOT}.querySelector('.log').textContent.includes(':step 1e-9 ')"));
    assert!(type_line(&browser, "a").starts_with("1.99"));
    type_line(&browser, ":undo");
    assert_eq!(type_line(&browser, "a"), "2\n");

    // What cannot end by itself is stopped.
    browser.press(":step 1e-12 1000000000\u{E007}");
    browser.run("away.remove()");
    browser.expect("away.shadowRoot.querySelector('.cell').ariaBusy", "false");
    browser.run("document.body.prepend(away)");
    assert_eq!(type_line(&browser, "a + b"), "6\n");
    press_button(&browser, "Quiz");
    assert_eq!(browser.log(), json!([]));
}

#[test]
#[ignore = "needs a browser"]
fn a_page_chooses_the_controls_of_a_cell_and_is_told_what_happens_in_it() {
    let browser = Browser::start(1024, 768, "/nowhere");
    let heard = "<script>window.heard = [];\
        for (const name of ['answer', 'error', 'quiz']) document.addEventListener(name, event =>\
        heard.push([name, event.detail.statement ?? event.detail.question, event.detail.over ?? null]));</script>";
    let cell = "<gradcalc-cell script=\"a = 3; b = a^2\" controls=\"quiz line\"></gradcalc-cell>";
    let site = lesson("", &format!("{heard}{cell}{SCRIPT}"));
    browser.go(&format!("{}lesson.html", server::serve(site.path())));
    let last = format!("[...{CELLS}].at(-1)");
    browser.wait_for(&format!("{last}.shadowRoot?.querySelectorAll('.node').length === 2"));
    browser.wait_for(&format!("{last}.shadowRoot.querySelector('.cell').ariaBusy === 'false'"));
    let shown = format!(
        "[...{last}.shadowRoot.querySelectorAll('button, input, textarea')].filter(it => it.checkVisibility())\
         .map(it => it.textContent || it.ariaLabel)"
    );
    browser.expect(&shown, json!(["statement", "Run", "Quiz"]));
    browser.run(&format!("heard.length = 0; return {last}.type('b')"));
    browser.expect("heard", json!([["answer", "b", null]]));
    browser.run(&format!("heard.length = 0; return {last}.type('b + nope')"));
    browser.expect("heard", json!([["error", "b + nope", null]]));
    browser.run(&format!("heard.length = 0; return {last}.type(':quiz b')"));
    browser.expect("heard.filter(it => it[0] === 'quiz')", json!([["quiz", "db/db", false]]));
}

#[test]
#[ignore = "needs a browser"]
fn a_page_opens_a_cell_in_the_middle_of_a_pass_or_of_a_quiz() {
    let browser = Browser::start(1024, 768, "/nowhere");
    let cell = |begun: &str| {
        format!(
            "<gradcalc-cell script=\"a = 3; b = a^2; {begun}\" controls=\"back quiz\"></gradcalc-cell>"
        )
    };
    let site = lesson("", &format!("{}{}{SCRIPT}", cell(":back"), cell(":quiz")));
    browser.go(&format!("{}lesson.html", server::serve(site.path())));
    let is_idle = "cell => cell.shadowRoot?.querySelector('.cell').ariaBusy === 'false'";
    browser.expect(&format!("[...{CELLS}].every({is_idle})"), true);
    let buttons = |number: i32| {
        format!(
            "[...[...{CELLS}].at({number}).shadowRoot.querySelectorAll('button')].filter(it => it.checkVisibility())\
             .map(it => it.textContent)"
        )
    };
    browser.expect(&buttons(-2), json!(["Next: b", "By phases", "Undo step", "Show all grads"]));
    browser.expect(&buttons(-1), json!(["Hint", "Skip", "End the quiz"]));
    browser.expect(
        &format!("!!{CELLS}[{CELLS}.length - 1].shadowRoot.querySelector('.node.asked')"),
        true,
    );
}
