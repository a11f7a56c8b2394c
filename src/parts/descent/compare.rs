//! `:compare`: several runs of descent from one start.

use std::rc::Rc;

use super::arguments::steps_asked;
use super::command::{MOST_STEPS, end};
use super::steps::{self, Descent};
use super::text::{how_it_went, last};
use crate::command::syntax::Word;
use crate::command::{Argument, ArgumentKind, Arguments, Command, Group};
use crate::core::language::{Error, Result, exact, quoted};
use crate::core::session::Session;
use crate::parts::plot::{picture_file, write_picture};
use crate::report::{
    Axis, Block, Chart, ChartData, Column, DIGITS, Exact, Facts, NumberStyle, PLACES, Paragraph,
    Range, Report, Series, Table, counted, exact_json, facts_of, numbers,
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
    let chart = runs.chart();
    if let Some(file) = file {
        return write_picture(arguments, ("compare", file), &chart, &what);
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
    let blocks = vec![Block::Chart(Box::new(chart)), table];
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

/// Several runs from one start.
#[derive(Debug)]
struct Runs {
    /// The name of the root.
    root: String,
    /// The steps that each was to take.
    steps: u64,
    runs: Vec<OneRun>,
}

/// One of several runs.
#[derive(Debug)]
struct OneRun {
    /// What was asked for: the rate and what follows it.
    run: String,
    /// The steps taken.
    taken: u64,
    /// Why it ended.
    end: &'static str,
    /// The root's data at its end.
    last: f64,
    /// The least data of the root, and the step after which that was first.
    least: f64,
    least_step: u64,
    /// The root's data before and after its steps, or after evenly spaced ones.
    curve: Vec<f64>,
}

/// Numbers whose greatest is this many times the least show more on an axis of logarithms.
const DECADES: f64 = 100.0;

impl Runs {
    /// The picture: the root's data by the step.
    fn chart(self) -> Chart {
        let x = Axis { name: "step".to_owned(), to: self.steps as f64, ..Axis::default() };
        let values: Vec<f64> = self.runs.iter().flat_map(|run| &run.curve).copied().collect();
        let Range { least, greatest } = Range::of(&values);
        let is_logarithmic = least > 0.0 && greatest / least >= DECADES;
        let series = self.runs.iter().map(|run| Series {
            name: format!("{}: {}", run.run, numbers::significant(run.last, DIGITS)),
            values: x.places(PLACES).into_iter().map(|step| run.after(step)).collect(),
            ..Series::default()
        });
        Chart {
            title: format!("{} in {} steps", self.root, self.steps),
            series: series.collect(),
            y: Axis { name: self.root.clone(), is_logarithmic, ..Axis::default() },
            x,
            has_table: true,
            data: Some(Rc::new(self)),
            ..Chart::default()
        }
    }
}

impl ChartData for Runs {
    fn json(&self, _: &Chart) -> Facts {
        let run = |it: &OneRun| {
            let curve = serde_json::to_value(Exact(&it.curve)).unwrap_or_default();
            serde_json::Value::Object(facts_of([
                ("run", it.run.as_str().into()),
                ("steps", it.taken.into()),
                ("end", it.end.into()),
                ("last", exact_json(it.last)),
                ("least", exact_json(it.least)),
                ("least_step", it.least_step.into()),
                ("curve", curve),
            ]))
        };
        facts_of([
            ("root", self.root.as_str().into()),
            ("steps", self.steps.into()),
            ("runs", self.runs.iter().map(run).collect()),
        ])
    }

    fn records(&self, _: &Chart) -> Vec<Vec<String>> {
        let titles = ["run", "steps", "end", "last", "least", "least_step"];
        let run = |it: &OneRun| {
            let [last, least] = [it.last, it.least].map(exact);
            let [taken, least_step] = [it.taken, it.least_step].map(|count| count.to_string());
            vec![it.run.clone(), taken, it.end.to_owned(), last, least, least_step]
        };
        let titles = titles.map(str::to_owned).to_vec();
        std::iter::once(titles).chain(self.runs.iter().map(run)).collect()
    }
}

impl OneRun {
    /// The root's data after so many steps, between two of those that are kept on the line through both; not a number
    /// after its end.
    fn after(&self, step: f64) -> f64 {
        let last = self.curve.len().saturating_sub(1) as f64;
        let taken = self.taken as f64;
        if step > taken {
            return f64::NAN;
        }
        let at = if taken > 0.0 { step / taken * last } else { 0.0 };
        let kept = |at: f64| self.curve.get(at as usize).copied().unwrap_or(f64::NAN);
        let (before, share) = (kept(at), at.fract());
        if share == 0.0 { before } else { before * (1.0 - share) + kept(at.ceil()) * share }
    }
}
