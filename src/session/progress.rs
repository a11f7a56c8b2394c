//! Reporting the progress of long work.

use super::Session;
use crate::methods::{Observer, Progress};

#[doc(hidden)]
impl Session {
    /// Reports the progress of long work to `observer`.
    pub fn report_progress(&mut self, observer: impl FnMut(Progress) + 'static) {
        self.observer = Some(Observer(Box::new(observer)));
    }

    /// Takes the callback, for work that reports to it; [`Session::return_observer`] puts it back.
    pub fn lend_observer(&mut self) -> Option<Observer> {
        self.observer.take()
    }

    /// Puts the callback back.
    pub fn return_observer(&mut self, observer: Option<Observer>) {
        self.observer = observer;
    }

    /// Tells the callback of progress.
    pub fn observe(&mut self, progress: Progress) {
        if let Some(observer) = &mut self.observer {
            observer.tell(progress);
        }
    }
}
