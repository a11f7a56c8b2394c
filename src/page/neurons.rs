//! The picture of networks that a front end keeps up to date: neurons as circles, layer by layer, a line
//! for each weight, and behind them a box for each result that has a name.

use std::collections::HashMap;

use crate::core::graph::{Operand, Value};
use crate::parts::export::{
    Diagram, Drawing, Edge, Form, Frame, Layout, NodeBox, Point, Shape, levels,
};
use crate::parts::networks::{NeuronPlace, Outline, Whole};
use crate::render::Style;
use crate::report::{Pass, Role, numbers};

/// The most neurons of a picture, and the most lines.
const MOST_NEURONS: usize = 150;
const MOST_LINES: usize = 3_000;
/// Radii of neurons.
const RADII: (f64, f64) = (6.0, 24.0);
/// The room between neurons of a layer, from middle to middle.
const APART: (f64, f64) = (15.0, 96.0);
/// The room between boxes.
const GAP: f64 = 10.0;
/// The most room between layers, and the least beside that between the levels of other pictures.
const BETWEEN: (f64, f64) = (170.0, 7.0);
/// The room around it all; words beside the outer layers stand in it.
const MARGIN: f64 = 20.0;
/// The size of a picture for nobody knows which screen.
const USUAL: (u32, u32) = (900, 400);

/// A picture of networks.
#[derive(Debug)]
pub struct Neurons {
    /// What is drawn, in the order of the picture's boxes and circles.
    pub places: Vec<Place>,
    /// The weights, in the order of its lines.
    lines: Vec<WeightLine>,
    /// The edges that lead to the boxes of results.
    edges: Vec<(usize, usize)>,
}

/// What has a place in the picture.
#[derive(Debug)]
pub struct Place {
    /// The node.
    pub node: Value,
    /// Its name in the picture.
    name: String,
    shape: Shape,
    /// True if it is a neuron between others.
    is_hidden: bool,
}

/// The line of a weight.
#[derive(Debug)]
pub struct WeightLine {
    from: usize,
    to: usize,
    weight: Value,
}

impl Neurons {
    /// What there is to draw of a pass; none if no network is called in it, or one that is too large.
    pub fn of(pass: &Pass, outline: &Outline) -> Option<Neurons> {
        outline.wholes().find(|(_, whole)| whole.called().is_some())?;
        let mut plan = Neurons { places: Vec::new(), lines: Vec::new(), edges: Vec::new() };
        // The places that the data of a node comes from: its own, or those of the named nodes before it.
        let mut from: HashMap<&Value, Vec<usize>> = HashMap::new();
        let mut shown: Vec<&Value> =
            pass.shown().filter(|node| outline.network(node).is_none()).collect();
        shown.reverse();
        for node in shown {
            let call = outline.whole(node).filter(|whole| whole.called().is_some());
            if let Some(whole) = call {
                plan.call((pass, outline), whole, &mut from)?;
                continue;
            }
            let mut sources: Vec<usize> = Vec::new();
            for operand in pass.operands(node) {
                sources.extend(from.get(operand).into_iter().flatten());
            }
            sources.sort_unstable();
            sources.dedup();
            let is_root = pass.root().is_some_and(|root| root.is(node));
            if node.is_leaf() || is_root || node.label().part == 0 {
                let to = plan.put(pass, node);
                plan.edges.extend(sources.into_iter().map(|from| (from, to)));
                sources = vec![to];
            }
            from.insert(node, sources);
        }
        (plan.lines.len() <= MOST_LINES).then_some(plan)
    }

    /// The weights, by the numbers of their lines.
    pub fn weights(&self) -> impl Iterator<Item = &Value> {
        self.lines.iter().map(|line| &line.weight)
    }

    fn put(&mut self, pass: &Pass, node: &Value) -> usize {
        let name = pass.names.call(node);
        let node = node.clone();
        self.places.push(Place { node, name, shape: Shape::Box, is_hidden: false });
        self.places.len() - 1
    }

