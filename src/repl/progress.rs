//! The progress of long work, as the curve of the root drawn while it falls: the only file that
//! knows indicatif.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::screen::columns_of_stderr;
use crate::core::graph::Progress;
use crate::parts::descent::Curve;
use crate::render::in_ascii;
use crate::report::{bars, numbers};

/// The time after which the line appears.
const DELAY: Duration = Duration::from_millis(500);
/// The time between two drawings of the line.
const REFRESH: Duration = Duration::from_millis(50);
/// The most columns that the curve fills in the end, and the fewest that show a curve.
const COLUMNS: (usize, usize) = (30, 5);
/// The columns of a terminal that does not tell them.
const USUAL_COLUMNS: usize = 80;
/// The digits of the number that falls.
const DIGITS: usize = 6;

/// A line on stderr, removed when the work is over.
pub struct Bar {
    ascii: bool,
    work: Option<Work>,
}

/// Work under way.
struct Work {
    began: Instant,
    /// The time of the last drawing.
    drew: Instant,
    curve: Curve,
    bar: Option<ProgressBar>,
}

impl Bar {
    /// Creates the line, in characters of ASCII if asked.
    pub fn new(ascii: bool) -> Bar {
        Bar { ascii, work: None }
    }

    /// Shows progress, once the work has run for a while.
    pub fn show(&mut self, progress: Progress) {
        let Progress::At { step, steps, name, data } = progress else {
            if let Some(bar) = self.work.take().and_then(|work| work.bar) {
                bar.finish_and_clear();
            }
            return;
        };
        let now = Instant::now();
        let work = self.work.get_or_insert_with(|| Work {
            began: now,
            drew: now,
            curve: Curve::default(),
            bar: None,
        });
        work.curve.push(data);
        let spent = now.duration_since(work.began);
        if spent < DELAY || now.duration_since(work.drew) < REFRESH {
            return;
        }
        work.drew = now;
        let rate = step as f64 / spent.as_secs_f64();
        let data = numbers::significant(data, DIGITS);
        let words = [position(step, steps), format!("{name} {data}  {rate:.0} steps/s")];
        // The last column stays free: some terminals begin a new line with it.
        let columns = columns_of_stderr().unwrap_or(USUAL_COLUMNS).saturating_sub(1);
        let line = line(&words, work.curve.values(), done(step, steps), columns);
        let line = if self.ascii { in_ascii(&line) } else { line };
        let bar = work.bar.get_or_insert_with(new_bar);
        bar.set_message(line);
        bar.set_position(step);
    }
}

fn position(step: u64, steps: Option<u64>) -> String {
    steps.map_or_else(|| format!("step {step}"), |steps| format!("step {step}/{steps}"))
}

/// The part of the work that is done; all of it where nobody knows.
fn done(step: u64, steps: Option<u64>) -> f64 {
    steps.map_or(1.0, |steps| step as f64 / steps.max(1) as f64)
}

/// The words with the curve between them, as far as there are columns for it.
fn line(words: &[String; 2], curve: &[f64], done: f64, columns: usize) -> String {
    let [before, after] = words;
    let taken = before.chars().count() + after.chars().count() + " [] ".len();
    let (most, fewest) = COLUMNS;
    match columns.saturating_sub(taken).min(most) {
        free if free < fewest => format!("{before} {after}"),
        free => format!("{before} [{}] {after}", drawn(curve, done, free)),
    }
}

/// The curve so far, as long as the part of the work that is done.
fn drawn(curve: &[f64], done: f64, columns: usize) -> String {
    let all = columns as f64;
    let line = bars(curve, (done * all).ceil().clamp(1.0, all) as usize);
    let rest = columns.saturating_sub(line.chars().count());
    line + &" ".repeat(rest)
}

fn new_bar() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    // Words that are too many are cut off rather than carried on to a second line.
    match ProgressStyle::with_template("{wide_msg}") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_grows_as_the_work_is_done() {
        let curve: Vec<f64> = (0..40).map(|step| f64::from(40 - step)).collect();
        let columns = |step| drawn(&curve, done(step, Some(100)), 30).trim_end().chars().count();
        assert_eq!((columns(1), columns(10), columns(50), columns(100)), (1, 3, 15, 30));
        let whole = drawn(&curve, done(7, None), 30);
        assert!(whole.starts_with('█') && whole.ends_with('▁'), "{whole}");
    }

    #[test]
    fn the_line_fits_the_terminal() {
        let curve = [3.0, 2.0, 1.0];
        let words =
            [position(1_894_388, Some(3_000_000)), "root 0.0026  140734 steps/s".to_owned()];
        let width = |columns| line(&words, &curve, 0.5, columns).chars().count();
        // The words take 48 columns, and the shortest curve 8 more.
        for (columns, expected) in [(20, 48), (49, 48), (55, 48), (56, 56), (79, 79), (120, 81)] {
            assert_eq!(width(columns), expected, "{columns}");
        }
    }
}
