//! What a piece of text is, which determines its color.

/// The meaning of a piece of text, which determines its color.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Role {
    /// Nothing special.
    #[default]
    Plain,
    /// A number above zero.
    Positive,
    /// A number below zero.
    Negative,
    Zero,
    /// nan or inf.
    NonFinite,
    /// A title or other text that stands out.
    Title,
    /// Secondary text: lines of the ledger, hints.
    Faint,
    /// The word that opens an error.
    Error,
    /// The word that opens a note or a warning.
    Note,
    /// Right, in a verdict.
    Right,
    /// Wrong, in a verdict.
    Wrong,
}

impl Role {
    /// The role of a grad or another number whose sign matters.
    pub fn of(number: f64) -> Role {
        match number {
            _ if !number.is_finite() => Role::NonFinite,
            _ if number > 0.0 => Role::Positive,
            _ if number < 0.0 => Role::Negative,
            _ => Role::Zero,
        }
    }

    /// The class of elements in this role, in a picture or on a page; empty for plain text.
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
