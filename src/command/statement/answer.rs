//! The answer of a statement: the value of a node, as data and as text.

use crate::core::graph::{Operand, Value};
use crate::core::language::{Kind, Result, Statement, Step, Tree, in_marks, statement};
use crate::core::ops::REMAINDER;
use crate::core::session::Session;
use crate::report::{
    Answer, Block, Column, Data, Fold, Number, NumberStyle, Paragraph, Piece, Report, Role, Table,
    counted, numbers,
};

/// The limits on the rows of a column: in a pipe, and on a line.
const MOST_ROWS: usize = 10_000;
const MOST_ON_LINE: usize = 200;

/// Adds an answer to a report.
pub fn add(session: &Session, answer: Answer, report: &mut Report) {
    report.blocks.extend(blocks(&answer, session.settings().digits));
    report.data.push(Data::Answer(answer));
}

/// Returns an answer as text: a line, or one for each member of a group with rows.
fn blocks(answer: &Answer, digits: Option<usize>) -> Vec<Block> {
    let members = answer.members.as_deref().unwrap_or_default();
    if members.iter().any(|member| member.rows.is_some()) {
        let named = members.iter().map(|member| Answer { named: true, ..member.clone() });
        return named.flat_map(|member| blocks(&member, digits)).collect();
    }
    let mut text = Paragraph::default();
    if answer.named {
        text = text.text(format!("{} = ", answer.name));
    }
    text = match (&answer.members, &answer.rows) {
        (Some(_), _) => {
            let one = |member: &Answer| number(member, digits);
            text.text("(").list(members.iter().map(one), ", ").text(")")
        }
        (None, Some(rows)) => rows_of(text, answer, rows, digits),
        (None, None) => text.then(number(answer, digits)),
    };
    vec![text.line()]
}

/// Returns a report on answers: those with rows as a table, the others below it.
pub fn side_by_side(answers: Vec<Answer>, digits: Option<usize>) -> Report {
    let (with_rows, others): (Vec<&Answer>, Vec<&Answer>) =
        answers.iter().partition(|answer| answer.rows.is_some());
    let count = with_rows.first().and_then(|first| first.rows.as_ref()).map_or(0, Vec::len);
    let titles = with_rows.iter().map(|answer| answer.name.clone());
    let titles = ["row".to_owned()].into_iter().chain(titles);
    let columns = titles.map(|title| Column::number("").titled(title)).collect();
    let row = |at: usize| {
        let cells = with_rows.iter().map(|answer| cell(answer, at, false, digits));
        let number = ((at + 1).to_string(), Role::Faint);
        let cells = [number].into_iter().chain(cells);
        cells.map(|(text, role)| Paragraph::styled(text, role)).collect()
    };
    let more = (count > MOST_ROWS).then(|| vec![Paragraph::new("…")]);
    let rows: Vec<Vec<Paragraph>> = (0..count.min(MOST_ROWS)).map(row).chain(more).collect();
    let fold = Some(Fold { ranks: vec![0; rows.len()], command: ":rows all".to_owned() });
    let mut blocks = vec![Block::Table(Table { fold, ..Table::titled(columns, rows) })];
    blocks.extend(others.into_iter().flat_map(|answer| self::blocks(answer, digits)));
    let data = answers.into_iter().map(Data::Answer).collect();
    Report { kind: "value", blocks, data, ..Report::default() }
}

/// A single number, with its uncertainty if it has one.
pub fn number(answer: &Answer, digits: Option<usize>) -> Paragraph {
    let other = answer.divisors.first().copied();
    let number = Number { other, ..NumberStyle::Answer.of(answer.data) };
    match answer.u {
        None => Paragraph::default().piece(Piece::Number(number)),
        Some(u) => Paragraph::styled(
            numbers::with_uncertainty(answer.data, Some(u), digits),
            numbers::role(number),
        ),
    }
}

/// Returns the rows of a node as text and as numbers: `[0, 1, 2]  3 rows`.
pub fn rows_as_text(session: &mut Session, value: &Value) -> Result<(Paragraph, Answer)> {
    let answer = Answer { named: true, ..answer(session, "", value)? };
    let rows = answer.rows.as_deref().unwrap_or_default();
    let text = rows_of(Paragraph::default(), &answer, rows, session.settings().digits);
    Ok((text, answer))
}

