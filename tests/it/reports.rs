//! The page that `:report` writes: what is on it, and that nothing on it means more than it says.

// What does not go as expected ends the test.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use std::path::Path;

use crate::support::run::run;

const FIT: &str = "x = [1, 2, 3, 4, 5]; y = [1.1, 1.9, 3.4, 3.9, 5.3]; :fit y = m*x + c";

/// Runs statements in a folder, and returns what they print, errors last.
fn printed(folder: &Path, statements: &[&str]) -> String {
    let arguments: Vec<&str> = statements.iter().flat_map(|it| ["-e", *it]).collect();
    let outcome = run(folder, &arguments, b"");
    format!("{}{}", outcome.stdout, outcome.stderr)
}

fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn texts_of_the_user_mean_nothing_in_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let group = "g = [\"<script>|`a`\", \"b\", \"$x$\", \"b\", \"b\"]  # <b>``` ";
    let fit = ":fit y = where(g == \"b\", m, 1)*x + c";
    let reports = ":report r.html; :report r.md";
    printed(folder.path(), &[FIT, group, fit, reports]);
    let html = read(folder.path(), "r.html");
    assert!(!html.contains("<script") && !html.contains("<b>"), "{html}");
    assert!(html.contains("&lt;script&gt;|`a`"));
    let markdown = read(folder.path(), "r.md");
    let table: Vec<&str> = markdown.lines().filter(|line| line.starts_with("| g |")).collect();
    assert_eq!(table, ["| g | 5 | 0 | \\<script\\>\\|\\`a\\`, b, \\$x\\$ |  |  |  |"]);
    // What was typed contains a fence, so that a longer one is around it.
    let (_, typed) = markdown.split_once("## What was typed\n").unwrap();
    assert!(typed.trim_start().starts_with("````text\n"), "{typed}");
    assert!(typed.ends_with("\n````\n"), "{typed}");
}

#[test]
fn it_is_written_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("r-residual.svg"), "mine").unwrap();
    let said = printed(folder.path(), &[FIT, ":report r.md"]);
    assert!(said.contains("r-residual.svg exists already"), "{said}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    assert_eq!(read(folder.path(), "r-residual.svg"), "mine");
    printed(folder.path(), &[FIT, ":report! r.md"]);
    assert!(read(folder.path(), "r-residual.svg").starts_with("<svg"));
    assert!(read(folder.path(), "r.md").contains("![y = m\\*x + c](r-fit.svg)"));
    let outcome = run(folder.path(), &["--no-files", "-e", ":report other.md"], b"");
    assert!(outcome.stderr.contains(":report is refused"), "{}", outcome.stderr);
}

#[test]
fn it_is_about_the_session_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let said = printed(folder, &[FIT, ":set m 3; :report r.md"]);
    assert!(said.contains("m is not what it was at the last :fit"), "{said}");
    assert!(!folder.join("r.md").exists());
    // What was undone is not found, though it was typed.
    printed(folder, &[FIT, ":solve k = 2*m; :undo", ":undo", ":report r.html"]);
    let page = read(folder, "r.html");
    assert!(page.contains("<title>Report</title>") && page.contains(":solve k = 2*m"));
    assert!(!page.contains("<h2>Parameters</h2>") && !page.contains("<h2>Solution</h2>"));
    printed(folder, &[FIT, ":solve k = 2*m; k + 1; :report! r.html"]);
    assert!(read(folder, "r.html").contains("<h2>Solution</h2>"));
}

#[test]
fn a_fit_that_was_saved_has_to_be_run_again() {
    let folder = tempfile::tempdir().unwrap();
    printed(folder.path(), &[FIT, ":save s.grad"]);
    let said = printed(folder.path(), &[":load s.grad", ":report r.html"]);
    assert!(said.contains("r.html: what was typed; for a page on a fit that was saved"), "{said}");
}

