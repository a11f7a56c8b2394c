//! `:save` and `:load`, and what commands that write files share.

mod script;

use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use super::{Argument, Arguments, Command, Files, Group, files};
use crate::command::syntax::Word;
use crate::core::language::{Error, Result, Span, quoted, visible};
use crate::core::session::Session;
use crate::report::{Next, Report, counted, facts_of};
pub use script::Script;

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "save",
        aliases: &["save!"],
        group: Group::Often,
        arguments: &[Argument::file("FILE")],
        summary: "write the session as a script that rebuilds it exactly",
        details: "\
Writes the statements behind the named results and the root, then :set for leaves that have \
moved, their ± and correlations. In an empty session, :load FILE gives the same numbers and \
names. The file is written whole or not at all. :save! replaces any file. A script that :load \
runs saves to new files only, whose names end in .grad. A relative path starts in the current \
folder.",
        options: &[("FILE", "the file; in quotation marks if its name has blanks")],
        examples: &[":save lesson.grad", ":save! lesson.grad", ":save \"my lesson.grad\""],
        run: save,
        ..Command::ROW
    },
    Command {
        name: "load",
        aliases: &["l"],
        group: Group::Often,
        arguments: &[Argument::file("FILE")],
        summary: "run a script in this session",
        details: "\
One :undo undoes the whole script. A saved session that names earlier bindings (a@1) loads only \
into an empty session. A script that :load runs writes new files only; as FILE of gradcalc it may \
replace files. One run loads at most 1000 scripts. In a script, relative paths of :load and :read \
start at the script's folder.",
        options: &[("FILE", "the script; in quotation marks if its name has blanks")],
        examples: &[":load lesson.grad"],
        run: load,
        ..Command::ROW
    },
];

fn save(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let file = arguments.word("FILE")?;
    session.budget().has_refused();
    let script = session.script();
    session.guard().go_on(file.span)?;
    if session.budget().has_refused() {
        let message = "not enough memory to build the script";
        return Err(Error::new(file.span, message));
    }
    let is_other = |start: &[u8]| !start.is_empty() && !is_saved(start);
    let holds_other = |it| BufReader::new(it).fill_buf().is_ok_and(is_other);
    if makes_new_files_only(arguments) {
        must_be_a_new_session(file)?;
    } else if !arguments.forced && files::open(&path_of(file)?).is_ok_and(holds_other) {
        let name = quoted(&file.said());
        let message = format!("{name} exists, and is not a saved session");
        return Err(Error::new(file.span, message)
            .hint("choose another name, or type :save! to replace it"));
    }
    let first = if script.contains('@') { SAVED_WITH_BINDINGS } else { SAVED };
    write_whole(file, &format!("{first}\n{script}"), !makes_new_files_only(arguments))?;
    let lines = counted(script.lines().count() as u64, "line");
    Ok(written("save", file, &format!("the session, {lines}")))
}

/// Returns true in a script that `:load` runs: it may be a stranger's.
fn makes_new_files_only(arguments: &Arguments<'_>) -> bool {
    arguments.options.files == Files::New
}

/// Checks that a session saved by a script that `:load` runs replaces no file, and that no other program runs it: a
/// shell runs `.profile`, for example, and a text of the session may hold its commands.
fn must_be_a_new_session(file: Word<'_>) -> Result<()> {
    let path = path_of(file)?;
    if !path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("grad")) {
        let message = "a script that :load runs saves only to names that end in .grad";
        return Err(Error::new(file.span, message).hint(END_IN_GRAD));
    }
    must_be_new(file, &path)
}

const END_IN_GRAD: &str =
    "write a name such as session.grad, or give the script to gradcalc as FILE";

/// Checks that a script that `:load` runs replaces no file.
fn must_be_new(file: Word<'_>, path: &Path) -> Result<()> {
    if path.symlink_metadata().is_err() {
        return Ok(());
    }
    let message =
        format!("{} exists, and a script that :load runs replaces no file", quoted(&file.said()));
    Err(Error::new(file.span, message)
        .hint("choose another name, or give the script to gradcalc as FILE"))
}

/// The first line of a saved session; such a file may be overwritten.
const SAVED: &str = "# A session saved by gradcalc.";
/// The first line if the script names bindings: in another session, other nodes may have these
/// names.
const SAVED_WITH_BINDINGS: &str =
    "# A session saved by gradcalc. It names bindings, so it loads into an empty session.";

/// Returns true if a script that starts with these bytes is a saved session.
pub fn is_saved(start: &[u8]) -> bool {
    start.starts_with(SAVED.as_bytes())
}

/// Returns true for the name of a lesson.
pub fn is_lesson(path: &Path) -> bool {
    let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
    ending.is_some_and(|ending| ending == "md" || ending == "markdown")
}

