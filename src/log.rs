//! What was typed and what was answered, line by line, as far back as there is room for.

/// The bytes that are kept of the newest lines. Twice as many may be, so that old lines go many at a time
/// and a line costs no more than its copy.
const MOST: usize = 1 << 20;
/// The most bytes that are kept of what was typed in one line.
const MOST_TYPED: usize = 1 << 16;
/// Stands for the rest of a text that is longer.
const MORE: &str = "…";

/// What was typed and what was answered. It holds three megabytes at most, whatever happens.
#[derive(Debug, Default)]
pub struct Log {
    /// What was typed in each line and what was answered, one after the other.
    text: String,
    lines: Vec<Line>,
    /// The number of lines that there was no room for.
    left_out: usize,
}

/// Where a line begins in the text, and its answer.
#[derive(Debug, Clone, Copy)]
struct Line {
    start: usize,
    answer: usize,
    moment: u64,
    last: Last,
}

/// The last statement of a line that has run: the kind of its report, where it stands, and its answer.
#[derive(Debug, Clone, Copy, Default)]
struct Last {
    kind: &'static str,
    start: usize,
    end: usize,
    answer: usize,
}

/// A line that was typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Logged<'log> {
    /// What was typed, and the rows of a table that stand below it.
    pub typed: &'log str,
    /// What was answered, notes and errors too; empty if nothing was.
    pub answered: &'log str,
    /// What the caller counted the moment after it as.
    pub moment: u64,
    /// The kind of the report of its last statement.
    pub kind: &'static str,
    /// That statement, and what was answered to it.
    pub last: [&'log str; 2],
}

impl Log {
    /// Begins a line, at what the present moment counts as.
    pub fn type_line(&mut self, typed: &str, moment: u64) {
        self.make_room();
        let start = self.text.len();
        self.text.push_str(begin(typed, MOST_TYPED));
        if typed.len() > MOST_TYPED {
            self.text.push_str(MORE);
        }
        self.lines.push(Line { start, answer: self.text.len(), moment, last: Last::default() });
    }

    /// Adds a row of a table to what was typed.
    pub fn type_row(&mut self, row: &str) {
        let Some(line) = self.lines.last_mut() else { return };
        if line.answer == self.text.len() && line.answer - line.start + row.len() < MOST_TYPED {
            self.text.push('\n');
            self.text.push_str(row);
            line.answer = self.text.len();
        }
    }

    /// Adds to the answer of the newest line.
    pub fn answer(&mut self, text: &str) {
        if let Some(line) = self.lines.last() {
            let room = MOST.saturating_sub(self.text.len() - line.answer);
            self.text.push_str(begin(text, room));
        }
    }

    /// Notes the kind of the report on the statement of the newest line that has just run, which is not
    /// answered yet, and what the moment after it counts as.
    pub fn conclude(&mut self, statement: &str, kind: &'static str, moment: u64) {
        let Some(line) = self.lines.last_mut() else { return };
        let typed = self.text.get(line.start..line.answer).unwrap_or_default();
        let start = line.start + typed.rfind(statement).unwrap_or(0);
        let end = (start + statement.len()).min(line.answer);
        line.moment = moment;
        line.last = Last { kind, start, end, answer: self.text.len() };
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Log::default();
    }

    /// The lines, oldest first.
    pub fn lines(&self) -> impl DoubleEndedIterator<Item = Logged<'_>> {
        self.lines.iter().enumerate().map(|(at, Line { start, answer, moment, last })| {
            let end = self.lines.get(at + 1).map_or(self.text.len(), |next| next.start);
            let between = |from: usize, to: usize| self.text.get(from..to).unwrap_or_default();
            Logged {
                typed: between(*start, *answer),
                answered: between(*answer, end),
                moment: *moment,
                kind: last.kind,
                last: [between(last.start, last.end), between(last.answer, end)],
            }
        })
    }

    /// What was answered to the newest line.
    pub fn last_answer(&self) -> &str {
        self.lines().next_back().map_or("", |line| line.answered)
    }

    /// The number of the oldest lines that are not there.
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// Drops the oldest lines where there are too many.
    fn make_room(&mut self) {
        if self.text.len() + self.lines.len() * size_of::<Line>() <= 2 * MOST {
            return;
        }
        let length = self.text.len();
        let kept = |line: &Line, after: usize| length - line.start + after * size_of::<Line>();
        let count = self.lines.len();
        let mut all = self.lines.iter().enumerate();
        let first = all.position(|(at, line)| kept(line, count - at) <= MOST).unwrap_or(count);
        let start = self.lines.get(first).map_or(length, |line| line.start);
        self.text.drain(..start);
        self.lines.drain(..first);
        for line in &mut self.lines {
            line.start -= start;
            line.answer -= start;
            let Last { start: from, end, answer, .. } = &mut line.last;
            [from, end, answer].into_iter().for_each(|it| *it = it.saturating_sub(start));
        }
        self.left_out += first;
    }
}

/// The beginning of a text, so many bytes at most.
fn begin(text: &str, most: usize) -> &str {
    text.get(..text.floor_char_boundary(most)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_their_answers() {
        let mut log = Log::default();
        log.answer("nobody asked\n");
        log.type_line("a = 2", 5);
        log.type_line(":read", 6);
        log.type_row("1 2");
        log.answer("1 row\n");
        log.type_row("no row");
        log.answer("note\n");
        log.conclude(":read", "read", 7);
        log.type_line("a + 1; :budget a", 7);
        log.answer("3\n");
        log.conclude(":budget a", "budget", 8);
        log.answer("table\n");
        let found: Vec<_> = log.lines().collect();
        let [first, second, third] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!((first.typed, first.answered, first.kind), ("a = 2", "", ""));
        assert_eq!((third.kind, third.last), ("budget", [":budget a", "table\n"]));
        assert_eq!(third.answered, "3\ntable\n");
        assert_eq!((second.typed, second.answered), (":read\n1 2", "1 row\nnote\n"));
        assert_eq!((second.kind, second.moment), ("read", 7));
        assert_eq!(log.last_answer(), third.answered);
    }

    #[test]
    fn it_is_bounded_and_keeps_the_newest_lines() {
        let mut log = Log::default();
        let long = "é".repeat(MOST);
        for number in 0..200_000 {
            log.type_line(&format!("x = {number}"), 0);
            log.answer("1\n");
            if number % 50_000 == 0 {
                log.type_line(&long, 0);
                log.answer(&long);
                log.answer(&long);
            }
            assert!(
                log.text.len() + log.lines.len() * size_of::<Line>() <= 3 * MOST + MOST_TYPED + 8
            );
        }
        let last = log.lines().next_back().unwrap();
        assert_eq!((last.typed, last.answered), ("x = 199999", "1\n"));
        assert_eq!(log.left_out() + log.lines().count(), 200_004);
        assert!(log.lines().count() > 10_000);
    }
}
