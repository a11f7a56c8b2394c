//! The settings: formats of numbers, tables and results, and the behavior of the prompt.

/// The settings that `:digits`, `:rows`, `:format`, `:keys`, `:color` and `:ascii` change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// Decimals; `None` for the default.
    pub digits: Option<usize>,
    /// Rows of a table on a terminal; `None` for those of the screen.
    pub rows: Option<usize>,
    pub format: &'static str,
    pub keys: Keys,
    pub color: Color,
    /// True for ASCII only; `None` follows the locale.
    pub ascii: Option<bool>,
}

/// The prompt's key bindings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Keys {
    /// Keys of emacs.
    #[default]
    Emacs,
    /// Keys of vi.
    Vi,
}

/// The conditions under which output is colored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Color {
    /// On a terminal, unless the environment says otherwise.
    #[default]
    Auto,
    Always,
    Never,
}

/// The output formats, the default first, each with a line of help.
pub const FORMATS: [(&str, &str); 4] = [
    ("table", "for people"),
    ("json", "one object per line, exact numbers"),
    ("tsv", "columns separated by tabs, exact numbers"),
    ("csv", "columns separated by commas, exact numbers"),
];

impl Keys {
    pub const ALL: [(&'static str, Keys); 2] = [("emacs", Keys::Emacs), ("vi", Keys::Vi)];
}

impl Color {
    /// Each with its name.
    pub const ALL: [(&'static str, Color); 3] =
        [("auto", Color::Auto), ("always", Color::Always), ("never", Color::Never)];
}

/// The words of `:ascii` with their settings.
pub const ASCII: [(&str, Option<bool>); 3] =
    [("auto", None), ("always", Some(true)), ("never", Some(false))];

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            digits: None,
            rows: None,
            format: FORMATS[0].0,
            keys: Keys::default(),
            color: Color::default(),
            ascii: None,
        }
    }
}
