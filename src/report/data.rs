//! The machine-readable part of a report.

use serde::Serialize;
use serde_json::{Map, Value};

use super::{Answer, Block, numbers};

/// Values under names, in order.
pub type Facts = Map<String, Value>;

/// The machine-readable part of a report: an object of JSON.
#[derive(Debug)]
pub enum Data {
    /// In TSV and CSV a record without titles, or one for each row.
    Answer(Answer),
    /// In TSV and CSV a record of the values under their names, then each list.
    Object(Facts),
    /// Values besides those of the blocks.
    Facts(Facts),
    /// As [`Data::Facts`], without a record in TSV and CSV: a file was written.
    Confirmation(Facts),
}

impl Data {
    /// The fields of a result.
    pub fn of(result: impl Serialize) -> Data {
        match serde_json::to_value(result) {
            Ok(Value::Object(fields)) => Data::Object(fields),
            _ => Data::Object(Facts::new()),
        }
    }

    pub fn answer(&self) -> Option<&Answer> {
        match self {
            Data::Answer(answer) => Some(answer),
            _ => None,
        }
    }

    /// Returns the values under their names, with those of the blocks.
    pub fn facts(&self, blocks: &[Block]) -> Facts {
        match self {
            Data::Answer(answer) => answer.facts(),
            Data::Object(facts) => facts.clone(),
            Data::Facts(facts) | Data::Confirmation(facts) => {
                facts.clone().into_iter().chain(described(blocks)).collect()
            }
        }
    }
}

/// Returns the rows of tables as `rows` and paragraphs as `text`.
pub fn described(blocks: &[Block]) -> Facts {
    let (mut rows, mut text) = (None, Vec::new());
    for block in blocks {
        match block {
            Block::Table(table) if table.columns.iter().any(|it| !it.key.is_empty()) => {
                let rows: &mut Vec<Value> = rows.get_or_insert_default();
                rows.extend(table.records().map(Value::Object));
            }
            Block::Text(line) => text.push(line.exact_text().trim_start().into()),
            _ => {}
        }
    }
    let text = Some(text).filter(|text: &Vec<Value>| !text.is_empty());
    let both = [("rows", rows), ("text", text)].into_iter();
    both.filter_map(|(name, list)| Some((name.to_owned(), list?.into()))).collect()
}

pub fn facts_of<const COUNT: usize>(pairs: [(&str, Value); COUNT]) -> Facts {
    pairs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Returns a number as JSON; `nan` and infinities become strings.
pub fn exact_json(number: f64) -> Value {
    match serde_json::Number::from_f64(number) {
        Some(number) => Value::Number(number),
        None => numbers::exact(number).into(),
    }
}
