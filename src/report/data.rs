//! What machines read of a report.

use std::fmt;

use serde::Serialize;
use serde_json::{Map, Value};

use super::{Answer, Block, numbers};

/// Values under names, in order.
pub type Facts = Map<String, Value>;

/// What machines read of a report: an object of JSON.
#[derive(Debug)]
pub enum Data {
    /// The value of a node: in TSV and CSV a record without titles, or one for each row.
    Answer(Answer),
    /// Other results: in TSV and CSV a record of the values under their names, then each list in it.
    Object(Object),
    /// Values beside what the blocks say.
    Facts(Facts),
    /// The same of what a command has made, such as a file: TSV and CSV have no record of it.
    Confirmation(Facts),
}

/// An object that is made when it is written, since it may be large.
pub struct Object(Box<dyn Fn() -> Facts>);

impl fmt::Debug for Object {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.facts().fmt(formatter)
    }
}

impl Object {
    /// Returns the values.
    pub fn facts(&self) -> Facts {
        (self.0)()
    }
}

impl Data {
    /// The fields of a result.
    pub fn of(result: impl Serialize + 'static) -> Data {
        Data::lazy(move || fields_of(&result))
    }

    /// What this makes when it is written.
    pub fn lazy(make: impl Fn() -> Facts + 'static) -> Data {
        Data::Object(Object(Box::new(make)))
    }

    /// What blocks say, where people see others.
    pub fn of_blocks(blocks: Vec<Block>) -> Data {
        Data::lazy(move || described(&blocks))
    }

    /// Returns the value of a node, if it is one.
    pub fn answer(&self) -> Option<&Answer> {
        match self {
            Data::Answer(answer) => Some(answer),
            Data::Object(_) | Data::Facts(_) | Data::Confirmation(_) => None,
        }
    }

    /// Returns the values under their names, those that the blocks of its report say among them.
    pub fn facts(&self, blocks: &[Block]) -> Facts {
        match self {
            Data::Answer(answer) => fields_of(answer),
            Data::Object(object) => object.facts(),
            Data::Facts(facts) | Data::Confirmation(facts) => {
                facts.clone().into_iter().chain(described(blocks)).collect()
            }
        }
    }
}

/// The fields of an object.
fn fields_of(object: &impl Serialize) -> Facts {
    match serde_json::to_value(object) {
        Ok(Value::Object(fields)) => fields,
        _ => Facts::new(),
    }
}

/// Returns what blocks say: the rows of their tables as `rows`, and their paragraphs as `text`.
pub fn described(blocks: &[Block]) -> Facts {
    let (mut rows, mut text) = (Vec::new(), Vec::new());
    let mut has_table = false;
    for block in blocks {
        match block {
            Block::Table(table) if table.columns.iter().any(|it| !it.key.is_empty()) => {
                has_table = true;
                rows.extend(table.records().map(Value::Object));
            }
            // An indent is layout.
            Block::Text(text_of) => text.push(text_of.exact_text().trim_start().into()),
            Block::Table(_) | Block::Chart(_) | Block::Pass(_) | Block::Verbatim(_) => {}
        }
    }
    let mut facts = Facts::new();
    if has_table {
        facts.insert("rows".to_owned(), Value::Array(rows));
    }
    if !text.is_empty() {
        facts.insert("text".to_owned(), Value::Array(text));
    }
    facts
}

/// Returns values under names.
pub fn facts_of<const COUNT: usize>(pairs: [(&str, Value); COUNT]) -> Facts {
    pairs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Returns a number as JSON, which has no `nan` and no infinities: those become strings.
pub fn exact_json(number: f64) -> Value {
    match serde_json::Number::from_f64(number) {
        Some(number) => Value::Number(number),
        None => numbers::exact(number).into(),
    }
}
