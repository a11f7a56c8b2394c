//! How the program is linked.

use std::env::var;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // At a fixed address: otherwise each start corrects 11,000 addresses, of functions in tables mostly,
    // and copies the 50 pages they lie in. docs/PERFORMANCE.md has the figures.
    let is = |name: &str, wanted: &str| var(name).is_ok_and(|found| found == wanted);
    if is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}
