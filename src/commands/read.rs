//! The command that reads a table of numbers.

use std::collections::HashSet;
use std::path::Path;

use super::{Argument, Arguments, Command, Group, likeness, notes};
use crate::files::{BadCell, Table, TableColumn, path_of};
use crate::language::{Error, Result, Word, is_reference, quoted};
use crate::report::{Cell, Part, Report, and, counted, numbers};
use crate::session::Session;

pub(super) const COMMANDS: &[Command] = &[Command {
    name: "read",
    aliases: &[],
    group: Group::Session,
    arguments: &[
        Argument::file("FILE"),
        Argument::name("NAME").optional().repeated(),
        Argument::keyword("skip"),
    ],
    summary: "read the columns of a table of numbers: CSV, TSV or blank-separated",
    details: "\
Names the columns by the first line if that is a header, else c1, c2 and so on; with NAMEs only \
these are read. Cells are separated by commas, tabs, semicolons (then 2,5 is a number) or blanks; \
a line that starts with # is a comment. A column without any number is left out. A cell that is \
missing or no number, or beyond the last column, is an error, or with skip its row is left out. \
In a script a relative path starts at the script's folder. One :undo removes all of the \
columns.",
    example: ":read points.csv",
    run: read,
}];

fn read(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let file = arguments.word("FILE")?;
    let wanted: Vec<Word<'_>> = arguments.words("NAME").collect();
    let skip = arguments.has("skip");
    let path = session.folder().join(path_of(file.text));
    let table = table(session, file, &path)?;
    let mut named = Named::of(table);
    let (chosen, mut notes) = named.choose(&wanted, file)?;
    let WholeRows { columns: chosen, rows, note } = whole_rows(chosen, &named, skip, file)?;
    notes.extend(note);
    let names: Vec<String> = chosen.iter().map(|(name, _)| name.clone()).collect();
    session.open_group();
    let mut alike = Vec::new();
    let bind = |(name, numbers): (String, Vec<f64>)| {
        alike.extend(likeness::of_node(session, &name));
        let assigned = session.bind_column(&name, numbers, file.span)?;
        Ok(notes::left_behind(&name, &assigned, None))
    };
    let bound: Result<Vec<_>> = chosen.into_iter().map(bind).collect();
    session.close_group();
    let left_behind = bound?;
    let called =
        if names.len() > MOST_CALLED { and(names.clone(), MOST_CALLED) } else { names.join(", ") };
    let text = format!("{}: {called}", counted(rows as u64, "row"));
    let mut report = Report::say("read", [text]);
    report.only_confirms = true;
    report.facts.push(("rows", Cell::count(rows as u64)));
    report.facts.push(("columns", Cell::count(names.len() as u64)));
    report.parts.extend(notes.into_iter().map(Part::Note).chain(alike));
    if arguments.options().watched {
        report.left_behind.extend(left_behind.into_iter().flatten());
    }
    Ok(report)
}

/// The most columns that are called by their names.
const MOST_CALLED: usize = 20;

/// Reads the table, as far as there is room for it.
fn table(session: &Session, file: Word<'_>, path: &Path) -> Result<Table> {
    let guard = session.guard();
    let room = session.room_for_rows();
    let mut goes_on = |cells: usize| cells <= room && guard.go_on(file.span).is_ok();
    let table = Table::read(path, &mut goes_on);
    guard.go_on(file.span)?;
    let table = table.map_err(|error| {
        Error::new(file.span, format!("cannot read {}: {error}", quoted(file.text)))
    })?;
    if table.lines.is_empty() {
        let name = quoted(file.text);
        let message = match table.columns.as_slice() {
            [] => format!("{name} is empty"),
            _ => format!("{name} has no rows below its header"),
        };
        return Err(Error::new(file.span, message));
    }
    header_must_fit(&table, file)?;
    Ok(table)
}

