//! Stdout behind a buffer that keeps nothing back for long, whatever the program is busy with.

use std::io::{self, BufWriter, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Thread};
use std::time::Duration;

/// The longest time that written text waits in the buffer.
const PATIENCE: Duration = Duration::from_millis(50);

/// A buffer that a thread of its own empties: long work cannot be asked to, and a program that is
/// killed, or has no memory left, has no time to.
pub struct Outbox<W: Write + Send + 'static> {
    shared: Arc<Shared<W>>,
    /// Who empties it, from the first time that something waits; none where no thread can be had.
    carrier: Option<Thread>,
}

struct Shared<W: Write> {
    buffer: Mutex<BufWriter<W>>,
    /// True if nothing waits.
    empty: AtomicBool,
}

impl<W: Write + Send + 'static> Outbox<W> {
    /// A buffer in front of `writer`.
    pub fn new(writer: W) -> Outbox<W> {
        let buffer = Mutex::new(BufWriter::with_capacity(1 << 16, writer));
        Outbox { shared: Arc::new(Shared { buffer, empty: AtomicBool::new(true) }), carrier: None }
    }

    fn wake_carrier(&mut self) {
        if self.carrier.is_none() {
            let shared = Arc::clone(&self.shared);
            let thread = thread::Builder::new().stack_size(1 << 16);
            self.carrier =
                thread.spawn(move || shared.carry()).ok().map(|handle| handle.thread().clone());
        }
        if let Some(carrier) = &self.carrier {
            carrier.unpark();
        }
    }
}

impl<W: Write + Send + 'static> Write for Outbox<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.shared.lock().write(bytes);
        if self.shared.empty.swap(false, Ordering::Relaxed) {
            self.wake_carrier();
        }
        written
    }

    fn flush(&mut self) -> io::Result<()> {
        self.shared.flush()
    }
}

impl<W: Write + Send + 'static> Drop for Outbox<W> {
    fn drop(&mut self) {
        // After a panic; at the end of a run nothing waits.
        let _ = self.flush();
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

    fn carry(&self) {
        loop {
            while self.empty.load(Ordering::Relaxed) {
                thread::park();
            }
            thread::sleep(PATIENCE);
            // What fails now fails again at the next flush, where it can be told.
            let _ = self.flush();
        }
    }
}
