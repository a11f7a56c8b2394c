//! Commands that change settings of the display.

use super::{Argument, ArgumentKind, Arguments, Choices, Command, Group};
use crate::core::language::{Result, visible_text};
use crate::core::session::{ASCII, Color, FORMATS, Keys, Session, Settings};
use crate::report::{Block, Report};

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "digits",
        group: Group::Sometimes,
        arguments: &[Argument::count("N", 1, 17).optional()],
        summary: "decimals of numbers, in tables and answers; without N, the default",
        details: "\
By default tables have 4 significant digits or more in at most 10 characters, answers up to 15. \
Whole answers have no decimals.",
        options: &[("N", "the number of decimals; without it, the default")],
        examples: &[":digits 6", ":digits"],
        run: |session, arguments| number(session, arguments, |it| &mut it.digits),
        in_links: true,
        ..Command::ROW
    },
    Command {
        name: "rows",
        group: Group::Sometimes,
        arguments: &[Argument::count("N", 1, 1_000_000_000).optional()],
        summary: "rows of a table on a terminal before some are hidden",
        details: "\
The root and the named leaves come first. A pipe or a file always gets every row.",
        options: &[("N", "the number of rows; without it, as many as the screen has")],
        examples: &[":rows 200", ":rows"],
        run: |session, arguments| number(session, arguments, |it| &mut it.rows),
        in_links: true,
        ..Command::ROW
    },
    Command {
        name: "format",
        group: Group::More,
        arguments: &[Argument::choice("NAME", &OUTPUT_FORMATS).optional()],
        summary: "output format: {NAME}",
        options: &[("NAME", "the format; without it, the one in use")],
        examples: &[":format json", ":format table", ":format"],
        run: |session, arguments| {
            let formats = FORMATS.map(|(name, _)| (name, name));
            choose(session, arguments, &formats, "the format is", |it| &mut it.format)
        },
        ..Command::ROW
    },
    Command {
        name: "echo",
        group: Group::More,
        arguments: &[Argument::new("TEXT", ArgumentKind::Statement).optional()],
        summary: "print a text: a title in a script, an end mark in a conversation",
        details: "\
TEXT ends with the line, or at a ; or #. Put it in quotation marks if it contains one of these.",
        options: &[("TEXT", "the text")],
        examples: &[":echo the second lesson", ":echo \"one; two\""],
        run: echo,
        ..Command::ROW
    },
    Command {
        name: "keys",
        group: Group::More,
        arguments: &[Argument::choice("EDITOR", &EDITORS).optional()],
        summary: "key bindings of the prompt: {EDITOR}",
        details: "To make a setting permanent, put its command into init.grad: :help startup.",
        options: &[("EDITOR", "whose keys; emacs by default")],
        examples: &[":keys vi", ":keys emacs", ":keys"],
        run: |session, arguments| {
            let says = "the key bindings are those of";
            choose(session, arguments, &Keys::ALL, says, |it| &mut it.keys)
        },
        ..Command::ROW
    },
    Command {
        name: "color",
        aliases: &["colour"],
        group: Group::More,
        arguments: &[Argument::choice("WHEN", &TIMES_TO_COLOR).optional()],
        summary: "when to use color: {WHEN}",
        details: "\
auto colors a terminal, unless NO_COLOR is set or TERM is dumb; CLICOLOR_FORCE colors \
everything.",
        options: &[("WHEN", "auto, always or never; without it, the present setting")],
        examples: &[":color never", ":color always", ":color"],
        run: |session, arguments| {
            choose(session, arguments, &Color::ALL, "color is", |it| &mut it.color)
        },
        ..Command::ROW
    },
    Command {
        name: "ascii",
        group: Group::More,
        arguments: &[Argument::choice("WHEN", &TIMES_FOR_ASCII).optional()],
        summary: "when to draw with ASCII alone: {WHEN}",
        details: "auto does so where the locale is not UTF-8. ∂e/∂b is then written local de/db.",
        options: &[("WHEN", "auto, always or never; without it, the present setting")],
        examples: &[":ascii always", ":ascii auto", ":ascii"],
        run: |session, arguments| {
            choose(session, arguments, &ASCII, "ASCII alone is", |it| &mut it.ascii)
        },
        ..Command::ROW
    },
];

static OUTPUT_FORMATS: Choices = Choices { noun: "format", all: || FORMATS.to_vec() };
static EDITORS: Choices = Choices { noun: "editor", all: || names(&Keys::ALL) };
static TIMES_TO_COLOR: Choices = Choices { noun: "choice", all: || names(&Color::ALL) };
static TIMES_FOR_ASCII: Choices = Choices { noun: "choice", all: || names(&ASCII) };

fn names<T>(choices: &[(&'static str, T)]) -> Vec<(&'static str, &'static str)> {
    choices.iter().map(|(name, _)| (*name, "")).collect()
}

fn echo(_: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    // A text in quotation marks is printed without them.
    let text = arguments.words("TEXT").next().map_or("", |word| word.text);
    let text = visible_text(text);
    Ok(Report::of("echo", Block::Verbatim(format!("{text}\n"))))
}

/// Sets a setting to the given number, or to none.
fn number(
    session: &mut Session,
    arguments: &Arguments<'_>,
    setting: fn(&mut Settings) -> &mut Option<usize>,
) -> Result<Report> {
    let given = arguments.has("N").then(|| arguments.count("N")).transpose()?;
    let mut settings = session.settings().clone();
    *setting(&mut settings) = given.and_then(|count| usize::try_from(count).ok());
    session.change_settings(settings);
    Ok(Report::default())
}

/// Sets a setting to the only argument of a command; without one, reports the setting.
fn choose<T: Copy + PartialEq>(
    session: &mut Session,
    arguments: &Arguments<'_>,
    choices: &[(&'static str, T)],
    says: &str,
    setting: fn(&mut Settings) -> &mut T,
) -> Result<Report> {
    let Command { name: kind, arguments: declared, .. } = arguments.command;
    let name = declared.first().map_or("", |argument| argument.name);
    let mut settings = session.settings().clone();
    let chosen = setting(&mut settings);
    if !arguments.has(name) {
        let now = choices.iter().find(|(_, choice)| choice == chosen).map_or("", |(name, _)| name);
        return Ok(Report::say(kind, [format!("{says} {now}")]));
    }
    (_, *chosen) = *arguments.choice(name, choices, |(name, _)| name)?;
    session.change_settings(settings);
    Ok(Report::default())
}
