//! Networks in the picture: neurons, weights, rows, and what a neuron adds up.

use serde_json::json;

use super::cell::{ROOT, folder, go, open, press_button, settle, texts, type_line};
use super::driver::Browser;
use super::server;

const XOR: &str = "#x1=[0,0,1,1];x2=[0,1,0,1];y=[-1,1,1,-1]";

fn make_network(browser: &Browser) {
    type_line(browser, ":net xor 2 4 1 tanh seed 1");
    type_line(browser, "score = xor(x1, x2); loss = mean((score - y)^2)");
    browser.wait_for(&format!("{ROOT}.querySelector('.neuron')"));
}

/// An expression for the width of a line.
fn line(number: usize) -> String {
    format!("{ROOT}.querySelectorAll('.weight')[{number}].getAttribute('stroke-width')")
}

#[test]
#[ignore = "needs a browser"]
fn a_network_is_drawn_by_its_neurons_whose_layers_are_in_view_on_any_screen() {
    let browser = Browser::start(1280, 800, "/nowhere");
    go(&browser, &format!("{}{XOR}", server::serve(&folder())));
    make_network(&browser);
    browser.expect(&format!("{ROOT}.querySelectorAll('.neuron').length"), 7);
    browser.expect(&format!("{ROOT}.querySelectorAll('.weight').length"), 12);
    let boxes = texts(".node:not(.neuron) .name");
    browser.expect(&boxes, json!(["y", "loss"]));
    // Layers of few say what they are.
    let named = format!(
        "[...{ROOT}.querySelectorAll('.neuron .name')].filter(it => getComputedStyle(it).visibility === 'visible')\
         .map(it => it.textContent)"
    );
    for name in ["x1", "x2", "score"] {
        browser.expect(&format!("{named}.includes('{name}')"), true);
    }
    for (width, height) in [(1280, 800), (768, 1024), (390, 844)] {
        browser.resize(width, height);
        settle(&browser);
        let outside = format!(
            "(() => {{ const place = {ROOT}.querySelector('.place').getBoundingClientRect();\
             return [...{ROOT}.querySelectorAll('.node .frame')].map(it => it.getBoundingClientRect())\
             .filter(it => it.left < place.left - 1 || it.right > place.right + 1 || it.top < place.top - 1\
             || it.bottom > place.bottom + 1).length; }})()"
        );
        browser.expect(&outside, 0);
        // No box covers a line to a neuron.
        let covered = format!(
            "(() => {{ const frames = [...{ROOT}.querySelectorAll('.node:not(.neuron) .frame')].map(it => it.getBBox());\
             return [...{ROOT}.querySelectorAll('.weight')].filter(line => frames.some(({{ x, y, width, height }}) =>\
             [...Array(99).keys()].some(at => {{ const on = line.getPointAtLength(line.getTotalLength() * (at + 1) / 100);\
             return on.x > x && on.x < x + width && on.y > y && on.y < y + height; }}))).length; }})()"
        );
        browser.expect(&covered, 0);
    }
    assert_eq!(browser.log(), json!([]));
}

#[test]
#[ignore = "needs a browser"]
fn lines_are_weights_or_grads_and_fills_those_of_the_current_row() {
    let browser = open(XOR);
    make_network(&browser);
    let strongest = format!(
        "[...{ROOT}.querySelectorAll('.weight')].filter(it => it.getAttribute('stroke-width') === '6.00').length"
    );
    browser.expect(&strongest, 1);
    let weight = browser.run(&format!("return {}", line(0)));
    press_button(&browser, "Grads");
    browser.wait_for(&format!("{} !== {weight}", line(0)));
    browser.expect(&strongest, 1);
    press_button(&browser, "Weights");
    browser.expect(&line(0), weight);

    // A walk through the rows, without a line for each.
    let entries = format!("{ROOT}.querySelectorAll('.entry').length");
    let before = browser.run(&format!("return {entries}")).as_u64().unwrap();
    browser.run(&format!("{ROOT}.querySelector('.row-in-view input').focus()"));
    browser.press("\u{E014}\u{E014}");
    settle(&browser);
    browser.expect(&format!("{ROOT}.querySelector('.row-in-view .value').textContent"), "3 of 4");
    browser.expect(&texts(".node.input .data"), json!(["1", "0"]));
    assert!(browser.run(&format!("return {entries}")).as_u64().unwrap() <= before + 2);

    // As training goes on, the picture follows.
    let weight = browser.run(&format!("return {}", line(0)));
    browser.run(&format!("{ROOT}.querySelector('.training input').value = '0.5'"));
    press_button(&browser, "Step");
    settle(&browser);
    assert_ne!(browser.run(&format!("return {}", line(0))), weight);
}

#[test]
#[ignore = "needs a browser"]
fn a_neuron_is_explained_and_operations_are_a_press_away() {
    let browser = open(XOR);
    make_network(&browser);
    let neuron = format!("{ROOT}.querySelector('.neuron:not(.input)')");
    browser.run(&format!("{neuron}.dispatchEvent(new MouseEvent('click', {{bubbles: true}}))"));
    browser.wait_for(&format!(
        "{ROOT}.querySelector('.log').textContent.includes(':explain score.5')"
    ));
    settle(&browser);

    press_button(&browser, "Operations");
    browser.wait_for(&format!("{ROOT}.querySelectorAll('.operation').length > 20"));
    press_button(&browser, "Operations");
    browser.wait_for(&format!("{ROOT}.querySelector('.neuron')"));
    // A pass by hand goes through operations, those of the current row.
    press_button(&browser, "Backward by hand");
    browser.wait_for(&format!("{ROOT}.querySelectorAll('.operation').length > 20"));
    press_button(&browser, "Show all grads");
    browser.wait_for(&format!("{ROOT}.querySelector('.neuron')"));
}
