//! Commands that read and write files.

use std::io::{BufRead, BufReader};
use std::path::Path;

use super::{Argument, Arguments, Command, Group};
use crate::files;
use crate::language::{Error, Result, Word, quoted};
use crate::report::{Next, Report};
use crate::session::Session;

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "save",
        aliases: &["save!"],
        group: Group::Session,
        arguments: &[Argument::file("FILE")],
        summary: "write the session as a script that rebuilds it exactly",
        details: "\
Saves data to the last bit, names, order, frozen leaves, functions and the chosen root. The file is \
written whole or not at all; a saved session is replaced, any other file only by :save!. A link \
stays and its target is written; other hard links keep the old text; a device or a pipe is never \
written. A name with blanks goes in quotes.",
        example: ":save lesson.grad",
        run: save,
    },
    Command {
        name: "load",
        aliases: &["l"],
        group: Group::Session,
        arguments: &[Argument::file("FILE")],
        summary: "run a script in this session",
        details: "\
One :undo undoes all that it changed. A saved session that names bindings (a@1) loads into an empty \
session only, where they are its own. A script is a text file of up to 256 MB; it may load others, \
and those others, 1000 in all for each :load typed.",
        example: ":load lesson.grad",
        run: load,
    },
];

fn save(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let file = arguments.word("FILE")?;
    session.budget().has_refused();
    let script = session.script();
    session.guard().go_on(file.span)?;
    if session.budget().has_refused() {
        let message = "the script would be longer than there is room for";
        return Err(Error::new(file.span, message).hint("see :help limit"));
    }
    let path = Path::new(file.text);
    if !arguments.forced() && holds_something_else(path) {
        let message = format!("{} exists already, and is not a saved session", quoted(file.text));
        return Err(Error::new(file.span, message)
            .hint("choose another name, or type :save! to replace it"));
    }
    // Only labels hold this mark.
    let first = if script.contains('@') { SAVED_WITH_BINDINGS } else { SAVED };
    write_whole(file, &format!("{first}\n{script}"), true)?;
    Ok(Report::default())
}

/// The first line of a saved session, by which it may be saved over.
const SAVED: &str = "# A session saved by gradcalc.";
/// The same where the script says which binding of a name it means: elsewhere those labels would be
/// other nodes'.
const SAVED_WITH_BINDINGS: &str =
    "# A session saved by gradcalc. It names bindings, so it loads into an empty session.";

/// Tells whether a file holds something other than a saved session.
fn holds_something_else(path: &Path) -> bool {
    // What cannot be read is for the writer to complain of.
    let Ok(file) = files::open(path) else {
        return false;
    };
    let mut file = BufReader::new(file);
    file.fill_buf().is_ok_and(|start| !start.is_empty() && !start.starts_with(SAVED.as_bytes()))
}

/// Writes a picture or an export to a new file; only a command typed with a `!` replaces one.
pub(super) fn write_new(arguments: &Arguments<'_>, file: Word<'_>, text: &str) -> Result<()> {
    // Asked first for a message that helps; the writer makes sure.
    if !arguments.forced() && Path::new(file.text).is_file() {
        let message = format!("{} exists already", quoted(file.text));
        return Err(Error::new(file.span, message)
            .hint("choose another name, or type ! after the command to replace it"));
    }
    write_whole(file, text, arguments.forced())
}

/// Writes a file whole or not at all; `over` replaces one that exists.
fn write_whole(file: Word<'_>, text: &str, over: bool) -> Result<()> {
    files::write_whole(Path::new(file.text), text, over).map_err(|error| {
        // The temporary file's own path would tell nobody anything.
        let cause = error.to_string();
        let cause = cause.split(" at path ").next().unwrap_or_default();
        Error::new(file.span, format!("cannot write {}: {cause}", quoted(file.text)))
    })
}

fn load(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let file = arguments.word("FILE")?;
    // Opened here so that what is wrong with it is an error at its name; the front end runs it.
    let script = files::open_script(Path::new(file.text)).map_err(|error| {
        Error::new(file.span, format!("cannot read {}: {error}", quoted(file.text)))
    })?;
    let first = format!("{SAVED_WITH_BINDINGS}\n");
    if script.buffer().starts_with(first.as_bytes()) && !session.names().is_new() {
        let message = format!(
            "{} names bindings such as a@1, which would be other nodes in this session",
            quoted(file.text)
        );
        return Err(Error::new(file.span, message)
            .hint(":reset first (:undo brings this session back), or run gradcalc FILE"));
    }
    Ok(Report { next: Next::Load(file.text.into(), script), ..Report::default() })
}
