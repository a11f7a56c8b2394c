//! Grading: replays the tries of a submission, and judges them again.

use std::collections::BTreeMap;

use super::ask::WORDS;
use super::lesson::{Lesson, PartKind};
use super::player::{Player, Stage};
use super::submission::{HandIn, Place};
use super::task::{Attempt, TASK};
use crate::core::language::visible_text;
use crate::core::session::Session;
use crate::parts::learn::{Directive, Question, Try, answer, directive};
use crate::report::{
    Block, Column, Data, Paragraph, Report, Role, Table, and, counted, facts_of, few,
};

/// A question, and its tries.
pub type Tried = (Place, Vec<Try>);

/// A replayed submission.
pub struct Pupil {
    /// The learner's name.
    pub name: String,
    /// The file that it is in.
    pub file: String,
    /// The seed of the numbers, if others were drawn.
    pub seed: Option<u64>,
    /// The questions and their tries.
    pub questions: Vec<Tried>,
}

impl Pupil {
    /// The tries at a question.
    fn tries(&self, place: &Place) -> &[Try] {
        let found = self.questions.iter().find(|(own, _)| own == place);
        found.map_or(&[], |(_, tries)| tries)
    }

    /// The number of the first right answer, if there is one.
    fn right_at(&self, place: &Place) -> Option<usize> {
        let answers = self.tries(place).iter().filter(|tried| tried.right.is_some());
        answers.enumerate().find(|(_, tried)| tried.right == Some(true)).map(|(at, _)| at + 1)
    }

    /// The answer in words.
    fn words(&self, place: &Place) -> Option<String> {
        let mut tries = self.tries(place).iter().filter(|_| place.1 == WORDS);
        let words = tries.find(|tried| directive(&tried.text, false).is_none())?;
        Some(visible_text(&words.text))
    }

    /// True if the first answer was right, without a hint before it. Unreadable lines do not count, as in a quiz.
    /// In a task, all statements up to the goal, or to a restart, are one answer.
    fn is_right_at_first(&self, place: &Place) -> bool {
        let asks = |tried: &Try| matches!(directive(&tried.text, false), Some(Directive::Hint));
        let is_hint = |tried: &Try| place.1 != TASK && asks(tried);
        let mut tries = self.tries(place).iter();
        let first = tries.find(|tried| tried.right.is_some() || is_hint(tried));
        first.is_some_and(|tried| tried.right == Some(true))
    }
}

/// Plays a lesson, and judges one learner's tries at each question; `run` runs the statements of a task.
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
        player.finish(stage)?;
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

