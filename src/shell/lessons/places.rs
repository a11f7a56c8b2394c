//! Where in the file the statements stand that errors in a block are about.

use crate::lesson::Printed;

/// Where a block stands in its file.
pub enum Place<'text> {
    /// On this line, with its statements as they were run.
    Block(usize),
    /// On this line, with answers between its statements, of which this was run.
    Transcript(&'text str, usize),
}

/// Lets errors, which name the file and count the lines that were run, count those of the file.
pub fn stand_in(printed: &mut [Printed], name: &str, place: Place<'_>) {
    let lines: Vec<usize> = match place {
        Place::Block(_) => Vec::new(),
        Place::Transcript(script, first) => {
            let typed = printed.iter().enumerate().filter(|(_, line)| line.is_typed);
            let mut typed = typed.map(|(at, _)| first + 1 + at);
            // An empty line ends a table, and is not printed.
            let line = |run: &str| if run.trim().is_empty() { None } else { typed.next() };
            script.lines().map(line).map(|line| line.unwrap_or(first)).collect()
        }
    };
    let in_file = |run: usize| match place {
        Place::Block(first) => Some(first + run),
        Place::Transcript(..) => lines.get(run.checked_sub(1)?).copied(),
    };
    for line in printed.iter_mut().filter(|line| !line.is_typed) {
        let placed = line.text.strip_prefix(name).and_then(|rest| {
            let (run, rest) = rest.strip_prefix(':')?.split_once(':')?;
            Some(format!("{name}:{}:{rest}", in_file(run.parse().ok()?)?))
        });
        line.text = placed.unwrap_or_else(|| std::mem::take(&mut line.text));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_count_the_lines_of_the_file() {
        let line = |text: &str| Printed { text: text.to_owned(), is_typed: text.starts_with('>') };
        let mut printed: Vec<Printed> =
            ["> :read x", "> 1", "x: 1 row", "> zz", "n.md:4:1: error: z", "m.md:4: n.md:4:1: no"]
                .map(line)
                .into();
        stand_in(&mut printed, "n.md", Place::Transcript(":read x\n1\n\nzz\n", 10));
        assert_eq!(printed[4].text, "n.md:14:1: error: z");
        assert_eq!(printed[5].text, "m.md:4: n.md:4:1: no");
        let mut printed = vec![line("n.md:2: note: z"), line("n.md: z")];
        stand_in(&mut printed, "n.md", Place::Block(10));
        assert_eq!(printed[0].text, "n.md:12: note: z");
        assert_eq!(printed[1].text, "n.md: z");
    }
}
