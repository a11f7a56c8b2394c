//! Several things at once: each leaves the session whole, and a drag is one change to undo.

use serde_json::json;

use super::cell::{ROOT, folder, go, in_box, open, press_button, settle, texts, type_line};
use super::driver::Browser;
use super::server;

/// Presses the button with this text so often, at once.
fn press_often(browser: &Browser, text: &str, times: usize) {
    browser.run(&format!(
        "const all = [...{ROOT}.querySelectorAll('button')];\
         const found = all.find(it => it.textContent.startsWith('{text}'));\
         for (let at = 0; at < {times}; at++) found.click();"
    ));
}

/// A script that moves the slider of this number, which is let go or held.
fn slide(number: usize, to: f64, is_last: bool) -> String {
    let change = if is_last { "range.dispatchEvent(new Event('change'));" } else { "" };
    format!(
        "{{ const range = {ROOT}.querySelectorAll('.slider input')[{number}];\
         range.value = {to}; range.dispatchEvent(new Event('input')); {change} }}"
    )
}

/// A script that types a line.
fn typing(line: &str) -> String {
    format!(
        "{{ const line = {ROOT}.querySelector('textarea'); line.value = '{line}';\
         {ROOT}.querySelector('.line button').click(); }}"
    )
}

/// Sets a rate that trains for long.
fn train_slowly(browser: &Browser) {
    browser.run(&format!("{ROOT}.querySelector('.training input').value = '1e-9'"));
    press_button(browser, "Train");
    browser.wait_for(&format!("{ROOT}.querySelector('.training .said').textContent"));
}

#[test]
#[ignore = "needs a browser"]
fn two_fingers_move_two_sliders_and_one_undo_takes_both_back() {
    let browser = open("");
    let place = |number: usize| -> Vec<f64> {
        let found = browser.run(&format!(
            "const at = {ROOT}.querySelectorAll('.slider input')[{number}].getBoundingClientRect();\
             return [at.x, at.y + at.height / 2, at.width]"
        ));
        found.as_array().unwrap().iter().map(|it| it.as_f64().unwrap()).collect()
    };
    browser.devtools(
        "Emulation.setTouchEmulationEnabled",
        json!({"enabled": true, "maxTouchPoints": 2}),
    );
    let fingers = |kind: &str, right: f64| {
        let finger = |number: usize, from: f64| {
            let at = place(number);
            json!({"x": at[0] + at[2] * (from + right), "y": at[1], "id": number})
        };
        let points =
            if kind == "touchEnd" { json!([]) } else { json!([finger(0, 0.7), finger(1, 0.2)]) };
        browser.devtools("Input.dispatchTouchEvent", json!({"type": kind, "touchPoints": points}));
    };
    fingers("touchStart", 0.0);
    for step in 1..=12 {
        fingers("touchMove", f64::from(step) / 60.0);
    }
    fingers("touchEnd", 0.0);
    settle(&browser);
    let sets = format!("{ROOT}.querySelector('.log').textContent.match(/:set [ab] /g)?.sort()");
    browser.expect(&sets, json!([":set a ", ":set b "]));
    browser.expect(
        &format!("{} !== '2.0000' && {} !== '-3.0000'", in_box("a", "data"), in_box("b", "data")),
        true,
    );
    let undone = type_line(&browser, ":undo");
    assert!(undone.starts_with("undone: :set a ") && undone.contains(" b -2."), "{undone}");
    browser.expect(&in_box("L", "data"), "-8.0000");
}

