//! Tables as programs and people draw them: between bars, in brackets, with an index before each row.

/// The lines of a table that was drawn, as cells with tabs between; each line stays where it was.
#[derive(Debug, Default)]
pub struct Undrawn {
    /// The lines.
    pub text: String,
    /// True if a number before each row, which counts them, was left out.
    pub has_index: bool,
    /// The line, from 1, that stands for rows that were not printed.
    pub cut: Option<u64>,
}

/// Returns the rows of a table that is drawn; none for a text that needs no reading as such.
pub fn undrawn(text: &str) -> Option<Undrawn> {
    let mut drawn = Undrawn::default();
    let plain = |lines: Vec<String>| lines.join("\n");
    if let Some(lines) = bracketed(text) {
        drawn.text = plain(lines);
        return Some(drawn);
    }
    let lines: Vec<&str> = text.lines().collect();
    if let Some(lines) = ruled(&lines) {
        drawn.text = plain(lines);
        return Some(drawn);
    }
    drawn.text = plain(indexed(&lines, &mut drawn)?);
    Some(drawn)
}

/// The rows of an array as numpy and Python print it, `[[1. 2.]` and `[3. 4.]]` on the next line.
fn bracketed(text: &str) -> Option<Vec<String>> {
    // What makes it, as `np.array(`.
    let (before, _) = text.split_once('[')?;
    let is_call = |it: char| it.is_ascii_alphanumeric() || "._".contains(it);
    let is_made = before.trim().strip_suffix('(').unwrap_or_default().chars().all(is_call);
    if !is_made || !before.trim().ends_with('(') && !before.trim().is_empty() {
        return None;
    }
    let array = text.get(before.len()..)?;
    if !array.starts_with("[[") {
        return listed(array).filter(|_| before.trim().is_empty());
    }
    let above = before.matches('\n').count();
    let mut lines = vec![String::new(); above];
    // Where the row in view begins, and its cells so far.
    let mut open: Option<(usize, String)> = None;
    let mut depth = 0_usize;
    for (at, line) in (above..).zip(array.lines()) {
        lines.push(String::new());
        for mark in line.chars() {
            match mark {
                '[' => {
                    depth += 1;
                    if depth > 2 {
                        return None;
                    }
                    if depth == 2 {
                        open = Some((at, String::new()));
                    }
                }
                ']' => {
                    depth = depth.checked_sub(1)?;
                    if let Some((begun, cells)) = open.take() {
                        let is_taken = lines.get(begun).is_none_or(|line| !line.is_empty());
                        // Several rows on one line follow each other on the lines that are free.
                        let place = if is_taken { lines.len() } else { begun };
                        lines.resize(lines.len().max(place + 1), String::new());
                        *lines.get_mut(place)? = cells;
                    }
                }
                _ if let Some((_, cells)) = &mut open => {
                    let is_blank = mark.is_whitespace() || mark == ',';
                    cells.push(if is_blank { ' ' } else { mark });
                }
                // What an array ends with: `, dtype=float32)`.
                _ if depth == 0 => break,
                ',' => {}
                _ if mark.is_whitespace() => {}
                _ => return None,
            }
        }
        if let Some((_, cells)) = &mut open {
            cells.push(' ');
        }
    }
    let cells = |row: String| row.split_whitespace().collect::<Vec<_>>().join("\t");
    (depth == 0).then(|| lines.into_iter().map(cells).collect())
}

/// The numbers of a list over several lines, each on a line of its own.
fn listed(list: &str) -> Option<Vec<String>> {
    let inner = list.trim().strip_prefix('[')?.strip_suffix(']')?;
    let cells = inner.split(|it: char| it.is_whitespace() || it == ',');
    let cells: Vec<String> = cells.filter(|it| !it.is_empty()).map(str::to_owned).collect();
    let are_numbers = cells.iter().all(|cell| cell.parse::<f64>().is_ok());
    (are_numbers && inner.trim().contains('\n')).then_some(cells)
}

