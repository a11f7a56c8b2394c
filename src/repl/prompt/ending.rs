//! The end by a signal: the lines that ran are saved, and the terminal is as it was.

use std::sync::{Arc, Mutex};

/// The lines that ran, as text; shared with the thread that a signal wakes.
#[derive(Debug, Clone, Default)]
pub struct KeptLines {
    lines: Arc<Mutex<Lines>>,
}

#[derive(Debug, Default)]
struct Lines {
    text: String,
    /// True if the text has more than the prompt began with.
    is_new: bool,
}

impl KeptLines {
    /// Adds the text of lines that ran.
    pub fn add(&self, text: &str) {
        if let Ok(mut lines) = self.lines.lock() {
            lines.text.push_str(text);
            lines.is_new |= !text.is_empty();
        }
    }

    /// Replaces the text by a script of the whole session.
    pub fn replace(&self, script: String, is_new: bool) {
        if let Ok(mut lines) = self.lines.lock() {
            lines.text = script;
            lines.is_new |= is_new;
        }
    }
}

#[cfg(unix)]
pub use on_unix::Watch;

#[cfg(not(unix))]
pub use elsewhere::Watch;

#[cfg(unix)]
mod on_unix {
    use std::io::{self, Write};
    use std::sync::{Arc, mpsc};
    use std::time::Duration;

    use rustix::process::getpgrp;
    use rustix::termios::{OptionalActions, Termios, tcgetattr, tcgetpgrp, tcsetattr};
    use signal_hook::consts::{SIGHUP, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    use super::KeptLines;
    use crate::command::why;
    use crate::repl::prompt::recovery;
    use crate::repl::script::shown;

    /// Ends the mode in which pasted text comes in brackets, and shows the cursor.
    const LEAVE: &[u8] = b"\x1b[?2004l\x1b[?25h\r\n";

    /// The longest that a terminal may take to show the message; a stopped one shows nothing.
    const PATIENCE: Duration = Duration::from_millis(500);

    /// Waits for a signal that ends the program.
    #[derive(Clone)]
    pub struct Watch {
        kept: KeptLines,
        /// The modes of the terminal before the prompt.
        modes: Option<Arc<Termios>>,
    }

    impl Watch {
        /// Starts the thread. The modes of the terminal are those of now.
        pub fn start(kept: &KeptLines) -> io::Result<Watch> {
            let modes = tcgetattr(io::stdin()).ok().map(Arc::new);
            let watch = Watch { kept: kept.clone(), modes };
            let own = watch.clone();
            let mut signals = Signals::new([SIGTERM, SIGHUP])?;
            let wait = move || {
                if let Some(signal) = signals.forever().next() {
                    own.end(signal);
                }
            };
            std::thread::Builder::new().name("signals".to_owned()).spawn(wait)?;
            Ok(watch)
        }

        /// Ends the program if its terminal is gone, as by SIGHUP, which may be late or go to the shell alone.
        pub fn end_if_hung_up(&self) {
            if self.modes.is_some() && tcgetattr(io::stdin()).is_err() {
                self.end(SIGHUP);
            }
        }

        /// Saves the lines, restores the terminal, and ends the program.
        fn end(&self, signal: i32) {
            // Held to the end: only one thread does this.
            let lines = self.kept.lines.lock();
            let saved = match &lines {
                Ok(lines) if lines.is_new => Some(recovery::save_text(&lines.text)),
                _ => None,
            };
            let message = saved.map(|saved| match saved {
                Ok(file) => recovery::saved_in(&shown(&file)),
                Err(error) => format!("the session could not be saved: {}", why(&error)),
            });
            self.restore_terminal(message);
            let _ = emulate_default_handler(signal);
        }

        fn restore_terminal(&self, message: Option<String>) {
            let stdin = io::stdin();
            // In the background, changing the modes would stop the program.
            let is_ours = tcgetpgrp(&stdin).is_ok_and(|group| group == getpgrp());
            let Some(modes) = self.modes.as_ref().filter(|_| is_ours) else { return };
            let _ = tcsetattr(&stdin, OptionalActions::Now, modes);
            let (done, wait) = mpsc::channel();
            std::thread::spawn(move || {
                let _ = io::stdout().write_all(LEAVE).and_then(|()| io::stdout().flush());
                if let Some(message) = message {
                    let _ = io::stderr().write_all(format!("{message}\n").as_bytes());
                }
                let _ = done.send(());
            });
            let _ = wait.recv_timeout(PATIENCE);
        }
    }
}

#[cfg(not(unix))]
mod elsewhere {
    use std::io;

    use super::KeptLines;

    /// Elsewhere there are no such signals.
    #[derive(Clone)]
    pub struct Watch;

    impl Watch {
        pub fn start(_: &KeptLines) -> io::Result<Watch> {
            Ok(Watch)
        }

        pub fn end_if_hung_up(&self) {}
    }
}
