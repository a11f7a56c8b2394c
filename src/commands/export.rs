//! `:export`: a pass in a format for other programs.

mod repeated;

use std::collections::HashMap;

use super::files::{unknown_ending, write_and_say};
use super::passes::{known_by_hand, pass};
use super::{Argument, Arguments, Choices, Command, Group, write};
use crate::graph::Value;
use crate::language::{Error, Result, Word, nearest, quoted};
use crate::report::{Part, Report, Shape, and};
use crate::session::Session;
use crate::views::{Export, Style, exports};

pub(super) const COMMANDS: &[Command] = &[Command {
    name: "export",
    aliases: &["x", "export!"],
    group: Group::Pictures,
    arguments: &[
        Argument::choice("FORMAT", &EXPORT_FORMATS).optional(),
        Argument::node("ROOT").optional(),
        Argument::keyword("vertical"),
        Argument::keyword("wrap"),
        Argument::keyword("blank"),
        Argument::file("FILE").optional(),
    ],
    summary: "graph and grads as {FORMAT}",
    details: "\
Prints the export, or writes it to FILE. Without FORMAT, the extension of FILE decides: :export L \
lecture.svg. With vertical svg, dot and mermaid go from top to bottom, as a page of paper does. With blank these, html, latex and python leave \
the grads to be filled in; in a pass by hand they have those found so far. With wrap svg is no wider than a page: what goes on is drawn below. Of a ROOT with rows, csv and tsv have all rows of it, as :write does. A file is written whole or not at all; an existing one is replaced only by :export!. \
svg and html need no other program to draw them.",
    example: ":export dot L",
    run: export,
}];

static EXPORT_FORMATS: Choices = Choices {
    noun: "format",
    all: || exports().map(|format| (format.name, format.help)).collect(),
};

/// The words that say how it is drawn.
const HOW: [&str; 3] = ["vertical", "wrap", "blank"];

fn export(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let (root, file) = (arguments.words("ROOT").next(), arguments.words("FILE").next());
    let format = match file {
        _ if arguments.has("FORMAT") => arguments.choice("FORMAT", exports(), |row| row.name)?,
        Some(file) => format_of(arguments, file, root)?,
        None => {
            return Err(match root {
                Some(word) => arguments.no_such_choice("FORMAT", word),
                None => arguments
                    .usage_error(arguments.end(), "FORMAT is missing")
                    .hint(EXPORT_FORMATS.listed()),
            });
        }
    };
    let first = root.or_else(|| arguments.words("FORMAT").next()).or(file);
    let span = first.map_or(arguments.end(), |word| word.span);
    let root = arguments.root(session, "ROOT")?;
    // A name without an ending is a file, unless it is nearly one of these words.
    let unended = file.filter(|word| !word.text.contains(['.', '/']));
    if let Some((word, meant)) =
        unended.and_then(|word| Some((word, nearest(word.text, HOW.into_iter())?)))
    {
        let message =
            format!("{} is neither a word of :export nor has it an ending", quoted(word.text));
        let hint = format!("did you mean {meant}? A file of that name is ./{}", quoted(word.text));
        return Err(Error::new(word.span, message).hint(hint));
    }
    for word in HOW {
        let typed = arguments.words(word).next();
        if let Some(typed) = typed.filter(|_| !format.words.contains(&word)) {
            let others = exports().filter(|it| it.words.contains(&word));
            let others = and(others.map(|it| it.name.to_owned()).collect(), usize::MAX - 1);
            let message = format!("{} cannot be drawn with {}", format.name, typed.text);
            return Err(Error::new(typed.span, message).hint(format!("{others} can")));
        }
    }
    if let (Some(_), Some(wrap)) =
        (arguments.words("vertical").next(), arguments.words("wrap").next())
    {
        return Err(Error::new(wrap.span, "a picture from top to bottom does not wrap"));
    }
    let name = first_name(session, arguments, &root);
    let what = format!("{} as {}", quoted(&name), format.name);
    if let Some(table) = format.table().filter(|_| root.is_per_row()) {
        let rows = write::table_of(session, &[(name, span, root)])?;
        let text = write::text(session, table, rows, span)?;
        return given(arguments, file, (text, &what));
    }
    let style = Style::plain(session.settings().digits);
    let [is_vertical, wraps] = ["vertical", "wrap"].map(|word| arguments.has(word));
    let style = Style { is_vertical, wraps, ..style };
    let guard = session.guard();
    let mut pass = pass(session, &root, Shape::Table);
    pass.steps = repeated::repeated(session, &root);
    // No grad is known yet; without that word, in a pass by hand those that were found.
    let is_blank = arguments.has("blank");
    pass.known = if is_blank { Some(HashMap::new()) } else { known_by_hand(session, &root) };
    let count = format.count(&pass);
    if let Some(most) = format.most.filter(|most| count > *most) {
        let message =
            format!("{count} nodes are too many for {}, which takes at most {most}", format.name);
        return Err(Error::new(span, message).hint(
            "export a smaller part by naming its node, or use dot and draw it with Graphviz",
        ));
    }
    let text = format
        .text(&pass, &style, &guard)
        .map_err(|error| Error::new(span, format!("cannot write {}: {error}", format.name)))?;
    given(arguments, file, (text, &what))
}

/// Returns what the root is called where it has a column.
fn first_name(session: &Session, arguments: &Arguments<'_>, root: &Value) -> String {
    let typed = arguments.words("ROOT").next();
    typed.map_or_else(|| session.names().call(root), |word| word.text.to_owned())
}

/// Prints an export, or writes it to a file.
fn given(
    arguments: &Arguments<'_>,
    file: Option<Word<'_>>,
    (text, what): (String, &str),
) -> Result<Report> {
    let Some(file) = file else {
        return Ok(Report::of("export", Part::Text(text)));
    };
    write_and_say(arguments, ("export", file), &text, what)
}

/// Returns the format that a file's extension stands for.
fn format_of(arguments: &Arguments<'_>, file: Word<'_>, root: Option<Word<'_>>) -> Result<Export> {
    let ending = file.text.rsplit_once('.').map_or("", |(_, ending)| ending);
    let ending = ending.to_ascii_lowercase();
    let found = exports().find(|format| format.endings.contains(&ending.as_str()));
    found.ok_or_else(|| {
        // The word matched as the root may be a misspelled format.
        match root.filter(|root| nearest(root.text, EXPORT_FORMATS.names()).is_some()) {
            Some(root) => arguments.no_such_choice("FORMAT", root),
            None => unknown_ending(file).hint(EXPORT_FORMATS.listed()),
        }
    })
}
