//! Grading: the tries that were handed in are taken again, and the verdicts come from that.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::command_line::read;
use super::lesson::Lesson;
use super::player::Player;
use super::submission::{HandIn, MOST_BYTES, Place};
use super::task::TASK;
use super::variants::Variants;
use crate::command::{Files, open, why, without_mark};
use crate::core::language::{quoted, visible_text};
use crate::core::session::Session;
use crate::parts::learn::{Directive, Question, Try, answer, directive};
use crate::render::{self, Style};
use crate::repl::{Options, Pad, Runner, Screen, shown};
use crate::report::{Block, Column, Data, Paragraph, Report, Role, Table, counted, facts_of};

/// The work that the tries of one learner may take beyond that of the lesson, in nodes passed over: a second
/// or two, and the same verdicts on any machine.
const MOST_WORK: u64 = 200_000_000;

/// A question, and what was tried there.
type Tried = (Place, Vec<Try>);

/// A hand-in that was taken again.
struct Pupil {
    name: String,
    /// The file that it is in.
    file: String,
    /// The seed of the numbers, if others were drawn.
    seed: Option<u64>,
    /// What was asked, with the tries.
    questions: Vec<Tried>,
}

impl Pupil {
    /// What was tried at a question.
    fn tries(&self, place: &Place) -> &[Try] {
        let found = self.questions.iter().find(|(own, _)| own == place);
        found.map_or(&[], |(_, tries)| tries)
    }

    /// The number of the first answer that is right; none if there is none.
    fn right_at(&self, place: &Place) -> Option<usize> {
        let answers = self.tries(place).iter().filter(|tried| tried.right.is_some());
        answers.enumerate().find(|(_, tried)| tried.right == Some(true)).map(|(at, _)| at + 1)
    }

    /// True if the first answer was right, and no hint came before it. For a task that is what was typed
    /// until its goal was reached, or it began again. What cannot be read is no answer, as in a quiz.
    fn is_right_at_first(&self, place: &Place) -> bool {
        let asks = |tried: &Try| matches!(directive(&tried.text, false), Some(Directive::Hint));
        let is_hint = |tried: &Try| !is_task(place) && asks(tried);
        let mut tries = self.tries(place).iter();
        let first = tries.find(|tried| tried.right.is_some() || is_hint(tried));
        first.is_some_and(|tried| tried.right == Some(true))
    }
}

/// Grades what was handed in for a lesson, and returns the exit status.
pub fn grade(
    lesson: &Path,
    files: &[PathBuf],
    options: &Options,
    screen: &mut Screen,
) -> Result<u8, String> {
    let text = read(lesson)?;
    let read = Lesson::read(&text);
    // What the lesson itself asks and takes: nobody's share depends on what others have answered.
    let nobody = take_again(&HandIn::default(), (&text, lesson), options, u64::MAX);
    let variants = OnceCell::new();
    let (asked, own_work) = nobody.unwrap_or_default();
    let (mut pupils, mut status) = (Vec::new(), 0);
    for file in files {
        let graded = handed_in(file, &read).and_then(|answers| {
            let (name, seed) = (answers.name.clone().unwrap_or_default(), answers.seed);
            // The parts before a task are run again.
            let runs = answers.questions.len() as u64 + 1;
            let most = own_work.saturating_mul(runs).saturating_add(MOST_WORK);
            let text = match seed {
                Some(seed) => {
                    let variants = variants.get_or_init(|| Variants::of(&text));
                    Cow::Owned(variants.drawn(seed, lesson, options)?)
                }
                None => Cow::Borrowed(&*text),
            };
            let (questions, _) = take_again(&answers, (&text, lesson), options, most)?;
            Ok(Pupil { name, file: shown(file), seed, questions })
        });
        match graded {
            Ok(pupil) => pupils.push(pupil),
            Err(message) => {
                screen.last_words(&format!("{}: {message}; left out", shown(file)));
                status = 1;
            }
        }
    }
    tell_apart(&mut pupils);
    let places: Vec<&Place> = asked.iter().map(|(place, _)| place).collect();
    let report = report(&read, &places, &pupils);
    let format = render::format(options.format.unwrap_or("table"));
    let style = Style::plain(None);
    let written = (format.write)(&report, &style, &mut screen.answers());
    Ok(if written.is_err() { 1 } else { status })
}

/// Calls hand-ins of one name by their files as well.
fn tell_apart(pupils: &mut [Pupil]) {
    let names: Vec<String> = pupils.iter().map(|pupil| pupil.name.clone()).collect();
    for pupil in pupils {
        if names.iter().filter(|name| **name == pupil.name).count() > 1 {
            pupil.name = format!("{} ({})", pupil.name, pupil.file);
        }
    }
}

