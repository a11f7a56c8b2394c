//! Roles to colors: the only file that knows colored.

use colored::{ColoredString, Colorize};

use crate::report::Role;

/// Colors whatever is painted: who paints decides when.
pub fn always() {
    colored::control::set_override(true);
}

/// Indices into the 256-color palette, which is the same on most terminals: each has a contrast of
/// at least 3.5 : 1 to black and to white.
const BLUE: u8 = 32;
const ORANGE: u8 = 166;
const TEAL: u8 = 30;
const PURPLE: u8 = 133;
const RED: u8 = 160;

/// The meaning of a piece of the statement being typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ink {
    /// A number.
    Number,
    /// An operation or a function.
    Operation,
    /// A known name.
    Name,
    /// An unknown name.
    Unknown,
    /// A command.
    Command,
    /// A comment.
    Comment,
    /// The parenthesis at the cursor, and its partner.
    Match,
    /// A parenthesis without a partner.
    Unmatched,
    /// Text that is shown but was not typed.
    Preview,
}

/// Colors text by its ink.
pub fn inked(ink: Ink, text: &str) -> ColoredString {
    match ink {
        Ink::Name => text.normal(),
        Ink::Number => text.ansi_color(TEAL),
        Ink::Operation => text.ansi_color(BLUE),
        Ink::Command => text.ansi_color(PURPLE),
        Ink::Unknown => text.ansi_color(RED).underline(),
        Ink::Match => text.bold().underline(),
        Ink::Unmatched => text.ansi_color(ORANGE).bold(),
        Ink::Comment | Ink::Preview => text.dimmed(),
    }
}

/// Colors text by its role, readable on light and dark backgrounds.
pub fn painted(role: Role, text: &str) -> ColoredString {
    match role {
        Role::Plain => text.normal(),
        Role::Positive => text.ansi_color(BLUE),
        Role::Negative => text.ansi_color(ORANGE),
        Role::Zero | Role::Faint => text.dimmed(),
        Role::NonFinite => text.reversed(),
        Role::Title => text.bold(),
        Role::Error => text.red().bold(),
        Role::Note => text.cyan(),
        Role::Right => text.green(),
        Role::Wrong => text.red(),
    }
}