/// Returns an error where a header has more words than any row has cells: `time (s)` between blanks.
fn header_must_fit(table: &Table, file: Word<'_>) -> Result<()> {
    let rows = table.lines.len();
    let is_filled = |column: &TableColumn| {
        column.bad.len() < rows || column.bad.first().is_some_and(|cell| cell.text.is_some())
    };
    let filled = table.columns.iter().take_while(|column| is_filled(column)).count();
    let width = table.columns.len();
    if !table.has_blanks || filled == width {
        return Ok(());
    }
    let (words, cells) = (counted(width as u64, "word"), counted(filled as u64, "cell"));
    let message = format!("the header of {} has {words}, and a row {cells}", quoted(file.text));
    Err(Error::new(file.span, message)
        .hint("blanks separate names: write time_s for time (s), or # before the line"))
}

/// The columns of a table under the names that they get.
struct Named {
    columns: Vec<(String, TableColumn)>,
    lines: Vec<u64>,
    /// The number of all columns.
    width: usize,
    long: Vec<(usize, usize)>,
    comma: Option<(usize, String)>,
}

/// A column to be read, and its name.
type Chosen = (String, TableColumn);

impl Named {
    fn of(table: Table) -> Named {
        let mut taken = HashSet::new();
        let mut columns = Vec::with_capacity(table.columns.len());
        for (column, number) in table.columns.into_iter().zip(1_usize..) {
            let name = column.header.as_deref().map(name_of).unwrap_or_default();
            let base = if name.is_empty() { format!("c{number}") } else { name };
            let mut name = base.clone();
            for further in 2_usize.. {
                if taken.insert(name.clone()) {
                    break;
                }
                name = format!("{base}_{further}");
            }
            columns.push((name, column));
        }
        let Table { lines, long, comma, .. } = table;
        Named { width: columns.len(), columns, lines, long, comma }
    }

