//! Where in the file the statements stand that errors in a block are about.

use crate::lesson::{MARK_ALONE, Printed, is_complaint};

/// Where a block stands in its file.
#[derive(Clone, Copy)]
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
            let is_typed = |line: &Printed| line.is_typed && line.text != MARK_ALONE;
            let typed = printed.iter().enumerate().filter(|(_, line)| is_typed(line));
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
    // In words, and as an object.
    let object = format!("\"file\":{},\"line\":", serde_json::Value::from(name));
    for line in printed.iter_mut().filter(|line| !line.is_typed) {
        let in_words = |rest: &str| {
            let (run, rest) = rest.strip_prefix(':')?.split_once(':')?;
            Some(format!("{name}:{}:{rest}", in_file(run.parse().ok()?)?))
        };
        let in_object = || {
            let (kind, rest) =
                line.text.split_once(&object).filter(|(kind, _)| is_complaint(kind))?;
            let (run, rest) = rest.split_at(rest.find(|it: char| !it.is_ascii_digit())?);
            Some(format!("{kind}{object}{}{rest}", in_file(run.parse().ok()?)?))
        };
        let placed = line.text.strip_prefix(name).and_then(in_words).or_else(in_object);
        line.text = placed.unwrap_or_else(|| std::mem::take(&mut line.text));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::{Error, Span};
    use crate::views::FORMATS;
    use crate::views::complaint::{self, Caret, Excerpt, Manner, Origin, Severity};

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
        let error =
            |line| format!("{{\"kind\":\"error\",\"file\":\"n.md\",\"line\":{line},\"column\":1}}");
        let mut objects = vec![line("> a"), line(&error(1))];
        stand_in(&mut objects, "n.md", Place::Transcript("a\n", 10));
        assert_eq!(objects[1].text, error(11));
        let answer = "{\"kind\":\"answer\",\"file\":\"n.md\",\"line\":1}";
        let mut objects = vec![line("> a"), line(answer)];
        stand_in(&mut objects, "n.md", Place::Transcript("a\n", 10));
        assert_eq!(objects[1].text, answer);
        let mut printed = vec![line("n.md:2: note: z"), line("n.md: z")];
        stand_in(&mut printed, "n.md", Place::Block(10));
        assert_eq!(printed[0].text, "n.md:12: note: z");
        assert_eq!(printed[1].text, "n.md: z");
    }

    #[test]
    fn messages_of_every_format_are_known_and_placed() {
        let text = "x ~ 1\n";
        let origin = Origin::new("n.md", 1, text);
        let error = Error::new(Span::new(2, 3), "wrong");
        for format in FORMATS {
            let mut written = String::new();
            let place = Excerpt::of(&origin, error.span(), None);
            let how = (Severity::Error, Caret::Window);
            let manner = Manner::of(format, None);
            complaint::write(&mut written, &origin, &place, &error, how, manner).unwrap();
            let first = written.lines().next().unwrap();
            assert!(is_complaint(first), "{}: COMPLAINTS lacks {first}", format.name);
            let printed = |text: &str, is_typed| Printed { text: text.to_owned(), is_typed };
            let mut printed = [printed("> x ~ 1", true), printed(first, false)];
            stand_in(&mut printed, "n.md", Place::Transcript(text, 10));
            assert!(printed[1].text.contains("11"), "{}: {}", format.name, printed[1].text);
        }
    }
}
