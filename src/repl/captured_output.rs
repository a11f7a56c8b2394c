//! A buffer in place of stdout and stderr, for lessons that are filled in or graded.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// The limit on the output of a block, in bytes.
const MOST: usize = 16 << 20;

/// The captured output. Copies share it.
#[derive(Debug, Clone, Default)]
pub struct Pad {
    /// The bytes, and the number of lines.
    printed: Arc<Mutex<(Vec<u8>, usize)>>,
    forgets: bool,
}

impl Pad {
    /// A buffer that discards its output.
    pub fn forgetful() -> Pad {
        Pad { forgets: true, ..Pad::default() }
    }

    /// The number of lines printed since `take`.
    pub fn lines(&self) -> usize {
        self.printed.lock().unwrap_or_else(PoisonError::into_inner).1
    }

    /// Returns the captured output, and empties the buffer.
    pub fn take(&self) -> String {
        let mut printed = self.printed.lock().unwrap_or_else(PoisonError::into_inner);
        let (bytes, _) = std::mem::take(&mut *printed);
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

impl Write for Pad {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.forgets {
            return Ok(bytes.len());
        }
        let mut printed = self.printed.lock().unwrap_or_else(PoisonError::into_inner);
        let (before, lines) = &mut *printed;
        if before.len() + bytes.len() > MOST {
            let message = format!("one block prints more than {} MB", MOST >> 20);
            return Err(io::Error::other(message));
        }
        before.extend_from_slice(bytes);
        *lines += bytes.iter().filter(|byte| **byte == b'\n').count();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
