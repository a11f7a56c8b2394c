//! Prose on a terminal: its paragraphs in lines that fit, and all else as it is written.

use unicode_width::UnicodeWidthStr;

/// Lines of prose; a paragraph with one that is wider than `columns` is broken anew at its blanks.
pub fn lines(prose: &str, columns: Option<usize>) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut paragraph: Vec<&str> = Vec::new();
    let all: Vec<&str> = prose.trim_matches(['\n', '\r']).lines().collect();
    for line in all.into_iter().map(Some).chain([None]) {
        let goes_on = line.filter(|line| !begins_anew(line) || paragraph.is_empty());
        if goes_on.is_none() {
            lines.append(&mut broken(&std::mem::take(&mut paragraph), columns));
        }
        match line {
            Some(line) if stands_alone(line) => lines.push(line.to_owned()),
            Some(line) => paragraph.push(line),
            None => {}
        }
    }
    lines
}

/// Tells whether a line is no part of a paragraph: a heading, a row of a table, code, or nothing.
fn stands_alone(line: &str) -> bool {
    line.trim().is_empty() || line.starts_with(['#', '|', '\t']) || line.starts_with("    ")
}

/// Tells whether a line begins a paragraph, or an item of a list, or is none.
fn begins_anew(line: &str) -> bool {
    let number = line.trim_start_matches(|mark: char| mark.is_ascii_digit());
    let is_item = number.len() < line.len() && number.starts_with(". ");
    stands_alone(line) || is_item || ["- ", "* ", "> "].iter().any(|mark| line.starts_with(mark))
}

fn broken(paragraph: &[&str], columns: Option<usize>) -> Vec<String> {
    let fits = |line: &&str| columns.is_none_or(|columns| line.width() <= columns);
    if paragraph.iter().all(fits) {
        return paragraph.iter().map(|line| (*line).to_owned()).collect();
    }
    let most = columns.unwrap_or(usize::MAX);
    let mut lines: Vec<String> = Vec::new();
    let mut last = String::new();
    for word in paragraph.iter().flat_map(|line| line.split(' ')).filter(|word| !word.is_empty()) {
        if !last.is_empty() && last.width() + 1 + word.width() > most {
            lines.push(std::mem::take(&mut last));
        }
        if !last.is_empty() {
            last.push(' ');
        }
        last.push_str(word);
    }
    lines.push(last);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paragraphs_that_do_not_fit_are_broken() {
        let prose = "# A long heading of one line\n\nshort\nlines\n\none two three\nfour\n- an item of a list\n| a | row of a table |\n";
        let found = lines(prose, Some(12));
        let wanted = [
            "# A long heading of one line",
            "",
            "short",
            "lines",
            "",
            "one two",
            "three four",
            "- an item of",
            "a list",
            "| a | row of a table |",
        ];
        assert_eq!(found, wanted);
        assert_eq!(lines(prose, None), prose.trim_end().lines().collect::<Vec<_>>());
    }
}
