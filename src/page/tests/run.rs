//! Lines and their answers.

use serde_json::json;

use super::{ask, html, page, run};
use crate::parts::export::exports;
use crate::render::escaped;

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
    assert!(answer.contains("the rest is too long"), "{}", &answer[answer.len() - 200..]);
}

#[test]
fn files_are_refused_without_a_word_of_options() {
    let mut page = page();
    for text in [":save x.grad", ":load x.grad", ":export svg L x.svg"] {
        let answer = html(&mut page, &format!("a = 1; L = a^2\n{text}"));
        assert!(answer.contains("files cannot be used here"), "{answer}");
        assert!(!answer.contains("no-files"), "{answer}");
    }
    for text in [":save x.grad", ":load x.grad", ":read x.csv", ":l"] {
        let answer = html(&mut page, text);
        let instead = "paste the contents of the file; Copy link and Download save the session\n";
        assert!(answer.contains("files cannot be used here"), "{answer}");
        assert!(answer.ends_with(instead), "{answer}");
    }
}

#[test]
fn an_export_can_be_saved_in_every_format() {
    let mut page = page();
    run(&mut page, "a = 2; L = a^2; M = L*3");
    for export in exports() {
        let reply = run(&mut page, &format!(":export {} L", export.name));
        let entry = &reply["entries"][0];
        let file = &entry["files"][0];
        assert_eq!(file["name"], format!("gradcalc.{}", export.endings[0]));
        assert!(entry["html"].as_str().unwrap().contains(&escaped(file["text"].as_str().unwrap())));
    }
    let reply = run(&mut page, ":x csv; 7; :x tsv a");
    let names: Vec<_> = reply["entries"][0]["files"].as_array().unwrap().iter().collect();
    assert_eq!(
        json!([names[0]["name"], names[1]["name"]]),
        json!(["gradcalc.csv", "gradcalc.tsv"])
    );
    for text in [":export nope L", ":echo svg", ":help :export", "7*6"] {
        assert_eq!(run(&mut page, text)["entries"][0]["files"], json!([]), "{text}");
    }
}

#[test]
fn a_curve_fits_a_phone() {
    for columns in 36..60 {
        let look = json!({"do": "look", "columns": columns, "high": true, "small": true, "most": [300, 300], "plot": [0, 0]});
        for step in [":step 0.01 20", ":step 0.0001 2000", ":step 1e-9 100", ":step -0.01 300"] {
            let mut page = page();
            ask(&mut page, look.clone());
            run(&mut page, "x = 3; loss = 3*x^2 - 4*x + 5");
            let answer = html(&mut page, step);
            let curve = answer.lines().find(|line| line.contains("▁")).unwrap();
            let curve = curve.replace("<span aria-hidden=\"true\">", "").replace("</span>", "");
            let wide = curve.chars().count();
            assert!(wide <= columns, "{wide} > {columns}\n{answer}");
            assert!(curve.starts_with("  loss  ") && wide >= 20, "{answer}");
        }
    }
}

#[test]
fn the_list_of_a_page_has_no_command_that_it_cannot_do() {
    let mut page = page();
    let help = html(&mut page, ":help all");
    for name in ["save", "load", "read", "write", "quit"] {
        assert!(!help.contains(&format!(":{name}")), "{name}: {help}");
    }
    for name in ["export", "compare", "step", "undo"] {
        assert!(help.contains(&format!(":{name}")), "{name}: {help}");
    }
    assert!(html(&mut page, ":help export").contains(":export [FORMAT]"));
}