    /// The columns that are wanted, or all with numbers, and the notes on them.
    fn choose(
        &mut self,
        wanted: &[Word<'_>],
        file: Word<'_>,
    ) -> Result<(Vec<Chosen>, Vec<String>)> {
        let rows = self.lines.len();
        let is_text = |column: &TableColumn| column.bad.len() == rows;
        let mut columns = std::mem::take(&mut self.columns);
        if let Some(unknown) =
            wanted.iter().find(|word| !columns.iter().any(|(name, _)| name == word.text))
        {
            let names: Vec<String> = columns.into_iter().map(|(name, _)| name).collect();
            let message = format!("{} has no column {}", quoted(file.text), quoted(unknown.text));
            let marks = match unknown.text.trim_end_matches(',') {
                plain if names.iter().any(|name| name == plain) => "; blanks separate names",
                _ => "",
            };
            let hint = format!("it has {}{marks}", and(names, 10));
            return Err(Error::new(unknown.span, message).hint(hint));
        }
        if !wanted.is_empty() {
            columns.retain(|(name, _)| wanted.iter().any(|word| word.text == name));
        }
        if let Some(word) = wanted
            .iter()
            .find(|word| columns.iter().any(|(name, column)| name == word.text && is_text(column)))
        {
            let message = format!("the column {} has no numbers", quoted(word.text));
            let column = columns.iter().find(|(name, _)| name == word.text);
            let hint = column.and_then(|(_, column)| advice(column.bad.first()));
            return Err(Error::new(word.span, message).maybe_hint(hint));
        }
        let mut notes = Vec::new();
        for (name, column) in &columns {
            let header = column.header.as_deref().unwrap_or_default();
            if is_text(column) {
                let why = advice(column.bad.first()).or_else(|| first_cell(column.bad.first()));
                let why = why.map_or(String::new(), |why| format!("; {why}"));
                notes.push(format!("{name} is left out: it has no numbers{why}"));
            } else if header != name && column.header.is_some() {
                notes.push(format!("the column {} is called {name}", shown(header)));
            }
        }
        if columns.iter().all(|(_, column)| is_text(column)) {
            let hint = columns.iter().find_map(|(_, column)| {
                advice(column.bad.first()).or_else(|| open_quote(column.bad.first()))
            });
            let hint = hint.unwrap_or_else(|| HOW_IT_IS_READ.to_owned());
            let message = format!("{} has no numbers", quoted(file.text));
            return Err(Error::new(file.span, message).hint(hint));
        }
        columns.retain(|(_, column)| !is_text(column));
        self.must_be_plain(&columns, file)?;
        Ok((columns, notes))
    }
}

impl Named {
    /// Returns an error for a cell that is one number if its point is a decimal one, and another if
    /// it divides thousands, as in a table with decimal commas.
    fn must_be_plain(&self, columns: &[Chosen], file: Word<'_>) -> Result<()> {
        let Some((at, comma)) = &self.comma else {
            return Ok(());
        };
        let groups = columns.iter().filter_map(|(name, it)| Some((name, it.group.as_ref()?)));
        let Some((name, (row, text))) = groups.min_by_key(|(_, (row, _))| *row) else {
            return Ok(());
        };
        let line = |row: usize| self.lines.get(row).copied().unwrap_or_default();
        let message = format!(
            "{text} may be {whole} or {fraction}: row {}, column {name} (line {}), as line {} has a \
             decimal comma, {comma}",
            row + 1,
            line(*row),
            line(*at),
            whole = text.replace('.', ""),
            fraction = text.replace('.', ","),
        );
        Err(Error::new(file.span, message).hint("write the one you mean"))
    }
}

/// Returns what to do about a cell that goes on over lines: `"1,2` and all that follows.
fn open_quote(cell: Option<&BadCell>) -> Option<String> {
    let is_open = cell?.text.as_deref()?.contains('\n');
    is_open.then(|| "a cell goes on over several lines; is a \" missing at its end?".to_owned())
}

/// What a table without numbers may lack.
const HOW_IT_IS_READ: &str = "commas, tabs, semicolons or blanks separate cells; the first line \
                              is the header, and # starts a line above it";

/// Returns what a column without numbers has instead.
fn first_cell(cell: Option<&BadCell>) -> Option<String> {
    let text = cell?.text.as_deref().filter(|text| !text.is_empty())?;
    Some(format!("it begins with {}", quoted(text)))
}

/// Returns what to write for a cell that is a number in other words.
fn advice(cell: Option<&BadCell>) -> Option<String> {
    thousands(cell).or_else(|| {
        let text = cell?.text.as_deref()?;
        let percent = text.strip_suffix('%').and_then(|it| it.trim().parse::<f64>().ok());
        if let Some(percent) = percent {
            return Some(format!(
                "write {} for {}",
                numbers::answer(percent / 100.0, None),
                quoted(text)
            ));
        }
        let with_point = text.replacen(',', ".", 1);
        let is_decimal = text.contains(',') && with_point.parse::<f64>().is_ok();
        is_decimal.then(|| format!("write {with_point} for {text}, or ; between cells"))
    })
}

/// Returns what to do about a cell whose thousands are set apart: `1,000`.
fn thousands(cell: Option<&BadCell>) -> Option<String> {
    let text = cell?.text.as_deref()?;
    let whole = without_thousands(text)?;
    Some(format!("write {whole} for {}, without a separator between thousands", quoted(text)))
}

/// Returns a number with the marks between its thousands taken out; none for another text.
fn without_thousands(text: &str) -> Option<String> {
    let digits = text.trim_start_matches(['-', '+']);
    [',', '.', '\'', '\u{2019}', ' ', '\u{A0}', '\u{202F}', '_'].into_iter().find_map(|mark| {
        let end = digits.find(|it: char| !it.is_ascii_digit() && it != mark);
        let (whole, _) = digits.split_at(end.unwrap_or(digits.len()));
        let mut groups = whole.split(mark);
        let is_first = |group: &str| (1..=3).contains(&group.len());
        let is_whole = groups.next().is_some_and(is_first) && groups.clone().next().is_some();
        let is_whole = is_whole && groups.all(|group| group.len() == 3);
        let joined = text.replace(mark, "");
        // A comma that is left is a decimal one.
        let number = joined.replace(',', ".");
        (is_whole && number.parse::<f64>().is_ok()).then_some(joined)
    })
}

fn shown(header: &str) -> String {
    if header.is_empty() { "without a name".to_owned() } else { format!("\"{}\"", quoted(header)) }
}

/// The name that a header makes: what no name has becomes `_`.
fn name_of(header: &str) -> String {
    let header = header.trim_start_matches('\u{FEFF}').trim();
    if is_plain_name(header) {
        return header.to_owned();
    }
    let fits = |character: char| is_plain_name(&format!("a{character}"));
    let words = header.split(|character| !fits(character)).filter(|word| !word.is_empty());
    let name = words.collect::<Vec<_>>().join("_").trim_matches('_').to_owned();
    if name.is_empty() || is_plain_name(&name) { name } else { format!("_{name}") }
}

fn is_plain_name(text: &str) -> bool {
    is_reference(text) && !text.contains(['.', '@']) && text != "_"
}

/// The numbers of the rows that have all their cells.
struct WholeRows {
    columns: Vec<(String, Vec<f64>)>,
    rows: usize,
    /// The note on rows left out, if some were.
    note: Option<String>,
}

/// Returns the numbers of the rows that have all their cells; without `skip` all must have.
fn whole_rows(
    columns: Vec<Chosen>,
    Named { lines, width, long, .. }: &Named,
    skip: bool,
    file: Word<'_>,
) -> Result<WholeRows> {
    let bad = columns.iter().flat_map(|(name, column)| column.bad.iter().map(move |it| (name, it)));
    let first = bad.clone().min_by_key(|(_, cell)| cell.row);
    if let Some((name, cell)) = first.filter(|_| !skip) {
        let line = lines.get(cell.row).copied().unwrap_or(0);
        let what = match &cell.text {
            Some(text) if !text.is_empty() => format!("{} is no number", quoted(text)),
            _ => "a number is missing".to_owned(),
        };
        let message = format!("{what}: row {}, column {name} (line {line})", cell.row + 1);
        let skip = format!(":read {} skip leaves such rows out", quoted(file.text));
        let hint = match advice(Some(cell)).or_else(|| open_quote(Some(cell))) {
            Some(advice) => format!("{advice}; {skip}"),
            None => skip,
        };
        return Err(Error::new(file.span, message).hint(hint));
    }
    if let Some((row, beyond)) = long.first().filter(|_| !skip) {
        let line = lines.get(*row).copied().unwrap_or(0);
        let (columns, cells) =
            (counted(*width as u64, "column"), counted((width + beyond) as u64, "cell"));
        let message = format!("row {} has {cells}, and the table {columns} (line {line})", row + 1);
        return Err(Error::new(file.span, message).hint(format!(
            "numbers like 2,5 need ; between cells; :read {} skip leaves such rows out",
            quoted(file.text)
        )));
    }
    let long = long.iter().map(|(row, _)| *row);
    let gone: HashSet<usize> = bad.map(|(_, cell)| cell.row).chain(long).collect();
    let rows = lines.len() - gone.len();
    if rows == 0 {
        return Err(Error::new(
            file.span,
            "every row has a cell that is missing, no number or beyond the last column",
        ));
    }
    let whole = |(name, column): Chosen| {
        let mut row = 0;
        let mut numbers = column.numbers;
        if !gone.is_empty() {
            numbers.retain(|_| {
                row += 1;
                !gone.contains(&(row - 1))
            });
        }
        (name, numbers)
    };
    let note =
        (!gone.is_empty()).then(|| format!("{} left out", counted(gone.len() as u64, "row")));
    Ok(WholeRows { columns: columns.into_iter().map(whole).collect(), rows, note })
}