/// Checks that a script may run in this session: tables and lessons may not, and a script that
/// names bindings needs an empty session.
pub fn must_fit(session: &Session, name: &str, start: &[u8]) -> Result<()> {
    let is_table = Path::new(name).extension().is_some_and(|it| it == "csv" || it == "tsv");
    if is_table || is_lesson(Path::new(name)) {
        let name = quoted(name);
        let (what, hint) = match is_table {
            true => ("table", format!(":read {name} reads it")),
            false => ("lesson", format!("gradcalc lesson play {name} plays it")),
        };
        let message = format!("{name} is a {what}, not a script");
        return Err(Error::new(Span::default(), message).hint(hint));
    }
    let first = format!("{SAVED_WITH_BINDINGS}\n");
    if session.names().is_new() || !start.starts_with(first.as_bytes()) {
        return Ok(());
    }
    let message = format!(
        "{} names bindings such as a@1, which may mean other nodes in this session",
        quoted(name)
    );
    Err(Error::new(Span::default(), message).hint(
        ":reset first (:undo restores this session), or give the script to gradcalc as first FILE",
    ))
}

/// Writes an export to a new file; only a command typed with a `!` replaces an existing one.
pub fn write_new(arguments: &Arguments<'_>, file: Word<'_>, text: &str) -> Result<()> {
    if let Some(why) = arguments.options.files.why_not(true) {
        let hint = "leave out the file to print the result instead";
        return Err(Error::new(file.span, why).hint(hint));
    }
    // These checks are only for the message: the write itself refuses.
    if makes_new_files_only(arguments) {
        must_be_new(file, &path_of(file)?)?;
    } else if !arguments.forced && path_of(file)?.is_file() {
        return Err(Error::new(file.span, format!("{} already exists", quoted(&file.said())))
            .hint("choose another name, or type ! after the command to replace it"));
    }
    write_whole(file, text, arguments.forced && !makes_new_files_only(arguments))
}

/// Returns the error for an unknown file extension.
pub fn unknown_ending(file: Word<'_>) -> Error {
    let ending = file.text.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    let message = match ending.filter(|ending| !ending.is_empty()) {
        Some(ending) => format!("unknown format {}", quoted(&ending)),
        None => format!("the file name {} has no format", quoted(&file.said())),
    };
    Error::new(file.span, message)
}

/// Returns the file to write a picture to, if given.
pub fn picture_file<'text>(arguments: &Arguments<'text>) -> Result<Option<Word<'text>>> {
    let Some(file) = arguments.words("FILE").next() else { return Ok(None) };
    if !file.text.to_ascii_lowercase().ends_with(".svg") {
        return Err(unknown_ending(file).hint("end the file name in .svg"));
    }
    Ok(Some(file))
}

/// Writes a new file, and reports it.
pub fn write_and_say(
    arguments: &Arguments<'_>,
    (kind, file): (&'static str, Word<'_>),
    text: &str,
    what: &str,
) -> Result<Report> {
    write_new(arguments, file, text)?;
    Ok(written(kind, file, what))
}

fn written(kind: &'static str, file: Word<'_>, what: &str) -> Report {
    let said = format!("{}: {what}", quoted(&file.said()));
    Report::confirm(kind, said, facts_of([("file", file.said().into())]))
}

/// Writes a file whole or not at all; `over` replaces an existing one.
fn write_whole(file: Word<'_>, text: &str, over: bool) -> Result<()> {
    files::write_whole(&path_of(file)?, text, over).map_err(|error| cannot("write", file, &error))
}

fn cannot(verb: &str, file: Word<'_>, error: &io::Error) -> Error {
    let message = format!("cannot {verb} {}: {}", quoted(&file.said()), files::why(error));
    Error::new(file.span, message)
}

/// Returns the path that a word names.
pub fn path_of(file: Word<'_>) -> Result<PathBuf> {
    if file.text.trim().is_empty() {
        return Err(Error::new(file.span, "the file name is empty"));
    }
    if file.text.contains(|it| visible(it) != it) {
        let message = "a file name cannot contain control characters";
        return Err(Error::new(file.span, message));
    }
    Ok(files::path_of(&file.said()))
}

/// Returns the path of a file that may be read; for a lesson, only from its folder.
pub fn readable(session: &Session, file: Word<'_>, arguments: &Arguments<'_>) -> Result<PathBuf> {
    let path = session.folder().join(path_of(file)?);
    if arguments.options.files == Files::Folder && !is_inside(&path, session.folder()) {
        let message = format!("{} is not in the folder of the lesson", quoted(&file.said()));
        return Err(Error::new(file.span, message));
    }
    Ok(path)
}

/// Returns true if a folder contains a file at any depth; links are followed.
fn is_inside(path: &Path, folder: &Path) -> bool {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let parent = path.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // A missing file is reported by its reader.
    let real = path.canonicalize().or_else(|_| parent.canonicalize());
    real.is_ok_and(|real| folder.canonicalize().is_ok_and(|folder| real.starts_with(folder)))
}

fn load(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let file = arguments.word("FILE")?;
    let path = readable(session, file, arguments)?;
    // Opened here so that an error points at its name; the shell runs it.
    let script = files::open_script(&path).map_err(|error| cannot("read", file, &error))?;
    must_fit(session, file.text, script.buffer()).map_err(|error| error.at(file.span))?;
    Ok(Report { next: Next::Load(path, script), ..Report::default() })
}
