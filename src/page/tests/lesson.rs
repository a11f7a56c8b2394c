//! A lesson that is played on the page.

use serde_json::{Value, json};

use super::{ask, page, run};
use crate::page::Page;
use crate::parts::lessons::HandIn;

const LESSON: &str = "# A lesson\n\nRead *this*.\n\n```gradcalc\na = 2; L = 3a\n```\n
```quiz\nL a\n```\n
```ask\nWhat is L?\n= L within 1 %\nhint: three times two\nwrong 5: That is a sum.\n```\n
```task\nMake L negative.\ngoal L < 0\nat most 2 statements\n```\n
session: new\n\n```gradcalc\n> :format json\n> 1 + 1\n```\n\n```gradcalc\n> 2 + 2\n```\n";

fn open(page: &mut Page, text: &str) -> Value {
    ask(page, json!({"do": "lesson", "text": text}))
}

fn next(page: &mut Page) -> Value {
    ask(page, json!({"do": "turn", "to": "next"}))
}

/// All that is said, of a lesson and in answers.
fn said(reply: &Value) -> String {
    let entries = reply["entries"].as_array().unwrap();
    let text = |entry: &Value| {
        let fields = ["prose", "prompt", "text", "html"].map(|it| entry[it].as_str().unwrap_or(""));
        fields.concat() + "\n"
    };
    entries.iter().map(text).collect()
}

#[test]
fn a_lesson_is_played_and_its_answers_are_those_of_the_program() {
    let mut page = page();
    let opened = open(&mut page, LESSON);
    assert!(said(&opened).contains("<p>Read <em>this</em>.</p>"), "{opened}");
    assert!(
        said(&opened).contains("&gt; a = 2; L = 3a") || said(&opened).contains("> a = 2; L = 3a")
    );
    assert_eq!(opened["state"]["lesson"]["parts"], 6);
    // What is tried is dropped at the next part.
    let tried = run(&mut page, "a = 100; L = 3a");
    assert!(said(&tried).contains("The next part discards your changes."), "{tried}");
    let quiz = run(&mut page, "");
    assert_eq!(quiz["state"]["prompt"], "? ");
    assert!(said(&next(&mut page)).contains("Answer the question first"));
    run(&mut page, "2\n3");
    let question = next(&mut page);
    assert!(said(&question).contains("<p>What is L?</p>"), "{question}");
    assert_eq!(question["state"]["lesson"]["shown"], 3);
    assert_eq!(question["state"]["lesson"]["asks"], true);
    assert!(said(&run(&mut page, "5")).contains("That is a sum."));
    assert!(said(&run(&mut page, ":hint")).contains("three times two"));
    let right = run(&mut page, "6.01");
    assert!(said(&right).contains("right"), "{right}");
    assert_eq!(right["state"]["prompt"], "> ");
    let task = next(&mut page);
    assert_eq!(task["state"]["lesson"]["goal"], "L < 0");
    assert!(said(&next(&mut page)).contains("The goal is not reached: L &lt; 0"));
    assert!(said(&run(&mut page, ":set a 5; :set a 6; :set a 7")).contains("Back to the start"));
    assert_eq!(said(&run(&mut page, "a")).lines().next(), Some("> a2"));
    // A slider counts as the statement that does the same.
    ask(&mut page, json!({"do": "drag", "name": "a", "number": -1.0, "last": false}));
    let reached = ask(&mut page, json!({"do": "drag", "name": "a", "number": -2.0, "last": true}));
    assert!(said(&reached).contains("reached</span>: L &lt; 0"), "{reached}");
    let answers = ask(&mut page, json!({"do": "answers", "name": " Ann "}));
    let handed: HandIn = serde_json::from_str(answers["handed"].as_str().unwrap()).unwrap();
    assert_eq!(handed.name.as_deref(), Some("Ann"));
    let tries: Vec<(usize, &str, Vec<&str>)> = handed
        .questions
        .iter()
        .map(|it| (it.block, &*it.asks, it.tries.iter().map(String::as_str).collect()))
        .collect();
    let [quiz, question, task] = &tries[..] else { panic!("{tries:?}") };
    assert_eq!(*quiz, (2, "dL/da", vec!["2", "3"]));
    assert_eq!(*question, (3, "ask", vec!["5", ":hint", "6.01"]));
    assert_eq!(*task, (4, "task", vec![":set a 5; :set a 6; :set a 7", "a", ":set a -2"]));
    // A format holds to the end of its block, and another session begins.
    assert!(said(&next(&mut page)).contains("{&quot;kind&quot;"));
    assert!(said(&next(&mut page)).contains("> 2 + 24"), "{LESSON}");
    assert!(said(&run(&mut page, "L")).contains("unknown name L"));
    assert!(said(&run(&mut page, "")).contains("The end."));
    run(&mut page, ":lesson back");
    let back = run(&mut page, ":lesson back");
    assert_eq!(back["state"]["lesson"]["goal"], "L < 0");
    let handed: HandIn = serde_json::from_str(back["handed"].as_str().unwrap()).unwrap();
    assert_eq!(handed.questions[2].tries.last().unwrap(), ":lesson again");
    assert_eq!(back["state"]["lesson"]["shown"], 4);
    let left = run(&mut page, ":lesson stop");
    assert!(left["state"]["lesson"].is_null(), "{left}");
    assert!(said(&run(&mut page, ":lesson back")).contains("no lesson is running"));
    assert_eq!(run(&mut page, ":lesson by-hand")["wanted"], "by-hand");
}

