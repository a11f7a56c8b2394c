//! gradcalc in a pseudo-terminal: types keys, and waits for what the screen shows.

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use tempfile::TempDir;

/// Nothing takes as long as this unless it is broken.
const DEADLINE: Duration = Duration::from_secs(60);

/// The history and the start-up file in a home folder.
pub const HISTORY: &str = match cfg!(target_os = "macos") {
    true => "Library/Application Support/gradcalc/history",
    false => "state/gradcalc/history",
};
pub const INIT: &str = match cfg!(target_os = "macos") {
    true => "Library/Application Support/gradcalc/init.grad",
    false => "config/gradcalc/init.grad",
};

/// How gradcalc is started.
pub struct Start {
    arguments: Vec<String>,
    variables: Vec<(String, String)>,
    size: (u16, u16),
    /// Runs it through the shell, with this after the command.
    redirected: Option<String>,
}

impl Start {
    pub fn new() -> Start {
        Start { arguments: Vec::new(), variables: Vec::new(), size: (24, 80), redirected: None }
    }

    pub fn argument(mut self, argument: &str) -> Start {
        self.arguments.push(argument.to_owned());
        self
    }

    pub fn variable(mut self, name: &str, value: &str) -> Start {
        self.variables.push((name.to_owned(), value.to_owned()));
        self
    }

    pub fn size(mut self, rows: u16, columns: u16) -> Start {
        self.size = (rows, columns);
        self
    }

    pub fn redirected(mut self, how: &str) -> Start {
        self.redirected = Some(how.to_owned());
        self
    }

    /// Starts it with a home of its own, and waits for the prompt.
    pub fn run(self) -> Terminal {
        self.run_in(Arc::new(Home::new()))
    }

    /// Starts it in this home, and waits for the prompt.
    pub fn run_in(self, home: Arc<Home>) -> Terminal {
        let terminal = self.spawn_in(home);
        terminal.wait_for_prompt();
        terminal
    }

    /// Starts it in this home.
    pub fn spawn_in(self, home: Arc<Home>) -> Terminal {
        let (rows, cols) = self.size;
        let size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        let program = env!("CARGO_BIN_EXE_gradcalc");
        let mut command = match &self.redirected {
            None => {
                let mut command = CommandBuilder::new(program);
                command.args(&self.arguments);
                command
            }
            Some(how) => {
                let mut command = CommandBuilder::new("/bin/sh");
                command.args(["-c", &format!("'{program}' \"$@\" {how}"), "sh"]);
                command.args(&self.arguments);
                command
            }
        };
        command.env_clear();
        command.cwd(home.path("."));
        command.env("HOME", home.path("."));
        command.env("XDG_STATE_HOME", home.path("state"));
        command.env("XDG_CONFIG_HOME", home.path("config"));
        command.env("TERM", "xterm-256color");
        command.env("LC_ALL", "C.UTF-8");
        for (name, value) in &self.variables {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let screen = Arc::new(Screen {
            parser: Mutex::new(State {
                parser: parser(rows, cols),
                sent: Vec::new(),
                halts_at: None,
                ended: false,
            }),
            changed: Condvar::new(),
        });
        let mut reader = pair.master.try_clone_reader().unwrap();
        let seen = Arc::clone(&screen);
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            loop {
                let read = reader.read(&mut bytes).unwrap_or(0);
                let mut state = seen.parser.lock().unwrap();
                state.parser.process(&bytes[..read]);
                state.sent.extend_from_slice(&bytes[..read]);
                state.ended = read == 0;
                seen.changed.notify_all();
                if read == 0 {
                    return;
                }
                while state.halts() {
                    state = seen.changed.wait(state).unwrap();
                }
            }
        });
        let writer = pair.master.take_writer().unwrap();
        Terminal {
            screen,
            writer: Mutex::new(writer),
            child: Mutex::new(child),
            _master: pair.master,
            home,
        }
    }
}

fn parser(rows: u16, columns: u16) -> vt100::Parser {
    let size = |number| NonZeroU16::new(number).unwrap();
    vt100::Parser::new(size(rows), size(columns), 500)
}

/// A home folder that goes when the test ends.
pub struct Home(TempDir);

