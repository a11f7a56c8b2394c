//! Networks, plots and tables without a mouse, and without a screen.

use serde_json::json;

use super::access::{ENTER, FOCUSED, LEFT, SPACE, TAB, named, prefer, told};
use super::cell::{ROOT, open, press_button, settle, steps_at_rest, texts, type_line};
use super::driver::Browser;

const DOWN: &str = "\u{E015}";

/// Goes on with the Tab key to what has this name.
#[track_caller]
fn tab_to(browser: &Browser, name: &str) {
    let mut names = Vec::new();
    for _ in 0..90 {
        browser.press(TAB);
        let focused = browser.run(&format!("return {FOCUSED}"));
        let focused = focused.as_str().unwrap().to_owned();
        if focused.starts_with(name) {
            return;
        }
        names.push(focused);
    }
    panic!("no {name} among {names:?}");
}

#[test]
#[ignore = "needs a browser"]
fn a_network_is_trained_and_looked_into_with_the_keyboard_alone() {
    let browser = open("");
    browser.expect(FOCUSED, "statement");
    tab_to(&browser, "Two moons");
    browser.press(ENTER);
    browser.wait_for(&format!("{ROOT}.querySelectorAll('.neuron').length === 19"));
    settle(&browser);
    // A slider for each weight is not on the way.
    tab_to(&browser, "Skip the sliders");
    browser.press(ENTER);
    browser.expect(FOCUSED, "rate");
    tab_to(&browser, "speed");
    browser.press(&DOWN.repeat(2));
    browser.press_shifted('\u{E004}');
    browser.expect(FOCUSED, "Train");
    browser.press(SPACE);
    browser.wait_for(&format!(
        "/after \\d\\d+ steps/.test({ROOT}.querySelector('.training .said').textContent)"
    ));
    // It waits, and takes one more, by the keys that the button names.
    browser.press("p");
    browser.expect(&texts(".training button:nth-of-type(3)"), json!(["Continue"]));
    let waiting = steps_at_rest(&browser);
    browser.press("s");
    browser.wait_for(&format!(
        "{ROOT}.querySelector('.training .said').textContent.includes('after {} steps')",
        waiting + 1
    ));
    browser.press(SPACE);
    settle(&browser);
    browser.wait_for(&format!(
        "{ROOT}.querySelector('.log').textContent.includes(':step 0.01 {}')",
        waiting + 1
    ));
    // Into the network: the last layer, then one before it, which is explained.
    tab_to(&browser, "loss, data");
    browser.press(&LEFT.repeat(2));
    let neuron = browser.run(&format!("return {FOCUSED}"));
    browser.press(ENTER);
    browser.wait_for(&format!("{ROOT}.querySelector('.log').textContent.includes(':explain ')"));
    settle(&browser);
    browser.expect(FOCUSED, neuron);
    assert_eq!(browser.log(), json!([]));
}

#[test]
#[ignore = "needs a browser"]
fn a_screen_reader_is_told_each_neuron_and_each_weight() {
    let browser = open("#x1=[0,0,1,1];x2=[0,1,0,1];y=[-1,1,1,-1]");
    type_line(&browser, ":net xor 2 3 1 tanh seed 1");
    type_line(&browser, "score = xor(x1, x2); loss = mean((score - y)^2)");
    browser.wait_for(&format!("{ROOT}.querySelector('.neuron')"));
    settle(&browser);
    let all = told(&browser);
    let picture = named(&all, "group").into_iter().find(|it| it.starts_with("the circuit of loss"));
    let picture = picture.unwrap();
    assert!(picture.contains("Enter explains its grad"), "{picture}");
    // Each neuron is a button with its name, its data and its grad.
    let buttons = named(&all, "button");
    for name in ["x1", "x2", "h1.1", "h1.2", "h1.3", "score", "loss"] {
        let button = buttons.iter().find(|it| it.starts_with(&format!("{name}, data ")));
        let (_, rest) =
            button.unwrap_or_else(|| panic!("{name}: {buttons:?}")).split_once("data ").unwrap();
        let (data, grad) = rest.split_once(", grad ").unwrap();
        let grad = grad.split(',').next().unwrap();
        assert!(data.parse::<f64>().is_ok() && grad.parse::<f64>().is_ok(), "{button:?}");
    }
    // Each weight is a slider with its name and its number.
    let sliders: Vec<(String, f64)> = all
        .iter()
        .filter(|it| it.0 == "slider" && it.1.starts_with("xor."))
        .map(|it| {
            (it.1.clone(), it.2["value"]["value"].to_string().trim_matches('"').parse().unwrap())
        })
        .collect();
    assert_eq!(sliders.len(), 2 * 3 + 3 + 3 + 1, "{sliders:?}");
    assert_eq!(browser.log(), json!([]));
}

