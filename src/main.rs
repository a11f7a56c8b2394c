//! Arguments and exit status.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use gradcalc::internals::lessons::{self, LessonOptions};
use gradcalc::internals::render::FORMATS;
use gradcalc::internals::repl::{Color, Options, run};

fn main() -> ExitCode {
    let matches = match arguments().try_get_matches() {
        Ok(matches) => matches,
        Err(error) => {
            // Help and version are answers; a closed pipe is no reason to fail.
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    let options = options(&matches);
    ExitCode::from(match matches.subcommand_matches("lesson").and_then(lesson_options) {
        Some(asked) => lessons::run(asked, &options),
        None => run(&options),
    })
}

fn options(matches: &ArgMatches) -> Options {
    let several = |name: &str| matches.get_many::<String>(name).into_iter().flatten().cloned();
    let format = matches.get_one::<String>("format");
    Options {
        files: several("FILE").map(Into::into).collect(),
        statements: several("statements").collect(),
        interactive: matches.get_flag("interactive"),
        echo: matches.get_flag("echo"),
        fail_fast: matches.get_flag("fail-fast"),
        strict: matches.get_flag("strict"),
        no_files: matches.get_flag("no-files"),
        color: match matches.get_one::<String>("color").map(String::as_str) {
            Some("always") => Color::Always,
            Some("never") => Color::Never,
            _ => Color::Auto,
        },
        ascii: matches.get_flag("ascii").then_some(true),
        format: format.and_then(|name| FORMATS.iter().map(|row| row.name).find(|row| row == name)),
    }
}

/// Each action has some of the arguments.
fn lesson_options(matches: &ArgMatches) -> Option<LessonOptions> {
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

fn flag(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
}

fn option(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name(value).help(help)
}

fn file(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).value_parser(value_parser!(PathBuf)).required(true).help(help)
}

fn several(argument: Arg) -> Arg {
    argument.action(ArgAction::Append)
}

/// The options and subcommands, with their help.
pub fn arguments() -> Command {
    let statements = "Runs a line of statements; may be given several times";
    let statements = option("statements", "STATEMENTS", statements).short('e').long(None);
    let formats: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
    Command::new("gradcalc")
        .version(env!("CARGO_PKG_VERSION"))
        .about("A calculator that shows its gradients: type expressions, see every node's data and grad")
        .after_help("Without FILE or -e, shows a prompt if stdin is a terminal, else runs stdin as a script.")
        .disable_help_subcommand(true)
        .subcommand(lesson_arguments())
        .args([
            several(Arg::new("FILE").help("Scripts to run; - is stdin")),
            several(statements).allow_hyphen_values(true),
            flag("interactive", "Shows the prompt afterwards").short('i').long(None),
            flag("echo", "Prints each statement before its answer, as in a transcript"),
            flag("fail-fast", "Stops at the first error"),
            flag("strict", "Takes an answer that is nan for an error"),
            flag("no-files", "Refuses commands that read or write files").global(true),
            flag("ascii", "Draws with ASCII alone, as in a locale without UTF-8").global(true),
            option("color", "WHEN", "When to use color")
                .global(true)
                .value_parser(["auto", "always", "never"]),
            option("format", "FORMAT", "Output format").global(true).value_parser(formats),
        ])
}

fn lesson_arguments() -> Command {
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
