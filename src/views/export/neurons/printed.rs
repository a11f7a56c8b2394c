//! The picture of networks in a document: circles filled by their data, lines as wide as their weights, and
//! below it what that means.

use std::fmt::Write;

use super::{BETWEEN, CHARACTER, MARGIN, Neurons, PADDING, Place, Placed, ROOMY, bent, has_name};
use crate::report::{Pass, numbers};
use crate::views::Style;
use crate::views::export::bands::PAGE;
use crate::views::export::layout::{Frame, Point};
use crate::views::export::parts::{class, numbers_of};
use crate::views::export::shapes::{Anchor, LINE, open_box, stacked, stacked_height, word};
use crate::views::export::svg::{CELLS, Drawing, description, escaped, opening, title};
use crate::views::line_writer::width;

/// The room for a picture on a page.
const PAPER: Point = (PAGE, 1200.0);
/// The widths of the lines of the smallest and the largest weight.
const WIDTHS: (f64, f64) = (0.4, 5.0);
/// How much is seen of the color of the least and of the largest data.
const FILLED: (f64, f64) = (0.06, 0.6);
/// The digits of a number in a circle.
const DIGITS: usize = 2;
/// A sample of the legend, and the room around it.
const SAMPLE: f64 = 8.0;

/// What the legend says of each sample: its class, whether it is a circle, and in words.
const LEGEND: [(&str, bool, &str); 4] = [
    ("above", true, "data above 0"),
    ("below", true, "data below 0"),
    ("plus", false, "weight above 0"),
    ("minus", false, "weight below 0, the wider the larger"),
];

impl Neurons {
    /// Draws them for a document.
    pub fn printed(&self, pass: &Pass, style: &Style, role: &str) -> Drawing {
        let cells = |place: &Place| {
            let [data, grad] = numbers_of(pass, &place.node, style);
            [place.full_name(pass), data, grad]
        };
        let cells: Vec<[String; 3]> = self.places.iter().map(cells).collect();
        let size = |cells: &[String; 3]| {
            let characters = cells.iter().map(|cell| width(cell)).max().unwrap_or(0);
            (characters as f64 * CHARACTER + 2.0 * PADDING, stacked_height(cells.len()))
        };
        let boxes: Vec<Point> = cells.iter().map(size).collect();
        let Placed { frames, size, aparts } =
            self.placed(&boxes, (PAPER, BETWEEN.0), style.is_vertical);
        let wide = LEGEND.iter().map(|(.., words)| width(words)).max().unwrap_or(0);
        let wide = f64::max(size.0, 2.0 * MARGIN + 4.0 * SAMPLE + wide as f64 * CHARACTER);
        let (legend, high) = legend(size.1, wide);
        let told =
            self.places.iter().zip(&cells).map(|(place, cells)| (Some(&place.node), &*cells[0]));
        let told = description(pass, told, true, style.is_vertical);
        let mut text = opening((wide, high), &title(pass), &told, role);
        let largest = self.lines.iter().map(|line| line.weight.data().abs()).fold(0.0, f64::max);
        let number = |place: usize| pass.order.number_of(&self.places[place].node).unwrap_or(0);
        for line in &self.lines {
            let (from, to) = (number(line.from), number(line.to));
            let weight = line.weight.data();
            let sign = if weight < 0.0 { "minus" } else { "plus" };
            let part = weight.abs() / largest.max(f64::MIN_POSITIVE);
            let stroke = WIDTHS.0 + (WIDTHS.1 - WIDTHS.0) * part;
            let ((x1, y1), (x2, y2)) = (frames[line.from].middle, frames[line.to].middle);
            let _ = writeln!(
                text,
                "<path class=\"edge {sign} from-n{from} to-n{to}\" stroke-width=\"{stroke:.1}\" \
                 d=\"M{x1:.1} {y1:.1} L{x2:.1} {y2:.1}\"/>"
            );
        }
        for (from, to) in &self.edges {
            text.push_str(&bent(&frames[*from], &frames[*to], style.is_vertical));
        }
        let circles = self.places.iter().filter(|place| place.is_circle);
        let most = circles.map(|place| place.node.data().abs()).fold(0.0, f64::max);
        for (at, (place, cells)) in self.places.iter().zip(&cells).enumerate() {
            let number = number(at);
            let focus = if role == "group" { " tabindex=\"0\"" } else { "" };
            let attributes = format!("class=\"node {}\"{focus}", class(pass, &place.node));
            let inside = format!("<title>{}</title>", escaped(&cells.join(", ")));
            if place.is_circle {
                let part = place.node.data().abs() / most.max(f64::MIN_POSITIVE);
                let _ = write!(text, "<g id=\"n{number}\" {attributes}>{inside}");
                text.push_str(&circle(
                    place,
                    &cells[0],
                    &frames[at],
                    (part, aparts[at], style.is_vertical),
                ));
            } else {
                text.push_str(&boxed(number, (&attributes, &inside), cells, &frames[at]));
            }
            text.push_str("</g>\n");
        }
        text.push_str(&legend);
        text.push_str("</svg>");
        Drawing { text, width: wide }
    }
}

