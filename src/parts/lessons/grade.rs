//! Grading: the tries that were handed in are taken again, and the verdicts come from that.

use std::collections::BTreeMap;

use super::lesson::Lesson;
use super::player::{Player, Stage};
use super::submission::{HandIn, Place};
use super::task::TASK;
use crate::core::language::visible_text;
use crate::core::session::Session;
use crate::parts::learn::{Directive, Question, Try, answer, directive};
use crate::report::{Block, Column, Data, Paragraph, Report, Role, Table, counted, facts_of};

/// A question, and what was tried there.
pub type Tried = (Place, Vec<Try>);

/// A hand-in that was taken again.
pub struct Pupil {
    /// The learner's name.
    pub name: String,
    /// The file that it is in.
    pub file: String,
    /// The seed of the numbers, if others were drawn.
    pub seed: Option<u64>,
    /// What was asked, with the tries.
    pub questions: Vec<Tried>,
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

/// Plays a lesson, and judges the tries of one learner at each of its questions; `run` runs what was typed for a task.
///
/// # Errors
///
/// As `stage` and `run`.
pub fn judged<S: Stage>(
    stage: &mut S,
    text: &str,
    answers: &HandIn,
    run: impl Fn(&mut S, &str) -> Result<(), S::Error>,
) -> Result<Vec<Tried>, S::Error> {
    let mut player = Player::new(text, HandIn::default());
    let mut found = Vec::new();
    for at in 0..player.count() {
        player.show_part(stage, at)?;
        let Some((block, task)) = player.take_asked() else { continue };
        if let Some(task) = task {
            let tries = judge_task(stage, task, answers.tries(block, TASK), &run)?;
            if tries.is_empty() {
                stage.session().journal_mut().end_undo_here(false);
            } else {
                player.restore(stage, at + 1)?;
            }
            found.push(((block, TASK.to_owned()), tries));
        }
        while let Some(asks) = stage.session().asks() {
            let tries = judge(stage.session(), &asks, answers.tries(block, &asks));
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
fn judge_task<'text, S: Stage>(
    stage: &mut S,
    mut task: Box<dyn Question>,
    tries: impl Iterator<Item = &'text str>,
    run: impl Fn(&mut S, &str) -> Result<(), S::Error>,
) -> Result<Vec<Try>, S::Error> {
    let mut done = Vec::new();
    for text in tries {
        let tried = Try::at(task.as_ref(), text);
        run(stage, text)?;
        let verdict = task.answer(stage.session(), text).unwrap_or_default();
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
pub fn report(lesson: &Lesson, asked: &[Tried], mut pupils: Vec<Pupil>) -> Report {
    tell_apart(&mut pupils);
    let places: Vec<&Place> = asked.iter().map(|(place, _)| place).collect();
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
        mistakes(place, &format!("{number}{}", called(place)), &pupils)
    }));
    let table = Table::titled(columns, rows);
    let data = Data::of(facts_of([("rows", table.records().collect())]));
    let mut blocks =
        vec![Paragraph::new(head).line(), Paragraph::new(text).line(), Block::Table(table)];
    blocks.extend(words);
    Report { kind: "grade", blocks, data: vec![data], ..Report::default() }
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
