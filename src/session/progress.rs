//! Reporting the progress of long work.

use super::Session;
use crate::methods::{Observer, Progress};

#[doc(hidden)]
impl Session {
    /// Reports the progress of long work to `observer`.
    pub fn report_progress(&mut self, observer: impl FnMut(Progress) + 'static) {
        self.observer = Some(Observer(Box::new(observer)));
    }

    pub(super) fn observe(&mut self, progress: Progress) {
        if let Some(observer) = &mut self.observer {
            observer.tell(progress);
        }
    }
}
