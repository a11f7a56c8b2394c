//! Sliders and training, each one change to undo.

use std::cell::{Cell, RefCell};
use std::time::Duration;

use serde_json::json;

use super::{ask, html, page, run};
use crate::page::Page;

#[test]
fn a_drag_is_one_change_to_undo() {
    let mut page = page();
    run(&mut page, "a = 2; L = a^2");
    for number in [2.5, 3.0, 3.5] {
        let reply = ask(
            &mut page,
            json!({"do": "drag", "name": "a", "number": number, "last": number == 3.5}),
        );
        assert_eq!(reply["state"]["picture"]["nodes"][0]["data"], format!("{number:.4}"));
    }
    assert_eq!(html(&mut page, ":undo\na"), "undone: :set a 3.5\n2\n");
    // A drag that ends where it began is no change.
    for number in [2.5, 2.0] {
        ask(&mut page, json!({"do": "drag", "name": "a", "number": number, "last": number == 2.0}));
    }
    assert_eq!(html(&mut page, ":undo"), "undone: L = a^2\n");
}

#[test]
fn sliders_that_move_together_are_one_change_to_undo() {
    let mut page = page();
    run(&mut page, "a = 2; b = 3; L = a*b");
    let moves = [("a", 3), ("b", 4), ("a", 4), ("b", 5), ("a", 5), ("b", 6)];
    for (at, (name, number)) in moves.into_iter().enumerate() {
        let last = at >= 4;
        ask(&mut page, json!({"do": "drag", "name": name, "number": number, "last": last}));
    }
    ask(&mut page, json!({"do": "drag", "name": "a", "number": 9, "last": true}));
    assert_eq!(html(&mut page, ":undo\na + b"), "undone: :set a 9\n11\n");
    assert_eq!(html(&mut page, ":undo\na + b"), "undone: :set a 5 b 6\n5\n");
}

#[test]
fn a_training_run_is_one_change_to_undo() {
    let mut page = page();
    run(&mut page, "a = 2; L = a^2");
    for last in [false, false, true] {
        let reply =
            ask(&mut page, json!({"do": "train", "rate": "1/10", "steps": 5, "last": last}));
        assert_eq!(reply["steps"]["taken"], 5);
        assert_eq!(reply["entries"].as_array().unwrap().len(), usize::from(last));
    }
    let reply = run(&mut page, "a");
    let trained: f64 = reply["entries"][0]["html"].as_str().unwrap().trim().parse().unwrap();
    assert!((trained - 2.0 * 0.8_f64.powi(15)).abs() < 1e-9);
    assert_eq!(html(&mut page, ":undo\na"), "undone: :step 1/10 15\n2\n");
    let refused = ask(&mut page, json!({"do": "train", "rate": "x", "steps": 5, "last": false}));
    assert_eq!(refused["steps"]["end"], "unknown name x");
    let refused = ask(&mut page, json!({"do": "train", "rate": "(1", "steps": 5, "last": false}));
    assert_eq!(refused["steps"]["end"], "this ( is never closed; add a ) where it should end");
}

#[test]
fn a_run_without_end_says_so_and_is_one_change() {
    let mut page = page();
    run(&mut page, "a = 2; b = -3; c = 10; f = -2; L = (a*b + c) * f");
    let train = |steps, last| json!({"do": "train", "rate": "0.1", "steps": steps, "last": last});
    assert!(ask(&mut page, train(5, false))["steps"]["end"].is_null());
    let ended = ask(&mut page, train(500, false));
    let end = "stopped after 16 steps: L decreases without bound";
    assert_eq!(ended["steps"]["end"], end);
    // The page asks once more when it has seen the end.
    let over = ask(&mut page, train(0, true));
    assert_eq!(over["steps"]["taken"], 0);
    let undone = "undone: :step 0.1 16\n";
    assert_eq!(html(&mut page, ":undo"), undone);
    run(&mut page, ":set a 1e100 b 1e100 c 0 f -1e100");
    let refused = ask(&mut page, train(5, true));
    let end = "no step taken: it would make L -inf; try a smaller rate";
    assert_eq!(refused["steps"]["end"], end);
    assert_eq!(html(&mut page, ":undo"), "undone: :set a 1e100 b 1e100 c 0 f -1e100\n");
}

#[test]
fn a_run_that_changes_nothing_has_settled() {
    let mut page = page();
    run(&mut page, "a = 2; L = a^2");
    let train = |rate, steps| json!({"do": "train", "rate": rate, "steps": steps, "last": false});
    // After one step at this rate a is 0.
    assert!(ask(&mut page, train("0.5", 120))["steps"]["end"].is_null());
    assert!(ask(&mut page, train("0.5", 199))["steps"]["end"].is_null());
    let settled = ask(&mut page, train("0.5", 1));
    let end = "converged after 320 steps: the last 200 changed nothing";
    assert_eq!(settled["steps"]["end"], end);
    assert_eq!(settled["statement"], ":step 0.5 320");
    // The next run counts anew.
    assert!(ask(&mut page, train("0.5", 199))["steps"]["end"].is_null());
    let settled = ask(&mut page, train("0.5", 1));
    assert_eq!(settled["steps"]["end"], "converged after 200 steps: the last 200 changed nothing");
}

