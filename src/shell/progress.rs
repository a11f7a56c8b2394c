//! A progress bar for long work: the only room that knows indicatif.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::session::Progress;

/// Work that is over sooner needs no bar.
const PATIENCE: Duration = Duration::from_millis(500);
/// The time between two drawings of the bar.
const REFRESH: Duration = Duration::from_millis(50);

/// A bar on stderr, there as long as the work goes on.
#[derive(Default)]
pub struct Bar {
    /// When the work began, and the time of the last look.
    times: Option<[Instant; 2]>,
    bar: Option<ProgressBar>,
}

impl Bar {
    /// Shows what is told, once it has gone on for a while.
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
        if now.duration_since(*began) < PATIENCE || now.duration_since(*looked) < REFRESH {
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
