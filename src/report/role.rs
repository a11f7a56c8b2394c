//! The role of a piece of text, which determines its color.

/// The role of a piece of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Role {
    #[default]
    Plain,
    Positive,
    Negative,
    Zero,
    NonFinite,
    /// A title.
    Title,
    /// Secondary text: lines of the ledger, hints.
    Faint,
    /// The word before an error.
    Error,
    /// The word before a note.
    Note,
    Right,
    Wrong,
}

impl Role {
    /// The role of a number by its sign.
    pub fn of(number: f64) -> Role {
        match number {
            _ if !number.is_finite() => Role::NonFinite,
            _ if number > 0.0 => Role::Positive,
            _ if number < 0.0 => Role::Negative,
            _ => Role::Zero,
        }
    }

    /// The CSS class of a role; empty for plain text.
    pub fn class(self) -> &'static str {
        match self {
            Role::Plain => "",
            Role::Positive => "positive",
            Role::Negative => "negative",
            Role::Zero => "zero",
            Role::NonFinite => "wild",
            Role::Title => "title",
            Role::Faint => "faint",
            Role::Error => "error",
            Role::Note => "note",
            Role::Right => "right",
            Role::Wrong => "wrong",
        }
    }
}
