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
    browser.run(&format!("{ROOT}.querySelector('textarea').focus()"));
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
    // As many edges are lit before and after it.
    browser.wait_for(&format!("[...{ROOT}.querySelectorAll('.node')].some(box => \
        box.querySelector('.name').textContent === 'a' && box.querySelector('.grad').textContent === '·')"));
    browser.wait_for(&format!("{ROOT}.querySelectorAll('.edge.lit').length === 3"));
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

/// Presses a box of the picture.
fn press_box(browser: &Browser, number: usize) {
    let event = "new MouseEvent('click', {bubbles: true})";
    browser.run(&format!("{ROOT}.querySelector('#n{number}').dispatchEvent({event})"));
}

#[test]
#[ignore = "needs a browser"]
fn a_quiz_gives_nothing_away_and_is_answered_in_a_box() {
    let browser = open("#a=2.5;b=-3.25;c=10;L=(a*b%2Bc)*a");
    type_line(&browser, ":grad L");
    press_button(&browser, "Quiz");
    browser.wait_for(&format!("{ROOT}.querySelector('.node.asked')"));
    // Whatever can be read, heard or found in the document: text, labels, titles, values.
    let all = format!(
        "return [...{ROOT}.querySelectorAll('*')].filter(it => !it.closest('.covered')).flatMap(it =>\
         [...it.attributes].map(one => one.value).concat([...it.childNodes]\
         .filter(one => one.nodeType === 3).map(one => one.data))).join(' ')"
    );
    let seen = browser.run(&all).as_str().unwrap().to_owned();
    // dL/da, dL/db and dL/dL.1.
    for answer in ["-6.25", "-6.250", "6.25", "dL/dnode"] {
        assert!(!seen.contains(answer), "{answer}");
    }
    let covered = browser.run(&format!(
        "return getComputedStyle({ROOT}.querySelector('.covered .answer')).visibility"
    ));
    assert_eq!(covered, "hidden");
    press_box(&browser, 5);
    browser.wait_for(&format!("!{ROOT}.querySelector('.at-box').hidden"));
    browser.press("1\u{E007}");
    browser.wait_for(&format!(
        "{ROOT}.querySelector('.log').textContent.includes('right. The output')"
    ));
    assert_eq!(in_box(&browser, "L", "grad"), "1.0000");
    // A wrong answer is explained, and does not fill its box.
    type_line(&browser, "77");
    assert_eq!(
        browser.run(&format!("return {ROOT}.querySelector('.node.asked .grad').textContent")),
        "?"
    );
    press_button(&browser, "End the quiz");
    browser.wait_for(&format!("!{ROOT}.querySelector('.covered, .asked')"));
    assert_eq!(in_box(&browser, "b", "grad"), "6.2500");
}

#[test]
#[ignore = "needs a browser"]
fn training_shows_its_curve_and_stops_with_the_session_whole() {
    let browser = open("#x=3;y=1;loss=(x-1)^2%2B(x*y-2)^2");
    browser.run(&format!("{ROOT}.querySelector('.training input').value = '0.000001'"));
    press_button(&browser, "Train");
    browser.wait_for(&format!(
        "{ROOT}.querySelector('.curve polyline').getAttribute('points')?.length > 100"
    ));
    press_button(&browser, "Stop");
    browser
        .wait_for(&format!("{ROOT}.querySelector('.log').textContent.includes(':step 0.000001 ')"));
    let said = browser.run(&format!("return {ROOT}.querySelector('.training .said').textContent"));
    let steps: u64 = said
        .as_str()
        .unwrap()
        .split("after ")
        .nth(1)
        .unwrap()
        .split(' ')
        .next()
        .unwrap()
        .parse()
        .unwrap();
    assert!(steps > 100, "{steps}");
    assert!(
        browser
            .run(&format!("return {ROOT}.querySelector('.log').textContent"))
            .as_str()
            .unwrap()
            .contains(&format!(":step 0.000001 {steps}"))
    );
    // One undo, and the same steps again.
    let trained = type_line(&browser, "x");
    type_line(&browser, ":undo");
    assert_eq!(type_line(&browser, "x"), "3\n");
    type_line(&browser, &format!(":step 0.000001 {steps}"));
    assert_eq!(type_line(&browser, "x"), trained);
}