/// Reads what one learner has handed in for a lesson.
fn handed_in(file: &Path, lesson: &Lesson) -> Result<HandIn, String> {
    let damaged = |error: serde_json::Error| {
        if error.is_data() {
            "it holds no answers to a lesson".to_owned()
        } else {
            format!("it is damaged: {error}")
        }
    };
    let mut bytes = Vec::new();
    let opened = open(file).map_err(|error| format!("cannot be read: {}", why(&error)))?;
    let read = opened.take(MOST_BYTES + 1).read_to_end(&mut bytes);
    read.map_err(|error| format!("cannot be read: {}", why(&error)))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err("it has more than a megabyte".to_owned());
    }
    let json = without_mark(&bytes).map_err(|error| error.to_string())?;
    let mut answers: HandIn = serde_json::from_slice(json).map_err(damaged)?;
    if answers.title != lesson.title {
        return Err(format!("it is of another lesson, {}", quoted(&answers.title)));
    }
    if answers.name.as_ref().is_none_or(|name| name.trim().is_empty()) {
        answers.name = file.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    }
    if answers.is_too_large() {
        return Err("it has more or longer tries than anyone types".to_owned());
    }
    // A spreadsheet would compute such a name.
    if let Some(name) = answers.name.as_mut().filter(|it| it.starts_with(['=', '+', '-', '@'])) {
        name.insert(0, '\'');
    }
    Ok(answers)
}

/// Takes the tries of one learner again; returns every question with them, and the work that it took.
fn take_again(
    answers: &HandIn,
    (text, lesson): (&str, &Path),
    options: &Options,
    most: u64,
) -> Result<(Vec<Tried>, u64), String> {
    /// The number of nodes that they may make.
    const MOST_NODES: usize = 1_000_000;
    let mut runner = Runner::new(options, Screen::on_pad(&Pad::forgetful(), false));
    runner.set_lesson(lesson.parent().map(Path::to_owned).unwrap_or_default(), None);
    runner.start_prompt();
    runner.run_options.files = Files::Forbidden;
    runner.stdin_is_script = true;
    runner.session.budget().set_room(MOST_NODES);
    runner.session.work_mut().is_unread = true;
    runner.session.allow_work(most);
    let questions = judged(&mut runner, text, answers).map_err(|error| why(&error))?;
    match runner.session.stop().left() {
        Some(left) if left > 0 => Ok((questions, most - left)),
        _ => Err("its statements take more work than anyone's should".to_owned()),
    }
}

/// Runs a lesson, and judges what was tried at each of its questions.
fn judged(runner: &mut Runner, text: &str, answers: &HandIn) -> io::Result<Vec<Tried>> {
    let mut player = Player::new(text.to_owned(), HandIn::default());
    let mut found = Vec::new();
    for at in 0..player.count() {
        player.show_part(runner, at)?;
        let Some((block, task)) = player.take_asked() else { continue };
        if let Some(task) = task {
            let tries = judge_task(runner, task, answers.tries(block, TASK))?;
            if tries.is_empty() {
                runner.session.journal_mut().end_undo_here(false);
            } else {
                player.restore(runner, at + 1)?;
            }
            found.push(((block, TASK.to_owned()), tries));
        }
        while let Some(asks) = runner.session.asks() {
            let tries = judge(&mut runner.session, &asks, answers.tries(block, &asks));
            found.push(((block, asks), tries));
        }
    }
    Ok(found)
}

/// Judges tries at the question of this name, which waits, until it is over, and goes on to the next one.
fn judge<'text>(
    session: &mut Session,
    asks: &str,
    tries: impl Iterator<Item = &'text str>,
) -> Vec<Try> {
    let waits = |session: &Session| session.asks().as_deref() == Some(asks);
    // Who left it may have come back.
    for text in tries.filter(|text| directive(text, false) != Some(Directive::Quit)) {
        if waits(session) {
            drop(answer(session, text.lines().next().unwrap_or_default()));
        }
    }
    let tries = session.take_tries();
    if waits(session) {
        drop(answer(session, ":skip"));
        session.take_tries();
    }
    tries
}

/// Does what was typed for a task until its goal is reached. What leads there is one try, and so is what began again.
fn judge_task<'text>(
    runner: &mut Runner,
    mut task: Box<dyn Question>,
    tries: impl Iterator<Item = &'text str>,
) -> io::Result<Vec<Try>> {
    let mut done = Vec::new();
    for text in tries {
        let tried = Try::at(task.as_ref(), text);
        runner.run_typed(text)?;
        let verdict = task.answer(&mut runner.session, text).unwrap_or_default();
        done.push(tried.judged(&verdict));
        if task.asks().is_none() {
            return Ok(done);
        }
    }
    // It was left before the goal was reached.
    if let Some(last) = done.last_mut() {
        last.right = Some(false);
    }
    Ok(done)
}

