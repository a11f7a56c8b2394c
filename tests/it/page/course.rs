//! Lessons on the page: by address, dropped, in one file, and what is handed in.

use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::cell::{ROOT, folder, go, in_box, press_button, settle, type_line};
use super::driver::Browser;
use super::server;
use crate::support::run::run;

const LESSON: &str = "# Sum\n\nRead *this* [web](https://example.org/a) [no](javascript:alert(1)) \
    [beside](other.html) ![shown](beside.png) <b id=\"raw\">b</b>.\n\n```gradcalc\na = 2; b = 3; L = a*b\n:grad L\n```\n
```quiz\nL a\n```\n\n```ask\nWhat is L?\n= L\nhint: a product\n```\n
```task\nMake L negative.\ngoal L < 0\n```\n\n## The end\n";

/// A site with the page, and a lesson beside it.
fn site() -> TempDir {
    let site = tempfile::tempdir().unwrap();
    fs::create_dir(site.path().join("lessons")).unwrap();
    for from in [folder(), folder().join("lessons")] {
        let to = site.path().join(from.strip_prefix(folder()).unwrap());
        for entry in fs::read_dir(from).unwrap().flatten().filter(|it| it.path().is_file()) {
            fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
        }
    }
    fs::write(site.path().join("sum.md"), LESSON).unwrap();
    site
}

fn log() -> String {
    format!("{ROOT}.querySelector('.log').textContent")
}

fn says(browser: &Browser, text: &str) {
    browser.wait_for(&format!("{}.includes({})", log(), json!(text)));
}

/// The file that a download makes, once it is whole.
fn downloaded(folder: &TempDir, name: &str, end: &str) -> String {
    let file = folder.path().join(name);
    for _ in 0..600 {
        match fs::read_to_string(&file) {
            Ok(text) if text.trim_end().ends_with(end) => return text,
            _ => std::thread::sleep(std::time::Duration::from_millis(100)),
        }
    }
    panic!("no whole {name} in {folder:?}");
}

fn with_downloads() -> (Browser, TempDir) {
    let downloads = tempfile::tempdir().unwrap();
    let browser = Browser::start(1440, 900, downloads.path().to_str().unwrap());
    browser.devtools(
        "Browser.setDownloadBehavior",
        json!({"behavior": "allow", "downloadPath": downloads.path()}),
    );
    (browser, downloads)
}

#[test]
#[ignore = "needs a browser"]
fn a_lesson_by_address_is_played_and_handed_in_and_graded() {
    let (browser, downloads) = with_downloads();
    let site = site();
    go(&browser, &format!("{}?lesson=sum.md", server::serve(site.path())));
    says(&browser, "Read this");
    says(&browser, "a = 2; b = 3; L = a*b");
    browser.expect(&format!("{ROOT}.querySelectorAll('.prose h1').length"), 1);
    // A picture beside it, links that lead out of the session elsewhere, and no markup of its own.
    browser.wait_for(&format!("{ROOT}.querySelectorAll('.node').length >= 3"));
    let links = format!(
        "[...{ROOT}.querySelectorAll('.prose a')].map(it => [it.getAttribute('href'), it.target])"
    );
    browser.expect(&links, json!([["https://example.org/a", "_blank"]]));
    browser.expect(&format!("{ROOT}.querySelectorAll('.prose img').length"), 0);
    says(&browser, "no beside picture: shown");
    browser.expect(&format!("{ROOT}.querySelector('#raw')"), Value::Null);
    // It shows no grads where some are asked next, before they are known.
    browser.expect(&in_box("a", "grad"), "·");
    browser.expect(&in_box("b", "grad"), "·");
    press_button(&browser, "Continue");
    settle(&browser);
    assert!(type_line(&browser, "2").contains("no"));
    browser.expect(&in_box("a", "grad"), "?");
    assert!(type_line(&browser, "3").contains("right"));
    browser.expect(&in_box("a", "grad"), "3.0000");
    let name = format!("{ROOT}.querySelector('.course input')");
    browser.run(&format!("{name}.value = 'Ann'; {name}.dispatchEvent(new Event('change'))"));
    settle(&browser);
    press_button(&browser, "Continue");
    settle(&browser);
    assert!(type_line(&browser, "6").contains("right"));
    press_button(&browser, "Continue");
    settle(&browser);
    says(&browser, "Make L negative.");
    type_line(&browser, ":set a -2");
    says(&browser, "reached: L < 0");
    browser.expect(&format!("{name}.value"), "Ann");
    press_button(&browser, "Save answers");
    downloaded(&downloads, "sum-ann.json", "}");
    fs::copy(downloads.path().join("sum-ann.json"), site.path().join("ann.json")).unwrap();
    let graded =
        run(site.path(), &["lesson", "grade", "sum.md", "ann.json", "--format", "csv"], b"");
    assert_eq!(graded.stdout, "pupil,points,10 dL/da,14 ask,20 task,first\nAnn,3,2,1,1,67 %\n");
    // A lesson that is left is over: after a reload it begins at the front.
    browser.run("location.reload()");
    says(&browser, "Read this");
    settle(&browser);
    browser.expect(&format!("{ROOT}.querySelector('.course .where').textContent"), "Sum: 1 of 5");
    assert_eq!(browser.log(), json!([]));
}

