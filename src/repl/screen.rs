//! Stdout and stderr: which of them are terminals, colored or ASCII only, and when they are flushed.

use std::io::{self, BufWriter, IsTerminal, Write};

use super::captured_output::Pad;
use super::color::{self, painted};
use crate::core::graph::Stop;
use crate::core::language::visible_text;
use crate::core::session::{Color, Settings};
use crate::render::{Canvas, in_ascii};
use crate::report::Role;

/// Stdout and stderr; each decides on color itself.
pub struct Screen {
    out: Stream,
    err: Stream,
    /// True if typed lines are marked in the output.
    marks_typed: bool,
    /// The current settings.
    color: Color,
    ascii: Option<bool>,
    /// Interrupts answers.
    stop: Stop,
}

/// The mark of a typed line; answers contain no control characters.
pub const TYPED: &str = "\u{1}";

/// The smallest screen size.
const LEAST: (usize, usize) = (20, 9);

struct Stream {
    writer: BufWriter<Box<dyn Write>>,
    terminal: bool,
    colored: bool,
    ascii: bool,
}

impl Stream {
    fn of(writer: Box<dyn Write>, terminal: bool) -> Stream {
        let writer = BufWriter::with_capacity(1 << 16, writer);
        Stream { writer, terminal, colored: false, ascii: false }
    }
}

impl Screen {
    /// The process's own streams.
    pub fn new(color: Color, ascii: Option<bool>) -> Screen {
        let (out, err) = (io::stdout(), io::stderr());
        let terminals = [out.is_terminal(), err.is_terminal()];
        Screen::of([Box::new(out), Box::new(err)], terminals, (color, ascii))
    }

    /// Streams that write to a buffer, without color, with typed lines marked.
    pub fn on_pad(pad: &Pad, ascii: bool) -> Screen {
        let both = [pad, pad].map(|pad| Box::new(pad.clone()) as Box<dyn Write>);
        let settings = (Color::Never, Some(ascii));
        Screen { marks_typed: true, ..Screen::of(both, [false; 2], settings) }
    }

    fn of(
        [out, err]: [Box<dyn Write>; 2],
        terminals: [bool; 2],
        (color, ascii): (Color, Option<bool>),
    ) -> Screen {
        // The colored crate would only check stdout.
        color::always();
        let (out, err) = (Stream::of(out, terminals[0]), Stream::of(err, terminals[1]));
        let stop = Stop::default();
        let mut screen = Screen { out, err, marks_typed: false, color, ascii, stop };
        screen.decide();
        screen
    }

    fn decide(&mut self) {
        let variable = |name: &str| std::env::var(name).ok();
        self.out.colored = colors(self.color, self.out.terminal, variable);
        self.err.colored = colors(self.color, self.err.terminal, variable);
        let ascii = self.ascii.unwrap_or_else(|| !speaks_utf8(variable));
        (self.out.ascii, self.err.ascii) = (ascii, ascii);
    }

    /// Applies settings.
    pub fn follow(&mut self, settings: &Settings) {
        if (settings.color, settings.ascii) != (self.color, self.ascii) {
            (self.color, self.ascii) = (settings.color, settings.ascii);
            self.decide();
        }
    }

    /// Cuts answers at the end of a line when `stop` is set.
    pub fn stop_when(&mut self, stop: Stop) {
        self.stop = stop;
    }

    /// Returns true when answers are colored.
    pub fn is_colored(&self) -> bool {
        self.out.colored
    }

    /// Returns true when only ASCII can be shown.
    pub fn is_ascii(&self) -> bool {
        self.out.ascii
    }

    /// Returns true when messages go to a terminal.
    pub fn complains_to_terminal(&self) -> bool {
        self.err.terminal
    }

    /// Returns the columns of the terminal that messages go to, if it is one.
    pub fn columns_of_complaints(&self) -> Option<usize> {
        columns_of_stderr().filter(|_| self.err.terminal).map(|columns| columns.max(LEAST.0))
    }

    /// Returns the columns and the rows that a table may fill if stdout is a terminal.
    pub fn size(&self) -> Option<(usize, usize)> {
        /// The lines around a table: statement, titles, hidden rows, and the prompt.
        const AROUND: usize = 4;
        if !self.is_watched() {
            return None;
        }
        let size = terminal_size::terminal_size_of(io::stdout());
        let size = size.map(|(columns, rows)| (usize::from(columns.0), usize::from(rows.0)));
        let told = size.filter(|(columns, rows)| *columns > 0 && *rows > 0).unwrap_or((80, 24));
        Some((told.0.max(LEAST.0), told.1.max(LEAST.1) - AROUND))
    }

    /// Returns true when stdout is a terminal.
    pub fn is_watched(&self) -> bool {
        self.out.terminal
    }

