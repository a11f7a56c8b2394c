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
    assert!(table.starts_with("     node  expression         data    dL/dnode\n"), "{table}");
    let colored = "[...document.querySelector('gradcalc-cell').shadowRoot\
        .querySelectorAll('.entry .negative')].map(it => it.textContent).join(' ')";
    assert_eq!(browser.wait_for(colored), "-2.0000 -2.0000 -2.0000 -4.0000");
    let error = type_line(&browser, "a + nope");
    assert_eq!(error, "error: unknown name nope\n  a + nope\n      ^^^^\n");
    assert_eq!(browser.log(), serde_json::json!([]));
}