#[test]
#[ignore = "needs a browser"]
fn a_seed_in_the_address_draws_the_numbers_that_the_program_draws() {
    let (browser, downloads) = with_downloads();
    let site = site();
    let lesson =
        "# Vary\n\nvary: a\n\n```gradcalc\na = 2; L = 10a\n```\n\n```ask\nWhat is L?\n= L\n```\n";
    fs::write(site.path().join("vary.md"), lesson).unwrap();
    let filled =
        run(site.path(), &["lesson", "fill", "--seed", "7", "-"], lesson.as_bytes()).stdout;
    let number = filled.split_once("a = ").unwrap().1.split_once(';').unwrap().0.to_owned();
    assert_ne!(number, "2");
    go(&browser, &format!("{}?lesson=vary.md&seed=7", server::serve(site.path())));
    says(&browser, &format!("a = {number}; L = 10a"));
    press_button(&browser, "Continue");
    settle(&browser);
    assert!(type_line(&browser, "20").contains("no"));
    assert!(type_line(&browser, &format!("{number}0")).contains("right"));
    press_button(&browser, "Save answers");
    let files = || fs::read_dir(downloads.path()).unwrap().flatten().map(|it| it.file_name());
    settle(&browser);
    for _ in 0..600 {
        if files().any(|name| name.to_string_lossy().ends_with(".json")) {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    let name = files().find(|name| name.to_string_lossy().ends_with(".json")).unwrap();
    let handed = downloaded(&downloads, name.to_str().unwrap(), "}");
    let handed: Value = serde_json::from_str(&handed).unwrap();
    assert_eq!(handed["seed"], 7);
    // A reload goes on with these numbers.
    browser.run("history.replaceState(null, '', location.pathname); location.reload()");
    says(&browser, &format!("a = {number}; L = 10a"));
}

#[test]
#[ignore = "needs a browser"]
fn a_lesson_is_dropped_goes_along_in_one_file_and_says_why_it_cannot_be_read() {
    let (browser, downloads) = with_downloads();
    let site = site();
    let address = server::serve(site.path());
    go(&browser, &format!("{address}?lesson=missing.md"));
    says(&browser, "The lesson cannot be read: 404 Not Found.");
    go(&browser, &format!("{address}?lesson=https://example.org/l.md"));
    says(&browser, "it is on another site (example.org)");
    for seed in ["", "x", "-1", "1.5", "7%3Bls"] {
        go(&browser, &format!("{address}?lesson=sum.md&seed={seed}"));
        says(&browser, "is not a whole number");
        browser.expect(&format!("{ROOT}.querySelectorAll('.prose').length"), 0);
    }
    browser.log();
    go(&browser, &address);
    let drop = format!(
        "const data = new DataTransfer(); data.items.add(new File([{}], 'sum.md')); \
         document.querySelector('gradcalc-cell').dispatchEvent(new DragEvent('drop', {{ dataTransfer: data, bubbles: true, cancelable: true }}))",
        json!(LESSON)
    );
    browser.run(&drop);
    says(&browser, "Read this");
    settle(&browser);
    press_button(&browser, "Download");
    downloaded(&downloads, "gradcalc.html", "</html>");
    go(&browser, &format!("file://{}/gradcalc.html", downloads.path().display()));
    says(&browser, "Read this");
    settle(&browser);
    press_button(&browser, "Continue");
    settle(&browser);
    assert!(type_line(&browser, "3").contains("right"));
    // It also holds the lessons that come with the calculator.
    press_button(&browser, "Lessons");
    press_button(&browser, "Lesson: lecture");
    settle(&browser);
    browser.wait_for(&format!("{ROOT}.querySelectorAll('.prose').length > 0"));
    assert_eq!(browser.log(), json!([]));
}

#[test]
#[ignore = "needs a browser"]
fn the_first_screen_offers_lessons_and_a_hostile_one_does_no_harm() {
    let site = site();
    let hostile = "<script>window.harm = 1</script>\n\n<img src=x onerror=\"window.harm=1\">\n\n\
        [l](java&#10;script:window.harm=1)\n\n![p](https://example.org/p.png)\n\n```gradcalc\n> \u{1b}[31m<b>\n```\n";
    let deep = "> ".repeat(20_000) + &"- ".repeat(20_000) + &"[".repeat(50_000);
    fs::write(site.path().join("hostile.md"), hostile).unwrap();
    fs::write(site.path().join("deep.md"), deep).unwrap();
    fs::write(site.path().join("large.md"), "x".repeat((1 << 20) + 1)).unwrap();
    let address = server::serve(site.path());
    let browser = Browser::start(1440, 900, "/nowhere");
    go(&browser, &address);
    press_button(&browser, "Lessons");
    press_button(&browser, "Lesson: by-hand");
    settle(&browser);
    browser.wait_for(&format!("{ROOT}.querySelectorAll('.prose').length > 0"));
    // They can be reached from everywhere, in a lesson too.
    press_button(&browser, "Lessons");
    press_button(&browser, "Lesson: first-fit");
    settle(&browser);
    browser
        .wait_for(&format!("{ROOT}.querySelector('.course .where').textContent.includes('fit')"));
    browser.run("sessionStorage.clear()");
    go(&browser, &format!("{address}?lesson=large.md"));
    says(&browser, "it is larger than 1 MB");
    go(&browser, &format!("{address}?lesson=deep.md"));
    assert_eq!(type_line(&browser, "1 + 1"), "2\n");
    go(&browser, &format!("{address}?lesson=hostile.md"));
    settle(&browser);
    browser.expect("window.harm ?? 'none'", "none");
    browser.expect(
        &format!(
            "{ROOT}.querySelectorAll('.prose script, .prose img, .prose a[href]:not([href^=\"https:\"])').length"
        ),
        0,
    );
    // A picture from elsewhere is not fetched: it is a link.
    browser.expect(
        &format!("[...{ROOT}.querySelectorAll('.prose a[href]')].map((it) => it.href).join()"),
        "https://example.org/p.png",
    );
    assert_eq!(type_line(&browser, "1 + 1"), "2\n");
}

#[test]
#[ignore = "needs a browser"]
fn lessons_of_the_shelf_are_played_to_their_end() {
    let site = site();
    let address = server::serve(site.path());
    for name in ["lecture", "by-hand", "first-fit", "uncertainty", "second-lecture"] {
        let browser = Browser::start(1440, 900, "/nowhere");
        go(&browser, &format!("{address}?lesson=lessons/{name}.md"));
        settle(&browser);
        let is_over = || browser.run(&format!("return {}.includes('The end.')", log())) == true;
        for _ in 0..300 {
            if is_over() {
                break;
            }
            let asks =
                browser.run(&format!("return {ROOT}.querySelector('.line .prompt').textContent"));
            if asks == "? " {
                type_line(&browser, ":skip");
            } else {
                press_button(&browser, "Continue");
                settle(&browser);
            }
        }
        assert!(is_over(), "{name}");
        browser.expect(&format!("{ROOT}.querySelectorAll('.log .error').length"), 0);
        assert_eq!(browser.log(), json!([]), "{name}");
    }
}
