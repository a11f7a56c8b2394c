//! The table of commands, and what one statement does to a session.

mod bindings;
mod descent;
mod diff;
mod display;
mod export;
mod files;
mod given;
mod help;
mod leaves;
mod limit;
mod minimum;
mod passes;
mod plot;
mod remarks;
mod statement;
mod teach;
mod time;
pub mod topics;
mod transcript;

pub use given::Given;
pub use help::topic_names;
use statement::perform;
pub use statement::{Manner, run, run_statement};
pub use teach::answer;

use crate::language::{Error, Result, Span, nearest, quoted};
use crate::report::Report;
use crate::session::Session;

/// One command: one row of the table.
#[derive(Debug)]
pub struct Command {
    /// Its name, without the colon.
    pub name: &'static str,
    /// Other names for it.
    pub aliases: &'static [&'static str],
    /// Under which heading help shows it.
    pub group: Group,
    /// What it takes, in order.
    pub arguments: &'static [Argument],
    /// One line of help, without a full stop.
    pub summary: &'static str,
    /// What else there is to say; paragraphs.
    pub details: &'static str,
    /// A statement that shows its use.
    pub example: &'static str,
    /// Whether it reads or writes a file.
    pub uses_files: bool,
    /// Does it.
    pub run: fn(&mut Session, Given<'_>) -> Result<Report>,
}

/// A heading of the help.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// Seeing a backward pass.
    Passes,
    /// Doing the backward pass oneself.
    Teach,
    /// Changing leaves.
    Leaves,
    /// Names, functions and files.
    Session,
    /// How things are printed.
    Display,
    /// Pictures, exports and formulas.
    Pictures,
}

impl Group {
    /// Every heading, in order.
    pub const ALL: [Group; 6] = [
        Group::Passes,
        Group::Teach,
        Group::Pictures,
        Group::Leaves,
        Group::Session,
        Group::Display,
    ];

    /// Its text.
    pub fn title(self) -> &'static str {
        match self {
            Group::Passes => "see the gradients",
            Group::Teach => "by hand",
            Group::Leaves => "change leaves",
            Group::Session => "the session",
            Group::Display => "display",
            Group::Pictures => "formulas and pictures",
        }
    }
}

/// One argument of a command.
#[derive(Debug, Clone, Copy)]
pub struct Argument {
    /// How usage names it: `ROOT`.
    pub name: &'static str,
    /// What it may be.
    pub kind: Kind,
    /// How often it stands.
    pub times: Times,
}

/// What an argument may be; completion and messages go by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Any node, or an expression.
    Node,
    /// A leaf.
    Leaf,
    /// A name or a function.
    Name,
    /// An expression whose number counts.
    Expression,
    /// A whole number.
    Count,
    /// A file.
    File,
    /// An output format.
    Format,
    /// A format of exports.
    Export,
    /// A wrong backward pass.
    Bug,
    /// A topic of the help.
    Topic,
    /// A word of the command's own.
    Word,
    /// One of these words.
    OneOf(&'static [&'static str]),
}

/// How often an argument stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Times {
    /// Once.
    Once,
    /// Once or not at all.
    Maybe,
    /// Once or more.
    Some,
    /// As often as wanted.
    Any,
}

const fn argument(name: &'static str, kind: Kind, times: Times) -> Argument {
    Argument { name, kind, times }
}

const GROUPS: &[&[Command]] = &[
    passes::COMMANDS,
    teach::COMMANDS,
    teach::PRACTICE,
    leaves::COMMANDS,
    descent::COMMANDS,
    minimum::COMMANDS,
    bindings::COMMANDS,
    files::COMMANDS,
    limit::COMMANDS,
    display::COMMANDS,
    help::COMMANDS,
    diff::COMMANDS,
    plot::COMMANDS,
    export::COMMANDS,
    time::COMMANDS,
];

/// Every command, in the order of the documentation.
pub fn commands() -> impl DoubleEndedIterator<Item = &'static Command> {
    GROUPS.iter().flat_map(|group| group.iter())
}

/// The command called `name`, an alias of it, or the only one that begins so.
pub fn find(name: &str, span: Span) -> Result<&'static Command> {
    let is_called = |row: &&Command| row.name == name || row.aliases.contains(&name);
    if let Some(command) = commands().find(is_called) {
        return Ok(command);
    }
    // A row that may be forced has its name with a ! among its aliases.
    let (start, forced) = name.strip_suffix('!').map_or((name, false), |start| (start, true));
    let may_be_forced =
        |row: &Command| row.aliases.iter().any(|it| it.strip_suffix('!') == Some(row.name));
    let begins: Vec<&Command> = match start {
        "" => Vec::new(),
        _ => commands()
            .filter(|row| row.name.starts_with(start) && (!forced || may_be_forced(row)))
            .collect(),
    };
    match begins.as_slice() {
        [command] => Ok(command),
        [] => {
            let names = commands().flat_map(|row| row.aliases.iter().copied().chain([row.name]));
            let hint = match nearest(name, names) {
                Some(meant) => format!("did you mean :{meant}?"),
                None => ":help lists the commands".to_owned(),
            };
            Err(Error::new(span, format!("there is no command :{}", quoted(name))).hint(hint))
        }
        several => {
            let names: Vec<String> = several.iter().map(|row| format!(":{}", row.name)).collect();
            Err(Error::new(span, format!(":{name} may be {}", names.join(", ")))
                .hint("type more of it"))
        }
    }
}

impl Command {
    /// How it is typed: `:grad [ROOT] [NAME…]`.
    pub fn usage(&self) -> String {
        let mut text = format!(":{}", self.name);
        for argument in self.arguments {
            text.push(' ');
            text.push_str(&match argument.times {
                Times::Once => argument.name.to_owned(),
                Times::Maybe => format!("[{}]", argument.name),
                Times::Some => format!("{}…", argument.name),
                Times::Any => format!("[{}…]", argument.name),
            });
        }
        text
    }
}
