//! The graph as a picture: a box for each node, an ellipse for each operation, an edge for each
//! use.

use std::fmt::Write;
use std::io;

use super::labels::{cells, class, names, operation};
use super::layout::{BETWEEN_LEVELS, Frame, Layout, Point, is_tangled};
use super::shapes::{ARROWHEAD, Anchor, CHARACTER, ellipse, ellipse_size, open_box, path, word};
use crate::core::graph::Value;
use crate::parts::export::{DRAWN, Export, Writer};
use crate::render::line_writer::width;
use crate::render::{Canvas, Style};
use crate::report::{Pass, Role, numbers};

/// The classes of the cells of a box.
const CELLS: [&str; 3] = ["name", "data", "grad"];
const HEIGHT: f64 = 30.0;
/// Blank pixels on both sides of text.
const PADDING: f64 = 9.0;
/// What is said of a graph without a layout.
const TANGLED: &str = "its edges are too long for a picture; use dot and draw it with Graphviz";

/// The styles of every picture, for light and dark mode.
const LOOKS: &str = "\
svg { font: 13px ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; }
.paper { fill: #fcfcfa; } text { fill: #22221f; } .faint { fill: #6b6b66; }
.frame, .ellipse { fill: #ffffff; stroke: #6b6b66; } .wall, .edge { stroke: #6b6b66; fill: none; }
.head { fill: #6b6b66; }
.positive .frame { stroke: #1c5cab; } .positive .grad { fill: #1c5cab; }
.negative .frame { stroke: #b1560b; } .negative .grad { fill: #b1560b; }
.zero .frame { stroke: #9a9a94; stroke-dasharray: 4 3; } .zero .grad { fill: #6b6b66; }
.wild .frame { stroke: #b0174f; stroke-width: 2.5; } .wild .grad { fill: #b0174f; font-weight: bold; }
.above { fill: #1c5cab; } .below { fill: #b1560b; }
.untaken { opacity: 0.4; }
@media (prefers-color-scheme: dark) {
.paper { fill: #1b1b19; } text { fill: #f0efea; } .faint { fill: #a3a29b; }
.frame, .ellipse { fill: #262624; stroke: #a3a29b; } .wall, .edge { stroke: #8b8a84; }
.head { fill: #8b8a84; }
.positive .frame { stroke: #6aa9f4; } .positive .grad { fill: #8abcf8; }
.negative .frame { stroke: #e8924a; } .negative .grad { fill: #f0a868; }
.above { fill: #6aa9f4; } .below { fill: #e8924a; }
.zero .frame { stroke: #77766f; } .zero .grad { fill: #a3a29b; }
.wild .frame { stroke: #f0709c; } .wild .grad { fill: #f58fb2; }
}
";

/// An SVG picture.
pub const SVG: Export = Export {
    name: "svg",
    endings: &["svg"],
    help: "a picture, light or dark as the reader likes",
    most: DRAWN,
    can_be_blank: true,
    write: Writer::Pass(write),
};

/// Writes the picture as a file.
fn write(pass: &Pass, style: &Style, canvas: &mut dyn Canvas) -> io::Result<()> {
    if is_tangled(&pass.order) {
        return Err(io::Error::other(TANGLED));
    }
    let boxes: Vec<Cells> =
        pass.order.nodes().iter().map(|node| Cells(cells(pass, node, style))).collect();
    let sizes: Vec<Point> = boxes.iter().map(Cells::size).collect();
    let labels: Vec<String> = pass.order.nodes().iter().map(|node| operation(node, None)).collect();
    let ellipses: Vec<Option<Point>> = labels.iter().map(|label| ellipse_size(label)).collect();
    let edges: Vec<(usize, usize)> = pass.order.edges().collect();
    let layout = Layout::of(&sizes, &ellipses, &edges, BETWEEN_LEVELS, false);
    let mut text = opening(layout.size, &title(pass), &description(pass));
    let untaken = |is_left_out: bool| if is_left_out { " untaken" } else { "" };
    for edge in &layout.results {
        let untaken = untaken(pass.is_left_out(pass.order.node(edge.from)));
        text.push_str(&path(edge, &format!("class=\"edge{untaken}\"")));
    }
    for edge in &layout.uses {
        let untaken = untaken(pass.is_link_left_out(edge.from, edge.to));
        text.push_str(&path(edge, &format!("class=\"edge{untaken}\"")));
    }
    for (number, (label, cells)) in labels.iter().zip(&boxes).enumerate() {
        let node = pass.order.node(number);
        let untaken = untaken(pass.is_left_out(node));
        if let Some(Some(place)) = layout.ellipses.get(number) {
            text.push_str(&ellipse(number, place, label, untaken, 0.0));
        }
        if let Some(place) = layout.boxes.get(number) {
            let attributes = format!("class=\"node {}{untaken}\"", class(pass, node));
            text.push_str(&cells.markup(number, &attributes, place));
        }
    }
    text.push_str("</svg>\n");
    canvas.put(Role::Plain, &text)
}

/// The start of a picture: size, title, description, styles and background.
pub fn opening(size: Point, title: &str, description: &str) -> String {
    let (width, height) = (size.0.ceil(), size.1.ceil());
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" aria-labelledby=\"title desc\">\n\
         <title id=\"title\">{}</title>\n<desc id=\"desc\">{}</desc>\n<style>\n{LOOKS}</style>\n\
         {ARROWHEAD}\n\
         <rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n",
        escaped(title),
        escaped(description),
    )
}

/// The title of a picture.
fn title(pass: &Pass) -> String {
    let data = pass.root().map_or(f64::NAN, Value::data);
    format!("{} = {} and its gradients", pass.root_name(), numbers::answer(data, None))
}

/// The picture in words.
fn description(pass: &Pass) -> String {
    let root = pass.root_name();
    let number = |number: f64| numbers::significant(number, 6);
    let mut text = "A graph from left to right.".to_owned();
    for node in pass.order.nodes() {
        let name = names(pass, node);
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

/// The name, the data and the grad in a box, side by side.
struct Cells([String; 3]);

impl Cells {
    fn widths(&self) -> [f64; 3] {
        self.0.each_ref().map(|text| width(text) as f64 * CHARACTER + 2.0 * PADDING)
    }

    fn size(&self) -> Point {
        (self.widths().iter().sum(), HEIGHT)
    }

    fn markup(&self, number: usize, attributes: &str, place: &Frame) -> String {
        let (left, top) =
            (place.middle.0 - place.size.0 / 2.0, place.middle.1 - place.size.1 / 2.0);
        let told = self.0.each_ref().map(|text| text.trim_end()).join(", ");
        let title = format!("<title>{}</title>", escaped(&told));
        let mut text = open_box(number, attributes, &title, (left, top), place.size, 3);
        let mut x = left;
        for ((class, cell), width) in CELLS.into_iter().zip(&self.0).zip(self.widths()) {
            if x > left {
                let height = place.size.1;
                let _ = write!(text, "<path class=\"wall\" d=\"M{x:.1} {top:.1} v{height:.1}\"/>");
            }
            let middle = (x + width / 2.0, place.middle.1 + 4.5);
            text.push_str(&word(class, middle, Anchor::Middle, cell));
            x += width;
        }
        text.push_str("</g>\n");
        text
    }
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
