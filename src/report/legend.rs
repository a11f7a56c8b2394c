//! What is said below a curve: its tangent, the rows of data, its extrema.

use super::{Observed, Plot, Present, Range, counted, numbers};
use crate::parts::formula::text_of;

/// The significant digits of numbers here.
const DIGITS: usize = 4;

impl Plot {
    /// Says that the picture leaves values out.
    pub const CUT: &str = "some values are outside the picture";

    /// Says what the line through the present point is, and whether there is one:
    /// `tangent: 20 + 14·(x - 3)`, or for a single operation the formula of its slope.
    pub fn tangent(&self, present: &Present) -> (bool, String) {
        let number = |value: f64| numbers::significant(value, DIGITS);
        if !present.slope.is_finite() || !present.value.is_finite() {
            return (false, format!("no tangent: the slope is {}", number(present.slope)));
        }
        if let Some(reason) = &present.reason {
            // The nodes in it have been replaced by numbers.
            let reason = text_of(reason, |_| String::new(), number);
            return (true, format!("slope {reason} = {}", number(present.slope)));
        }
        if self.is_flat(present) {
            return (true, format!("tangent: flat, at {}", number(present.value)));
        }
        let sign = if present.slope < 0.0 { "-" } else { "+" };
        let from = match present.at {
            0.0 => self.moves.clone(),
            at if at < 0.0 => format!("({} + {})", self.moves, number(-at)),
            at => format!("({} - {})", self.moves, number(at)),
        };
        let (value, slope) = (number(present.value), number(present.slope.abs()));
        (true, format!("tangent: {value} {sign} {slope}·{from}"))
    }

    /// True if the tangent rises by no more than rounding beside what the curve does.
    fn is_flat(&self, present: &Present) -> bool {
        const ROUNDING: f64 = 1e-12;
        let values = self.values.iter().copied().filter(|value| value.is_finite());
        let (least, most) = values
            .fold((present.value, present.value), |(low, high), it| (low.min(it), high.max(it)));
        let rise = (present.slope * (self.to - self.from)).abs();
        rise <= ROUNDING * (most - least).max(present.value.abs())
    }

    /// Says what the bands are, the narrow one first.
    pub fn said_of_bands(&self) -> Vec<&'static str> {
        let said = ["95\u{A0}% band of the curve", "95\u{A0}% band of another measurement"];
        said.into_iter().take(self.bands().len()).collect()
    }

    /// Says what the bands of its groups are, of the group that has most.
    pub fn said_of_bands_of_groups(&self) -> Vec<&'static str> {
        let all = self.groups.iter().map(Plot::said_of_bands);
        all.max_by_key(Vec::len).unwrap_or_default()
    }

    /// Says where the level lines of residuals are: `0 and ± 0.24, two deviations`.
    pub fn said_of_levels(&self) -> Option<String> {
        let scatter = self.scatter?;
        if !scatter.is_finite() {
            return Some("0".to_owned());
        }
        let of_all = if self.has_unequal_bars() { " (rms)" } else { "" };
        let two = numbers::significant(2.0 * scatter, DIGITS);
        Some(format!("0 and ± {two}, two deviations{of_all}"))
    }

    /// Says where an extremum is, and whether the picture has others of its kind.
    pub fn extremum(&self, is_minimum: bool, is_alone: bool, at: &str) -> String {
        let kind = match (is_minimum, is_alone) {
            (true, true) => "minimum",
            (true, false) => "one of several minima",
            (false, true) => "maximum",
            (false, false) => "one of several maxima",
        };
        format!("{kind} near {} = {at}", self.moves)
    }
}

impl Observed {
    /// Says how many rows there are, drawn by this mark, and how many of them are not in the picture.
    pub fn said(&self, mark: char, hidden: usize) -> String {
        let outside = if hidden > 0 { format!(", {hidden} outside") } else { String::new() };
        let gaps = match self.gaps {
            0 => String::new(),
            gaps => format!(", {} left out", counted(gaps as u64, "gap")),
        };
        let rows = counted(self.points.len() as u64, "row");
        let across = self.across_said();
        format!("{mark} {}: {rows}{outside}{gaps}{}{across}", self.name, self.left_out_said())
    }

    /// Says how far the places of rows are uncertain: `, ± 0.3 across`
    pub fn across_said(&self) -> String {
        let Some(us) = &self.us_across else { return String::new() };
        let Range { least, greatest } = Range::of(us);
        let number = |u: f64| numbers::significant(u, 2);
        if number(least) == number(greatest) {
            format!(", ± {} across", number(least))
        } else {
            format!(", ± {} to {} across", number(least), number(greatest))
        }
    }

    /// Says how many rows are drawn as left out: `, · 3 left out`
    pub fn left_out_said(&self) -> String {
        match self.left_out.len() {
            0 => String::new(),
            rows => format!(", · {rows} left out"),
        }
    }
}