/// A neuron, or an input: its data where there is room, and its name above.
fn circle(
    place: &Place,
    name: &str,
    frame: &Frame,
    (part, apart, is_high): (f64, f64, bool),
) -> String {
    let ((x, y), radius) = (frame.middle, frame.size.0 / 2.0);
    let data = place.node.data();
    let sign = if data < 0.0 { "below" } else { "above" };
    let fill = FILLED.0 + (FILLED.1 - FILLED.0) * part;
    let shape = |class: &str, more: &str| {
        format!("<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\"{more}/>")
    };
    let mut text = shape("frame", "");
    text.push_str(&shape(sign, &format!(" fill-opacity=\"{fill:.2}\"")));
    if radius >= ROOMY {
        let short = numbers::answer(data, Some(DIGITS));
        text.push_str(&word("data", (x, y + 4.5), Anchor::Middle, &short));
    }
    if has_name(name, radius, apart, is_high) {
        text.push_str(&word("name over", (x, y - radius - 4.0), Anchor::Middle, name));
    }
    text
}

/// A result, or what no network reads: its name, data and grad.
fn boxed(
    number: usize,
    (attributes, inside): (&str, &str),
    cells: &[String; 3],
    frame: &Frame,
) -> String {
    let ((x, y), (wide, high)) = (frame.middle, frame.size);
    let corner = (x - wide / 2.0, y - high / 2.0);
    let mut text = open_box(Some(number), attributes, inside, corner, frame.size, 3);
    text.push_str(&stacked(CELLS.into_iter().zip(cells.iter().map(String::as_str)), (x, corner.1)));
    text
}

/// What the colors and widths mean, below a picture of this height, and the height of both.
fn legend(top: f64, wide: f64) -> (String, f64) {
    let (mut text, mut x, mut y) = (String::new(), MARGIN, top + SAMPLE);
    for (class, is_circle, words) in LEGEND {
        let length = 4.0 * SAMPLE + width(words) as f64 * CHARACTER;
        if x > MARGIN && x + length > wide - MARGIN {
            (x, y) = (MARGIN, y + LINE + 4.0);
        }
        let _ = if is_circle {
            write!(
                text,
                "<circle class=\"frame {class}\" fill-opacity=\"{:.2}\" cx=\"{:.1}\" cy=\"{y:.1}\" r=\"{SAMPLE:.1}\"/>",
                FILLED.1,
                x + SAMPLE
            )
        } else {
            write!(
                text,
                "<path class=\"{class} edge\" stroke-width=\"{:.1}\" d=\"M{x:.1} {y:.1} h{:.1}\"/>",
                WIDTHS.1 / 2.0,
                2.0 * SAMPLE
            )
        };
        text.push_str(&word("faint", (x + 2.75 * SAMPLE, y + 4.5), Anchor::Start, words));
        text.push('\n');
        x += length + 2.0 * SAMPLE;
    }
    (text, y + MARGIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The place of each text, in order.
    fn places(legend: &str) -> Vec<Point> {
        let number = |text: &str| text.split('"').nth(1).unwrap_or_default().parse().unwrap();
        let texts = legend.split("<text").skip(1);
        texts
            .map(|text| {
                let mut parts = text.split_whitespace();
                let mut next = |name: &str| number(parts.find(|it| it.starts_with(name)).unwrap());
                (next("x="), next("y="))
            })
            .collect()
    }

    #[test]
    fn the_legend_of_a_narrow_picture_breaks_where_the_next_sample_has_no_room() {
        for wide in [120.0, 330.0, 420.0, 600.0, 900.0] {
            let (text, high) = legend(100.0, wide);
            let places = places(&text);
            assert_eq!(places.len(), LEGEND.len());
            let ends: Vec<f64> = places
                .iter()
                .zip(LEGEND)
                .map(|((x, _), (.., words))| x + width(words) as f64 * CHARACTER)
                .collect();
            let first = places[0].0;
            for at in 1..places.len() {
                let ((x, y), (_, above)) = (places[at], places[at - 1]);
                let (before, length) = (ends[at - 1], ends[at] - places[at].0);
                if y == above {
                    assert!(x > before && ends[at] <= wide, "{wide}: {text}");
                } else {
                    assert!(x == first && y > above, "{wide}: {text}");
                    // With its sample and some room it would have ended outside.
                    assert!(before + length + 8.0 * SAMPLE > wide - MARGIN, "{wide}: {text}");
                }
            }
            assert!(high > places[places.len() - 1].1);
        }
    }
}