    /// The canvas for answers.
    pub fn answers(&mut self) -> impl Canvas + '_ {
        Answers { stream: &mut self.out, stop: &self.stop }
    }

    /// The canvas for messages, after all answers so far.
    pub fn complaints(&mut self) -> impl Canvas + '_ {
        // Both may be the same terminal. Errors are noticed at the next answer.
        let _ = self.out.writer.flush();
        Complaints { stream: &mut self.err }
    }

    /// Returns true if typed lines have a mark, as in a lesson that is filled in.
    pub fn marks_typed(&self) -> bool {
        self.marks_typed
    }

    /// Prints a typed line after its prompt, or with its mark.
    pub fn echo(&mut self, prompt: &str, text: &str) -> io::Result<()> {
        for (index, line) in text.lines().enumerate() {
            let mark = if index == 0 { prompt } else { "  " };
            if self.marks_typed {
                let line = format!("{TYPED}{mark}{line}\n");
                self.out.writer.write_all(line.as_bytes())?;
            } else {
                self.out.put(Role::Plain, &format!("{mark}{}\n", visible_text(line)))?;
            }
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

    /// Flushes if a person watches. A pipe is flushed when the buffer is full, when the script
    /// waits for input, and at the end.
    pub fn flush_if_watched(&mut self) -> io::Result<()> {
        if self.is_watched() { self.out.writer.flush() } else { Ok(()) }
    }

    pub fn flush(&mut self) -> io::Result<()> {
        self.out.writer.flush()?;
        self.err.writer.flush()
    }
}

/// Stdout for one report, until it is interrupted.
struct Answers<'screen> {
    stream: &'screen mut Stream,
    stop: &'screen Stop,
}

impl Canvas for Answers<'_> {
    fn put(&mut self, role: Role, text: &str) -> io::Result<()> {
        self.stream.put(role, text)?;
        if text.ends_with('\n') && self.stop.is_set() {
            return Err(io::Error::other("interrupted"));
        }
        Ok(())
    }
}

/// Stderr for one message: flushed when the message is whole.
struct Complaints<'screen> {
    stream: &'screen mut Stream,
}

impl Canvas for Complaints<'_> {
    fn put(&mut self, role: Role, text: &str) -> io::Result<()> {
        let _ = self.stream.put(role, text);
        Ok(())
    }
}

impl Drop for Complaints<'_> {
    fn drop(&mut self) {
        let _ = self.stream.writer.flush();
    }
}

impl Canvas for Stream {
    fn put(&mut self, role: Role, text: &str) -> io::Result<()> {
        let text = match self.ascii && !text.is_ascii() {
            true => &in_ascii(text),
            false => text,
        };
        if self.colored && role != Role::Plain {
            write!(self.writer, "{}", painted(role, text))
        } else {
            self.writer.write_all(text.as_bytes())
        }
    }
}

impl<C: Canvas + ?Sized> Canvas for &mut C {
    fn put(&mut self, role: Role, text: &str) -> io::Result<()> {
        (**self).put(role, text)
    }
}

/// Decides on the color of a stream: option, environment, then terminal.
fn colors(color: Color, terminal: bool, variable: impl Fn(&str) -> Option<String>) -> bool {
    let is_set =
        |name: &str, off: &str| variable(name).is_some_and(|it| ![off, ""].contains(&&*it));
    match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto if is_set("NO_COLOR", "") => false,
        Color::Auto if is_set("CLICOLOR_FORCE", "0") => true,
        Color::Auto => terminal && variable("TERM").is_none_or(|term| term != "dumb"),
    }
}

/// Returns the columns of the terminal on stderr, if known.
pub(super) fn columns_of_stderr() -> Option<usize> {
    let (columns, _) = terminal_size::terminal_size_of(io::stderr())?;
    Some(usize::from(columns.0)).filter(|columns| *columns > 0)
}

/// Returns true if the locale is UTF-8, or not set.
fn speaks_utf8(variable: impl Fn(&str) -> Option<String>) -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .find_map(|name| variable(name).filter(|value| !value.is_empty()));
    locale.is_none_or(|locale| {
        let locale = locale.to_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_locale_says_whether_there_is_more_than_ascii() {
        let speaks = |set: &[(&str, &str)]| {
            speaks_utf8(|name| {
                set.iter().find(|(it, _)| *it == name).map(|(_, value)| (*value).to_owned())
            })
        };
        assert!(speaks(&[]));
        assert!(speaks(&[("LANG", "de_CH.UTF-8")]));
        assert!(speaks(&[("LC_ALL", ""), ("LC_CTYPE", "C.utf8"), ("LANG", "C")]));
        assert!(!speaks(&[("LC_ALL", "C"), ("LANG", "en_US.UTF-8")]));
        assert!(!speaks(&[("LANG", "POSIX")]));
    }

    #[test]
    fn the_option_comes_first_then_the_environment_then_the_terminal() {
        use Color::{Always, Auto, Never};
        let set = |text: &'static str| {
            move |name: &str| {
                let pair = |pair: &'static str| pair.split_once('=');
                text.split(' ')
                    .filter_map(pair)
                    .find(|(it, _)| *it == name)
                    .map(|(_, v)| v.to_owned())
            }
        };
        for (color, terminal, environment, expected) in [
            (Auto, true, "", true),
            (Auto, false, "", false),
            (Auto, true, "TERM=xterm", true),
            (Auto, true, "TERM=dumb", false),
            (Auto, true, "NO_COLOR=1", false),
            (Auto, true, "NO_COLOR=", true),
            (Auto, false, "CLICOLOR_FORCE=1", true),
            (Auto, false, "CLICOLOR_FORCE=0", false),
            (Auto, false, "CLICOLOR_FORCE=", false),
            (Auto, false, "NO_COLOR=1 CLICOLOR_FORCE=1", false),
            (Auto, false, "TERM=dumb CLICOLOR_FORCE=1", true),
            (Always, false, "NO_COLOR=1 TERM=dumb", true),
            (Never, true, "CLICOLOR_FORCE=1", false),
        ] {
            let found = colors(color, terminal, set(environment));
            assert_eq!(found, expected, "{color:?}, terminal {terminal}, {environment}");
        }
    }
}
