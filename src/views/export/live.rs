//! The picture that a front end keeps up to date: boxes of steady size, whose numbers it fills in.

use super::layout::{Edge, Frame, Layout, Point};
use super::parts::operation;
use super::shapes::{ARROWHEAD, Anchor, ellipse, ellipse_size, open_box, path, word};
use crate::graph::{Atom, Operand, Order, Use, Value, local_formula};
use crate::views::line_writer::{clipped_inside, width};

/// The screen that a picture is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Screen {
    /// True if there is more room below than to the right.
    pub is_high: bool,
    /// True if it is that of a phone, where only numbers have room in a box.
    pub is_small: bool,
    /// The width and height that a picture can have and be read as a whole; 0 if nobody knows.
    pub most: (u32, u32),
}

/// A picture without numbers.
#[derive(Debug)]
pub struct Live {
    /// Its width and height.
    pub size: Point,
    /// What stands inside of its `<svg>`: the head of its arrows, and all else. A box is a `<g class="node" id="n3">` with texts of the
    /// classes `data`, `grad` and `status`, an edge a `<path id="…">` as [`edge_id`] calls it.
    ///
    /// [`edge_id`]: Live::edge_id
    pub markup: String,
}

/// The width of a character of a number, and of the smaller words.
const CHARACTER: f64 = 7.9;
/// Blank pixels on both sides of text.
pub const PADDING: f64 = 8.0;
/// The height of a box, and of the line below its numbers.
const HEIGHT: f64 = 60.0;
const BELOW: f64 = 15.0;
/// The base lines of the three texts, from the top.
const LINES: [f64; 3] = [17.0, 35.0, 51.0];
/// The characters of `data` and `grad`, with a blank.
const LABEL: usize = 5;
/// The characters for a word on how far the grad is, where it stands inside of the box.
const STATUS: usize = 13;
/// The room between the levels, and on a small screen.
const BETWEEN: f64 = 28.0;
const CLOSE: f64 = 13.0;

/// The size of an ellipse with a curve in it, and how far up its name moves.
const CURVED: Point = (84.0, 58.0);
const LIFT: f64 = 14.0;

/// A picture goes the other way where that makes it so many times as large, up to a size that is large enough,
/// in parts of the size at which it can still be read.
const TURNS: f64 = 1.15;
const LARGEST: f64 = 1.6;

/// How many times as wide words make a picture at most.
const WORDS: f64 = 2.0;
/// The characters of a name. A longer one loses its middle: names are told apart by both ends.
const NAME: usize = 22;

impl Live {
    /// Draws a graph: `names` are those of its nodes by number, and `widths` the characters that
    /// their numbers may take.
    pub fn of(order: &Order, names: &[String], widths: &[usize], screen: Screen) -> Live {
        let most = [screen.most.0, screen.most.1].map(f64::from);
        let scale = |it: &Live| (most[0] / it.size.0).min(most[1] / it.size.1).min(LARGEST);
        let mut screen = screen;
        let mut drawn = Live::drawn(order, names, widths, screen);
        if scale(&drawn) < LARGEST {
            let turned = Screen { is_high: !screen.is_high, ..screen };
            let other = Live::drawn(order, names, widths, turned);
            if scale(&other) > TURNS * scale(&drawn) {
                (drawn, screen) = (other, turned);
            }
        }
        let fits =
            |it: &Live, times: f64| it.size.0 <= times * most[0] && it.size.1 <= times * most[1];
        if screen.is_small || fits(&drawn, 1.0) || !fits(&drawn, WORDS) {
            return drawn;
        }
        // Rather without the words in the boxes than with a part of them out of sight.
        let small = Live::drawn(order, names, widths, Screen { is_small: true, ..screen });
        if fits(&small, 1.0) { small } else { drawn }
    }

