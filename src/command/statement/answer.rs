//! The answer of a statement: the value of a node, as data and as text.

use crate::core::graph::Value;
use crate::core::language::{Result, in_marks};
use crate::core::session::Session;
use crate::report::{
    Answer, Block, Data, NumberStyle, Paragraph, Piece, Report, Role, counted, numbers,
};

/// The most rows that a pipe gets of a column, and the most that fit on a line.
const MOST_ROWS: usize = 10_000;
const MOST_ON_LINE: usize = 200;

/// Adds an answer to a report.
pub fn add(session: &Session, answer: Answer, report: &mut Report) {
    report.blocks.extend(blocks(&answer, session.settings().digits));
    report.data.push(Data::Answer(answer));
}

/// Returns an answer as text: a line, or for a group whose members have rows one each.
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

/// A single number, with its uncertainty if it has one.
pub fn number(answer: &Answer, digits: Option<usize>) -> Paragraph {
    let number = NumberStyle::Answer.of(answer.data);
    match answer.u {
        None => Paragraph::default().piece(Piece::Number(number)),
        Some(u) => Paragraph::styled(
            numbers::with_uncertainty(answer.data, Some(u), digits),
            numbers::role(number),
        ),
    }
}

/// A number that was typed alone, as exactly as it was, unless the reader wants so many decimals.
pub fn as_typed(number: f64, digits: Option<usize>) -> Paragraph {
    let text =
        if digits.is_some() { numbers::answer(number, digits) } else { numbers::exact(number) };
    Paragraph::styled(text, numbers::role(NumberStyle::Answer.of(number)))
}

/// The rows, and their number: `[0, 1, 2, …]  10 rows`.
fn rows_of(text: Paragraph, answer: &Answer, rows: &[f64], digits: Option<usize>) -> Paragraph {
    let us = answer.row_uncertainties.as_deref();
    let common = us.and_then(|us| common_uncertainty(us, rows, digits));
    let item = |(at, row): (usize, &f64)| {
        let number = NumberStyle::Brief.of(*row);
        if let Some(texts) = &answer.texts {
            let text = texts[at].as_deref().map_or_else(|| "nan".to_owned(), in_marks);
            return (text, Role::Plain);
        }
        // What is not finite has no uncertainty.
        let u = us.and_then(|us| us.get(at)).filter(|_| row.is_finite());
        let text = match u {
            None => numbers::text(number, digits),
            Some(u) => {
                let [row, u] = numbers::to_same_place(*row, *u, digits);
                if common.is_some() { row } else { format!("{row} ± {u}") }
            }
        };
        (text, numbers::role(number))
    };
    let most = if answer.named { MOST_ON_LINE } else { MOST_ROWS };
    let mark = (rows.len() > most).then(|| ("…".to_owned(), Role::Plain));
    let items = rows.iter().enumerate().take(most).map(item).chain(mark).collect();
    let after = common.as_ref().map_or(String::new(), |u| format!(" ± {u}"));
    let count = format!("{after}  {}", counted(rows.len() as u64, "row"));
    text.piece(Piece::Items(items, !answer.named)).role(count, Role::Faint)
}

/// The uncertainty that is shown for every row that has one, if it is one.
fn common_uncertainty(us: &[f64], rows: &[f64], digits: Option<usize>) -> Option<String> {
    let both = us.iter().zip(rows);
    let mut us = both.filter(|(_, row)| row.is_finite()).map(|(u, _)| *u);
    let first = us.next()?;
    let shown = |u: f64| numbers::uncertainty(u, digits);
    let common = shown(first);
    us.all(|u| u == first || shown(u) == common).then_some(common)
}

/// Returns the answer of a node, with all its numbers where it has rows.
pub fn answer(session: &mut Session, name: &str, value: &Value) -> Result<Answer> {
    let mut found = Answer { name: name.to_owned(), data: value.data(), ..Answer::default() };
    if let Some(members) = value.members() {
        // The last answer may be a group that has a name.
        let called = session.names().reference(value);
        let members = members.iter().enumerate().map(|(number, member)| match member.value() {
            Some(member) => answer(session, &format!("{called}.o{number}"), member),
            None => Ok(Answer::default()),
        });
        found.members = Some(members.collect::<Result<_>>()?);
        return Ok(found);
    }
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

/// Tells whether the uncertainties of a node's rows would take too long: each of a computed one takes a
/// backward pass.
pub fn has_too_many_us(value: &Value) -> bool {
    const MANY_ROWS: usize = 1000;
    !value.is_leaf() && value.rows().is_some_and(|rows| rows >= MANY_ROWS)
}
