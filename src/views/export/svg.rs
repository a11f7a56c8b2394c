//! The graph as a picture: a box for each node, an ellipse for each operation, an edge for each
//! use.

use std::fmt::Write;
use std::io;

use super::layout::{Edge, Frame, Layout, Point};
use super::parts::{cells, class, name, operation};
use super::{DRAWN, Export};
use crate::graph::Value;
use crate::report::{Pass, Role, numbers};
use crate::views::line_writer::width;
use crate::views::{Canvas, Style};

/// The width of a character in pixels, an upper bound for common monospaced fonts.
const CHARACTER: f64 = 8.0;
const HEIGHT: f64 = 30.0;
/// Blank pixels on both sides of text.
const PADDING: f64 = 9.0;

/// The styles of every picture, for light and dark mode.
pub const LOOKS: &str = "\
svg { font: 13px ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; }
.paper { fill: #fcfcfa; } text { fill: #22221f; } .faint { fill: #6b6b66; }
.frame, .ellipse { fill: #ffffff; stroke: #6b6b66; } .wall, .edge { stroke: #6b6b66; fill: none; }
.head { fill: #6b6b66; }
.positive .frame { stroke: #1c5cab; } .positive .grad { fill: #1c5cab; }
.negative .frame { stroke: #b1560b; } .negative .grad { fill: #b1560b; }
.zero .frame { stroke: #9a9a94; stroke-dasharray: 4 3; } .zero .grad { fill: #6b6b66; }
.wild .frame { stroke: #b0174f; stroke-width: 2.5; } .wild .grad { fill: #b0174f; font-weight: bold; }
@media (prefers-color-scheme: dark) {
.paper { fill: #1b1b19; } text { fill: #f0efea; } .faint { fill: #a3a29b; }
.frame, .ellipse { fill: #262624; stroke: #a3a29b; } .wall, .edge { stroke: #8b8a84; }
.head { fill: #8b8a84; }
.positive .frame { stroke: #6aa9f4; } .positive .grad { fill: #8abcf8; }
.negative .frame { stroke: #e8924a; } .negative .grad { fill: #f0a868; }
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
    write,
};

/// Writes the picture as a file.
fn write(pass: &Pass, style: &Style, canvas: &mut dyn Canvas) -> io::Result<()> {
    canvas.put(Role::Plain, &drawing(pass, style, "img"))?;
    canvas.put(Role::Plain, "\n")
}

/// The picture as an element; with the role `group` its nodes can be reached with the keyboard.
pub fn drawing(pass: &Pass, style: &Style, role: &str) -> String {
    let order = &pass.order;
    let boxes: Vec<Cells> = order.nodes().iter().map(|node| Cells::of(pass, node, style)).collect();
    let sizes: Vec<Point> = boxes.iter().map(Cells::size).collect();
    let labels: Vec<String> = order.nodes().iter().map(operation).collect();
    let ellipses: Vec<Option<Point>> = labels.iter().map(|label| ellipse_size(label)).collect();
    let layout = Layout::of(order, &sizes, &ellipses);
    let mut text = opening(layout.size, &title(pass), &description(pass), role);
    for edge in &layout.results {
        text.push_str(&path(edge, &format!("class=\"edge from-op{} to-n{}\"", edge.from, edge.to)));
    }
    for edge in &layout.uses {
        text.push_str(&path(edge, &format!("class=\"edge from-n{} to-op{}\"", edge.from, edge.to)));
    }
    for ((number, node), label) in order.nodes().iter().enumerate().zip(&labels) {
        if let Some(Some(place)) = layout.ellipses.get(number) {
            text.push_str(&ellipse(number, place, label));
        }
        if let (Some(place), Some(cells)) = (layout.boxes.get(number), boxes.get(number)) {
            text.push_str(&cells.markup(number, node, place, role == "group"));
        }
    }
    text.push_str("</svg>");
    text
}

/// The start of a picture: size, title, description, styles and background.
pub fn opening(size: Point, title: &str, description: &str, role: &str) -> String {
    let (width, height) = (size.0.ceil(), size.1.ceil());
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"{role}\" aria-labelledby=\"title desc\">\n\
         <title id=\"title\">{}</title>\n<desc id=\"desc\">{}</desc>\n<style>\n{LOOKS}</style>\n\
         <defs><marker id=\"head\" viewBox=\"0 0 8 8\" refX=\"7.5\" refY=\"4\" markerWidth=\"8\" \
         markerHeight=\"8\" markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path class=\"head\" d=\"M0 0.5 L8 4 L0 7.5 z\"/></marker></defs>\n\
         <rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n",
        escaped(title),
        escaped(description),
    )
}

fn title(pass: &Pass) -> String {
    let data = pass.root().map_or(f64::NAN, Value::data);
    format!("{} = {} and its gradients", pass.root_name(), numbers::answer(data, None))
}

/// The picture in words.
fn description(pass: &Pass) -> String {
    let root = pass.root_name();
    let mut text = "A graph from left to right.".to_owned();
    for node in pass.order.nodes() {
        let made = if node.is_leaf() {
            String::new()
        } else {
            format!(" = {}", pass.one_operation(node, |number| numbers::answer(number, None)))
        };
        let (data, grad) =
            (numbers::answer(node.data(), Some(6)), numbers::answer(node.grad(), Some(6)));
        let name = name(pass, node);
        let _ = write!(text, " {name}{made}: data {data}, d{root}/d{name} {grad}.");
    }
    text
}

/// The three cells of a box.
struct Cells {
    texts: [String; 3],
}

impl Cells {
    fn of(pass: &Pass, node: &Value, style: &Style) -> Cells {
        Cells { texts: cells(pass, node, style) }
    }

    fn widths(&self) -> [f64; 3] {
        self.texts.each_ref().map(|text| width(text) as f64 * CHARACTER + 2.0 * PADDING)
    }

    fn size(&self) -> Point {
        (self.widths().iter().sum(), HEIGHT)
    }

    fn markup(&self, number: usize, node: &Value, place: &Frame, reachable: bool) -> String {
        let (left, top) =
            (place.middle.0 - place.size.0 / 2.0, place.middle.1 - place.size.1 / 2.0);
        let sign = class(node.grad());
        let focus = if reachable { " tabindex=\"0\"" } else { "" };
        let label = escaped(&self.texts.join(", "));
        let (width, height) = place.size;
        let mut text = format!(
            "<g id=\"n{number}\" class=\"node {sign}\"{focus}><title>{label}</title>\
             <rect class=\"frame\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" \
             height=\"{height:.1}\" rx=\"3\"/>"
        );
        let mut x = left;
        let last = self.texts.len() - 1;
        for (at, (cell, width)) in self.texts.iter().zip(self.widths()).enumerate() {
            let class = ["name", "data", "grad"].get(at).copied().unwrap_or_default();
            let (middle, base) = (x + width / 2.0, place.middle.1 + 4.5);
            let _ = write!(
                text,
                "<text class=\"{class}\" x=\"{middle:.1}\" y=\"{base:.1}\" \
                 text-anchor=\"middle\">{}</text>",
                escaped(cell)
            );
            x += width;
            if at < last {
                let _ = write!(text, "<path class=\"wall\" d=\"M{x:.1} {top:.1} v{height:.1}\"/>");
            }
        }
        text.push_str("</g>\n");
        text
    }
}

pub(super) fn ellipse_size(label: &str) -> Option<Point> {
    let columns = width(label) as f64;
    (!label.is_empty()).then_some((f64::max(34.0, columns * CHARACTER + 24.0), 34.0))
}

pub(super) fn ellipse(number: usize, place: &Frame, label: &str) -> String {
    let ((x, y), (width, height)) = (place.middle, place.size);
    format!(
        "<g class=\"operation\" id=\"op{number}\"><ellipse class=\"ellipse\" cx=\"{x:.1}\" \
         cy=\"{y:.1}\" rx=\"{:.1}\" ry=\"{:.1}\"/><text x=\"{x:.1}\" y=\"{:.1}\" \
         text-anchor=\"middle\">{}</text></g>\n",
        width / 2.0,
        height / 2.0,
        y + 4.5,
        escaped(label)
    )
}

/// An edge as a smooth curve: a cubic B-spline with the points as its control points.
pub(super) fn path(edge: &Edge, attributes: &str) -> String {
    let mut text = format!("<path {attributes} marker-end=\"url(#head)\" d=\"");
    let mut before: Option<Point> = None;
    let mut last: Option<Point> = None;
    let third =
        |near: Point, far: Point| ((2.0 * near.0 + far.0) / 3.0, (2.0 * near.1 + far.1) / 3.0);
    for point in edge.points.iter().copied() {
        match (before, last) {
            (_, None) => {
                let _ = write!(text, "M{:.1} {:.1}", point.0, point.1);
            }
            (None, Some(last)) => {
                let to = third(last, point);
                let to = ((last.0 + to.0) / 2.0, (last.1 + to.1) / 2.0);
                let _ = write!(text, " L{:.1} {:.1}", to.0, to.1);
            }
            (Some(before), Some(last)) => {
                let (first, second) = (third(before, last), third(last, before));
                let next = third(last, point);
                let to = ((second.0 + next.0) / 2.0, (second.1 + next.1) / 2.0);
                let _ = write!(
                    text,
                    " C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}",
                    first.0, first.1, second.0, second.1, to.0, to.1
                );
            }
        }
        (before, last) = (last, Some(point));
    }
    if let Some((x, y)) = last {
        let _ = write!(text, " L{x:.1} {y:.1}");
    }
    text.push_str("\"/>\n");
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
            _ => escaped.push(character),
        }
    }
    escaped
}
