//! A cell in a browser, as the tests use it: what they do waits until the cell has answered.

use std::path::PathBuf;

use super::driver::Browser;
use super::server;

/// Where `page/build` has put the page.
pub fn folder() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).with_file_name("page");
    assert!(folder.join("gradcalc.wasm").is_file(), "page/build comes first");
    folder
}

/// What is in the cell.
pub const ROOT: &str = "document.querySelector('gradcalc-cell').shadowRoot";

/// A browser that shows the page, with what a link ends in.
pub fn open(link: &str) -> Browser {
    let browser = Browser::start(1440, 900, "/nowhere");
    go(&browser, &format!("{}{link}", server::serve(&folder())));
    browser
}

/// Opens an address, even one that differs from the present one in its end only.
#[track_caller]
pub fn go(browser: &Browser, address: &str) {
    browser.go("about:blank");
    browser.go(address);
    settle(browser);
}

/// Waits until the cell has shown all that it was asked.
#[track_caller]
pub fn settle(browser: &Browser) {
    browser.expect(&format!("{ROOT}?.querySelector('.cell').ariaBusy"), "false");
}

/// Types a line and waits for its answer.
#[track_caller]
pub fn type_line(browser: &Browser, line: &str) -> String {
    let entries = format!("{ROOT}.querySelectorAll('.entry')");
    settle(browser);
    browser.run(&format!("window.last_entry = [...{entries}].at(-1)"));
    browser.run(&format!("{ROOT}.querySelector('textarea').focus()"));
    browser.press(&format!("{line}\u{E007}"));
    settle(browser);
    let is_new = browser.run(&format!("return [...{entries}].at(-1) !== last_entry"));
    assert_eq!(is_new, true, "nothing is answered to {line}");
    let last = format!("return [...{entries}].at(-1).querySelector('.answer')?.textContent ?? ''");
    browser.run(&last).as_str().unwrap().to_owned()
}

/// An expression for what is in the box of a node.
pub fn in_box(name: &str, what: &str) -> String {
    format!(
        "[...{ROOT}.querySelectorAll('.node')]\
         .find(box => box.querySelector('.name').textContent === '{name}')?\
         .querySelector('.{what}').textContent"
    )
}

/// An expression for the texts of all that a selector finds.
pub fn texts(selector: &str) -> String {
    format!("[...{ROOT}.querySelectorAll('{selector}')].map(it => it.textContent)")
}

/// Presses the button whose text begins so, once it can be pressed.
#[track_caller]
pub fn press_button(browser: &Browser, text: &str) {
    let find = format!(
        "[...{ROOT}.querySelectorAll('button')].find(it => \
         it.textContent.startsWith('{text}') && !it.closest('[hidden]') && !it.disabled)"
    );
    browser.wait_for(&format!("!!{find}"));
    browser.run(&format!("{find}.click()"));
}

/// Chooses the steps a second that training takes; 0 for as many as it can.
pub fn choose_pace(browser: &Browser, pace: u32) {
    browser.run(&format!(
        "const paces = {ROOT}.querySelector('[aria-label=speed]');\
         paces.value = {pace}; paces.dispatchEvent(new Event('change'))"
    ));
}

/// Presses a box of the picture.
pub fn press_box(browser: &Browser, number: usize) {
    let event = "new MouseEvent('click', {bubbles: true})";
    browser.run(&format!("{ROOT}.querySelector('#n{number}').dispatchEvent({event})"));
}

/// Lets the time of what moves go by with the frames, `frame_time` milliseconds in each: a busy machine skips none.
pub fn count_frames(browser: &Browser) {
    browser.run(
        "const frame = requestAnimationFrame.bind(window);\
         let [now, last] = [performance.now(), 0];\
         window.frame_time = 40; performance.now = () => now;\
         window.requestAnimationFrame = then => frame(at => {\
         if (at !== last) [now, last] = [now + frame_time, at]; then(at); })",
    );
}

/// The steps that training has taken when it waits.
pub fn steps_at_rest(browser: &Browser) -> u64 {
    let steps = || {
        let said = format!("{ROOT}.querySelector('.training .said').textContent");
        let steps = format!("return Number(/after (\\d+) steps/.exec({said})?.[1] ?? 0)");
        browser.run(&steps).as_u64().unwrap()
    };
    for _ in 0..100 {
        let before = steps();
        browser.run("return new Promise(done => setTimeout(done, 500))");
        if steps() == before {
            return before;
        }
    }
    panic!("it does not wait");
}

/// A copy of the page with a file of it changed.
pub fn copied(name: &str, change: impl Fn(&str) -> String) -> tempfile::TempDir {
    let copy = tempfile::tempdir().unwrap();
    for file in ["index.html", "page.css", "cell.js", "worker.js", "gradcalc.wasm"] {
        std::fs::copy(folder().join(file), copy.path().join(file)).unwrap();
    }
    let before = std::fs::read_to_string(folder().join(name)).unwrap();
    let after = change(&before);
    assert_ne!(before, after, "nothing is changed in {name}");
    std::fs::write(copy.path().join(name), after).unwrap();
    copy
}
