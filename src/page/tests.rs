//! Tests of the page without a browser.

use std::cell::Cell;
use std::time::Duration;

use serde_json::{Value, json};

use super::Page;

fn page() -> Page {
    Page::new(|| Duration::ZERO, |_, _| {})
}

#[track_caller]
fn ask(page: &mut Page, request: Value) -> Value {
    serde_json::from_str(&page.reply(&request.to_string())).unwrap()
}

#[track_caller]
fn run(page: &mut Page, text: &str) -> Value {
    ask(page, json!({"do": "type", "text": text}))
}

/// The HTML of all answers to a text.
#[track_caller]
fn html(page: &mut Page, text: &str) -> String {
    let reply = run(page, text);
    let entries = reply["entries"].as_array().unwrap();
    entries.iter().map(|entry| entry["html"].as_str().unwrap()).collect()
}

#[test]
fn a_role_is_the_class_of_a_span() {
    let mut page = page();
    assert_eq!(html(&mut page, "a = 2; b = -3; L = a*b"), "L = -6\n");
    let table = html(&mut page, ":grad L");
    assert!(table.contains("<span class=\"negative\">-3.0000</span>"), "{table}");
    assert!(table.contains("<span class=\"positive\">"), "{table}");
    let error = html(&mut page, "a + nope");
    assert!(
        error.starts_with("<span class=\"error\">error:</span> unknown name nope\n"),
        "{error}"
    );
    assert!(error.contains("      <span class=\"error\">^^^^</span>\n"), "{error}");
}

#[test]
fn nothing_that_is_typed_becomes_markup() {
    let mut page = page();
    for text in [
        "<img src=x onerror=alert(1)>",
        ":echo <script>alert(1)</script>",
        ":help <b>",
        "a = 1 # </span><script>",
        "\"<i>\"",
        ":<u>",
        ":export svg <s>",
        "f(<x>) = 1",
    ] {
        let answer = html(&mut page, text);
        let tags = answer.replace("</span>", "").matches("<").count();
        assert_eq!(tags, answer.matches("<span class=\"").count(), "{text}: {answer}");
    }
    run(&mut page, "a = 1; L = a^2");
    let svg = html(&mut page, ":export svg L");
    assert!(!svg.contains("<svg"), "an export is shown as it is typed: {svg}");
}

#[test]
fn several_lines_are_answered_one_by_one() {
    let mut page = page();
    let reply = run(&mut page, "> a = (1 +\n  2)\n> a\n3\n> a +\n");
    let typed: Vec<_> =
        reply["entries"].as_array().unwrap().iter().map(|it| it["text"].clone()).collect();
    assert_eq!(json!(typed), json!(["a = (1 +\n2)", "a", "a +", ""]));
    assert_eq!(reply["entries"][1]["html"], "3\n");
}

#[test]
fn a_long_answer_is_cut_and_says_so() {
    let mut page = page();
    run(&mut page, "x = [1 .. 100000]; :format csv");
    let answer = html(&mut page, "x");
    assert!(answer.len() < 500_000, "{}", answer.len());
    assert!(answer.contains("more lines are left out"), "{}", &answer[answer.len() - 200..]);
}

#[test]
fn an_exercise_is_shared_with_its_session() {
    let saved = |page: &mut Page| ask(page, json!({"do": "save"}));
    let mut page = page();
    html(&mut page, "a = 2; b = 3; L = a*b\n:quiz L fade once");
    let shared = saved(&mut page);
    assert!(shared["shared"].as_str().unwrap().ends_with("\n:quiz L fade once\n"), "{shared}");
    // What rebuilds the session here does not begin it anew.
    assert!(!shared["script"].as_str().unwrap().contains(":quiz"), "{shared}");

    let link = shared["link"].as_str().unwrap().to_owned();
    let mut other = self::page();
    let opened = ask(&mut other, json!({"do": "open", "script": link, "trusted": false}));
    assert!(opened["doubt"].is_null(), "{opened}");
    assert_eq!(opened["state"]["lesson"]["kind"], "quiz");

    html(&mut page, ":quit\n:back L");
    assert!(saved(&mut page)["link"].as_str().unwrap().ends_with(";:back L"));
    html(&mut page, ":next 9");
    assert!(!saved(&mut page)["link"].as_str().unwrap().contains(":back"));
}

