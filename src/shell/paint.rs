//! Roles to colours: the only room that knows colored.

use std::io::{self, BufWriter, IsTerminal, Write};

use colored::{ColoredString, Colorize};

use crate::report::Role;
use crate::views::Canvas;

/// When to colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Colour {
    /// On a terminal, unless the environment says otherwise.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Stdout and stderr, each with its own mind about colour.
pub struct Screen {
    out: Stream<io::Stdout>,
    err: Stream<io::Stderr>,
    watched: bool,
}

/// One stream.
struct Stream<W: Write> {
    writer: BufWriter<W>,
    coloured: bool,
    ascii: bool,
}

impl Screen {
    /// The process's own streams.
    pub fn new(colour: Colour) -> Screen {
        let (out, err) = (io::stdout(), io::stderr());
        let watched = out.is_terminal();
        // Decided here for each stream; colored would look at stdout alone.
        colored::control::set_override(true);
        let ascii = !speaks_utf8(|name| std::env::var(name).ok());
        let coloured = [watched, err.is_terminal()]
            .map(|terminal| colours(colour, terminal, |name| std::env::var(name).ok()));
        let [out_coloured, err_coloured] = coloured;
        Screen {
            out: Stream {
                writer: BufWriter::with_capacity(1 << 16, out),
                coloured: out_coloured,
                ascii,
            },
            err: Stream { writer: BufWriter::new(err), coloured: err_coloured, ascii },
            watched,
        }
    }

    /// Whether stdout is a terminal.
    pub fn is_watched(&self) -> bool {
        self.watched
    }

    /// Where answers go.
    pub fn answers(&mut self) -> impl Canvas + '_ {
        &mut self.out
    }

    /// Where everything else goes, after all answers so far.
    pub fn complaints(&mut self) -> impl Canvas + '_ {
        // Both may be the same terminal. What cannot be written is noticed at the next answer.
        let _ = self.out.writer.flush();
        Complaints { stream: &mut self.err }
    }

    /// Prints what was typed after a prompt, as a transcript shows it.
    pub fn echo(&mut self, prompt: &str, text: &str) -> io::Result<()> {
        for (index, line) in text.lines().enumerate() {
            let mark = if index == 0 { prompt } else { "  " };
            let line: String = line.chars().map(crate::language::visible).collect();
            self.out.put(Role::Plain, &format!("{mark}{line}\n"))?;
        }
        Ok(())
    }

    /// Prints a line on stdout as it is.
    pub fn say(&mut self, message: &str) -> io::Result<()> {
        self.out.put(Role::Plain, &format!("{message}\n"))
    }

    /// Prints a line on stderr as it is.
    pub fn complain_plainly(&mut self, message: &str) -> io::Result<()> {
        self.complaints().put(Role::Plain, &format!("{message}\n"))
    }

    /// Writes out all that waits.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.writer.flush()?;
        self.err.writer.flush()
    }

    /// Says a last thing on stderr, when stdout is past writing to.
    pub fn last_words(&mut self, message: &str) {
        let _ = writeln!(self.err.writer, "{message}");
        let _ = self.err.writer.flush();
    }
}

/// Stderr for one message: flushed when the message is whole.
struct Complaints<'screen> {
    stream: &'screen mut Stream<io::Stderr>,
}

impl Canvas for Complaints<'_> {
    fn put(&mut self, role: Role, text: &str) -> io::Result<()> {
        // Stderr that cannot be written to is no reason to end.
        let _ = self.stream.put(role, text);
        Ok(())
    }
}

impl Drop for Complaints<'_> {
    fn drop(&mut self) {
        let _ = self.stream.writer.flush();
    }
}

impl<W: Write> Canvas for Stream<W> {
    fn put(&mut self, role: Role, text: &str) -> io::Result<()> {
        let plain;
        let text = match self.ascii && !text.is_ascii() {
            true => {
                plain = in_ascii(text);
                &plain
            }
            false => text,
        };
        match self.coloured && role != Role::Plain {
            true => write!(self.writer, "{}", painted(role, text)),
            false => self.writer.write_all(text.as_bytes()),
        }
    }
}

impl<C: Canvas + ?Sized> Canvas for &mut C {
    fn put(&mut self, role: Role, text: &str) -> io::Result<()> {
        (**self).put(role, text)
    }
}

/// The colours, readable on light and dark backgrounds alike.
fn painted(role: Role, text: &str) -> ColoredString {
    match role {
        Role::Plain => text.normal(),
        Role::Positive => text.truecolor(66, 135, 245),
        Role::Negative => text.truecolor(217, 119, 6),
        Role::Zero | Role::Faint => text.dimmed(),
        Role::NonFinite => text.reversed(),
        Role::Title => text.bold(),
        Role::Error => text.red().bold(),
        Role::Note => text.cyan(),
        Role::Right => text.green(),
        Role::Wrong => text.red(),
    }
}

/// Whether a stream is coloured: the option first, then the environment, then the terminal.
fn colours(colour: Colour, terminal: bool, variable: impl Fn(&str) -> Option<String>) -> bool {
    let is_set = |name: &str| variable(name).is_some_and(|value| !value.is_empty());
    match colour {
        Colour::Always => true,
        Colour::Never => false,
        Colour::Auto if is_set("NO_COLOR") => false,
        Colour::Auto
            if variable("CLICOLOR_FORCE")
                .is_some_and(|value| !value.is_empty() && value != "0") =>
        {
            true
        }
        Colour::Auto => terminal && variable("TERM").is_none_or(|term| term != "dumb"),
    }
}

/// Whether the locale is one of UTF-8; one that is not set at all is taken for one.
fn speaks_utf8(variable: impl Fn(&str) -> Option<String>) -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .find_map(|name| variable(name).filter(|value| !value.is_empty()));
    locale.is_none_or(|locale| {
        let locale = locale.to_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}

/// The text with ASCII standing in for what draws.
fn in_ascii(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for character in text.chars() {
        match STAND_INS.iter().find(|(drawn, _)| *drawn == character) {
            Some((_, stand_in)) => plain.push_str(stand_in),
            None => plain.push(character),
        }
    }
    plain
}

const STAND_INS: &[(char, &str)] = &[
    ('○', "o"),
    ('●', "*"),
    ('◆', "#"),
    ('•', "*"),
    ('·', "."),
    ('─', "-"),
    ('│', "|"),
    ('┼', "+"),
    ('╮', "."),
    ('╯', "'"),
    ('┬', "+"),
    ('┴', "+"),
    ('├', "|"),
    ('└', "`"),
    ('┐', "."),
    ('┘', "'"),
    ('┌', "."),
    ('┤', "|"),
    ('∂', "d"),
    ('×', "x"),
    ('→', "->"),
    ('…', "..."),
    ('▁', "_"),
    ('▂', "_"),
    ('▃', "-"),
    ('▄', "-"),
    ('▅', "="),
    ('▆', "="),
    ('▇', "#"),
    ('█', "#"),
];
