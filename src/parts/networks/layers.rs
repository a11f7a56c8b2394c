//! `:grad … layers`: how large the grads and weights of each layer of a network are, and how many of
//! its neurons hardly pass a grad on.

use std::collections::BTreeMap;

use crate::core::graph::{Label, Operand, Order, Value, interrupted};
use crate::core::language::{Error, Result, Span};
use crate::core::ops::{self, ADD, FLAT, Flat, Operation};
use crate::core::session::Session;
use crate::parts::networks::outline::networks_in;
use crate::parts::networks::{LINEAR, Layer, Members, NeuronPlace, neuron_of};
use crate::parts::rows;
use crate::report::{
    Block, Column, Data, NumberStyle, Paragraph, Report, Role, Table, and, facts_of,
};

/// The most names of dead neurons that are written out.
const MOST_NAMES: usize = 5;

/// What is known of a layer.
struct Summary {
    network: String,
    layer: Layer,
    activation: Option<&'static Operation>,
    mean_grad: f64,
    mean_weight: f64,
    /// The share of what its neurons pass on that is flat, if it can be.
    flat: Option<f64>,
    /// The names of its dead neurons.
    dead: Vec<String>,
}

/// Reports the layers of the networks with these labels, or of all if there are none, after the
/// backward pass of an order.
///
/// # Errors
///
/// The root uses no network, or the work is interrupted.
pub fn report(
    session: &mut Session,
    order: &Order,
    labels: &[Label],
    span: Span,
) -> Result<Report> {
    let networks = networks_in(order, |label| labels.is_empty() || labels.contains(&label));
    if networks.is_empty() {
        return Err(Error::new(span, "the root uses no network, whose layers these would be")
            .hint("make one, y = m(x), after :net m 1 4 1"));
    }
    let shares = flat_shares(session, order, &networks)?;
    let summaries =
        networks.iter().flat_map(|(label, used)| summaries(session, *label, used, &shares));
    Ok(said(&summaries.collect::<Vec<_>>()))
}

/// The layers of a network.
fn summaries(
    session: &Session,
    label: Label,
    used: &Members,
    shares: &BTreeMap<(Label, NeuronPlace), f64>,
) -> Vec<Summary> {
    let network = used.leaves.first().map(|leaf| session.names().call_network(leaf));
    let network = network.unwrap_or_default();
    let of_layer = |layer: Layer| {
        let is_weight = |leaf: &&Value| {
            let place = used.network.place(leaf.label().part as usize);
            place.is_some_and(|it| it.layer == layer.number && it.input.is_some())
        };
        let weights: Vec<&Value> = used.leaves.iter().filter(is_weight).collect();
        let mean = |number: fn(&Value) -> f64| {
            weights.iter().map(|weight| number(weight).abs()).sum::<f64>() / weights.len() as f64
        };
        let place = |neuron: usize| NeuronPlace { layer: layer.number, neuron };
        let own = |neuron: usize| shares.get(&(label, place(neuron))).copied();
        let flat: Vec<f64> = (1..=layer.neurons).filter_map(own).collect();
        let activation = used.network.activation(layer.number);
        let may_die = activation.and_then(rule).is_some_and(|rule| rule.is_dead);
        let dead = (1..=layer.neurons).filter(|it| may_die && own(*it) == Some(1.0));
        Summary {
            dead: dead.map(|it| format!("{network}.{}", place(it).written())).collect(),
            network: network.clone(),
            activation,
            mean_grad: mean(Value::grad),
            mean_weight: mean(Value::data),
            flat: (!flat.is_empty()).then(|| flat.iter().sum::<f64>() / flat.len() as f64),
            layer,
        }
    };
    used.network.layers().map(of_layer).collect()
}

