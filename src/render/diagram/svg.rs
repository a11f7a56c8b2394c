//! A diagram as SVG: one drawing, for files and for the page.

use std::fmt::Write;

use super::layout::{Frame, Layout, Point, is_tangled};
use super::shapes::{Form, PRINTED, path, word};
use super::{Diagram, Shape};
use crate::core::graph::Value;
use crate::render::Style;
use crate::report::{Pass, numbers};

/// The head of an arrow.
pub const ARROWHEAD: &str = "\
<defs><marker id=\"head\" viewBox=\"0 0 8 8\" refX=\"7.5\" refY=\"4\" markerWidth=\"8\" \
markerHeight=\"8\" markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path class=\"head\" \
d=\"M0 0.5 L8 4 L0 7.5 z\"/></marker></defs>\n";

/// The styles of every picture, for light and dark mode.
const LOOKS: &str = "\
svg { font: 13px ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; }
.paper { fill: #fcfcfa; } text { fill: #22221f; } .faint, .label { fill: #6b6b66; } .name { font-weight: bold; }
.frame, .ellipse { fill: #ffffff; stroke: #6b6b66; } .wall, .edge { stroke: #6b6b66; fill: none; }
.head { fill: #6b6b66; }
.positive .frame { stroke: #1c5cab; } .positive .grad { fill: #1c5cab; }
.negative .frame { stroke: #b1560b; } .negative .grad { fill: #b1560b; }
.zero .frame { stroke: #9a9a94; stroke-dasharray: 4 3; } .zero .grad { fill: #6b6b66; }
.wild .frame { stroke: #b0174f; stroke-width: 2.5; } .wild .grad { fill: #b0174f; font-weight: bold; }
.above { fill: #1c5cab; } .below { fill: #b1560b; }
.untaken { opacity: 0.4; }
@media (prefers-color-scheme: dark) {
.paper { fill: #1b1b19; } text { fill: #f0efea; } .faint, .label { fill: #a3a29b; }
.frame, .ellipse { fill: #262624; stroke: #a3a29b; } .wall, .edge { stroke: #8b8a84; }
.head { fill: #8b8a84; }
.positive .frame { stroke: #6aa9f4; } .positive .grad { fill: #8abcf8; }
.negative .frame { stroke: #e8924a; } .negative .grad { fill: #f0a868; }
.above { fill: #6aa9f4; } .below { fill: #e8924a; }
.zero .frame { stroke: #77766f; } .zero .grad { fill: #a3a29b; }
.wild .frame { stroke: #f0709c; } .wild .grad { fill: #f58fb2; }
}
";

/// A diagram that is drawn.
#[derive(Debug)]
pub struct Drawing {
    /// Its width and height.
    pub size: Point,
    /// What stands inside of its `<svg>`. A box is a `<g class="node" id="n3">` with texts of the classes `name`,
    /// `data`, `grad` and `status`, its operation a `<g id="op3">`; an edge is a `<path id="…">`.
    pub markup: String,
    /// How it is drawn.
    pub form: Form,
}

impl Diagram {
    /// Draws it from left to right, or from top to bottom.
    pub fn draw(&self, form: &Form, is_high: bool) -> Drawing {
        let sizes: Vec<Point> = self.boxes.iter().map(|it| form.size(it, is_high)).collect();
        let ellipses: Vec<Option<Point>> =
            self.boxes.iter().map(|it| form.ellipse(&it.operation)).collect();
        let edges: Vec<(usize, usize)> =
            self.edges.iter().map(|edge| (edge.operand, edge.user)).collect();
        let layout = Layout::of(&sizes, &ellipses, &edges, form.between, is_high);
        self.draw_at(&layout, form, is_high)
    }

    /// Draws it where the layout has it.
    pub fn draw_at(&self, layout: &Layout, form: &Form, is_high: bool) -> Drawing {
        let mut markup = String::new();
        let untaken = |is_left_out: bool| if is_left_out { " untaken" } else { "" };
        let computed = || {
            let all = self.boxes.iter().zip(&layout.ellipses).enumerate();
            all.filter_map(|(number, (own, ellipse))| Some((number, own, ellipse.as_ref()?)))
        };
        for (number, own, (_, points)) in computed() {
            let class = format!("edge{}", untaken(own.is_left_out));
            path(&mut markup, &class, &format!("r{number}"), points);
        }
        for (edge, points) in self.edges.iter().zip(&layout.edges) {
            let kind = if edge.is_weight { "weight" } else { "edge" };
            let class = format!("{kind}{}", untaken(edge.is_left_out));
            path(&mut markup, &class, &edge.id(), points);
        }
        for (number, own, (Frame { middle: (x, y), size }, _)) in computed() {
            let _ = write!(
                markup,
                "<g class=\"operation{}\" id=\"op{number}\"><ellipse class=\"ellipse\" cx=\"{x:.1}\" \
                 cy=\"{y:.1}\" rx=\"{:.1}\" ry=\"{:.1}\"/>",
                untaken(own.is_left_out),
                size.0 / 2.0,
                size.1 / 2.0,
            );
            word(&mut markup, "symbol", (*x, y + 4.5), "middle", &own.operation);
            markup.push_str("</g>\n");
        }
        let attributes = if form.has_status { " tabindex=\"-1\" role=\"button\"" } else { "" };
        for (number, (own, frame)) in self.boxes.iter().zip(&layout.boxes).enumerate() {
            let kind = match own.shape {
                Shape::Box => "",
                Shape::Neuron => " neuron",
                Shape::Input => " neuron input",
            };
            let (class, untaken) = (own.class, untaken(own.is_left_out));
            let _ = write!(
                markup,
                "<g class=\"node {class}{kind}{untaken}\" id=\"n{number}\"{attributes}>"
            );
            match own.shape {
                Shape::Box => own.draw(&mut markup, frame, form, is_high),
                Shape::Neuron | Shape::Input => own.draw_circle(&mut markup, frame),
            }
            markup.push_str("</g>\n");
        }
        Drawing { size: (layout.size.0.ceil(), layout.size.1.ceil()), markup, form: *form }
    }
}

/// Returns the picture of a pass as a file; none if its edges are too long to lay it out.
pub fn picture(pass: &Pass, style: &Style) -> Option<String> {
    if is_tangled(&pass.order) {
        return None;
    }
    let Drawing { size, markup, .. } = Diagram::of(pass, style).draw(&PRINTED, false);
    let data = pass.root().map_or(f64::NAN, Value::data);
    let data = numbers::answer(data, None);
    let title = format!("{} = {data} and its gradients", pass.root_name());
    Some(format!("{}{markup}</svg>\n", opening(size, &title, &description(pass))))
}

/// The start of a picture: size, title, description, styles and background.
pub fn opening(size: Point, title: &str, description: &str) -> String {
    let (width, height) = (size.0.ceil(), size.1.ceil());
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" aria-labelledby=\"title desc\">\n\
         <title id=\"title\">{}</title>\n<desc id=\"desc\">{}</desc>\n<style>\n{LOOKS}</style>\n{ARROWHEAD}\
         <rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n",
        escaped(title),
        escaped(description),
    )
}

/// The picture in words.
fn description(pass: &Pass) -> String {
    let root = pass.root_name();
    let number = |number: f64| numbers::significant(number, 6);
    let mut text = "A graph from left to right.".to_owned();
    for node in pass.order.nodes() {
        let name = pass.all_names(node);
        let answer = |number| numbers::answer(number, None);
        let applied = pass.applied(node, |it| pass.names.call(it), answer);
        let made = if node.is_leaf() { String::new() } else { format!(" = {applied}") };
        let data = node.text().unwrap_or_else(|| number(node.data()));
        let _ = write!(text, " {name}{made}: data {data}");
        if let Some(grad) = pass.grad(node) {
            let _ = write!(text, ", d{root}/d{name} {}", number(grad));
        }
        text.push('.');
    }
    text
}

/// Escapes text for an element or an attribute.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // XML has no such characters.
            '\u{FFFE}'..='\u{FFFF}' => escaped.push('\u{FFFD}'),
            _ => escaped.push(character),
        }
    }
    escaped
}