#[test]
fn what_a_slider_and_a_run_have_done_can_be_typed() {
    let mut page = page();
    run(&mut page, "a = 2; L = a^2");
    let drag = |last| json!({"do": "drag", "name": "a", "number": 0.1, "last": last});
    assert!(ask(&mut page, drag(false))["statement"].is_null());
    assert_eq!(ask(&mut page, drag(true))["statement"], ":set a 0.1");
    let train = |last| json!({"do": "train", "rate": "1/10", "steps": 5, "last": last});
    assert!(ask(&mut page, train(false))["statement"].is_null());
    assert_eq!(ask(&mut page, train(true))["statement"], ":step 1/10 10");
    let nothing = json!({"do": "train", "rate": "x", "steps": 5, "last": true});
    assert!(ask(&mut page, nothing)["statement"].is_null());
}

thread_local! {
    /// The steps that the page was told of.
    static TOLD: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
    /// The seconds of a clock that goes on when it is looked at.
    static CLOCK: Cell<u64> = const { Cell::new(0) };
}

#[test]
fn a_page_is_told_how_far_long_work_is() {
    let mut page = Page::new(
        || Duration::from_secs(CLOCK.replace(CLOCK.get() + 1)),
        |step, _| TOLD.with_borrow_mut(|told| told.push(step)),
    );
    run(&mut page, "a = 2; L = (a - 1)^2\n:step 0.1 10; a");
    let told = TOLD.take();
    assert!(!told.is_empty() && told.iter().all(|step| (1..=10).contains(step)), "{told:?}");
}

#[test]
fn a_network_on_the_move_shows_what_is_computed_anew() {
    let mut page = page();
    run(
        &mut page,
        "x1 = [0, 0, 1, 1]; x2 = [0, 1, 0, 1]; y = [-1, 1, 1, -1]\n:net xor 2 4 1 seed 1",
    );
    run(&mut page, "score = xor(x1, x2); loss = mean((score - y)^2)");
    let look = json!({"do": "look", "columns": 80, "high": false, "small": false, "most": [600, 400], "plot": [0, 0]});
    let picture = |reply: &serde_json::Value| {
        let picture = &reply["state"]["picture"];
        (picture["nodes"].clone(), picture["strengths"].clone())
    };
    let mut before = picture(&ask(&mut page, look.clone()));
    for _ in 0..3 {
        let train = json!({"do": "train", "rate": "0.1", "steps": 1, "last": false});
        let moved = picture(&ask(&mut page, train));
        assert_ne!(moved, before);
        before = picture(&ask(&mut page, look.clone()));
        assert_eq!(moved, before);
        let drag = json!({"do": "row", "row": 3, "last": false});
        ask(&mut page, drag);
    }
    // Another root is another picture, at once.
    let other = run(&mut page, "k = 3x1");
    assert_eq!(other["state"]["picture"]["has_neurons"], false);
}

#[test]
fn boxes_beside_a_network_have_numbers_on_a_phone_too() {
    let mut page = page();
    run(&mut page, "x1 = [0, 0, 1, 1]; x2 = [0, 1, 0, 1]; y = [-1, 1, 1, -1]\n:net xor 2 8 8 1");
    run(&mut page, "score = xor(x1, x2); loss = mean((score - y)^2)");
    // With a plot and a curve below the picture it is not as high as eight neurons.
    for most in [[390, 160], [390, 200]] {
        let look = json!({"do": "look", "columns": 40, "high": false, "small": true, "most": most, "plot": [0, 0]});
        let drawing = ask(&mut page, look)["state"]["picture"]["drawing"].clone();
        let number = |name: &str| drawing[name].as_f64().unwrap();
        let size = [number("width"), number("height")];
        let scale = (f64::from(most[0]) / size[0]).min(f64::from(most[1]) / size[1]);
        let font = number("font") * scale;
        assert!(font >= 12.0, "{most:?}: words of {font} pixels in {size:?}");
        // Three lines of words, and a number of eight characters: each is 0.6 times as wide as high.
        let markup = drawing["markup"].as_str().unwrap();
        let frames =
            markup.lines().filter_map(|line| Some(line.split_once("<rect class=\"frame\" ")?.1));
        let frames: Vec<&str> = frames.collect();
        assert_eq!(frames.len(), 2, "{markup}");
        for frame in frames {
            let size = |name: &str| -> f64 {
                let (_, rest) = frame.split_once(&format!(" {name}=\"")).unwrap();
                rest.split_once('"').unwrap().0.parse().unwrap()
            };
            assert!(size("width") * scale >= 8.0 * 0.6 * font, "{frame}");
            assert!(size("height") * scale >= 3.0 * font, "{frame}");
        }
    }
}
