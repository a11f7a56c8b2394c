//! TSV and CSV: tables as they are; other reports as one table of values, and one for each list.

use std::io;

use serde_json::Value;

use super::json::facts_beside_pass;
use super::{Canvas, Format};
use crate::core::session::FORMATS;
use crate::report::{Answer, Block, Data, Facts, Pass, Report, Role, described, numbers::exact};

/// Tab-separated values.
pub const TSV: Format = Format {
    name: FORMATS[2].0,
    endings: &["tsv"],
    help: FORMATS[2].1,
    delimiter: Some(b'\t'),
    for_people: false,
    write: |report, _, canvas| write(report, b'\t', canvas),
    message: None,
};

/// Comma-separated values.
pub const CSV: Format = Format {
    name: FORMATS[3].0,
    endings: &["csv"],
    help: FORMATS[3].1,
    delimiter: Some(b','),
    write: |report, _, canvas| write(report, b',', canvas),
    ..TSV
};

/// Writes a report as records.
fn write(report: &Report, delimiter: u8, canvas: &mut dyn Canvas) -> io::Result<()> {
    // Exports are written verbatim.
    if let (true, [Block::Verbatim(text)]) = (report.data.is_empty(), report.blocks.as_slice()) {
        return canvas.put(Role::Plain, text);
    }
    let mut builder = csv::WriterBuilder::new();
    let writer = builder.delimiter(delimiter).flexible(true).from_writer(Vec::new());
    let mut records = Records { writer };
    records.report(report)?;
    let bytes = records.writer.into_inner().map_err(|error| error.into_error())?;
    canvas.put(Role::Plain, &String::from_utf8(bytes).map_err(io::Error::other)?)
}

struct Records {
    writer: csv::Writer<Vec<u8>>,
}

/// The keys of a node that have a column; `u` and `lost` only if they have values.
const OF_NODES: [&str; 5] = ["name", "op", "expression", "data", "grad"];

/// The key of the rows of tables.
const ROWS: &str = "rows";

