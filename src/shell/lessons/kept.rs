//! How far a learner is in each lesson, in a file for each beside the history.

use std::io::Read;
use std::path::{Path, PathBuf};

use super::super::prompt::folders::{make_private, state};
use super::super::script::shown;
use crate::files::{open_script, why, without_mark, write_whole};
use crate::lesson::{HandIn, digest};

/// The file for one lesson; none where nothing is kept.
pub struct Progress(Option<PathBuf>);

/// The most bytes of such a file.
const MOST: u64 = 16 << 20;

/// Returns the answers in a file of at most so many bytes, if there are any that can be read.
pub fn answers_in(file: impl Read, most: u64) -> Option<HandIn> {
    let mut bytes = Vec::new();
    file.take(most).read_to_end(&mut bytes).ok()?;
    serde_json::from_slice(without_mark(&bytes).ok()?).ok()
}

impl Progress {
    /// Keeps nothing.
    pub fn nowhere() -> Progress {
        Progress(None)
    }

    /// The file for the lesson at a path, or of that name among those that come with the program.
    pub fn of(lesson: &Path) -> Progress {
        let whole = lesson.canonicalize().unwrap_or_else(|_| lesson.to_owned());
        let name = format!("{}.json", digest(&whole.to_string_lossy()));
        Progress(state().map(|folder| folder.join("lessons").join(name)))
    }

    /// Returns what was kept, if there is something that can be read.
    pub fn read(&self) -> Option<HandIn> {
        let file = open_script(self.0.as_ref()?).ok()?;
        answers_in(file, MOST)
    }

    /// Keeps answers; returns a warning at the first failure.
    pub fn write(&mut self, answers: &HandIn) -> Option<String> {
        let file = self.0.as_ref()?;
        let text = serde_json::to_string(answers).ok()?;
        let folder = file.parent().map_or(Ok(()), make_private);
        let error = folder.and_then(|()| write_whole(file, &text, true)).err()?;
        let (file, why) = (shown(file), why(&error));
        let warning = format!("how far you are in the lesson cannot be kept in {file}: {why}");
        self.0 = None;
        Some(warning)
    }
}
