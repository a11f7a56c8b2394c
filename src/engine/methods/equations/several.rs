//! What is known of a point where several equations meet.

use super::contact::{Contact, Near, roundest, spacing};
use super::{Equations, slope_by};
use crate::methods::thresholds_of_solve::contact::{FARTHER, SPACINGS, WIDEST};
use crate::methods::thresholds_of_solve::several::BENT;
use crate::solver::Triangle;

impl Equations {
    /// What is known where several equations meet: a root if, within bounds that take rounding in,
    /// they go on nearly as straight as their slopes say.
    pub(super) fn contact_of_several(&mut self, at: &[f64]) -> Contact {
        if self.is_exact_root(at) {
            return Contact::Root(Near::exactly(at));
        }
        let points = self.points_at(at);
        let gaps_and_bounds = self.gaps_and_bounds();
        if gaps_and_bounds.iter().any(|(gap, _)| !gap.is_finite()) {
            return Contact::Apart;
        }
        let meets = gaps_and_bounds.iter().all(|(gap, bound)| gap.abs() <= *bound);
        let size = at.len();
        let within = self.bounds_of_root(at, &gaps_and_bounds);
        if let Some((_, within)) = &within {
            let round = |(at, within): (&f64, &f64)| roundest(at - within, at + within);
            let whole: Vec<f64> = at.iter().zip(within).map(round).collect();
            if self.is_exact_root(&whole) {
                return Contact::Root(Near::exactly(&whole));
            }
        }
        let within = within.filter(|(_, within)| {
            let ways =
                at.iter().zip(&self.before).map(|(at, start)| at.abs().max((at - start).abs()));
            ways.zip(within).all(|(way, within)| *within <= WIDEST * way)
        });
        let otherwise = |within: Vec<f64>| {
            if meets { Contact::Touch(Near { at: at.to_vec(), within }) } else { Contact::Apart }
        };
        let Some((inverse, within)) = within else {
            return otherwise(at.iter().map(|at| WIDEST * at.abs()).collect());
        };
        let mut bent = vec![0.0; size];
        for (moved, far) in within.iter().enumerate() {
            let mut worst = vec![0.0_f64; size];
            for sign in [-1.0, 1.0] {
                let mut place = at.to_vec();
                place[moved] += sign * far;
                let by = place[moved] - at[moved];
                let next = self.points_at(&place);
                if self.breaks_between(&points, &next) {
                    return otherwise(within);
                }
                let changes: Vec<f64> = self
                    .gaps()
                    .zip(&gaps_and_bounds)
                    .map(|(gap, (before, _))| gap - before)
                    .collect();
                for (unknown, row) in inverse.iter().enumerate() {
                    let change: f64 =
                        row.iter().zip(&changes).map(|(by, change)| by * change).sum();
                    let wanted = if unknown == moved { by } else { 0.0 };
                    worst[unknown] = worst[unknown].max((change - wanted).abs());
                }
            }
            bent.iter_mut().zip(worst).for_each(|(bent, worst)| *bent += worst);
        }
        // A bend that is nan is too much.
        let is_straight = bent.iter().zip(&within).all(|(bent, within)| *bent <= BENT * within);
        if is_straight {
            return Contact::Root(Near { at: at.to_vec(), within });
        }
        otherwise(within)
    }

    /// How the unknowns follow what is added to each equation, and how far off they are at most by
    /// the gaps and by rounding; none where the equations do not tell.
    fn bounds_of_root(
        &mut self,
        at: &[f64],
        gaps_and_bounds: &[(f64, f64)],
    ) -> Option<(Vec<Vec<f64>>, Vec<f64>)> {
        self.load(at);
        let size = at.len();
        let rows: Vec<Vec<f64>> = self
            .nodes
            .iter()
            .map(|(order, _)| {
                let grads = order.grads();
                self.leaves.iter().map(|leaf| slope_by(leaf, order, &grads)).collect()
            })
            .collect();
        // Each row by its largest slope, so that none underflows.
        let scales: Vec<f64> = rows
            .iter()
            .map(|row| row.iter().fold(0.0, |most: f64, slope| most.max(slope.abs())))
            .collect();
        if scales.iter().any(|scale| !scale.is_finite() || *scale == 0.0) {
            return None;
        }
        let mut inverse = vec![vec![0.0; size]; size];
        for shifted in 0..size {
            let scaled = |(row, (slopes, scale)): (usize, (&Vec<f64>, &f64))| {
                let right = if row == shifted { -1.0 } else { 0.0 };
                slopes.iter().copied().chain([right]).map(|number| number / scale).collect()
            };
            let rows: Vec<_> = rows.iter().zip(&scales).enumerate().map(scaled).collect();
            let step = Triangle::of_rows(size, &rows).step()?;
            inverse.iter_mut().zip(step).for_each(|(row, by)| row[shifted] = by);
        }
        let far = |(row, at): (&Vec<f64>, &f64)| {
            let by = |(by, (gap, bound)): (&f64, &(f64, f64))| {
                by.abs() * (FARTHER * size as f64 * bound + FARTHER * gap.abs())
            };
            row.iter().zip(gaps_and_bounds).map(by).sum::<f64>() + SPACINGS * spacing(*at)
        };
        let within: Vec<f64> = inverse.iter().zip(at).map(far).collect();
        within.iter().all(|it| it.is_finite()).then_some((inverse, within))
    }
}
