//! Reports as TSV or CSV records: what is a table by nature, and everything else as one table of its
//! values and one of each list in it.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::{Map, Value};

use super::Canvas;
use super::json::Sink;
use crate::parts::rows::Cells;
use crate::report::{
    Answer, Cell, Grid, OneRun, Part, Pass, Plot, Reader, Report, Role, Runs, Surface, Table,
    exact_text, numbers::exact,
};

pub(super) fn records(report: &Report, delimiter: u8, canvas: &mut dyn Canvas) -> io::Result<()> {
    // Exports are written verbatim, not as fields.
    for part in report.parts_for(Reader::Records) {
        if let Part::Text(text) = part {
            canvas.put(Role::Plain, text)?;
        }
    }
    let mut sink = Sink::new(canvas);
    let mut builder = csv::WriterBuilder::new();
    let writer = builder.delimiter(delimiter).flexible(true).from_writer(&mut sink);
    Records { writer }.report(report).map_err(|error| match error.into_kind() {
        // As it was: a closed pipe is no error.
        csv::ErrorKind::Io(error) => error,
        kind => io::Error::other(format!("{kind:?}")),
    })
}

struct Records<W: Write> {
    writer: csv::Writer<W>,
}

/// The keys of a node that have a column; `u` and `lost` have one where there is something for it.
const OF_NODES: [&str; 5] = ["name", "op", "expression", "data", "grad"];

impl<W: Write> Records<W> {
    fn report(&mut self, report: &Report) -> csv::Result<()> {
        let parts = report.parts_for(Reader::Records);
        let is_about_numbers = parts.clone().any(|part| {
            matches!(
                part,
                Part::Answer(_)
                    | Part::Pass(_)
                    | Part::Fit(_)
                    | Part::Minimum(_)
                    | Part::Solution(_)
            )
        });
        let has_pass = parts.clone().any(|part| matches!(part, Part::Pass(_)));
        for part in parts {
            match part {
                Part::Answer(answer) => self.answer(answer)?,
                Part::Pass(pass) => self.pass(pass)?,
                Part::Grid(grid) if !is_about_numbers || has_pass => self.grid(grid)?,
                Part::Sentence { pieces, .. } if !is_about_numbers => {
                    self.writer.write_record([exact_text(pieces)])?;
                }
                Part::Plot(plot) => self.plot(plot)?,
                Part::Runs(runs) => self.runs(runs)?,
                Part::Table(table) => self.table(table)?,
                Part::Surface(surface) => self.surface(surface)?,
                Part::Formula(formula) => self.flattened(formula)?,
                Part::Budget(budget) => self.flattened(budget)?,
                Part::Fit(fit) => self.flattened(fit)?,
                Part::Minimum(minimum) => self.flattened(minimum)?,
                Part::Solution(solution) => self.flattened(solution)?,
                Part::Grid(_) | Part::Sentence { .. } | Part::Note(_) | Part::Text(_) => {}
                Part::Facts(_) | Part::LeftBehind(_) | Part::For(..) => {}
            }
        }
        Ok(self.writer.flush()?)
    }

