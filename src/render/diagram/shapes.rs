//! The shapes of a graph: boxes with words in them, ellipses, and edges.

use std::fmt::Write;

use super::layout::{Edge, Frame, Point};
use super::svg::escaped;
use crate::render::line_writer::width;

/// The width of a character in pixels, an upper bound for common monospaced fonts.
pub const CHARACTER: f64 = 8.0;

/// The head of an arrow, which [`path`] refers to.
pub const ARROWHEAD: &str = "\
<defs><marker id=\"head\" viewBox=\"0 0 8 8\" refX=\"7.5\" refY=\"4\" markerWidth=\"8\" \
markerHeight=\"8\" markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path class=\"head\" \
d=\"M0 0.5 L8 4 L0 7.5 z\"/></marker></defs>";

/// Which part of a word is at its place.
#[derive(Debug, Clone, Copy)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

/// Opens the element of a node, and draws its frame: from its upper left corner, of this size, with
/// round corners. What `inside` holds comes first.
pub fn open_box(
    number: usize,
    attributes: &str,
    inside: &str,
    (left, top): Point,
    (width, height): Point,
    radius: u8,
) -> String {
    format!(
        "<g id=\"n{number}\" {attributes}>{inside}\
         <rect class=\"frame\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" \
         height=\"{height:.1}\" rx=\"{radius}\"/>"
    )
}

/// A word of a box.
pub fn word(class: &str, (x, y): Point, anchor: Anchor, text: &str) -> String {
    let anchor = match anchor {
        Anchor::Start => "",
        Anchor::Middle => " text-anchor=\"middle\"",
        Anchor::End => " text-anchor=\"end\"",
    };
    let text = escaped(text);
    format!("<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\"{anchor}>{text}</text>")
}

pub fn ellipse_size(label: &str) -> Option<Point> {
    let columns = width(label) as f64;
    (!label.is_empty()).then_some((f64::max(34.0, columns * CHARACTER + 24.0), 34.0))
}

/// An operation; `further` classes follow that of all, and its name stands so far above the middle.
pub fn ellipse(number: usize, place: &Frame, label: &str, further: &str, lift: f64) -> String {
    let ((x, y), (width, height)) = (place.middle, place.size);
    format!(
        "<g class=\"operation{further}\" id=\"op{number}\"><ellipse class=\"ellipse\" cx=\"{x:.1}\" \
         cy=\"{y:.1}\" rx=\"{:.1}\" ry=\"{:.1}\"/><text x=\"{x:.1}\" y=\"{:.1}\" \
         text-anchor=\"middle\">{}</text></g>\n",
        width / 2.0,
        height / 2.0,
        y + 4.5 - lift,
        escaped(label)
    )
}

/// An edge as a smooth curve: a cubic B-spline with the points as its control points.
pub fn path(edge: &Edge, attributes: &str) -> String {
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
