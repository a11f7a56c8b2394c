//! Filling in a lesson: runs its blocks in one session, and puts their answers below them.

use std::io;
use std::mem;

use super::exercise::Exercise;
use super::fence::Fence;
use super::lesson::{BYTE_ORDER_MARK, Code, Lesson, Part, PartKind};
use super::player::restore_format;
use super::transcript::{Printed, is_transcript, transcript, typed};
use super::worksheet::Sheet;
use crate::command::syntax::{Statement, last_statement, parse};
use crate::core::language::{Error, Result, counted, quoted};
use crate::core::session::Session;

/// Runs the blocks of a lesson that is filled in.
pub trait BlockRunner {
    /// The session.
    fn session(&mut self) -> &mut Session;

    /// Begins an empty session.
    fn clear(&mut self);

    /// Runs a block on this line of the filled lesson. Returns the printed lines, and true if a statement failed.
    ///
    /// # Errors
    ///
    /// When it prints more than there is room for.
    fn run(&mut self, block: &Fence, line: usize) -> io::Result<(Vec<Printed>, bool)>;
}

/// A lesson with its answers.
#[derive(Debug, Default)]
pub struct Filled {
    /// The text.
    pub text: String,
    /// True if a statement has failed.
    pub failed: bool,
    /// The errors in exercises.
    pub complaints: Vec<String>,
    /// Blocks that had other answers: their lines, and their texts before and after.
    pub changes: Vec<(usize, String, String)>,
}

/// A text with the answers of all its blocks, or with what a sheet prints for them.
///
/// # Errors
///
/// When a block is never closed, or prints more than there is room for.
pub fn fill(text: &str, sheet: Option<Sheet>, runner: &mut impl BlockRunner) -> io::Result<Filled> {
    let mut filling = Filling { runner, sheet, filled: Filled::default(), is_on_paper: false };
    for part in &Lesson::read(text).parts {
        filling.fill_part(part)?;
    }
    let mut filled = filling.filled;
    if text.contains("\r\n") {
        filled.text = filled.text.replace('\n', "\r\n");
    }
    if text.starts_with(BYTE_ORDER_MARK) {
        filled.text.insert(0, BYTE_ORDER_MARK);
    }
    Ok(filled)
}

/// A lesson being filled in.
struct Filling<'runner, R> {
    runner: &'runner mut R,
    sheet: Option<Sheet>,
    filled: Filled,
    /// True if the last part was a question of a sheet.
    is_on_paper: bool,
}

impl<R: BlockRunner> Filling<'_, R> {
    fn fill_part(&mut self, part: &Part) -> io::Result<()> {
        let own = part.text.as_str();
        if mem::take(&mut self.is_on_paper) && !own.starts_with('\n') {
            self.filled.text.push('\n');
        }
        match &part.kind {
            PartKind::Prose => self.filled.text.push_str(own),
            PartKind::Exercise(fence, exercise) => match self.try_out(fence, exercise.as_ref()) {
                Ok(Some(on_paper)) => {
                    // A paragraph of its own.
                    let text = &mut self.filled.text;
                    let is_apart = text.is_empty() || text.ends_with("\n\n");
                    text.push_str(if is_apart { "" } else { "\n" });
                    text.push_str(&on_paper);
                    self.is_on_paper = true;
                }
                Ok(None) => self.filled.text.push_str(own),
                Err(error) => self.complain(part, fence, &error),
            },
            PartKind::Wrong(fence, error) => {
                // Prose below its statements would look like their old answers.
                if let Some(error) = fence.never_closed() {
                    return Err(io::Error::other(format!("line {}: {error}", part.line)));
                }
                self.complain(part, fence, error);
            }
            PartKind::Vary(_) => self.push_setting(own),
            PartKind::NewSession => {
                self.runner.clear();
                self.push_setting(own);
            }
            PartKind::Code(code) => {
                let answered = self.answered(code, part)?;
                if answered != *own {
                    self.filled.changes.push((part.line, own.to_owned(), answered.clone()));
                }
                self.filled.text.push_str(&answered);
            }
        }
        Ok(())
    }

    /// Adds text for the program only; a sheet leaves it out with the empty line before it.
    fn push_setting(&mut self, own: &str) {
        let text = &mut self.filled.text;
        if self.sheet.is_none() {
            return text.push_str(own);
        }
        let length = text.trim_end_matches('\n').len();
        text.truncate(text.len().min(length + 1));
    }

    /// Returns a block with its answers.
    fn answered(&mut self, Code { fence, output }: &Code, part: &Part) -> io::Result<String> {
        let new_line = 1 + self.filled.text.matches('\n').count();
        let format = self.runner.session().settings().format;
        let (mut printed, has_failed) = self.runner.run(fence, new_line)?;
        restore_format(self.runner.session(), format);
        self.filled.failed |= has_failed;
        if let Some(sheet) = self.sheet {
            printed = sheet.printed(printed);
        }
        if is_transcript(&fence.content) {
            let content = transcript(&printed);
            let (before, after) = (typed(&fence.content), typed(&content));
            if self.sheet.is_none() && before != after {
                let unsettled = unsettled(&before, &after);
                self.filled.complaints.push(format!("line {}: {unsettled}", part.line));
                self.filled.failed = true;
                return Ok(part.text.clone());
            }
            if content == fence.content {
                return Ok(fence.text.clone());
            }
            return Ok(fence.with(&fence.info, &content));
        }
        let answers = printed.into_iter().filter(|line| !line.is_typed);
        let answers: String = answers.flat_map(|line| [line.text, "\n".to_owned()]).collect();
        if answers.is_empty() {
            return Ok(fence.text.clone());
        }
        if output.as_ref() == Some(&answers) {
            return Ok(part.text.clone());
        }
        Ok(format!("{}\n\n{}", fence.text.trim_end_matches('\n'), fence.with("output", &answers)))
    }

    /// Tries out an exercise; returns its form on a sheet.
    fn try_out(&mut self, fence: &Fence, exercise: &dyn Exercise) -> Result<Option<String>> {
        let keys = exercise.keys(self.runner.session())?;
        let worth = match (fence.points(), keys.len()) {
            (1, _) => String::new(),
            (points, 0 | 1) => format!("\n({})\n", counted(points, "point")),
            (points, _) => format!("\n({} each)\n", counted(points, "point")),
        };
        Ok(self.sheet.map(|sheet| exercise.on_sheet(sheet, &keys) + &worth))
    }

    /// Notes an error in a block, which stays unchanged.
    fn complain(&mut self, part: &Part, fence: &Fence, error: &Error) {
        let line = fence.line_of(part.line, error.span());
        self.filled.text.push_str(&part.text);
        self.filled.complaints.push(format!("line {line}: {error}"));
        self.filled.failed = true;
    }
}

/// The complaint about a transcript whose typed lines would not be the same once it is filled in.
fn unsettled(before: &str, after: &str) -> String {
    let mut after = after.lines();
    let mut last = "";
    let lost = before.lines().find(|line| {
        let is_same = after.next() == Some(line);
        last = if is_same { line } else { last };
        !is_same
    });
    let is_quit = |statement| matches!(parse(statement), Ok(Statement::Command(command)) if command.name == "quit");
    match lost {
        Some(line) if is_quit(last_statement(last).1) => {
            let line = quoted(line);
            format!(
                "left unchanged: filling it in would remove the line {line}: nothing below :quit runs"
            )
        }
        Some(line) => {
            format!("left unchanged: filling it in would not keep the line {}", quoted(line))
        }
        None => "left unchanged: an answer in it would look like a typed line".to_owned(),
    }
}