/// The rows of a table with a line of dashes below its header, as Markdown has it, and bars between
/// cells, if it has them.
fn ruled(lines: &[&str]) -> Option<Vec<String>> {
    let plain: Vec<String> =
        lines.iter().map(|line| line.chars().map(of_a_box).collect()).collect();
    let is_rule = |line: &String| {
        let line = line.trim();
        let runs = line.split(|mark: char| mark.is_whitespace() || "|+:".contains(mark));
        let mut runs = runs.filter(|run| !run.is_empty());
        // A gap may be a dash or two.
        ["---", "==="].iter().any(|dashes| line.contains(dashes))
            && runs.all(|run| run.bytes().all(|mark| mark == b'-' || mark == b'='))
    };
    plain.iter().find(|line| is_rule(line))?;
    let has_bars = plain.iter().any(|line| line.contains('|') && !is_rule(line));
    let row = |line: &String| {
        if is_rule(line) {
            return Some(String::new());
        }
        let line = line.trim_end();
        if !has_bars {
            return Some(line.to_owned());
        }
        let line = line.trim();
        if !line.is_empty() && !line.contains('|') {
            // What a database says below a table: `(3 rows)`.
            let is_count = line.starts_with('(') && line.ends_with(')');
            return is_count.then(String::new);
        }
        let inner = line.strip_prefix('|').unwrap_or(line);
        let inner = inner.strip_suffix('|').unwrap_or(inner);
        Some(inner.split('|').map(str::trim).collect::<Vec<_>>().join("\t"))
    };
    plain.iter().map(row).collect()
}

/// The plain mark for a piece of a box.
fn of_a_box(mark: char) -> char {
    match mark {
        '│' | '┃' | '║' | '┆' | '┊' | '╎' => '|',
        '─' | '━' => '-',
        '═' => '=',
        '┌' | '┐' | '└' | '┘' | '├' | '┤' | '┬' | '┴' | '┼' | '╞' | '╡' | '╪' | '╭' | '╮' | '╯'
        | '╰' | '╔' | '╗' | '╚' | '╝' | '╠' | '╣' | '╦' | '╩' | '╬' => '+',
        other => other,
    }
}

/// The rows of a data frame as pandas and R print it: an index before each row, which the header, set in,
/// has no name for; columns that are too many for a screen are printed below the others.
fn indexed(lines: &[&str], drawn: &mut Undrawn) -> Option<Vec<String>> {
    let mut rows: Vec<String> = vec![String::new(); lines.len()];
    let full = lines.iter().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let mut full = full.filter(|(_, line)| !is_footer(line)).peekable();
    let mut blocks: Vec<Vec<(usize, Vec<&str>)>> = Vec::new();
    let mut goes_on = true;
    while let Some((at, line)) = full.next() {
        if std::mem::take(&mut goes_on) {
            line.starts_with(char::is_whitespace).then_some(())?;
            blocks.push(Vec::new());
        }
        let mut cells: Vec<&str> = line.split_whitespace().collect();
        let block = blocks.last_mut()?;
        let is_last = full.peek().is_none_or(|(next, _)| *next > at + 1);
        let wraps = block.first().is_some_and(|(_, header)| header.last() == Some(&"\\"));
        goes_on = is_last && wraps;
        if cells.iter().all(|cell| is_dots(cell)) && cells.len() > 1 {
            drawn.cut.get_or_insert(at as u64 + 1);
        } else {
            if !block.is_empty() && cells.last() == Some(&"\\") {
                cells.pop();
            }
            block.push((at, cells));
        }
    }
    let first = blocks.first()?;
    let height = first.len();
    let mut is_counted = true;
    for (number, block) in blocks.iter_mut().enumerate() {
        let (_, header) = block.first_mut()?;
        if header.last() == Some(&"\\") {
            header.pop();
        }
        let width = header.len();
        let mut index = "";
        // The name of the index stands on a line of its own.
        if let Some((_, name)) = block.get(1).filter(|(_, name)| name.len() == 1 && width > 0) {
            index = name.first().copied().unwrap_or_default();
            block.remove(1);
        }
        let is_even = block.iter().skip(1).all(|(_, cells)| cells.len() == width + 1);
        let has_numbers = block.first()?.1.iter().any(|name| name.parse::<f64>().is_ok());
        if !is_even || has_numbers || block.len() < 2 || (number > 0 && block.len() > height) {
            return None;
        }
        block.first_mut()?.1.insert(0, index);
        let counted = |from: usize| {
            let mut rows = block.iter().skip(1).map(|(_, cells)| cells.first());
            let mut numbers = from..;
            drawn.cut.is_none()
                && rows.all(|cell| cell.and_then(|it| it.parse().ok()) == numbers.next())
        };
        if number == 0 {
            is_counted = index.is_empty() && (drawn.cut.is_some() || counted(0) || counted(1));
        }
    }
    let (first, others) = blocks.split_first()?;
    for (row, (at, cells)) in first.iter().enumerate() {
        let skipped = usize::from(is_counted);
        let others = others.iter().flat_map(|block| block.get(row).into_iter());
        let others = others.flat_map(|(_, cells)| cells.iter().skip(1));
        let cells: Vec<&str> = cells.iter().skip(skipped).chain(others).copied().collect();
        *rows.get_mut(*at)? = cells.join("\t");
    }
    drawn.has_index = is_counted;
    Some(rows)
}