#[test]
fn files_are_refused_without_a_word_of_options() {
    let mut page = page();
    for text in [":save x.grad", ":load x.grad", ":export svg L x.svg"] {
        let answer = html(&mut page, &format!("a = 1; L = a^2\n{text}"));
        assert!(answer.contains("files cannot be used here"), "{answer}");
        assert!(!answer.contains("no-files"), "{answer}");
    }
}

#[test]
fn time_is_told_by_the_clock_of_the_page() {
    let mut page = Page::new(|| Duration::from_millis(5), |_, _| {});
    let answer = html(&mut page, "a = 1; :time a + 1");
    assert!(answer.ends_with("2\n0 µs   1 node   0 ns a node\n"), "{answer}");
}

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
    assert_eq!(html(&mut page, ":undo\na"), "undone: a is 2 again\n2\n");
    // A drag that ends where it began is no change.
    for number in [2.5, 2.0] {
        ask(&mut page, json!({"do": "drag", "name": "a", "number": number, "last": number == 2.0}));
    }
    assert_eq!(html(&mut page, ":undo"), "undone: L is gone\n");
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
    assert_eq!(html(&mut page, ":undo\na"), "undone: a is 2 again\n2\n");
    let refused = ask(&mut page, json!({"do": "train", "rate": "x", "steps": 5, "last": false}));
    assert!(refused["steps"]["end"].as_str().unwrap().contains("unknown name x"), "{refused}");
}

#[test]
fn a_run_without_end_says_so_and_is_one_change() {
    let mut page = page();
    run(&mut page, "a = 2; b = -3; c = 10; f = -2; L = (a*b + c) * f");
    let train = |steps, last| json!({"do": "train", "rate": "0.1", "steps": steps, "last": last});
    assert!(ask(&mut page, train(5, false))["steps"]["end"].is_null());
    let ended = ask(&mut page, train(500, false));
    let end = "stopped after 16 steps: L falls without end; the next would make L -inf";
    assert_eq!(ended["steps"]["end"], end);
    // The page asks once more when it has seen the end.
    let over = ask(&mut page, train(0, true));
    assert_eq!(over["steps"]["taken"], 0);
    let undone = "undone: a is 2 again, b is -3 again, c is 10 again, f is -2 again\n";
    assert_eq!(html(&mut page, ":undo"), undone);
    run(&mut page, ":set a 1e100 b 1e100 c 0 f -1e100");
    let refused = ask(&mut page, train(5, true));
    let end = "stopped at once: L falls without end; the next would make L.1 inf";
    assert_eq!(refused["steps"]["end"], end);
    assert_eq!(html(&mut page, ":undo"), undone);
}

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
    assert_eq!(begun["state"]["picture"]["nodes"][0]["status"], "waiting for 2 uses");
    run(&mut page, "");
    let second = run(&mut page, ":next");
    assert_eq!(json!(grads(&second)), json!(["-6.0000", "-6.0000", "1.0000", "-6.0000", "1.0000"]));
    let picture = &second["state"]["picture"];
    assert_eq!(picture["nodes"][0]["status"], "waiting for 1 more");
    assert_eq!(picture["lit"], json!([["u3-0", 0, "1 × -6"], ["u3-1", 1, "1 × -6"]]));
    let done = run(&mut page, ":next");
    assert_eq!(done["state"]["lesson"]["over"], true);
    assert_eq!(done["state"]["picture"]["nodes"][0]["grad"], "-3.0000");
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
        (&a["grad"], &a["status"], &a["mark"]),
        (&json!("-6.0000"), &json!("right: -3"), &json!("wrong"))
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
    assert_eq!(told("a"), (json!(""), json!("waiting for 1 use")));
    let text = early["entries"][0]["html"].as_str().unwrap();
    assert!(text.contains("Ready now: L.1, L. No order that is left is topological"), "{text}");
}

#[test]
fn a_quiz_gives_no_answer_away() {
    let mut page = page();
    run(&mut page, "a = 2.5; b = -3.25; c = 10; L = (a*b + c) * a");
    let asked = run(&mut page, ":quiz L");
    for answer in ["-6.25", "-8.1250", "1.8750", "2.5000\",\"grad"] {
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
        (&asked["state"]["prompt"], &asked["state"]["lesson"]["question"]),
        (&json!("? "), &json!("dL/dL"))
    );
    let next = run(&mut page, "1");
    let nodes = next["state"]["picture"]["nodes"].as_array().unwrap();
    assert_eq!(nodes.iter().filter(|node| !node["grad"].is_null()).count(), 1);
}

