//! Arguments and exit status.

use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use clap_complete::Shell;
use gradcalc::internals::language::{nearest, visible_text};
use gradcalc::internals::lessons::Lessons;
use gradcalc::internals::render::FORMATS;
use gradcalc::internals::repl::{Color, Options, run, write_out};

fn main() -> ExitCode {
    let matches = match arguments().try_get_matches() {
        Ok(matches) => matches,
        Err(error) => {
            let error = without_usage(error);
            // Help and version are answers; a closed pipe is no reason to fail.
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    if let Some(text) = about_the_program(&matches) {
        return ExitCode::from(write_out(&text));
    }
    let several = |name: &str| matches.get_many::<String>(name).into_iter().flatten().cloned();
    let format = matches.get_one::<String>("format");
    let options = Options {
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
        lessons: Lessons {
            fill: matches.get_flag("fill"),
            play: matches.get_flag("play"),
            answers: matches.get_one::<String>("answers").map(Into::into),
            name: matches.get_one::<String>("name").cloned(),
            worksheet: matches.get_flag("worksheet"),
            key: matches.get_flag("key"),
            html: matches.get_flag("html"),
            seed: matches.get_one::<u64>("seed").copied(),
            grade: matches.get_one::<String>("grade").map(Into::into),
            write: matches.get_flag("write"),
            check: matches.get_flag("check"),
        },
    };
    ExitCode::from(run(&options))
}

/// Reads a seed.
fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "a seed is a whole number from 0".to_owned())
}

/// Says of an option that there is not which one may be meant, in the words of other errors.
fn without_usage(error: clap::Error) -> clap::Error {
    let Some(ContextValue::String(typed)) = error.get(ContextKind::InvalidArg) else {
        return error;
    };
    if error.kind() != ErrorKind::UnknownArgument {
        return error;
    }
    let (typed, command) = (typed.split('=').next().unwrap_or(typed), arguments());
    let known: Vec<&str> = command.get_arguments().filter_map(Arg::get_long).collect();
    let hint = match nearest(typed.trim_start_matches('-'), known.into_iter()) {
        Some(meant) => format!("did you mean --{meant}?"),
        None => "gradcalc --help lists the options".to_owned(),
    };
    let typed = visible_text(typed);
    let text = format!("there is no option {typed}\n  hint: {hint}\n");
    clap::Error::raw(ErrorKind::UnknownArgument, text)
}

/// Returns what a shell or `man` wants to know of the program, if that was asked for.
fn about_the_program(matches: &ArgMatches) -> Option<Vec<u8>> {
    let mut text = Vec::new();
    if let Some(shell) = matches.get_one::<Shell>("completions") {
        clap_complete::generate(*shell, &mut arguments(), "gradcalc", &mut text);
        return Some(text);
    }
    if matches.get_flag("man") {
        // Nothing fails that writes to memory.
        let _ = clap_mangen::Man::new(arguments()).render(&mut text);
        return Some(text);
    }
    None
}

fn arguments() -> Command {
    let flag = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
    };
    Command::new("gradcalc")
        .version(env!("CARGO_PKG_VERSION"))
        .about("A calculator that shows its gradients: type expressions, see every node's data and grad")
        .after_help("Without FILE or -e, shows a prompt if stdin is a terminal, else runs stdin as a script.")
        .arg(Arg::new("FILE").action(ArgAction::Append).value_parser(value_parser!(String)).help("Scripts to run; - is stdin. A lesson (.md) has its answers filled in"))
        .arg(
            Arg::new("statements")
                .short('e')
                .value_name("STATEMENTS")
                .action(ArgAction::Append)
                .allow_hyphen_values(true)
                .help("Runs a line of statements; may be given several times"),
        )
        .arg(flag("interactive", "Shows the prompt afterwards").short('i').long(None))
        .arg(flag("echo", "Prints each statement before its answer, as in a transcript"))
        .arg(flag("fail-fast", "Stops at the first error"))
        .arg(flag("strict", "Takes an answer that is nan for an error"))
        .arg(flag("no-files", "Refuses commands that read or write files"))
        .arg(flag("fill", "Prints a lesson with every answer filled in"))
        .arg(flag("play", "Plays a lesson, by lines on stdin if that is no terminal"))
        .arg(Arg::new("answers").long("answers").value_name("FILE").help("Keeps what was answered in a lesson, to hand in"))
        .arg(Arg::new("name").long("name").value_name("NAME").help("The name in those answers"))
        .arg(Arg::new("grade").long("grade").value_name("LESSON").help("Grades the FILEs, which are answers to a lesson"))
        .arg(flag("worksheet", "Writes a lesson with blanks where answers stood"))
        .arg(flag("key", "Writes a lesson with all answers"))
        .arg(flag("html", "Writes such a sheet as a page to print"))
        .arg(
            Arg::new("seed")
                .long("seed")
                .value_name("N")
                .allow_hyphen_values(true)
                .value_parser(seed)
                .help("Draws other numbers for the leaves that a lesson varies"),
        )
        .arg(flag("write", "Fills in the answers of lessons in their files"))
        .arg(flag("check", "Fails with a diff where the answers of lessons have changed"))
        .arg(flag("ascii", "Draws with ASCII alone, as in a locale without UTF-8"))
        .arg(
            Arg::new("color")
                .long("color")
                .value_name("WHEN")
                .value_parser(["auto", "always", "never"])
                .help("When to use color"),
        )
        .arg(
            Arg::new("format")
                .long("format")
                .value_name("FORMAT")
                .value_parser(FORMATS.iter().map(|format| format.name).collect::<Vec<_>>())
                .help("Output format"),
        )
        .arg(
            Arg::new("completions")
                .long("completions")
                .value_name("SHELL")
                .value_parser(value_parser!(Shell))
                .help("Prints what completes these arguments in a shell"),
        )
        .arg(flag("man", "Prints the manual page"))
}