    /// Adds the neurons of a call that have no place yet.
    fn call<'pass>(
        &mut self,
        (pass, outline): (&'pass Pass, &'pass Outline),
        whole: &'pass Whole,
        from: &mut HashMap<&'pass Value, Vec<usize>>,
    ) -> Option<()> {
        let network = outline.network(outline.first_of(whole.called()?)?)?;
        let mut inputs: Vec<(Operand, Vec<usize>)> = Vec::new();
        for operand in &whole.operands {
            let known = operand.value().and_then(|value| from.get(value));
            let places = known.cloned().unwrap_or_default();
            for place in &places {
                let place = self.places.get_mut(*place).filter(|it| it.shape == Shape::Box);
                let is_input =
                    |place: &&mut Place| operand.value().is_some_and(|value| place.node.is(value));
                place.filter(is_input).into_iter().for_each(|it| it.shape = Shape::Input);
            }
            inputs.push((operand.clone(), places));
        }
        for (layer, neurons) in network.network.layers().zip(whole.neurons()) {
            let mut outputs = Vec::with_capacity(neurons.len());
            for (at, neuron) in neurons.into_iter().enumerate() {
                if let Some(known) = from.get(neuron) {
                    outputs.push((Operand::Value(neuron.clone()), known.clone()));
                    continue;
                }
                let to = self.put(pass, neuron);
                // Of a network with several outputs one result is that of one neuron.
                let is_output = layer.number + 1 == network.network.sizes.len();
                let number = if is_output { whole.output.unwrap_or(at) } else { at };
                let first = layer.first + number * (layer.inputs + 1);
                for ((_, places), weight) in inputs.iter().zip(network.leaves.get(first..)?) {
                    let line =
                        |from: &usize| WeightLine { from: *from, to, weight: weight.clone() };
                    self.lines.extend(places.iter().map(line));
                }
                let place = self.places.get_mut(to)?;
                place.is_hidden = !is_output;
                if place.is_hidden {
                    place.name = NeuronPlace { layer: layer.number, neuron: at + 1 }.written();
                }
                place.shape = Shape::Neuron;
                from.insert(neuron, vec![to]);
                outputs.push((Operand::Value(neuron.clone()), vec![to]));
            }
            inputs = outputs;
        }
        let neurons = self.places.iter().filter(|place| place.shape == Shape::Neuron).count();
        (neurons <= MOST_NEURONS).then_some(())
    }

    /// The boxes and circles, and the edges between them: the lines of weights, and then what leads to results.
    pub fn diagram(&self, pass: &Pass, style: &Style) -> Diagram {
        let number = |number: f64| numbers::table(number, style.digits);
        let node_box = |place: &Place| NodeBox {
            name: place.name.clone(),
            data: match place.shape {
                Shape::Box => number(place.node.data()),
                _ => numbers::significant(place.node.data(), 2),
            },
            grad: pass.grad(&place.node).map_or_else(String::new, number),
            class: Role::of(place.node.grad()).class(),
            shape: place.shape,
            is_minor: place.is_hidden,
            ..NodeBox::default()
        };
        let edge = |index, (operand, user), is_weight| Edge {
            operand,
            user,
            index,
            is_weight,
            is_left_out: false,
        };
        let lines = self.lines.iter().map(|line| (line.from, line.to)).enumerate();
        let lines = lines.map(|(index, ends)| edge(index, ends, true));
        let others = self.edges.iter().enumerate().map(|(index, ends)| edge(index, *ends, false));
        Diagram {
            boxes: self.places.iter().map(node_box).collect(),
            edges: lines.chain(others).collect(),
        }
    }

    /// Draws their diagram layer by layer, with circles as large as there is room for: boxes take what they need,
    /// and the circles of the fullest layer share the rest.
    pub fn draw(&self, diagram: &Diagram, form: &Form, is_high: bool, most: (u32, u32)) -> Drawing {
        let most = if most.0.min(most.1) == 0 { USUAL } else { most };
        // Along the layers, and across them.
        let (along, across) = turned((f64::from(most.0), f64::from(most.1)), is_high);
        let layers = layers(diagram, form, is_high);
        let apart = |layer: &Layer| {
            let room = across - 2.0 * MARGIN - layer.taken;
            (room / layer.circles.len().max(1) as f64).clamp(APART.0, APART.1)
        };
        let radius = 0.36 * layers.iter().map(apart).fold(APART.1, f64::min);
        let radius = radius.clamp(RADII.0, RADII.1);
        let wide = |layer: &Layer| (2.0 * radius).max(radius + layer.widest);
        let high = |layer: &Layer| layer.taken + layer.circles.len() as f64 * apart(layer);
        let taken: f64 = layers.iter().map(wide).sum();
        let between = (along - 2.0 * MARGIN - taken) / layers.len().saturating_sub(1).max(1) as f64;
        let between = between.clamp(form.between + BETWEEN.1, BETWEEN.0);
        let highest = layers.iter().map(high).fold(0.0, f64::max);
        let mut boxes = vec![Frame::default(); diagram.boxes.len()];
        let mut left = MARGIN;
        for layer in &layers {
            let mut top = MARGIN + (highest - high(layer)) / 2.0;
            for number in &layer.circles {
                let middle = turned((left + radius, top + apart(layer) / 2.0), is_high);
                boxes[*number] = Frame { middle, size: (2.0 * radius, 2.0 * radius) };
                top += apart(layer);
            }
            // No box is to cover the lines that lead to circles.
            for (number, size) in &layer.boxes {
                let middle = (left + radius + size.0 / 2.0, top + (size.1 + GAP) / 2.0);
                let (middle, size) = (turned(middle, is_high), turned(*size, is_high));
                boxes[*number] = Frame { middle, size };
                top += size.1 + GAP;
            }
            left += wide(layer) + between;
        }
        let size = turned((left - between + MARGIN, highest + 2.0 * MARGIN), is_high);
        let ends = |edge: &Edge| (boxes[edge.operand], boxes[edge.user]);
        let points = |edge: &Edge| match ends(edge) {
            (from, to) if edge.is_weight => vec![from.middle, to.middle],
            (from, to) => bent(from, to, is_high),
        };
        let edges = diagram.edges.iter().map(points).collect();
        let ellipses = vec![None; boxes.len()];
        diagram.draw_at(&Layout { size, boxes, ellipses, edges }, form, is_high)
    }
}

