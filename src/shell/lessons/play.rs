//! Playing a lesson: a part at a time is shown and run, its questions asked and its tasks set.

use std::io::{self, Read};
use std::mem;
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::super::pad::Pad;
use super::super::runner::Try;
use super::super::script::{Source, shown};
use super::fill::goal_of;
use super::hand_in::{HandIn, MOST_BYTES, Place, digest};
use super::kept::Progress;
use super::{Runner, Screen, shelf};
use crate::commands::Asking;
use crate::files::{open, why, write_whole};
use crate::language::{Error, Scan, visible};
use crate::lesson::{Exercise, Fence, Lesson, Part, PartKind, Task, is_transcript, typed};
use crate::report::{LessonStep, LessonWish, Role, counted};
use crate::views::Canvas;

/// A lesson that is played.
pub struct Player {
    text: String,
    lesson: Lesson,
    folder: PathBuf,
    /// The parts that are shown at a time.
    units: Vec<Range<usize>>,
    /// How far the learner is, and what was answered.
    answers: HandIn,
    stage: Stage,
    /// True if what was typed between parts has changed the session.
    has_strayed: bool,
    kept: Progress,
    /// The file for the answers, if they are handed in.
    hand_in: Option<PathBuf>,
}

/// What the learner is at.
enum Stage {
    /// Reading, or at the end.
    Reading,
    /// Answering the questions of the block on this line.
    Answering(usize),
    /// Working on a task.
    Working(Attempt),
}

/// A task that is worked on.
struct Attempt {
    line: usize,
    task: Task,
    /// The statements so far that have changed something.
    count: usize,
    /// True once it was said that Enter leaves it.
    may_leave: bool,
}

impl Player {
    /// Opens a lesson whose text stands in a folder, for who hands this in.
    pub fn new(text: String, folder: PathBuf, handed_in: HandIn, kept: Progress) -> Player {
        let lesson = Lesson::read(&text);
        let units = units(&lesson, &text);
        let answers = HandIn { title: lesson.title.clone(), ..handed_in };
        let (stage, has_strayed) = (Stage::Reading, false);
        Player { text, lesson, folder, units, answers, stage, has_strayed, kept, hand_in: None }
    }

    /// Writes the answers to a file, now and after each.
    ///
    /// # Errors
    ///
    /// When the file holds something else than earlier answers of the same learner to this lesson, or
    /// cannot be written.
    pub fn hand_in_to(&mut self, file: Option<PathBuf>) -> io::Result<()> {
        if let Some(file) = file.as_ref().filter(|file| file.exists()) {
            let found = open(file).ok();
            let found =
                found.map(|it| it.take(MOST_BYTES)).map(serde_json::from_reader::<_, HandIn>);
            let is_own = |it: &HandIn| it.is_of(&self.answers) && it.name == self.answers.name;
            if !found.is_some_and(|it| it.is_ok_and(|it| is_own(&it))) {
                let what = "holds something else than these answers; name another file";
                return Err(io::Error::other(format!("{} {what}", shown(file))));
            }
        }
        self.hand_in = file;
        self.finish()
    }

    /// Hands the answers in.
    ///
    /// # Errors
    ///
    /// When the file cannot be written.
    pub fn finish(&self) -> io::Result<()> {
        let Some(file) = &self.hand_in else { return Ok(()) };
        let text = serde_json::to_string_pretty(&self.answers).map_err(io::Error::other)?;
        write_whole(file, &(text + "\n"), true).map_err(|error| {
            io::Error::other(format!("cannot write {}: {}", shown(file), why(&error)))
        })
    }

