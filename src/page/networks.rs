//! The numbers of a picture of networks: how strong weights are, what neurons give, and what one of them
//! adds up.

use serde::Serialize;

use super::neurons::{Neurons, Place};
use super::run::Entry;
use super::{Page, Reply};
use crate::core::graph::Value;
use crate::report::{Pass, numbers};

/// What a person looks at in a picture of networks.
#[derive(Debug, Clone, Copy, Default)]
pub struct Look {
    /// The neuron that is looked into, by its place.
    pub opened: Option<usize>,
    /// True for means over all rows in place of the row in view.
    pub at_means: bool,
}

/// The numbers of a picture of networks.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct InNetworks {
    /// The weight and its grad, of each line.
    #[cfg_attr(test, ts(type = "([number | null, number | null])[]"))]
    lines: Vec<[f32; 2]>,
    /// The data of each neuron and input, by place, in the row in view or their means over all rows; nothing for
    /// the others.
    #[cfg_attr(test, ts(type = "(number | null)[]"))]
    fills: Vec<Option<f32>>,
    /// True for a place that adds something up: a neuron.
    sums: Vec<bool>,
    /// What the neuron that is looked into adds up.
    sum: Option<Addition>,
}

/// What a neuron adds up, and what it makes of that.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Addition {
    /// The place of the neuron.
    place: usize,
    /// Its name.
    name: String,
    /// For each input: its name, its data, the name of its weight, the weight, their product, and the
    /// weight's grad. The bias, which has no input, comes last.
    terms: Vec<[String; 6]>,
    /// The sum.
    sum: String,
    /// What is applied to it, and gives its data: `tanh(0.5)`.
    applied: String,
    /// The data.
    data: String,
    /// The derivative of the root by it: `dL/dn`.
    derivative: String,
    /// That grad.
    grad: String,
}

impl InNetworks {
    /// The numbers as they are now.
    pub fn of(pass: &Pass, neurons: &Neurons, look: Look) -> InNetworks {
        let lines = neurons.lines.iter().map(|line| [line.weight.data(), line.weight.grad()]);
        let nodes: Vec<Value> = neurons.places.iter().map(|place| place.node.clone()).collect();
        let data = if look.at_means {
            pass.order.means_over_rows(&nodes)
        } else {
            nodes.iter().map(Value::data).collect()
        };
        let fill = |(place, data): (&Place, f64)| place.is_circle.then_some(data as f32);
        let place = |number: usize| Some((number, neurons.places.get(number)?));
        InNetworks {
            lines: lines.map(|line| line.map(|number| number as f32)).collect(),
            fills: neurons.places.iter().zip(data).map(fill).collect(),
            sums: neurons.places.iter().map(|place| place.sum.is_some()).collect(),
            sum: look
                .opened
                .and_then(place)
                .and_then(|(number, place)| addition(pass, &neurons.places, number, place)),
        }
    }
}

fn addition(pass: &Pass, places: &[Place], number: usize, place: &Place) -> Option<Addition> {
    let own = place.sum.as_ref()?;
    // As the picture calls it.
    let named = |node: &Value| {
        let place = places.iter().find(|it| it.is_circle && it.node.is(node));
        place.map_or_else(|| pass.name(node), |it| it.name.clone())
    };
    let brief = |number: f64| numbers::significant(number, 4);
    let mut sum = own.bias.data();
    let mut terms = Vec::with_capacity(own.terms.len() + 1);
    for (input, weight) in &own.terms {
        let product = input.data() * weight.data();
        sum += product;
        let name = input.value().map_or_else(|| "constant".to_owned(), named);
        let call = pass.names.call(weight);
        let numbers = [weight.data(), product, weight.grad()].map(brief);
        let [weight, product, grad] = numbers;
        terms.push([name, brief(input.data()), call, weight, product, grad]);
    }
    let bias = brief(own.bias.data());
    let name = pass.names.call(&own.bias);
    terms.push([String::new(), String::new(), name, bias.clone(), bias, brief(own.bias.grad())]);
    let sum = brief(sum);
    let applied = own.activation.map_or_else(|| sum.clone(), |it| format!("{it}({sum})"));
    let root = pass.root_name();
    Some(Addition {
        place: number,
        name: place.name.clone(),
        terms,
        sum,
        applied,
        data: brief(place.node.data()),
        derivative: format!("d{root}/d{}", place.name),
        grad: brief(place.node.grad()),
    })
}

impl Page {
    /// Looks at another row of the longest columns.
    pub(super) fn look_at_row(&mut self, row: usize, last: bool) -> Reply {
        let mut reply = Reply::default();
        let root = self.session.root().cloned();
        let rows = root.and_then(|root| {
            self.session.order_of(&root).nodes().iter().filter_map(Value::rows).max()
        });
        let Some(rows) = rows else { return reply };
        let row = row.clamp(1, rows);
        self.session.look_at_row(rows, row);
        if last {
            let statement = format!(":row {row}");
            reply.entries.push(Entry::told(statement.clone()));
            reply.statement = Some(statement);
        }
        reply
    }
}