/// What stands between two others.
#[derive(Debug, Default, Clone)]
struct Layer {
    circles: Vec<usize>,
    /// The boxes with their sizes along the layers and across them.
    boxes: Vec<(usize, Point)>,
    /// The room that these take, and the longest of them.
    taken: f64,
    widest: f64,
}

fn layers(diagram: &Diagram, form: &Form, is_high: bool) -> Vec<Layer> {
    let ends: Vec<(usize, usize)> =
        diagram.edges.iter().map(|edge| (edge.operand, edge.user)).collect();
    let levels = levels(diagram.boxes.len(), &ends);
    let mut layers = vec![Layer::default(); levels.iter().max().map_or(0, |last| last + 1)];
    for (number, (own, level)) in diagram.boxes.iter().zip(levels).enumerate() {
        let layer = &mut layers[level];
        if own.shape == Shape::Box {
            let size = turned(form.size(own, is_high), is_high);
            layer.taken += size.1 + GAP;
            layer.widest = size.0.max(layer.widest);
            layer.boxes.push((number, size));
        } else {
            layer.circles.push(number);
        }
    }
    layers
}

fn turned(point: Point, is_high: bool) -> Point {
    if is_high { (point.1, point.0) } else { point }
}

/// The control points of an edge to the box of a result.
fn bent(from: Frame, to: Frame, is_high: bool) -> Vec<Point> {
    let [(x1, y1), (x2, y2)] = [from, to].map(|it| turned(it.middle, is_high));
    let [(one, _), (other, _)] = [from, to].map(|it| turned(it.size, is_high));
    let (x1, x2) = (x1 + one / 2.0, x2 - other / 2.0);
    let middle = (x1 + x2) / 2.0;
    let points = [(x1, y1), (middle, y1), (middle, y2), (x2, y2)];
    points.map(|point| turned(point, is_high)).to_vec()
}