    /// Says what the lesson is and shows its first part, or goes on where the learner has left it.
    pub fn begin(&mut self, runner: &mut Runner) -> io::Result<()> {
        let title = if self.lesson.title.is_empty() { "a lesson" } else { &self.lesson.title };
        let count = self.units.len();
        let parts = counted(count as u64, "part");
        let title: String = title.chars().map(visible).collect();
        runner.screen.say(&format!("{title}: {parts}. Enter goes on, :lesson stop ends it."))?;
        match self.kept.read() {
            Some(kept) if kept.is_of(&self.answers) && kept.shown < count => {
                self.answers = HandIn { name: self.answers.name.take(), ..kept };
                let shown = self.answers.shown;
                runner.screen.say(&format!(
                    "It goes on after part {shown} of {count}; :lesson back shows that again."
                ))?;
                self.restore(runner, shown)?;
            }
            Some(kept) if !kept.is_of(&self.answers) => {
                runner.screen.say("The lesson has changed since, and begins anew.")?;
            }
            _ => {}
        }
        self.go_on(runner)
    }

    /// Acts on an empty line: shows the next part, or says what is still to do.
    pub fn go_on(&mut self, runner: &mut Runner) -> io::Result<()> {
        match &mut self.stage {
            Stage::Answering(_) if runner.is_asking() => return Ok(()),
            Stage::Working(work) if !work.may_leave => {
                work.may_leave = true;
                let goal = work.task.goal.0.clone();
                return runner.screen.say(&format!(
                    "The goal is not reached: {goal}. Enter leaves it; :lesson again begins it anew."
                ));
            }
            _ => {}
        }
        self.stage = Stage::Reading;
        if mem::take(&mut self.has_strayed) {
            self.restore(runner, self.answers.shown)?;
            runner.screen.say("What you have tried is dropped.")?;
        }
        let Some(unit) = self.units.get(self.answers.shown).cloned() else {
            return runner
                .screen
                .say("The lesson is at its end. :lesson back goes back, :lesson stop ends it.");
        };
        self.answers.shown += 1;
        self.show(runner, unit)?;
        self.keep(runner)?;
        if matches!(self.stage, Stage::Reading) {
            self.say_how_to_go_on(runner)?;
        }
        Ok(())
    }

    fn say_how_to_go_on(&self, runner: &mut Runner) -> io::Result<()> {
        let (shown, count) = (self.answers.shown, self.units.len());
        let what = if shown < count { "Enter goes on" } else { "the end" };
        let line = format!("── {shown} of {count} · {what} ──\n");
        runner.screen.answers().put(Role::Faint, &line)
    }

    /// Shows and runs parts.
    fn show(&mut self, runner: &mut Runner, unit: Range<usize>) -> io::Result<()> {
        for at in unit {
            let Some(part) = self.lesson.parts.get(at) else { continue };
            let line = part.line;
            match &part.kind {
                PartKind::Prose => {
                    let prose = self.text.get(part.places.clone()).unwrap_or_default();
                    show_prose(&mut runner.screen, prose)?;
                }
                PartKind::NewSession => runner.begin_anew(),
                PartKind::Vary(_) => {}
                PartKind::Code(code) => {
                    runner.run_block(&script_of(&code.fence), &self.folder)?;
                    if runner.is_asking() {
                        self.begin_answering(runner, line);
                    }
                }
                PartKind::Exercise(fence, exercise) => {
                    let begun = begin_exercise(runner, exercise);
                    match (begun, exercise) {
                        (Err(error), _) => complain(runner, (line, fence), &error)?,
                        (Ok(()), Exercise::Task(task)) => {
                            let task = task.clone();
                            self.answers.forget(line);
                            self.stage =
                                Stage::Working(Attempt { line, task, count: 0, may_leave: false });
                        }
                        (Ok(()), _) => self.begin_answering(runner, line),
                    }
                }
                PartKind::Wrong(fence, error) => complain(runner, (line, fence), error)?,
            }
        }
        Ok(())
    }

    fn begin_answering(&mut self, runner: &mut Runner, line: usize) {
        self.answers.forget(line);
        runner.record();
        self.stage = Stage::Answering(line);
    }

    /// Notes how a line is about to change the session; called before it runs.
    pub fn before(&mut self, runner: &mut Runner, text: &str) {
        if text.trim_start().starts_with(":lesson") {
            runner.leave_questions();
        }
    }