/// Judges tries at the current question, and moves to the next.
fn judge<'text>(
    session: &mut Session,
    asks: &str,
    tries: impl Iterator<Item = &'text str>,
) -> Vec<Try> {
    let waits = |session: &Session| session.asks().as_deref() == Some(asks);
    // A learner who left the question may have come back.
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

/// Runs the statements for a task until its goal is reached. Each attempt is one try.
fn judge_task<'text, S: Stage>(
    stage: &mut S,
    mut task: Attempt,
    tries: impl Iterator<Item = &'text str>,
    run: impl Fn(&mut S, &str) -> Result<(), S::Error>,
) -> Result<Vec<Try>, S::Error> {
    let mut done = Vec::new();
    for text in tries {
        let tried = Try::at(&task, text);
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

/// The table of right answers, then the mistakes.
pub fn report(lesson: &Lesson, asked: &[Tried], mut pupils: Vec<Pupil>) -> Report {
    tell_apart(&mut pupils);
    let places: Vec<&Place> = asked.iter().map(|(place, _)| place).collect();
    let graded: Vec<&Place> = places.iter().copied().filter(|place| place.1 != WORDS).collect();
    let points = |pupil: &Pupil| {
        let right = graded.iter().filter(|place| pupil.right_at(place).is_some());
        right.map(|place| points(lesson, place)).sum::<u64>()
    };
    let called = |place: &Place| called(lesson, place);
    let titled =
        |(at, place): (usize, &&Place)| Column::number(called(place)).titled((at + 1).to_string());
    let has_seeds = pupils.iter().any(|pupil| pupil.seed.is_some());
    let mut columns = vec![Column::text("pupil").titled("pupil").gap(0)];
    columns.extend(has_seeds.then(|| Column::number("seed").titled("seed")));
    columns.push(Column::number("points").titled("points"));
    columns.extend(places.iter().enumerate().map(titled));
    columns.push(Column::number("first").titled("first"));
    let row = |pupil: &Pupil| {
        let mut cells = vec![Paragraph::new(visible_text(&pupil.name))];
        cells.extend(has_seeds.then(|| pupil.seed.map_or(Paragraph::default(), Paragraph::count)));
        cells.push(Paragraph::count(points(pupil)));
        cells.extend(places.iter().map(|place| {
            match (pupil.tries(place), pupil.right_at(place)) {
                ([], _) => Paragraph::default(),
                (_, Some(tries)) => Paragraph::count(tries as u64),
                _ => Paragraph::new(if pupil.words(place).is_some() { "?" } else { "-" }),
            }
        }));
        let first = graded.iter().filter(|place| pupil.is_right_at_first(place)).count();
        cells.push(Paragraph::new(percent(first, graded.len())));
        cells
    };
    let table = Table::titled(columns, pupils.iter().map(row).collect());
    let data = Data::of(facts_of([("rows", table.records().collect())]));
    let total = pupils.iter().map(points).sum();
    let head = head(lesson, (&places, &graded), (pupils.len(), total));
    let mut blocks: Vec<Block> = head.into_iter().map(|line| Paragraph::new(line).line()).collect();
    blocks.push(Block::Table(table));
    blocks.extend(same(&pupils));
    blocks.push(Paragraph::default().line());
    blocks.extend(places.iter().enumerate().flat_map(|(at, place)| {
        mistakes(place, &format!("{}:  {}", at + 1, called(place)), &pupils)
    }));
    Report { kind: "grade", blocks, data: vec![data], ..Report::default() }
}

/// The lines above the table.
fn head(
    lesson: &Lesson,
    (places, graded): (&[&Place], &[&Place]),
    (count, total): (usize, u64),
) -> [String; 3] {
    let sum = |places: &[&Place]| places.iter().map(|place| points(lesson, place)).sum::<u64>();
    let most = sum(graded);
    let mean = if count == 0 { 0.0 } else { total as f64 / count as f64 };
    let (own, words) = match sum(places) - most {
        0 => (String::new(), ""),
        own => (format!(", and {own} for you to give"), "; ? means words, which you grade"),
    };
    let hand_ins = counted(count as u64, "submission");
    [
        format!("{}: {hand_ins}. Points: {mean:.1} of {most} on average{own}.", lesson.name()),
        format!("Each cell is the number of the right try; - means none{words}."),
        "A submission is a text file: gradcalc cannot detect edits.".to_owned(),
    ]
}

/// The points of an answer.
fn points(lesson: &Lesson, (block, _): &Place) -> u64 {
    match lesson.blocks().find(|(number, _)| number == block).map(|(_, part)| &part.kind) {
        Some(PartKind::Exercise(fence, _)) => fence.points(),
        _ => 1,
    }
}

/// Submissions with identical tries under several names, unless all were right at once.
fn same(pupils: &[Pupil]) -> Vec<Block> {
    let mut groups: BTreeMap<_, Vec<String>> = BTreeMap::new();
    for pupil in pupils {
        let tried = pupil.questions.iter().filter(|(_, tries)| !tries.is_empty());
        let texts = |tries: &[Try]| tries.iter().map(|it| it.text.clone()).collect::<Vec<_>>();
        let tried: Vec<_> = tried.map(|(place, tries)| (place, texts(tries))).collect();
        groups.entry((pupil.seed, tried)).or_default().push(visible_text(&pupil.name));
    }
    let again = |tried: &[(_, Vec<String>)]| tried.iter().any(|(_, texts)| texts.len() > 1);
    let same = groups.into_iter().filter(|((_, tried), names)| again(tried) && names.len() > 1);
    let said = |names| format!("The same tries: {}.", and(names, MOST_SHOWN));
    same.map(|(_, names)| Paragraph::new(said(names)).wrapped(0)).collect()
}

/// Calls submissions of one name by their files as well.
fn tell_apart(pupils: &mut [Pupil]) {
    let names: Vec<String> = pupils.iter().map(|pupil| pupil.name.clone()).collect();
    for pupil in pupils {
        if names.iter().filter(|name| **name == pupil.name).count() > 1 {
            pupil.name = format!("{} ({})", pupil.name, pupil.file);
        }
    }
}

/// The name of a question, by the line of its block.
fn called(lesson: &Lesson, (block, asks): &Place) -> String {
    let line = lesson.blocks().find(|(number, _)| number == block).map_or(0, |(_, part)| part.line);
    format!("{line} {asks}")
}

/// How many were right at first, and the other answers by kind of mistake.
fn mistakes(place: &Place, called: &str, pupils: &[Pupil]) -> Vec<Block> {
    let first = pupils.iter().filter(|pupil| pupil.is_right_at_first(place)).count();
    let share = percent(first, pupils.len());
    let head = Paragraph::default().role(called.to_owned(), Role::Title);
    if place.1 == WORDS {
        let said = pupils.iter().filter_map(|pupil| {
            let said = format!("  {}: {}", visible_text(&pupil.name), pupil.words(place)?);
            Some(Paragraph::new(said).wrapped(4))
        });
        return [head.text("   for you to grade").line()].into_iter().chain(said).collect();
    }
    let right = format!("   right on the first try: {first} of {} ({share})", pupils.len());
    let mut parts = vec![head.text(right).line()];
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
    if place.1 == TASK {
        return parts;
    }
    let mut kinds: Vec<_> = kinds.into_iter().collect();
    kinds.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
    for (kind, (count, texts)) in kinds {
        let mut texts: Vec<(&str, usize)> = texts.into_iter().collect();
        texts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let shown = texts.iter().map(|(text, count)| {
            let text: String = text.chars().take(MOST_SHOWN_OF_TEXT).collect();
            let text = visible_text(&text);
            if *count > 1 { format!("{text} ({count} times)") } else { text }
        });
        let said = format!("  {count} × {kind}: {}", few(shown, MOST_SHOWN, ", "));
        parts.push(Paragraph::new(said).line());
    }
    parts
}

/// The most wrong answers shown of one kind, and their characters.
const MOST_SHOWN: usize = 5;
const MOST_SHOWN_OF_TEXT: usize = 40;

fn percent(part: usize, whole: usize) -> String {
    if whole == 0 { "-".to_owned() } else { format!("{:.0} %", 100.0 * part as f64 / whole as f64) }
}
