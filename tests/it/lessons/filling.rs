//! What an author has written stays when a lesson is filled in.

use crate::support::run::run;

use super::fill;

/// Characters that a screen shows as others, or not at all.
const UNSEEN: [char; 14] = [
    '\u{200e}', '\u{200f}', '\u{61c}', '\u{2066}', '\u{202e}', '\u{2028}', '\u{85}', '\u{1b}',
    '\u{b}', '\u{c}', '\u{7f}', '\0', '\t', '\u{1}',
];

#[test]
fn statements_keep_their_characters() {
    for it in UNSEEN {
        for statement in [
            format!("g = [\"a{it}b\", \"c\"]"),
            format!("# a remark{it} and {it}more{it}"),
            format!("1 + 1 # {it}"),
        ] {
            for text in [
                format!("A{it}\n\n```gradcalc\n> {statement}\n> 3*4\n```\n"),
                format!("A{it}\n\n  ```gradcalc\n  > 3*4\n  > {statement}\n  ```\n"),
                format!("A{it}\n\n```gradcalc\n{statement}\n3*4\n```\n"),
            ] {
                let once = fill(&text);
                assert!(once.contains("12\n"), "{once:?}");
                for line in text.lines() {
                    assert!(once.contains(&format!("{line}\n")), "{line:?} is not in {once:?}");
                }
                assert_eq!(fill(&once), once);
            }
        }
    }
}

#[test]
fn rows_and_further_lines_keep_their_characters() {
    for it in ['\u{200f}', '\u{2066}', '\t', '\u{b}'] {
        let text = format!(
            "```gradcalc\n> b = [1, # {it}one\n  2] # {it}\n> :read x g\n| 1,a{it}b\n| 2,c\n> sum(b)\n```\n"
        );
        let once = fill(&text);
        assert!(once.contains("> sum(b)\n3\n"), "{once:?}");
        for line in text.lines() {
            assert!(once.contains(&format!("{line}\n")), "{line:?} is not in {once:?}");
        }
        assert_eq!(fill(&once), once);
    }
}

#[test]
fn blanks_at_the_end_of_a_statement_and_what_ascii_lacks_stay() {
    let text = "```gradcalc\n> a = 2 ± 1  \n> a\n2.0 ± 1.0\n> # why  \n```\n";
    assert_eq!(fill(text), text);
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("l.md"), text).unwrap();
    run(folder.path(), &["--ascii", "lesson", "fill", "l.md"], b"");
    let filled = std::fs::read_to_string(folder.path().join("l.md")).unwrap();
    assert_eq!(filled, text.replace("2.0 ±", "2.0 +/-"));
}

#[test]
fn a_block_that_is_not_closed_is_not_filled_in() {
    let rest = "a^2\n\nProse, ![a picture](a.png), **bold**, $x^2$.\n\n| a | b |\n|---|---|\n\nsession: new\n";
    let above = "# A\n\n```gradcalc\n1 + 1\n```\n\n";
    for (block, line) in [
        (format!("```gradcalc\n> a = 2\n> {rest}"), 7),
        (format!("```gradcalc\n> a = 2\n> {rest}\n```ask\nHow?\n= 2\n```\nMore.\n"), 7),
        (format!("~~~gradcalc\na = 2\n{rest}"), 7),
        (format!("```gradcalc\na = 2\n```\n```output\n{rest}"), 10),
        (format!("```gradcalc\na = 2\n```\n```output\n```\n```output\n{rest}"), 12),
        (format!("```gradcalc\n> a = 2\n{rest}\n```\ntext\n```\n"), 20),
        (format!("```ask\nHow?\n= 2\n{rest}"), 7),
    ] {
        let text = format!("{above}{block}");
        let complaint = format!("line {line}: this block is never closed; end it with a line ");
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("l.md"), &text).unwrap();
        for action in [&["fill"][..], &["fill", "--check"], &["sheet"], &["key"]] {
            let arguments = [&["lesson"], action, &["l.md"]].concat();
            let outcome = run(folder.path(), &arguments, b"");
            assert_eq!((outcome.status, outcome.stdout.as_str()), (1, ""), "{action:?}");
            let complaint = format!("gradcalc: l.md: {complaint}");
            assert!(outcome.stderr.starts_with(&complaint), "{}", outcome.stderr);
        }
        assert_eq!(std::fs::read_to_string(folder.path().join("l.md")).unwrap(), text);
    }
}

#[test]
fn what_stands_between_a_block_and_its_answers_stays() {
    for between in ["[a]: https://a.org", "<!-- b -->", "> c"] {
        let text = format!("```gradcalc\n1 + 1\n```\n\n{between}\n\n```output\n3\n```\n");
        assert!(fill(&text).contains(&format!("\n{between}\n")), "{between}");
    }
}
