//! Expected texts kept in files; `REWRITE_GOLDEN=1 cargo test` writes them anew.

use std::collections::BTreeMap;
use std::io::Write;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

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

/// Every file with that extension in a folder `tests` of `src`, sorted.
#[allow(dead_code, reason = "not every test has pages")]
pub fn beside_sources(extension: &str) -> Vec<PathBuf> {
    let mut folders = vec![project().join("src")];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("the folder is there") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if folder.ends_with("tests")
                && path.extension().is_some_and(|it| it == extension)
            {
                files.push(path);
            }
        }
    }
    files.sort();
    assert!(!files.is_empty(), "no folder of tests has .{extension}");
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
    println!("{}", difference(path, found).unwrap_or_else(|_| found.to_owned()));
    println!("If what was found is right: REWRITE_GOLDEN=1 cargo test");
    false
}

/// The lines in which a file and a text differ, as the program `diff` prints them.
fn difference(path: &Path, found: &str) -> std::io::Result<String> {
    let mut diff = Command::new("diff");
    diff.arg("-u").arg(path).arg("-").stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut diff = diff.spawn()?;
    if let Some(mut stdin) = diff.stdin.take() {
        stdin.write_all(found.as_bytes())?;
    }
    Ok(String::from_utf8_lossy(&diff.wait_with_output()?.stdout).into_owned())
}

/// Compares a page with what it should be, made from what it holds now. Whoever else compares the page waits until
/// it is written, so that two tests of one page do not undo each other's changes.
#[allow(dead_code, reason = "not every test has pages")]
pub fn page_agrees(page: &Path, with_output: impl FnOnce(&str) -> String) -> bool {
    static PAGES: Mutex<BTreeMap<PathBuf, Arc<Mutex<()>>>> = Mutex::new(BTreeMap::new());
    let own = Arc::clone(PAGES.lock().expect("no panic").entry(page.to_owned()).or_default());
    let _turn = own.lock().unwrap_or_else(PoisonError::into_inner);
    let text = std::fs::read_to_string(page).expect("the page can be read");
    agrees(page, &with_output(&text))
}

/// Compares pages with what they should be, each on one of as many threads as there are cores; false when some
/// differ.
#[allow(dead_code, reason = "not every test has pages")]
pub fn all_agree(pages: Vec<PathBuf>, with_output: impl Fn(&Path, &str) -> String + Sync) -> bool {
    let left = Mutex::new(pages.into_iter());
    let next = || left.lock().ok()?.next();
    let agree = || {
        let pages = std::iter::from_fn(next);
        let differs = |page: &PathBuf| !page_agrees(page, |text| with_output(page, text));
        pages.filter(differs).count() == 0
    };
    thread::scope(|scope| {
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(agree)).collect();
        workers.into_iter().all(|worker| worker.join().expect("no panic"))
    })
}
