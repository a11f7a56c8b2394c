//! The lines of earlier sessions: a file that every line is added to at once.

use std::io;
use std::path::PathBuf;

use rustyline::Editor;
use rustyline::history::DefaultHistory;

use super::folders::{make_private, state};
use super::helper::Typing;

/// How many entries are kept.
pub const MOST: usize = 10_000;

/// The file that keeps the history; none once it has proved of no use.
pub struct Kept {
    file: Option<PathBuf>,
}

impl Kept {
    /// Reads the file into the editor; what is wrong with it is told once, and it is then left
    /// alone.
    pub fn open(editor: &mut Editor<Typing, DefaultHistory>) -> (Kept, Option<String>) {
        let Some(file) = place() else {
            return (Kept { file: None }, None);
        };
        let read = match file.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => make_private(folder),
            _ => Ok(()),
        };
        let read = read.map_err(Into::into).and_then(|()| match file.try_exists() {
            Ok(false) => Ok(()),
            _ => editor.load_history(&file),
        });
        match read {
            Ok(()) => (Kept { file: Some(file) }, None),
            Err(error) => {
                let warning = format!(
                    "the history {} cannot be read: {error}; nothing is added to it",
                    file.display()
                );
                (Kept { file: None }, Some(warning))
            }
        }
    }

    /// Adds an entry, to the editor and to the file; a failure is told once.
    pub fn add(
        &mut self,
        editor: &mut Editor<Typing, DefaultHistory>,
        entry: &str,
    ) -> Option<String> {
        let entry = entry.trim_end();
        if entry.is_empty() {
            return None;
        }
        let added = editor.add_history_entry(entry);
        let file = self.file.as_ref()?;
        let error = added.and_then(|_| editor.append_history(file)).err()?;
        let warning = format!("the history {} cannot be written: {error}", file.display());
        self.file = None;
        Some(warning)
    }
}

/// Where the history is kept: `$GRADCALC_HISTORY`, which may say nowhere, or the state folder.
fn place() -> Option<PathBuf> {
    match std::env::var_os("GRADCALC_HISTORY") {
        Some(file) if file.is_empty() => None,
        Some(file) => Some(file.into()),
        None => Some(state()?.join("history")),
    }
}

/// Whether reading failed for good, and not for one bad character.
pub fn is_fatal(error: &io::Error) -> bool {
    error.kind() != io::ErrorKind::InvalidData
}
