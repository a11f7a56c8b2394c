//! The progress of long work, as the curve of the root drawn while it falls: the only file that
//! knows indicatif.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::session::{Curve, Progress};
use crate::views::{in_ascii, sparkline};

/// The time after which the line appears.
const DELAY: Duration = Duration::from_millis(500);
/// The time between two drawings of the line.
const REFRESH: Duration = Duration::from_millis(50);
/// The columns that the curve fills in the end.
const COLUMNS: usize = 30;

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
        let drawn = drawn(work.curve.values(), step, steps);
        let drawn = if self.ascii { in_ascii(&drawn) } else { drawn };
        let bar = work.bar.get_or_insert_with(|| new_bar(steps));
        bar.set_message(format!("[{drawn}] {name} {data:.6}  {rate:.0} steps/s"));
        bar.set_position(step);
    }
}

/// The curve so far, as long as the part of the work that is done.
fn drawn(curve: &[f64], step: u64, steps: Option<u64>) -> String {
    let done = steps.map_or(1.0, |steps| step as f64 / steps.max(1) as f64);
    let columns = (done * COLUMNS as f64).ceil().clamp(1.0, COLUMNS as f64) as usize;
    let line = sparkline(curve, columns);
    let rest = COLUMNS.saturating_sub(line.chars().count());
    line + &" ".repeat(rest)
}

fn new_bar(steps: Option<u64>) -> ProgressBar {
    let template = match steps {
        Some(_) => "step {pos}/{len} {msg}",
        None => "step {pos} {msg}",
    };
    let bar = ProgressBar::with_draw_target(steps, ProgressDrawTarget::stderr());
    match ProgressStyle::with_template(template) {
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
        let columns = |step| drawn(&curve, step, Some(100)).trim_end().chars().count();
        assert_eq!((columns(1), columns(10), columns(50), columns(100)), (1, 3, 15, 30));
        let whole = drawn(&curve, 7, None);
        assert!(whole.starts_with('█') && whole.ends_with('▁'), "{whole}");
    }
}
