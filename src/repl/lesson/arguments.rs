//! The arguments of `gradcalc lesson`.

use std::path::PathBuf;

use clap::{Arg, ArgMatches, Command, value_parser};

use crate::repl::arguments::{flag, option, several};

/// The options of `gradcalc lesson`.
#[derive(Debug)]
pub(super) struct LessonOptions {
    /// The action: `play`, `fill`, `sheet`, `key` or `grade`.
    pub action: String,
    /// The lessons; `-` is stdin.
    pub lessons: Vec<PathBuf>,
    /// The submissions.
    pub hand_ins: Vec<PathBuf>,
    /// The file to save answers in.
    pub answers: Option<PathBuf>,
    /// The pupil's name.
    pub name: Option<String>,
    /// The seed of the variant.
    pub seed: Option<u64>,
    /// True to only print differences.
    pub check: bool,
    /// True for a web page.
    pub html: bool,
}

impl LessonOptions {
    /// Reads the arguments of an action.
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
        let lesson = file("LESSON", "A lesson in Markdown; - is stdin");
        let lesson = if name == "fill" { several(lesson).num_args(1..) } else { lesson };
        Command::new(name).about(about).arg(lesson)
    };
    let seed = || {
        let help = "Draws the variant with this seed: other numbers for some leaves";
        option("seed", "N", help).value_parser(value_parser!(u64))
    };
    let html = || flag("html", "Prints a web page");
    let play = action("play", "Plays a lesson; without a terminal, reads lines from stdin").args([
        seed(),
        option("name", "NAME", "The pupil's name, for the submission"),
        option("answers", "FILE", "Saves the answers as a submission")
            .value_parser(value_parser!(PathBuf)),
    ]);
    let fill = action("fill", "Fills in the answers of lessons; - reads stdin, writes stdout")
        .args([flag("check", "Only prints the differences, and fails if there are any"), seed()]);
    let sheet = action("sheet", "Prints a worksheet, with blanks for the answers");
    let answers = several(file("ANSWERS", "Submissions: files of saved answers")).num_args(1..);
    Command::new("lesson")
        .about("Plays, fills in, prints and grades lessons")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .disable_help_subcommand(true)
        .subcommands([
            play,
            fill,
            sheet.args([seed(), html()]),
            action("key", "Prints the answer key").args([seed(), html()]),
            action("grade", "Grades submissions").arg(answers),
        ])
}
