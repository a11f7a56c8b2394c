//! Commands that change settings of the display.

use super::{Argument, ArgumentKind, Arguments, Choices, Command, Group};
use crate::core::language::{Result, visible_text};
use crate::core::session::{ASCII, Color, FORMATS, Keys, Session, Settings};
use crate::report::{Block, Report};

/// More rows than a table has.
const ALL_ROWS: u64 = 1_000_000_000;

const DISPLAY: Command = Command { group: Group::More, ..Command::ROW };

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "digits",
        arguments: &[Argument::count("N", 1, 17).optional()],
        summary: "set the decimals of numbers in tables and answers",
        details: "\
By default, tables show at least 4 significant digits in at most 10 characters; answers show up \
to 15 digits. Whole answers have no decimals.",
        options: &[("N", "the number of decimals; without N, the default")],
        examples: &[":digits 6", ":digits"],
        run: |session, arguments| number(session, count(arguments)?, |it| &mut it.digits),
        in_links: true,
        ..Command::ROW
    },
    Command {
        name: "rows",
        arguments: &[Argument::keyword("all"), Argument::count("N", 1, ALL_ROWS).optional()],
        summary: "limit the rows of a table on a terminal",
        details: "\
The root and named leaves are hidden last. A pipe or a file always gets every row.",
        options: &[
            ("N", "the number of rows; without N, the height of the screen"),
            ("all", "no limit"),
        ],
        examples: &[":rows 200", ":rows all", ":rows"],
        run: |session, arguments| {
            let all = arguments.has("all").then_some(ALL_ROWS);
            number(session, all.or(count(arguments)?), |it| &mut it.rows)
        },
        in_links: true,
        ..Command::ROW
    },
    Command {
        name: "format",
        arguments: &[Argument::choice("NAME", &OUTPUT_FORMATS).optional()],
        summary: "set the output format: {NAME}",
        options: &[("NAME", "the format; without NAME, show the current one")],
        examples: &[":format json", ":format table", ":format"],
        run: |session, arguments| {
            let formats = FORMATS.map(|(name, _)| (name, name));
            choose(session, arguments, &formats, "the format is", |it| &mut it.format)
        },
        ..DISPLAY
    },
    Command {
        name: "echo",
        arguments: &[Argument::new("TEXT", ArgumentKind::Statement).optional()],
        summary: "print TEXT, such as a title in a script",
        details: "\
TEXT ends at the end of the line, at ; or at #. In quotation marks it may contain these.",
        options: &[("TEXT", "the text")],
        examples: &[":echo the second lesson", ":echo \"one; two\""],
        run: echo,
        ..DISPLAY
    },
    Command {
        name: "keys",
        arguments: &[Argument::choice("EDITOR", &EDITORS).optional()],
        summary: "choose the key bindings of the prompt: {EDITOR}",
        details: "To keep a setting, put its command into init.grad: :help startup.",
        options: &[("EDITOR", "the editor whose keys to use; emacs by default")],
        examples: &[":keys vi", ":keys emacs", ":keys"],
        run: |session, arguments| {
            let says = "the key bindings are those of";
            choose(session, arguments, &Keys::ALL, says, |it| &mut it.keys)
        },
        ..DISPLAY
    },
    Command {
        name: "color",
        aliases: &["colour"],
        arguments: &[Argument::choice("WHEN", &TIMES_TO_COLOR).optional()],
        summary: "choose when to use color: {WHEN}",
        details: "\
auto colors a terminal, unless NO_COLOR is set or TERM is dumb; CLICOLOR_FORCE colors \
everything.",
        options: &[("WHEN", "auto, always or never; without WHEN, show the setting")],
        examples: &[":color never", ":color always", ":color"],
        run: |session, arguments| {
            choose(session, arguments, &Color::ALL, "color is", |it| &mut it.color)
        },
        ..DISPLAY
    },
    Command {
        name: "ascii",
        arguments: &[Argument::choice("WHEN", &TIMES_FOR_ASCII).optional()],
        summary: "choose when to draw with ASCII only: {WHEN}",
        details: "auto does so if the locale is not UTF-8. ∂e/∂b is then written local de/db.",
        options: &[("WHEN", "auto, always or never; without WHEN, show the setting")],
        examples: &[":ascii always", ":ascii auto", ":ascii"],
        run: |session, arguments| {
            choose(session, arguments, &ASCII, "ASCII only is", |it| &mut it.ascii)
        },
        ..DISPLAY
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

fn count(arguments: &Arguments<'_>) -> Result<Option<u64>> {
    arguments.has("N").then(|| arguments.count("N")).transpose()
}

fn number(
    session: &mut Session,
    given: Option<u64>,
    setting: fn(&mut Settings) -> &mut Option<usize>,
) -> Result<Report> {
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
