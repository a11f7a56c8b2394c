//! What was typed and what was answered, line by line, as far back as there is room for.

use std::ops::Range;

/// The bytes that are kept of the newest lines. Twice as many may be, so that old lines go many at a time
/// and a line costs no more than its copy.
const MOST: usize = 1 << 20;
/// The most bytes that are kept of what was typed in one line.
const MOST_TYPED: usize = 1 << 16;
/// Stands for the rest of a text that is longer.
const MORE: &str = "…";

/// What was typed and what was answered: three megabytes at most, and two of the longest lines.
#[derive(Debug, Default)]
pub struct Log {
    /// What was typed in each line and what was answered, one after the other.
    text: String,
    lines: Vec<Line>,
    /// The statements of these lines that have run.
    ran: Vec<Ran>,
    /// The number of lines that there was no room for.
    left_out: usize,
}

/// Where a line begins in the text, and its answer.
#[derive(Debug, Clone, Copy)]
struct Line {
    start: usize,
    answer: usize,
    /// The place in what was typed at which the text begins.
    from: usize,
}

/// Where a statement stands in the text, and where its answer begins.
#[derive(Debug, Clone, Copy)]
struct Ran {
    start: usize,
    end: usize,
    answer: usize,
    kind: &'static str,
    moment: u64,
}

/// What was typed in a line, with the rows of a table that stand below it, and what was answered, notes and
/// errors too.
pub type Exchange<'log> = [&'log str; 2];

/// A statement that has run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Statement<'log> {
    /// What was typed and answered.
    pub exchange: Exchange<'log>,
    /// The kind of its report.
    pub kind: &'static str,
    /// What the moment after it was said to count as.
    pub moment: u64,
}

impl Log {
    /// Begins a line: what was typed from that place on.
    pub fn type_line(&mut self, typed: &str, from: usize) {
        let typed = typed.get(from..).unwrap_or_default();
        self.make_room();
        let start = self.text.len();
        self.text.push_str(begin(typed, MOST_TYPED));
        if typed.len() > MOST_TYPED {
            self.text.push_str(MORE);
        }
        self.lines.push(Line { start, answer: self.text.len(), from });
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

    /// Notes that the statement at these places of the newest line has run and is to be answered: the kind of
    /// its report, and what the moment after it counts as.
    pub fn conclude(&mut self, places: Range<usize>, kind: &'static str, moment: u64) {
        let Some(line) = self.lines.last() else { return };
        let place = |at: usize| (line.start + at.saturating_sub(line.from)).min(line.answer);
        let (start, end) = (place(places.start), place(places.end));
        if end > start && self.size() <= 3 * MOST {
            self.ran.push(Ran { start, end, answer: self.text.len(), kind, moment });
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Log::default();
    }

    /// The lines, oldest first.
    pub fn lines(&self) -> impl DoubleEndedIterator<Item = Exchange<'_>> {
        self.lines.iter().enumerate().map(|(at, Line { start, answer, .. })| {
            let end = self.lines.get(at + 1).map_or(self.text.len(), |next| next.start);
            [self.between(*start, *answer).trim(), self.between(*answer, end)]
        })
    }

    /// The statements that have run, oldest first.
    pub fn statements(&self) -> impl DoubleEndedIterator<Item = Statement<'_>> {
        self.ran.iter().enumerate().map(|(at, ran)| {
            let line = self.lines.partition_point(|line| line.start <= ran.start);
            let line = self.lines.get(line).map_or(self.text.len(), |next| next.start);
            let end = self.ran.get(at + 1).map_or(line, |next| next.answer.min(line));
            let typed = self.between(ran.start, ran.end).trim();
            let exchange = [typed, self.between(ran.answer, end)];
            Statement { exchange, kind: ran.kind, moment: ran.moment }
        })
    }

    fn between(&self, start: usize, end: usize) -> &str {
        self.text.get(start..end).unwrap_or_default()
    }

    /// The number of the oldest lines that are not there.
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// The bytes that it takes.
    fn size(&self) -> usize {
        self.text.len() + size_of_val(&*self.lines) + size_of_val(&*self.ran)
    }

    /// Drops the oldest lines where there are too many.
    fn make_room(&mut self) {
        if self.size() <= 2 * MOST {
            return;
        }
        // Beside their texts lines and their statements take as much as others.
        let (length, count) = (self.text.len(), self.lines.len());
        let each = (self.size() - length).div_ceil(count.max(1));
        let has_room = |at: &usize| {
            let start = self.lines.get(*at).map_or(length, |line| line.start);
            length - start + each.saturating_mul(count - at) <= MOST
        };
        let first = (0..count).rev().take_while(has_room).last().unwrap_or(count);
        let start = self.lines.get(first).map_or(length, |line| line.start);
        self.text.drain(..start);
        self.lines.drain(..first);
        self.ran.retain(|ran| ran.start >= start);
        for line in &mut self.lines {
            line.start -= start;
            line.answer -= start;
        }
        for ran in &mut self.ran {
            [&mut ran.start, &mut ran.end, &mut ran.answer].into_iter().for_each(|it| *it -= start);
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
    fn lines_and_statements_have_their_answers() {
        let mut log = Log::default();
        log.answer("nobody asked\n");
        log.type_line("a = 2", 0);
        log.type_line(":read", 0);
        log.type_row("1 2");
        log.answer("1 row\n");
        log.type_row("no row");
        log.answer("note\n");
        log.type_line("2; a + 1; :budget a", 2);
        log.conclude(2..8, "value", 7);
        log.answer("3\n");
        log.conclude(9..19, "budget", 8);
        log.answer("table\n");
        log.type_line("b", 0);
        let lines: Vec<Exchange<'_>> = log.lines().collect();
        let both = ["a + 1; :budget a", "3\ntable\n"];
        assert_eq!(lines, [["a = 2", ""], [":read\n1 2", "1 row\nnote\n"], both, ["b", ""]]);
        let statement = |exchange, kind, moment| Statement { exchange, kind, moment };
        let ran = [
            statement(["a + 1", "3\n"], "value", 7),
            statement([":budget a", "table\n"], "budget", 8),
        ];
        assert_eq!(log.statements().collect::<Vec<_>>(), ran);
    }

    #[test]
    fn it_is_bounded_and_keeps_the_newest_lines() {
        let mut log = Log::default();
        let long = "é".repeat(MOST);
        for number in 0..200_000 {
            let line = format!("x = {number}");
            log.type_line(&line, 0);
            log.conclude(0..line.len(), "value", number);
            log.answer("1\n");
            if number % 50_000 == 0 {
                log.type_line(&long, 0);
                log.answer(&long);
                log.answer(&long);
            }
            assert!(log.size() <= 3 * MOST + 2 * MOST_TYPED, "{}", log.size());
        }
        assert_eq!(log.lines().next_back(), Some(["x = 199999", "1\n"]));
        let last = log.statements().next_back().unwrap();
        assert_eq!((last.exchange, last.moment), (["x = 199999", "1\n"], 199_999));
        assert_eq!(log.left_out() + log.lines().count(), 200_004);
        assert!(log.lines().count() > 5_000);
    }

    #[test]
    fn empty_lines_are_dropped_many_at_a_time() {
        let mut log = Log::default();
        for _ in 0..400_000 {
            log.type_line("", 0);
            assert!(log.size() <= 3 * MOST, "{}", log.size());
        }
        assert!(log.lines().count() > 5_000);
    }
}