/// For each neuron the share of the numbers that it passes on, over all rows and calls, where its
/// activation is flat.
fn flat_shares(
    session: &Session,
    order: &Order,
    networks: &BTreeMap<Label, Members>,
) -> Result<BTreeMap<(Label, NeuronPlace), f64>> {
    let mut shares: BTreeMap<(Label, NeuronPlace), Vec<Value>> = BTreeMap::new();
    for node in order.nodes() {
        let Some((label, place)) = neuron_of(node) else { continue };
        let activation = networks.get(&label).and_then(|it| it.network.activation(place.layer));
        if let Some(share) = activation.and_then(|it| flat_share(it, node)) {
            shares.entry((label, place)).or_default().push(share);
        }
    }
    Order::until(session.stop(), shares.values().flatten()).forward(session.clock);
    if session.work().is_interrupted() {
        return Err(interrupted(Span::default()));
    }
    let mean = |calls: Vec<Value>| calls.iter().map(Value::data).sum::<f64>() / calls.len() as f64;
    Ok(shares.into_iter().map(|(neuron, calls)| (neuron, mean(calls))).collect())
}

/// The share of rows in which what a neuron passes on is flat, to be computed.
fn flat_share(activation: &'static Operation, node: &Value) -> Option<Value> {
    let rule = rule(activation)?;
    let passed_on = || Operand::Value(node.clone());
    let at_most = ops::infix("<=")?;
    let low = computed(at_most, [passed_on(), Operand::Constant(rule.low)]);
    let high = computed(at_most, [Operand::Constant(rule.high), passed_on()]);
    let flat = computed(ADD, [low, high]);
    let share = match node.is_per_row() {
        true => computed(rows::fold("mean")?, [flat, Operand::Constant(0.0)]),
        false => flat,
    };
    share.value().cloned()
}

/// Where an activation is flat, if it is anywhere.
fn rule(activation: &'static Operation) -> Option<&'static Flat> {
    FLAT.iter().find(|rule| rule.activation == activation.name)
}

fn computed(operation: &'static Operation, operands: [Operand; 2]) -> Operand {
    Operand::made(operation, operands, Label::default())
}

/// A row for each layer, and what the words in it mean.
fn said(layers: &[Summary]) -> Report {
    let columns = vec![
        Column::text("network").titled("network"),
        Column::number("layer").titled("layer"),
        Column::number("neurons").titled("neurons"),
        Column::text("activation").titled("activation"),
        Column::number("mean_grad").titled("mean |grad|"),
        Column::number("mean_weight").titled("mean |weight|"),
        Column::number("flat").titled("flat"),
        Column::text(""),
    ];
    let cells = |it: &Summary| {
        let flat = |flat| Paragraph::default().number(flat, NumberStyle::Decimals(2));
        vec![
            Paragraph::new(it.network.clone()),
            Paragraph::count(it.layer.number as u64),
            Paragraph::count(it.layer.neurons as u64),
            Paragraph::new(it.activation.map_or(LINEAR, |it| it.name)),
            Paragraph::data(it.mean_grad),
            Paragraph::data(it.mean_weight),
            it.flat.map_or(Paragraph::default(), flat),
            dead(it),
        ]
    };
    let table = Table::titled(columns, layers.iter().map(cells).collect());
    let rows = table.records().zip(layers).map(|(mut row, layer)| {
        row.insert("dead".to_owned(), layer.dead.clone().into());
        row
    });
    let data = Data::of(facts_of([("rows", rows.collect())]));
    let mut blocks = vec![Block::Table(table)];
    blocks.extend(legend(layers).map(|it| Paragraph::new(it).wrapped(4)));
    Report { kind: "layers", blocks, data: vec![data], ..Report::default() }
}

/// How many neurons of a layer are dead, and which.
fn dead(layer: &Summary) -> Paragraph {
    let names = and(layer.dead.clone(), MOST_NAMES);
    match layer.dead.len() {
        0 => Paragraph::default(),
        count => Paragraph::styled(format!("{count} dead: {names}"), Role::Wrong),
    }
}

/// What is called flat here, and dead.
fn legend(layers: &[Summary]) -> Option<String> {
    let is_used = |rule: &&Flat| {
        layers.iter().any(|it| it.activation.is_some_and(|it| it.name == rule.activation))
    };
    let said: Vec<&str> = FLAT.iter().filter(is_used).map(|rule| rule.said).collect();
    let dead = if layers.iter().all(|it| it.dead.is_empty()) { "" } else { "; dead: in every row" };
    let said = (!said.is_empty()).then(|| said.join(", "))?;
    Some(format!("  flat: the share of numbers that pass hardly any grad on, {said}{dead}"))
}
