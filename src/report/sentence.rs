//! A builder for sentences.

use super::sparkline::{LONGEST_CURVE, bars};
use super::{Cell, Number, NumberStyle, Part, Piece, Role, numbers};

/// A sentence, built from pieces.
#[derive(Debug, Clone, Default)]
pub struct Sentence(Vec<Piece>);

impl Sentence {
    /// Creates a sentence from text.
    pub fn new(text: impl Into<String>) -> Sentence {
        Sentence::default().text(text)
    }

    /// Returns true if the sentence has no pieces.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Appends text.
    pub fn text(self, text: impl Into<String>) -> Sentence {
        self.role(text, Role::Plain)
    }

    /// Appends text whose blanks are never wrapped.
    pub fn tied(self, text: impl Into<String>) -> Sentence {
        self.text(text.into().replace(' ', "\u{A0}"))
    }

    /// Appends text in a role.
    pub fn role(mut self, text: impl Into<String>, role: Role) -> Sentence {
        self.0.push(Piece::Text(text.into(), role));
        self
    }

    /// Appends a number with few digits.
    pub fn brief(self, number: f64) -> Sentence {
        self.number(number, NumberStyle::Brief)
    }

    /// Appends a number in a style.
    pub fn number(self, number: f64, style: NumberStyle) -> Sentence {
        self.piece(Piece::Number(style.of(number)))
    }

    /// Appends a number and what it becomes: `2.0000 → 2.0100`.
    pub fn change(self, before: f64, after: f64, style: NumberStyle) -> Sentence {
        let [before, after] = style.change(before, after).map(Piece::Number);
        self.piece(before).text(" → ").piece(after)
    }

    /// Appends a sparkline.
    pub fn curve(self, values: &[f64]) -> Sentence {
        self.piece(Piece::Curve(values.to_vec()))
    }

    /// Appends a factor: a number, in parentheses if it is negative.
    pub fn factor(self, number: f64) -> Sentence {
        if number < 0.0 { self.text("(").brief(number).text(")") } else { self.brief(number) }
    }

    fn piece(mut self, piece: Piece) -> Sentence {
        self.0.push(piece);
        self
    }

    /// Appends blanks up to a column.
    pub fn stop(self, column: usize) -> Sentence {
        self.piece(Piece::Stop(column))
    }

    /// Appends another sentence.
    pub fn then(mut self, other: Sentence) -> Sentence {
        self.0.extend(other.0);
        self
    }

    /// Appends sentences, with `between` after each but the last.
    pub fn list(self, items: impl IntoIterator<Item = Sentence>, between: &str) -> Sentence {
        let mut whole = self;
        for (index, item) in items.into_iter().enumerate() {
            if index > 0 {
                whole = whole.text(between);
            }
            whole = whole.then(item);
        }
        whole
    }

    /// Returns the sentence as a wrapped part, with this indent for all lines but the first.
    pub fn part(self, indent: usize) -> Part {
        Part::Sentence { pieces: self.0, indent: Some(indent) }
    }

    /// Returns the sentence as a line that is never wrapped.
    pub fn line(self) -> Part {
        Part::Sentence { pieces: self.0, indent: None }
    }

    /// Returns the sentence as a cell.
    pub fn cell(self) -> Cell {
        Cell::Pieces(self.0)
    }
}

/// The blank that is never wrapped.
pub const NO_BREAK: char = '\u{A0}';

/// Returns the text of a sentence with exact numbers.
pub fn exact_text(pieces: &[Piece]) -> String {
    let text = |piece: &Piece| match piece {
        Piece::Text(text, _) => text.clone(),
        Piece::Number(Number { style, value, .. }) => {
            let is_signed = matches!(style, NumberStyle::Change(_)) && *value >= 0.0;
            format!("{}{}", if is_signed { "+" } else { "" }, numbers::exact(*value))
        }
        Piece::Curve(values) => bars(values, LONGEST_CURVE),
        Piece::Stop(_) => "   ".to_owned(),
    };
    pieces.iter().map(text).collect::<String>().replace(NO_BREAK, " ")
}
