//! The options of statements, and the files that they may use.

/// The options of a run of statements.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RunOptions {
    /// True if a person is watching: an assignment prints the value of a computed node, and
    /// rebinding a leaf's name that other nodes still use gets a note.
    pub watched: bool,
    /// True if statements are typed at the prompt, where prefixes of command names are accepted.
    pub typed: bool,
    /// The file access of commands.
    pub files: Files,
}

/// The file access of commands.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Files {
    /// Commands may read and write files.
    #[default]
    Allowed,
    /// Commands may read files, and write new ones: in a script that `:load` runs.
    New,
    /// Commands may read files in the folder of the running lesson or script, and write none.
    Folder,
    /// The option `--no-files` forbids files.
    Forbidden,
    /// Files do not exist, as in a browser.
    Absent,
}

impl Files {
    /// Returns the reason if a command may not read or write files.
    pub fn why_not(self, writes: bool) -> Option<&'static str> {
        match self {
            Files::Allowed | Files::New => None,
            Files::Folder => writes.then_some("a lesson writes no files"),
            Files::Forbidden => Some("--no-files forbids reading and writing files"),
            Files::Absent => Some("files cannot be used here"),
        }
    }
}
