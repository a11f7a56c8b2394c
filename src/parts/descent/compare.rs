//! `:compare`: several runs of descent from one start.

use std::rc::Rc;

use super::arguments::steps_asked;
use super::optimizer::MOST_STEPS;
use super::steps::{self, Descent};
use super::text::how_it_went;
use crate::command::syntax::Word;
use crate::command::{Argument, ArgumentKind, Arguments, Command, picture_file, write_and_say};
use crate::core::language::{Error, Result, exact, quoted};
use crate::core::session::Session;
use crate::render::chart_svg;
use crate::report::{
    Axis, Block, Chart, ChartData, Column, DIGITS, Facts, Numbers, PLACES, Paragraph, Range,
    Report, Series, Table, counted, exact_json, facts_of, numbers,
};

pub(in super::super) const COMPARE: Command = Command {
    name: "compare",
    aliases: &["compare!"],
    arguments: &[
        Argument::count("COUNT", 1, MOST_STEPS),
        Argument::new("RUN", ArgumentKind::Phrase).repeated(),
        Argument::file("FILE").optional(),
    ],
    summary: "compare several runs of :step from the same start in one plot",
    details: "\
Each run starts at the current leaves with a new optimizer state. The leaves do not change. The \
axis is logarithmic if the values span a factor of 100 or more.",
    options: &[
        ("COUNT", "the number of steps of each run"),
        ("RUN, …", "the arguments of :step, without COUNT"),
        ("FILE", "write an .svg picture; :compare! replaces an existing file"),
    ],
    examples: &[
        ":compare 20 0.01, 0.05 adam",
        ":compare 100 0.01, 0.1 momentum 0.9",
        ":compare 20 0.01, 0.05 adam runs.svg",
    ],
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
        let message = format!("found {} runs; at most {MOST_RUNS} can be compared", asked.len());
        return Err(Error::new(arguments.word("RUN")?.span, message));
    }
    let mut lines = Vec::new();
    for (number, word) in asked.into_iter().enumerate() {
        let descent = run(session, arguments, steps, word)?;
        session.guard().go_on(word.span)?;
        lines.push(line(session, &descent, number + 1, word.text));
        runs.push((word.text.to_owned(), descent));
    }
    let root = session.names().call(&root);
    let runs = Runs { root: root.clone(), steps, runs };
    let what = format!("{} of {}", counted(runs.runs.len() as u64, "run"), root);
    let chart = runs.chart();
    if let Some(file) = file {
        return write_and_say(arguments, ("compare", file), &chart_svg(&chart, None), &what);
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
    // Spans in its errors are those of the typed line.
    let before = " ".repeat((span.start as usize).saturating_sub(STEP.len()));
    let statement = format!("{before}{STEP}{text}");
    let own = Arguments::read(&statement, arguments.options)?;
    if let Some(count) = own.words("COUNT").next() {
        let message = format!("unexpected COUNT {} in a run", quoted(count.text));
        return Err(Error::new(count.span, message)
            .hint("one COUNT applies to all runs: :compare 100 0.01, 0.1"));
    }
    let steps = steps_asked(session, &own, count)?;
    steps::race(session, steps).ok_or_else(|| Error::new(span, "no leaf to move"))
}

/// Returns the line of a run.
fn line(session: &Session, descent: &Descent, number: usize, run: &str) -> Vec<Paragraph> {
    let (least_step, least) = descent.curve.least;
    vec![
        Paragraph::count(number as u64),
        Paragraph::new(run),
        Paragraph::data(descent.curve.last()),
        Paragraph::data(least),
        Paragraph::count(least_step),
        how_it_went(session.names(), descent),
    ]
}

/// Several runs from one start.
#[derive(Debug)]
struct Runs {
    /// The name of the root.
    root: String,
    /// The steps that each was to take.
    steps: u64,
    /// The rate and options of each run, and its result.
    runs: Vec<(String, Descent)>,
}

/// Numbers whose greatest is this many times the least show more on an axis of logarithms.
const DECADES: f64 = 100.0;

impl Runs {
    /// The picture: the root's data by the step.
    fn chart(self) -> Chart {
        let x = Axis { name: "step".to_owned(), to: self.steps as f64, ..Axis::default() };
        let values: Vec<f64> =
            self.runs.iter().flat_map(|(_, run)| &run.curve.values).copied().collect();
        let Range { least, greatest } = Range::of(&values);
        let is_logarithmic = least > 0.0 && greatest / least >= DECADES;
        let series = self.runs.iter().map(|(asked, run)| Series {
            name: format!("{asked}: {}", numbers::significant(run.curve.last(), DIGITS)),
            values: x.places(PLACES).into_iter().map(|step| after(run, step)).collect(),
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
        let run = |(asked, it): &(String, Descent)| {
            serde_json::Value::Object(facts_of([
                ("run", asked.as_str().into()),
                ("steps", it.taken.into()),
                ("end", it.ending().word().into()),
                ("last", exact_json(it.curve.last())),
                ("least", exact_json(it.curve.least.1)),
                ("least_step", it.curve.least.0.into()),
                ("curve", it.curve.values.json()),
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
        let run = |(asked, it): &(String, Descent)| {
            let (least_step, least) = it.curve.least;
            let [last, least] = [it.curve.last(), least].map(exact);
            let [taken, least_step] = [it.taken, least_step].map(|count| count.to_string());
            vec![asked.clone(), taken, it.ending().word().to_owned(), last, least, least_step]
        };
        let titles = titles.map(str::to_owned).to_vec();
        std::iter::once(titles).chain(self.runs.iter().map(run)).collect()
    }
}

/// The root's data after a number of steps, interpolated between recorded points; nan after the end of the run.
fn after(run: &Descent, step: f64) -> f64 {
    let last = run.curve.values.len().saturating_sub(1) as f64;
    let taken = run.taken as f64;
    if step > taken {
        return f64::NAN;
    }
    let at = if taken > 0.0 { step / taken * last } else { 0.0 };
    let kept = |at: f64| run.curve.values.get(at as usize).copied().unwrap_or(f64::NAN);
    let (before, share) = (kept(at), at.fract());
    if share == 0.0 { before } else { before * (1.0 - share) + kept(at.ceil()) * share }
}
