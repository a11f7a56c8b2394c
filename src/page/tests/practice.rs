//! The picture, in a pass by hand and in a quiz.

use serde_json::{Value, json};

use super::{ask, page, run};

#[test]
fn a_pass_by_hand_fills_the_picture_node_by_node() {
    let mut page = page();
    let grads = |reply: &Value| -> Vec<Value> {
        let nodes = reply["state"]["picture"]["nodes"].as_array().unwrap();
        nodes.iter().map(|node| node["grad"].clone()).collect()
    };
    run(&mut page, "a = -2; b = 3; d = a*b; e = a + b; f = d*e");
    let begun = run(&mut page, ":back f");
    assert_eq!(json!(grads(&begun)), json!([null, null, null, null, "1.0000"]));
    assert_eq!(begun["state"]["picture"]["nodes"][0]["status"], "waiting for 2 more");
    run(&mut page, "");
    let second = run(&mut page, ":next");
    assert_eq!(json!(grads(&second)), json!(["-6.0000", "-6.0000", "1.0000", "-6.0000", "1.0000"]));
    let picture = &second["state"]["picture"];
    assert_eq!(picture["nodes"][0]["status"], "waiting for 1 more");
    let [first, _] = picture["lit"].as_array().unwrap().as_slice() else { panic!("{picture}") };
    let arrival = json!({
        "edge": "u3-0", "receiver": 0, "local": "1", "upstream": "-6", "product": "-6",
        "before": "0.0000", "after": "-6.0000", "sibling": null, "said": "1 × df/de",
    });
    assert_eq!(*first, arrival);
    let done = run(&mut page, ":next");
    // The other operand's data is the local derivative of a product, and what arrives adds up.
    let last = &done["state"]["picture"]["lit"][0];
    assert_eq!((&last["said"], &last["sibling"]), (&json!("b × df/dd"), &json!(1)));
    assert_eq!((&last["before"], &last["after"]), (&json!("-6.0000"), &json!("-3.0000")));
    assert_eq!(done["state"]["practice"]["over"], true);
    assert_eq!(done["state"]["picture"]["nodes"][0]["grad"], "-3.0000");
}

#[test]
fn a_factor_that_is_a_formula_stands_in_parentheses() {
    let mut page = page();
    let first = run(&mut page, "a = 0.5; o = tanh(a); :back o; :next");
    assert_eq!(first["state"]["picture"]["lit"][0]["said"], "(1 - o^2) × do/do");
}

#[test]
fn a_wrong_order_is_shown_to_go_wrong() {
    let mut page = page();
    run(&mut page, "a = -2; b = 3; d = a*b; e = a + b; f = d*e; :back f");
    let early = run(&mut page, ":visit! d");
    let node = |number: usize| &early["state"]["picture"]["nodes"][number];
    assert_eq!(node(2)["status"], "pushed too early");
    assert_eq!(node(1)["status"], "waiting for 1 more");
    let done = run(&mut page, ":next 9");
    let a = &done["state"]["picture"]["nodes"][0];
    assert_eq!(
        (&a["grad"], &a["right"], &a["mark"]),
        (&json!("-6.0000"), &json!("-3.0000"), &json!("wrong"))
    );
}

#[test]
fn what_a_push_came_too_early_for_is_not_done() {
    let mut page = page();
    run(&mut page, "a = 2; b = -3; c = 10; f = -2; L = (a*b + c) * f; :back L");
    let early = run(&mut page, ":visit! L.2");
    let told = |name: &str| {
        let mut nodes = early["state"]["picture"]["nodes"].as_array().unwrap().iter();
        let node = nodes.find(|node| node["name"] == name).unwrap();
        (node["mark"].clone(), node["status"].clone())
    };
    assert_eq!(told("c"), (json!("wrong"), json!("misses a part")));
    assert_eq!(told("L.1"), (json!("ready"), json!("misses a part")));
    assert_eq!(told("L"), (json!("ready"), json!("ready")));
    assert_eq!(told("a"), (json!(""), json!("waiting for 1 more")));
    let text = early["entries"][0]["html"].as_str().unwrap();
    assert!(text.contains("Ready now: L.1, L. No remaining order is topological"), "{text}");
}

#[test]
fn the_picture_goes_on_with_the_root_when_an_exercise_is_over() {
    let mut page = page();
    let quiz = run(&mut page, "a = 2; L = a^2; :quiz");
    assert_eq!(quiz["state"]["root"][0], "L");
    run(&mut page, ":quit");
    let other = run(&mut page, "w = 3; y = w*5");
    assert_eq!(other["state"]["root"][0], "y");
    assert_eq!(other["state"]["sliders"][0]["name"], "w");
    // A pass by hand that is done stays in view until there is another root.
    let done = run(&mut page, ":back L; :next 9");
    assert_eq!(done["state"]["root"][0], "L");
    assert_eq!(done["state"]["practice"]["over"], true);
    let last = run(&mut page, "z = y*2");
    assert_eq!(last["state"]["root"][0], "z");
    assert!(last["state"]["practice"].is_null());
}

