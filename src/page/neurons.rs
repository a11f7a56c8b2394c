//! The picture of networks that a front end keeps up to date: neurons as circles, layer by layer, a line
//! for each weight, and behind them a box for each result that has a name.

use std::collections::HashMap;
use std::fmt::Write;

use super::diagram::{FORMS, Form, Live, Screen, node};
use crate::core::graph::{Operand, Value};
use crate::parts::networks::{NeuronPlace, Whole};
use crate::render::{ARROWHEAD, Anchor, Frame, Point, clipped_inside, levels, width, word};
use crate::report::Pass;

/// The most neurons of a picture, and the most lines.
const MOST_NEURONS: usize = 150;
const MOST_LINES: usize = 3_000;
/// Radii of neurons.
const RADII: (f64, f64) = (6.0, 24.0);
/// From this one on a neuron has room for a number.
const ROOMY: f64 = 20.0;
/// The room between neurons of a layer, from middle to middle.
const APART: (f64, f64) = (15.0, 96.0);
/// The room for a name above a neuron.
const ABOVE: f64 = 16.0;
/// The room between layers.
const BETWEEN: (f64, f64) = (34.0, 170.0);
/// The room around it all; words beside the outer layers stand in it.
const MARGIN: f64 = 22.0;
/// The least room between layers, where all is to be seen on a small screen.
const CLOSE: f64 = 16.0;
/// There, words and boxes grow by this factor at most so that they can be read.
const GROWTH: f64 = 2.0;
/// The size of a picture for nobody knows which screen.
const USUAL: Point = (900.0, 400.0);
/// The width of a character of a name.
const CHARACTER: f64 = 7.9;
/// The characters of a name.
const NAME: usize = 16;

/// A picture of networks.
#[derive(Debug)]
pub struct Neurons {
    /// What is drawn, in the order of the picture's boxes and circles.
    pub places: Vec<Place>,
    /// The weights, in the order of its lines.
    pub lines: Vec<WeightLine>,
    /// The edges that lead to the boxes of results.
    edges: Vec<(usize, usize)>,
}

/// Where everything is.
struct Placed {
    /// The places of boxes and circles.
    frames: Vec<Frame>,
    /// From the middle of a neuron to that of the next one in its layer, by place.
    aparts: Vec<f64>,
    /// The size of the picture.
    size: Point,
}

/// What has a place in the picture.
#[derive(Debug)]
pub struct Place {
    /// The node.
    pub node: Value,
    /// Its name.
    pub name: String,
    /// True for a circle: a neuron, or an input of one.
    pub is_circle: bool,
    /// What its sum is made of, if it is a neuron.
    pub sum: Option<Sum>,
}

impl Place {
    /// Its name as it is drawn.
    fn shown_name(&self) -> String {
        clipped_inside(self.name.clone(), NAME, "…")
    }
}

/// What a neuron adds up.
#[derive(Debug)]
pub struct Sum {
    /// Its inputs, of which some may be constants, and the weight of each.
    pub terms: Vec<(Operand, Value)>,
    /// Its bias.
    pub bias: Value,
    /// What is applied to the sum; nothing in a linear layer.
    pub activation: Option<&'static str>,
}

/// The line of a weight.
#[derive(Debug)]
pub struct WeightLine {
    from: usize,
    to: usize,
    /// The weight.
    pub weight: Value,
}

