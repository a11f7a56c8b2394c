//! `:report`: the last fit, what else was found, and what was typed, as a page to hand in; `:record`: what
//! was typed, as a lesson.

mod fitted;
mod logged;
mod minimized;

use std::path::Path;

use super::files::{path_of, unknown_ending, write_new_with};
use super::{Argument, Arguments, Command, Group};
use crate::language::{Error, Result, Span, Word, quoted};
use crate::report::{Block, Cell, Document, Next, Report, and, counted};
use crate::session::{self, Session};
use crate::views::{DOCUMENT_FORMATS, DocumentFormat};

pub(super) const COMMANDS: &[Command] = &[REPORT, RECORD];

const REPORT: Command = Command {
    name: "report",
    aliases: &["report!"],
    group: Group::Pictures,
    arguments: &[Argument::file("FILE")],
    summary: "write a page to hand in: data, model, parameters, pictures, what was typed",
    details: "\
The page is about the last :fit: its data, the model as typed and as a formula, the parameters with ± and 95 % intervals, \
their correlations, the figures on the whole fit, and pictures of the curve and the residuals. After a later \
:minimize ROOT as likelihood it has the same of that, with a picture of ROOT over each leaf with a ±, up to four; without \
either, the data and pictures of what :minimize moved. The last \
:budget, :solve and :minimize follow as they were answered, with a note where a leaf has moved since, then what was typed with its answers, as far back as \
they are kept (about a megabyte). FILE ends in .md, with the pictures in FILE-fit.svg and FILE-residual.svg beside it, or \
in .html, one file with everything in it. All is written or nothing; existing files are replaced only by \
:report!. A leaf that was moved since the fit or likelihood is an error: the page would show one state of the leaves beside results of another.",
    example: ":report fall.html",
    run: report,
};

const RECORD: Command = Command {
    name: "record",
    aliases: &["record!"],
    group: Group::Pictures,
    arguments: &[Argument::file("FILE")],
    summary: "write what was typed, with its answers, as a lesson",
    details: "\
FILE ends in .md. All that was typed stands in one block, as far back as it is kept (about a megabyte); what is \
written between its lines, in an editor, makes a lesson of it. Its answers are those that a new session gives to \
the same lines, as gradcalc --write FILE does again; gradcalc FILE plays it. An existing file is replaced only by :record!.",
    example: ":record lecture.md",
    run: record,
};

fn record(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let file = arguments.word("FILE")?;
    let path = path_of(file)?;
    if !super::is_lesson(&path) {
        let error = Error::new(file.span, "a lesson is a file whose name ends in .md");
        return Err(error.hint(format!("write :record {}.md", quoted(file.text))));
    }
    let recorded = logged::recorded(session);
    if recorded.is_empty() {
        let error = Error::new(Span::default(), "nothing has been typed yet");
        return Err(error.hint("type the statements of the lesson first"));
    }
    let mut blocks: Vec<Block> = logged::left_out(session).into_iter().collect();
    blocks.push(Block::Statements(logged::transcript(&recorded)));
    let document = Document { title: stem_of(&path), blocks };
    let format = format_of(file)?;
    let lines = recorded.len();
    write_new_with(arguments, file, &(format.write)(&document, "").text, &[])?;
    let said = format!("{}: {}", quoted(file.text), counted(lines as u64, "line"));
    let facts = vec![("file", Cell::text(file.text)), ("lines", Cell::count(lines as u64))];
    let next = Next::Recorded(path_of(file)?);
    Ok(Report { next, ..Report::confirm("record", said, facts) })
}

/// The most files that are named.
const MOST_CALLED: usize = 5;

fn report(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let file = arguments.word("FILE")?;
    let format = format_of(file)?;
    let found = session::last_fit(session).and_then(|fit| fit.found.clone());
    let mut document = Document { title: "Report".to_owned(), blocks: Vec::new() };
    if let Some(found) = &found {
        document.title = fitted::title(found);
        document.blocks = fitted::blocks(session, found, file)?;
    }
    let has_study = found.is_some();
    let results = logged::results(session);
    let (mut pictures, has_minimum) = (Vec::new(), logged::has_minimum(&results));
    if !has_study
        && has_minimum
        && let Some(root) = session.root().cloned()
    {
        document.title = session.names().call(&root);
        document.blocks.extend(minimized::data(session, &root)?);
        pictures = minimized::pictures(session, &root, &document.title);
    }
    document.blocks.extend(results);
    document.blocks.extend(pictures);
    document.blocks.extend(logged::blocks(session));
    session.guard().go_on(file.span)?;
    let pages = (format.write)(&document, &stem_of(&path_of(file)?));
    write_new_with(arguments, file, &pages.text, &pages.pictures)?;
    let pictures = document.blocks.iter().filter(|it| matches!(it, Block::Picture { .. })).count();
    let files: Vec<String> = std::iter::once(file.text.to_owned())
        .chain(pages.pictures.into_iter().map(|(name, _)| name))
        .collect();
    let about = if has_study || has_minimum {
        format!("{} with {}", document.title, counted(pictures as u64, "picture"))
    } else if session::last_fit(session).is_some() {
        "what was typed; for a page on a fit that was saved, :fit again".to_owned()
    } else {
        "what was typed, as nothing has been fitted".to_owned()
    };
    let said =
        format!("{}: {about}", and(files.iter().map(|it| quoted(it)).collect(), MOST_CALLED));
    Ok(Report::confirm("report", said, vec![("files", Cell::Texts(files))]))
}

/// The name of a file without its folder and its ending.
fn stem_of(path: &Path) -> String {
    path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into())
}

/// Returns the format that the end of a file's name asks for.
fn format_of(file: Word<'_>) -> Result<&'static DocumentFormat> {
    let name = file.text.to_ascii_lowercase();
    let is_asked = |format: &&DocumentFormat| format.endings.iter().any(|it| name.ends_with(it));
    DOCUMENT_FORMATS.iter().find(is_asked).ok_or_else(|| {
        let endings: Vec<&str> =
            DOCUMENT_FORMATS.iter().filter_map(|format| format.endings.first().copied()).collect();
        unknown_ending(file).hint(format!("end the file's name in {}", endings.join(" or ")))
    })
}
