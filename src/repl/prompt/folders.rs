//! The folders of the user's files, by the convention of the platform: XDG on Linux.

use std::io;
use std::path::{Path, PathBuf};

/// Returns the folder for state kept between sessions; `$XDG_STATE_HOME/gradcalc` on Linux.
pub fn state() -> Option<PathBuf> {
    // Only Linux has a state folder; elsewhere local data is used.
    Some(dirs::state_dir().or_else(dirs::data_local_dir)?.join("gradcalc"))
}

/// Returns the folder for settings; `$XDG_CONFIG_HOME/gradcalc` on Linux.
pub fn settings() -> Option<PathBuf> {
    Some(dirs::config_dir()?.join("gradcalc"))
}

/// Creates a folder that only its owner can read, and missing parent folders.
pub fn make_private(folder: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}