#[test]
fn a_quiz_gives_no_answer_away() {
    let mut page = page();
    run(&mut page, "a = 2.5; b = -3.25; c = 10; L = (a*b + c) * a");
    let asked = run(&mut page, ":quiz L");
    for answer in ["-6.25", "-8.1250", "1.8750", "\"grad\":\"2.5000"] {
        assert!(
            !asked["state"]
                .to_string()
                .replace("\"data\":\"1.8750\"", "")
                .replace("\"data\":\"-8.1250\"", "")
                .contains(answer),
            "{answer}"
        );
    }
    let unknown = asked["state"]["picture"]["nodes"].as_array().unwrap();
    assert!(unknown.iter().all(|node| node["grad"].is_null() && node["sign"] == "unknown"));
    assert_eq!(
        (&asked["state"]["prompt"], &asked["state"]["practice"]["question"]),
        (&json!("? "), &json!("dL/dL"))
    );
    let next = run(&mut page, "1");
    let nodes = next["state"]["picture"]["nodes"].as_array().unwrap();
    assert_eq!(nodes.iter().filter(|node| !node["grad"].is_null()).count(), 1);
}

#[test]
fn what_was_said_before_a_quiz_stands_apart_from_it() {
    let mut page = page();
    run(&mut page, "a = 2.5; L = a^2 * 3");
    for text in [":grad L; :quiz L", ":grad L; :quiz L\n1", ":grad L\n:quiz L"] {
        let reply = run(&mut page, text);
        let entries = reply["entries"].as_array().unwrap();
        let begin = entries.iter().position(|entry| entry["quiz"] == true).unwrap();
        let says = |entry: &Value| entry["html"].as_str().unwrap().contains("15.0000");
        assert!(entries[..begin].iter().any(says) && !entries[begin..].iter().any(says));
        assert!(entries[begin]["html"].as_str().unwrap().starts_with("quiz: "), "{reply}");
        run(&mut page, ":quit");
    }
}

#[test]
fn the_boxes_of_a_quiz_are_as_wide_as_without_grads() {
    let drawing = |reply: Value| {
        let drawing = &reply["state"]["picture"]["drawing"]["markup"];
        drawing.as_str().expect("another picture").to_owned()
    };
    let build = "a = 2; L = a * 123456.789";
    let never_seen = drawing(run(&mut page(), &format!("{build}; :quiz L")));
    let mut page = page();
    let with_grads = drawing(run(&mut page, build));
    assert_ne!(with_grads, never_seen);
    assert_eq!(drawing(run(&mut page, ":quiz L")), never_seen);
    assert_eq!(drawing(run(&mut page, ":quit")), with_grads);
}

#[test]
fn a_picture_is_sent_once_and_then_only_its_numbers() {
    let mut page = page();
    let first = run(&mut page, "a = 2; L = a^2");
    assert!(first["state"]["picture"]["drawing"].is_object());
    let same = run(&mut page, ":set a 3");
    assert_eq!(same["state"]["picture"]["key"], first["state"]["picture"]["key"]);
    assert!(same["state"]["picture"]["drawing"].is_null());
    let other = run(&mut page, "M = L + a");
    assert!(other["state"]["picture"]["drawing"].is_object());
    assert_ne!(other["state"]["picture"]["key"], first["state"]["picture"]["key"]);
}

#[test]
fn a_node_that_is_visited_too_early_is_named_until_it_is_ready_or_another_is_visited() {
    let mut page = page();
    run(&mut page, "a = -2; b = 3; d = a*b; e = a + b; f = d*e; :back f");
    for text in [":visit d", ":v d  # early", "7*6; :visit d"] {
        assert_eq!(run(&mut page, text)["state"]["practice"]["early"], "d", "{text}");
    }
    let look = json!({"do": "look", "columns": 80, "high": false, "small": false, "most": [900, 600], "plot": [0, 0]});
    assert_eq!(ask(&mut page, look)["state"]["practice"]["early"], "d");
    for text in [":visit a", ":visit d; :visit f", ":visit d; :next"] {
        assert!(run(&mut page, text)["state"]["practice"]["early"].is_null(), "{text}");
    }
}

#[test]
fn a_picture_that_has_gone_is_drawn_again() {
    let mut page = page();
    let script = "a = -2; b = 3; f = a*b";
    assert!(run(&mut page, script)["state"]["picture"]["drawing"].is_object());
    assert!(run(&mut page, ":grad f")["state"]["picture"]["drawing"].is_null());
    // The page shows a sentence in its place.
    assert!(run(&mut page, ":reset")["state"]["picture"].is_null());
    assert!(run(&mut page, script)["state"]["picture"]["drawing"].is_object());
}

#[test]
fn a_nudge_shows_what_it_moves_until_something_is_typed() {
    let mut page = page();
    run(&mut page, "a = -2; b = 3; f = a*b");
    let nudged = ask(&mut page, json!({"do": "nudge", "name": "a"}));
    assert!(nudged["state"]["picture"]["nodes"][0]["nudge"].is_array());
    assert!(run(&mut page, ":explain b")["state"]["picture"]["nodes"][0]["nudge"].is_null());
}
