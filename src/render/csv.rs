//! Reports as TSV or CSV records: what is a table by nature, and everything else as one table of its
//! values and one of each list in it.

use std::io;

use serde_json::{Map, Value};

use super::Canvas;
use super::json::{Sink, facts_beside_pass};
use crate::report::{Answer, Block, Data, Facts, Pass, Report, Role, described, numbers::exact};

/// Writes a report as records.
pub(super) fn records(report: &Report, delimiter: u8, canvas: &mut dyn Canvas) -> io::Result<()> {
    // Exports are written as they stand, not as fields.
    if report.data.is_empty() {
        for block in &report.blocks {
            if let Block::Verbatim(text) = block {
                canvas.put(Role::Plain, text)?;
            }
        }
    }
    write_records(delimiter, canvas, |writer| Records { writer }.report(report))
}

/// Writes records to a canvas.
fn write_records(
    delimiter: u8,
    canvas: &mut dyn Canvas,
    write: impl FnOnce(&mut Writer<'_, '_>) -> csv::Result<()>,
) -> io::Result<()> {
    let mut sink = Sink::new(canvas);
    let mut builder = csv::WriterBuilder::new();
    let mut writer = builder.delimiter(delimiter).flexible(true).from_writer(&mut sink);
    let written = write(&mut writer).and_then(|()| Ok(writer.flush()?));
    written.map_err(|error| match error.into_kind() {
        // As it was: a closed pipe is no error.
        csv::ErrorKind::Io(error) => error,
        kind => io::Error::other(format!("{kind:?}")),
    })
}

/// A writer of records.
pub type Writer<'sink, 'canvas> = csv::Writer<&'sink mut Sink<'canvas>>;

struct Records<'writer, 'sink, 'canvas> {
    writer: &'writer mut Writer<'sink, 'canvas>,
}

/// The keys of a node that have a column; `u` and `lost` have one where there is something for it.
const OF_NODES: [&str; 5] = ["name", "op", "expression", "data", "grad"];

/// The key of the rows of tables.
const ROWS: &str = "rows";

