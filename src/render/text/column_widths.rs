//! How tables get narrow enough for the screen: expressions and gaps first, then columns that say the
//! least, then names; what is still too wide goes on several lines.

use std::ops::Range;

use super::columns::total;
use crate::render::line_writer::{WIDEST, width};
use crate::report::Column;

/// What gives way in a table, by the places of columns.
pub struct Narrowing<'table> {
    /// The column that is narrowed, of expressions.
    pub expressions: usize,
    /// The columns that may go, the first of these first. Where expressions go, the names before them
    /// are narrowed instead.
    pub dispensable: &'table [usize],
}

/// What has become of a table.
pub struct Narrowed {
    /// The columns left for an expression after its equals sign.
    pub expression: usize,
    /// How many of the dispensable columns have gone.
    pub gone: usize,
}

impl Narrowing<'_> {
    /// Narrows the columns to the screen, as far as they go.
    pub fn fit(&self, columns: &mut Vec<Column>, screen: Option<usize>) -> Narrowed {
        let whole = std::mem::take(columns);
        let mut gone = 0;
        loop {
            let (going, _) = self.dispensable.split_at(gone);
            let left = whole.iter().enumerate().filter(|(place, _)| !going.contains(place));
            *columns = left.map(|(_, column)| column.clone()).collect();
            let before = going.iter().filter(|place| **place < self.expressions).count();
            let mut place = self.expressions.saturating_sub(before);
            if going.contains(&self.expressions) {
                place = place.saturating_sub(1);
                // Numbers stand close where there is no room for expressions.
                let numbers = columns.iter_mut().filter(|column| column.right);
                numbers.for_each(|column| column.gap = column.gap.min(1));
            }
            let expression = narrowed(columns, place, screen);
            let fits = screen.is_none_or(|screen| total(columns) <= screen);
            if fits || gone == self.dispensable.len() {
                return Narrowed { expression, gone };
            }
            gone += 1;
        }
    }
}

/// Narrows a column of expressions, then the gaps before numbers, so that the row fits the screen;
/// returns the columns left for an expression after its equals sign.
fn narrowed(columns: &mut [Column], expression: usize, screen: Option<usize>) -> usize {
    let whole = total(columns);
    let Some(column) = columns.get_mut(expression) else {
        return WIDEST;
    };
    let Some(excess) = screen.and_then(|screen| whole.checked_sub(screen)) else {
        return WIDEST;
    };
    let wide = column.width;
    column.width = wide.saturating_sub(excess).max(NARROWEST.min(wide));
    let narrow = column.width;
    let mut excess = excess.saturating_sub(wide - narrow);
    for column in columns.iter_mut().filter(|column| column.right) {
        let cut = column.gap.saturating_sub(1).min(excess);
        column.gap -= cut;
        excess -= cut;
    }
    narrow.saturating_sub(2).min(WIDEST)
}

/// The fewest columns that a narrowed column of expressions keeps.
const NARROWEST: usize = 10;

/// Makes the first column, of names, so much narrower, if names can still be told apart then.
pub fn clips_names(columns: &mut [Column], has_names: bool, excess: usize) -> bool {
    let Some(names) = columns.first_mut().filter(|names| !names.right) else {
        return excess == 0;
    };
    let left = names.width.saturating_sub(excess);
    let fits = excess == 0 || has_names && left >= NARROWEST_NAMES.max(width(&names.title));
    if fits {
        names.width = left;
    }
    fits
}

/// The fewest columns that names keep in a grid.
const NARROWEST_NAMES: usize = 12;

/// The places of as many columns of equal rank as fit beside each other, at least one, and the columns.
pub fn as_many_as_fit(
    mut places: Range<usize>,
    screen: Option<usize>,
    columns_of: impl Fn(Range<usize>) -> Vec<Column>,
) -> (Range<usize>, Vec<Column>) {
    let mut columns = columns_of(places.clone());
    while places.len() > 1 && screen.is_some_and(|screen| total(&columns) > screen) {
        places.end -= 1;
        columns = columns_of(places.clone());
    }
    (places, columns)
}
