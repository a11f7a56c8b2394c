//! The first screen, the words that explain themselves, and one's own session after a reload.

use serde_json::json;

use super::cell::{ROOT, choose_pace, go, in_box, open, press_button, settle, texts, type_line};

/// An expression for whether the offers are seen.
fn offered() -> String {
    format!("!!{ROOT}.querySelector('.offers')?.checkVisibility()")
}

#[test]
#[ignore = "needs a browser"]
fn each_offer_is_a_session_to_begin_with_and_all_go_with_the_first_statement() {
    let browser = open("");
    let offers = texts(".offers button");
    browser.expect(&format!("{offers}.length"), 5);
    assert_eq!(browser.run(&format!("return {offers}.at(-1)")), "A lesson of your own");
    browser.expect(&in_box("L", "data"), "-8.0000");
    for (offer, root) in
        [("Two moons", "loss"), ("A line through points", "loss"), ("A neuron", "o")]
    {
        press_button(&browser, offer);
        settle(&browser);
        browser.wait_for(&format!("{}.includes('{root}')", texts(".node .name")));
        browser.expect(&format!("{ROOT}.querySelectorAll('.log .error, .log .note').length"), 0);
        browser.expect(&offered(), true);
    }
    // What nobody typed is no binding to be kept in mind.
    let answer = type_line(&browser, "w1 = 2; b = -3");
    assert!(!answer.contains("note"), "{answer}");
    browser.expect(&offered(), false);
    browser.expect(&texts(".typed"), json!(["> w1 = 2; b = -3"]));
    assert_eq!(browser.log(), json!([]));

    // Who goes on with what is there keeps it.
    let browser = open("");
    type_line(&browser, "d = a + 1");
    assert!(type_line(&browser, "L").starts_with("-8"));
}

#[test]
#[ignore = "needs a browser"]
fn a_page_says_first_what_it_is_and_what_its_colors_mean_on_any_screen() {
    let browser = open("");
    let address = browser.run("return location.href.split('#')[0]");
    for (width, height) in [(1280, 800), (768, 1024), (640, 400), (390, 844), (195, 422)] {
        browser.resize(width, height);
        go(&browser, address.as_str().unwrap());
        browser.run("return new Promise(done => setTimeout(done, 100))");
        settle(&browser);
        // The line stands at the top of its part.
        let told = format!(
            "(() => {{ const log = {ROOT}.querySelector('.log').getBoundingClientRect();\
             const line = {ROOT}.querySelector('.offers p').getBoundingClientRect();\
             return line.top >= log.top && line.top < log.top + 20 && scrollY === 0; }})()"
        );
        browser.expect(&told, true);
        // A tip is seen whole, wherever its word stands.
        browser.expect(&format!("{ROOT}.querySelector('.legend').checkVisibility()"), true);
        let cut = format!(
            "[...{ROOT}.querySelectorAll('.term')].filter(term => {{ term.focus();\
             const tip = term.querySelector('.tip').getBoundingClientRect();\
             return !(tip.width > 60 && tip.left >= 0 && tip.right <= innerWidth && tip.bottom <= innerHeight + 1);\
             }}).length"
        );
        browser.expect(&cut, 0);
    }
}

#[test]
#[ignore = "needs a browser"]
fn the_first_picture_and_the_prompt_are_above_the_fold() {
    let browser = open("");
    let address = browser.run("return location.href.split('#')[0]");
    // A laptop, the same at 200 %, and a phone.
    for (width, height) in [(1280, 800), (640, 400), (390, 844)] {
        browser.resize(width, height);
        go(&browser, address.as_str().unwrap());
        browser.run("return new Promise(done => setTimeout(done, 200))");
        settle(&browser);
        let outside = format!(
            "(() => {{ const root = {ROOT}, place = root.querySelector('.place').getBoundingClientRect();\
             const line = root.querySelector('.line').getBoundingClientRect();\
             const isIn = it => it.top >= 0 && it.bottom <= Math.min(innerHeight, place.bottom)\
             && it.left >= place.left && it.right <= place.right;\
             const cut = [...root.querySelectorAll('.node, .operation')].filter(it => !isIn(it.getBoundingClientRect()));\
             return [cut.map(it => it.textContent), line.bottom <= innerHeight, scrollY]; }})()"
        );
        browser.expect(&outside, json!([[], true, 0]));
    }
}