#[test]
#[ignore = "needs a browser"]
fn what_is_done_during_something_else_has_its_turn() {
    let browser = open("");
    // A line in the middle of a drag parts it in two.
    browser.run(&(slide(0, 3.0, false) + &slide(0, 3.5, false)));
    settle(&browser);
    browser.run(&(typing("d = a + 1") + &slide(0, 4.0, false) + &slide(0, 4.5, true)));
    assert_eq!(type_line(&browser, "a + d"), "10\n");
    type_line(&browser, ":undo");
    assert_eq!(type_line(&browser, "a + d"), "8\n");
    type_line(&browser, ":undo; :undo");
    assert_eq!(type_line(&browser, "a"), "2\n");

    // A slider, Undo, and a link end a training run.
    let address = server::serve(&folder());
    go(&browser, &format!("{address}#x=3;y=1;loss=(x-1)^2%2B(x*y-2)^2"));
    train_slowly(&browser);
    browser.run(&(slide(1, 0.5, false) + &slide(1, 0.25, true)));
    settle(&browser);
    assert_eq!(type_line(&browser, "y"), "0.25\n");
    type_line(&browser, ":undo; :undo");
    assert_eq!(type_line(&browser, "y; x"), "1\n3\n");
    train_slowly(&browser);
    press_button(&browser, "Undo");
    settle(&browser);
    assert_eq!(type_line(&browser, "y; x"), "1\n3\n");
    // Wanted before its turn came, and no more wanted when it did.
    let train = format!(
        "[...{ROOT}.querySelectorAll('button')].find(it => it.textContent === 'Train').click();"
    );
    browser.run(&(typing(":step 1e-9 1000000") + &train + &typing("6*7")));
    assert_eq!(type_line(&browser, "_ + 1"), "43\n");
    train_slowly(&browser);
    press_button(&browser, "Copy link");
    settle(&browser);
    train_slowly(&browser);
    browser.run("location.hash = '#q=5;r=q%2B1'");
    browser.wait_for(&format!("({}) === '6.0000'", in_box("r", "data")));
    assert_eq!(type_line(&browser, "q + r"), "11\n");

    // A plot can be closed while the network that it shows is trained.
    go(&browser, &format!("{address}#x1=[0,0,1,1];x2=[0,1,0,1];y=[-1,1,1,-1]"));
    type_line(&browser, ":net xor 2 4 1");
    type_line(&browser, "score = xor(x1, x2); loss = mean((score - y)^2)");
    type_line(&browser, ":plot score x1 -0.5 1.5 x2 -0.5 1.5 by y");
    browser.expect(&format!("{ROOT}.querySelector('.plot').hidden"), false);
    train_slowly(&browser);
    press_button(&browser, "×");
    browser.wait_for(&format!("{ROOT}.querySelector('.plot').hidden"));
    press_button(&browser, "Stop");
    settle(&browser);

    // Each press counts, and none is too many.
    go(&browser, &format!("{address}#a=-2;b=3;d=a*b;e=a%2Bb;f=d*e"));
    press_button(&browser, "Backward by hand");
    settle(&browser);
    press_often(&browser, "Next", 8);
    settle(&browser);
    browser.expect(&in_box("a", "grad"), "-3.0000");
    press_often(&browser, "Undo step", 1);
    settle(&browser);
    browser.expect(&in_box("f", "grad"), "1.0000");
    assert_eq!(browser.log(), json!([]));
}

#[test]
#[ignore = "needs a browser"]
fn whatever_is_stopped_leaves_the_session_and_the_lesson_whole() {
    let browser = open("#x=3;loss=(x-1)^2");
    let stop = format!(
        "[...{ROOT}.querySelectorAll('.bar button')].find(it => it.textContent === 'Stop')"
    );
    let stop_often = |before: &str| {
        browser.run(before);
        browser.wait_for(&format!("!{stop}.hidden"));
        // The third press comes before the session is whole again, or finds no button to press.
        browser.run(&format!(
            "const press = () => {{ if (!{stop}.hidden) {stop}.click(); }};\
             press(); press(); setTimeout(press, 20)"
        ));
        settle(&browser);
    };
    // What was saved, what was not, and what waits behind it.
    browser.wait_for("location.hash.includes('loss')");
    type_line(&browser, "z = 5");
    stop_often(&(typing(":step 1e-9 1000000000") + &typing("v = z + x")));
    // No step is taken, before what waited behind them.
    assert_eq!(type_line(&browser, "v + z"), "13\n");
    let stopped = format!("{ROOT}.querySelector('.log').textContent.match(/stopped/g).length");
    browser.expect(&stopped, 1);
    type_line(&browser, ":root loss");
    // In the middle of a drag.
    browser.run(&slide(0, 4.0, false));
    stop_often(&typing(":step 1e-9 1000000000"));
    browser.run(&(slide(0, 4.5, false) + &slide(0, 5.0, true)));
    assert_eq!(type_line(&browser, "x"), "5\n");
    type_line(&browser, ":undo");
    let before = type_line(&browser, "x");
    let before: f64 = before.trim().parse().unwrap();
    assert!((2.0..=4.0).contains(&before), "{before}");
    // In a quiz, which goes on where it was, and gives no more away than before.
    type_line(&browser, ":root loss; :grad");
    press_button(&browser, "Quiz");
    type_line(&browser, "1");
    let asked = browser.wait_for(&format!("{ROOT}.querySelector('textarea').placeholder"));
    let covered = browser.run(&format!("return {}", texts(".covered")));
    browser.run("document.querySelector('gradcalc-cell').parts.stop.click()");
    settle(&browser);
    browser.expect(&format!("{ROOT}.querySelector('textarea').placeholder"), asked);
    browser.expect(&texts(".covered"), covered);
    press_button(&browser, "End the quiz");
    browser.wait_for(&format!("!{ROOT}.querySelector('.covered, .asked')"));
    settle(&browser);
    let z = type_line(&browser, "z");
    assert!(z.starts_with('5'), "{z}");
    assert_eq!(browser.log(), json!([]));
}
