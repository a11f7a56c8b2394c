//! Links and single files.

use serde_json::json;

use super::cell::{ROOT, folder, go, in_box, open, press_button, texts, type_line};
use super::driver::Browser;
use super::server;

#[test]
#[ignore = "needs a browser"]
fn a_link_carries_the_session_and_asks_before_it_runs_more() {
    let browser = open("");
    type_line(&browser, "g(x) = x^2 # squares; really");
    type_line(&browser, "M = g(L) + a; M + 1");
    type_line(&browser, ":freeze b");
    let link = browser.wait_for("location.hash.includes('freeze') && location.href");
    assert!(!link.as_str().unwrap().contains("squares"), "{link}");
    go(&browser, link.as_str().unwrap());
    assert_eq!(type_line(&browser, "g(3) + M"), "75\n");
    browser.expect(&texts(".slider .name"), json!(["a", "c", "f"]));

    go(&browser, &format!("{}#a=1;b=a^2;:step%200.1%20100000000", server::serve(&folder())));
    browser.wait_for(&format!(
        "{ROOT}.querySelector('.log').textContent.includes('This link runs :step 0.1 100000000.')"
    ));
    browser.expect(&format!("{ROOT}.querySelectorAll('.node').length"), 0);
    press_button(&browser, "Leave it");
    type_line(&browser, "c = 4; d = c^2");
    browser.expect(&in_box("c", "grad"), "8.0000");
}

#[test]
#[ignore = "needs a browser"]
fn a_download_is_one_file_that_runs_from_the_disk() {
    let downloads = tempfile::tempdir().unwrap();
    let browser = Browser::start(1440, 900, downloads.path().to_str().unwrap());
    browser.devtools(
        "Browser.setDownloadBehavior",
        json!({"behavior": "allow", "downloadPath": downloads.path()}),
    );
    let file = downloads.path().join("gradcalc.html");
    let is_whole =
        || std::fs::read_to_string(&file).is_ok_and(|it| it.trim_end().ends_with("</html>"));
    let arrives = || {
        for _ in 0..600 {
            if is_whole() {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(100));
        }
        panic!("no file in {downloads:?}");
    };
    go(&browser, &server::serve(&folder()));
    type_line(&browser, "q = 12 # </script><b>$&");
    press_button(&browser, "Download");
    arrives();
    let address = format!("file://{}", file.display());
    for extra in ["r = q + 1", "s = r + 1"] {
        go(&browser, &address);
        assert_eq!(type_line(&browser, "q"), "12\n");
        type_line(&browser, extra);
        std::fs::remove_file(&file).unwrap();
        // A single file makes another.
        press_button(&browser, "Download");
        arrives();
    }
    go(&browser, &address);
    assert_eq!(type_line(&browser, "r + s"), "27\n");
    assert_eq!(browser.log(), json!([]));
}

#[test]
#[ignore = "needs a browser"]
fn an_export_is_saved_as_a_file_and_covered_during_a_quiz() {
    let downloads = tempfile::tempdir().unwrap();
    let browser = Browser::start(1440, 900, downloads.path().to_str().unwrap());
    browser.devtools(
        "Browser.setDownloadBehavior",
        json!({"behavior": "allow", "downloadPath": downloads.path()}),
    );
    go(&browser, &server::serve(&folder()));
    for (command, name, end) in
        [(":export dot", "gradcalc.dot", "}\n"), (":export svg L.1", "gradcalc.svg", "</svg>\n")]
    {
        type_line(&browser, command);
        press_button(&browser, &format!("Save as {name}"));
        let file = downloads.path().join(name);
        let is_whole = || std::fs::read_to_string(&file).is_ok_and(|it| it.ends_with(end));
        let begun = std::time::Instant::now();
        while !is_whole() {
            assert!(begun.elapsed().as_secs() < 60, "no {name} in {downloads:?}");
            std::thread::sleep(std::time::Duration::from_millis(100));
        }
    }
    let offers = format!(
        "[...{ROOT}.querySelectorAll('button')].filter(it => it.textContent.startsWith('Save as')).length"
    );
    browser.expect(&offers, 2);
    type_line(&browser, ":quiz L");
    browser.expect(&offers, 0);
    press_button(&browser, "End the quiz");
    browser.expect(&offers, 2);
    assert_eq!(browser.log(), json!([]));
}
