//! How numbers, tables and results are printed, and what a session may do.

/// What `:digits`, `:rows` and `:format` change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// Decimals in tables; none for the usual four.
    pub digits: Option<usize>,
    /// Rows of a table on a terminal before unnamed nodes are hidden.
    pub rows: usize,
    /// The name of the output format.
    pub format: &'static str,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { digits: None, rows: 60, format: "table" }
    }
}