    /// A record for each row, without a title.
    fn answer(&mut self, answer: &Answer) -> csv::Result<()> {
        if let Some(members) = &answer.members {
            return self.members(answer, members);
        }
        let (rows, us) = match &answer.rows {
            None => (std::slice::from_ref(&answer.data), answer.u.as_slice()),
            Some(rows) => {
                (rows.as_slice(), answer.row_uncertainties.as_ref().map_or(&[][..], |us| us))
            }
        };
        for (at, row) in rows.iter().enumerate() {
            self.writer.write_field(&answer.name)?;
            if !answer.kind.is_number() {
                self.writer.write_record([answer.kind.text(*row).unwrap_or_default()])?;
                continue;
            }
            let u = us.get(at);
            self.writer.write_record([Some(row), u].into_iter().flatten().map(|it| exact(*it)))?;
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
        let lost = pass.lost.as_ref().map(|_| "lost");
        let keys: Vec<&str> = OF_NODES.into_iter().chain(u).chain(lost).collect();
        self.writer.write_record(&keys)?;
        for node in pass.nodes() {
            let node = value(&node)?;
            self.writer.write_record(keys.iter().map(|key| field(&node[*key])))?;
        }
        Ok(())
    }

    fn grid(&mut self, grid: &Grid) -> csv::Result<()> {
        let keyed = grid.keyed();
        if keyed.is_empty() {
            return Ok(());
        }
        self.writer.write_record(keyed.iter().map(|(_, key)| key))?;
        for row in &grid.rows {
            for (place, _) in &keyed {
                let cell = value(row.get(*place).unwrap_or(&Cell::Empty))?;
                self.writer.write_field(field(&cell))?;
            }
            self.writer.write_record(None::<&[u8]>)?;
        }
        Ok(())
    }

    /// The points of the curve, then the rows beside it.
    fn plot(&mut self, plot: &Plot) -> csv::Result<()> {
        if !plot.values.is_empty() {
            self.writer.write_record([&plot.moves, &plot.follows])?;
        }
        for point in plot.points() {
            self.writer.write_record(point.map(exact))?;
        }
        if let Some(observed) = &plot.observed {
            self.writer.write_record([&plot.moves, &observed.name])?;
            for point in &observed.points {
                self.writer.write_record(point.map(exact))?;
            }
            if !observed.left_out.is_empty() {
                let name = format!("{} (left out)", observed.name);
                self.writer.write_record([&plot.moves, &name])?;
            }
            for point in &observed.left_out {
                self.writer.write_record(point.map(exact))?;
            }
        }
        Ok(())
    }

    /// A record for each run below that of the headers.
    fn runs(&mut self, runs: &Runs) -> csv::Result<()> {
        self.writer.write_record(["run", "steps", "end", "last", "least", "least_step"])?;
        for OneRun { run, taken, end, last, least, least_step, .. } in &runs.runs {
            let [last, least] = [*last, *least].map(exact);
            let [taken, least_step] = [taken, least_step].map(u64::to_string);
            self.writer.write_record([run, &taken, *end, &last, &least, &least_step])?;
        }
        Ok(())
    }

    /// A record for each row below that of the headers.
    fn table(&mut self, table: &Table) -> csv::Result<()> {
        self.writer.write_record(table.headers())?;
        for row in 0..table.rows() {
            for (_, Cells { numbers, kind }) in &table.columns {
                let number = numbers.get(row).copied().unwrap_or(f64::NAN);
                if kind.is_number() {
                    self.writer.write_field(exact(number))?;
                } else {
                    self.writer.write_field(kind.text(number).unwrap_or_default())?;
                }
            }
            self.writer.write_record(None::<&[u8]>)?;
        }
        Ok(())
    }

    fn surface(&mut self, surface: &Surface) -> csv::Result<()> {
        self.writer.write_record([&surface.x.name, &surface.y.name, &surface.follows])?;
        let (xs, ys) = (surface.x.places(), surface.y.places());
        let places = ys.iter().flat_map(|y| xs.iter().map(move |x| (*x, *y)));
        for ((x, y), value) in places.zip(&surface.values) {
            self.writer.write_record([x, y, *value].map(exact))?;
        }
        Ok(())
    }

    /// The values of an object, those of an object in it as `trials.u`; then its lists.
    fn flattened(&mut self, part: &impl Serialize) -> csv::Result<()> {
        let Value::Object(fields) = value(part)? else { return Ok(()) };
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
        self.writer.write_record(keys)?;
        self.writer.write_record(record)?;
        lists.into_iter().try_for_each(|(key, list)| self.list(&key, list))
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
                    let name = object.get("name").cloned().unwrap_or_default();
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

fn value(part: &impl Serialize) -> csv::Result<Value> {
    serde_json::to_value(part).map_err(|error| io::Error::from(error).into())
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
