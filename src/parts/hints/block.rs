//! Python's blocks, such as `class Value:` with its indented lines. The first line is a statement, which a note skips.

use crate::command::PythonBlock;

/// The words that begin a block.
const FIRST: [&str; 8] = ["class", "def", "for", "while", "if", "with", "try", "async"];

/// The words that continue a block.
const FURTHER: [&str; 4] = ["elif", "else", "except", "finally"];

/// Returns the part of a line that is a statement; `None` for a line inside a block.
pub fn statement<'line>(block: &mut PythonBlock, line: &'line str) -> Option<&'line str> {
    let is_inside = line.trim().is_empty() || line.starts_with([' ', '\t', '#']);
    if block.is_open && (is_inside || block.is_in_text || begins_with(&FURTHER, line)) {
        block.is_in_text ^= opens_or_closes_text(line);
        return None;
    }
    block.is_open = begins_with(&FIRST, line);
    block.is_in_text = block.is_open && opens_or_closes_text(line);
    let end = if block.is_open { line.find(';') } else { None };
    line.get(..end.unwrap_or(line.len()))
}

fn opens_or_closes_text(line: &str) -> bool {
    let marks = ["\"\"\"", "'''"].map(|mark| line.matches(mark).count());
    marks.iter().sum::<usize>() % 2 == 1
}

/// Returns true for a line such as `for k in range(20):` that begins with one of the words.
fn begins_with(words: &[&str], line: &str) -> bool {
    let code = line.split('#').next().unwrap_or_default();
    let end = code.find(|it: char| !it.is_alphanumeric() && it != '_').unwrap_or(code.len());
    let (word, rest) = code.split_at(end);
    words.contains(&word) && rest.contains(':') && !rest.trim_start().starts_with('=')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_of_a_block_stands_for_it() {
        let check = |text: &str, expected: &[&str]| {
            let mut block = PythonBlock::default();
            let found = text.lines().filter_map(|line| statement(&mut block, line));
            assert_eq!(found.collect::<Vec<_>>(), expected, "{text}");
        };
        check("class Value:\n\n  a = 1\n# b\n\tc\n\na = 2", &["class Value:", "a = 2"]);
        check("def f(x):\n  \"\"\"one\ntwo\n  \"\"\"\n  return x\nf(2)", &["def f(x):", "f(2)"]);
        check("for k in range(9): a; b\n  c", &["for k in range(9): a"]);
        check("if a: # b\n  c\nelse:\n  d\nelse = 2", &["if a: # b", "else = 2"]);
        check("else:\n  a", &["else:", "  a"]);
        check(
            "def f(x): \"\"\"one\n  two\"\"\"\n  return x\na = 2",
            &["def f(x): \"\"\"one", "a = 2"],
        );
        check("with_tax = 1:8\nclass1 = 1:3\n  a", &["with_tax = 1:8", "class1 = 1:3", "  a"]);
        check("with = 1:8\n  a\nclassy: b\n  c", &["with = 1:8", "  a", "classy: b", "  c"]);
    }
}