    /// Acts on a line that has run, which left so many changes standing before it.
    pub fn after(&mut self, runner: &mut Runner, text: &str, changes: u64) -> io::Result<()> {
        let has_changed = runner.session.standing_changes() != changes;
        let tries = runner.take_tries();
        match &mut self.stage {
            Stage::Answering(line) => {
                for tried in tries {
                    self.answers.add(*line, tried);
                }
                if !runner.is_asking() {
                    self.stage = Stage::Reading;
                    self.say_how_to_go_on(runner)?;
                }
                self.keep(runner)
            }
            Stage::Working(work) => {
                self.answers.add(work.line, tried(text));
                work.count += if has_changed { statements_in(text) } else { 0 };
                let most = work.task.most.unwrap_or(usize::MAX);
                if work.count > most {
                    runner.screen.say(&format!("That took more than {most} statements: once more from the start of the task."))?;
                    work.count = 0;
                    let (line, shown) = (work.line, self.answers.shown);
                    self.restore_before(runner, shown, line)?;
                } else if is_reached(runner, &work.task) {
                    let line = format!("     reached: {}\n", work.task.goal.0);
                    runner.screen.answers().put(Role::Right, &line)?;
                    self.stage = Stage::Reading;
                    self.say_how_to_go_on(runner)?;
                }
                self.keep(runner)
            }
            Stage::Reading => {
                if has_changed && !mem::replace(&mut self.has_strayed, true) {
                    runner.note("the next part drops what you have tried here")?;
                }
                Ok(())
            }
        }
    }

    /// Carries out `:lesson STEP`; returns false if that ends the lesson.
    pub fn take(&mut self, runner: &mut Runner, step: LessonStep) -> io::Result<bool> {
        let shown = self.answers.shown;
        let from = match step {
            LessonStep::Stop => {
                self.keep(runner)?;
                self.finish()?;
                runner.screen.say("The lesson is left here; it goes on from here another time.")?;
                return Ok(false);
            }
            LessonStep::Where => {
                let line = self
                    .units
                    .get(shown.saturating_sub(1))
                    .and_then(|it| self.lesson.parts.get(it.start));
                let line = line.map_or(1, |part| part.line);
                runner.screen.say(&format!("part {shown} of {}, line {line}", self.units.len()))?;
                return Ok(true);
            }
            LessonStep::Again => shown.saturating_sub(1),
            LessonStep::Back => shown.saturating_sub(2),
        };
        self.stage = Stage::Reading;
        self.has_strayed = false;
        self.restore(runner, from)?;
        self.answers.shown = from;
        self.go_on(runner)?;
        Ok(true)
    }

    /// Brings the session to where it was after the first units.
    fn restore(&mut self, runner: &mut Runner, shown: usize) -> io::Result<()> {
        let end = shown.checked_sub(1).and_then(|last| self.units.get(last)).map_or(0, |it| it.end);
        self.replay(runner, self.lesson.parts.get(..end).unwrap_or_default())
    }

    /// The same, up to the block on a line.
    fn restore_before(&mut self, runner: &mut Runner, shown: usize, line: usize) -> io::Result<()> {
        let end = self.units.get(shown.saturating_sub(1)).map_or(0, |it| it.end);
        let parts = self.lesson.parts.get(..end).unwrap_or_default();
        let before = parts.iter().position(|part| part.line == line).unwrap_or(end);
        self.replay(runner, parts.get(..before).unwrap_or_default())
    }

    /// Runs parts again in a new session, with what was typed for their tasks, and prints nothing.
    fn replay(&self, runner: &mut Runner, parts: &[Part]) -> io::Result<()> {
        let screen = Screen::on_pad(&Pad::forgetful(), false);
        let screen = mem::replace(&mut runner.screen, screen);
        runner.begin_anew();
        let mut replayed = Ok(());
        for part in parts {
            replayed = replayed.and_then(|()| match &part.kind {
                PartKind::NewSession => {
                    runner.begin_anew();
                    Ok(())
                }
                PartKind::Code(code) => {
                    runner.run_block(&script_of(&code.fence), &self.folder)?;
                    runner.leave_questions();
                    Ok(())
                }
                PartKind::Exercise(_, Exercise::Task(task)) => {
                    replay_task(runner, task, self.answers.tries(part.line)).map(drop)
                }
                _ => Ok(()),
            });
        }
        runner.screen = screen;
        replayed
    }

