//! A buffer for stdout that a background thread flushes regularly.

use std::io::{self, BufWriter, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Thread};
use std::time::Duration;

/// The longest time that text waits in the buffer.
const FLUSH_INTERVAL: Duration = Duration::from_millis(50);

/// A writer flushed by its own thread. Long work does not stop to flush, and a program that is
/// killed or out of memory cannot.
pub struct Outbox<W: Write + Send + 'static> {
    shared: Arc<Shared<W>>,
    /// The thread that flushes it, started when work first goes on after a write; none if it could not
    /// be started.
    flusher: Option<Thread>,
}

struct Shared<W: Write> {
    buffer: Mutex<BufWriter<W>>,
    /// True if the buffer is empty.
    empty: AtomicBool,
    /// True once nothing is written any more, and the thread has to end.
    is_closed: AtomicBool,
}

impl<W: Write + Send + 'static> Outbox<W> {
    /// Creates a buffer in front of `writer`.
    pub fn new(writer: W) -> Outbox<W> {
        let buffer = Mutex::new(BufWriter::with_capacity(1 << 16, writer));
        let (empty, is_closed) = (AtomicBool::new(true), AtomicBool::new(false));
        Outbox { shared: Arc::new(Shared { buffer, empty, is_closed }), flusher: None }
    }

    /// Sees to it that what waits is flushed soon, while other work goes on.
    pub fn flush_meanwhile(&mut self) {
        if self.shared.empty.load(Ordering::Relaxed) {
            return;
        }
        if self.flusher.is_none() {
            let shared = Arc::clone(&self.shared);
            let thread = thread::Builder::new().stack_size(1 << 16);
            self.flusher = thread
                .spawn(move || shared.flush_regularly())
                .ok()
                .map(|handle| handle.thread().clone());
        }
        if let Some(flusher) = &self.flusher {
            flusher.unpark();
        }
    }
}

impl<W: Write + Send + 'static> Write for Outbox<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.shared.lock().write(bytes);
        self.shared.empty.store(false, Ordering::Relaxed);
        written
    }

    fn flush(&mut self) -> io::Result<()> {
        self.shared.flush()
    }
}

impl<W: Write + Send + 'static> Drop for Outbox<W> {
    fn drop(&mut self) {
        // Matters only after a panic; a run that ends flushes first.
        let _ = self.flush();
        // The program runs once; who calls it many times, as fuzzers do, has an outbox each time.
        self.shared.is_closed.store(true, Ordering::Relaxed);
        if let Some(flusher) = &self.flusher {
            flusher.unpark();
        }
    }
}

impl<W: Write> Shared<W> {
    fn lock(&self) -> MutexGuard<'_, BufWriter<W>> {
        self.buffer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn flush(&self) -> io::Result<()> {
        let mut buffer = self.lock();
        self.empty.store(true, Ordering::Relaxed);
        buffer.flush()
    }

    fn flush_regularly(&self) {
        while !self.is_closed.load(Ordering::Relaxed) {
            if self.empty.load(Ordering::Relaxed) {
                thread::park();
                continue;
            }
            thread::sleep(FLUSH_INTERVAL);
            // An error here occurs again at the next flush of the shell, which reports it.
            let _ = self.flush();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn its_thread_ends_with_it() {
        let mut outbox = Outbox::new(Vec::new());
        let shared = Arc::downgrade(&outbox.shared);
        outbox.write_all(b"a line\n").unwrap();
        outbox.flush_meanwhile();
        assert_eq!(shared.strong_count(), 2);
        drop(outbox);
        let ends = (0..200).any(|_| {
            thread::sleep(FLUSH_INTERVAL / 10);
            shared.strong_count() == 0
        });
        assert!(ends, "the thread goes on");
    }
}
