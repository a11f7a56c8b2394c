//! `:lesson`: the built-in lessons, and steps in the current one.

use super::lesson::SHELF;
use crate::command::{Argument, Arguments, Choices, Command, RunOptions};
use crate::core::language::Result;
use crate::core::session::Session;
use crate::report::{Block, LESSON_STEPS, LessonWish, Next, Paragraph, Report, Role};

pub const COMMANDS: &[Command] = &[Command {
    name: "lesson",
    arguments: &[Argument::choice("LESSON", &WISHES).optional()],
    summary: "list the lessons, play one, or navigate the current one",
    details: "\
A lesson shows one part at a time; Enter continues. gradcalc lesson play FILE.md plays a file; \
docs/lessons.md explains how to write one.",
    options: &[("LESSON", "a lesson to play; or back, again or stop in a lesson")],
    examples: &[":lesson"],
    run: lesson,
    ..Command::ROW
}];

static WISHES: Choices = Choices {
    noun: "lesson",
    all: || {
        let steps = LESSON_STEPS.iter().map(|(name, _)| (*name, ""));
        SHELF.iter().copied().chain(steps).collect()
    },
};

fn lesson(_: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let Some(word) = arguments.words("LESSON").next() else {
        return Ok(Report { kind: "lesson", blocks: shelf(), ..Report::default() });
    };
    let next = Next::Lesson(wish(arguments)?, word.span);
    Ok(Report { kind: "lesson", next, ..Report::default() })
}

/// Returns the step or the lesson that is chosen.
fn wish(arguments: &Arguments<'_>) -> Result<LessonWish> {
    let steps = LESSON_STEPS.iter().map(|(name, step)| (*name, LessonWish::Step(*step)));
    let wishes = steps.chain(SHELF.iter().map(|(name, _)| (*name, LessonWish::Open(name))));
    arguments.choice("LESSON", wishes, |(name, _)| name).map(|(_, wish)| wish)
}

/// Returns true for a statement that chooses a step or a lesson.
pub fn chooses(statement: &str) -> bool {
    let options = RunOptions { typed: true, ..RunOptions::default() };
    let read = Arguments::read(statement, options);
    read.is_ok_and(|it| it.command.name == COMMANDS[0].name && wish(&it).is_ok())
}

/// The lessons that come with the program.
fn shelf() -> Vec<Block> {
    let width = SHELF.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let lines = SHELF.iter().map(|(name, about)| {
        let gap = " ".repeat(width - name.len() + 3);
        Paragraph::new("  ")
            .role(format!(":lesson {name}"), Role::Title)
            .text(format!("{gap}{about}"))
            .line()
    });
    let more = Paragraph::new(
        "  gradcalc lesson play FILE.md plays your own; docs/lessons.md explains how to write one.",
    );
    lines.chain([more.wrapped(2)]).collect()
}
