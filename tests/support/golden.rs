//! Expected texts kept in files; `REWRITE_GOLDEN=1 cargo test` writes them anew.

use std::path::{Path, PathBuf};

use imara_diff::{Algorithm, BasicLineDiffPrinter, Diff, InternedInput, UnifiedDiffConfig};

/// The project's folder.
pub fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every file of `folder` that ends in `extension`, sorted.
#[allow(dead_code, reason = "not every test has a folder of them")]
pub fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(project().join(folder)).expect("the folder is there");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|path| path.extension().is_some_and(|found| found == extension));
    files.sort();
    assert!(!files.is_empty(), "{folder} has no .{extension}");
    files
}

/// Compares the text of a file with what it should be, or makes it so; false when they differ.
pub fn agrees(path: &Path, found: &str) -> bool {
    let expected = std::fs::read_to_string(path).unwrap_or_default();
    if expected == found {
        return true;
    }
    if std::env::var_os("REWRITE_GOLDEN").is_some_and(|value| !value.is_empty()) {
        std::fs::write(path, found).expect("the file can be written");
        return true;
    }
    let shown = path.strip_prefix(project()).unwrap_or(path).display();
    println!("{shown} differs (- what was expected, + what was found):");
    let lines = InternedInput::new(expected.as_str(), found);
    let diff = Diff::compute(Algorithm::Histogram, &lines);
    let printer = BasicLineDiffPrinter(&lines.interner);
    println!("{}", diff.unified_diff(&printer, UnifiedDiffConfig::default(), &lines));
    println!("If what was found is right: REWRITE_GOLDEN=1 cargo test");
    false
}
