//! A node over two others, in a report.

use std::cmp::Ordering::Equal;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::chart::{DIGITS, MOST_CLASSES};
use super::number::Exact;
use super::{Axis, Chart, Entry, Heat, Mark, Sample, numbers};

/// The values of a node over a grid of two others.
#[derive(Debug, Clone)]
pub struct Surface {
    /// What is drawn.
    pub follows: String,
    /// The node from left to right.
    pub x: Axis,
    /// The one from the bottom up.
    pub y: Axis,
    /// The values.
    pub heat: Heat,
    /// The rows of the data, if both are columns, or the present point.
    pub points: Vec<Point>,
    /// What the signs of the points are of, if they have some.
    pub by: Option<String>,
    /// The categories that the signs above 0, below 0 and 0 stand for, if they do.
    pub categories: Vec<String>,
}

/// A point of the data.
#[derive(Debug, Clone, Copy)]
pub struct Point {
    /// Its place.
    pub x: f64,
    /// Its place.
    pub y: f64,
    /// The number whose sign marks it.
    pub sign: Option<f64>,
}

impl Serialize for Surface {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(None)?;
        fields.serialize_entry("x", &self.x.name)?;
        fields.serialize_entry("y", &self.y.name)?;
        fields.serialize_entry("root", &self.follows)?;
        fields.serialize_entry("xs", &Exact(&self.x.middles(self.heat.columns)))?;
        fields.serialize_entry("ys", &Exact(&self.y.middles(self.heat.rows)))?;
        // For each y the values of all x.
        let rows = self.heat.values.chunks(self.heat.columns.max(1));
        let values: Vec<Vec<f64>> = rows.map(Into::into).collect();
        fields.serialize_entry("values", &Exact(&values))?;
        fields.end()
    }
}

/// The shades of classes, spread over these where there are fewer.
const SHADES_OF_CLASSES: [char; MOST_CLASSES] = [' ', '░', '▒', '▓', '█'];

/// The shade of the class at a place among so many.
pub fn shade_of_class(at: usize, of: usize) -> char {
    // Three are spread best without the darkest one, and two as far as marks on them are seen.
    let spread = if of <= 2 { 2 * at } else { at };
    SHADES_OF_CLASSES.get(spread).copied().unwrap_or('█')
}

impl Surface {
    /// The picture.
    pub fn chart(&self) -> Chart {
        let number = |value: f64| numbers::significant(value, DIGITS);
        let range = |axis: &Axis| {
            format!("{} from {} to {}", axis.name, number(axis.from), number(axis.to))
        };
        let mut legend = self.legend_of_shades();
        let marks = self.marks();
        legend.extend(self.legend_of_marks(&marks));
        if self.heat.values.iter().any(|value| !value.is_finite()) {
            legend.push(Entry::new(Sample::Shades(vec![0.0], "?".to_owned()), "nan or inf"));
        }
        Chart {
            title: format!("{} for {} and {}", self.follows, range(&self.x), range(&self.y)),
            x: self.x.clone(),
            y: self.y.clone(),
            marks,
            heat: Some(self.heat.clone()),
            legend,
            ..Chart::default()
        }
    }

    /// True if the values are classes, and the rows of the data are marked by theirs.
    fn marks_classes(&self) -> bool {
        let is_class = |sign: f64| (0.0..10.0).contains(&sign) && sign.fract() == 0.0;
        self.categories.is_empty()
            && self.points.iter().all(|point| point.sign.is_none_or(is_class))
            && !self.heat.classes().is_empty()
    }

    /// What marks each point: its class, or the sign of its number.
    fn marks(&self) -> Vec<Mark> {
        let (classes, range) = (self.marks_classes(), self.heat.range());
        let mark = |Point { x, y, sign }: &Point| {
            let (character, height) = match *sign {
                None => ('◆', 0.0),
                Some(class) if classes => {
                    (char::from_digit(class as u32, 10).unwrap_or('◆'), range.height(class))
                }
                Some(sign) if sign > 0.0 => ('+', 1.0),
                Some(sign) if sign < 0.0 => ('-', -1.0),
                Some(_) => ('o', 0.0),
            };
            Mark { point: [*x, *y], character, height }
        };
        self.points.iter().map(mark).collect()
    }

    /// What each shade means.
    fn legend_of_shades(&self) -> Vec<Entry> {
        let number = |value: f64| numbers::significant(value, DIGITS);
        let (range, classes, follows) = (self.heat.range(), self.heat.classes(), &self.follows);
        let [least, greatest] = [range.least, range.greatest].map(number);
        let entry = |heights: &[f64], shown: &str, text: String| {
            Entry::new(Sample::Shades(heights.to_vec(), shown.to_owned()), text)
        };
        if !classes.is_empty() {
            let class = |(at, class): (usize, &f64)| {
                let shown = match shade_of_class(at, classes.len()) {
                    ' ' => "blank:".to_owned(),
                    shade => shade.to_string(),
                };
                entry(&[range.height(*class)], &shown, format!("{follows} = {}", number(*class)))
            };
            return classes.iter().enumerate().map(class).collect();
        }
        if range.has_both_signs() {
            return vec![
                entry(&[1.0], "▒▓", format!("{follows} > 0, to {greatest}")),
                entry(&[-1.0], "░ blank:", format!("{follows} < 0, to {least}")),
            ];
        }
        if range.least == range.greatest {
            return vec![entry(&[0.0], "▒", format!("{follows} = {least}"))];
        }
        let text = format!("{follows} from {least} to {greatest}");
        vec![entry(&[-1.0, 0.0, 1.0], "blank ░▒▓:", text)]
    }

    /// What each mark means.
    fn legend_of_marks(&self, marks: &[Mark]) -> Vec<Entry> {
        let number = |value: f64| numbers::significant(value, DIGITS);
        let Some(by) = &self.by else {
            let text = match self.points.as_slice() {
                [] => return Vec::new(),
                [Point { x, y, sign: None }] => {
                    let [x, y] = [x, y].map(|it| number(*it));
                    format!("{} = {x}, {} = {y}", self.x.name, self.y.name)
                }
                _ => "rows of the data".to_owned(),
            };
            return vec![Entry::new(Sample::Mark('◆', 0.0), text)];
        };
        let known = marks.iter().zip(&self.points);
        let mut known: Vec<(Mark, f64)> = known
            .filter_map(|(mark, point)| Some((*mark, point.sign.filter(|sign| !sign.is_nan())?)))
            .collect();
        let order = |character: char| "+-o".find(character);
        known.sort_by(|(one, class), (other, next)| {
            let signs = order(one.character).cmp(&order(other.character));
            signs.then(if order(one.character).is_none() { class.total_cmp(next) } else { Equal })
        });
        known.dedup_by_key(|(mark, _)| mark.character);
        let entry = |(mark, sign): &(Mark, f64)| {
            let category = order(mark.character).and_then(|at| self.categories.get(at)).cloned();
            let text = category.unwrap_or_else(|| match mark.character {
                '+' => format!("{by} > 0"),
                '-' => format!("{by} < 0"),
                _ => format!("{by} = {}", numbers::significant(*sign, DIGITS)),
            });
            Entry::new(Sample::Mark(mark.character, mark.height), text)
        };
        known.iter().map(entry).collect()
    }
}
