//! A cell in a page as makers of books emit it.

use std::path::Path;

use serde_json::json;

use super::cell::{ROOT, folder, settle, type_line};
use super::driver::Browser;
use super::server;

/// The pages in `tests/data/books`, and where each and its script stand in its site.
const BOOKS: [(&str, &str, &str); 4] = [
    ("mdbook.html", "lesson.html", "cell-79cd2a34.js"),
    ("quarto.html", "lesson.html", "cell.js"),
    ("jupyter-book.html", "lesson.html", "_static/cell.js"),
    ("docusaurus.html", "docs/course/lesson.html", "cell.js"),
];

#[test]
#[ignore = "needs a browser"]
fn a_cell_works_in_a_page_of_each_maker_of_books() {
    let books = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/books");
    let browser = Browser::start(1024, 768, "/nowhere");
    for (book, place, script) in BOOKS {
        let site = tempfile::tempdir().unwrap();
        let script = site.path().join(script);
        std::fs::create_dir_all(script.parent().unwrap()).unwrap();
        std::fs::copy(folder().join("cell.js"), &script).unwrap();
        for name in ["worker.js", "gradcalc.wasm"] {
            std::fs::copy(folder().join(name), script.with_file_name(name)).unwrap();
        }
        let page = site.path().join(place);
        std::fs::create_dir_all(page.parent().unwrap()).unwrap();
        std::fs::copy(books.join(book), &page).unwrap();
        let address = format!("{}{place}", server::serve(site.path()));
        browser.go("about:blank");
        browser.go(&address);
        browser.wait_for("document.readyState === 'complete'");
        if book == "docusaurus.html" {
            browser.expect("document.documentElement.dataset.hasHydrated", "true");
        }
        browser.expect(&format!("{ROOT}?.querySelectorAll('.node').length"), json!(2));
        settle(&browser);
        // The worker's script does nothing in a page that loads it, and takes no names there.
        browser.expect("window.onmessage", json!(null));
        browser.expect("typeof channel", "undefined");
        // Keys that the page has for itself belong to what is typed.
        assert_eq!(type_line(&browser, "s = b/2"), "s = 2\n", "{book}");
        browser.run(&format!("{ROOT}.querySelector('textarea').focus()"));
        browser.press("b\u{E012}3\u{E014}\u{E007}");
        settle(&browser);
        let said = format!("{ROOT}.querySelector('.log').textContent.includes('3b')");
        browser.expect(&said, true);
        browser.expect("location.pathname.endsWith('lesson.html')", true);
        // A cell says what is answered, what is refused and how far a quiz is, to the page as well.
        browser.run(
            "window.heard = []; for (const name of ['answer', 'error', 'quiz'])\
             document.addEventListener(name, event => heard.push([name, event.detail.statement ?? event.detail.question]))",
        );
        browser.run(
            "const cell = document.querySelector('gradcalc-cell');\
             return cell.type('a').then(() => cell.type('a + nope')).then(() => cell.type(':quiz b'))",
        );
        settle(&browser);
        let heard = json!([["answer", "a"], ["error", "a + nope"], ["quiz", "db/db"]]);
        let told = "heard.filter(it => it[0] !== 'answer' || it[1] === 'a')";
        browser.expect(told, heard);
        // Another cell, with its script and its controls as attributes, wherever the page puts it.
        browser.run(
            "const first = document.querySelector('gradcalc-cell'), cell = document.createElement('gradcalc-cell');\
             cell.setAttribute('script', 'x = 3; y = x^2; :back'); cell.setAttribute('controls', 'back');\
             first.before(cell)",
        );
        browser.wait_for(&format!("{ROOT}?.querySelectorAll('.node').length === 2"));
        settle(&browser);
        let shown = format!(
            "[...{ROOT}.querySelectorAll('button, input, textarea')].filter(it => it.checkVisibility())\
             .map(it => it.textContent)"
        );
        browser.expect(&shown, json!(["Next: y", "By phases", "Undo step", "Show all grads"]));
        let width = "document.documentElement.scrollWidth <= innerWidth";
        browser.expect(width, true);
        assert_eq!(browser.log(), json!([]), "{book}");
    }
}
