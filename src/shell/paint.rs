//! Roles to colors: the only file that knows colored.

use colored::{ColoredString, Colorize};

use crate::report::Role;

/// Colors whatever is painted: who paints decides when.
pub fn always() {
    colored::control::set_override(true);
}

/// Numbers of the palette of 256 colors, which terminals agree on: each stands out at least
/// 3.5 : 1 from black and from white.
const BLUE: u8 = 32;
const ORANGE: u8 = 166;
const TEAL: u8 = 30;
const PURPLE: u8 = 133;
const RED: u8 = 160;

/// The meaning of a piece of a statement while it is typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ink {
    /// A number.
    Number,
    /// An operation or a function.
    Operation,
    /// A name that means something.
    Name,
    /// A name that means nothing, or not yet.
    Unknown,
    /// A command.
    Command,
    /// A comment.
    Comment,
    /// The parenthesis at the cursor, and its partner.
    Match,
    /// A parenthesis without a partner.
    Unmatched,
    /// Text that is shown but not typed.
    Preview,
}

/// A text in the color of its ink.
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

/// The colors, readable on light and dark backgrounds alike.
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