    /// Takes again what was tried at each question and task, and returns it with the verdicts.
    pub fn take_again(
        &mut self,
        runner: &mut Runner,
        answers: HandIn,
    ) -> io::Result<Vec<(Place, Vec<Try>)>> {
        self.answers = answers;
        runner.record();
        let mut found: Vec<(Place, Vec<Try>)> = Vec::new();
        for part in &self.lesson.parts {
            let mut tries = Vec::new();
            match &part.kind {
                PartKind::NewSession => runner.begin_anew(),
                PartKind::Code(code) => {
                    runner.run_block(&script_of(&code.fence), &self.folder)?;
                }
                PartKind::Exercise(_, Exercise::Task(task)) => {
                    tries = replay_task(runner, task, self.answers.tries(part.line))?;
                }
                PartKind::Exercise(_, exercise) => drop(begin_exercise(runner, exercise)),
                PartKind::Prose | PartKind::Vary(_) | PartKind::Wrong(..) => {}
            }
            // What a block itself answers is nobody's try.
            runner.take_tries();
            for text in self.answers.tries(part.line) {
                if !runner.is_asking() {
                    break;
                }
                runner.run(Source::text("", text.lines().next().unwrap_or_default()))?;
                tries.append(&mut runner.take_tries());
            }
            runner.leave_questions();
            for tried in tries {
                let place = (part.line, tried.asks.clone());
                match found.iter_mut().find(|(own, _)| *own == place) {
                    Some((_, tries)) => tries.push(tried),
                    None => found.push((place, vec![tried])),
                }
            }
        }
        Ok(found)
    }

    /// Keeps the answers for another day; where that fails, says so once.
    fn keep(&mut self, runner: &mut Runner) -> io::Result<()> {
        self.finish()?;
        match self.kept.write(&self.answers) {
            Some(warning) => runner.warn(&warning),
            None => Ok(()),
        }
    }
}

/// Runs a line in a lesson that is played, or that it asks for, or in none.
pub fn type_line(
    runner: &mut Runner,
    player: &mut Option<Player>,
    text: &str,
    run: impl FnOnce(&mut Runner) -> io::Result<()>,
) -> io::Result<()> {
    let changes = runner.session.standing_changes();
    if let Some(player) = player {
        player.before(runner, text);
    }
    run(runner)?;
    match (runner.take_wish(), &mut *player) {
        (Some(LessonWish::Open(name)), _) => {
            let opened = shelf::text(name).to_owned();
            let kept = Progress::of(Path::new(name));
            let handed_in = HandIn { digest: digest(&opened), ..HandIn::default() };
            let mut opened = Player::new(opened, PathBuf::new(), handed_in, kept);
            runner.begin_anew();
            opened.begin(runner)?;
            *player = Some(opened);
            Ok(())
        }
        (Some(LessonWish::Step(step)), Some(playing)) => {
            if !playing.take(runner, step)? {
                *player = None;
            }
            Ok(())
        }
        (Some(LessonWish::Step(_)), None) => {
            runner.complain("no lesson is played; :lesson lists those that there are")
        }
        (None, Some(playing)) => playing.after(runner, text, changes),
        (None, None) => Ok(()),
    }
}

/// Does what was typed for a task, which began anew where it took too many statements, until its goal is
/// reached.
fn replay_task<'text>(
    runner: &mut Runner,
    task: &Task,
    tries: impl Iterator<Item = &'text str>,
) -> io::Result<Vec<Try>> {
    let most = task.most.unwrap_or(usize::MAX);
    let start = runner.session.standing_changes();
    let mut count = 0;
    let mut done = Vec::new();
    for text in tries {
        let changes = runner.session.standing_changes();
        runner.run_typed(text)?;
        if runner.session.standing_changes() != changes {
            count += statements_in(text);
        }
        let is_over = count > most;
        let is_reached = !is_over && is_reached(runner, task);
        done.push(Try { right: Some(is_reached), ..tried(text) });
        if is_reached {
            break;
        }
        if is_over {
            undo_to(runner, start)?;
            count = 0;
        }
    }
    Ok(done)
}

