//! How far what was typed has come, and running it again up to there after it was stopped.
//!
//! Whoever stops long work ends the thread that does it. The session is rebuilt as it was before, and what was
//! typed is run again up to its last whole step.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::{Page, Reply};
use crate::core::graph::Progress;
use crate::core::session::Session;
use crate::parts::descent::steps_of;

/// What is told how far it has come: to which statement, to which step of it, and to which data of its root. Of
/// a statement that only begins the step is 0, and the data is nan.
pub type Tell = fn(u64, u64, f64);

/// How far what was typed has come.
#[derive(Debug)]
pub struct Progressing {
    clock: fn() -> Duration,
    tell: Tell,
    /// The number of the statement that runs, from 0.
    statement: Rc<Cell<u64>>,
    /// The statement, and the step of it, up to which it is run again.
    until: Option<[u64; 2]>,
}

/// The time between two reports of progress: a frame.
const FRAME: Duration = Duration::from_millis(16);
/// The statements of a text whose beginning is told; of more, only steps are.
const TOLD: u64 = 1000;

impl Progressing {
    pub fn new(clock: fn() -> Duration, tell: Tell) -> Progressing {
        Progressing { clock, tell, statement: Rc::default(), until: None }
    }

    /// Has a session tell the time, and how far its long work is.
    pub fn watch(&self, session: &mut Session) {
        session.work_mut().tell_time_by(self.clock);
        let (statement, tell) = (Rc::clone(&self.statement), self.tell);
        session.work_mut().report_progress(seldom(self.clock, move |step, root| {
            tell(statement.get(), step, root);
        }));
    }
}

/// Calls `tell` now and then, and looks at the clock hardly more often.
fn seldom(clock: fn() -> Duration, tell: impl Fn(u64, f64)) -> impl FnMut(Progress) {
    let (mut left, mut stride) = (1_u32, 1_u32);
    let mut last = Duration::ZERO;
    move |at| {
        let Progress::At { step, data: root, .. } = at else {
            return;
        };
        left -= 1;
        if left > 0 {
            return;
        }
        let now = clock();
        let passed = now.saturating_sub(last);
        stride = if passed < FRAME / 4 { (stride * 2).min(1 << 20) } else { (stride / 2).max(1) };
        left = stride;
        if passed >= FRAME {
            last = now;
            tell(step, root);
        }
    }
}

impl Page {
    /// What is to be typed, and up to where, so that what was done before it was stopped is done again.
    pub(super) fn again(&self, text: String, [statement, step]: [u64; 2]) -> Reply {
        let steps = steps_of(&text, step).filter(|_| step > 0);
        let until = steps.is_none().then_some([statement, step]);
        Reply { statement: Some(steps.unwrap_or(text)), until, ..Reply::default() }
    }

    /// Begins with a text, which is to be run to its end, or up to this step of this statement.
    pub(super) fn run_until(&mut self, until: Option<[u64; 2]>) {
        self.progressing.statement.set(0);
        let was_cut = std::mem::replace(&mut self.progressing.until, until).is_some();
        if let Some([wanted, last]) = until {
            let flag = Arc::new(AtomicBool::new(false));
            self.session.stop_when(Arc::clone(&flag));
            let statement = Rc::clone(&self.progressing.statement);
            self.session.work_mut().report_progress(move |progress| {
                let is_last = matches!(progress, Progress::At { step, .. } if step >= last);
                if is_last && statement.get() == wanted {
                    flag.store(true, Ordering::Relaxed);
                }
            });
        } else if was_cut {
            self.session.stop_when(Arc::default());
            self.progressing.watch(&mut self.session);
        }
    }

    /// Tells that a statement begins, unless it is behind those that are to be run: then nothing else is.
    pub(super) fn goes_on(&self) -> bool {
        let Progressing { statement, until, tell, .. } = &self.progressing;
        let at = statement.get();
        let goes_on = until.is_none_or(|[last, step]| at < last || at == last && step > 0);
        if goes_on && (1..TOLD).contains(&at) {
            tell(at, 0, f64::NAN);
        }
        goes_on
    }

    /// Notes that a statement has ended.
    pub(super) fn note_end(&self) {
        let statement = &self.progressing.statement;
        statement.set(statement.get() + 1);
    }
}
