//! Texts in the cells of a table: what is written is read back, or refused.

// What does not go as expected ends the test.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use std::fs;

use crate::support::run::run;

/// Texts that a table has for gaps, numbers, comments or parts of itself, or whose blanks it trims.
const CELLS: [&str; 32] = [
    "a",
    " a",
    "a ",
    "-",
    "--",
    "N/A",
    "none",
    "None",
    "nan",
    "inf",
    "?",
    ".",
    "2024",
    "1,5",
    "1.5 mm",
    "#",
    "# a",
    "a,b",
    "a;b",
    "a\"\"b",
    "\"\"a\"\"",
    "'a'",
    "|a|",
    "%",
    "sep=;",
    "2024-03-01",
    "12:30",
    "±",
    "<5",
    "1 ± 2",
    "a\u{a0}",
    "\u{feff}a",
];

#[test]
fn what_is_written_is_read_back_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut refused = 0;
    for cell in CELLS {
        for other in ["b", "c d", "3", ""] {
            for columns in ["x g", "g x", "g", "g x g"] {
                let file = ["t.csv", "t.tsv"][cell.len() % 2];
                let bind = format!("x = [1, 2, 3]; g = [\"{cell}\", \"{other}\", \"{cell}\"]");
                let write = format!("{bind}; :write! {file} {columns}");
                let path = folder.path().join(file);
                let _ = fs::remove_file(&path);
                let outcome = run(folder.path(), &["-e", &write], b"");
                if !path.exists() {
                    assert_eq!(outcome.status, 1, "{write}");
                    refused += 1;
                    continue;
                }
                let nodes = columns.replace(' ', "; ");
                let shown = |setup: &str| {
                    let test = format!("{setup}; :format json; {nodes}; g == \"{cell}\"");
                    let outcome = run(folder.path(), &["-e", &test], b"");
                    outcome.stdout.lines().filter(|it| it.contains("\"value\"")).collect::<String>()
                };
                assert_eq!(shown(&format!(":read {file}")), shown(&bind), "{write}");
            }
        }
    }
    assert!((100..400).contains(&refused), "{refused}");
}