#[test]
#[ignore = "needs a browser"]
fn training_and_both_passes_are_still_where_motion_is_not_wanted() {
    let browser = open("");
    prefer(&browser, &[("prefers-reduced-motion", "reduce")]);
    browser.run(&format!(
        "window.moving = []; const root = {ROOT};\
         const look = () => {{ if (root.querySelector('.token, .later')) moving.push(root.querySelector('.place').textContent);\
         if (root.getAnimations().some(it => it.playState === 'running')) moving.push('an animation');\
         requestAnimationFrame(look); }}; look();"
    ));
    press_button(&browser, "Forward");
    browser.run("return new Promise(done => setTimeout(done, 600))");
    press_button(&browser, "Backward by hand");
    for _ in 0..3 {
        press_button(&browser, "Next");
        settle(&browser);
        browser.run("return new Promise(done => setTimeout(done, 100))");
    }
    assert_eq!(browser.run("return moving"), json!([]));
    press_button(&browser, "Done");
    settle(&browser);
    // The numbers are there all the same.
    browser.expect(&super::cell::in_box("a", "grad"), "6.0000");
}

/// Does to what a screen reader is told, by its role and how its name begins, what a script says.
#[track_caller]
fn act_on(browser: &Browser, (role, name): (&str, &str), script: &str) {
    let all = told(browser);
    let found = all.iter().find(|it| it.0 == role && it.1.starts_with(name));
    let (.., node) = found.unwrap_or_else(|| panic!("no {role} {name}: {:?}", named(&all, role)));
    let resolved =
        browser.devtools("DOM.resolveNode", json!({"backendNodeId": node["backendDOMNodeId"]}));
    browser.devtools(
        "Runtime.callFunctionOn",
        json!({"objectId": resolved["object"]["objectId"], "functionDeclaration": format!("function() {{ {script} }}")}),
    );
}

#[test]
#[ignore = "needs a browser"]
fn the_tree_of_a_screen_reader_is_enough_to_type_to_push_to_train_and_to_answer() {
    let browser = open("");
    const PRESS: &str = "this.dispatchEvent(new MouseEvent('click', {bubbles: true}))";
    let type_in = |field: &str, text: &str| {
        act_on(&browser, ("textbox", field), "this.focus()");
        browser.press(&format!("{text}{ENTER}"));
        settle(&browser);
    };
    let button = |name: &str| {
        settle(&browser);
        act_on(&browser, ("button", name), PRESS);
        settle(&browser);
    };
    let hears = |role: &str, name: &str| {
        settle(&browser);
        browser.wait_for(&format!("!{ROOT}.querySelector('.token')"));
        let all = named(&told(&browser), role);
        assert!(all.iter().any(|it| it.starts_with(name)), "{role} {name}: {all:?}");
    };
    // An expression of one's own, and its grads.
    type_in("statement", "x = 2; y = 3; r = x*y + x");
    hears("button", "x, data 2.0000, grad 4.0000");
    hears("button", "y, data 3.0000, grad 2.0000");
    // The pass by hand: what is next, what waits, and what is known.
    button("Backward by hand");
    hears("button", "r, data 8.0000, grad 1.0000, ready");
    button("Next: r");
    hears("button", "r.1, data 6.0000, grad 1.0000");
    button("Next: r.1");
    hears("button", "x, data 2.0000, grad 4.0000");
    button("Done");
    // A step, a run, its end.
    act_on(&browser, ("textbox", "rate"), "this.value = '0.1'");
    button("Step");
    hears("slider", "x");
    hears("button", "x, data 1.6000");
    act_on(&browser, ("button", "Train"), PRESS);
    act_on(&browser, ("button", "Stop"), PRESS);
    settle(&browser);
    // A quiz: the question is the name of the field, and the box that is asked for says so.
    type_in("statement", ":set x 2 y 3");
    button("Quiz");
    hears("button", "r, data 8.0000, grad asked for");
    let is_asked = browser.run(&format!("return {ROOT}.querySelector('textarea').placeholder"));
    assert_eq!(is_asked, "dr/dr ?");
    type_in("answer", "1");
    hears("button", "r, data 8.0000, grad 1.0000");
    let said = browser.run(&format!("return {ROOT}.querySelector('[role=log]').textContent"));
    assert!(said.as_str().unwrap().contains("right"), "{said}");
    button("End the quiz");
    hears("button", "x, data 2.0000, grad 4.0000");
    assert_eq!(browser.log(), json!([]));
}
