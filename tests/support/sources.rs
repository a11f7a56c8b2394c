//! The project's Rust sources and the tables of its pages, for tests of how the project is laid out.

use std::path::{Path, PathBuf};

/// A source file.
pub struct Source {
    /// The path in the project, with `/`.
    pub path: String,
    /// What it holds.
    pub text: String,
}

/// Every Rust file in these folders.
pub fn sources(folders: &[&str]) -> Vec<Source> {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut work: Vec<PathBuf> = folders.iter().map(|folder| project.join(folder)).collect();
    let mut found = Vec::new();
    while let Some(path) = work.pop() {
        if path.is_dir() {
            let entries = std::fs::read_dir(&path).expect("a folder can be read");
            work.extend(entries.map(|entry| entry.expect("an entry").path()));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(&path).expect("a file can be read");
            let path = path.strip_prefix(project).expect("inside").to_string_lossy();
            found.push(Source { path: path.replace('\\', "/"), text });
        }
    }
    assert!(!found.is_empty());
    found
}

impl Source {
    /// Returns true if the file holds tests only.
    pub fn is_of_tests(&self) -> bool {
        self.path.ends_with("/tests.rs") || self.path.contains("/tests/")
    }

    /// The lines of code with their numbers: no blank lines, comments and tests.
    pub fn code(&self) -> Vec<(usize, &str)> {
        let mut found = Vec::new();
        if self.is_of_tests() {
            return found;
        }
        // Inside an item for tests: the braces still open, once there was one.
        let mut skipped: Option<(bool, i32)> = None;
        for (at, line) in self.text.lines().enumerate() {
            let text = line.trim();
            if skipped.is_none() && text.starts_with("#[cfg(test)]") {
                skipped = Some((false, 0));
                continue;
            }
            if let Some((has_body, depth)) = &mut skipped {
                *has_body |= text.contains('{');
                *depth += text.matches('{').count() as i32 - text.matches('}').count() as i32;
                if (*has_body && *depth <= 0) || (!*has_body && text.ends_with(';')) {
                    skipped = None;
                }
                continue;
            }
            if !text.is_empty() && !text.starts_with("//") {
                found.push((at + 1, line));
            }
        }
        found
    }
}

/// The rows of the table of a page whose heading begins with these cells, without backticks.
pub fn table(page: &str, heading: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(page);
    let text = std::fs::read_to_string(path).expect("the page can be read");
    let start = format!("| {heading} |");
    let lines = text.lines().skip_while(|line| !line.starts_with(&start)).skip(2);
    let cells = |line: &str| line.split('|').map(|cell| cell.trim().replace('`', "")).collect();
    let rows: Vec<Vec<String>> =
        lines.take_while(|line| line.starts_with('|')).map(cells).collect();
    // A bar opens and closes a row.
    rows.into_iter().map(|row| row[1..row.len() - 1].to_vec()).collect()
}
