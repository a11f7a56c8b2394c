//! Tables, fits and races on the page: what is pasted or dropped becomes columns, and pictures follow them.

use serde_json::json;

use super::cell::{ROOT, in_box, open, press_button, settle, texts, type_line};
use super::driver::Browser;

const TABLE: &str = "x,y\n1,2.1\n2,3.9\n3,6.2\n4,7.8\n5,10.1\n";

/// Waits until something stands in the log.
#[track_caller]
fn says(browser: &Browser, text: &str) {
    browser
        .wait_for(&format!("{ROOT}.querySelector('.log').textContent.includes({})", json!(text)));
}

/// An expression for the picture of the plot in view.
fn plot() -> String {
    format!("decodeURIComponent({ROOT}.querySelector('.plot img').src)")
}

#[test]
#[ignore = "needs a browser"]
fn a_table_that_is_pasted_or_dropped_becomes_columns_that_can_be_fitted() {
    let pasted = open("");
    pasted.run(&format!("{ROOT}.querySelector('textarea').focus()"));
    pasted.devtools("Input.insertText", json!({"text": TABLE}));
    pasted.press("\u{E007}");
    let dropped = open("");
    dropped.run(&format!(
        "const data = new DataTransfer(); data.items.add(new File([{}], 'points.CSV')); \
         document.querySelector('gradcalc-cell').dispatchEvent(new DragEvent('drop', {{ dataTransfer: data, bubbles: true, cancelable: true }}))",
        json!(TABLE)
    ));
    for browser in [&pasted, &dropped] {
        says(browser, "5 rows");
        settle(browser);
        // What nobody typed has gone, and the rows are numbers to compute with.
        assert_eq!(type_line(browser, "sum(y)"), "30.1\n");
        let said = type_line(browser, ":fit y = slope*x + offset");
        assert!(said.contains("slope") && said.contains("1.99"), "{said}");
        // Its rows and its curve stand beside the picture without being asked for.
        browser.expect(&format!("{ROOT}.querySelector('.plot').hidden"), false);
        assert_eq!(browser.log(), json!([]));
    }
}

#[test]
#[ignore = "needs a browser"]
fn the_sliders_of_a_fit_move_its_curve_and_its_residuals() {
    let browser = open("#x=[1,2,3,4,5];y=[2.1,3.9,6.2,7.8,10.1]");
    type_line(&browser, ":fit y = slope*x + offset");
    browser.expect(&texts(".slider .name"), json!(["slope", "offset"]));
    let number = |browser: &Browser, script: &str| -> f64 {
        browser.wait_for(script).as_str().unwrap().parse().unwrap()
    };
    let found = number(&browser, &in_box("slope", "data"));
    assert!((found - 1.99).abs() < 1e-3, "{found}");
    browser.run(&format!("window.before = {}", plot()));
    // What the curve says is what the picture says, wherever the slider stands.
    let slide = |to: &str, event: &str| {
        browser.run(&format!(
            "const range = {ROOT}.querySelector('.slider input'); range.value = '{to}'; range.dispatchEvent(new Event('{event}'))"
        ));
    };
    slide("3", "input");
    browser.expect(&in_box("slope", "data"), "3.0000");
    browser.wait_for(&format!("{} !== window.before", plot()));
    slide("3", "change");
    settle(&browser);
    let off = browser.run(&format!("return {}", plot()));
    // Residuals are as far off as the slider has taken the curve: their squares were 0.107 together.
    let squares = type_line(&browser, "sum((slope*x + offset - y)^2)");
    assert!(squares.starts_with("56.2"), "{squares}");
    // One undo takes the drag back, in the picture and in the plot.
    type_line(&browser, ":undo");
    browser.wait_for(&format!("{} !== {off}", plot()));
    let back = number(&browser, &in_box("slope", "data"));
    assert!((back - found).abs() < 1e-9, "{back}");
    // Residuals that are drawn follow as well; two deviations are those of what was fitted.
    type_line(&browser, ":plot residuals x");
    browser.wait_for(&format!("{}.includes('two standard deviations')", plot()));
    browser.run(&format!("window.before = {}", plot()));
    slide("3", "input");
    browser.wait_for(&format!("{} !== window.before", plot()));
    browser.wait_for(&format!("{}.includes('residuals for x')", plot()));
    assert_eq!(browser.log(), json!([]));
}

#[test]
#[ignore = "needs a browser"]
fn two_runs_are_drawn_over_each_other_and_nothing_is_moved() {
    let browser = open("#x=3;f=(x-1)^2");
    let said = type_line(&browser, ":compare 30 0.01, 0.1 momentum 0.9");
    assert!(said.contains("still falling"), "{said}");
    // Once, and not a second time in characters.
    assert!(!said.contains('┤'), "{said}");
    browser.expect(&format!("{ROOT}.querySelector('.plot img').naturalWidth > 0"), true);
    let drawn = browser.run(&format!("return {}", plot()));
    let drawn = drawn.as_str().unwrap();
    assert!(drawn.contains("<g class=\"c0\">") && drawn.contains("<g class=\"c1\">"), "{drawn}");
    assert!(drawn.contains(">0.01: ") && drawn.contains(">0.1 momentum 0.9: "), "{drawn}");
    let told = browser.run(&format!("return {ROOT}.querySelector('.plot img').alt"));
    assert!(told.as_str().unwrap().contains("0.1 momentum 0.9"), "{told}");
    assert_eq!(type_line(&browser, "x"), "3\n");
    press_button(&browser, "×");
    browser.expect(&format!("{ROOT}.querySelector('.plot').hidden"), true);
    assert_eq!(browser.log(), json!([]));
}
