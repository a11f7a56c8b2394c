//! The picture that a front end keeps up to date: boxes of steady size, whose numbers it fills in.

use crate::core::graph::{Operand, Order, Use, Value};
use crate::parts::formula::{Atom, local_formula};
use crate::render::{
    ARROWHEAD, Anchor, Edge, Frame, Layout, Point, clipped_inside, ellipse, ellipse_size, open_box,
    operation, path, width, word,
};

/// The screen that a picture is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Screen {
    /// True if there is more room below than to the right.
    pub is_high: bool,
    /// True if it is that of a phone, where only numbers have room in a box.
    pub is_small: bool,
    /// Its width and height, in pixels; 0 if nobody knows.
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
    /// How it is drawn.
    pub form: Form,
}

/// How boxes and what is between them are drawn.
#[derive(Debug, Clone, Copy)]
pub struct Form {
    /// The size of its words, in pixels, and the width of a character.
    pub font: f64,
    character: f64,
    /// True if its numbers are called `data` and `grad` in each box.
    pub has_labels: bool,
    /// True if operations have their curves.
    has_curves: bool,
    /// Blank pixels on both sides of text.
    padding: f64,
    /// The height of a box, and of the line below it.
    height: f64,
    below: f64,
    /// The base lines of the three texts, from the top.
    lines: [f64; 3],
    /// The room between the levels.
    between: f64,
    /// The room around the name of an operation, and the least width of its ellipse.
    around: f64,
    narrowest: f64,
}

/// From the one that says most to the one that takes the least room.
pub static FORMS: [Form; 3] = [
    Form {
        font: 13.0,
        character: 7.9,
        has_labels: true,
        has_curves: true,
        padding: 8.0,
        height: 60.0,
        below: 15.0,
        lines: [17.0, 35.0, 51.0],
        between: 25.0,
        around: 24.0,
        narrowest: 34.0,
    },
    Form {
        font: 13.0,
        character: 7.9,
        has_labels: false,
        has_curves: true,
        padding: 8.0,
        height: 60.0,
        below: 15.0,
        lines: [17.0, 35.0, 51.0],
        between: 13.0,
        around: 24.0,
        narrowest: 34.0,
    },
    Form {
        font: 12.0,
        character: 7.3,
        has_labels: false,
        has_curves: false,
        padding: 2.0,
        height: 50.0,
        below: 14.0,
        lines: [13.0, 29.0, 44.0],
        between: 7.0,
        around: 10.0,
        narrowest: 26.0,
    },
];

impl Form {
    /// The width of a box with so many characters of a name, and of its numbers.
    pub fn width(&self, name: usize, numbers: usize) -> f64 {
        let label = if self.has_labels { LABEL } else { 0 };
        name.max(numbers + label) as f64 * self.character + 2.0 * self.padding
    }

    /// The same with words and boxes so many times as large, for a picture that is made smaller.
    pub fn enlarged(&self, by: f64) -> Form {
        Form {
            font: self.font * by,
            character: self.character * by,
            padding: self.padding * by,
            height: self.height * by,
            below: self.below * by,
            lines: self.lines.map(|line| line * by),
            ..*self
        }
    }

    /// The height of a box with the line below it.
    pub fn height(&self) -> f64 {
        self.height + self.below
    }

    /// How many times as large its words would have to be, to be read in a picture of this size on a screen of
    /// that size where all of it is seen.
    pub fn lacks(&self, size: Point, most: Point) -> f64 {
        (size.0 / most.0).max(size.1 / most.1) * SMALLEST / self.font
    }

    /// True if its words can be read there.
    pub fn is_readable(&self, size: Point, most: (u32, u32)) -> bool {
        self.lacks(size, (f64::from(most.0), f64::from(most.1))) <= 1.0
    }
}

/// The size of the smallest words that can be read.
const SMALLEST: f64 = 12.0;
/// The digits of a constant beside an operation.
const DIGITS: usize = 5;
/// The characters of `data` and `grad`, with a blank.
const LABEL: usize = 5;
/// The characters for a word on how far the grad is, where it stands inside of the box.
const STATUS: usize = 16;

/// The size of an ellipse with a curve in it, and how far up its name moves.
const CURVED: Point = (84.0, 58.0);
const LIFT: f64 = 14.0;

/// A picture goes the other way where that makes it so many times as large, up to a size that is large enough.
const TURNS: f64 = 1.15;
const LARGEST: f64 = 1.3;

/// A picture that is so many times as large as what can be seen is not seen as a whole in any form.
const WORDS: u32 = 3;
/// The characters of a name. A longer one loses its middle: names are told apart by both ends.
const NAME: usize = 22;

