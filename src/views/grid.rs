//! Rows of cells in aligned columns.

use std::borrow::Cow;
use std::io;

use super::pen::{Pen, width};
use super::{Style, lines, numbers};
use crate::report::{Cell, Column, Grid, Role};

/// The least width of numbers in an even grid.
const EVEN: usize = 9;

/// Writes a grid: once over the cells for the widths, once for the text.
pub fn write(grid: &Grid, style: &Style, pen: &mut Pen<'_>) -> io::Result<()> {
    let widths = measure(grid, style);
    if grid.titled {
        for (column, slot) in grid.columns.iter().zip(&widths) {
            slot.write(column, column.right || slot.numbers, Role::Title, &column.title, pen)?;
        }
        pen.end()?;
    }
    for row in &grid.rows {
        for ((cell, column), slot) in row.iter().zip(&grid.columns).zip(&widths) {
            let (role, text) = shown(cell, style);
            slot.write(column, column.right || is_number(cell), role, &text, pen)?;
        }
        pen.end()?;
    }
    Ok(())
}

/// What a column takes.
#[derive(Clone, Copy)]
struct Slot {
    width: usize,
    /// Whether there are numbers in it.
    numbers: bool,
}

impl Slot {
    fn write(
        self,
        column: &Column,
        right: bool,
        role: Role,
        text: &str,
        pen: &mut Pen<'_>,
    ) -> io::Result<()> {
        pen.skip(column.gap);
        match right {
            true => pen.right(role, text, self.width),
            false => pen.left(role, text, self.width),
        }
    }
}

fn measure(grid: &Grid, style: &Style) -> Vec<Slot> {
    let title = |column: &Column| if grid.titled { width(&column.title) } else { 0 };
    let slot = |column: &Column| Slot { width: column.width.max(title(column)), numbers: false };
    let mut slots: Vec<Slot> = grid.columns.iter().map(slot).collect();
    let mut widest = EVEN;
    for row in &grid.rows {
        for (cell, slot) in row.iter().zip(&mut slots) {
            let columns = width(&shown(cell, style).1);
            slot.width = slot.width.max(columns);
            if is_number(cell) {
                slot.numbers = true;
                widest = widest.max(columns);
            }
        }
    }
    for slot in slots.iter_mut().filter(|slot| grid.even && slot.numbers) {
        slot.width = slot.width.max(widest);
    }
    slots
}

fn is_number(cell: &Cell) -> bool {
    matches!(cell, Cell::Number(_) | Cell::Data(_))
}

fn shown<'cell>(cell: &'cell Cell, style: &Style) -> (Role, Cow<'cell, str>) {
    match cell {
        Cell::Empty => (Role::Plain, Cow::Borrowed("")),
        Cell::Text(text, role) => (*role, Cow::Borrowed(text)),
        Cell::Number(value) => (Role::of(*value), numbers::table(*value, style.digits).into()),
        Cell::Count(count) => (Role::Plain, Cow::Owned(count.to_string())),
        Cell::Truth(truth) => (Role::Plain, Cow::Owned(truth.to_string())),
        Cell::Data(value) => {
            (numbers::plain_role(*value), numbers::table(*value, style.digits).into())
        }
        Cell::Pieces(pieces) => lines::joined(pieces, style),
    }
}