impl Records<'_, '_, '_> {
    fn report(&mut self, report: &Report) -> csv::Result<()> {
        if let Some(pass) = report.pass() {
            if let Some(Value::Array(rows)) = facts_beside_pass(report).remove(ROWS) {
                self.tables(rows)?;
            }
            self.pass(pass)?;
        } else if let Some(chart) = report.chart() {
            for record in chart.records() {
                self.writer.write_record(record)?;
            }
        } else if report.data.is_empty() {
            self.object(described(&report.blocks))?;
        }
        if self.side_by_side(&report.data)? {
            return Ok(());
        }
        for data in &report.data {
            match data {
                Data::Answer(answer) => self.answer(answer)?,
                Data::Object(_) | Data::Facts(_) if report.pass().is_none() => {
                    self.object(data.facts(&report.blocks))?;
                }
                Data::Object(_) | Data::Facts(_) | Data::Confirmation(_) => {}
            }
        }
        Ok(())
    }

    /// Writes several answers with rows as columns under their names; false if these are none.
    fn side_by_side(&mut self, data: &[Data]) -> csv::Result<bool> {
        let answers: Vec<&Answer> = data.iter().filter_map(Data::answer).collect();
        let rows = answers.iter().filter_map(|it| it.rows.as_ref()).map(Vec::len).max();
        let (Some(rows), true) = (rows, answers.len() > 1) else { return Ok(false) };
        for answer in &answers {
            self.writer.write_field(&answer.name)?;
            if answer.has_u() {
                self.writer.write_field(format!("u({})", answer.name))?;
            }
        }
        self.writer.write_record(None::<&[u8]>)?;
        for row in 0..rows {
            for answer in &answers {
                self.writer.write_field(answer.text_of_row(row))?;
                if answer.has_u() {
                    self.writer.write_field(answer.u_of_row(row).map_or(String::new(), exact))?;
                }
            }
            self.writer.write_record(None::<&[u8]>)?;
        }
        Ok(true)
    }

    /// A record for each row, without a title.
    fn answer(&mut self, answer: &Answer) -> csv::Result<()> {
        if let Some(members) = &answer.members {
            return self.members(answer, members);
        }
        for row in 0..answer.rows.as_ref().map_or(1, Vec::len) {
            let u = answer.u_of_row(row).map(exact);
            let fields = [answer.name.clone(), answer.text_of_row(row)];
            self.writer.write_record(fields.into_iter().chain(u))?;
        }
        Ok(())
    }

    /// A record of the members of a group; for each row one, if they have rows.
    fn members(&mut self, answer: &Answer, members: &[Answer]) -> csv::Result<()> {
        let rows = members.iter().filter_map(|it| it.rows.as_ref()).map(Vec::len).max();
        for row in 0..rows.unwrap_or(1) {
            self.writer.write_field(&answer.name)?;
            let number = |it: &Answer| match &it.rows {
                Some(rows) => rows.get(row).copied().unwrap_or(f64::NAN),
                None => it.data,
            };
            self.writer.write_record(members.iter().map(|it| exact(number(it))))?;
        }
        Ok(())
    }

    fn pass(&mut self, pass: &Pass) -> csv::Result<()> {
        let u = (!pass.uncertainties.is_empty()).then_some("u");
        let lost = pass.non_finite.as_ref().map(|_| "lost");
        let keys: Vec<&str> = OF_NODES.into_iter().chain(u).chain(lost).collect();
        self.writer.write_record(&keys)?;
        for node in pass.nodes() {
            let fields = keys.iter().map(|key| node.get(*key).map(field).unwrap_or_default());
            self.writer.write_record(fields)?;
        }
        Ok(())
    }

    /// The values of an object, those of an object in it as `trials.u`; then its lists.
    fn object(&mut self, fields: Facts) -> csv::Result<()> {
        let (mut keys, mut record, mut lists) = (Vec::new(), Vec::new(), Vec::new());
        for (key, it) in fields {
            match it {
                Value::Array(list) => lists.push((key, list)),
                Value::Object(inner) => {
                    for (inner, it) in inner {
                        keys.push(format!("{key}.{inner}"));
                        record.push(field(&it));
                    }
                }
                it => {
                    keys.push(key);
                    record.push(field(&it));
                }
            }
        }
        if !keys.is_empty() {
            self.writer.write_record(keys)?;
            self.writer.write_record(record)?;
        }
        lists.into_iter().try_for_each(|(key, list)| match key.as_str() {
            ROWS => self.tables(list),
            "text" => list.iter().try_for_each(|it| self.writer.write_record([field(it)])),
            key => self.list(key, list),
        })
    }

    /// The rows of tables: each table under the keys of its columns.
    fn tables(&mut self, rows: Vec<Value>) -> csv::Result<()> {
        let mut keys: Vec<String> = Vec::new();
        for row in rows {
            let Value::Object(row) = row else { continue };
            if !row.keys().eq(&keys) {
                keys = row.keys().cloned().collect();
                self.writer.write_record(&keys)?;
            }
            self.writer.write_record(row.values().map(field))?;
        }
        Ok(())
    }

    /// A list of lists under its key, or of objects under theirs, their names under that of the list;
    /// lists in these follow, with the name of their object.
    fn list(&mut self, key: &str, list: Vec<Value>) -> csv::Result<()> {
        let mut objects: Vec<Map<String, Value>> = Vec::new();
        let mut inner: Vec<Value> = Vec::new();
        for (at, it) in list.into_iter().enumerate() {
            match it {
                Value::Object(mut object) => {
                    let key = object.iter().find(|(_, it)| is_of_objects(it));
                    let key = key.map(|(key, _)| key.clone());
                    let slopes = key.and_then(|key| object.shift_remove(&key));
                    let name =
                        object.get("name").or(object.get("node")).cloned().unwrap_or_default();
                    for slope in slopes.as_ref().and_then(Value::as_array).into_iter().flatten() {
                        let own = slope.as_object().cloned().unwrap_or_default();
                        let name = ("name".to_owned(), name.clone());
                        inner.push(std::iter::once(name).chain(own).collect());
                    }
                    objects.push(object);
                }
                it => {
                    if at == 0 {
                        self.writer.write_record([key])?;
                    }
                    let row = it.as_array().map_or(std::slice::from_ref(&it), Vec::as_slice);
                    self.writer.write_record(row.iter().map(field))?;
                }
            }
        }
        let mut keys: Vec<&String> = Vec::new();
        for key in objects.iter().flat_map(|object| object.keys()) {
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        if !keys.is_empty() {
            // The list's own key tells tables apart.
            let titles =
                keys.iter().map(|it| if it.as_str() == "name" { key } else { it.as_str() });
            self.writer.write_record(titles)?;
        }
        for object in &objects {
            let fields = keys.iter().map(|key| object.get(*key).map(field).unwrap_or_default());
            self.writer.write_record(fields)?;
        }
        if inner.is_empty() { Ok(()) } else { self.list(key, inner) }
    }
}

fn is_of_objects(value: &Value) -> bool {
    value.as_array().is_some_and(|list| list.first().is_some_and(Value::is_object))
}

/// The text of a value; of a list, those of its values with blanks between.
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
