//! The progress of long work, as a line on stderr.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use super::screen::columns_of_stderr;
use crate::core::graph::Progress;
use crate::report::numbers;

/// The time after which the line appears.
const DELAY: Duration = Duration::from_millis(500);
/// The time between two drawings of the line.
const REFRESH: Duration = Duration::from_millis(50);
/// The default columns of a terminal.
const USUAL_COLUMNS: usize = 80;
const DIGITS: usize = 6;
/// Goes to the start of the line and clears it.
const CLEAR: &str = "\r\x1b[K";

/// A line on stderr, removed when the work is over.
#[derive(Debug, Default)]
pub struct ProgressLine {
    work: Option<Work>,
}

/// Work in progress.
#[derive(Debug)]
struct Work {
    began: Instant,
    /// The time of the last drawing.
    drew: Option<Instant>,
}

impl ProgressLine {
    /// Shows progress, once the work has run for a while.
    pub fn show(&mut self, progress: Progress) {
        let Progress::At { step, steps, name, data } = progress else {
            if self.work.take().is_some_and(|work| work.drew.is_some()) {
                draw(CLEAR);
            }
            return;
        };
        let now = Instant::now();
        let work = self.work.get_or_insert(Work { began: now, drew: None });
        let spent = now.duration_since(work.began);
        if spent < DELAY || work.drew.is_some_and(|drew| now.duration_since(drew) < REFRESH) {
            return;
        }
        work.drew = Some(now);
        let rate = step as f64 / spent.as_secs_f64();
        let of = steps.map_or_else(String::new, |steps| format!("/{steps}"));
        let data = numbers::significant(data, DIGITS);
        let line = format!("step {step}{of}  {name} {data}");
        let with_rate = format!("{line}  {rate:.0} steps/s");
        // Some terminals wrap after the last column.
        let columns = columns_of_stderr().unwrap_or(USUAL_COLUMNS).saturating_sub(1);
        let shown = [with_rate, line].into_iter().find(|line| line.len() <= columns);
        draw(&format!("{CLEAR}{}", shown.unwrap_or_default()));
    }
}

/// Writes to stderr, ignoring errors.
fn draw(text: &str) {
    let mut stderr = io::stderr().lock();
    let _ = stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush());
}