impl Live {
    /// Draws a graph: `names` are those of its nodes by number, and `widths` the characters that
    /// their numbers may take. It has the first form in which all of it can be read at once.
    pub fn of(order: &Order, names: &[String], widths: &[usize], screen: Screen) -> Live {
        let fits = |it: &Live| it.form.is_readable(it.size, screen.most);
        let [whole, close, _] = &FORMS;
        let usual = if screen.is_small { close } else { whole };
        let drawn = Live::turned(order, names, widths, screen, usual);
        let most = (screen.most.0 * WORDS, screen.most.1 * WORDS);
        if fits(&drawn) || !usual.is_readable(drawn.size, most) {
            return drawn;
        }
        // Rather with fewer words than with a part of it out of sight.
        let closer = FORMS.iter().skip_while(|form| !std::ptr::eq(*form, usual)).skip(1);
        let mut closer = closer.map(|form| Live::turned(order, names, widths, screen, form));
        closer.find(fits).unwrap_or(drawn)
    }

    /// Draws it the way in which it is larger.
    fn turned(
        order: &Order,
        names: &[String],
        widths: &[usize],
        screen: Screen,
        form: &Form,
    ) -> Live {
        let most = [screen.most.0, screen.most.1].map(f64::from);
        let scale = |it: &Live| (most[0] / it.size.0).min(most[1] / it.size.1).min(LARGEST);
        let fits = |it: &Live| form.is_readable(it.size, screen.most);
        let drawn = Live::drawn(order, names, widths, screen.is_high, form);
        if scale(&drawn) >= LARGEST {
            return drawn;
        }
        let other = Live::drawn(order, names, widths, !screen.is_high, form);
        let is_larger = scale(&other) > TURNS * scale(&drawn);
        if is_larger || fits(&other) && !fits(&drawn) { other } else { drawn }
    }

    fn drawn(
        order: &Order,
        names: &[String],
        widths: &[usize],
        is_high: bool,
        form: &Form,
    ) -> Live {
        let names: Vec<String> =
            names.iter().map(|name| clipped_inside(name.clone(), NAME, "…")).collect();
        let size = |number: usize| {
            let name = names.get(number).map_or(0, |name| width(name));
            let name = name.max(if is_high { STATUS } else { 0 });
            (form.width(name, widths.get(number).copied().unwrap_or_default()), form.height())
        };
        // The line counts as part of the box, so that nothing covers it.
        let sizes: Vec<Point> = (0..order.count()).map(size).collect();
        let labels: Vec<String> =
            order.nodes().iter().map(|node| operation(node, Some(DIGITS))).collect();
        // The curve of an operation stands below its name.
        let bends = |number: usize| form.has_curves && bending(order.node(number)).is_some();
        let ellipses: Vec<Option<Point>> = labels
            .iter()
            .enumerate()
            .map(|(number, label)| {
                let (_, high) = ellipse_size(label)?;
                let wide = width(label) as f64 * form.character + form.around;
                let wide = wide.max(form.narrowest);
                Some(if bends(number) { (wide.max(CURVED.0), CURVED.1) } else { (wide, high) })
            })
            .collect();
        let edges: Vec<(usize, usize)> = order.edges().collect();
        let layout = Layout::of(&sizes, &ellipses, &edges, form.between, is_high);
        let mut markup = ARROWHEAD.to_owned();
        let edge = |edge: &Edge, id: &str| path(edge, &format!("class=\"edge\" id=\"{id}\""));
        for result in &layout.results {
            markup.push_str(&edge(result, &format!("r{}", result.from)));
        }
        for (each, (_, link)) in layout.uses.iter().zip(order.links()) {
            markup.push_str(&edge(each, &Live::edge_id(link)));
        }
        for (number, label) in labels.iter().enumerate() {
            if let Some(Some(place)) = layout.ellipses.get(number) {
                let lift = if bends(number) { LIFT } else { 0.0 };
                markup.push_str(&ellipse(number, place, label, "", lift));
            }
            if let (Some(place), Some(name)) = (layout.boxes.get(number), names.get(number)) {
                markup.push_str(&node(number, name, place, form, is_high));
            }
        }
        Live { size: (layout.size.0.ceil(), layout.size.1.ceil()), markup, form: *form }
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
pub fn node(number: usize, name: &str, place: &Frame, form: &Form, is_high: bool) -> String {
    // An edge that leaves downward must touch its box.
    let (inside, last) = if is_high { (0.0, -6.0) } else { (form.below, 12.0) };
    let (width, height) = (place.size.0, place.size.1 - inside);
    let (left, top) = (place.middle.0 - place.size.0 / 2.0, place.middle.1 - place.size.1 / 2.0);
    let (from, to) = (left + form.padding, left + width - form.padding);
    let middle = left + width / 2.0;
    let attributes = "class=\"node\" tabindex=\"-1\" role=\"button\"";
    let mut text = open_box(number, attributes, "", (left, top), (width, height), 4);
    let [own, data, grad] = form.lines.map(|line| top + line);
    text.push_str(&word("name", (middle, own), Anchor::Middle, name));
    for (class, line) in [("data", data), ("grad", grad)] {
        if form.has_labels {
            text.push_str(&word("label", (from, line), Anchor::Start, class));
        }
        text.push_str(&word(class, (to, line), Anchor::End, ""));
    }
    text.push_str(&word("status", (middle, top + height + last), Anchor::Middle, ""));
    text.push_str("</g>\n");
    text
}
