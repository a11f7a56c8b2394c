//! `:compare`: several runs of descent from one start.

use super::arguments::steps_asked;
use super::command::{MOST_STEPS, end};
use super::steps::{self, Descent};
use super::text::{how_it_went, last};
use crate::command::syntax::Word;
use crate::command::{Argument, ArgumentKind, Arguments, Command, Group};
use crate::core::language::{Error, Result, quoted};
use crate::core::session::Session;
use crate::parts::plot::{picture_file, write_picture};
use crate::report::{
    Block, ChartData, Column, NumberStyle, OneRun, Paragraph, Report, Runs, Table, counted,
};

pub(in super::super) const COMPARE: Command = Command {
    name: "compare",
    aliases: &["compare!"],
    group: Group::Leaves,
    arguments: &[
        Argument::count("COUNT", 1, MOST_STEPS),
        Argument::new("RUN", ArgumentKind::Phrase).repeated(),
        Argument::file("FILE").optional(),
    ],
    summary: "several runs of :step from the same start, drawn over each other",
    details: "\
A RUN is what follows :step, without its COUNT; a comma stands between two: :compare 100 0.01, 0.1, 0.1 momentum \
0.9, 0.1 adam. Each takes COUNT steps from the present data, as if no step had been taken before. No leaf is moved. The \
axis is logarithmic where that shows more. A FILE that ends in .svg receives the picture; an existing one \
is replaced only by :compare!.",
    example: ":compare 20 0.01, 0.05 adam",
    run: compare,
    finds: true,
    ..Command::ROW
};

/// The most runs: each is drawn by its digit.
const MOST_RUNS: usize = 9;

fn compare(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let steps = arguments.count("COUNT")?;
    let file = picture_file(arguments)?;
    let root = arguments.current_root(session)?;
    let mut runs = Vec::new();
    let asked: Vec<Word<'_>> = arguments.words("RUN").collect();
    if asked.len() > MOST_RUNS {
        let message = format!("these are {} runs, and {MOST_RUNS} can be compared", asked.len());
        return Err(Error::new(arguments.word("RUN")?.span, message));
    }
    let mut lines = Vec::new();
    for (number, word) in asked.into_iter().enumerate() {
        let descent = run(session, arguments, steps, word)?;
        session.guard().go_on(word.span)?;
        let (row, one) = line(session, &descent, number + 1, word.text.to_owned());
        lines.push(row);
        runs.push(one);
    }
    let root = session.names().call(&root);
    let runs = Runs { root: root.clone(), steps, runs };
    let what = format!("{} of {}", counted(runs.runs.len() as u64, "run"), root);
    let data = ChartData::Runs(Box::new(runs));
    if let Some(file) = file {
        return write_picture(arguments, ("compare", file), &data, &what);
    }
    let number = |title: String| Column::number("").titled(title);
    let columns = vec![
        number(String::new()),
        Column::text("").titled("run"),
        number(format!("last {root}")),
        number("least".to_owned()),
        number("step".to_owned()),
        Column::text("").titled(""),
    ];
    let table = Block::Table(Table::titled(columns, lines));
    let blocks = vec![Block::Chart(data), table];
    Ok(Report { kind: "compare", blocks, ..Report::default() })
}

/// Takes one run, as `:step` would.
fn run(
    session: &mut Session,
    arguments: &Arguments<'_>,
    count: u64,
    Word { text, span, .. }: Word<'_>,
) -> Result<Descent> {
    const STEP: &str = ":step ";
    // Its words stand where they were typed.
    let before = " ".repeat((span.start as usize).saturating_sub(STEP.len()));
    let statement = format!("{before}{STEP}{text}");
    let own = Arguments::read(&statement, arguments.options())?;
    if let Some(count) = own.words("COUNT").next() {
        let message = format!("{} is one COUNT too many", quoted(count.text));
        return Err(Error::new(count.span, message)
            .hint("all runs take as many steps: :compare 100 0.01, 0.1"));
    }
    let steps = steps_asked(session, &own, count)?;
    steps::race(session, steps).ok_or_else(|| Error::new(span, "there is nothing to descend"))
}

/// Returns the line of a run, and what is drawn of it.
fn line(
    session: &Session,
    descent: &Descent,
    number: usize,
    run: String,
) -> (Vec<Paragraph>, OneRun) {
    let (last, (least_step, least)) = (last(&descent.curve), descent.least);
    let row = vec![
        Paragraph::count(number as u64),
        Paragraph::new(run.clone()),
        Paragraph::default().number(last, NumberStyle::Data),
        Paragraph::default().number(least, NumberStyle::Data),
        Paragraph::count(least_step),
        how_it_went(session.names(), descent),
    ];
    let (taken, end, curve) = (descent.taken, end(descent), descent.curve.clone());
    (row, OneRun { run, taken, end, last, least, least_step, curve })
}
