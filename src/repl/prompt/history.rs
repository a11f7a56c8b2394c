//! The history of typed lines, in a file to which each line is appended immediately.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use rustyline::Editor;
use rustyline::history::DefaultHistory;

use super::folders::{make_private, state};
use super::helper::Typing;
use crate::command::files;
use crate::core::language::harmless;
use crate::repl::script::shown;

/// The number of entries kept.
pub const MOST: usize = 10_000;
/// The maximum number of bytes read, from the end of the file.
const MOST_BYTES: u64 = 1 << 20;
/// The first line of a history file; each entry is one line after it.
const MARK: &str = "#V2\n";

/// The history file; none after an error.
pub struct Kept {
    file: Option<PathBuf>,
}

impl Kept {
    /// Reads the file into the editor. After an error, returns a warning and does not use the file.
    pub fn open(editor: &mut Editor<Typing, DefaultHistory>) -> (Kept, Option<String>) {
        let Some(file) = place() else {
            return (Kept { file: None }, None);
        };
        match read(&file) {
            Ok(entries) => {
                for entry in entries {
                    // A history in memory cannot fail.
                    let _ = editor.add_history_entry(entry);
                }
                (Kept { file: Some(file) }, None)
            }
            Err(error) => {
                let (file, why) = (shown(&file), files::why(&error));
                let warning =
                    format!("the history {file} cannot be read: {why}; it will not be used");
                (Kept { file: None }, Some(warning))
            }
        }
    }

    /// Adds an entry to the editor and the file; returns a warning at the first failure.
    pub fn add(
        &mut self,
        editor: &mut Editor<Typing, DefaultHistory>,
        entry: &str,
    ) -> Option<String> {
        // As it was shown.
        let entry = harmless(entry.trim_end());
        let is_new = !entry.is_empty() && editor.add_history_entry(&*entry).unwrap_or(false);
        let file = self.file.as_ref().filter(|_| is_new)?;
        let error = append(file, &entry).err()?;
        let (shown, why) = (shown(file), files::why(&error));
        let warning = format!("the history {shown} cannot be written: {why}");
        self.file = None;
        Some(warning)
    }
}

/// Returns the history file: `$GRADCALC_HISTORY`, or none if that is empty, or by default a file in
/// the state folder.
fn place() -> Option<PathBuf> {
    match std::env::var_os("GRADCALC_HISTORY") {
        Some(file) if file.is_empty() => None,
        Some(file) => Some(file.into()),
        None => Some(state()?.join("history")),
    }
}

/// Reads the last entries of a file, and rewrites the file with them if it has grown long.
fn read(file: &Path) -> io::Result<Vec<String>> {
    if let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        make_private(folder)?;
    }
    let mut opened = match files::open(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        opened => opened?,
    };
    let mut mark = Vec::new();
    Read::by_ref(&mut opened).take(MARK.len() as u64).read_to_end(&mut mark)?;
    if !mark.is_empty() && mark != MARK.as_bytes() {
        return Err(io::Error::other("it is not a history of gradcalc"));
    }
    let skipped = opened.metadata()?.len().saturating_sub(MOST_BYTES);
    if skipped > 0 {
        opened.seek(SeekFrom::Start(skipped))?;
    }
    let mut bytes = Vec::new();
    opened.take(MOST_BYTES).read_to_end(&mut bytes)?;
    if skipped > 0 {
        let first = bytes.iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len());
        bytes.drain(..first);
    }
    let invalid = |_| io::Error::new(io::ErrorKind::InvalidData, "it is not valid UTF-8");
    let text = String::from_utf8(bytes).map_err(invalid)?;
    let mut entries: Vec<String> =
        text.lines().filter(|line| !line.is_empty()).map(entry).collect();
    let surplus = entries.len().saturating_sub(MOST);
    entries.drain(..surplus);
    if skipped > 0 || surplus > 0 {
        let lines: String = entries.iter().map(|entry| line(entry)).collect();
        // If it fails, the file only stays long.
        let _ = files::write_whole(file, &format!("{MARK}{lines}"), true);
    }
    Ok(entries)
}

fn append(file: &Path, entry: &str) -> io::Result<()> {
    let mut options = File::options();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut opened = options.open(file)?;
    // Another session may be creating the file at the same time.
    opened.lock()?;
    let mark = if opened.metadata()?.len() == 0 { MARK } else { "" };
    opened.write_all(format!("{mark}{}", line(entry)).as_bytes())
}

/// An entry as a line of the file.
fn line(entry: &str) -> String {
    format!("{}\n", entry.replace('\\', r"\\").replace('\n', r"\n"))
}

/// Decodes a line of the file, which other programs may have written.
fn entry(line: &str) -> String {
    let pieces: Vec<String> = line.split(r"\\").map(|piece| piece.replace(r"\n", "\n")).collect();
    harmless(&pieces.join("\\")).into_owned()
}

/// Returns true unless reading failed only because of invalid UTF-8.
pub fn is_fatal(error: &io::Error) -> bool {
    error.kind() != io::ErrorKind::InvalidData
}