#[test]
#[ignore = "needs a browser"]
fn what_takes_forever_can_be_stopped() {
    let browser = open("#x=3;f(a)=a^2;loss=f(x)%2B1");
    // The session is written now and then, and what came after that is run again.
    browser.wait_for("location.hash.includes('loss')");
    type_line(&browser, "z = 5");
    browser.press(":step 1e-9 1000000000\u{E007}");
    browser
        .wait_for(&format!("/step \\d+: /.test({ROOT}.querySelector('.bar .said').textContent)"));
    press_button(&browser, "Stop");
    browser.wait_for(&format!("{ROOT}.querySelector('.log').textContent.includes('stopped: the session is as it was before')"));
    assert_eq!(type_line(&browser, "f(z) + x"), "28\n");
    assert_eq!(in_box(&browser, "loss", "grad"), "1.0000");
}

#[test]
#[ignore = "needs a browser"]
fn a_link_carries_the_session_and_asks_before_it_runs_more() {
    let browser = open("");
    type_line(&browser, "g(x) = x^2 # squares; really");
    type_line(&browser, "M = g(L) + a; M + 1");
    type_line(&browser, ":freeze b");
    let link = browser.wait_for("location.hash.includes('freeze') && location.href");
    assert!(!link.as_str().unwrap().contains("squares"), "{link}");
    browser.go("about:blank");
    browser.go(link.as_str().unwrap());
    ready(&browser);
    assert_eq!(type_line(&browser, "g(3) + M"), "75\n");
    let sliders =
        format!("return [...{ROOT}.querySelectorAll('.slider .name')].map(it => it.textContent)");
    assert_eq!(browser.run(&sliders), serde_json::json!(["a", "c", "f"]));

    browser.go("about:blank");
    browser.go(&format!("{}#a=1;b=a^2;:step%200.1%20100000000", server::serve(&folder())));
    ready(&browser);
    browser.wait_for(&format!(
        "{ROOT}.querySelector('.log').textContent.includes('This link runs :step 0.1 100000000.')"
    ));
    assert_eq!(browser.run(&format!("return {ROOT}.querySelectorAll('.node').length")), 0);
    press_button(&browser, "Leave it");
    type_line(&browser, "c = 4; d = c^2");
    assert_eq!(in_box(&browser, "c", "grad"), "8.0000");
}

