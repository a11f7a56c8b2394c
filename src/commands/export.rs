//! The command that writes a pass in a format for other programs.

use super::files::{allow, write_new};
use super::given::{no_such, node};
use super::passes::pass;
use super::{Command, Given, Group, Kind, Times, argument};
use crate::language::{Error, Result, Word, nearest, quoted};
use crate::report::{Part, Report, Shape};
use crate::session::Session;
use crate::views::{EXPORTS, Export, Style};

pub(super) const COMMANDS: &[Command] = &[Command {
    name: "export",
    aliases: &["export!"],
    group: Group::Pictures,
    arguments: &[
        argument("FORMAT", Kind::Export, Times::Maybe),
        argument("ROOT", Kind::Node, Times::Maybe),
        argument("FILE", Kind::File, Times::Maybe),
    ],
    summary: "the graph and its grads as dot, mermaid, svg, html, latex, json, tsv, csv",
    details: "\
Without FILE it is printed. The end of FILE says the format when FORMAT is left out: :export L \
lecture.svg. A file is written whole or not at all; one that is there already is replaced by \
:export! only. svg and html are drawn here, and need no other program.",
    example: ":export dot L",
    uses_files: false,
    run: export,
}];

fn export(session: &mut Session, mut given: Given<'_>) -> Result<Report> {
    let named = given.peek().filter(|word| !word.quoted).and_then(|word| format_named(word.text));
    let first = if named.is_some() { given.word() } else { given.peek().cloned() };
    let (mut root, mut file) = (None, None);
    if given.peek().is_some_and(|word| !is_file(word)) {
        root = given.word();
    }
    if given.peek().is_some() {
        file = given.word();
    }
    given.done()?;
    let format = match (named, file) {
        (Some(format), _) => format,
        (None, Some(file)) => format_of(file, first)?,
        (None, None) => {
            return Err(match first {
                Some(word) => no_format(word),
                None => given.usage_error(given.end(), "FORMAT is missing").hint(formats()),
            });
        }
    };
    if let Some(file) = file {
        allow(&given, file)?;
    }
    let span = root.or(first).map_or(given.end(), |word| word.span);
    let root = match root {
        Some(word) => node(session, word)?,
        None => given.current_root(session)?,
    };
    let style = Style { digits: session.settings().digits, rows: None };
    let guard = session.guard();
    let pass = pass(session, &root, Shape::Table);
    let count = pass.order.nodes().len();
    if let Some(most) = format.most.filter(|most| count > *most) {
        let message = format!("{count} nodes are too many for {}: it takes {most}", format.name);
        return Err(Error::new(span, message).hint(
            "export a smaller part by naming its node, or use dot and draw it with Graphviz",
        ));
    }
    let text = format
        .text(&pass, &style, &guard)
        .map_err(|error| Error::new(span, format!("cannot write {}: {error}", format.name)))?;
    let Some(file) = file else {
        return Ok(Report::of("export", Part::Text(text)));
    };
    write_new(&given, file, &text)?;
    Ok(Report::default())
}

/// Whether a word is the name of a file: in quotes, or with an ending in letters. The part of a
/// node's name, as in `L.2`, is a number.
pub(super) fn is_file(word: &Word<'_>) -> bool {
    let ending = word.text.rsplit_once('.').map_or("", |(_, ending)| ending);
    let is_ending = |text: &str| {
        text.starts_with(|c: char| c.is_ascii_alphabetic())
            && text.chars().all(|c| c.is_ascii_alphanumeric())
    };
    word.quoted || is_ending(ending)
}

fn format_named(name: &str) -> Option<&'static Export> {
    EXPORTS.iter().find(|format| format.name == name)
}

/// The format that a file's ending stands for.
fn format_of(file: Word<'_>, first: Option<Word<'_>>) -> Result<&'static Export> {
    let ending = file.text.rsplit_once('.').map_or("", |(_, ending)| ending);
    let ending = ending.to_ascii_lowercase();
    let found = EXPORTS.iter().find(|format| format.endings.contains(&ending.as_str()));
    found.ok_or_else(|| match first.filter(|first| first.span != file.span) {
        Some(first) if is_near(first.text) => no_format(first),
        _ => Error::new(file.span, format!("the end of {} says no format", quoted(file.text)))
            .hint(formats()),
    })
}

fn is_near(text: &str) -> bool {
    nearest(text, names().into_iter()).is_some()
}

fn no_format(word: Word<'_>) -> Error {
    no_such("format", word, &names())
}

fn names() -> Vec<&'static str> {
    EXPORTS.iter().map(|format| format.name).collect()
}

fn formats() -> String {
    format!("the formats are {}", names().join(", "))
}