/// What was typed for a task.
fn tried(text: &str) -> Try {
    Try { asks: "task".to_owned(), text: text.trim_end().to_owned(), ..Try::default() }
}

/// The number of statements in a line.
fn statements_in(text: &str) -> usize {
    Scan::of(text).statements().filter(|it| !it.is_empty()).count()
}

/// Undoes until no more than so many changes stand.
fn undo_to(runner: &mut Runner, changes: u64) -> io::Result<()> {
    loop {
        let standing = runner.session.standing_changes();
        if standing <= changes {
            return Ok(());
        }
        runner.run_typed(":undo")?;
        if runner.session.standing_changes() >= standing {
            return Ok(());
        }
    }
}

/// Splits a lesson into what is shown at a time: up to a block, or to the next heading.
fn units(lesson: &Lesson, text: &str) -> Vec<Range<usize>> {
    let mut units: Vec<Range<usize>> = Vec::new();
    let mut start = 0;
    let mut has_prose = false;
    for (at, part) in lesson.parts.iter().enumerate() {
        let says =
            |part: &Part| text.get(part.places.clone()).is_some_and(|it| !it.trim().is_empty());
        match part.kind {
            PartKind::Prose if !says(part) => {}
            PartKind::Prose => {
                if mem::replace(&mut has_prose, true) {
                    units.push(start..at);
                    start = at;
                }
            }
            PartKind::NewSession | PartKind::Vary(_) => {}
            PartKind::Code(_) | PartKind::Exercise(..) | PartKind::Wrong(..) => {
                units.push(start..at + 1);
                (start, has_prose) = (at + 1, false);
            }
        }
    }
    if has_prose {
        units.push(start..lesson.parts.len());
    }
    units
}

/// What is run of a block.
fn script_of(fence: &Fence) -> String {
    if is_transcript(&fence.content) { typed(&fence.content) } else { fence.content.clone() }
}

/// Shows prose as it is written, its headings marked.
fn show_prose(screen: &mut Screen, prose: &str) -> io::Result<()> {
    let mut canvas = screen.answers();
    for line in prose.trim_matches(['\n', '\r']).lines() {
        let role = if line.starts_with('#') { Role::Title } else { Role::Plain };
        let line: String = line.chars().map(visible).collect();
        canvas.put(role, &line)?;
        canvas.put(Role::Plain, "\n")?;
    }
    canvas.put(Role::Plain, "\n")
}

/// Shows an exercise and begins it.
fn begin_exercise(runner: &mut Runner, exercise: &Exercise) -> Result<(), Error> {
    // What cannot be printed is noticed at the next answer.
    match exercise {
        Exercise::Quiz(statement) => {
            let folder = PathBuf::new();
            let _ = runner.run_block(statement, &folder);
        }
        Exercise::Ask(ask) => {
            let asking = Asking::new(&mut runner.session, ask)?;
            let _ = show_prose(&mut runner.screen, &ask.question);
            runner.ask(asking);
        }
        Exercise::Task(task) => {
            goal_of(task)?;
            let most = task
                .most
                .map_or_else(String::new, |most| format!(", in at most {most} statements"));
            let said =
                format!("{}\n\nGoal: {}{most}. What you type counts.", task.text, task.goal.0);
            let _ = show_prose(&mut runner.screen, &said);
        }
    }
    Ok(())
}

/// Returns true if the goal of a task is reached.
fn is_reached(runner: &mut Runner, task: &Task) -> bool {
    let goal = goal_of(task).and_then(|tree| runner.session.number(&tree));
    goal.is_ok_and(|holds| holds != 0.0 && !holds.is_nan())
}

fn complain(runner: &mut Runner, (line, fence): (usize, &Fence), error: &Error) -> io::Result<()> {
    runner.complain(&format!("line {}: {error}", fence.line_of(line, error.span())))
}
