//! Sessions as links, and what these may do.

use serde_json::{Value, json};

use super::{ask, html, page, run};
use crate::page::Page;

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
    let mut other = super::page();
    let opened = ask(&mut other, json!({"do": "open", "script": link, "trusted": false}));
    assert!(opened["doubt"].is_null(), "{opened}");
    assert_eq!(opened["state"]["practice"]["kind"], "quiz");

    html(&mut page, ":quit\n:back L");
    assert!(saved(&mut page)["link"].as_str().unwrap().ends_with(";:back L"));
    html(&mut page, ":next 9");
    assert!(!saved(&mut page)["link"].as_str().unwrap().contains(":back"));
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
    assert_eq!(link, "a=2;b=-3;L=(a*b+1)*a;g(x)=2*x;:freeze b");
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
        (bomb.as_str(), "needs more than 20000 nodes"),
        ("x = [1 .. 100000000]", "needs more than 20000 nodes"),
        (&"a = 1; b = a^2;".repeat(10_000), "is 150000 bytes long"),
    ] {
        let mut page = page();
        let reply = ask(&mut page, json!({"do": "open", "script": script, "trusted": false}));
        assert_eq!(reply["doubt"], doubt);
        assert_eq!(reply["state"]["root"], Value::Null);
        assert_eq!(html(&mut page, ":undo"), "nothing to undo\n");
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
    let script = "a = \u{202e}\u{0}\u{2028}1\n<b>".to_owned() + &"x".repeat(30_000);
    let reply = ask(&mut page(), json!({"do": "show", "script": script}));
    let shown = reply["shown"].as_str().unwrap();
    assert!(shown.starts_with("a = �␀�1\n<b>xxx"), "{shown:.100}");
    assert!(shown.contains("x\n… and ") && shown.ends_with(" more characters"), "{}", shown.len());
    let reply =
        ask(&mut page(), json!({"do": "show", "script": "a=[1;2];b=sum(\n a);# b\n:grad b"}));
    assert_eq!(reply["shown"], "a=[1;2]\nb=sum(\n a)\n:grad b");
    let bad = "a = 1\n:step \u{202e}1";
    let reply = ask(&mut page(), json!({"do": "open", "script": bad, "trusted": false}));
    assert_eq!(reply["doubt"], "runs :step �1");
}

/// A session that is rebuilt from a script has no past, so that neither an undo nor a redo is to be done
/// again in it.
#[test]
fn what_is_taken_back_is_written() {
    let mut page = page();
    assert!(run(&mut page, "a = 2; b = 3")["script"].is_null());
    let mut script = |text: &str| run(&mut page, text)["script"].as_str().unwrap().to_owned();
    let undone = script("c = 4; :undo");
    assert!(undone.contains("b = 3") && !undone.contains("c = "), "{undone}");
    let undone = script(":undo");
    assert!(undone.contains("a = 2") && !undone.contains("b = "), "{undone}");
    let redone = script(":redo");
    assert!(redone.contains("b = 3") && !redone.contains("c = "), "{redone}");
    assert!(run(&mut page, "d = 5")["script"].is_null());
}