/// The rows and their count: `[0, 1, 2, …]  10 rows`.
fn rows_of(text: Paragraph, answer: &Answer, rows: &[f64], digits: Option<usize>) -> Paragraph {
    let us = answer.row_uncertainties.as_deref();
    let first = us.and_then(|us| us.first()).copied();
    let common = first.filter(|first| us.is_some_and(|us| us.iter().all(|u| u == first)));
    let most = if answer.named { MOST_ON_LINE } else { MOST_ROWS };
    let mark = (rows.len() > most).then(|| ("…".to_owned(), Role::Plain));
    let item = |at| cell(answer, at, common.is_some(), digits);
    let items = (0..rows.len().min(most)).map(item).chain(mark).collect();
    let after = common.map(|u| format!(" ± {}", numbers::uncertainty(u, digits)));
    let count = format!("{}  {}", after.unwrap_or_default(), counted(rows.len() as u64, "row"));
    text.piece(Piece::Items(items, !answer.named)).role(count, Role::Faint)
}

/// A row, from 0, of an answer; without its uncertainty if `bare`.
fn cell(answer: &Answer, at: usize, bare: bool, digits: Option<usize>) -> (String, Role) {
    let row = answer.rows.as_ref().map_or(f64::NAN, |rows| rows[at]);
    let other = answer.divisors.get(at).or(answer.divisors.first()).copied();
    let number = Number { other, ..NumberStyle::Brief.of(row) };
    if let Some(texts) = &answer.texts {
        let text = texts[at].as_deref().map_or_else(|| "nan".to_owned(), in_marks);
        return (text, Role::Plain);
    }
    let text = match answer.row_uncertainties.as_deref().and_then(|us| us.get(at)) {
        None => numbers::text(number, digits),
        Some(u) if bare => numbers::to_same_place(row, *u, digits)[0].clone(),
        Some(u) => numbers::with_uncertainty(row, Some(*u), digits),
    };
    (text, numbers::role(number))
}

/// Returns the answer of a node, with all rows.
pub fn answer(session: &mut Session, name: &str, value: &Value) -> Result<Answer> {
    let mut found = Answer { name: name.to_owned(), data: value.data(), ..Answer::default() };
    if let Some(members) = value.members() {
        let called = session.names().reference(value);
        let members = members.iter().enumerate().map(|(number, member)| match member.value() {
            Some(member) => answer(session, &format!("{called}.o{number}"), member),
            None => Ok(Answer::default()),
        });
        found.members = Some(members.collect::<Result<_>>()?);
        return Ok(found);
    }
    found.divisors = divisors(session, value)?;
    found.rows = value.is_per_row().then(|| session.all_rows(value)).transpose()?;
    let contents = value.contents().filter(|contents| contents.is_text());
    found.texts = contents.zip(found.rows.as_ref()).map(|(contents, rows)| {
        rows.iter().map(|row| contents.text(*row).map(str::to_owned)).collect()
    });
    found.u = session.shown_uncertainty(value);
    if !has_too_many_us(value) {
        found.row_uncertainties = session.shown_uncertainties(value)?;
    }
    Ok(found)
}

/// Returns the divisor of a node that is a remainder, in each row if it has rows.
fn divisors(session: &mut Session, value: &Value) -> Result<Vec<f64>> {
    let is_remainder = value.operation().is_some_and(|operation| operation.is(REMAINDER));
    match value.both_operands() {
        _ if !is_remainder => Ok(Vec::new()),
        [_, Operand::Value(divisor)] if divisor.is_per_row() => session.all_rows(divisor),
        [_, divisor] => Ok(vec![divisor.data()]),
    }
}

/// Returns the divisor of a remainder of numbers alone, which makes no node: `1 % 0.1`, or a name of it.
pub fn typed_divisor(session: &Session, tree: &Tree<'_>) -> Option<f64> {
    let named = tree.as_name().and_then(|name| session.names().binding_of(name).statement);
    let text = named.as_ref().and_then(|statement| statement.text.as_deref());
    let named = match text.map(|text| statement::<()>(text, || Ok(()))) {
        Some(Ok(Statement::Assign { tree, .. })) => Some(tree),
        _ => None,
    };
    let tree = named.as_ref().unwrap_or(tree);
    let is_remainder =
        |it: &Step| matches!(it.kind, Kind::Operation(operation) if operation.is(REMAINDER));
    match tree.operands().as_slice() {
        [_, [Step { kind: Kind::Number(divisor), .. }]]
            if tree.steps.last().is_some_and(is_remainder) =>
        {
            Some(*divisor)
        }
        _ => None,
    }
}

/// Returns true if the rows' uncertainties would take too long: each takes a backward pass.
pub fn has_too_many_us(value: &Value) -> bool {
    const MANY_ROWS: usize = 1000;
    !value.is_leaf() && value.rows().is_some_and(|rows| rows >= MANY_ROWS)
}
