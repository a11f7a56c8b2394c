//! The arguments of the program.

use std::io::{self, Write};

use clap::{Arg, ArgAction, ArgMatches, Command};

use super::{Color, LESSONS, Options, run, write_out};
use crate::core::language::visible_lines;
use crate::render::FORMATS;

/// Runs the program with the arguments that it was given, and returns its exit status.
pub fn run_program() -> u8 {
    let matches = match arguments().try_get_matches() {
        Ok(matches) => matches,
        Err(error) => return refuse(&error),
    };
    let options = options(&matches);
    match LESSONS.as_ref().zip(matches.subcommand_matches("lesson")) {
        Some((lessons, matches)) => (lessons.run)(matches, &options),
        None => run(&options),
    }
}

/// Prints help, or an error of the arguments, and returns the exit status. An error quotes an argument, which a stranger's
/// file name may be.
fn refuse(error: &clap::Error) -> u8 {
    let text = visible_lines(&error.render().to_string());
    if !error.use_stderr() {
        return write_out(&text);
    }
    let _ = io::stderr().write_all(text.as_bytes());
    u8::try_from(error.exit_code()).unwrap_or(2)
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

pub(super) fn flag(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
}

pub(super) fn option(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name(value).help(help)
}

pub(super) fn several(argument: Arg) -> Arg {
    argument.action(ArgAction::Append)
}

/// The options and subcommands, with their help.
pub fn arguments() -> Command {
    let statements = "Runs a line of statements; can be repeated";
    let statements = option("statements", "STATEMENTS", statements).short('e').long(None);
    let formats: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
    Command::new("gradcalc")
        .version(env!("CARGO_PKG_VERSION"))
        .about("A calculator that shows its gradients: type expressions, see every node's data and grad")
        .after_help("Without FILE or -e, shows the prompt if stdin is a terminal, else runs stdin as a script.")
        .disable_help_subcommand(true)
        .subcommands(LESSONS.iter().map(|lessons| (lessons.arguments)()))
        .args([
            several(Arg::new("FILE").help("Scripts to run; - is stdin")),
            several(statements).allow_hyphen_values(true),
            flag("interactive", "Shows the prompt after FILEs and -e").short('i').long(None),
            flag("echo", "Prints each statement before its answer, as in a transcript"),
            flag("fail-fast", "Stops at the first error"),
            flag("strict", "Treats an answer of nan as an error"),
            flag("no-files", "Refuses commands that read or write files").global(true),
            flag("ascii", "Draws with ASCII only, as in a locale without UTF-8").global(true),
            option("color", "WHEN", "When to use color")
                .global(true)
                .value_parser(["auto", "always", "never"]),
            option("format", "FORMAT", "Output format").global(true).value_parser(formats),
        ])
}
