//! What an author has written stays when a lesson is filled in.

use crate::support::run::run;

#[test]
fn a_block_that_is_not_closed_is_not_filled_in() {
    let rest = "a^2\n\nProse, ![a picture](a.png), **bold**, $x^2$.\n\n| a | b |\n|---|---|\n\nsession: new\n";
    let above = "# A\n\n```gradcalc\n1 + 1\n```\n\n";
    for (block, line) in [
        (format!("```gradcalc\n> a = 2\n> {rest}"), 7),
        (format!("```gradcalc\n> a = 2\n> {rest}\n```ask\nHow?\n= 2\n```\nMore.\n"), 7),
        (format!("~~~gradcalc\na = 2\n{rest}"), 7),
        (format!("> ```gradcalc\n> > a = 2\n> > a\n\n{rest}"), 7),
        (format!("```gradcalc\na = 2\n```\n```output\n{rest}"), 10),
        (format!("```gradcalc\na = 2\n```\n```output\n```\n```output\n{rest}"), 12),
        (format!("```gradcalc\n{rest}```\u{b}"), 7),
        (format!("```gradcalc\n> a = 2\n{rest}\n```\ntext\n```\n"), 20),
        (format!("```ask\nHow?\n= 2\n{rest}"), 7),
    ] {
        let text = format!("{above}{block}");
        let complaint = format!("line {line}: this block is never closed; end it with a line ");
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("l.md"), &text).unwrap();
        for option in ["--write", "--check", "--fill", "--transcript", "--worksheet", "--key"] {
            let outcome = run(folder.path(), &[option, "l.md"], b"");
            assert_eq!((outcome.status, outcome.stdout.as_str()), (1, ""), "{option}");
            let complaint = format!("gradcalc: l.md: {complaint}");
            assert!(outcome.stderr.starts_with(&complaint), "{}", outcome.stderr);
        }
        assert_eq!(std::fs::read_to_string(folder.path().join("l.md")).unwrap(), text);
    }
}
