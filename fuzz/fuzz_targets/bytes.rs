//! Bytes as a script, from the reader to the exit status, in every format.
#![no_main]

use std::path::PathBuf;

use gradcalc::internals::shell::{Options, run};
use gradcalc::internals::views::FORMATS;
use libfuzzer_sys::fuzz_target;

/// A row of so many digits may ask for as many steps, and whoever asks for them gets them.
const MOST_DIGITS: usize = 4;

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
