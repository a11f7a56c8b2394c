//! The graph as a picture: a box for each node, an ellipse for each operation, an edge for each
//! use.

use std::fmt::Write;
use std::io;

use super::bands::wrapped;
use super::layout::{BETWEEN_LEVELS, Frame, Layout, Point};
use super::parts::{class, numbers_of};
use super::plan::{Boxes, Item, Plan};
use super::shapes::{
    ARROWHEAD, Anchor, CHARACTER, ellipse, ellipse_size, open_box, path, stacked, stacked_height,
    word,
};
use super::{DRAWN, Export, Writer};
use crate::graph::Value;
use crate::report::{Pass, Role, numbers};
use crate::views::line_writer::width;
use crate::views::{Canvas, Style};

/// The classes of the cells of a box.
pub const CELLS: [&str; 3] = ["name", "data", "grad"];
const HEIGHT: f64 = 30.0;
/// Blank pixels on both sides of text.
const PADDING: f64 = 9.0;

/// The styles of every picture, for light and dark mode.
pub const LOOKS: &str = "\
svg { font: 13px ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; }
.paper { fill: #fcfcfa; } text { fill: #22221f; } .faint { fill: #6b6b66; }
.frame, .ellipse { fill: #ffffff; stroke: #6b6b66; } .wall, .edge { stroke: #6b6b66; fill: none; }
.head { fill: #6b6b66; } .plus { stroke: #1c5cab; } .minus { stroke: #b1560b; }
.positive .frame { stroke: #1c5cab; } .positive .grad { fill: #1c5cab; }
.negative .frame { stroke: #b1560b; } .negative .grad { fill: #b1560b; }
.zero .frame { stroke: #9a9a94; stroke-dasharray: 4 3; } .zero .grad { fill: #6b6b66; }
.wild .frame { stroke: #b0174f; stroke-width: 2.5; } .wild .grad { fill: #b0174f; font-weight: bold; }
.above { fill: #1c5cab; } .below { fill: #b1560b; }
.again .frame { stroke-dasharray: 1 3; }
.untaken { opacity: 0.4; }
.over { paint-order: stroke; stroke: #fcfcfa; stroke-width: 3px; }
@media (prefers-color-scheme: dark) {
.paper { fill: #1b1b19; } text { fill: #f0efea; } .faint { fill: #a3a29b; }
.frame, .ellipse { fill: #262624; stroke: #a3a29b; } .wall, .edge { stroke: #8b8a84; }
.head { fill: #8b8a84; } .plus { stroke: #6aa9f4; } .minus { stroke: #e8924a; }
.positive .frame { stroke: #6aa9f4; } .positive .grad { fill: #8abcf8; }
.negative .frame { stroke: #e8924a; } .negative .grad { fill: #f0a868; }
.above { fill: #6aa9f4; } .below { fill: #e8924a; }
.zero .frame { stroke: #77766f; } .zero .grad { fill: #a3a29b; }
.over { stroke: #1b1b19; }
.wild .frame { stroke: #f0709c; } .wild .grad { fill: #f58fb2; }
}
";

/// An SVG picture.
pub const SVG: Export = Export {
    name: "svg",
    endings: &["svg"],
    help: "a picture, light or dark as the reader likes",
    most: DRAWN,
    folds: true,
    words: &["vertical", "wrap", "blank"],
    write: Writer::Pass(write),
};

/// Writes the picture as a file.
fn write(pass: &Pass, style: &Style, canvas: &mut dyn Canvas) -> io::Result<()> {
    canvas.put(Role::Plain, &drawing(pass, &Plan::of(pass), style, "img").text)?;
    canvas.put(Role::Plain, "\n")
}

/// A picture as an element of a page.
pub struct Drawing {
    /// The element.
    pub text: String,
    /// The width at which its words have the size they were written in.
    pub width: f64,
}

/// Draws a plan of a pass; with the role `group` its nodes can be reached with the keyboard.
pub fn drawing(pass: &Pass, plan: &Plan<'_>, style: &Style, role: &str) -> Drawing {
    let plan = match plan {
        Plan::Neurons(neurons) => return neurons.printed(pass, style, role),
        Plan::Boxes(boxes) => boxes,
    };
    let is_reachable = role == "group";
    let parts = if style.wraps {
        wrapped(plan, |part| part_of(pass, part, style, is_reachable))
    } else {
        vec![part_of(pass, plan, style, is_reachable)]
    };
    let wide = parts.iter().map(|(size, _)| size.0).fold(0.0, f64::max);
    let high: f64 = parts.iter().map(|(size, _)| size.1).sum();
    // A network has no numbers of its own.
    let told = plan.items.iter().map(|item| ((!item.is_network).then_some(item.node), &*item.name));
    let told = description(pass, told, false, style.is_vertical);
    let mut text = opening((wide, high), &title(pass), &told, role);
    let mut top = 0.0;
    for (size, part) in parts {
        match top {
            0.0 => text.push_str(&part),
            _ => _ = writeln!(text, "<g transform=\"translate(0 {top:.1})\">\n{part}</g>"),
        }
        top += size.1;
    }
    text.push_str("</svg>");
    Drawing { text, width: wide }
}

/// What stands inside of a picture, or of a part of it, and its size.
fn part_of(pass: &Pass, plan: &Boxes<'_>, style: &Style, is_reachable: bool) -> (Point, String) {
    let boxes: Vec<Cells> = plan.items.iter().map(|item| Cells::of(pass, item, style)).collect();
    let sizes: Vec<Point> = boxes.iter().map(Cells::size).collect();
    let sized = |item: &Item<'_>| ellipse_size(&item.operation);
    let ellipses: Vec<Option<Point>> = plan.items.iter().map(sized).collect();
    let edges = plan.edges.iter().map(|link| (link.from, link.to));
    let edges: Vec<(usize, usize)> = edges.collect();
    let layout = Layout::of(&sizes, &ellipses, &edges, BETWEEN_LEVELS, style.is_vertical);
    let mut text = String::new();
    let number = |place: usize| plan.items.get(place).map_or(place, |item| item.number);
    for edge in &layout.results {
        let own = number(edge.from);
        let item = plan.items.get(edge.from);
        let untaken = untaken(item.is_some_and(|item| pass.is_left_out(item.node)));
        text.push_str(&path(edge, &format!("class=\"edge from-op{own} to-n{own}{untaken}\"")));
    }
    for edge in &layout.uses {
        let (from, to) = (number(edge.from), number(edge.to));
        let untaken = untaken(pass.is_link_left_out(from, to));
        text.push_str(&path(edge, &format!("class=\"edge from-n{from} to-op{to}{untaken}\"")));
    }
    for (place, (item, cells)) in plan.items.iter().zip(&boxes).enumerate() {
        if let Some(Some(place)) = layout.ellipses.get(place) {
            let untaken = untaken(pass.is_left_out(item.node));
            text.push_str(&ellipse(item.number, place, &item.operation, untaken, 0.0));
        }
        if let Some(place) = layout.boxes.get(place) {
            let untaken = untaken(pass.is_left_out(item.node));
            text.push_str(&cells.markup(pass, item, place, is_reachable, untaken));
        }
    }
    (layout.size, text)
}

/// The class of what a branch leaves out.
fn untaken(is_left_out: bool) -> &'static str {
    if is_left_out { " untaken" } else { "" }
}

/// The start of a picture: size, title, description, styles and background.
pub fn opening(size: Point, title: &str, description: &str, role: &str) -> String {
    let (width, height) = (size.0.ceil(), size.1.ceil());
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"{role}\" aria-labelledby=\"title desc\">\n\
         <title id=\"title\">{}</title>\n<desc id=\"desc\">{}</desc>\n<style>\n{LOOKS}</style>\n\
         {ARROWHEAD}\n\
         <rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n",
        escaped(title),
        escaped(description),
    )
}

/// The title of a picture.
pub fn title(pass: &Pass) -> String {
    let data = pass.root().map_or(f64::NAN, Value::data);
    format!("{} = {} and its gradients", pass.root_name(), numbers::answer(data, None))
}

/// The picture in words: of which nodes, and what each is called.
pub fn description<'node>(
    pass: &Pass,
    nodes: impl Iterator<Item = (Option<&'node Value>, &'node str)>,
    has_neurons: bool,
    is_vertical: bool,
) -> String {
    let root = pass.root_name();
    let way = if is_vertical { "top to bottom" } else { "left to right" };
    let mut text = format!("A graph from {way}.");
    if has_neurons {
        text.push_str(
            " Lines into a neuron are the stronger, the larger their weight: blue above 0, orange \
             below.",
        );
    }
    for (node, name) in nodes {
        let Some(node) = node else {
            let _ = write!(text, " {name}.");
            continue;
        };
        let made = if node.is_leaf() || has_neurons {
            String::new()
        } else {
            format!(" = {}", pass.one_operation(node, |number| numbers::answer(number, None)))
        };
        let number = |number: f64| numbers::answer(number, Some(6));
        let data = node.text().unwrap_or_else(|| number(node.data()));
        let _ = write!(text, " {name}{made}: data {data}");
        if let Some(grad) = pass.grad(node) {
            let _ = write!(text, ", d{root}/d{name} {}", number(grad));
        }
        text.push('.');
    }
    text
}

/// The three cells of a box.
struct Cells {
    texts: [String; 3],
    /// True if they stand one below the other: the boxes of a level stand side by side.
    is_stacked: bool,
}

impl Cells {
    fn of(pass: &Pass, item: &Item<'_>, style: &Style) -> Cells {
        let [data, grad] = if item.is_network || item.is_again {
            ["".to_owned(), "".to_owned()]
        } else {
            numbers_of(pass, item.node, style)
        };
        Cells { texts: [item.name.clone(), data, grad], is_stacked: style.is_vertical }
    }

    fn widths(&self) -> [f64; 3] {
        let one = |text: &String| width(text) as f64 * CHARACTER + 2.0 * PADDING;
        self.texts.each_ref().map(|text| if text.is_empty() { 0.0 } else { one(text) })
    }

    fn size(&self) -> Point {
        let widths = self.widths();
        if self.is_stacked {
            let widest = widths.into_iter().fold(0.0, f64::max);
            return (widest, stacked_height(self.filled().count()));
        }
        (widths.iter().sum(), HEIGHT)
    }

    /// Its class and its text, of each cell that has one.
    fn filled(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let cells = CELLS.into_iter().zip(self.texts.iter().map(String::as_str));
        cells.filter(|(_, text)| !text.is_empty())
    }

    fn markup(
        &self,
        pass: &Pass,
        item: &Item<'_>,
        place: &Frame,
        reachable: bool,
        untaken: &str,
    ) -> String {
        let (number, node) = (item.number, item.node);
        let (left, top) =
            (place.middle.0 - place.size.0 / 2.0, place.middle.1 - place.size.1 / 2.0);
        let sign = class(pass, node);
        let focus = if reachable { " tabindex=\"0\"" } else { "" };
        let told: Vec<&str> = self.filled().map(|(_, text)| text.trim_end()).collect();
        let title = format!("<title>{}</title>", escaped(&told.join(", ")));
        let again = if item.is_again { " again" } else { "" };
        let attributes = format!("class=\"node {sign}{untaken}{again}\"{focus}");
        let id = (!item.is_again).then_some(number);
        let mut text = open_box(id, &attributes, &title, (left, top), place.size, 3);
        if self.is_stacked {
            text.push_str(&stacked(self.filled(), (place.middle.0, top)));
        } else {
            let widths = self.widths().into_iter().filter(|width| *width > 0.0);
            let mut x = left;
            for ((class, cell), width) in self.filled().zip(widths) {
                if x > left {
                    let height = place.size.1;
                    let _ =
                        write!(text, "<path class=\"wall\" d=\"M{x:.1} {top:.1} v{height:.1}\"/>");
                }
                let middle = (x + width / 2.0, place.middle.1 + 4.5);
                text.push_str(&word(class, middle, Anchor::Middle, cell));
                x += width;
            }
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