#[test]
fn a_link_rebuilds_the_session_without_answers_and_comments() {
    let mut first = page();
    run(
        &mut first,
        "a = 2 # ten; hundred\nb = -3\n7*6\nf(x) = x^2 + # square\nL = (a*b +\n 1) * a; a + 1\n:freeze b",
    );
    run(&mut first, "g(x) = 2 * x # double");
    let saved = ask(&mut first, json!({"do": "save"}));
    let link = saved["link"].as_str().unwrap();
    assert_eq!(link, "g(x)=2*x;a=2;b=-3;L=(a*b+1)*a;:freeze b");
    let mut second = page();
    let opened = ask(&mut second, json!({"do": "open", "script": link, "trusted": false}));
    assert!(opened["doubt"].is_null(), "{opened}");
    assert_eq!(opened["state"]["root"], json!(["L", "-10"]));
    assert_eq!(ask(&mut second, json!({"do": "save"}))["link"], link);
    assert_eq!(html(&mut second, "g(4)"), "8\n");
}

#[test]
fn a_link_asks_before_it_does_more_than_build() {
    let bomb = "f0(x) = x + x\n".to_owned()
        + &(1..40).map(|n| format!("f{n}(x) = f{}(f{}(x))\n", n - 1, n - 1)).collect::<String>()
        + "a = 1\nb = f16(a)";
    for (script, doubt) in [
        ("a = 1; L = a^2; :step 0.1 1000000000", "runs :step 0.1 1000000000"),
        (bomb.as_str(), "needs room for more than 20000 nodes"),
        ("x = [1 .. 100000000]", "needs room for more than 20000 nodes"),
        (&"a = 1; b = a^2;".repeat(10_000), "is 150000 bytes long"),
    ] {
        let mut page = page();
        let reply = ask(&mut page, json!({"do": "open", "script": script, "trusted": false}));
        assert_eq!(reply["doubt"], doubt);
        assert_eq!(reply["state"]["root"], Value::Null);
        assert_eq!(html(&mut page, ":undo"), "there is nothing to take back\n");
    }
}

#[test]
fn a_link_is_read_as_it_is_run() {
    for script in
        ["a = 1; L = a^2\n> :echo run", "> a = 1; L = a^2\n> :echo run", "a = (1 +\n:echo run"]
    {
        let mut page = page();
        let reply = ask(&mut page, json!({"do": "open", "script": script, "trusted": false}));
        let is_run = reply["entries"].as_array().unwrap().iter().any(|it| it["html"] == "run\n");
        assert!(!is_run, "{script}: {reply}");
    }
    // A statement may go over several lines, as in a file that was saved.
    let mut page = page();
    let script = "a = 1\nf(x) = (x +\n 1)\nL = (a +\n 2) * f(a)";
    let reply = ask(&mut page, json!({"do": "open", "script": script, "trusted": false}));
    assert_eq!(reply["state"]["root"], json!(["L", "6"]));
}

#[test]
fn what_cannot_be_seen_in_a_link_is_shown() {
    let script = "a = 1 # \u{202e}\u{0}\u{2028}\n<b>".to_owned() + &"x".repeat(30_000);
    let reply = ask(&mut page(), json!({"do": "show", "script": script}));
    let shown = reply["shown"].as_str().unwrap();
    assert!(shown.starts_with("a = 1 # �␀�\n<b>xxx"), "{shown:.100}");
    assert!(shown.ends_with("x\n… and 10015 more characters"), "{}", shown.len());
    let bad = "a = 1\n:step \u{202e}1";
    let reply = ask(&mut page(), json!({"do": "open", "script": bad, "trusted": false}));
    assert_eq!(reply["doubt"], "runs :step �1");
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
    assert_eq!(html(&mut page, ":undo\na + b"), "undone: a is 5 again\n11\n");
    assert_eq!(html(&mut page, ":undo\na + b"), "undone: a is 2 again, b is 3 again\n5\n");
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
        let drawing = &reply["state"]["picture"]["drawing"][0];
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
    assert!(first["state"]["picture"]["drawing"].is_array());
    let same = run(&mut page, ":set a 3");
    assert_eq!(same["state"]["picture"]["key"], first["state"]["picture"]["key"]);
    assert!(same["state"]["picture"]["drawing"].is_null());
    let other = run(&mut page, "M = L + a");
    assert!(other["state"]["picture"]["drawing"].is_array());
    assert_ne!(other["state"]["picture"]["key"], first["state"]["picture"]["key"]);
}

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
    assert_eq!(html(&mut page, ":undo\na"), "undone: a is 2 again\n2\n");
    let closed = ask(&mut page, json!({"do": "close"}));
    assert!(closed["state"]["plot"].is_null());
    assert!(run(&mut page, ":set a 3")["state"]["plot"].is_null());
    assert!(run(&mut page, ":plot L a 0 1")["state"]["plot"].is_object());
}

