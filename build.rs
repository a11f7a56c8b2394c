//! How the program is linked: so that a start finds everything in its place.

use std::env::var;
use std::path::Path;
use std::process::Command;
use std::{fs, io};

/// The libraries of C that the standard library asks for, and the archives that hold the same.
const LIBRARIES: [(&str, &[&str]); 3] =
    [("c", &["libc.a"]), ("m", &["libm.a"]), ("gcc_s", &["libgcc_eh.a", "libgcc.a"])];

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |name: &str, wanted: &str| var(name).is_ok_and(|found| found == wanted);
    if !is("CARGO_CFG_TARGET_OS", "linux") || !is("CARGO_CFG_TARGET_ENV", "gnu") {
        return Ok(());
    }
    // At a fixed address: otherwise each start corrects 11,000 addresses, of functions in tables mostly,
    // and copies the 50 pages they lie in. docs/PERFORMANCE.md has the figures.
    println!("cargo::rustc-link-arg-bins=-no-pie");
    if var("TARGET") == var("HOST") && LIBRARIES.iter().all(|(_, archives)| has(archives)) {
        link_archives()?;
    }
    Ok(())
}

/// Puts the libraries into the program, so that no start has to load them.
///
/// rustc asks for them by name and as shared ones. What the linker finds first by such a name is a script
/// that names the archives. (`-C target-feature=+crt-static` would do the same, but for what runs in the
/// compiler, too, which cannot be linked so.)
fn link_archives() -> io::Result<()> {
    let folder = var("OUT_DIR").map_err(io::Error::other)?;
    for (library, archives) in LIBRARIES {
        let inputs: Vec<String> = archives.iter().map(|archive| format!("-l:{archive}")).collect();
        let script = format!("INPUT({})\n", inputs.join(" "));
        fs::write(Path::new(&folder).join(format!("lib{library}.so")), script)?;
    }
    println!("cargo::rustc-link-arg-bins=-L{folder}");
    println!("cargo::rustc-link-arg-bins=-static");
    Ok(())
}

/// Tells whether the linker has all these archives: of each it then says where, else only the name again.
fn has(archives: &[&str]) -> bool {
    let linker = var("RUSTC_LINKER").unwrap_or_else(|_| "cc".to_owned());
    archives.iter().all(|archive| {
        let found = Command::new(&linker).arg(format!("-print-file-name={archive}")).output();
        found.is_ok_and(|found| found.stdout.contains(&b'/'))
    })
}
