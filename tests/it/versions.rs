//! The documents name the versions of the manifest.

// What does not go as expected ends the test.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::Path;

fn read(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn readme_names_the_compiler_that_the_manifest_needs() {
    let needed = concat!("Rust ", env!("CARGO_PKG_RUST_VERSION"), " or later");
    assert!(read("README.md").contains(needed), "README.md does not say: {needed}");
}

#[test]
fn changelog_has_a_dated_heading_for_the_version() {
    let changes = read("CHANGELOG.md");
    let heading = concat!("## [", env!("CARGO_PKG_VERSION"), "] - ");
    let date = changes.lines().find_map(|line| line.strip_prefix(heading));
    let date = date.unwrap_or_else(|| panic!("CHANGELOG.md has no line {heading}DATE"));
    let numbers: Vec<usize> = date.split('-').map(|part| part.len()).collect();
    assert_eq!(numbers, [4, 2, 2], "{date} is not YYYY-MM-DD");
    assert!(changes.contains("\n## [Unreleased]\n"), "CHANGELOG.md has no place for changes");
}
