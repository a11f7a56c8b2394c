//! The end by a signal: the session is saved, and the terminal is as it was.

#[cfg(unix)]
pub use on_unix::Watch;

#[cfg(not(unix))]
pub use elsewhere::Watch;

#[cfg(unix)]
mod on_unix {
    use std::io::{self, Write};
    use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
    use std::sync::{Arc, mpsc};
    use std::thread;
    use std::time::Duration;

    use rustix::process::getpgrp;
    use rustix::termios::{OptionalActions, Termios, tcgetattr, tcgetpgrp, tcsetattr};
    use rustyline::history::DefaultHistory;
    use rustyline::{Editor, ExternalPrinter};
    use signal_hook::consts::{SIGHUP, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    use crate::command::why;
    use crate::core::session::Session;
    use crate::repl::prompt::helper::Typing;
    use crate::repl::prompt::recovery;
    use crate::repl::runner::Ran;
    use crate::repl::script::shown;

    /// Ends the mode in which pasted text comes in brackets, and shows the cursor.
    const LEAVE: &[u8] = b"\x1b[?2004l\x1b[?25h\r\n";

    /// The longest that a terminal may take to show the message; a stopped one shows nothing.
    const PATIENCE: Duration = Duration::from_millis(500);

    /// The longest that the main thread may take to notice a signal: a stopped terminal holds it for ever.
    const NOTICE: Duration = Duration::from_secs(1);

    /// Waits for a signal that ends the program.
    #[derive(Clone)]
    pub struct Watch {
        ran: Ran,
        /// Set to interrupt what runs.
        stop: Arc<AtomicBool>,
        /// The signal that the main thread is asked to end the program by; 0 for none.
        asked: Arc<AtomicI32>,
        /// The modes of the terminal before the prompt.
        modes: Option<Arc<Termios>>,
    }

    impl Watch {
        /// Starts the thread. The modes of the terminal are those of now.
        pub fn start(
            ran: &Ran,
            stop: &Arc<AtomicBool>,
            editor: &mut Editor<Typing, DefaultHistory>,
        ) -> io::Result<Watch> {
            let (ran, stop, asked) = (ran.clone(), Arc::clone(stop), Arc::default());
            let modes = tcgetattr(io::stdin()).ok().map(Arc::new);
            let watch = Watch { ran, stop, asked, modes };
            let own = watch.clone();
            // A terminal without line editing has none.
            let mut printer = editor.create_external_printer().ok();
            let mut signals = Signals::new([SIGTERM, SIGHUP])?;
            let wait = move || {
                if let Some(signal) = signals.forever().next() {
                    own.ask(signal, || {
                        printer.as_mut().map(|printer| printer.print(String::new()));
                    });
                    own.end(signal, None);
                }
            };
            thread::Builder::new().name("signals".to_owned()).spawn(wait)?;
            Ok(watch)
        }

        /// Asks the main thread, which alone has the session, to end the program, unless the text is as good. Returns if
        /// the main thread does not notice.
        fn ask(&self, signal: i32, wake: impl FnOnce()) {
            let ran = self.ran.lock();
            if ran.is_whole || !ran.is_new {
                return;
            }
            drop(ran);
            // Before the question: the main thread clears it to write the script.
            self.stop.store(true, Ordering::SeqCst);
            self.asked.store(signal, Ordering::SeqCst);
            wake();
            thread::sleep(NOTICE);
        }

        /// Ends the program if a signal asks the main thread for it.
        pub fn heed(&self, session: &mut Session) {
            let signal = self.asked.load(Ordering::SeqCst);
            if signal != 0 {
                self.end(signal, Some(session));
            }
        }

        /// Ends the program if a signal asks for it, or if its terminal is gone: SIGHUP may be late or go to the shell
        /// alone.
        pub fn end_if_hung_up(&self, session: &mut Session) {
            self.heed(session);
            if self.modes.is_some() && tcgetattr(io::stdin()).is_err() {
                self.end(SIGHUP, Some(session));
            }
        }

        /// Saves the session, or the text of what ran; restores the terminal, and ends the program.
        fn end(&self, signal: i32, session: Option<&mut Session>) {
            // Held to the end: only one thread does this.
            let mut ran = self.ran.lock();
            if let Some(session) = session.filter(|_| ran.is_new && !ran.is_whole) {
                ran.take(session);
            }
            if !ran.is_whole
                && let Ok(folder) = std::env::current_dir()
            {
                let first = format!("# Relative paths start at {}\n", shown(&folder));
                ran.text.insert_str(0, &first);
            }
            let is_worth = ran.is_new && !ran.text.is_empty();
            let message = is_worth.then(|| match recovery::save_text(&ran.text) {
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
            thread::spawn(move || {
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
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use rustyline::Editor;
    use rustyline::history::DefaultHistory;

    use crate::core::session::Session;
    use crate::repl::prompt::helper::Typing;
    use crate::repl::runner::Ran;

    /// Elsewhere there are no such signals.
    #[derive(Clone)]
    pub struct Watch;

    impl Watch {
        pub fn start(
            _: &Ran,
            _: &Arc<AtomicBool>,
            _: &mut Editor<Typing, DefaultHistory>,
        ) -> io::Result<Watch> {
            Ok(Watch)
        }

        pub fn heed(&self, _: &mut Session) {}

        pub fn end_if_hung_up(&self, _: &mut Session) {}
    }
}
