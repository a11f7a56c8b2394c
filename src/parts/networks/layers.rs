//! `:grad … layers`: how large the grads and weights of each layer of a network are, and how many of
//! its neurons hardly pass a grad on.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::core::graph::{Label, Operand, Order, Value, interrupted};
use crate::core::language::{Error, Result, Span};
use crate::core::ops::{self, FLAT, Flat, MULTIPLY, Operation, SUBTRACT};
use crate::core::session::Session;
use crate::parts::networks::{LINEAR, Layer, LeafPlace, Network, NeuronPlace, neuron_of};
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

/// A network whose leaves are in an order.
struct Used {
    shape: Rc<Network>,
    leaves: Vec<Value>,
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
    let mut networks: BTreeMap<Label, Used> = BTreeMap::new();
    for leaf in order.leaves() {
        let Some(shape) = leaf.network_of_leaf() else { continue };
        let label = Label { part: 0, ..leaf.label() };
        if labels.is_empty() || labels.contains(&label) {
            let none = || Used { shape: Rc::clone(shape), leaves: Vec::new() };
            networks.entry(label).or_insert_with(none).leaves.push(leaf.clone());
        }
    }
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
    used: &Used,
    shares: &BTreeMap<(Label, NeuronPlace), f64>,
) -> Vec<Summary> {
    let of_layer = |layer: Layer| {
        let is_weight = |leaf: &&Value| match used.shape.place(leaf.label().part as usize) {
            Some(LeafPlace::Weight { layer: at, .. }) => at == layer.number,
            _ => false,
        };
        let weights: Vec<&Value> = used.leaves.iter().filter(is_weight).collect();
        let mean = |number: fn(&Value) -> f64| {
            weights.iter().map(|weight| number(weight).abs()).sum::<f64>() / weights.len() as f64
        };
        let place = |neuron: usize| NeuronPlace { layer: layer.number, neuron };
        let own = |neuron: usize| shares.get(&(label, place(neuron))).copied();
        let flat: Vec<f64> = (1..=layer.neurons).filter_map(own).collect();
        let activation = used.shape.activation(layer.number);
        let may_die = activation.and_then(rule).is_some_and(|rule| rule.is_dead);
        let network = network_name(session, used);
        let dead = (1..=layer.neurons).filter(|it| may_die && own(*it) == Some(1.0));
        Summary {
            dead: dead.map(|it| format!("{network}.{}", place(it).written())).collect(),
            network,
            activation,
            mean_grad: mean(Value::grad),
            mean_weight: mean(Value::data),
            flat: (!flat.is_empty()).then(|| flat.iter().sum::<f64>() / flat.len() as f64),
            layer,
        }
    };
    used.shape.layers().map(of_layer).collect()
}

/// What a network is called.
fn network_name(session: &Session, used: &Used) -> String {
    let leaf = used.leaves.first().map(|leaf| session.names().call(leaf)).unwrap_or_default();
    leaf.split_once('.').map_or(leaf.clone(), |(network, _)| network.to_owned())
}

/// For each neuron the share of the numbers that it passes on, over all rows and calls, where its
/// activation is flat.
fn flat_shares(
    session: &Session,
    order: &Order,
    networks: &BTreeMap<Label, Used>,
) -> Result<BTreeMap<(Label, NeuronPlace), f64>> {
    let mut shares: BTreeMap<(Label, NeuronPlace), Vec<Value>> = BTreeMap::new();
    for node in order.nodes() {
        let Some((label, place)) = neuron_of(node) else { continue };
        let activation = networks.get(&label).and_then(|it| it.shape.activation(place.layer));
        if let Some(share) = activation.and_then(|it| flat_share(it, node)) {
            shares.entry((label, place)).or_default().push(share);
        }
    }
    Order::until(session.stop(), shares.values().flatten()).forward(session.clock());
    if session.work().is_interrupted() {
        return Err(interrupted(Span::default()));
    }
    let mean = |calls: Vec<Value>| calls.iter().map(Value::data).sum::<f64>() / calls.len() as f64;
    Ok(shares.into_iter().map(|(neuron, calls)| (neuron, mean(calls))).collect())
}

/// The share of rows in which what a neuron passes on is flat, to be computed.
fn flat_share(activation: &'static Operation, node: &Value) -> Option<Value> {
    let (rule, one) = (rule(activation)?, Operand::Constant(1.0));
    let passed_on = || Operand::Value(node.clone());
    let above = positive(computed(SUBTRACT, [passed_on(), Operand::Constant(rule.low)]))?;
    let below = positive(computed(SUBTRACT, [Operand::Constant(rule.high), passed_on()]))?;
    let flat = computed(SUBTRACT, [one, computed(MULTIPLY, [above, below])]);
    let share = if node.is_per_row() {
        computed(rows::fold("mean")?, [flat, Operand::Constant(0.0)])
    } else {
        flat
    };
    share.value().cloned()
}

/// Where an activation is flat, if it is anywhere.
fn rule(activation: &'static Operation) -> Option<&'static Flat> {
    FLAT.iter().find(|rule| rule.activation == activation.name)
}

/// 1 where a number is above 0, and else 0.
fn positive(operand: Operand) -> Option<Operand> {
    Some(computed(ops::call("step")?, [operand, Operand::Constant(0.0)]))
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
        vec![
            Paragraph::new(it.network.clone()),
            Paragraph::count(it.layer.number as u64),
            Paragraph::count(it.layer.neurons as u64),
            Paragraph::new(it.activation.map_or(LINEAR, |it| it.name)),
            Paragraph::data(it.mean_grad),
            Paragraph::data(it.mean_weight),
            it.flat.map_or(Paragraph::default(), |it| {
                Paragraph::default().number(it, NumberStyle::Decimals(2))
            }),
        ]
    };
    let shown = layers.iter().map(|it| cells(it).into_iter().chain([dead(it)]).collect());
    let table = Table::titled(columns, shown.collect());
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
    (!said.is_empty()).then(|| {
        format!(
            "  flat: the share of numbers that pass hardly any grad on, {}{dead}",
            said.join(", ")
        )
    })
}
