//! What is typed between the parts of a lesson is nothing to the next part.

use std::fs;

use crate::support::run::run;

#[test]
fn the_next_part_knows_nothing_of_what_was_tried() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let text = "```gradcalc\n:read own.csv\nf = mean(y)*3\nf\n```\n\nOne.\n\n```gradcalc\n> _ + 0\n> :grad f\n> y\n> :grad\n```\n\n# End\n";
    fs::write(folder.join("l.md"), text).unwrap();
    fs::write(folder.join("own.csv"), "y\n1\n3\n").unwrap();
    let played = |typed: &str| run(folder, &["lesson", "play", "l.md"], typed.as_bytes()).stdout;
    let rest = |said: &str| said.split_once("One.").unwrap().1.to_owned();
    let wanted = rest(&played("\n\n\n"));
    for (typed, is_told) in [
        ("1 + 2\n", false),
        (":row 2\n:quiz f\n:quit\n:grad y\n", false),
        ("g = y^2; sum(g)\n:grad g\n", true),
        (":del y; f = 3; y = [1, 2, 3]; :undo\n:reset\n", true),
        ("zz\n:quiz new\n1\n:quit\n", true),
        ("k(x) = x; f = 2\n", true),
        (":undo\n:undo\na = 1\n", true),
    ] {
        let tried = played(&format!("{typed}\n\n\n"));
        assert!(rest(&tried).contains(&wanted), "{typed}: {tried}\nand not\n{wanted}");
        let said = "The next part discards your changes.";
        assert_eq!(tried.contains(said), is_told, "{tried}");
        assert!(!wanted.contains("error:") && wanted.contains("y"), "{wanted}");
    }
}
