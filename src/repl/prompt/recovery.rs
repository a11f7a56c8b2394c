//! Recovery after a panic: catching its message and saving the session.

use std::any::Any;
use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use super::folders::{make_private, state};
use crate::command::why;
use crate::core::session::Session;

/// Catches panic messages, which must not reach a terminal in raw mode.
pub struct Catcher {
    said: Arc<Mutex<String>>,
}

impl Catcher {
    /// Installs the hook.
    pub fn new() -> Catcher {
        let said = Arc::new(Mutex::new(String::new()));
        let heard = Arc::clone(&said);
        panic::set_hook(Box::new(move |information| {
            if let Ok(mut said) = heard.lock() {
                *said = information.to_string();
            }
        }));
        Catcher { said }
    }

    /// Runs `work`; if it panics, returns the message.
    pub fn run<T>(&self, work: impl FnOnce() -> T) -> Result<T, String> {
        panic::catch_unwind(AssertUnwindSafe(work)).map_err(|_: Box<dyn Any + Send>| {
            let said = self.said.lock().map(|said| said.clone()).unwrap_or_default();
            said.lines().collect::<Vec<_>>().join(" ")
        })
    }
}

/// Saves the session as a script in a new file, and returns its path.
pub fn save(catcher: &Catcher, session: &mut Session) -> Result<PathBuf, String> {
    let script = catcher.run(|| {
        session.forget_order();
        session.script()
    })?;
    save_text(&script).map_err(|error| why(&error))
}

/// Writes a script into a new file that only its owner can read, and returns its path.
pub fn save_text(script: &str) -> io::Result<PathBuf> {
    let folder = state().filter(|folder| make_private(folder).is_ok());
    let folder = folder.unwrap_or_else(std::env::temp_dir);
    let mut file =
        tempfile::Builder::new().prefix("recovered-").suffix(".grad").tempfile_in(folder)?;
    file.write_all(script.as_bytes())?;
    file.as_file().sync_all()?;
    file.into_temp_path().keep().map_err(|error| error.error)
}

/// The sentence about a saved session.
pub fn saved_in(file: &str) -> String {
    format!("the session is saved; gradcalc -i {file} continues it")
}
