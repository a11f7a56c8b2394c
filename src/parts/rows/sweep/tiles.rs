//! Tiles: sums of products of the same rows with other numbers, such as the neurons of a layer, added up
//! side by side. Each row is read once for all sums.

use super::kernels::Kernel;
use super::records::{Factors, Place, Record};
use super::sums::RunningSums;

/// The number of sums, and of rows of each sum in registers at a time: WebAssembly has lanes of two numbers, and
/// no more registers.
const SUMS: usize = 4;
const ROWS: usize = if cfg!(target_family = "wasm") { 4 } else { 8 };

/// [`SUMS`] sums of products of the same rows.
#[derive(Debug)]
pub(super) struct Tile<Rows> {
    /// The records of the sums.
    records: [usize; SUMS],
    /// The numbers' indices, one for each sum, and the rows that they multiply.
    terms: Vec<([u32; SUMS], Rows)>,
}

impl<Rows: Copy + PartialEq> Tile<Rows> {
    /// Adds up the products in the first rows of the records. `stride` is the room of each record, from the
    /// first on.
    #[inline(always)]
    pub fn add_up<'rows>(
        &self,
        records: &mut [f64],
        (first, stride, rows): (usize, usize, usize),
        factors: &[f64],
        numbers: impl Fn(Rows) -> &'rows [f64],
    ) {
        let place = |record| (record - first) * stride;
        let places = self.records.map(|record| place(record)..place(record) + rows);
        if let Ok(mut outs) = records.get_disjoint_mut(places) {
            let mut sums = RunningSums::<SUMS, ROWS>::new(true);
            for (indices, rows) in &self.terms {
                let mut four = [0.0; SUMS];
                for at in 0..SUMS {
                    four[at] = factors[indices[at] as usize];
                }
                sums.add(four, numbers(*rows), &mut outs);
            }
            sums.finish(&mut outs);
        }
    }

    /// Makes tiles of neighboring sums, given by their records, numbers and rows.
    fn all(sums: impl Iterator<Item = (usize, Vec<(u32, Rows)>)>) -> Vec<Tile<Rows>> {
        let mut tiles = Vec::new();
        let mut like: Vec<(usize, Vec<(u32, Rows)>)> = Vec::new();
        for (record, sum) in sums {
            let rows = sum.iter().map(|(_, rows)| rows);
            if like.first().is_some_and(|(_, it)| !rows.eq(it.iter().map(|(_, rows)| rows))) {
                like.clear();
            }
            like.push((record, sum));
            if let [(a, first), (b, second), (c, third), (d, fourth)] = like.as_slice() {
                let all = first.iter().zip(second).zip(third).zip(fourth);
                let terms =
                    all.map(|((((a, rows), (b, _)), (c, _)), (d, _))| ([*a, *b, *c, *d], *rows));
                tiles.push(Tile { records: [*a, *b, *c, *d], terms: terms.collect() });
                like.clear();
            }
        }
        tiles
    }
}

/// Moves sums that can be added up side by side to their first record, forward or backward.
pub(super) fn tile(records: &mut [Record]) {
    let sum = |(index, record): (usize, &Record)| Some((index, record.sum()?));
    let forward = Tile::all(records.iter().enumerate().filter_map(sum));
    for tile in forward {
        tile.records.iter().for_each(|record| records[*record].terms.clear());
        let first = tile.records[0];
        records[first].tile = Some(tile);
    }
    let pulls = records.iter().enumerate().rev();
    let pulls = pulls.map(|(index, record)| (index, record.pulls.clone()));
    let back = Tile::all(pulls.filter(|(_, pulls)| !pulls.is_empty()));
    for tile in back {
        tile.records.iter().for_each(|record| records[*record].pulls.clear());
        let last = tile.records[0];
        records[last].pull_tile = Some(tile);
    }
}

impl Record {
    /// The terms of a record that is a sum of products of a number and rows.
    fn sum(&self) -> Option<Vec<(u32, Place)>> {
        let scaled = |term: &Factors| match term {
            (Place::Number(factor), rows) => Some((*factor, *rows)),
            _ => None,
        };
        (matches!(self.kernel, Kernel::Nothing))
            .then(|| self.terms.iter().map(scaled).collect())
            .flatten()
    }
}
