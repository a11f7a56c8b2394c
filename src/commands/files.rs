//! Commands that read and write files.

use std::io::Read;
use std::path::Path;

use super::{Command, Given, Group, Kind, Times, argument};
use crate::files;
use crate::language::{Error, Result, Word, quoted};
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
:save! only. A link stays and its target is written; other hard links keep the old text; what is \
no file, such as a device or a pipe, is never written. A name with blanks stands in quotes.",
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
        details: "\
One :undo takes back all that it changed. A script is a file of text of up to 256 MB; those that it \
loads may load others, 1000 in all for each :load typed.",
        example: ":load lesson.grad",
        uses_files: true,
        run: load,
    },
];

fn save(session: &mut Session, mut given: Given<'_>) -> Result<Report> {
    let file = given.need("FILE")?;
    given.done()?;
    session.budget().has_refused();
    let script = session.script();
    session.guard().go_on(file.span)?;
    if session.budget().has_refused() {
        let message = "the script would be longer than there is room for";
        return Err(Error::new(file.span, message).hint("see :help limit"));
    }
    let path = Path::new(file.text);
    if !given.forced() && holds_something_else(path) {
        let message = format!("{} is there already, and is not a saved session", quoted(file.text));
        return Err(Error::new(file.span, message)
            .hint("choose another name, or type :save! to replace it"));
    }
    write_whole(file, &format!("{SAVED}\n{script}"), true)?;
    Ok(Report::default())
}

/// The first line of a saved session, by which it may be saved over.
const SAVED: &str = "# A session saved by gradcalc.";

/// Whether a file has been written by somebody else.
fn holds_something_else(path: &Path) -> bool {
    // What cannot be read is for the writer to complain of.
    let Ok(file) = files::open(path) else {
        return false;
    };
    let mut start = Vec::new();
    let read = file.take(SAVED.len() as u64).read_to_end(&mut start);
    read.is_ok() && !start.is_empty() && start != SAVED.as_bytes()
}

/// Writes the picture or the export a command was asked for: a file that is there stays, unless
/// the command was typed with a `!`.
pub(super) fn write_new(given: &Given<'_>, file: Word<'_>, text: &str) -> Result<()> {
    // Asked first for a message that helps; the writer makes sure.
    if !given.forced() && Path::new(file.text).is_file() {
        let message = format!("{} is there already", quoted(file.text));
        return Err(Error::new(file.span, message)
            .hint("choose another name, or type ! after the command to replace it"));
    }
    write_whole(file, text, given.forced())
}

/// Refuses to go on where files are not to be touched; asked before the work is done.
pub(super) fn allow(given: &Given<'_>, file: Word<'_>) -> Result<()> {
    match given.manner().no_files {
        true => Err(Error::new(file.span, "--no-files keeps scripts from files")
            .hint("leave the file out to see it here")),
        false => Ok(()),
    }
}

/// Writes a file whole or not at all, `over` what is there or not.
fn write_whole(file: Word<'_>, text: &str, over: bool) -> Result<()> {
    files::write_whole(Path::new(file.text), text, over).map_err(|error| {
        // The temporary file's own path would tell nobody anything.
        let cause = error.to_string();
        let cause = cause.split(" at path ").next().unwrap_or_default();
        Error::new(file.span, format!("cannot write {}: {cause}", quoted(file.text)))
    })
}

fn load(_: &mut Session, mut given: Given<'_>) -> Result<Report> {
    let file = given.need("FILE")?;
    given.done()?;
    // Opened here so that what is wrong with it is an error at its name; the front end runs it.
    match files::open_script(Path::new(file.text)) {
        Ok(_) => Ok(Report { next: Next::Load(file.text.into()), ..Report::default() }),
        Err(error) => {
            Err(Error::new(file.span, format!("cannot read {}: {error}", quoted(file.text))))
        }
    }
}