#[test]
#[ignore = "needs a browser"]
fn colors_are_explained_beside_a_plot_and_a_network_on_any_screen() {
    let browser = open("#x=[1,2,3];y=[1,2,4]");
    let is_seen = |what: &str| {
        browser.run("return new Promise(done => setTimeout(done, 100))");
        settle(&browser);
        // Inside the window, and not below what is cut.
        let place = format!("{ROOT}.querySelector('{what} .positive').getBoundingClientRect()");
        browser.expect(&format!("{place}.height > 8 && {place}.bottom <= innerHeight"), true);
    };
    let sizes = [(1280, 800), (768, 1024), (640, 900), (390, 844)];
    type_line(&browser, ":fit y = m*x");
    for (width, height) in sizes {
        browser.resize(width, height);
        is_seen(".legend");
    }
    type_line(&browser, ":net n 1 4 1; p = n(x); loss = mean((p - y)^2)");
    for (width, height) in sizes {
        browser.resize(width, height);
        is_seen(".networks .said");
    }
}

#[test]
#[ignore = "needs a browser"]
fn words_explain_themselves_to_the_mouse_and_the_keyboard() {
    let browser = open("");
    browser.expect(
        &texts(".term > .tip").replace("textContent", "checkVisibility()"),
        json!([false, false, false, false, false]),
    );
    browser.run(&format!("{ROOT}.querySelectorAll('.term')[1].focus()"));
    browser.expect(
        &format!("{ROOT}.querySelectorAll('.term')[1].querySelector('.tip').checkVisibility()"),
        true,
    );
    let label = browser.run(&format!("return {ROOT}.querySelectorAll('.term')[1].ariaLabel"));
    assert!(label.as_str().unwrap().starts_with("grad: the derivative of the root"), "{label}");
}

#[test]
#[ignore = "needs a browser"]
fn a_reload_has_ones_own_session_whole_and_asks_nothing() {
    let browser = open("#x1=[0,0,1,1];x2=[0,1,0,1];y=[-1,1,1,-1]");
    type_line(&browser, ":net xor 2 4 1 tanh seed 1");
    type_line(&browser, "score = xor(x1, x2); loss = mean((score - y)^2)");
    type_line(&browser, ":plot score x1 -0.5 1.5 x2 -0.5 1.5 by y");
    choose_pace(&browser, 60);
    press_button(&browser, "Train");
    browser.wait_for(&format!(
        "/after \\d\\d+ steps/.test({ROOT}.querySelector('.training .said').textContent)"
    ));
    press_button(&browser, "Stop");
    settle(&browser);
    let loss = type_line(&browser, "loss");
    // It is written down once nothing has changed for a moment.
    browser.wait_for(
        "JSON.parse(sessionStorage.getItem('gradcalc-own'))?.latest.some(it => it.text === 'loss')",
    );
    browser.wait_for("location.hash.includes('xor')");
    browser.run("location.reload()");
    browser.wait_for(&format!("{ROOT}?.querySelector('.neuron')"));
    settle(&browser);
    let said = browser.run(&format!("return {ROOT}.querySelector('.log').textContent"));
    let said = said.as_str().unwrap();
    assert!(said.contains("your session from before") && said.contains(":net xor 2 4 1"), "{said}");
    assert!(!said.contains("Do you want to run it"), "{said}");
    assert_eq!(type_line(&browser, "loss"), loss);
    browser.expect(&format!("{ROOT}.querySelector('.plot').hidden"), false);
    assert_eq!(browser.log(), json!([]));
}

#[test]
#[ignore = "needs a browser"]
fn keys_on_a_slider_are_one_statement() {
    let browser = open("");
    let moves = format!(
        "[...{ROOT}.querySelectorAll('.typed')].filter(it => it.textContent.includes(':set a')).length"
    );
    browser.run(&format!("{ROOT}.querySelector('.slider input').focus()"));
    browser.press(&"\u{E014}".repeat(15));
    browser.wait_for(&format!("{moves} === 1"));
    settle(&browser);
    browser.expect(&moves, 1);
    type_line(&browser, ":undo");
    browser.expect(&in_box("a", "data"), "2.0000");
}

#[test]
#[ignore = "needs a browser"]
fn the_back_button_brings_back_ones_own_session_with_its_plot_and_what_was_said() {
    let browser = open("");
    type_line(&browser, "a = 3; b = a^2");
    type_line(&browser, ":plot b a 0 4");
    browser.wait_for("(sessionStorage.getItem('gradcalc-own') ?? '').includes(':plot b a')");
    browser.go("about:blank");
    browser.back();
    browser.wait_for(&format!(
        "document.querySelector('gradcalc-cell') && {ROOT}?.querySelector('.node')"
    ));
    settle(&browser);
    browser.expect(&format!("{ROOT}.querySelector('.plot').hidden"), false);
    let said = browser.run(&format!("return {ROOT}.querySelector('.log').textContent"));
    let said = said.as_str().unwrap();
    assert!(said.contains(":plot b a 0 4") && !said.contains("Do you want to run it"), "{said}");
    assert_eq!(type_line(&browser, "b").trim_end(), "9");
    assert_eq!(browser.log(), json!([]));
}
