//! An axis of a chart: its range, its places, and the numbers beside it.

use super::numbers;

/// The digits of numbers of a legend and of an axis, where they tell these apart.
pub const DIGITS: usize = 4;
/// Enough digits to tell any two numbers apart.
const MOST_DIGITS: usize = 17;
/// The part of a step that counts as rounding.
pub const ROUNDING: f64 = 1e-9;

/// One axis.
#[derive(Debug, Clone, Default)]
pub struct Axis {
    /// Its title.
    pub name: String,
    /// Where it starts.
    pub from: f64,
    /// Where it ends.
    pub to: f64,
    /// True if equal steps are equal ratios.
    pub is_logarithmic: bool,
    /// The texts that its numbers stand for, from 0, if they do.
    pub texts: Vec<String>,
}

impl Axis {
    /// The place at this share of the axis.
    pub fn place(&self, share: f64) -> f64 {
        // Not from + share * (to - from), where the difference may overflow.
        let between = |from: f64, to: f64| from * (1.0 - share) + to * share;
        if self.is_logarithmic {
            return between(self.from.ln(), self.to.ln()).exp();
        }
        between(self.from, self.to)
    }

    /// The share of the axis before a place, which may be outside.
    pub fn share(&self, at: f64) -> f64 {
        let share = |from: f64, to: f64, at: f64| (at / 2.0 - from / 2.0) / (to / 2.0 - from / 2.0);
        if self.is_logarithmic {
            return share(self.from.ln(), self.to.ln(), at.ln());
        }
        share(self.from, self.to, at)
    }

    /// True if a place is on it.
    pub fn contains(&self, at: f64) -> bool {
        (self.from..=self.to).contains(&at)
    }

    /// The middles of so many intervals.
    pub fn middles(&self, count: usize) -> Vec<f64> {
        (0..count).map(|index| self.place((index as f64 + 0.5) / count as f64)).collect()
    }

    /// So many places, both ends among them.
    pub fn places(&self, count: usize) -> Vec<f64> {
        let last = count.saturating_sub(1).max(1) as f64;
        (0..count).map(|index| self.place(index as f64 / last)).collect()
    }

    /// A number on it, or the text that it stands for.
    pub fn text(&self, at: f64, digits: usize) -> String {
        let text = Some(at).filter(|at| *at >= 0.0).and_then(|at| self.texts.get(at as usize));
        text.map_or_else(|| numbers::significant(at, digits), Clone::clone)
    }

    /// The shares of the axis that have a label: of an axis of numbers round ones, of one of texts all.
    pub fn labels(&self) -> Vec<(f64, String)> {
        if self.texts.is_empty() {
            let digits = self.digits();
            let ticks = self.ticks().into_iter();
            return ticks.map(|at| (self.share(at), on_axis(at, digits))).collect();
        }
        let texts = (0..).map(f64::from).zip(self.texts.iter().cloned());
        let inside = texts.filter(|(at, _)| self.contains(*at));
        inside.map(|(at, text)| (self.share(at), text)).collect()
    }

    /// The number of digits that tells its labels apart: few, unless the range is very narrow.
    pub fn digits(&self) -> usize {
        digits_of(&self.ticks(), DIGITS)
    }

    /// The numbers that are written: a few round ones, both ends among them if those are round; where none are,
    /// both ends and the quarters between.
    fn ticks(&self) -> Vec<f64> {
        let found = if self.is_logarithmic {
            self.decades()
        } else {
            let [four, six] = [4.0, 6.0].map(|most| self.multiples(most));
            let ends = four.first().copied().zip(four.last().copied());
            if ends == Some((self.from, self.to)) { four } else { six }
        };
        if found.len() > 1 { found } else { self.places(5) }
    }

    /// The multiples of a round step, of which the axis has at most `most`; none if they are not exact.
    fn multiples(&self, most: f64) -> Vec<f64> {
        let Some(step) = round_steps([self.from, self.to], most).next() else { return Vec::new() };
        let first = (self.from / step - ROUNDING).ceil();
        let last = (self.to / step + ROUNDING).floor();
        let count = if last - first <= most { (last - first + 1.0) as usize } else { 0 };
        // Adding zero makes -0 into 0.
        (0..count).map(|tick| (first + tick as f64) * step + 0.0).collect()
    }

    /// The powers of ten of a logarithmic axis, at most seven of them; of few decades twice and five times these as well.
    fn decades(&self) -> Vec<f64> {
        let (first, last) = (self.from.log10().floor(), self.to.log10().ceil());
        let digits: &[f64] = if last - first > 2.0 { &[1.0] } else { &[1.0, 2.0, 5.0] };
        let every = ((last - first) / 6.0).ceil().max(1.0) as usize;
        let powers = (first as i32..=last as i32).step_by(every).map(|power| 10f64.powi(power));
        let all = powers.flat_map(|power| digits.iter().map(move |digit| digit * power));
        all.filter(|at| (-ROUNDING..=1.0 + ROUNDING).contains(&self.share(*at))).collect()
    }
}

/// The round steps that a range has at most `most` of, or more: the largest first, which is enough. None where
/// their multiples are not exact.
pub fn round_steps([from, to]: [f64; 2], most: f64) -> impl Iterator<Item = f64> {
    const ROUND: [f64; 6] = [0.5, 1.0, 2.0, 2.5, 5.0, 10.0];
    let least = (to / 2.0 - from / 2.0) / most * 2.0;
    let steps = ROUND.map(|digit| digit * 10f64.powf(least.log10().floor()));
    // Rounding must not make the step larger where it fits exactly.
    let enough = steps.iter().position(|step| *step >= least * (1.0 - ROUNDING)).unwrap_or(0);
    let is_exact = move |step: &f64| step.is_normal() && from.abs().max(to.abs()) < 1e9 * step;
    steps.into_iter().take(enough + 1).rev().filter(is_exact)
}

/// The least number of digits, from so many up, that tells numbers beside an axis apart.
pub fn digits_of(numbers: &[f64], least: usize) -> usize {
    let differ = |digits: &usize| {
        let texts: Vec<String> = numbers.iter().map(|at| on_axis(*at, *digits)).collect();
        texts.windows(2).all(|two| matches!(two, [one, next] if one != next))
    };
    (least..MOST_DIGITS).find(differ).unwrap_or(MOST_DIGITS)
}

/// A number beside an axis: `250000`, `1e12`.
pub fn on_axis(value: f64, digits: usize) -> String {
    if value.abs() < 1e6 || !value.is_finite() {
        return numbers::significant(value, digits);
    }
    let text = format!("{value:.*e}", digits.clamp(1, MOST_DIGITS) - 1);
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let mantissa = match mantissa.contains('.') {
        true => mantissa.trim_end_matches('0').trim_end_matches('.'),
        false => mantissa,
    };
    format!("{mantissa}e{exponent}")
}