#[test]
#[ignore = "needs a browser"]
fn a_download_is_one_file_that_runs_from_the_disk() {
    let downloads = tempfile::tempdir().unwrap();
    let browser = Browser::start(1440, 900, downloads.path().to_str().unwrap());
    browser.devtools(
        "Browser.setDownloadBehavior",
        serde_json::json!({"behavior": "allow", "downloadPath": downloads.path()}),
    );
    let file = downloads.path().join("gradcalc.html");
    let arrives = || {
        for _ in 0..600 {
            if file.metadata().is_ok_and(|it| it.len() > 100_000) {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        panic!("no file in {downloads:?}");
    };
    browser.go(&server::serve(&folder()));
    ready(&browser);
    type_line(&browser, "q = 12 # </script><b>$&");
    press_button(&browser, "Download");
    arrives();
    let address = format!("file://{}", file.display());
    for extra in ["r = q + 1", "s = r + 1"] {
        browser.go(&address);
        ready(&browser);
        assert_eq!(type_line(&browser, "q"), "12\n");
        type_line(&browser, extra);
        std::fs::remove_file(&file).unwrap();
        // A single file makes another.
        press_button(&browser, "Download");
        arrives();
    }
    browser.go(&address);
    ready(&browser);
    assert_eq!(type_line(&browser, "r + s"), "27\n");
    assert_eq!(browser.log(), serde_json::json!([]));
}

#[test]
#[ignore = "needs a browser"]
fn nothing_that_is_typed_or_linked_becomes_markup() {
    let browser = open("#a=1;L=a^2;<img%20src=x%20onerror=document.title='bad'>");
    for line in [
        "<img src=x onerror=document.title='bad'>",
        ":echo <svg onload=document.title='bad'>",
        "b = 1 # <script>document.title='bad'</script>",
        ":explain <b onclick=alert(1)>",
        ":help <i>",
    ] {
        type_line(&browser, line);
    }
    let foreign =
        format!("return [...{ROOT}.querySelectorAll('img, script, b, i, .log svg')].length");
    assert_eq!(browser.run(&foreign), 0);
    let title = browser.run("return document.title");
    assert!(!title.as_str().unwrap().contains("bad"), "{title}");
}

#[test]
#[ignore = "needs a browser"]
fn a_teacher_puts_several_cells_into_a_page() {
    let page = "<!DOCTYPE html><meta charset=\"utf-8\"><title>lesson</title><link rel=\"icon\" href=\"data:,\">\n<h1>Lesson</h1>\n\
        <gradcalc-cell>\na = 2\nb = a^2\n</gradcalc-cell>\n<p>Then</p>\n\
        <gradcalc-cell>\nx = 3; y = 4\nd = (x^2 + y^2)^0.5\n:grad d\n</gradcalc-cell>\n\
        <gradcalc-cell></gradcalc-cell>\n<script src=\"cell.js\"></script>\n";
    let copy = tempfile::tempdir().unwrap();
    for name in ["cell.js", "worker.js", "gradcalc.wasm"] {
        std::fs::copy(folder().join(name), copy.path().join(name)).unwrap();
    }
    std::fs::write(copy.path().join("lesson.html"), page).unwrap();
    let browser = Browser::start(1024, 768, "/nowhere");
    browser.go(&format!("{}lesson.html", server::serve(copy.path())));
    browser.wait_for("document.querySelectorAll('gradcalc-cell[ready]').length === 3");
    let boxes = "return [...document.querySelectorAll('gradcalc-cell')].map(cell => cell.shadowRoot.querySelectorAll('.node').length)";
    browser.wait_for(
        "document.querySelectorAll('gradcalc-cell')[1].shadowRoot.querySelectorAll('.node').length",
    );
    assert_eq!(browser.run(boxes), serde_json::json!([2, 6, 7]));
    assert_eq!(browser.run("return location.hash"), "");
    assert_eq!(browser.log(), serde_json::json!([]));
}

#[test]
#[ignore = "needs a browser"]
fn every_size_has_all_in_sight_and_nothing_scrolls_sideways() {
    let chain: String = (1..150).map(|n| format!("v{n}=v{}*{n}%2Ba;", n - 1)).collect();
    let links = [
        "#a=2;b=a*3".to_owned(),
        "#x1=2;x2=0;w1=-3;w2=1;b=6.88;n=x1*w1%2Bx2*w2%2Bb;e=exp(2n);o=(e-1)/(e%2B1);p=o^2;q=p*w1%2Bx2".to_owned(),
        format!("#a=1;v0=2;{chain}"),
    ];
    let browser = Browser::start(1440, 900, "/nowhere");
    let address = server::serve(&folder());
    for (width, height) in [(1440, 900), (1024, 768), (390, 844)] {
        browser.resize(width, height);
        for link in &links {
            browser.go("about:blank");
            browser.go(&format!("{address}{link}"));
            ready(&browser);
            browser.wait_for(&format!("{ROOT}.querySelector('.node')"));
            type_line(&browser, ":grad");
            let sizes = browser.run(&format!(
                "const [all, root] = [document.documentElement, {ROOT}];\
                 const place = root.querySelector('.place').getBoundingClientRect();\
                 return [all.scrollWidth - innerWidth, all.scrollHeight - innerHeight, place.top, innerHeight - place.bottom,\
                 root.querySelector('.line').getBoundingClientRect().bottom - innerHeight,\
                 ...['.log', '.see', '.hand', '.sliders', '.training', '.bar'].map(it => {{\
                 const one = root.querySelector(it); return one.scrollWidth - one.clientWidth; }})]"
            ));
            let sizes: Vec<f64> =
                sizes.as_array().unwrap().iter().map(|it| it.as_f64().unwrap()).collect();
            assert!(sizes[0] <= 0.0 && sizes[1] <= 0.0, "the page scrolls: {width} {sizes:?}");
            assert!(
                sizes[2] >= 0.0 && sizes[3] >= 0.0 && sizes[4] <= 0.0,
                "out of sight: {width} {sizes:?}"
            );
            assert!(
                sizes[5..].iter().all(|it| *it <= 0.0),
                "a part scrolls sideways: {width} {sizes:?}"
            );
        }
    }
}
