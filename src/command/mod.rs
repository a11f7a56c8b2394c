//! The table of commands, and running one statement in a session.

pub mod arguments;
pub mod files;
mod free_leaves;
mod grad;
pub mod help;
mod hooks;
mod interpreter;
mod names;
pub mod notes;
mod options;
mod row;
mod save;
mod set;
mod settings;
pub mod statement;
pub mod syntax;
#[cfg(test)]
mod tests;
mod texts;
mod transcript;
mod undo;

use crate::core::language::{Error, Result, Span, nearest, quoted};
use crate::core::session::Session;
use crate::parts;
use crate::report::Report;
pub use arguments::meaning::{leaf, must_not_be_newer, node, number, operands_of};
pub use arguments::{
    Argument, ArgumentKind, ArgumentReader, Arguments, Choices, Declared, MOST_SEED, condition,
};
pub use files::{open, open_script, why, without_mark, write_whole};
pub use free_leaves::{free_leaves, moving, must_be_number};
pub use grad::{coverage, pass, passed, passed_in_detail};
pub use help::topic_names;
pub use hooks::{Hints, Hooks, PythonBlock, Rewritten, SetErrors, Setting};
pub use interpreter::{Outcome, Running};
pub use notes::kept_leaves;
pub use notes::non_finite;
pub use options::{Files, RunOptions};
pub use save::{
    Script, is_lesson, is_saved, must_fit, picture_file, readable, unknown_ending, write_and_say,
    write_new,
};
pub use statement::{bind, has_too_many_us, perform, rows_as_text, run};
pub use texts::{Text, Texts};
pub use transcript::Transcript;

/// One command: one row of the table.
#[derive(Debug)]
pub struct Command {
    /// The name, without the colon.
    pub name: &'static str,
    /// Other names: usually a short one, since only the prompt accepts prefixes; and the name with a
    /// `!` if the command can be forced.
    pub aliases: &'static [&'static str],
    /// The heading under which help shows it.
    pub group: Group,
    /// The arguments, in order.
    pub arguments: &'static [Argument],
    /// One line of help, without a full stop; see [`Command::summary`].
    pub summary: &'static str,
    /// More help, in a few sentences.
    pub details: &'static str,
    /// A line of help for each argument: its form, and its meaning.
    pub options: &'static [(&'static str, &'static str)],
    /// Example statements.
    pub examples: &'static [&'static str],
    /// The function that runs it.
    pub run: fn(&mut Session, &Arguments<'_>) -> Result<Report>,
    /// True if the report contains what a learner has to find: a worksheet leaves it blank.
    pub finds: bool,
    /// True if a link may run the command without consent: the command builds nodes or begins an exercise, and takes no
    /// longer than assignments do.
    pub in_links: bool,
    /// True if the rest of the line answers the command.
    pub asks: bool,
    /// The names that need no colon if they stand alone and no node has that name.
    pub without_colon: &'static [&'static str],
}

/// How often a command is needed: a heading of the help.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// Every week.
    Often,
    /// For some tasks.
    Sometimes,
    /// For settings and scripts.
    More,
}

impl Group {
    /// Every heading, in order.
    pub const ALL: [Group; 3] = [Group::Often, Group::Sometimes, Group::More];

    /// Returns the text of the heading.
    pub fn title(self) -> &'static str {
        match self {
            Group::Often => "often",
            Group::Sometimes => "sometimes",
            Group::More => "more",
        }
    }
}

const BASE: &[&[Command]] = &[
    grad::COMMANDS,
    set::COMMANDS,
    row::COMMANDS,
    names::COMMANDS,
    undo::COMMANDS,
    save::COMMANDS,
    settings::COMMANDS,
    help::COMMANDS,
];

/// Returns every command, in the order of the documentation.
pub fn commands() -> impl DoubleEndedIterator<Item = &'static Command> {
    // As a vector it is compiled once, not for each use.
    BASE.iter()
        .chain(parts::COMMANDS)
        .flat_map(|group| group.iter())
        .collect::<Vec<_>>()
        .into_iter()
}

/// Returns the commands that a name typed at the prompt may mean: the one with that name, or all
/// whose names begin with it.
pub fn meant(name: &str) -> Vec<&'static Command> {
    if let Some(command) = commands().find(|row| row.is_called(name)) {
        return vec![command];
    }
    let begins = |row: &&Command| !name.is_empty() && row.name.starts_with(name);
    commands().filter(begins).collect()
}

/// Returns the command with a name; `typed` at the prompt, the name may be a prefix.
///
/// # Errors
///
/// There is no such command, the prefix is ambiguous, or prefixes are not accepted.
pub fn find(name: &str, span: Span, typed: bool) -> Result<&'static Command> {
    let found = meant(name);
    if let [command] = found.as_slice()
        && (typed || command.is_called(name))
    {
        return Ok(command);
    }
    let names = commands().flat_map(|row| row.aliases.iter().copied().chain([row.name]));
    let near = nearest(name, names).filter(|_| found.is_empty());
    let close: Vec<&str> = found.iter().map(|row| row.name).chain(near).collect();
    let hint = match close.as_slice() {
        [] => ":help all lists the commands".to_owned(),
        close => format!("did you mean :{}?", close.join(" or :")),
    };
    Err(Error::new(span, format!("unknown command :{}", quoted(name))).hint(hint))
}

impl Command {
    /// A row with the columns that most commands leave as they are.
    pub const ROW: Command = Command {
        name: "",
        aliases: &[],
        group: Group::Sometimes,
        arguments: &[],
        summary: "",
        details: "",
        options: &[],
        examples: &[],
        run: |_, _| Ok(Report::default()),
        finds: false,
        in_links: false,
        asks: false,
        without_colon: &[],
    };

    /// Returns true if this is one of its names; if it can be forced, also with a `!`.
    pub fn is_called(&self, name: &str) -> bool {
        let plain = name.strip_suffix('!').filter(|_| self.forcible()).unwrap_or(name);
        self.name == plain || self.aliases.contains(&plain)
    }

    /// Returns true if it may be typed with a `!`.
    pub fn forcible(&self) -> bool {
        self.aliases.iter().any(|alias| alias.strip_suffix('!') == Some(self.name))
    }

    /// Returns its usage: `:grad [ROOT] [NAME…] [all]`.
    pub fn usage(&self) -> String {
        let arguments = arguments::usage(self.arguments);
        format!(":{} {arguments}", self.name).trim_end().to_owned()
    }

    /// Returns its line of help, with `{NAME}` replaced by the choices of that argument.
    pub fn summary(&self) -> String {
        let list = |text: String, argument: &Argument| match argument.kind {
            ArgumentKind::Choice(choices) => {
                text.replace(&format!("{{{}}}", argument.name), &choices.either())
            }
            _ => text,
        };
        self.arguments.iter().fold(self.summary.to_owned(), list)
    }

    /// Returns true if it requires a file.
    pub fn needs_file(&self) -> bool {
        let is_file = |argument: &Argument| matches!(argument.kind, ArgumentKind::File);
        self.arguments.iter().any(|argument| is_file(argument) && !argument.optional)
    }

    /// Returns true if it only reads or writes files.
    pub fn is_about_files(&self) -> bool {
        let is_either = |argument: &Argument| matches!(argument.kind, ArgumentKind::FileOrName);
        self.needs_file() || self.arguments.iter().any(is_either)
    }
}
