//! The plot beside the picture.

use std::cell::Cell;
use std::time::Duration;

use serde_json::json;

use super::{ask, html, page, run};
use crate::page::Page;

#[test]
fn a_plot_stays_in_view_and_follows_the_numbers() {
    let mut page = page();
    let first = run(&mut page, "a = 2; L = a^2; :plot L a -3 3");
    let plot = &first["state"]["plot"];
    assert_eq!(plot["statement"], ":plot L a -3 3");
    assert!(plot["svg"].as_str().unwrap().contains("a = 2, L = 4"), "{plot}");
    let same = run(&mut page, "7*6");
    assert_eq!(same["state"]["plot"]["statement"], ":plot L a -3 3");
    assert!(same["state"]["plot"]["svg"].is_null(), "a plot is sent when it has changed");
    let drag = json!({"do": "drag", "name": "a", "number": -1, "last": true});
    let moved = ask(&mut page, drag);
    let svg = moved["state"]["plot"]["svg"].as_str().unwrap();
    assert!(svg.contains("a = -1, L = 1"), "{svg}");
    // Drawing it again is nothing to undo.
    assert_eq!(html(&mut page, ":undo\na"), "undone: :set a -1\n2\n");
    let closed = ask(&mut page, json!({"do": "close"}));
    assert!(closed["state"]["plot"].is_null());
    assert!(run(&mut page, ":set a 3")["state"]["plot"].is_null());
    assert!(run(&mut page, ":plot L a 0 1")["state"]["plot"].is_object());
}

#[test]
fn a_plot_goes_with_what_is_reset() {
    let mut page = page();
    run(&mut page, "f(x) = x^2; :plot f -5 5");
    let after = run(&mut page, ":reset; f = -2; L = f*3");
    assert!(after["state"]["plot"].is_null(), "{after}");
}

#[test]
fn a_fit_is_drawn_with_its_rows_and_follows_its_leaves() {
    let mut page = page();
    let text = "x = [1, 2, 3, 4]; y = [1.1, 2.3, 2.8, 9]; :fit y = m*x + c without 4";
    let fitted = run(&mut page, text);
    let plot = &fitted["state"]["plot"];
    assert_eq!(plot["statement"], ":plot y = m*x + c without 4");
    let svg = plot["svg"].as_str().unwrap();
    assert!(svg.contains("class=\"band\"") && svg.contains("\"left-out"), "{svg}");
    let moved = ask(&mut page, json!({"do": "drag", "name": "m", "number": 2, "last": true}));
    assert_ne!(moved["state"]["plot"]["svg"].as_str().unwrap(), svg);
    // Of several columns there is no curve; what was in view stays.
    let text = "z = [1, 3, 2, 1]; :fit y = a*x + b*z";
    assert_eq!(run(&mut page, text)["state"]["plot"]["statement"], plot["statement"]);
}

#[test]
fn the_boundary_of_a_network_follows_its_training() {
    let mut page = page();
    let text = "x1 = [0, 0, 1, 1]; x2 = [0, 1, 0, 1]; y = [-1, 1, 1, -1]\n:net xor 2 4 1\n\
                score = xor(x1, x2); loss = mean((score - y)^2)";
    assert!(run(&mut page, text)["state"]["plot"].is_null());
    let begun = run(&mut page, ":plot score x1 -0.2 1.2 x2 -0.2 1.2 by y");
    let plot = &begun["state"]["plot"];
    let train = |last| json!({"do": "train", "rate": "0.3", "steps": 50, "last": last});
    let trained = ask(&mut page, train(false));
    assert!(trained["state"]["plot"]["svg"].is_string());
    assert_ne!(trained["state"]["plot"]["svg"], plot["svg"]);
    let ended = ask(&mut page, train(true));
    assert!(ended["state"]["plot"]["svg"].is_string());
}

thread_local! {
    /// What the clock of [`slow_page`] shows, and how far it goes on each time it is read.
    static CLOCK: Cell<[Duration; 2]> = const { Cell::new([Duration::ZERO; 2]) };
}

/// A page on a machine where everything takes as long as the test says.
fn slow_page() -> Page {
    let clock = || {
        let [now, step] = CLOCK.get();
        CLOCK.set([now + step, step]);
        now
    };
    Page::new(clock, |_, _| {})
}

/// Sets how long everything takes.
fn takes(milliseconds: u64) {
    CLOCK.set([CLOCK.get()[0], Duration::from_millis(milliseconds)]);
}

/// Lets so much time pass.
fn pass(milliseconds: u64) {
    CLOCK.set([CLOCK.get()[0] + Duration::from_millis(milliseconds), CLOCK.get()[1]]);
}

/// Trains for some seconds, and tells whether the plot was drawn.
fn draws_after(page: &mut Page, seconds: u64) -> bool {
    CLOCK.set([CLOCK.get()[0] + Duration::from_secs(seconds), CLOCK.get()[1]]);
    draws_after_steps(page, 2)
}

/// Takes some steps, and tells whether the plot was drawn.
fn draws_after_steps(page: &mut Page, steps: u64) -> bool {
    let train = json!({"do": "train", "rate": "0.01", "steps": steps, "last": false});
    ask(page, train)["state"]["plot"]["svg"].is_string()
}

#[test]
fn training_goes_on_for_longer_than_drawing_takes() {
    let mut page = slow_page();
    takes(1);
    run(&mut page, "x = 3; loss = (x - 1)^2; :plot loss x -5 5");
    assert!(draws_after(&mut page, 1));
    assert!(!draws_after_steps(&mut page, 2));
    takes(400);
    assert!(draws_after(&mut page, 10));
    assert!(!draws_after_steps(&mut page, 2), "it was slow, and training is to go on");
    takes(1);
    assert!(draws_after(&mut page, 60), "it may be faster now");
    assert!(draws_after(&mut page, 1), "once is not always");
}

#[test]
fn a_plot_shows_each_of_the_steps_that_are_taken_one_by_one() {
    let mut page = slow_page();
    takes(2);
    run(&mut page, "x = 3; loss = (x - 1)^2; :plot loss x -5 5");
    for _ in 0..5 {
        pass(16);
        assert!(draws_after_steps(&mut page, 1));
    }
    // As fast as it can, it goes on for longer than drawing takes.
    assert!(!draws_after_steps(&mut page, 2));
    takes(400);
    for _ in 0..5 {
        draws_after(&mut page, 10);
    }
    assert!(!draws_after_steps(&mut page, 1), "it takes long");
}
