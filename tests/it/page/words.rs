//! The words of pictures can be read on any screen, and none covers another.

use serde_json::json;

use super::cell::{ROOT, folder, go, press_button, settle, type_line};
use super::driver::Browser;
use super::server;

/// The sessions that the first screen offers.
const OFFERS: [&str; 3] = ["A neuron", "A line through points", "Two moons"];

/// The words that are seen and smaller than 12 pixels, and pairs of words of which one covers the other. Of a plot,
/// which is an image, all words are of one size.
const FAULTS: &str = "
    const place = root.querySelector('.place').getBoundingClientRect();
    const words = [...root.querySelectorAll('.place > svg text, svg.curve text')].filter(it => {
      const { left, right, top, bottom } = it.getBoundingClientRect();
      const isIn = right > place.left && left < place.right && bottom > place.top && top < place.bottom;
      return it.textContent && it.checkVisibility({ visibilityProperty: true }) && (isIn || it.closest('.curve'));
    });
    const size = it => parseFloat(getComputedStyle(it).fontSize) * it.getScreenCTM().a;
    const faults = words.filter(it => size(it) < 11.95).map(it => `${it.textContent}: ${size(it).toFixed(2)}`);
    const frames = words.map(it => it.getBoundingClientRect());
    frames.forEach((one, at) => frames.slice(at + 1).forEach((other, more) => {
      const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      // Lines of text are higher than its letters.
      const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (wide > 1 && high > 4) faults.push(`${words[at].textContent} on ${words[at + 1 + more].textContent}`);
    }));
    const image = root.querySelector('.plot img');
    if (image.src && image.checkVisibility()) {
      const [, wide, high] = /viewBox=\"0 0 (\\d+) (\\d+)/.exec(decodeURIComponent(image.src));
      const scale = Math.min(image.clientWidth / wide, image.clientHeight / high);
      if (13 * scale < 11.95) faults.push(`plot: ${13 * scale}`);
    }
    return words.length > 3 ? faults : [...faults, `only ${words.length} words`];";

/// Waits until there are no faults.
#[track_caller]
fn expect_no_faults(browser: &Browser, when: &str) {
    browser
        .expect(&format!("/* {when} */ (() => {{ const root = {ROOT}; {FAULTS} }})()"), json!([]));
}

#[test]
#[ignore = "needs a browser"]
fn words_are_large_enough_and_apart_on_any_screen_and_at_twice_the_size() {
    let browser = Browser::start(1280, 800, "/nowhere");
    let address = server::serve(&folder());
    // The last two are half and a quarter of a screen at 175 and 200 %.
    for (width, height) in [(1280, 800), (768, 1024), (390, 844), (731, 457), (640, 400)] {
        browser.resize(width, height);
        go(&browser, &address);
        expect_no_faults(&browser, &format!("the first picture at {width}x{height}"));
        for offer in OFFERS {
            press_button(&browser, offer);
            // A plot is drawn again for the room that it then has.
            browser.run("return new Promise(done => setTimeout(done, 200))");
            settle(&browser);
            expect_no_faults(&browser, &format!("{offer} at {width}x{height}"));
        }
        // With what a push says, at its end.
        go(&browser, &address);
        for line in [":back", ":next", ":next"] {
            type_line(&browser, line);
        }
        browser.expect(&format!("{ROOT}.querySelectorAll('.token').length"), 0);
        expect_no_faults(&browser, &format!("a push at {width}x{height}"));
        // What a nudge moves.
        press_button(&browser, "Show all grads");
        settle(&browser);
        press_button(&browser, "+0.01");
        settle(&browser);
        browser.wait_for(&format!("{ROOT}.querySelectorAll('.node.nudged').length === 4"));
        expect_no_faults(&browser, &format!("a nudge at {width}x{height}"));
        // With words below boxes that have little room.
        type_line(
            &browser,
            "x = [1, 2, 3]; y = [2, 4, 6.1]; m = 1; k = 0; loss = mean((m*x + k - y)^2)",
        );
        expect_no_faults(&browser, &format!("rows at {width}x{height}"));
    }
}