#[test]
fn a_network_of_two_columns_shows_its_boundary_as_it_trains() {
    let mut page = page();
    let text = "x1 = [0, 0, 1, 1]; x2 = [0, 1, 0, 1]; y = [-1, 1, 1, -1]\n:net xor 2 4 1";
    assert!(run(&mut page, text)["state"]["plot"].is_null());
    let begun = run(&mut page, "score = xor(x1, x2); loss = mean((score - y)^2)");
    let plot = &begun["state"]["plot"];
    assert_eq!(plot["statement"], ":plot score x1 -0.2 1.2 x2 -0.2 1.2 by y");
    assert!(plot["svg"].is_string());
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

/// Trains for some seconds, and tells whether the plot was drawn.
fn draws_after(page: &mut Page, seconds: u64) -> bool {
    CLOCK.set([CLOCK.get()[0] + Duration::from_secs(seconds), CLOCK.get()[1]]);
    let train = json!({"do": "train", "rate": "0.01", "steps": 1, "last": false});
    ask(page, train)["state"]["plot"]["svg"].is_string()
}

#[test]
fn a_drawing_that_was_slow_once_does_not_hold_back_the_next() {
    let mut page = slow_page();
    takes(4000);
    run(&mut page, "x = 3; loss = (x - 1)^2; :plot loss x -5 5");
    takes(1);
    assert!(draws_after(&mut page, 1), "the first of all says little");
    assert!(draws_after(&mut page, 1));
    takes(4000);
    draws_after(&mut page, 1);
    takes(1);
    assert!(draws_after(&mut page, 1), "one of several was slow");
    takes(400);
    for _ in 0..3 {
        draws_after(&mut page, 10);
    }
    assert!(!draws_after(&mut page, 2), "all are slow, and training is to go on");
    assert!(draws_after(&mut page, 10));
}

#[test]
fn a_plot_that_is_slow_again_and_again_is_given_up() {
    let mut page = slow_page();
    takes(6000);
    let is_there = |reply: Value| !reply["state"]["plot"].is_null();
    assert!(is_there(run(&mut page, "x = 3; loss = (x - 1)^2; :plot loss x -5 5")));
    assert!(is_there(run(&mut page, ":set x 2")));
    takes(1);
    assert!(is_there(run(&mut page, ":set x 3")), "the machine was busy");
    takes(6000);
    assert!(is_there(run(&mut page, ":set x 4")));
    assert!(is_there(run(&mut page, ":set x 5")));
    assert!(!is_there(run(&mut page, ":set x 6")));
    takes(1);
    assert!(!is_there(run(&mut page, ":set x 7")), "it is opened by typing it");
}

#[test]
fn a_plot_goes_when_the_root_has_none() {
    let mut page = page();
    run(&mut page, "x1 = [0, 0, 1, 1]; x2 = [0, 1, 0, 1]; y = [-1, 1, 1, -1]\n:net xor 2 4 1");
    let text = "score = xor(x1, x2); loss = mean((score - y)^2)";
    assert!(run(&mut page, text)["state"]["plot"]["svg"].is_string());
    assert!(run(&mut page, "a = 2; b = a^2")["state"]["plot"].is_null());
    let train = json!({"do": "train", "rate": "0.01", "steps": 1, "last": false});
    assert!(ask(&mut page, train)["state"]["plot"].is_null());
    assert!(run(&mut page, ":root loss")["state"]["plot"]["svg"].is_string());
}

#[test]
fn a_lesson_hides_the_plot_since_its_tangent_is_an_answer() {
    let mut page = page();
    run(&mut page, "a = 2.5; L = a^2; :plot L a -3 3");
    for lesson in [":quiz L", ":back L"] {
        assert!(run(&mut page, lesson)["state"]["plot"].is_null(), "{lesson}");
        let left = ask(&mut page, json!({"do": "leave"}));
        assert!(left["state"]["plot"].is_object(), "{lesson}");
    }
}
