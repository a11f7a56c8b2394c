//! Markdown tables, and tables with an index before each row.

/// Returns the lines of a table that is drawn, as cells with tabs between; each line stays where it was. None for a
/// text that needs no reading as such.
pub fn undrawn(text: &str) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    Some(markdown(&lines).or_else(|| indexed(&lines))?.join("\n"))
}

/// The rows of a Markdown table: bars between cells, and a line of dashes below the header.
fn markdown(lines: &[&str]) -> Option<Vec<String>> {
    let is_rule = |line: &str| {
        line.contains('|')
            && line.contains("--")
            && line.chars().all(|mark| mark.is_whitespace() || "|:-".contains(mark))
    };
    lines.iter().find(|line| is_rule(line))?;
    let row = |line: &&str| {
        let line = line.trim();
        if line.is_empty() || is_rule(line) {
            return Some(String::new());
        }
        let inner = line.strip_prefix('|').unwrap_or(line);
        let inner = inner.strip_suffix('|').unwrap_or(inner);
        line.contains('|').then(|| inner.split('|').map(str::trim).collect::<Vec<_>>().join("\t"))
    };
    lines.iter().map(row).collect()
}

/// The rows of a table with an index before each row, which the header, set in, has no name for. An index that
/// counts the rows from 0 or 1 is left out.
fn indexed(lines: &[&str]) -> Option<Vec<String>> {
    let cells: Vec<Vec<&str>> =
        lines.iter().map(|line| line.split_whitespace().collect()).collect();
    let mut full = cells.iter().zip(lines).filter(|(cells, _)| !cells.is_empty());
    let (header, line) = full.next()?;
    let rows: Vec<&Vec<&str>> = full.map(|(cells, _)| cells).collect();
    let has_numbers = header.iter().any(|name| name.parse::<f64>().is_ok());
    let is_even = rows.iter().all(|cells| cells.len() == header.len() + 1);
    if !line.starts_with(char::is_whitespace) || has_numbers || !is_even || rows.is_empty() {
        return None;
    }
    let counts = |from: usize| {
        let index = rows.iter().map(|cells| cells.first().and_then(|it| it.parse().ok()));
        index.eq((from..).take(rows.len()).map(Some))
    };
    let is_counted = counts(0) || counts(1);
    let row = |cells: &Vec<&str>| match (std::ptr::eq(cells, header), is_counted) {
        (true, false) => format!("\t{}", cells.join("\t")),
        (false, true) => cells.get(1..).unwrap_or_default().join("\t"),
        _ => cells.join("\t"),
    };
    Some(cells.iter().map(row).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(undrawn(text).as_deref(), Some(expected), "{text}");
    }

    #[test]
    fn bars_and_rules_are_left_out() {
        check("| x | y |\n|---|:-:|\n| 1 | 2 |\n", "x\ty\n\n1\t2");
        check("x | y\n--|--\n1 | 2\n", "x\ty\n\n1\t2");
        for other in ["x,y\n--,2\n1,--", "x | y\n1 | 2", "- -\n1 2", "|--|\n1 2"] {
            assert!(undrawn(other).is_none(), "{other}");
        }
    }

    #[test]
    fn an_index_is_told_from_a_column() {
        check("     x    y\n0  0.0  1.1\n1  1.0  2.9\n", "x\ty\n0.0\t1.1\n1.0\t2.9");
        check("   x\n1  5\n2  6\n", "x\n5\n6");
        check("      x\n2001  5\n2002  6\n", "\tx\n2001\t5\n2002\t6");
        for other in ["x y\n1 2 3\n4 5 6", " x y\n1 2\n", "  1 2\n3 4 5", " x y\n1 2 3\n4 5", ""] {
            assert!(undrawn(other).is_none(), "{other}");
        }
    }
}