#[test]
fn what_is_typed_between_parts_is_nothing_to_the_next() {
    let mut page = page();
    open(&mut page, "```gradcalc\na = 2; b = 3; L = a*b; L\n```\n\n```gradcalc\n:grad\n_\n```\n");
    run(&mut page, ":quiz L");
    assert!(said(&next(&mut page)).contains("Answer the question first"));
    run(&mut page, ":quit");
    // Neither a root nor an answer is a change.
    run(&mut page, ":grad b");
    run(&mut page, "b");
    let grads = said(&next(&mut page));
    assert!(grads.contains("dL/dnode") && grads.contains("> _6"), "{grads}");
}

#[test]
fn what_is_typed_for_a_task_is_nothing_to_the_next_part() {
    let mut page = page();
    let text = "```gradcalc\na = 2; b = 3; L = a*b\n```\n\n```task\nMake L negative.\ngoal L < 0\nat most 1 statement\n```\n\n```gradcalc\nL\n```\n";
    open(&mut page, text);
    next(&mut page);
    assert!(said(&run(&mut page, ":set b 10; :set a 5")).contains("Back to the start"));
    assert!(said(&run(&mut page, ":set a -1")).contains("reached"));
    assert!(said(&next(&mut page)).contains("> L6"), "L is a*b of 2 and 3");
}

#[test]
fn each_answer_on_a_line_is_a_try() {
    let mut page = page();
    open(&mut page, "```gradcalc\na = 2; L = 3a\n```\n\n```quiz\nL\n```\n");
    next(&mut page);
    let reply = run(&mut page, "1; 4; 3\nL");
    let handed: HandIn = serde_json::from_str(reply["handed"].as_str().unwrap()).unwrap();
    let tries: Vec<(&str, &[String])> =
        handed.questions.iter().map(|it| (&*it.asks, &*it.tries)).collect();
    assert_eq!(
        tries,
        [("dL/dL", &["1".to_owned()][..]), ("dL/da", &["4".to_owned(), "3".to_owned()])]
    );
}

