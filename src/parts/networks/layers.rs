//! `:grad … layers`, a row for each layer of networks, and `:grad L mlp`, their weights in tables.

use std::collections::BTreeMap;

use super::network::{LINEAR, Layer, Members, NeuronPlace};
use super::neuron::neuron_of;
use super::outline::networks_in;
use super::summary::frozen;
use crate::core::graph::{Label, Order, Value, interrupted};
use crate::core::language::{Error, Result, Span};
use crate::core::ops::{FLAT, Flat, Operation};
use crate::core::session::Session;
use crate::parts::rows::Sweep;
use crate::report::{
    Block, Column, Coverage, Data, Facts, Fold, NumberStyle, Paragraph, Pass, Report, Role, Table,
    and, facts_of,
};

/// The most names of dead neurons that are written out.
const MOST_NAMES: usize = 5;
/// The most columns of numbers side by side.
const MOST_COLUMNS: usize = 7;

/// The cell of a leaf in a table.
type Cell<'pass> = &'pass dyn Fn(&Value) -> Paragraph;

/// The flat shares of neurons' outputs.
type Shares = BTreeMap<(Label, NeuronPlace), f64>;

/// Reports the layers of these networks, or all, after a backward pass: sizes of grads and weights,
/// and flat neurons.
pub fn report(session: &Session, order: &Order, labels: &[Label], span: Span) -> Result<Report> {
    let networks = networks_in(order, |label| labels.is_empty() || labels.contains(&label));
    if networks.is_empty() {
        return Err(Error::new(span, "the root uses no network")
            .hint("make one, y = m(x), after :net m 1 4 1"));
    }
    let shares = flat_shares(session, order, &networks)?;
    let (mut rows, mut rules, mut dead) = (Vec::new(), Vec::new(), Vec::new());
    for (label, used) in &networks {
        let name = session.names().call_network(&used.leaves[0]);
        for layer in used.network.layers() {
            let is_own = |place: &NeuronPlace| place.layer == layer.number;
            let flat = shares.iter().filter(|((of, place), _)| of == label && is_own(place));
            let flat: Vec<(NeuronPlace, f64)> =
                flat.map(|((_, it), share)| (*it, *share)).collect();
            let rule = used.network.activation(layer.number).and_then(rule);
            let is_dead = |share: f64| share == 1.0 && rule.is_some_and(|rule| rule.is_dead);
            let named = flat.iter().filter(|(_, share)| is_dead(*share));
            let named = named.map(|(it, _)| format!("{name}.{}", it.written()));
            let named: Vec<String> = named.collect();
            rules.extend(rule.map(|rule| rule.said));
            rows.push(row(&name, &layer, used, (&flat, &named)));
            dead.push(named);
        }
    }
    rules = FLAT.iter().map(|rule| rule.said).filter(|said| rules.contains(said)).collect();
    Ok(said(rows, &dead, &rules.join(", ")))
}

/// The row of a layer.
fn row(
    name: &str,
    layer: &Layer,
    used: &Members,
    (flat, dead): (&[(NeuronPlace, f64)], &[String]),
) -> Vec<Paragraph> {
    let is_weight = |leaf: &&Value| {
        let place = used.network.place(leaf.label().part as usize);
        place.is_some_and(|(it, input)| it.layer == layer.number && input.is_some())
    };
    let weights: Vec<&Value> = used.leaves.iter().filter(is_weight).collect();
    let is_used = !weights.is_empty();
    let mean = |number: fn(&Value) -> f64| {
        weights.iter().map(|weight| number(weight).abs()).sum::<f64>() / weights.len() as f64
    };
    let share = flat.iter().map(|(_, share)| share).sum::<f64>() / flat.len() as f64;
    let share = Paragraph::default().number(share, NumberStyle::Decimals(2));
    let said = format!("{} dead: {}", dead.len(), and(dead.to_vec(), MOST_NAMES));
    let said = Paragraph::styled(said, Role::Wrong);
    vec![
        Paragraph::new(name),
        Paragraph::count(layer.number as u64),
        Paragraph::count(layer.neurons as u64),
        Paragraph::new(used.network.activation(layer.number).map_or(LINEAR, |it| it.name)),
        if is_used { Paragraph::data(mean(Value::grad)) } else { Paragraph::default() },
        if is_used { Paragraph::data(mean(Value::data)) } else { Paragraph::default() },
        if flat.is_empty() { Paragraph::default() } else { share },
        match (is_used, dead.is_empty()) {
            (false, _) => Paragraph::styled("not in the root", Role::Faint),
            (true, true) => Paragraph::default(),
            (true, false) => said,
        },
    ]
}

/// The table of these rows, with dead neurons and an explanation.
fn said(rows: Vec<Vec<Paragraph>>, dead: &[Vec<String>], rules: &str) -> Report {
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
    let table = Table::titled(columns, rows);
    let facts = table.records().zip(dead).map(|(mut row, dead)| {
        row.insert("dead".to_owned(), dead.clone().into());
        row
    });
    let data = Data::of(facts_of([("rows", facts.collect())]));
    let mut blocks = vec![Block::Table(table)];
    if !rules.is_empty() {
        let dead = if dead.iter().all(Vec::is_empty) { "" } else { "; dead: in every row" };
        let said = format!("  flat: the share of outputs with almost no slope, {rules}{dead}");
        blocks.push(Paragraph::new(said).wrapped(4));
    }
    Report { kind: "layers", blocks, data: vec![data], ..Report::default() }
}