    fn drawn(order: &Order, names: &[String], widths: &[usize], screen: Screen) -> Live {
        let names: Vec<String> =
            names.iter().map(|name| clipped_inside(name.clone(), NAME, "…")).collect();
        let label = if screen.is_small { 0 } else { LABEL };
        let between = if screen.is_small { CLOSE } else { BETWEEN };
        let characters = |number: usize| {
            let name = names.get(number).map_or(0, |name| width(name));
            let status = if screen.is_high { STATUS } else { 0 };
            name.max(widths.get(number).copied().unwrap_or_default() + label).max(status)
        };
        // The line counts as part of the box, so that nothing covers it.
        let sizes: Vec<Point> = (0..order.count())
            .map(|number| (characters(number) as f64 * CHARACTER + 2.0 * PADDING, HEIGHT + BELOW))
            .collect();
        let labels: Vec<String> = order.nodes().iter().map(operation).collect();
        // The curve of an operation stands below its name.
        let bends = |number: usize| !screen.is_small && bending(order.node(number)).is_some();
        let ellipses: Vec<Option<Point>> = labels
            .iter()
            .enumerate()
            .map(|(number, label)| {
                let (wide, high) = ellipse_size(label)?;
                Some(if bends(number) { (wide.max(CURVED.0), CURVED.1) } else { (wide, high) })
            })
            .collect();
        let layout = if screen.is_high {
            Layout::downward(order, &sizes, &ellipses, between)
        } else {
            Layout::rightward(order, &sizes, &ellipses, between)
        };
        let mut markup = ARROWHEAD.to_owned();
        let edge = |edge: &Edge, id: &str| path(edge, &format!("class=\"edge\" id=\"{id}\""));
        for result in &layout.results {
            markup.push_str(&edge(result, &format!("r{}", result.from)));
        }
        let indices = (0..order.count()).flat_map(|user| {
            let operands = order.operand_pair(user).into_iter().enumerate();
            operands.filter_map(move |(index, it)| it.map(|_| Use { user, index }))
        });
        for (each, link) in layout.uses.iter().zip(indices) {
            markup.push_str(&edge(each, &Live::edge_id(link)));
        }
        for (number, label) in labels.iter().enumerate() {
            if let Some(Some(place)) = layout.ellipses.get(number) {
                let lift = if bends(number) { LIFT } else { 0.0 };
                markup.push_str(&ellipse(number, place, label, "", lift));
            }
            if let (Some(place), Some(name)) = (layout.boxes.get(number), names.get(number)) {
                markup.push_str(&node(number, name, place, screen));
            }
        }
        Live { size: (layout.size.0.ceil(), layout.size.1.ceil()), markup }
    }

    /// The id of the edge of a use; that of the edge from an operation to its node `n3` is `r3`.
    pub fn edge_id(link: Use) -> String {
        format!("u{}-{}", link.user, link.index)
    }
}

/// The index of the only operand that moves a node, with the operand, if it does by a slope that is no constant.
pub fn bending(node: &Value) -> Option<(usize, &Value)> {
    let values = node.operands().iter().enumerate();
    let mut values = values.filter_map(|(index, it)| Some((index, Operand::value(it)?)));
    let only = values.next()?;
    let atoms = local_formula(node, only.0).map(|formula| formula.atoms).unwrap_or_default();
    let is_straight = matches!(atoms.as_slice(), [] | [Atom::Number(_)]);
    (values.next().is_none() && !is_straight && !node.is_fold()).then_some(only)
}

/// A box: the name, and places for data, grad, and a word on how far the grad is.
pub fn node(number: usize, name: &str, place: &Frame, screen: Screen) -> String {
    // An edge that leaves downward must touch its box.
    let (inside, last) = if screen.is_high { (0.0, -7.0) } else { (BELOW, 12.0) };
    let (width, height) = (place.size.0, place.size.1 - inside);
    let (left, top) = (place.middle.0 - place.size.0 / 2.0, place.middle.1 - place.size.1 / 2.0);
    let (from, middle, to) = (left + PADDING, left + width / 2.0, left + width - PADDING);
    let attributes = "class=\"node\" tabindex=\"-1\" role=\"button\"";
    let mut text = open_box(Some(number), attributes, "", (left, top), (width, height), 4);
    text.push_str(&word("name", (middle, top + LINES[0]), Anchor::Middle, name));
    for (class, line) in [("data", LINES[1]), ("grad", LINES[2])] {
        if !screen.is_small {
            text.push_str(&word("label", (from, top + line), Anchor::Start, class));
        }
        text.push_str(&word(class, (to, top + line), Anchor::End, ""));
    }
    text.push_str(&word("status", (middle, top + height + last), Anchor::Middle, ""));
    text.push_str("</g>\n");
    text
}
