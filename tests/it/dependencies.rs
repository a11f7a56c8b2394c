//! What the manifest promises: licenses that allow its own, a compiler that its dependencies accept,
//! and documents that say the same.

// What does not go as expected ends the test.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// Licenses a dependency may have. MPL-2.0 binds only changes to the dependency's own files.
const ALLOWED: &[&str] = &[
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSL-1.0",
    "MIT",
    "MPL-2.0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Asks a tool of the compiler for its answer; none when it fails.
fn ask(program: &str, arguments: &[&str]) -> Option<String> {
    let mut command = Command::new(program);
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments);
    let output = command.output().expect("the program starts");
    output.status.success().then(|| String::from_utf8(output.stdout).expect("UTF-8"))
}

/// Returns every package of Cargo.lock, ours among them; without a network those that this machine
/// builds, if the others were never fetched.
fn packages() -> Vec<Value> {
    let every = ["metadata", "--locked", "--offline", "--format-version", "1"];
    let text = ask(env!("CARGO"), &every).unwrap_or_else(|| {
        println!("only this platform's packages were read: cargo fetch --locked fetches all");
        let about = ask("rustc", &["-vV"]).expect("the compiler");
        let host = about.lines().find_map(|line| line.strip_prefix("host: ")).expect("a host");
        let here = [&every[..], &["--filter-platform", host]].concat();
        ask(env!("CARGO"), &here).expect("what was built is there")
    });
    let metadata: Value = serde_json::from_str(&text).expect("JSON");
    let packages = metadata["packages"].as_array().expect("a list of packages").clone();
    assert!(packages.len() > 20, "the dependencies are not found any more");
    packages
}

/// Whether a license expression can be met with allowed ones. Parentheses are left out and AND
/// binds last, which refuses more than SPDX does, never less.
fn is_allowed(expression: &str) -> bool {
    let plain = expression.replace('/', " OR ").replace(['(', ')'], "");
    plain.split(" AND ").all(|part| part.split(" OR ").any(|name| ALLOWED.contains(&name.trim())))
}

#[test]
fn licenses_are_understood() {
    assert!(is_allowed("MIT OR Apache-2.0") && is_allowed("Unlicense/MIT"));
    assert!(is_allowed("(MIT OR Apache-2.0) AND Unicode-3.0"));
    assert!(is_allowed("MIT OR Apache-2.0 OR LGPL-2.1-or-later"));
    assert!(!is_allowed("GPL-3.0-only") && !is_allowed("MIT AND GPL-3.0-only") && !is_allowed(""));
}

#[test]
fn every_dependency_has_an_allowed_license() {
    let refused: Vec<String> = packages()
        .iter()
        .filter(|package| !is_allowed(package["license"].as_str().unwrap_or_default()))
        .map(|package| format!("{}: {}", package["name"], package["license"]))
        .collect();
    assert!(refused.is_empty(), "{}", refused.join("\n"));
}

/// Major, minor and patch, those that are left out as 0.
fn version(text: &str) -> [u32; 3] {
    let mut numbers = text.split('.').map(|part| part.parse().expect("a number"));
    std::array::from_fn(|_| numbers.next().unwrap_or_default())
}

/// Some dependencies declare nothing, so .ci/run builds with that very version, too.
#[test]
fn no_dependency_declares_a_later_compiler_than_ours() {
    let ours = version(env!("CARGO_PKG_RUST_VERSION"));
    for package in packages() {
        let Some(theirs) = package["rust_version"].as_str() else { continue };
        assert!(version(theirs) <= ours, "{} needs {theirs}", package["name"]);
    }
}

#[test]
fn documents_say_the_versions_of_the_manifest() {
    let read = |name: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        std::fs::read_to_string(path).expect("the document is there")
    };
    let needed = concat!("You need Rust ", env!("CARGO_PKG_RUST_VERSION"), " or later");
    assert!(read("README.md").contains(needed), "README.md does not say: {needed}");
    let heading = concat!("\n## [", env!("CARGO_PKG_VERSION"), "]");
    let changes = read("CHANGELOG.md");
    assert!(changes.contains(heading), "CHANGELOG.md has nothing on this version");
    assert!(changes.contains("\n## [Unreleased]"), "CHANGELOG.md has no place for changes");
}
