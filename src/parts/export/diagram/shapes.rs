//! The shapes of a diagram: boxes and circles with words in them, and edges.

use std::fmt::Write;

use super::NodeBox;
use super::layout::{Frame, Point};
use crate::render::line_writer::{ELLIPSIS, clipped_inside, width};
use crate::render::{CHARACTER, word};

/// The most characters of a name; a longer one loses its middle.
const NAME: usize = 22;
/// The characters of `data` and `grad`, with a blank.
const LABEL: usize = 5;
/// The characters of a status inside a box.
const STATUS: usize = 16;
/// The smallest radius with room for a number.
const ROOMY: f64 = 20.0;

/// The sizes of boxes and gaps.
#[derive(Debug, Clone, Copy)]
pub struct Form {
    /// The font size, in pixels.
    pub font: f64,
    /// True if each box labels its numbers `data` and `grad`.
    has_labels: bool,
    /// True for the page, whose boxes have a status and can be pressed.
    pub has_status: bool,
    /// Blank pixels on both sides of text.
    padding: f64,
    /// The height of a box.
    height: f64,
    /// The room between the levels.
    pub between: f64,
}

pub static PRINTED: Form = Form {
    font: 13.0,
    has_labels: true,
    has_status: false,
    padding: 8.0,
    height: 60.0,
    between: 25.0,
};
/// For the page: from most detailed to most compact.
pub static FORMS: [Form; 2] = [
    Form { has_status: true, ..PRINTED },
    Form {
        font: 12.0,
        has_labels: false,
        has_status: true,
        padding: 2.0,
        height: 50.0,
        between: 4.0,
    },
];
/// The base lines of the three texts of a box, as parts of its height.
const LINES: [f64; 3] = [0.28, 0.58, 0.85];
/// The height of the line below a box, for its status.
const BELOW: f64 = 15.0;

impl Form {
    fn below(&self) -> f64 {
        if self.has_status { BELOW } else { 0.0 }
    }

    fn wide(&self, characters: usize) -> f64 {
        characters as f64 * self.font * CHARACTER / 13.0
    }

    /// The size of a box, with the line below it.
    pub fn size(&self, own: &NodeBox, is_high: bool) -> Point {
        let name = width(&own.name).min(NAME).max(if is_high { STATUS } else { 0 });
        let numbers = width(&own.data).max(width(&own.grad)).max(own.room);
        let label = if self.has_labels { LABEL } else { 0 };
        let wide = self.wide(name.max(numbers + label));
        (wide + 2.0 * self.padding, self.height + self.below())
    }

    /// The size of the ellipse of an operation.
    pub fn ellipse(&self, label: &str) -> Option<Point> {
        let wide = self.wide(width(label)) + 2.0 * self.padding + 8.0;
        (!label.is_empty()).then_some((wide.max(34.0), 34.0))
    }
}

impl NodeBox {
    pub fn drawn_name(&self) -> String {
        clipped_inside(self.name.clone(), NAME, ELLIPSIS)
    }

    pub fn draw(&self, markup: &mut String, frame: &Frame, form: &Form, is_high: bool) {
        // An edge that leaves downward must touch its box.
        let (inside, last) = if is_high { (0.0, -6.0) } else { (form.below(), 12.0) };
        let (wide, high) = (frame.size.0, frame.size.1 - inside);
        let (left, top) = (frame.middle.0 - wide / 2.0, frame.middle.1 - frame.size.1 / 2.0);
        let _ = write!(
            markup,
            "<rect class=\"frame\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{wide:.1}\" height=\"{high:.1}\" \
             rx=\"4\"/>"
        );
        let [own, data, grad] = LINES.map(|line| top + line * form.height);
        let middle = frame.middle.0;
        *markup += &word("name", (middle, own), "middle", &self.drawn_name());
        for (class, number, line) in [("data", &self.data, data), ("grad", &self.grad, grad)] {
            if form.has_labels {
                *markup += &word("label", (left + form.padding, line), "start", class);
            }
            *markup += &word(class, (left + wide - form.padding, line), "end", number);
        }
        if form.has_status {
            *markup += &word("status", (middle, top + high + last), "middle", "");
        }
    }

    /// A neuron or an input of one, filled by its activation.
    pub fn draw_circle(&self, markup: &mut String, frame: &Frame) {
        let ((x, y), radius) = (frame.middle, frame.size.0 / 2.0);
        for class in ["ground", "frame"] {
            let _ = write!(
                markup,
                "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\"/>"
            );
        }
        if radius >= ROOMY {
            *markup += &word("data", (x, y + 4.5), "middle", &self.data);
        }
        let is_seen = radius >= ROOMY || !self.is_minor;
        let name = if is_seen { "name" } else { "name unseen" };
        *markup += &word(name, (x, y - radius - 4.0), "middle", &self.drawn_name());
    }
}

/// A smooth curve: a cubic B-spline with these control points.
pub fn path(markup: &mut String, class: &str, id: &str, points: &[Point]) {
    let arrow = if class.starts_with("edge") { " marker-end=\"url(#head)\"" } else { "" };
    let _ = write!(markup, "<path class=\"{class}\" id=\"{id}\"{arrow} d=\"");
    let between = |near: Point, far: Point, share: f64| {
        (near.0 + (far.0 - near.0) * share, near.1 + (far.1 - near.1) * share)
    };
    if let Some((x, y)) = points.first() {
        let _ = write!(markup, "M{x:.1} {y:.1}");
    }
    if let [first, second, _, ..] = points {
        let (x, y) = between(*first, *second, 1.0 / 6.0);
        let _ = write!(markup, " L{x:.1} {y:.1}");
    }
    for each in points.windows(3) {
        let [before, last, next] = *each else { continue };
        let (one, two) = (between(before, last, 1.0 / 3.0), between(before, last, 2.0 / 3.0));
        let to = between(two, between(last, next, 1.0 / 3.0), 0.5);
        let _ = write!(
            markup,
            " C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}",
            one.0, one.1, two.0, two.1, to.0, to.1
        );
    }
    if let Some((x, y)) = points.last() {
        let _ = write!(markup, " L{x:.1} {y:.1}");
    }
    markup.push_str("\"/>\n");
}