impl Neurons {
    /// What there is to draw of a pass; none if no network is called in it, or one that is too large.
    pub fn of(pass: &Pass) -> Option<Neurons> {
        let outline = pass.outline.as_ref()?;
        outline.wholes().find(|(_, whole)| whole.called().is_some())?;
        let mut plan = Neurons { places: Vec::new(), lines: Vec::new(), edges: Vec::new() };
        // The places that the data of a node comes from: its own, or those of the named nodes before it.
        let mut from: HashMap<&Value, Vec<usize>> = HashMap::new();
        for node in pass.shown().filter(|node| pass.network(node).is_none()) {
            let call = pass.whole(node).filter(|whole| whole.called().is_some());
            if let Some(whole) = call {
                plan.call(pass, whole, &mut from)?;
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

    /// What leads from where to where: the lines, and then the edges.
    pub fn links(&self) -> Vec<(usize, usize)> {
        let lines = self.lines.iter().map(|line| (line.from, line.to));
        lines.chain(self.edges.iter().copied()).collect()
    }

    fn put(&mut self, pass: &Pass, node: &Value) -> usize {
        let name = pass.names.call(node);
        self.places.push(Place { node: node.clone(), name, is_circle: false, sum: None });
        self.places.len() - 1
    }

    /// Adds the neurons of a call that have no place yet.
    fn call<'pass>(
        &mut self,
        pass: &'pass Pass,
        whole: &'pass Whole,
        from: &mut HashMap<&'pass Value, Vec<usize>>,
    ) -> Option<()> {
        let network = pass.network(whole.called()?)?;
        let mut inputs: Vec<(Operand, Vec<usize>)> = Vec::new();
        for operand in &whole.operands {
            let known = operand.value().and_then(|value| from.get(value));
            let places = known.cloned().unwrap_or_default();
            for place in &places {
                if let Some(place) = self.places.get_mut(*place) {
                    place.is_circle |= operand.value().is_some_and(|value| place.node.is(value));
                }
            }
            inputs.push((operand.clone(), places));
        }
        for (layer, neurons) in network.network.layers().zip(&whole.neurons) {
            let activation = network.network.activation(layer.number).map(|it| it.name);
            let mut outputs = Vec::with_capacity(neurons.len());
            for (at, neuron) in neurons.iter().enumerate() {
                if let Some(known) = from.get(neuron) {
                    outputs.push((Operand::Value(neuron.clone()), known.clone()));
                    continue;
                }
                let to = self.put(pass, neuron);
                // Of a network with several outputs one result is that of one neuron.
                let is_output = layer.number == whole.neurons.len();
                let number = if is_output { whole.output.unwrap_or(at) } else { at };
                let first = layer.first + number * (layer.inputs + 1);
                let bias = network.leaves.get(first + layer.inputs)?.clone();
                let mut terms = Vec::with_capacity(inputs.len());
                for ((input, places), weight) in inputs.iter().zip(network.leaves.get(first..)?) {
                    terms.push((input.clone(), weight.clone()));
                    let line =
                        |from: &usize| WeightLine { from: *from, to, weight: weight.clone() };
                    self.lines.extend(places.iter().map(line));
                }
                let place = self.places.get_mut(to)?;
                if !is_output {
                    place.name = NeuronPlace { layer: layer.number, neuron: at + 1 }.written();
                }
                (place.is_circle, place.sum) = (true, Some(Sum { terms, bias, activation }));
                from.insert(neuron, vec![to]);
                outputs.push((Operand::Value(neuron.clone()), vec![to]));
            }
            inputs = outputs;
        }
        let neurons = self.places.iter().filter(|place| place.sum.is_some()).count();
        (neurons <= MOST_NEURONS).then_some(())
    }

    /// Draws them for a screen: as large as it takes to fill it, and no larger, in the first form whose words
    /// can be read there, or in the closest one; if need be with larger boxes, as the whole is made smaller.
    pub fn draw(&self, widths: &[usize], screen: Screen) -> Live {
        let room = match screen.most {
            (0, _) | (_, 0) => USUAL,
            (wide, high) => (f64::from(wide), f64::from(high)),
        };
        let placed = |form: &Form, between: f64| {
            let boxes = self.places.iter().enumerate().map(|(number, place)| {
                let numbers = widths.get(number).copied().unwrap_or_default();
                (form.width(width(&place.shown_name()), numbers), form.height())
            });
            self.placed(&boxes.collect::<Vec<_>>(), (room, between), screen.is_high)
        };
        let mut forms = FORMS.iter().skip(usize::from(screen.is_small));
        let fits = |(form, placed): &(Form, Placed)| form.lacks(placed.size, room) <= 1.0;
        let found = forms.find_map(|form| Some((*form, placed(form, BETWEEN.0))).filter(fits));
        let [.., closest] = &FORMS;
        let close = || {
            // Larger boxes take more room; where there is enough for them that ends soon.
            let mut growth = 1.0;
            while growth <= GROWTH {
                let form = closest.enlarged(growth);
                let placed = placed(&form, CLOSE);
                let lacks = form.lacks(placed.size, room);
                if lacks <= 1.0 {
                    return (form, placed);
                }
                growth *= lacks * 1.01;
            }
            (*closest, placed(closest, CLOSE))
        };
        let (form, Placed { frames, aparts, size }) = found.unwrap_or_else(close);
        let markup = self.markup(&frames, &aparts, &form, screen.is_high);
        Live { size: (size.0.ceil(), size.1.ceil()), markup, form }
    }

    /// The places of boxes of these sizes, and of circles as large as there is room for, with at least so much
    /// between the layers.
    fn placed(&self, boxes: &[Point], (room, least): (Point, f64), is_high: bool) -> Placed {
        let levels = levels(self.places.len(), &self.links());
        let count = levels.iter().max().map_or(0, |last| last + 1);
        // Along the layers, and across them.
        let turned = |point: Point| if is_high { (point.1, point.0) } else { point };
        let (along, across) = turned(room);
        let boxes: Vec<Point> = boxes.iter().map(|size| turned(*size)).collect();
        let known = &levels;
        // Lines lead to circles; a box between them would cover some.
        let of_level = |level: usize| {
            let mine = move |(number, place): (usize, &'_ Place), is_circle: bool| {
                known.get(number) == Some(&level) && place.is_circle == is_circle
            };
            let all = || self.places.iter().enumerate();
            let circles = all().filter(move |it| mine(*it, true));
            circles.chain(all().filter(move |it| mine(*it, false)))
        };
        // Boxes take what they need; the circles of the fullest layer share the rest.
        let own = |level: usize| {
            let circles = of_level(level).filter(|(_, place)| place.is_circle).count();
            let others = of_level(level).filter(|(_, place)| !place.is_circle);
            let taken: f64 = others.map(|(number, _)| boxes[number].1 + 10.0).sum();
            ((across - 2.0 * MARGIN - taken) / circles.max(1) as f64).clamp(APART.0, APART.1)
        };
        let apart = (0..count).map(own).fold(APART.1, f64::min);
        let radius = (0.36 * apart).clamp(RADII.0, RADII.1);
        // Layers of few have room for names.
        let aparts: Vec<f64> =
            levels.iter().map(|level| own(*level).min(apart.max(2.0 * radius + ABOVE))).collect();
        let size = |number: usize, place: &Place| {
            if place.is_circle {
                (2.0 * radius, aparts[number])
            } else {
                (boxes[number].0, boxes[number].1 + 10.0)
            }
        };
        // What stands before a box that has circles in its layer: no box is to cover the lines into these.
        let before = |level: usize, place: &Place| {
            let is_beside = !place.is_circle && of_level(level).any(|(_, it)| it.is_circle);
            if is_beside { radius } else { 0.0 }
        };
        let widest = |level: usize| {
            let wide =
                |(number, place): (usize, &Place)| before(level, place) + size(number, place).0;
            of_level(level).map(wide).fold(0.0, f64::max)
        };
        let highest = |level: usize| {
            of_level(level).map(|(number, place)| size(number, place).1).sum::<f64>()
        };
        let taken: f64 = (0..count).map(widest).sum();
        let between = (along - 2.0 * MARGIN - taken) / count.saturating_sub(1).max(1) as f64;
        let between = between.clamp(least, BETWEEN.1);
        let most = (0..count).map(highest).fold(0.0, f64::max);
        let mut frames = vec![Frame { middle: (0.0, 0.0), size: (0.0, 0.0) }; self.places.len()];
        let mut at = MARGIN;
        for level in 0..count {
            let wide = widest(level);
            let mut over = MARGIN + (most - highest(level)) / 2.0;
            for (number, place) in of_level(level) {
                let own = size(number, place);
                // Where boxes stand beside circles these stand at its beginning.
                let is_mixed = of_level(level).any(|(_, it)| it.is_circle != place.is_circle);
                let middle = if is_mixed { before(level, place) + own.0 / 2.0 } else { wide / 2.0 };
                let middle = turned((at + middle, over + own.1 / 2.0));
                let size = if place.is_circle {
                    (2.0 * radius, 2.0 * radius)
                } else {
                    turned(boxes[number])
                };
                frames[number] = Frame { middle, size };
                over += own.1;
            }
            at += wide + between;
        }
        let size = turned((at - between + MARGIN, most + 2.0 * MARGIN));
        Placed { frames, aparts, size }
    }

    fn markup(&self, frames: &[Frame], aparts: &[f64], form: &Form, is_high: bool) -> String {
        let mut markup = ARROWHEAD.to_owned();
        for (number, line) in self.lines.iter().enumerate() {
            let (from, to) = (frames[line.from].middle, frames[line.to].middle);
            let _ = writeln!(
                markup,
                "<line class=\"weight\" id=\"w{number}\" x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\"/>",
                from.0, from.1, to.0, to.1
            );
        }
        for (from, to) in &self.edges {
            markup.push_str(&bent(&frames[*from], &frames[*to], is_high));
        }
        for (number, (place, frame)) in self.places.iter().zip(frames).enumerate() {
            if place.is_circle {
                markup.push_str(&circle(number, place, frame, (aparts[number], is_high)));
            } else {
                markup.push_str(&node(number, &place.shown_name(), frame, form, is_high));
            }
        }
        markup
    }
}

/// An edge to the box of a result.
fn bent(from: &Frame, to: &Frame, is_high: bool) -> String {
    let half = |frame: &Frame| (frame.size.0 / 2.0, frame.size.1 / 2.0);
    let ((x1, y1), (x2, y2)) = (from.middle, to.middle);
    let path = if is_high {
        let (y1, y2) = (y1 + half(from).1, y2 - half(to).1);
        let middle = (y1 + y2) / 2.0;
        format!("M{x1:.1} {y1:.1} C{x1:.1} {middle:.1} {x2:.1} {middle:.1} {x2:.1} {y2:.1}")
    } else {
        let (x1, x2) = (x1 + half(from).0, x2 - half(to).0);
        let middle = (x1 + x2) / 2.0;
        format!("M{x1:.1} {y1:.1} C{middle:.1} {y1:.1} {middle:.1} {y2:.1} {x2:.1} {y2:.1}")
    };
    format!("<path class=\"edge\" marker-end=\"url(#head)\" d=\"{path}\"/>\n")
}

/// True if there is room for its name above a circle, in a layer from top to bottom or, in a picture that is high,
/// from left to right.
fn has_name(name: &str, radius: f64, apart: f64, is_high: bool) -> bool {
    let long = width(name) as f64 * CHARACTER;
    let room = match is_high {
        true => apart - 4.0,
        false if radius >= ROOMY => f64::INFINITY,
        false => 2.0 * radius + BETWEEN.0,
    };
    apart >= 2.0 * radius + ABOVE && long <= room
}

/// A neuron, or an input of one: its activation is how it is filled, and stands in it where there is room.
fn circle(number: usize, place: &Place, frame: &Frame, (apart, is_high): (f64, bool)) -> String {
    let ((x, y), radius) = (frame.middle, frame.size.0 / 2.0);
    let class = if place.sum.is_some() { "node neuron" } else { "node neuron input" };
    let mut text =
        format!("<g class=\"{class}\" id=\"n{number}\" tabindex=\"-1\" role=\"button\">");
    for class in ["ground", "frame"] {
        let _ = write!(
            text,
            "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\"/>"
        );
    }
    if radius >= ROOMY {
        text.push_str(&word("data short", (x, y + 4.5), Anchor::Middle, ""));
    }
    let name = place.shown_name();
    let seen = if has_name(&name, radius, apart, is_high) { "name" } else { "name unseen" };
    text.push_str(&word(seen, (x, y - radius - 4.0), Anchor::Middle, &name));
    text.push_str("</g>\n");
    text
}
