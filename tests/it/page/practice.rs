//! The pass by hand and the quiz, in the picture.

use serde_json::json;

use super::cell::{ROOT, go, in_box, open, press_box, press_button, settle, texts, type_line};

#[test]
#[ignore = "needs a browser"]
fn the_pass_by_hand_goes_forward_and_back_in_the_picture() {
    let browser = open("#a=-2;b=3;d=a*b;e=a%2Bb;f=d*e");
    press_button(&browser, "Backward by hand");
    browser.expect(&in_box("f", "grad"), "1.0000");
    browser.expect(&in_box("e", "grad"), "·");
    press_button(&browser, "Next: f");
    press_button(&browser, "Next: e");
    browser.expect(&in_box("a", "grad"), "-6.0000");
    browser.expect(&in_box("a", "status"), "waiting for 1 more");
    browser.expect(&format!("{ROOT}.querySelectorAll('.edge.lit').length"), 3);
    browser.expect(&texts(".labels text"), json!(["+= 1 × (-6)", "+= 1 × (-6)"]));
    press_button(&browser, "Undo step");
    browser.expect(&in_box("a", "grad"), "·");
    browser.expect(&format!("{ROOT}.querySelectorAll('.edge.lit').length"), 3);
    // A box that is not ready says so, and can be pushed all the same.
    type_line(&browser, ":prev");
    press_box(&browser, 2);
    press_button(&browser, "Push d anyway");
    browser.expect(&in_box("d", "status"), "pushed too early");
}

#[test]
#[ignore = "needs a browser"]
fn a_quiz_gives_nothing_away_and_is_answered_in_a_box() {
    let browser = open("#a=2.5;b=-3.25;c=10;L=(a*b%2Bc)*a");
    type_line(&browser, ":grad L");
    let question = || {
        let all = browser.run(&format!("return {ROOT}.querySelector('.log').textContent"));
        all.as_str().unwrap().matches("  dL/dL ?").count()
    };
    // The first quiz of all keeps its own words.
    press_button(&browser, "Quiz");
    settle(&browser);
    type_line(&browser, "1");
    assert_eq!(question(), 1);
    press_button(&browser, "End the quiz");
    settle(&browser);
    type_line(&browser, ":plot L a -3 3");
    let plot = format!("{ROOT}.querySelector('.plot img')");
    browser.wait_for(&format!("{plot}.alt.startsWith(':plot L a -3 3')"));
    type_line(&browser, ":explain a; :quiz");
    browser.wait_for(&format!("{ROOT}.querySelector('.node.asked')"));
    settle(&browser);
    // Whatever can be read, heard or found in the document: text, labels, titles, values.
    let all = format!(
        "return [...{ROOT}.querySelectorAll('*')].flatMap(it =>\
         [...it.attributes].map(one => one.value).concat([...it.childNodes]\
         .filter(one => one.nodeType === 3).map(one => one.data))).join(' ')"
    );
    let seen = browser.run(&all).as_str().unwrap().to_owned();
    // dL/da, dL/db and dL/dL.1.
    for answer in ["-6.25", "-6.250", "6.25", "dL/dnode"] {
        assert!(!seen.contains(answer), "{answer}");
    }
    browser.expect(&texts(".covered"), json!(vec!["covered during the quiz"; 6]));
    browser.expect(&format!("[{plot}.getAttribute('src'), {plot}.alt]"), json!([null, ""]));
    assert_eq!(question(), 1);
    press_box(&browser, 5);
    browser.wait_for(&format!("!{ROOT}.querySelector('.at-box').hidden"));
    browser.press("1\u{E007}");
    browser.wait_for(&format!(
        "{ROOT}.querySelector('.log').textContent.includes('right: the derivative')"
    ));
    browser.expect(&in_box("L", "grad"), "1.0000");
    // A wrong answer is explained, and does not fill its box.
    type_line(&browser, "77");
    browser.expect(&format!("{ROOT}.querySelector('.node.asked .grad').textContent"), "?");
    press_button(&browser, "End the quiz");
    browser.wait_for(&format!("!{ROOT}.querySelector('.covered, .asked')"));
    browser.wait_for(&format!("{ROOT}.querySelector('.log').textContent.includes('-6.25')"));
    browser.expect(&in_box("b", "grad"), "6.2500");
    browser.wait_for(&format!("{plot}.alt.startsWith(':plot L a -3 3')"));
    browser.expect(&format!("{plot}.naturalWidth > 0"), true);
    // Another box than the one that is asked for answers nothing by mistake.
    press_button(&browser, "Quiz");
    browser.wait_for(&format!("{ROOT}.querySelector('.node.asked')"));
    settle(&browser);
    press_box(&browser, 0);
    browser.expect(&format!("{ROOT}.querySelector('textarea').value"), "");
    browser.wait_for(&format!("{ROOT}.querySelector('.bar .said').textContent.includes('dL/dL')"));
    press_button(&browser, "End the quiz");
    settle(&browser);
    // The numbers that it asks about cannot be moved, nor what built them undone.
    press_button(&browser, "Quiz");
    browser.wait_for(&format!("{ROOT}.querySelector('.covered')"));
    let disabled = |selector: &str| {
        format!("[...{ROOT}.querySelectorAll('{selector}')].map(it => it.disabled)")
    };
    browser.expect(&disabled(".slider input"), json!([true, true, true]));
    browser
        .expect(&disabled(".bar button:not([hidden])"), json!([true, false, false, false, true]));
    press_button(&browser, "End the quiz");
    browser.expect(&disabled(".slider input"), json!([false, false, false]));
    browser
        .expect(&disabled(".bar button:not([hidden])"), json!([false, false, false, false, false]));
}

