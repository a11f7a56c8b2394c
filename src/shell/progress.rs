//! A progress bar for long work: the only file that knows indicatif.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::session::Progress;

/// The time after which the bar appears.
const DELAY: Duration = Duration::from_millis(500);
/// The time between two drawings of the bar.
const REFRESH: Duration = Duration::from_millis(50);

/// A bar on stderr, removed when the work is over.
#[derive(Default)]
pub struct Bar {
    /// The time when the work began, and that of the last drawing.
    times: Option<[Instant; 2]>,
    bar: Option<ProgressBar>,
}

impl Bar {
    /// Shows progress, once the work has run for a while.
    pub fn show(&mut self, progress: Progress) {
        let Progress::At { step, steps, root } = progress else {
            if let Some(bar) = self.bar.take() {
                bar.finish_and_clear();
            }
            self.times = None;
            return;
        };
        let now = Instant::now();
        let [began, looked] = self.times.get_or_insert([now, now]);
        if now.duration_since(*began) < DELAY || now.duration_since(*looked) < REFRESH {
            return;
        }
        *looked = now;
        let rate = step as f64 / now.duration_since(*began).as_secs_f64();
        let bar = self.bar.get_or_insert_with(|| new_bar(steps));
        bar.set_message(format!("root {root:.6}  {rate:.0} steps/s"));
        bar.set_position(step);
    }
}

fn new_bar(steps: Option<u64>) -> ProgressBar {
    let template = match steps {
        Some(_) => "step {pos}/{len} [{bar:20}] {msg}",
        None => "step {pos} {msg}",
    };
    let bar = ProgressBar::with_draw_target(steps, ProgressDrawTarget::stderr());
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style.progress_chars("=> ")),
        Err(_) => bar,
    }
}