/// The names of the nodes in the picture whose grads are shown.
fn shown(reply: &Value) -> String {
    let nodes = reply["state"]["picture"]["nodes"].as_array().unwrap();
    let shown = nodes.iter().filter(|node| !node["grad"].is_null());
    shown.map(|node| node["name"].as_str().unwrap()).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_picture_keeps_to_itself_what_is_asked_next() {
    let text = "```gradcalc\na = 2; b = 3; L = a*b\n```\n
Look.\n
```quiz\nL a\n```\n
```ask\nWhat is 2 dL/db?\n= 2diff(L, b)\n```\n
```task\nMake L 8.\ngoal L == 8\n```\n
```quiz\nL\n```\n
```gradcalc\n:set a 4; c = 1\n```\n
```quiz\nL\n```\n";
    let mut page = page();
    // Also a slider tells nothing, nor how wide the edges are.
    let opened = open(&mut page, text);
    assert_eq!(shown(&opened), "");
    assert_eq!(opened["state"]["picture"]["strengths"], json!([]));
    let dragged = ask(&mut page, json!({"do": "drag", "name": "a", "number": 5.0, "last": true}));
    assert_eq!(shown(&dragged), "");
    next(&mut page);
    assert_eq!(shown(&run(&mut page, "3")), "");
    // A question that waits, and what stands before a task.
    assert_eq!(shown(&next(&mut page)), "");
    let answered = run(&mut page, "4");
    assert_eq!(shown(&answered), "a b L");
    assert!(!answered["state"]["picture"]["strengths"].as_array().unwrap().is_empty());
    assert_eq!(shown(&next(&mut page)), "", "in the task");
    assert_eq!(shown(&run(&mut page, ":set b 4")), "", "before the quiz");
    next(&mut page);
    assert_eq!(shown(&run(&mut page, "1\n2\n3")), "a b L", "other numbers follow");
    assert_eq!(shown(&next(&mut page)), "");
}

#[test]
fn no_plot_shows_the_tangent_that_is_asked_next() {
    let text = "```gradcalc\na = 2; b = -3; L = a^2*b\n:plot L a -4 4\n```\n
```gradcalc\n:set a 1\n```\n
```ask\nWhat is dL/da?\n= diff(L, a)\n```\n
```gradcalc\n:echo So it is.\n```\n";
    let mut page = page();
    assert!(!open(&mut page, text)["state"]["plot"].is_null(), "other numbers follow");
    assert_eq!(next(&mut page)["state"]["plot"], Value::Null);
    next(&mut page);
    assert!(!run(&mut page, "-6")["state"]["plot"].is_null());
}

#[test]
fn a_hostile_lesson_does_no_harm() {
    let hostile = "<script>alert(1)</script>\n\n# <img src=x onerror=alert(1)>\n\n[l](javascript:alert(1)) \
        ![i](javascript:x \"\\\" onerror=alert(1)\")\n\n\u{1b}]0;t\u{7}\n\n```gradcalc\n> \u{1b}[31m<b>\n```\n\n\
        ```ask\n<b>?</b>\n= zz\n```\n\n```ask\n<i onload=x>\n= 2\n```\n";
    let mut page = page();
    // What was typed is text to the page.
    let markup = |reply: Value| {
        let entries = reply["entries"].as_array().unwrap().clone();
        let fields =
            |it: &Value| ["prose", "html"].map(|name| it[name].as_str().unwrap_or("").to_owned());
        entries.iter().flat_map(fields).collect::<String>()
    };
    let mut all = markup(open(&mut page, hostile));
    for _ in 0..9 {
        all += &markup(run(&mut page, ":skip"));
        all += &markup(next(&mut page));
    }
    for tag in ["<script", "<img src=x", "<b>", "<i ", "javascript:", "\" onerror"] {
        assert!(!all.contains(tag), "{tag} in {all}");
    }
    assert!(all.contains("unknown name zz"), "{all}");
    for text in [
        "> ".repeat(10_000),
        "- ".repeat(10_000),
        "[".repeat(100_000),
        "```gradcalc\n(".repeat(9999),
    ] {
        open(&mut page, &text);
    }
    let large = open(&mut page, &"x".repeat((1 << 20) + 1));
    assert!(large["doubt"].as_str().unwrap().contains("1 MB"));
}
