//! `:export`: a pass in a format for other programs.

use std::collections::HashMap;

use super::{Export, MOST_DRAWN, Writer, exports};
use crate::command::syntax::Word;
use crate::command::{Argument, Arguments, Choices, Command, pass, unknown_ending, write_and_say};
use crate::core::language::{Error, Result, nearest, quoted};
use crate::core::session::Session;
use crate::render::Style;
use crate::report::{Block, Report, Shape, and};

pub const COMMANDS: &[Command] = &[Command {
    name: "export",
    aliases: &["x", "export!"],
    arguments: &[
        Argument::choice("FORMAT", &EXPORT_FORMATS).optional(),
        Argument::node("ROOT").optional(),
        Argument::keyword("blank"),
        Argument::file("FILE").optional(),
    ],
    summary: "export graph and grads as {FORMAT}",
    details: "\
Prints the export, or writes FILE; :export! replaces an existing file. svg needs no other program.",
    options: &[
        ("FORMAT", "the format (default: by the extension of FILE)"),
        ("ROOT", "the root (default: the current root)"),
        ("blank", "leave the grads blank, to be filled in"),
        ("FILE", "the file to write"),
    ],
    examples: &[":export dot L", ":export L lecture.svg", ":export! L blank lecture.svg"],
    run: export,
    finds: true,
    ..Command::ROW
}];

static EXPORT_FORMATS: Choices = Choices {
    noun: "format",
    all: || exports().map(|format| (format.name, format.help)).collect(),
};

fn export(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let (root, file) = (arguments.words("ROOT").next(), arguments.words("FILE").next());
    let of_file = file.and_then(|file| format_of(file.text));
    let format = match (of_file, file, root) {
        _ if arguments.has("FORMAT") => arguments.choice("FORMAT", exports(), |row| row.name)?,
        (Some(format), ..) => format,
        // The word matched as the root may be a misspelled format.
        (None, file, Some(word))
            if file.is_none() || nearest(word.text, EXPORT_FORMATS.names()).is_some() =>
        {
            return Err(arguments.no_such_choice("FORMAT", word));
        }
        (None, Some(file), _) => {
            return Err(unknown_ending(file).hint(EXPORT_FORMATS.listed()));
        }
        (None, None, _) => {
            let error = arguments.usage_error(arguments.end, "FORMAT is missing");
            return Err(error.hint(EXPORT_FORMATS.listed()));
        }
    };
    let first = root.or_else(|| arguments.words("FORMAT").next()).or(file);
    let span = first.map_or(arguments.end, |word| word.span);
    let root = arguments.root(session, "ROOT")?;
    // A misspelled word is not a file.
    if let Some(word) = file.filter(|word| !word.text.is_empty() && !word.text.contains(['.', '/']))
    {
        let name = quoted(word.text);
        let message = format!("{name} is neither blank nor a file with an extension");
        return Err(Error::new(word.span, message).hint(format!("for that file, write ./{name}")));
    }
    if let Some(blank) = arguments.words("blank").next().filter(|_| !format.can_be_blank()) {
        let others = exports().filter(|it| it.can_be_blank());
        let others = and(others.map(|it| it.name.to_owned()).collect(), usize::MAX - 1);
        let message = format!("{} cannot leave grads blank", format.name);
        return Err(Error::new(blank.span, message).hint(format!("{others} can")));
    }
    let typed = arguments.words("ROOT").next();
    let name = typed.map_or_else(|| session.names().call(&root), |word| word.text.to_owned());
    let what = format!("{} as {}", quoted(&name), format.name);
    let style = Style::plain(session.settings().digits);
    let guard = session.guard();
    let mut pass = pass(session, &root, Shape::Ledger);
    // With `blank` no grad is known; otherwise, in a pass by hand, those found so far.
    let is_blank = arguments.has("blank");
    pass.known = if is_blank { Some(HashMap::new()) } else { session.known_by_hand(&root) };
    let count = pass.order.count();
    if matches!(format.write, Writer::Picture) && count > MOST_DRAWN {
        let message = format!("svg draws at most {MOST_DRAWN} nodes, found {count}");
        return Err(Error::new(span, message).hint(
            "export a smaller part by naming its node, or use dot and draw it with Graphviz",
        ));
    }
    let text = format.text(&pass, &style, &guard).map_err(|error| error.at(span))?;
    given(arguments, file, (text, &what))
}

fn given(
    arguments: &Arguments<'_>,
    file: Option<Word<'_>>,
    (text, what): (String, &str),
) -> Result<Report> {
    let Some(file) = file else {
        return Ok(Report::of("export", Block::Verbatim(text)));
    };
    write_and_say(arguments, ("export", file), &text, what)
}

/// The format of a file's extension.
fn format_of(file: &str) -> Option<Export> {
    let ending = file.rsplit_once('.')?.1.to_ascii_lowercase();
    exports().find(|format| format.endings.contains(&ending.as_str()))
}
