//! A sentence put together piece by piece.

use super::{Cell, NumberStyle, Part, Piece, Role};

/// A sentence in the making.
#[derive(Debug, Clone, Default)]
pub struct Sentence(Vec<Piece>);

impl Sentence {
    /// A sentence that starts with a text.
    pub fn new(text: impl Into<String>) -> Sentence {
        Sentence::default().text(text)
    }

    /// Returns true before anything has been said.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Goes on with a text.
    pub fn text(self, text: impl Into<String>) -> Sentence {
        self.role(text, Role::Plain)
    }

    /// Goes on with a text at whose blanks no line is broken.
    pub fn tied(self, text: impl Into<String>) -> Sentence {
        self.text(text.into().replace(' ', "\u{A0}"))
    }

    /// Goes on with a text in a role.
    pub fn role(mut self, text: impl Into<String>, role: Role) -> Sentence {
        self.0.push(Piece::Text(text.into(), role));
        self
    }

    /// Goes on with a number in a few digits.
    pub fn brief(self, number: f64) -> Sentence {
        self.number(number, NumberStyle::Brief)
    }

    /// Goes on with a number in a style.
    pub fn number(self, number: f64, style: NumberStyle) -> Sentence {
        self.piece(Piece::Number(style.of(number)))
    }

    /// Goes on with a small curve.
    pub fn curve(self, values: &[f64]) -> Sentence {
        self.piece(Piece::Curve(values.to_vec()))
    }

    /// Goes on with a factor: a number, in parentheses if it has a sign.
    pub fn factor(self, number: f64) -> Sentence {
        if number < 0.0 { self.text("(").brief(number).text(")") } else { self.brief(number) }
    }

    fn piece(mut self, piece: Piece) -> Sentence {
        self.0.push(piece);
        self
    }

    /// Goes on at a column.
    pub fn stop(self, column: usize) -> Sentence {
        self.piece(Piece::Stop(column))
    }

    /// Goes on with another sentence.
    pub fn then(mut self, other: Sentence) -> Sentence {
        self.0.extend(other.0);
        self
    }

    /// Goes on with sentences and a text between each two.
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

    /// The sentence as a part of a report, its further lines indented so far.
    pub fn part(self, indent: usize) -> Part {
        Part::Sentence { pieces: self.0, indent: Some(indent) }
    }

    /// The sentence as a line of a report, which is not broken however long it is.
    pub fn line(self) -> Part {
        Part::Sentence { pieces: self.0, indent: None }
    }

    /// The sentence in a cell.
    pub fn cell(self) -> Cell {
        Cell::Pieces(self.0)
    }
}
