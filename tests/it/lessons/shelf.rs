//! Lessons that come with the program, each in its uses: filled in, played, on paper, handed in and graded;
//! and a hostile one at the prompt.

use std::fs;
use std::path::Path;

use crate::support::golden;
use crate::support::run::run;

#[test]
fn lessons_of_the_shelf_have_their_uses() {
    have_their_uses(&["lecture", "by-hand", "first-fit", "second-lecture"]);
}

#[test]
#[ignore = "large"]
fn the_lesson_of_many_trials_has_its_uses() {
    have_their_uses(&["uncertainty"]);
}

fn have_their_uses(lessons: &[&str]) {
    let shelf = golden::project().join("lessons");
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for entry in fs::read_dir(&shelf).unwrap().flatten().filter(|it| it.path().is_file()) {
        fs::copy(entry.path(), folder.join(entry.file_name())).unwrap();
    }
    for name in lessons {
        let file = format!("{name}.md");
        // Text in, text out.
        let checked = run(folder, &["lesson", "fill", "--check", &file], b"");
        assert_eq!((checked.status, &*checked.stdout, &*checked.stderr), (0, "", ""), "{file}");
        // Played to its end: whatever is asked is skipped, whatever is to be done is left.
        let answers = format!("{name}.json");
        let enough = "\n:skip\n".repeat(200);
        let played =
            run(folder, &["lesson", "play", &file, "--answers", &answers], enough.as_bytes());
        assert!(played.stdout.contains("The end."), "{file}: {}", played.stderr);
        assert!(!played.stdout.contains('\u{1b}'), "{file}");
        // On paper: the sheet has blanks where the key has numbers, and neither asks anything.
        let sheet = run(folder, &["lesson", "sheet", &file], b"").stdout;
        let key = run(folder, &["lesson", "key", &file], b"").stdout;
        assert!(sheet.contains("____") && !key.contains("____"), "{file}");
        assert!(!sheet.contains("```quiz") && !sheet.contains("```task"), "{file}");
        let page = run(folder, &["lesson", "sheet", "--html", &file], b"").stdout;
        assert!(page.starts_with("<!DOCTYPE html>") && !page.contains("<script"), "{file}");
        // Handed in.
        let graded = run(folder, &["lesson", "grade", &file, &answers], b"");
        assert_eq!(graded.status, 0, "{file}: {}", graded.stderr);
        assert!(graded.stdout.contains("1 submission"), "{file}: {}", graded.stdout);
    }
}

/// Fills in and plays a lesson, and returns all that was printed.
fn printed(folder: &Path, text: &str) -> String {
    fs::write(folder.join("l.md"), text).unwrap();
    let filled = run(folder, &["lesson", "fill", "-"], text.as_bytes());
    let played = run(
        folder,
        &["lesson", "play", "l.md", "--answers", "a.json"],
        "\n:skip\n\nq = 1\n".repeat(9).as_bytes(),
    );
    let checked = run(folder, &["lesson", "fill", "--check", "l.md"], b"");
    let _ = fs::remove_file(folder.join("a.json"));
    let graded = run(folder, &["lesson", "grade", "l.md", "l.md"], b"");
    [played.stdout, played.stderr, checked.stdout, graded.stdout, graded.stderr, filled.stderr]
        .concat()
}

#[test]
fn a_hostile_lesson_does_no_harm_at_the_prompt() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let escapes = "# \u{1b}]0;title\u{7}\u{9b}31m\n\n\u{1b}[2J \u{202e}text <script>\n\nvary: \u{1b}[31m\n\n\
        ```gradcalc\n> 1\n\u{1b}[31m an old answer\n```\n\n\
        ```gradcalc\n> \u{1b}[31m\n:save x.grad\n:export svg L x.svg\n:load /etc/passwd\n:quit\n```\n
```ask\n\u{1b}[5m?\n= \u{1b}\nhint: \u{7}\n```\n
```ask\n\u{1b}[5m?\n= 2\nhint: \u{7}\u{1b}[1m\nwrong 3: \u{1b}c\n```\n
```task\n\u{1b}[6n\ngoal \u{1b}[1m\n```\n\n\
        ```task\nGive q: \u{1b}[6n\ngoal q > 0 # \u{1b}[1m\n```\n\n```quiz\n\u{1b}[1m\n```\n\n```ask \u{1b}[1m\n";
    let said = printed(folder, escapes);
    let is_control = |it: char| (it.is_control() && it != '\n') || it == '\u{202e}';
    assert!(!said.contains(is_control), "{said:?}");
    assert!(!folder.join("x.grad").exists() && !folder.join("x.svg").exists());
    for text in [
        "x".repeat(1 << 20),
        "- ".repeat(20_000) + "```ask\n?\n= 1\n",
        "> ".repeat(20_000) + "```task\n",
        "```ask\n?\n= ".to_owned() + &"(".repeat(3000) + "\n```\n",
        "```ask\n".to_owned() + &"hint: x\n".repeat(20_000) + "```\n",
        "```quiz\nL ".to_owned() + &"a ".repeat(50_000) + "\n```\n",
        "vary: ".to_owned() + &"a ".repeat(400) + "\n\n```gradcalc\na = 1\n```\n",
    ] {
        printed(folder, &text);
    }
}