#[test]
#[ignore = "needs a browser"]
fn the_picture_and_the_sliders_go_on_with_the_root_after_a_quiz() {
    let browser = open("#a=2;L=a^2");
    press_button(&browser, "Quiz");
    browser.wait_for(&format!("{ROOT}.querySelector('.node.asked')"));
    press_button(&browser, "End the quiz");
    settle(&browser);
    type_line(&browser, "w = 2; y = 3*w");
    browser.expect(&texts(".node .name"), json!(["w", "y"]));
    browser.expect(&texts(".slider .name"), json!(["w"]));
}

#[test]
#[ignore = "needs a browser"]
fn a_quiz_can_be_answered_without_going_back_to_the_line() {
    let browser = open("#a=2;b=-3;L=a*b");
    let log = format!("{ROOT}.querySelector('.log').textContent");
    let asked = format!("{ROOT}.querySelector('.node.asked .name').textContent");
    // After the button, what is typed is the answer; a hint does not change that.
    press_button(&browser, "Quiz");
    browser.wait_for(&format!("{ROOT}.querySelector('.node.asked')"));
    press_button(&browser, "Hint");
    settle(&browser);
    browser.press("1\u{E007}");
    browser.wait_for(&format!("{log}.includes('right: the derivative')"));
    settle(&browser);
    // At the box the input goes on with the questions.
    let first = browser.wait_for(&asked).as_str().unwrap().to_owned();
    browser.run(&format!(
        "{ROOT}.querySelector('.node.asked').dispatchEvent(new MouseEvent('click', {{bubbles: true}}))"
    ));
    browser.wait_for(&format!("!{ROOT}.querySelector('.at-box').hidden"));
    let answer = |name: &str| if name == "a" { "b\u{E007}" } else { "a\u{E007}" };
    browser.press(answer(&first));
    browser.wait_for(&format!("{asked} !== '{first}'"));
    settle(&browser);
    let second = browser.wait_for(&asked).as_str().unwrap().to_owned();
    browser.press(answer(&second));
    browser.wait_for(&format!("!{ROOT}.querySelector('.node.asked')"));
    browser.expect(&format!("{ROOT}.querySelector('.at-box').hidden"), true);
    browser.expect(&in_box("a", "grad"), "-3.0000");
}

#[test]
#[ignore = "needs a browser"]
fn an_exercise_goes_along_with_the_link() {
    let browser = open("#a=2;b=-3;L=a*b");
    press_button(&browser, "Quiz");
    browser.wait_for("decodeURIComponent(location.hash).endsWith(';:quiz L')");
    let link = browser.run("return location.href");
    go(&browser, link.as_str().unwrap());
    browser.wait_for(&format!("{ROOT}.querySelector('.node.asked')"));
    browser.expect(&in_box("a", "grad"), "·");
    press_button(&browser, "End the quiz");
    browser.wait_for("!decodeURIComponent(location.hash).includes('quiz')");
}