#[test]
fn pages_have_the_digits_of_the_answers() {
    let folder = tempfile::tempdir().unwrap();
    let fit = "x = [1, 2, 3, 4]; y = [3, 5, 8, 9] ± 0.5; z = [1, 0.5, 0.2, 0.1] ± 0.1; \
               :fit y = a*x + b, z = exp(-k*x)*a";
    let said = printed(folder.path(), &[fit, ":report r.md"]);
    let page = read(folder.path(), "r.md");
    for line in said.lines().filter(|line| line.contains(" ± ")) {
        let mut words = line.split_whitespace();
        let [name, value, _, u] = [(); 4].map(|()| words.next().unwrap());
        assert!(page.contains(&format!("| {name} | {value} | {u} |")), "{line}\n{page}");
    }
    assert!(
        page.contains("![z = exp\\(-k\\*x\\)\\*a](r-fit-2.svg)") || page.contains("(r-fit-2.svg)")
    );
    assert!(page.contains("| reduced χ² |"));
}

#[test]
fn a_long_session_makes_a_page_of_bounded_length() {
    let folder = tempfile::tempdir().unwrap();
    let mut script: String =
        (0..60_000).map(|number| format!("a{number} = {number}.25\n")).collect();
    script.push_str("x = [1 .. 5000]\nx + 0; :report r.md\n");
    std::fs::write(folder.path().join("long.grad"), script).unwrap();
    run(folder.path(), &["long.grad"], b"");
    let page = read(folder.path(), "r.md");
    assert!(page.contains(" earlier lines left out.") && page.contains("a59999 = 59999.25"));
    assert!(page.len() < 4 << 20);
}

#[test]
fn what_has_changed_since_the_fit_is_named() {
    let changes =
        [(":set y[4] 80", "y"), (":set y ± 5", "y"), (":set c 2", "c"), (":rename m n", "n")];
    for (change, name) in changes {
        let folder = tempfile::tempdir().unwrap();
        let fit = "x = [1, 2, 3, 4]; y = [2, 4, 6.5, 8]; m = 1; c = 0; :freeze c; :fit y = m*x + c";
        let said =
            run(folder.path(), &["-e", fit, "-e", change, "-e", ":report r.html"], b"").stderr;
        assert!(said.contains("is not what it was at the last :fit"), "{change}: {said}");
        assert!(said.contains(name), "{said}");
    }
}

#[test]
fn models_stand_whole_in_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let fit =
        "x = [1, 2, 3, 4]; y = [2.7, 7.4, 20.1, 54]; A = 1; k = 1; :fit log(y) = log(A*exp(k*x))";
    let said = printed(folder.path(), &[fit, ":report r.md"]);
    assert!(said.contains("log(y) = log(A*exp(k*x)) with 2 pictures"), "{said}");
}

#[test]
fn the_model_is_set_as_a_formula_in_html() {
    let folder = tempfile::tempdir().unwrap();
    let fit = "x = [1, 2, 3, 4, 5, 6]; y = [2.7, 7.4, 20.1, 54, 60, 61]; g = [\"a\", \"b\", \"a\", \"a\", \"b\", \"a\"]; \
               α = 1; rate_max = 1; b2 = 1; z = sqrt(abs(sin(x)^2 + cbrt(x)/3)); \
               :fit log(y) = where(g == \"a\", α, rate_max)*z + exp(-b2)*x^2*min(x, 3) - tanh(floor(x))";
    printed(folder.path(), &[fit, ":report r.html"]);
    let page = read(folder.path(), "r.html");
    let math = page.split_once("<math").unwrap().1.split_once("</math>").unwrap().0;
    let math = format!("<math{math}</math>");
    let math = roxmltree::Document::parse(&math).unwrap();
    let has = |name: &str| math.descendants().any(|node| node.has_tag_name(name));
    for name in ["msqrt", "mroot", "mfrac", "msup", "msub", "mtable"] {
        assert!(has(name), "{name}");
    }
    let said: String = math.descendants().filter_map(|node| node.text()).collect();
    for text in ["α", "rate", "max", "tanh", "⌊"] {
        assert!(said.contains(text), "{text}: {said}");
    }
    assert!(!said.contains('\\'), "{said}");
}

#[test]
fn what_the_criteria_are_is_said_once() {
    for detail in ["", " detail"] {
        let folder = tempfile::tempdir().unwrap();
        let fit = format!("x = [1, 2, 3, 4]; y = [1, 2, 3, 5]; :fit y = m*x{detail}");
        printed(folder.path(), &[&fit, ":report r.html"]);
        let page = read(folder.path(), "r.html");
        let sections = page.split_once("What was typed").unwrap().0;
        assert_eq!(sections.matches("AIC is ").count(), 1, "{page}");
    }
}
