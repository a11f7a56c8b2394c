//! The folders where a user's own files live.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

/// The folder for what is kept between sessions.
pub fn state() -> Option<PathBuf> {
    own("XDG_STATE_HOME", ".local/state", |name| std::env::var_os(name))
}

/// The folder for settings.
pub fn settings() -> Option<PathBuf> {
    own("XDG_CONFIG_HOME", ".config", |name| std::env::var_os(name))
}

/// gradcalc's folder in the one that `variable` names, or else in `usual` in the home folder.
fn own(
    variable: &str,
    usual: &str,
    environment: impl Fn(&str) -> Option<OsString>,
) -> Option<PathBuf> {
    // A relative path there means nothing, says the specification.
    let named = environment(variable).map(PathBuf::from).filter(|folder| folder.is_absolute());
    let folder = named.or_else(|| {
        let home = environment("HOME").filter(|home| !home.is_empty())?;
        Some(PathBuf::from(home).join(usual))
    });
    Some(folder?.join("gradcalc"))
}

/// Makes a folder that only its owner can read, with those above it.
pub fn make_private(folder: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_says_where() {
        let in_state = |set: &[(&str, &str)]| {
            let value = |name: &str| {
                set.iter().find(|(it, _)| *it == name).map(|(_, value)| OsString::from(value))
            };
            own("XDG_STATE_HOME", ".local/state", value)
        };
        let path = |text: &str| Some(PathBuf::from(text));
        assert_eq!(in_state(&[("XDG_STATE_HOME", "/s"), ("HOME", "/h")]), path("/s/gradcalc"));
        assert_eq!(in_state(&[("HOME", "/h")]), path("/h/.local/state/gradcalc"));
        assert_eq!(
            in_state(&[("XDG_STATE_HOME", "s"), ("HOME", "/h")]),
            path("/h/.local/state/gradcalc")
        );
        assert_eq!(in_state(&[("XDG_STATE_HOME", "")]), None);
    }
}
