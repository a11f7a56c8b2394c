//! How numbers, tables and results are printed, and how the prompt behaves.

/// What `:digits`, `:rows`, `:format`, `:limit`, `:keys` and `:color` change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// Decimals in tables; none for the usual four.
    pub digits: Option<usize>,
    /// Rows of a table on a terminal before unnamed nodes are hidden.
    pub rows: usize,
    /// The name of the output format.
    pub format: &'static str,
    /// How many nodes there may be; none for as many as the memory has room for.
    pub limit: Option<usize>,
    /// Which editor's keys the prompt obeys.
    pub keys: Keys,
    /// When to colour.
    pub colour: Colour,
}

/// Which editor's keys the prompt obeys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Keys {
    /// Those of emacs, as most prompts do.
    #[default]
    Emacs,
    /// Those of vi.
    Vi,
}

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

impl Keys {
    /// Each by the word for it.
    pub const ALL: [(&'static str, Keys); 2] = [("emacs", Keys::Emacs), ("vi", Keys::Vi)];
}

impl Colour {
    /// Each by the word for it.
    pub const ALL: [(&'static str, Colour); 3] =
        [("auto", Colour::Auto), ("always", Colour::Always), ("never", Colour::Never)];
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            digits: None,
            rows: 60,
            format: "table",
            limit: None,
            keys: Keys::default(),
            colour: Colour::default(),
        }
    }
}
