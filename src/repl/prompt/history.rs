//! The history of typed lines, which rustyline keeps in a file: each line is appended immediately.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use rustyline::Editor;
use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;

use super::folders::{make_private, state};
use super::helper::Typing;
use crate::command::files;
use crate::core::language::harmless;
use crate::repl::script::shown;

/// The number of entries kept.
pub const MOST: usize = 10_000;
/// The first line of a history file.
const MARK: &[u8] = b"#V2\n";

/// The history file; `None` after an error.
pub struct Kept {
    file: Option<PathBuf>,
}

impl Kept {
    /// Reads the file into the editor. After an error, returns a warning and does not use the file.
    pub fn open(editor: &mut Editor<Typing, DefaultHistory>) -> (Kept, Option<String>) {
        let read = place().map(|file| read(editor, &file).map(|()| file));
        match read.transpose() {
            Ok(file) => (Kept { file }, None),
            Err(warning) => (Kept { file: None }, Some(warning)),
        }
    }

    /// Adds an entry to the editor and the file; returns a warning at the first failure.
    pub fn add(
        &mut self,
        editor: &mut Editor<Typing, DefaultHistory>,
        entry: &str,
    ) -> Option<String> {
        let entry = harmless(entry.trim_end());
        let is_new = !entry.is_empty() && editor.add_history_entry(&*entry).unwrap_or(false);
        let file = self.file.as_ref().filter(|_| is_new)?;
        let error = editor.append_history(file).err()?;
        let warning = format!("the history {} cannot be written: {}", shown(file), why(&error));
        self.file = None;
        Some(warning)
    }
}

/// Returns the history file: `$GRADCALC_HISTORY` (empty for none), by default in the state folder.
fn place() -> Option<PathBuf> {
    match std::env::var_os("GRADCALC_HISTORY") {
        Some(file) if file.is_empty() => None,
        Some(file) => Some(file.into()),
        None => Some(state()?.join("history")),
    }
}

/// Reads a history file, if it is there; returns a warning if that fails.
fn read(editor: &mut Editor<Typing, DefaultHistory>, file: &Path) -> Result<(), String> {
    let warning =
        |why: String| format!("the history {} cannot be read: {why}; it is not used", shown(file));
    if let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        make_private(folder).map_err(|error| warning(files::why(&error)))?;
    }
    match is_history(file) {
        Ok(true) => editor.load_history(file).map_err(|error| warning(why(&error))),
        Ok(false) => Err(warning("it is not a gradcalc history".to_owned())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(warning(files::why(&error))),
    }
}

/// Returns true for an empty file or a history: rustyline would overwrite any other.
fn is_history(file: &Path) -> io::Result<bool> {
    let mut mark = Vec::new();
    files::open(file)?.take(MARK.len() as u64).read_to_end(&mut mark)?;
    Ok(mark.is_empty() || mark == MARK)
}

fn why(error: &ReadlineError) -> String {
    match error {
        ReadlineError::Io(error) if !is_fatal(error) => "it is not valid UTF-8".to_owned(),
        ReadlineError::Io(error) => files::why(error),
        other => other.to_string(),
    }
}

/// Returns true unless reading failed only because of invalid UTF-8.
pub fn is_fatal(error: &io::Error) -> bool {
    error.kind() != io::ErrorKind::InvalidData
}