/// What stands below a data frame: `[5 rows x 2 columns]`.
fn is_footer(line: &str) -> bool {
    let line = line.trim();
    line.starts_with('[') && line.ends_with("columns]")
}

/// The dots that stand for rows, or for a cell of one.
fn is_dots(cell: &str) -> bool {
    cell.len() > 1 && cell.bytes().all(|byte| byte == b'.') || cell == "…"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(undrawn(text).map(|it| it.text).as_deref(), Some(expected), "{text}");
    }

    #[test]
    fn arrays_are_rows_wherever_their_lines_break() {
        check("[[1. 2.]\n [3. 4.]]", "1.\t2.\n3.\t4.");
        check("array([[1., 2.],\n       [3., 4.]], dtype=float32)", "1.\t2.\n3.\t4.");
        check("[[1. 2.\n  3.]\n [4. 5.\n  6.]]\n", "1.\t2.\t3.\n\n4.\t5.\t6.\n");
        check("[[1, 2], [3, 4]]", "1\t2\n3\t4");
        check("[1. 2.5 3.\n 4.]\n", "1.\n2.5\n3.\n4.");
        for other in ["[1. 2.]", "[[1 2]\n [3 4]", "[[[1]]]", "x = [[1, 2]]", "[[1], x]"] {
            assert!(undrawn(other).is_none(), "{other}");
        }
    }

    #[test]
    fn bars_and_rules_are_left_out() {
        check("| x | y |\n|---|:-:|\n| 1 | 2 |\n", "x\ty\n\n1\t2");
        check(" x | y \n---+---\n 1 | 2\n(1 row)", "x\ty\n\n1\t2\n");
        check("+---+---+\n| x | y |\n+===+===+\n| 1 |   |\n+---+---+", "\nx\ty\n\n1\t\n");
        check("┌───┬───┐\n│ x ┆ y │\n╞═══╪═══╡\n│ 1 ┆ 2 │\n└───┴───┘", "\nx\ty\n\n1\t2\n");
        check("  x    y\n---  ---\n  1    2", "  x    y\n\n  1    2");
        for other in ["x,y\n--,2\n1,--", "x | y\n1 | 2", "- -\n1 2"] {
            assert!(undrawn(other).is_none(), "{other}");
        }
    }

    #[test]
    fn an_index_is_told_from_a_column() {
        check("     x    y\n0  0.0  1.1\n1  1.0  2.9\n", "x\ty\n0.0\t1.1\n1.0\t2.9");
        check("   x\n1  5\n2  6\n", "x\n5\n6");
        check("      x\n2001  5\n2002  6\n", "\tx\n2001\t5\n2002\t6");
        check("      x\nt      \n0.5   5\n0.7   6\n", "t\tx\n\n0.5\t5\n0.7\t6");
        check("   x  \\\n0  1   \n1  2   \n\n   y  \n0  3  \n1  4  ", "x\ty\n1\t3\n2\t4\n\n\n\n");
        let cut = undrawn("     x\n0    1\n..  ..\n99   5\n\n[100 rows x 1 columns]").unwrap();
        assert_eq!((cut.text.as_str(), cut.cut, cut.has_index), ("x\n1\n\n5\n\n", Some(3), true));
        for other in ["x y\n1 2 3\n4 5 6", " x y\n1 2\n", "  1 2\n3 4 5", " x y\n1 2 3\n4 5", ""] {
            assert!(undrawn(other).is_none(), "{other}");
        }
    }
}
