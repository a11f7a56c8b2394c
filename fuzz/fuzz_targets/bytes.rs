//! Bytes as a script, from the reader to the exit status, in every format; and as a lesson, where filling in
//! twice is filling in once.
#![no_main]

use std::path::{Path, PathBuf};

use gradcalc::internals::lessons::{Sheet, filled};
use gradcalc::internals::repl::{Options, run};
use gradcalc::internals::render::FORMATS;
use libfuzzer_sys::fuzz_target;

/// A row of so many digits may ask for as many steps, and whoever asks for them gets them.
const MOST_DIGITS: usize = 4;

/// The bit of the first byte by which the others are a lesson.
const LESSON: u8 = 64;

/// Fills in a lesson, which stays as it is when it is filled in again, and makes its sheets.
fn fill_in_twice(text: &str) {
    let options = Options { no_files: true, ..Options::default() };
    let fill = |text: &str, sheet: Option<Sheet>| {
        let filled = filled(text, Path::new("-"), sheet, &options);
        filled.map_or_else(|_| String::new(), |it| it.text)
    };
    let once = fill(text, None);
    assert_eq!(fill(&once, None), once);
    fill(text, Some(Sheet::Worksheet));
    fill(text, Some(Sheet::Key));
}

fuzz_target!(|bytes: &[u8]| {
    let Some((first, script)) = bytes.split_first() else {
        return;
    };
    let asks_for_long_work = script
        .split(|byte| !byte.is_ascii_digit() && *byte != b'_')
        .any(|row| row.len() > MOST_DIGITS)
        || script.windows(5).any(|word| word == b"until");
    if asks_for_long_work {
        return;
    }
    if let Ok(text) = std::str::from_utf8(script)
        && first & LESSON != 0
    {
        return fill_in_twice(text);
    }
    let file: PathBuf = std::env::temp_dir().join(format!("gradcalc-fuzz-{}", std::process::id()));
    std::fs::write(&file, script).expect("there is room for a script");
    let options = Options {
        files: vec![file.clone()],
        echo: first & 1 == 1,
        no_files: true,
        format: Some(FORMATS[usize::from(first >> 1) % FORMATS.len()].name),
        ..Options::default()
    };
    let status = run(&options);
    let _ = std::fs::remove_file(file);
    assert!(status <= 100);
});
