//! The flags of a node and its number of rows.

/// Two flags of a node and a number of rows, in what would be padding.
#[derive(Clone, Copy, Default)]
pub(super) struct Marks(u32);

impl Marks {
    pub const FROZEN: u32 = 1 << 31;
    pub const PER_ROW: u32 = 1 << 30;

    pub fn of(flag: u32, rows: usize) -> Marks {
        Marks(flag | u32::try_from(rows).unwrap_or(u32::MAX) & (Marks::PER_ROW - 1))
    }

    pub fn has(self, flag: u32) -> bool {
        self.0 & flag != 0
    }

    /// The same, with or without a flag.
    pub fn with(self, flag: u32, is_set: bool) -> Marks {
        Marks(if is_set { self.0 | flag } else { self.0 & !flag })
    }

    pub fn rows(self) -> usize {
        (self.0 & (Marks::PER_ROW - 1)) as usize
    }
}

/// The most rows a column can have.
pub const MOST_ROWS: usize = (Marks::PER_ROW - 1) as usize;
