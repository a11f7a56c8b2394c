//! Pipes and files: bytes to texts of whole statements, however the lines end.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use crate::language::{Line, Lines};

/// Something statements are read from.
pub struct Source {
    name: Rc<str>,
    /// The file itself, however it was spelt; none for stdin and arguments.
    file: Option<PathBuf>,
    reader: Reader,
    /// Lines read but not taken yet: a chunk may hold several, between carriage returns.
    waiting: VecDeque<Vec<u8>>,
    lines: Lines,
    /// The number of the last line taken.
    line: usize,
    /// The line the gathered text started on.
    started: usize,
    /// The rest of a text whose statement loaded a script.
    resumed: Option<(usize, String)>,
    is_resumed: bool,
    ended: bool,
}

enum Reader {
    Stdin(Box<BufReader<io::StdinLock<'static>>>),
    File(BufReader<File>),
    Text(Cursor<Vec<u8>>),
}

/// Room for a line of the usual length.
const USUAL_LINE: usize = 80;

/// What came of reading.
pub enum Read {
    /// A text of whole statements, and the line it starts on.
    Text(usize, String),
    /// A line that is not UTF-8, as well as it can be shown, and where it goes wrong.
    NotText(usize, String, usize),
    /// Reading failed; there is nothing more.
    Failed(io::Error),
    /// There is nothing more.
    End,
}

impl Source {
    /// Stdin.
    pub fn stdin() -> Source {
        Source::new(
            "stdin",
            Reader::Stdin(Box::new(BufReader::with_capacity(1 << 16, io::stdin().lock()))),
        )
    }

    /// A file, or stdin when it is called `-`.
    pub fn open(path: &Path) -> io::Result<Source> {
        if path.as_os_str() == "-" {
            return Ok(Source::stdin());
        }
        let file = File::open(path)?;
        let name = shown(path);
        let source = Source::new(&name, Reader::File(BufReader::with_capacity(1 << 16, file)));
        Ok(Source { file: path.canonicalize().ok(), ..source })
    }

    /// A text given in an argument.
    pub fn text(name: &str, text: &str) -> Source {
        Source::new(name, Reader::Text(Cursor::new(text.as_bytes().to_vec())))
    }

    fn new(name: &str, reader: Reader) -> Source {
        Source {
            name: name.into(),
            file: None,
            reader,
            waiting: VecDeque::new(),
            lines: Lines::default(),
            line: 0,
            started: 1,
            resumed: None,
            is_resumed: false,
            ended: false,
        }
    }

    /// What messages call it.
    pub fn name(&self) -> Rc<str> {
        Rc::clone(&self.name)
    }

    /// Whether both read the same file.
    pub fn is_same_file(&self, other: &Source) -> bool {
        self.file.is_some() && self.file == other.file
    }

    /// Whether the text just read is the rest of one that was interrupted.
    pub fn is_resumed(&self) -> bool {
        self.is_resumed
    }

    /// Gives back the rest of a text, from `at` on; what stood before is blanked out, so that
    /// places stay right.
    pub fn resume(&mut self, line: usize, text: &str, at: usize) {
        let rest = text.get(at..).unwrap_or_default();
        let blanks = text.get(..at).unwrap_or_default().chars();
        let mut kept: String = blanks.map(|c| if c == '\n' { '\n' } else { ' ' }).collect();
        // A semicolon that began the rest ended the statement before it.
        kept.push_str(rest.strip_prefix(';').unwrap_or(rest));
        self.resumed = Some((line, kept));
    }

    /// Reads on until a text is complete. `before_waiting` is called whenever the input has run dry;
    /// what fails in it is handed on. Answers are single lines, whatever is open in them.
    pub fn next(
        &mut self,
        is_answer: bool,
        mut before_waiting: impl FnMut() -> io::Result<()>,
    ) -> io::Result<Read> {
        self.is_resumed = self.resumed.is_some();
        if let Some((line, text)) = self.resumed.take() {
            return Ok(Read::Text(line, text));
        }
        loop {
            let Some(bytes) = self.waiting.pop_front() else {
                if self.is_dry() {
                    before_waiting()?;
                }
                match self.fill() {
                    Ok(true) => continue,
                    Ok(false) if self.lines.is_open() => {
                        return Ok(Read::Text(self.started, self.lines.take()));
                    }
                    Ok(false) => return Ok(Read::End),
                    Err(error) => return Ok(Read::Failed(error)),
                }
            };
            self.line += 1;
            let line = match String::from_utf8(bytes) {
                Ok(line) => line,
                Err(error) => {
                    let at = error.utf8_error().valid_up_to();
                    self.lines.take();
                    let shown = String::from_utf8_lossy(error.as_bytes()).into_owned();
                    return Ok(Read::NotText(self.line, shown, at));
                }
            };
            if !self.lines.is_open() {
                self.started = self.line;
            }
            if is_answer {
                return Ok(Read::Text(self.line, line));
            }
            match self.lines.push(line) {
                Line::Open => {}
                Line::Complete => return Ok(Read::Text(self.started, self.lines.take())),
                Line::CutShort(line) => {
                    self.line -= 1;
                    self.waiting.push_front(line.into_bytes());
                    return Ok(Read::Text(self.started, self.lines.take()));
                }
            }
        }
    }

    /// Whether reading on may have to wait for somebody.
    fn is_dry(&self) -> bool {
        match &self.reader {
            Reader::Stdin(stdin) => !self.ended && !stdin.buffer().contains(&b'\n'),
            Reader::File(_) | Reader::Text(_) => false,
        }
    }

    /// Reads the next lines; false at the end.
    fn fill(&mut self) -> io::Result<bool> {
        if self.ended {
            return Ok(false);
        }
        let mut chunk = Vec::with_capacity(USUAL_LINE);
        let read = match &mut self.reader {
            Reader::Stdin(stdin) => stdin.read_until(b'\n', &mut chunk),
            Reader::File(file) => file.read_until(b'\n', &mut chunk),
            Reader::Text(text) => text.read_until(b'\n', &mut chunk),
        };
        if let Err(error) = read {
            self.ended = true;
            return Err(error);
        }
        if chunk.is_empty() {
            self.ended = true;
            return Ok(false);
        }
        if chunk.last() == Some(&b'\n') {
            chunk.pop();
            if chunk.last() == Some(&b'\r') {
                chunk.pop();
            }
        }
        if self.line == 0 && chunk.starts_with(b"\xEF\xBB\xBF") {
            chunk.drain(..3);
        }
        match chunk.contains(&b'\r') {
            true => self.waiting.extend(chunk.split(|byte| *byte == b'\r').map(<[u8]>::to_vec)),
            false => self.waiting.push_back(chunk),
        }
        Ok(true)
    }
}

/// A path, fit for a terminal.
pub fn shown(path: &Path) -> String {
    path.to_string_lossy().chars().map(crate::language::visible).collect()
}
