//! Reading complete statements from pipes and files.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor};
use std::mem;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::captured_output::Pad;
use crate::command::{Text, Texts, is_saved, open_script, without_mark};
use crate::core::graph::Budget;
use crate::core::language::visible_text;

/// A source of statements.
pub struct Source {
    name: Rc<str>,
    /// The canonical path of the file; `None` for stdin and arguments.
    file: Option<PathBuf>,
    /// The folder of relative paths; empty for stdin and arguments.
    pub(super) folder: PathBuf,
    reader: Reader,
    texts: Texts,
    /// A text to continue after it loaded a script.
    pub(super) resumed: Option<Text>,
    ended: bool,
    /// True for a saved session: only its errors are shown.
    pub(super) is_saved: bool,
    /// The lines above it in its lesson.
    above: Option<usize>,
    /// The answers between its statements in a lesson.
    answers: Option<Pad>,
}

enum Reader {
    Stdin(Box<BufReader<io::StdinLock<'static>>>),
    File(BufReader<File>),
    Text(Cursor<Vec<u8>>),
}

/// The initial capacity for a line.
const USUAL_LINE: usize = 80;

/// The size limit of a statement, in bytes.
const LONGEST: usize = 64 << 20;

/// The outcome of reading.
pub enum Read {
    /// Whole statements.
    Text(Text),
    /// A line that is not UTF-8: its number, its lossy text, and the offset of the first bad byte.
    NotText(usize, String, usize),
    /// An error; nothing follows.
    Failed(io::Error),
    /// The end.
    End,
}

impl Source {
    pub fn stdin() -> Source {
        Source::new(
            "stdin",
            Reader::Stdin(Box::new(BufReader::with_capacity(1 << 16, io::stdin().lock()))),
        )
    }

    /// A file, or stdin if the path is `-`.
    pub fn open(path: &Path) -> io::Result<Source> {
        if path.as_os_str() == "-" {
            return Ok(Source::stdin());
        }
        let about = path.metadata()?;
        if about.is_file() || about.is_dir() {
            Source::script(path)
        } else {
            // A pipe on the command line is intended, as in the shell's <(…).
            Ok(Source::file(path, BufReader::with_capacity(1 << 16, File::open(path)?)))
        }
    }

    /// A regular file of text.
    pub fn script(path: &Path) -> io::Result<Source> {
        Ok(Source::file(path, open_script(path)?))
    }

    pub fn file(path: &Path, mut file: BufReader<File>) -> Source {
        let name = shown(path);
        let is_saved = file.fill_buf().is_ok_and(is_saved);
        let source = Source::new(&name, Reader::File(file));
        let folder = path.parent().map(Path::to_owned).unwrap_or_default();
        Source { file: path.canonicalize().ok(), folder, is_saved, ..source }
    }

    /// A text given in an argument.
    pub fn text(name: &str, text: &str) -> Source {
        Source::new(name, Reader::Text(Cursor::new(text.as_bytes().to_vec())))
    }

    /// A text in a file; relative paths start at its folder.
    pub fn block(name: &str, text: &str, folder: &Path) -> Source {
        Source { folder: folder.to_owned(), ..Source::text(name, text) }
    }

    /// The source, placed below lines of a lesson, with its answers if given.
    pub fn below(self, above: usize, answers: Option<&Pad>) -> Source {
        Source { above: Some(above), answers: answers.cloned(), ..self }
    }

    fn new(name: &str, reader: Reader) -> Source {
        Source {
            name: name.into(),
            file: None,
            folder: PathBuf::new(),
            reader,
            texts: Texts::default(),
            resumed: None,
            ended: false,
            is_saved: false,
            above: None,
            answers: None,
        }
    }

    /// Returns true if it reads stdin.
    pub fn is_stdin(&self) -> bool {
        matches!(self.reader, Reader::Stdin(_))
    }

    /// The name that messages use.
    pub fn name(&self) -> Rc<str> {
        Rc::clone(&self.name)
    }

    /// Returns a note on lines that are no statements.
    pub fn note(&self) -> Option<String> {
        self.texts.note()
    }

