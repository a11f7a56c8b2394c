//! The arguments of `gradcalc lesson`.

use std::path::PathBuf;

use clap::{Arg, ArgMatches, Command, value_parser};

use crate::repl::arguments::{flag, option, several};

/// What `gradcalc lesson` is asked for.
#[derive(Debug)]
pub(super) struct LessonOptions {
    /// What to do: `play`, `fill`, `sheet`, `key` or `grade`.
    pub action: String,
    /// The lessons; `-` is stdin.
    pub lessons: Vec<PathBuf>,
    /// What was handed in.
    pub hand_ins: Vec<PathBuf>,
    /// The file for what is answered.
    pub answers: Option<PathBuf>,
    /// The name in that file.
    pub name: Option<String>,
    /// The seed of other numbers for the leaves that a lesson varies.
    pub seed: Option<u64>,
    /// True to print how answers differ, and change nothing.
    pub check: bool,
    /// True for a web page.
    pub html: bool,
}

impl LessonOptions {
    /// Reads the arguments of an action, each of which has some of them.
    pub fn read(matches: &ArgMatches) -> Option<LessonOptions> {
        let (action, matches) = matches.subcommand()?;
        let paths = |name: &str| matches.try_get_many::<PathBuf>(name).ok().flatten();
        let paths = |name: &str| paths(name).into_iter().flatten().cloned();
        let flag = |name: &str| matches!(matches.try_get_one(name), Ok(Some(true)));
        Some(LessonOptions {
            action: action.to_owned(),
            lessons: paths("LESSON").collect(),
            hand_ins: paths("ANSWERS").collect(),
            answers: paths("answers").next(),
            name: matches.try_get_one("name").ok().flatten().cloned(),
            seed: matches.try_get_one("seed").ok().flatten().copied(),
            check: flag("check"),
            html: flag("html"),
        })
    }
}

fn file(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).value_parser(value_parser!(PathBuf)).required(true).help(help)
}

/// The actions, with their help.
pub(super) fn arguments() -> Command {
    let action = |name: &'static str, about: &'static str| {
        let lesson = file("LESSON", "A lesson, a Markdown file; - is stdin");
        let lesson = if name == "fill" { several(lesson).num_args(1..) } else { lesson };
        Command::new(name).about(about).arg(lesson)
    };
    let seed = || {
        let help = "Draws other numbers for the leaves that the lesson varies";
        option("seed", "N", help).value_parser(value_parser!(u64))
    };
    let html = || flag("html", "Prints a web page");
    let play = action("play", "Plays a lesson; without a terminal, by lines on stdin").args([
        seed(),
        option("name", "NAME", "The name in the answers"),
        option("answers", "FILE", "Keeps the answers, to hand in")
            .value_parser(value_parser!(PathBuf)),
    ]);
    let fill = action("fill", "Fills in the answers of lessons; of -, on stdout")
        .args([flag("check", "Prints how the answers differ, and fails if they do"), seed()]);
    let sheet = action("sheet", "Prints a worksheet, with blanks where the answers stand");
    let answers = several(file("ANSWERS", "The files of answers")).num_args(1..);
    Command::new("lesson")
        .about("Plays, fills in, prints and grades lessons")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .disable_help_subcommand(true)
        .subcommands([
            play,
            fill,
            sheet.args([seed(), html()]),
            action("key", "Prints all answers").args([seed(), html()]),
            action("grade", "Grades the answers that were handed in").arg(answers),
        ])
}