/// For each neuron, the share of flat outputs over all rows and calls.
fn flat_shares(
    session: &Session,
    order: &Order,
    networks: &BTreeMap<Label, Members>,
) -> Result<Shares> {
    let mut counts: BTreeMap<(Label, NeuronPlace), [usize; 2]> = BTreeMap::new();
    for node in order.nodes() {
        let Some((label, place)) = neuron_of(node) else { continue };
        let activation = networks.get(&label).and_then(|it| it.network.activation(place.layer));
        let Some(Flat { low, high, .. }) = activation.and_then(rule) else { continue };
        let numbers = match node.is_per_row() {
            true => Sweep::rows_of(node, session.stop()),
            false => Some(vec![node.data()]).filter(|_| !session.work().is_interrupted()),
        };
        let numbers = numbers.ok_or_else(|| interrupted(Span::default()))?;
        let flat = numbers.iter().filter(|it| *it <= low || high <= *it).count();
        let [of_neuron, all] = counts.entry((label, place)).or_default();
        (*of_neuron, *all) = (*of_neuron + flat, *all + numbers.len());
    }
    let share = |[flat, all]: [usize; 2]| flat as f64 / all as f64;
    Ok(counts.into_iter().map(|(neuron, counts)| (neuron, share(counts))).collect())
}

/// The condition under which an activation is flat.
fn rule(activation: &'static Operation) -> Option<&'static Flat> {
    FLAT.iter().find(|rule| rule.activation == activation.name)
}

/// Reports a pass with the leaves of these networks in tables.
pub fn grads(pass: Pass, networks: &[Value]) -> Report {
    let mut blocks: Vec<Block> = networks.iter().flat_map(|it| tables(&pass, it)).collect();
    let in_tables = networks.iter().filter_map(Value::each).flatten().cloned().collect();
    blocks.push(Block::Pass(Box::new(Pass { in_tables, ..pass })));
    let report = Report { kind: "grad", blocks, ..Report::default() };
    if networks.is_empty() { report } else { report.with_data(Data::of(Facts::new())) }
}

/// The leaves of a network in tables: for each layer a row per neuron, with inputs and bias; then
/// the grads.
fn tables(pass: &Pass, network: &Value) -> Vec<Block> {
    let Some(members) = network.as_network() else { return Vec::new() };
    let (name, root) = (pass.names.call(network), pass.root_name());
    let mut blocks = Vec::new();
    for layer in members.network.layers() {
        let leaves = &members.leaves[layer.first..layer.first + layer.leaves()];
        let title = format!("{name}, layer {}: ", layer.number);
        let data = format!("{title}weights and biases{}", frozen(leaves));
        let grads = format!("{title}d{root}/d each of them");
        let grad = |leaf: &Value| match pass.grad(leaf) {
            Some(grad) => Paragraph::grad(grad),
            None => Paragraph::styled("·", Role::Faint),
        };
        let command = format!(":grad {} {name} all", pass.root_reference());
        let fold = (pass.coverage != Coverage::All)
            .then_some(Fold { ranks: vec![0; layer.neurons], command });
        let data_of = |leaf: &Value| Paragraph::data(leaf.data());
        let both: [(String, Cell<'_>); 2] = [(data, &data_of), (grads, &grad)];
        for (title, cell) in both {
            blocks.push(Paragraph::styled(title, Role::Title).line());
            blocks.extend(layer_tables(layer, leaves, cell, fold.as_ref()));
        }
    }
    blocks
}

/// The leaves of a layer, split by columns.
fn layer_tables(
    layer: Layer,
    leaves: &[Value],
    cell: Cell<'_>,
    fold: Option<&Fold>,
) -> impl Iterator<Item = Block> {
    let inputs: Vec<usize> = (0..=layer.inputs).collect();
    let table = |inputs: &[usize]| {
        let title = |input: &usize| match *input {
            bias if bias == layer.inputs => "b".to_owned(),
            input => format!("w.{}", input + 1),
        };
        let numbers = inputs.iter().map(|it| Column::number("").titled(title(it)).width(8));
        let columns = [Column::text("").titled("neuron")].into_iter().chain(numbers).collect();
        let row = |(at, own): (usize, &[Value])| {
            let called = Paragraph::new(format!("{}.{}", layer.number, at + 1));
            [called].into_iter().chain(inputs.iter().map(|it| cell(&own[*it]))).collect()
        };
        let rows = leaves.chunks(layer.inputs + 1).enumerate().map(row).collect();
        Block::Table(Table { fold: fold.cloned(), ..Table::titled(columns, rows) })
    };
    inputs.chunks(MOST_COLUMNS).map(table).collect::<Vec<_>>().into_iter()
}
