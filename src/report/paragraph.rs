//! Text in pieces: a paragraph, or a cell of a table.

use serde_json::Value;

use super::sparkline::{LONGEST_CURVE, bars};
use super::{Block, Number, NumberStyle, Role, exact_json, numbers};

/// Text in pieces: a paragraph, or a cell of a table.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Paragraph {
    /// A no-break space is a blank where a line never breaks.
    pub pieces: Vec<Piece>,
    /// The indentation of all lines except the first. Without one, the paragraph is not wrapped.
    pub indent: Option<usize>,
}

/// A piece of a paragraph.
#[derive(Debug, Clone, PartialEq)]
pub enum Piece {
    /// A text in a role.
    Text(String, Role),
    /// A number.
    Number(Number),
    Curve(Vec<f64>),
    /// Blanks up to this column, at least three.
    Stop(usize),
    /// The first items that fit on the line, in brackets: `[0, 1, 2, …]`. If the second field is true, a pipe
    /// gets all.
    Items(Vec<(String, Role)>, bool),
}

pub const NO_BREAK: char = '\u{A0}';

impl Paragraph {
    pub fn new(text: impl Into<String>) -> Paragraph {
        Paragraph::default().text(text)
    }

    pub fn styled(text: impl Into<String>, role: Role) -> Paragraph {
        Paragraph::default().role(text, role)
    }

    pub fn data(value: f64) -> Paragraph {
        Paragraph::default().number(value, NumberStyle::Data)
    }

    /// The same, colored by its sign.
    pub fn grad(value: f64) -> Paragraph {
        Paragraph::default().number(value, NumberStyle::Grad)
    }

    /// A number to the last place of its standard uncertainty, and the uncertainty.
    pub fn with_uncertainty(value: f64, u: f64) -> [Paragraph; 2] {
        Number::with_uncertainty(value, u)
            .map(|number| Paragraph::default().piece(Piece::Number(number)))
    }

    pub fn uncertainty(u: f64) -> Paragraph {
        Paragraph::default().number(u, NumberStyle::UncertaintyOf(u))
    }

    pub fn count(count: u64) -> Paragraph {
        Paragraph::default().number(count as f64, NumberStyle::Answer)
    }

    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    pub fn text(self, text: impl Into<String>) -> Paragraph {
        self.role(text, Role::Plain)
    }

    /// Appends text without line breaks.
    pub fn tied(self, text: impl Into<String>) -> Paragraph {
        self.text(text.into().replace(' ', "\u{A0}"))
    }

    pub fn role(self, text: impl Into<String>, role: Role) -> Paragraph {
        self.piece(Piece::Text(text.into(), role))
    }

    pub fn brief(self, number: f64) -> Paragraph {
        self.number(number, NumberStyle::Brief)
    }

    pub fn number(self, number: f64, style: NumberStyle) -> Paragraph {
        self.piece(Piece::Number(style.of(number)))
    }

    /// Appends a change: `2.0000 → 2.0100`.
    pub fn change(self, before: f64, after: f64, style: NumberStyle) -> Paragraph {
        let [before, after] = style.change(before, after).map(Piece::Number);
        self.piece(before).text(" → ").piece(after)
    }

    pub fn curve(self, values: &[f64]) -> Paragraph {
        self.piece(Piece::Curve(values.to_vec()))
    }

    /// Appends a factor: a number, in parentheses if it is negative.
    pub fn factor(self, number: f64) -> Paragraph {
        if number < 0.0 { self.text("(").brief(number).text(")") } else { self.brief(number) }
    }

    /// Appends blanks up to a column.
    pub fn stop(self, column: usize) -> Paragraph {
        self.piece(Piece::Stop(column))
    }

    pub fn piece(mut self, piece: Piece) -> Paragraph {
        self.pieces.push(piece);
        self
    }

    pub fn then(mut self, other: Paragraph) -> Paragraph {
        self.pieces.extend(other.pieces);
        self
    }

    /// Appends paragraphs with `between` them.
    pub fn list(self, items: impl IntoIterator<Item = Paragraph>, between: &str) -> Paragraph {
        let mut whole = self;
        for (index, item) in items.into_iter().enumerate() {
            if index > 0 {
                whole = whole.text(between);
            }
            whole = whole.then(item);
        }
        whole
    }

    /// Returns a wrapped block; `indent` is that of all lines except the first.
    pub fn wrapped(self, indent: usize) -> Block {
        Block::Text(Paragraph { indent: Some(indent), ..self })
    }

    pub fn line(self) -> Block {
        Block::Text(self)
    }

    pub fn exact_text(&self) -> String {
        let text = |piece: &Piece| match piece {
            Piece::Text(text, _) => text.clone(),
            Piece::Number(Number { style: NumberStyle::Signed(_), value, .. }) if *value >= 0.0 => {
                format!("+{}", numbers::exact(*value))
            }
            Piece::Number(number) => numbers::exact(number.value),
            Piece::Curve(values) => bars(values, LONGEST_CURVE),
            Piece::Stop(_) => "   ".to_owned(),
            Piece::Items(items, _) => {
                let texts: Vec<&str> = items.iter().map(|(text, _)| text.as_str()).collect();
                format!("[{}]", texts.join(", "))
            }
        };
        self.pieces.iter().map(text).collect::<String>().replace(NO_BREAK, " ")
    }

    /// Returns the cell as JSON: null, a number, or text.
    pub fn json(&self) -> Value {
        match self.pieces.as_slice() {
            [] => Value::Null,
            [Piece::Number(number)] => exact_json(number.value),
            _ => self.exact_text().into(),
        }
    }
}
