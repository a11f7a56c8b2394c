//! Reading the user's files, and writing them atomically.

use std::fs::{File, Metadata};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Returns the path of a typed text; `~/` is the home folder.
pub fn path_of(text: &str) -> PathBuf {
    let at_home = |rest| Some(std::env::home_dir()?.join(rest));
    Path::new(text).strip_prefix("~").ok().and_then(at_home).unwrap_or_else(|| text.into())
}

/// Returns the system's error message on a file, without the error number.
pub fn why(error: &io::Error) -> String {
    let text = error.to_string();
    // The error's path would be the temporary file.
    let text = text.split(" at path ").next().unwrap_or_default();
    // Messages of Windows end with a period.
    text.split(" (os error ").next().unwrap_or_default().trim_end_matches('.').to_owned()
}

/// Returns the bytes without a byte order mark. UTF-16 is an error.
pub fn without_mark(bytes: &[u8]) -> io::Result<&[u8]> {
    match bytes {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => {
            Err(io::Error::other("it is UTF-16; save it as UTF-8"))
        }
        _ => Ok(bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes)),
    }
}

/// Writes a file atomically: to a temporary file in the same folder, which is then renamed. An
/// existing file is replaced only if `over` is true and the file is regular; permissions stay. A
/// symbolic link stays, and its target is written.
pub fn write_whole(path: &Path, text: &str, over: bool) -> io::Result<()> {
    let target = if path.is_symlink() { path.canonicalize()? } else { path.to_owned() };
    let there = match target.metadata() {
        Ok(there) => Some(regular(there)?),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let folder = target.parent().filter(|it| !it.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    remove_old(folder);
    let mut builder = tempfile::Builder::new();
    builder.prefix(TEMPORARY).rand_bytes(RANDOM_LETTERS);
    // The umask takes from these permissions.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    if let Some(there) = there {
        file.as_file().set_permissions(there.permissions())?;
    }
    file.as_file().sync_all()?;
    let placed = if over { file.persist(&target) } else { file.persist_noclobber(&target) };
    placed.map(drop).map_err(|error| error.error)
}

/// How the name of a temporary file begins.
const TEMPORARY: &str = ".gradcalc-";
/// The number of random letters and digits after it.
const RANDOM_LETTERS: usize = 6;

/// The age of a temporary file that nobody writes any more.
const OLD: Duration = Duration::from_secs(60 * 60);

/// Removes the temporary files of programs that were killed while they wrote into this folder.
fn remove_old(folder: &Path) {
    for entry in folder.read_dir().into_iter().flatten().flatten() {
        // The metadata of a link itself, which is no regular file.
        let is_left = || entry.metadata().is_ok_and(|about| about.is_file() && is_old(&about));
        if entry.file_name().to_str().is_some_and(is_temporary) && is_left() {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

fn is_temporary(name: &str) -> bool {
    let letters = name.strip_prefix(TEMPORARY);
    letters.is_some_and(|it| {
        it.len() == RANDOM_LETTERS && it.chars().all(|letter| letter.is_ascii_alphanumeric())
    })
}

fn is_old(about: &Metadata) -> bool {
    let age = about.modified().ok().and_then(|at| SystemTime::now().duration_since(at).ok());
    age.is_some_and(|age| age > OLD)
}

/// Opens a script: a regular file of text, whose start is in the buffer.
pub fn open_script(path: &Path) -> io::Result<BufReader<File>> {
    let file = open(path)?;
    let size = file.metadata()?.len();
    if size > LARGEST << 20 {
        let message = format!("it has {} MB; the limit for a script is {LARGEST} MB", size >> 20);
        return Err(io::Error::other(message));
    }
    let mut script = BufReader::with_capacity(1 << 16, file);
    let start = without_mark(script.fill_buf()?)?;
    if start.iter().take(4096).any(|byte| *byte == 0) {
        return Err(io::Error::other("it is not text"));
    }
    Ok(script)
}

/// The largest size of a script, in MB.
pub const LARGEST: u64 = 256;

/// Opens a regular file. Devices and pipes are refused, because they may block or never end.
pub fn open(path: &Path) -> io::Result<File> {
    // Checked first, because opening a pipe blocks until a writer opens it.
    regular(path.metadata()?)?;
    File::open(path)
}

/// Returns the metadata of a regular file.
fn regular(about: Metadata) -> io::Result<Metadata> {
    match about.is_file() {
        true => Ok(about),
        false if about.is_dir() => Err(io::Error::other("it is a folder")),
        false => Err(io::Error::other("it is a device or a pipe, not a file")),
    }
}

#[cfg(test)]
mod tests {
    use std::path::MAIN_SEPARATOR;

    use super::*;

    #[test]
    fn a_tilde_before_a_separator_is_the_home_folder() {
        let home = std::env::home_dir().unwrap();
        for separator in ['/', MAIN_SEPARATOR] {
            assert_eq!(path_of(&format!("~{separator}a")), home.join("a"));
        }
        assert_eq!(path_of("~a"), Path::new("~a"));
    }

    #[test]
    fn a_save_removes_old_temporary_files_and_no_others() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let is_there = |name: &str| path(name).is_symlink() || path(name).exists();
        let old = SystemTime::now() - OLD - Duration::from_secs(60);
        let make = |name: &str| {
            std::fs::write(path(name), "a = 2").unwrap();
            File::options().append(true).open(path(name)).unwrap().set_modified(old).unwrap();
        };
        let others = [
            ".gradcalc-",
            ".gradcalc-abcde",
            ".gradcalc-abcdefg",
            ".gradcalc-abcd.f",
            ".gradcalc-abcdé",
            "gradcalc-abcdef",
            ".Gradcalc-abcdef",
            "a.gradcalc-abcdef",
            "target",
        ];
        for name in [".gradcalc-abcdef", ".gradcalc-0aZ9xy"].into_iter().chain(others) {
            make(name);
        }
        std::fs::write(path(".gradcalc-young1"), "").unwrap();
        std::fs::create_dir(path(".gradcalc-folder")).unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink(path("target"), path(".gradcalc-linked")).unwrap();
        write_whole(&path("s.grad"), "b = 3", true).unwrap();
        assert!(!is_there(".gradcalc-abcdef") && !is_there(".gradcalc-0aZ9xy"));
        let kept = [".gradcalc-young1", ".gradcalc-folder", "s.grad"];
        for name in kept.into_iter().chain(others) {
            assert!(is_there(name), "{name}");
        }
        assert_eq!(is_there(".gradcalc-linked"), cfg!(unix));
        let count = folder.path().read_dir().unwrap().count();
        assert_eq!(count, kept.len() + others.len() + usize::from(cfg!(unix)));
    }

    #[test]
    fn a_message_of_the_system_has_neither_a_number_nor_a_period() {
        let error = io::Error::other("Access is denied. (os error 5)");
        assert_eq!(why(&error), "Access is denied");
    }
}
