//! Reading the user's files, and writing them atomically.

use std::fs::{File, FileType, Metadata};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Returns the path that a user's text means; `~/` begins in the home folder.
pub fn path_of(text: &str) -> PathBuf {
    let at_home = text.strip_prefix("~/").and_then(|rest| Some(std::env::home_dir()?.join(rest)));
    at_home.unwrap_or_else(|| text.into())
}

/// Returns what the system says of a file, without the number of the error.
pub fn why(error: &io::Error) -> String {
    let text = error.to_string();
    // The path would be that of the temporary file.
    let text = text.split(" at path ").next().unwrap_or_default();
    text.split(" (os error ").next().unwrap_or_default().to_owned()
}

/// Returns the bytes of a text without the byte order mark that some editors begin a file with.
///
/// # Errors
///
/// The mark is that of UTF-16.
pub fn without_mark(bytes: &[u8]) -> io::Result<&[u8]> {
    match bytes {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => {
            Err(io::Error::other("it is UTF-16; save it as UTF-8"))
        }
        _ => Ok(bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes)),
    }
}

/// Removes the byte order mark from the beginning of a text.
///
/// # Errors
///
/// As [`without_mark`].
pub fn remove_mark(bytes: &mut Vec<u8>) -> io::Result<()> {
    let marked = bytes.len() - without_mark(bytes)?.len();
    bytes.drain(..marked);
    Ok(())
}

/// Writes a file atomically: to a temporary file in the same folder, which is then renamed. An
/// existing file is replaced only if `over` is true.
///
/// A symbolic link stays, and its target is written. Only a regular file is ever replaced: the new
/// one gets its permissions and owner, but not its setuid bits. Other hard links keep the old
/// contents.
pub fn write_whole(path: &Path, text: &str, over: bool) -> io::Result<()> {
    let target = target(path)?;
    let there = match target.metadata() {
        Ok(there) => Some(regular(there)?),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let folder = folder_of(&target);
    clear_unfinished(folder);
    let mut unfinished = tempfile::Builder::new();
    unfinished.prefix(UNFINISHED.0).suffix(UNFINISHED.1);
    create_as(&mut unfinished, there.as_ref());
    let mut file = unfinished.tempfile_in(folder)?;
    // The lock only tells `is_abandoned` that the file is still being written.
    let _ = file.as_file().lock();
    file.write_all(text.as_bytes())?;
    if let Some(there) = there {
        take_after(file.as_file(), &there)?;
    }
    file.as_file().sync_all()?;
    let placed = if over { file.persist(&target) } else { file.persist_noclobber(&target) };
    placed.map(drop).map_err(|error| error.error)
}

/// Opens a script that a command names: a regular file of text, whose start is in the buffer.
pub fn open_script(path: &Path) -> io::Result<BufReader<File>> {
    let file = open(path)?;
    let size = file.metadata()?.len();
    if size > LARGEST_SCRIPT {
        let message =
            format!("it has {} MB, and a script may have at most {}", size >> 20, LARGEST);
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
const LARGEST_SCRIPT: u64 = LARGEST << 20;

/// Opens a regular file. Devices and pipes are refused, as they may block or never end.
pub fn open(path: &Path) -> io::Result<File> {
    // Checked first, since opening a pipe blocks until a writer opens it.
    regular(path.metadata()?)?;
    File::open(path)
}

/// Returns the metadata if it is that of a regular file.
fn regular(about: Metadata) -> io::Result<Metadata> {
    if about.is_file() {
        Ok(about)
    } else {
        Err(io::Error::other(format!("it is {}", kind(about.file_type()))))
    }
}

#[cfg(unix)]
fn kind(kind: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    match kind {
        _ if kind.is_dir() => "a folder",
        _ if kind.is_fifo() => "a pipe, not a file",
        _ if kind.is_socket() => "a socket, not a file",
        _ => "a device, not a file",
    }
}

#[cfg(not(unix))]
fn kind(kind: FileType) -> &'static str {
    if kind.is_dir() { "a folder" } else { "not a file" }
}

/// Follows symbolic links, even to a file that does not exist.
fn target(path: &Path) -> io::Result<PathBuf> {
    const MOST_LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(next) = path.read_link() else {
            return Ok(path);
        };
        let folder = folder_of(&path);
        // For example /dev/stdout, whose link is not a path.
        if folder.canonicalize()?.starts_with("/proc") {
            return Err(io::Error::other("it is an open file of a program, not a path"));
        }
        path = folder.join(next);
    }
    Err(io::Error::other("its symbolic links form a cycle"))
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// The prefix and the suffix of temporary file names.
const UNFINISHED: (&str, &str) = (".gradcalc-", ".unfinished");

/// Removes temporary files left behind by writers that were killed.
fn clear_unfinished(folder: &Path) {
    for entry in folder.read_dir().into_iter().flatten().flatten() {
        let name = entry.file_name();
        let is_ours = name
            .to_str()
            .is_some_and(|name| name.starts_with(UNFINISHED.0) && name.ends_with(UNFINISHED.1));
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_ours && is_file && is_abandoned(&entry.path()) {
            // Another process may have removed it already, or own it.
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// Returns true if no process is writing a temporary file any more. A writer holds a lock, except
/// for a moment after creating the file.
fn is_abandoned(path: &Path) -> bool {
    const MOMENT: Duration = Duration::from_secs(60);
    let Ok(file) = File::open(path) else {
        return false;
    };
    let is_unlocked = file.try_lock().is_ok();
    let is_old = |about: &Metadata| {
        about.modified().is_ok_and(|at| at.elapsed().is_ok_and(|age| age > MOMENT))
    };
    is_unlocked && file.metadata().is_ok_and(|about| about.len() > 0 || is_old(&about))
}

/// The permission bits without setuid, setgid and sticky.
#[cfg(unix)]
const PERMISSIONS: u32 = 0o777;

/// Creates files with the permissions of the file to replace, or those of the umask.
#[cfg(unix)]
fn create_as(builder: &mut tempfile::Builder<'_, '_>, there: Option<&Metadata>) {
    use std::os::unix::fs::PermissionsExt;
    let mode = there.map_or(0o666, |there| there.permissions().mode() & PERMISSIONS);
    builder.permissions(std::fs::Permissions::from_mode(mode));
}

#[cfg(not(unix))]
fn create_as(_: &mut tempfile::Builder<'_, '_>, _: Option<&Metadata>) {}

/// Gives a file the owner and the permissions of the one it replaces.
#[cfg(unix)]
fn take_after(file: &File, there: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
    // Fails except for root, whose files alone may need another owner.
    let _ = fchown(file, Some(there.uid()), Some(there.gid()));
    let mode = there.permissions().mode() & PERMISSIONS;
    file.set_permissions(std::fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn take_after(file: &File, there: &Metadata) -> io::Result<()> {
    file.set_permissions(there.permissions())
}
