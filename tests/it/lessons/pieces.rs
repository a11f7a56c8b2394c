//! Lessons made of pieces in which answers look like what is typed, or blocks like other blocks: filled in
//! once, they stay as they are.

use proptest::collection::vec;
use proptest::option::weighted;
use proptest::prelude::*;
use proptest::sample::select;

use super::filled_in;
use crate::support::fixed_seed::config;

/// What stands before a line of a transcript.
const MARKS: [&str; 12] = ["> ", "> ", "> ", ">", "", "", "? ", "| ", "  ", "\t", "> > ", " > "];

/// Statements, answers to what asks, rows, remarks, and lines that look like answers.
const SAID: [&str; 63] = [
    "\u{c}",
    "x = 2",
    "y = x^2",
    "x^2",
    "y",
    "x",
    "(1 +",
    "2)",
    "y = [x,",
    "2]",
    "f(t) = (t",
    ":quit",
    "x; :quit; y",
    ":read u v",
    ":read u",
    "1 2",
    "3 4",
    "7",
    "",
    ":quiz y",
    ":quiz y x once",
    "4",
    ":hint",
    ":skip",
    ":quiz new",
    ":help x",
    ":help lecture",
    ":help :quiz",
    ":echo ```",
    ":echo ~~~~",
    ":echo > x",
    ":echo | x",
    ":echo ? x",
    ":echo   x = 4",
    ":echo l.md:1:1: error: x",
    ":set x 3",
    ":grad y",
    "zz",
    "1 +",
    ":format json",
    ":format tsv",
    ":format nosuch",
    ":undo",
    ":reset",
    "# why",
    "x # why",
    "a remark of mine",
    "y = 4",
    "note: x",
    "stdin:1: note: x",
    "l.md:3:1: error: unknown name zz",
    "  zz",
    "  ^^",
    ":back y",
    ":next",
    ":load x",
    ":export dot y",
    ":lesson back",
    ":solve y = 4",
    "nan",
    "x\u{1}",
    "\u{feff}x",
    "<!-- x -->",
];

/// How blocks begin.
const OPENING: [&str; 11] = [
    "```gradcalc",
    "```gradcalc",
    "```gradcalc",
    "~~~~gradcalc",
    "````gradcalc x",
    "```output",
    "``` output",
    "```text",
    "```quiz",
    "```ask",
    "```task",
];

/// What stands before the lines of a block: nothing, or the marks of what it stands in, of the first line and
/// of the others.
const INSIDE: [(&str, &str); 7] =
    [("", ""), ("", ""), ("", ""), ("> ", "> "), ("- ", "  "), ("   ", ""), ("\t", "\t")];

/// What stands between blocks.
const BETWEEN: [&str; 7] = ["", "", "Prose.", "session: new", "<!-- vary: x -->", "# A", "- item"];

/// A block, and what stands above it.
#[derive(Debug, Clone)]
struct Block {
    between: &'static str,
    inside: (&'static str, &'static str),
    opening: &'static str,
    is_marked: bool,
    lines: Vec<(&'static str, &'static str)>,
    is_closed: bool,
}

impl Block {
    fn lines(&self) -> Vec<String> {
        let Block { between, inside: (first, others), opening, .. } = self;
        let end = opening.trim_end_matches(|it: char| !['`', '~'].contains(&it));
        let own = self.lines.iter().map(|(mark, said)| format!("{others}{mark}{said}"));
        let mut lines = vec![(*between).to_owned(), format!("{first}{opening}")];
        // Else it is a block of statements.
        lines.extend(self.is_marked.then(|| format!("{others}> x = 1")));
        lines.extend(own);
        lines.extend(self.is_closed.then(|| format!("{others}{end}")));
        lines
    }
}

fn block() -> impl Strategy<Value = Block> {
    let line = (select(&MARKS[..]), select(&SAID[..]));
    let parts = (
        select(&BETWEEN[..]),
        select(&INSIDE[..]),
        select(&OPENING[..]),
        any::<bool>(),
        vec(line, 0..8),
        weighted(0.1, Just(())),
    );
    parts.prop_map(|(between, inside, opening, is_marked, lines, open)| Block {
        between,
        inside,
        opening,
        is_marked,
        lines,
        is_closed: open.is_none(),
    })
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn a_lesson_of_hard_pieces_stays_as_it_is(blocks in vec(block(), 1..4), end in select(&["\n", "\n", "\r\n"][..])) {
        let text: String = blocks.iter().flat_map(Block::lines).flat_map(|line| [line, end.to_owned()]).collect();
        let once = filled_in(&text, "l.md").0;
        prop_assert_eq!(filled_in(&once, "l.md").0, once.clone(), "from\n{}", text);
    }
}
