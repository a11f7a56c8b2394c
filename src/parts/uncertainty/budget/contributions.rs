//! What each input contributes to the uncertainty of a root, as the table of `:budget` has it.

use indexmap::IndexMap;

use super::report::Contribution;
use crate::core::graph::Label;
use crate::core::language::Distribution;
use crate::core::session::Names;
use crate::parts::uncertainty::{Input, Propagation};

/// Returns the contributions of all inputs, and those that are shown where networks are one row each.
/// The largest stands first; what differs by rounding only stays in the order of the names.
pub(crate) fn contributions(
    names: &Names,
    propagation: &Propagation,
    shows_all: bool,
) -> (Vec<Contribution>, Option<Vec<Contribution>>) {
    let mut inputs: Vec<&Input> = propagation.inputs().iter().collect();
    inputs.sort_unstable_by_key(|input| input.leaf.label());
    let own = |input: &Input| of_input(names, propagation, input);
    let of_network = |inputs: &Vec<&Input>| of_network(names, propagation, inputs);
    let (networks, others) = by_network(&inputs);
    let shown = (!shows_all && !networks.is_empty()).then(|| {
        sorted(others.into_iter().map(own).chain(networks.iter().map(of_network)).collect())
    });
    (sorted(inputs.into_iter().map(own).collect()), shown)
}

fn of_input(names: &Names, propagation: &Propagation, input: &Input) -> Contribution {
    Contribution {
        name: names.call(&input.leaf),
        data: match input.leaf.as_column() {
            None => Some(input.leaf.data()),
            Some(column) => input.row.and_then(|row| column.number(row - 1)),
        },
        row: input.row,
        rows: input.leaf.rows(),
        leaves: None,
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

/// The contribution of a network, all of whose leaves are inputs.
fn of_network(names: &Names, propagation: &Propagation, inputs: &[&Input]) -> Contribution {
    let contribution = propagation.contribution_of(inputs);
    let squares = inputs.iter().map(|input| input.u * input.u).sum::<f64>();
    let u = (squares / inputs.len() as f64).sqrt();
    Contribution {
        name: inputs.first().map_or(String::new(), |input| names.call_network(&input.leaf)),
        data: None,
        row: None,
        rows: None,
        leaves: Some(inputs.len()),
        u,
        sensitivity: contribution / u,
        contribution,
        distribution: None,
        share: inputs.iter().map(|input| propagation.share(input)).sum(),
        degrees_of_freedom: None,
    }
}

fn sorted(mut inputs: Vec<Contribution>) -> Vec<Contribution> {
    inputs.sort_by(|one, other| {
        let size = |input: &Contribution| input.contribution as f32;
        size(other).total_cmp(&size(one))
    });
    inputs
}

/// Takes networks all of whose leaves are inputs out of these, each on its own.
fn by_network<'inputs>(
    inputs: &[&'inputs Input],
) -> (Vec<Vec<&'inputs Input>>, Vec<&'inputs Input>) {
    let mut networks: IndexMap<Label, Vec<&'inputs Input>> = IndexMap::new();
    let mut others = Vec::new();
    for &input in inputs {
        match input.leaf.network_of_leaf() {
            Some(_) => {
                let label = Label { part: 0, ..input.leaf.label() };
                networks.entry(label).or_default().push(input);
            }
            None => others.push(input),
        }
    }
    let is_whole = |leaves: &Vec<&Input>| {
        let network = leaves.first().and_then(|input| input.leaf.network_of_leaf());
        network.is_some_and(|network| network.count() == leaves.len())
    };
    let (whole, parts): (Vec<_>, Vec<_>) = networks.into_values().partition(is_whole);
    others.extend(parts.into_iter().flatten());
    (whole, others)
}
