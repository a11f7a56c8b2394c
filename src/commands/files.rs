//! Commands that read and write files.

use std::io::{Read, Write};
use std::path::Path;

use super::{Command, Given, Group, Kind, Times, argument};
use crate::language::{Error, Result, Span, Word, quoted};
use crate::report::{Next, Report};
use crate::session::Session;

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "save",
        aliases: &["save!"],
        group: Group::Session,
        arguments: &[argument("FILE", Kind::File, Times::Once)],
        summary: "write the session as a script that rebuilds it exactly",
        details: "\
Data to the last bit, names, order, frozen leaves, functions and the chosen root. The file is \
written whole or not at all; one that is there is replaced if it is a saved session, and else by \
:save! only. A name with blanks stands in quotes.",
        example: ":save lesson.grad",
        uses_files: true,
        run: save,
    },
    Command {
        name: "load",
        aliases: &[],
        group: Group::Session,
        arguments: &[argument("FILE", Kind::File, Times::Once)],
        summary: "run a script in this session",
        details: "One :undo takes back all that it changed.",
        example: ":load lesson.grad",
        uses_files: true,
        run: load,
    },
];

fn save<'session>(
    session: &'session mut Session,
    mut given: Given<'_>,
) -> Result<Report<'session>> {
    let file = given.need("FILE")?;
    given.done()?;
    let script = session.script();
    if session.is_interrupted() {
        return Err(Error::new(file.span, "interrupted"));
    }
    let path = Path::new(file.text);
    if !given.forced() && holds_something_else(path) {
        let message = format!("{} is there already, and is not a saved session", quoted(file.text));
        return Err(Error::new(file.span, message)
            .hint("choose another name, or type :save! to replace it"));
    }
    write_whole(path, &format!("{SAVED}\n{script}"), file.span, true)?;
    Ok(Report::default())
}

/// The first line of a saved session, by which it may be saved over.
const SAVED: &str = "# A session saved by gradcalc.";

/// Whether a file has been written by somebody else.
fn holds_something_else(path: &Path) -> bool {
    // What cannot be read is for the writer to complain of.
    let Ok(file) = path.metadata().and_then(|about| match about.is_file() {
        true => std::fs::File::open(path),
        false => Err(std::io::ErrorKind::InvalidInput.into()),
    }) else {
        return false;
    };
    let mut start = Vec::new();
    let read = file.take(SAVED.len() as u64).read_to_end(&mut start);
    read.is_ok() && !start.is_empty() && start != SAVED.as_bytes()
}

/// Writes the picture or the export a command was asked for: a file that is there stays, unless
/// the command was typed with a `!`.
pub(super) fn write_new(given: &Given<'_>, file: Word<'_>, text: &str) -> Result<()> {
    let path = Path::new(file.text);
    // Asked first for a message that helps; the writer makes sure.
    if !given.forced() && path.symlink_metadata().is_ok() {
        let message = format!("{} is there already", quoted(file.text));
        return Err(Error::new(file.span, message)
            .hint("choose another name, or type ! after the command to replace it"));
    }
    write_whole(path, text, file.span, given.forced())
}

/// Refuses to go on where files are not to be touched; asked before the work is done.
pub(super) fn allow(given: &Given<'_>, file: Word<'_>) -> Result<()> {
    match given.manner().no_files {
        true => Err(Error::new(file.span, "--no-files keeps scripts from files")
            .hint("leave the file out to see it here")),
        false => Ok(()),
    }
}

/// Writes a file whole or not at all: beside its place first, then moved there, `over` what is
/// there or not.
fn write_whole(path: &Path, text: &str, span: Span, over: bool) -> Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let permissions = std::fs::metadata(path).map(|there| there.permissions());
    let written =
        tempfile::Builder::new().prefix(".gradcalc").tempfile_in(folder).and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            file.as_file().sync_all()?;
            // A temporary file is private; the result is as readable as any other new file.
            match permissions {
                Ok(permissions) => file.as_file().set_permissions(permissions)?,
                Err(_) => make_readable(file.as_file())?,
            }
            let placed = if over { file.persist(path) } else { file.persist_noclobber(path) };
            placed.map_err(|error| error.error)
        });
    written.map(drop).map_err(|error| {
        // The temporary file's own path would tell nobody anything.
        let cause = error.to_string();
        let cause = cause.split(" at path ").next().unwrap_or_default();
        Error::new(span, format!("cannot write {}: {cause}", quoted(&path.to_string_lossy())))
    })
}

#[cfg(unix)]
fn make_readable(file: &std::fs::File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn make_readable(_: &std::fs::File) -> std::io::Result<()> {
    Ok(())
}

fn load<'session>(_: &'session mut Session, mut given: Given<'_>) -> Result<Report<'session>> {
    let file = given.need("FILE")?;
    given.done()?;
    // Opened here so that a missing file is an error at its name; the front end runs it.
    match std::fs::File::open(file.text).and_then(|opened| opened.metadata()) {
        Ok(about) if about.is_dir() => {
            Err(Error::new(file.span, format!("{} is a folder", quoted(file.text))))
        }
        Ok(_) => Ok(Report { next: Next::Load(file.text.into()), ..Report::default() }),
        Err(error) => {
            Err(Error::new(file.span, format!("cannot read {}: {error}", quoted(file.text))))
        }
    }
}