impl Records {
    fn report(&mut self, report: &Report) -> io::Result<()> {
        if let Some(pass) = report.pass() {
            if let Some(Value::Array(rows)) = facts_beside_pass(report).remove(ROWS) {
                self.tables(rows)?;
            }
            self.pass(pass)?;
        } else if let Some(chart) = report.chart() {
            let records = chart.data.as_ref().map(|data| data.records(chart));
            records.unwrap_or_default().iter().try_for_each(|record| self.write(record))?;
        } else if report.data.is_empty() {
            self.object(described(&report.blocks))?;
        }
        let answers: Vec<&Answer> = report.data.iter().filter_map(Data::answer).collect();
        if answers.len() > 1 && answers.iter().any(|answer| answer.rows.is_some()) {
            return self.side_by_side(&answers);
        }
        for data in &report.data {
            match data {
                Data::Answer(answer) => self.answer(answer)?,
                Data::Object(_) | Data::Facts(_) if report.pass().is_none() => {
                    self.object(data.facts(&report.blocks))?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn write(&mut self, record: impl IntoIterator<Item: AsRef<[u8]>>) -> io::Result<()> {
        Ok(self.writer.write_record(record)?)
    }

    /// Several answers with rows as columns under their names.
    fn side_by_side(&mut self, answers: &[&Answer]) -> io::Result<()> {
        let (mut titles, mut columns) = (Vec::new(), Vec::new());
        for answer in answers {
            let has_u = answer.u.is_some() || answer.row_uncertainties.is_some();
            let u = has_u.then(|| format!("u({})", answer.name));
            titles.extend([answer.name.clone()].into_iter().chain(u));
            columns.extend(columns_of(answer));
        }
        self.write(titles)?;
        self.rows(&[], &columns)
    }

    /// A record for each row, with all members of a group.
    fn answer(&mut self, answer: &Answer) -> io::Result<()> {
        self.rows(std::slice::from_ref(&answer.name), &columns_of(answer))
    }

    /// A record for each row of these columns; numbers repeat in every row.
    fn rows(&mut self, before: &[String], columns: &[Vec<String>]) -> io::Result<()> {
        let count = columns.iter().map(Vec::len).max().unwrap_or(0);
        for row in 0..count {
            let texts = columns.iter().filter_map(|it| it.get(row).or(it.first()));
            self.write(before.iter().chain(texts))?;
        }
        Ok(())
    }

    fn pass(&mut self, pass: &Pass) -> io::Result<()> {
        let u = (!pass.uncertainties.is_empty()).then_some("u");
        let lost = pass.non_finite.as_ref().map(|_| "lost");
        let keys: Vec<&str> = OF_NODES.into_iter().chain(u).chain(lost).collect();
        self.write(&keys)?;
        pass.nodes().try_for_each(|node| {
            self.write(keys.iter().map(|key| node.get(*key).map(field).unwrap_or_default()))
        })
    }

    /// The values of an object, nested ones as `trials.u`; then its lists.
    fn object(&mut self, fields: Facts) -> io::Result<()> {
        let (mut keys, mut record, mut lists) = (Vec::new(), Vec::new(), Vec::new());
        for (key, value) in fields {
            match value {
                Value::Array(list) => lists.push((key, list)),
                Value::Object(inner) => {
                    keys.extend(inner.keys().map(|own| format!("{key}.{own}")));
                    record.extend(inner.values().map(field));
                }
                value => {
                    keys.push(key);
                    record.push(field(&value));
                }
            }
        }
        if !keys.is_empty() {
            self.write(keys)?;
            self.write(record)?;
        }
        lists.into_iter().try_for_each(|(key, list)| match key.as_str() {
            ROWS => self.tables(list),
            "text" => list.iter().try_for_each(|line| self.write([field(line)])),
            key => self.list(key, list),
        })
    }

    /// The rows of tables: each table under the keys of its columns.
    fn tables(&mut self, rows: Vec<Value>) -> io::Result<()> {
        let mut keys: Vec<String> = Vec::new();
        for row in rows {
            let Value::Object(row) = row else { continue };
            if !row.keys().eq(&keys) {
                keys = row.keys().cloned().collect();
                self.write(&keys)?;
            }
            self.write(row.values().map(field))?;
        }
        Ok(())
    }

    /// A list of lists under its key, or of objects under their keys with its name; nested lists
    /// follow.
    fn list(&mut self, key: &str, list: Vec<Value>) -> io::Result<()> {
        let (mut objects, mut inner, mut keys) = (Vec::new(), Vec::new(), Vec::new());
        for (at, value) in list.into_iter().enumerate() {
            let Value::Object(mut object) = value else {
                if at == 0 {
                    self.write([key])?;
                }
                let row = value.as_array().map_or(std::slice::from_ref(&value), Vec::as_slice);
                self.write(row.iter().map(field))?;
                continue;
            };
            let nested = object.iter().find(|(_, value)| value[0].is_object());
            let nested =
                nested.map(|(key, _)| key.clone()).and_then(|key| object.shift_remove(&key));
            let name = object.get("name").or(object.get("node")).cloned().unwrap_or_default();
            for own in nested.as_ref().and_then(Value::as_array).into_iter().flatten() {
                let own = own.as_object().cloned().unwrap_or_default();
                let named = [("name".to_owned(), name.clone())].into_iter().chain(own);
                inner.push(Value::Object(named.collect()));
            }
            for key in object.keys() {
                if !keys.contains(key) {
                    keys.push(key.clone());
                }
            }
            objects.push(object);
        }
        if !keys.is_empty() {
            self.write(keys.iter().map(|it| if it == "name" { key } else { it }))?;
        }
        for object in &objects {
            self.write(keys.iter().map(|key| object.get(key).map(field).unwrap_or_default()))?;
        }
        if inner.is_empty() { Ok(()) } else { self.list(key, inner) }
    }
}

/// The rows of an answer, or of each member of a group; then their standard uncertainties.
fn columns_of(answer: &Answer) -> Vec<Vec<String>> {
    let facts = answer.facts();
    let list = |value: &Value| match value {
        Value::Array(list) => list.iter().map(field).collect(),
        value => vec![field(value)],
    };
    let data = match facts.get("members").and_then(Value::as_array) {
        Some(members) => members.iter().map(|member| list(&member["data"])).collect(),
        None => facts.get("data").map(list).into_iter().collect::<Vec<Vec<String>>>(),
    };
    data.into_iter().chain(facts.get("u").map(list)).collect()
}

/// The text of a value; a list's values are separated by blanks.
fn field(value: &Value) -> String {
    match value {
        Value::Null | Value::Object(_) => String::new(),
        Value::String(text) => text.clone(),
        Value::Number(number) if number.is_f64() => number.as_f64().map_or_else(String::new, exact),
        Value::Number(number) => number.to_string(),
        Value::Bool(truth) => truth.to_string(),
        Value::Array(list) => {
            let texts: Vec<&str> = list.iter().filter_map(Value::as_str).collect();
            texts.join(" ")
        }
    }
}