    /// Returns true if both read the same file.
    pub fn is_same_file(&self, other: &Source) -> bool {
        self.file.is_some() && self.file == other.file
    }

    /// Returns the start of a file without taking it; empty for other sources.
    pub fn start(&mut self) -> &[u8] {
        match &mut self.reader {
            // Errors are reported when statements are read.
            Reader::File(file) => file.fill_buf().unwrap_or_default(),
            Reader::Stdin(_) | Reader::Text(_) => &[],
        }
    }

    /// Reads the next complete text within the budget. Calls `flush` before a read that may block.
    /// An answer is always a single line.
    pub fn next(
        &mut self,
        is_answer: bool,
        budget: &Budget,
        mut flush: impl FnMut() -> io::Result<()>,
    ) -> io::Result<Read> {
        if let Some(text) = self.resumed.take() {
            return Ok(Read::Text(text));
        }
        let mut read = self.read(is_answer, budget, &mut flush)?;
        if let (Read::Text(text), Some(above)) = (&mut read, self.above) {
            if let Some(answers) = &self.answers {
                flush()?;
                text.line = answers.lines() + 1;
            }
            text.line += above;
        }
        Ok(read)
    }

    fn read(
        &mut self,
        is_answer: bool,
        budget: &Budget,
        mut flush: impl FnMut() -> io::Result<()>,
    ) -> io::Result<Read> {
        loop {
            if let Some(text) = self.texts.next() {
                return Ok(Read::Text(text));
            }
            if self.is_dry() {
                flush()?;
            }
            let bytes = match self.line(budget) {
                Ok(Some(bytes)) => bytes,
                Ok(None) if self.texts.end() => continue,
                Ok(None) => return Ok(Read::End),
                Err(error) => return Ok(Read::Failed(error)),
            };
            let line = match String::from_utf8(bytes) {
                Ok(line) => line,
                Err(error) => {
                    let at = error.utf8_error().valid_up_to();
                    self.texts.pass_over();
                    let shown = String::from_utf8_lossy(error.as_bytes()).into_owned();
                    return Ok(Read::NotText(self.texts.line(), shown, at));
                }
            };
            if is_answer {
                self.texts.push_alone(line);
                continue;
            }
            self.texts.push(&line);
            let bytes = self.texts.open_bytes();
            if bytes > LONGEST || !budget.allows(bytes) {
                self.ended = true;
                self.texts.pass_over();
                return Ok(Read::Failed(too_long(budget)));
            }
        }
    }

    /// Returns true if the next read may block.
    fn is_dry(&self) -> bool {
        match &self.reader {
            Reader::Stdin(stdin) => !self.ended && !stdin.buffer().contains(&b'\n'),
            Reader::File(_) | Reader::Text(_) => false,
        }
    }

    /// Reads the next line within the budget; returns `None` at the end.
    fn line(&mut self, budget: &Budget) -> io::Result<Option<Vec<u8>>> {
        if mem::replace(&mut self.ended, true) {
            return Ok(None);
        }
        let mut line = Vec::with_capacity(USUAL_LINE);
        let reader: &mut dyn BufRead = match &mut self.reader {
            Reader::Stdin(stdin) => stdin,
            Reader::File(file) => file,
            Reader::Text(text) => text,
        };
        let most = budget.most().min(LONGEST);
        io::Read::take(reader, most as u64).read_until(b'\n', &mut line)?;
        // Only the first line may begin with a byte order mark.
        if self.texts.line() == 0 {
            line = without_mark(&line)?.to_vec();
        }
        if line.is_empty() {
            return Ok(None);
        }
        if line.pop_if(|it| *it == b'\n').is_some() {
            line.pop_if(|it| *it == b'\r');
        } else if line.len() >= most {
            return Err(too_long(budget));
        }
        self.ended = false;
        Ok(Some(line))
    }
}

fn too_long(budget: &Budget) -> io::Error {
    let most = budget.most().min(LONGEST);
    io::Error::other(format!("a statement has more than {most} bytes, the limit"))
}

pub fn shown(path: &Path) -> String {
    visible_text(&path.to_string_lossy())
}
