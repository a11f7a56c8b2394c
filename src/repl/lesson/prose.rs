//! Prose on a terminal: in lines that fit.

use unicode_width::UnicodeWidthStr;

/// Lines of prose; one that is wider than `columns` is broken at its blanks, but for rows of tables and code.
pub fn lines(prose: &str, columns: Option<usize>) -> Vec<String> {
    let most = columns.unwrap_or(usize::MAX);
    let mut lines = Vec::new();
    for line in prose.trim_matches(['\n', '\r']).lines() {
        if line.width() <= most || line.starts_with(['|', '\t']) || line.starts_with("    ") {
            lines.push(line.to_owned());
            continue;
        }
        let mut last = String::new();
        for word in line.split(' ').filter(|word| !word.is_empty()) {
            if !last.is_empty() && last.width() + 1 + word.width() > most {
                lines.push(std::mem::take(&mut last));
            }
            if !last.is_empty() {
                last.push(' ');
            }
            last.push_str(word);
        }
        lines.push(last);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lines_that_do_not_fit_are_broken() {
        let prose = "# Short\n\nshort\nlines\n\none two three four\n- an item of a list\n| a | row of a table |\n";
        let found = lines(prose, Some(12));
        let wanted = [
            "# Short",
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
