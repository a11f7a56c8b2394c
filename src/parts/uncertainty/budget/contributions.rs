//! What each input contributes to the uncertainty of a root, as the table of `:budget` has it.

use super::report::Contribution;
use crate::core::session::Names;
use crate::parts::uncertainty::Distribution;
use crate::parts::uncertainty::{Input, Propagation};

/// Returns the contributions of all inputs. The largest stands first; what differs by rounding only
/// stays in the order of the names.
pub(crate) fn contributions(names: &Names, propagation: &Propagation) -> Vec<Contribution> {
    let mut inputs: Vec<&Input> = propagation.inputs().iter().collect();
    inputs.sort_unstable_by_key(|input| input.leaf.label());
    let own = |input: &Input| contribution(names, propagation, input);
    let mut all: Vec<Contribution> = inputs.into_iter().map(own).collect();
    let size = |input: &Contribution| input.contribution as f32;
    all.sort_by(|one, other| size(other).total_cmp(&size(one)));
    all
}

fn contribution(names: &Names, propagation: &Propagation, input: &Input) -> Contribution {
    Contribution {
        name: names.call(&input.leaf),
        data: match input.leaf.as_column() {
            None => Some(input.leaf.data()),
            Some(column) => input.row.and_then(|row| column.number(row - 1)),
        },
        row: input.row,
        rows: input.leaf.rows(),
        u: input.u,
        sensitivity: input.sensitivity,
        contribution: input.contribution(),
        distribution: Some(input.distribution())
            .filter(|it| *it != Distribution::Normal)
            .map(Distribution::name),
        share: propagation.share(input),
        degrees_of_freedom: input.degrees_of_freedom(),
    }
}