impl Home {
    pub fn new() -> Home {
        Home(tempfile::tempdir().unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }
}

struct Screen {
    parser: Mutex<State>,
    changed: Condvar,
}

struct State {
    parser: vt100::Parser,
    /// Everything the terminal was sent.
    sent: Vec<u8>,
    /// The text at which nothing more is read, so that what prints it has to wait.
    halts_at: Option<String>,
    ended: bool,
}

impl State {
    fn halts(&self) -> bool {
        self.halts_at.as_ref().is_some_and(|text| self.parser.screen().contents().contains(text))
    }
}

/// A running gradcalc.
pub struct Terminal {
    screen: Arc<Screen>,
    writer: Mutex<Box<dyn Write + Send>>,
    child: Mutex<Box<dyn Child + Send + Sync>>,
    /// Held open: the terminal is gone when it is dropped.
    _master: Box<dyn MasterPty + Send>,
    pub home: Arc<Home>,
}

pub const CTRL_C: &str = "\x03";
pub const CTRL_D: &str = "\x04";
pub const TAB: &str = "\t";
pub const UP: &str = "\x1b[A";
pub const ENTER: &str = "\r";

impl Terminal {
    /// Sends keys.
    #[track_caller]
    pub fn press(&self, keys: &str) {
        self.press_bytes(keys.as_bytes());
    }

    pub fn press_bytes(&self, keys: &[u8]) {
        let mut writer = self.writer.lock().unwrap();
        writer.write_all(keys).unwrap();
        writer.flush().unwrap();
    }

    /// Waits until the screen is as wanted.
    #[track_caller]
    pub fn wait(&self, wanted: &str, is_so: impl Fn(&vt100::Screen) -> bool) {
        let until = Instant::now() + DEADLINE;
        let mut state = self.screen.parser.lock().unwrap();
        while !is_so(state.parser.screen()) {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() || state.ended {
                panic!("waited for {wanted}; the screen:\n{}", state.parser.screen().contents());
            }
            state = self.screen.changed.wait_timeout(state, left).unwrap().0;
        }
    }

    /// Waits until the screen shows `text`.
    #[track_caller]
    pub fn wait_for(&self, text: &str) {
        self.wait(&format!("{text:?}"), |screen| screen.contents().contains(text));
    }

    /// Waits until the line of the cursor is `text`.
    #[track_caller]
    pub fn wait_for_line(&self, text: &str) {
        self.wait(&format!("the line {text:?}"), |screen| cursor_line(screen) == text);
    }

    /// Waits until the cursor has left a line that was typed and entered: the program has taken it.
    #[track_caller]
    pub fn wait_until_taken(&self, line: &str) {
        let line = format!("> {line}");
        self.wait(&format!("{line:?} to be taken"), |screen| {
            !cursor_line(screen).starts_with(&line)
        });
    }

    /// Presses `keys`, and `others` when the screen shows `text`. Until then the program can print no more.
    #[track_caller]
    pub fn press_and_halt(&self, keys: &str, text: &str, others: &str) {
        self.screen.parser.lock().unwrap().halts_at = Some(text.to_owned());
        self.press(keys);
        self.wait_for(text);
        self.press(others);
        self.screen.parser.lock().unwrap().halts_at = None;
        self.screen.changed.notify_all();
    }

    /// Waits for an empty prompt.
    #[track_caller]
    pub fn wait_for_prompt(&self) {
        self.wait("a prompt", |screen| {
            cursor_line(screen) == ">" && screen.cursor_position().1 == 2
        });
    }

    /// Types a text, and waits until it stands at the prompt.
    #[track_caller]
    pub fn type_text(&self, text: &str) {
        self.press(text);
        self.wait(&format!("{text:?} at the prompt"), |screen| {
            cursor_line(screen).get(2..).unwrap_or_default().starts_with(text.trim_end())
                && usize::from(screen.cursor_position().1) == 2 + text.chars().count()
        });
    }

    /// Enters a line, and waits for the next prompt.
    #[track_caller]
    pub fn enter(&self, text: &str) {
        self.type_text(text);
        self.press(ENTER);
        self.wait_for_prompt();
    }

    /// Drops the line, and waits for the next prompt.
    #[track_caller]
    pub fn drop_line(&self) {
        self.press(CTRL_C);
        self.wait_for_prompt();
    }

    /// Reads something off the screen.
    pub fn with_screen<T>(&self, read: impl Fn(&vt100::Screen) -> T) -> T {
        read(self.screen.parser.lock().unwrap().parser.screen())
    }

    /// What the screen shows.
    pub fn contents(&self) -> String {
        self.screen.parser.lock().unwrap().parser.screen().contents()
    }

