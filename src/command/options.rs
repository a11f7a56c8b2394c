//! The options that statements are run with, and what they allow of files.

/// The options that statements are run with.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RunOptions {
    /// True if a person is watching: an assignment prints the value of a computed node, and
    /// rebinding a leaf's name that other nodes still use gets a note.
    pub watched: bool,
    /// True if statements are typed at the prompt, where prefixes of command names are accepted.
    pub typed: bool,
    /// Whether commands may read and write files.
    pub files: Files,
}

/// Whether commands may read and write files.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Files {
    /// They may.
    #[default]
    Allowed,
    /// They may read what is in the folder of the lesson or of the script that runs, and write nothing.
    Folder,
    /// The option `--no-files` forbids it.
    Forbidden,
    /// There are none.
    Absent,
}

impl Files {
    /// Returns why a command may not read files, or write them, if so.
    pub fn why_not(self, writes: bool) -> Option<&'static str> {
        match self {
            Files::Allowed => None,
            Files::Folder => writes.then_some("a lesson writes no files"),
            Files::Forbidden => Some("--no-files forbids reading and writing files"),
            Files::Absent => Some("files cannot be used here"),
        }
    }
}
