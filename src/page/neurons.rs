//! The picture of networks: neurons as circles in layers, weights as lines, and a box for each
//! named result.

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
/// The distance of circles in a layer, and the radius as a part of it.
const PITCH: (f64, f64) = (15.0, 66.0);
const RADIUS: f64 = 0.36;
/// The distances below a box, and between layers at most.
const BELOW: f64 = 10.0;
const BETWEEN: f64 = 170.0;
/// The margin, also for words beside the outer layers.
const MARGIN: f64 = 20.0;

/// A picture of networks.
#[derive(Debug)]
pub struct Neurons {
    /// The boxes and circles, in order.
    pub places: Vec<Place>,
    /// The weights, in the order of the lines.
    lines: Vec<WeightLine>,
    /// The edges to boxes of results.
    edges: Vec<(usize, usize)>,
}

/// A box or circle of the picture.
#[derive(Debug)]
pub struct Place {
    pub node: Value,
    /// Its name in the picture.
    name: String,
    shape: Shape,
    /// True for a neuron of a hidden layer.
    is_hidden: bool,
}

#[derive(Debug)]
pub struct WeightLine {
    from: usize,
    to: usize,
    weight: Value,
}

impl Neurons {
    /// Returns the networks of a pass; `None` if it calls none, or a network is too large.
    pub fn of(pass: &Pass, outline: &Outline) -> Option<Neurons> {
        outline.wholes().find(|(_, whole)| whole.called().is_some())?;
        let mut plan = Neurons { places: Vec::new(), lines: Vec::new(), edges: Vec::new() };
        // The places that a node's data comes from: its own, or those of earlier named nodes.
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

    pub fn weights(&self) -> impl Iterator<Item = &Value> {
        self.lines.iter().map(|line| &line.weight)
    }

    fn put(&mut self, pass: &Pass, node: &Value) -> usize {
        let name = pass.names.call(node);
        let node = node.clone();
        self.places.push(Place { node, name, shape: Shape::Box, is_hidden: false });
        self.places.len() - 1
    }

    /// Adds the new neurons of a call.
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

    /// The boxes, circles and edges of the picture.
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
}

/// Draws a diagram of neurons in layers, circles above boxes, as large as fits.
pub fn draw(diagram: &Diagram, form: &Form, is_high: bool, most: Point) -> Drawing {
    let turned = |(x, y): Point| if is_high { (y, x) } else { (x, y) };
    let ends: Vec<(usize, usize)> =
        diagram.edges.iter().map(|edge| (edge.operand, edge.user)).collect();
    let levels = levels(diagram.boxes.len(), &ends);
    let mut layers = vec![Vec::new(); levels.iter().max().map_or(0, |last| last + 1)];
    for (number, level) in levels.into_iter().enumerate() {
        layers[level].push(number);
    }
    let is_box = |number: &usize| diagram.boxes[*number].shape == Shape::Box;
    let box_size = |own: &NodeBox| turned(form.size(own, is_high));
    let box_room = |number: &usize| box_size(&diagram.boxes[*number]).1 + BELOW;
    let (along, across) = turned(most);
    let pitch = |layer: &mut Vec<usize>| {
        layer.sort_by_key(is_box);
        let circles = layer.partition_point(|number| !is_box(number));
        let taken: f64 = layer[circles..].iter().map(box_room).sum();
        ((across - 2.0 * MARGIN - taken) / circles.max(1) as f64).clamp(PITCH.0, PITCH.1)
    };
    let pitches: Vec<f64> = layers.iter_mut().map(pitch).collect();
    let radius = RADIUS * pitches.iter().copied().fold(PITCH.1, f64::min);
    // A box must not cover the lines to circles.
    let frame = |own: &NodeBox| match own.shape {
        Shape::Box => Frame { middle: (box_size(own).0 / 2.0, 0.0), size: box_size(own) },
        _ => Frame { middle: (0.0, 0.0), size: (2.0 * radius, 2.0 * radius) },
    };
    let mut boxes: Vec<Frame> = diagram.boxes.iter().map(frame).collect();
    let ends = |number: &usize| boxes[*number].middle.0 + boxes[*number].size.0 / 2.0;
    let wide = |layer: &Vec<usize>| radius + layer.iter().map(ends).fold(0.0, f64::max);
    let widths: Vec<f64> = layers.iter().map(wide).collect();
    let free = along - 2.0 * MARGIN - widths.iter().sum::<f64>();
    let between = (free / (layers.len() - 1).max(1) as f64).floor().clamp(radius, BETWEEN);
    let room = |number: &usize, pitch| if is_box(number) { box_room(number) } else { pitch };
    let high = |(layer, pitch): (&Vec<usize>, &f64)| -> f64 {
        layer.iter().map(|number| room(number, *pitch)).sum()
    };
    let heights: Vec<f64> = layers.iter().zip(&pitches).map(high).collect();
    let highest = heights.iter().copied().fold(0.0, f64::max);
    let mut left = MARGIN;
    for (at, layer) in layers.iter().enumerate() {
        let mut top = MARGIN + (highest - heights[at]) / 2.0;
        for number in layer {
            let room = room(number, pitches[at]);
            let Frame { middle, size } = boxes[*number];
            let middle = turned((left + radius + middle.0, top + room / 2.0));
            boxes[*number] = Frame { middle, size: turned(size) };
            top += room;
        }
        left += widths[at] + between;
    }
    let edge = |edge: &Edge| [edge.operand, edge.user].map(|end| boxes[end].middle).to_vec();
    let edges = diagram.edges.iter().map(edge);
    let (edges, ellipses) = (edges.collect(), vec![None; boxes.len()]);
    let size = turned((left - between + MARGIN, highest + 2.0 * MARGIN));
    diagram.draw_at(&Layout { size, boxes, ellipses, edges }, form, is_high)
}
