//! A calculator that cannot start, or not again.

use std::fs;
use std::path::Path;

use serde_json::json;

use super::cell::{ROOT, copied, folder, go, press_button, settle, type_line};
use super::driver::Browser;
use super::server;

/// What is said, all of it.
fn log() -> String {
    format!("{ROOT}.querySelector('.log').textContent")
}

fn copy(folder: &Path, to: &Path, name: &str) {
    fs::copy(folder.join(name), to.join(name)).unwrap();
}

#[test]
#[ignore = "needs a browser"]
fn what_cannot_start_says_so_once_and_a_reload_tries_again() {
    let browser = Browser::start(1440, 900, "/nowhere");
    let remedy = "Reload the page; if that does not help, tell its author.";
    for (name, content, why) in [
        ("gradcalc.wasm", None, "gradcalc.wasm cannot be fetched (404 Not Found)"),
        ("gradcalc.wasm", Some("<html>"), "gradcalc.wasm cannot be compiled ("),
        ("worker.js", None, "worker.js cannot be run (not found, or not allowed)"),
    ] {
        let site = tempfile::tempdir().unwrap();
        for file in ["index.html", "page.css", "cell.js", "worker.js", "gradcalc.wasm"] {
            copy(&folder(), site.path(), file);
        }
        match content {
            Some(content) => fs::write(site.path().join(name), content).unwrap(),
            None => fs::remove_file(site.path().join(name)).unwrap(),
        }
        browser.go("about:blank");
        browser.go(&format!("{}#q=12", server::serve(site.path())));
        // What is typed meanwhile is not lost.
        browser.wait_for(&format!("{ROOT}?.querySelector('textarea')"));
        browser.run("document.querySelector('gradcalc-cell').type('7*6')");
        settle(&browser);
        let said = browser.wait_for(&log());
        let said = said.as_str().unwrap();
        let begin = format!("The calculator cannot start: {why}");
        assert!(said.starts_with(&begin), "{said}");
        assert!(said.contains(remedy) && said.ends_with("> 7*6"), "{said}");
        assert_eq!(said.matches("cannot start").count(), 1, "{said}");
        let enabled = "'button, input, textarea')].filter(it => !it.disabled).length";
        browser.expect(&format!("[...{ROOT}.querySelectorAll({enabled}"), 0);

        copy(&folder(), site.path(), name);
        browser.run("location.reload()");
        browser.wait_for(&format!("{ROOT}?.querySelector('.log')?.textContent.includes('q=12')"));
        assert_eq!(type_line(&browser, "q + 1"), "13\n");
        browser.log();
    }
}

#[test]
#[ignore = "needs a browser"]
fn what_cannot_start_again_says_so_and_a_reload_has_the_session() {
    let browser = Browser::start(1440, 900, "/nowhere");
    let site = copied("worker.js", |worker| format!("{worker}\n"));
    browser.devtools("Network.enable", json!({}));
    browser.devtools("Network.setCacheDisabled", json!({"cacheDisabled": true}));
    go(&browser, &format!("{}#q=12;r=q^2", server::serve(site.path())));
    browser.wait_for("location.hash.includes('r=')");
    fs::remove_file(site.path().join("worker.js")).unwrap();
    browser.run(&format!("{ROOT}.querySelector('textarea').focus()"));
    browser.press(":step 1e-12 1000000000\u{E007}");
    press_button(&browser, "Stop");
    browser.wait_for(&format!("{}.includes('cannot start: worker.js cannot be run')", log()));
    settle(&browser);
    browser.expect(&format!("{ROOT}.querySelector('textarea').disabled"), true);
    copy(&folder(), site.path(), "worker.js");
    browser.run("location.reload()");
    browser.wait_for(&format!("{ROOT}?.querySelector('.log')?.textContent.includes('q=12')"));
    assert_eq!(type_line(&browser, "q + r"), "156\n");
}