    /// The lines of the screen that show something.
    pub fn lines(&self) -> Vec<String> {
        self.contents().lines().map(|line| line.trim_end().to_owned()).collect()
    }

    /// The attributes of the first cell of `text` on the line of the cursor.
    #[track_caller]
    pub fn attributes(&self, text: &str) -> Attributes {
        let state = self.screen.parser.lock().unwrap();
        let screen = state.parser.screen();
        let (row, _) = screen.cursor_position();
        attributes(screen, row, text)
    }

    /// Everything that was sent to the terminal.
    pub fn sent(&self) -> String {
        String::from_utf8_lossy(&self.screen.parser.lock().unwrap().sent).into_owned()
    }

    /// The attributes of the first cell of `text` on the last line that has it.
    #[track_caller]
    pub fn attributes_above(&self, text: &str) -> Attributes {
        let state = self.screen.parser.lock().unwrap();
        let screen = state.parser.screen();
        let row = screen.rows(0, screen.size().1.get()).collect::<Vec<_>>();
        let row = row
            .iter()
            .rposition(|line| line.contains(text))
            .unwrap_or_else(|| panic!("{text:?} is not on the screen:\n{}", screen.contents()));
        attributes(screen, row as u16, text)
    }

    /// Waits for the end of the program, and gives its exit status.
    #[track_caller]
    pub fn wait_for_end(&self) -> u32 {
        let until = Instant::now() + DEADLINE;
        let mut state = self.screen.parser.lock().unwrap();
        while !state.ended {
            let left = until.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "it does not end:\n{}", state.parser.screen().contents());
            state = self.screen.changed.wait_timeout(state, left).unwrap().0;
        }
        drop(state);
        self.child.lock().unwrap().wait().unwrap().exit_code()
    }
}

impl Terminal {
    /// Sends a signal, such as TERM, to the program that the shell runs.
    pub fn signal_child(&self, name: &str) {
        let shell = self.child.lock().unwrap().process_id().unwrap();
        let found = Command::new("pgrep").args(["-P", &shell.to_string()]).output().unwrap();
        let child = String::from_utf8(found.stdout).unwrap();
        let sent = Command::new("kill").args([&format!("-{name}"), child.trim()]).status();
        assert!(sent.unwrap().success(), "{child:?}");
    }

    /// The files of recovered sessions, and their texts.
    pub fn recovered(&self) -> Vec<(PathBuf, String)> {
        let history = self.home.path(HISTORY);
        let folder = std::fs::read_dir(history.parent().unwrap()).into_iter().flatten();
        let paths = folder.map(|entry| entry.unwrap().path());
        let scripts =
            paths.filter(|path| path.extension().is_some_and(|extension| extension == "grad"));
        scripts.map(|path| (path.clone(), std::fs::read_to_string(path).unwrap())).collect()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.lock().map(|mut child| child.kill());
    }
}

/// How a cell looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attributes {
    pub color: vt100::Color,
    pub bold: bool,
    pub dim: bool,
    pub underline: bool,
    pub inverse: bool,
}

/// The color of secondary text.
pub const GRAY: vt100::Color = vt100::Color::Idx(243);

/// How a cell without any attribute looks.
pub const PLAIN: Attributes = Attributes {
    color: vt100::Color::Default,
    bold: false,
    dim: false,
    underline: false,
    inverse: false,
};

#[track_caller]
fn attributes(screen: &vt100::Screen, row: u16, text: &str) -> Attributes {
    let line = screen.rows(0, screen.size().1.get()).nth(row.into()).unwrap_or_default();
    let at = line.find(text).unwrap_or_else(|| panic!("{text:?} is not in {line:?}"));
    let column = line[..at].chars().count();
    look(screen.cell(row, column as u16).unwrap())
}

/// How a cell looks.
pub fn look(cell: &vt100::Cell) -> Attributes {
    Attributes {
        color: cell.fgcolor(),
        bold: cell.bold(),
        dim: cell.dim(),
        underline: cell.underline(),
        inverse: cell.inverse(),
    }
}

fn cursor_line(screen: &vt100::Screen) -> String {
    let (row, _) = screen.cursor_position();
    let line = screen.rows(0, screen.size().1.get()).nth(row.into()).unwrap_or_default();
    line.trim_end().to_owned()
}

/// Whether a file can be read by its owner alone.
pub fn is_private(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(path).unwrap().permissions().mode() & 0o777 == 0o600
}
