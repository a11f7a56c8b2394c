//! The settings: formats of numbers, tables and results, and the behavior of the prompt.

/// The settings that `:digits`, `:rows`, `:format`, `:keys`, `:color` and `:ascii` change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// Decimals in tables; `None` for the usual four.
    pub digits: Option<usize>,
    /// Rows of a table on a terminal before some are hidden; `None` for those of the screen.
    pub rows: Option<usize>,
    /// The name of the output format.
    pub format: &'static str,
    /// The prompt's key bindings.
    pub keys: Keys,
    /// The condition under which output is colored.
    pub color: Color,
    /// True to draw with ASCII alone; none to go by the locale.
    pub ascii: Option<bool>,
}

/// The prompt's key bindings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Keys {
    /// Those of emacs, the default of most prompts.
    #[default]
    Emacs,
    /// Those of vi.
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
    /// Each with its name.
    pub const ALL: [(&'static str, Keys); 2] = [("emacs", Keys::Emacs), ("vi", Keys::Vi)];
}

impl Color {
    /// Each with its name.
    pub const ALL: [(&'static str, Color); 3] =
        [("auto", Color::Auto), ("always", Color::Always), ("never", Color::Never)];
}

/// The conditions under which only ASCII is drawn, each with its name.
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