/// Who was right where, then what was wrong.
fn report(lesson: &Lesson, places: &[&Place], pupils: &[Pupil]) -> Report {
    let called = |place: &Place| called(lesson, place);
    let mut columns = vec![Column::text("pupil").titled("pupil").gap(0)];
    let has_seeds = pupils.iter().any(|pupil| pupil.seed.is_some());
    columns.extend(has_seeds.then(|| Column::number("seed").titled("seed")));
    // Where there is no room for their names, questions have numbers, which stand below, too.
    let width: usize = places.iter().map(|place| called(place).chars().count() + GAP).sum();
    let is_wide = width > WIDEST;
    let title =
        |at: usize, place: &Place| if is_wide { (at + 1).to_string() } else { called(place) };
    let titled =
        |(at, place): (usize, &&Place)| Column::number(called(place)).titled(title(at, place));
    columns.extend(places.iter().enumerate().map(titled));
    columns.push(Column::number("first").titled("first"));
    let row = |pupil: &Pupil| {
        let mut cells = vec![Paragraph::new(visible_text(&pupil.name))];
        cells.extend(has_seeds.then(|| pupil.seed.map_or(Paragraph::default(), Paragraph::count)));
        cells.extend(places.iter().map(|place| {
            match pupil.tries(place) {
                [] => Paragraph::default(),
                _ => pupil
                    .right_at(place)
                    .map_or_else(|| Paragraph::new("-"), |tries| Paragraph::count(tries as u64)),
            }
        }));
        let first = places.iter().filter(|place| pupil.is_right_at_first(place)).count();
        cells.push(Paragraph::new(percent(first, pupil.questions.len())));
        cells
    };
    let rows = pupils.iter().map(row).collect();
    let mut title = visible_text(&lesson.title);
    if title.is_empty() {
        title.push_str("The lesson");
    }
    let count = counted(pupils.len() as u64, "hand-in");
    let head = format!("{title}: {count}. The number of the try that was right; - for none.");
    let text = "A hand-in is a text file: who can write one can write any try into it.";
    let mut words = vec![Paragraph::default().line()];
    words.extend(places.iter().enumerate().flat_map(|(at, place)| {
        let number = if is_wide { format!("{}:  ", at + 1) } else { String::new() };
        mistakes(place, &format!("{number}{}", called(place)), pupils)
    }));
    let table = Table::titled(columns, rows);
    let data = Data::of(facts_of([("rows", table.records().collect())]));
    let mut blocks =
        vec![Paragraph::new(head).line(), Paragraph::new(text).line(), Block::Table(table)];
    blocks.extend(words);
    Report { kind: "grade", blocks, data: vec![data], ..Report::default() }
}

/// A question by the line that its block begins on.
fn called(lesson: &Lesson, (block, asks): &Place) -> String {
    let line = lesson.blocks().find(|(number, _)| number == block).map_or(0, |(_, part)| part.line);
    format!("{line} {asks}")
}

/// How many were right at first, and what the others typed, by kind of mistake.
fn mistakes(place: &Place, called: &str, pupils: &[Pupil]) -> Vec<Block> {
    let first = pupils.iter().filter(|pupil| pupil.is_right_at_first(place)).count();
    let share = percent(first, pupils.len());
    let head = Paragraph::default().role(called.to_owned(), Role::Title);
    let mut parts = vec![
        head.text(format!("   right at the first try: {first} of {} ({share})", pupils.len()))
            .line(),
    ];
    let mut kinds: BTreeMap<&str, (usize, BTreeMap<&str, usize>)> = BTreeMap::new();
    let own = pupils.iter().flat_map(|pupil| &pupil.questions).filter(|(own, _)| own == place);
    for tried in own.flat_map(|(_, tries)| tries).filter(|tried| tried.right == Some(false)) {
        let unknown = match directive(&tried.text, false) {
            Some(Directive::Skip) => "given up",
            _ => "no known mistake",
        };
        let kind = tried.mistake.as_deref().unwrap_or(unknown);
        let (count, texts) = kinds.entry(kind).or_default();
        *count += 1;
        *texts.entry(tried.text.as_str()).or_default() += 1;
    }
    if is_task(place) {
        return parts;
    }
    let mut kinds: Vec<_> = kinds.into_iter().collect();
    kinds.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
    for (kind, (count, texts)) in kinds {
        let mut texts: Vec<(&str, usize)> = texts.into_iter().collect();
        texts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let shown = texts.iter().take(MOST_SHOWN).map(|(text, count)| {
            let text: String = text.chars().take(MOST_SHOWN_OF_TEXT).collect();
            let text = visible_text(&text);
            if *count > 1 { format!("{text} ({count} times)") } else { text }
        });
        let shown: Vec<String> = shown.collect();
        let more = if texts.len() > MOST_SHOWN { ", …" } else { "" };
        parts
            .push(Paragraph::new(format!("  {count} × {kind}: {}{more}", shown.join(", "))).line());
    }
    parts
}

fn is_task(place: &Place) -> bool {
    place.1 == TASK
}

/// The widest that the titles of questions are together, and the blanks before each.
const WIDEST: usize = 70;
const GAP: usize = 2;

/// The most wrong answers of one kind that are shown, and of each so many characters.
const MOST_SHOWN: usize = 5;
const MOST_SHOWN_OF_TEXT: usize = 40;

fn percent(part: usize, whole: usize) -> String {
    if whole == 0 { "-".to_owned() } else { format!("{:.0} %", 100.0 * part as f64 / whole as f64) }
}
